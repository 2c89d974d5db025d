//! What is found of other people's inputs and outputs.

use std::fmt;

use crate::codec::{Flaw, Place};

/// Whether an output is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is, for so many boards.
    Right(u64),
    /// It is not: the first objection.
    Wrong(Objection),
}

/// What is wrong with an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The name of the output, as a file's path.
    pub output: String,
    /// Where the offending text starts.
    pub place: Place,
    /// The board whose answer it is, counted from 1, if it is an answer.
    pub board: Option<u64>,
    /// In what way it is wrong.
    pub flaw: Flaw,
    /// Why, in words.
    pub problem: String,
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name: String = self
            .output
            .chars()
            .filter(|c| !c.is_control())
            .take(120)
            .collect();
        write!(f, "{name}:{}: ", self.place.line)?;
        if let Some(board) = self.board {
            write!(f, "board {board}: ")?;
        }
        f.write_str(&self.problem)
    }
}
