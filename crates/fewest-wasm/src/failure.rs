//! Failures to answer a question.

use fewest::model::{NameError, Problem, Problems};
use fewest::solver::SolverError;
use fewest::support::place::{InputError, Place};
use fewest::{PuzzleError, Unfinished};
use fewest_text::TextError;
use serde::Serialize;

/// The reason a question has no answer: a sentence, and positions if the mistakes are in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    message: String,
    kind: Kind,
    problems: Vec<Marked>,
    place: Option<Place>,
}

/// The kind of failure.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// The question is invalid.
    Input,
    /// It exceeds a page's resources.
    Limit,
    /// It is about a puzzle that is not open.
    Closed,
}

/// A mistake in a definition. Lines and columns count from 0, columns in UTF-16 units as in a
/// page's strings.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Marked {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: String,
    help: Option<String>,
}

impl Marked {
    /// The problems of a text.
    pub fn all(text: &str, problems: &Problems) -> Vec<Self> {
        let marked = |problem: &Problem| {
            let (line, column) = place(text, problem.span.start);
            let (end_line, end_column) = place(text, problem.span.end);
            Self {
                line,
                column,
                end_line,
                end_column,
                message: problem.message.clone(),
                help: problem.help.clone(),
            }
        };
        problems.0.iter().map(marked).collect()
    }
}

fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count(), line.encode_utf16().count())
}

impl Failure {
    /// A failure because the question is invalid.
    pub fn input(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            kind: Kind::Input,
            problems: Vec::new(),
            place: None,
        }
    }

    /// A failure because the question is about a puzzle that is not open.
    pub fn closed() -> Self {
        Self {
            kind: Kind::Closed,
            ..Self::input("the puzzle of this question is not open")
        }
    }

    /// A failure because a definition has mistakes.
    pub fn definition(text: &str, problems: &Problems) -> Self {
        let message = match &problems.0[..] {
            [problem] => format!("line {}: {}", problem.place.line, problem.message),
            problems => format!("the definition has {} mistakes", problems.len()),
        };
        Self {
            problems: Marked::all(text, problems),
            ..Self::input(message)
        }
    }

    fn in_text(error: &InputError) -> Self {
        Self {
            place: Some(error.place),
            ..Self::input(match error.board {
                Some(board) => format!("board {board}: {}", error.problem),
                None => error.problem.clone(),
            })
        }
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        let kind = match &error {
            PuzzleError::BadBoard(error) => {
                return Self::in_text(error);
            }
            PuzzleError::Solver(SolverError::NoTable(_) | SolverError::TooLarge(_))
            | PuzzleError::Survey(_) => Kind::Limit,
            PuzzleError::Name(NameError::Unknown { name, like }) => {
                let like = like.map_or(String::new(), |like| format!(" Did you mean `{like}`?"));
                return Self::input(format!("No puzzle is called `{name}`.{like}"));
            }
            PuzzleError::OneSearch(_) => {
                return Self::input("steps need one algorithm, one heuristic and a solvable board");
            }
            _ => Kind::Input,
        };
        Self {
            kind,
            ..Self::input(error.to_string())
        }
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Puzzle(error) => error.into(),
            TextError::Input(error) | TextError::BadGoal(error) => Self::in_text(&error),
            // The message's advice, an option of the program, does not apply to the page.
            TextError::Ambiguous { formats, .. } => Self::input(format!(
                "this may be {formats}, which have different goals: choose the format"
            )),
            TextError::Cancelled | TextError::Time => Self {
                kind: Kind::Limit,
                ..Self::input(error.to_string())
            },
            error => Self::input(error.to_string()),
        }
    }
}

impl<E: Into<Self> + std::fmt::Display> From<Unfinished<E>> for Failure {
    fn from(error: Unfinished<E>) -> Self {
        match error {
            Unfinished::Failed(error) => error.into(),
            error => Self {
                kind: Kind::Limit,
                ..Self::input(error.to_string())
            },
        }
    }
}
