//! The population of sliding tiles for any goal.

use std::ops::ControlFlow;

use super::{ByTable, Population, Random};
use crate::kernel::tiles::{Board, Relabelling, Storage, Tiles};

/// Boards by the names that make the goal canonical, shown by those of the goal that the user knows.
pub struct Relabelled<S: Storage> {
    canonical: ByTable<Tiles<S>>,
    names: Relabelling,
}

impl<S: Storage> Relabelled<S> {
    /// The population of a canonical goal, for the goal that these names make canonical.
    #[must_use]
    pub const fn new(canonical: ByTable<Tiles<S>>, names: Relabelling) -> Self {
        Self { canonical, names }
    }
}

impl<S: Storage> Population for Relabelled<S> {
    type Puzzle = Tiles<S>;

    fn puzzle(&self) -> &Tiles<S> {
        self.canonical.puzzle()
    }

    fn counts(&self) -> &[u64] {
        self.canonical.counts()
    }

    fn tying(&self) -> &[u64] {
        self.canonical.tying()
    }

    fn distance(&self, board: &Board<S>) -> Option<u8> {
        self.canonical.distance(board)
    }

    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(Board<S>) -> ControlFlow<()>) {
        self.canonical.each_at(distance, visit);
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Board<S>> {
        self.canonical.draw(distance, random)
    }

    fn shown(&self, board: &Board<S>) -> Board<S> {
        self.names.restore(board)
    }
}
