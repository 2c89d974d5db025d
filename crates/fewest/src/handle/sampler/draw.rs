//! Uniformly random boards.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::no_such;
use super::pairs::{all_pairs, pairs};
use crate::error::PuzzleError;
use crate::group::RealBoards;
use crate::handle::population::population;
use crate::handle::real::{are_solved_too_many, to_real};
use crate::handle::rows::room;
use crate::handle::{Board, Puzzle, to_goal};
use crate::kernel::{Kernel, ToGoal, with_kernel};
use crate::model::Case;
use crate::population::Random;
use crate::solver::{Options, Solvable};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// Boards drawn between two checks of the cancel flag.
const BOARDS_PER_CHECK: usize = 1 << 10;

/// The most repeated boards in a row for each board drawn, if no board may come twice.
const MAX_REPEATS: u64 = 32;

/// The most tries to draw a board.
const MAX_TRIES: u64 = 1 << 20;

/// Boards to draw at random. With replacement, each is uniform in the [pool](Self::pool). The
/// same seed gives the same boards on every machine with enough memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// The boards to choose from.
    pub pool: Pool,
    /// The number of boards to draw.
    pub count: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// If true, no board comes twice: all sequences of `count` different boards are equally likely.
    pub distinct: bool,
}

impl Draw {
    pub(crate) fn check(&self, boards: u128) -> Result<(), PuzzleError> {
        if self.distinct && u128::from(self.count) > boards {
            return Err(no_such(format!(
                "can't draw {} distinct boards: there {} only {boards}",
                self.count,
                if boards == 1 { "is" } else { "are" },
            )));
        }
        Ok(())
    }

    /// Checks, after this many draws in a row of boards drawn before, that others are likely: a board that
    /// is left comes with a probability of at least 1 in `drawn + 1`.
    ///
    /// # Errors
    /// If there are surely no others.
    pub fn check_repeats(&self, drawn: u64, repeats: u64) -> Result<(), PuzzleError> {
        if repeats > MAX_REPEATS.saturating_mul(drawn.saturating_add(1)) {
            return self.check(drawn.into());
        }
        Ok(())
    }
}

/// The boards to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// The boards whose distance in moves is in this range, both ends included.
    Moves(u32, u32),
    /// All solvable boards.
    Solvable,
    /// All unsolvable boards.
    Unsolvable,
}

/// A random board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Sample {
    /// The board.
    pub board: Board,
    /// Its distance in moves, if it was drawn by distance.
    pub distance: Option<u8>,
}

/// The result of a draw from a [`CaseSampler`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The board.
    pub case: Case,
    /// Its distance in moves, if boards are drawn by distance.
    pub distance: Option<u8>,
    /// True if it can be solved.
    pub is_solvable: bool,
}

/// Draws boards, or pairs of a start and a goal, each with equal probability.
#[derive(Clone)]
pub struct CaseSampler {
    pub(super) boards: u128,
    pub(super) cells: usize,
    /// The reason why a draw fails, if it does its own tries.
    pub(super) problem: Option<String>,
    pub(super) draw: Arc<DrawInto>,
}

pub(super) type DrawInto = dyn Fn(&mut Random, &mut Drawn, Budget<'_>) -> Option<()> + Send + Sync;

impl std::fmt::Debug for CaseSampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CaseSampler")
            .field("boards", &self.boards)
            .finish_non_exhaustive()
    }
}

impl CaseSampler {
    /// The number of boards or pairs, or `u128::MAX` if it is larger.
    #[must_use]
    pub const fn boards(&self) -> u128 {
        self.boards
    }

    /// Draws a board, with its own goal and distance if there are any.
    ///
    /// # Errors
    /// If very many tries draw none, or the run was stopped.
    pub fn draw(
        &self,
        random: &mut Random,
        drawn: &mut Drawn,
        options: &Options,
    ) -> Result<(), Unfinished<PuzzleError>> {
        let budget = options.whole();
        let tries = self.problem.as_ref().map_or(MAX_TRIES, |_| 1);
        for _ in 0..tries {
            if (self.draw)(random, drawn, budget).is_some() {
                return Ok(());
            }
            budget.check::<PuzzleError>()?;
        }
        let problem = self.problem.clone().unwrap_or_else(|| format!(
            "none of {MAX_TRIES} random arrangements of the pieces is such a board: they are too rare to be drawn"
        ));
        Err(no_such(problem).into())
    }

    /// Draws boards in rows: those of [`Puzzle::sample`] with this seed, if they may come twice.
    ///
    /// # Errors
    /// If they do not fit into memory, or the run was stopped.
    pub fn draw_rows(
        &self,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let cells = self.cells.max(1);
        let mut rows = room(count, cells)?;
        let (mut random, mut drawn) = (Random::new(seed), Drawn::default());
        let progress = &options.progress;
        progress.begin("drawing boards", "boards", Some(count as u64));
        for rows in rows.chunks_mut(BOARDS_PER_CHECK * cells) {
            for row in rows.chunks_mut(cells) {
                self.draw(&mut random, &mut drawn, options)?;
                row.copy_from_slice(&drawn.case.start);
            }
            options.whole().check::<PuzzleError>()?;
            progress.add((rows.len() / cells) as u64);
        }
        Ok(rows)
    }
}

