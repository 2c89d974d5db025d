//! How much longer than the fewest moves an answer may be.

use serde::Serialize;
use thiserror::Error;

/// A rational of at least 1: an answer found under it has at most this many times the fewest moves.
///
/// ```
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

/// A weight that is no number, or below 1.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a weight is at least 1, not {numerator}/{denominator}")]
pub struct WeightError {
    /// What it would be divided.
    pub numerator: u32,
    /// By what.
    pub denominator: u32,
}

impl Weight {
    /// 1: the fewest moves.
    pub const ONE: Self = Self {
        numerator: 1,
        denominator: 1,
    };
    /// The heuristic alone decides; the bounds that it gives still hold.
    pub(super) const GREEDY: Self = Self {
        numerator: 1,
        denominator: 0,
    };

    /// `numerator / denominator`.
    ///
    /// # Errors
    /// If that is no number or below 1.
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

    /// What is multiplied.
    #[must_use]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// What it is divided by.
    #[must_use]
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// The estimate of the whole way, times the denominator.
    #[inline]
    pub(super) const fn estimate(self, depth: u32, bound: u32) -> u64 {
        let way = self.denominator as u64 * depth as u64;
        way.saturating_add(self.numerator as u64 * bound as u64)
    }

    /// The fewest moves of an answer if no board on the best way to one has a smaller estimate than
    /// this.
    pub(super) fn proves(self, estimate: u64) -> u32 {
        u32::try_from(estimate.div_ceil(self.numerator.into())).unwrap_or(u32::MAX)
    }
}
