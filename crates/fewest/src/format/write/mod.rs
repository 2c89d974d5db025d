//! Writing answers: as the judges want them, as JSON lines, or drawn.

mod contest;
mod csv;
mod json;
mod text;

pub use csv::{Csv, field};
pub use json::Json;
pub(super) use json::push_written;
pub use text::Text;

use super::notation::Notation;
use super::{Case, InputError, Kind, find};
use crate::kernel::general::{Board, General};
use crate::puzzles::knights::Knights;
use crate::puzzles::rotation::Rotation;
use crate::puzzles::sliding::{Sliding, Tiles};
use crate::search::Stop;
use crate::solver::{Answer, Verdict};

/// Writes the answers to a puzzle's boards, one after another.
pub trait Writer<P: Notation> {
    /// What comes before all answers, if anything does.
    fn header(&self) -> Option<String> {
        None
    }

    /// Appends the answer to a board.
    fn answer(&mut self, puzzle: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>);

    /// Appends what is known of a board whose search was interrupted.
    fn open(&mut self, _: &P, case: &Case<P::Board>, answer: &Answer, out: &mut Vec<u8>) {
        let (bound, nodes) = (answer.lower_bound, grouped(answer.generated));
        let moves = if bound == 1 { "move" } else { "moves" };
        let line = format!(
            "board {}: at least {bound} {moves}; {nodes} nodes\n",
            case.number
        );
        out.extend_from_slice(line.as_bytes());
    }

    /// Appends a line in place of the answer to a board that could not be read.
    fn error(&mut self, error: &InputError, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("error: {error}\n").as_bytes());
    }
}

/// Which of several shortest answers is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// The least in dictionary order, not any.
    pub is_least: bool,
    /// The order in which moves are tried and compared, by their letters, where it can be chosen.
    pub order: Option<String>,
}

impl Ties {
    const fn name(&self) -> &'static str {
        if self.is_least { "least" } else { "any" }
    }
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(String::from_utf8_lossy);
    let head = (first > 0).then(|| head.into());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

/// Why a search stopped, in words.
pub(crate) const fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Solved => "solved",
        Stop::Found => "solved, not proven fewest",
        Stop::Exhausted => "nothing left to search",
        Stop::Moves => "move limit",
        Stop::Nodes => "node limit",
        Stop::Time => "time limit",
        Stop::Memory => "memory limit",
        Stop::Cancelled => "interrupted",
    }
}

/// What is known of a board that has no answer, in words.
pub(crate) fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Solved(1) => "1 move".to_owned(),
        Verdict::Solved(distance) => format!("{distance} moves"),
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::Beyond(1) => "more than 1 move".to_owned(),
        Verdict::Beyond(limit) => format!("more than {limit} moves"),
        Verdict::Stopped(stop, bound) => {
            format!("stopped by the {}: at least {bound} moves", reason(stop))
        }
        Verdict::Deferred => "not answered".to_owned(),
    }
}

/// The writer of a format of the rotation game.
#[must_use]
pub fn rotation(name: &str) -> Option<Box<dyn Writer<Rotation>>> {
    Some(match name {
        "poj2286" => Box::new(contest::Poj2286),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of knights.
#[must_use]
pub fn knights(name: &str) -> Option<Box<dyn Writer<Knights>>> {
    Some(match name {
        "scoi2005" => Box::new(contest::Count {
            limit: find(Kind::Knights, name)?.limit,
        }),
        "knightsfen" => Box::new(contest::Knightsfen),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of sliding tiles.
#[must_use]
pub fn sliding<T: Tiles>(name: &str) -> Option<Box<dyn Writer<Sliding<T>>>> {
    Some(match name {
        "hdu1043" | "poj1077" | "acwing179" => Box::new(contest::Letters),
        "hdu3567" => Box::new(contest::Hdu3567),
        "p1379" | "leetcode773" => Box::new(contest::Count { limit: None }),
        "hackerrank" => Box::new(contest::Hackerrank),
        "princeton" => Box::new(contest::Princeton),
        "npuzzle42" => Box::new(contest::Npuzzle42),
        "korf" => Box::new(Json::of("korf")),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The writer of a format of defined puzzles.
#[must_use]
pub fn defined<B: Board>(name: &str) -> Option<Box<dyn Writer<General<B>>>> {
    Some(match name {
        "plain" | "drawn" => Box::new(contest::Plain),
        _ => return None,
    })
}
