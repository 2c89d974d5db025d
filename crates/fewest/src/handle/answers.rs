//! All shortest answers of a board.

use super::solve::apart;
use super::{Board, Puzzle};
use crate::answers::{AllAnswers, Finder};
use crate::error::PuzzleError;
use crate::model::Case;
use crate::solver::Options;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;
use crate::survey::Listing;

impl Puzzle {
    /// Finds all shortest answers of a board: their number, and the first in tie order or, unless
    /// [every](Listing::every) answer is requested, the first of each symmetry class.
    ///
    /// Answers are sequences of moves: two moves with the same effect make two answers. A
    /// [symmetry](crate::symmetry) that preserves the board and the goals maps symmetric answers to
    /// each other.
    ///
    /// Distances are looked up if there is a table, and searched otherwise, all within the limits
    /// of [`solve`](Self::solve). If a limit stops the count, [`AllAnswers::stopped`] is set and
    /// the number is a lower bound. To get only the number, set `limit: 0` and `every: true`.
    ///
    /// # Errors
    /// See [`solve`](Self::solve).
    ///
    /// ```
    /// use fewest::{AnswerCount, Listing, Options, Puzzle};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let board = ring.board("0 3 2 1")?;
    /// let answers = |every| {
    ///     let listing = Listing { limit: 10, every };
    ///     ring.all_answers(&board, listing, &Options::default())
    /// };
    /// // Six moves one way round the ring, or the other.
    /// let all = answers(true)?;
    /// assert_eq!(all.count, AnswerCount::Exactly(2));
    /// let texts = all.listed.iter().map(|listed| ring.moves_text(&board, &listed.moves));
    /// assert!(texts.eq(["druldr", "rdlurd"]));
    /// // The mirror in the diagonal makes one of the other.
    /// let classes = answers(false)?;
    /// assert_eq!((classes.listed.len(), classes.listed[0].class), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_answers(
        &self,
        board: &Board,
        listing: Listing,
        options: &Options,
    ) -> Result<AllAnswers, Unfinished<PuzzleError>> {
        let begun = Instant::now();
        let answer = self.solve(board, options)?;
        let goal = self.goal_of(options)?;
        let shared = self.shared(options)?;
        let case = Case::new(1, board.symbols().to_vec());
        let mut finder = Finder::new(listing, goal);
        let model = self.model();
        let call = (begun, options.call());
        let all = apart(|| finder.find_with(model, &mut &*shared, &case, answer, call));
        all.map_err(Unfinished::of_part)
    }
}
