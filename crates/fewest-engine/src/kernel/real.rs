//! Why the real boards of a puzzle are not known.

use thiserror::Error;

use super::general::MAX_SOLVED;
use crate::group::ReachError;
use crate::support::number::grouped;

/// The reason why the real boards that can be solved are not known.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RealError {
    /// No moves lead from the home board to a solved board.
    #[error("no moves lead from the solved board to a goal")]
    NoGoal,
    /// Too many boards meet a goal to test each of them.
    #[error(
        "more than {} boards meet a goal, and moves lead from the solved board to only some of them",
        grouped(MAX_SOLVED)
    )]
    ManyGoals,
    /// The group of the moves is not known.
    #[error("the boards that moves reach from the solved board are not known: {0}")]
    NotKnown(#[from] ReachError),
}
