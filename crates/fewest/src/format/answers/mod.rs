//! Reading the answers of others, to check them.
//!
//! An [`AnswerReader`] takes the answer to one board after another from a [`Source`], replays its moves and objects to
//! what is no answer at all. Whether an answer that it understands is right is for somebody else to say. Judges that
//! compare words are read word by word; where a line is the answer, as in `hdu1043`, line by line.

mod boards;
mod contest;
mod json;
mod words;

use super::notation::{NoMove, Notation};
use super::{Case, InputError, Place, Source};
use crate::kernel::general::{Board, General};
use crate::puzzle::{Move, Puzzle};
use crate::puzzles::knights::Knights;
use crate::puzzles::rotation::Rotation;
use crate::puzzles::sliding::{Sliding, Tiles};

/// The most moves of an answer that are read.
pub const MOST_MOVES: usize = 1 << 20;

/// What an answer claims, as far as it could be understood.
#[derive(Clone, Debug)]
pub struct Claim<B> {
    /// Where it starts.
    pub place: Place,
    /// The number of moves that it states (or has, where it states none); `None` if it says that there is no answer.
    pub stated: Option<u64>,
    /// Its moves, where its format shows them.
    pub moves: Vec<Move>,
    /// The board after these moves.
    pub end: B,
}

impl<B: Copy> Claim<B> {
    /// Nothing yet about a board.
    pub const fn new(start: B) -> Self {
        Self {
            place: Place { line: 1, column: 1 },
            stated: None,
            moves: Vec::new(),
            end: start,
        }
    }

    /// Makes a move by its name.
    fn step<P: Notation<Board = B>>(
        &mut self,
        puzzle: &P,
        name: &[u8],
        place: Place,
    ) -> Result<(), Fault> {
        if self.moves.len() >= MOST_MOVES {
            let problem = format!("more than {MOST_MOVES} moves");
            return Err(Fault::new(Flaw::Wrong, place, problem));
        }
        match puzzle.named(&self.end, name) {
            Ok(m) => {
                puzzle.apply(&mut self.end, m);
                self.moves.push(m);
                Ok(())
            }
            Err(NoMove::Unknown) => {
                let problem = format!("{} is no move", super::quote(name));
                Err(Fault::new(Flaw::Presentation, place, problem))
            }
            Err(NoMove::Illegal) => {
                let (number, name) = (self.moves.len() + 1, super::quote(name));
                let problem = format!("move {number}, {name}, can't be made there");
                Err(Fault::new(Flaw::Wrong, place, problem))
            }
        }
    }
}

/// What is wrong with an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An answer is wrong.
    Wrong,
    /// It can't be understood, or is too short.
    Presentation,
    /// It goes on behind the last answer.
    Surplus,
}

/// Why an answer was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The output can't be read.
    Unreadable(InputError),
    /// The output ends where the answer should begin.
    Ended(Place),
    /// It is no answer.
    Flawed {
        /// In what way.
        flaw: Flaw,
        /// Where.
        place: Place,
        /// In words.
        problem: String,
    },
}

impl Fault {
    fn new(flaw: Flaw, place: Place, problem: impl Into<String>) -> Self {
        Self::Flawed {
            flaw,
            place,
            problem: problem.into(),
        }
    }
}

impl From<InputError> for Fault {
    fn from(error: InputError) -> Self {
        Self::Unreadable(error)
    }
}

/// Takes answers from an output.
pub trait AnswerReader<P: Puzzle> {
    /// Reads the answer to a board into a claim that is [`new`](Claim::new).
    ///
    /// # Errors
    /// If it is no answer, or can't be read.
    fn next(
        &self,
        puzzle: &P,
        case: &Case<P::Board>,
        source: &mut Source<'_>,
        claim: &mut Claim<P::Board>,
    ) -> Result<(), Fault>;
}

/// The reader of answers in a format of the rotation game.
#[must_use]
pub fn rotation(name: &str) -> Option<Box<dyn AnswerReader<Rotation>>> {
    Some(match name {
        "poj2286" => Box::new(contest::Poj2286),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The reader of answers in a format of knights.
#[must_use]
pub fn knights(name: &str) -> Option<Box<dyn AnswerReader<Knights>>> {
    Some(match name {
        "scoi2005" => Box::new(contest::Count),
        "knightsfen" => Box::new(contest::Knightsfen),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The reader of answers in a format of sliding tiles.
#[must_use]
pub fn sliding<T: Tiles>(name: &str) -> Option<Box<dyn AnswerReader<Sliding<T>>>> {
    Some(match name {
        "hdu1043" | "poj1077" | "acwing179" => Box::new(contest::Letters),
        "hdu3567" => Box::new(contest::Hdu3567),
        "p1379" | "leetcode773" => Box::new(contest::Count),
        "hackerrank" => Box::new(contest::Hackerrank),
        "princeton" => Box::new(boards::Princeton),
        "npuzzle42" => Box::new(boards::Npuzzle42),
        "korf" => Box::new(json::Json),
        "plain" => Box::new(contest::Plain),
        _ => return None,
    })
}

/// The reader of answers in a format of defined puzzles.
#[must_use]
pub fn defined<B: Board>(name: &str) -> Option<Box<dyn AnswerReader<General<B>>>> {
    Some(match name {
        "plain" | "drawn" => Box::new(contest::Plain),
        _ => return None,
    })
}
