//! Solves puzzles in the fewest moves, and proves the answers shortest.
//!
//! [`Puzzle::open`] opens a puzzle by name, [`Puzzle::from_toml`] reads a definition, and
//! [`Puzzle::from_model`] takes a puzzle built in Rust. Then:
//!
//! * [`Puzzle::solve`] solves a board, [`Puzzle::solve_all`] many boards on all cores;
//! * [`QuickSolver`] finds solutions at once that need not be shortest, and shortens them;
//! * [`Puzzle::all_answers`] counts and lists all shortest answers of a board;
//! * [`Puzzle::distance`], [`Puzzle::moves_with_distances`] and [`Puzzle::optimal_moves`] report
//!   distances to the goal;
//! * [`Puzzle::distances_of_rows`] and [`Puzzle::optimal_moves_of_rows`] do so for millions of
//!   boards in one slice, and [`Puzzle::numbering`] makes one array of all distances;
//! * [`Puzzle::survey`] counts all boards by distance and lists the hardest, [`Puzzle::sample`]
//!   draws random boards;
//! * [`Puzzle::compare`] runs searches side by side, [`Puzzle::verify`] proves a table,
//!   [`Puzzle::describe`] describes a puzzle.
//!
//! [`Options`] choose the method and set its limits.
//!
//! ```
//! use fewest::{Options, Puzzle, Verdict};
//!
//! let eight = Puzzle::open("eight")?;
//! let board = eight.board("8 6 7 2 5 4 3 x 1")?;
//! let answer = eight.solve(&board, &Options::default())?;
//! assert_eq!(answer.verdict, Verdict::Solved(31));
//! println!("{}", eight.moves_text(&board, &answer.moves));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, from the bottom up. To write a puzzle, a heuristic or a search in Rust, start with
//! the first:
//!
//! * [`space`]: the interface of a puzzle to searches, sets of its boards, and its structure;
//! * [`rank`]: boards numbered without gaps; [`group`]: errors in the analysis of the moves' group;
//!   [`symmetry`]: rotations, reflections and renamings of symbols;
//! * [`model`]: a puzzle as data, by name or from a user's file; [`kernel`]: board representations
//!   that make some models fast;
//! * [`table`]: the distance of every board, built by breadth-first search, and lookups in it;
//! * [`heuristic`] and [`search`]: for puzzles too large for a table; [`pruning`]: redundant moves
//!   that a search can skip;
//! * [`solver`]: picks the algorithm, and reports it in its [`Answer`];
//! * [`population`]: all boards of a puzzle by distance; [`survey`](mod@survey): statistics of
//!   them; [`compare`]: searches side by side;
//! * [`support`]: budgets, progress, random numbers, formatting of numbers;
//! * [`answers`]: all shortest answers of a board.
//!
//! The crate `fewest-text` reads and writes the formats of judges and other tools. It solves,
//! checks, validates and generates whole inputs.

pub mod answers;
mod certificate;
pub mod compare;
mod error;
mod handle;
pub mod levels;
pub mod population;
mod quick;
pub mod solver;
pub mod survey;

pub use fewest_base::{
    BoardSet, Budget, Move, Progress, Unfinished, group, pruning, rank, space, support, symmetry,
};
pub use fewest_engine::{heuristic, kernel, projection, search, table};
pub use fewest_model as model;

pub use answers::{AllAnswers, AnswerCount, ListedAnswer};
pub use certificate::Certificate;
pub use compare::{Comparison, Contest};
pub use error::PuzzleError;
pub use handle::{
    Board, BoardSampler, BuildPlan, Built, CaseSampler, Draw, DrawPlan, Drawn, Neighbours,
    Numbering, Pool, Puzzle, Sample, StoredTable, SurveyError, SurveyPlan, TableError, Verified,
};
pub use model::{ENTRIES, Entry, Model};
pub use quick::{Bounds, QuickSolver, TwoPhases};
pub use search::{Algorithm, Limits};
pub use solver::{Answer, Goal, Options, Tie, Verdict};
pub use survey::{Details, Listing, Survey};
