//! The answer to a board.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Setup, TableSource};
use crate::kernel::pieces::Flaw;
use crate::model::Model;
use crate::search::{Algorithm, Outcome, Stop};
use crate::space::Move;

/// The method that answered a board. Each method proves its verdict.
///
/// ```
/// use fewest::search::Algorithm;
/// use fewest::solver::Method;
/// use fewest::{Options, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let board = eight.board("1 2 3 4 5 6 8 7 x")?;
/// let options = Options { algorithm: Some(Algorithm::IdaStar), ..Options::default() };
/// // Two tiles are swapped: no search is needed to see that no moves do that.
/// assert_eq!(eight.solve(&board, &options)?.method, Method::Parity);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// One of [`Algorithm::PROVING`].
    Algorithm(Algorithm),
    /// Search to a ball of boards around the goal.
    HalfWay,
    /// A linear system, for moves that commute: the shortest of all its solutions.
    Linear,
    /// Parity: no move changes it, and the goal has the other.
    Parity,
    /// The group of the moves: none of its elements solves the board.
    Group,
}

impl Default for Method {
    fn default() -> Self {
        Self::Algorithm(Algorithm::Table)
    }
}

impl Method {
    /// Every method.
    pub fn all() -> impl Iterator<Item = Self> {
        let algorithms = Algorithm::PROVING.into_iter().map(Self::Algorithm);
        algorithms.chain([Self::HalfWay, Self::Linear, Self::Parity, Self::Group])
    }

    /// The method's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Algorithm(algorithm) => algorithm.name(),
            Self::HalfWay => "half-way",
            Self::Linear => "linear",
            Self::Parity => "parity",
            Self::Group => "group",
        }
    }

    #[must_use]
    pub(crate) const fn is_guided(self) -> bool {
        match self {
            Self::Algorithm(algorithm) => !algorithm.is_blind(),
            Self::HalfWay => true,
            Self::Linear | Self::Parity | Self::Group => false,
        }
    }
}

/// The result for a board.
///
/// ```
/// use fewest::{Options, Puzzle, Verdict};
///
/// let puzzle = Puzzle::open("sliding:2x2")?;
/// let said = |board: &str| -> Result<&str, Box<dyn std::error::Error>> {
///     Ok(match puzzle.distance(&puzzle.board(board)?, &Options::default())? {
///         Verdict::Solved(0) => "solved",
///         Verdict::Solved(_) => "can be solved",
///         Verdict::Unsolvable => "can't be solved",
///         _ => "a limit was hit",
///     })
/// };
/// assert_eq!((said("1 2 3 0")?, said("1 2 0 3")?), ("solved", "can be solved"));
/// assert_eq!(said("2 1 3 0")?, "can't be solved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Not tried yet, or too hard before [`Batches::escalate`](super::Batches::escalate).
    #[default]
    Deferred,
    /// The fewest moves that solve it.
    Solved(u32),
    /// No moves solve it.
    Unsolvable,
    /// It needs more moves than this limit.
    Beyond(u32),
    /// The search was stopped. The board needs at least this many moves.
    Stopped(Stop, u32),
}

impl Verdict {
    /// Returns a proven lower bound of the moves; `u32::MAX` if the board can't be solved.
    #[must_use]
    pub const fn at_least(self) -> u32 {
        match self {
            Self::Deferred => 0,
            Self::Solved(distance) | Self::Stopped(_, distance) => distance,
            Self::Beyond(limit) => limit.saturating_add(1),
            Self::Unsolvable => u32::MAX,
        }
    }
}

/// The answer to a board. One value may serve for many boards: it is cleared before each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The result.
    pub verdict: Verdict,
    /// The moves of the best solution known, if they were requested: a shortest one if the board is
    /// [solved](Verdict::Solved), one of [`at_most`](Self::at_most) moves if a limit left it open.
    pub moves: Vec<Move>,
    /// The index of the goal that the moves reach, if they are known.
    pub goal: Option<usize>,
    /// The reason why the board can't be solved, if its pieces show it.
    pub flaw: Option<Flaw>,
    /// True if no moves lead to the board from the puzzle's [home](crate::Model::home) board, although
    /// it may be solved. Surveys and samples have no such boards.
    #[serde(default)]
    pub is_unreal: bool,
    /// A proven lower bound of the moves; `u32::MAX` if the board can't be solved.
    // Checkpoints of earlier versions have another name.
    #[serde(alias = "lower_bound")]
    pub at_least: u32,
    /// The method that found it.
    pub method: Method,
    /// The heuristics and tables used.
    pub setup: Setup,
    /// Boards expanded, in all attempts.
    pub expanded: u64,
    /// Boards generated or looked up, in all attempts.
    pub generated: u64,
    /// Boards in memory at the same time, including tables.
    pub stored: u64,
    /// The time of all attempts, without preparation; zero for a lookup.
    pub elapsed: Duration,
}

