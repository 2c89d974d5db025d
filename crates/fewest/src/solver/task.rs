//! The input of a search for a board, its progress, and its saved record.

use std::cell::RefCell;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::time::Duration;

use super::{Answer, Call, Options, SolverError};
use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::search::control::Observer;
use crate::search::ida_star::resume::{Checkpoint, Record};
use crate::search::ida_star::turns::Share;
use crate::search::ida_star::{Cores, Tree};
use crate::search::{Algorithm, Control, Limits, Outcome, Statistics, Stop};
use crate::space::StateSpace;
use crate::support::progress::Progress;

/// The time between two records of a search.
const EVERY: Duration = Duration::from_secs(2);

/// Saves the progress of searches, so that a later run can resume them.
pub trait Keeper: Debug + Send + Sync {
    /// Receives the heuristic of this run's searches.
    ///
    /// # Errors
    /// If the saved searches used another one.
    fn agree(&self, heuristic_name: &str) -> Result<(), SolverError>;

    /// Returns the answer to the board of this number, if it is known.
    fn answer(&self, board: u64) -> Option<Answer>;

    /// Saves an answer.
    fn answered(&self, board: u64, answer: &Answer);

    /// Returns the time that earlier runs spent on the search that this run resumes.
    fn earlier(&self, board: u64) -> Duration;

    /// Returns the record of a board's search; empty if it has not begun.
    fn record(&self, board: u64) -> Record;

    /// Saves the record of a board's search.
    fn keep(&self, board: u64, record: &Record);
}

/// Shares long searches with other processes, one board at a time; see [`Share`].
pub trait Sharing: Share {
    /// Receives the heuristic of this run's searches, which must be the same in all processes.
    fn agree(&self, heuristic_name: &str);

    /// Lets the other processes prepare what these options need, as this process is about to.
    fn prepare(&self, options: &Options);

    /// Receives the symbols of the board whose search starts, with the latest preparation; `None`
    /// if its search is not shared.
    fn board(&self, symbols: Option<&[u8]>);

    /// Returns the record at which this process joins a search; `None` if it leads.
    fn joined(&self) -> Option<Record>;
}

pub(super) struct Task<'t> {
    pub(super) call: Call<'t>,
    pub(super) algorithm: Option<Algorithm>,
    pub(super) limits: Limits,
    /// The most boards of an iteration that is begun: more are worth the next tier.
    pub(super) max_iteration: Option<u64>,
    pub(super) board: u64,
    /// The moves that IDA* can skip, if any.
    pub(super) pruning: Option<&'t MovePruning>,
    /// True if it is not known that the board can be solved.
    pub(super) is_open: bool,
    /// The record of a search that pauses.
    pub(super) paused: Option<&'t RefCell<Record>>,
}

impl Task<'_> {
    /// The limits of a search, for an observer.
    pub(super) fn control<'a>(&'a self, observer: &'a mut dyn Observer) -> Control<'a> {
        Control {
            max_iteration: self.max_iteration,
            ..Control::new(self.limits, observer).cancelled_by(self.call.budget.cancel)
        }
    }

    /// Creates a reporter, which reports progress until it is dropped.
    pub(super) fn reporter(&self) -> Reporter<'_> {
        Reporter {
            progress: self.call.budget.progress,
            threshold: 0,
            before: self.paused.map_or(0, |record| record.borrow().generated()),
            reported: None,
        }
    }

    pub(super) fn ida_star<P: StateSpace, H: Heuristic<P>>(
        &self,
        tree: &Tree<'_, P, H>,
        start: &P::Board,
        control: &mut Control<'_>,
    ) -> Outcome {
        self.kept(|cores, checkpoint| tree.run(start, control, cores, checkpoint))
    }

    /// Runs a search, resuming an earlier run.
    pub(super) fn kept(
        &self,
        search: impl FnOnce(Cores, Option<&mut Checkpoint<'_>>) -> Outcome,
    ) -> Outcome {
        let cores = if is_alone() { Cores::All } else { Cores::One };
        if let Some(record) = self.paused {
            let mut checkpoint = Checkpoint {
                record: record.take(),
                every: Duration::MAX,
                keep: &mut |_| (),
                share: None,
            };
            let outcome = search(cores, Some(&mut checkpoint));
            record.replace(checkpoint.record);
            return outcome;
        }
        let keeper = self.call.keeper;
        let sharing = self.call.sharing.map(|(sharing, _)| sharing);
        if keeper.is_none() && sharing.is_none() {
            return search(cores, None);
        }
        let joined = sharing.and_then(Sharing::joined);
        let record = joined.or_else(|| Some(keeper?.record(self.board)));
        let mut checkpoint = Checkpoint {
            record: record.unwrap_or_default(),
            every: EVERY,
            keep: &mut |record| {
                if let Some(keeper) = keeper {
                    keeper.keep(self.board, record);
                }
            },
            share: sharing.map(|sharing| sharing as &dyn Share),
        };
        let outcome = search(cores, Some(&mut checkpoint));
        if let Some(keeper) = keeper.filter(|_| outcome.stop != Stop::Solved) {
            keeper.keep(self.board, &checkpoint.record);
        }
        outcome
    }
}

/// Returns true if no other boards are answered at the same time, by the threads of the pool.
fn is_alone() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_thread_index().is_none();
    #[cfg(not(feature = "rayon"))]
    true
}

pub(super) struct Reporter<'p> {
    progress: Option<&'p Progress>,
    threshold: u32,
    /// The number of boards generated before the search was resumed.
    before: u64,
    /// The number of generated boards reported so far; `None` before the first report.
    reported: Option<u64>,
}

impl Observer for Reporter<'_> {
    fn threshold(&mut self, threshold: u32) {
        self.threshold = threshold;
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        // Searches that end before the second poll are not worth reporting.
        if let Some(progress) = self.progress.filter(|_| statistics.generated > 0) {
            if self.reported.is_none() {
                progress.begin_search();
            }
            let reported = self.reported.get_or_insert(self.before);
            progress.search(
                self.threshold,
                statistics.generated.saturating_sub(*reported),
            );
            *reported = statistics.generated.max(*reported);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Reporter<'_> {
    fn drop(&mut self) {
        if let (Some(progress), Some(_)) = (self.progress, self.reported) {
            progress.end_search();
        }
    }
}
