//! Searches side by side on the same boards, to see which algorithm and heuristic suit a puzzle.
//! [`Algorithm::run`] runs a single search in any puzzle written in Rust.
//!
//! All searches share the puzzle's moves and the heuristic's code, and count by the same
//! definitions:
//!
//! * *expanded*: boards whose moves were tried, counted each time;
//! * *generated*: boards reached by a move, known or not, without the start. The inverse of the
//!   last move is never tried, and `pruned-ida-star` omits the results of
//!   [redundant](crate::pruning) sequences;
//! * *reopened*: boards reached by a shorter path after their expansion, and so expanded again;
//! * *memory*: the most bytes used at a time for stored boards and their index, without the tables
//!   of heuristics; 0 for searches that hold only the current boards;
//! * *effective branching factor*: see [`effective_branching`].

pub(crate) mod arena;
mod figures;
mod plan;
mod run;
mod step;

use std::time::Duration;

pub use figures::{Sum, Trial, effective_branching};
pub use plan::ComparePlan;

use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::model::Case;
use crate::search::{Algorithm, Stop, Weight};
use crate::solver::{HeuristicName, Options, Setup};
use crate::support::progress::Unfinished;
use run::Compare;
use serde::Serialize;

/// An algorithm, with its heuristic if it uses one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` for a blind algorithm.
    pub heuristic_name: Option<HeuristicName>,
}

impl Contender {
    /// Returns true for lookups in the table of all distances.
    pub(crate) fn is_table(&self) -> bool {
        self.algorithm == Algorithm::Table
    }

    /// The heuristic's name; a dash without one.
    #[must_use]
    pub fn heuristic(&self) -> &'static str {
        self.heuristic_name.map_or("-", HeuristicName::name)
    }

    /// The algorithm's name, with its weight.
    ///
    /// ```
    /// use fewest::compare::Contender;
    /// use fewest::search::{Algorithm, Weight};
    ///
    /// let algorithm = Algorithm::WeightedAStar(Weight::new(3, 2)?);
    /// let contender = Contender { algorithm, heuristic_name: None };
    /// assert_eq!(contender.title(), "weighted-a-star 3/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.algorithm.name();
        match self.algorithm.weight() {
            Some(weight) => format!("{name} {}", shown(weight)),
            None => name.to_owned(),
        }
    }
}

/// A weight as text: a whole number or a fraction.
fn shown(weight: Weight) -> String {
    match weight.denominator() {
        1 => weight.numerator().to_string(),
        denominator => format!("{}/{denominator}", weight.numerator()),
    }
}

/// A selection of algorithms or heuristics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice<T> {
    /// The usual ones for the puzzle's size.
    #[default]
    Usual,
    /// All that the puzzle supports.
    All,
    /// Exactly these.
    These(Vec<T>),
}

/// The contenders to compare: every algorithm with every heuristic, blind algorithms once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    /// Algorithms, by name.
    pub algorithms: Choice<String>,
    /// Heuristics.
    pub heuristic_names: Choice<HeuristicName>,
    /// Weights for algorithms that take one; each weight makes a separate contender.
    pub weights: Vec<Weight>,
}

/// Tables that were prepared before the first board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preparation {
    /// The heuristic that uses them; `None` for the table of all distances.
    pub heuristic_name: Option<HeuristicName>,
    /// The partition of pattern databases, and the source of the tables.
    pub setup: Setup,
    /// The preparation time, on all cores allowed.
    pub time: Duration,
    /// The tables' size in bytes.
    pub bytes: u64,
}

/// A contender's run on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRun {
    /// The run.
    pub trial: Trial,
    /// The answer's moves, by name.
    pub answer: Option<String>,
    /// The heuristic and tables used.
    pub setup: Setup,
}

/// A board and the runs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedBoard {
    /// Its number, from 1.
    pub number: u64,
    /// The identifier in the input, if any.
    pub id: Option<u64>,
    /// The board, in the format `plain`.
    pub board: String,
    /// The goal, in the same format; `None` for the puzzle's own goals.
    pub goal: Option<String>,
    /// False if the board is seen to be unsolvable before any search. Then there are no runs.
    pub is_solvable: bool,
    /// The fewest moves of an answer found.
    pub at_most: Option<u32>,
    /// The run of each contender. An interruption leaves fewer runs, the last one cut short.
    pub runs: Vec<ComparedRun>,
    /// True if all contenders ran on the board.
    pub is_complete: bool,
}

