//! What a page can ask.

use serde::Deserialize;

/// A question. A board is the symbols of its cells; moves and cells are numbers from 0.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    tag = "ask",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum Request {
    /// The puzzles by name.
    Puzzles,
    /// Opens a puzzle: all other questions are about the one opened last.
    Open {
        /// Its name.
        puzzle: Option<String>,
        /// Or the text that defines it.
        definition: Option<String>,
        /// A goal other than its own.
        goal: Option<Vec<u8>>,
    },
    /// The distance of a board, a shortest answer, and the distance after each move.
    Truth {
        /// The board.
        board: Vec<u8>,
    },
    /// How many shortest answers a board has.
    Answers {
        /// The board.
        board: Vec<u8>,
    },
    /// The boards in a text.
    Read {
        /// The text.
        text: String,
        /// Its format; recognised if none.
        format: Option<String>,
    },
    /// What a judge wants to read as the answer to a board.
    Write {
        /// The board.
        board: Vec<u8>,
        /// The judge's format.
        format: String,
    },
    /// All boards by distance.
    Survey,
    /// A board drawn at random.
    Deal {
        /// From which boards.
        wanted: Deal,
        /// The seed of the draw.
        seed: u64,
    },
    /// The algorithms and heuristics that can be compared.
    Contenders,
    /// Runs one search on a board.
    Run {
        /// The board.
        board: Vec<u8>,
        /// The search.
        #[serde(flatten)]
        search: Search,
        /// The most boards that it may generate.
        nodes: Option<u64>,
        /// The most time, in seconds.
        seconds: Option<f64>,
    },
    /// Shows one search on a board, step by step.
    Step {
        /// The board.
        board: Vec<u8>,
        /// The search.
        #[serde(flatten)]
        search: Search,
        /// How many steps are shown at most.
        most: usize,
    },
    /// What a definition is, or its mistakes.
    Check {
        /// Its text.
        definition: String,
    },
}

/// A search.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Search {
    /// The algorithm's name.
    pub algorithm: String,
    /// The heuristic's name, for algorithms that use one.
    pub heuristic: Option<String>,
    /// The weight, for algorithms that take one: `3/2` or `2`.
    pub weight: Option<String>,
}

/// Which boards are dealt.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// Those of this distance.
    Moves(u32),
    /// Those of the greatest distance.
    Hardest,
    /// All that can be solved.
    Random,
}
