//! Hints at what a text may be instead of boards of the puzzle: moves, or a text for another puzzle.

use std::sync::Arc;

use fewest::model::{Case, ENTRIES, Model};
use fewest::support::place::InputError;

use crate::formats::decode::decoded;
use crate::formats::{Format, ReadMoves, Reader, Scrambles, Source};

/// The longest text that is tried.
const LONGEST: usize = 4096;

/// The puzzle that moves belong to if several have them: most scrambles are of this one.
const USUAL: &str = "cube3";

/// A guess about a text that is not a board of the puzzle.
enum Hint {
    /// Moves of the puzzle itself.
    Moves,
    /// Moves of the puzzle itself, with a problem.
    BadMoves(String),
    /// The only board of the puzzle with this name.
    Puzzle(String),
    BoardOf(&'static str),
    MovesOf(&'static str),
}

/// Says what a text that is not a board of a puzzle may be: moves, or a board or moves of another
/// puzzle, by its beginning.
///
/// ```
/// let fifteen = fewest::Puzzle::open("fifteen")?;
/// let hint = fewest_text::hint(fifteen.model(), b"1 2 3 4 5 6 7 x 8");
/// assert_eq!(hint.as_deref(), Some("this is a board of `eight`"));
/// # Ok::<(), fewest::PuzzleError>(())
/// ```
#[must_use]
pub fn hint(model: &Model, text: &[u8]) -> Option<String> {
    Some(match found(model, text)? {
        Hint::Moves => "the first line may be moves (--from moves)".to_owned(),
        Hint::BadMoves(problem) => format!("if these are moves, {problem}"),
        Hint::Puzzle(name) => format!("this line is the puzzle `{name}`"),
        Hint::BoardOf(name) => format!("this is a board of `{name}`"),
        Hint::MovesOf(name) => format!("these are moves of `{name}`"),
    })
}

/// The name of another puzzle that reads a text as a board or as moves, by its beginning.
///
/// ```
/// let fifteen = fewest::Puzzle::open("fifteen")?;
/// let other = |text: &str| fewest_text::other_puzzle(fifteen.model(), text.as_bytes());
/// assert_eq!(other("1 2 3 4 5 6 7 x 8").as_deref(), Some("eight"));
/// assert_eq!(other("R U R' F2").as_deref(), Some("cube3"));
/// assert_eq!(other("l r u"), None);
/// # Ok::<(), fewest::PuzzleError>(())
/// ```
#[must_use]
pub fn other_puzzle(model: &Model, text: &[u8]) -> Option<String> {
    match found(model, text)? {
        Hint::Moves | Hint::BadMoves(_) => None,
        Hint::Puzzle(name) => Some(name),
        Hint::BoardOf(name) | Hint::MovesOf(name) => Some(name.to_owned()),
    }
}

fn found(model: &Model, text: &[u8]) -> Option<Hint> {
    let text = decoded(text.get(..LONGEST).unwrap_or(text));
    let text = str::from_utf8(&text).ok()?.trim();
    let line = text.lines().next()?;
    if model.blocks.is_some() && line.len() >= 9 && Model::traffic(line).is_ok() {
        return Some(Hint::Puzzle(format!("traffic:{line}")));
    }
    let scrambles = |model: &Model, home| Scrambles::from(&Arc::new(model.clone()), home);
    let home = model.home().unwrap_or_else(|| model.solved_board());
    let own = scrambles(model, home);
    let count = own.named(line);
    let read = own.read_on(line);
    // Many single letters are stickers.
    let words = line.split_whitespace().count();
    let are_words = read.ends.len() <= words && 2 * words < model.cells();
    let is_symbol = |c: char| model.find_symbol(c.encode_utf8(&mut [0; 4])).is_some();
    let are_moves = read.problem.is_none() && read.ends.len() > 1;
    let are_apart = are_words && line.contains(char::is_alphabetic) || !line.contains(is_symbol);
    if are_moves && are_apart && model.home().is_some() {
        return Some(Hint::Moves);
    }
    let others = || {
        let names = ENTRIES.iter().map(|entry| entry.name);
        let others = names.filter(|name| *name != model.name);
        others.filter_map(|name| Some((name, Model::named(name).ok()?)))
    };
    let reads = |other: &Model| {
        [line, text]
            .iter()
            .any(|text| other.read_board("", text).is_ok())
    };
    // A board with as many cells has a mistake.
    let mut sized = others().filter(|(_, other)| other.cells() != model.cells());
    if let Some((name, _)) = sized.find(|(_, other)| reads(other)) {
        return Some(Hint::BoardOf(name));
    }
    let problem = read.problem?;
    if let Some(moves) = count {
        return (moves > 1).then_some(Hint::BadMoves(problem));
    }
    let reads = |other: &Model| {
        let read = |home| scrambles(other, home).read_on(line);
        let is_read = |read: ReadMoves| read.problem.is_none() && read.moves.len() > 1;
        other.home().map(read).is_some_and(is_read)
    };
    // Puzzles with moves of these names come before puzzles with words for them.
    let are_own = |other: &Model| {
        let home = other.home();
        home.is_some_and(|home| scrambles(other, home).named(line).is_some())
    };
    let all: Vec<_> = others().filter(|(_, other)| reads(other)).collect();
    let (name, _) = all
        .iter()
        .min_by_key(|(name, other)| (!are_own(other), *name != USUAL))?;
    Some(Hint::MovesOf(name))
}

/// A reader that adds a hint to an error about the first board.
struct Hinting {
    reader: Box<dyn Reader>,
    model: Arc<Model>,
    /// The beginning of the input, once it is read.
    text: Option<Vec<u8>>,
}

/// A reader of a format whose errors about the first board have a hint, unless moves were named as
/// the format: `is_named`.
pub(crate) fn reader(format: &Format, is_named: bool, model: &Arc<Model>) -> Box<dyn Reader> {
    if is_named && format.begins_at_goal() {
        return (format.reader)(model);
    }
    Box::new(Hinting {
        reader: (format.reader)(model),
        model: Arc::clone(model),
        text: None,
    })
}

impl Reader for Hinting {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        let text = if let Some(text) = &self.text {
            text
        } else {
            source.peek()?;
            let text = source.buffered();
            let text = text.get(..LONGEST).unwrap_or(text);
            self.text.insert(text.to_vec())
        };
        self.reader.next(source, case).map_err(|error| {
            if error.board != Some(1) || error.names_puzzle {
                return error;
            }
            let hint = hint(&self.model, text);
            let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
            InputError {
                problem: error.problem + &hint,
                ..error
            }
        })
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        self.reader.close(source)
    }

    fn is_terminated(&self) -> bool {
        self.reader.is_terminated()
    }
}
