//! Options of counting level by level.

use std::path::PathBuf;
use std::sync::Arc;

use crate::space::set::BoardSet;
use crate::survey::Listing;

/// Options of counting level by level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelOptions {
    /// A folder for the levels; memory if `None`. A run resumes after the last level that an
    /// earlier run finished there.
    pub folder: Option<PathBuf>,
    /// The greatest distance to count, in moves; no limit if `None`.
    pub max_moves: Option<usize>,
    /// The greatest number of hardest boards to list. Only boards of kept levels can be listed.
    pub listed: usize,
    /// Lists every board, not only the least of each class of symmetric boards.
    pub every: bool,
    /// Keeps all levels, so that they can be [proved](crate::Puzzle::verify_levels).
    pub keeps_all: bool,
    /// The set whose boards are counted; all boards if `None`.
    pub from: Option<Arc<BoardSet>>,
}

impl LevelOptions {
    /// The boards to list.
    #[must_use]
    pub const fn listing(&self) -> Listing {
        Listing {
            limit: self.listed as u64,
            every: self.every,
        }
    }
}
