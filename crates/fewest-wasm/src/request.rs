//! The requests of a page.

use serde::Deserialize;

/// A question, and the puzzle that it is about.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Named {
    /// The name that the page gave the puzzle when it opened it. Questions without a name are about a puzzle without one.
    pub of: Option<u64>,
    /// The question.
    #[serde(flatten)]
    pub request: Request,
}

/// A question. A board is given as the symbols of its cells; moves and cells are numbers from 0.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    tag = "ask",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
pub enum Request {
    /// The built-in puzzles.
    Puzzles,
    /// Opens a puzzle in place of the one before. Questions about another one are refused.
    Open {
        /// Its name.
        puzzle: Option<String>,
        /// Alternatively, the text that defines it.
        definition: Option<String>,
        /// A goal other than its own.
        goal: Option<Vec<u8>>,
    },
    /// Describes a built-in puzzle like `Open`, for a picture of it: it is not opened, and tables are not considered.
    Look {
        /// Its name.
        puzzle: String,
    },
    /// The distance of a board, a shortest answer, and the distance after each move.
    Truth {
        /// The board.
        board: Vec<u8>,
        /// True if a long search may pause, with what it has proven: the next request for the same board
        /// resumes it.
        #[serde(default)]
        pauses: bool,
        /// The time for a search, in seconds, if it does not pause. A solution that is not proven
        /// shortest may take as long again.
        #[serde(default)]
        max_time: Option<f64>,
        /// True for a solution that is found at once and need not be shortest, made shorter until the
        /// time is up.
        #[serde(default)]
        quick: bool,
    },
    /// A solution that is found quickly and need not be shortest.
    Quick {
        /// The board.
        board: Vec<u8>,
        /// The moves of the solution known so far, to be made shorter.
        known: Option<Vec<u8>>,
        /// The round of the search, from 0.
        round: usize,
    },
    /// The number of a board's shortest answers.
    Answers {
        /// The board.
        board: Vec<u8>,
    },
    /// The certificate of a board's answer, if its tables are small.
    Certificate {
        /// The board.
        board: Vec<u8>,
        /// The moves of its shortest solution; none if it can't be solved.
        solution: Option<Vec<u8>>,
        /// The name of its file. The names of its tables begin with it.
        name: String,
    },
    /// The boards in a text.
    Read {
        /// The text.
        text: String,
        /// Its format; recognised if `None`.
        format: Option<String>,
    },
    /// The moves at the beginning of a text.
    Moves {
        /// The board that they start from.
        board: Vec<u8>,
        /// The text.
        text: String,
    },
    /// The answer to a board in a judge's format.
    Write {
        /// The board.
        board: Vec<u8>,
        /// The judge's format.
        format: String,
        /// The board's number in its input, from 1, if it is not the only one.
        number: Option<u64>,
        /// A goal other than the open puzzle's.
        goal: Option<Vec<u8>>,
    },
    /// Another program's answers to the boards in a text, judged one by one.
    Judge {
        /// The text.
        text: String,
        /// Its format; recognised if `None`.
        format: Option<String>,
        /// The answers.
        output: String,
        /// The policy's name; the judge's own if `None`.
        policy: Option<String>,
        /// The goal of boards without one, unless it is the open puzzle's.
        goal: Option<Vec<u8>>,
    },
    /// The pieces of a board that a stage ignores.
    Ignored {
        /// The name of the stage, a puzzle with the same cells.
        puzzle: String,
        /// The board.
        board: Vec<u8>,
    },
    /// The distance of a board from the goal of a stage.
    Stage {
        /// The name of the stage, a puzzle with the same cells.
        puzzle: String,
        /// The board.
        board: Vec<u8>,
    },
    /// All boards by distance.
    Survey,
    /// A random board.
    Deal {
        /// The boards to draw from.
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
        /// The most steps to show.
        most: usize,
    },
    /// Checks a definition.
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

/// The boards to draw from.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// Boards at this distance.
    Moves(u32),
    /// Boards at the greatest distance.
    Hardest,
    /// All solvable boards.
    Random,
}
