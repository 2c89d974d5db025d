//! Boards that are so many words between white space, and going on after a bad one.
//!
//! Where a bad board ends can only be guessed. If its last word ends a line, the next board starts after it. If words of
//! a following line had to fill it up, a word is missing: the next board starts with that line. If rows behind a blank
//! line had to, a row is missing: the next board starts behind that blank line.
//!
//! A line with a word too many could shift all boards behind it, some of them into other good boards. So words behind a
//! board that fills a line are no board together with a part of the next line if that line is as long as a board. Where a board is
//! bad because of the length of a line, the message says so.

use std::collections::VecDeque;

use super::error::{InputError, Place};
use super::source::Source;

/// The longest word that is looked at whole.
const LONGEST: usize = 16;

/// A word, kept.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    text: [u8; LONGEST],
    len: u8,
    /// Where it starts.
    pub place: Place,
    is_cut: bool,
    /// Whether it is the first on its line.
    is_first: bool,
}

impl Word {
    /// Its text; of a long one the beginning.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }

    /// Its text, unless it was too long to be kept.
    #[must_use]
    pub fn whole(&self) -> Option<&[u8]> {
        (!self.is_cut).then(|| self.text())
    }

    /// The number that it is, if it is one below 256 in decimal digits.
    #[must_use]
    pub fn small_number(&self) -> Option<u8> {
        match self.text() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            text if !self.is_cut && text.iter().all(u8::is_ascii_digit) => {
                std::str::from_utf8(text).ok()?.parse().ok()
            }
            _ => None,
        }
    }

    /// Its text for a message.
    #[must_use]
    pub fn quoted(&self) -> String {
        let dots = if self.is_cut { "..." } else { "" };
        format!("`{}{dots}`", self.text().escape_ascii())
    }
}

/// The words of an input, some of them given back.
#[derive(Debug, Default)]
pub struct Words {
    returned: VecDeque<Word>,
    /// The words of the board that is being read.
    board: Vec<Word>,
    filled: Filled,
    /// Text from this byte to the end of its line is a comment.
    comment: Option<u8>,
    /// Commas part words as white space does.
    has_commas: bool,
}

impl Words {
    /// The words of an input with comments that start with this byte.
    #[must_use]
    pub fn with_comments(start: u8) -> Self {
        Self {
            comment: Some(start),
            ..Self::default()
        }
    }

    /// The words of an input where commas part words, too.
    #[must_use]
    pub fn with_commas() -> Self {
        Self {
            has_commas: true,
            ..Self::default()
        }
    }

    /// Notes that a board lies on this line, at its beginning or not, where somebody else has read it.
    pub const fn note_board(&mut self, line: u64, begins_line: bool) {
        self.filled.note(line, begins_line);
    }

    /// Whether words were given back.
    #[must_use]
    pub fn has_returned(&self) -> bool {
        !self.returned.is_empty()
    }

