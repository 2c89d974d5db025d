//! Format recognition, for inputs whose format the user did not name.

use fewest::model::{Kind, LIST_SIGNS, Size};

use super::header::Header;
use super::{Format, find, formats_of};

/// The number of bytes examined.
pub(crate) const LOOKED_AT: usize = 4096;

/// Formats that differ only in their judges' rules.
pub(crate) const SAME_SYNTAX: [&str; 3] = ["hdu1043", "poj1077", "acwing179"];

/// A conclusion about a text's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// This format, or an equivalent one for readers.
    Certain(&'static Format),
    /// Any of these formats.
    Ambiguous(&'static [&'static str]),
    /// More of the text is needed.
    Unsure,
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

fn number(word: &[u8]) -> Option<u64> {
    std::str::from_utf8(word)
        .ok()
        .filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?
        .parse()
        .ok()
}

/// Guesses the format of a text from its beginning; `is_all` means that this is the whole text.
/// `size` is the puzzle's size for sliding tiles.
#[must_use]
pub fn guess(kind: Kind, size: Option<Size>, text: &[u8], is_all: bool) -> Guess {
    let text = &text[..text.len().min(LOOKED_AT)];
    let is_enough = is_all || text.len() == LOOKED_AT;
    let certain = |name| find(kind, name).map_or(Guess::Unsure, Guess::Certain);
    let usual = || {
        formats_of(kind)
            .next()
            .map_or(Guess::Unsure, Guess::Certain)
    };
    match kind {
        Kind::Rotation => rotation(text, is_enough)
            .map_or_else(|| if is_enough { usual() } else { Guess::Unsure }, certain),
        Kind::Knights => knights(text, is_enough)
            .map_or_else(|| if is_enough { usual() } else { Guess::Unsure }, certain),
        Kind::Sliding => match sliding(size, text, is_enough) {
            Some(&[name]) => certain(name),
            Some(names) => Guess::Ambiguous(names),
            None if !is_enough => Guess::Unsure,
            None if size.is_some_and(|size| size.width() == 3 && size.height() == 3) => usual(),
            None => certain("plain"),
        },
        // Both formats are read in the same way.
        Kind::Defined => usual(),
    }
}

fn is_list_sign(byte: u8) -> bool {
    LIST_SIGNS.contains(&byte)
}

/// Returns true if a text begins with a list of rows of numbers, with commas between all; `None` if
/// the list is not over. A list of lists is a list of boards if each of them has all cells or has rows.
fn is_matrix(text: &[u8], size: Option<Size>) -> Option<bool> {
    let signs: Vec<u8> = text
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    if !b"[[".starts_with(&signs[..signs.len().min(2)]) || signs.get(2) == Some(&b'[') {
        return Some(false);
    }
    let end = signs.windows(2).position(|pair| pair == b"]]")?;
    let is_sign = |byte: &u8| byte.is_ascii_digit() || b"[],".contains(byte);
    let row = text.split(|byte| *byte == b']').next().unwrap_or_default();
    let tiles = row.split(|byte| byte.is_ascii_whitespace() || b"[,".contains(byte));
    let tiles = tiles.filter(|tile| !tile.is_empty()).count();
    let lists = row.split(|byte| *byte == b',').count();
    let is_row = size.is_none_or(|size| size.height() == 1 || tiles != size.cells());
    Some(signs[..end].iter().all(is_sign) && tiles == lists && is_row)
}

/// Distinguishes words of one symbol from words of several.
fn rotation(text: &[u8], is_enough: bool) -> Option<&'static str> {
    let first = words(text).next()?;
    let is_packed = |symbol: &u8| matches!(symbol, b'1'..=b'3') || is_list_sign(*symbol);
    if first.len() > 1 && first.iter().all(is_packed) {
        return Some("plain");
    }
    let is_whole = is_enough || !text.ends_with(first);
    is_whole.then_some("poj2286")
}

/// Distinguishes formats by their empty cell: a `*`, or a space among the five characters of a row.
fn knights(text: &[u8], is_enough: bool) -> Option<&'static str> {
    let first = words(text).next()?;
    // A five-digit count may look like a row; then the words after it must form a board.
    let counts = |pieces: u8, skipped: usize| {
        let rows = words(text)
            .skip(skipped)
            .take(5)
            .filter(|row| row.len() == 5);
        rows.flatten().filter(|&&cell| cell == pieces).count()
    };
    let is_board = |skipped| (counts(b'0', skipped), counts(b'1', skipped)) == (12, 12);
    let is_counted = number(first).is_some()
        && first.len() != 25
        && (first.len() != 5 || is_board(1) && !is_board(0));
    if text.contains(&b'*') {
        // A count is alone on its line; rows after it may have spaces between their cells.
        let lines = text.split(|&byte| byte == b'\n');
        let lines = lines.map(|line| words(line).count());
        let lines: Vec<usize> = lines.filter(|words| *words > 0).collect();
        if is_counted && !is_enough && matches!(lines[..], [1] | [1, _]) {
            return None;
        }
        // One word per cell, as this program writes boards, and not a count before rows of five.
        let is_alone = matches!(lines[..], [1, words, ..] if words > 1);
        let are_cells = !is_alone && words(text).take(2).all(|word| word.len() == 1);
        return Some(if is_counted && !are_cells {
            "scoi2005"
        } else {
            "plain"
        });
    }
    // Only a whole board without a `*` rules it out.
    let rows = text
        .split(|&byte| byte == b'\n')
        .skip(1)
        .filter(|row| !row.is_empty())
        .count();
    (is_counted && (rows > 5 || is_enough && rows > 0)).then_some("knightsfen")
}

