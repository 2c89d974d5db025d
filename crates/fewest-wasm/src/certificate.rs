//! The proof of an answer, to be saved.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fewest::search::Limits;
use fewest::{Answer, Board, Move, Options, PuzzleError, Unfinished, Verdict};
use serde::Serialize;

use crate::failure::Failure;
use crate::open::Open;

/// The most bytes of a certificate's tables: a page takes seconds to build them.
const TABLES: u64 = 1 << 22;

/// A certificate, with the files of its tables.
#[derive(Serialize)]
pub struct Proof {
    text: String,
    tables: Vec<Table>,
}

#[derive(Serialize)]
struct Table {
    name: String,
    /// The bytes in base64.
    bytes: String,
}

impl Open {
    /// The certificate of a board with a known shortest solution, or of an unsolvable board if there is none. The names of
    /// its tables begin with `name`. `None` if a page can't write it: the tables would be too large.
    pub fn certificate(
        &self,
        board: &Board,
        solution: Option<Vec<u8>>,
        name: &str,
    ) -> Result<Option<Proof>, Failure> {
        let is_solvable = solution.is_some();
        let moves: Vec<Move> = solution.into_iter().flatten().map(Move::new).collect();
        let end = moves.iter().try_fold(board.clone(), |board, by| {
            let is_move = by.index() < self.puzzle.model().moves.len();
            is_move.then(|| self.puzzle.after(&board, *by))?
        });
        if end.is_none() {
            return Err(Failure::input("the solution has a move that is not legal"));
        }
        let answer = Answer {
            verdict: match u32::try_from(moves.len()) {
                Ok(length) if is_solvable => Verdict::Solved(length),
                _ => Verdict::Unsolvable,
            },
            moves,
            ..Answer::default()
        };
        let options = Options {
            limits: Limits {
                memory: Some(TABLES),
                ..self.options.limits
            },
            ..self.options.clone()
        };
        let found = (self.puzzle).certificate_of(board, &answer, None, name, &options);
        let table = |(name, bytes): (String, Vec<u8>)| Table {
            name,
            bytes: STANDARD.encode(bytes),
        };
        match found {
            Ok(found) => Ok(Some(Proof {
                text: found.text,
                tables: found.tables.into_iter().map(table).collect(),
            })),
            Err(Unfinished::Failed(PuzzleError::NoSuchBoards(_))) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
