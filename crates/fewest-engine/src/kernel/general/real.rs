//! The real boards of a puzzle among those that can be solved.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::rank_order::RankOrder;
use super::{CellBoard, General, MAX_SOLVED};
use crate::group::{ReachError, RealBoards};
use crate::kernel::{Kernel, RealError};
use crate::space::StateSpace;
use crate::space::structure::Structured;

/// The solved boards to which moves lead from home, if there are others.
#[derive(Debug)]
pub(super) struct RealOnly<B> {
    pub(super) boards: RealBoards,
    /// Ascending.
    pub(super) solved: Vec<B>,
}

impl<B: CellBoard> General<B> {
    /// This puzzle, solved only by real boards.
    pub(super) fn real_only(&self) -> Result<Self, RealError> {
        let model = &self.model;
        let Some(home) = model.home() else {
            return Ok(self.clone());
        };
        let only = model.whole_goal();
        if self.is_of_home() || only.is_none() && self.numbers_made() {
            // Only real boards have numbers.
            let solved = self.solved_boards();
            let is_any = |solved: Vec<B>| solved.iter().any(|board| self.has_place(board));
            let is_solved = solved.is_none_or(is_any);
            return is_solved.then(|| self.clone()).ok_or(RealError::NoGoal);
        }
        if model.home.is_none() && (self.is_reversible || self.blank.is_none()) {
            return Ok(self.clone());
        }
        let boards = RealBoards::of(self.parts(), &home, None)?;
        if *boards.count() == self.parts().arrangements() {
            return Ok(self.clone());
        }
        let (solved, are_all) = match self.solved_boards() {
            Some(all) => {
                let count = all.len();
                let real = real_among(all, |board| boards.includes(&self.all_symbols(board)))?;
                let are_all = real.len() == count;
                (real, are_all)
            }
            None if *boards.count() <= MAX_SOLVED.into() => (self.solved_from(&home), false),
            None => return Err(RealError::ManyGoals),
        };
        if solved.is_empty() {
            return Err(RealError::NoGoal);
        }
        if are_all && boards.are_closed() {
            return Ok(self.clone());
        }
        Ok(Self {
            real: Some(Arc::new(RealOnly { boards, solved })),
            ..self.clone()
        })
    }

    /// The solved boards that moves make of a board, ascending.
    fn solved_from(&self, home: &[u8]) -> Vec<B> {
        let mut open: Vec<B> = self.board(home).into_iter().collect();
        let mut known: FxHashSet<B> = open.iter().copied().collect();
        while let Some(board) = open.pop() {
            let next = self.moves(&board).map(|m| self.after(&board, m));
            open.extend(next.filter(|next| known.insert(*next)));
        }
        let mut solved: Vec<B> = known
            .into_iter()
            .filter(|board| self.is_solved(board))
            .collect();
        solved.sort_unstable();
        solved
    }

    /// Returns true if a board that meets a goal counts as solved.
    #[inline]
    pub(super) fn counts_as_solved(&self, board: &B) -> bool {
        let real = self.real.as_ref();
        real.is_none_or(|real| real.solved.binary_search(board).is_ok())
    }

    /// Returns true if the board has a number, and is real if only real boards count.
    pub(super) fn has_place(&self, board: &B) -> bool {
        let is_numbered = match self.order() {
            None | Some(RankOrder::Arrangements(_)) => true,
            Some(order) => order.rank(self, board) < order.boards(),
        };
        is_numbered
            && (self.real.as_ref())
                .is_none_or(|real| real.boards.includes(&self.all_symbols(board)) == Ok(true))
    }
}

/// The boards that `is_real` accepts, in the same order.
fn real_among<B>(
    boards: Vec<B>,
    is_real: impl Fn(&B) -> Result<bool, ReachError>,
) -> Result<Vec<B>, ReachError> {
    let mut real = Vec::new();
    for board in boards {
        if is_real(&board)? {
            real.push(board);
        }
    }
    Ok(real)
}
