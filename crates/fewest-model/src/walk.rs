//! A board to which moves are applied one by one.

use std::borrow::Cow;

use super::{Case, Model, MoveNames};
use fewest_base::space::Move;

/// A board to which moves are applied. Interchangeable blocks keep the letters that they have at the
/// start.
///
/// ```
/// use fewest_base::space::Move;
/// use fewest_model::{Model, Walk};
///
/// let knights = Model::knights();
/// let mut walk = Walk::from(&knights, &knights.solved_board());
/// assert_eq!([0, 7].map(|m| walk.step(Move::new(m)).into_owned()), ["b5", "c3"]);
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'m> {
    model: &'m Model,
    board: Vec<u8>,
    /// Of blocks, the letter on each cell.
    letters: Vec<char>,
}

impl<'m> Walk<'m> {
    /// A walk that begins at a board.
    #[must_use]
    pub fn from(model: &'m Model, start: &[u8]) -> Self {
        let blocks = model.blocks.as_ref();
        Self {
            board: start.to_vec(),
            letters: blocks.map_or(Vec::new(), |blocks| blocks.letters(start)),
            model,
        }
    }

    /// A walk that begins at a board of an input, with the letters that it has there.
    #[must_use]
    pub fn of(model: &'m Model, case: &Case) -> Self {
        if case.block_letters.is_empty() {
            return Self::from(model, &case.start);
        }
        Self {
            board: case.start.clone(),
            letters: case.block_letters.clone(),
            model,
        }
    }

    /// Applies a move, and returns its name on the board before it.
    pub fn step(&mut self, m: Move) -> Cow<'m, str> {
        let name = match (self.model.move_names, &self.model.blocks) {
            (MoveNames::Blocks, Some(blocks)) => {
                blocks.move_name(&self.board, &self.letters, m).into()
            }
            _ => self.model.move_name(&self.board, m),
        };
        if self.letters.is_empty() {
            self.model.apply(&mut self.board, m);
        } else {
            self.model.carry(&mut self.board, &mut self.letters, m);
        }
        name
    }

    /// Appends the board on one line.
    pub fn write(&self, out: &mut Vec<u8>) {
        match &self.model.blocks {
            Some(blocks) => blocks.write(&self.letters, out),
            None => self.model.write_board(&self.board, out),
        }
    }

    /// Appends a drawing of the board.
    pub fn draw(&self, out: &mut Vec<u8>) {
        match &self.model.blocks {
            Some(blocks) => blocks.draw(&self.letters, out),
            None => self.model.draw_board(&self.board, out),
        }
    }
}

impl Model {
    /// The names of a sequence of moves.
    #[must_use]
    pub fn names_of_moves(&self, start: &[u8], moves: &[Move]) -> Vec<Cow<'_, str>> {
        if self.move_names == MoveNames::Moves {
            return moves.iter().map(|m| self.move_name(start, *m)).collect();
        }
        let mut walk = Walk::from(self, start);
        moves.iter().map(|m| walk.step(*m)).collect()
    }

    /// Appends the names of the moves of a solution to a board of an input.
    pub fn write_solution(&self, case: &Case, moves: &[Move], out: &mut Vec<u8>) {
        if case.block_letters.is_empty() {
            return self.write_moves(&case.start, moves, out);
        }
        let mut walk = Walk::of(self, case);
        let names: Vec<Cow<'_, str>> = moves.iter().map(|m| walk.step(*m)).collect();
        out.extend_from_slice(names.join(" ").as_bytes());
    }
}
