//! A board to solve, and what an input may state with it.

use fewest_base::space::Move;

/// A board to solve, as the symbols of its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its number in the input, counted from 1.
    pub number: u64,
    /// The start.
    pub start: Vec<u8>,
    /// The goal, if the format has one per board.
    pub goal: Option<Vec<u8>>,
    /// The name in the input, if any.
    pub id: Option<u64>,
    /// The moves from the goal to the start, if the format has them.
    pub moves: Vec<Move>,
    /// A note about the way in which it was read, if that is not obvious.
    pub note: Option<String>,
    /// The letters that the input has for symbols, if they mean others than usual.
    pub letters: Vec<(char, u8)>,
    /// Of blocks, the letter that the input has on each cell; empty for the usual ones.
    pub block_letters: Vec<char>,
}

impl Case {
    /// A board without further data.
    #[must_use]
    pub const fn new(number: u64, start: Vec<u8>) -> Self {
        Self {
            number,
            start,
            goal: None,
            id: None,
            moves: Vec::new(),
            note: None,
            letters: Vec::new(),
            block_letters: Vec::new(),
        }
    }

    /// Resets this to a board of this number, with no symbols yet.
    pub fn begin(&mut self, number: u64) {
        self.number = number;
        self.start.clear();
        self.goal = None;
        self.id = None;
        self.moves.clear();
        self.note = None;
        self.letters.clear();
        self.block_letters.clear();
    }
}
