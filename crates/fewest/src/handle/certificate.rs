//! Answers and surveys with certificates.

use super::{Board, Puzzle, real, to_goal};
use crate::certificate::{Certificate, Claim};
use crate::error::PuzzleError;
use crate::solver::{Answer, Options, Verdict};
use crate::support::progress::Unfinished;
use crate::survey::Listing;

impl Puzzle {
    /// Solves a board, and proves that to the program `fewest-check`. The names of the
    /// certificate's tables begin with `name`. If `counts` is true, it also has the number of
    /// shortest solutions. The search ends where no [proof](Self::longest_proof) is
    /// possible.
    ///
    /// # Errors
    /// See [`solve`](Self::solve). Also if a limit leaves the answer open, or if a proof would need
    /// a table or a search that is too large.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("1 2 3 4 x 5 7 8 6")?;
    /// let certificate = eight.certificate(&board, false, "board", &Options::default())?;
    /// assert!(certificate.text.contains("\nboard 1 2 3 4 0 5 7 8 6\nmoves r d\nbound search\n"));
    /// assert!(certificate.tables.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(
        &self,
        board: &Board,
        counts: bool,
        name: &str,
        options: &Options,
    ) -> Result<Certificate, Unfinished<PuzzleError>> {
        let mut options = Options {
            moves: true,
            ..options.clone()
        };
        let longest = self.longest_proof(board, &options)?;
        options.limits.max_moves = options.limits.max_moves.into_iter().chain(longest).min();
        let answer = self.solve(board, &options)?;
        let mut solutions = None;
        if counts {
            let listing = Listing {
                limit: 0,
                every: true,
            };
            solutions = self.all_answers(board, listing, &options)?.count.exact();
        }
        self.certificate_of(board, &answer, solutions, name, &options)
    }

    /// The certificate of a known answer with moves, and of the number of shortest solutions if it
    /// is given. The names of its tables begin with `name`. Together they have at most 2^27 bytes,
    /// or as many as the memory limit, if that is less. A table that guides a search of the checker
    /// has at most half of the memory limit.
    ///
    /// # Errors
    /// If a limit left the answer open, the run was stopped, or a proof would need larger tables or
    /// a search of more than about half an hour.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("2 1 3 4 5 6 7 8 x")?;
    /// let answer = eight.solve(&board, &Options::default())?;
    /// let certificate = eight.certificate_of(&board, &answer, None, "board", &Options::default())?;
    /// assert!(certificate.text.contains("\nunsolvable\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate_of(
        &self,
        board: &Board,
        answer: &Answer,
        solutions: Option<u128>,
        name: &str,
        options: &Options,
    ) -> Result<Certificate, Unfinished<PuzzleError>> {
        let (memory, watch) = (options.limits.memory, options.whole());
        let model = self.model_for(options)?;
        let claim = match answer.verdict {
            Verdict::Solved(_) => Claim::Solved(board.symbols(), &answer.moves, solutions),
            Verdict::Unsolvable => Claim::Unsolvable(board.symbols()),
            Verdict::Beyond(moves)
                if (self.longest_proof(board, options)?)
                    .is_some_and(|longest| longest <= moves) =>
            {
                return Err(Certificate::too_far(&model, moves, memory, watch));
            }
            _ => {
                let problem = "no certificate: a limit leaves the answer open".to_owned();
                return Err(PuzzleError::NoSuchBoards(problem).into());
            }
        };
        Certificate::of(&model, claim, name, memory, watch)
    }

    /// The most moves of a shortest solution that a [certificate](Self::certificate) can prove, known
    /// before the board is solved; `None` if the proof does not depend on their number. A proof by
    /// tables that fit does not. A search of the checker grows with each move.
    ///
    /// # Errors
    /// If there is no such goal, or the run was stopped.
    ///
    /// ```
    /// use fewest::{Limits, Options, Puzzle};
    ///
    /// let (eight, cube) = (Puzzle::open("eight")?, Puzzle::open("cube3")?);
    /// let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// assert_eq!(eight.longest_proof(&eight.solved_board(&options)?, &options)?, None);
    /// assert_eq!(cube.longest_proof(&cube.solved_board(&options)?, &options)?, Some(13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn longest_proof(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Option<u32>, Unfinished<PuzzleError>> {
        let (memory, watch) = (options.limits.memory, options.whole());
        let model = self.model_for(options)?;
        let longest = Certificate::longest(&model, board.symbols(), memory, watch)?;
        Ok(longest.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)))
    }

    /// Checks that [`survey_certificate`](Self::survey_certificate) can prove a survey, before the
    /// boards are counted.
    ///
    /// # Errors
    /// If the run was stopped, or a proof would need a table or a search that is too large.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let rotation = Puzzle::open("rotation")?;
    /// let refused = rotation.check_survey_certificate(&Options::default()).unwrap_err();
    /// assert!(refused.to_string().starts_with("no certificate for rotation: its table would have over"));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn check_survey_certificate(
        &self,
        options: &Options,
    ) -> Result<(), Unfinished<PuzzleError>> {
        let (model, home) = (self.model_for(options)?, self.counted_from(options)?);
        let (memory, watch) = (options.limits.memory, options.whole());
        Certificate::check_survey(&model, home.as_deref(), memory, watch)
    }

    /// The certificate of a survey, given the number of boards at each distance. The names of its
    /// tables begin with `name`.
    ///
    /// # Errors
    /// See [`check_survey_certificate`](Self::check_survey_certificate). Also if these are not the
    /// numbers of the boards that [`survey`](Self::survey) counts.
    ///
    /// ```
    /// use fewest::{Listing, Options, Puzzle};
    ///
    /// let (puzzle, options) = (Puzzle::open("sliding:3x2")?, Options::default());
    /// let counts = puzzle.survey(Listing::default(), &options)?.figures.counts;
    /// let certificate = puzzle.survey_certificate(&counts, "survey", &options)?;
    /// assert_eq!(certificate.tables[0].1.len(), 720);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey_certificate(
        &self,
        counts: &[u64],
        name: &str,
        options: &Options,
    ) -> Result<Certificate, Unfinished<PuzzleError>> {
        let (model, home) = (self.model_for(options)?, self.counted_from(options)?);
        let (memory, watch) = (options.limits.memory, options.whole());
        let claim = Claim::Counts(counts, home.as_deref());
        Certificate::of(&model, claim, name, memory, watch)
    }

    /// The home board, if a survey leaves out boards that can be solved, but to which no moves lead from
    /// there.
    fn counted_from(&self, options: &Options) -> Result<Option<Vec<u8>>, PuzzleError> {
        to_goal!(self, self.goal_of(options)?, |to| real::counted_from(&to))
    }
}
