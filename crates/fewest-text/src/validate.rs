//! Validation of inputs against their judges' rules.

use std::io::{self, Read};

use fewest::Puzzle;
use fewest::model::Case;
use fewest::model::Size;
use fewest::search::Limits;
use fewest::solver::{Answer, Goal, Options, Tie, Verdict, answer_batch};
use fewest::support::number;
use fewest::support::place::{InputError, Place};

use super::hint::reader;
use super::layout::{Compared, Unseen, bytes};
use super::recognise::{Job, recognise_for_rules};
use super::{Layout, TextError, TextOptions, traffic};
use crate::formats::{Format, Source};

/// An input that remembers read errors and, for strict layouts, the bytes read.
struct Watched<'a> {
    input: &'a mut (dyn Read + Send),
    has_failed: bool,
    unseen: Option<Unseen>,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.input.read(buffer);
        let is_failure = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        self.has_failed |= result.as_ref().is_err_and(is_failure);
        if let (Some(unseen), Ok(count)) = (&self.unseen, &result) {
            let read = buffer.get(..*count).unwrap_or_default();
            bytes(unseen).extend(read);
        }
        result
    }
}

/// The number of boards of an input, or the reason that its judge's rules do not allow it. Without
/// a format, the input's is recognised.
///
/// # Errors
/// If the input can't be read, the options can't be satisfied, or the job was cancelled.
///
/// ```
/// use fewest_text::TextOptions;
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let validate = |mut input: &[u8]| {
///     fewest_text::validate(&rotation, &Options::default(), &TextOptions::default(), "input", &mut input)
/// };
/// let board = b"1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n";
/// assert_eq!(validate(&[&board[..], b"0\n"].concat())?, Ok(1));
/// // The judge's inputs end with a 0.
/// let error = validate(board)?.unwrap_err();
/// assert_eq!(error.place.line, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate(
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    name: &str,
    input: &mut (dyn Read + Send),
) -> Result<Result<u64, InputError>, TextError> {
    let unseen = (text.layout != Layout::Any).then(Unseen::default);
    let mut input = Watched {
        input,
        has_failed: false,
        unseen: unseen.clone(),
    };
    let result = if traffic::has_own_boards(puzzle) && text.from.is_none() {
        traffic::count(name, &mut input).map_err(TextError::from)
    } else {
        let mut source = Source::new(name, &mut input);
        legal((puzzle, options, text), unseen, name, &mut source)
    };
    match result {
        Ok(boards) => Ok(Ok(boards)),
        Err(TextError::Input(error)) if !input.has_failed => Ok(Err(error)),
        Err(error) => Err(error),
    }
}

fn legal(
    (puzzle, options, text): Job<'_>,
    unseen: Option<Unseen>,
    name: &str,
    source: &mut Source<'_>,
) -> Result<u64, TextError> {
    let format = match text.format(puzzle)? {
        Some(format) => format,
        None => recognise_for_rules((puzzle, options, text), name, source)?,
    };
    let model = puzzle.model_for(options)?;
    let mut reader = reader(format, text.from.is_some(), &model);
    let is_exact = text.layout == Layout::Exact || format.has_layout;
    if let Some(unseen) = unseen.as_ref().filter(|_| !is_exact) {
        // The bytes are not needed.
        bytes(unseen).clear();
    }
    let unseen = unseen.filter(|_| is_exact);
    let mut layout = unseen.map(|unseen| Compared::new(unseen, model.clone(), format));
    options.progress.begin("reading boards", "boards", None);
    let mut place = next_line(source)?;
    if let Some(problem) = model.size.and_then(|size| wrong_size(format, size)) {
        return Err(source.error(place, None, problem).into());
    }
    let goal = puzzle.goal_or(options, format.goal)?;
    let asked = Options {
        limits: Limits {
            max_moves: Some(0),
            memory: options.limits.memory,
            ..Limits::default()
        },
        tie: Some(Tie::Any),
        moves: false,
        store: None,
        goal: goal.map(Goal::Board),
        ..options.clone()
    };
    let mut solver = puzzle.batches(&asked)?;
    let mut is_solvable = |case: &Case| -> Result<bool, TextError> {
        let mut answers = [Answer::default()];
        let cases = std::slice::from_ref(case);
        answer_batch(&mut *solver, cases, &mut answers, asked.call())?;
        let [answer] = answers;
        Ok(answer.verdict != Verdict::Unsolvable)
    };
    let mut boards = 0;
    let mut case = Case::default();
    while reader.next(source, &mut case)? {
        boards += 1;
        if let Some(max) = format.max_boards.filter(|&max| boards > max) {
            let problem = format!("expected at most {}, found more", counted(max));
            return Err(source.error(place, Some(case.number), problem).into());
        }
        if format.is_solvable && !is_solvable(&case)? {
            let problem = "this board can't be solved, but the judge promises solvable boards";
            // The line after the board: text before the first board may be their number.
            let line = source.place().line;
            let place = Place { line, column: 1 };
            return Err(source.error(place, Some(case.number), problem).into());
        }
        options.progress.add(1);
        place = next_line(source)?;
        if let Some(layout) = &mut layout {
            let compared = layout.board(&case);
            compared.map_err(|(place, problem)| source.error(place, Some(case.number), problem))?;
        }
    }
    if format.is_terminated && !reader.is_terminated() {
        let problem = "expected a 0 that ends the boards, found the end of the input";
        return Err(source.final_error(source.place(), None, problem).into());
    }
    reader.close(source)?;
    if boards < format.min_boards {
        let problem = format!("expected {}, found none", counted(format.min_boards));
        return Err(source.error(source.place(), None, problem).into());
    }
    if let Some(layout) = &mut layout {
        let compared = layout.end();
        compared.map_err(|(place, problem)| source.error(place, None, problem))?;
    }
    Ok(boards)
}

/// A note for the user if the judge of a format would reject this many boards of this size.
pub(super) fn refusal(
    format: &Format,
    size: Option<Size>,
    boards: u64,
    are_solvable: bool,
) -> Option<String> {
    if let Some(problem) = size.and_then(|size| wrong_size(format, size)) {
        return Some(problem);
    }
    let name = format.name;
    let why = if let Some(max) = format.max_boards.filter(|&max| boards > max) {
        format!("an input of {name} has at most {}", counted(max))
    } else if boards < format.min_boards {
        format!("an input of {name} has {}", counted(format.min_boards))
    } else if format.is_solvable && !are_solvable {
        format!("{name} promises that every board can be solved")
    } else {
        return None;
    };
    Some(format!("`fewest validate` rejects this input: {why}"))
}

/// The position of the next text. Empty lines, which all readers ignore, are skipped.
fn next_line(source: &mut Source<'_>) -> Result<Place, InputError> {
    while matches!(source.peek()?, Some(b'\n' | b'\r')) {
        source.advance();
    }
    Ok(source.place())
}

fn wrong_size(format: &Format, size: Size) -> Option<String> {
    let (width, height) = format.size?;
    let (name, actual) = (format.name, (size.width(), size.height()));
    let problem = format!(
        "{name} is meant for {width}x{height} boards, not {}x{}",
        actual.0, actual.1
    );
    (actual != (width, height)).then_some(problem)
}

fn counted(boards: u64) -> String {
    if boards == 1 {
        "one board".to_owned()
    } else {
        number::counted(boards, "board")
    }
}
