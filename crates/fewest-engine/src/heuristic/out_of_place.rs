//! The number of cells that do not match a goal, in moves, for any model.

use super::Heuristic;
use crate::kernel::general::{CellBoard, General};
use crate::space::Move;
use crate::space::structure::Turn;

/// The number of cells that do not match the nearest goal, divided by the most that a move can set
/// right and rounded up. The blank does not count, because every move moves it.
///
/// In the rotation game, the bound is 8 less the largest count in the centre, as in textbooks.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::Model;
/// use fewest::heuristic::{Bounds, OutOfPlace};
/// use fewest::kernel::general::{General, Planes};
/// use fewest::space::structure::Structured;
///
/// let rotation = General::<Planes<u64>>::of(Model::rotation().into())?;
/// let symbols = [0, 0, 0, 0, 2, 1, 2, 1, 2, 0, 2, 1, 1, 2, 0, 1, 1, 1, 2, 0, 1, 0, 2, 2];
/// let board = rotation.board(&symbols).expect("eight of each symbol");
/// let heuristic = OutOfPlace::new(&rotation);
/// // Six of the eight cells of the centre hold a 1.
/// assert_eq!(heuristic.bound_of(&rotation, &board), 8 - 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutOfPlace<B: CellBoard> {
    /// The cells that each goal requires.
    goals: Vec<B::Target>,
    /// The most cells that a move sets right.
    max_gain: u32,
}

/// The cells and symbols that a goal requires, without the blank.
type TargetCells = Vec<(u8, u8)>;

impl<B: CellBoard> OutOfPlace<B> {
    /// The bound 0 everywhere.
    #[must_use]
    pub const fn blind() -> Self {
        Self {
            goals: Vec::new(),
            max_gain: 1,
        }
    }

    /// The heuristic for a puzzle.
    #[must_use]
    pub fn new(puzzle: &General<B>) -> Self {
        let parts = puzzle.parts();
        let blank = parts.blank();
        let target_cells = |goal: &Vec<Option<u8>>| {
            let cells = (0..=u8::MAX)
                .zip(goal)
                .filter_map(|(cell, symbol)| Some((cell, (*symbol)?)));
            cells.filter(|(_, symbol)| Some(*symbol) != blank).collect()
        };
        let goals: Vec<TargetCells> = parts.goals.iter().map(target_cells).collect();
        let gained = goals
            .iter()
            .flat_map(|goal| parts.turns.iter().map(|turn| gained(goal, turn, blank)));
        Self {
            max_gain: gained.max().unwrap_or(1).max(1),
            goals: goals.iter().map(|goal| B::target(goal)).collect(),
        }
    }
}

/// The most cells that a move can set right. A cell that receives the blank does not count, nor one
/// that receives a piece from a cell with the same symbol in the goal.
fn gained(goal: &TargetCells, turn: &Turn, blank: Option<u8>) -> u32 {
    let required = |cell: u8| {
        goal.iter()
            .find(|(required_cell, _)| *required_cell == cell)
            .map(|(_, symbol)| *symbol)
    };
    let gains = goal.iter().filter(|(cell, symbol)| {
        let from = turn.from.get(usize::from(*cell)).copied();
        // Other needed symbols may be required.
        let step = turn.step().filter(|_| blank.is_some());
        let takes_blank = step.is_some_and(|(blank, _)| Some(blank) == from);
        !takes_blank && from.and_then(required) != Some(*symbol)
    });
    u32::try_from(gains.count()).unwrap_or(u32::MAX)
}

impl<B: CellBoard> Heuristic<General<B>> for OutOfPlace<B> {
    type Memo = u32;

    #[inline]
    fn start(&self, _: &General<B>, board: &B) -> u32 {
        let missing = match &self.goals[..] {
            [goal] => board.missing(goal),
            goals => (goals.iter().map(|goal| board.missing(goal)).min()).unwrap_or(0),
        };
        if self.max_gain == 1 {
            missing
        } else {
            missing.div_ceil(self.max_gain)
        }
    }

    #[inline]
    fn after(&self, puzzle: &General<B>, _: &B, _: Move, after: &B, _: u32) -> u32 {
        self.start(puzzle, after)
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }
}
