//! Boards written as an input, in a judge's format.
//!
//! Every reader can read what was written in its format. Some judges' files hold a single board
//! (`poj1077`, `acwing179`, `p1379`, `leetcode773`, `hackerrank`, `princeton`, `npuzzle42`). In
//! these formats several boards are written one after another, which this program can read, but the
//! judge expects one per file.

use fewest::Drawn;
use fewest::model::Model;

use super::Format;
use super::json::push_board;
use super::output::{push_line, push_number};

/// The text before and after the boards of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Nothing.
    Bare,
    /// Their number before them.
    Counted,
    /// A terminating word after them.
    End(&'static str),
    /// As the model defines.
    OfModel,
}

impl Frame {
    /// Returns true if the number of boards comes first, and the terminating word.
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
    /// Appends the text before `count` boards.
    pub fn write_header(&self, model: &Model, count: u64, out: &mut Vec<u8>) {
        let (is_counted, _) = self.frame.parts(model);
        if is_counted {
            push_line(&count.to_string(), out);
        }
    }

    /// Appends the text after the last board.
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

/// Appends a JSON object and a line end: `number`, `board`, `goal_board` if the board has its own
/// goal, `distance` if requested, and `"solvable":false` if it is unsolvable.
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
