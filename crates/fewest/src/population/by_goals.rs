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
pub(crate) struct ApartGoals<K: Kernel> {
    puzzle: K,
    placing: Placing,
    goals: Vec<GoalDistances>,
}

/// All boards of such a puzzle.
pub(crate) struct ByGoals<K: Kernel> {
    goals: ApartGoals<K>,
    counts: Vec<u64>,
    tying: Vec<u64>,
}

impl<K: Kernel> ApartGoals<K> {
    /// `None` if the puzzle has one goal, is not a stage in which one orbit has pieces that goals
    /// name, or if the tables take more than `memory` bytes.
    pub(crate) fn of(puzzle: &K, memory: u64) -> Option<Self> {
        let model = puzzle.model();
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
            puzzle: puzzle.clone(),
            placing,
        })
    }

    /// The number of boards.
    pub(crate) const fn boards(&self) -> u64 {
        self.placing.boards()
    }

    /// Counts the boards at each distance.
    ///
    /// # Errors
    /// If counting is cancelled or the time is up.
    pub(crate) fn count<E>(self, budget: Budget<'_>) -> Result<ByGoals<K>, Unfinished<E>> {
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
        let (counts, tying) = total.by_distance();
        Ok(ByGoals {
            goals: self,
            counts,
            tying,
        })
    }

    #[cfg(test)]
    pub(super) const fn turns(&self) -> usize {
        self.placing.turns()
    }

    #[cfg(test)]
    pub(super) fn symmetries(&self) -> usize {
        self.placing.symmetries(&self.goals).len()
    }

    /// The board with these pieces.
    fn board(&self, spots: &[u8]) -> Option<K::Board> {
        self.puzzle.board(&self.placing.symbols(spots)?)
    }

    /// The distance of a placement of all pieces.
    fn distance_of(&self, spots: &[u8]) -> Option<u8> {
        self.goals
            .iter()
            .filter_map(|goal| goal.distance(spots))
            .min()
    }

    /// The distance of a board; `None` if it can't be solved.
    pub(crate) fn distance(&self, board: &K::Board) -> Option<u8> {
        let symbols = self.puzzle.all_symbols(board);
        self.distance_of(&self.placing.spots(&symbols)?)
    }

    /// Draws a board, all equally likely; `None` if its distance is not in the range.
    pub(crate) fn draw(
        &self,
        distances: &RangeInclusive<u8>,
        random: &mut Random,
    ) -> Option<(K::Board, u8)> {
        let spots = self.placing.draw(random);
        let distance = self.distance_of(&spots);
        let distance = distance.filter(|distance| distances.contains(distance))?;
        Some((self.board(&spots)?, distance))
    }

    /// Visits every board at a distance, goal by goal.
    pub(crate) fn each_at(
        &self,
        distance: u8,
        visit: &mut dyn FnMut(K::Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..self.goals.len()).try_for_each(|first| {
            let order = Order::new(&self.placing, &self.goals, first);
            order.list(distance, &mut |spots| {
                let board = self.board(spots);
                board.map_or(ControlFlow::Continue(()), &mut *visit)
            })
        })
    }
}

impl<K: Kernel> Population for ByGoals<K> {
    type Puzzle = K;

    fn puzzle(&self) -> &K {
        &self.goals.puzzle
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn tying(&self) -> Vec<u64> {
        self.tying.clone()
    }

    fn distance(&self, board: &K::Board) -> Option<u8> {
        self.goals.distance(board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(K::Board) -> ControlFlow<()>) {
        // The visitor knows whether it stopped early.
        let _ = self.goals.each_at(distance, visit);
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<K::Board> {
        let count = *self.counts.get(usize::from(distance))?;
        if count.saturating_mul(TRIES) < self.goals.boards() {
            return self.nth(distance, random.below(count));
        }
        loop {
            if let Some((board, _)) = self.goals.draw(&(distance..=distance), random) {
                return Some(board);
            }
        }
    }
}
