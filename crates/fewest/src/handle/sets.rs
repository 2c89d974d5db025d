//! Surveys to and from sets of boards.

use std::sync::Arc;

use super::population::{by_pieces, population};
use super::real::{self, to_real};
use super::{Board, Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::ToGoal;
use crate::model::{Kind, Model, NamedGoal};
use crate::solver::{HeuristicKernel, Options};
use crate::space::set::{BoardSet, MAX_PATTERNS};
use crate::space::structure::{Structure, Structured};
use crate::support::progress::Unfinished;
use crate::survey::{Details, Survey, survey};

impl Puzzle {
    /// Returns the boards that meet a named goal, of sliding tiles in general or of this puzzle.
    ///
    /// ```
    /// let cube = fewest::Puzzle::open("cube2")?;
    /// let solved = cube.goal_set("solved").expect("its goal is called that");
    /// assert_eq!((solved.len(), cube.goal_set("snail")), (1, None));
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn goal_set(&self, name: &str) -> Option<BoardSet> {
        let model = self.model();
        let structure = &model.structure;
        if let Some((goal, size)) = NamedGoal::find(name).zip(model.size) {
            let tiles = goal.tiles(size).into_iter().map(Some).collect();
            return BoardSet::of(structure, [tiles]);
        }
        let named = model.goals.iter().zip(&structure.goals);
        let named = named.filter(|(goal_name, _)| *goal_name == name && !name.is_empty());
        BoardSet::of(structure, named.map(|(_, goal)| goal.clone()))
    }

    /// Returns the same puzzle with the boards of a set as its goals.
    ///
    /// Its [home](Model::home) board stays the same: surveys and samples are of boards to which moves
    /// lead from it. A board of the set to which none lead is a goal for other boards.
    ///
    /// # Errors
    /// If the set has too many patterns.
    ///
    /// ```
    /// use fewest::{BoardSet, Listing, Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let mut centre = vec![None; 9];
    /// centre[4] = Some(0);
    /// let centre = BoardSet::of(&eight.model().structure, [centre]).expect("there is one blank");
    /// let centred = eight.to_set(&centre)?;
    /// let figures = centred.survey(Listing::default(), &Options::default())?.figures;
    /// // Only the blank counts: it is in the centre, on a side, or in a corner.
    /// assert_eq!(figures.counts, [40_320, 4 * 40_320, 4 * 40_320]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_set(&self, set: &BoardSet) -> Result<Self, PuzzleError> {
        let model = self.model();
        let goals = set.patterns(model.cells());
        if goals.len() > MAX_PATTERNS {
            return Err(PuzzleError::NoSuchGoal(format!(
                "{} boards and patterns to reach: at most {MAX_PATTERNS} are possible",
                goals.len()
            )));
        }
        let structure = Structure {
            goals,
            ..model.structure.clone()
        };
        let model = match structure.whole_goal() {
            Some(board) => model.with_goal(&board),
            None => Model {
                goals: vec![String::new(); structure.goals.len()],
                home: model.home().filter(|_| model.kind != Kind::Sliding),
                has_requested_goals: true,
                structure,
                ..(**model).clone()
            },
        };
        Ok(Self::of(model)?)
    }

    /// Counts the boards of a set by distance to the goal, via any boards, and lists the hardest.
    ///
    /// # Errors
    /// See [`survey`](Self::survey).
    ///
    /// ```
    /// use fewest::{BoardSet, Listing, Options, Puzzle};
    ///
    /// // How far is the 2 x 2 x 2 cube from solved when one layer is?
    /// let cube = Puzzle::open("cube2")?;
    /// let solved = cube.solved_board(&Options::default())?;
    /// let layer = (0..).zip(solved.symbols()).map(|(cell, &symbol)| (cell < 12).then_some(symbol));
    /// let layer = BoardSet::of(&cube.model().structure, [layer.collect()]).expect("its pieces");
    /// let survey = cube.survey_from(&layer, Listing::default(), &Options::default())?;
    /// assert_eq!((survey.figures.boards, survey.figures.farthest), (54, 11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn survey_from(
        &self,
        from: &BoardSet,
        details: impl Into<Details>,
        options: &Options,
    ) -> Result<Survey<Board>, Unfinished<PuzzleError>> {
        self.survey_of(Some(from), details.into(), options)
    }

    pub(super) fn survey_of(
        &self,
        from: Option<&BoardSet>,
        details: Details,
        options: &Options,
    ) -> Result<Survey<Board>, Unfinished<PuzzleError>> {
        let (puzzle, goal) = self.with_goal_of(from, options)?;
        let from = from.map(|set| Arc::new(set.clone()));
        let survey = to_goal!(puzzle, goal, |to| survey_to(
            &to,
            from.as_ref(),
            details,
            options
        ))?;
        if survey.figures.counts.is_empty() {
            return Err(Unfinished::Failed(PuzzleError::NoSuchBoards(format!(
                "{}: no moves lead from the solved board to the set to reach",
                self.name()
            ))));
        }
        Ok(survey)
    }

    /// The puzzle, and the goal to pass to it: none if boards start from a set, because then the
    /// puzzle has the goal and the set keeps its symbols.
    pub(super) fn with_goal_of(
        &self,
        from: Option<&BoardSet>,
        options: &Options,
    ) -> Result<(Self, Option<Vec<u8>>), PuzzleError> {
        let goal = self.goal_of(options)?;
        match (from, goal) {
            (Some(_), Some(goal)) => {
                let model = self.model().with_goal(&goal);
                Ok((Self::of(model)?, None))
            }
            (_, goal) => Ok((self.clone(), goal)),
        }
    }
}

fn survey_to<K: HeuristicKernel>(
    to: &ToGoal<K>,
    from: Option<&Arc<BoardSet>>,
    details: Details,
    options: &Options,
) -> Result<Survey<Board>, Unfinished<PuzzleError>> {
    let real = to_real(to)?;
    if !to.has_other_goal()
        && let Some(population) = by_pieces(&*to.puzzle, from, options)?
    {
        let survey = survey(&*population, details, options.whole()).map_err(Unfinished::of_part)?;
        let boards = population.puzzle();
        return Ok(survey.map(|board| Board::new(boards.all_symbols(&board))));
    }
    let population = population(&real.puzzle, from, options)?;
    let mut survey = survey(&*population, details, options.whole())
        .map_err(Unfinished::of_part)?
        .map(|board| Board::new(to.symbols(&board)));
    real::complete(&mut survey.figures, to, &real, from.is_some());
    Ok(survey)
}
