//! Boards of defined puzzles, `plain` on a line or `drawn` as they look, and their notation.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cells::Words;
use super::characters::Characters;
use super::notation::{NoMove, Notation};
use super::{Case, InputError, Reader, Source};
use crate::puzzle::{Move, MoveSet, Puzzle};
use crate::puzzles::defined::{Board, Defined};
use crate::structure::Structured;

/// Reads boards of as many symbols as there are cells, with white space between them, until the end. Symbols that are
/// single characters may do without.
pub struct Plain<const N: usize> {
    puzzle: Arc<Defined<N>>,
    cells: Cells<N>,
}

enum Cells<const N: usize> {
    /// Every symbol is one byte; by byte.
    Characters(Characters<N>, Box<[Option<u8>; 256]>),
    Words {
        words: Words,
        number: u64,
        symbols: FxHashMap<Vec<u8>, u8>,
    },
}

impl<const N: usize> Plain<N> {
    /// The reader for this puzzle.
    #[must_use]
    pub fn new(puzzle: Arc<Defined<N>>) -> Self {
        let symbols = || (0..=u8::MAX).zip(&puzzle.definition().symbols);
        let cells = if symbols().all(|(_, written)| written.len() == 1) {
            let mut by_byte = Box::new([None; 256]);
            for (symbol, written) in symbols() {
                for byte in written.bytes() {
                    by_byte[usize::from(byte)] = Some(symbol);
                }
            }
            Cells::Characters(Characters::of(puzzle.cells()), by_byte)
        } else {
            let words = symbols().map(|(symbol, written)| (written.clone().into_bytes(), symbol));
            Cells::Words {
                words: Words::default(),
                number: 0,
                symbols: words.collect(),
            }
        };
        Self { puzzle, cells }
    }
}

/// The board of these symbols, or what is wrong with them: the first symbol that comes too often, and the first too seldom.
fn board<const N: usize>(puzzle: &Defined<N>, symbols: &[u8]) -> Result<Board<N>, String> {
    puzzle.board(symbols).ok_or_else(|| {
        let definition = puzzle.definition();
        let kinds = (0..=u8::MAX).zip(definition.symbols.iter().zip(&puzzle.parts().pieces));
        let wrong = kinds.filter_map(|(symbol, (written, &pieces))| {
            let found: u32 = symbols.iter().map(|own| u32::from(*own == symbol)).sum();
            (found != pieces).then(|| format!("{found} of `{written}` and not {pieces}"))
        });
        let wrong: Vec<String> = wrong.take(2).collect();
        format!("has {}", wrong.join(", "))
    })
}

/// What a cell may hold, for messages.
fn expected<const N: usize>(puzzle: &Defined<N>) -> String {
    const MOST: usize = 9;
    match &puzzle.definition().symbols[..] {
        [others @ .., last] if others.len() < MOST => format!("{} or {last}", others.join(", ")),
        [first, .., last] => format!("a symbol of {first} to {last}"),
        _ => "a symbol".to_owned(),
    }
}

impl<const N: usize> Reader for Plain<N> {
    type Board = Board<N>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<N>>>, InputError> {
        let puzzle = &*self.puzzle;
        let cells = puzzle.cells();
        let (words, number, symbols) = match &mut self.cells {
            Cells::Characters(characters, by_byte) => {
                let symbol = |byte: u8| by_byte[usize::from(byte)];
                let make = |bytes: &[u8; N]| {
                    let symbols = bytes.map(|byte| symbol(byte).unwrap_or(u8::MAX));
                    board(puzzle, symbols.get(..cells).unwrap_or_default())
                };
                let is_cell = |byte| symbol(byte).is_some();
                return characters.next(source, || expected(puzzle), is_cell, make);
            }
            Cells::Words {
                words,
                number,
                symbols,
            } => (words, number, symbols),
        };
        *number += 1;
        let Some(found) = words.board(source, cells, "symbols", *number)? else {
            return Ok(None);
        };
        let mut own = Vec::with_capacity(cells);
        let mut problem = None;
        for (cell, word) in (1..).zip(found) {
            let symbol = word.whole().and_then(|word| symbols.get(word));
            if symbol.is_none() && problem.is_none() {
                let (expected, found) = (expected(puzzle), word.quoted());
                let text = format!("expected {expected} in cell {cell} of {cells}, found {found}");
                problem = Some((word.place, text));
            }
            own.push(symbol.copied().unwrap_or(u8::MAX));
        }
        let first = found.first().map(|word| word.place).unwrap_or_default();
        let (place, problem) = match problem {
            Some(problem) => problem,
            None => match board(puzzle, &own) {
                Ok(board) => return Ok(Some(Case::new(*number, board))),
                Err(problem) => (first, problem),
            },
        };
        words.recover(source)?;
        Err(source.error(place, Some(*number), problem))
    }
}

impl<const N: usize> Notation for Defined<N> {
    /// Moves that are single characters stand without a blank between them.
    fn separator(&self) -> &'static str {
        let mut moves = self.definition().moves.iter();
        if moves.all(|name| name.len() == 1) {
            ""
        } else {
            " "
        }
    }

    fn compact(&self, board: &Board<N>, out: &mut Vec<u8>) {
        for (i, symbol) in written(self, board).enumerate() {
            out.extend_from_slice(if i > 0 { b" " } else { b"" });
            out.extend_from_slice(symbol.as_bytes());
        }
    }

    fn draw(&self, board: &Board<N>, out: &mut Vec<u8>) {
        let mut drawing = String::new();
        self.definition()
            .picture
            .draw(written(self, board), &mut drawing);
        out.extend_from_slice(drawing.as_bytes());
    }

    fn move_name(&self, _: &Board<N>, m: Move, out: &mut Vec<u8>) {
        let name = self.definition().moves.get(m.index());
        out.extend_from_slice(name.map_or(b"", String::as_bytes));
    }

    fn named(&self, before: &Board<N>, name: &[u8]) -> Result<Move, NoMove> {
        let name = std::str::from_utf8(name).map_err(|_| NoMove::Unknown)?;
        let m = self.definition().find_move(name).ok_or(NoMove::Unknown)?;
        let is_legal = self.moves(before).bits() & MoveSet::only(m).bits() != 0;
        if is_legal {
            Ok(m)
        } else {
            Err(NoMove::Illegal)
        }
    }

    fn goal(&self, solved: &Board<N>) -> Option<String> {
        let goals = &self.definition().goals;
        let name = goals.get(Defined::goal(self, solved)?)?;
        (goals.len() > 1 && !name.is_empty()).then(|| name.clone())
    }
}

/// A board's symbols as they are written.
fn written<'p, const N: usize>(
    puzzle: &'p Defined<N>,
    board: &'p Board<N>,
) -> impl Iterator<Item = &'p str> + Clone {
    let symbols = &puzzle.definition().symbols;
    let cells = (0..puzzle.cells()).map(|cell| usize::from(board.get(cell)));
    cells.map(|symbol| symbols.get(symbol).map_or("?", String::as_str))
}
