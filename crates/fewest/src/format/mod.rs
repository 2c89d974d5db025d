//! Boards and answers as text: the judges' formats, readers and writers.
//!
//! A [`Reader`] takes one board after another from a [`Source`], with the place of each for messages. A writer
//! ([`write`](mod@write)) puts answers down as the judge wants them, as JSON lines, or drawn. [`FORMATS`] lists all formats;
//! [`recognise`] tells which one a text is in, where that is certain.

pub mod answers;
pub mod cells;
mod characters;
pub mod defined;
mod error;
pub mod inputs;
pub mod knights;
pub mod notation;
pub mod recognise;
pub mod rotation;
mod rules;
pub mod sliding;
pub mod source;
pub mod write;

pub use error::{InputError, Place, quote};
pub use rules::{Policy, Rules};
pub use source::Source;

pub use crate::model::{Kind, NamedGoal};

/// A board to solve, as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case<B> {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The start.
    pub start: B,
    /// The goal, where the format gives one for each board.
    pub goal: Option<B>,
    /// The name that the input gives it, if any.
    pub id: Option<u64>,
}

impl<B> Case<B> {
    /// A board and nothing else.
    pub const fn new(number: u64, start: B) -> Self {
        Self {
            number,
            start,
            goal: None,
            id: None,
        }
    }
}

/// Takes boards from an input.
pub trait Reader {
    /// What it reads.
    type Board;

    /// The next board, or `None` at the end. After an error that is not final the next call goes on behind the bad board.
    ///
    /// # Errors
    /// If the text is not what the format says, or can't be read.
    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Self::Board>>, InputError>;

    /// After the end: makes sure that nothing follows it. Apart from [`next`](Self::next), because whoever has sent the last
    /// board may want its answer before closing the input.
    ///
    /// # Errors
    /// If text follows, or the input can't be read.
    fn close(&mut self, _: &mut Source<'_>) -> Result<(), InputError> {
        Ok(())
    }

    /// After the end: whether what ends the boards was there, in formats that have such a thing.
    fn is_terminated(&self) -> bool {
        true
    }
}

/// A format: what it is called, and what its judge wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// The puzzle it is for.
    pub kind: Kind,
    /// The judges or tools that use it.
    pub used_by: &'static str,
    /// The input.
    pub input: &'static str,
    /// The output.
    pub output: &'static str,
    /// The sizes of sliding tiles that it has.
    pub sizes: Sizes,
    /// The goal of sliding tiles.
    pub goal: NamedGoal,
    /// Its judge asks for answers up to so many moves only.
    pub limit: Option<u32>,
    /// Whether its output shows moves and not their number alone.
    pub shows_moves: bool,
    /// Whether its judge wants the least of the fewest.
    pub wants_least: bool,
    /// Whether its input gives each board a goal of its own.
    pub brings_goals: bool,
    /// What its judge demands and accepts.
    pub rules: Rules,
}

/// The sizes of sliding tiles that a format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// All.
    Any,
    /// Boards as wide as they are high.
    Square,
    /// This width and height.
    Only(usize, usize),
}

const PLAIN: Format = Format {
    name: "plain",
    kind: Kind::Rotation,
    used_by: "this program",
    input: "boards until the end; 24 symbols each",
    output: "a line each: the number of moves, then the moves",
    sizes: Sizes::Any,
    goal: NamedGoal::BlankLast,
    limit: None,
    shows_moves: true,
    wants_least: true,
    brings_goals: false,
    rules: Rules::OPEN,
};

const SLIDING: Format = Format {
    kind: Kind::Sliding,
    wants_least: false,
    rules: Rules::OPEN.accepting(Policy::Shortest),
    ..PLAIN
};
const DEFINED: Format = Format {
    kind: Kind::Defined,
    ..PLAIN
};
const EIGHT: Format = Format {
    sizes: Sizes::Only(3, 3),
    ..SLIDING
};

