//! Moves to random boards of large puzzles, found in two phases.

use fewest::kernel::pieces::Pieces;
use fewest::model::{Held, Model, Phases};
use fewest::solver::{Options, Verdict};
use fewest::space::Move;
use fewest::{Board, Limits, Puzzle};

use super::TextError;
use super::generate::unsolved;

/// The memory for the tables of a phase, in bytes. With more, building them takes longer than they
/// save, unless there are very many boards.
const MEMORY: u64 = 5_000_000;

/// The [phases](Model::phases) of a puzzle.
pub(super) struct TwoPhases {
    phases: Phases,
    puzzles: [Puzzle; 2],
    pieces: Pieces,
    /// The solved board of the first phase.
    home: Vec<u8>,
    options: Options,
}

impl TwoPhases {
    /// The phases of a puzzle; `None` if its definition has none.
    pub(super) fn of(model: &Model, options: &Options) -> Option<Self> {
        let phases = model.phases()?;
        let open = |model: &Model| Puzzle::from_model(model.clone()).ok();
        let memory = options
            .limits
            .memory
            .map_or(MEMORY, |memory| memory.min(MEMORY));
        Some(Self {
            puzzles: [open(&phases.first)?, open(&phases.second)?],
            pieces: Pieces::with_identical(&model.structure)?,
            home: phases.first.whole_goal()?,
            options: Options {
                goal: None,
                store: None,
                limits: Limits {
                    memory: Some(memory),
                    ..Limits::default()
                },
                ..options.clone()
            },
            phases,
        })
    }

    /// The moves that lead to a board from the goal.
    pub(super) fn moves_to(&self, model: &Model, start: &[u8]) -> Result<Vec<Move>, TextError> {
        let unknown = |problem| unsolved(model, start, problem);
        let solve = |puzzle: &Puzzle, board: &[u8]| {
            let board = Board::new(board.to_vec());
            let answer = puzzle.solve_within(&board, &self.options, self.options.whole())?;
            match answer.verdict {
                Verdict::Solved(_) => Ok(answer.moves),
                verdict => Err(unknown(verdict)),
            }
        };
        let [first, second] = &self.puzzles;
        let seen = self.pieces.recoloured(start, &self.home);
        let to_second = solve(first, &seen.unwrap_or_default())?;
        let between = model.end(start, &to_second);
        let to_goal = solve(second, &between)?;
        let way = self.phases.way_there(&to_second, &to_goal);
        let (mut board, mut moves) = (model.whole_goal().unwrap_or_default(), Vec::new());
        for word in way.unwrap_or_default() {
            let spelt = model.spelt_out(&mut board, &mut Held::default(), word, &mut moves);
            spelt.map_err(|_| unknown(Verdict::Unsolvable))?;
        }
        if board == start {
            Ok(moves)
        } else {
            Err(unknown(Verdict::Unsolvable))
        }
    }
}
