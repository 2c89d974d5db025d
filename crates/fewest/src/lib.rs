//! The fewest moves that solve a puzzle, proven.
//!
//! The one idea: *a board's distance is a look-up whenever the puzzle, seen through what its goal can tell apart, is small
//! enough to tabulate; where it is not, look-ups in smaller views guide a search.*
//!
//! From the ground up:
//!
//! * [`puzzle`]: what a puzzle is; [`structure`] takes it apart;
//! * [`model`]: a puzzle as data, by name or from a file of a user; [`kernel`]: boards that make it quick;
//! * [`symmetry`]: turns, mirrors and recolourings, found from the rules;
//! * [`rank`]: numbering boards without gaps; [`group`]: what moves can do at all;
//! * [`table`]: the distance of every board, built by breadth-first search and walked to read off an answer;
//! * [`heuristic`] and [`search`]: where no table fits; [`pruning`]: moves that a search need not make;
//! * [`lab`]: every search on the same boards, to compare them;
//! * [`solver`]: picks the algorithm, and says in its [`Answer`](solver::Answer) which it took;
//! * [`population`]: all boards of a puzzle by distance; [`survey`](mod@survey): what they tell about the puzzle;
//! * [`progress`]: how far a long job is; [`random`]: the same numbers for the same seed;
//! * [`codec`]: boards and answers as text; [`catalogue`]: all puzzles by name, from text to text.
//!
//! ```
//! use fewest::catalogue::{self, Request};
//!
//! let rotation = catalogue::find("rotation")?;
//! let mut session = rotation.session(&Request::default())?;
//! let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n";
//! let mut answer = Vec::new();
//! session.run("a string", &mut board.as_bytes(), &mut answer)?;
//! assert_eq!(answer, b"AC\n2\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod catalogue;
pub mod codec;
pub mod group;
pub mod heuristic;
mod invariant;
pub mod kernel;
pub mod lab;
pub mod link;
pub mod model;
pub mod names;
pub mod population;
pub mod progress;
pub mod pruning;
pub mod puzzle;
pub mod random;
pub mod rank;
pub mod search;
pub mod solver;
pub mod structure;
pub mod survey;
pub mod symmetry;
pub mod table;
