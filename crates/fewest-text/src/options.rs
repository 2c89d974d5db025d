//! Options for reading and writing texts.

use std::path::PathBuf;

use fewest::Puzzle;
use fewest::survey::Listing;

use crate::formats::Format;
use crate::{Notes, TextError, format};

/// The layout that an input must have to be valid.
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
    /// As the format's judge requires: [exactly](Self::Exact), unless the format belongs to tools
    /// that accept any white space.
    #[default]
    Judge,
    /// Byte for byte as [`generate`](crate::generate()) writes its boards: single blanks, `\n` after every
    /// line, nothing else.
    Exact,
    /// With any white space that the readers accept.
    Any,
}

/// The options for reading and writing texts. Each job uses the ones it needs.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct TextOptions {
    /// The input's format; recognised if `None`.
    pub from: Option<String>,
    /// The output's format, `json`, `csv` or `text`. If `None`, the input's, or `text` if `all` is
    /// set.
    pub to: Option<String>,
    /// True to refuse inputs whose boards have goals of their own, because the goal in the options
    /// was requested for all.
    pub uses_goal: bool,
    /// True to show every board along the answer (`json` and `text`).
    pub steps: bool,
    /// If set, finds all shortest answers and lists these of them (`json` and `text`; `csv` has
    /// only their number).
    pub all: Option<Listing>,
    /// True to answer with solutions that are found at once and need not be shortest.
    pub quick: bool,
    /// True to keep each board's moves for [`Session::last`](crate::Session::last), even if the
    /// output's format does not show them.
    pub keeps_moves: bool,
    /// True if answers name the input that their board is from (`json` and `csv`).
    pub names_inputs: bool,
    /// True to continue after a bad board, with a line in place of its answer.
    pub keep_going: bool,
    /// True if reading the inputs never waits, as for regular files: boards are read while others are
    /// answered. Otherwise a batch ends where reading it would wait.
    pub reads_ahead: bool,
    /// The layout that an input must have to be valid.
    pub layout: Layout,
    /// The file with the answers and unfinished searches of an earlier run to resume; created if it
    /// does not exist.
    pub checkpoint: Option<PathBuf>,
    /// Notes for the user about assumptions.
    pub notes: Notes,
}

impl TextOptions {
    /// The format for the input, if the options name one.
    pub(crate) fn format(&self, puzzle: &Puzzle) -> Result<Option<&'static Format>, TextError> {
        let from = self.from.as_deref();
        from.map(|name| format(puzzle, name)).transpose()
    }
}
