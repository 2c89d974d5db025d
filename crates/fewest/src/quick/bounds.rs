//! Answers with both bounds: a search proves the lower one; if it takes long, or ends without an
//! answer, a solution that is found quickly gives the upper one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::QuickSolver;
use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle};
use crate::model::Case;
use crate::search::{AnswerChoice, Limits, Stop};
use crate::solver::batch::{Access, answer_with};
use crate::solver::{Answer, Batches, Call, Goal, Options, SolverError, Verdict};
use crate::space::Move;
use crate::support::clock::Instant;
use crate::support::progress::{Progress, Unfinished};

/// The time of a search after which solutions are of interest.
const PATIENCE: Duration = Duration::from_secs(1);
/// Making solutions shorter beside a search takes at most one part in this many of its time.
const SHARE: u32 = 10;
/// The longest time for solutions after an interruption or a limit of time.
const GRACE: Duration = Duration::from_secs(2);
/// The interval between two checks of a call's cancellation.
const LOOK: Duration = Duration::from_millis(50);
/// The boards that a search generates for the lower bound of a quick answer.
const QUICK_NODES: u64 = 1 << 16;
/// Without a limit of time, quick answers take these rounds, as long as this time is not up.
const QUICK_ROUNDS: usize = 2;
const QUICK_TIME: Duration = Duration::from_secs(1);

/// Answers boards, and finds solutions of the boards that a limit leaves open.
///
/// A search runs as it would without this. Once it has taken a second, another thread finds solutions and
/// makes them [shorter](QuickSolver). If the search ends without an answer before that, the
/// search for a first solution begins then. After a limit of time, it takes as long again and two
/// seconds at most; after an interruption, two seconds at most.
///
/// ```
/// use fewest::{Bounds, Limits, Options, Puzzle};
///
/// let fifteen = Puzzle::open("fifteen")?;
/// let board = fifteen.board("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")?;
/// let limits = Limits { max_nodes: Some(10_000), ..Limits::default() };
/// let options = Options { limits, ..Options::default() };
/// let answer = Bounds::new(&fifteen, &options).answer(&board, &options)?;
/// // The distance is 80.
/// assert!(answer.at_least < 80 && answer.at_most() > Some(80) && !answer.is_proven());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bounds {
    puzzle: Puzzle,
    /// The goal and the memory limit.
    options: Options,
    /// The solver used last, with the goal of its board if that has its own.
    solver: Option<(Option<Vec<u8>>, QuickSolver)>,
    is_quick: bool,
}

/// The state shared by a search and the thread beside it.
#[derive(Default)]
struct Beside {
    state: Mutex<State>,
    has_changed: Condvar,
    /// Stops the work on solutions.
    cancel: Arc<AtomicBool>,
}

/// A solution, and the index of the goal that it reaches.
struct Solution {
    moves: Vec<Move>,
    goal: Option<usize>,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// The search has ended.
    has_ended: bool,
    /// A solution is known, or none will be.
    is_settled: bool,
}

impl Bounds {
    /// Begins to answer boards of a puzzle, with the goal and the memory limit of the options.
    #[must_use]
    pub fn new(puzzle: &Puzzle, options: &Options) -> Self {
        Self {
            puzzle: puzzle.clone(),
            options: Options {
                goal: options.goal.clone(),
                limits: Limits {
                    memory: options.limits.memory,
                    ..Limits::default()
                },
                ..Options::default()
            },
            solver: None,
            is_quick: false,
        }
    }

    /// Begins to answer boards with solutions that are found at once and need not be shortest
    /// ([`Stop::Found`](crate::search::Stop::Found)), unless a short search answers them. A limit of
    /// time is used up to make them shorter.
    #[must_use]
    pub fn quick(puzzle: &Puzzle, options: &Options) -> Self {
        Self {
            is_quick: true,
            ..Self::new(puzzle, options)
        }
    }

    /// Answers a board like [`Puzzle::solve`], with its options, but the goal of these bounds.
    ///
    /// # Errors
    /// See [`Puzzle::solve`].
    pub fn answer(
        &mut self,
        board: &Board,
        options: &Options,
    ) -> Result<Answer, Unfinished<PuzzleError>> {
        let puzzle = self.puzzle.clone();
        let watch = options.watch();
        puzzle.solve_by(board, options, watch, |solver, cases, answers, _| {
            self.answer_with(solver, cases, answers, options)
        })
    }

