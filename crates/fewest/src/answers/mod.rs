//! All shortest answers of a board: their number, and the first of them.
//!
//! The answers are the paths down through layers of boards (`survey::descent`). The next layer
//! holds the neighbours whose distance is one less. Their distance is looked up in a table or,
//! without one, searched for with that many moves. Such a search only asks if an answer exists, so
//! it may skip any sequence of moves that another answer of the same length replaces: equivalent
//! sequences, symmetric images, inverses.

mod classes;
mod graph;
mod walk;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::model::Case;
use crate::model::Model;
use crate::search::Stop;
use crate::solver::batch::Access;
use crate::solver::{Answer, Batches, Call, SolverError, Verdict};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::number::counted;
use crate::support::progress::Unfinished;
use crate::survey::Listing;
use classes::{MoveImages, MoveSymmetries, identity};
use graph::AnswerGraph;
use walk::AnswerWalk;

/// Number of answers that are still listed after the time limit; they are already known.
const AFTER_STOP: usize = 1000;

/// A number of answers, or of classes of symmetric answers.
///
/// ```
/// use fewest::AnswerCount;
///
/// assert_eq!(AnswerCount::Exactly(1200).to_string(), "1,200 shortest answers");
/// assert_eq!(AnswerCount::AtLeast(1).to_string(), "at least 1 shortest answer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerCount {
    /// The exact number.
    Exactly(u128),
    /// A lower bound: a limit stopped the count, or the number exceeds a `u128`.
    AtLeast(u128),
}

impl Default for AnswerCount {
    fn default() -> Self {
        Self::AtLeast(0)
    }
}

impl AnswerCount {
    /// The number, if it is exact.
    #[must_use]
    pub const fn exact(self) -> Option<u128> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::AtLeast(_) => None,
        }
    }

    /// The number or its lower bound.
    #[must_use]
    pub const fn least(self) -> u128 {
        match self {
            Self::Exactly(count) | Self::AtLeast(count) => count,
        }
    }
}

impl std::fmt::Display for AnswerCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let answers = counted(self.least(), "shortest answer");
        match self {
            Self::Exactly(_) => f.write_str(&answers),
            Self::AtLeast(_) => write!(f, "at least {answers}"),
        }
    }
}

/// A shortest answer in a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ListedAnswer {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The number of symmetric answers in its class, itself included; 1 if every answer is listed.
    pub class: u64,
}

/// All shortest answers of a board. [`Puzzle::all_answers`](crate::Puzzle::all_answers) finds them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AllAnswers {
    /// The answer of [`Puzzle::solve`](crate::Puzzle::solve), with the cost of all answers.
    pub answer: Answer,
    /// The number of shortest answers: 1 (no moves) for a solved board, 0 if nothing solves it.
    pub count: AnswerCount,
    /// The number of classes of symmetric answers, if one of each class is listed.
    pub classes: Option<AnswerCount>,
    /// The first answers found, in tie order, up to the number requested.
    pub listed: Vec<ListedAnswer>,
    /// The reason why the count stopped early, if it did.
    pub stopped: Option<Stop>,
}

impl AllAnswers {
    /// The number of answers, or of classes, that are not listed; `None` if it is unknown.
    #[must_use]
    pub fn unlisted(&self) -> Option<u128> {
        let all = self.classes.unwrap_or(self.count).exact()?;
        Some(all.saturating_sub(self.listed.len() as u128))
    }
}

/// Finds all shortest answers to boards of a puzzle.
pub struct Finder {
    listing: Listing,
    /// The goal of boards without one; `None` for the puzzle's own.
    goal: Option<Vec<u8>>,
    /// The symmetries of the most recent goal.
    symmetries: Option<(Option<Vec<u8>>, MoveSymmetries)>,
}

impl Finder {
    /// Creates a finder. Boards without a goal get this one, or the puzzle's own.
    #[must_use]
    pub const fn new(listing: Listing, goal: Option<Vec<u8>>) -> Self {
        Self {
            listing,
            goal,
            symmetries: None,
        }
    }

