//! All boards counted level by level.

use std::sync::Arc;

use super::near::Near;
use super::population::too_large;
use super::real::{self, to_real};
use super::{Board, Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::{Kernel, ToGoal};
use crate::levels::{self, AllBoards, ByRank, LevelOptions, LevelProof, Levels, LevelsError, Plan};
use crate::model::Model;
use crate::solver::Options;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// A walk outwards takes at most one byte for this many boards of the puzzle, a 24th of the memory of
/// its levels. A larger one takes longer than levels do.
const BOARDS_PER_BYTE: u64 = 64;
/// The bytes that any walk may take.
const SMALL: u64 = 1 << 20;

impl Puzzle {
    /// Plans a [level-by-level count](Self::count_levels): its memory, disk and time. `None` if it begins
    /// outwards from the goal.
    ///
    /// # Errors
    /// If boards can't be numbered, more memory is needed, or there is no such goal.
    ///
    /// ```
    /// use fewest::levels::LevelOptions;
    /// use fewest::{Options, Puzzle};
    ///
    /// let large = Puzzle::open("sliding:7x2")?;
    /// let plan = large.level_plan(&LevelOptions::default(), &Options::default())?;
    /// let plan = plan.expect("all boards are counted");
    /// assert_eq!(plan.boards, 43_589_145_600);
    /// // A bit and a half for each board at most.
    /// assert_eq!(plan.levels, Some(plan.boards / 16 * 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn level_plan(
        &self,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Option<Plan>, LevelsError> {
        let (puzzle, goal) = self.with_goal_of(levels.from.as_deref(), options)?;
        to_goal!(puzzle, goal, |to| plan(
            &to_real(&to)?.puzzle,
            levels,
            options
        ))
    }

    /// Verifies the levels that [`count_levels`](Self::count_levels) has kept in a folder.
    ///
    /// # Errors
    /// If they are wrong or damaged, the folder has none of this puzzle and goal, or the run was
    /// stopped.
    pub fn verify_levels(
        &self,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<LevelProof, Unfinished<LevelsError>> {
        let (puzzle, goal) = self
            .with_goal_of(levels.from.as_deref(), options)
            .map_err(Unfinished::failed)?;
        to_goal!(puzzle, goal, |to| {
            let real = to_real(&to).map_err(LevelsError::from)?;
            levels::verify(&*real.puzzle, levels, options.whole())
        })
    }

    /// Counts all boards by distance to the goal, level by level, if a table of them all is too
    /// large for a [survey](Self::survey). See [`levels`](crate::levels).
    ///
    /// With a greatest distance and no folder, this works for any puzzle: the boards near the goal are
    /// found by walking outwards from it. If a list of them would be larger than the levels, or if
    /// boards are listed, they are counted level by level where that fits the memory allowed.
    ///
    /// # Errors
    /// If there is not enough memory or disk, the folder can't be used, there is no such goal, or
    /// the run was stopped. Finished levels stay in the folder.
    ///
    /// ```
    /// use fewest::levels::LevelOptions;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let near = LevelOptions { max_moves: Some(4), ..LevelOptions::default() };
    /// let levels = eight.count_levels(&near, &Options::default())?;
    /// assert_eq!((levels.counts, levels.is_complete), (vec![1, 2, 4, 8, 16], false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_levels(
        &self,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Levels<Board>, Unfinished<LevelsError>> {
        let (puzzle, goal) = self
            .with_goal_of(levels.from.as_deref(), options)
            .map_err(Unfinished::failed)?;
        to_goal!(puzzle, goal, |to| count_to(&to, levels, options))
    }

    /// Returns all boards by rank, for workers that [share a count](crate::levels::Dealt).
    ///
    /// # Errors
    /// If there are too many to number, or there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let boards = Puzzle::open("knights")?.all_boards(&Options::default())?;
    /// assert_eq!(boards.boards(), 67_603_900);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_boards(&self, options: &Options) -> Result<Box<dyn AllBoards>, PuzzleError> {
        to_goal!(self, self.goal_of(options)?, |to| all_boards(to_real(&to)?))
    }

    /// Returns the number of boards that can be solved, real or not, and of arrangements that can't,
    /// given the number of real boards that can be solved; `None` for a number that is not known.
    ///
    /// # Errors
    /// If there is no such goal, or it is not known which boards are real.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let others = Puzzle::open("eight")?.other_boards(181_440, &Options::default())?;
    /// assert_eq!(others, (Some(181_440), Some(181_440)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other_boards(
        &self,
        boards: u64,
        options: &Options,
    ) -> Result<(Option<u64>, Option<u64>), PuzzleError> {
        to_goal!(self, self.goal_of(options)?, |to| {
            Ok(real::others(&to, &to_real(&to)?, boards))
        })
    }
}

