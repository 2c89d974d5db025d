//! Solutions found at once, which need not be shortest.

mod bounds;
mod two_phases;

use std::sync::Arc;

use crate::compare::arena::{Arena, ArenaTask, arena};
use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle, Solvability, to_goal};
use crate::kernel::{Kernel, ToGoal};
use crate::model::Model;
use crate::search::{Algorithm, Control, Limits, Silent, Weight, shorten};
use crate::solver::{HeuristicKernel, HeuristicName, Options, Verdict};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

pub use bounds::Bounds;
pub use two_phases::TwoPhases;

/// The effort of a round.
struct Round {
    /// The weight of the heuristic (numerator, denominator), and the boards to generate with it.
    weight: (u32, u32),
    nodes: u64,
    /// The boards to generate for each window of such a solution; 0 to search no windows.
    window: u64,
    /// The ways through the first phase to try, and the same for windows of their solutions.
    ways: u64,
    window_of_ways: u64,
}

const fn round(weight: (u32, u32), nodes: u64, window: u64, ways: u64, of_ways: u64) -> Round {
    Round {
        weight,
        nodes,
        window,
        ways,
        window_of_ways: of_ways,
    }
}

/// The rounds. On one core, the first usually takes a tenth of a second, the last ten seconds. In the
/// second, more ways shorten solutions of the cube more than windows do in the same time.
const ROUNDS: [Round; 5] = [
    round((8, 1), 1 << 18, 0, 1, 0),
    round((4, 1), 1 << 18, 1 << 13, 360, 0),
    round((2, 1), 1 << 20, 1 << 15, 1 << 10, 1 << 15),
    round((3, 2), 1 << 21, 1 << 17, 1 << 12, 1 << 17),
    round((5, 4), 1 << 22, 1 << 19, 1 << 14, 1 << 19),
];

/// Finds solutions quickly, and makes them shorter round by round. They need not be shortest.
///
/// If the definition has a second phase, boards are solved in [`TwoPhases`]; the others by
/// [weighted A*](crate::search::weighted_a_star()). Windows of a solution are made
/// [shorter](crate::search::shorten()). Each solution is played before it is returned.
///
/// ```
/// use fewest::{Options, Puzzle, QuickSolver};
///
/// let fifteen = Puzzle::open("fifteen")?;
/// let board = fifteen.board("14 7 1 0 2 8 12 4 6 9 15 5 13 11 10 3")?;
/// let mut solver = QuickSolver::new(&fifteen, &Options::default())?;
/// let call = Options::default();
/// let first = solver.solution(&board, None, 0, &call)?.expect("it can be solved");
/// let second = solver.solution(&board, Some(&first), 1, &call)?.expect("it can be solved");
/// // The fewest moves are 45.
/// assert!(45 <= second.len() && second.len() <= first.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct QuickSolver {
    puzzle: Puzzle,
    /// The puzzle's model, with the goal in the options.
    model: Arc<Model>,
    /// The goal and the memory limit.
    options: Options,
    solvability: Box<Solvability>,
    phases: Option<TwoPhases>,
    /// Weighted searches, once needed.
    arena: Option<Arena>,
    /// True once searches with small pattern databases have found nothing.
    needs_larger: bool,
}

impl std::fmt::Debug for QuickSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("QuickSolver").field(&self.puzzle).finish()
    }
}

/// The result of two phases.
enum ByPhases {
    /// A solution, shorter than the known one.
    Found(Vec<Move>),
    NoneShorter,
    /// The puzzle has no phases, or they do not solve the board.
    NoWay,
}

impl QuickSolver {
    /// The number of rounds.
    pub const ROUNDS: usize = ROUNDS.len();

