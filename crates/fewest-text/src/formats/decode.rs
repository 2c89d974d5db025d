//! Inputs in the encodings of editors and shells, as UTF-8.
//!
//! A mark at the beginning is left out, and UTF-16 is converted. White space outside ASCII becomes
//! as many spaces as it has bytes, so that columns stay true. A Ctrl-Z at the end, with
//! which DOS closed files, is left out.

use std::borrow::Cow;
use std::io::{self, Read};

const CTRL_Z: u8 = 0x1A;
/// Bytes of UTF-16 converted at a time.
const PIECE: usize = 1 << 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// The input has not shown it yet.
    Unknown,
    Utf8,
    Utf16 {
        is_big: bool,
    },
}

/// A reader of an input as UTF-8.
pub(super) struct Decoder<'a> {
    read: &'a mut (dyn Read + Send),
    encoding: Encoding,
    /// Bytes read but not decoded: the beginning of a mark, of a character, or a Ctrl-Z.
    held: Vec<u8>,
    /// True if `held` may be a whole text whose sender waits for an answer.
    is_fresh: bool,
    /// Decoded text from UTF-16 that is not passed on yet.
    ready: Vec<u8>,
    /// True after the end of the input. A terminal that is read again waits for more.
    is_over: bool,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(read: &'a mut (dyn Read + Send)) -> Self {
        Self {
            read,
            encoding: Encoding::Unknown,
            held: Vec::new(),
            is_fresh: false,
            ready: Vec::new(),
            is_over: false,
        }
    }

    /// Reads bytes that are not decoded yet: none after the first end of the input.
    fn pull(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over || buffer.is_empty() {
            return Ok(0);
        }
        let count = self.read.read(buffer)?;
        self.is_over = count == 0;
        Ok(count)
    }

    /// Determines the encoding by the first two bytes, or three if they may be a mark.
    fn begin(&mut self) -> io::Result<()> {
        loop {
            let (encoding, mark) = match self.held[..] {
                [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8, 3),
                [0xFF, 0xFE, ..] => (Encoding::Utf16 { is_big: false }, 2),
                [0xFE, 0xFF, ..] => (Encoding::Utf16 { is_big: true }, 2),
                [0, byte, ..] if byte != 0 => (Encoding::Utf16 { is_big: true }, 0),
                [byte, 0, ..] if byte != 0 => (Encoding::Utf16 { is_big: false }, 0),
                [] | [_] | [0xEF, 0xBB] => {
                    let mut first = [0; 4];
                    let count = self.pull(&mut first)?;
                    self.held.extend(&first[..count]);
                    if count > 0 {
                        continue;
                    }
                    (Encoding::Utf8, 0)
                }
                _ => (Encoding::Utf8, 0),
            };
            self.encoding = encoding;
            self.held.drain(..mark);
            self.is_fresh = !self.held.is_empty();
            return Ok(());
        }
    }

    fn utf8(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let held = self.held.len();
            if held >= buffer.len() {
                // No room to look further.
                let count = buffer.len();
                buffer.copy_from_slice(&self.held[..count]);
                self.held.drain(..count);
                return Ok(count);
            }
            let is_fresh = std::mem::take(&mut self.is_fresh);
            let count = if is_fresh {
                0
            } else {
                self.pull(&mut buffer[held..])?
            };
            buffer[..held].copy_from_slice(&self.held);
            self.held.clear();
            let text = &mut buffer[..held + count];
            if count == 0 && !is_fresh {
                return Ok(if *text == [CTRL_Z] { 0 } else { text.len() });
            }
            if text.is_ascii() && !text.contains(&CTRL_Z) {
                return Ok(text.len());
            }
            let kept = with_spaces(text);
            self.held.extend(&text[kept..]);
            if kept > 0 {
                return Ok(kept);
            }
        }
    }

    fn utf16(&mut self, buffer: &mut [u8], is_big: bool) -> io::Result<usize> {
        while self.ready.is_empty() {
            let mut bytes = [0; PIECE];
            let count = self.pull(&mut bytes)?;
            self.held.extend(&bytes[..count]);
            let unit = |pair: &[u8; 2]| {
                if is_big {
                    u16::from_be_bytes(*pair)
                } else {
                    u16::from_le_bytes(*pair)
                }
            };
            let (pairs, _) = self.held.as_chunks::<2>();
            let mut units: Vec<u16> = pairs.iter().map(unit).collect();
            // The second half of a character, or anything after a Ctrl-Z, may come later.
            let is_open =
                |unit: &u16| (0xD800..0xDC00).contains(unit) || *unit == u16::from(CTRL_Z);
            if units.last().is_some_and(is_open) && (count > 0 || units == [u16::from(CTRL_Z)]) {
                units.pop();
            }
            self.held.drain(..2 * units.len());
            for character in char::decode_utf16(units) {
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                let is_space = character.is_whitespace() && !character.is_ascii();
                let character = if is_space { ' ' } else { character };
                self.ready
                    .extend(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            if count == 0 {
                break;
            }
        }
        let count = buffer.len().min(self.ready.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.encoding == Encoding::Unknown {
            self.begin()?;
        }
        match self.encoding {
            Encoding::Utf16 { is_big } => self.utf16(buffer, is_big),
            Encoding::Unknown | Encoding::Utf8 => self.utf8(buffer),
        }
    }
}

/// Replaces white space outside ASCII by spaces. Returns the length of the text without a beginning
/// of such white space, or a Ctrl-Z, at its end.
fn with_spaces(text: &mut [u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let length = match text[at..] {
            // The end of a file may have another line end after it.
            [CTRL_Z, b'\r' | b'\n', ..] => 1,
            [0xC2, 0x85 | 0xA0, ..] => 2,
            [0xE1, 0x9A, 0x80, ..]
            | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
            | [0xE2, 0x81, 0x9F, ..]
            | [0xE3, 0x80, 0x80, ..]
            | [0xEF, 0xBB, 0xBF, ..] => 3,
            [CTRL_Z | 0xC2 | 0xE1 | 0xE2 | 0xE3 | 0xEF]
            | [0xE1, 0x9A]
            | [0xE2, 0x80 | 0x81]
            | [0xE3, 0x80]
            | [0xEF, 0xBB] => return at,
            _ => {
                at += 1;
                continue;
            }
        };
        text[at..at + length].fill(b' ');
        at += length;
    }
    at
}

/// A whole text as UTF-8.
pub(crate) fn decoded(text: &[u8]) -> Cow<'_, [u8]> {
    let is_plain = |byte: &u8| byte.is_ascii() && !matches!(*byte, 0 | CTRL_Z);
    if text.iter().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let (mut input, mut all) = (text, Vec::new());
    // A slice can't fail to be read.
    let _ = Decoder::new(&mut input).read_to_end(&mut all);
    Cow::Owned(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns these many bytes at a time.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = self.1.min(buffer.len());
            self.0.read(&mut buffer[..size])
        }
    }

    fn check(bytes: &[u8], expected: &str) {
        for size in [1, 2, 3, 5, 100] {
            for room in [1, 2, 7, 100] {
                let mut pieces = Pieces(bytes, size);
                let mut decoder = Decoder::new(&mut pieces);
                let mut all = Vec::new();
                let mut buffer = vec![0; room];
                loop {
                    let count = decoder.read(&mut buffer).unwrap();
                    if count == 0 {
                        break;
                    }
                    all.extend(&buffer[..count]);
                }
                // A small buffer may be full before white space is complete.
                if room > 3 {
                    assert_eq!(
                        String::from_utf8(all).unwrap(),
                        expected,
                        "{bytes:?} {size}"
                    );
                }
            }
        }
        if bytes.len() > 1 {
            assert_eq!(decoded(bytes), expected.as_bytes());
        }
    }

    /// An input that may not be read again after its end.
    struct Once<'a>(Option<&'a [u8]>);

    impl Read for Once<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let left = self.0.as_mut().expect("read again after the end");
            let count = left.read(buffer)?;
            if count == 0 {
                self.0 = None;
            }
            Ok(count)
        }
    }

    /// Regression: a terminal had to be closed twice.
    #[test]
    fn the_end_was_read_twice() {
        let texts: [&[u8]; 6] = [b"", b"1", b"1 2\n", b"\x1a", b"\xFF\xFE1\0", b"\0"];
        for text in texts {
            let mut once = Once(Some(text));
            let mut all = Vec::new();
            Decoder::new(&mut once).read_to_end(&mut all).unwrap();
            assert!(all.len() <= text.len());
            assert!(once.0.is_none());
        }
    }

    #[test]
    fn what_editors_and_shells_write() {
        check(b"", "");
        check(b"1 2\r\n", "1 2\r\n");
        check("\u{feff}1 é".as_bytes(), "1 é");
        check("1\u{a0}2\u{3000}3\u{2003}é".as_bytes(), "1  2   3   é");
        check(b"1 2\n\x1a", "1 2\n");
        check(b"1\x1a2", "1\x1a2");
        check(b"1\n\x1a\r\n", "1\n \r\n");
        let text = "1 2\u{3000}é\u{1f9e9}\r\n";
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        let expected = text.replace('\u{3000}', " ");
        check(&[&[0xFF, 0xFE], &little[..]].concat(), &expected);
        check(&[&[0xFE, 0xFF], &big[..], &[0, 0x1A]].concat(), &expected);
        check(&big, &expected);
        // However the bytes arrive, a second byte of 0 means UTF-16.
        check(&little, &expected);
        assert_eq!(decoded(&little), expected.as_bytes());
    }
}
