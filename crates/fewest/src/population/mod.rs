//! All boards of a puzzle by distance: counted, listed, and drawn at random. [`ByTable`] is for
//! puzzles with a table, `ReducedTable` for puzzles of pieces with a table whose entries symmetric
//! boards share, `ByView` and `BySymbols` for puzzles that are tabulated as their goals see them,
//! `Restricted` for the boards of a set, `Layers` for boards near the goal of any puzzle.

mod by_symbols;
mod by_view;
mod fibres;
mod growth;
mod layers;
mod partitions;
mod reduced;
mod restricted;
mod table;
#[cfg(test)]
mod tests;
mod ties;

use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) use by_symbols::{BySymbols, BySymbolsError};
pub(crate) use by_view::ByView;
pub(crate) use fibres::Fibres;
pub(crate) use layers::{Layers, LayersError};
pub(crate) use restricted::Restricted;
pub use table::ByTable;

use crate::space::StateSpace;
use crate::space::set::BoardSet;
pub use crate::support::random::Random;

/// The boards of a puzzle that can be solved, or those of them in a [set](Self::set), with the
/// distance of each.
pub trait Population: Send + Sync {
    /// The puzzle.
    type Puzzle: StateSpace;

    /// The puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// How many boards there are at each distance 0, 1, 2, ...
    fn counts(&self) -> &[u64];

    /// How many of them have several goals at that distance. All 0 where there is only one goal, or
    /// the goals are a set that was asked for; empty where that was not counted.
    fn tying(&self) -> Vec<u64> {
        vec![0; self.counts().len()]
    }

    /// The set whose boards these are, by their symbols; `None` for all boards that can be solved.
    fn set(&self) -> Option<&Arc<BoardSet>> {
        None
    }

    /// The distance of a board, which need not be in the set; `None` if nothing solves it.
    fn distance(&self, board: &<Self::Puzzle as StateSpace>::Board) -> Option<u8>;

    /// Visits every board at a distance, always in the same order, until `visit` breaks off.
    fn each_at(
        &self,
        distance: u8,
        visit: &mut dyn FnMut(<Self::Puzzle as StateSpace>::Board) -> ControlFlow<()>,
    );

    /// The board at a place among those at a distance; `None` past the last.
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

    /// One of the boards at a distance, each of them equally likely; `None` if there is none.
    fn draw(
        &self,
        distance: u8,
        random: &mut Random,
    ) -> Option<<Self::Puzzle as StateSpace>::Board> {
        let count = *self.counts().get(usize::from(distance))?;
        self.nth(distance, random.below(count))
    }

    /// A board with as many shortest answers, the same for all boards that differ only in what no
    /// goal and no move looks at.
    fn alike(
        &self,
        board: &<Self::Puzzle as StateSpace>::Board,
    ) -> <Self::Puzzle as StateSpace>::Board {
        *board
    }

    /// Whether [`alike`](Self::alike) is the same for most boards that symmetries carry into each
    /// other, too.
    fn is_reduced(&self) -> bool {
        false
    }
}
