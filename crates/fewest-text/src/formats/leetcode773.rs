//! `leetcode773`: boards as rows in brackets; the number of moves.

use fewest::model::Case;
use fewest::model::Model;
use fewest::model::Size;
use fewest::support::invariant::Invariant;
use fewest::support::place::{InputError, quote};

use super::answers::read_count;
use super::output::{push_count, push_number};
use super::tiles::{TILES, instead, miscounted, rows, sides};
use super::{Arc, Format, Policy, Reader, Rules, Source};

pub(super) const FORMAT: Format = Format {
    name: "leetcode773",
    used_by: "LeetCode 773",
    input: "`[[4,1,2],[5,0,3]]`: rows in brackets; any size",
    output: "one line per board: the number of moves (-1 if unsolvable)",
    shows_moves: false,
    // One board, two rows of three.
    rules: Rules::OPEN
        .one()
        .sized((3, 2), (3, 2))
        .laid_out()
        .accepting(Policy::Shortest),
    reader,
    write_answer: Some(|_, _, answer, out| push_count(answer.verdict, out)),
    write_board,
    read_answer: read_count,
    ..TILES
};

/// So much of a number is looked at.
const MOST_DIGITS: usize = 32;
/// So many bytes of a board of another size are read to name that.
const LONGEST_BOARD: usize = 1 << 12;

/// What the statement's examples have before a board.
const LABEL: [&[u8]; 4] = [b"Input", b":", b"board", b"="];

/// Reads boards until the end, white space anywhere, with or without `Input: board =` before each.
struct Matrix {
    model: Arc<Model>,
    number: u64,
    /// The board before was bad: what is left of it comes first.
    is_lost: bool,
}

fn reader(model: &Arc<Model>) -> Box<dyn Reader> {
    Box::new(Matrix {
        model: Arc::clone(model),
        number: 0,
        is_lost: false,
    })
}

impl Matrix {
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
            if digits.len() < MOST_DIGITS {
                digits.push(digit);
            }
            source.advance();
        }
        let last = self.model.cells() - 1;
        let value = String::from_utf8_lossy(&digits).parse::<u32>();
        match value.map(usize::try_from) {
            Ok(Ok(tile)) if tile <= last => Ok(u8::try_from(tile).debug_unwrap_or(0)),
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
        let (width, height) = sides(&self.model);
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

    /// The tiles after the first bracket, their rows counted as far as they are read.
    fn tiles(
        &self,
        source: &mut Source<'_>,
        rows: &mut Rows,
        tiles: &mut Vec<u8>,
    ) -> Result<(), InputError> {
        let (width, height) = sides(&self.model);
        for row in 0..height {
            if row > 0 {
                self.sign(source, b',')?;
            }
            self.sign(source, b'[')?;
            rows.begin();
            for column in 0..width {
                if column > 0 {
                    self.sign(source, b',')?;
                }
                source.skip_space()?;
                if source.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
                    rows.count();
                }
                tiles.push(self.tile(source)?);
            }
            self.sign(source, b']')?;
            rows.is_open = false;
        }
        self.sign(source, b']')
    }
}

/// The rows of a board that may be of another size.
#[derive(Default)]
struct Rows {
    /// How many tiles each has.
    tiles: Vec<usize>,
    /// Whether the last goes on.
    is_open: bool,
}

impl Rows {
    fn begin(&mut self) {
        self.tiles.push(0);
        self.is_open = true;
    }

    fn count(&mut self) {
        if let Some(last) = self.tiles.last_mut() {
            *last += 1;
        }
    }

    /// Reads on to the end of the board: its size, if it has one. What is in no board is left at
    /// once.
    fn finish(mut self, source: &mut Source<'_>) -> Result<Option<Size>, InputError> {
        let mut is_over = false;
        let mut is_number = false;
        // Longer boards are none, even if they never end.
        for _ in 0..LONGEST_BOARD {
            let byte = source.peek()?;
            let was_number = std::mem::replace(&mut is_number, false);
            match byte {
                Some(b'0'..=b'9') if self.is_open => {
                    is_number = true;
                    if !was_number {
                        self.count();
                    }
                }
                Some(b'[') if !self.is_open => self.begin(),
                Some(b']') if self.is_open => self.is_open = false,
                Some(b']') => is_over = true,
                Some(b',') => {}
                Some(byte) if byte.is_ascii_whitespace() => {}
                _ => return Ok(None),
            }
            source.advance();
            if is_over {
                break;
            }
        }
        let width = self.tiles.first().copied().unwrap_or(0);
        let is_full = self.tiles.iter().all(|tiles| *tiles == width);
        Ok(Size::new(width, self.tiles.len()).filter(|_| is_full && is_over))
    }
}

impl Reader for Matrix {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        source.skip_space()?;
        let is_open = self.is_lost;
        if source.peek()?.is_none() || is_open && !Self::find_board(source)? {
            return Ok(false);
        }
        self.is_lost = true;
        self.number += 1;
        case.begin(self.number);
        if !is_open {
            self.label(source)?;
        }
        let place = source.place();
        if !is_open {
            self.sign(source, b'[')?;
        }
        let mut rows = Rows::default();
        if let Err(error) = self.tiles(source, &mut rows, &mut case.start) {
            // Who named the wrong size did so from the beginning.
            let is_first = self.number == 1 && !is_open;
            let other = if is_first { rows.finish(source)? } else { None };
            // What can't start a board is left at once: its sender may wait for the error.
            while source.buffered().first().is_some_and(|&byte| byte != b'[') {
                source.advance();
            }
            let Some(other) = other.filter(|other| Some(*other) != self.model.size) else {
                return Err(error);
            };
            let (width, height) = sides(&self.model);
            let problem = format!(
                "expected a {width}x{height} board (width x height), found one of {}x{}: {}",
                other.width(),
                other.height(),
                instead(other)
            );
            return Err(source.error(place, Some(self.number), problem));
        }
        self.is_lost = false;
        if self.model.is_board(&case.start) {
            return Ok(true);
        }
        Err(source.error(place, Some(self.number), miscounted(&case.start)))
    }
}

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    for (i, row) in rows(model, &case.start).enumerate() {
        out.extend_from_slice(if i == 0 { b"[[" } else { b"],[" });
        for (column, &tile) in row.iter().enumerate() {
            if column > 0 {
                out.push(b',');
            }
            push_number(tile.into(), out);
        }
    }
    out.extend_from_slice(b"]]\n");
}
