//! The boards of a puzzle, for workers that share them.

use std::ops::{ControlFlow, Range};

use crate::space::ranked::{LinkSize, Links};
use crate::survey::Listing;

/// A function that calls another one with every rank.
pub type EachRank<'e> = dyn FnMut(&mut dyn FnMut(u64)) + 'e;

/// All boards of a puzzle by rank, as [`Dealt`](super::Dealt) needs them, independent of the
/// kernel. [`Puzzle::all_boards`](crate::Puzzle::all_boards) returns them.
pub trait AllBoards: Send + Sync {
    /// The name of the puzzle.
    fn name(&self) -> &str;

    /// A text that is equal for two puzzles only if their distances and ranks are.
    fn identity(&self) -> String;

    /// The number of ranks: at least the number of solvable boards.
    fn boards(&self) -> u64;

    /// Returns true if every move can be undone by a move.
    fn is_reversible(&self) -> bool;

    /// Returns true if every rank belongs to a solvable board.
    fn all_can_be_solved(&self) -> bool;

    /// The size of the links.
    fn link_size(&self) -> LinkSize;

    /// The effect of the moves on ranks.
    fn links(&self) -> Links<'_>;

    /// Visits the solved boards among these ranks, some perhaps twice, until `visit` breaks off.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>);

    /// The symbols of the board with this rank.
    fn symbols(&self, rank: u64) -> Vec<u8>;

    /// The hardest of some boards at one distance, as a [survey](crate::Puzzle::survey) lists them:
    /// their ranks and the sizes of their classes. `each` visits the ranks of all these boards.
    fn hardest(&self, listing: Listing, each: &mut EachRank<'_>) -> Vec<(u64, u64)>;
}
