//! State spaces: puzzles as tables and searches see them.
//!
//! A [`StateSpace`] has boards, moves and solved boards; a [`Ranked`] one numbers its boards
//! without gaps, so that a table of distances is a flat array. A
//! [`Structure`](structure::Structure) lists a puzzle's cells, pieces and turns.

pub mod fingerprint;
mod moves;
pub mod ranked;
pub mod set;
mod states;
pub mod structure;

pub use moves::{AnyMoves, Move, MoveSet, Moves};
pub use ranked::Ranked;
pub use ranked::each_of;
pub use states::{Goals, StateSpace};
