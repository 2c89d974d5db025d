//! All boards of a puzzle by distance: counted, listed and drawn at random. [`ByTable`] is for
//! puzzles with a table, `ReducedTable` for puzzles of pieces whose table shares entries among
//! symmetric boards, `ByView` and `BySymbols` for puzzles tabulated as their goals see them,
//! `Restricted` for the boards of a set, and `Layers` for boards near the goal of any puzzle, which
//! `NearCounts` counts without keeping them.

mod by_symbols;
mod by_view;
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

pub(crate) use by_symbols::{BySymbols, BySymbolsError};
pub(crate) use by_view::ByView;
pub(crate) use fibres::Fibres;
pub(crate) use layers::{Choice, Layers, LayersError, NearCounts};
pub(crate) use outwards::{Backwards, Ground};
pub(crate) use restricted::Restricted;
pub use table::ByTable;

use crate::space::StateSpace;
use crate::space::set::BoardSet;
pub use crate::support::random::Random;

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

    /// Returns true if [`alike`](Self::alike) is also equal for most symmetric boards.
    fn is_reduced(&self) -> bool {
        false
    }
}
