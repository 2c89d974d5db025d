//! Utilities for every module, independent of puzzles.

pub mod budget;
pub mod clock;
pub mod invariant;
pub mod names;
pub mod number;
pub mod optimisation;
pub mod parallel;
pub mod place;
pub mod prefetch;
pub mod progress;
pub mod random;
pub mod sealed;
pub mod system;
