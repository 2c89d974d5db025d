//! The number of boards stated before them.

use fewest::support::place::{InputError, Place};

use super::source::Source;
use super::words::Words;

/// The stated number of boards, and the number read so far.
#[derive(Debug, Default)]
pub(super) struct Announced {
    count: Option<u64>,
    met: u64,
}

impl Announced {
    /// A number of boards that was read before the first.
    pub(super) const fn before_first(count: u64) -> Self {
        Self {
            count: Some(count),
            met: 1,
        }
    }

    /// Counts another board. Returns false if the count in the first word is exhausted.
    pub(super) fn another(
        &mut self,
        source: &mut Source<'_>,
        words: &mut Words,
    ) -> Result<bool, InputError> {
        let what = "the number of boards";
        let count = if let Some(count) = self.count {
            count
        } else if let Some(word) = words.whole(source)? {
            word.number()
                .ok_or_else(|| expected(source, word.place, what, &word.quoted()))?
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

    pub(super) fn close(
        &self,
        source: &mut Source<'_>,
        words: &mut Words,
    ) -> Result<(), InputError> {
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

    /// The error for an input that ends before the current board.
    pub(super) fn missing(&self, source: &Source<'_>) -> InputError {
        let count = self.count.unwrap_or(0);
        let problem = format!(
            "expected {count} board{}, found {} before the end of the input",
            if count == 1 { "" } else { "s" },
            self.met - 1
        );
        source.final_error(source.place(), Some(self.met), problem)
    }
}

fn expected(source: &Source<'_>, place: Place, what: &str, found: &str) -> InputError {
    source.final_error(place, None, format!("expected {what}, found {found}"))
}
