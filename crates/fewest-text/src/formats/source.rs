//! An input that is read piece by piece and tracks its position.
//!
//! A source holds one piece of the input at a time, so memory use does not depend on the input's
//! size, even if it is a single line.

use std::io::{self, Read};

use fewest::support::place::{InputError, Place, SHOWN, character, quote};

use super::decode::Decoder;
use super::statement::{blank_labels, is_statement};

const PIECE: usize = 1 << 17;

/// For each byte, true if it separates words.
pub(crate) type Separators = [bool; 256];

/// White space.
pub(crate) const SPACES: Separators = {
    let mut separators = [false; 256];
    let spaces = *b" \t\n\x0b\x0c\r";
    let mut place = 0;
    while place < spaces.len() {
        separators[spaces[place] as usize] = true;
        place += 1;
    }
    separators
};

/// An input, its name, and the current position.
///
/// ```
/// use fewest_text::formats::Source;
///
/// let mut input = "1 2".as_bytes();
/// let mut source = Source::new("a file", &mut input);
/// assert!(source.fill()?);
/// let error = source.error(source.place(), None, "expected a name, found `1`");
/// assert_eq!(error.to_string(), "a file:1:1: expected a name, found `1`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts about what was read"
)]
pub struct Source<'a> {
    name: String,
    read: Decoder<'a>,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// The end of what was read. Of a statement, the last line is kept back until it is whole.
    read_end: usize,
    /// True if nothing follows the buffer.
    is_at_end: bool,
    /// True if the last token was cut, so the rest of it must be skipped.
    in_cut_token: bool,
    line: u64,
    /// The number of bytes consumed before the buffer's first.
    base: u64,
    /// The number of bytes before the current line.
    line_start: u64,
    /// True until the text is known to be a statement's example or not.
    is_new: bool,
    /// Of a statement, true if the last line in the buffer has boards.
    is_input: Option<bool>,
    /// True if only separators were consumed on this line so far.
    is_line_blank: bool,
    /// The number of signs consumed that end rows.
    row: u64,
    /// The separators of words.
    separators: Separators,
    /// The byte that begins a comment.
    comment: Option<u8>,
}

/// A word delimited by white space.
#[derive(Clone, Copy, Debug)]
pub struct Token<'s> {
    /// Its text.
    pub text: &'s [u8],
    /// Its position.
    pub place: Place,
    /// True if `text` is only the beginning of a longer word.
    pub is_cut: bool,
    /// True if it is the first on its line.
    pub is_first: bool,
    /// A number for its row: words in different rows have different numbers.
    pub row: u64,
}

impl<'a> Source<'a> {
    /// A source that reads from `read` and is called `name` in messages.
    pub fn new(name: impl Into<String>, read: &'a mut (dyn Read + Send)) -> Self {
        Self {
            name: name.into(),
            read: Decoder::new(read),
            buffer: vec![0; PIECE].into(),
            start: 0,
            end: 0,
            read_end: 0,
            is_at_end: false,
            in_cut_token: false,
            line: 1,
            base: 0,
            line_start: 0,
            is_new: true,
            is_input: None,
            is_line_blank: true,
            row: 0,
            separators: SPACES,
            comment: None,
        }
    }

    /// Sets what separates words in the rest of the input.
    pub(crate) const fn part_at(&mut self, separators: Separators) {
        self.separators = separators;
    }

    /// Makes this byte end words and begin comments, which the reader must skip.
    pub(crate) const fn expect_comments(&mut self, start: u8) {
        self.comment = Some(start);
    }

    #[inline]
    fn is_space(&self, byte: u8) -> bool {
        self.separators[usize::from(byte)]
    }

    /// Returns true if a word ends before this byte: at a separator or a comment.
    #[inline]
    fn ends_word(&self, byte: u8) -> bool {
        self.is_space(byte) || self.comment == Some(byte)
    }

