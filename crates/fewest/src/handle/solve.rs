//! Solves boards one by one or many at a time, reusing what was built for earlier ones.

use std::slice;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};
use std::time::Duration;

use super::{Board, Puzzle};
use crate::error::PuzzleError;
use crate::kernel::with_kernel;
use crate::model::Case;
use crate::solver::batch::{Access, answer_with};
use crate::solver::{
    Answer, Batches, Call, HeuristicKernel, Options, RowSolver, Solver, SolverError, SolverOptions,
    Verdict,
};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

const MAX_SOLVERS: usize = 8;
const BOARDS_PER_BATCH: usize = 8192;
/// The time between two attempts to take a lock that another call holds.
const WAIT: Duration = Duration::from_millis(1);

type BoxedSolver = Box<dyn RowSolver>;

pub(crate) struct SharedSolver {
    goal: Option<Vec<u8>>,
    options: SolverOptions,
    /// The address of what shares its searches with other processes. Two that share one search can't
    /// use one solver: each would wait until the other no longer searches.
    sharing: Option<usize>,
    solver: RwLock<BoxedSolver>,
    /// The number of calls that wait to change it. Others don't begin to use it meanwhile.
    waiting: AtomicU32,
    /// The process that it belongs to.
    process: AtomicU32,
}

impl SharedSolver {
    /// Returns true if this process may use it. A forked process inherits its parent's solvers. If
    /// no thread used a solver at that time, the process adopts it; otherwise its lock is never
    /// released, because the thread that holds it does not exist here.
    fn is_usable(&self) -> bool {
        let process = process();
        if self.process.swap(process, Ordering::Relaxed) == process {
            return true;
        }
        self.waiting.store(0, Ordering::Relaxed);
        self.solver.try_write().is_ok()
    }

    /// The solver, unless a call changes it or waits to.
    pub(super) fn try_read(&self) -> Option<RwLockReadGuard<'_, BoxedSolver>> {
        match self.solver.try_read() {
            _ if self.waiting.load(Ordering::Relaxed) > 0 => None,
            Ok(solver) => Some(solver),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The solver, once no call changes it.
    ///
    /// # Errors
    /// If the call is over first.
    pub(super) fn read(
        &self,
        call: Call<'_>,
    ) -> Result<RwLockReadGuard<'_, BoxedSolver>, Unfinished<SolverError>> {
        wait(call, || self.try_read())
    }

    /// The solver, once no call uses it.
    ///
    /// # Errors
    /// If the call is over first.
    pub(super) fn write(
        &self,
        call: Call<'_>,
    ) -> Result<RwLockWriteGuard<'_, BoxedSolver>, Unfinished<SolverError>> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let solver = wait(call, || match self.solver.try_write() {
            Ok(solver) => Some(solver),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        solver
    }
}

/// The number of this process, where processes fork.
fn process() -> u32 {
    if cfg!(unix) { std::process::id() } else { 0 }
}

/// Waits for a lock, which other calls may hold for long, until the call is over.
fn wait<T>(call: Call<'_>, lock: impl Fn() -> Option<T>) -> Result<T, Unfinished<SolverError>> {
    loop {
        if let Some(locked) = lock() {
            return Ok(locked);
        }
        call.budget.check::<SolverError>()?;
        std::thread::sleep(WAIT);
    }
}

impl Access for &SharedSolver {
    fn read<R>(
        &self,
        call: Call<'_>,
        act: impl FnOnce(&dyn Batches) -> R,
    ) -> Result<R, Unfinished<SolverError>> {
        Ok(act(&**SharedSolver::read(self, call)?))
    }

    fn write(
        &mut self,
        call: Call<'_>,
        act: impl FnOnce(&mut dyn Batches) -> Result<(), Unfinished<SolverError>> + Send,
    ) -> Result<(), Unfinished<SolverError>> {
        apart(|| act(&mut **SharedSolver::write(self, call)?))
    }
}

