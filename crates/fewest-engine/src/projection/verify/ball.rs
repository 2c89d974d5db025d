//! All patterns near the goal, by breadth-first search.

use rustc_hash::FxHashMap as HashMap;

use super::super::build::FARTHEST_LEAST;
use super::super::table::LINE;
use super::shown::{PatternEntry, PatternNumbers};
use super::{PATTERNS_PER_TASK, PatternMistake, Proving, Refuted, Unfinished};
use crate::support::parallel;

/// The most patterns, and the bytes that each takes while they are found.
const MAX_PATTERNS: u64 = 1 << 23;
const PATTERN_BYTES: u64 = 80;
/// Lines whose least distance is found.
const LINES: usize = 10_000;

/// Patterns near the goal.
pub(super) struct PatternBall {
    /// By number: the distance.
    distances: HashMap<u64, u8>,
    /// By distance: the numbers.
    layers: Vec<Vec<u64>>,
    /// Moves that were made to find them.
    pub(super) moves: u64,
}

impl PatternBall {
    /// The largest distance.
    pub(super) fn radius(&self) -> u8 {
        u8::try_from(self.layers.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    pub(super) fn distance(&self, number: u64) -> Option<u8> {
        self.distances.get(&number).copied()
    }

    pub(super) fn patterns(&self) -> u64 {
        self.distances.len() as u64
    }
}

impl Proving<'_> {
    /// All patterns within the distance that memory and the table's codes allow.
    pub(super) fn ball(&self, memory: u64) -> Result<PatternBall, Unfinished<Refuted>> {
        let shown = self.shown;
        let max_patterns = MAX_PATTERNS.min(memory / PATTERN_BYTES);
        let solved = shown.index(&shown.states(shown.solved(), &mut PatternNumbers::default()));
        let mut ball = PatternBall {
            distances: HashMap::from_iter([(solved, 0)]),
            layers: vec![vec![solved]],
            moves: 0,
        };
        self.budget.begin(
            "finding patterns near the goal",
            "patterns",
            Some(max_patterns),
        );
        for distance in 1..self.table.base() + 3 {
            let layer = ball.layers.last().map_or(&[][..], Vec::as_slice);
            let expand = |part: &[u64]| -> Result<Vec<u64>, Unfinished<Refuted>> {
                self.budget.check()?;
                let mut numbering = PatternNumbers::default();
                let mut after = shown.solved().clone();
                let mut found = Vec::with_capacity(part.len() * shown.moves());
                for &number in part {
                    let pattern = shown.pattern(&shown.states_at(number));
                    for m in 0..shown.moves() {
                        shown.apply(&pattern, m, &mut after);
                        found.push(shown.index(&shown.states(&after, &mut numbering)));
                    }
                }
                Ok(found)
            };
            let mut next = Vec::new();
            let mut moves = 0;
            // What a part of a layer leads to is a small part of what there is room for.
            for part in layer.chunks(16 * PATTERNS_PER_TASK) {
                for found in parallel::map(part.chunks(PATTERNS_PER_TASK), expand) {
                    for number in found? {
                        moves += 1;
                        if let std::collections::hash_map::Entry::Vacant(free) =
                            ball.distances.entry(number)
                        {
                            free.insert(distance);
                            next.push(number);
                        }
                    }
                }
                if ball.distances.len() as u64 > max_patterns {
                    // What is there of this layer is not all.
                    for number in next {
                        ball.distances.remove(&number);
                    }
                    return Ok(ball);
                }
            }
            self.budget.advance(next.len() as u64);
            ball.moves += moves;
            if next.is_empty() {
                return Ok(ball);
            }
            ball.layers.push(next);
        }
        Ok(ball)
    }

    /// Checks that all entries near the goal agree with the ball; returns their number at each
    /// distance.
    pub(super) fn check_ball(&self, ball: &PatternBall) -> Result<Vec<u64>, Unfinished<Refuted>> {
        let shown = self.shown;
        let mut counts = Vec::new();
        for (distance, layer) in (0u8..).zip(&ball.layers) {
            let check = |part: &[u64]| -> Result<u64, Unfinished<Refuted>> {
                self.budget.check()?;
                let mut numbering = PatternNumbers::default();
                let mut entries = 0;
                for &number in part {
                    let states = shown.states_at(number);
                    let entry = shown.entry_of(&states);
                    let pattern = shown.pattern(&states);
                    if shown.states(&pattern, &mut numbering) != states {
                        return Err(self.refuted(entry, PatternMistake::Number));
                    }
                    let patterns = shown.states_of(entry).map(|states| shown.index(&states));
                    let near = patterns.filter_map(|number| Some((ball.distance(number)?, number)));
                    let near: Vec<(u8, u64)> = near.collect();
                    if !near.iter().any(|(other, _)| *other == distance) {
                        return Err(self.refuted(entry, PatternMistake::Image(distance.into())));
                    }
                    let nearest = near.into_iter().min();
                    if nearest == Some((distance, number)) {
                        entries += u64::from(self.is_counted(entry));
                        self.check_distance(entry, distance)?;
                    }
                }
                Ok(entries)
            };
            let entries = parallel::map(layer.chunks(PATTERNS_PER_TASK), check);
            counts.push(entries.into_iter().sum::<Result<u64, _>>()?);
        }
        self.check_lines(ball)?;
        Ok(counts)
    }

    /// Sees that the least distance of lines with an entry near the goal is that of one of their
    /// entries.
    fn check_lines(&self, ball: &PatternBall) -> Result<(), Unfinished<Refuted>> {
        let shown = self.shown;
        let all: Vec<u64> = ball.layers.concat();
        let step = all.len().div_ceil(LINES).max(1);
        let check = |&number: &u64| -> Result<(), Unfinished<Refuted>> {
            self.budget.check()?;
            let entry = shown.entry_of(&shown.states_at(number));
            let first = entry.place / LINE * LINE;
            let places = first..shown.row_length().min(first + LINE);
            let patterns =
                places.flat_map(|place| shown.states_of(PatternEntry { place, ..entry }));
            let least = patterns.filter_map(|states| ball.distance(shown.index(&states)));
            let least = least.min().unwrap_or(u8::MAX).min(FARTHEST_LEAST);
            if self.table.least(entry.row, first) != least {
                return Err(self.refuted(entry, PatternMistake::Line(least)));
            }
            Ok(())
        };
        let lines = parallel::map(all.iter().step_by(step), check);
        lines.into_iter().collect()
    }

    /// Sees that an entry is coded as this far, and its line not as farther.
    pub(super) fn check_distance(
        &self,
        entry: PatternEntry,
        distance: u8,
    ) -> Result<(), Unfinished<Refuted>> {
        self.check_code(entry, distance)?;
        if self.table.least(entry.row, entry.place) > distance {
            let fault = PatternMistake::Distance(distance.into());
            return Err(self.refuted(entry, fault));
        }
        Ok(())
    }
}