impl ComparedBoard {
    /// Returns true if no moves solve the board, as shown by its structure or an exhaustive search.
    ///
    /// ```
    /// use fewest::compare::Contest;
    /// use fewest::{Options, Puzzle};
    ///
    /// let puzzle = Puzzle::open("sliding:2x2")?;
    /// let cases = [puzzle.board("1 2 0 3")?.into(), puzzle.board("2 1 3 0")?.into()];
    /// let comparison = puzzle.compare(&cases, &Contest::default(), &Options::default())?;
    /// // Two tiles of the second are swapped: nothing is run on it.
    /// assert!(!comparison.boards[0].is_unsolvable() && comparison.boards[1].is_unsolvable());
    /// assert!(comparison.boards[1].runs.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_unsolvable(&self) -> bool {
        let mut outcomes = self.runs.iter().map(|run| &run.trial.outcome);
        !self.is_solvable || outcomes.any(|outcome| outcome.stop == Stop::Exhausted)
    }

    /// The fewest moves, if some run proved them.
    ///
    /// ```
    /// use fewest::compare::{Choice, Contest};
    /// use fewest::{Options, Puzzle};
    ///
    /// let puzzle = Puzzle::open("sliding:3x2")?;
    /// let hardest = puzzle.board("4 5 0 1 2 3")?;
    /// let by = |algorithm: &str| Contest {
    ///     algorithms: Choice::These(vec![algorithm.to_owned()]),
    ///     ..Contest::default()
    /// };
    /// let greedy = puzzle.compare(&[hardest.clone().into()], &by("greedy"), &Options::default())?;
    /// let proven = puzzle.compare(&[hardest.into()], &by("nbs"), &Options::default())?;
    /// // Greedy search finds an answer, but proves nothing of it.
    /// assert!(greedy.boards[0].at_most >= Some(21) && greedy.boards[0].distance().is_none());
    /// assert_eq!(proven.boards[0].distance(), Some(21));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        let trials = self.runs.iter().map(|run| &run.trial);
        let mut proven = trials.filter(|trial| trial.outcome.stop == Stop::Solved);
        proven.find_map(Trial::length)
    }
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The puzzle's name.
    pub name: String,
    /// A short description of the puzzle.
    pub title: String,
    /// The order in which moves are tried, if the puzzle lets the user choose it.
    pub tie_order: Option<String>,
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// The algorithms and heuristics left out, each with the reason.
    pub left_out: Vec<(&'static str, String)>,
    /// The tables prepared for the contenders.
    pub preparations: Vec<Preparation>,
    /// The boards that contenders ran on. After an interruption, the last one may be incomplete.
    pub boards: Vec<ComparedBoard>,
    /// The number of boards requested.
    pub asked: u64,
}

impl Comparison {
    /// The boards that all contenders ran on.
    pub fn complete(&self) -> impl Iterator<Item = &ComparedBoard> {
        self.boards.iter().filter(|board| board.is_complete)
    }

