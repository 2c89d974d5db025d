//! Reading boards of defined puzzles, with what the definition says of how they are written.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::format::cells::{Announced, Words};
use crate::format::characters::Characters;
use crate::format::error::quote;
use crate::format::{Case, InputError, Reader, Source};
use crate::kernel::Kernel;
use crate::kernel::general::{Board, General};
use crate::model::MAX_CELLS;
use crate::structure::Structured;

/// Reads boards of as many symbols as there are cells, with white space or commas between them. Symbols that are single characters
/// may do without. A definition may say that a number of boards comes first, and what ends them.
pub struct DefinedReader<B: Board> {
    puzzle: Arc<General<B>>,
    cells: Cells,
    /// The cells in the order of the symbols; none if that is their own.
    order: Vec<u8>,
    /// The number of boards, where it comes first.
    announced: Option<Announced>,
    /// The word behind the last board, if there is one.
    end: Option<Vec<u8>>,
    has_ended: bool,
    /// Commas part symbols as white space does: none has a comma of its own.
    has_commas: bool,
}

enum Cells {
    /// Every symbol is one byte, and what ends the boards too; by byte.
    Characters(Characters<MAX_CELLS>, Box<[Option<u8>; 256]>),
    Words {
        words: Words,
        number: u64,
        symbols: FxHashMap<Vec<u8>, u8>,
    },
}

impl<B: Board> DefinedReader<B> {
    /// The reader of boards on a line: their cells in the definition's order.
    #[must_use]
    pub fn plain(puzzle: Arc<General<B>>) -> Self {
        let order = puzzle.model().boards.order.clone();
        Self {
            order,
            ..Self::drawn(puzzle)
        }
    }

    /// The reader of boards as they look.
    #[must_use]
    pub fn drawn(puzzle: Arc<General<B>>) -> Self {
        let boards = &puzzle.model().boards;
        let others = boards.others.iter().map(|(other, symbol)| (*symbol, other));
        let symbols = (0..=u8::MAX).zip(&puzzle.model().symbols);
        let symbols: Vec<(u8, &String)> = symbols.chain(others).collect();
        let end = boards.end.as_ref();
        let mut words = symbols.iter().map(|(_, written)| *written).chain(end);
        let has_commas = !words.any(|word| word.contains(','));
        let mut written = symbols.iter().map(|(_, written)| *written);
        let cells = if written.all(|written| written.len() == 1)
            && boards.end.as_ref().is_none_or(|end| end.len() == 1)
        {
            let mut by_byte = Box::new([None; 256]);
            for (symbol, written) in symbols {
                for byte in written.bytes() {
                    by_byte[usize::from(byte)] = Some(symbol);
                }
            }
            Cells::Characters(Characters::of(puzzle.cells()), by_byte)
        } else {
            let words = symbols
                .iter()
                .map(|(symbol, written)| (written.as_bytes().to_vec(), *symbol));
            Cells::Words {
                words: Words::default(),
                number: 0,
                symbols: words.collect(),
            }
        };
        Self {
            cells,
            order: Vec::new(),
            announced: boards.is_counted.then(Announced::default),
            end: boards.end.clone().map(String::into_bytes),
            has_ended: false,
            has_commas,
            puzzle,
        }
    }

    /// The same for boards that nothing comes before or behind.
    #[must_use]
    pub fn bare(self) -> Self {
        Self {
            announced: None,
            end: None,
            ..self
        }
    }

    /// Reads the word that ends the boards, if it comes next; whether it does.
    fn meets_end(&mut self, source: &mut Source<'_>) -> Result<bool, InputError> {
        let Some(end) = &self.end else {
            return Ok(false);
        };
        let is_end = match &mut self.cells {
            Cells::Characters(characters, _) => {
                let next = characters.peek(source)?.map(|(byte, _)| byte);
                next.is_some() && next == end.first().copied()
            }
            Cells::Words { words, .. } => {
                let next = words.peek(source)?;
                next.is_some_and(|word| word.whole() == Some(&end[..]))
            }
        };
        if is_end {
            match &mut self.cells {
                Cells::Characters(characters, _) => characters.skip(source)?,
                Cells::Words { words, .. } => {
                    words.next(source)?;
                }
            }
        }
        Ok(is_end)
    }
}

