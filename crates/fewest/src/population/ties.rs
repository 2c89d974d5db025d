//! Counts the boards of a tabulated puzzle that have several goals at their distance.
//!
//! A goal is as near as the nearest if and only if it is so on a board that is one move nearer. So
//! a backward search from the boards that meet a goal finds the boards to which no goal is nearer,
//! if it keeps only boards whose distance equals its depth.

use crate::rank::bits::WORD;
use crate::space::Ranked;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{self, BuildError, Found, Visit};

/// Sets in memory: three for the search, the boards with one nearest goal, and with several.
const SETS: u64 = 5;

/// The number of boards with several goals at their distance, by distance. With several goals, it
/// needs five bits per board besides the table, and up to one more byte if memory allows.
///
/// # Errors
/// If that exceeds the memory allowed, or counting is cancelled.
pub(super) fn count<P: Ranked + Structured>(
    puzzle: &P,
    table: &Table,
    budget: Budget<'_>,
) -> Result<Vec<u64>, Unfinished<BuildError>> {
    let mut tying = vec![0; table.counts().len()];
    let goals = puzzle.structure().goals;
    if goals.len() < 2 {
        return Ok(tying);
    }
    let allowed = budget.memory.unwrap_or(u64::MAX);
    let room = build::room(table.len() as u64, SETS, puzzle.link_size(), allowed)?;
    let links = puzzle.links();
    budget.begin("counting ties", "goals", Some(goals.len() as u64));
    let starts = (0..table.len()).step_by(links.block.max(1));
    let mut blocks: Vec<TieBlock<'_>> = starts
        .map(|first| TieBlock::new(table, first, links.block))
        .collect();
    let mut symbols = Vec::new();
    for goal in &goals {
        let mut meets = |rank: &u64| {
            symbols.clear();
            puzzle.symbols(&puzzle.unrank(*rank), &mut symbols);
            is_met(goal, &symbols)
        };
        let solved = |visit: Visit<'_>| {
            let mut met = table.ranks_at(0, 0..table.len()).filter(&mut meets);
            let _ = met.try_for_each(visit);
        };
        let quiet = Budget {
            progress: None,
            ..budget
        };
        build::fill(blocks.iter_mut().collect(), solved, &links, room, quiet)?;
        budget.advance(1);
    }
    for block in blocks {
        let both = tying.iter_mut().zip(block.tying);
        both.for_each(|(sum, count)| *sum += count);
    }
    Ok(tying)
}

struct TieBlock<'t> {
    table: &'t Table,
    /// The first rank, and the number of ranks.
    first: usize,
    len: usize,
    /// Boards with a nearest goal among the goals searched so far, and boards with several.
    once: Box<[u64]>,
    several: Box<[u64]>,
    /// The number of boards with several nearest goals at each distance.
    tying: Vec<u64>,
}

impl<'t> TieBlock<'t> {
    /// The block of at most `max_boards` boards of a table, starting at this rank.
    fn new(table: &'t Table, first: usize, max_boards: usize) -> Self {
        let len = max_boards.min(table.len() - first);
        let none = vec![0; len.div_ceil(WORD)].into_boxed_slice();
        Self {
            table,
            first,
            len,
            once: none.clone(),
            several: none,
            tying: vec![0; table.counts().len()],
        }
    }
}

impl Found for &mut TieBlock<'_> {
    fn boards(&self) -> usize {
        self.len
    }

    #[inline]
    fn keep(&mut self, word: usize, found: u64, distance: u8) -> u64 {
        let first = (self.first + word * WORD) as u64;
        let (mut kept, mut left) = (found, found);
        while left != 0 {
            let rank = first + u64::from(left.trailing_zeros());
            let bit = left & left.wrapping_neg();
            if self.table.distance(rank) != Some(distance) {
                kept ^= bit;
            }
            left ^= bit;
        }
        let sets = (self.once.get_mut(word), self.several.get_mut(word));
        if let (Some(once), Some(several)) = sets {
            let new = *once & kept & !*several;
            *once |= kept;
            *several |= new;
            if let Some(tying) = self.tying.get_mut(usize::from(distance)) {
                *tying += u64::from(new.count_ones());
            }
        }
        kept
    }
}

fn is_met(goal: &[Option<u8>], symbols: &[u8]) -> bool {
    let mut cells = goal.iter().zip(symbols);
    cells.all(|(required, symbol)| required.is_none_or(|required| required == *symbol))
}
