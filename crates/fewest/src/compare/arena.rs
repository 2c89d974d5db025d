//! A goal and a heuristic, and any search for boards with them.

use std::any::Any;
use std::ops::ControlFlow;

use super::Shown;
use crate::error::PuzzleError;
use crate::handle::Board;
use crate::heuristic::Heuristic;
use crate::kernel::{Kernel, ToGoal};
use crate::pruning::MovePruning;
use crate::search::ida_star::Tree;
use crate::search::{
    Algorithm, AnswerChoice, Control, Expansion, Iteration, Observer, Outcome, Statistics,
    until_exhausted,
};
use crate::solver::{
    HeuristicKernel, HeuristicName, HeuristicVisitor, MergedPlan, Options, Setup, SolverOptions,
};
use crate::support::progress::Unfinished;

/// Any search, with one goal and one heuristic.
pub(crate) struct Arena {
    /// Runs a search; `None` if the start is not a board.
    pub(crate) run: Box<RunSearch>,
    pub(super) bytes: u64,
    /// The origin of these tables, if there are any.
    pub(super) setup: Setup,
}

/// Passes each expanded board to the last argument, if there is one.
type RunSearch = dyn Fn(&ArenaTask<'_>, &mut Control<'_>, Option<&mut dyn FnMut(Shown)>) -> Option<Outcome>
    + Send;

pub(crate) struct ArenaTask<'t> {
    pub(crate) search: Algorithm,
    pub(crate) pruning: Option<&'t MovePruning>,
    pub(crate) start: &'t [u8],
    /// True if the board may be unsolvable: then depth-first searches also enumerate all boards.
    pub(crate) is_unsure: bool,
}

/// Prepares the arena of a heuristic, with pattern databases of this level or the one to compare;
/// `None` if the puzzle does not have it.
pub(crate) fn arena<K: HeuristicKernel>(
    to: ToGoal<K>,
    heuristic_name: HeuristicName,
    level: Option<usize>,
    options: &Options,
) -> Result<Option<Arena>, Unfinished<PuzzleError>> {
    let puzzle = &to.puzzle;
    if !K::heuristic_names(puzzle.model()).contains(&heuristic_name) {
        return Ok(None);
    }
    let heuristic_names = [heuristic_name];
    let heuristics = puzzle
        .heuristics(&heuristic_names)
        .map_err(Unfinished::failed)?;
    let mut databases = None;
    if heuristic_name == HeuristicName::Pattern {
        let of_solver = with_patterns(options);
        // Smaller ones, if those to compare do not fit.
        let levels = puzzle.plans(&of_solver).map_err(Unfinished::failed)?.len();
        let level = level.unwrap_or(K::COMPARED.min(levels.saturating_sub(1)));
        databases = puzzle
            .databases(level, &of_solver, options.watch())
            .map_err(Unfinished::of_part)?;
        if databases.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(Arena {
        bytes: databases.as_ref().map_or(0, K::entries),
        setup: databases.as_ref().map_or_else(Setup::default, K::setup),
        run: Box::new(move |task, control, mut show| {
            let start = to.board(task.start)?;
            let puzzle = &*to.puzzle;
            let mut run = |control: &mut Control<'_>| {
                let running = Running {
                    to: &to,
                    task,
                    start: &start,
                    control,
                    show: show.as_mut().map(|show| show as &mut dyn FnMut(Shown)),
                };
                puzzle.with_heuristic(&heuristics, databases.as_ref(), &heuristic_names, running)
            };
            Some(if task.is_unsure && task.search.is_depth_first() {
                until_exhausted(puzzle, &start, control, run)
            } else {
                run(control)
            })
        }),
    }))
}

/// Plans the arena of a heuristic, with its pattern databases if it has some.
///
/// # Errors
/// If it can't be built, or the puzzle does not have it.
pub(crate) fn arena_plan<K: HeuristicKernel>(
    to: &ToGoal<K>,
    heuristic_name: HeuristicName,
    options: &Options,
) -> Result<Option<MergedPlan>, PuzzleError> {
    let puzzle = &*to.puzzle;
    let none = || PuzzleError::NoPatterns(puzzle.model().name.clone());
    if !K::heuristic_names(puzzle.model()).contains(&heuristic_name) {
        return Err(none());
    }
    puzzle.heuristics(&[heuristic_name])?;
    if heuristic_name != HeuristicName::Pattern {
        return Ok(None);
    }
    let plans = puzzle.plans(&with_patterns(options))?;
    let plan = plans.get(K::COMPARED).or_else(|| plans.last());
    plan.copied().map(Some).ok_or_else(none)
}

/// The options of pattern databases that are compared.
fn with_patterns(options: &Options) -> SolverOptions {
    SolverOptions {
        heuristics: vec![HeuristicName::Pattern],
        is_compared: true,
        must_be_reproducible: false,
        ..options.of_solver()
    }
}

/// A visitor that runs a search with any heuristic.
struct Running<'r, 'c, K: Kernel> {
    to: &'r ToGoal<K>,
    task: &'r ArenaTask<'r>,
    start: &'r K::Board,
    control: &'r mut Control<'c>,
    show: Option<&'r mut dyn FnMut(Shown)>,
}

impl<K: Kernel> HeuristicVisitor<K> for Running<'_, '_, K> {
    type Output = Outcome;

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> Outcome {
        let ArenaTask {
            search, pruning, ..
        } = *self.task;
        let (puzzle, start, any) = (&*self.to.puzzle, self.start, AnswerChoice::Any);
        let Some(show) = self.show else {
            return search.run(puzzle, heuristic, pruning, start, any, self.control);
        };
        let mut shown = ShownSteps {
            to: self.to,
            search,
            observer: &mut *self.control.observer,
            show,
        };
        let control = &mut Control {
            limits: self.control.limits,
            cancel: self.control.cancel,
            max_iteration: None,
            observer: &mut shown,
        };
        // IDA* works in no order within large iterations; its plain recursion keeps the tie order.
        if matches!(search, Algorithm::IdaStar | Algorithm::PrunedIdaStar) {
            let tree = Tree::new(puzzle, heuristic).pruned_by(pruning);
            tree.search_in_order(start, control)
        } else {
            search.run(puzzle, heuristic, pruning, start, any, control)
        }
    }
}

/// Forwards all calls to an observer, and shows expansions and thresholds.
struct ShownSteps<'s, K: Kernel> {
    to: &'s ToGoal<K>,
    search: Algorithm,
    observer: &'s mut dyn Observer,
    show: &'s mut dyn FnMut(Shown),
}

impl<K: Kernel> Observer for ShownSteps<'_, K> {
    fn threshold(&mut self, threshold: u32) {
        if self.search.is_iterative() {
            (self.show)(Shown::Threshold(self.search.estimate(0, threshold)));
        }
        self.observer.threshold(threshold);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        self.observer.iteration(iteration);
    }

    fn wants_each_board(&self) -> bool {
        true
    }

    fn expanded(&mut self, board: &dyn Any, Expansion { g, h, is_backward }: Expansion) {
        if let Some(board) = board.downcast_ref() {
            (self.show)(Shown::Expanded {
                g,
                h,
                f: self.search.estimate(g, h),
                is_backward,
                board: Board::new(self.to.symbols(board)),
            });
        }
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        self.observer.poll(statistics)
    }
}
