//! Tables of lower bounds, verified entry by entry.
//!
//! A table is 0 on its targets, and a move lowers it by at most the move's cost. So no entry is
//! more than the distance to the targets, whatever made the table.

use std::ops::Range;

use crate::digit::{Digit, ILLEGAL, Path};
use crate::parse::{Orbit, Table};
use crate::pieces::Pieces;
use crate::puzzle::{Puzzle, Row};
use crate::{Failure, Read, Result, counted, ensure, grouped};

/// The entry of boards from which no moves lead to the targets.
pub(crate) const NEVER: u8 = u8::MAX;
/// The number of entries that are verified at once.
const CHUNK: usize = 1 << 14;
/// The most words of 8 bytes that a solved board of a table takes while these are listed.
const TARGET: usize = 6;

/// The memory that is left.
pub(crate) struct Left {
    /// The entries of all tables, of one byte each.
    pub entries: u64,
    /// Words of 8 bytes, for everything else but the text.
    pub words: usize,
}

pub(crate) struct Entries<'c> {
    puzzle: &'c Puzzle,
    pub table: &'c Table,
    pub pieces: Vec<Pieces<'c>>,
    /// The digits of an entry's number, two for each orbit, the first most significant.
    digits: Vec<Digit>,
    pub data: Vec<u8>,
    /// True if the entries are the distances.
    is_exact: bool,
}

impl<'c> Entries<'c> {
    /// Reads and verifies a table. Its memory is taken from what is left.
    pub(crate) fn of(
        puzzle: &'c Puzzle,
        table: &'c Table,
        orbits: &'c [Orbit],
        left: &mut Left,
        read: &mut Read<'_>,
    ) -> Result<Self> {
        let (mut pieces, mut digits) = (vec![], vec![]);
        for orbit in &table.orbits {
            let these = Pieces::of(table, &orbits[*orbit])?;
            for mut digit in these.digits(puzzle, table.charge.as_ref())? {
                digit.keep(&mut left.words)?;
                digits.push(digit);
            }
            pieces.push(these);
        }
        let sizes = digits.iter().map(|digit| digit.size);
        let size = sizes.fold(1, usize::saturating_mul);
        ensure(size as u64 <= left.entries, || "the tables are too large")?;
        left.entries -= size as u64;
        let data = read(&table.file, size as u64).map_err(Failure::Unread)?;
        if data.len() != size {
            let size = counted(size as u128, "byte");
            let problem = format!("{}: expected {size}", table.file);
            return Err(Failure::Unread(problem));
        }
        let mut entries = Self {
            puzzle,
            table,
            pieces,
            digits,
            data,
            is_exact: false,
        };
        entries.is_exact = entries.verify(left.words / TARGET)?;
        Ok(entries)
    }

    /// The digits of a board's number; `None` if it has no entry.
    pub(crate) fn numbers(&self, board: &[usize]) -> Option<Vec<usize>> {
        let rows = self.pieces.iter().map(|pieces| pieces.rows(board));
        let rows = rows.collect::<Option<Vec<[Row; 2]>>>()?.concat();
        let digits = self.digits.iter().zip(&rows);
        digits.map(|(digit, row)| digit.rank(row)).collect()
    }

    /// The place of the entry with these digits.
    pub(crate) fn place(&self, numbers: impl Iterator<Item = usize>) -> usize {
        let digits = self.digits.iter().zip(numbers);
        digits.fold(0, |all, (digit, number)| all * digit.size + number)
    }

    /// The lower bound of a board; `None` if it has no entry.
    pub(crate) fn value(&self, board: &[usize]) -> Option<u8> {
        Some(self.data[self.place(self.numbers(board)?.into_iter())])
    }

    /// The digits after a legal move.
    pub(crate) fn after(&self, turn: usize, numbers: &[usize]) -> impl Iterator<Item = usize> {
        let digits = self.digits.iter().zip(numbers);
        digits.map(move |(digit, number)| digit.after(turn, *number))
    }

    /// Verifies every entry. Returns true if they are the distances.
    fn verify(&self, max_targets: usize) -> Result<bool> {
        let problem = |number, what| {
            format!(
                "{}: entry {} {what}",
                self.table.file,
                grouped(number as u128)
            )
        };
        let targets = self.targets(max_targets)?;
        for target in &targets {
            ensure(self.data[*target] == 0, || problem(*target, "is a target"))?;
        }
        let zeros: usize = self.data.iter().map(|entry| usize::from(*entry == 0)).sum();
        let turns = self.puzzle.turns.len();
        let sees_need = |turn: usize| self.digits.iter().any(|digit| digit.sees_need(turn));
        let is_seen = |turn: usize| {
            let turn_of = &self.puzzle.turns[turn];
            turn_of.is_free() || turn_of.needs.is_empty() && sees_need(turn)
        };
        let mut is_exact = zeros == targets.len() && self.table.charge.is_none();
        is_exact &= (0..turns).all(is_seen);
        // The last digit that counts is the inner loop. The number of those after it is 0.
        let inner = self.digits.iter().rposition(|digit| digit.size > 1);
        let inner = inner.unwrap_or(0);
        let size = self.digits[inner].size;
        for start in 0..self.data.len() / size {
            let mut rest = start;
            let mut numbers = vec![0; self.digits.len()];
            for (number, digit) in numbers.iter_mut().zip(&self.digits[..inner]).rev() {
                *number = rest % digit.size;
                rest /= digit.size;
            }
            let moves = (0..turns)
                .map(|turn| self.links_without(inner, turn, &numbers))
                .collect::<Result<Vec<_>>>()?;
            for first in (0..size).step_by(CHUNK) {
                let end = size.min(first + CHUNK);
                let here = start * size + first..start * size + end;
                let least = self.least_after(inner, first..end, &moves)?;
                for (number, least) in here.zip(least) {
                    let entry = self.data[number];
                    let fits = entry <= least && entry != NEVER - 1;
                    ensure(fits, || problem(number, "is too large"))?;
                    is_exact &= entry == least || entry == 0 || entry == NEVER;
                }
            }
        }
        Ok(is_exact)
    }

