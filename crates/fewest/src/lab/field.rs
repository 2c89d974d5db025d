//! A kernel with one of its heuristics, and any search in it.

use std::sync::{Arc, OnceLock};

use super::setting::{Arena, pruning_for, run, step};
use super::steps::Event;
use crate::heuristic::Heuristic;
use crate::kernel::Kernel;
use crate::pruning::MovePruning;
use crate::search::{Algorithm, Control, Outcome};
use crate::solver::{Guest, Guide, Guided};

/// Boards of a kernel with one goal, and one of the kernel's heuristics.
pub struct Field<K: Guided> {
    /// The puzzle whose boards these are.
    own: Arc<K>,
    /// The goal, and the puzzle that has it.
    goal: Option<K::Board>,
    puzzle: K,
    guide: Guide,
    heuristics: K::Heuristics,
    databases: Option<K::Databases>,
    /// Once it is wanted.
    pruning: OnceLock<MovePruning>,
}

impl<K: Guided> Field<K> {
    /// Boards of a puzzle with this goal, or the puzzle's own if none.
    pub fn new(
        own: Arc<K>,
        (goal, puzzle): (Option<K::Board>, K),
        guide: Guide,
        heuristics: K::Heuristics,
        databases: Option<K::Databases>,
    ) -> Self {
        Self {
            own,
            goal,
            puzzle,
            guide,
            heuristics,
            databases,
            pruning: OnceLock::new(),
        }
    }

    fn renamed(&self, board: &K::Board) -> K::Board {
        let goal = self.goal.as_ref();
        goal.map_or(*board, |goal| self.own.renamed(board, goal))
    }

    fn with<G: Guest<K>>(&self, guest: G) -> G::Output {
        let databases = self.databases.as_ref();
        self.puzzle
            .with_heuristic(&self.heuristics, databases, &[self.guide], guest)
    }
}

/// Runs a search, told board by board if somebody wants that.
struct Running<'r, 'c, K: Kernel> {
    puzzle: &'r K,
    algorithm: Algorithm,
    pruning: Option<&'r MovePruning>,
    start: K::Board,
    control: &'r mut Control<'c>,
    tell: Option<&'r mut dyn FnMut(Event<K::Board>)>,
}

impl<K: Kernel> Guest<K> for Running<'_, '_, K> {
    type Output = Outcome;

    fn receive<H: Heuristic<K>>(self, heuristic: &H) -> Outcome {
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

impl<K: Guided> Arena<K::Board> for Field<K> {
    fn is_solvable(&self, board: &K::Board) -> bool {
        let board = self.renamed(board);
        self.puzzle.parity_allows(&board) && self.puzzle.group_allows(&board)
    }

    fn prepare(&self, search: Algorithm) {
        self.pruning(search);
    }

    fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        pruning_for(&self.puzzle, search, &self.pruning)
    }

    fn run(&self, search: Algorithm, start: &K::Board, control: &mut Control<'_>) -> Outcome {
        self.with(Running {
            puzzle: &self.puzzle,
            algorithm: search,
            pruning: self.pruning(search),
            start: self.renamed(start),
            control,
            tell: None,
        })
    }

    fn step(
        &self,
        search: Algorithm,
        start: &K::Board,
        control: &mut Control<'_>,
        tell: &mut dyn FnMut(Event<K::Board>),
    ) -> Outcome {
        let mut restored = |event: Event<K::Board>| {
            tell(event.map(|board| {
                let goal = self.goal.as_ref();
                goal.map_or(board, |goal| self.own.restored(&board, goal))
            }));
        };
        self.with(Running {
            puzzle: &self.puzzle,
            algorithm: search,
            pruning: self.pruning(search),
            start: self.renamed(start),
            control,
            tell: Some(&mut restored),
        })
    }
}
