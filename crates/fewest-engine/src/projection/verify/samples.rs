//! The proof of a large table: reads all of it, proves entries near the goal, and samples others.

use super::super::coordinates::States;
use super::super::table::{LINE, WORD};
use super::ball::PatternBall;
use super::shown::{PatternEntry, PatternNumbers, ShownPattern};
use super::{PATTERNS_PER_TASK, PatternMistake, Proof, Proving, Refuted, Samples, Unfinished};
use crate::pruning::{MovePruning, State};
use crate::space::{AnyMoves, Move};
use crate::support::parallel;
use crate::support::random::Random;

/// The number of entries to compare with their neighbours.
const COMPARED_ENTRIES: u64 = 100_000;
/// The most entries to search for, and the number to search for at a time.
const MAX_SEARCHED: u64 = 1024;
const BATCH: u64 = 32;
/// The approximate number of patterns that these searches generate, in total and each.
const WORK: u64 = 100_000_000;
const MAX_WORK: u64 = 20_000_000;
const ROWS: usize = 4;
/// The lower bits of a word's codes.
const LOW: u64 = 0x5555_5555_5555_5555;

impl Proving<'_> {
    /// Proves as much as takes about a minute.
    pub(super) fn samples(
        &self,
        pruning: &MovePruning,
        memory: u64,
    ) -> Result<(Proof, Samples), Unfinished<Refuted>> {
        self.read()?;
        let ball = self.ball(memory)?;
        let counts = self.check_ball(&ball)?;
        self.check_counts(&counts)?;
        let mut random = Random::new(11);
        let entries = self.shown.entries();
        let count = COMPARED_ENTRIES.min(entries);
        let compared: Vec<u64> = (0..count).map(|_| random.below(entries)).collect();
        self.budget
            .begin("comparing neighbours", "patterns", Some(count));
        let neighbours = parallel::map(compared.chunks(PATTERNS_PER_TASK / 4), |part| {
            self.compare(part)
        });
        neighbours.into_iter().collect::<Result<(), _>>()?;
        let samples = Samples {
            entries,
            compared: count,
            searched: self.search_all(&ball, pruning, &mut random)?,
        };
        let proof = Proof {
            boards: ball.patterns(),
            moves: ball.moves,
            counts,
            unsolvable: 0,
        };
        Ok((proof, samples))
    }

    /// Reads all codes. Checks that no line's least distance exceeds its entries', and that the
    /// counts of the last level and of those before it can be the table's.
    pub(super) fn read(&self) -> Result<(), Unfinished<Refuted>> {
        let rows: Vec<usize> = (0..self.shown.rows()).collect();
        self.budget.begin(
            "reading the projection",
            "patterns",
            Some(self.shown.entries()),
        );
        let read = |part: &[usize]| -> Result<[u64; 5], Unfinished<Refuted>> {
            let mut counts = [0; 5];
            for &row in part {
                self.budget.check()?;
                self.read_row(row, &mut counts)?;
                self.budget.advance(self.shown.row_length() as u64);
            }
            Ok(counts)
        };
        let mut all = [0; 5];
        for counts in parallel::map(rows.chunks(ROWS), read) {
            for (sum, count) in all.iter_mut().zip(counts?) {
                *sum += count;
            }
        }
        let [near, next, _, _, without] = all;
        let Some((&last, before)) = self.levels().split_last() else {
            return Ok(());
        };
        let up_to_base: u64 = before.iter().sum();
        for (distance, claimed, found) in [
            (before.len().saturating_sub(1), up_to_base, near),
            (before.len(), last, next),
        ] {
            // Entries without codes may be of any level.
            if !(found..=found + without).contains(&claimed) {
                return Err(Unfinished::Failed(Refuted::Count {
                    distance,
                    claimed,
                    found,
                }));
            }
        }
        Ok(())
    }

    /// Counts the codes of a row and, last, its entries without one; checks its lines.
    fn read_row(&self, row: usize, counts: &mut [u64; 5]) -> Result<(), Unfinished<Refuted>> {
        let length = self.shown.row_length();
        for first in (0..length).step_by(LINE) {
            let line_end = length.min(first + LINE);
            let coded_end = line_end.min(first + LINE - 2);
            counts[4] += (line_end - coded_end) as u64;
            let least = self.table.least(row, first);
            let mut nearest = 3;
            for place in (first..coded_end).step_by(WORD) {
                let codes = self.table.word(row, place);
                let count = coded_end - place;
                let mask = if count >= WORD {
                    LOW
                } else {
                    LOW >> (2 * (WORD - count))
                };
                let (low, high) = (codes & mask, codes >> 1 & mask);
                let sets = [mask & !(low | high), low & !high, high & !low, low & high];
                for (code, set) in (0u8..).zip(sets) {
                    counts[usize::from(code)] += u64::from(set.count_ones());
                    if set != 0 {
                        nearest = nearest.min(code);
                    }
                }
            }
            if least > self.table.base() + nearest {
                let entry = PatternEntry { row, place: first };
                let fault = PatternMistake::Line(self.table.base() + nearest);
                return Err(self.refuted(entry, fault));
            }
        }
        Ok(())
    }

    /// Compares entries, given by their numbers, with their neighbours.
    pub(super) fn compare(&self, entries: &[u64]) -> Result<(), Unfinished<Refuted>> {
        let shown = self.shown;
        let mut numbering = PatternNumbers::default();
        for &number in entries {
            self.budget.check()?;
            let entry = shown.entry(number);
            // One of the patterns that share the entry has its distance.
            let mut fault = None;
            for states in shown.states_of(entry) {
                fault = self.fault(entry, &states, &mut numbering);
                if fault.is_none() {
                    break;
                }
            }
            if let Some(fault) = fault {
                return Err(self.refuted(entry, fault));
            }
        }
        self.budget.advance(entries.len() as u64);
        Ok(())
    }

    /// The mistake of an entry that has the distance of the pattern with these states, if any.
    fn fault(
        &self,
        entry: PatternEntry,
        states: &States,
        numbering: &mut PatternNumbers,
    ) -> Option<PatternMistake> {
        let shown = self.shown;
        let pattern = shown.pattern(states);
        if shown.states(&pattern, numbering) != *states || shown.entry_of(states) != entry {
            return Some(PatternMistake::Number);
        }
        let code = self.table.code(entry.row, entry.place)?;
        let mut after = shown.solved().clone();
        let mut has_nearer = code == 0 || code == 3;
        for m in 0..shown.moves() {
            shown.apply(&pattern, m, &mut after);
            let next = shown.entry_of(&shown.states(&after, numbering));
            let Some(other) = self.table.code(next.row, next.place) else {
                has_nearer = true;
                continue;
            };
            // A neighbour may share the entry of a pattern that is much nearer.
            let is_too_near = code > other + 1 && !shown.shares_entries();
            if other > code + 1 || is_too_near {
                return Some(PatternMistake::Neighbour(self.bound(next).into()));
            }
            has_nearer |= other < code;
        }
        (!has_nearer).then_some(PatternMistake::NoNearer)
    }

    /// Searches for entries drawn at random. Returns the number of finished searches.
    fn search_all(
        &self,
        ball: &PatternBall,
        pruning: &MovePruning,
        random: &mut Random,
    ) -> Result<u64, Unfinished<Refuted>> {
        let mut searched = 0;
        let (mut drawn, mut work) = (0, 0);
        self.budget
            .begin("searching for patterns", "patterns", Some(WORK));
        while drawn < MAX_SEARCHED.min(self.shown.entries()) && work < WORK {
            let entries: Vec<PatternEntry> = (0..BATCH)
                .map(|_| self.shown.entry(random.below(self.shown.entries())))
                .collect();
            drawn += BATCH;
            for found in parallel::map(entries, |entry| self.search(entry, ball, pruning)) {
                let (is_finished, generated) = found?;
                searched += u64::from(is_finished);
                work += generated;
                self.budget.advance(generated);
            }
        }
        Ok(searched)
    }

    /// Checks an entry by a search for its distance. Returns true if the search was finished, and
    /// the number of patterns generated.
    pub(super) fn search(
        &self,
        entry: PatternEntry,
        ball: &PatternBall,
        pruning: &MovePruning,
    ) -> Result<(bool, u64), Unfinished<Refuted>> {
        let shown = self.shown;
        let mut search = SampleSearch {
            proving: self,
            ball,
            pruning,
            numbering: PatternNumbers::default(),
            patterns: Vec::new(),
            work: 0,
        };
        let farthest = self.table.base() + 3;
        let patterns = shown.states_of(entry);
        let known = patterns.filter_map(|states| ball.distance(shown.index(&states)));
        if let Some(distance) = known.min() {
            return self.check_distance(entry, distance).map(|()| (true, 0));
        }
        for moves in 1.. {
            let distance = ball.radius() + moves;
            if distance >= farthest {
                break;
            }
            match search.any_leads_to_ball(entry, moves)? {
                Some(true) => {
                    return self
                        .check_distance(entry, distance)
                        .map(|()| (true, search.work));
                }
                Some(false) => {}
                None => {
                    // The distance is at least this.
                    let code = self.table.code(entry.row, entry.place);
                    if code.is_some_and(|code| code < self.code_of(distance)) {
                        let fault = PatternMistake::AtLeast(distance.into());
                        return Err(self.refuted(entry, fault));
                    }
                    return Ok((false, search.work));
                }
            }
        }
        let code = self.table.code(entry.row, entry.place);
        if code.is_some_and(|code| code != 3) {
            let fault = PatternMistake::AtLeast(farthest.into());
            return Err(self.refuted(entry, fault));
        }
        Ok((true, search.work))
    }
}

