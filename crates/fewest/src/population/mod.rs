//! All boards of a puzzle by distance: counted, listed and drawn at random. [`ByTable`] is for
//! puzzles with a table, `ReducedTable` for puzzles of pieces whose table shares entries among
//! symmetric boards, `ByView` and `BySymbols` for puzzles tabulated as their goals see them,
//! `Restricted` for the boards of a set, and `Layers` for boards near the goal of any puzzle, which
//! `NearCounts` counts without keeping them, and beyond which `Beyond` draws boards.

mod beyond;
mod by_symbols;
mod by_view;
mod error;
mod fibres;
mod growth;
mod layers;
mod outwards;
mod packing;
mod partitions;
mod reduced;
mod restricted;
mod sorted;
mod table;
#[cfg(test)]
mod tests;
mod ties;

use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use beyond::{Beyond, TooFar};
pub(crate) use by_symbols::{BySymbols, BySymbolsError};
pub(crate) use by_view::ByView;
pub(crate) use fibres::Fibres;
pub(crate) use layers::{CountedBoards, Layers, NearCounts};
pub(crate) use outwards::{BothWays, Ground};
pub(crate) use restricted::Restricted;
pub use table::ByTable;

use crate::space::StateSpace;
use crate::space::set::BoardSet;
pub use crate::support::random::Random;

/// The distances of boards by their ranks.
///
/// ```
/// # use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
/// use fewest::population::{ByTable, Population};
/// use fewest::table::build::build;
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let population = ByTable::new(puzzle, table);
/// let ranked = population.ranked().expect("it has a table");
/// let hardest = population.nth(21, 0).and_then(|board| population.rank(&board));
/// let mut nearer = Vec::new();
/// ranked.nearer(hardest.expect("a rank"), 20, &mut |rank| nearer.push(rank));
/// // Both moves of the hardest board begin a shortest answer.
/// assert_eq!((ranked.ranks(), nearer.len()), (360, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RankedDistances: Sync {
    /// The number of ranks.
    fn ranks(&self) -> u64;

    /// Visits the ranks at distance `nearer` to which one move leads, once per move.
    fn nearer(&self, rank: u64, nearer: u8, visit: &mut dyn FnMut(u64));
}

/// The solvable boards of a puzzle, or of a [set](Self::set), and their distances.
pub trait Population: Send + Sync {
    /// The puzzle.
    type Puzzle: StateSpace;

    /// The puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// The number of boards at each distance 0, 1, 2, ...
    fn counts(&self) -> &[u64];

    /// The number of them that have several goals at that distance. All 0 if there is one goal, or
    /// the goals are a set from the request; empty if ties were not counted.
    fn tying(&self) -> Vec<u64> {
        vec![0; self.counts().len()]
    }

    /// The set of these boards, by their symbols; `None` for all solvable boards.
    fn set(&self) -> Option<&Arc<BoardSet>> {
        None
    }

    /// The distance of a board, even if it is not in the set; `None` if it is unsolvable.
    fn distance(&self, board: &<Self::Puzzle as StateSpace>::Board) -> Option<u8>;

    /// Visits every board at a distance in a fixed order, until `visit` breaks off.
    fn each_at(
        &self,
        distance: u8,
        visit: &mut dyn FnMut(<Self::Puzzle as StateSpace>::Board) -> ControlFlow<()>,
    );

    /// The board at a place among the boards at a distance; `None` past the last.
    fn nth(&self, distance: u8, mut place: u64) -> Option<<Self::Puzzle as StateSpace>::Board> {
        let mut found = None;
        self.each_at(distance, &mut |board| {
            if place == 0 {
                found = Some(board);
                return ControlFlow::Break(());
            }
            place -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Draws one of the boards at a distance, all equally likely; `None` if there is none.
    fn draw(
        &self,
        distance: u8,
        random: &mut Random,
    ) -> Option<<Self::Puzzle as StateSpace>::Board> {
        let count = *self.counts().get(usize::from(distance))?;
        self.nth(distance, random.below(count))
    }

    /// A board with as many shortest answers, equal for boards that differ only in ways irrelevant
    /// to goals and moves.
    fn representative(
        &self,
        board: &<Self::Puzzle as StateSpace>::Board,
    ) -> <Self::Puzzle as StateSpace>::Board {
        *board
    }

    /// The distances by rank, if a table has them, for walks that need no boards.
    fn ranked(&self) -> Option<&dyn RankedDistances> {
        None
    }

    /// The board's rank in [`ranked`](Self::ranked); `None` without ranks.
    fn rank(&self, _board: &<Self::Puzzle as StateSpace>::Board) -> Option<u64> {
        None
    }

    /// Returns true if most symmetric boards also have the same
    /// [representative](Self::representative).
    fn is_reduced(&self) -> bool {
        false
    }
}