    /// The current position.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.base + self.start as u64 - self.line_start + 1,
        }
    }

    /// Returns true if only separators were consumed on this line.
    #[must_use]
    pub(crate) const fn is_line_blank(&self) -> bool {
        self.is_line_blank
    }

    /// A number for the row of the next word.
    #[must_use]
    pub(crate) const fn row(&self) -> u64 {
        self.row
    }

    /// An error at a position.
    #[must_use]
    pub fn error(
        &self,
        place: Place,
        board: Option<u64>,
        problem: impl Into<String>,
    ) -> InputError {
        InputError {
            input: self.name.clone(),
            place,
            board,
            problem: problem.into(),
            is_final: false,
            names_puzzle: false,
        }
    }

    /// An error after which reading can't continue.
    pub(crate) fn final_error(
        &self,
        place: Place,
        board: Option<u64>,
        problem: impl Into<String>,
    ) -> InputError {
        InputError {
            is_final: true,
            ..self.error(place, board, problem)
        }
    }

    /// The bytes that have been read but not consumed.
    #[must_use]
    pub(crate) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns true if only separators and complete comments are buffered, and more may follow.
    #[must_use]
    pub(crate) fn is_drained(&self) -> bool {
        if self.is_at_end {
            return false;
        }
        let mut rest = self.buffered().iter();
        while let Some(&byte) = rest.find(|byte| !self.is_space(**byte)) {
            let is_comment = self.comment == Some(byte);
            if !is_comment || !rest.any(|&byte| byte == b'\n') {
                return false;
            }
        }
        true
    }

    /// Reads another piece. Returns false if the input has ended or the buffer is full.
    ///
    /// # Errors
    /// If the input can't be read.
    pub fn fill(&mut self) -> Result<bool, InputError> {
        let mut has_more = self.fill_once()?;
        while self.is_new {
            let is_statement = is_statement(&self.buffer[..self.read_end]);
            if is_statement.is_none() && has_more {
                has_more = self.fill_once()?;
                continue;
            }
            self.is_new = false;
            self.is_input = (is_statement == Some(true)).then_some(false);
        }
        Ok(self.show() || has_more)
    }

    /// Adds what was read to the buffer, of a statement whole lines without labels. Returns false if
    /// that is nothing.
    fn show(&mut self) -> bool {
        let text = &mut self.buffer[self.end..self.read_end];
        let last = text.iter().rposition(|byte| *byte == b'\n');
        let lines = last.map_or(0, |last| last + 1);
        // A line that fills the buffer can't be kept back.
        let is_full = lines == 0 && text.len() == PIECE;
        let is_all = self.is_at_end || self.is_input.is_none() || is_full;
        let length = if is_all { text.len() } else { lines };
        if let Some(is_input) = &mut self.is_input {
            blank_labels(&mut text[..length], is_input);
        }
        self.end += length;
        length > 0
    }

    fn fill_once(&mut self) -> Result<bool, InputError> {
        if self.is_at_end || self.read_end - self.start == self.buffer.len() {
            return Ok(false);
        }
        self.buffer.copy_within(self.start..self.read_end, 0);
        self.base += self.start as u64;
        self.end -= self.start;
        self.read_end -= self.start;
        self.start = 0;
        loop {
            match self.read.read(&mut self.buffer[self.read_end..]) {
                Ok(0) => self.is_at_end = true,
                Ok(count) => self.read_end += count.min(self.buffer.len() - self.read_end),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.is_at_end = true;
                    return Err(self.final_error(
                        self.place(),
                        None,
                        format!("can't be read: {error}"),
                    ));
                }
            }
            break;
        }
        Ok(!self.is_at_end)
    }

    /// The next byte, without consuming it; `None` at the end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, InputError> {
        while self.start == self.end && self.fill()? {}
        Ok(self.buffered().first().copied())
    }

    /// The bytes of the next character, without consuming it; none at the end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn peek_character(&mut self) -> Result<&[u8], InputError> {
        let is_ascii = self.peek()?.is_none_or(|byte| byte.is_ascii());
        // The rest of the character may come later.
        let is_cut = |text: &[u8]| !is_ascii && text.len() < 4 && character(text).len() == 1;
        while is_cut(self.buffered()) && self.fill()? {}
        Ok(character(self.buffered()))
    }

    /// Consumes the next byte, which `peek` has returned.
    pub(crate) fn advance(&mut self) {
        if let Some(&byte) = self.buffered().first() {
            self.start += 1;
            self.note(byte, self.start);
        }
    }

    /// Updates the line count when a byte that ends at `end` in the buffer is consumed.
    #[inline]
    fn note(&mut self, byte: u8, end: usize) {
        if byte == b'\n' {
            self.line += 1;
            self.line_start = self.base + end as u64;
            self.is_line_blank = true;
            self.row += 1;
        } else if !self.is_space(byte) {
            self.is_line_blank = false;
        } else if matches!(byte, b'/' | b';' | b']' | b')' | b'}') {
            // These also end rows of a board.
            self.row += 1;
        }
    }

    /// Consumes separators, including line ends.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn skip_space(&mut self) -> Result<(), InputError> {
        loop {
            while let Some(&byte) = self.buffer[..self.end].get(self.start) {
                if !self.is_space(byte) {
                    return Ok(());
                }
                self.start += 1;
                self.note(byte, self.start);
            }
            if !self.fill()? && self.start == self.end {
                return Ok(());
            }
        }
    }

    /// Consumes everything up to the end of the line, but not the line end.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn skip_line(&mut self) -> Result<(), InputError> {
        self.in_cut_token = false;
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                break;
            }
            self.advance();
        }
        Ok(())
    }

    /// The rest of this line, without consuming it; `None` if it is longer than a piece.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn rest_of_line(&mut self) -> Result<Option<&[u8]>, InputError> {
        self.rest_of_lines(1)
    }

    /// The rest of this line and the lines after it, `count` in all, without consuming them; `None`
    /// if they are longer than a piece.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn rest_of_lines(&mut self, mut count: usize) -> Result<Option<&[u8]>, InputError> {
        let mut seen = 0;
        loop {
            for (place, byte) in self.buffered().iter().enumerate().skip(seen) {
                count -= usize::from(*byte == b'\n');
                if count == 0 {
                    return Ok(self.buffered().get(..place));
                }
            }
            seen = self.buffered().len();
            if !self.fill()? {
                return Ok(self.is_at_end.then(|| self.buffered()));
            }
        }
    }

    /// Returns true if only separators are left on this line.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn is_line_over(&mut self) -> Result<bool, InputError> {
        if self.in_cut_token {
            self.skip_word()?;
        }
        while let Some(byte) = self.peek()? {
            if byte == b'\n' {
                return Ok(true);
            }
            if !self.is_space(byte) {
                return Ok(false);
            }
            self.advance();
        }
        Ok(true)
    }

    /// Consumes the next word. Of a word longer than `max_bytes`, only the beginning is returned,
    /// and the rest is skipped later. `None` at the end of the input.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn token(&mut self, max_bytes: usize) -> Result<Option<Token<'_>>, InputError> {
        if self.in_cut_token {
            self.skip_word()?;
        }
        self.skip_space()?;
        if self.start == self.end {
            return Ok(None);
        }
        let place = self.place();
        let is_first = self.is_line_blank;
        let mut len = 0;
        loop {
            let rest = &self.buffer[self.start + len..self.end];
            let word = rest
                .iter()
                .enumerate()
                .take(max_bytes + 1 - len)
                .take_while(|(i, byte)| len + i == 0 || !self.ends_word(**byte))
                .count();
            len += word;
            let is_whole = self.start + len < self.end;
            if is_whole || len > max_bytes || !self.fill()? {
                break;
            }
        }
        let is_cut = len > max_bytes;
        let len = len.min(max_bytes);
        let text = self.start..self.start + len;
        self.in_cut_token = is_cut;
        self.start += len;
        self.is_line_blank = false;
        Ok(Some(Token {
            text: &self.buffer[text],
            place,
            is_cut,
            is_first,
            row: self.row,
        }))
    }

    fn skip_word(&mut self) -> Result<(), InputError> {
        self.in_cut_token = false;
        while self.peek()?.is_some_and(|byte| !self.ends_word(byte)) {
            self.advance();
        }
        Ok(())
    }

    /// The next word, truncated for a message, however the input is split into pieces.
    ///
    /// # Errors
    /// If the input can't be read.
    pub(crate) fn quoted_next(&mut self) -> Result<String, InputError> {
        loop {
            let text = self.buffered();
            let end = text.iter().position(u8::is_ascii_whitespace);
            if end.is_some() || text.len() > SHOWN || !self.fill()? {
                let text = self.buffered();
                return Ok(quote(&text[..end.unwrap_or(text.len())]));
            }
        }
    }

    /// Consumes `count` buffered bytes that contain no line end.
    pub(crate) fn consume_within_line(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
        self.is_line_blank = false;
    }
}
