//! The reason why the boards near the goal can't be listed or counted.

use thiserror::Error;

use crate::support::number::size;

/// The reason why layers were not computed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayersError {
    /// The layers need more memory than allowed.
    #[error(
        "{} of memory allows distances up to {farthest}{}",
        size(*.allowed),
        .needed.map(|needed| format!("; up to {asked}, all boards take about {}", size(needed))).unwrap_or_default()
    )]
    Memory {
        /// The distance requested.
        asked: usize,
        /// The greatest distance whose boards are known to fit.
        farthest: usize,
        /// The number of bytes allowed.
        allowed: u64,
        /// The number of bytes needed up to the requested distance, if known.
        needed: Option<u64>,
    },
}
