//! Boards of defined puzzles, `plain` on a line or `drawn` as they look, and their notation.

mod reader;

pub use reader::DefinedReader;

use super::notation::{NoMove, Notation};
use crate::invariant::Invariant;
use crate::puzzle::{Move, MoveSet, Puzzle};
use crate::puzzles::defined::{Board, Defined};

impl<const N: usize> Notation for Defined<N> {
    /// Moves that are single characters stand without a blank between them.
    fn separator(&self) -> &'static str {
        let mut moves = self.model().moves.iter();
        if moves.all(|name| name.len() == 1) {
            ""
        } else {
            " "
        }
    }

    fn compact(&self, board: &Board<N>, out: &mut Vec<u8>) {
        let own: Vec<&str> = written(self, board).collect();
        let order = &self.model().boards.order;
        let ordered = order.iter().filter_map(|&cell| own.get(usize::from(cell)));
        let ordered: Vec<&str> = ordered.copied().collect();
        let line = if order.is_empty() { own } else { ordered };
        out.extend_from_slice(line.join(" ").as_bytes());
    }

    fn draw(&self, board: &Board<N>, out: &mut Vec<u8>) {
        self.model().picture.draw(written(self, board), out);
    }

    fn move_name(&self, _: &Board<N>, m: Move, out: &mut Vec<u8>) {
        let name = self.model().moves.get(m.index());
        out.extend_from_slice(name.map(String::as_bytes).debug_unwrap_or_default());
    }

    fn named(&self, before: &Board<N>, name: &[u8]) -> Result<Move, NoMove> {
        let name = std::str::from_utf8(name).map_err(|_| NoMove::Unknown)?;
        let m = self.model().find_move(name).ok_or(NoMove::Unknown)?;
        let is_legal = self.moves(before).bits() & MoveSet::only(m).bits() != 0;
        if is_legal {
            Ok(m)
        } else {
            Err(NoMove::Illegal)
        }
    }

    fn goal(&self, solved: &Board<N>) -> Option<String> {
        let goals = &self.model().goals;
        let name = goals.get(Defined::goal(self, solved)?)?;
        (goals.len() > 1 && !name.is_empty()).then(|| name.clone())
    }
}

/// A board's symbols as they are written.
fn written<'p, const N: usize>(
    puzzle: &'p Defined<N>,
    board: &'p Board<N>,
) -> impl Iterator<Item = &'p str> + Clone {
    let symbols = &puzzle.model().symbols;
    let cells = (0..puzzle.cells()).map(|cell| usize::from(board.get(cell)));
    cells.map(|symbol| symbols.get(symbol).map(String::as_str).debug_unwrap_or("?"))
}
