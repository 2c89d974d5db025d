//! A board to solve, with what an input may say beside it.

use crate::space::Move;

/// A board to solve, as it was read: the symbols of its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Its number in the input, from 1.
    pub number: u64,
    /// The start.
    pub start: Vec<u8>,
    /// The goal, where the format gives one for each board.
    pub goal: Option<Vec<u8>>,
    /// The name that the input gives it, if any.
    pub id: Option<u64>,
    /// The moves that lead from the goal to the start, where the format gives these.
    pub moves: Vec<Move>,
}

impl Case {
    /// A board and nothing else.
    #[must_use]
    pub const fn new(number: u64, start: Vec<u8>) -> Self {
        Self {
            number,
            start,
            goal: None,
            id: None,
            moves: Vec::new(),
        }
    }

    /// Becomes a board of this number whose symbols are still to come.
    pub fn begin(&mut self, number: u64) {
        self.number = number;
        self.start.clear();
        self.goal = None;
        self.id = None;
        self.moves.clear();
    }
}
