//! Tiles as a kernel of models.

use std::sync::Arc;

use super::{Relabelling, Storage, TileBoard, Tiles};
use crate::kernel::{Kernel, KernelError, View};
use crate::model::Model;
use crate::space::Ranked;

/// Boards hold their pieces' homes, which views that distinguish all pieces do not change.
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

    fn solved_boards(&self) -> Option<Vec<TileBoard<S>>> {
        Some(vec![self.goal])
    }

    fn goal(&self, board: &TileBoard<S>) -> Option<usize> {
        (*board == self.goal).then_some(0)
    }

    fn symbol(&self, board: &TileBoard<S>, cell: usize) -> u8 {
        self.relabelling.symbol(board.get(cell))
    }

    fn blank_cell(&self, board: &TileBoard<S>) -> usize {
        board.blank()
    }

    fn parity_allows(&self, board: &TileBoard<S>) -> bool {
        self.is_solvable(board)
    }

    fn is_parity_exact(&self) -> bool {
        self.size.is_some()
    }

    fn table_name(&self) -> String {
        match self.size {
            Some(size) => format!("sliding:{}x{}", size.width(), size.height()),
            None => "tiles".to_owned(),
        }
    }

    fn lens(&self, _: &View) {}

    #[inline]
    fn project(&self, (): &(), board: &TileBoard<S>) -> TileBoard<S> {
        *board
    }

    fn to_goal(&self, goal: &TileBoard<S>) -> Result<Self, KernelError> {
        self.with_blank(goal.blank()).ok_or(KernelError::Kind)
    }

    fn goal_class(&self, goal: &TileBoard<S>) -> Option<usize> {
        Some(goal.blank())
    }

    fn renamed(&self, board: &TileBoard<S>, goal: &TileBoard<S>) -> TileBoard<S> {
        Relabelling::of(goal, self.cells()).apply(board)
    }

    fn restored(&self, board: &TileBoard<S>, goal: &TileBoard<S>) -> TileBoard<S> {
        Relabelling::of(goal, self.cells()).restore(board)
    }
}
