//! Writing boards as an input: what a judge's file of boards looks like.
//!
//! Every reader reads back what was written in its format. Judges whose file holds one board
//! (`poj1077`, `acwing179`, `p1379`, `leetcode773`, `hackerrank`, `princeton`, `npuzzle42`) have
//! several written one after another: this program reads them, the judge wants one a file.

use fewest::Drawn;
use fewest::model::Model;

use super::Format;
use super::json::push_board;
use super::output::{push_line, push_number};

/// What stands before and after the boards of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    Bare,
    /// Their number before them.
    Counted,
    /// This word after them.
    End(&'static str),
    /// What the model says.
    OfModel,
}

impl Frame {
    /// Whether the number of boards comes first, and the word that ends them.
    fn parts(self, model: &Model) -> (bool, Option<&str>) {
        match self {
            Self::Bare => (false, None),
            Self::Counted => (true, None),
            Self::End(end) => (false, Some(end)),
            Self::OfModel => (model.boards.is_counted, model.boards.end.as_deref()),
        }
    }
}

impl Format {
    /// Appends what comes before `count` boards.
    pub fn write_header(&self, model: &Model, count: u64, out: &mut Vec<u8>) {
        let (is_counted, _) = self.frame.parts(model);
        if is_counted {
            push_line(&count.to_string(), out);
        }
    }

    /// Appends what comes after the last board.
    ///
    /// ```
    /// use fewest::Model;
    /// use fewest_text::formats::find;
    /// use fewest::model::Kind;
    ///
    /// let format = find(Kind::Rotation, "poj2286").expect("the judge's");
    /// let mut end = Vec::new();
    /// format.write_footer(&Model::rotation(), &mut end);
    /// assert_eq!(end, b"0\n");
    /// ```
    pub fn write_footer(&self, model: &Model, out: &mut Vec<u8>) {
        if let (_, Some(end)) = self.frame.parts(model) {
            push_line(end, out);
        }
    }
}

/// Appends an object on a line: `number`, `board`, `goal_board` if it has its own, `distance` if
/// that was asked for, and `"solvable":false` if it is not.
pub(crate) fn write_json(model: &Model, drawn: &Drawn, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"number\":");
    push_number(drawn.case.number, out);
    out.extend_from_slice(b",\"board\":");
    push_board(model, &drawn.case.start, out);
    if let Some(goal) = &drawn.case.goal {
        out.extend_from_slice(b",\"goal_board\":");
        push_board(model, goal, out);
    }
    if let Some(distance) = drawn.distance {
        out.extend_from_slice(b",\"distance\":");
        push_number(distance.into(), out);
    }
    if !drawn.is_solvable {
        out.extend_from_slice(b",\"solvable\":false");
    }
    out.extend_from_slice(b"}\n");
}
