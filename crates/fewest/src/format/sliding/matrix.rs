//! Boards as rows in brackets: `leetcode773`.

use std::marker::PhantomData;

use super::{bad_board, board, instead};
use crate::format::{Case, InputError, Reader, Source, quote};
use crate::puzzles::sliding::{Board, Size, Tiles};

/// So much of a number is looked at.
const LONGEST: usize = 32;

/// What the statement's examples have before a board.
const LABEL: [&[u8]; 4] = [b"Input", b":", b"board", b"="];

/// Reads `[[4,1,2],[5,0,3]]` until the end, white space anywhere, with or without `Input: board =` before each.
#[derive(Debug)]
pub struct Matrix<T> {
    size: Size,
    number: u64,
    /// The board before was bad: what is left of it comes first.
    is_lost: bool,
    board: PhantomData<T>,
}

impl<T> Matrix<T> {
    /// Boards of this size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            number: 0,
            is_lost: false,
            board: PhantomData,
        }
    }

    /// Consumes one sign; otherwise says what was expected.
    fn sign(&self, source: &mut Source<'_>, sign: u8) -> Result<(), InputError> {
        source.skip_space()?;
        if source.peek()? == Some(sign) {
            source.advance();
            return Ok(());
        }
        Err(self.unexpected(source, &format!("`{}`", char::from(sign)))?)
    }

    /// Consumes a number below the count of cells; otherwise says what was expected.
    fn tile(&self, source: &mut Source<'_>) -> Result<u8, InputError> {
        source.skip_space()?;
        let place = source.place();
        let mut digits = Vec::new();
        while let Some(digit @ b'0'..=b'9') = source.peek()? {
            // More than any tile has, and than a message shows.
            if digits.len() < LONGEST {
                digits.push(digit);
            }
            source.advance();
        }
        let last = self.size.cells() - 1;
        let value = String::from_utf8_lossy(&digits).parse::<u32>();
        match value.map(usize::try_from) {
            Ok(Ok(tile)) if tile <= last => Ok(u8::try_from(tile).unwrap_or(0)),
            _ if !digits.is_empty() => Err(source.error(
                place,
                Some(self.number),
                format!(
                    "expected a number from 0 to {last}, found {}",
                    quote(&digits)
                ),
            )),
            _ => Err(self.unexpected(source, &format!("a number from 0 to {last}"))?),
        }
    }

    /// Leaves out what may stand before a board.
    fn label(&self, source: &mut Source<'_>) -> Result<(), InputError> {
        for word in LABEL {
            source.skip_space()?;
            if source.peek()? != word.first().copied() {
                continue;
            }
            for &byte in word {
                if source.peek()? != Some(byte) {
                    return Err(self.unexpected(source, "`[`")?);
                }
                source.advance();
            }
        }
        source.skip_space()
    }

    fn unexpected(
        &self,
        source: &mut Source<'_>,
        expected: &str,
    ) -> Result<InputError, InputError> {
        let place = source.place();
        let found = source
            .peek()?
            .map_or("the end of the input".to_owned(), |byte| quote(&[byte]));
        let (width, height) = (self.size.width(), self.size.height());
        let problem = format!(
            "expected {expected} of a {width}x{height} board (width x height), found {found}"
        );
        Ok(source.error(place, Some(self.number), problem))
    }

    /// After a bad board: finds `[[`. Whether there is one; it is left half read.
    fn find_board(source: &mut Source<'_>) -> Result<bool, InputError> {
        while let Some(byte) = source.peek()? {
            source.advance();
            if byte == b'[' {
                source.skip_space()?;
                if source.peek()? == Some(b'[') {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The tiles behind the first bracket.
    fn tiles(&self, source: &mut Source<'_>) -> Result<Vec<u8>, InputError> {
        let mut tiles = Vec::with_capacity(self.size.cells());
        for row in 0..self.size.height() {
            if row > 0 {
                self.sign(source, b',')?;
            }
            self.sign(source, b'[')?;
            for column in 0..self.size.width() {
                if column > 0 {
                    self.sign(source, b',')?;
                }
                tiles.push(self.tile(source)?);
            }
            self.sign(source, b']')?;
        }
        self.sign(source, b']')?;
        Ok(tiles)
    }
}

/// The size of the board that a text begins with, if it holds all of it.
fn shape(text: &[u8]) -> Option<Size> {
    let mut signs = (0..text.len()).filter(|&i| !text[i].is_ascii_whitespace());
    let mut before = signs.next()?;
    let end = signs.find(|&i| {
        let is_end = (text[before], text[i]) == (b']', b']');
        before = i;
        is_end
    })?;
    let mut rows = (text[..end].split(|&byte| byte == b'['))
        .map(|row| {
            let tiles = row.split(|&byte| byte == b',');
            tiles
                .filter(|tile| tile.iter().any(u8::is_ascii_digit))
                .count()
        })
        .filter(|&tiles| tiles > 0);
    let width = rows.next()?;
    let others = rows.clone().count();
    let is_full = rows.all(|tiles| tiles == width);
    Size::new(width, others + 1).filter(|_| is_full)
}

impl<T: Tiles> Reader for Matrix<T> {
    type Board = Board<T>;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board<T>>>, InputError> {
        source.skip_space()?;
        let is_open = self.is_lost;
        if source.peek()?.is_none() || is_open && !Self::find_board(source)? {
            return Ok(None);
        }
        self.is_lost = true;
        self.number += 1;
        if !is_open {
            self.label(source)?;
        }
        let place = source.place();
        // Who named the wrong size did so from the beginning.
        let other = (shape(source.buffered()))
            .filter(|other| self.number == 1 && *other != self.size && !is_open);
        if !is_open {
            self.sign(source, b'[')?;
        }
        let tiles = self.tiles(source).map_err(|error| {
            // What can't start a board is left at once: whoever sent it may wait for the error.
            while source.buffered().first().is_some_and(|&byte| byte != b'[') {
                source.advance();
            }
            let Some(other) = other else {
                return error;
            };
            let (width, height) = (self.size.width(), self.size.height());
            let problem = format!(
                "expected a {width}x{height} board (width x height), found one of {}x{}: {}",
                other.width(),
                other.height(),
                instead(other)
            );
            source.error(place, Some(self.number), problem)
        })?;
        self.is_lost = false;
        match board(&tiles) {
            Ok(board) => Ok(Some(Case::new(self.number, board))),
            Err(problem) => Err(bad_board(source, place, self.number, problem)),
        }
    }
}
