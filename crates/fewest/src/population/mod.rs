//! All boards of a puzzle by distance: counted, listed, and drawn at random. [`ByTable`] is for
//! puzzles with a table, [`ByPieces`] where symmetric boards share its entries, [`ByView`] and
//! [`BySymbols`] for those that are tabulated as their goals see them, [`Layers`] for boards near
//! the goal of any puzzle.

mod by_pieces;
mod by_symbols;
mod by_view;
mod fibres;
mod growth;
mod layers;
pub mod partitions;
mod relabelled;
mod table;
mod ties;

use std::ops::ControlFlow;

pub use by_pieces::ByPieces;
pub use by_symbols::{BySymbols, BySymbolsError};
pub use by_view::ByView;
pub use fibres::Fibres;
pub use layers::{Layers, LayersError};
pub use relabelled::Relabelled;
pub use table::ByTable;

use crate::puzzle::Puzzle;
pub use crate::random::Random;

/// The boards of a puzzle that can be solved, with the distance of each. It may work on boards by
/// other names than the user's: see [`shown`](Self::shown).
pub trait Population: Send + Sync {
    /// The puzzle.
    type Puzzle: Puzzle;

    /// The puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// How many boards there are at each distance 0, 1, 2, ...
    fn counts(&self) -> &[u64];

    /// How many of them have several goals at that distance. All 0 where there is only one goal.
    fn tying(&self) -> &[u64];

    /// The distance of a board; `None` if nothing solves it.
    fn distance(&self, board: &<Self::Puzzle as Puzzle>::Board) -> Option<u8>;

    /// Visits every board at a distance, always in the same order, until `visit` breaks off.
    fn each_at(
        &self,
        distance: u8,
        visit: &mut dyn FnMut(<Self::Puzzle as Puzzle>::Board) -> ControlFlow<()>,
    );

    /// One of the boards at a distance, each of them equally likely; `None` if there is none.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<<Self::Puzzle as Puzzle>::Board>;

    /// A board with as many shortest answers, the same for all boards that differ only in what no
    /// goal and no move looks at.
    fn alike(&self, board: &<Self::Puzzle as Puzzle>::Board) -> <Self::Puzzle as Puzzle>::Board {
        *board
    }

    /// Whether [`alike`](Self::alike) is the same for most boards that symmetries carry into each
    /// other, too.
    fn is_reduced(&self) -> bool {
        false
    }

    /// The board by the user's names.
    fn shown(&self, board: &<Self::Puzzle as Puzzle>::Board) -> <Self::Puzzle as Puzzle>::Board {
        *board
    }
}
