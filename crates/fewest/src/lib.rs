//! The fewest moves that solve a puzzle, proven.
//!
//! [`Puzzle::open`] opens a puzzle by its name, [`Puzzle::from_toml`] one that a text defines,
//! [`Puzzle::from_model`] one built in Rust. Then:
//!
//! * [`Puzzle::solve`] answers a board, [`Puzzle::solve_all`] many of them on all cores;
//! * [`Puzzle::all_answers`] counts and lists all shortest answers of a board;
//! * [`Puzzle::distance`], [`Puzzle::moves_with_distances`], [`Puzzle::optimal_moves`] say how far
//!   boards are from the goal;
//! * [`Puzzle::distances_of_rows`], [`Puzzle::optimal_moves_of_rows`] say it of millions of boards
//!   in one slice, [`Puzzle::numbering`] makes one array of all distances;
//! * [`Puzzle::survey`] counts all boards by distance and lists the hardest, [`Puzzle::sample`]
//!   draws some at random;
//! * [`Puzzle::compare`] runs searches side by side, [`Puzzle::verify`] proves a table,
//!   [`Puzzle::describe`] says what a puzzle is.
//!
//! [`Options`] say what is wanted and what it may cost.
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
//! The modules, from the ground up. To write a puzzle, a heuristic or a search in Rust, begin with
//! the first of them:
//!
//! * [`space`]: what a puzzle is to a search, sets of its boards, and a puzzle taken apart;
//! * [`rank`]: boards numbered without gaps; [`group`]: why it is not known what the moves can do;
//!   [`symmetry`]: turns, mirrors and recolourings;
//! * [`model`]: a puzzle as data, by name or from a user's file; [`kernel`]: board representations
//!   that make some models fast;
//! * [`table`]: the distance of every board, built by breadth-first search and walked to read off
//!   an answer;
//! * [`heuristic`] and [`search`]: for puzzles too large for a table; [`pruning`]: moves that a
//!   search need not make;
//! * [`solver`]: picks the algorithm, and reports it in its [`Answer`];
//! * [`population`]: all boards of a puzzle by distance; [`survey`](mod@survey): their figures;
//!   [`compare`]: searches side by side;
//! * [`support`]: budgets, progress, random numbers, numbers as people read them;
//! * [`answers`]: all shortest answers of a board;
//!
//! The crate `fewest-text` reads and writes the formats of judges and other tools, and answers,
//! checks, validates and generates whole inputs.

pub mod answers;
pub mod compare;
mod error;
pub mod group;
mod handle;
pub mod heuristic;
pub mod kernel;
pub mod levels;
pub mod model;
pub mod population;
pub mod projection;
pub mod pruning;
pub mod rank;
pub mod search;
pub mod solver;
pub mod space;
pub mod support;
pub mod survey;
pub mod symmetry;
pub mod table;

pub use answers::{AllAnswers, AnswerCount, ListedAnswer};
pub use compare::{Comparison, Contest};
pub use error::PuzzleError;
pub use handle::{
    Board, BoardSampler, BuildPlan, Built, CaseSampler, Draw, Drawn, ENTRIES, Entry, Neighbours,
    Numbering, Puzzle, Sample, StoredTable, TableError, Verified, Wanted,
};
pub use model::Model;
pub use search::{Algorithm, Limits};
pub use solver::{Answer, Goal, Options, Tie, Verdict};
pub use space::Move;
pub use space::set::BoardSet;
pub use support::budget::Budget;
pub use support::progress::{Progress, Unfinished};
pub use survey::{Listing, Survey};
