//! The tree that a search with lists descends.

use super::Projection;
use crate::kernel::pieces::Pieces;
use crate::pruning::MovePruning;
use crate::search::AnswerChoice;

/// A search tree whose boards are kept in lists.
#[derive(Clone, Copy)]
pub(super) struct ListTree<'s> {
    pub(super) pieces: &'s Pieces,
    pub(super) projection: &'s Projection,
    pub(super) pruning: &'s MovePruning,
    pub(super) choice: AnswerChoice,
}
