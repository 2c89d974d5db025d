//! The reason why a survey ends early, and the check for it.

use thiserror::Error;

use crate::support::budget::Budget;
use crate::support::number::size;

/// The reason why a survey ended early.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurveyError {
    /// It would take more memory than allowed.
    #[error(
        "listing the hardest boards and their answers takes {} or more; the limit is {}",
        size(*needed),
        size(*allowed)
    )]
    Memory {
        /// The least number of bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
}

pub(super) fn allow(needed: u64, budget: &Budget<'_>) -> Result<(), SurveyError> {
    match budget.memory {
        Some(allowed) if needed > allowed => Err(SurveyError::Memory { needed, allowed }),
        _ => Ok(()),
    }
}
