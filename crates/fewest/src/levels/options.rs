//! How boards are counted by levels.

use std::path::PathBuf;
use std::sync::Arc;

use crate::space::set::BoardSet;
use crate::survey::Listing;

/// How boards are counted by levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelOptions {
    /// Where levels are kept, instead of in memory. A run goes on from the last level that an
    /// earlier one has finished there.
    pub folder: Option<PathBuf>,
    /// The greatest distance that is counted, in moves, if that is limited.
    pub most: Option<usize>,
    /// How many of the hardest boards are listed, at most: as many as the levels that are kept
    /// have.
    pub listed: usize,
    /// Whether every board is listed, instead of the least of each class of symmetric ones.
    pub every: bool,
    /// Whether all levels are kept, so that they can be [proved](super::verify()).
    pub keeps_all: bool,
    /// The set whose boards are counted; all if none.
    pub from: Option<Arc<BoardSet>>,
}

impl LevelOptions {
    /// What is listed.
    #[must_use]
    pub const fn listing(&self) -> Listing {
        Listing {
            most: self.listed as u64,
            every: self.every,
        }
    }
}
