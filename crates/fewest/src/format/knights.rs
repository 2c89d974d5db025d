//! Boards of knights: `scoi2005`, `knightsfen` and `plain`.

use super::cells::{Announced, Words, characters};
use super::error::in_words;
use super::{Case, InputError, Reader, Source, quote};
use crate::puzzles::knights::{Board, CELLS, PIECES, SIDE};

const WHITE: u8 = b'0';
const BLACK: u8 = b'1';
const EMPTY: u8 = b'*';

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
            "has {} 0, {} 1 and {} {empty}; it must have twelve 0, twelve 1 and one {empty}",
            in_words(count(WHITE)),
            in_words(count(BLACK)),
            in_words(count(EMPTY)),
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
                return Err(source.error(row.place, Some(number), problem));
            }
            to.copy_from_slice(row.text());
        }
        match board(&cells, "*") {
            Ok(board) => Ok(Some(Case::new(number, board))),
            Err(problem) => Err(source.error(place, Some(number), problem)),
        }
    }
}

/// Reads N, then N boards of five lines of `0`, `1` and a space for the empty cell (`knightsfen`).
#[derive(Debug, Default)]
pub struct Knightsfen {
    announced: Announced,
}

/// A row, or what is wrong with it in words.
type Row = Result<[u8; SIDE], String>;

impl Knightsfen {
    /// The next line as a row; `None` at the end of the input. Blanks behind the fifth character do not count.
    fn row(source: &mut Source<'_>) -> Result<Option<Row>, InputError> {
        if source.peek()?.is_none() {
            return Ok(None);
        }
        let mut text = [0u8; 2 * SIDE];
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
            Ok(row) if row.iter().all(|c| matches!(c, b'0' | b'1' | b' ')) => {
                Ok(row.map(|c| if c == b' ' { EMPTY } else { c }))
            }
            _ if line.len() < SIDE && line.iter().all(|c| matches!(c, b'0' | b'1' | b' ')) => {
                Err(format!(
                    "this row has {} character{}, expected five of 0, 1 and a space for the empty cell: \
                 was a space at its start or end trimmed?",
                    in_words(line.len()),
                    if line.len() == 1 { "" } else { "s" },
                ))
            }
            _ => Err(format!(
                "expected a row of five of 0, 1 and a space, found {}",
                quote(line)
            )),
        }))
    }
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
            source.skip_line()?;
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
                Some(Err(text)) => problem = problem.or(Some((at, text))),
                None if i == 0 => return Err(self.announced.missing(source)),
                None => {
                    let text = format!(
                        "expected five rows, found {} before the end of the input",
                        in_words(i)
                    );
                    return Err(source.final_error(place, Some(number), text));
                }
            }
        }
        if let Some((at, text)) = problem {
            return Err(source.error(at, Some(number), text));
        }
        match board(&cells, "space") {
            Ok(board) => Ok(Some(Case::new(number, board))),
            Err(problem) => Err(source.error(place, Some(number), problem)),
        }
    }
}

/// Reads boards of 25 of `0 1 *` with or without white space between them, until the end (`plain`).
#[derive(Debug, Default)]
pub struct Plain {
    number: u64,
}

impl Reader for Plain {
    type Board = Board;

    fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Case<Board>>, InputError> {
        self.number += 1;
        let number = self.number;
        let is_cell = |byte| matches!(byte, WHITE | BLACK | EMPTY).then_some(byte);
        let Some((cells, place)) = characters::<CELLS>(source, number, "0, 1 or *", is_cell)?
        else {
            return Ok(None);
        };
        match board(&cells, "*") {
            Ok(board) => Ok(Some(Case::new(number, board))),
            Err(problem) => Err(source.error(place, Some(number), problem)),
        }
    }
}