    /// The next word, `None` at the end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Word>, InputError> {
        if let Some(word) = self.returned.pop_front() {
            return Ok(Some(word));
        }
        if self.has_commas {
            source.part_at_commas();
        }
        if let Some(start) = self.comment {
            source.expect_comments(start);
        }
        loop {
            let Some(token) = source.token(LONGEST)? else {
                return Ok(None);
            };
            let text = source.text(&token);
            if self.comment.is_some() && text.first().copied() == self.comment {
                source.skip_line()?;
                continue;
            }
            let mut word = Word {
                text: [0; LONGEST],
                len: 0,
                place: token.place,
                is_cut: token.is_cut,
                is_first: token.is_first,
            };
            for (to, &from) in word.text.iter_mut().zip(text) {
                *to = from;
                word.len += 1;
            }
            return Ok(Some(word));
        }
    }

    /// The next word, which stays the next; `None` at the end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn peek(&mut self, source: &mut Source<'_>) -> Result<Option<Word>, InputError> {
        let word = self.next(source)?;
        if let Some(word) = word {
            self.returned.push_front(word);
        }
        Ok(word)
    }

    /// The `count` words of a board, each of which is a `unit` (in messages); `None` if the input ends before the first,
    /// an error (with the board's number) if it ends before the last.
    ///
    /// # Errors
    /// If the input ends too early or can't be read.
    pub fn board(
        &mut self,
        source: &mut Source<'_>,
        count: usize,
        unit: &str,
        number: u64,
    ) -> Result<Option<&[Word]>, InputError> {
        self.board.clear();
        while self.board.len() < count {
            match self.next(source)? {
                Some(word) => self.board.push(word),
                None if self.board.is_empty() => return Ok(None),
                None => {
                    let problem = format!(
                        "expected {count} {unit}, found {} before the end of the input",
                        self.board.len()
                    );
                    let place = self.board[0].place;
                    let problem = self.misfit(source, count)?.unwrap_or(problem);
                    return Err(source.final_error(place, Some(number), problem));
                }
            }
        }
        if self.straddles(source)? {
            let Word { place, .. } = self.board[0];
            let problem = self.misfit(source, count)?.unwrap_or_default();
            self.recover(source)?;
            return Err(source.error(place, Some(number), problem));
        }
        let (first, last) = (self.board[0], self.board[count - 1]);
        if first.place.line == last.place.line {
            self.filled.note(first.place.line, first.is_first);
        }
        Ok(Some(&self.board))
    }

    /// What is wrong with the first line of the bad board at hand, if that explains it; its place is that of the first word.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn misfit(
        &mut self,
        source: &mut Source<'_>,
        count: usize,
    ) -> Result<Option<String>, InputError> {
        let (Some(first), Some(last)) = (self.board.first().copied(), self.board.last().copied())
        else {
            return Ok(None);
        };
        let ends_line = self.is_line_over(source, last.place.line)?;
        let lines: Vec<u64> = self.board.iter().map(|word| word.place.line).collect();
        let is_first = first.is_first;
        let filled = self.filled;
        Ok(filled.misfit(&lines, count, is_first, ends_line, || first.quoted()))
    }

    /// The columns and rows of the words of the board at hand, if each of its lines has as many.
    #[must_use]
    pub fn shape(&self) -> Option<(usize, usize)> {
        let mut rows = (self.board).chunk_by(|a, b| a.place.line == b.place.line);
        let columns = rows.next()?.len();
        let others = rows.clone().count();
        rows.all(|row| row.len() == columns)
            .then_some((columns, others + 1))
    }

    /// Whether the board is made of what is left of one line and the beginning of another that is a board itself.
    fn straddles(&mut self, source: &mut Source<'_>) -> Result<bool, InputError> {
        let (Some(first), Some(last)) = (self.board.first(), self.board.last()) else {
            return Ok(false);
        };
        let line = last.place.line;
        if first.place.line == line || first.place.line != self.filled.line {
            return Ok(false);
        }
        let on_line = |word: &&Word| word.place.line == line;
        let mut length = self.board.iter().filter(on_line).count();
        let mut rest = Vec::new();
        while length <= self.board.len() && !self.is_line_over(source, line)? {
            rest.extend(self.next(source)?);
            length += 1;
        }
        for word in rest.iter().rev() {
            self.returned.push_front(*word);
        }
        // The lone 0 that may end the boards is no cell.
        let is_end = rest.len() == 1 && rest[0].text() == b"0";
        Ok(length == self.board.len() && !rest.is_empty() && !is_end)
    }

    /// Whether no word follows on this line, the last word's.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn is_line_over(&mut self, source: &mut Source<'_>, line: u64) -> Result<bool, InputError> {
        Ok(match self.returned.front() {
            Some(next) => next.place.line > line,
            None => {
                source.is_line_over()? || self.comment.is_some() && source.peek()? == self.comment
            }
        })
    }

    /// Finds the beginning of the next board after a bad one.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn recover(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        let Some(last) = self.board.last().copied() else {
            return Ok(());
        };
        let ends_line = self.is_line_over(source, last.place.line)?;
        let Self {
            returned, board, ..
        } = self;
        let lines: Vec<u64> = board.iter().map(|word| word.place.line).collect();
        for word in board[next_start(&lines, ends_line)..].iter().rev() {
            returned.push_front(*word);
        }
        Ok(())
    }
}

/// The line that boards lie on which did not leave it, and how many they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filled {
    pub(super) line: u64,
    boards: u64,
}

impl Filled {
    /// Notes a board that lies on a line, at its beginning or not.
    pub(super) const fn note(&mut self, line: u64, begins_line: bool) {
        if begins_line {
            *self = Self { line, boards: 1 };
        } else if line == self.line {
            self.boards += 1;
        }
    }

