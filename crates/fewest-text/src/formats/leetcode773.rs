//! `leetcode773`: boards as rows in brackets; the number of moves.

use fewest::model::{Case, MAX_CELLS, Model, Size};
use fewest::support::place::{InputError, Place, SHOWN, quote};

use super::answers::read_count;
use super::cells::miscounted_tiles;
use super::output::{push_count, push_number};
use super::tiles::{self, TILES, rows, sides};
use super::{Arc, Format, Reader, Source};

pub(super) const FORMAT: Format = Format {
    name: "leetcode773",
    used_by: "LeetCode 773",
    input: "`[[4,1,2],[5,0,3]]`: rows in brackets; any size",
    output: "one line per board: the number of moves (-1 if unsolvable)",
    shows_moves: false,
    // One board, two rows of three.
    min_boards: 1,
    max_boards: Some(1),
    size: Some((3, 2)),
    has_layout: true,
    reader,
    write_answer: Some(push_count),
    write_board,
    read_answer: read_count,
    ..TILES
};

/// A reader of boards up to the end of the input, with any white space.
struct Matrix {
    model: Arc<Model>,
    number: u64,
    /// True after a bad board, the rest of which must be skipped.
    is_lost: bool,
}

fn reader(model: &Arc<Model>) -> Box<dyn Reader> {
    Box::new(Matrix {
        model: Arc::clone(model),
        number: 0,
        is_lost: false,
    })
}

type PlacedTile = (u8, Place);

struct Row {
    tiles: Vec<PlacedTile>,
    /// The position of its closing bracket.
    end: Place,
}

impl Matrix {
    /// Consumes this character, or reports that it was expected.
    fn sign(&self, source: &mut Source<'_>, sign: u8) -> Result<(), InputError> {
        source.skip_space()?;
        if source.peek()? != Some(sign) {
            return Err(self.unexpected(source, &format!("`{}`", char::from(sign)))?);
        }
        source.advance();
        Ok(())
    }

    /// Consumes a comma (true) or the bracket that ends the list (false).
    fn has_next(&self, source: &mut Source<'_>) -> Result<bool, InputError> {
        source.skip_space()?;
        let has_next = match source.peek()? {
            Some(b',') => true,
            Some(b']') => false,
            _ => return Err(self.unexpected(source, "`,` or `]`")?),
        };
        source.advance();
        Ok(has_next)
    }

    /// Reads the rows after the first bracket; the board may have any size.
    fn rows(&self, source: &mut Source<'_>) -> Result<Vec<Row>, InputError> {
        let mut rows = Vec::new();
        let mut cells = 0;
        loop {
            self.sign(source, b'[')?;
            let mut tiles = Vec::new();
            let mut end;
            loop {
                if cells == MAX_CELLS {
                    return Err(self.unexpected(source, "`]`")?);
                }
                tiles.push(self.tile(source)?);
                cells += 1;
                source.skip_space()?;
                end = source.place();
                if !self.has_next(source)? {
                    break;
                }
            }
            rows.push(Row { tiles, end });
            if !self.has_next(source)? {
                return Ok(rows);
            }
        }
    }

    fn tile(&self, source: &mut Source<'_>) -> Result<PlacedTile, InputError> {
        source.skip_space()?;
        let place = source.place();
        let mut digits = Vec::new();
        while let Some(digit @ b'0'..=b'9') = source.peek()? {
            if digits.len() <= SHOWN {
                digits.push(digit);
            }
            source.advance();
        }
        let last = self.model.cells() - 1;
        if digits.is_empty() {
            return Err(self.unexpected(source, &format!("a number from 0 to {last}"))?);
        }
        let tile = String::from_utf8_lossy(&digits)
            .parse()
            .map_err(|_| self.out_of_range(source, place, &digits))?;
        Ok((tile, place))
    }

    fn out_of_range(&self, source: &Source<'_>, place: Place, digits: &[u8]) -> InputError {
        let last = self.model.cells() - 1;
        let problem = format!(
            "expected a number from 0 to {last}, found {}",
            quote(digits)
        );
        source.error(place, Some(self.number), problem)
    }

    fn unexpected(
        &self,
        source: &mut Source<'_>,
        expected: &str,
    ) -> Result<InputError, InputError> {
        let place = source.place();
        let found = match source.peek_character()? {
            [] => "the end of the input".to_owned(),
            character => quote(character),
        };
        let (width, height) = sides(&self.model);
        let problem = format!(
            "expected {expected} of a {width}x{height} board (width x height), found {found}"
        );
        Ok(source.error(place, Some(self.number), problem))
    }

    /// Finds `[[` after a bad board and consumes the first bracket, or returns false.
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

    /// The error for rows that don't fit the puzzle's boards, which begin at `place`.
    fn misshapen(&self, source: &Source<'_>, rows: &[Row], place: Place) -> Option<InputError> {
        let error = |place, problem| source.error(place, Some(self.number), problem);
        let (width, height) = sides(&self.model);
        let columns = rows.first().map_or(0, |row| row.tiles.len());
        let size = Size::new(columns, rows.len());
        if rows.iter().all(|row| row.tiles.len() == columns) && size.is_some() {
            let problem = tiles::misshapen(&self.model, columns, rows.len())?;
            return Some(tiles::instead(error(place, problem), size));
        }
        let (place, found) = match rows.iter().find(|row| row.tiles.len() != width) {
            Some(row) => (row.end, format!("a row of {}", row.tiles.len())),
            None => (place, format!("{} rows", rows.len())),
        };
        let expected = format!("a {width}x{height} board (width x height)");
        Some(error(place, format!("expected {expected}, found {found}")))
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
        let place = source.place();
        let start = if is_open {
            Ok(())
        } else {
            self.sign(source, b'[')
        };
        let rows = start.and_then(|()| self.rows(source)).inspect_err(|_| {
            // Skip buffered text that can't start a board now: the sender may wait for the error.
            while source.buffered().first().is_some_and(|&byte| byte != b'[') {
                source.advance();
            }
        })?;
        self.is_lost = false;
        if let Some(error) = self.misshapen(source, &rows, place) {
            return Err(error);
        }
        let tiles = || rows.iter().flat_map(|row| &row.tiles);
        if let Some((tile, place)) =
            tiles().find(|(tile, _)| usize::from(*tile) >= self.model.cells())
        {
            return Err(self.out_of_range(source, *place, tile.to_string().as_bytes()));
        }
        case.start.extend(tiles().map(|(tile, _)| tile));
        if self.model.is_board(&case.start) {
            return Ok(true);
        }
        Err(source.error(place, Some(self.number), miscounted_tiles(&case.start)))
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
