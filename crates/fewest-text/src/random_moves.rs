//! Scrambles of large puzzles: random moves from the home board.

use fewest::model::{Case, Model};
use fewest::population::Random;
use fewest::pruning::{Effort, MovePruning, State};
use fewest::space::AnyMoves;
use fewest::{Board, Move, Puzzle};

/// The largest puzzle whose scrambles are found by solving randomly drawn boards, in boards:
/// solving one takes less than a second on two cores. For larger puzzles, it may take minutes.
pub(super) const MAX_DRAWN: u128 = 10_000_000;

/// The most moves of a scramble, for puzzles that leave no choice of moves.
const MAX_MOVES: usize = 1000;

/// Random sequences of moves from a puzzle's home board, without moves that undo each other or that a
/// shorter sequence would replace. A sequence ends when the number of possible sequences reaches
/// the square of the number of boards: after about 35 moves for the 3x3x3 cube and 80 for the
/// 15-puzzle.
pub(super) struct RandomMoves<'p> {
    puzzle: &'p Puzzle,
    home: Vec<u8>,
    pruning: MovePruning,
    /// The logarithm of the number of sequences at which one ends.
    enough: f64,
    /// True to draw sequences of any length up to there.
    are_cut: bool,
}

impl<'p> RandomMoves<'p> {
    /// A generator for this many boards, or for boards at some distance, which a shorter sequence may
    /// lead to. `None` if scrambles have no board to start from.
    #[expect(clippy::cast_precision_loss, reason = "a logarithm of it is taken")]
    pub(super) fn new(
        puzzle: &'p Puzzle,
        model: &Model,
        boards: u128,
        are_cut: bool,
    ) -> Option<Self> {
        Some(Self {
            puzzle,
            home: model.home()?,
            pruning: MovePruning::find(&model.structure, Effort::QUICK),
            enough: 2.0 * (boards as f64).ln(),
            are_cut,
        })
    }

    /// Draws a sequence of moves, and the board that it leads to.
    pub(super) fn draw(&self, random: &mut Random, drawn: &mut Case) {
        let moves = &mut drawn.moves;
        moves.clear();
        let mut board = Board::new(self.home.clone());
        let mut state = self.pruning.start();
        let mut sequences = 0.0;
        while sequences < self.enough && moves.len() < MAX_MOVES {
            let mut choice = self.choice(&board, state);
            let count = ExactSizeIterator::len(&choice);
            let next = choice
                .nth(random.place(count))
                .and_then(|m| Some((m, self.puzzle.after(&board, m)?)));
            let Some((m, next)) = next else {
                break;
            };
            board = next;
            state = self.pruning.after(state, m);
            moves.push(m);
            sequences += f64::from(u8::try_from(count).unwrap_or(u8::MAX)).ln();
        }
        if self.are_cut {
            moves.truncate(random.place(moves.len() + 1));
            let after = |board: Board, &m: &Move| self.puzzle.after(&board, m);
            let cut = moves.iter().try_fold(Board::new(self.home.clone()), after);
            board = cut.unwrap_or(board);
        }
        drawn.start = board.symbols().to_vec();
    }

    fn choice(&self, board: &Board, state: State) -> AnyMoves {
        let legal = self.puzzle.legal_moves(board).into_iter();
        let legal = legal.fold(AnyMoves::EMPTY, AnyMoves::with);
        let useful = legal.and(self.pruning.allowed(state));
        if useful.is_empty() { legal } else { useful }
    }
}
