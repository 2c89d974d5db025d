//! Images of boards under a permutation of cells and symbols that keeps the moves.

use crate::parse::Image;
use crate::puzzle::{Puzzle, Row, Turn};
use crate::{Result, ensure};

impl Image {
    pub(crate) fn of(&self, board: &[usize]) -> Row {
        let symbols = self.cells.iter().map(|cell| self.symbols[board[*cell]]);
        symbols.collect()
    }

    /// For each turn: the turn that does the same to images. Verifies that there is one.
    pub(crate) fn turns(&self, puzzle: &Puzzle) -> Result<Row> {
        let blank = puzzle.blank;
        let keeps_blank = blank.is_none_or(|blank| self.symbols[blank] == blank);
        ensure(keeps_blank, || "an image has another blank")?;
        let place = |cell: &usize| self.cells.iter().position(|other| other == cell);
        let like = |turn: &Turn| {
            let from = self.cells.iter().map(|cell| place(&turn.from[*cell]));
            let from: Option<Row> = from.collect();
            let need = turn.need.and_then(|cell| place(&cell));
            let mut turns = puzzle.turns.iter();
            turns.position(|other| {
                let is_alike = other.need == need && other.needs.is_empty();
                Some(&other.from) == from.as_ref() && is_alike && turn.needs.is_empty()
            })
        };
        let turns: Option<Row> = puzzle.turns.iter().map(like).collect();
        ensure(turns.is_some(), || "an image has other moves")?;
        Ok(turns.unwrap_or_default())
    }

    /// Returns true if the image of each board that meets a goal meets another.
    pub(crate) fn carries(&self, goal: &[Row], other: &[Row]) -> bool {
        let mut cells = self.cells.iter().zip(other);
        cells.all(|(cell, allowed)| {
            let mut symbols = goal[*cell].iter();
            symbols.all(|symbol| allowed.contains(&self.symbols[*symbol]))
        })
    }
}