    /// What is wrong with the first line of a bad board of `count` symbols, if that explains it: the symbols after boards that
    /// fill the line are too few to be another, or the line is one board but for some symbols. `lines` are those of the symbols
    /// that were found, `first` quotes the first of them.
    pub(super) fn misfit(
        self,
        lines: &[u64],
        count: usize,
        begins_line: bool,
        ends_line: bool,
        first: impl FnOnce() -> String,
    ) -> Option<String> {
        let (&line, &last) = (lines.first()?, lines.last()?);
        let on_line = lines.iter().take_while(|own| **own == line).count();
        if on_line >= count {
            return None;
        }
        if line == self.line {
            let found = self.boards * count as u64 + on_line as u64;
            let several = if self.boards > 1 {
                "a multiple of "
            } else {
                ""
            };
            return Some(format!(
                "line {line} has {found} symbols, {several}{count} expected: the first too many is {}",
                first()
            ));
        }
        // Rows of a drawing are shorter than this.
        let is_short = begins_line && last > line && !ends_line && 2 * on_line > count;
        is_short.then(|| format!("line {line} has {on_line} symbols, {count} expected"))
    }
}

/// Which cell of a bad board most likely starts the next one, by the lines that the cells are on and whether the last one
/// ends its line; the number of cells if none does.
pub(super) fn next_start(lines: &[u64], ends_line: bool) -> usize {
    let breaks = || {
        let pairs = lines.windows(2).enumerate();
        pairs.filter_map(|(i, pair)| (pair[1] > pair[0]).then_some((i + 1, pair[1] - pair[0])))
    };
    let after_blank = breaks().find(|(_, step)| *step > 1);
    match after_blank {
        // Where every row has a blank line behind it, that tells nothing.
        Some((cell, _)) if breaks().any(|(_, step)| step == 1) => cell,
        _ if ends_line => lines.len(),
        _ => breaks().next().map_or(lines.len(), |(cell, _)| cell),
    }
}

/// How many boards an input says that it has, and how many were met.
#[derive(Debug, Default)]
pub struct Announced {
    count: Option<u64>,
    met: u64,
}

impl Announced {
    /// How many boards were met, the one at hand included.
    #[must_use]
    pub const fn met(&self) -> u64 {
        self.met
    }

    /// Whether the count has been read and another board is to come.
    #[must_use]
    pub fn next_is_board(&self) -> bool {
        self.count.is_some_and(|count| self.met < count)
    }

    /// Counts a board.
    pub const fn meet(&mut self) {
        self.met += 1;
    }

    /// Whether another board is to come, by the count in the first word; counts it.
    ///
    /// # Errors
    /// If the count is missing or the input can't be read.
    pub fn another(
        &mut self,
        source: &mut Source<'_>,
        words: &mut Words,
    ) -> Result<bool, InputError> {
        let what = "the number of boards";
        let count = if let Some(count) = self.count {
            count
        } else if let Some(word) = words.next(source)? {
            number(&word).ok_or_else(|| expected(source, word.place, what, &word.quoted()))?
        } else {
            let found = "the end of the input";
            return Err(expected(source, source.place(), what, found));
        };
        self.count = Some(count);
        if self.met == count {
            return Ok(false);
        }
        self.met += 1;
        Ok(true)
    }

    /// Makes sure that nothing follows the last board.
    ///
    /// # Errors
    /// If text follows or the input can't be read.
    pub fn close(&self, source: &mut Source<'_>, words: &mut Words) -> Result<(), InputError> {
        match words.next(source)? {
            None => Ok(()),
            Some(word) => {
                let what = match self.count.unwrap_or(0) {
                    0 => "no boards".to_owned(),
                    1 => "nothing after the one board".to_owned(),
                    count => format!("nothing after {count} boards"),
                };
                Err(expected(source, word.place, &what, &word.quoted()))
            }
        }
    }

    /// The error where the input ends before the board at hand.
    #[must_use]
    pub fn missing(&self, source: &Source<'_>) -> InputError {
        let count = self.count.unwrap_or(0);
        let problem = format!(
            "expected {count} board{}, found {} before the end of the input",
            if count == 1 { "" } else { "s" },
            self.met - 1
        );
        source.final_error(source.place(), Some(self.met), problem)
    }
}

fn number(word: &Word) -> Option<u64> {
    std::str::from_utf8(word.text())
        .ok()
        .filter(|text| !word.is_cut && text.bytes().all(|b| b.is_ascii_digit()))?
        .parse()
        .ok()
}

fn expected(source: &Source<'_>, place: Place, what: &str, found: &str) -> InputError {
    source.final_error(place, None, format!("expected {what}, found {found}"))
}
