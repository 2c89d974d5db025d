//! All boards of a puzzle with a goal, by rank.

use std::ops::{ControlFlow, Range};

use super::counted::{all_can_be_solved, identity};
use super::{AllBoards, EachRank};
use crate::kernel::{Kernel, ToGoal};
use crate::space::ranked::{LinkSize, Links};
use crate::survey::{BoardClasses, Hardest, Listing};

pub(crate) struct ByRank<K: Kernel>(pub(crate) ToGoal<K>);

impl<K: Kernel> AllBoards for ByRank<K> {
    fn name(&self) -> &str {
        &self.0.puzzle.model().name
    }

    fn identity(&self) -> String {
        identity(&*self.0.puzzle)
    }

    fn boards(&self) -> u64 {
        self.0.puzzle.boards()
    }

    fn is_reversible(&self) -> bool {
        self.0.puzzle.is_reversible()
    }

    fn all_can_be_solved(&self) -> bool {
        all_can_be_solved(&*self.0.puzzle)
    }

    fn link_size(&self) -> LinkSize {
        self.0.puzzle.link_size()
    }

    fn links(&self) -> Links<'_> {
        self.0.puzzle.links()
    }

    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        self.0.puzzle.each_solved(ranks, visit);
    }

    fn symbols(&self, rank: u64) -> Vec<u8> {
        self.0.symbols(&self.0.puzzle.unrank(rank))
    }

    fn hardest(&self, listing: Listing, each: &mut EachRank<'_>) -> Vec<(u64, u64)> {
        let puzzle = &*self.0.puzzle;
        let mut hardest = Hardest::new(listing);
        let mut classes: Option<BoardClasses<'_, K>> = None;
        each(&mut |rank| {
            let board = puzzle.unrank(rank);
            let is_in = |board: &K::Board| puzzle.has_place(board);
            let around = || BoardClasses::around(puzzle, Some(board), None, is_in);
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
