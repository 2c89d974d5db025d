//! Boards of a fixed number of words, or of single characters, and recovery after a bad board.
//!
//! The end of a bad board can only be guessed. If its last word ends a line, the next board starts
//! after it. If words of a following line had to fill it up, a word is missing: the next board
//! starts with that line. If rows after a blank line had to, a row is missing: the next board
//! starts after that blank line.
//!
//! A line with one word too many could shift all boards after it, and some of the shifted ones
//! could be valid boards. So words that follow a complete board on its line are not joined with the
//! next line if that line is as long as a board. If the length of a line explains a bad board, the
//! message mentions it. Without separators between symbols, a line that begins with a board is
//! checked to its end before the board is answered: it must have whole boards only.

use std::collections::VecDeque;

use fewest::model::MAX_NAME;
use fewest::support::place::{InputError, Place, character, quote};

use super::source::{SPACES, Separators, Source};

/// A word; long words are truncated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    text: [u8; MAX_NAME],
    len: u8,
    pub(super) place: Place,
    /// True if it is longer than any name, and only its beginning is kept.
    pub(super) is_cut: bool,
    is_first: bool,
    row: u64,
}

impl Word {
    /// Reads the next word of a source; `None` at the end.
    #[inline]
    pub(super) fn read(source: &mut Source<'_>) -> Result<Option<Self>, InputError> {
        let Some(token) = source.token(MAX_NAME)? else {
            return Ok(None);
        };
        let mut word = Self {
            text: [0; MAX_NAME],
            len: 0,
            place: token.place,
            is_cut: token.is_cut,
            is_first: token.is_first,
            row: token.row,
        };
        for (to, &from) in word.text.iter_mut().zip(token.text) {
            *to = from;
            word.len += 1;
        }
        Ok(Some(word))
    }

    /// Its text; if it is long, only the beginning.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }

    /// Its text, unless it was truncated.
    pub(super) fn whole(&self) -> Option<&[u8]> {
        (!self.is_cut).then(|| self.text())
    }

    /// Parses the word as a decimal number.
    pub(super) fn number(&self) -> Option<u64> {
        let text = self.whole()?;
        let is_number = text.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(text)
            .ok()
            .filter(|_| is_number)?
            .parse()
            .ok()
    }

    /// Parses the word as a decimal number below 256.
    pub(super) fn small_number(&self) -> Option<u8> {
        match self.text() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            text if !self.is_cut && text.iter().all(u8::is_ascii_digit) => {
                std::str::from_utf8(text).ok()?.parse().ok()
            }
            _ => None,
        }
    }

    fn character(source: &mut Source<'_>) -> Result<Option<Self>, InputError> {
        source.skip_space()?;
        let (place, is_first) = (source.place(), source.is_line_blank());
        let mut word = Self {
            text: [0; MAX_NAME],
            len: 0,
            place,
            is_cut: false,
            is_first,
            row: source.row(),
        };
        for (to, &from) in word.text.iter_mut().zip(source.peek_character()?) {
            *to = from;
            word.len += 1;
        }
        (0..word.len).for_each(|_| source.advance());
        Ok((word.len > 0).then_some(word))
    }

    pub(super) fn quoted(&self) -> String {
        quote(self.text())
    }
}

/// The words of an input; some may have been returned to it.
#[derive(Debug, Default)]
pub(super) struct Words {
    returned: VecDeque<Word>,
    /// The words of the board that is being read.
    board: Vec<Word>,
    filled: Filled,
    /// Text from this byte to the end of its line is a comment.
    comment: Option<u8>,
    /// The character that may follow the last board.
    end: Option<u8>,
    /// The separators, if words are not separated by white space only.
    separators: Option<Separators>,
    /// True if the source knows the separators.
    is_parted: bool,
    are_characters: bool,
}

pub(super) type PlacedProblem = (Place, String);

impl Words {
    /// The words of an input with comments that start with this byte.
    pub(super) fn with_comments(start: u8) -> Self {
        Self {
            comment: Some(start),
            ..Self::default()
        }
    }

    /// The words of an input between these separators. Words may be single characters, of which
    /// `end` may follow the last board.
    pub(super) fn parted(are_characters: bool, end: Option<u8>, separators: Separators) -> Self {
        Self {
            end,
            separators: Some(separators),
            are_characters,
            ..Self::default()
        }
    }

    /// Makes every character a word.
    pub(super) const fn split_characters(&mut self) {
        self.are_characters = true;
    }

    /// Reads a board whose words are single characters with single blanks between them, if it is
    /// whole, on one line, and valid. Most boards have this form; [`board`](Self::board) reads all.
    #[inline]
    pub(super) fn plain_line<const CELLS: usize>(
        &mut self,
        source: &mut Source<'_>,
        symbols: impl Fn(&[u8; CELLS]) -> Option<[u8; CELLS]>,
    ) -> Result<Option<[u8; CELLS]>, InputError> {
        if self.has_returned() || self.are_characters || self.comment.is_some() {
            return Ok(None);
        }
        self.part(source);
        source.skip_space()?;
        let Some(found) = characters(source.buffered()).as_ref().and_then(symbols) else {
            return Ok(None);
        };
        self.filled
            .note(source.place().line, source.is_line_blank());
        source.consume_within_line(2 * CELLS - 1);
        Ok(Some(found))
    }

