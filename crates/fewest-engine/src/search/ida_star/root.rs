//! A board below which a search runs.

use crate::pruning::State;

#[derive(Clone, Copy)]
pub(super) struct Root<B, M, S> {
    pub(super) board: B,
    pub(super) memo: M,
    pub(super) past: State,
    pub(super) moves: S,
    /// The most moves of an answer from here.
    pub(super) left: u32,
}
