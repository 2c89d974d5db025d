//! The ranks of boards of any model.

use std::ops::{ControlFlow, Range};

use super::rank_order::RankOrder;
use super::{CellBoard, General, links};
use crate::kernel::Kernel;
use crate::kernel::pieces::ReducedPieces;
use crate::space::ranked::{LinkSize, Links, ReducedLinks, successors_by_boards};
use crate::space::{Goals, Ranked, StateSpace, each_of};

/// Boards are numbered as arrangements of their symbols that parity allows, by the blank's cell
/// first; some may be unreachable. If there are too many, the group of the moves or a list numbers
/// them, if possible. Then no unreachable board has a rank below [`boards`](Ranked::boards).
impl<B: CellBoard> Ranked for General<B> {
    fn boards(&self) -> u64 {
        self.order().map_or(0, RankOrder::boards)
    }

    #[inline]
    fn rank(&self, board: &B) -> u64 {
        let order = self.order();
        order.map_or(0, |order| order.rank(self, board))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> B {
        match self.order() {
            Some(order) => order.unrank(self, rank),
            None => B::of(&[], self.key),
        }
    }

    fn rank_all(&self, boards: &[B], ranks: &mut Vec<u64>) {
        ranks.clear();
        match self.order() {
            Some(order) => order.rank_all(self, boards, ranks),
            None => ranks.resize(boards.len(), 0),
        }
    }

    fn unrank_all(&self, ranks: &[u64], boards: &mut Vec<B>) {
        boards.clear();
        match self.order() {
            Some(order) => order.unrank_all(self, ranks, boards),
            None => boards.resize(ranks.len(), B::of(&[], self.key)),
        }
    }

    fn solved(&self) -> Vec<B> {
        self.goals()
    }

    /// Checks board by board if there are too many to list.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        if self.can_list_solved() {
            return each_of(self, &self.goals(), ranks, visit);
        }
        for rank in ranks {
            if self.is_solved(&self.unrank(rank)) && visit(rank).is_break() {
                return;
            }
        }
    }

    /// Uses the states of pieces, if they number the boards.
    #[inline]
    fn successors(&self, rank: u64, visit: impl FnMut(u64)) {
        match self.order() {
            Some(RankOrder::Pieces(numbering)) => numbering.successors(rank, visit),
            _ => successors_by_boards(self, rank, visit),
        }
    }

    /// The states of orbits of pieces.
    fn digits(&self) -> Option<Vec<u64>> {
        match self.order() {
            Some(RankOrder::Pieces(numbering)) => Some(numbering.digits().collect()),
            _ => None,
        }
    }

    /// `None` for a requested set, which nobody may ever request again, for a list, and if only real
    /// boards count.
    fn identity(&self) -> Option<String> {
        // The list of boards from home is quickly made.
        let is_named = !self.is_of_home() && !self.model.has_requested_goals;
        let is_kept = self.is_reversible && is_named && self.real.is_none();
        let mark = self.model.fingerprint();
        let order = is_kept.then(|| self.order())??.identity();
        Some(format!(
            "{}, structure {mark:032x}, {order}",
            self.table_name()
        ))
    }

    fn numbering_bytes(&self) -> usize {
        self.order().map_or(0, RankOrder::bytes)
    }

    fn link_size(&self) -> LinkSize {
        links::size(self)
    }

    fn reduced_link_size(&self) -> Option<LinkSize> {
        links::reduced(self).map(ReducedPieces::size)
    }

    fn links(&self) -> Links<'_> {
        links::of(self)
    }

    fn reduced_links(&self) -> Option<ReducedLinks<'_>> {
        links::reduced(self).map(ReducedPieces::links)
    }
}
