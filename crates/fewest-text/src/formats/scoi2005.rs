//! `scoi2005`: the number of boards, then five rows for each; the fewest moves up to 15.

use fewest::model::Case;
use fewest::solver::Verdict;
use fewest::support::place::InputError;

use super::answers::read_count;
use super::board_reader::BoardReader;
use super::cells::knights;
use super::output::{push_count, push_line};
use super::{Format, Frame, Source, plain};

pub(super) const FORMAT: Format = Format {
    name: "scoi2005",
    used_by: "BZOJ 1085, Luogu P2324, COGS 2534",
    input: "T, then T boards of 5 rows of 0 1 *",
    output: "one line per board: the fewest moves up to 15, else -1",
    limit: Some(MOVES_ASKED_FOR),
    shows_moves: false,
    // T <= 10.
    max_boards: Some(10),
    has_layout: true,
    reader: |model| BoardReader::counted(model, next),
    write_answer: Some(|model, case, answer, out| match answer.verdict {
        Verdict::Beyond(MOVES_ASKED_FOR) => push_line("-1", out),
        _ => push_count(model, case, answer, out),
    }),
    frame: Frame::Counted,
    write_board: |_, case, out| push_rows(&case.start, b'*', out),
    read_answer: read_count,
    ..plain::KNIGHTS
};

const MOVES_ASKED_FOR: u32 = 15;
/// The number of rows, and of cells in a row.
pub(super) const SIDE: usize = 5;

/// Appends the rows of a board, with `empty` for the empty cell.
pub(super) fn push_rows(symbols: &[u8], empty: u8, out: &mut Vec<u8>) {
    for row in symbols.chunks(SIDE) {
        let cells = row
            .iter()
            .map(|&symbol| if symbol == 2 { empty } else { b'0' + symbol });
        out.extend(cells);
        out.push(b'\n');
    }
}

/// Parses five rows of `0`, `1` and `*` with a line end after each, if a text begins with them.
fn from_rows(text: &[u8]) -> Option<[u8; SIDE * SIDE]> {
    let rows: &[[u8; SIDE + 1]; SIDE] = text.as_chunks().0.first_chunk()?;
    let mut symbols = [0; SIDE * SIDE];
    for (to, [row @ .., end]) in symbols.as_chunks_mut::<SIDE>().0.iter_mut().zip(rows) {
        *to = row.map(|sign| {
            if sign == b'*' {
                2
            } else {
                sign.wrapping_sub(b'0')
            }
        });
        if *end != b'\n' || row.contains(&b'2') {
            return None;
        }
    }
    Some(symbols)
}

fn symbols(text: &[u8]) -> Option<Vec<u8>> {
    let symbol = |byte: &u8| match byte {
        b'0' | b'1' => Some(byte - b'0'),
        b'*' => Some(2),
        _ => None,
    };
    text.iter().map(symbol).collect()
}

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let BoardReader {
        model,
        words,
        number,
        ..
    } = reader;
    if !words.has_returned() {
        source.skip_space()?;
        // Most boards have this form; the others take the careful path below.
        let symbols = from_rows(source.buffered()).filter(|symbols| model.is_board(symbols));
        if let Some(symbols) = symbols.filter(|_| source.is_line_blank()) {
            (0..SIDE * (SIDE + 1)).for_each(|_| source.advance());
            case.start.extend_from_slice(&symbols);
            return Ok(true);
        }
    }
    // Rows may have spaces between their cells.
    let are_cells = (words.peek(source)?).is_some_and(|word| word.text().len() == 1);
    let (count, unit, length, expected) = if are_cells {
        (SIDE * SIDE, "cells", 1, "0, 1 or *")
    } else {
        (SIDE, "rows", SIDE, "a row of five of 0 1 *")
    };
    let Some(rows) = words.board(source, count, unit, *number, |_| None)? else {
        return Ok(false);
    };
    let first = rows.first().map(|row| row.place).unwrap_or_default();
    let mut wrong = None;
    for word in rows {
        match symbols(word.text()).filter(|row| row.len() == length) {
            Some(row) => case.start.extend(row),
            None => wrong = wrong.or(Some(*word)),
        }
    }
    let (place, problem) = match wrong {
        Some(word) => {
            let found = word.quoted();
            (word.place, format!("expected {expected}, found {found}"))
        }
        None if model.is_board(&case.start) => return Ok(true),
        None => (first, knights(&case.start, "`*`", "")),
    };
    words.recover(source)?;
    Err(source.error(place, Some(*number), problem))
}