    /// Creates the solver for the goal in the options, with their memory limit.
    ///
    /// # Errors
    /// If there is no such goal.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, PuzzleError> {
        let model = puzzle.model_for(options)?;
        let options = Options {
            goal: options.goal.clone(),
            limits: Limits {
                memory: options.limits.memory,
                ..Limits::default()
            },
            ..Options::default()
        };
        Ok(Self {
            phases: TwoPhases::of(&model, &options),
            solvability: puzzle.solvability(puzzle.goal_of(&options)?)?,
            model,
            puzzle: puzzle.clone(),
            options,
            arena: None,
            needs_larger: false,
        })
    }

    /// Returns the shorter of two solutions: `known`, if it is a solution, and what this round finds.
    /// Rounds count from 0, and each searches more than the one before; with a known solution, it
    /// leaves out what the rounds before have tried. `None` if no solution is known. The call's
    /// options give its cancellation, progress and deadline.
    ///
    /// # Errors
    /// If it is another puzzle's board, the run was cancelled, or the time is up.
    pub fn solution(
        &mut self,
        board: &Board,
        known: Option<&[Move]>,
        round: usize,
        call: &Options,
    ) -> Result<Option<Vec<Move>>, Unfinished<PuzzleError>> {
        let options = &Options {
            cancel: Arc::clone(&call.cancel),
            progress: Arc::clone(&call.progress),
            deadline: call.deadline,
            ..self.options.clone()
        };
        let number = round.min(Self::ROUNDS - 1);
        let round = &ROUNDS[number];
        if !self.model.is_board(board.symbols()) {
            let name = self.puzzle.name().to_owned();
            return Err(PuzzleError::OtherBoard(name).into());
        }
        if (self.solvability)(board.symbols()) == Some(false) {
            return Ok(None);
        }
        let known = known.filter(|moves| self.solves(board, moves));
        let (found, window) = match self.by_phases(board, known, number, options)? {
            ByPhases::Found(moves) => (Some(moves), round.window_of_ways),
            ByPhases::NoneShorter => (None, round.window_of_ways),
            ByPhases::NoWay => (self.by_weight(board, known, round, options)?, round.window),
        };
        options.whole().check::<PuzzleError>()?;
        let found = found.filter(|moves| self.solves(board, moves));
        let all = known.map(<[Move]>::to_vec).into_iter().chain(found);
        let best = all.min_by_key(Vec::len);
        let Some(moves) = best.as_ref().filter(|_| window > 0) else {
            return Ok(best);
        };
        let budget = options.whole();
        let goal = self.puzzle.goal_of(&self.options)?;
        let shorter = to_goal!(self.puzzle, goal, |to| {
            shortened(&to, board, moves, window, budget)
        });
        options.whole().check::<PuzzleError>()?;
        Ok(shorter.filter(|moves| self.solves(board, moves)).or(best))
    }

    /// Returns true if moves solve a board.
    fn solves(&self, board: &Board, moves: &[Move]) -> bool {
        let mut symbols = board.symbols().to_vec();
        let mut moves = moves.iter();
        let are_legal = moves.all(|m| self.model.apply(&mut symbols, *m));
        are_legal && self.model.solved_goal(&symbols).is_some()
    }

    /// The index of the goal that moves reach.
    fn goal_met(&self, board: &Board, moves: &[Move]) -> Option<usize> {
        self.model
            .solved_goal(&self.model.end(board.symbols(), moves))
    }

    fn by_phases(
        &self,
        board: &Board,
        known: Option<&[Move]>,
        round: usize,
        options: &Options,
    ) -> Result<ByPhases, Unfinished<PuzzleError>> {
        let (Some(phases), Some(goal)) = (&self.phases, self.model.whole_goal()) else {
            return Ok(ByPhases::NoWay);
        };
        let before = known.and_then(|_| ROUNDS.get(round.checked_sub(1)?));
        let ways = before.map_or(0, |before| before.ways)..ROUNDS[round].ways;
        let most = known.map(<[Move]>::len);
        let found = match phases.moves_to(board.symbols(), ways, most, options)? {
            Ok(way) => self.model.way_back(&goal, &way).map(ByPhases::Found),
            Err(Verdict::Beyond(_)) if known.is_some() => Some(ByPhases::NoneShorter),
            Err(_) => None,
        };
        Ok(found.unwrap_or(ByPhases::NoWay))
    }

    fn by_weight(
        &mut self,
        board: &Board,
        known: Option<&[Move]>,
        round: &Round,
        options: &Options,
    ) -> Result<Option<Vec<Move>>, Unfinished<PuzzleError>> {
        if self.arena.is_none() {
            let goal = self.puzzle.goal_of(&self.options)?;
            self.arena = to_goal!(self.puzzle, goal, |to| {
                guided(&to, self.needs_larger, options)
            })?;
        }
        let (numerator, denominator) = round.weight;
        let weight = Weight::new(numerator, denominator).ok();
        let (Some(arena), Some(weight)) = (&self.arena, weight) else {
            return Ok(None);
        };
        let task = ArenaTask {
            search: Algorithm::WeightedAStar(weight),
            pruning: None,
            start: board.symbols(),
            is_unsure: false,
        };
        let shorter = |moves: &[Move]| u32::try_from(moves.len()).ok()?.checked_sub(1);
        let limits = Limits {
            max_moves: known.and_then(shorter),
            max_nodes: Some(round.nodes),
            memory: self.options.limits.memory,
            max_time: options.whole().left(),
        };
        let mut silent = Silent;
        let mut control = Control::new(limits, &mut silent).cancelled_by(&*options.cancel);
        let outcome = (arena.run)(&task, &mut control, None);
        let moves = outcome.and_then(|outcome| outcome.moves);
        if moves.is_none() && known.is_none() && !self.needs_larger {
            self.needs_larger = true;
            self.arena = None;
        }
        Ok(moves)
    }
}

/// Searches with a heuristic that leads far: pattern databases, unless the usual one does.
fn guided<K: HeuristicKernel>(
    to: &ToGoal<K>,
    is_larger: bool,
    options: &Options,
) -> Result<Option<Arena>, Unfinished<PuzzleError>> {
    let puzzle = &to.puzzle;
    let usual = K::usual(
        puzzle.model(),
        &puzzle.heuristics(&[]).map_err(Unfinished::failed)?,
    );
    let level = (!is_larger).then_some(0);
    if !K::SEARCHES_FIRST
        && let Some(arena) = arena(to.clone(), HeuristicName::Pattern, level, options)?
    {
        return Ok(Some(arena));
    }
    arena(to.clone(), usual, None, options)
}

fn shortened<K: Kernel>(
    to: &ToGoal<K>,
    board: &Board,
    moves: &[Move],
    nodes: u64,
    budget: Budget<'_>,
) -> Option<Vec<Move>> {
    let start = to.board(board.symbols())?;
    Some(shorten(&*to.puzzle, &start, moves, nodes, budget))
}
