//! Solutions of large puzzles in two phases, which need not be shortest.

use std::sync::Arc;

use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::kernel::pieces::Pieces;
use crate::model::{Held, Model, Phases};
use crate::search::Limits;
use crate::solver::{Options, Verdict};
use crate::space::Move;
use crate::support::progress::Unfinished;
use crate::survey::Listing;

/// The memory for the tables of a phase, in bytes. With more, building them takes longer than they
/// save, unless there are very many boards.
const MEMORY: u64 = 5_000_000;

/// The [phases](Model::phases) of a puzzle.
pub struct TwoPhases {
    model: Arc<Model>,
    phases: Phases,
    puzzles: [Puzzle; 2],
    pieces: Pieces,
    /// The solved board of the first phase.
    home: Vec<u8>,
    options: Options,
}

impl TwoPhases {
    /// The phases of a puzzle with this model; `None` if its definition has none.
    #[must_use]
    pub fn of(model: &Arc<Model>, options: &Options) -> Option<Self> {
        let phases = model.phases()?;
        let open = |model: &Model| Puzzle::from_model(model.clone()).ok();
        let memory = options
            .limits
            .memory
            .map_or(MEMORY, |memory| memory.min(MEMORY));
        Some(Self {
            model: Arc::clone(model),
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

    /// The moves that lead to a board from the goal: the shortest for the first `ways` shortest
    /// answers of the first phase. If a phase does not solve the board, the inner error is its
    /// verdict.
    ///
    /// # Errors
    /// If it was cancelled or the time is up.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, TwoPhases};
    ///
    /// let cube = Puzzle::open("cube3")?;
    /// let phases = TwoPhases::of(cube.model(), &Options::default()).expect("the cube has phases");
    /// let solved = cube.solved_board(&Options::default())?;
    /// assert_eq!(phases.moves_to(solved.symbols(), 1)?, Ok(vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_to(
        &self,
        start: &[u8],
        ways: u64,
    ) -> Result<Result<Vec<Move>, Verdict>, Unfinished<PuzzleError>> {
        let solve = |puzzle: &Puzzle, board: &Board| {
            puzzle.solve_within(board, &self.options, self.options.whole())
        };
        let [first, second] = &self.puzzles;
        let seen = self.pieces.recoloured(start, &self.home);
        let seen = Board::new(seen.unwrap_or_default());
        let answer = solve(first, &seen)?;
        if !matches!(answer.verdict, Verdict::Solved(_)) {
            return Ok(Err(answer.verdict));
        }
        let mut to_second = vec![answer.moves];
        if ways > 1 {
            let listing = Listing {
                limit: ways,
                every: true,
            };
            let all = first.all_answers(&seen, listing, &self.options)?;
            to_second.extend(all.listed.into_iter().map(|listed| listed.moves));
        }
        let mut best = Err(Verdict::Unsolvable);
        for to_second in to_second {
            let between = self.model.end(start, &to_second);
            let answer = solve(second, &Board::new(between))?;
            let moves = match answer.verdict {
                Verdict::Solved(_) => self.joined(start, &to_second, &answer.moves),
                verdict => Err(verdict),
            };
            let length = |found: &Result<Vec<Move>, Verdict>| found.as_ref().map(Vec::len).ok();
            if best.is_err() || length(&moves).is_some_and(|found| Some(found) < length(&best)) {
                best = moves;
            }
        }
        Ok(best)
    }

    /// The moves from the goal to a board, given its answers in both phases.
    fn joined(
        &self,
        start: &[u8],
        to_second: &[Move],
        to_goal: &[Move],
    ) -> Result<Vec<Move>, Verdict> {
        let way = self.phases.way_there(to_second, to_goal);
        let (model, mut moves) = (&self.model, Vec::new());
        let mut board = model.whole_goal().unwrap_or_default();
        for word in way.unwrap_or_default() {
            let spelt = model.spelt_out(&mut board, &mut Held::default(), word, &mut moves);
            spelt.map_err(|_| Verdict::Unsolvable)?;
        }
        if board == start {
            Ok(moves)
        } else {
            Err(Verdict::Unsolvable)
        }
    }
}
