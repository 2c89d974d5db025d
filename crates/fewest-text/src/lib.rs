//! Boards and answers as text: the formats of judges and other tools, and jobs on whole inputs.
//!
//! * [`Session`] answers inputs, [`check()`] and [`check_all()`] judge other programs' answers,
//!   [`validate()`] checks an input against its judge's rules, [`generate()`] writes one;
//! * [`read_all`] reads inputs; [`board`], [`goal`], [`board_set`], [`moves`] and [`read_moves`] read
//!   short texts;
//! * [`formats()`] lists the formats of a puzzle, and the module [`formats`](mod@formats) has them all.
//!
//! ```
//! use fewest::{Options, Puzzle};
//! use fewest_text::{Session, TextOptions};
//!
//! let rotation = Puzzle::open("rotation")?;
//! let mut session = Session::new(&rotation, Options::default(), TextOptions::default())?;
//! // An input of POJ 2286.
//! let mut boards = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n".as_bytes();
//! let mut answers = Vec::new();
//! session.run("boards", &mut boards, &mut answers)?;
//! assert_eq!(answers, b"AC\n2\n");
//! # Ok::<(), fewest_text::TextError>(())
//! ```

mod boards;
mod check;
mod checkpoint;
mod error;
pub mod formats;
mod generate;
mod hint;
mod judgement;
mod layout;
mod notes;
mod options;
mod pipeline;
mod random_moves;
mod recognise;
mod session;
mod traffic;
mod validate;

use std::io::Read;

use fewest::model::{Case, Kind};
use fewest::{Options, Puzzle, PuzzleError};

pub use boards::{board, board_set, goal, moves, read_moves};
pub use check::{check, check_all};
pub use checkpoint::CheckpointError;
pub use error::TextError;
use formats::{FACELETS, FORMATS, Format, Sizes, Source, formats_of};
pub use generate::{draw_plan, generate};
pub use hint::{hint, other_puzzle};
pub use judgement::{CheckedAnswers, Judgement, Mistake};
pub use notes::Notes;
pub use options::{Layout, TextOptions};
pub use pipeline::Summary;
use recognise::recognise;
pub use session::Session;
pub use traffic::{has_own_boards, is_own_board};
pub use validate::validate;

/// An input, after its name in messages.
pub type Input = (String, Box<dyn Read + Send>);

/// The most boards that are read at once.
pub const MAX_BOARDS: usize = 100_000;

/// The formats of a puzzle's boards; the first is the usual one.
///
/// ```
/// use fewest::Puzzle;
///
/// let reads = |name: &str, format: &str| {
///     Puzzle::open(name).is_ok_and(|puzzle| fewest_text::format(&puzzle, format).is_ok())
/// };
/// // HDU 1043 is about boards of three rows and three columns.
/// assert!(reads("eight", "hdu1043") && !reads("fifteen", "hdu1043"));
/// ```
#[must_use]
pub fn formats(puzzle: &Puzzle) -> Vec<&'static Format> {
    let model = puzzle.model();
    let fits = |format: &&Format| match (format.sizes, model.size) {
        (Sizes::Only(width, height), Some(size)) => {
            (width, height) == (size.width(), size.height())
        }
        (Sizes::Square, Some(size)) => size.width() == size.height(),
        _ => **format != FACELETS || model.boards.facelets.is_some(),
    };
    formats_of(model.kind).filter(fits).collect()
}

/// A puzzle's format with this name.
///
/// # Errors
/// If the puzzle has no such format.
///
/// ```
/// let eight = fewest::Puzzle::open("eight")?;
/// assert!(fewest_text::format(&eight, "hdu1043")?.used_by.contains("HDU 1043"));
/// let error = fewest_text::format(&eight, "poj2286").unwrap_err();
/// assert!(error.to_string().starts_with("eight has no format `poj2286`; it has hdu1043, "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn format(puzzle: &Puzzle, name: &str) -> Result<&'static Format, TextError> {
    format_or(puzzle, name, "")
}

/// A puzzle's format with this name. The error also names `others`, which are valid.
fn format_or(puzzle: &Puzzle, name: &str, others: &str) -> Result<&'static Format, TextError> {
    let formats = formats(puzzle);
    let format = formats.iter().find(|format| format.name == name);
    format.copied().ok_or_else(|| {
        let known: Vec<&str> = formats.iter().map(|format| format.name).collect();
        TextError::UnknownFormat {
            puzzle: puzzle.name().to_owned(),
            format: name.chars().take(40).collect(),
            known: known.join(", ") + others,
        }
    })
}

fn usual(puzzle: &Puzzle) -> &'static Format {
    let formats = formats(puzzle);
    debug_assert!(!formats.is_empty(), "every kind of puzzle has a format");
    formats.first().copied().unwrap_or(FORMATS[0])
}

/// Rejects a requested goal if files of the format have their own.
fn check_goal(is_requested: bool, format: &Format) -> Result<(), PuzzleError> {
    if format.brings_goals && is_requested {
        return Err(PuzzleError::NoSuchGoal(format!(
            "files of {} contain their own goals: --goal needs another format",
            format.name
        )));
    }
    Ok(())
}

/// The goal for boards of a format without goals; `None` for the puzzle's own.
fn goal_for(
    puzzle: &Puzzle,
    options: &Options,
    from: &Format,
) -> Result<Option<Vec<u8>>, PuzzleError> {
    let goal = puzzle.goal_or(options, from.goal)?;
    // The knights' only goal is reported with every board that has none.
    let is_known = puzzle.model().kind == Kind::Knights;
    let solved_board = || is_known.then(|| puzzle.model().solved_board());
    Ok(goal.or_else(solved_board))
}

/// Reads all boards of inputs, at most [`MAX_BOARDS`], each with its goal unless that is the
/// puzzle's own.
///
/// # Errors
/// If an input is invalid, there are more boards, or the options can't be satisfied.
///
/// ```
/// use fewest_text::{Input, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let text = "1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n";
/// let mut inputs: [Input; 1] = [("a string".to_owned(), Box::new(text.as_bytes()))];
/// let cases = fewest_text::read_all(&eight, &Options::default(), &TextOptions::default(), &mut inputs)?;
/// assert_eq!(cases.len(), 2);
/// assert_eq!(cases[1].start, [1, 2, 3, 4, 5, 6, 0, 7, 8]);
/// assert_eq!(cases[1].goal, Some(vec![1, 2, 3, 4, 5, 6, 7, 8, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_all(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    inputs: &mut [Input],
) -> Result<Vec<Case>, TextError> {
    let is_settled = options.goal.is_some();
    let from = text.format(puzzle)?;
    let mut cases = Vec::new();
    for (name, input) in inputs {
        let mut source = Source::new(name.as_str(), input);
        let format = match from {
            Some(format) => format,
            None => recognise((puzzle, options, text), name, &mut source, is_settled)?,
        };
        check_goal(text.uses_goal, format)?;
        let goal = goal_for(puzzle, options, format)?;
        let mut reader = hint::reader(format, from.is_some(), &puzzle.model_for(options)?);
        let mut case = Case::default();
        while reader.next(&mut source, &mut case)? {
            text.notes.add_reading(&case);
            if cases.len() == MAX_BOARDS {
                return Err(TextError::ManyBoards(MAX_BOARDS));
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
