//! Judgements of other programs' answers.

use std::fmt;

use fewest::support::place::Place;
use serde::Serialize;

use crate::formats::MistakeKind;

/// The judgement of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// The output is right, for this many boards.
    Right(u64),
    /// The output is wrong; its first mistake.
    Wrong(Mistake),
}

/// A mistake in an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The name of the output, such as a file's path.
    pub output: String,
    /// The start of the offending text.
    pub place: Place,
    /// The number of the board, counted from 1, if the mistake is in an answer.
    pub board: Option<u64>,
    /// The kind of mistake.
    pub kind: MistakeKind,
    /// The problem, in words.
    pub problem: String,
}

/// The judgement of every answer of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedAnswers {
    /// The number of boards whose answers were judged.
    pub judged: u64,
    /// All mistakes, in the order of the boards; the answers without one are right. A mistake that
    /// ends the reading, such as a missing answer, is the last one.
    pub mistakes: Vec<Mistake>,
}

impl fmt::Display for Mistake {
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
