//! The population of a goal that new names for the pieces make another.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Population, Random};
use crate::kernel::Kernel;

/// Boards by the names that make the goal that of the population, shown by those of the goal that
/// the user knows.
pub struct Relabelled<K: Kernel> {
    population: Box<dyn Population<Puzzle = K>>,
    own: Arc<K>,
    goal: K::Board,
}

impl<K: Kernel> Relabelled<K> {
    /// The population of [`to_goal`](Kernel::to_goal) of a puzzle, for this goal.
    #[must_use]
    pub fn new(population: Box<dyn Population<Puzzle = K>>, own: Arc<K>, goal: K::Board) -> Self {
        Self {
            population,
            own,
            goal,
        }
    }
}

impl<K: Kernel> Population for Relabelled<K> {
    type Puzzle = K;

    fn puzzle(&self) -> &K {
        self.population.puzzle()
    }

    fn counts(&self) -> &[u64] {
        self.population.counts()
    }

    fn tying(&self) -> &[u64] {
        self.population.tying()
    }

    fn distance(&self, board: &K::Board) -> Option<u8> {
        self.population.distance(board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(K::Board) -> ControlFlow<()>) {
        self.population.each_at(distance, visit);
    }

    fn nth(&self, distance: u8, place: u64) -> Option<K::Board> {
        self.population.nth(distance, place)
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<K::Board> {
        self.population.draw(distance, random)
    }

    fn alike(&self, board: &K::Board) -> K::Board {
        self.population.alike(board)
    }

    fn shown(&self, board: &K::Board) -> K::Board {
        self.own.restored(board, &self.goal)
    }
}
