//! The population of a puzzle whose goals name a few pieces each, such as a cross on any face of
//! the 3 x 3 x 3 cube: 980,995,276,800 boards and six goals of four edges. No board is stored.
//!
//! The distance of a board is the least of its distances to the goals, and each of these is in a
//! small table. All boards are visited by [placing](Placing) one piece after another. When all
//! pieces of a goal have a place, its table is read:
//!
//! * To *count*, the pieces of the first goal are placed once for each class of placements that
//!   symmetries of all goals exchange. All other pieces follow in every possible way.
//! * To *list* the boards at a distance, each goal comes first in turn, and only placements at this
//!   distance from it are continued. Placements nearer to another goal are abandoned, and so are
//!   placements as near to an earlier goal, because they are listed there.

mod goal;
mod order;
mod placing;
mod walk;

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Mutex, PoisonError};

use super::Population;
use crate::kernel::Kernel;
use crate::model::Model;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::support::random::Random;
use goal::{GoalDistances, GoalPieces};
use order::{Order, order};
use placing::Placing;
use walk::Counting;

/// The most goals.
const MAX_GOALS: usize = 64;
/// If fewer than one board in this many is at a distance, these boards are listed to draw one.
pub(crate) const TRIES: u64 = 1 << 20;

/// The goals of a puzzle, with the distances of their pieces. No board is counted yet.
pub(crate) struct ApartGoals {
    placing: Placing,
    goals: Vec<GoalDistances>,
}

/// All boards of such a puzzle.
pub(crate) struct ByGoals<K: Kernel> {
    puzzle: K,
    goals: ApartGoals,
    counts: Vec<u64>,
    tying: Vec<u64>,
}

impl ApartGoals {
    /// `None` if the puzzle has one goal, is not a stage in which one orbit has pieces that goals
    /// name, or if the tables take more than `memory` bytes.
    pub(crate) fn of(model: &Model, memory: u64) -> Option<Self> {
        let goals = 0..model.structure.goals.len();
        if model.has_requested_goals || !(2..=MAX_GOALS).contains(&goals.end) {
            return None;
        }
        let stages: Vec<(Model, Vec<u8>)> =
            goals.map(|goal| model.stage(goal)).collect::<Option<_>>()?;
        let placing = Placing::of(model, stages.iter().map(|(_, home)| &home[..]))?;
        let goals = stages
            .iter()
            .map(|(stage, home)| GoalPieces::of(stage, home, &placing));
        let goals: Vec<GoalPieces> = goals.collect::<Option<_>>()?;
        // The order of counting makes its last numbers neighbours in memory.
        let order = order(goals.iter(), 0);
        let mut left = memory;
        let goals = goals.into_iter().map(|goal| {
            let distances = goal.distances(&order, &placing, left)?;
            left -= distances.bytes();
            Some(distances)
        });
        Some(Self {
            goals: goals.collect::<Option<_>>()?,
            placing,
        })
    }

    /// The number of boards.
    pub(crate) const fn boards(&self) -> u64 {
        self.placing.boards()
    }

    /// Counts the boards at each distance, and of these, the boards with several goals there.
    fn count<E>(&self, budget: Budget<'_>) -> Result<(Vec<u64>, Vec<u64>), Unfinished<E>> {
        let order = Order::new(&self.placing, &self.goals, 0);
        let images = self.placing.symmetries(&self.goals);
        let firsts = order.firsts(&images);
        budget.begin("counting boards", "boards", Some(self.boards()));
        let all: u64 = firsts.iter().map(|(_, weight)| weight).sum();
        let each = self.boards() / all.max(1);
        let total = Mutex::new(Counting::default());
        parallel::each(firsts.len(), &|number| {
            if let Some((first, weight)) = firsts.get(number)
                && !budget.is_over()
            {
                let counting = order.count(first);
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                total.add(&counting, *weight);
                budget.advance(weight * each);
            }
        });
        budget.check()?;
        let total = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(total.by_distance())
    }

    #[cfg(test)]
    pub(super) const fn turns(&self) -> usize {
        self.placing.turns()
    }

    #[cfg(test)]
    pub(super) fn symmetries(&self) -> usize {
        self.placing.symmetries(&self.goals).len()
    }

    /// The distance of a placement of all pieces.
    fn distance_of(&self, spots: &[u8]) -> Option<u8> {
        self.goals
            .iter()
            .filter_map(|goal| goal.distance(spots))
            .min()
    }

    /// The distance of a board with these symbols; `None` if it can't be solved.
    fn distance(&self, symbols: &[u8]) -> Option<u8> {
        self.distance_of(&self.placing.spots(symbols)?)
    }

    /// Draws the symbols of a board, all equally likely, with its distance; `None` if this is not in the
    /// range.
    pub(crate) fn draw(
        &self,
        distances: &RangeInclusive<u8>,
        random: &mut Random,
    ) -> Option<(Vec<u8>, u8)> {
        let spots = self.placing.draw(random);
        let distance = self.distance_of(&spots);
        let distance = distance.filter(|distance| distances.contains(distance))?;
        Some((self.placing.symbols(&spots)?, distance))
    }

    /// Visits the symbols of every board at a distance, goal by goal. Breaks off if the budget is over.
    pub(crate) fn each_at(
        &self,
        distance: u8,
        budget: Budget<'_>,
        visit: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..self.goals.len()).try_for_each(|first| {
            let order = Order::new(&self.placing, &self.goals, first);
            order.list(distance, budget, &mut |spots| {
                let symbols = self.placing.symbols(spots);
                symbols.map_or(ControlFlow::Continue(()), &mut *visit)
            })
        })
    }
}

impl<K: Kernel> ByGoals<K> {
    /// Counts the boards at each distance.
    ///
    /// # Errors
    /// If counting is cancelled or the time is up.
    pub(crate) fn of<E>(
        puzzle: &K,
        goals: ApartGoals,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<E>> {
        let (counts, tying) = goals.count(budget)?;
        Ok(Self {
            puzzle: puzzle.clone(),
            goals,
            counts,
            tying,
        })
    }
}

impl<K: Kernel> Population for ByGoals<K> {
    type Puzzle = K;

    fn puzzle(&self) -> &K {
        &self.puzzle
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn tying(&self) -> Vec<u64> {
        self.tying.clone()
    }

    fn distance(&self, board: &K::Board) -> Option<u8> {
        self.goals.distance(&self.puzzle.all_symbols(board))
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(K::Board) -> ControlFlow<()>) {
        // The visitor knows whether it stopped early.
        let _ = self
            .goals
            .each_at(distance, Budget::default(), &mut |symbols| {
                let board = self.puzzle.board(&symbols);
                board.map_or(ControlFlow::Continue(()), &mut *visit)
            });
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<K::Board> {
        let count = *self.counts.get(usize::from(distance))?;
        if count.saturating_mul(TRIES) < self.goals.boards() {
            return self.nth(distance, random.below(count));
        }
        loop {
            if let Some((symbols, _)) = self.goals.draw(&(distance..=distance), random) {
                return self.puzzle.board(&symbols);
            }
        }
    }
}
