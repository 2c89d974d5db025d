//! Searches side by side on the same boards: what can be compared, and what a comparison finds. Use
//! it to see which algorithm and heuristic suit a puzzle; [`Algorithm::run`] runs a single one in any
//! puzzle written in Rust.
//!
//! Comparisons are fair by construction: all searches share the puzzle's moves and the heuristic's
//! code, and count by the same definitions:
//!
//! * *expanded*: boards whose moves were tried, as often as they were tried;
//! * *generated*: boards that a move led to, whether they were known or not, the start not counted;
//!   the move that takes the last one back is never tried, and `pruned-ida-star` leaves out what
//!   [redundant](crate::pruning) sequences lead to;
//! * *reopened*: boards that were reached on a shorter way after they had been expanded, and so
//!   were expanded again;
//! * *memory*: the most bytes that boards kept for later took at a time, with what files them; 0
//!   for searches that keep none but those in hand; the tables of heuristics are counted apart;
//! * *effective branching factor*: see [`effective_branching`].

mod arena;
mod figures;
mod run;
mod step;

use std::time::Duration;

pub use figures::{Sum, Trial, effective_branching};

use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::model::Case;
use crate::search::{Algorithm, Stop, Weight};
use crate::solver::{HeuristicName, Options, Setup};
use crate::support::progress::Unfinished;
use run::Compare;
use serde::Serialize;

/// An algorithm, and the heuristic that guides it if any does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// How it answers.
    pub algorithm: Algorithm,
    /// Its heuristic; none where it has no use for one.
    pub heuristic_name: Option<HeuristicName>,
}

impl Contender {
    /// What its heuristic is called; a dash if it has none.
    #[must_use]
    pub fn heuristic(&self) -> &'static str {
        self.heuristic_name.map_or("-", HeuristicName::name)
    }

    /// What it is called, with its weight.
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

/// A weight as it is written: a whole number, or a fraction.
fn shown(weight: Weight) -> String {
    match weight.denominator() {
        1 => weight.numerator().to_string(),
        denominator => format!("{}/{denominator}", weight.numerator()),
    }
}

/// Which of several things are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice<T> {
    /// Those that suit the puzzle's size.
    #[default]
    Usual,
    /// All that the puzzle has.
    All,
    /// These.
    These(Vec<T>),
}

/// What is compared: every algorithm with every heuristic, blind algorithms once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    /// The algorithms, by name.
    pub algorithms: Choice<String>,
    /// The heuristics.
    pub heuristic_names: Choice<HeuristicName>,
    /// The weights for algorithms that take one; each makes a contender of its own.
    pub weights: Vec<Weight>,
}

/// Tables that were prepared before any board was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preparation {
    /// The heuristic that they are for; none: the table of all distances.
    pub heuristic_name: Option<HeuristicName>,
    /// The partition of pattern databases, and where the tables came from.
    pub setup: Setup,
    /// The time it took, on all cores allowed.
    pub time: Duration,
    /// The bytes that they take.
    pub bytes: u64,
}

/// A contender's run on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRun {
    /// The run.
    pub trial: Trial,
    /// The names of its answer's moves.
    pub answer: Option<String>,
    /// Its heuristic and tables.
    pub setup: Setup,
}

/// A board and the runs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedBoard {
    /// Its number, from 1.
    pub number: u64,
    /// The name that the input gives it, if any.
    pub id: Option<u64>,
    /// The board as the format `plain` has it.
    pub board: String,
    /// Its goal, written alike; none where the puzzle has its own goals.
    pub goal: Option<String>,
    /// Whether moves can solve it, as far as that is seen without a search. If not, there are no
    /// runs.
    pub is_solvable: bool,
    /// The fewest moves of an answer found.
    pub shortest: Option<u32>,
    /// By contender. An interruption leaves fewer runs, the last one cut short.
    pub runs: Vec<ComparedRun>,
    /// Whether all contenders ran on it.
    pub is_complete: bool,
}

impl ComparedBoard {
    /// Whether no moves solve it: that is seen without a search, or a search has tried all boards.
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
    /// assert!(greedy.boards[0].shortest >= Some(21) && greedy.boards[0].fewest().is_none());
    /// assert_eq!(proven.boards[0].fewest(), Some(21));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fewest(&self) -> Option<u32> {
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
    /// What the puzzle is, in a few words.
    pub title: String,
    /// The order in which moves are tried, where the puzzle lets it be chosen.
    pub tie_order: Option<String>,
    /// The contenders.
    pub contenders: Vec<Contender>,
    /// What was left out, and why.
    pub left_out: Vec<(&'static str, String)>,
    /// The tables that were prepared for them.
    pub preparations: Vec<Preparation>,
    /// The boards that contenders ran on; after an interruption the last one may be incomplete.
    pub boards: Vec<ComparedBoard>,
    /// How many boards there were.
    pub asked: u64,
}

impl Comparison {
    /// The boards that all contenders ran on.
    pub fn complete(&self) -> impl Iterator<Item = &ComparedBoard> {
        self.boards.iter().filter(|board| board.is_complete)
    }

    /// Whether all contenders ran on all boards: nothing interrupted them.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete().count() as u64 == self.asked
    }

    /// By contender: its runs on the boards that all contenders ran on, added up.
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
    /// assert_eq!((sum.boards, sum.proven, sum.length), (2, 2, 21 + 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sums(&self) -> Vec<Sum> {
        let mut sums = vec![Sum::default(); self.contenders.len()];
        for board in self.complete() {
            for (sum, run) in sums.iter_mut().zip(&board.runs) {
                sum.add(&run.trial, board.shortest);
            }
        }
        sums
    }

    /// Boards that can be solved, as far as is known, and that no contender answered.
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
    /// let limits = Limits { nodes: Some(100), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// let comparison = eight.compare(&boards.map(Into::into), &contest, &options)?;
    /// assert_eq!(comparison.unanswered(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unanswered(&self) -> u64 {
        let is_open = |board: &&ComparedBoard| !board.is_unsolvable() && board.shortest.is_none();
        self.complete().filter(is_open).count() as u64
    }
}

/// What is shown of a search step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// An iterative search begins again: boards with a larger estimate than this, as a numerator
    /// and a denominator, will be put off.
    Threshold((u64, u64)),
    /// A board is expanded.
    Expanded {
        /// The moves made so far, from the start or, backward, from a goal.
        g: u32,
        /// The lower bound of the moves left.
        h: u32,
        /// The estimate of the whole way, as a numerator and a denominator.
        f: (u64, u64),
        /// Whether it is on the goal's side of a search from both ends.
        is_backward: bool,
        /// The board.
        board: Board,
    },
}

impl Puzzle {
    /// Runs every search on every board, each on one core, under the limits of the options. When it
    /// is cancelled it ends early, with the runs that are done. A name that no algorithm has is
    /// ignored.
    ///
    /// # Errors
    /// If what is asked for can't be had.
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

    /// Runs one search on one board, and shows each board in the order in which they are expanded.
    /// Returns the run, and the names of its answer's moves.
    ///
    /// # Errors
    /// If what is asked for can't be had, or it is more than one search or board.
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