/// All formats that are possible; `None` if more of the text is needed.
fn sliding(size: Option<Size>, text: &[u8], is_enough: bool) -> Option<&'static [&'static str]> {
    let all: Vec<&[u8]> = words(text).collect();
    // The last word may be incomplete.
    let whole = if is_enough || text.ends_with(b"\n") || text.ends_with(b" ") {
        all.len()
    } else {
        all.len().saturating_sub(1)
    };
    let first = all.first()?;
    let is_matrix = match is_matrix(text, size) {
        None if !is_enough => return None,
        found => found.unwrap_or(true),
    };
    if is_matrix {
        return Some(&["leetcode773"]);
    }
    if text.iter().any(|byte| is_list_sign(*byte)) && !text.contains(&b'#') {
        return Some(&["plain"]);
    }
    if size.is_some_and(|size| Header::of(size, text, is_enough).is_some()) {
        return Some(&["plain"]);
    }
    let cells = size.map_or(9, Size::cells);
    if cells == 9 && whole >= 1 && first.len() == 9 {
        let are_digits = first.iter().all(u8::is_ascii_digit);
        return Some(if are_digits { &["p1379"] } else { &["plain"] });
    }
    if cells == 9 && whole >= 2 && all[1].len() == 9 {
        return Some(&["hdu3567"]);
    }
    let mut lines = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.split(|&byte| byte == b'#').next().unwrap_or_default());
    let has_comments = text.contains(&b'#');
    let data = lines.by_ref().find(|line| words(line).next().is_some());
    let data_is_whole = is_enough || lines.next().is_some();
    let data = data.filter(|_| data_is_whole)?;
    let count = words(data).count();
    let is_size =
        count == 1 && words(data).next().and_then(number) == size.map(|size| size.width() as u64);
    // As many words must follow as another size has cells.
    let other_size = count == 1
        && words(data)
            .next()
            .and_then(number)
            .is_some_and(|side| (2..=16).contains(&side) && whole as u64 > side * side);
    // A single number on a line may also be a board's first tile, but only if the blank is a letter
    // or a zero comes later.
    let sided = size.is_some_and(|size| size.width() == size.height())
        && (is_size || other_size && whole > cells);
    if sided && !is_enough && whole <= cells {
        return None;
    }
    if sided {
        return Some(if has_comments {
            &["npuzzle42"]
        } else {
            &["hackerrank", "princeton", "npuzzle42"]
        });
    }
    // Lines of a smaller board may just have a tile too many.
    let mut tiles: Vec<u64> = (words(data).skip(count.saturating_sub(cells)))
        .filter_map(number)
        .collect();
    tiles.sort_unstable();
    let are_tiles = tiles.iter().copied().eq(0..cells as u64);
    // The first words may be a board, and the last ones something else.
    let mut first_tiles: Vec<u64> = words(data).take(cells).filter_map(number).collect();
    first_tiles.sort_unstable();
    let is_headed = (1..=2).contains(&count.saturating_sub(cells))
        && !first_tiles.into_iter().eq(0..cells as u64);
    let is_research =
        is_headed && (cells >= 16 || are_tiles) || count == cells && has_comments && cells >= 16;
    if is_research || has_comments {
        return Some(&["korf"]);
    }
    // A research set without ids looks like any list of boards.
    if cells >= 16 && count == cells && words(data).all(|word| number(word).is_some()) {
        return Some(&["korf", "plain"]);
    }
    if cells == 9 && all.iter().take(9).any(|word| matches!(*word, b"x" | b"X")) {
        // Other boards may have a 0.
        let has_zero = all.iter().any(|word| *word == b"0");
        return Some(if has_zero { &["plain"] } else { &["hdu1043"] });
    }
    if cells == 9 && whole >= 9 {
        // Nine words without an x: either the blank is written in another way, or the reader will
        // report an error.
        let is_tile = |word: &&[u8]| number(word).is_some_and(|tile| tile > 0);
        let has_blank = !all.iter().take(9).all(is_tile);
        return Some(if has_blank { &["plain"] } else { &["hdu1043"] });
    }
    // Among the remaining formats, only `plain` has boards with this number of words.
    if cells != 9 && whole >= cells {
        return Some(&["plain"]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: a text that came in pieces was recognised by its first character.
    #[test]
    fn the_first_piece_decided() {
        let size = |width, height| Size::new(width, height);
        for (kind, size, text) in [
            (Kind::Sliding, size(3, 2), "[[4,1,2],[5,0,3]]\n"),
            (
                Kind::Sliding,
                size(3, 3),
                "[[1, 2, 3], [4, 5, 6], [7, None, 8]]\n",
            ),
            (Kind::Sliding, size(3, 3), "1 2 3 4 5 6 7 x 8\n"),
            (Kind::Sliding, size(3, 3), "1 2 3\n4 5 6\n7 _ 8\n"),
            (Kind::Sliding, size(3, 3), "123456708\n123456780\n"),
            (Kind::Sliding, size(3, 3), "2\n12X453786\n123X45678\n"),
            (
                Kind::Sliding,
                size(4, 4),
                "7 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n",
            ),
            (Kind::Knights, None, "1\n* 0 1 1 0\n0 1 1 1 1\n"),
            (Kind::Knights, None, "1\n*0110\n01111\n"),
            (Kind::Rotation, None, "111132323132231222312133\n"),
            (
                Kind::Rotation,
                None,
                "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n",
            ),
        ] {
            let whole = guess(kind, size, text.as_bytes(), true);
            for end in 0..text.len() {
                let part = guess(kind, size, &text.as_bytes()[..end], false);
                assert!(
                    part == Guess::Unsure || part == whole,
                    "{}: {part:?}",
                    &text[..end]
                );
            }
        }
    }
}
