//! Additive pattern databases of sliding tiles (R. E. Korf, A. Felner, "Disjoint pattern database
//! heuristics", 2002).
//!
//! The tiles are cut into groups ([`Partition`]). For each group a table ([`Pattern`]) has, for
//! every placement of its tiles, the fewest moves of these tiles alone that bring them home. Every
//! move carries one tile, so the sum over the groups is still a lower bound ([`Additive`]). Use them
//! for boards too large for a table, and too hard for [`LinearConflict`](super::LinearConflict): the
//! 15-puzzle's hardest and the 24-puzzle.

mod additive;
mod blocks;
mod build;
mod image;
mod index;
mod partition;
mod stored;
mod table;
mod text;
mod verify;

pub use additive::{Additive, AdditiveMemo};
pub use partition::{MAX_GROUPS, MAX_TILES, Partition, PartitionError};
pub use table::Pattern;
pub use text::PartitionTextError;
pub use verify::{proof_bytes, verify};

use thiserror::Error;

use crate::support::progress::part_of;
use crate::table::build::BuildError;

/// Why there is no such table or sum.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// The partition is for boards of another size or another cell of the goal's blank.
    #[error("the partition is for another size or goal")]
    OtherPuzzle,
    /// A table is that of other tiles.
    #[error("a table of other tiles than the group's")]
    OtherGroups,
    /// A table is not stored.
    #[error("a table is not stored")]
    NotStored,
    /// There are more groups than are carried along.
    #[error("more than {0} groups of tiles")]
    TooManyGroups(usize),
    /// The tiles are no partition, or no group of one.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table was not built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

part_of!(PartitionError => PatternError, BuildError => PatternError);
