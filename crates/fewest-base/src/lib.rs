//! Boards, moves, ranks, groups and symmetries: the lowest part of the library
//! [`fewest`](https://docs.rs/fewest), which re-exports the modules. Use that crate: this one is a
//! detail of it, and changes with each of its versions.

pub mod group;
pub mod pruning;
pub mod rank;
pub mod space;
pub mod support;
pub mod symmetry;

pub use space::Move;
pub use space::set::BoardSet;
pub use support::budget::Budget;
pub use support::progress::{Progress, Unfinished};
