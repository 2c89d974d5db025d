//! The reasons why there is no table or sum of pattern databases.

use thiserror::Error;

use super::partition::PartitionError;
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