/// The plan; `None` for a walk outwards from the goal.
fn plan<K: Kernel>(
    puzzle: &Arc<K>,
    levels: &LevelOptions,
    options: &Options,
) -> Result<Option<Plan>, LevelsError> {
    if is_near(levels) && levels.listed == 0 {
        return Ok(None);
    }
    by_levels(puzzle, levels, options)
}

/// Returns true if boards may be found outwards from the goal.
const fn is_near(levels: &LevelOptions) -> bool {
    levels.max_moves.is_some() && levels.folder.is_none()
}

/// The plan of a level-by-level count; `None` if only a walk outwards from the goal fits.
fn by_levels<K: Kernel>(
    puzzle: &Arc<K>,
    levels: &LevelOptions,
    options: &Options,
) -> Result<Option<Plan>, LevelsError> {
    let is_near = is_near(levels);
    if !puzzle.are_real_boards_closed() {
        return if is_near {
            Ok(None)
        } else {
            Err(PuzzleError::NoSuchBoards(apart_from_home(puzzle.model())).into())
        };
    }
    match levels::plan(&**puzzle, levels, false, options.limits.memory) {
        Err(LevelsError::TooMany(_) | LevelsError::Memory { .. }) if is_near => Ok(None),
        plan => plan.map(Some),
    }
}

fn count_to<K: Kernel>(
    to: &ToGoal<K>,
    levels: &LevelOptions,
    options: &Options,
) -> Result<Levels<Board>, Unfinished<LevelsError>> {
    let real = to_real(to).map_err(Unfinished::failed)?;
    let counted = match small(&real.puzzle, levels, options) {
        Some(Err(Unfinished::Failed(_))) | None => {
            match (levels.max_moves, by_levels(&real.puzzle, levels, options)?) {
                (Some(farthest), None) => near(&real.puzzle, levels, farthest, options.whole())?,
                _ => levels::count(&*real.puzzle, levels, options.whole())?,
            }
        }
        Some(small) => small?,
    };
    let mut counted = counted.map(|board| Board::new(to.symbols(&board)));
    if levels.from.is_some() {
        counted.others = counted.others.filter(|_| real::are_all_real(&*real.puzzle));
    } else if counted.is_complete {
        let boards = counted.counts.iter().sum();
        (counted.solvable, counted.others) = real::others(to, &real, boards);
    }
    Ok(counted)
}

/// Counts outwards from the goal if its boards take a small share of the memory of levels; `None` if
/// that is not possible, or if only such a walk is.
fn small<K: Kernel>(
    puzzle: &Arc<K>,
    levels: &LevelOptions,
    options: &Options,
) -> Option<Result<Levels<K::Board>, Unfinished<LevelsError>>> {
    let farthest = levels.max_moves.filter(|_| is_near(levels))?;
    if levels.listed > 0 || !puzzle.has_table() || !puzzle.are_real_boards_closed() {
        return None;
    }
    let share = (puzzle.boards() / BOARDS_PER_BYTE).max(SMALL);
    let budget = options.whole();
    let memory = Some(budget.memory.map_or(share, |memory| memory.min(share)));
    let budget = Budget { memory, ..budget };
    Some(near(puzzle, levels, farthest, budget))
}

fn near<K: Kernel>(
    puzzle: &Arc<K>,
    levels: &LevelOptions,
    farthest: usize,
    budget: Budget<'_>,
) -> Result<Levels<K::Board>, Unfinished<LevelsError>> {
    let set = levels.from.as_ref();
    let named = set.map_or_else(Vec::new, |set| set.symbols());
    let near = Near::of(puzzle, &named).map_err(LevelsError::from)?;
    near.count(levels, farthest, budget)
}

/// The problem of a puzzle whose real boards are not closed under inverse moves.
fn apart_from_home(model: &Model) -> String {
    let name = &model.name;
    format!(
        "{name}: moves without an inverse lead from boards that can't be reached from the solved board to boards that can; levels do not distinguish these"
    )
}

fn all_boards<K: Kernel>(to: ToGoal<K>) -> Result<Box<dyn AllBoards>, PuzzleError> {
    if to.puzzle.boards() == 0 || !to.puzzle.has_table() {
        return Err(too_large(to.puzzle.model()));
    }
    if !to.puzzle.are_real_boards_closed() {
        return Err(PuzzleError::NoSuchBoards(apart_from_home(
            to.puzzle.model(),
        )));
    }
    Ok(Box::new(ByRank(to)))
}
