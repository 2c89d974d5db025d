//! Boards of the rotation game: `poj2286` and `plain`.

use super::cells::Words;
use super::characters::Characters;
use super::error::in_words;
use super::{Case, InputError, Reader, Source};
use crate::puzzles::rotation::{Board, CELLS};

/// Reads boards of 24 words, up to a lone 0 or the end (`poj2286`).
#[derive(Debug, Default)]
pub struct Poj2286 {
    words: Words,
    number: u64,
    /// The 0 that ends the boards was read.
    has_ended: bool,
}

/// 24 digits with a blank after each but the last.
const LINE: usize = 2 * CELLS - 1;

/// The board that a line of single digits and single blanks starts with, if it does.
#[inline]
fn from_line(text: &[u8]) -> Option<Board> {
    let line: &[u8; LINE] = text.first_chunk()?;
    if !text.get(LINE)?.is_ascii_whitespace() {
        return None;
    }
    let mut symbols = [0; CELLS];
    let mut is_regular = true;
    for (cell, symbol) in symbols.iter_mut().enumerate() {
        *symbol = line[2 * cell].wrapping_sub(b'0');
        is_regular &= cell + 1 == CELLS || line[(2 * cell + 1) % LINE] == b' ';
    }
    // Board::new sees to the symbols.
    if is_regular {
        Board::new(&symbols)
    } else {
        None
    }
}

/// What is wrong with symbols that make no board, in words.
fn miscount(symbols: &[u8; CELLS]) -> String {
    let count = |symbol: u8| {
        symbols
            .iter()
            .map(|&s| usize::from(s == symbol))
            .sum::<usize>()
    };
    let counted = |symbol| {
        format!(
            "{} {symbol}{}",
            in_words(count(symbol)),
            if count(symbol) == 1 { "" } else { "s" }
        )
    };
    format!(
        "has {}, {} and {}; each symbol must appear eight times",
        counted(1),
        counted(2),
        counted(3)
    )
}

impl Reader for Poj2286 {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        if self.has_ended {
            return Ok(None);
        }
        if !self.words.has_returned() {
            source.skip_space()?;
            // Most boards are such lines; whatever is not goes the careful way below.
            if let Some(board) = from_line(source.buffered()) {
                let begins_line = source.is_line_blank();
                self.words.note_board(source.place().line, begins_line);
                source.consume_within_line(LINE);
                self.number += 1;
                return Ok(Some(Case::new(self.number, board)));
            }
        }
        let Some(first) = self.words.peek(source)? else {
            return Ok(None);
        };
        if first.text() == b"0" {
            self.words.next(source)?;
            self.has_ended = true;
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        let Some(words) = self.words.board(source, CELLS, "cells", number)? else {
            return Ok(None);
        };
        let mut symbols = [0; CELLS];
        let mut problem = None;
        for (cell, (word, symbol)) in words.iter().zip(&mut symbols).enumerate() {
            if let Some(value @ 1..=3) = word.small_number() {
                *symbol = value;
            } else {
                let text = format!(
                    "expected 1, 2 or 3 in cell {} of 24, found {}",
                    cell + 1,
                    word.quoted()
                );
                problem = problem.or(Some((word.place, text)));
            }
        }
        let start = words[0].place;
        let (place, problem) = match (problem, Board::new(&symbols)) {
            (None, Some(board)) => return Ok(Some(Case::new(number, board))),
            (None, None) => (start, miscount(&symbols)),
            (Some(problem), _) => problem,
        };
        let (place, problem) = match self.words.misfit(source, CELLS)? {
            Some(misfit) => (start, misfit),
            None => (place, problem),
        };
        self.words.recover(source)?;
        Err(source.error(place, Some(number), problem))
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        match self.words.next(source)? {
            None => Ok(()),
            Some(word) => {
                let problem = format!(
                    "expected nothing after the 0 that ends the boards, found {}",
                    word.quoted()
                );
                Err(source.final_error(word.place, None, problem))
            }
        }
    }

    fn is_terminated(&self) -> bool {
        self.has_ended
    }
}

/// Reads boards of 24 symbols with or without blanks between them, until the end (`plain`).
#[derive(Debug, Default)]
pub struct Plain {
    characters: Characters<CELLS>,
}

impl Reader for Plain {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        let is_cell = |byte| matches!(byte, b'1'..=b'3');
        let make = |cells: &[u8; CELLS]| {
            let symbols = cells.map(|byte| byte - b'0');
            Board::new(&symbols).ok_or_else(|| miscount(&symbols))
        };
        self.characters
            .next(source, || "1, 2 or 3".to_owned(), is_cell, make)
    }
}
