//! Writing boards as an input: what a judge's file of boards looks like.
//!
//! Every reader reads back what the writer of its format wrote. Judges whose file holds one board (`poj1077`, `acwing179`,
//! `p1379`, `leetcode773`, `hackerrank`, `princeton`, `npuzzle42`) have several written one after another: this program
//! reads them, the judge wants one a file.

mod contest;

use super::Case;
use super::notation::{Notation, push_number};
use super::write::push_written;
use crate::kernel::general::{Board, General};
use crate::model::Boards;
use crate::puzzle::Puzzle;
use crate::puzzles::knights::Knights;
use crate::puzzles::rotation::Rotation;
use crate::puzzles::sliding::{Sliding, Tiles};

/// A board for an input, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn<B> {
    /// The board.
    pub case: Case<B>,
    /// Its distance in moves, if it was asked for by that.
    pub distance: Option<u8>,
    /// Whether moves solve it.
    pub is_solvable: bool,
}

/// Writes boards as an input.
pub trait InputWriter<P: Puzzle> {
    /// Appends what comes before so many boards.
    fn header(&self, _count: u64, _out: &mut Vec<u8>) {}

    /// Appends a board.
    fn board(&self, puzzle: &P, drawn: &Drawn<P::Board>, out: &mut Vec<u8>);

    /// Appends what comes after the last board.
    fn footer(&self, _out: &mut Vec<u8>) {}
}

/// One object a line: `number`, `board`, `goal_board` if it has its own, `distance` if that was asked for, and
/// `"solvable":false` if it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Json;

impl<P: Notation> InputWriter<P> for Json {
    fn board(&self, puzzle: &P, drawn: &Drawn<P::Board>, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"number\":");
        push_number(drawn.case.number, out);
        out.extend_from_slice(b",\"board\":");
        push_written(|out| puzzle.compact(&drawn.case.start, out), out);
        if let Some(goal) = &drawn.case.goal {
            out.extend_from_slice(b",\"goal_board\":");
            push_written(|out| puzzle.compact(goal, out), out);
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
}

/// The writer of a format of the rotation game.
#[must_use]
pub fn rotation(name: &str) -> Option<Box<dyn InputWriter<Rotation>>> {
    Some(match name {
        "poj2286" => Box::new(contest::Poj2286),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of knights.
#[must_use]
pub fn knights(name: &str) -> Option<Box<dyn InputWriter<Knights>>> {
    Some(match name {
        "scoi2005" => Box::new(contest::Rows { empty: b'*' }),
        "knightsfen" => Box::new(contest::Rows { empty: b' ' }),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of sliding tiles.
#[must_use]
pub fn sliding<T: Tiles>(name: &str) -> Option<Box<dyn InputWriter<Sliding<T>>>> {
    Some(match name {
        "hdu1043" | "poj1077" | "acwing179" => Box::new(contest::Letters),
        "hdu3567" => Box::new(contest::Hdu3567),
        "p1379" => Box::new(contest::P1379),
        "leetcode773" => Box::new(contest::Leetcode773),
        "hackerrank" => Box::new(contest::Hackerrank),
        "princeton" | "npuzzle42" => Box::new(contest::Grid),
        "korf" => Box::new(contest::Korf),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of defined puzzles.
#[must_use]
pub fn defined<B: Board>(name: &str, boards: &Boards) -> Option<Box<dyn InputWriter<General<B>>>> {
    let (is_counted, end) = (boards.is_counted, boards.end.clone());
    Some(match name {
        "plain" => Box::new(contest::Framed {
            inner: contest::Plain,
            is_counted,
            end,
        }),
        "drawn" => Box::new(contest::Framed {
            inner: contest::Drawing,
            is_counted,
            end,
        }),
        _ => return None,
    })
}
