//! A goal and a heuristic, and any search for boards with them.

use crate::error::PuzzleError;
use crate::heuristic::Heuristic;
use crate::kernel::{Kernel, ToGoal};
use crate::lab::{Event, run};
use crate::pruning::MovePruning;
use crate::search::{Algorithm, Control, Outcome, until_exhausted};
use crate::solver::{HeuristicKernel, HeuristicName, HeuristicVisitor, Hooks, Options, Setup};
use crate::support::progress::Unfinished;

/// Boards with one goal that are searched with one heuristic.
pub(super) struct Arena {
    /// Runs a search; `None` if the start is not a board.
    pub(super) run: Box<RunSearch>,
    /// The bytes of the heuristic's tables.
    pub(super) bytes: u64,
    /// What these tables are, if there are some.
    pub(super) setup: Setup,
}

/// Each board that is expanded is reported to the last argument, if there is one.
type RunSearch =
    dyn Fn(&ArenaTask<'_>, &mut Control<'_>, Option<ReportEvent<'_>>) -> Option<Outcome>;
type ReportEvent<'r> = &'r mut dyn FnMut(Event<Vec<u8>>);

/// A search to run.
pub(super) struct ArenaTask<'t> {
    pub(super) search: Algorithm,
    /// The redundant sequences of moves, for the search that leaves them out.
    pub(super) pruning: Option<&'t MovePruning>,
    /// The symbols of the board.
    pub(super) start: &'t [u8],
    /// Returns true if it is not known that moves solve the board: then a search that would never
    /// end looks at all boards beside it.
    pub(super) is_unsure: bool,
}

/// The arena of a heuristic; `None` if the puzzle does not have it.
pub(super) fn arena<K: HeuristicKernel>(
    to: ToGoal<K>,
    heuristic_name: HeuristicName,
    options: &Options,
) -> Result<Option<Arena>, Unfinished<PuzzleError>> {
    let puzzle = &to.puzzle;
    if !K::heuristic_names(puzzle.model()).contains(&heuristic_name) {
        return Ok(None);
    }
    let heuristic_names = [heuristic_name];
    let heuristics = puzzle.heuristics(&heuristic_names)?;
    let mut databases = None;
    if heuristic_name == HeuristicName::Pattern {
        let options = Options {
            heuristics: heuristic_names.to_vec(),
            hooks: Hooks {
                is_compared: true,
                ..Hooks::default()
            },
            ..options.clone()
        };
        let (memory, cancel) = (options.limits.memory, &*options.cancel);
        databases = puzzle.databases(K::COMPARED, memory, &options, cancel.into())?;
        if databases.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(Arena {
        bytes: databases.as_ref().map_or(0, K::entries),
        setup: databases.as_ref().map_or_else(Setup::default, K::setup),
        run: Box::new(move |task, control, mut report| {
            let start = to.board(task.start)?;
            let puzzle = &*to.puzzle;
            let is_reported = report.is_some();
            let mut tell = |event: Event<K::Board>| {
                if let Some(report) = &mut report {
                    report(event.map(|board| to.symbols(&board)));
                }
            };
            let mut run = |control: &mut Control<'_>| {
                let running = Running {
                    puzzle,
                    task,
                    start: &start,
                    control,
                    tell: if is_reported { Some(&mut tell) } else { None },
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

/// A search that is run with any heuristic.
struct Running<'r, 'c, K: Kernel> {
    puzzle: &'r K,
    task: &'r ArenaTask<'r>,
    start: &'r K::Board,
    control: &'r mut Control<'c>,
    tell: Option<&'r mut dyn FnMut(Event<K::Board>)>,
}

impl<K: Kernel> HeuristicVisitor<K> for Running<'_, '_, K> {
    type Output = Outcome;

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> Outcome {
        let setting = (self.puzzle, heuristic, self.task.pruning);
        run(
            setting,
            self.task.search,
            self.start,
            self.control,
            self.tell,
        )
    }
}
