//! Errors in an input, with their place.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::invariant::Invariant;

/// A place in an input, counted from 1. Columns count bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
}

impl Place {
    /// The place of a byte of a text.
    #[must_use]
    pub fn at(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).debug_unwrap_or(text);
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: before.matches('\n').count() as u64 + 1,
            column: (before.len() - line) as u64 + 1,
        }
    }
}

/// An input that does not match its format, or can't be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct InputError {
    /// The name of the input, such as a file's path.
    pub input: String,
    /// The start of the offending text.
    pub place: Place,
    /// The number of the board it is in, from 1, if any.
    pub board: Option<u64>,
    /// The expected and the actual text.
    pub problem: String,
    /// True if nothing more can be read from this input.
    pub is_final: bool,
    /// True if the problem names the puzzle that was meant.
    pub names_puzzle: bool,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        let name: String = self.input.chars().take(120).collect();
        write!(f, "{}:{line}:{column}: ", escaped(&name))?;
        if let Some(board) = self.board {
            write!(f, "board {board}: ")?;
        }
        f.write_str(&self.problem)
    }
}

/// The largest number of bytes in a quotation; longer texts are cut.
pub const SHOWN: usize = 24;

/// The bytes of a text's first character; one byte if they are not UTF-8.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::place::character;
///
/// assert_eq!(character("\u{c9}t\u{e9}".as_bytes()), "\u{c9}".as_bytes());
/// assert_eq!(character(b"\xff\xff"), b"\xff");
/// ```
#[must_use]
pub fn character(text: &[u8]) -> &[u8] {
    let mut starts = (1..=4).map_while(|len| text.get(..len));
    let is_character = |start: &&[u8]| std::str::from_utf8(start).is_ok();
    let byte = || text.get(..1).unwrap_or_default();
    starts.find(is_character).unwrap_or_else(byte)
}

/// Quotes a piece of input for a message: in back quotes, as it is written, cut after 24 bytes or
/// within the last character. Control characters are [escaped], and bytes that are not UTF-8.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::place::quote;
///
/// assert_eq!(quote("R' \u{c9}\t3".as_bytes()), "`R' \u{c9}\\t3`");
/// assert_eq!(quote(b"\xff1"), r"`\xff1`");
/// assert_eq!(quote(&[b'x'; 100]), format!("`{}...`", "x".repeat(24)));
/// ```
#[must_use]
pub fn quote(text: &[u8]) -> String {
    /// The most bytes that continue a character.
    const CONTINUED: usize = 3;
    let is_end = |end: &usize| text.get(*end).is_none_or(|byte| byte & 0xc0 != 0x80);
    let end = text.len().min(SHOWN);
    let shown = (end.saturating_sub(CONTINUED)..=end).rev().find(is_end);
    let shown = text.get(..shown.unwrap_or(end)).debug_unwrap_or(text);
    let dots = if text.len() > SHOWN { "..." } else { "" };
    let parts = shown.utf8_chunks().map(|part| {
        let invalid = part.invalid().escape_ascii();
        format!("{}{invalid}", escaped(part.valid()))
    });
    format!("`{}{dots}`", parts.collect::<String>())
}

/// Formats a text for a message, on one line: control characters for terminals are escaped.
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::support::place::escaped;
///
/// assert_eq!(escaped("caf\u{e9}\u{1b}[31m"), "caf\u{e9}\\x1b[31m");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii_control() => {
                escaped.extend(byte.escape_ascii().map(char::from));
            }
            _ if is_wild(c) => escaped.extend(c.escape_unicode()),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Returns true for characters with side effects in a terminal: controls, and changes of the
/// writing direction.
#[must_use]
pub fn is_wild(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