/// The board of these symbols, or what is wrong with them: the first symbol that comes too often, and the first too seldom.
fn board<B: Board>(puzzle: &General<B>, order: &[u8], symbols: &[u8]) -> Result<B, String> {
    let mut placed = symbols.to_vec();
    for (&cell, &symbol) in order.iter().zip(symbols) {
        if let Some(place) = placed.get_mut(usize::from(cell)) {
            *place = symbol;
        }
    }
    puzzle.board(&placed).ok_or_else(|| {
        let definition = puzzle.model();
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
fn expected<B: Board>(puzzle: &General<B>) -> String {
    const MOST: usize = 9;
    match &puzzle.model().symbols[..] {
        [others @ .., last] if others.len() < MOST => format!("{} or {last}", others.join(", ")),
        [first, .., last] => format!("a symbol of {first} to {last}"),
        _ => "a symbol".to_owned(),
    }
}

impl<B: Board> Reader for DefinedReader<B> {
    type Board = B;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<B>>, InputError> {
        if self.has_ended {
            return Ok(None);
        }
        if self.has_commas {
            source.part_at_commas();
        }
        if let Some(announced) = &mut self.announced {
            let mut first = Words::default();
            let words = match &mut self.cells {
                Cells::Characters(..) => &mut first,
                Cells::Words { words, .. } => words,
            };
            if !announced.another(source, words)? {
                return Ok(None);
            }
        }
        self.has_ended = self.meets_end(source)?;
        let found = if self.has_ended {
            None
        } else {
            self.cells.next(&self.puzzle, &self.order, source)?
        };
        match &self.announced {
            Some(announced) if found.is_none() => Err(announced.missing(source)),
            _ => Ok(found),
        }
    }

    /// After a number of boards the word that ends them may come, too.
    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.has_ended = self.has_ended || self.meets_end(source)?;
        let next = match &mut self.cells {
            Cells::Characters(characters, _) => characters
                .peek(source)?
                .map(|(byte, place)| (place, quote(&[byte]))),
            Cells::Words { words, .. } => {
                (words.peek(source)?).map(|word| (word.place, word.quoted()))
            }
        };
        let Some((place, found)) = next else {
            return Ok(());
        };
        let problem = format!("expected nothing behind the last board, found {found}");
        Err(source.final_error(place, None, problem))
    }

    fn is_terminated(&self) -> bool {
        self.end.is_none() || self.has_ended
    }
}

impl Cells {
    /// The next board.
    fn next<B: Board>(
        &mut self,
        puzzle: &General<B>,
        order: &[u8],
        source: &mut Source<'_>,
    ) -> Result<Option<Case<B>>, InputError> {
        let cells = puzzle.cells();
        let (words, number, symbols) = match self {
            Self::Characters(characters, by_byte) => {
                let symbol = |byte: u8| by_byte[usize::from(byte)];
                let make = |bytes: &[u8; MAX_CELLS]| {
                    let symbols = bytes.map(|byte| symbol(byte).unwrap_or(u8::MAX));
                    board(puzzle, order, symbols.get(..cells).unwrap_or_default())
                };
                let is_cell = |byte| symbol(byte).is_some();
                return characters.next(source, || expected(puzzle), is_cell, make);
            }
            Self::Words {
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
            None => match board(puzzle, order, &own) {
                Ok(board) => return Ok(Some(Case::new(*number, board))),
                Err(problem) => (first, problem),
            },
        };
        let misfit = words.misfit(source, cells)?;
        let (place, problem) = misfit.map_or((place, problem), |misfit| (first, misfit));
        words.recover(source)?;
        Err(source.error(place, Some(*number), problem))
    }
}
