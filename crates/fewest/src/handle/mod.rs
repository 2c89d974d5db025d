//! An opened puzzle, the main type of this library.

mod answers;
mod board;
mod certificate;
mod levels;
mod near;
mod plans;
mod population;
mod ranks;
mod real;
mod report;
mod rows;
mod sampler;
mod sets;
mod solve;
mod steps;
mod svg;
mod tables;

use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex};

pub use board::Board;
pub use plans::{SurveyError, SurveyPlan};
pub use ranks::Numbering;
pub(crate) use rows::Solvability;
pub use sampler::{BoardSampler, CaseSampler, Draw, DrawPlan, Drawn, Pool, Sample};
pub use steps::Neighbours;
pub use tables::{BuildPlan, Built, StoredTable, TableError, Verified};

use crate::error::PuzzleError;
use crate::kernel::{AnyKernel, KernelError, with_kernel};
use crate::model::{Kind, Model, NamedGoal, Order, Problems};
use crate::solver::report::Report;
use crate::solver::{self, Goal, Measured, Options};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::{Details, Survey};
use solve::SharedSolver;

/// A puzzle: a [model](Model) in the fastest [kernel](crate::kernel) for it, with the tables built
/// for its boards. Clones are cheap and share them, also between threads.
///
/// ```
/// use fewest::{Options, Puzzle, Verdict};
///
/// let rotation = Puzzle::open("rotation")?;
/// let board = rotation.board("1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3")?;
/// let answer = rotation.solve(&board, &Options::default())?;
/// assert_eq!(answer.verdict, Verdict::Solved(2));
/// assert_eq!(rotation.moves_text(&board, &answer.moves), "AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Puzzle {
    kernel: AnyKernel,
    /// The solvers of the latest calls, the newest last.
    solvers: Arc<Mutex<Vec<Arc<SharedSolver>>>>,
}

impl std::fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Puzzle").field(&self.name()).finish()
    }
}

