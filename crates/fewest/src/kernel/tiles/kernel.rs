//! Tiles as a kernel of models.

use std::sync::Arc;

use super::{Board, Relabelling, Storage, Tiles};
use crate::kernel::{Kernel, KernelError, View};
use crate::model::Model;
use crate::space::Ranked;

/// Boards are numbered by their pieces' homes, so every view that distinguishes all pieces sees the
/// same boards.
impl<S: Storage> Kernel for Tiles<S> {
    type Lens = ();

    fn of(model: Arc<Model>) -> Result<Self, KernelError> {
        Self::of_model(model).ok_or(KernelError::Kind)
    }

    fn model(&self) -> &Arc<Model> {
        &self.model
    }

    fn blank(&self) -> Option<u8> {
        Some(self.relabelling.symbol(0))
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn has_table(&self) -> bool {
        self.boards() > 0
    }

    fn solved_boards(&self) -> Option<Vec<Board<S>>> {
        Some(vec![self.goal])
    }

    fn goal(&self, board: &Board<S>) -> Option<usize> {
        (*board == self.goal).then_some(0)
    }

    fn symbol(&self, board: &Board<S>, cell: usize) -> u8 {
        self.relabelling.symbol(board.get(cell))
    }

    fn blank_cell(&self, board: &Board<S>) -> usize {
        board.blank()
    }

    fn parity_allows(&self, board: &Board<S>) -> bool {
        self.is_solvable(board)
    }

    fn is_parity_exact(&self) -> bool {
        self.size.is_some()
    }

    fn group_allows(&self, _: &Board<S>) -> bool {
        true
    }

    fn table_name(&self) -> String {
        match self.size {
            Some(size) => format!("sliding:{}x{}", size.width(), size.height()),
            None => "tiles".to_owned(),
        }
    }

    fn lens(&self, _: &View) {}

    #[inline]
    fn project(&self, (): &(), board: &Board<S>) -> Board<S> {
        *board
    }

    fn to_goal(&self, goal: &Board<S>) -> Result<Self, KernelError> {
        self.with_blank(goal.blank()).ok_or(KernelError::Kind)
    }

    fn goal_class(&self, goal: &Board<S>) -> Option<usize> {
        Some(goal.blank())
    }

    fn renamed(&self, board: &Board<S>, goal: &Board<S>) -> Board<S> {
        Relabelling::of(goal, self.cells()).apply(board)
    }

    fn restored(&self, board: &Board<S>, goal: &Board<S>) -> Board<S> {
        Relabelling::of(goal, self.cells()).restore(board)
    }
}
