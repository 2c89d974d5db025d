//! Common parts of the formats for sliding tiles.

use fewest::model::Case;
use fewest::model::Model;
use fewest::model::Size;
use fewest::support::place::{InputError, Place};

use super::announced::Announced;
use super::answers::AnswerMistake;
use super::board_reader::BoardReader;
use super::cells::CellReader;
use super::header::{self, Header};
use super::words::{Word, Words};
use super::{Format, Kind, MistakeKind, Policy, Sizes, Source, answers, plain};

pub(super) const TILES: Format = Format {
    kind: Kind::Sliding,
    policy: Policy::Shortest,
    ..plain::ROTATION
};

pub(super) const PLAIN: Format = Format {
    input: "all tiles of each board, 0 or x for the blank, with spaces or commas between, to the end of the file",
    reader: |model| {
        BoardReader::boxed(
            model,
            Words::parted(false, None, plain::separators(model)),
            next_plain,
        )
    },
    ..TILES
};

pub(super) const EIGHT: Format = Format {
    sizes: Sizes::Only(3, 3),
    ..TILES
};

const EIGHT_CELLS: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blank {
    /// `x` or `X`.
    Letter,
    /// `0`.
    Zero,
    /// Any of these, or another word of the model for it.
    Any,
}

impl Blank {
    pub(super) fn tile(self, word: &Word, model: &Model) -> Option<u8> {
        match word.small_number() {
            Some(0) => (self != Self::Letter).then_some(0),
            Some(tile) => (usize::from(tile) < model.cells()).then_some(tile),
            None if matches!(word.text(), b"x" | b"X") => (self != Self::Zero).then_some(0),
            None if self == Self::Any => {
                let word = std::str::from_utf8(word.whole()?).ok()?;
                model.boards.stands_for(word)
            }
            None => None,
        }
    }

    /// The tile of one character; no tile of any board if it is none.
    const fn plain_tile(self, sign: u8) -> u8 {
        match (sign, self) {
            (b'0', Self::Zero | Self::Any) | (b'x' | b'X', Self::Letter | Self::Any) => 0,
            (b'1'..=b'9', _) => sign - b'0',
            _ => u8::MAX,
        }
    }

    /// The words that a cell may hold, for messages.
    pub(super) fn expected(self, cells: usize) -> String {
        let sign = match self {
            Self::Letter => "x",
            Self::Zero => "0",
            Self::Any => "0 or x",
        };
        format!("1 to {} or {sign}", cells - 1)
    }

    /// Reads the next board, one word per cell.
    pub(super) fn next(
        self,
        model: &Model,
        words: &mut Words,
        source: &mut Source<'_>,
        number: u64,
        case: &mut Case,
    ) -> Result<bool, InputError> {
        let count = model.cells();
        if count == EIGHT_CELLS {
            let tiles = |signs: &[u8; EIGHT_CELLS]| {
                let tiles = signs.map(|sign| self.plain_tile(sign));
                model.is_board(&tiles).then_some(tiles)
            };
            if let Some(tiles) = words.plain_line(source, tiles)? {
                case.begin(number);
                case.start.extend_from_slice(&tiles);
                return Ok(true);
            }
        }
        let cells = CellReader {
            model,
            unit: "cells",
            order: &[],
            facelets: None,
            symbol: |word: &Word| self.tile(word, model),
            expected: &|_| self.expected(count),
        };
        cells.next(words, source, number, case)
    }
}

/// Reads the next board in any common notation, after a header if there is one.
pub(super) fn next_plain(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    if reader.number == 1
        && let Some(size) = reader.model.size
        && let Some(header) = Header::read(size, source)?
    {
        let goal = reader.model.whole_goal().unwrap_or_default();
        let goal_blank = goal
            .iter()
            .zip(0..)
            .find(|(tile, _)| **tile == 0)
            .map(|(_, place)| place);
        for index in 0..header.words {
            let word = reader.words.next(source)?;
            if let (Some(blank), Some(word), Some(goal_blank)) = (header.blank, word, goal_blank)
                && index == 1
                && blank != -1
                && blank != goal_blank
            {
                let problem = format!(
                    "{} is the place of the blank in the goal (from 0, or -1 for the last), but in this goal it is \
                     {goal_blank}: choose another goal with --goal",
                    word.quoted()
                );
                return Err(source.final_error(word.place, Some(1), problem));
            }
        }
        reader.announced = header.boards.map(Announced::before_first);
    }
    if reader.number == 1 && is_packed(&reader.model, source)? {
        reader.words.split_characters();
    }
    next_board(reader, Blank::Any, source, case)
}

/// Returns true if the next word is a board, one character per cell.
fn is_packed(model: &Model, source: &mut Source<'_>) -> Result<bool, InputError> {
    source.skip_space()?;
    let line = source.rest_of_line()?.unwrap_or_default();
    let word = line
        .trim_ascii()
        .split(u8::is_ascii_whitespace)
        .next()
        .unwrap_or_default();
    let is_tile = |byte: &u8| {
        let tile = char::from(*byte);
        tile.is_ascii_digit()
            || model
                .boards
                .stands_for(tile.encode_utf8(&mut [0; 4]))
                .is_some()
    };
    Ok(word.len() == model.cells() && word.iter().all(is_tile))
}