    /// Returns true if all contenders ran on all boards, without an interruption.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete().count() as u64 == self.asked
    }

    /// The sum of each contender's runs, on the boards that all contenders ran on.
    ///
    /// ```
    /// use fewest::compare::{Choice, Contest};
    /// use fewest::{Options, Puzzle};
    ///
    /// let puzzle = Puzzle::open("sliding:3x2")?;
    /// let boards = [puzzle.board("4 5 0 1 2 3")?.into(), puzzle.board("1 2 3 4 0 5")?.into()];
    /// let contest = Contest {
    ///     algorithms: Choice::These(vec!["breadth-first".to_owned()]),
    ///     ..Contest::default()
    /// };
    /// let comparison = puzzle.compare(&boards, &contest, &Options::default())?;
    /// let [sum] = comparison.sums()[..] else { panic!("one algorithm") };
    /// assert_eq!((sum.boards, sum.proven, sum.at_most), (2, 2, 21 + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sums(&self) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); self.contenders.len()];
        for board in self.complete() {
            for (sum, run) in sums.iter_mut().zip(&board.runs) {
                sum.add(&run.trial, board.at_most);
            }
        }
        sums
    }

    /// The number of boards, not known to be unsolvable, that no contender answered.
    ///
    /// ```
    /// use fewest::compare::{Choice, Contest};
    /// use fewest::{Limits, Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let contest = Contest {
    ///     algorithms: Choice::These(vec!["a-star".to_owned()]),
    ///     ..Contest::default()
    /// };
    /// // One move away, and 31: too many for a hundred boards generated.
    /// let boards = [eight.board("1 2 3 4 5 6 7 x 8")?, eight.board("8 6 7 2 5 4 3 x 1")?];
    /// let limits = Limits { max_nodes: Some(100), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// let comparison = eight.compare(&boards.map(Into::into), &contest, &options)?;
    /// assert_eq!(comparison.unanswered(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unanswered(&self) -> u64 {
        let is_open = |board: &&ComparedBoard| !board.is_unsolvable() && board.at_most.is_none();
        self.complete().filter(is_open).count() as u64
    }
}

/// An event of a search shown step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A new iteration: it postpones boards over this estimate (numerator, denominator).
    Threshold((u64, u64)),
    /// A board is expanded.
    Expanded {
        /// The moves so far, from the start or, in a backward search, from a goal.
        g: u32,
        /// The lower bound of the remaining moves.
        h: u32,
        /// The estimate of the whole path (numerator, denominator).
        f: (u64, u64),
        /// True on the goal's side of a bidirectional search.
        is_backward: bool,
        /// The board.
        board: Board,
    },
}

impl Puzzle {
    /// Runs every search on every board, each on one core, within the limits of the options. If
    /// cancelled, it ends early with the runs so far.
    ///
    /// # Errors
    /// If a board is invalid, or an algorithm, a heuristic, a goal or a table is not available.
    ///
    /// ```
    /// use fewest::compare::{Choice, Contest};
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("2 3 4 1 5 x 7 6 8")?;
    /// let contest = Contest {
    ///     algorithms: Choice::These(vec!["a-star".to_owned(), "ida-star".to_owned()]),
    ///     ..Contest::default()
    /// };
    /// let comparison = eight.compare(&[board.into()], &contest, &Options::default())?;
    /// for run in &comparison.boards[0].runs {
    ///     assert_eq!(run.trial.length(), Some(19));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compare(
        &self,
        cases: &[Case],
        contest: &Contest,
        options: &Options,
    ) -> Result<Comparison, Unfinished<PuzzleError>> {
        Compare::new(self, options).run(contest, cases)
    }

    /// Runs one search on one board, and shows each board as it is expanded. Returns the run, and
    /// the names of its answer's moves.
    ///
    /// # Errors
    /// If the search is not available, or if there is more than one search or board.
    ///
    /// ```
    /// use fewest::compare::{Choice, Contest, Shown};
    /// use fewest::solver::HeuristicName;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("2 3 4 1 5 x 7 6 8")?;
    /// let contest = Contest {
    ///     algorithms: Choice::These(vec!["a-star".to_owned()]),
    ///     heuristic_names: Choice::These(vec![HeuristicName::Manhattan]),
    ///     ..Contest::default()
    /// };
    /// let mut steps = Vec::new();
    /// let options = Options::default();
    /// let show = &mut |step| steps.push(step);
    /// let (trial, _) = eight.step(&[board.into()], &contest, &options, show)?;
    /// assert_eq!(steps.len() as u64, trial.outcome.statistics.expanded);
    /// assert!(matches!(steps[0], Shown::Expanded { g: 0, h: 9, f: (9, 1), .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step(
        &self,
        cases: &[Case],
        contest: &Contest,
        options: &Options,
        show: &mut dyn FnMut(Shown),
    ) -> Result<(Trial, Option<String>), Unfinished<PuzzleError>> {
        Compare::new(self, options).step(contest, cases, show)
    }
}
