//! The measured size, bound and build time of what guides searches.

use std::time::Duration;

use serde::Serialize;

/// Tables that guide searches, or a heuristic that beats small tables, built once to measure them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The bytes of all tables; 0 for a heuristic without tables.
    pub bytes: u64,
    /// The mean bound on random boards, in moves.
    pub mean_bound: f64,
    /// The time to build them.
    pub time: Duration,
}