impl Puzzle {
    /// Opens a puzzle by name: one of [`ENTRIES`](crate::ENTRIES), an alias (`8-puzzle`, `15-puzzle`, `24-puzzle`,
    /// `2x2`, `3x3`, `cube`, `rubik`), or sliding tiles of any size (`sliding:5x3`).
    ///
    /// # Errors
    /// If there is no such puzzle.
    ///
    /// ```
    /// use fewest::Puzzle;
    ///
    /// assert_eq!(Puzzle::open("sliding:5x3")?.model().cells(), 15);
    /// let error = Puzzle::open("rotatoin").unwrap_err();
    /// assert!(error.to_string().contains("did you mean `rotation`?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(name: &str) -> Result<Self, PuzzleError> {
        Ok(Self::of(Model::named(name)?)?)
    }

    /// Reads the definition of a puzzle: see `docs/definitions.md`. It can extend puzzles by name;
    /// [`Puzzle::from_toml_at`] also finds files.
    ///
    /// # Errors
    /// All mistakes of the text, with their positions.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, Verdict};
    ///
    /// let swap = Puzzle::from_toml(
    ///     r#"
    ///     name = "three"
    ///     cells = "a b c"
    ///     pieces = "1 2 3"
    ///     [[move]]
    ///     name = "left"
    ///     cycles = "(a b)"
    ///     [[move]]
    ///     name = "right"
    ///     cycles = "(b c)"
    ///     [[goal]]
    ///     board = "1 2 3"
    ///     "#,
    /// )?;
    /// let board = swap.board("3 2 1")?;
    /// assert_eq!(swap.distance(&board, &Options::default())?, Verdict::Solved(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, Problems> {
        Self::define(text, Model::from_toml(text))
    }

    /// Reads the definition in the file at this path, given its text. If it extends a file, it
    /// gives that file's path from its own folder.
    ///
    /// # Errors
    /// All mistakes of the text, with their positions, and the first mistake of the other file.
    ///
    /// ```
    /// use fewest::Puzzle;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let two_faces = "name = \"two-faces\"\nextends = \"cube2\"\nmoves = \"U R\"";
    /// std::fs::write(folder.path().join("two-faces.toml"), two_faces)?;
    /// let one_face = "name = \"one-face\"\nextends = \"two-faces.toml\"\nmoves = \"R\"";
    /// let path = folder.path().join("one-face.toml");
    /// std::fs::write(&path, one_face)?;
    /// assert_eq!(Puzzle::from_toml_at(one_face, &path)?.model().moves, ["R", "R2", "R'"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml_at(text: &str, path: &Path) -> Result<Self, Problems> {
        Self::define(text, Model::from_toml_at(text, path))
    }

    fn define(text: &str, model: Result<Model, Problems>) -> Result<Self, Problems> {
        let model = model?;
        let name = model.name.clone();
        Self::of(model).map_err(|error| Problems::of_all(text, format!("{name}: {error}")))
    }

    /// Creates the puzzle of a model.
    ///
    /// # Errors
    /// If the model is invalid, or too large for any kernel.
    ///
    /// ```
    /// use fewest::space::structure::{Structure, Turn};
    /// use fewest::{Model, Move, Options, Puzzle, Verdict};
    ///
    /// // Three pancakes, the topmost first: flip the upper two, or all.
    /// let flips = [vec![1, 0, 2], vec![2, 1, 0]];
    /// let turns = (0..).zip(flips).map(|(m, from)| Turn { by: Move::new(m), needs: Vec::new(), from });
    /// let pancakes = Puzzle::from_model(Model::of(Structure {
    ///     pieces: vec![1; 3],
    ///     turns: turns.collect(),
    ///     goals: vec![vec![Some(0), Some(1), Some(2)]],
    /// }))?;
    /// let board = pancakes.board_of(&[0, 2, 1]).expect("each pancake once");
    /// assert_eq!(pancakes.distance(&board, &Options::default())?, Verdict::Solved(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_model(model: Model) -> Result<Self, KernelError> {
        model.check()?;
        Self::of(model)
    }

    fn of(model: Model) -> Result<Self, KernelError> {
        Ok(Self {
            kernel: AnyKernel::of(model)?,
            solvers: Arc::default(),
        })
    }

    /// Returns the sliding tiles with another tie order, given by its letters, such as `udlr`.
    ///
    /// # Errors
    /// If the puzzle is not sliding tiles, or `word` is not an order of the letters d, l, r and u.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, PuzzleError};
    ///
    /// let first = |order: &str| -> Result<String, Box<dyn std::error::Error>> {
    ///     let puzzle = Puzzle::open("sliding:2x2")?.with_tie_order(order)?;
    ///     let board = puzzle.board("0 3 2 1")?;
    ///     let answer = puzzle.solve(&board, &Options::default())?;
    ///     Ok(puzzle.moves_text(&board, &answer.moves))
    /// };
    /// // This board is six moves away, one way round as well as the other.
    /// assert_eq!(first("dlru")?, "druldr");
    /// assert_eq!(first("rlud")?, "rdlurd");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_tie_order(&self, word: &str) -> Result<Self, PuzzleError> {
        let order = Order::parse(word).zip(self.model().size);
        let (order, size) = order.ok_or_else(|| PuzzleError::NoSuchTie(word.to_owned()))?;
        Ok(Self::of(Model::sliding(size, order))?)
    }

    /// The puzzle's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.model().name
    }

    /// A short description.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.model().title
    }

    /// The puzzle's model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        self.kernel.model()
    }

    /// Describes the puzzle, and how its boards are solved within this much memory, in bytes. May
    /// take a few seconds. [`Puzzle::report_lines`] returns it as text.
    ///
    /// ```
    /// let puzzle = fewest::Puzzle::open("sliding:3x2")?;
    /// let report = puzzle.describe(None);
    /// assert_eq!(report.arrangements.to_string(), "720");
    /// assert_eq!(report.solvable?.to_string(), "360");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn describe(&self, memory: Option<u64>) -> Report {
        with_kernel!(&self.kernel, |kernel| Report::of(kernel, memory))
    }

    /// Builds and measures the small tables (up to 64 MiB) that guide searches within this much
    /// memory, in bytes, in the order of the [report](Self::describe) for this memory. The list is
    /// empty if boards are looked up, or if no tables guide the searches.
    ///
    /// # Errors
    /// If the run was cancelled or the time is up.
    ///
    /// ```
    /// let fifteen = fewest::Puzzle::open("sliding:4x4")?;
    /// let report = fifteen.describe(Some(1 << 26));
    /// let measured = fifteen.measured(&report, Some(1 << 26), fewest::Budget::default())?;
    /// // Three pattern databases: random boards are some 53 moves away.
    /// assert!((35.0..53.0).contains(&measured[0].mean_bound));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measured(
        &self,
        report: &Report,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Vec<Measured>, Unfinished<Infallible>> {
        if report.plan.table().or(report.plan.solutions()).is_some() {
            return Ok(Vec::new());
        }
        with_kernel!(&self.kernel, |kernel| solver::measured(
            &**kernel, memory, budget
        ))
    }

    /// Counts all boards by distance to the goal, and lists the hardest. A
    /// [`Listing`](crate::survey::Listing) is enough unless the shortest answers of the hardest boards
    /// are also to be counted.
    ///
    /// # Errors
    /// If the boards do not fit into memory, there is no such goal, or the run was stopped.
    ///
    /// ```
    /// use fewest::survey::Listing;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let survey = eight.survey(Listing { limit: 2, every: true }, &Options::default())?;
    /// assert_eq!((survey.figures.boards, survey.figures.farthest), (181_440, 31));
    /// assert_eq!(eight.text(&survey.hardest[0].board), "6 4 7 8 5 0 3 2 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey(
        &self,
        details: impl Into<Details>,
        options: &Options,
    ) -> Result<Survey<Board>, Unfinished<PuzzleError>> {
        self.survey_of(None, details.into(), options)
    }

    pub(crate) const fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    /// The symbols of the goal in the options; `None` for the puzzle's own.
    pub(crate) fn goal_of(&self, options: &Options) -> Result<Option<Vec<u8>>, PuzzleError> {
        self.goal_or(options, NamedGoal::default())
    }

    /// Returns the goal in the options, or else the goal `usual`; `None` for the puzzle's own.
    ///
    /// # Errors
    /// If there is no such goal.
    pub fn goal_or(
        &self,
        options: &Options,
        usual: NamedGoal,
    ) -> Result<Option<Vec<u8>>, PuzzleError> {
        let model = self.model();
        let named = |goal: NamedGoal| {
            let tiles = goal.tiles(model.size?);
            Some(tiles).filter(|tiles| model.is_board(tiles))
        };
        // A model with its own goal keeps it, unless a format has another.
        let goals = model.structure.goals.iter();
        let mut whole_goals = goals.map(|goal| goal.iter().copied().collect::<Option<Vec<u8>>>());
        match &options.goal {
            // So does a model whose goals are a set of boards.
            None if model.has_requested_goals => Ok(None),
            None => Ok(named(usual).filter(|tiles| {
                usual != NamedGoal::default()
                    || whole_goals.any(|goal| goal.as_ref() == Some(tiles))
            })),
            Some(_) if model.kind == Kind::Rotation => Err(self.takes_no_goal()),
            Some(Goal::Board(symbols)) if model.is_board(symbols) => Ok(Some(symbols.clone())),
            Some(Goal::Board(_)) => Err(PuzzleError::NoSuchGoal(format!(
                "the goal is not a board of {}",
                model.name
            ))),
            Some(Goal::Named(goal)) => named(*goal).map(Some).ok_or_else(|| {
                PuzzleError::NoSuchGoal(format!(
                    "{} has no goal `{}`; give a file with a board",
                    model.name,
                    goal.name()
                ))
            }),
        }
    }

    /// The error for a goal of a puzzle that has fixed goals.
    #[must_use]
    pub fn takes_no_goal(&self) -> PuzzleError {
        PuzzleError::NoSuchGoal(format!(
            "{} always has its three goals; another goal is not possible",
            self.name()
        ))
    }

    /// Returns the model, with the goal in the options.
    ///
    /// # Errors
    /// If there is no such goal.
    pub fn model_for(&self, options: &Options) -> Result<Arc<Model>, PuzzleError> {
        match &options.goal {
            Some(_) => {
                let goal = self.goal_of(options)?.unwrap_or_default();
                Ok(Arc::new(self.model().with_goal(&goal)))
            }
            None => Ok(Arc::clone(self.model())),
        }
    }
}

/// Evaluates an expression with a puzzle's boards [`ToGoal`](crate::kernel::ToGoal), bound to a
/// name, for these symbols or else the puzzle's goals. It is compiled for each kernel.
macro_rules! to_goal {
    ($puzzle:expr, $goal:expr, |$to:ident| $body:expr) => {{
        let goal: Option<Vec<u8>> = $goal;
        $crate::kernel::with_kernel!($puzzle.kernel(), |kernel| {
            let to = $crate::kernel::ToGoal::new(kernel, goal.as_deref());
            let $to = to.map_err($crate::error::PuzzleError::from)?;
            $body
        })
    }};
}

pub(crate) use to_goal;
