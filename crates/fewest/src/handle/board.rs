//! Boards of a puzzle, as symbols and as text.

use serde::Serialize;

use super::Puzzle;
use crate::error::PuzzleError;
use crate::model::Case;
use crate::solver::{Options, Verdict};
use crate::space::Move;
use crate::support::progress::Unfinished;

/// A board of a puzzle: the symbol of each cell, in the order of the picture's cells. Symbols are
/// indices into [`Model::symbols`](crate::model::Model::symbols).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Board(Vec<u8>);

impl Board {
    /// Creates a board with these symbols, unchecked: with the wrong symbols it is a board of
    /// another puzzle. [`Puzzle::board_of`] checks them.
    #[must_use]
    pub const fn new(symbols: Vec<u8>) -> Self {
        Self(symbols)
    }

    /// The symbol of each cell.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// assert_eq!(eight.board("1 2 3 4 5 6 7 8 x")?.symbols(), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn symbols(&self) -> &[u8] {
        &self.0
    }
}

impl From<Board> for Case {
    fn from(board: Board) -> Self {
        Self::new(1, board.0)
    }
}

impl Puzzle {
    /// Returns the board with these symbols, one per cell; `None` if they are not the pieces.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let board = eight.board_of(&[1, 2, 3, 4, 5, 6, 7, 0, 8]).expect("each tile once");
    /// assert_eq!(eight.text(&board), "1 2 3 4 5 6 7 0 8");
    /// assert!(eight.board_of(&[1, 1, 1, 1, 1, 1, 1, 0, 8]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn board_of(&self, symbols: &[u8]) -> Option<Board> {
        let is_board = self.model().is_board(symbols);
        is_board.then(|| Board::new(symbols.to_vec()))
    }

    fn is_valid_board(&self, board: &Board) -> bool {
        self.model().is_board(&board.0)
    }

    /// Reads a board: the symbol of each cell, separated by white space or commas. Separators are
    /// optional if all symbols are single characters.
    ///
    /// The crate `fewest-text` reads the formats of judges and other tools.
    ///
    /// # Errors
    /// If the text is not a board; the error has the position of the first mistake.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// assert!(eight.is_solved(&eight.board("1 2 3 4 5 6 7 8 x")?));
    /// assert_eq!(eight.board("123 456 780")?, eight.board("1,2,3,4,5,6,7,8,0")?);
    /// let error = eight.board("1 2 3 4 5 6 7 9 x").unwrap_err();
    /// assert_eq!(error.to_string(), "the board:1:15: no piece of eight is written `9`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self, text: &str) -> Result<Board, PuzzleError> {
        let symbols = self.model().read_board("the board", text);
        symbols.map(Board).map_err(PuzzleError::BadBoard)
    }

    /// Writes a board on one line for [`board`](Self::board); empty for a board of another puzzle.
    ///
    /// ```
    /// let puzzle = fewest::Puzzle::open("sliding:3x2")?;
    /// let board = puzzle.board("1 2 3  4 x 5")?;
    /// assert_eq!(puzzle.text(&board), "1 2 3 4 0 5");
    /// assert_eq!(puzzle.board(&puzzle.text(&board))?, board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn text(&self, board: &Board) -> String {
        let model = self.model();
        let text = self
            .is_valid_board(board)
            .then(|| model.board_text(&board.0));
        text.unwrap_or_default()
    }

    /// Draws a board on several lines; empty for a board of another puzzle.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let drawing = eight.drawing(&eight.board("1 2 3 4 5 6 7 x 8")?);
    /// assert_eq!(drawing, "1 2 3\n4 5 6\n7 . 8\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn drawing(&self, board: &Board) -> String {
        let model = self.model();
        let drawing = self.is_valid_board(board).then(|| model.drawing(&board.0));
        drawing.unwrap_or_default()
    }

    /// Returns the names of moves played from a board, up to the first illegal one.
    ///
    /// ```
    /// use fewest::{Move, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let solved = eight.board("1 2 3 4 5 6 7 8 x")?;
    /// // The blank goes left, up, right and up; and no further up.
    /// let moves = [1, 3, 2, 3, 3].map(Move::new);
    /// assert_eq!(eight.moves_text(&solved, &moves), "luru");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moves_text(&self, board: &Board, moves: &[Move]) -> String {
        let mut after = board.clone();
        let is_legal = |m: &&Move| match self.after(&after, **m) {
            Some(next) => {
                after = next;
                true
            }
            None => false,
        };
        let legal = moves.iter().take_while(is_legal).count();
        let legal = moves.get(..legal).unwrap_or_default();
        self.model().moves_text(&board.0, legal)
    }

    /// Returns the legal moves of a board, in tie order; none for a board of another puzzle.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let moves = |board: &str| eight.board(board).map(|board| eight.legal_moves(&board).len());
    /// assert_eq!(moves("1 2 3 4 x 5 6 7 8")?, 4);
    /// assert_eq!(moves("1 2 3 4 5 6 7 8 x")?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self, board: &Board) -> Vec<Move> {
        let all = (0..=u8::MAX).take(self.model().moves.len()).map(Move::new);
        all.filter(|&m| self.after(board, m).is_some()).collect()
    }

    /// Returns the board after a move; `None` if the move is not legal.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let board = eight.board("1 2 3 4 5 6 7 x 8")?;
    /// let solved = |&m| eight.after(&board, m).is_some_and(|after| eight.is_solved(&after));
    /// let moves = eight.legal_moves(&board);
    /// assert_eq!((moves.len(), moves.iter().filter(|m| solved(m)).count()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn after(&self, board: &Board, m: Move) -> Option<Board> {
        let mut symbols = board.0.clone();
        let is_known = m.index() < self.model().moves.len() && self.is_valid_board(board);
        let is_legal = is_known && self.model().apply(&mut symbols, m);
        is_legal.then(|| Board::new(symbols))
    }

    /// Returns the [home](crate::Model::home) board for the goal in the options: the board at which
    /// scrambles begin. `None` if the puzzle has none.
    ///
    /// # Errors
    /// If there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let options = Options::default();
    /// let cube = Puzzle::open("cube2")?;
    /// assert_eq!(cube.home_board(&options)?, Some(cube.solved_board(&options)?));
    /// assert_eq!(Puzzle::open("rotation")?.home_board(&options)?, None);
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn home_board(&self, options: &Options) -> Result<Option<Board>, PuzzleError> {
        Ok(self.model_for(options)?.home().map(Board::new))
    }

    /// Returns a solved board: the goal in the options or, without one, the home board if it meets a
    /// goal of the puzzle, or the goal to which the fewest moves lead from there. If the puzzle has
    /// no home board, or no moves lead from it to a goal, the first goal, with open cells filled in
    /// the order of symbols.
    ///
    /// # Errors
    /// If a limit stops the search for a goal, or the options have a goal that the puzzle can't have.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let rotation = Puzzle::open("rotation")?;
    /// let solved = rotation.solved_board(&Options::default())?;
    /// assert!(rotation.is_solved(&solved));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn solved_board(&self, options: &Options) -> Result<Board, PuzzleError> {
        if let Some(goal) = self.goal_of(options)? {
            return Ok(Board::new(goal));
        }
        let model = self.model();
        let home = model
            .home()
            .filter(|home| model.solved_goal(home).is_none());
        let Some(home) = home.filter(|_| model.whole_goal().is_none()) else {
            return Ok(Board::new(model.solved_board()));
        };
        let answer = match self.solve(&Board::new(home.clone()), options) {
            Err(Unfinished::Failed(error)) => return Err(error),
            answer => answer.unwrap_or_default(),
        };
        match answer.verdict {
            Verdict::Solved(_) => Ok(Board::new(model.end(&home, &answer.moves))),
            Verdict::Unsolvable => Ok(Board::new(model.solved_board())),
            _ => {
                let name = self.name();
                let problem = format!("{name}: no goal was found from its solved board");
                Err(PuzzleError::NoSuchGoal(problem))
            }
        }
    }

    /// Returns true if a board meets one of the puzzle's goals.
    ///
    /// ```
    /// let rotation = fewest::Puzzle::open("rotation")?;
    /// // The centre holds 3 only: one of the puzzle's three goals.
    /// let board = rotation.board("1 1 1 1 2 2 3 3 3 1 1 3 3 2 2 3 3 3 1 1 2 2 2 2")?;
    /// assert!(rotation.is_solved(&board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_solved(&self, board: &Board) -> bool {
        self.is_valid_board(board) && self.model().solved_goal(&board.0).is_some()
    }
}