    /// Answers boards like [`answer_batch`](crate::solver::answer_batch).
    ///
    /// # Errors
    /// See there.
    pub fn answer_batch(
        &mut self,
        mut solver: &mut dyn Batches,
        cases: &[Case],
        answers: &mut [Answer],
        options: &Options,
    ) -> Result<(), Unfinished<SolverError>> {
        self.answer_with(&mut solver, cases, answers, options)
    }

    fn answer_with(
        &mut self,
        solver: &mut impl Access,
        cases: &[Case],
        answers: &mut [Answer],
        options: &Options,
    ) -> Result<(), Unfinished<SolverError>> {
        let call = options.call();
        if self.is_quick {
            return self.answer_quickly(solver, cases, answers, options);
        }
        // A paused search is resumed later, and other processes have parts of a shared one.
        if call.pause.is_some() || call.sharing.is_some() {
            return answer_with(solver, cases, answers, call);
        }
        if let ([case], [answer, ..]) = (cases, &mut *answers)
            && cfg!(feature = "rayon")
            && !solver.read(call, |solver| solver.look_up(case, call, answer))?
        {
            return self.answer_beside(solver, case, answers, call);
        }
        let done = answer_with(solver, cases, answers, call);
        // An interruption waits once for all boards.
        let last = Instant::now().checked_add(GRACE);
        for (case, answer) in cases.iter().zip(answers) {
            let options = match answer.verdict {
                Verdict::Stopped(Stop::Cancelled, _) | Verdict::Deferred
                    if answer.generated > 0 =>
                {
                    Options {
                        deadline: last,
                        ..Options::default()
                    }
                }
                Verdict::Stopped(stop, _) if stop != Stop::Cancelled => Options {
                    deadline: grace(answer, call).and_then(|t| Instant::now().checked_add(t)),
                    cancel: Arc::clone(&options.cancel),
                    ..Options::default()
                },
                _ => continue,
            };
            if let Some(found) = self.solution(case, None, 0, &options) {
                settle(answer, found, call);
            }
        }
        done
    }

    /// Answers boards with solutions. A short search for each proves a lower bound.
    fn answer_quickly(
        &mut self,
        solver: &mut impl Access,
        cases: &[Case],
        answers: &mut [Answer],
        options: &Options,
    ) -> Result<(), Unfinished<SolverError>> {
        let call = options.call();
        let nodes = call
            .max_nodes
            .map_or(QUICK_NODES, |nodes| nodes.min(QUICK_NODES));
        let short = Call {
            max_nodes: Some(nodes),
            ..call
        };
        answer_with(solver, cases, answers, short)?;
        for (case, answer) in cases.iter().zip(answers) {
            if !matches!(answer.verdict, Verdict::Stopped(..)) {
                continue;
            }
            let begun = Instant::now();
            let left = |time: Duration| time.saturating_sub(answer.elapsed);
            let time = call.max_time.map_or(QUICK_TIME, left);
            let rounds = match call.max_time {
                Some(_) => QuickSolver::ROUNDS,
                None => QUICK_ROUNDS,
            };
            let mut best: Option<Solution> = None;
            for round in 0..rounds {
                let within = Options {
                    // Without its own limit, a first solution may take long.
                    deadline: begun
                        .checked_add(time)
                        .filter(|_| call.max_time.is_some() || best.is_some()),
                    ..options.clone()
                };
                let Some(found) = self.solution(case, best.as_ref(), round, &within) else {
                    break;
                };
                let is_shortest = found.moves.len() <= answer.at_least as usize;
                best = Some(found);
                if is_shortest {
                    break;
                }
            }
            // A solution found before an interruption is an answer.
            if let Some(best) = best {
                answer.elapsed += begun.elapsed();
                answer.verdict = Verdict::Stopped(Stop::Found, answer.at_least);
                settle(answer, best, call);
            }
            call.budget.check::<SolverError>()?;
        }
        Ok(())
    }