pub(super) fn by_solvability<K: Kernel>(
    to: ToGoal<K>,
    is_solvable: bool,
    options: &Options,
) -> Result<CaseSampler, Unfinished<PuzzleError>> {
    let cells = to.puzzle.model().cells();
    if is_solvable {
        let to = if are_solved_too_many(&to) {
            to
        } else {
            to_real(&to)?
        };
        let home = to.puzzle.model().home.as_ref();
        if let Some(real) = home.and_then(|home| real_boards(&to, home)) {
            return Ok(CaseSampler {
                boards: u128::try_from(real.count()).unwrap_or(u128::MAX),
                cells,
                problem: None,
                draw: Arc::new(move |random, drawn, _| {
                    drawn.case.start = real.draw(random)?;
                    Some(())
                }),
            });
        }
        if !to.puzzle.are_real_boards_closed() {
            // No group has just the real boards that can be solved.
            let all = population(&to.puzzle, None, options)?;
            return Ok(CaseSampler {
                boards: all.counts().iter().map(|&count| u128::from(count)).sum(),
                cells,
                problem: None,
                draw: Arc::new(move |random, drawn, _| {
                    let distance = random.weighted(all.counts())?;
                    let board = all.draw(u8::try_from(distance).ok()?, random)?;
                    to.show(&board, &mut drawn.case.start);
                    Some(())
                }),
            });
        }
        let solvable = Solvable::of(&to.puzzle, options.whole()).map_err(Unfinished::of_part)?;
        return Ok(sampler(to, solvable, true));
    }
    let solvable = Solvable::of(&to.puzzle, options.whole()).map_err(Unfinished::of_part)?;
    Ok(sampler(to, solvable, false))
}

/// Returns true if no group has just the real boards that can be solved: then a table finds them.
pub(super) fn needs_table<K: Kernel>(to: &ToGoal<K>) -> Result<bool, PuzzleError> {
    let to = to_real(to)?;
    let home = to.puzzle.model().home.as_ref();
    let has_group = home.is_some_and(|home| real_boards(&to, home).is_some());
    Ok(!has_group && !to.puzzle.are_real_boards_closed())
}

/// The real boards, if these are the boards that can be solved. If there is one whole goal, the boards
/// from which moves lead to it are known anyway.
fn real_boards<K: Kernel>(to: &ToGoal<K>, home: &[u8]) -> Option<RealBoards> {
    let model = to.puzzle.model();
    let real =
        (model.whole_goal().is_none()).then(|| RealBoards::of(&model.structure, home, None).ok());
    real.flatten().filter(RealBoards::are_closed)
}

fn sampler<K: Kernel>(to: ToGoal<K>, solvable: Solvable<K>, is_solvable: bool) -> CaseSampler {
    CaseSampler {
        boards: if is_solvable {
            solvable.boards()
        } else {
            solvable.others()
        },
        cells: to.puzzle.model().cells(),
        problem: None,
        draw: Arc::new(move |random, drawn, _| {
            let board = solvable.draw(is_solvable, random)?;
            to.show(&board, &mut drawn.case.start);
            Some(())
        }),
    }
}

impl Puzzle {
    /// Draws boards at random, with equal probabilities.
    ///
    /// # Errors
    /// If there are no such boards or too few, they do not fit into memory, or the run was stopped.
    ///
    /// ```
    /// use fewest::{Draw, Options, Puzzle, Verdict, Pool};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let draw = Draw { pool: Pool::Moves(20, 20), count: 3, seed: 7, distinct: true };
    /// for sample in eight.sample(&draw, &Options::default())? {
    ///     assert_eq!(eight.distance(&sample.board, &Options::default())?, Verdict::Solved(20));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(
        &self,
        draw: &Draw,
        options: &Options,
    ) -> Result<Vec<Sample>, Unfinished<PuzzleError>> {
        let sampler = self.case_sampler(draw, false, options)?;
        let mut random = Random::new(draw.seed);
        let (mut boards, mut seen) = (Vec::new(), FxHashSet::default());
        let (mut drawn, mut repeats) = (Drawn::default(), 0);
        while (boards.len() as u64) < draw.count {
            options.whole().check::<PuzzleError>()?;
            sampler.draw(&mut random, &mut drawn, options)?;
            let board = Board::new(drawn.case.start.clone());
            if !draw.distinct || seen.insert(board.clone()) {
                let distance = drawn.distance;
                boards.push(Sample { board, distance });
                repeats = 0;
            } else {
                repeats += 1;
                draw.check_repeats(boards.len() as u64, repeats)?;
            }
        }
        Ok(boards)
    }

    /// Creates a sampler of boards, or of pairs of a start and a goal.
    ///
    /// # Errors
    /// If there are no such boards, they do not fit into memory, or the run was stopped.
    pub fn case_sampler(
        &self,
        draw: &Draw,
        with_goals: bool,
        options: &Options,
    ) -> Result<CaseSampler, Unfinished<PuzzleError>> {
        let sampler = match draw.pool {
            Pool::Moves(min_moves, max_moves) => {
                let moves = min_moves..=max_moves;
                let farthest = u8::try_from(max_moves).unwrap_or(u8::MAX);
                if with_goals {
                    with_kernel!(self.kernel(), |kernel| pairs(kernel, options))?.within(moves)?
                } else {
                    self.sampler(farthest, options)?.within(moves)?
                }
            }
            pool => {
                let is_solvable = pool == Pool::Solvable;
                if with_goals {
                    with_kernel!(self.kernel(), |kernel| all_pairs(kernel, is_solvable))
                        .map_err(Unfinished::failed)?
                } else {
                    self.by_solvability(is_solvable, options)?
                }
            }
        };
        if sampler.boards == 0 {
            let problem = format!("every board of {} can be solved", self.name());
            return Err(no_such(problem).into());
        }
        draw.check(sampler.boards)?;
        Ok(sampler)
    }

    pub(super) fn by_solvability(
        &self,
        is_solvable: bool,
        options: &Options,
    ) -> Result<CaseSampler, Unfinished<PuzzleError>> {
        to_goal!(self, self.goal_of(options)?, |to| by_solvability(
            to,
            is_solvable,
            options
        ))
    }
}
