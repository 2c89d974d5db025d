//! Options: what to find for a puzzle's boards, and how.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{HeuristicName, Keeper, Sharing, SolverError};
use crate::model::NamedGoal;
use crate::search::AnswerChoice;
use crate::search::{Algorithm, Limits};
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Progress;
use crate::table::store::Store;

/// The choice among shortest answers.
///
/// ```
/// use fewest::search::Algorithm;
/// use fewest::{Options, Puzzle, Tie};
///
/// let puzzle = Puzzle::open("sliding:2x2")?;
/// let board = puzzle.board("0 3 2 1")?;
/// let answer = |tie| {
///     let algorithm = Some(Algorithm::AStar);
///     puzzle.solve(&board, &Options { algorithm, tie: Some(tie), ..Options::default() })
/// };
/// // Both are shortest; which of the two `Tie::Any` gives is open.
/// assert_eq!(puzzle.moves_text(&board, &answer(Tie::Least)?.moves), "druldr");
/// assert_eq!(answer(Tie::Any)?.moves.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// The lexicographically first in the puzzle's order of moves.
    Least,
    /// Any; a search may be quicker.
    Any,
}

/// A goal other than the puzzle's own.
///
/// ```
/// use fewest::model::NamedGoal;
/// use fewest::{Goal, Options, Puzzle, Verdict};
///
/// let eight = Puzzle::open("eight")?;
/// let board = eight.board("1 2 3 8 4 x 7 6 5")?;
/// let to = |goal| eight.distance(&board, &Options { goal: Some(goal), ..Options::default() });
/// assert_eq!(to(Goal::Named(NamedGoal::Snail))?, Verdict::Solved(1));
/// assert_eq!(to(Goal::Board(board.symbols().to_vec()))?, Verdict::Solved(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A named goal of sliding tiles.
    Named(NamedGoal),
    /// A board: the symbol of each cell.
    Board(Vec<u8>),
}

/// Options of all operations on a puzzle. By default, the lexicographically first shortest answer,
/// by the best method, without limits.
///
/// ```
/// use fewest::search::{Algorithm, Limits};
/// use fewest::solver::Options;
///
/// let options = Options {
///     algorithm: Some(Algorithm::IdaStar),
///     limits: Limits { max_nodes: Some(1_000_000), ..Limits::default() },
///     ..Options::default()
/// };
/// assert!(options.heuristics.is_empty(), "the puzzle's best");
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The algorithm; by default what suits the puzzle and the number of boards.
    pub algorithm: Option<Algorithm>,
    /// The heuristics of a search, which uses their maximum; by default the puzzle's best.
    pub heuristics: Vec<HeuristicName>,
    /// The groups of tiles of the pattern databases: a name or a list (see
    /// [`Partition::parse`](crate::heuristic::pattern::Partition::parse)). By default, the number
    /// of boards decides.
    pub partition: Option<String>,
    /// The choice among shortest answers; by default the first, or the judge's if there is one.
    pub tie: Option<Tie>,
    /// True to return the moves, false for only their number.
    pub moves: bool,
    /// The goal; by default the puzzle's own or, for boards read as text, the format's.
    pub goal: Option<Goal>,
    /// The limits per board. `max_time` includes the board's share of tables that were chosen
    /// automatically. `memory` is for all tables and searches together. Without it, a table of more
    /// than 4 GiB is built only if the algorithm requires one.
    pub limits: Limits,
    /// The deadline for surveys and for drawing boards.
    pub deadline: Option<Instant>,
    /// The store of tables between runs, if any.
    pub store: Option<Arc<Store>>,
    /// The progress of long jobs.
    pub progress: Arc<Progress>,
    /// A flag that stops the work soon after it is set.
    pub cancel: Arc<AtomicBool>,
    /// Callbacks of programs that keep, share or compare searches.
    pub hooks: Hooks,
}

