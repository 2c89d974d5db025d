//! Boards that are so many words between white space, and going on after a bad one.
//!
//! Where a bad board ends can only be guessed. If its last word ends a line, the next board starts after it. If words of
//! a following line had to fill it up, a word is missing: the next board starts with that line.

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
}

impl Word {
    /// Its text; of a long one the beginning.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
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
                    return Err(source.final_error(place, Some(number), problem));
                }
            }
        }
        Ok(Some(&self.board))
    }

    /// Finds the beginning of the next board after a bad one.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn recover(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        let (Some(first), Some(last)) = (self.board.first(), self.board.last()) else {
            return Ok(());
        };
        let (first, last) = (first.place.line, last.place.line);
        let ends_line = match self.returned.front() {
            Some(next) => next.place.line > last,
            None => source.is_line_over()?,
        };
        if last > first && !ends_line {
            let later = self
                .board
                .iter()
                .rev()
                .take_while(|word| word.place.line > first);
            for word in later {
                self.returned.push_front(*word);
            }
        }
        Ok(())
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
    /// If the count is missing, text follows the last board, or the input can't be read.
    pub fn another(
        &mut self,
        source: &mut Source<'_>,
        words: &mut Words,
    ) -> Result<bool, InputError> {
        let count = match self.count {
            Some(count) => count,
            None => match words.next(source)? {
                Some(word) => number(&word).ok_or_else(|| {
                    expected(source, word.place, "the number of boards", &word.quoted())
                })?,
                None => {
                    return Err(expected(
                        source,
                        source.place(),
                        "the number of boards",
                        "the end of the input",
                    ));
                }
            },
        };
        self.count = Some(count);
        if self.met < count {
            self.met += 1;
            return Ok(true);
        }
        match words.next(source)? {
            None => Ok(false),
            Some(word) => Err(expected(
                source,
                word.place,
                &format!("nothing after {count} boards"),
                &word.quoted(),
            )),
        }
    }

    /// The error where the input ends before the board at hand.
    #[must_use]
    pub fn missing(&self, source: &Source<'_>) -> InputError {
        let count = self.count.unwrap_or(0);
        let problem = format!(
            "expected {count} boards, found {} before the end of the input",
            self.met - 1
        );
        source.final_error(source.place(), Some(self.met), problem)
    }
}

fn number(word: &Word) -> Option<u64> {
    std::str::from_utf8(word.text())
        .ok()
        .filter(|text| text.bytes().all(|b| b.is_ascii_digit()))?
        .parse()
        .ok()
}

fn expected(source: &Source<'_>, place: Place, what: &str, found: &str) -> InputError {
    source.final_error(place, None, format!("expected {what}, found {found}"))
}

/// The `N` cells of a board that are single characters with or without white space between, and where they start; `None` at
/// the end of the input. After an error the rest of the line is skipped.
pub(crate) fn characters<const N: usize>(
    source: &mut Source<'_>,
    number: u64,
    expected: &str,
    cell: impl Fn(u8) -> Option<u8>,
) -> Result<Option<([u8; N], Place)>, InputError> {
    let mut cells = [0; N];
    let mut start = None;
    for (i, value) in cells.iter_mut().enumerate() {
        source.skip_space()?;
        let place = source.place();
        let Some(byte) = source.peek()? else {
            let Some(start) = start else { return Ok(None) };
            let problem = format!("expected {N} cells, found {i} before the end of the input");
            return Err(source.final_error(start, Some(number), problem));
        };
        start = start.or(Some(place));
        if let Some(found) = cell(byte) {
            *value = found;
            source.advance();
        } else {
            source.skip_line()?;
            let problem = format!(
                "expected {expected} in cell {} of {N}, found {}",
                i + 1,
                super::quote(&[byte])
            );
            return Err(source.error(place, Some(number), problem));
        }
    }
    Ok(start.map(|start| (cells, start)))
}
