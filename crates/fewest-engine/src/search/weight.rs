//! The weight of a heuristic: the allowed ratio of an answer's length to the shortest.

use serde::Serialize;
use thiserror::Error;

/// A rational number of at least 1: the allowed ratio of an answer's length to the fewest moves.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::search::Weight;
///
/// let weight = Weight::new(3, 2)?;
/// assert_eq!((weight.numerator(), weight.denominator()), (3, 2));
/// assert!(Weight::new(2, 3).is_err() && Weight::new(1, 0).is_err());
/// # Ok::<(), fewest::search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Weight {
    numerator: u32,
    denominator: u32,
}

/// The error for a weight that is not a number or is below 1.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a weight is at least 1, not {numerator}/{denominator}")]
pub struct WeightError {
    /// The rejected numerator.
    pub numerator: u32,
    /// The rejected denominator.
    pub denominator: u32,
}

impl Weight {
    /// 1: the fewest moves.
    pub const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };
    /// Only the heuristic decides; the bounds derived from it still hold.
    pub(super) const GREEDY: Self = Self {
        numerator: 1,
        denominator: 0,
    };

    /// Creates the weight `numerator / denominator`.
    ///
    /// # Errors
    /// If the denominator is 0 or the weight is below 1.
    pub const fn new(numerator: u32, denominator: u32) -> Result<Self, WeightError> {
        if denominator == 0 || numerator < denominator {
            return Err(WeightError {
                numerator,
                denominator,
            });
        }
        Ok(Self {
            numerator,
            denominator,
        })
    }

    /// The numerator.
    #[must_use]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator.
    #[must_use]
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// The estimate of the total length, times the denominator.
    #[inline]
    pub(super) const fn estimate(self, depth: u32, bound: u32) -> u64 {
        let way = self.denominator as u64 * depth as u64;
        way.saturating_add(self.numerator as u64 * bound as u64)
    }

    /// A lower bound on an answer's moves, if no board left to try has an estimate below this.
    pub(super) fn proves(self, estimate: u64) -> u32 {
        u32::try_from(estimate.div_ceil(self.numerator.into())).unwrap_or(u32::MAX)
    }
}
