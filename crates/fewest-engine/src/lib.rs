//! Kernels, tables, heuristics and searches: the part of the library
//! [`fewest`](https://docs.rs/fewest) that finds distances. Use that crate, which re-exports the
//! modules: this one is a detail of it, and changes with each of its versions.

pub mod heuristic;
pub mod kernel;
pub mod projection;
pub mod search;
pub mod table;

pub use fewest_base::{
    BoardSet, Budget, Move, Progress, Unfinished, group, pruning, rank, space, support, symmetry,
};
pub use fewest_model::{self as model, Model};
