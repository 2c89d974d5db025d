//! The boards of a search, and the cores that it uses.

use serde::{Deserialize, Serialize};

/// The cores that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cores {
    /// The core of the calling thread.
    One,
    /// All threads of the calling pool; one thread without the feature `rayon`.
    All,
}

/// The boards of a part of an iteration, and the least excess of the boards put off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Boards expanded.
    pub expanded: u64,
    /// Boards generated.
    pub generated: u64,
    /// The smallest excess of a bound over the moves left, of boards put off; `1 << 31` or more
    /// without any.
    pub excess: u32,
}

impl Tally {
    pub(crate) const NOTHING: Self = Self {
        expanded: 0,
        generated: 0,
        excess: u32::MAX,
    };

    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            excess: self.excess.min(other.excess),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        *self = self.plus(other);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Clear,
    Answer,
    Stopped,
}
