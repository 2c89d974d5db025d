//! How many shortest answers a board has.

use rustc_hash::FxHashMap;

use super::{Board, Puzzle};
use crate::error::PuzzleError;
use crate::progress::Unfinished;
use crate::solver::{Options, Verdict};
use crate::survey::SurveyError;

/// What a board in a hash table takes besides its symbols, in bytes.
const OVERHEAD: usize = 64;

impl Puzzle {
    /// How many shortest answers a board has, as sequences of moves: 1 if it is solved, 0 if
    /// nothing solves it, at most [`u128::MAX`].
    ///
    /// It asks for the distance of every board next to a shortest answer, so it is meant for puzzles
    /// whose distances are looked up.
    ///
    /// # Errors
    /// As [`solve_all`](Self::solve_all), and if the boards on the answers take more memory than the
    /// limits allow.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let count = |board: &str| -> Result<u128, Box<dyn std::error::Error>> {
    ///     Ok(ring.count_answers(&ring.board(board)?, &Options::default())?)
    /// };
    /// // Solved; a move away; half-way round the ring of boards; not to be solved.
    /// assert_eq!((count("1 2 3 0")?, count("1 2 0 3")?), (1, 1));
    /// assert_eq!((count("0 3 2 1")?, count("2 1 3 0")?), (2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_answers(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<u128, Unfinished<PuzzleError>> {
        let Verdict::Solved(distance) = self.distance(board, options)? else {
            return Ok(0);
        };
        // By board of a layer: the ways that lead down to it.
        let mut layer = FxHashMap::default();
        layer.insert(board.clone(), 1u128);
        for nearer in (0..distance).rev() {
            let mut next = FxHashMap::<Board, u128>::default();
            for (board, ways) in &layer {
                for m in self.legal_moves(board) {
                    if let Some(after) = self.after(board, m) {
                        let sum = next.entry(after).or_default();
                        *sum = sum.saturating_add(*ways);
                    }
                }
            }
            let needed = (next.len() * (self.model().cells() + OVERHEAD)) as u64;
            if let Some(allowed) = options.limits.memory.filter(|&allowed| needed > allowed) {
                return Err(SurveyError::Memory { needed, allowed }.into());
            }
            let (boards, ways): (Vec<Board>, Vec<u128>) = next.into_iter().unzip();
            let verdicts = self.distances(&boards, options)?;
            let found = boards.into_iter().zip(ways).zip(verdicts);
            layer = found
                .filter(|(_, verdict)| *verdict == Verdict::Solved(nearer))
                .map(|(found, _)| found)
                .collect();
        }
        Ok(layer.into_values().fold(0, u128::saturating_add))
    }
}
