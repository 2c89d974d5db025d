//! Permutation groups: the effects of a puzzle's moves.
//!
//! If no move depends on a blank, the moves of a puzzle are permutations of its cells, and generate
//! a group. Its `Chain` of stabilisers gives the order without enumeration, recognises members, and
//! numbers all elements, and so the boards of the puzzle, without gaps. `orbits` show which cells
//! share their pieces. With identical pieces, boards are `Colours` of the cells. `Reach` counts the
//! boards that moves make of one, with a blank or without. `BackwardReach` counts the boards from
//! which moves lead to given ones, even if moves have no inverses. `RealBoards` are the boards that
//! moves make of the home board. The report of a puzzle uses them to find which boards can be solved, and how many,
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

pub use backward::{BackwardReach, PlacedBoard};
pub use chain::{Chain, ChainError};
pub use colours::{Colours, TooLong};
pub use max_elements::max_elements;
pub use numbering::{GroupNumbering, NumberingError};
pub use orbits::{moved_orbits, orbits};
pub use permutation::{Permutation, is_odd};
pub use pieces::{OrbitPieces, find_pieces};
pub use reach::{GroupMoves, Reach, ReachError};
pub use real::RealBoards;