    /// The number after a move, and 1 if the move counts, from all digits but one; `None` if it is not
    /// legal.
    fn links_without(
        &self,
        inner: usize,
        turn: usize,
        numbers: &[usize],
    ) -> Result<Option<(usize, u8)>> {
        let (mut after, mut counts) = (0, 0);
        for (place, (digit, number)) in self.digits.iter().zip(numbers).enumerate() {
            after *= digit.size;
            if place != inner {
                let link = digit.link(turn, *number)?;
                if link == ILLEGAL {
                    return Ok(None);
                }
                after += (link >> 1) as usize;
                counts |= u8::from(link & 1 > 0);
            }
        }
        Ok(Some((after, counts)))
    }

    /// For each entry: the least entry after a move, plus 1 if the move counts; 255 if none is less.
    fn least_after(
        &self,
        inner: usize,
        rows: Range<usize>,
        moves: &[Option<(usize, u8)>],
    ) -> Result<Vec<u8>> {
        let digit = &self.digits[inner];
        let mut least = vec![NEVER; rows.len()];
        let entry = |(after, counts): (usize, u8), link: u32| {
            let entry = self.data[after + (link >> 1) as usize];
            entry.saturating_add(counts | u8::from(link & 1 > 0))
        };
        if digit.links.is_empty() {
            let mut path = Path::default();
            for (row, least) in rows.zip(&mut least) {
                digit.each_link(row, &mut path, |turn, link| {
                    if let Some(outer) = moves[turn] {
                        *least = (*least).min(entry(outer, link));
                    }
                })?;
            }
            return Ok(least);
        }
        for (turn, outer) in moves.iter().enumerate() {
            let Some(outer) = *outer else {
                continue;
            };
            let links = &digit.links[turn * digit.size..][rows.clone()];
            for (least, link) in least.iter_mut().zip(links) {
                if *link != ILLEGAL {
                    *least = (*least).min(entry(outer, *link));
                }
            }
        }
        Ok(least)
    }

    /// The numbers of the boards that meet a goal.
    fn targets(&self, max_targets: usize) -> Result<Vec<usize>> {
        let mut all = vec![];
        for goal in &self.table.goals {
            let mut found = vec![0];
            for (pieces, digits) in self.pieces.iter().zip(self.digits.chunks(2)) {
                let size = digits[0].size * digits[1].size;
                let contents = pieces.targets(&self.puzzle.goals[*goal], digits, max_targets);
                let targets = all.len() + found.len().saturating_mul(contents.len());
                ensure(targets < max_targets, || "a table has too many targets")?;
                let pairs = found
                    .iter()
                    .flat_map(|number| contents.iter().map(move |n| (number, n)));
                found = pairs.map(|(number, next)| number * size + next).collect();
            }
            all.extend(found);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The number of the puzzle's boards at each distance.
    pub(crate) fn counts(&self, orbits: &[Orbit]) -> Result<Vec<u128>> {
        let (puzzle, table) = (self.puzzle, self.table);
        let orbits: Vec<&Orbit> = table.orbits.iter().map(|orbit| &orbits[*orbit]).collect();
        let cells = orbits
            .iter()
            .flat_map(|orbit| orbit.places.iter().flatten());
        let sees_all =
            cells.count() == puzzle.cells() && self.pieces.iter().all(Pieces::are_different);
        // If only some arrangements have entries, all solved boards must be among them.
        let has_all = orbits.len() == 1 && orbits[0].places[0].len() == 1;
        let has_entry = |goal: &usize| {
            let goal = &puzzle.goals[*goal];
            let is_whole = goal.iter().all(|set| set.len() == 1);
            is_whole && self.value(&goal.concat()).is_some()
        };
        let has_goals = has_all || table.goals.iter().all(has_entry);
        let is_exact = self.is_exact && sees_all && has_goals;
        ensure(is_exact, || "the table does not have all distances")?;
        let mut counts = vec![0; usize::from(NEVER)];
        for entry in self.data.iter().filter(|entry| **entry != NEVER) {
            counts[usize::from(*entry)] += 1;
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        Ok(counts)
    }
}
