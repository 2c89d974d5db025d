//! The proof of an answer, to be saved.

use fewest::{Answer, Board, Move, PuzzleError, Unfinished, Verdict};

use crate::failure::Failure;
use crate::session::Open;

impl Open {
    /// The certificate of a board with a known shortest solution, or of an unsolvable board if there is none.
    /// `None` if the certificate would need tables, in files beside it.
    pub fn certificate(
        &self,
        board: &Board,
        solution: Option<Vec<u8>>,
    ) -> Result<Option<String>, Failure> {
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
        let found = (self.puzzle).certificate_of(board, &answer, None, None, &self.options);
        match found {
            Ok(certificate) => Ok(Some(certificate.text)),
            Err(Unfinished::Failed(PuzzleError::NoSuchBoards(_))) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
