//! Whole texts: inputs that are answered, checked, validated or generated. This is what the program
//! runs; use it to read or write boards in a judge's format.

mod check;
mod checkpoint;
mod generate;
mod layout;
mod notes;
mod pipeline;
mod random_moves;
mod recognise;
mod session;
mod validate;

use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;

use thiserror::Error;

pub use check::{Judgement, Mistake};
pub use checkpoint::CheckpointError;
pub use notes::Notes;
pub use pipeline::Summary;
use recognise::recognise;
pub use session::Session;

use crate::codec::{FORMATS, Format, Source};
use crate::error::PuzzleError;
use crate::handle::{Puzzle, written};
use crate::model::Case;
use crate::solver::{Options, SolverError};
use crate::support::place::InputError;
use crate::support::progress::{Unfinished, part_of};
use crate::survey::{Listing, SurveyError};

/// An input and what messages call it.
pub type Input = (String, Box<dyn Read>);

/// The most boards that are read at once.
pub const MOST_BOARDS: usize = 100_000;

/// Why a job on a text failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TextError {
    /// What is asked for can't be done.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The checkpoint can't be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The input is bad; the answers to all boards before it were written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output can't be written.
    #[error("can't write the answers: {0}")]
    Output(#[from] std::io::Error),
}

impl From<SolverError> for TextError {
    fn from(error: SolverError) -> Self {
        Self::Puzzle(error.into())
    }
}

impl From<SurveyError> for TextError {
    fn from(error: SurveyError) -> Self {
        Self::Puzzle(error.into())
    }
}

part_of!(
    PuzzleError => TextError,
    CheckpointError => TextError,
    SolverError => TextError,
    SurveyError => TextError,
    InputError => TextError,
    std::io::Error => TextError,
);

/// How an input must be laid out to be valid.
///
/// ```
/// use fewest::text::{Layout, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let validate = |layout| {
///     let mut two_blanks = "1  1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n".as_bytes();
///     let text = TextOptions { layout, ..TextOptions::default() };
///     rotation.validate(&Options::default(), &text, "input", &mut two_blanks)
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
    /// Byte for byte as [`Puzzle::generate`] writes its boards: single blanks, `\n` after every
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
    pub(crate) fn format(&self, puzzle: &Puzzle) -> Result<Option<&'static Format>, PuzzleError> {
        let from = self.from.as_deref();
        from.map(|name| puzzle.format(name)).transpose()
    }
}

/// The usual format of a puzzle.
pub(crate) fn usual(puzzle: &Puzzle) -> &'static Format {
    let formats = puzzle.formats();
    debug_assert!(!formats.is_empty(), "every kind of puzzle has a format");
    formats.first().copied().unwrap_or(FORMATS[0])
}

/// The format of this name, where `others` are valid names, too.
fn format_or(puzzle: &Puzzle, name: &str, others: &str) -> Result<&'static Format, PuzzleError> {
    puzzle.format(name).map_err(|error| match error {
        PuzzleError::UnknownFormat {
            puzzle,
            format,
            known,
        } => PuzzleError::UnknownFormat {
            puzzle,
            format,
            known: known + others,
        },
        error => error,
    })
}

impl Puzzle {
    /// All boards of inputs, each with its goal unless that is the puzzle's own: [`MOST_BOARDS`] at
    /// most.
    ///
    /// # Errors
    /// If an input is bad, there are more boards, or the options ask for the impossible.
    ///
    /// ```
    /// use fewest::text::{Input, TextOptions};
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let text = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n";
    /// let mut inputs: [Input; 1] = [("a string".to_owned(), Box::new(text.as_bytes()))];
    /// let cases = eight.read_all(&Options::default(), &TextOptions::default(), &mut inputs)?;
    /// assert_eq!(cases.len(), 2);
    /// assert_eq!(cases[1].start, [1, 2, 3, 4, 5, 6, 0, 7, 8]);
    /// assert_eq!(cases[1].goal, Some(vec![1, 2, 3, 4, 5, 6, 7, 8, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_all(
        &self,
        options: &Options,
        text: &TextOptions,
        inputs: &mut [Input],
    ) -> Result<Vec<Case>, Unfinished<TextError>> {
        let is_settled = options.goal.is_some();
        let from = text.format(self)?;
        let mut cases = Vec::new();
        for (name, input) in inputs {
            let mut source = Source::new(name.as_str(), input);
            let format = match from {
                Some(format) => format,
                None => recognise((self, options, text), name, &mut source, is_settled)?,
            };
            let goal = self.goal_for(options, format)?;
            let mut reader = (format.reader)(&self.model_for(options)?);
            let mut case = Case::default();
            while reader.next(&mut source, &mut case)? {
                if cases.len() == MOST_BOARDS {
                    return Err(PuzzleError::ManyBoards(MOST_BOARDS).into());
                }
                cases.push(Case {
                    goal: case.goal.clone().or_else(|| goal.clone()),
                    ..case.clone()
                });
            }
            reader.close(&mut source)?;
        }
        Ok(cases)
    }

    /// Reads all boards of an input, each given on one line (as the format `plain` has it) or as
    /// what is wrong with it, until `each` breaks off.
    ///
    /// # Errors
    /// If the puzzle has no such format.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let mut input = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 7 x 9\n".as_bytes();
    /// let mut boards = Vec::new();
    /// eight.read("hdu1043", "a string", &mut input, &mut |board| {
    ///     boards.push(board.map_err(|error| error.place.line));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(boards, [Ok("1 2 3 4 5 6 7 0 8".to_owned()), Err(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        &self,
        format: &str,
        name: &str,
        input: &mut dyn Read,
        each: &mut dyn FnMut(Result<String, InputError>) -> ControlFlow<()>,
    ) -> Result<(), PuzzleError> {
        let (format, model) = (self.format(format)?, self.model());
        let mut reader = (format.reader)(model);
        let mut source = Source::new(name, input);
        let mut case = Case::default();
        loop {
            let result = match reader.next(&mut source, &mut case) {
                Ok(true) => Ok(written(|out| model.write_board(&case.start, out))),
                Ok(false) => break,
                Err(error) => Err(error),
            };
            let is_final = result.as_ref().is_err_and(|error| error.is_final);
            if each(result).is_break() || is_final {
                return Ok(());
            }
        }
        if let Err(error) = reader.close(&mut source) {
            // Nothing is left to break off.
            let _ = each(Err(error));
        }
        Ok(())
    }
}