/// Every format. The first of each puzzle is its usual one.
pub const FORMATS: &[Format] = &[
    Format {
        name: "poj2286",
        used_by: "POJ 2286, HDU 1667, UVa 1343, AcWing 181, LiveArchive 3265, TIOJ 1673",
        input: "boards of 24 symbols 1 2 3; a 0 ends",
        output: "two lines each: the letters or `No moves needed`; the symbol in the centre",
        // "no more than 30 test cases"; "a single 0" ends them.
        rules: Rules::OPEN.between(0, 30).terminated().laid_out(),
        ..PLAIN
    },
    PLAIN,
    Format {
        name: "scoi2005",
        kind: Kind::Knights,
        used_by: "BZOJ 1085, Luogu P2324, COGS 2534",
        input: "T, then T boards of 5 rows of 0 1 *",
        output: "a line each: the fewest moves up to 15, else -1",
        limit: Some(15),
        shows_moves: false,
        // T <= 10.
        rules: Rules::OPEN.between(0, 10).laid_out(),
        ..PLAIN
    },
    Format {
        name: "knightsfen",
        kind: Kind::Knights,
        used_by: "UVa 10422, Kattis knightsfen",
        input: "N, then N boards of 5 rows of 0 1 and a space for the empty cell",
        output: "a line each: `Solvable in n move(s).` up to 10, else `Unsolvable in less than 11 move(s).`",
        limit: Some(10),
        shows_moves: false,
        rules: Rules::OPEN.laid_out(),
        ..PLAIN
    },
    Format {
        kind: Kind::Knights,
        input: "boards until the end; 25 of 0 1 * each",
        ..PLAIN
    },
    Format {
        name: "hdu1043",
        used_by: "HDU 1043, ZOJ 1217",
        input: "boards of nine words 1..8 and x until the end",
        output: "a line each: where the blank moves (r l u d), or `unsolvable`",
        // A special judge takes any way to the goal.
        rules: Rules::OPEN.laid_out().accepting(Policy::Valid),
        ..EIGHT
    },
    Format {
        name: "poj1077",
        used_by: "POJ 1077",
        input: "one board of nine words 1..8 and x (more are answered, too)",
        output: "where the blank moves (r l u d), or `unsolvable`",
        // The statement has one board; a special judge takes any way to the goal.
        rules: Rules::OPEN.one().laid_out().accepting(Policy::Valid),
        ..EIGHT
    },
    Format {
        name: "acwing179",
        used_by: "AcWing 179",
        input: "as poj1077",
        output: "as poj1077",
        // One board.
        rules: Rules::OPEN.one().laid_out().accepting(Policy::Shortest),
        ..EIGHT
    },
    Format {
        name: "hdu3567",
        used_by: "HDU 3567",
        input: "T, then T times two words of 1..8 and X: start and goal",
        output: "two lines each: `Case k: n`; the moves, least in dictionary order",
        wants_least: true,
        brings_goals: true,
        // T <= 200, and every start has a way to its goal.
        rules: Rules::OPEN.between(0, 200).solvable().laid_out(),
        ..EIGHT
    },
    Format {
        name: "p1379",
        used_by: "Luogu P1379",
        input: "words of nine digits, 0 for the blank; goal 123804765",
        output: "a line each: the number of moves (-1 if unsolvable)",
        goal: NamedGoal::Snail,
        shows_moves: false,
        // One line, and no board that can't reach the goal.
        rules: Rules::OPEN
            .one()
            .solvable()
            .laid_out()
            .accepting(Policy::Shortest),
        ..EIGHT
    },
    Format {
        name: "leetcode773",
        used_by: "LeetCode 773",
        input: "`[[4,1,2],[5,0,3]]`: rows in brackets; any size",
        output: "a line each: the number of moves (-1 if unsolvable)",
        shows_moves: false,
        // One board, two rows of three.
        rules: Rules::OPEN
            .one()
            .sized((3, 2), (3, 2))
            .laid_out()
            .accepting(Policy::Shortest),
        ..SLIDING
    },
    Format {
        name: "hackerrank",
        used_by: "HackerRank N-Puzzle",
        input: "k, then k*k numbers, 0 for the blank; goal 0 1 2 ...",
        output: "the number of moves (-1 if unsolvable), then a line each: UP DOWN LEFT RIGHT",
        goal: NamedGoal::BlankFirst,
        // One board; the moves are simulated.
        rules: Rules::OPEN.one().laid_out().accepting(Policy::Valid),
        sizes: Sizes::Square,
        ..SLIDING
    },
    Format {
        name: "princeton",
        used_by: "Princeton and Coursera 8puzzle files",
        input: "n, then n rows of n numbers, 0 for the blank",
        output: "`Minimum number of moves = N` and the boards, or `No solution possible`",
        // One board; 2 <= n < 128.
        rules: Rules::OPEN
            .one()
            .sized((2, 2), (127, 127))
            .accepting(Policy::Shortest),
        sizes: Sizes::Square,
        ..SLIDING
    },
    Format {
        name: "npuzzle42",
        used_by: "42 school n-puzzle",
        input: "# comments, the size, the rows; snail goal",
        output: "moves, boards, and what the search selected and stored",
        goal: NamedGoal::Snail,
        // One board; any way to the goal will do.
        rules: Rules::OPEN.one().accepting(Policy::Valid),
        sizes: Sizes::Square,
        ..SLIDING
    },
    Format {
        name: "korf",
        used_by: "research sets (Korf's 100, Korf and Felner's 50)",
        input: "# comments; a line each: an id and a length if given, then all tiles; goal 0 1 2 ...",
        output: "JSON, a line each",
        goal: NamedGoal::BlankFirst,
        ..SLIDING
    },
    Format {
        name: "plain",
        input: "boards until the end; all tiles each, 0 or x for the blank, spaces or commas between",
        ..SLIDING
    },
    Format {
        input: "boards until the end; the symbol of each cell, in the order of the cells; white space between, \
                which symbols of one character may do without",
        ..DEFINED
    },
    Format {
        name: "drawn",
        input: "as plain; written as the definition draws its cells",
        output: "as plain",
        ..DEFINED
    },
];

/// The formats of a puzzle.
pub fn formats_of(kind: Kind) -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(move |format| format.kind == kind)
}

/// The format of a puzzle with this name.
#[must_use]
pub fn find(kind: Kind, name: &str) -> Option<&'static Format> {
    formats_of(kind).find(|format| format.name == name)
}
