//! Permutation groups: the effects of a puzzle's moves.
//!
//! If no move depends on a blank, the moves of a puzzle are permutations of its cells, and generate
//! a group. Its `Chain` of stabilisers gives the order without enumeration, recognises members, and
//! numbers all elements, and so the boards of the puzzle, without gaps. `orbits` show which cells
//! share their pieces. With identical pieces, boards are `Colours` of the cells. `Reach` counts the
//! boards that moves make of one, with a blank or without. `BackwardReach` counts the boards from
//! which moves lead to given ones, even if moves have no inverses. `RealBoards` are the boards that
//! moves make of the home board. A [report](crate::solver::report) uses them to find which boards can be solved, and how many,
//! without a search or a table.
//!
//! # References
//! * C. C. Sims, "Computational methods in the study of permutation groups", 1970.
//! * Á. Seress, "Permutation Group Algorithms", 2003.

mod backward;
mod chain;
mod coloured_pieces;
mod colours;
mod draw;
mod elements;
mod max_elements;
mod numbering;
mod orbits;
mod permutation;
mod pieces;
mod reach;
mod real;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use backward::{BackwardReach, PlacedBoard};
pub(crate) use chain::Chain;
pub use chain::ChainError;
pub(crate) use colours::Colours;
pub use colours::TooLong;
pub(crate) use numbering::{GroupNumbering, NumberingError};
pub(crate) use orbits::{moved_orbits, orbits};
pub(crate) use permutation::{Permutation, is_odd};
pub(crate) use pieces::{OrbitPieces, find_pieces};
pub(crate) use reach::GroupMoves;
pub use reach::ReachError;
pub(crate) use real::RealBoards;