    /// Finds all answers to a board that a solver has answered in this call, and when the solver
    /// started.
    ///
    /// # Errors
    /// If a requested table can't be built.
    pub fn find(
        &mut self,
        model: &Model,
        mut solver: &mut dyn Batches,
        case: &Case,
        answer: Answer,
        call: (Instant, Call<'_>),
    ) -> Result<AllAnswers, Unfinished<SolverError>> {
        self.find_with(model, &mut solver, case, answer, call)
    }

    /// Like [`find`](Self::find), with a solver that other calls may share.
    pub(crate) fn find_with(
        &mut self,
        model: &Model,
        solver: &mut impl Access,
        case: &Case,
        answer: Answer,
        (begun, call): (Instant, Call<'_>),
    ) -> Result<AllAnswers, Unfinished<SolverError>> {
        let Verdict::Solved(distance) = answer.verdict else {
            let count = match answer.verdict {
                Verdict::Unsolvable => AnswerCount::Exactly(0),
                _ => AnswerCount::AtLeast(0),
            };
            return Ok(AllAnswers {
                answer,
                count,
                classes: (!self.listing.every).then_some(count),
                ..AllAnswers::default()
            });
        };
        let may_adapt = solver.read(call, |solver| solver.options().may_adapt())?;
        let spent = if may_adapt {
            begun.elapsed()
        } else {
            answer.elapsed
        };
        let call = call.or(call.max_time.map(|time| time.saturating_sub(spent)));
        let searching = Instant::now();
        let mut walk = AnswerWalk::new(model, solver, case, answer, call);
        let (graph, stopped) = walk.down(distance)?;
        let known = walk.known();
        let mut all = AllAnswers {
            answer: walk.into_answer(),
            count: AnswerCount::AtLeast(known),
            stopped,
            ..AllAnswers::default()
        };
        self.count(model, case, &graph, call.budget, &mut all);
        all.answer.elapsed += searching.elapsed();
        Ok(all)
    }

    fn count(
        &mut self,
        model: &Model,
        case: &Case,
        graph: &AnswerGraph,
        budget: Budget<'_>,
        all: &mut AllAnswers,
    ) {
        let identity = identity(model.structure.moves());
        let none = [identity];
        let mut symmetries = none.to_vec();
        let count = graph.count(|_| true);
        all.count = match (count, all.stopped) {
            (Some(count), None) => AnswerCount::Exactly(count),
            _ => AnswerCount::AtLeast(all.count.least().max(count.unwrap_or(u128::MAX))),
        };
        if !self.listing.every {
            let goal = case.goal.clone().or_else(|| self.goal.clone());
            if self
                .symmetries
                .as_ref()
                .is_none_or(|(known_goal, _)| *known_goal != goal)
            {
                let structure = match &goal {
                    Some(goal) => &model.with_goal(goal).structure,
                    None => &model.structure,
                };
                self.symmetries = Some((goal, MoveSymmetries::of(structure)));
            }
            if let Some((_, goal_symmetries)) = &self.symmetries {
                symmetries = goal_symmetries.keeping(&case.start);
            }
        }
        let max_listed = usize::try_from(self.listing.limit).unwrap_or(usize::MAX);
        if all.stopped.is_some() {
            // The first answer of a class may be missing: list the first that was found.
            let paths = graph
                .paths(&none)
                .enumerate()
                .take_while(|(place, _)| *place < AFTER_STOP || !budget.is_over());
            let mut known = BTreeSet::new();
            let firsts = paths.filter_map(|(_, path)| {
                let images = symmetries.iter().map(|images| image(images, &path.moves));
                known.insert(images.min()?).then_some(path)
            });
            all.listed.extend(firsts.take(max_listed));
            let classes = AnswerCount::AtLeast(known.len().max(1) as u128);
            all.classes = (!self.listing.every).then_some(classes);
            return;
        }
        all.classes = (!self.listing.every).then(|| graph.classes(&symmetries));
        let listed = graph.paths(&symmetries).take(max_listed);
        all.listed.extend(listed.take_while(|_| !budget.is_over()));
        if all.listed.len() < max_listed && all.unlisted() != Some(0) {
            all.stopped = match budget.check::<()>() {
                Err(Unfinished::Cancelled) => Some(Stop::Cancelled),
                Err(_) => Some(Stop::Time),
                Ok(()) => None,
            };
        }
    }
}

fn image(images: &MoveImages, moves: &[Move]) -> Vec<Move> {
    let image = |m: &Move| images.get(m.index()).copied().unwrap_or(*m);
    moves.iter().map(image).collect()
}
