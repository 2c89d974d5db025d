//! All boards of a puzzle, for workers that share them.

use std::ops::{ControlFlow, Range};

use crate::space::ranked::Links;
use crate::survey::Listing;

/// Visits ranks.
pub type EachRank<'e> = dyn FnMut(&mut dyn FnMut(u64)) + 'e;

/// All boards of a puzzle by rank, whatever kernel they are in: what [`Dealt`](super::Dealt) needs of
/// them. [`Puzzle::all_boards`](crate::Puzzle::all_boards) has them.
pub trait AllBoards: Send + Sync {
    /// The name of the puzzle.
    fn name(&self) -> &str;

    /// What distances and ranks depend on.
    fn identity(&self) -> String;

    /// How many boards have a number: at least as many as can be solved.
    fn boards(&self) -> u64;

    /// Whether every move can be taken back by a move.
    fn is_reversible(&self) -> bool;

    /// Returns true if every rank is that of a board that can be solved.
    fn all_can_be_solved(&self) -> bool;

    /// What moves do to ranks.
    fn links(&self) -> Links<'_>;

    /// Visits the solved boards among these ranks, perhaps some of them twice, until `visit` breaks
    /// off.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>);

    /// The symbols of the board with a rank.
    fn symbols(&self, rank: u64) -> Vec<u8>;

    /// The hardest of some boards at one distance, as a [survey](crate::Puzzle::survey) lists them:
    /// their ranks, and the sizes of their classes. `each` visits the ranks of all of them.
    fn hardest(&self, listing: Listing, each: &mut EachRank<'_>) -> Vec<(u64, u64)>;
}