/// Callbacks of programs that keep, share or compare searches; none by default.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// True if node counts are compared: then stored tables don't decide the pattern databases.
    pub is_compared: bool,
    /// The time after which a search pauses: the verdict is `Stopped(Stop::Time, ..)`, and the next
    /// search resumes it if it is for the same board. A search that may never end does not pause.
    pub pause: Option<Duration>,
    /// Saves the progress of long searches. Then one board gets the tables that many would.
    pub keeper: Option<Arc<dyn Keeper>>,
    /// Shares long searches with other processes; boards are then answered one by one, each with
    /// the tables that many would get.
    pub sharing: Option<Arc<dyn Sharing>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristics: Vec::new(),
            partition: None,
            tie: None,
            moves: true,
            goal: None,
            limits: Limits::default(),
            deadline: None,
            store: None,
            progress: Arc::default(),
            cancel: Arc::default(),
            hooks: Hooks::default(),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct LookupOptions {
    pub(super) moves: bool,
    pub(super) max_moves: Option<u32>,
}

/// The part of [`Options`] that methods and tables depend on. A solver keeps it, and calls with
/// equal parts share a solver; everything else is in the [`Call`].
#[derive(Clone, Debug, Default)]
pub struct SolverOptions {
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) heuristics: Vec<HeuristicName>,
    pub(crate) partition: Option<String>,
    /// The memory for tables and searches, in bytes.
    pub(crate) memory: Option<u64>,
    pub(crate) store: Option<Arc<Store>>,
    /// See [`Hooks`].
    pub(crate) is_compared: bool,
    /// True if tables must be chosen before the first search, for another run or process.
    pub(crate) must_be_reproducible: bool,
}

impl PartialEq for SolverOptions {
    fn eq(&self, other: &Self) -> bool {
        let parts = |options: &Self| {
            let store = options.store.as_ref().map(Arc::as_ptr);
            let flags = (options.is_compared, options.must_be_reproducible);
            (options.algorithm, options.memory, store, flags)
        };
        parts(self) == parts(other)
            && self.heuristics == other.heuristics
            && self.partition == other.partition
    }
}

/// One call of a solver: what it returns for a board, its limits, its cancellation and its
/// progress. It borrows them, so no solver can keep them for the next call.
///
/// ```
/// use fewest::{Limits, Options};
///
/// let limits = Limits { max_nodes: Some(1_000), ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// assert!(options.call().budget.cancel.is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The cancellation, the progress, and the deadline of all boards together.
    pub budget: Budget<'a>,
    pub(crate) max_time: Option<Duration>,
    pub(crate) max_nodes: Option<u64>,
    pub(crate) max_moves: Option<u32>,
    pub(crate) choice: AnswerChoice,
    pub(crate) wants_moves: bool,
    pub(crate) pause: Option<Duration>,
    pub(crate) keeper: Option<&'a dyn Keeper>,
    /// With the options, for the other processes.
    pub(crate) sharing: Option<(&'a dyn Sharing, &'a Options)>,
}

impl Call<'_> {
    /// This call within a time that includes preparation, unless it has a deadline.
    pub(crate) fn or(self, time: Option<Duration>) -> Self {
        let budget = self.budget.or(time);
        Self { budget, ..self }
    }

    /// A part of this call: any answer within limits of moves and nodes, without hooks.
    pub(crate) fn any_within(self, max_moves: u32, nodes: Option<u64>) -> Self {
        Self {
            max_nodes: nodes,
            max_moves: Some(max_moves),
            choice: AnswerChoice::Any,
            pause: None,
            keeper: None,
            sharing: None,
            ..self
        }
    }

    /// Passes the heuristic to the hooks.
    ///
    /// # Errors
    /// If saved searches used another one.
    pub(super) fn agree(&self, heuristic_name: &str) -> Result<(), SolverError> {
        if let Some((sharing, _)) = self.sharing {
            sharing.agree(heuristic_name);
        }
        let keeper = self.keeper;
        keeper.map_or(Ok(()), |keeper| keeper.agree(heuristic_name))
    }

    /// Returns true if a board may cost more than this many nodes.
    pub(super) fn allows_nodes(&self, nodes: u64) -> bool {
        self.max_nodes.is_none_or(|max_nodes| max_nodes > nodes)
    }

    pub(super) const fn lookup_options(&self) -> LookupOptions {
        LookupOptions {
            moves: self.wants_moves,
            max_moves: self.max_moves,
        }
    }
}

