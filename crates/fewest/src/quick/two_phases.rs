//! Solutions of large puzzles in two phases, which need not be shortest.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::kernel::pieces::Pieces;
use crate::model::{Held, Model, Phases};
use crate::search::Limits;
use crate::solver::{Options, Verdict};
use crate::space::Move;
use crate::support::progress::Unfinished;

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
    /// The memory limit.
    memory: u64,
}

impl TwoPhases {
    /// The phases of a puzzle with this model, with the memory limit of the options; `None` if its
    /// definition has none.
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
            memory,
            phases,
        })
    }

    /// The moves that lead to a board from the goal: the shortest of this many ways. Each way begins
    /// with moves of its own (none, one, two, ...), after which both phases are solved with the fewest
    /// moves. If a phase does not solve the board, the inner error is its verdict. The
    /// call's options give its cancellation, progress and deadline.
    ///
    /// If moves are known, `most` is their number: if no way has fewer, the inner error is
    /// [`Verdict::Beyond`]. Ways that were tried for them can be left out: `1..360`.
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
    /// assert_eq!(phases.moves_to(solved.symbols(), 0..1, None, &Options::default())?, Ok(vec![]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_to(
        &self,
        start: &[u8],
        ways: Range<u64>,
        most: Option<usize>,
        call: &Options,
    ) -> Result<Result<Vec<Move>, Verdict>, Unfinished<PuzzleError>> {
        let first_moves: Vec<Move> = (0..=u8::MAX)
            .take(self.model.moves.len())
            .map(Move::new)
            .collect();
        let mut seen = HashSet::from([start.to_vec()]);
        let mut waiting = VecDeque::from([(start.to_vec(), Vec::new())]);
        let mut best = Err(most.map_or(Verdict::Unsolvable, |_| Verdict::Beyond(0)));
        for way in 0..ways.end.max(1) {
            let Some((board, before)) = waiting.pop_front() else {
                break;
            };
            if ways.start <= way {
                let most = best.as_ref().ok().map(Vec::len).or(most);
                match self.way(start, &board, &before, most, call) {
                    Ok(found) if most.is_none() || found.is_ok() => best = found,
                    Ok(_) => {}
                    // A way is known: the time is only up for a shorter one.
                    Err(Unfinished::Time) if most.is_some() => break,
                    Err(error) => return Err(error),
                }
                if best.is_err() && most.is_none() {
                    break;
                }
            }
            if (waiting.len() as u64) < ways.end {
                for &m in &first_moves {
                    let mut next = board.clone();
                    if self.model.apply(&mut next, m) && seen.insert(next.clone()) {
                        waiting.push_back((next, [&before[..], &[m]].concat()));
                    }
                }
            }
        }
        Ok(best)
    }

    /// The way through a board that these moves reach from the start, if it has fewer moves than
    /// `most`.
    fn way(
        &self,
        start: &[u8],
        board: &[u8],
        before: &[Move],
        most: Option<usize>,
        call: &Options,
    ) -> Result<Result<Vec<Move>, Verdict>, Unfinished<PuzzleError>> {
        let solve = |puzzle: &Puzzle, board: &Board, moves: usize| {
            let left = |most: usize| most.checked_sub(moves + 1);
            let max_moves = most.map(|most| left(most).and_then(|left| u32::try_from(left).ok()));
            if max_moves == Some(None) {
                return Ok(Err(Verdict::Beyond(0)));
            }
            let options = Options {
                cancel: Arc::clone(&call.cancel),
                progress: Arc::clone(&call.progress),
                deadline: call.deadline,
                limits: Limits {
                    max_moves: max_moves.flatten(),
                    memory: Some(self.memory),
                    ..Limits::default()
                },
                ..Options::default()
            };
            let answer = puzzle.solve_within(board, &options, options.whole())?;
            Ok::<_, Unfinished<PuzzleError>>(match answer.verdict {
                Verdict::Solved(_) => Ok(answer.moves),
                verdict => Err(verdict),
            })
        };
        let [first, second] = &self.puzzles;
        let pattern = self.pieces.recoloured(board, &self.home);
        let pattern = Board::new(pattern.unwrap_or_default());
        let to_second = match solve(first, &pattern, before.len())? {
            Ok(moves) => [before, &moves].concat(),
            Err(verdict) => return Ok(Err(verdict)),
        };
        let between = Board::new(self.model.end(start, &to_second));
        Ok(match solve(second, &between, to_second.len())? {
            Ok(to_goal) => self.joined(start, &to_second, &to_goal),
            Err(verdict) => Err(verdict),
        })
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
