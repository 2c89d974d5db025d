//! All boards of a puzzle by rank, whatever kernel they are in.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::kernel::Kernel;
use crate::levels::{self, AllBoards, EachRank};
use crate::space::ranked::Links;
use crate::space::structure::Structured;
use crate::survey::{Classes, Hardest, Listing};

/// The boards of a puzzle, and the symbols that each of them shows.
pub(super) struct ByRank<K, S> {
    pub puzzle: Arc<K>,
    pub shown: S,
}

impl<K: Kernel, S> AllBoards for ByRank<K, S>
where
    S: Fn(&K::Board) -> Vec<u8> + Send + Sync,
{
    fn name(&self) -> &str {
        &self.puzzle.model().name
    }

    fn identity(&self) -> String {
        levels::identity(&*self.puzzle)
    }

    fn boards(&self) -> u64 {
        self.puzzle.boards()
    }

    fn is_reversible(&self) -> bool {
        self.puzzle.is_reversible()
    }

    fn all_can_be_solved(&self) -> bool {
        levels::all_can_be_solved(&*self.puzzle)
    }

    fn links(&self) -> Links<'_> {
        self.puzzle.links()
    }

    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        self.puzzle.each_solved(ranks, visit);
    }

    fn symbols(&self, rank: u64) -> Vec<u8> {
        (self.shown)(&self.puzzle.unrank(rank))
    }

    fn hardest(&self, listing: Listing, each: &mut EachRank<'_>) -> Vec<(u64, u64)> {
        let puzzle = &*self.puzzle;
        let mut hardest = Hardest::new(listing);
        let mut classes: Option<Classes<'_, K>> = None;
        each(&mut |rank| {
            let board = puzzle.unrank(rank);
            let is_in = |board: &K::Board| puzzle.group_allows(board);
            let around = || Classes::around(puzzle, Some(board), None, is_in);
            hardest.offer(classes.get_or_insert_with(around), &board);
        });
        let boards = hardest.into_boards();
        let sized = boards.filter_map(|board| {
            let size = classes.as_mut()?.size(&board);
            Some((puzzle.rank(&board), size))
        });
        sized.collect()
    }
}

/// The symbols of a board.
pub(super) fn symbols<P: Structured>(puzzle: &P, board: &P::Board) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}
