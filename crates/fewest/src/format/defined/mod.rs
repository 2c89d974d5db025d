//! Boards of defined puzzles, `plain` on a line or `drawn` as they look, and their notation.

mod reader;

pub use reader::DefinedReader;

use super::notation::{NoMove, Notation};
use crate::kernel::Kernel;
use crate::kernel::general::{Board, General};
use crate::puzzle::Move;
use crate::structure::Structured;

fn symbols<B: Board>(puzzle: &General<B>, board: &B) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}

impl<B: Board> Notation for General<B> {
    fn separator(&self) -> &'static str {
        self.model().separator()
    }

    fn compact(&self, board: &B, out: &mut Vec<u8>) {
        self.model().write_board(&symbols(self, board), out);
    }

    fn draw(&self, board: &B, out: &mut Vec<u8>) {
        self.model().draw_board(&symbols(self, board), out);
    }

    fn move_name(&self, before: &B, m: Move, out: &mut Vec<u8>) {
        let name = self.model().move_name(&symbols(self, before), m);
        out.extend_from_slice(name.as_bytes());
    }

    fn named(&self, before: &B, name: &[u8]) -> Result<Move, NoMove> {
        let named = self.model().named_move(&symbols(self, before), name);
        named.map_err(|error| match error {
            crate::model::NoMove::Unknown => NoMove::Unknown,
            crate::model::NoMove::Illegal => NoMove::Illegal,
        })
    }

    fn goal(&self, solved: &B) -> Option<String> {
        let goal = Kernel::goal(self, solved)?;
        self.model().goal_name(goal).map(str::to_owned)
    }
}
