//! Parity: what no move changes, where all pieces are different.
//!
//! A move is an even or odd permutation of the cells. If the blank's cells can be coloured so that a move is odd just if the
//! blank changes colour, then an arrangement's parity and the colour of its blank's cell tell boards apart that no moves lead
//! between (W. W. Johnson, W. E. Story, "Notes on the 15 puzzle", 1879).

use super::{Board, Defined};
use crate::invariant::Invariant;

/// The colours of the blank's cells; one for all if there is no blank.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    colours: Vec<bool>,
    /// By goal: its parity; `None` where it leaves several cells open.
    goals: Vec<Option<bool>>,
}

impl Parity {
    /// The parity of a puzzle; `None` if there is none that moves keep.
    pub(super) fn of<const N: usize>(puzzle: &Defined<N>) -> Option<Self> {
        if puzzle.parts().pieces.iter().any(|&count| count != 1) {
            return None;
        }
        let mut colours = vec![None; puzzle.effects.len()];
        for first in 0..colours.len() {
            if colours[first].is_some() {
                continue;
            }
            colours[first] = Some(false);
            let mut open = vec![first];
            while let Some(place) = open.pop() {
                for effect in puzzle.effects.get(place)?.iter().flatten() {
                    let targets: Vec<usize> =
                        (0..puzzle.cells).map(|cell| effect.target(cell)).collect();
                    let colour = colours[place]? ^ is_odd(&targets);
                    let next = colours.get_mut(usize::from(effect.blank))?;
                    match *next {
                        None => {
                            *next = Some(colour);
                            open.push(effect.blank.into());
                        }
                        Some(known) if known == colour => {}
                        Some(_) => return None,
                    }
                }
            }
        }
        let mut parity = Self {
            colours: colours.into_iter().collect::<Option<_>>()?,
            goals: Vec::new(),
        };
        let goals = puzzle.goals.iter().map(|goal| {
            let mut board = Board {
                symbols: [0; N],
                blank: 0,
            };
            for &(cell, symbol) in goal {
                board.symbols[usize::from(cell) % N] = symbol;
                if Some(symbol) == puzzle.blank {
                    board.blank = cell;
                }
            }
            (goal.len() == puzzle.cells).then(|| parity.of_board(puzzle, &board))
        });
        parity.goals = goals.collect();
        Some(parity)
    }

    fn of_board<const N: usize>(&self, puzzle: &Defined<N>, board: &Board<N>) -> bool {
        let symbols = (0..puzzle.cells).map(|cell| usize::from(board.get(cell)));
        let colour = self
            .colours
            .get(board.blank())
            .copied()
            .debug_unwrap_or(false);
        is_odd(&symbols.collect::<Vec<_>>()) ^ colour
    }

    /// By cell of a piece that is the blank, if there is one: whether the other pieces, in the order of their cells, are an odd
    /// permutation on boards that can be solved. `None` if goals differ in parity.
    pub(super) fn others(&self, piece: u8, cells: usize, has_blank: bool) -> Option<Vec<bool>> {
        let goal = (*self.goals.first()?)?;
        if self.goals.iter().any(|own| *own != Some(goal)) {
            return None;
        }
        let is_odd = |cell: usize| {
            let blank = if has_blank { cell } else { 0 };
            let colour = self.colours.get(blank).copied().debug_unwrap_or(false);
            // Bringing the piece to the cell of its number takes so many swaps of neighbours.
            goal ^ colour ^ (cell.abs_diff(piece.into()) % 2 == 1)
        };
        Some((0..cells).map(is_odd).collect())
    }

    /// Whether it leaves a way from a board to some goal open.
    pub(super) fn allows<const N: usize>(&self, puzzle: &Defined<N>, board: &Board<N>) -> bool {
        let own = self.of_board(puzzle, board);
        let mut goals = self.goals.iter();
        goals.any(|goal| goal.is_none_or(|goal| goal == own))
    }
}

/// Whether a permutation is odd: it has an odd number of cycles of even length.
fn is_odd(targets: &[usize]) -> bool {
    let mut seen = vec![false; targets.len()];
    let mut odd = false;
    for first in 0..targets.len() {
        let mut cell = first;
        let mut length = 0;
        while let Some(seen @ false) = seen.get_mut(cell) {
            *seen = true;
            cell = targets.get(cell).copied().debug_unwrap_or(cell);
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
