//! How many cells do not hold what a goal wants of them, in moves: for any defined puzzle.

use super::Heuristic;
use crate::puzzle::{Move, Puzzle};
use crate::puzzles::defined::{Board, Defined};

/// The cells that hold another piece than the goal wants there, by how many a move can set right: at the goal that is
/// nearest by this. The blank does not count, for it moves with every move.
#[derive(Clone, Debug)]
pub struct OutOfPlace {
    /// By goal: what it wants of which cells.
    goals: Vec<Vec<(u8, u8)>>,
    /// The most pieces that a move carries.
    most: u32,
}

impl OutOfPlace {
    /// The heuristic for this puzzle.
    #[must_use]
    pub fn new<const N: usize>(puzzle: &Defined<N>) -> Self {
        let parts = puzzle.parts();
        let wanted = |goal: &Vec<Option<u8>>| {
            let cells = (0..=u8::MAX).zip(goal);
            let cells = cells.filter_map(|(cell, symbol)| Some((cell, (*symbol)?)));
            let cells = cells.filter(|(_, symbol)| Some(*symbol) != puzzle.blank());
            cells.collect()
        };
        let carried = parts.turns.iter().map(|turn| {
            let stays = |(to, from): (u8, &u8)| to == *from;
            let travels = (0..=u8::MAX).zip(&turn.from).filter(|&cell| !stays(cell));
            let travels = u32::try_from(travels.count()).unwrap_or(u32::MAX);
            let (blank, _) = turn.needs.unzip();
            let takes_blank =
                blank.is_some_and(|blank| turn.from.get(usize::from(blank)) != Some(&blank));
            travels - u32::from(takes_blank)
        });
        Self {
            goals: parts.goals.iter().map(wanted).collect(),
            most: carried.max().unwrap_or(1).max(1),
        }
    }
}

impl<const N: usize> Heuristic<Defined<N>> for OutOfPlace {
    type Memo = u32;

    #[inline]
    fn start(&self, _: &Defined<N>, board: &Board<N>) -> u32 {
        let missing = |goal: &Vec<(u8, u8)>| {
            let cells = goal.iter();
            cells
                .map(|&(cell, symbol)| u32::from(board.get(cell.into()) != symbol))
                .sum::<u32>()
        };
        let nearest = self.goals.iter().map(missing).min();
        nearest.unwrap_or(0).div_ceil(self.most)
    }

    #[inline]
    fn after(&self, puzzle: &Defined<N>, before: &Board<N>, m: Move, _: u32) -> u32 {
        self.start(puzzle, &puzzle.after(before, m))
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }
}
