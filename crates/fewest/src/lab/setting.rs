//! A puzzle with a heuristic, and any search in it.

use super::Search;
use super::steps::{self, Event};
use crate::heuristic::Heuristic;
use crate::puzzle::Goals;
use crate::search::{Control, Outcome};

/// Where searches run, whatever puzzle and heuristic it is made of.
pub trait Arena<B>: Sync {
    /// Whether moves can solve the board, as far as that is seen without a search.
    fn is_solvable(&self, _: &B) -> bool {
        true
    }

    /// Runs a search from a board.
    fn run(&self, search: Search, start: &B, control: &mut Control<'_>) -> Outcome;

    /// The same one board at a time, telling of each board in the order in which they are expanded: as many as
    /// [`run`](Self::run) counts. The memory counted may differ, and where a limit stops
    /// IDA*, the last board.
    fn step(
        &self,
        search: Search,
        start: &B,
        control: &mut Control<'_>,
        tell: &mut (dyn FnMut(Event<B>) + Send),
    ) -> Outcome;
}

/// A puzzle with a heuristic.
#[derive(Clone, Copy, Debug)]
pub struct Setting<P, H> {
    /// The puzzle.
    pub puzzle: P,
    /// What guides those searches that are not blind.
    pub heuristic: H,
}

impl<P: Goals, H: Heuristic<P>> Arena<P::Board> for Setting<P, H> {
    fn run(&self, search: Search, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        search.run(&self.puzzle, &self.heuristic, start, control)
    }

    fn step(
        &self,
        search: Search,
        start: &P::Board,
        control: &mut Control<'_>,
        tell: &mut (dyn FnMut(Event<P::Board>) + Send),
    ) -> Outcome {
        steps::run(search, &self.puzzle, &self.heuristic, start, control, tell)
    }
}
