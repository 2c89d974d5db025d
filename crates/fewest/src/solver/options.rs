//! Options: what is asked of a puzzle, and how it is to be answered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{HeuristicName, Keeper, Sharing, SolverError};
use crate::model::NamedGoal;
use crate::search::AnswerChoice;
use crate::search::{Algorithm, Limits};
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Progress;
use crate::table::store::Store;

/// Which of several shortest answers is wanted.
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
    /// Any: a search may be quicker.
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
    /// One of sliding tiles that has a name.
    Named(NamedGoal),
    /// A board: the symbol of each cell.
    Board(Vec<u8>),
}

/// Options of everything that is asked of a puzzle. The default asks for the lexicographically
/// first of the shortest answers, by whatever method is best, without limits.
///
/// ```
/// use fewest::search::{Algorithm, Limits};
/// use fewest::solver::Options;
///
/// let options = Options {
///     algorithm: Some(Algorithm::IdaStar),
///     limits: Limits { nodes: Some(1_000_000), ..Limits::default() },
///     ..Options::default()
/// };
/// assert!(options.heuristics.is_empty(), "the puzzle's best");
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// How to answer; what suits the puzzle and the number of boards if none.
    pub algorithm: Option<Algorithm>,
    /// The heuristics of a search, whose maximum is used; the puzzle's best if none.
    pub heuristics: Vec<HeuristicName>,
    /// The groups of tiles of the pattern databases: a name or a list (see
    /// [`Partition::parse`](crate::heuristic::pattern::Partition::parse)); chosen by the number of
    /// boards if none.
    pub partition: Option<String>,
    /// Which of several shortest answers. If none, the first; or what the judge wants, where a
    /// format has one.
    pub tie: Option<Tie>,
    /// Whether moves are wanted, or their number alone.
    pub moves: bool,
    /// The goal; the puzzle's own if none, or the format's where boards are read as text.
    pub goal: Option<Goal>,
    /// What each board may cost. `time` includes the board's share of tables that were chosen
    /// automatically. `memory` is for all tables and searches together.
    pub limits: Limits,
    /// When surveys and drawing boards must be done.
    pub deadline: Option<Instant>,
    /// Where tables are kept from one run to the next, if anywhere.
    pub store: Option<Arc<Store>>,
    /// Shows how far long jobs are.
    pub progress: Arc<Progress>,
    /// Set it to stop soon.
    pub cancel: Arc<AtomicBool>,
    /// Callbacks of programs that keep, share or compare searches.
    pub hooks: Hooks,
}

/// Callbacks of programs that keep, share or compare searches; none by default.
#[derive(Clone, Debug, Default)]
pub struct Hooks {
    /// Whether the figures of searches are compared: then tables in the store do not decide which
    /// pattern databases are used.
    pub is_compared: bool,
    /// Keeps how far long searches are. Then one board gets the tables that many would.
    pub keeper: Option<Arc<dyn Keeper>>,
    /// Shares long searches with other processes. Then boards are answered one after another, each
    /// with the tables that many would get.
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

/// What is asked of a lookup.
#[derive(Clone, Copy)]
pub(super) struct LookupOptions {
    /// Whether moves are wanted, or their number alone.
    pub(super) moves: bool,
    /// The most moves asked for.
    pub(super) most: Option<u32>,
}

impl Options {
    /// Returns true if the solver chooses what it prepares, and skips that when time is short. Tables
    /// that the user named, or that a checkpoint or another process needs, take the time they need.
    pub(crate) fn may_adapt(&self) -> bool {
        self.is_method_open() && !self.must_be_reproducible()
    }

    /// Returns true if tables must be chosen before the first search: another run may continue it, or
    /// another process share it.
    pub(super) fn must_be_reproducible(&self) -> bool {
        self.hooks.keeper.is_some() || self.hooks.sharing.is_some()
    }

    /// Tells those who need it what guides searches.
    ///
    /// # Errors
    /// If searches that are kept were guided by something else.
    pub(super) fn agree(&self, heuristic_name: &str) -> Result<(), SolverError> {
        if let Some(sharing) = &self.hooks.sharing {
            sharing.agree(heuristic_name);
        }
        let keeper = self.hooks.keeper.as_ref();
        keeper.map_or(Ok(()), |keeper| keeper.agree(heuristic_name))
    }

    /// Returns true if no algorithm, heuristic or partition was named.
    pub(super) fn is_method_open(&self) -> bool {
        self.algorithm.is_none() && self.heuristics.is_empty() && self.partition.is_none()
    }

    /// The same for any shortest answer within other limits of moves and nodes, of which nothing
    /// is kept.
    pub(super) fn any_within(&self, limits: Limits) -> Self {
        Self {
            tie: Some(Tie::Any),
            limits: Limits {
                moves: limits.moves,
                nodes: limits.nodes,
                ..self.limits
            },
            hooks: Hooks {
                is_compared: self.hooks.is_compared,
                ..Hooks::default()
            },
            ..self.clone()
        }
    }

    /// Who may stop the answering of boards, and who is shown how far it is.
    #[must_use]
    pub fn watch(&self) -> Budget<'_> {
        Budget {
            cancel: Some(&self.cancel),
            progress: Some(&self.progress),
            ..Budget::default()
        }
    }

    /// What building and proving tables may use.
    #[must_use]
    pub fn whole(&self) -> Budget<'_> {
        Budget {
            memory: self.limits.memory,
            deadline: self.deadline,
            ..self.watch()
        }
    }

    /// What a build for boards within a budget may use.
    pub(super) fn budget<'q>(&'q self, memory: Option<u64>, budget: Budget<'q>) -> Budget<'q> {
        Budget {
            memory,
            cancel: budget.cancel,
            progress: budget.progress.or(Some(&self.progress)),
            deadline: budget.deadline.filter(|_| self.may_adapt()),
        }
    }

    /// Which of several shortest answers a search is to find.
    pub(super) const fn answer_choice(&self) -> AnswerChoice {
        match self.tie {
            Some(Tie::Any) => AnswerChoice::Any,
            _ => AnswerChoice::Least,
        }
    }

    /// Whether a board may cost more than so many nodes.
    pub(super) fn allows_nodes(&self, nodes: u64) -> bool {
        self.limits.nodes.is_none_or(|most| most > nodes)
    }

    /// What is asked of a lookup.
    pub(super) const fn wanted(&self) -> LookupOptions {
        LookupOptions {
            moves: self.moves,
            most: self.limits.moves,
        }
    }

    /// Whether pattern databases are asked for by name.
    pub(super) fn names_databases(&self) -> bool {
        self.heuristics.contains(&HeuristicName::Pattern)
    }

    /// Checks that a puzzle has every heuristic that was asked for.
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
