//! What every search for a board is given, and how it is watched: how far it is, and what is saved
//! for a later run.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Answer, Options, SolverError};
use crate::heuristic::Heuristic;
use crate::pruning::MovePruning;
use crate::search::control::Observer;
use crate::search::ida_star::resume::{Checkpoint, Record};
use crate::search::ida_star::turns::Share;
use crate::search::ida_star::{Cores, Tree};
use crate::search::{Control, Limits, Outcome, Statistics, Stop};
use crate::space::StateSpace;
use crate::support::progress::Progress;

/// How often a search hands over its record.
const EVERY: Duration = Duration::from_secs(2);

/// Saves how far searches are, so that a later run continues from there.
pub trait Keeper: Debug + Send + Sync {
    /// Takes note of what guides the searches of this run.
    ///
    /// # Errors
    /// If those that it keeps were guided by something else.
    fn agree(&self, heuristic_name: &str) -> Result<(), SolverError>;

    /// The answer to the board of this number, if it is known.
    fn answer(&self, board: u64) -> Option<Answer>;

    /// Takes note of its answer.
    fn answered(&self, board: u64, answer: &Answer);

    /// The time that earlier runs took for the search of the board of this number, which this run
    /// continues.
    fn earlier(&self, board: u64) -> Duration;

    /// How far the search for the board of this number is; the empty record if it has not begun.
    fn record(&self, board: u64) -> Record;

    /// Takes note of how far it is now.
    fn keep(&self, board: u64, record: &Record);
}

/// Shares long searches with other processes, as [`Share`] has it. Boards are searched for one after
/// another, each by all processes.
pub trait Sharing: Share {
    /// Takes note of what guides the searches of this run: that of all processes has to be the same.
    fn agree(&self, heuristic_name: &str);

    /// Lets the others prepare what these options ask for, as this process is about to do.
    fn prepare(&self, options: &Options);

    /// Takes note of the board, by its symbols, that is searched for from now on, as was prepared
    /// last; none if its search is not to be shared.
    fn board(&self, symbols: Option<&[u8]>);

    /// Where this process joins a search; none if it leads.
    fn joined(&self) -> Option<Record>;
}

/// What a search for a board is given.
pub(super) struct Task<'t> {
    pub(super) options: &'t Options,
    pub(super) limits: Limits,
    /// The board's number in its input.
    pub(super) board: u64,
    pub(super) cancel: Option<&'t AtomicBool>,
    pub(super) progress: &'t Progress,
    /// What IDA* need not try, if that is to be left out.
    pub(super) pruning: Option<&'t MovePruning>,
    /// Whether it could not be found out if the board can be solved at all.
    pub(super) is_open: bool,
}

impl Task<'_> {
    /// Reports how far the search is until it is dropped.
    pub(super) fn reporter(&self) -> Reporter<'_> {
        Reporter {
            progress: self.progress,
            threshold: 0,
            told: None,
        }
    }

    /// IDA*, from where an earlier run left it.
    pub(super) fn ida_star<P: StateSpace, H: Heuristic<P>>(
        &self,
        tree: &Tree<'_, P, H>,
        start: &P::Board,
        control: &mut Control<'_>,
    ) -> Outcome {
        self.kept(|cores, checkpoint| tree.go_on(start, control, cores, checkpoint))
    }

    /// A search from where an earlier run left it.
    pub(super) fn kept(
        &self,
        search: impl FnOnce(Cores, Option<&mut Checkpoint<'_>>) -> Outcome,
    ) -> Outcome {
        let cores = if is_alone() { Cores::All } else { Cores::One };
        if !self.options.must_be_reproducible() {
            return search(cores, None);
        }
        let keeper = self.options.hooks.keeper.as_deref();
        let sharing = self.options.hooks.sharing.as_deref();
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

/// Whether no other boards are answered at the same time: those are answered by the threads of the
/// pool.
fn is_alone() -> bool {
    #[cfg(feature = "rayon")]
    return rayon::current_thread_index().is_none();
    #[cfg(not(feature = "rayon"))]
    true
}

/// Reports how far a search is, once that is worth it.
pub(super) struct Reporter<'p> {
    progress: &'p Progress,
    threshold: u32,
    /// Boards generated that were reported, if any were.
    told: Option<u64>,
}

impl Observer for Reporter<'_> {
    fn threshold(&mut self, threshold: u32) {
        self.threshold = threshold;
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        // Searches that are over at the second look are not worth reporting.
        if statistics.generated > 0 {
            if self.told.is_none() {
                self.progress.begin_search();
            }
            let told = self.told.get_or_insert(0);
            self.progress
                .search(self.threshold, statistics.generated.saturating_sub(*told));
            *told = statistics.generated.max(*told);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Reporter<'_> {
    fn drop(&mut self) {
        if self.told.is_some() {
            self.progress.end_search();
        }
    }
}
