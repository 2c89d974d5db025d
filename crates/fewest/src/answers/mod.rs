//! All shortest answers of a board: how many there are, and the first of them.
//!
//! They are the ways down through layers of boards (`survey::descent`). A board belongs to the
//! next layer if its distance is one less: looked up where there is a table, otherwise searched for
//! with that many moves. Such a search asks whether there is an answer and not which, so it may leave
//! out whatever another answer of the same length makes up for: sequences of moves that do the same,
//! images, inverses.

mod classes;
mod graph;
mod walk;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::model::Case;
use crate::model::Model;
use crate::search::Stop;
use crate::solver::{Answer, Batches, SolverError, Verdict};
use crate::space::Move;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::number::counted;
use crate::support::progress::Unfinished;
use crate::survey::Listing;
use classes::{IDENTITY, MoveImages, MoveSymmetries};
use graph::AnswerGraph;
use walk::AnswerWalk;

/// Answers that are still listed after the time limit; they are already known.
const AFTER_STOP: usize = 1000;

/// A number of answers, or of their classes.
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
    /// So many.
    Exactly(u128),
    /// So many or more: a limit stopped the count, or there are more than a `u128` counts.
    AtLeast(u128),
}

impl Default for AnswerCount {
    fn default() -> Self {
        Self::AtLeast(0)
    }
}

impl AnswerCount {
    /// The number, where it is exact.
    #[must_use]
    pub const fn exact(self) -> Option<u128> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::AtLeast(_) => None,
        }
    }

    /// The least that it may be.
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
    /// How many symmetric answers it stands for, itself included; 1 where every answer is listed.
    pub class: u64,
}

/// All shortest answers of a board. [`Puzzle::all_answers`](crate::Puzzle::all_answers) finds them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AllAnswers {
    /// The board's one answer, as [`Puzzle::solve`](crate::Puzzle::solve) gives it; its boards and
    /// its time are those of finding all answers.
    pub answer: Answer,
    /// How many shortest answers there are: one, without a move, if the board is solved; none if
    /// nothing solves it.
    pub count: AnswerCount,
    /// How many classes of symmetric answers there are, where one of each is listed.
    pub classes: Option<AnswerCount>,
    /// The first of them in tie order, as many as were asked for; where the count was stopped, of
    /// those that were found.
    pub listed: Vec<ListedAnswer>,
    /// What stopped the count, if anything did.
    pub stopped: Option<Stop>,
}

impl AllAnswers {
    /// How many more answers, or classes of them, there are than are listed; `None` if that is not
    /// known.
    #[must_use]
    pub fn unlisted(&self) -> Option<u128> {
        let all = self.classes.unwrap_or(self.count).exact()?;
        Some(all.saturating_sub(self.listed.len() as u128))
    }
}

/// Finds all shortest answers to boards of a puzzle.
pub struct Finder {
    listing: Listing,
    /// The goal of boards that bring none; the puzzle's own if none.
    goal: Option<Vec<u8>>,
    /// For the goal that was met last.
    symmetries: Option<(Option<Vec<u8>>, MoveSymmetries)>,
}

impl Finder {
    /// A finder for boards of a puzzle. Boards without a goal get this one, or the puzzle's own.
    #[must_use]
    pub const fn new(listing: Listing, goal: Option<Vec<u8>>) -> Self {
        Self {
            listing,
            goal,
            symmetries: None,
        }
    }

    /// Finds all answers to a board that a solver has answered. `begun` is when it was asked.
    ///
    /// # Errors
    /// If a table that was asked for can't be made.
    pub fn find(
        &mut self,
        model: &Model,
        solver: &mut dyn Batches,
        case: &Case,
        answer: Answer,
        begun: Instant,
    ) -> Result<AllAnswers, SolverError> {
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
        let options = solver.options().clone();
        let spent = if options.may_adapt() {
            begun.elapsed()
        } else {
            answer.elapsed
        };
        let time = options.limits.time.map(|time| time.saturating_sub(spent));
        let budget = options.watch().or(time);
        let searching = Instant::now();
        let mut walk = AnswerWalk::new(model, solver, case, answer, budget);
        let (graph, stopped) = walk.down(distance)?;
        let known = walk.known();
        let mut all = AllAnswers {
            answer: walk.into_answer(),
            count: AnswerCount::AtLeast(known),
            stopped,
            ..AllAnswers::default()
        };
        self.count(model, case, &graph, budget, &mut all);
        all.answer.elapsed += searching.elapsed();
        Ok(all)
    }

    /// Counts the answers, and lists some of them.
    fn count(
        &mut self,
        model: &Model,
        case: &Case,
        graph: &AnswerGraph,
        budget: Budget<'_>,
        all: &mut AllAnswers,
    ) {
        let mut symmetries = vec![IDENTITY];
        let count = graph.count(|_| true);
        all.count = match (count, all.stopped) {
            (Some(count), None) => AnswerCount::Exactly(count),
            _ => AnswerCount::AtLeast(all.count.least().max(count.unwrap_or(u128::MAX))),
        };
        if !self.listing.every {
            let goal = case.goal.clone().or_else(|| self.goal.clone());
            if self.symmetries.as_ref().is_none_or(|(own, _)| *own != goal) {
                let structure = match &goal {
                    Some(goal) => &model.with_goal(goal).structure,
                    None => &model.structure,
                };
                self.symmetries = Some((goal, MoveSymmetries::of(structure)));
            }
            if let Some((_, own)) = &self.symmetries {
                symmetries = own.keeping(&case.start);
            }
        }
        let most = usize::try_from(self.listing.most).unwrap_or(usize::MAX);
        if all.stopped.is_some() {
            // Not with every answer is each of its class here.
            let paths = graph.paths(&[IDENTITY]).enumerate();
            let paths = paths.take_while(|(place, _)| *place < AFTER_STOP || !budget.is_over());
            let mut known = BTreeSet::new();
            let firsts = paths.filter_map(|(_, path)| {
                let images = symmetries.iter().map(|images| image(images, &path.moves));
                known.insert(images.min()?).then_some(path)
            });
            all.listed.extend(firsts.take(most));
            let classes = AnswerCount::AtLeast(known.len().max(1) as u128);
            all.classes = (!self.listing.every).then_some(classes);
            return;
        }
        all.classes = (!self.listing.every).then(|| graph.classes(&symmetries));
        let listed = graph.paths(&symmetries).take(most);
        all.listed.extend(listed.take_while(|_| !budget.is_over()));
        if all.listed.len() < most && all.unlisted() != Some(0) {
            all.stopped = match budget.check::<()>() {
                Err(Unfinished::Cancelled) => Some(Stop::Cancelled),
                Err(_) => Some(Stop::Time),
                Ok(()) => None,
            };
        }
    }
}

/// What a symmetry makes of moves.
fn image(images: &MoveImages, moves: &[Move]) -> Vec<Move> {
    let image = |m: &Move| images.get(m.index()).copied().unwrap_or(*m);
    moves.iter().map(image).collect()
}
