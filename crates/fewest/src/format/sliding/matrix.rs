//! Boards as rows in brackets: `leetcode773`.

use std::marker::PhantomData;

use super::{bad_board, board};
use crate::format::{Case, InputError, Reader, Source, quote};
use crate::puzzles::sliding::{Board, Size, Tiles};

/// Reads `[[4,1,2],[5,0,3]]` until the end, white space anywhere.
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
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = source.peek()? {
            // Held below 2^16, so that any number of digits fits.
            value = Some((value.unwrap_or(0) * 10 + u32::from(digit - b'0')).min(1 << 16));
            source.advance();
        }
        let last = self.size.cells() - 1;
        match value.map(usize::try_from) {
            Some(Ok(tile)) if tile <= last => Ok(u8::try_from(tile).unwrap_or(0)),
            Some(_) => Err(source.error(
                place,
                Some(self.number),
                format!("expected a number from 0 to {last}, found a larger one"),
            )),
            None => Err(self.unexpected(source, &format!("a number from 0 to {last}"))?),
        }
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
        let place = source.place();
        if !is_open {
            self.sign(source, b'[')?;
        }
        let tiles = self.tiles(source).inspect_err(|_| {
            // What can't start a board is left at once: whoever sent it may wait for the error.
            while source.buffered().first().is_some_and(|&byte| byte != b'[') {
                source.advance();
            }
        })?;
        self.is_lost = false;
        match board(&tiles) {
            Ok(board) => Ok(Some(Case::new(self.number, board))),
            Err(problem) => Err(bad_board(source, place, self.number, problem)),
        }
    }
}
