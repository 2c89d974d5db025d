//! State spaces: what a puzzle is to every table and every search.
//!
//! A [`StateSpace`] has boards, moves between them and solved boards; a [`Ranked`] one also numbers
//! its boards without gaps, so that a table of distances is a flat array. A
//! [`Structure`](structure::Structure) takes a puzzle apart into cells, pieces and turns, for code
//! that must look inside.

pub(crate) mod fingerprint;
mod moves;
pub(crate) mod ranked;
pub mod set;
mod states;
pub mod structure;

pub use moves::{Move, MoveSet};
pub use ranked::Ranked;
pub(crate) use ranked::each_of;
pub use states::{Goals, StateSpace};