/// Runs work that locks a solver and builds tables on all cores. A waiting pool thread may take
/// another task that needs the lock, and deadlock. So work from a pool thread runs in its own pool.
pub(super) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    if rayon::current_thread_index().is_some() {
        let threads = rayon::current_num_threads();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        if let Ok(pool) = pool {
            return std::thread::scope(|scope| {
                let done = scope.spawn(|| pool.install(work)).join();
                done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
        }
    }
    work()
}

fn row_solver<K: HeuristicKernel>(
    puzzle: &Arc<K>,
    goal: Option<&[u8]>,
    options: SolverOptions,
) -> Result<Box<dyn RowSolver>, SolverError> {
    let goal = goal.and_then(|goal| puzzle.board(goal));
    Ok(Box::new(Solver::new(Arc::clone(puzzle), goal, options)?))
}

impl Puzzle {
    /// Creates a solver of boards in batches. Boards without their own goal get the options' goal.
    ///
    /// # Errors
    /// If there is no such goal, or the options do not fit the puzzle.
    pub fn batches(&self, options: &Options) -> Result<Box<dyn Batches>, PuzzleError> {
        let goal = self.goal_of(options)?;
        Ok(self.solver(goal.as_deref(), options.of_solver())?)
    }

    pub(super) fn solver(
        &self,
        goal: Option<&[u8]>,
        options: SolverOptions,
    ) -> Result<BoxedSolver, PuzzleError> {
        Ok(with_kernel!(self.kernel(), |kernel| row_solver(
            kernel, goal, options
        ))?)
    }

    /// Finds the fewest moves from a board, with a proof.
    ///
    /// Threads may call this concurrently. For many boards, [`solve_all`](Self::solve_all) is
    /// faster.
    ///
    /// # Errors
    /// If it is another puzzle's board, the options are impossible, or it was cancelled beforehand.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, Verdict};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("8 6 7 2 5 4 3 x 1")?;
    /// let answer = eight.solve(&board, &Options::default())?;
    /// assert_eq!(answer.verdict, Verdict::Solved(31));
    /// let end = answer.moves.iter().try_fold(board, |board, &m| eight.after(&board, m));
    /// assert!(end.is_some_and(|end| eight.is_solved(&end)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Answer, Unfinished<PuzzleError>> {
        self.solve_within(board, options, options.watch())
    }

    /// Solves a board within a time budget, which includes preparation.
    ///
    /// # Errors
    /// See [`solve`](Self::solve).
    pub fn solve_within(
        &self,
        board: &Board,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<Answer, Unfinished<PuzzleError>> {
        self.solve_by(board, options, budget, |solver, cases, answers, call| {
            answer_with(solver, cases, answers, call)
        })
    }

    /// Solves a board in this way.
    pub(crate) fn solve_by(
        &self,
        board: &Board,
        options: &Options,
        budget: Budget<'_>,
        answer_with: impl FnOnce(
            &mut &SharedSolver,
            &[Case],
            &mut [Answer],
            Call<'_>,
        ) -> Result<(), Unfinished<SolverError>>,
    ) -> Result<Answer, Unfinished<PuzzleError>> {
        self.check_board(board)?;
        let shared = self.shared(options)?;
        let case = Case::new(1, board.symbols().to_vec());
        let call = Call {
            budget,
            ..options.call()
        };
        let mut answer = Answer::default();
        let (cases, answers) = (slice::from_ref(&case), slice::from_mut(&mut answer));
        answer_with(&mut &*shared, cases, answers, call).map_err(Unfinished::of_part)?;
        match answer.verdict {
            Verdict::Deferred => Err(Unfinished::Cancelled),
            _ => Ok(answer),
        }
    }

    /// Finds the fewest moves from each of many boards, on all cores.
    ///
    /// # Errors
    /// If the options are impossible, or the run was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, Verdict};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let boards = [eight.board("2 3 4 1 5 x 7 6 8")?, eight.board("1 2 3 4 5 6 8 7 x")?];
    /// let answers = eight.solve_all(&boards, &Options::default())?;
    /// assert_eq!(answers[0].verdict, Verdict::Solved(19));
    /// assert_eq!(answers[1].verdict, Verdict::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_all(
        &self,
        boards: &[Board],
        options: &Options,
    ) -> Result<Vec<Answer>, Unfinished<PuzzleError>> {
        let mut answers = Vec::new();
        self.solve_into(boards, options, &mut answers)?;
        Ok(answers)
    }

    /// Like [`solve_all`](Self::solve_all), but keeps the answers found before a cancellation: the
    /// verdicts of the others in `answers` leave the distance open.
    ///
    /// # Errors
    /// See [`solve_all`](Self::solve_all).
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// use fewest::{Options, Puzzle, Unfinished, Verdict};
    ///
    /// let (eight, options) = (Puzzle::open("eight")?, Options::default());
    /// let board = eight.board("2 3 4 1 5 x 7 6 8")?;
    /// options.cancel.store(true, Ordering::Relaxed);
    /// let mut answers = Vec::new();
    /// let done = eight.solve_into(&[board], &options, &mut answers);
    /// assert_eq!(done, Err(Unfinished::Cancelled));
    /// assert!(!matches!(answers[0].verdict, Verdict::Solved(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_into(
        &self,
        boards: &[Board],
        options: &Options,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Unfinished<PuzzleError>> {
        for board in boards {
            self.check_board(board)?;
        }
        let shared = self.shared(options)?;
        let numbered = (1..).zip(boards);
        let cases: Vec<Case> = numbered
            .map(|(number, board)| Case::new(number, board.symbols().to_vec()))
            .collect();
        answers.clear();
        answers.resize(cases.len(), Answer::default());
        let mut done = 0;
        for (cases, answers) in cases
            .chunks(BOARDS_PER_BATCH)
            .zip(answers.chunks_mut(BOARDS_PER_BATCH))
        {
            apart(|| answer_with(&mut &*shared, cases, answers, options.call()))
                .map_err(Unfinished::of_part)?;
            if options.watch().is_cancelled() {
                return Err(Unfinished::Cancelled);
            }
            done += cases.len() as u64;
            options.progress.reach("answering", "boards", done);
        }
        Ok(())
    }

    /// Returns the fewest moves from a board, or what is known of that.
    ///
    /// # Errors
    /// See [`solve`](Self::solve).
    ///
    /// ```
    /// use fewest::{Limits, Options, Puzzle, Verdict};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("2 3 4 1 5 x 7 6 8")?;
    /// assert_eq!(eight.distance(&board, &Options::default())?, Verdict::Solved(19));
    /// let limits = Limits { max_moves: Some(18), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// assert_eq!(eight.distance(&board, &options)?, Verdict::Beyond(18));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Verdict, Unfinished<PuzzleError>> {
        let verdicts = self.looked_up(slice::from_ref(board), options)?;
        match verdicts.as_deref() {
            Some([verdict]) => Ok(*verdict),
            _ => Ok(self.solve(board, options)?.verdict),
        }
    }

    pub(super) fn distances(
        &self,
        boards: &[Board],
        options: &Options,
    ) -> Result<Vec<Verdict>, Unfinished<PuzzleError>> {
        if let Some(verdicts) = self.looked_up(boards, options)? {
            return Ok(verdicts);
        }
        let answers = self.solve_all(boards, options)?;
        Ok(answers.into_iter().map(|answer| answer.verdict).collect())
    }

    /// Looks distances up, if earlier calls have built the tables.
    pub(super) fn looked_up(
        &self,
        boards: &[Board],
        options: &Options,
    ) -> Result<Option<Vec<Verdict>>, Unfinished<PuzzleError>> {
        let shared = self.shared(options)?;
        let solver = shared.read(options.call()).map_err(Unfinished::of_part)?;
        let (mut answer, mut verdicts) = (Answer::default(), Vec::new());
        for board in boards {
            self.check_board(board)?;
            let case = Case::new(1, board.symbols().to_vec());
            if !solver.look_up(&case, options.call(), &mut answer) {
                return Ok(None);
            }
            verdicts.push(answer.verdict);
        }
        Ok(Some(verdicts))
    }

    /// Returns every legal move of a board, in tie order, with the distance of the board after it.
    ///
    /// # Errors
    /// See [`solve_all`](Self::solve_all).
    ///
    /// ```
    /// use fewest::{Options, Puzzle, Verdict};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let board = ring.board("0 2 1 3")?;
    /// let around = ring.moves_with_distances(&board, &Options::default())?;
    /// let verdicts = around.iter().map(|(_, verdict)| *verdict);
    /// // Two moves from the goal: down leads to it, right away from it.
    /// assert!(verdicts.eq([Verdict::Solved(1), Verdict::Solved(3)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_with_distances(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Vec<(Move, Verdict)>, Unfinished<PuzzleError>> {
        let moves = self.legal_moves(board);
        let after: Vec<Board> = moves.iter().filter_map(|&m| self.after(board, m)).collect();
        let verdicts = self.distances(&after, options)?;
        Ok(moves.into_iter().zip(verdicts).collect())
    }

    /// Returns the moves that begin a shortest answer, in tie order; none if solved or unsolvable.
    ///
    /// # Errors
    /// See [`solve_all`](Self::solve_all). If a limit leaves the distance open, there are no moves.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let board = eight.board("1 2 3 4 5 6 7 x 8")?;
    /// let moves = eight.optimal_moves(&board, &Options::default())?;
    /// assert_eq!(eight.moves_text(&board, &moves), "r");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal_moves(
        &self,
        board: &Board,
        options: &Options,
    ) -> Result<Vec<Move>, Unfinished<PuzzleError>> {
        let Verdict::Solved(distance @ 1..) = self.distance(board, options)? else {
            return Ok(Vec::new());
        };
        let mut moves = self.moves_with_distances(board, options)?;
        moves.retain(|(_, verdict)| *verdict == Verdict::Solved(distance - 1));
        Ok(moves.into_iter().map(|(m, _)| m).collect())
    }

    pub(super) fn check_board(&self, board: &Board) -> Result<(), PuzzleError> {
        let is_board = self.model().is_board(board.symbols());
        let name = || PuzzleError::OtherBoard(self.name().to_owned());
        is_board.then_some(()).ok_or_else(name)
    }

    /// Returns the solver for these options: one of an earlier call, or a new one.
    pub(super) fn shared(&self, options: &Options) -> Result<Arc<SharedSolver>, PuzzleError> {
        let sharing = options.hooks.sharing.as_ref();
        let sharing = sharing.map(|sharing| Arc::as_ptr(sharing).addr());
        let (goal, options) = (self.goal_of(options)?, options.of_solver());
        let lock = || {
            let mut solvers = self.solvers.lock().unwrap_or_else(PoisonError::into_inner);
            solvers.retain(|shared| shared.is_usable());
            solvers
        };
        let known = |solvers: &[Arc<SharedSolver>]| {
            let mut solvers = solvers.iter();
            let known = solvers.find(|shared| {
                shared.options == options && shared.goal == goal && shared.sharing == sharing
            });
            known.map(Arc::clone)
        };
        if let Some(shared) = known(&lock()) {
            return Ok(shared);
        }
        let solver = self.solver(goal.as_deref(), options.clone())?;
        let mut solvers = lock();
        if let Some(shared) = known(&solvers) {
            return Ok(shared);
        }
        let shared = Arc::new(SharedSolver {
            goal,
            options,
            sharing,
            solver: RwLock::new(solver),
            waiting: AtomicU32::new(0),
            process: AtomicU32::new(process()),
        });
        if solvers.len() == MAX_SOLVERS {
            solvers.remove(0);
        }
        solvers.push(Arc::clone(&shared));
        Ok(shared)
    }
}
