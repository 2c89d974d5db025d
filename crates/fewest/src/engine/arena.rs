//! A kernel with one of its heuristics, and any search in it.

use std::sync::{Arc, OnceLock};

use super::by_rank::symbols;
use crate::heuristic::Heuristic;
use crate::kernel::Kernel;
use crate::lab::{Event, pruning_for, run, step};
use crate::pruning::MovePruning;
use crate::search::{Algorithm, Control, Outcome, until_exhausted};
use crate::solver::{HeuristicKernel, HeuristicName, HeuristicVisitor, PrunedSequences, Setup};

/// Where boards with one goal are searched with one heuristic.
pub(crate) trait Arena: Send + Sync {
    /// Whether moves can solve the board, as far as that is seen without a search.
    fn is_solvable(&self, start: &[u8]) -> bool;

    /// Prepares what a search leaves out, once for all boards, and returns it; `None` for searches
    /// that leave out nothing.
    fn pruning(&self, search: Algorithm) -> Option<PrunedSequences>;

    /// Runs a search. With `show`, it reports each board that is expanded. Where it is
    /// not known whether moves solve the board at all, a search that would not see that looks at
    /// all boards beside it.
    fn run(
        &self,
        search: Algorithm,
        start: &Start<'_>,
        control: &mut Control<'_>,
        show: Option<&mut dyn FnMut(Event<Vec<u8>>)>,
    ) -> Option<Outcome>;
}

/// Where a search starts.
pub(crate) struct Start<'s> {
    /// The board.
    pub(crate) board: &'s [u8],
    /// Whether it is not known that it can be solved.
    pub(crate) is_unsure: bool,
}

/// An arena that is ready.
pub(crate) struct Prepared {
    pub(crate) arena: Box<dyn Arena>,
    /// What the heuristic's tables take.
    pub(crate) bytes: u64,
    /// What they are, if there are some.
    pub(crate) setup: Setup,
}

/// Boards of a kernel with one goal, and one of the kernel's heuristics.
pub(super) struct Field<K: HeuristicKernel> {
    /// The puzzle whose boards these are.
    own: Arc<K>,
    /// The goal, and the puzzle that has it.
    goal: Option<K::Board>,
    puzzle: K,
    heuristic_name: HeuristicName,
    heuristics: K::Heuristics,
    databases: Option<K::Databases>,
    /// Once it is wanted.
    pruning: OnceLock<MovePruning>,
}

impl<K: HeuristicKernel> Field<K> {
    /// Boards of a puzzle with this goal, or the puzzle's own if none.
    pub(super) fn new(
        own: Arc<K>,
        (goal, puzzle): (Option<K::Board>, K),
        heuristic_name: HeuristicName,
        heuristics: K::Heuristics,
        databases: Option<K::Databases>,
    ) -> Self {
        Self {
            own,
            goal,
            puzzle,
            heuristic_name,
            heuristics,
            databases,
            pruning: OnceLock::new(),
        }
    }

    fn renamed(&self, board: &K::Board) -> K::Board {
        let goal = self.goal.as_ref();
        goal.map_or(*board, |goal| self.own.renamed(board, goal))
    }

    fn with<G: HeuristicVisitor<K>>(&self, visitor: G) -> G::Output {
        let databases = self.databases.as_ref();
        self.puzzle
            .with_heuristic(&self.heuristics, databases, &[self.heuristic_name], visitor)
    }
}

/// Runs a search, reported board by board with `tell`.
struct Running<'r, 'c, K: Kernel> {
    puzzle: &'r K,
    algorithm: Algorithm,
    pruning: Option<&'r MovePruning>,
    start: K::Board,
    control: &'r mut Control<'c>,
    tell: Option<&'r mut dyn FnMut(Event<K::Board>)>,
}

impl<K: Kernel> HeuristicVisitor<K> for Running<'_, '_, K> {
    type Output = Outcome;

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> Outcome {
        let Self {
            puzzle,
            algorithm,
            pruning,
            start,
            control,
            tell,
        } = self;
        let setting = (puzzle, heuristic, pruning);
        match tell {
            None => run(setting, algorithm, &start, control),
            Some(tell) => step(setting, algorithm, &start, control, tell),
        }
    }
}

impl<K: HeuristicKernel> Arena for Field<K> {
    fn is_solvable(&self, start: &[u8]) -> bool {
        let board = self.own.board(start);
        board.is_some_and(|board| {
            let board = self.renamed(&board);
            self.puzzle.parity_allows(&board) && self.puzzle.group_allows(&board)
        })
    }

    fn pruning(&self, search: Algorithm) -> Option<PrunedSequences> {
        let pruning = pruning_for(&self.puzzle, search, &self.pruning);
        pruning.map(PrunedSequences::from)
    }

    fn run(
        &self,
        search: Algorithm,
        start: &Start<'_>,
        control: &mut Control<'_>,
        mut show: Option<&mut dyn FnMut(Event<Vec<u8>>)>,
    ) -> Option<Outcome> {
        let board = self.renamed(&self.own.board(start.board)?);
        let goal = self.goal.as_ref();
        let is_shown = show.is_some();
        let mut restored = |event: Event<K::Board>| {
            if let Some(show) = &mut show {
                show(event.map(|board| {
                    let board = goal.map_or(board, |goal| self.own.restored(&board, goal));
                    symbols(&*self.own, &board)
                }));
            }
        };
        let mut run = |control: &mut Control<'_>| {
            self.with(Running {
                puzzle: &self.puzzle,
                algorithm: search,
                pruning: pruning_for(&self.puzzle, search, &self.pruning),
                start: board,
                control,
                tell: if is_shown { Some(&mut restored) } else { None },
            })
        };
        Some(if start.is_unsure && search.is_depth_first() {
            until_exhausted(&self.puzzle, &board, control, run)
        } else {
            run(control)
        })
    }
}
