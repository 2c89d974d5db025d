//! Headers before the boards of sliding tiles: the number of boards, their size, or the number of
//! tiles and the place of the blank.
//!
//! A header is left out only if the lines after it are rows of the puzzle. Otherwise a message about
//! the first board names it.

use fewest::model::Size;

use super::Source;
use fewest::support::place::InputError;

/// The words before the first board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) words: usize,
    /// The number of boards, if the header has it.
    pub(crate) boards: Option<u64>,
    /// The place of the goal's blank, counted from 0, if the header has it; -1 is the last.
    pub(crate) blank: Option<i64>,
}

impl Header {
    /// The header of a text, of which `is_all` tells if it is whole.
    pub(crate) fn of(size: Size, text: &[u8], is_all: bool) -> Option<Self> {
        let lines = Lines::of(text, is_all);
        let (width, cells) = (size.width(), size.cells());
        let total: usize = lines.all.iter().map(Vec::len).sum();
        let after = |words: usize| {
            // Only a whole text can be counted.
            !is_all || total > words && (total - words).is_multiple_of(cells)
        };
        let is_row = |line: usize| {
            let line = lines.all.get(line);
            width > 1 && line.is_some_and(|line| line.len() == width || line.len() == cells)
        };
        let first = lines.all.first()?;
        let of_size = |words| {
            let header = Self {
                words,
                boards: None,
                blank: None,
            };
            after(words).then_some(header)
        };
        match first[..] {
            // The size. Two words may also be a row, if the puzzle is two cells wide.
            [first, second]
                if is_size(size, first, second) && is_row(1) && !(is_row(0) && after(0)) =>
            {
                of_size(2)
            }
            [number, -1]
                if is_row(1) && (number == signed(width) || number == signed(cells) - 1) =>
            {
                of_size(2)
            }
            [tiles] if tiles == signed(cells) - 1 => {
                let blank = lines.all.get(1).filter(|line| line.len() == 1);
                let is_place = |line: &Vec<i64>| (-1..=signed(cells)).contains(&line[0]);
                if let Some(blank) = blank.filter(|line| is_place(line))
                    && is_row(2)
                {
                    of_size(2).map(|header| Self {
                        blank: blank.first().copied(),
                        ..header
                    })
                } else if is_row(1) {
                    of_size(1)
                } else {
                    None
                }
            }
            [boards] if boards > 0 && is_row(1) => {
                let boards = u64::try_from(boards).ok()?;
                let expected = usize::try_from(boards).ok()?.checked_mul(cells)?;
                // The side is the size in other formats, unless rows of another board follow.
                let may_be_side = boards == width as u64 && size.height() == width;
                let next = lines.all.get(1 + size.height());
                let is_count = (!may_be_side || next.is_some_and(|line| line.len() > 1))
                    && (!is_all || total - 1 == expected);
                is_count.then_some(Self {
                    words: 1,
                    boards: Some(boards),
                    blank: None,
                })
            }
            _ => None,
        }
    }

    /// The side of a square board as the header of a text in a format without sizes.
    fn of_side(size: Size, text: &[u8]) -> Option<Self> {
        let lines = Lines::of(text, false);
        let width = signed(size.width());
        let is_side = lines.all.first().is_some_and(|first| first[..] == [width]);
        let has_rows = lines.all.get(1).is_some_and(|row| row.len() > 1);
        (is_side && has_rows && size.height() == size.width()).then_some(Self {
            words: 1,
            boards: None,
            blank: None,
        })
    }

    /// The header of a source's text. Reads on only while the first lines may be a header.
    pub(super) fn read(size: Size, source: &mut Source<'_>) -> Result<Option<Self>, InputError> {
        let mut has_more = true;
        loop {
            let lines = Lines::of(source.buffered(), !has_more);
            let may_begin = |line: &Vec<i64>| match line[..] {
                [_] => true,
                [first, second] => size.width() > 2 || is_size(size, first, second),
                _ => false,
            };
            let may_be = lines.all.first().is_none_or(may_begin);
            if !may_be || lines.all.len() > 3 || !has_more {
                let text = source.buffered();
                let header = Self::of(size, text, !has_more);
                return Ok(header.or_else(|| Self::of_side(size, text)));
            }
            has_more = source.fill()?;
        }
    }
}

/// Describes the first line of a text if it looks like a header.
pub(super) fn suspected(size: Size, text: &[u8]) -> Option<String> {
    let lines = Lines::of(text, false);
    let first = lines.all.first()?;
    let what = match first[..] {
        [tiles] if tiles == signed(size.cells()) - 1 => "the number of tiles",
        [number] if number == signed(size.width()) => "the size",
        [first, second] if is_size(size, first, second) => "the size",
        [number] if number > 0 && lines.all.get(1).is_some_and(|row| row.len() > 1) => {
            "the number of boards"
        }
        _ => return None,
    };
    let first: Vec<String> = first.iter().map(ToString::to_string).collect();
    Some(format!(
        "the first line, `{}`, looks like {what}",
        first.join(" ")
    ))
}

fn is_size(size: Size, height: i64, width: i64) -> bool {
    let sides = [height, width];
    let (own_height, own_width) = (signed(size.height()), signed(size.width()));
    sides == [own_height, own_width] || sides == [own_width, own_height]
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The numbers of each line with words; 0 for other words.
struct Lines {
    all: Vec<Vec<i64>>,
}

impl Lines {
    /// Of a text that is not whole, the last line is left out.
    fn of(text: &[u8], is_all: bool) -> Self {
        let mut lines = text.split(|byte| *byte == b'\n');
        if !is_all {
            lines.next_back();
        }
        let numbers = |line: &[u8]| -> Vec<i64> {
            let words = line.split(|byte| byte.is_ascii_whitespace() || *byte == b',');
            let words = words.filter(|word| !word.is_empty());
            let number = |word| std::str::from_utf8(word).ok()?.parse().ok();
            words.map(|word| number(word).unwrap_or(0)).collect()
        };
        let all = lines.map(numbers).filter(|line| !line.is_empty());
        Self { all: all.collect() }
    }
}
