//! Boards relabelled for a goal: symbols in, symbols out.

use std::sync::Arc;

use super::{Kernel, KernelError, RealError};
use crate::group::RealBoards;
use crate::model::Kind;

/// A puzzle and a goal, with names for the pieces that make it the puzzle's own goal, so that one
/// table serves many ([`Kernel::to_goal`]). Boards are relabelled only here: users see their names.
///
/// ```text
///     symbols --board()--> a board of `puzzle` --symbols()--> symbols
/// ```
#[derive(Clone)]
pub struct ToGoal<K: Kernel> {
    /// The puzzle with the users' names.
    original: Arc<K>,
    /// The requested goal; `None` for the goals of `original`.
    goal: Option<K::Board>,
    /// The puzzle with that goal.
    pub puzzle: Arc<K>,
}

impl<K: Kernel> ToGoal<K> {
    /// A puzzle with the goal that has these symbols of a board, or its own goals if `None`.
    ///
    /// # Errors
    /// If the kernel does not support such a goal.
    pub fn new(original: &Arc<K>, goal: Option<&[u8]>) -> Result<Self, KernelError> {
        let board = goal.and_then(|symbols| original.board(symbols));
        debug_assert!(board.is_some() || goal.is_none(), "the goal is a board");
        let puzzle = board
            .as_ref()
            .map(|goal| original.to_goal(goal))
            .transpose()?;
        Ok(Self {
            original: Arc::clone(original),
            goal: board,
            puzzle: puzzle.map_or_else(|| Arc::clone(original), Arc::new),
        })
    }

    pub(crate) fn of(puzzle: Arc<K>) -> Self {
        Self {
            original: Arc::clone(&puzzle),
            goal: None,
            puzzle,
        }
    }

    /// This puzzle for another goal of its class ([`Kernel::goal_class`]); `None` if not a board.
    pub fn to_another(&self, goal: &[u8]) -> Option<Self> {
        Some(Self {
            goal: Some(self.original.board(goal)?),
            ..self.clone()
        })
    }

    /// Returns the same goal, met only by [real](Kernel::to_real) boards.
    ///
    /// # Errors
    /// If no real board is solved, or it is not known which boards are real.
    pub fn to_real(&self) -> Result<Self, RealError> {
        let model = self.original.model();
        let renamed = (self.goal.as_ref()).filter(|goal| self.original.goal_class(goal).is_some());
        let Some(goal) = renamed else {
            return Ok(Self {
                puzzle: Arc::new(self.puzzle.to_real()?),
                ..self.clone()
            });
        };
        if model.kind != Kind::Sliding
            && let Some(home) = model.home()
        {
            let real = RealBoards::of(&model.structure, &home, None)?;
            if !real.includes(&self.original.all_symbols(goal))? {
                return Err(RealError::NoGoal);
            }
        }
        Ok(self.clone())
    }

    /// Returns true if the goal is not one of the puzzle itself.
    pub const fn has_other_goal(&self) -> bool {
        self.goal.is_some()
    }

    /// The boards of a view of this puzzle, with the users' names if the goal renames pieces.
    #[must_use]
    pub fn through(&self, view: K) -> Self {
        let goal = self.goal.as_ref();
        let is_renamed = goal.is_some_and(|goal| self.original.goal_class(goal).is_some());
        let view = Self::of(Arc::new(view));
        if is_renamed {
            let puzzle = view.puzzle;
            Self {
                puzzle,
                ..self.clone()
            }
        } else {
            view
        }
    }

    /// The board with these symbols; `None` if they are not a board's.
    pub fn board(&self, symbols: &[u8]) -> Option<K::Board> {
        let board = self.original.board(symbols)?;
        let goal = self.goal.as_ref();
        Some(goal.map_or(board, |goal| self.original.renamed(&board, goal)))
    }

    /// Replaces `symbols` with those of a board.
    pub fn show(&self, board: &K::Board, symbols: &mut Vec<u8>) {
        let goal = self.goal.as_ref();
        let shown = goal.map_or(*board, |goal| self.original.restored(board, goal));
        symbols.clear();
        self.original.symbols(&shown, symbols);
    }

    /// The symbols of a board.
    pub fn symbols(&self, board: &K::Board) -> Vec<u8> {
        let mut symbols = Vec::new();
        self.show(board, &mut symbols);
        symbols
    }
}
