//! The strict layout of inputs: byte for byte as the format requires. Strict validators accept
//! nothing between words but single blanks and line ends.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest::model::Case;
use fewest::model::Model;
use fewest::support::place::{Place, character, quote};

use crate::formats::Format;

/// The bytes of an input that were read but not compared yet.
pub(super) type Unseen = Arc<Mutex<VecDeque<u8>>>;

pub(super) fn bytes(unseen: &Unseen) -> MutexGuard<'_, VecDeque<u8>> {
    unseen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A comparison of an input with the output of `generate` for its boards.
pub(super) struct Compared {
    unseen: Unseen,
    model: Arc<Model>,
    format: &'static Format,
    /// The position of the first byte not compared.
    place: Place,
    has_begun: bool,
    text: Vec<u8>,
}

/// The position and description of a difference in layout.
type Difference = (Place, String);

impl Compared {
    pub(super) fn new(unseen: Unseen, model: Arc<Model>, format: &'static Format) -> Self {
        Self {
            unseen,
            model,
            format,
            place: Place { line: 1, column: 1 },
            has_begun: false,
            text: Vec::new(),
        }
    }

    /// Compares a board up to the end of its line. All of it must have been read.
    pub(super) fn board(&mut self, case: &Case) -> Result<(), Difference> {
        self.begin()?;
        self.text.clear();
        (self.format.write_board)(&self.model, case, &mut self.text);
        self.compare()
    }

    /// Compares the text after the last board. All of it must have been read.
    pub(super) fn end(&mut self) -> Result<(), Difference> {
        self.begin()?;
        self.text.clear();
        self.format.write_footer(&self.model, &mut self.text);
        self.compare()?;
        if bytes(&self.unseen).is_empty() {
            return Ok(());
        }
        Err(self.expected("the end of the input"))
    }

    /// Compares the text before the boards, with the stated number of boards.
    fn begin(&mut self) -> Result<(), Difference> {
        if self.has_begun {
            return Ok(());
        }
        self.has_begun = true;
        let start: Vec<u8> = bytes(&self.unseen).iter().take(20).copied().collect();
        if start.starts_with(b"\xEF\xBB\xBF") {
            let problem = "expected no byte order mark before the text".to_owned();
            return Err((self.place, problem));
        }
        let digits = start.iter().take_while(|byte| byte.is_ascii_digit());
        let digits: Vec<u8> = digits.copied().collect();
        let count = String::from_utf8_lossy(&digits).parse();
        self.text.clear();
        let count = count.unwrap_or(0);
        self.format.write_header(&self.model, count, &mut self.text);
        if !self.text.is_empty() && digits.is_empty() {
            return Err(self.expected("the number of boards"));
        }
        self.compare()
    }

    /// Consumes the expected text from the input.
    fn compare(&mut self) -> Result<(), Difference> {
        for i in 0..self.text.len() {
            let expected = self.text[i];
            let found = bytes(&self.unseen).pop_front_if(|byte| *byte == expected);
            if found.is_none() {
                return Err(self.expected(&sign(&self.text[i..])));
            }
            if expected == b'\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        Ok(())
    }

    fn expected(&self, what: &str) -> Difference {
        let found: Vec<u8> = bytes(&self.unseen).iter().take(4).copied().collect();
        let problem = format!("expected {what}, found {}", sign(&found));
        (self.place, problem)
    }
}

/// The name of a text's first character.
fn sign(text: &[u8]) -> String {
    match text.first() {
        None => "the end of the input".to_owned(),
        Some(b' ') => "a blank".to_owned(),
        Some(b'\t') => "a tab".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(b'\r') => "a carriage return".to_owned(),
        Some(_) => quote(character(text)),
    }
}
