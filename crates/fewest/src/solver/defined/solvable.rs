//! Which boards can be solved.

use super::views::Views;
use crate::puzzles::defined::{Board, Defined};
use crate::search::Limits;
use crate::solver::{Answer, Query, SolverError, Verdict};
use crate::table::build::Allowance;

/// The boards of a defined puzzle that can be solved, by its tables.
pub struct Solvable<const N: usize> {
    views: Views<N>,
    query: Query,
    /// Arrangements of the pieces.
    all: u128,
}

impl<const N: usize> Solvable<N> {
    /// The boards of this puzzle.
    ///
    /// # Errors
    /// If its tables can't be built with this allowance.
    pub fn of(puzzle: &Defined<N>, allowance: Allowance<'_>) -> Result<Self, SolverError> {
        let mut views = Views::of(puzzle);
        views.has_room(allowance.memory, &puzzle.definition().name)?;
        let query = Query {
            limits: Limits {
                memory: allowance.memory,
                ..Limits::default()
            },
            ..Query::default()
        };
        let idle = std::sync::atomic::AtomicBool::new(false);
        views.fill(&query, allowance.cancel.unwrap_or(&idle))?;
        Ok(Self {
            all: puzzle.arrangements(),
            views,
            query,
        })
    }

    /// Whether moves solve this board.
    #[must_use]
    pub fn includes(&self, board: &Board<N>) -> bool {
        let mut answer = Answer::default();
        self.views.look_up(board, &self.query, &mut answer);
        answer.verdict != Verdict::Unsolvable
    }

    /// How many they are, or so many at least where several goals have different views.
    #[must_use]
    pub fn boards(&self) -> u128 {
        let each = self.views.reachable(self.all);
        each.max().unwrap_or(0)
    }

    /// How many arrangements of the pieces there are besides, or so many at least.
    #[must_use]
    pub fn others(&self) -> u128 {
        let each = self.views.reachable(self.all);
        each.fold(self.all, u128::saturating_sub)
    }
}
