//! How texts are read and written.

use std::path::PathBuf;

use fewest::Puzzle;
use fewest::survey::Listing;

use crate::formats::Format;
use crate::{Notes, TextError, format};

/// How an input must be laid out to be valid.
///
/// ```
/// use fewest_text::{Layout, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let validate = |layout| {
///     let mut two_blanks = "1  1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n".as_bytes();
///     let text = TextOptions { layout, ..TextOptions::default() };
///     fewest_text::validate(&rotation, &Options::default(), &text, "input", &mut two_blanks)
/// };
/// assert_eq!(validate(Layout::Any)?, Ok(1));
/// assert!(validate(Layout::Exact)?.is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As validators of the format's judge would have it: [exactly](Self::Exact), unless the format
    /// is one of tools that take any white space.
    #[default]
    Judge,
    /// Byte for byte as [`generate`](crate::generate()) writes its boards: single blanks, `\n` after every
    /// line, nothing else.
    Exact,
    /// With any white space that the readers take.
    Any,
}

/// How texts are read and written. Each job uses what concerns it.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    /// The input's format; recognised if none.
    pub from: Option<String>,
    /// The output's: a format, `json`, `csv` or `text`. If none, the input's, or `text` where all
    /// answers are wanted.
    pub to: Option<String>,
    /// Whether every board on the way is shown (`json` and `text`).
    pub steps: bool,
    /// Whether all shortest answers are wanted, and which of them are listed (`json` and `text`; the
    /// number alone in `csv`).
    pub all: Option<Listing>,
    /// Whether to continue after a bad board, with a line in place of its answer.
    pub keep_going: bool,
    /// How an input must be laid out to be valid.
    pub layout: Layout,
    /// The file with the answers and the searches under way of an earlier run, to continue from;
    /// created if there is none.
    pub checkpoint: Option<PathBuf>,
    /// What was assumed, for the user to know.
    pub notes: Notes,
}

impl TextOptions {
    /// The format that the options name for the input.
    pub(crate) fn format(&self, puzzle: &Puzzle) -> Result<Option<&'static Format>, TextError> {
        let from = self.from.as_deref();
        from.map(|name| format(puzzle, name)).transpose()
    }
}
