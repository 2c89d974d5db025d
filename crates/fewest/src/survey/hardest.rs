//! The listed boards of one distance, whatever order boards arrive in.

use std::collections::BTreeMap;

use super::Listing;
use super::classes::BoardClasses;
use crate::space::structure::Structured;

/// The listed boards of one distance: the least by their symbols, cell by cell.
pub(crate) struct Hardest<B> {
    limit: usize,
    every: bool,
    boards: BTreeMap<Vec<u8>, B>,
}

impl<B: Copy> Hardest<B> {
    /// An empty list with room for `listing.limit` boards.
    pub(crate) fn new(listing: Listing) -> Self {
        Self {
            limit: usize::try_from(listing.limit).unwrap_or(usize::MAX),
            every: listing.every,
            boards: BTreeMap::new(),
        }
    }

    /// Lists a board if it is to be listed and there is room, or a greater board to drop.
    pub(crate) fn offer<P: Structured<Board = B>>(
        &mut self,
        classes: &mut BoardClasses<'_, P>,
        board: &B,
    ) {
        let symbols = classes.read(board);
        let is_full = self.boards.len() >= self.limit;
        let last = self.boards.last_key_value().map(|(last, _)| &last[..]);
        if is_full && last.is_none_or(|last| last < symbols) {
            return;
        }
        let symbols = symbols.to_vec();
        if !self.every && !classes.leads(board) {
            return;
        }
        self.boards.insert(symbols, *board);
        if self.boards.len() > self.limit {
            self.boards.pop_last();
        }
    }

    /// The approximate size of the boards, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let symbols = self
            .boards
            .first_key_value()
            .map_or(0, |(symbols, _)| symbols.len());
        (self.boards.len() * (symbols + size_of::<(Vec<u8>, B)>())) as u64
    }

    /// The boards, in ascending order of their symbols.
    pub(crate) fn into_boards(self) -> impl Iterator<Item = B> {
        self.boards.into_values()
    }
}