impl Options {
    /// The part that a solver keeps.
    pub(crate) fn of_solver(&self) -> SolverOptions {
        SolverOptions {
            algorithm: self.algorithm,
            heuristics: self.heuristics.clone(),
            partition: self.partition.clone(),
            memory: self.limits.memory,
            store: self.store.clone(),
            is_compared: self.hooks.is_compared,
            must_be_reproducible: self.hooks.keeper.is_some() || self.hooks.sharing.is_some(),
        }
    }

    /// A call of a solver that was made for these options.
    #[must_use]
    pub fn call(&self) -> Call<'_> {
        let sharing = self.hooks.sharing.as_deref();
        Call {
            budget: self.watch(),
            max_time: self.limits.max_time,
            max_nodes: self.limits.max_nodes,
            max_moves: self.limits.max_moves,
            choice: match self.tie {
                Some(Tie::Any) => AnswerChoice::Any,
                _ => AnswerChoice::Least,
            },
            wants_moves: self.moves,
            pause: self.hooks.pause,
            keeper: self.hooks.keeper.as_deref(),
            sharing: sharing.map(|sharing| (sharing, self)),
        }
    }

    /// A budget with the cancellation flag and the progress.
    #[must_use]
    pub fn watch(&self) -> Budget<'_> {
        Budget {
            cancel: Some(&self.cancel),
            progress: Some(&self.progress),
            ..Budget::default()
        }
    }

    /// The budget for building and proving tables.
    #[must_use]
    pub fn whole(&self) -> Budget<'_> {
        Budget {
            memory: self.limits.memory,
            deadline: self.deadline,
            ..self.watch()
        }
    }
}

impl SolverOptions {
    /// Returns true if the solver chooses what it prepares, and skips that when time is short.
    /// Tables that are named, or needed by a checkpoint or another process, always take their time.
    pub(crate) const fn may_adapt(&self) -> bool {
        self.is_method_open() && !self.must_be_reproducible
    }

    pub(super) const fn is_method_open(&self) -> bool {
        self.algorithm.is_none() && self.heuristics.is_empty() && self.partition.is_none()
    }

    /// The budget of a build for boards with `budget`.
    pub(super) fn budget<'q>(&self, budget: Budget<'q>) -> Budget<'q> {
        Budget {
            memory: self.memory,
            deadline: budget.deadline.filter(|_| self.may_adapt()),
            ..budget
        }
    }

    pub(super) fn names_databases(&self) -> bool {
        self.heuristics.contains(&HeuristicName::Pattern)
    }

    pub(super) fn check_heuristics(
        &self,
        puzzle: &str,
        known: &[HeuristicName],
    ) -> Result<(), SolverError> {
        let patterns = self.partition.as_ref().map(|_| HeuristicName::Pattern);
        let mut asked = self.heuristics.iter().copied().chain(patterns);
        let Some(heuristic_name) = asked.find(|heuristic_name| !known.contains(heuristic_name))
        else {
            return Ok(());
        };
        let names: Vec<&str> = known
            .iter()
            .map(|heuristic_name| heuristic_name.name())
            .collect();
        let known = match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => names.concat(),
        };
        Err(SolverError::NoSuchHeuristic {
            puzzle: puzzle.to_owned(),
            heuristic_name: heuristic_name.name(),
            known,
        })
    }
}
