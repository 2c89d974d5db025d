//! The population of sliding tiles for any goal.

use std::ops::ControlFlow;

use super::{ByTable, Population, Random};
use crate::puzzles::sliding::{Board, Relabelling, Sliding, Tiles};

/// Boards by the names that make the goal canonical, shown by those of the goal that the user knows.
pub struct Relabelled<T: Tiles> {
    canonical: ByTable<Sliding<T>>,
    names: Relabelling,
}

impl<T: Tiles> Relabelled<T> {
    /// The population of a canonical goal, for the goal that these names make canonical.
    #[must_use]
    pub const fn new(canonical: ByTable<Sliding<T>>, names: Relabelling) -> Self {
        Self { canonical, names }
    }
}

impl<T: Tiles> Population for Relabelled<T> {
    type Puzzle = Sliding<T>;

    fn puzzle(&self) -> &Sliding<T> {
        self.canonical.puzzle()
    }

    fn counts(&self) -> &[u64] {
        self.canonical.counts()
    }

    fn tying(&self) -> &[u64] {
        self.canonical.tying()
    }

    fn distance(&self, board: &Board<T>) -> Option<u8> {
        self.canonical.distance(board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(Board<T>) -> ControlFlow<()>) {
        self.canonical.each_at(distance, visit);
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Board<T>> {
        self.canonical.draw(distance, random)
    }

    fn shown(&self, board: &Board<T>) -> Board<T> {
        self.names.restore(board)
    }
}
