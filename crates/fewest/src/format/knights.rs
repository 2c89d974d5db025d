//! Boards of knights: `scoi2005`, `knightsfen` and `plain`.

use super::cells::{Announced, Words};
use super::characters::Characters;
use super::error::in_words;
use super::{Case, InputError, Reader, Source, quote};
use crate::puzzles::knights::{Board, CELLS, PIECES, SIDE};

const WHITE: u8 = b'0';
const BLACK: u8 = b'1';
const EMPTY: u8 = b'*';
/// The empty cell in messages.
const STAR: &str = "`*`";
const SPACE: &str = "space";

/// The board with these cells, or what is wrong with them in words.
fn board(cells: &[u8; CELLS], empty: &str) -> Result<Board, String> {
    let count = |piece: u8| {
        cells
            .iter()
            .map(|&c| usize::from(c == piece))
            .sum::<usize>()
    };
    let black = cells
        .iter()
        .rev()
        .fold(0, |bits, &c| bits << 1 | u32::from(c == BLACK));
    let place = cells
        .iter()
        .position(|&c| c == EMPTY)
        .and_then(|cell| u8::try_from(cell).ok());
    let found = if count(WHITE) == PIECES as usize {
        place.and_then(|place| Board::new(black, place))
    } else {
        None
    };
    found.ok_or_else(|| {
        format!(
            "has {} `0`, {} `1` and {} {empty}{}; it must have twelve `0`, twelve `1` and one {empty}",
            in_words(count(WHITE)),
            in_words(count(BLACK)),
            in_words(count(EMPTY)),
            if empty == SPACE && count(EMPTY) != 1 {
                "s"
            } else {
                ""
            },
        )
    })
}

/// Reads T, then T boards of five words of `0 1 *` (`scoi2005`).
#[derive(Debug, Default)]
pub struct Scoi2005 {
    words: Words,
    announced: Announced,
}

impl Reader for Scoi2005 {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        if !self.announced.another(source, &mut self.words)? {
            return Ok(None);
        }
        let number = self.announced.met();
        let Some(rows) = self.words.board(source, SIDE, "rows", number)? else {
            return Err(self.announced.missing(source));
        };
        let place = rows[0].place;
        let mut cells = [0; CELLS];
        for (row, to) in rows.iter().zip(cells.chunks_mut(SIDE)) {
            let is_row = |text: &[u8]| {
                text.len() == SIDE && text.iter().all(|c| matches!(c, b'0' | b'1' | b'*'))
            };
            if !is_row(row.text()) {
                let problem = format!("expected a row of five of 0 1 *, found {}", row.quoted());
                let place = row.place;
                self.words.recover(source)?;
                return Err(source.error(place, Some(number), problem));
            }
            to.copy_from_slice(row.text());
        }
        match board(&cells, STAR) {
            Ok(board) => Ok(Some(Case::new(number, board))),
            Err(problem) => {
                self.words.recover(source)?;
                Err(source.error(place, Some(number), problem))
            }
        }
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.announced.close(source, &mut self.words)
    }
}

/// Reads N, then N boards of five lines of `0`, `1` and a space for the empty cell (`knightsfen`).
#[derive(Debug, Default)]
pub struct Knightsfen {
    announced: Announced,
}

/// So much of a line is looked at, more than a message shows.
const LONGEST_ROW: usize = 32;

/// A line that is no row of `knightsfen`; its beginning if it is long.
struct NoRow(Vec<u8>);

impl NoRow {
    /// What is wrong with it, in words.
    fn problem(&self) -> String {
        let Self(line) = self;
        if line.is_empty() {
            "expected a row of five of 0, 1 and a space, found an empty line".to_owned()
        } else if line.len() < SIDE && line.iter().copied().all(is_knightsfen) {
            format!(
                "this row has {} character{}, expected five of 0, 1 and a space for the empty cell: \
                 was a space at its start or end trimmed?",
                in_words(line.len()),
                if line.len() == 1 { "" } else { "s" },
            )
        } else {
            format!(
                "expected a row of five of 0, 1 and a space, found {}",
                quote(line)
            )
        }
    }
}

