//! Boards that are so many characters, with or without white space between, and going on after a bad one as with
//! [words](super::cells).

use std::collections::VecDeque;

use super::cells::{Filled, next_start};
use super::error::{InputError, Place, quote};
use super::{Case, Source};

/// Boards of up to `N` cells that are single characters, with or without white space between them.
#[derive(Debug)]
pub(crate) struct Characters<const N: usize> {
    /// How many cells a board has.
    cells: usize,
    /// The number of the board at hand.
    number: u64,
    /// Characters of a bad board that belong to the next.
    returned: VecDeque<Character>,
    filled: Filled,
}

#[derive(Clone, Copy, Debug, Default)]
struct Character {
    byte: u8,
    place: Place,
    /// Whether it is the first on its line.
    is_first: bool,
}

impl<const N: usize> Default for Characters<N> {
    fn default() -> Self {
        Self::of(N)
    }
}

impl<const N: usize> Characters<N> {
    /// Boards of so many cells, 1 to `N`.
    pub fn of(cells: usize) -> Self {
        Self {
            cells: cells.clamp(1, N),
            number: 0,
            returned: VecDeque::new(),
            filled: Filled::default(),
        }
    }

    /// The next board, made of bytes that are `expected` (in messages): `is_cell` tells which are, `make` puts them together
    /// or says what is wrong with them; places past the cells hold 0. `None` at the end of the input.
    ///
    /// # Errors
    /// If that is no board or the input can't be read.
    pub fn next<B>(
        &mut self,
        source: &mut Source<'_>,
        expected: impl Fn() -> String,
        is_cell: impl Fn(u8) -> bool,
        make: impl Fn(&[u8; N]) -> Result<B, String>,
    ) -> Result<Option<Case<B>>, InputError> {
        self.number += 1;
        let cells = self.cells;
        let mut board = [Character::default(); N];
        let mut problem = None;
        for i in 0..cells {
            let Some(character) = self.character(source)? else {
                if i == 0 {
                    return Ok(None);
                }
                let misfit = self.misfit(source, &board[..i])?;
                let (place, problem) = misfit.or(problem).unwrap_or_else(|| {
                    let text =
                        format!("expected {cells} cells, found {i} before the end of the input");
                    (board[0].place, text)
                });
                return Err(source.final_error(place, Some(self.number), problem));
            };
            board[i] = character;
            if !is_cell(character.byte) && problem.is_none() {
                let (cell, found) = (i + 1, quote(&[character.byte]));
                let expected = expected();
                let text = format!("expected {expected} in cell {cell} of {cells}, found {found}");
                problem = Some((character.place, text));
            }
        }
        if problem.is_none() && self.straddles(source, &board)? {
            problem = self.misfit(source, &board[..cells])?;
        }
        let (first, last) = (board[0], board[cells - 1]);
        if first.place.line == last.place.line {
            self.filled.note(first.place.line, first.is_first);
        }
        let problem = match problem {
            Some(problem) => problem,
            None => match make(&board.map(|character| character.byte)) {
                Ok(board) => return Ok(Some(Case::new(self.number, board))),
                Err(problem) => (board[0].place, problem),
            },
        };
        let misfit = self.misfit(source, &board[..cells])?;
        let (place, problem) = misfit.unwrap_or(problem);
        self.recover(source, &board)?;
        Err(source.error(place, Some(self.number), problem))
    }

    /// The next character that is no white space and its place, which stays the next; `None` at the end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn peek(&mut self, source: &mut Source<'_>) -> Result<Option<(u8, Place)>, InputError> {
        if let Some(returned) = self.returned.front() {
            return Ok(Some((returned.byte, returned.place)));
        }
        source.skip_space()?;
        let place = source.place();
        Ok(source.peek()?.map(|byte| (byte, place)))
    }

    /// Leaves out the next character.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn skip(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.character(source).map(|_| ())
    }

    /// The next character that is no white space.
    fn character(&mut self, source: &mut Source<'_>) -> Result<Option<Character>, InputError> {
        if let Some(returned) = self.returned.pop_front() {
            return Ok(Some(returned));
        }
        source.skip_space()?;
        let (place, is_first) = (source.place(), source.is_line_blank());
        let byte = source.peek()?;
        source.advance();
        Ok(byte.map(|byte| Character {
            byte,
            place,
            is_first,
        }))
    }

    /// Whether no character follows on this line, the last one's.
    fn is_line_over(&self, source: &mut Source<'_>, line: u64) -> Result<bool, InputError> {
        match self.returned.front() {
            Some(next) => Ok(next.place.line > line),
            None => source.is_line_over(),
        }
    }

    /// Whether the board is made of what is left of one line and the beginning of another that is a board itself.
    fn straddles(
        &mut self,
        source: &mut Source<'_>,
        board: &[Character; N],
    ) -> Result<bool, InputError> {
        let last = self.cells - 1;
        let (first, line) = (board[0].place.line, board[last].place.line);
        if first == line || first != self.filled.line {
            return Ok(false);
        }
        let on_line = |c: &&Character| c.place.line == line;
        let mut length = board[..=last].iter().filter(on_line).count();
        let mut rest = Vec::new();
        while length <= self.cells && !self.is_line_over(source, line)? {
            rest.extend(self.character(source)?);
            length += 1;
        }
        for character in rest.iter().rev() {
            self.returned.push_front(*character);
        }
        Ok(length == self.cells && !rest.is_empty())
    }

    /// What is wrong with the first line of a bad board, of which these characters were found, if that explains it.
    fn misfit(
        &self,
        source: &mut Source<'_>,
        board: &[Character],
    ) -> Result<Option<(Place, String)>, InputError> {
        let (Some(first), Some(last)) = (board.first(), board.last()) else {
            return Ok(None);
        };
        let ends_line = self.is_line_over(source, last.place.line)?;
        let lines: Vec<u64> = board.iter().map(|character| character.place.line).collect();
        let quoted = || quote(&[first.byte]);
        let (count, is_first) = (self.cells, first.is_first);
        let problem = self
            .filled
            .misfit(&lines, count, is_first, ends_line, quoted);
        Ok(problem.map(|problem| (first.place, problem)))
    }

    /// Finds the beginning of the next board after a bad one.
    fn recover(
        &mut self,
        source: &mut Source<'_>,
        board: &[Character; N],
    ) -> Result<(), InputError> {
        let board = &board[..self.cells];
        let lines: Vec<u64> = board.iter().map(|character| character.place.line).collect();
        let last = lines[lines.len() - 1];
        let ends_line = self.is_line_over(source, last)?;
        if !ends_line && lines[0] == last {
            // The line is no board, so what else is on it is none either.
            while self
                .returned
                .front()
                .is_some_and(|next| next.place.line == last)
            {
                self.returned.pop_front();
            }
            return if self.returned.is_empty() {
                source.skip_line()
            } else {
                Ok(())
            };
        }
        for character in board[next_start(&lines, ends_line)..].iter().rev() {
            self.returned.push_front(*character);
        }
        Ok(())
    }
}
