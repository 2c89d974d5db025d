//! All boards counted by levels.

use super::{Board, Puzzle};
use crate::error::PuzzleError;
use crate::levels::{AllBoards, LevelOptions, LevelProof, Levels, LevelsError, Plan};
use crate::model::NamedGoal;
use crate::solver::Options;
use crate::support::progress::Unfinished;

impl Puzzle {
    /// What [counting by levels](Self::count_levels) takes.
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
    /// assert_eq!(plan.boards, 43_589_145_600);
    /// // A bit and a half for each board at most.
    /// assert_eq!(plan.levels, Some(plan.boards / 16 * 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn level_plan(
        &self,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Plan, LevelsError> {
        let (puzzle, goal) = self.with_goal_of(levels.from.as_deref(), options)?;
        puzzle.engine.level_plan(goal.as_deref(), levels, options)
    }

    /// Proves the levels that [`count_levels`](Self::count_levels) has left in a folder. See
    /// [`verify`](crate::levels::verify).
    ///
    /// # Errors
    /// If they are wrong or damaged, there are none of this puzzle and goal in the folder, or it was
    /// stopped.
    pub fn verify_levels(
        &self,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<LevelProof, Unfinished<LevelsError>> {
        let (puzzle, goal) = self
            .with_goal_of(levels.from.as_deref(), options)
            .map_err(LevelsError::from)?;
        puzzle
            .engine
            .verify_levels(goal.as_deref(), levels, options)
    }

    /// Counts all boards by their distance to the goal, level by level, where a table of them all is
    /// too large for a [survey](Self::survey). See [`levels`](crate::levels).
    ///
    /// # Errors
    /// If it would take more memory or disk than there is, its folder can't be used, there is no
    /// such goal, or it was stopped. Levels that were done stay in the folder.
    ///
    /// ```
    /// use fewest::levels::LevelOptions;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let near = LevelOptions { most: Some(4), ..LevelOptions::default() };
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
            .map_err(LevelsError::from)?;
        let counted = puzzle.engine.levels(goal.as_deref(), levels, options)?;
        Ok(counted.map(Board::of))
    }

    /// All its boards by rank, for workers that [share a count](crate::levels::Dealt).
    ///
    /// # Errors
    /// If they are too many to number, or there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let boards = Puzzle::open("knights")?.all_boards(&Options::default())?;
    /// assert_eq!(boards.boards(), 67_603_900);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_boards(&self, options: &Options) -> Result<Box<dyn AllBoards>, PuzzleError> {
        let goal = self.goal_or(options, NamedGoal::default())?;
        Ok(self.engine.all_boards(goal.as_deref())?)
    }
}