    /// Returns true if words were returned to the input.
    pub(super) fn has_returned(&self) -> bool {
        !self.returned.is_empty()
    }

    pub(super) fn next(&mut self, source: &mut Source<'_>) -> Result<Option<Word>, InputError> {
        if let Some(word) = self.returned.pop_front() {
            return Ok(Some(word));
        }
        self.part(source);
        if self.are_characters {
            return Word::character(source);
        }
        self.whole(source)
    }

    /// The next word after the returned ones, up to white space even if characters are words.
    pub(super) fn whole(&mut self, source: &mut Source<'_>) -> Result<Option<Word>, InputError> {
        self.part(source);
        let Some(start) = self.comment else {
            return Word::read(source);
        };
        source.expect_comments(start);
        while let Some(word) = Word::read(source)? {
            if word.text().first() != Some(&start) {
                return Ok(Some(word));
            }
            source.skip_line()?;
        }
        Ok(None)
    }

    #[inline]
    fn part(&mut self, source: &mut Source<'_>) {
        if !std::mem::replace(&mut self.is_parted, true)
            && let Some(separators) = self.separators
        {
            source.part_at(separators);
        }
    }

    /// The next word, without consuming it; `None` at the end.
    pub(super) fn peek(&mut self, source: &mut Source<'_>) -> Result<Option<Word>, InputError> {
        let word = self.next(source)?;
        if let Some(word) = word {
            self.returned.push_front(word);
        }
        Ok(word)
    }