pub(super) fn next_board(
    reader: &mut BoardReader,
    blank: Blank,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let BoardReader {
        model,
        words,
        number,
        ..
    } = reader;
    let is_first = *number == 1;
    let suspected = model.size.filter(|_| is_first);
    let suspected = suspected.and_then(|size| header::suspected(size, source.buffered()));
    let next = blank.next(model, words, source, *number, case);
    if matches!(next, Ok(true))
        && let Some(start) = words.start_of_rows()
        && let Some((columns @ 2.., rows @ 2..)) = words.shape()
        && let Some(problem) = misshapen(model, columns, rows)
    {
        let error = source.error(start, Some(*number), problem);
        return Err(instead(error, Size::new(columns, rows)));
    }
    next.map_err(|error| {
        if let Some(header) = suspected {
            return InputError {
                problem: format!("{}; {header}", error.problem),
                ..error
            };
        }
        // If the input ends too early, the board may be of another size.
        let shape = words.shape().filter(|_| error.is_final && is_first);
        let other = shape.and_then(|(width, height)| Size::new(width, height));
        instead(error, other)
    })
}

/// Reads the next board after its size: k, then k * k numbers.
pub(super) fn next_sized(
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
    let Some(word) = words.next(source)? else {
        return Ok(false);
    };
    let side = word.small_number().map(usize::from);
    let (width, height) = sides(model);
    if side != Some(width) || width != height {
        // The number may be something else than a size: then fewer words follow.
        let other = side.and_then(|side| Size::new(side, side));
        let follow = |text: &[u8], count| {
            let words = text.split(u8::is_ascii_whitespace);
            words.filter(|word| !word.is_empty()).count() >= count
        };
        while let Some(other) = other
            && !follow(source.buffered(), other.cells())
            && source.fill()?
        {}
        let other = other.filter(|other| follow(source.buffered(), other.cells()));
        let found = other.map_or_else(|| word.quoted(), |other| other.width().to_string());
        let problem = format!("expected the size {width}, found {found}");
        // The start of the next board is unknown.
        let error = source.final_error(word.place, Some(*number), problem);
        return Err(instead(error, other));
    }
    if Blank::Zero.next(model, words, source, *number, case)? {
        return Ok(true);
    }
    let cells = model.cells();
    let problem = format!("expected {cells} cells, found the end of the input");
    Err(source.final_error(word.place, Some(*number), problem))
}

pub(super) fn sides(model: &Model) -> (usize, usize) {
    let size = model.size.map(|size| (size.width(), size.height()));
    size.unwrap_or((model.cells(), 1))
}

pub(super) fn rows<'s>(model: &Model, tiles: &'s [u8]) -> std::slice::Chunks<'s, u8> {
    tiles.chunks(sides(model).0.max(1))
}

/// The problem with a board in these rows, if the puzzle has others.
pub(super) fn misshapen(model: &Model, columns: usize, rows: usize) -> Option<String> {
    let (width, height) = sides(model);
    ((columns, rows) != (width, height)).then(|| {
        format!("expected a {width}x{height} board (width x height), found one of {columns}x{rows}")
    })
}

/// Adds advice to the error for a board of another size, if it is one.
pub(super) fn instead(error: InputError, other: Option<Size>) -> InputError {
    let Some(size) = other else {
        return error;
    };
    let (width, height) = (size.width(), size.height());
    InputError {
        problem: format!(
            "{}: for this board, use the puzzle `sliding:{width}x{height}`",
            error.problem
        ),
        names_puzzle: true,
        ..error
    }
}

/// Appends the tiles in reading order with a separator, and with `blank` for the blank.
pub(super) fn push_tiles(tiles: &[u8], blank: Option<u8>, separator: &[u8], out: &mut Vec<u8>) {
    for (cell, &tile) in tiles.iter().enumerate() {
        if cell > 0 {
            out.extend_from_slice(separator);
        }
        match blank.filter(|_| tile == 0) {
            Some(blank) => out.push(blank),
            None => super::output::push_number(tile.into(), out),
        }
    }
}

/// Appends the side of a board, then its rows in aligned columns.
pub(super) fn push_grid(model: &Model, case: &Case, out: &mut Vec<u8>) {
    let digits = (model.cells() - 1).to_string().len();
    super::output::push_line(&sides(model).0.to_string(), out);
    for row in rows(model, &case.start) {
        let tiles: Vec<String> = row.iter().map(|tile| format!("{tile:>digits$}")).collect();
        super::output::push_line(&tiles.join(" "), out);
    }
}

/// Reads the next board of an answer, and its position; the blank may be a 0 or a dot.
pub(super) fn shown_board(
    model: &Model,
    source: &mut Source<'_>,
) -> Result<(Vec<u8>, Place), AnswerMistake> {
    let cells = model.cells();
    let mut tiles = Vec::with_capacity(cells);
    let mut start = None;
    for _ in 0..cells {
        let word = answers::further(source)?;
        start.get_or_insert(word.place);
        let tile = if word.is(".") { Some(0) } else { word.parse() };
        let expected = || word.unexpected(&format!("a tile of 0 to {}", cells - 1));
        tiles.push(tile.ok_or_else(expected)?);
    }
    let place = start.unwrap_or_default();
    if model.is_board(&tiles) {
        return Ok((tiles, place));
    }
    let problem = "not a board: a tile is repeated or too large";
    Err(AnswerMistake::new(
        MistakeKind::Presentation,
        place,
        problem,
    ))
}

/// Reads the first board of an answer, which must be the start.
pub(super) fn shown_start(
    model: &Model,
    source: &mut Source<'_>,
    start: &[u8],
) -> Result<(), AnswerMistake> {
    let (first, place) = shown_board(model, source)?;
    if first == start {
        return Ok(());
    }
    let problem = "the first board shown differs from the input";
    Err(AnswerMistake::new(MistakeKind::Wrong, place, problem))
}
