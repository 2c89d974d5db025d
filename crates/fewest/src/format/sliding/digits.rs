//! 3 x 3 boards in a word of nine characters: `p1379` and `hdu3567`.

use std::marker::PhantomData;

use super::{bad_board, board};
use crate::format::cells::{Announced, Word, Words};
use crate::format::{Case, InputError, Reader, Source};
use crate::puzzles::sliding::{Board, Tiles};

const CELLS: usize = 9;

/// The board in a word, or what is wrong with it. `blank` is how the format writes the blank.
fn parse<T: Tiles>(word: &Word, blank: char) -> Result<Board<T>, String> {
    let is_blank = |byte: u8| byte == b'0' || byte.eq_ignore_ascii_case(&b'X');
    let tile = |byte: u8| match byte {
        b'1'..=b'8' => Some(byte - b'0'),
        _ => (is_blank(byte) && (blank == 'X' || byte == b'0')).then_some(0),
    };
    let cells: Option<Vec<u8>> = word.text().iter().map(|&byte| tile(byte)).collect();
    match cells.filter(|cells| cells.len() == CELLS) {
        Some(cells) => board(&cells),
        None => Err(format!(
            "expected nine characters, 1 to 8 and {blank}, found {}",
            word.quoted()
        )),
    }
}

/// Reads words of nine digits until the end (`p1379`).
#[derive(Debug)]
pub struct P1379<T> {
    words: Words,
    number: u64,
    board: PhantomData<T>,
}

impl<T> Default for P1379<T> {
    fn default() -> Self {
        Self {
            words: Words::default(),
            number: 0,
            board: PhantomData,
        }
    }
}

impl<T: Tiles> Reader for P1379<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        let Some(word) = self.words.next(source)? else {
            return Ok(None);
        };
        self.number += 1;
        match parse(&word, '0') {
            Ok(board) => Ok(Some(Case::new(self.number, board))),
            Err(problem) => Err(bad_board(source, word.place, self.number, problem)),
        }
    }
}

/// Reads T, then T times a start and a goal, each in a word of nine (`hdu3567`).
#[derive(Debug)]
pub struct Hdu3567<T> {
    words: Words,
    announced: Announced,
    board: PhantomData<T>,
}

impl<T> Default for Hdu3567<T> {
    fn default() -> Self {
        Self {
            words: Words::default(),
            announced: Announced::default(),
            board: PhantomData,
        }
    }
}

impl<T: Tiles> Reader for Hdu3567<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        if !self.announced.another(source, &mut self.words)? {
            return Ok(None);
        }
        let number = self.announced.met();
        let mut pair = [None, None];
        let mut problem = None;
        for (i, slot) in pair.iter_mut().enumerate() {
            let Some(word) = self.words.next(source)? else {
                return Err(if i == 0 {
                    self.announced.missing(source)
                } else {
                    source.final_error(
                        source.place(),
                        Some(number),
                        "expected the goal, found the end of the input",
                    )
                });
            };
            match parse(&word, 'X') {
                Ok(board) => *slot = Some(board),
                Err(text) => problem = problem.or(Some((word.place, text))),
            }
        }
        match (pair, problem) {
            ([Some(start), goal], None) => Ok(Some(Case {
                goal,
                ..Case::new(number, start)
            })),
            (_, Some((place, text))) => Err(bad_board(source, place, number, text)),
            // Both words were parsed, well or badly.
            _ => Ok(None),
        }
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.announced.close(source, &mut self.words)
    }
}