    /// Reads the `count` words of a board, which messages call `unit`; `None` if the input ends
    /// before the first. If it ends before the last, the error has the board's number, and `wrong`
    /// may find its cause in the characters read.
    pub(super) fn board(
        &mut self,
        source: &mut Source<'_>,
        count: usize,
        unit: &str,
        number: u64,
        wrong: impl Fn(&[Word]) -> Option<PlacedProblem>,
    ) -> Result<Option<&[Word]>, InputError> {
        self.board.clear();
        while self.board.len() < count {
            if let Some(word) = self.next(source)? {
                self.board.push(word);
                continue;
            }
            let Some(first) = self.board.first().copied() else {
                return Ok(None);
            };
            let (place, problem) = match self.misfit(source, count)? {
                Some(misfit) => (first.place, misfit),
                None => wrong(&self.board)
                    .filter(|_| self.are_characters)
                    .unwrap_or_else(|| {
                        let found = match self.board[..] {
                            [only] => format!("only {}", only.quoted()),
                            _ => self.board.len().to_string(),
                        };
                        let problem = format!(
                            "expected {count} {unit}, found {found} before the end of the input"
                        );
                        (first.place, problem)
                    }),
            };
            return Err(source.final_error(place, Some(number), problem));
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

    /// The error for the current, bad board. Skips to the probable start of the next one.
    pub(super) fn bad_board(
        &mut self,
        source: &mut Source<'_>,
        number: u64,
        (place, problem): PlacedProblem,
    ) -> Result<InputError, InputError> {
        let first = self.board.first().map_or(place, |word| word.place);
        let (place, problem) = match self.misfit(source, self.board.len())? {
            Some(misfit) => (first, misfit),
            None => (place, problem),
        };
        self.recover(source)?;
        Ok(source.error(place, Some(number), problem))
    }

    /// The problem with the current board's first line, at its first word, if it is the cause.
    fn misfit(
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

    /// The error for the current board if it begins a line and symbols follow on its last line that
    /// are not whole boards. Then the line is skipped. Lines longer than a piece of the input are
    /// not checked.
    pub(super) fn overlong(
        &self,
        source: &mut Source<'_>,
        number: u64,
    ) -> Result<Option<InputError>, InputError> {
        let count = self.board.len();
        let begins_line = self.board.first().is_some_and(|first| first.is_first);
        if !self.are_characters || !begins_line || self.has_returned() {
            return Ok(None);
        }
        let mut place = source.place();
        let Some(rest) = source.rest_of_line()? else {
            return Ok(None);
        };
        let is_symbol = |byte: u8| {
            let separators = self.separators.as_ref().unwrap_or(&SPACES);
            byte & 0xc0 != 0x80 && !separators[usize::from(byte)]
        };
        let places = || (0..rest.len()).filter(|&at| is_symbol(rest[at]));
        let is_end = || self.end.is_some() && places().next_back().map(|at| rest[at]) == self.end;
        let extra = match places().count() % count {
            1 if is_end() => 0,
            extra => extra,
        };
        let Some(at) = places().rev().nth(extra.wrapping_sub(1)) else {
            return Ok(None);
        };
        let found = quote(character(&rest[at..]));
        place.column += at as u64;
        let problem =
            format!("expected nothing after a board of {count} symbols on its line, found {found}");
        source.skip_line()?;
        Ok(Some(source.error(place, Some(number), problem)))
    }

    /// The place of the current board's first word, if it begins its line and the board has several
    /// rows.
    pub(super) fn start_of_rows(&self) -> Option<Place> {
        let (first, last) = (self.board.first()?, self.board.last()?);
        (first.is_first && first.row != last.row).then_some(first.place)
    }

    /// The columns and rows of the current board's words, if all its rows are equally long.
    pub(super) fn shape(&self) -> Option<(usize, usize)> {
        let mut rows = (self.board).chunk_by(|a, b| a.row == b.row);
        let columns = rows.next()?.len();
        let others = rows.clone().count();
        rows.all(|row| row.len() == columns)
            .then_some((columns, others + 1))
    }

    /// Returns true if the board joins the rest of one line and part of another that is a board.
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
        // A single 0 that may end the boards is not a cell.
        let is_end = rest.len() == 1 && rest[0].text() == b"0" && !self.are_characters;
        Ok(length == self.board.len() && !rest.is_empty() && !is_end)
    }

    /// Returns true if no word follows on this line, which is the last word's.
    pub(super) fn is_line_over(
        &mut self,
        source: &mut Source<'_>,
        line: u64,
    ) -> Result<bool, InputError> {
        Ok(match self.returned.front() {
            Some(next) => next.place.line > line,
            None => {
                source.is_line_over()? || self.comment.is_some() && source.peek()? == self.comment
            }
        })
    }

    /// Skips to the probable start of the next board after a bad one.
    pub(super) fn recover(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        let Some(last) = self.board.last().copied() else {
            return Ok(());
        };
        let ends_line = self.is_line_over(source, last.place.line)?;
        let Self {
            returned, board, ..
        } = self;
        let lines: Vec<u64> = board.iter().map(|word| word.place.line).collect();
        if self.are_characters && !ends_line && lines.first() == lines.last() {
            // The line is not a board, so the rest of it isn't either.
            while returned
                .front()
                .is_some_and(|next| next.place.line == last.place.line)
            {
                returned.pop_front();
            }
            return if returned.is_empty() {
                source.skip_line()
            } else {
                Ok(())
            };
        }
        for word in board[next_start(&lines, ends_line)..].iter().rev() {
            returned.push_front(*word);
        }
        Ok(())
    }
}

/// Single characters with single blanks between them, and white space after them, at the start of a
/// text.
#[inline]
fn characters<const CELLS: usize>(text: &[u8]) -> Option<[u8; CELLS]> {
    let pairs: &[[u8; 2]; CELLS] = text.as_chunks().0.first_chunk()?;
    let (between, [_, end]) = pairs.split_last().map(|(end, between)| (between, end))?;
    // Without branches, the compiler can vectorise these loops.
    let characters = pairs.map(|[character, _]| character);
    let wrong = (between.iter()).fold(0, |wrong, [_, blank]| wrong | (blank ^ b' '));
    (wrong == 0 && end.is_ascii_whitespace()).then_some(characters)
}

/// The last line with boards that lie entirely on it, and their number.
#[derive(Clone, Copy, Debug, Default)]
struct Filled {
    line: u64,
    boards: u64,
}

impl Filled {
    /// Records a board on a line, at its beginning or not.
    const fn note(&mut self, line: u64, begins_line: bool) {
        if begins_line {
            *self = Self { line, boards: 1 };
        } else if line == self.line {
            self.boards += 1;
        }
    }

    /// The problem with the first line of a bad board of `count` symbols, if that explains the
    /// error: too few symbols follow the complete boards on the line, or the line is a board with
    /// some symbols missing. `lines` are the lines of the symbols found; `first` quotes the first
    /// of them.
    fn misfit(
        self,
        lines: &[u64],
        count: usize,
        begins_line: bool,
        ends_line: bool,
        first: impl FnOnce() -> String,
    ) -> Option<String> {
        let (&line, &last) = (lines.first()?, lines.last()?);
        let on_line = lines.iter().take_while(|other| **other == line).count();
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
                "line {line} has {found} symbols, expected {several}{count}: the first extra one is {}",
                first()
            ));
        }
        // Rows of a drawing are shorter than this.
        let is_short = begins_line && last > line && !ends_line && 2 * on_line > count;
        is_short.then(|| format!("line {line} has {on_line} symbols, {count} expected"))
    }
}

/// The cell of a bad board that probably starts the next one, given the lines of the cells and
/// whether the last one ends its line; the number of cells if there is none.
fn next_start(lines: &[u64], ends_line: bool) -> usize {
    let breaks = || {
        let pairs = lines.windows(2).enumerate();
        pairs.filter_map(|(i, pair)| (pair[1] > pair[0]).then_some((i + 1, pair[1] - pair[0])))
    };
    let after_blank = breaks().find(|(_, step)| *step > 1);
    match after_blank {
        // If every row is followed by a blank line, blank lines mean nothing.
        Some((cell, _)) if breaks().any(|(_, step)| step == 1) => cell,
        _ if ends_line => lines.len(),
        _ => breaks().next().map_or(lines.len(), |(cell, _)| cell),
    }
}
