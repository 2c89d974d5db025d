//! Parity, an invariant of all moves if all pieces are different.
//!
//! A move is an even or odd permutation of the cells. Suppose the blank's cells can be coloured so
//! that a move is odd if and only if the blank changes colour. Then the arrangement's parity,
//! combined with the colour of the blank's cell, is invariant (W. W. Johnson, W. E. Story, "Notes on
//! the 15 puzzle", 1879).

use crate::group::is_odd;
use crate::space::set::CellPattern;
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;
use crate::support::optimisation::Optimisation;

/// The effect of a move with the blank on one cell.
#[derive(Clone, Debug)]
pub(super) struct BlankStep {
    /// The cell that each cell's piece goes to.
    pub(super) targets: Vec<u8>,
    /// The blank's cell after the move.
    pub(super) place: u8,
}

impl BlankStep {
    pub(super) fn new(targets: Vec<u8>, place: u8) -> Self {
        Self { targets, place }
    }
}

/// The colours of the blank's cells; a single one if there is no blank.
#[derive(Clone, Debug)]
pub(super) struct BlankParity {
    colours: Vec<bool>,
    /// The parity of each goal; `None` if it leaves cells open.
    goals: Vec<Option<bool>>,
}

impl BlankParity {
    /// The parity of a puzzle, from its steps by the blank's cell; `None` if none is invariant.
    pub(super) fn of(
        structure: &Structure,
        blank: Option<u8>,
        steps: &[Vec<BlankStep>],
    ) -> Option<Self> {
        if structure.pieces.iter().any(|&count| count != 1) {
            return None;
        }
        let mut parity = Self {
            colours: colours(steps, |step| is_odd(&step.targets))?,
            goals: Vec::new(),
        };
        let goals = structure.goals.iter().map(|goal| {
            let goal: Vec<u8> = goal.iter().copied().collect::<Option<_>>()?;
            let place = blank.and_then(|blank| goal.iter().position(|&symbol| symbol == blank));
            Some(parity.of_board(&goal, place.unwrap_or(0)))
        });
        parity.goals = goals.collect();
        Some(parity)
    }

    fn of_board(&self, symbols: &[u8], place: usize) -> bool {
        let colour = self.colours.get(place).copied();
        is_odd(symbols) ^ colour.debug_unwrap_or(false)
    }

    /// For each cell of `piece` (the blank, if any): true if the other pieces, in the order of
    /// cells, are an odd permutation on solvable boards. `None` if goals differ in parity.
    pub(super) fn others(&self, piece: u8, cells: usize, has_blank: bool) -> Option<Vec<bool>> {
        let goal_parity = (*self.goals.first()?)?;
        if self.goals.iter().any(|parity| *parity != Some(goal_parity)) {
            return None;
        }
        let is_odd = |cell: usize| {
            let blank = if has_blank { cell } else { 0 };
            let colour = self.colours.get(blank).copied().debug_unwrap_or(false);
            // Bringing the piece to the cell of its number takes this many swaps of neighbours.
            goal_parity ^ colour ^ (cell.abs_diff(piece.into()) % 2 == 1)
        };
        Some((0..cells).map(is_odd).collect())
    }

    /// Returns false if parity proves that a board can't be solved.
    pub(super) fn allows(&self, symbols: &[u8], place: usize) -> bool {
        if !Optimisation::Parity.is_on() {
            return true;
        }
        let parity = self.of_board(symbols, place);
        let mut goals = self.goals.iter();
        goals.any(|goal| goal.is_none_or(|goal| goal == parity))
    }
}

/// The parity of distances by the blank's cell, true if odd. It is known if every move brings the
/// blank to a cell of the other colour, as on a chessboard, and all goals have it on one colour.
pub(super) fn odd_cells(
    structure: &Structure,
    blank: u8,
    steps: &[Vec<BlankStep>],
) -> Option<Vec<bool>> {
    let colours = colours(steps, |_| true)?;
    let colour = |goal: &CellPattern| {
        let place = goal.iter().position(|symbol| *symbol == Some(blank))?;
        colours.get(place).copied()
    };
    let goal_colour = colour(structure.goals.first()?)?;
    let mut goals = structure.goals.iter();
    let are_equal = goals.all(|goal| colour(goal) == Some(goal_colour));
    are_equal.then(|| colours.iter().map(|colour| colour ^ goal_colour).collect())
}

/// Two colours for the blank's cells that differ exactly for steps with `changes`, if they exist.
fn colours(steps: &[Vec<BlankStep>], changes: impl Fn(&BlankStep) -> bool) -> Option<Vec<bool>> {
    let mut colours = vec![None; steps.len()];
    for first in 0..colours.len() {
        if colours[first].is_some() {
            continue;
        }
        colours[first] = Some(false);
        let mut open = vec![first];
        while let Some(place) = open.pop() {
            for step in steps.get(place)? {
                let colour = colours[place]? ^ changes(step);
                let next = colours.get_mut(usize::from(step.place))?;
                match *next {
                    None => {
                        *next = Some(colour);
                        open.push(step.place.into());
                    }
                    Some(known) if known == colour => {}
                    Some(_) => return None,
                }
            }
        }
    }
    colours.into_iter().collect()
}
