//! Additive pattern databases of sliding tiles (R. E. Korf, A. Felner, "Disjoint pattern database
//! heuristics", 2002).
//!
//! The tiles are divided into groups ([`Partition`]). A group's table ([`Pattern`]) has the fewest
//! moves of its tiles that bring them home, for every placement. A move carries one tile, so the
//! sum over the groups is a lower bound ([`Additive`]). It suits boards too large for a table and
//! too hard for [`LinearConflict`](super::LinearConflict): hard 15-puzzles and the 24-puzzle.

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

use crate::table::build::BuildError;

/// The reason why there is no table or sum.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// The partition is for another board size or goal's blank.
    #[error("the partition is for another size or goal")]
    OtherPuzzle,
    /// A table is for other tiles.
    #[error("the table is for other tiles than the group's")]
    OtherGroups,
    /// A table is not stored.
    #[error("a table is not stored")]
    NotStored,
    /// There are too many groups.
    #[error("more than {0} groups of tiles")]
    TooManyGroups(usize),
    /// The groups are not a partition.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// A table was not built.
    #[error(transparent)]
    Build(#[from] BuildError),
}
