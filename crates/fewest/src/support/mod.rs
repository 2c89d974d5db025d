//! Ground floor: what every module may use, and nothing of puzzles.

pub mod budget;
pub(crate) mod clock;
pub(crate) mod invariant;
pub mod names;
pub mod number;
pub(crate) mod parallel;
pub mod place;
pub mod progress;
pub mod random;
pub(crate) mod sealed;