impl Answer {
    /// Clears everything, but keeps the allocation of the moves.
    pub(crate) fn clear(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        *self = Self {
            moves,
            ..Self::default()
        };
    }

    /// Returns true if it is certain how many moves the board takes, or that it can't be solved.
    #[must_use]
    pub const fn is_proven(&self) -> bool {
        matches!(self.verdict, Verdict::Solved(_) | Verdict::Unsolvable)
    }

    /// Returns the moves of the best solution known: of a shortest one if the answer is proven, of
    /// [`moves`](Self::moves) if a limit left it open.
    #[must_use]
    pub fn at_most(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Solved(distance) => Some(distance),
            Verdict::Unsolvable => None,
            _ if self.moves.is_empty() => None,
            _ => u32::try_from(self.moves.len()).ok(),
        }
    }

    /// Returns why the board can't be solved, if its pieces show it: the flaw or, if parity
    /// answered it, that two pieces would have to be swapped.
    ///
    /// ```
    /// use fewest::kernel::pieces::Flaw;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let answer = eight.solve(&eight.board("2 1 3 4 5 6 7 8 x")?, &Options::default())?;
    /// assert_eq!(answer.why(), Some(Flaw::Swapped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why(&self) -> Option<Flaw> {
        let is_parity = self.method == Method::Parity;
        self.flaw.clone().or(is_parity.then_some(Flaw::Swapped))
    }

    /// Returns in words why the board with these symbols can't be solved.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("2 1 3 4 5 6 7 8 x")?;
    /// let why = eight.solve(&board, &Options::default())?.why_in_words(eight.model(), board.symbols());
    /// assert_eq!(why, "two pieces would have to be swapped (odd permutation)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn why_in_words(&self, model: &Model, symbols: &[u8]) -> String {
        self.why().map_or_else(
            || "no moves lead from it to a goal".to_owned(),
            |flaw| flaw.in_words(model, symbols),
        )
    }

    /// Takes the outcome of a search under a move limit, and the used parts of its setup.
    pub(super) fn take(
        &mut self,
        method: Method,
        setup: Setup,
        outcome: Outcome,
        limit: Option<u32>,
    ) {
        self.method = method;
        self.setup = if method.is_guided() {
            Setup {
                pruned: setup
                    .pruned
                    .filter(|_| method == Method::Algorithm(Algorithm::PrunedIdaStar)),
                ..setup
            }
        } else {
            Setup::default()
        };
        self.at_least = outcome.at_least;
        self.expanded = outcome.statistics.expanded;
        self.generated = outcome.statistics.generated;
        self.verdict = match outcome.stop {
            Stop::Solved => Verdict::Solved(outcome.at_least),
            Stop::Exhausted => Verdict::Unsolvable,
            Stop::Moves => Verdict::Beyond(limit.unwrap_or(outcome.at_least.saturating_sub(1))),
            stop => Verdict::Stopped(stop, outcome.at_least),
        };
        if let Some(moves) = outcome.moves.filter(|_| outcome.stop == Stop::Solved) {
            self.moves.extend(moves);
        }
    }

    /// Takes a bound that was proven before.
    pub(super) fn raise(&mut self, bound: u32) {
        self.at_least = self.at_least.max(bound);
        if let Verdict::Stopped(_, at_least) = &mut self.verdict {
            *at_least = self.at_least;
        }
    }

    pub(super) const fn rule_out(&mut self, method: Method) {
        self.method = method;
        self.verdict = Verdict::Unsolvable;
        self.at_least = u32::MAX;
    }

    pub(super) fn look_up(
        &mut self,
        source: TableSource,
        distance: Option<u8>,
        limit: Option<u32>,
    ) {
        self.method = Method::default();
        self.setup = Setup::table(source);
        self.verdict = match (distance.map(u32::from), limit) {
            (None, _) => Verdict::Unsolvable,
            (Some(distance), Some(limit)) if distance > limit => Verdict::Beyond(limit),
            (Some(distance), _) => Verdict::Solved(distance),
        };
        self.at_least = distance.map_or(u32::MAX, u32::from);
        if !matches!(self.verdict, Verdict::Solved(_)) {
            self.moves.clear();
            self.goal = None;
        }
    }
}