struct SampleSearch<'w> {
    proving: &'w Proving<'w>,
    ball: &'w PatternBall,
    pruning: &'w MovePruning,
    numbering: PatternNumbers,
    /// The pattern at each depth.
    patterns: Vec<ShownPattern>,
    work: u64,
}

impl SampleSearch<'_> {
    /// Returns true if this many moves lead from a pattern that shares an entry into the ball; `None`
    /// if that is too much work.
    fn any_leads_to_ball(
        &mut self,
        entry: PatternEntry,
        moves: u8,
    ) -> Result<Option<bool>, Unfinished<Refuted>> {
        let shown = self.proving.shown;
        for states in shown.states_of(entry) {
            self.patterns.clear();
            self.patterns.push(shown.pattern(&states));
            match self.leads_to_ball(0, moves, self.pruning.start())? {
                Some(false) => {}
                end => return Ok(end),
            }
        }
        Ok(Some(false))
    }

    /// Returns true if `left` moves lead into the ball; `None` if that is too much work.
    fn leads_to_ball(
        &mut self,
        depth: usize,
        left: u8,
        state: State,
    ) -> Result<Option<bool>, Unfinished<Refuted>> {
        let shown = self.proving.shown;
        if self.patterns.len() == depth + 1 {
            self.patterns.push(shown.solved().clone());
        }
        let allowed = self.pruning.allowed::<AnyMoves>(state);
        for (m, number) in (0..=u8::MAX).zip(0..shown.moves()) {
            if !allowed.has(Move::new(m)) {
                continue;
            }
            let (above, below) = self.patterns.split_at_mut(depth + 1);
            shown.apply(&above[depth], number, &mut below[0]);
            self.work += 1;
            if left > 1 {
                let state = self.pruning.after(state, Move::new(m));
                match self.leads_to_ball(depth + 1, left - 1, state)? {
                    Some(false) => {}
                    end => return Ok(end),
                }
                continue;
            }
            let number = shown.index(&shown.states(&below[0], &mut self.numbering));
            if self.ball.distance(number).is_some() {
                return Ok(Some(true));
            }
        }
        if left == 1 {
            self.proving.budget.check()?;
        }
        Ok((self.work < MAX_WORK).then_some(false))
    }
}