    /// Answers one board, while another thread finds solutions.
    fn answer_beside(
        &mut self,
        solver: &mut impl Access,
        case: &Case,
        answers: &mut [Answer],
        call: Call<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let beside = Beside::default();
        if let Some(progress) = call.budget.progress {
            progress.found(None);
        }
        std::thread::scope(|scope| {
            let find = || {
                let found = self.beside(case, &beside, call.budget.progress);
                beside.change(|state| state.is_settled = true);
                found
            };
            let finder = std::thread::Builder::new().spawn_scoped(scope, find);
            let done = answer_with(solver, std::slice::from_ref(case), answers, call);
            let first = answers.first_mut();
            let open = first.filter(|answer| {
                matches!(answer.verdict, Verdict::Stopped(..) | Verdict::Deferred)
            });
            if open.is_none() {
                beside.cancel.store(true, Ordering::Relaxed);
            }
            beside.change(|state| state.has_ended = true);
            let Ok(finder) = finder else {
                return done;
            };
            let time = open.as_deref().and_then(|answer| grace(answer, call));
            let end = time.and_then(|time| Instant::now().checked_add(time));
            let is_over = || match end {
                Some(end) => Instant::now() >= end,
                None => call.budget.is_cancelled(),
            };
            while !beside.wait(LOOK, |state| state.is_settled) && !is_over() {}
            beside.cancel.store(true, Ordering::Relaxed);
            let found = finder.join().ok().flatten();
            if let (Some(answer), Some(found)) = (open, found) {
                settle(answer, found, call);
            }
            done
        })
    }

    /// The best solution that is found beside a search, unless the search has an answer first.
    fn beside(
        &mut self,
        case: &Case,
        beside: &Beside,
        progress: Option<&Progress>,
    ) -> Option<Solution> {
        beside.wait(PATIENCE, |state| state.has_ended);
        if beside.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let options = Options {
            cancel: Arc::clone(&beside.cancel),
            ..Options::default()
        };
        let mut best: Option<Solution> = None;
        let begun = Instant::now();
        for round in 0..QuickSolver::ROUNDS {
            let round_begun = begun.elapsed();
            let Some(found) = self.solution(case, best.as_ref(), round, &options) else {
                break;
            };
            if let Some(progress) = progress {
                progress.found(u32::try_from(found.moves.len()).ok());
            }
            best = Some(found);
            beside.change(|state| state.is_settled = true);
            let taken = begun.elapsed().saturating_sub(round_begun);
            if beside.wait(taken.saturating_mul(SHARE), |state| state.has_ended) {
                break;
            }
        }
        best
    }

    /// A solution no longer than the known one; `None` if there is none in this round, or it was
    /// stopped.
    fn solution(
        &mut self,
        case: &Case,
        known: Option<&Solution>,
        round: usize,
        options: &Options,
    ) -> Option<Solution> {
        let used = self.solver.take();
        let solver = if let Some(used) = used.filter(|(goal, _)| *goal == case.goal) {
            used
        } else {
            let goal = case.goal.clone().map(Goal::Board);
            let own = Options {
                goal: goal.or_else(|| self.options.goal.clone()),
                ..self.options.clone()
            };
            (
                case.goal.clone(),
                QuickSolver::new(&self.puzzle, &own).ok()?,
            )
        };
        let (_, solver) = self.solver.insert(solver);
        let board = Board::new(case.start.clone());
        let known = known.map(|known| &known.moves[..]);
        let find = || solver.solution(&board, known, round, options);
        let moves = on_own_thread(find).ok().flatten()?;
        let goal = solver.goal_met(&board, &moves);
        Some(Solution { moves, goal })
    }
}

/// Runs work that could otherwise wait for threads that a search occupies.
fn on_own_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        return pool.install(work);
    }
    work()
}

/// Gives an open answer the moves of a solution. If as many are proven necessary, it is an answer
/// for those who accept any.
fn settle(answer: &mut Answer, found: Solution, call: Call<'_>) {
    let is_shortest = u32::try_from(found.moves.len()) == Ok(answer.at_least);
    if is_shortest && call.choice == AnswerChoice::Any {
        answer.verdict = Verdict::Solved(answer.at_least);
    }
    (answer.moves, answer.goal) = (found.moves, found.goal);
}

/// The time for a first solution after a search without an answer, if it is limited.
fn grace(answer: &Answer, call: Call<'_>) -> Option<Duration> {
    match answer.verdict {
        Verdict::Stopped(Stop::Time, _) => Some(call.max_time.map_or(GRACE, |t| t.min(GRACE))),
        Verdict::Stopped(Stop::Cancelled, _) | Verdict::Deferred => Some(GRACE),
        _ => None,
    }
}

impl Beside {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.has_changed.notify_all();
    }

    /// Waits until the condition holds, for this long at most; returns whether it does.
    fn wait(&self, time: Duration, is_met: impl Fn(State) -> bool) -> bool {
        let waited = (self.has_changed).wait_timeout_while(self.state(), time, |s| !is_met(*s));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        is_met(*state)
    }
}
