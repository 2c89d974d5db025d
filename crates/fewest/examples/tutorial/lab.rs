//! What the chapters share: the puzzle, boards to try things on, and counting what a search costs.

use std::error::Error;

use fewest::kernel::tiles::{self, Direction, Nibbles, Order, Size, Tiles};
use fewest::search::{Control, Limits, Outcome, Silent};
use fewest::space::{Move, Ranked};
use fewest::support::budget::Budget;
use fewest::support::random::Random;
use fewest::table::Table;
use fewest::table::build::build;

use crate::show::{Rows, mean, number};

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;
/// The 8-puzzle, its boards kept in a word, four bits a cell.
pub type Eight = Tiles<Nibbles>;
/// A board of it.
pub type Board = tiles::TileBoard<Nibbles>;

/// What every chapter works with.
pub struct Lab {
    pub puzzle: Eight,
    /// The board of the examples.
    pub start: Board,
    /// A hundred boards drawn from all that can be solved.
    pub hundred: Vec<Board>,
    /// The distance of every board.
    pub table: Table,
}

impl Lab {
    pub fn new() -> Result<Self> {
        let puzzle = eight_puzzle().ok_or("there is no such puzzle")?;
        let start = start().ok_or("there is no such board")?;
        Ok(Self {
            hundred: draw_hundred(&puzzle),
            table: build(&puzzle, Budget::default())?,
            puzzle,
            start,
        })
    }
}

/// 3 x 3 cells, the goal's blank on the last one (cell 8), moves tried in the order down, left, right, up.
fn eight_puzzle() -> Option<Eight> {
    Tiles::rectangle(Size::new(3, 3)?, 8, Order::default())
}

/// The board of the examples, row by row; 0 is the blank.
fn start() -> Option<Board> {
    Board::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8])
}

fn draw_hundred(puzzle: &Eight) -> Vec<Board> {
    let mut random = Random::new(8);
    let mut draw = || puzzle.unrank(random.below(puzzle.boards()));
    (0..100).map(|_| draw()).collect()
}

/// Runs one search, without limits and unobserved.
pub fn run(search: impl FnOnce(&mut Control<'_>) -> Outcome) -> Outcome {
    search(&mut Control::new(Limits::default(), &mut Silent))
}

/// The answer's moves by the letters of their directions; a dash if there is none.
pub fn letters(puzzle: &Eight, moves: Option<&[Move]>) -> String {
    moves.map_or("-".to_owned(), |moves| {
        let directions = moves.iter().filter_map(|&m| puzzle.direction(m));
        directions.map(Direction::letter).collect()
    })
}

/// How many moves the answer has, as a text; a dash if there is none.
pub fn length(outcome: &Outcome) -> String {
    let moves = outcome.moves.as_ref();
    moves.map_or("-".to_owned(), |moves| number(moves.len() as u64))
}

/// What a search cost over several boards.
#[derive(Default)]
pub struct Cost {
    pub boards: u64,
    pub moves: u64,
    pub expanded: u64,
    pub generated: u64,
    pub reopened: u64,
    /// The most bytes for one board.
    pub memory: u64,
}

/// Runs a search on every board and adds up what it cost.
pub fn cost(boards: &[Board], search: impl Fn(&Board, &mut Control<'_>) -> Outcome) -> Cost {
    let mut cost = Cost::default();
    for board in boards {
        let outcome = run(|control| search(board, control));
        cost.boards += 1;
        cost.moves += outcome.moves.map_or(0, |moves| moves.len() as u64);
        cost.expanded += outcome.statistics.expanded;
        cost.generated += outcome.statistics.generated;
        cost.reopened += outcome.statistics.reopened;
        cost.memory = cost.memory.max(outcome.statistics.memory);
    }
    cost
}

/// A table of costs, for each board on average.
pub fn costs() -> Rows {
    Rows::new([
        "search",
        "moves",
        "expanded",
        "generated",
        "most memory, bytes",
    ])
}

impl Cost {
    /// A sum's share for each board.
    fn each(&self, sum: u64) -> String {
        number((sum + self.boards / 2) / self.boards)
    }

    /// Boards generated for each board solved.
    pub fn generated_each(&self) -> String {
        self.each(self.generated)
    }

    /// Its row in such a table.
    pub fn row(&self, name: &str) -> [String; 5] {
        [
            name.to_owned(),
            mean(self.moves, self.boards),
            self.each(self.expanded),
            self.generated_each(),
            number(self.memory),
        ]
    }
}