impl Knightsfen {
    /// The next line as a row; `None` at the end of the input. Blanks behind the fifth character do not count.
    fn row(source: &mut Source<'_>) -> Result<Option<Result<[u8; SIDE], NoRow>>, InputError> {
        if source.peek()?.is_none() {
            return Ok(None);
        }
        let mut text = [0u8; LONGEST_ROW];
        let mut len = 0;
        let mut has_more = false;
        while let Some(byte) = source.peek()? {
            source.advance();
            match byte {
                b'\n' => break,
                _ if len < text.len() => {
                    text[len] = byte;
                    len += 1;
                }
                b' ' | b'\r' => {}
                _ => has_more = true,
            }
            if has_more {
                source.skip_line()?;
            }
        }
        let mut line = &text[..len];
        if line.last() == Some(&b'\r') {
            line = &line[..len - 1];
        }
        while line.len() > SIDE && line.last() == Some(&b' ') && !has_more {
            line = &line[..line.len() - 1];
        }
        Ok(Some(match <[u8; SIDE]>::try_from(line) {
            Ok(row) if row.into_iter().all(is_knightsfen) => {
                Ok(row.map(|c| if c == b' ' { EMPTY } else { c }))
            }
            _ => Err(NoRow(line.to_vec())),
        }))
    }
}

const fn is_knightsfen(cell: u8) -> bool {
    matches!(cell, b'0' | b'1' | b' ')
}

impl Reader for Knightsfen {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        // White space counts in the rows: words are asked for only where no row can be.
        if self.announced.next_is_board() {
            self.announced.meet();
        } else {
            let mut words = Words::default();
            if !self.announced.another(source, &mut words)? {
                return Ok(None);
            }
            if !source.is_line_over()? {
                let problem = format!(
                    "expected nothing behind the number of boards on its line, found {}",
                    source.quoted_next()?
                );
                return Err(source.final_error(source.place(), None, problem));
            }
            source.advance();
        }
        let number = self.announced.met();
        let mut place = source.place();
        // Empty lines between boards.
        while matches!(source.peek()?, Some(b'\n' | b'\r')) {
            source.advance();
            place = source.place();
        }
        let mut cells = [0; CELLS];
        let mut problem = None;
        for (i, to) in cells.chunks_mut(SIDE).enumerate() {
            let at = source.place();
            match Self::row(source)? {
                Some(Ok(row)) => to.copy_from_slice(&row),
                Some(Err(row)) => {
                    problem = problem.or_else(|| Some((at, row.problem())));
                    // Boards are parted by empty lines, if by anything.
                    if row.0.is_empty() {
                        break;
                    }
                }
                None if i == 0 => return Err(self.announced.missing(source)),
                None => {
                    let (at, text) = problem.unwrap_or_else(|| {
                        let found = in_words(i);
                        let text = format!(
                            "expected five rows, found {found} before the end of the input"
                        );
                        (place, text)
                    });
                    return Err(source.final_error(at, Some(number), text));
                }
            }
        }
        if let Some((at, text)) = problem {
            return Err(source.error(at, Some(number), text));
        }
        match board(&cells, SPACE) {
            Ok(board) => Ok(Some(Case::new(number, board))),
            Err(problem) => Err(source.error(place, Some(number), problem)),
        }
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.announced.close(source, &mut Words::default())
    }
}

/// Reads boards of 25 of `0 1 *` with or without white space between them, until the end (`plain`).
#[derive(Debug, Default)]
pub struct Plain {
    characters: Characters<CELLS>,
}

impl Reader for Plain {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        let is_cell = |byte| matches!(byte, WHITE | BLACK | EMPTY);
        let make = |cells: &_| board(cells, STAR);
        self.characters
            .next(source, || "0, 1 or *".to_owned(), is_cell, make)
    }
}
