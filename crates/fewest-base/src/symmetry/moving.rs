//! A structure without its still cells: those that no move touches and on which all goals agree.

use super::Symmetry;
use crate::space::structure::{Structure, Turn};

/// A structure without its still cells.
pub(super) struct Moving {
    pub structure: Structure,
    /// The number in the whole structure of each remaining cell.
    cells: Vec<u8>,
    /// The still cells that hold each symbol.
    pub still: Vec<Vec<u8>>,
}

impl Moving {
    /// Removes the still cells of a sound structure.
    pub(crate) fn of(whole: &Structure) -> Self {
        let mut still = vec![Vec::new(); whole.pieces.len()];
        let mut cells = Vec::new();
        for cell in (0..=u8::MAX).take(whole.cells()) {
            match still_symbol(whole, cell).and_then(|symbol| still.get_mut(usize::from(symbol))) {
                Some(still_cells) => still_cells.push(cell),
                None => cells.push(cell),
            }
        }
        let number = |cell: u8| cells.partition_point(|other| *other < cell);
        let number = |cell: u8| u8::try_from(number(cell)).unwrap_or(u8::MAX);
        let turns = whole.turns.iter().map(|turn| Turn {
            by: turn.by,
            needs: (turn.needs.iter())
                .map(|&(cell, symbol)| (number(cell), symbol))
                .collect(),
            from: (cells.iter())
                .map(|&cell| number(turn.from[usize::from(cell)]))
                .collect(),
        });
        let wishes = |goal: &Vec<Option<u8>>| {
            let wishes = cells.iter().map(|&cell| goal[usize::from(cell)]);
            wishes.collect()
        };
        let pieces = whole.pieces.iter().zip(&still);
        let left = |(&count, still_cells): (&u32, &Vec<u8>)| {
            count.checked_sub(u32::try_from(still_cells.len()).ok()?)
        };
        match pieces.map(left).collect() {
            Some(pieces) => Self {
                structure: Structure {
                    pieces,
                    turns: turns.collect(),
                    goals: whole.goals.iter().map(wishes).collect(),
                },
                cells,
                still,
            },
            // Goals need more pieces than there are.
            None => Self {
                structure: whole.clone(),
                cells: (0..=u8::MAX).take(whole.cells()).collect(),
                still: Vec::new(),
            },
        }
    }

    /// Extends a symmetry to the whole structure. It keeps the order of the still cells that hold a
    /// symbol, so these extensions form a group.
    pub(crate) fn whole(&self, symmetry: &Symmetry) -> Symmetry {
        let moved = self.cells.iter().zip(&symmetry.cells);
        let moved = moved.map(|(&from, &to)| (from, self.cells[usize::from(to)]));
        let images = self.still.iter().zip(&symmetry.symbols);
        let still = images.flat_map(|(from, &to)| {
            let to = &self.still[usize::from(to)];
            from.iter().copied().zip(to.iter().copied())
        });
        let mut pairs: Vec<(u8, u8)> = moved.chain(still).collect();
        pairs.sort_unstable();
        Symmetry {
            cells: pairs.into_iter().map(|(_, to)| to).collect(),
            symbols: symmetry.symbols.clone(),
        }
    }
}

/// The symbol of a still cell on all solvable boards; `None` for other cells.
fn still_symbol(whole: &Structure, cell: u8) -> Option<u8> {
    let touches = |turn: &Turn| {
        turn.from.get(usize::from(cell)) != Some(&cell)
            || turn.needs.iter().any(|&(place, _)| place == cell)
    };
    let mut wishes = whole.goals.iter().map(|goal| goal[usize::from(cell)]);
    let wish = wishes.next()??;
    let is_still = !whole.turns.iter().any(touches) && wishes.all(|other| other == Some(wish));
    is_still.then_some(wish)
}
