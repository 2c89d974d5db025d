//! Every pattern of a small projection, by breadth-first search.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::super::build::FARTHEST_LEAST;
use super::super::table::LINE;
use super::shown::{PatternEntry, PatternNumbers};
use super::{PATTERNS_PER_TASK, PatternMistake, Proof, Proving, Refuted, Unfinished};
use crate::space::ranked::index;
use crate::support::parallel;

/// A pattern that no moves make.
const UNREACHED: u8 = u8::MAX;
/// The largest distance of an entry.
const FARTHEST: u8 = UNREACHED - 1;
/// Lines that a task looks at.
const LINES: usize = 16;

/// A number of a small projection.
fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Proving<'_> {
    /// Finds the distance of every pattern, and holds it against its entry.
    pub(super) fn whole(&self) -> Result<Proof, Unfinished<Refuted>> {
        let patterns = self.shown.patterns();
        self.budget.begin(
            "proving the projection",
            "patterns",
            Some(2 * patterns + self.shown.entries()),
        );
        let (distances, moves) = self.distances(index(patterns))?;
        let counts = self.check_entries(&distances)?;
        let compared = &counts[..self.levels().len().min(counts.len())];
        self.check_counts(compared)?;
        let unsolvable = self.shown.entries() - counts.iter().sum::<u64>();
        self.check_lookups(&distances)?;
        Ok(Proof {
            boards: self.shown.entries(),
            moves,
            counts: compared.to_vec(),
            unsolvable,
        })
    }

    /// The distance of every pattern, by its number; and how many moves were made.
    fn distances(&self, patterns: usize) -> Result<(Vec<AtomicU8>, u64), Unfinished<Refuted>> {
        let shown = self.shown;
        let distances: Vec<AtomicU8> = std::iter::repeat_with(|| AtomicU8::new(UNREACHED))
            .take(patterns)
            .collect();
        let solved = shown.index(&shown.states(shown.solved(), &mut PatternNumbers::default()));
        distances[index(solved)].store(0, Relaxed);
        let mut layer = vec![small(solved)];
        let mut next = 0;
        let made = AtomicU64::new(0);
        while !layer.is_empty() {
            next = (next + 1).min(FARTHEST);
            let expand = |part: &[u32]| -> Result<Vec<u32>, Unfinished<Refuted>> {
                self.budget.check()?;
                let mut numbering = PatternNumbers::default();
                let mut after = shown.solved().clone();
                let mut found = Vec::new();
                for &number in part {
                    let states = shown.states_at(number.into());
                    let pattern = shown.pattern(&states);
                    if shown.states(&pattern, &mut numbering) != states {
                        let entry = shown.entry_of(&states);
                        return Err(self.refuted(entry, PatternMistake::Number));
                    }
                    for m in 0..shown.moves() {
                        shown.apply(&pattern, m, &mut after);
                        let number = shown.index(&shown.states(&after, &mut numbering));
                        let known = &distances[index(number)];
                        if known.load(Relaxed) == UNREACHED
                            && known
                                .compare_exchange(UNREACHED, next, Relaxed, Relaxed)
                                .is_ok()
                        {
                            found.push(small(number));
                        }
                    }
                }
                made.fetch_add((part.len() * shown.moves()) as u64, Relaxed);
                self.budget.advance(part.len() as u64);
                Ok(found)
            };
            let found = parallel::map(layer.chunks(PATTERNS_PER_TASK), expand);
            layer = found.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        }
        Ok((distances, made.into_inner()))
    }

    /// Checks every entry and every line against their patterns; returns the number of entries at each
    /// distance.
    fn check_entries(&self, distances: &[AtomicU8]) -> Result<Vec<u64>, Unfinished<Refuted>> {
        let shown = self.shown;
        let lines = shown.row_length().div_ceil(LINE);
        let all: Vec<usize> = (0..shown.rows() * lines).collect();
        // Lines distinguish no more distances than codes.
        let farthest = (self.table.base() + 3).min(FARTHEST_LEAST);
        let check = |part: &[usize]| -> Result<Vec<u64>, Unfinished<Refuted>> {
            self.budget.check()?;
            let mut counts = vec![0; usize::from(UNREACHED) + 1];
            for line in part {
                let (row, first) = (line / lines, line % lines * LINE);
                let mut least = farthest;
                for place in first..shown.row_length().min(first + LINE) {
                    let entry = PatternEntry { row, place };
                    let patterns = shown.states_of(entry);
                    let all =
                        patterns.map(|states| distances[index(shown.index(&states))].load(Relaxed));
                    let distance = all.min().unwrap_or(UNREACHED);
                    least = least.min(distance);
                    counts[usize::from(distance)] += u64::from(self.is_counted(entry));
                    self.check_code(entry, distance)?;
                }
                let entry = PatternEntry { row, place: first };
                if self.table.least(row, first) != least {
                    return Err(self.refuted(entry, PatternMistake::Line(least)));
                }
                self.budget.advance(LINE as u64);
            }
            Ok(counts)
        };
        let mut counts = vec![0; usize::from(UNREACHED) + 1];
        for part in parallel::map(all.chunks(LINES), check) {
            for (sum, count) in counts.iter_mut().zip(part?) {
                *sum += count;
            }
        }
        counts.pop();
        Ok(counts)
    }

    /// Checks the distance of every pattern against the entry in which it is looked up.
    fn check_lookups(&self, distances: &[AtomicU8]) -> Result<(), Unfinished<Refuted>> {
        let shown = self.shown;
        let parts: Vec<usize> = (0..distances.len()).step_by(PATTERNS_PER_TASK).collect();
        let check = |first: usize| -> Result<(), Unfinished<Refuted>> {
            self.budget.check()?;
            let last = distances.len().min(first + PATTERNS_PER_TASK);
            for (number, distance) in (first as u64..).zip(&distances[first..last]) {
                let distance = distance.load(Relaxed);
                if distance == UNREACHED {
                    continue;
                }
                let entry = shown.entry_of(&shown.states_at(number));
                let mut known = shown
                    .states_of(entry)
                    .map(|states| distances[index(shown.index(&states))].load(Relaxed));
                if !known.any(|known| known == distance) {
                    return Err(self.refuted(entry, PatternMistake::Image(distance.into())));
                }
            }
            self.budget.advance((last - first) as u64);
            Ok(())
        };
        parallel::map(parts, check).into_iter().collect()
    }
}
