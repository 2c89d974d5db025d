//! The boards of a population that are in a set.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Population, RankedDistances};
use crate::space::StateSpace;
use crate::space::set::BoardSet;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::build::BuildError;

/// Boards between two checks of the cancel flag.
const BOARDS_PER_CHECK: u64 = 1 << 12;
/// The set's boards are looked up one by one if the population is this many times as large.
const BOARDS_PER_LOOKUP: u64 = 4;

/// The counted boards of a population that are in a set. All others keep their distances, because
/// shortest answers lead through them.
pub struct Restricted<P> {
    all: P,
    set: Arc<BoardSet>,
    /// True if the set is small enough to look up its boards one by one.
    are_few: bool,
    counts: Vec<u64>,
}

impl<P: Population<Puzzle: Structured>> Restricted<P> {
    /// Restricts a population to a set.
    ///
    /// # Errors
    /// If counting is stopped.
    pub(crate) fn new(
        all: P,
        set: Arc<BoardSet>,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let total: u64 = all.counts().iter().sum();
        let set_boards = set.count(&all.puzzle().structure());
        let mut restricted = Self {
            are_few: set_boards
                .is_some_and(|boards| boards.saturating_mul(BOARDS_PER_LOOKUP) <= total),
            counts: vec![0; all.counts().len()],
            all,
            set,
        };
        if let Some(progress) = budget.progress {
            let boards = set_boards.filter(|_| restricted.are_few).unwrap_or(total);
            progress.begin("counting the boards of the set", "boards", Some(boards));
        }
        let mut counts = restricted.counts.clone();
        let mut seen = 0;
        restricted.each(None, &mut |distance, board| {
            seen += 1;
            if seen % BOARDS_PER_CHECK == 0 {
                if let Some(progress) = budget.progress {
                    progress.add(BOARDS_PER_CHECK);
                }
                budget.flow()?;
            }
            if let (Some(_), Some(count)) = (board, counts.get_mut(usize::from(distance))) {
                *count += 1;
            }
            ControlFlow::Continue(())
        });
        budget.check::<BuildError>()?;
        let farthest = counts.iter().rposition(|&count| count > 0);
        counts.truncate(farthest.unwrap_or(0) + 1);
        restricted.counts = counts;
        Ok(restricted)
    }

    /// Visits the boards of the set, at one distance or at all. If the whole population is visited
    /// for that, the other boards are `None`.
    fn each(
        &self,
        at_distance: Option<u8>,
        visit: &mut dyn FnMut(u8, Option<<P::Puzzle as StateSpace>::Board>) -> ControlFlow<()>,
    ) {
        let puzzle = self.all.puzzle();
        if self.are_few {
            // The visitor knows whether it broke off.
            let _ = self.set.each(&puzzle.structure(), &mut |symbols| {
                let board = puzzle.board(symbols);
                let distance = board.and_then(|board| self.all.distance(&board));
                match distance {
                    Some(distance) if at_distance.is_none_or(|at| at == distance) => {
                        visit(distance, board)
                    }
                    _ => ControlFlow::Continue(()),
                }
            });
            return;
        }
        let mut symbols = Vec::new();
        for distance in (0..=u8::MAX).take(self.counts.len()) {
            if at_distance.is_some_and(|at| at != distance) {
                continue;
            }
            let mut is_over = false;
            self.all.each_at(distance, &mut |board| {
                symbols.clear();
                puzzle.symbols(&board, &mut symbols);
                let flow = visit(distance, self.set.contains(&symbols).then_some(board));
                is_over = flow.is_break();
                flow
            });
            if is_over {
                return;
            }
        }
    }
}

impl<P: Population<Puzzle: Structured>> Population for Restricted<P> {
    type Puzzle = P::Puzzle;

    fn puzzle(&self) -> &P::Puzzle {
        self.all.puzzle()
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn tying(&self) -> Vec<u64> {
        Vec::new()
    }

    fn set(&self) -> Option<&Arc<BoardSet>> {
        Some(&self.set)
    }

    fn distance(&self, board: &<P::Puzzle as StateSpace>::Board) -> Option<u8> {
        self.all.distance(board)
    }

    fn each_at(
        &self,
        distance: u8,
        visit: &mut dyn FnMut(<P::Puzzle as StateSpace>::Board) -> ControlFlow<()>,
    ) {
        self.each(Some(distance), &mut |_, board| match board {
            Some(board) => visit(board),
            None => ControlFlow::Continue(()),
        });
    }

    fn ranked(&self) -> Option<&dyn RankedDistances> {
        self.all.ranked()
    }

    fn rank(&self, board: &<P::Puzzle as StateSpace>::Board) -> Option<u64> {
        self.all.rank(board)
    }
}
