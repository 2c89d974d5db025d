//! Texts for another puzzle.

use std::sync::Arc;

use fewest::model::{ENTRIES, Model};
use fewest::support::place::InputError;

use crate::formats::decode::decoded;
use crate::formats::{Scrambles, Source};

/// The longest text that is tried.
const LONGEST: usize = 4096;

/// Names the puzzle that can read the beginning of a text, if this one can't: "this is a board of
/// eight".
///
/// ```
/// let fifteen = fewest::Puzzle::open("fifteen")?;
/// let hint = fewest_text::other_puzzle(fifteen.model(), b"1 2 3 4 5 6 7 x 8");
/// assert_eq!(hint.as_deref(), Some("this is a board of `eight`"));
/// # Ok::<(), fewest::PuzzleError>(())
/// ```
#[must_use]
pub fn other_puzzle(model: &Model, text: &[u8]) -> Option<String> {
    let text = decoded(text.get(..LONGEST).unwrap_or(text));
    let text = str::from_utf8(&text).ok()?.trim();
    let line = text.lines().next()?;
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
        return Some(format!("this is a board of `{name}`"));
    }
    // The number of moves of a line that is only moves.
    let moves = |model: &Model| {
        let read = Scrambles::from(&Arc::new(model.clone()), model.home()?).read_on(line);
        read.problem.is_none().then_some(read.moves.len())
    };
    if moves(model).is_some() {
        return None;
    }
    let reads = |other: &Model| moves(other).is_some_and(|moves| moves > 1);
    let (name, _) = others().find(|(_, other)| reads(other))?;
    Some(format!("these are moves of `{name}`"))
}

/// Returns true if the first line of a text is words that are moves of the puzzle. Many single letters
/// are stickers.
fn begins_with_moves(model: &Model, text: &[u8]) -> bool {
    let (text, home) = (decoded(text), model.home());
    let Some((line, home)) = str::from_utf8(&text)
        .ok()
        .and_then(|text| text.trim().lines().next())
        .zip(home)
    else {
        return false;
    };
    let words = line.split_whitespace().count();
    let read = Scrambles::from(&Arc::new(model.clone()), home).read_on(line);
    let are_words = read.ends.len() <= words && 2 * words < model.cells();
    read.problem.is_none() && are_words && line.contains(char::is_alphabetic)
}

/// The beginning of an input that has not been read yet.
pub(crate) fn beginning(source: &Source<'_>) -> Vec<u8> {
    let text = source.buffered();
    text.get(..LONGEST).unwrap_or(text).to_vec()
}

/// Adds this to the error of an input that begins with `text`, if it is about the first board.
pub(crate) fn with_hint(error: InputError, model: &Model, text: &[u8]) -> InputError {
    // Some errors name a size already.
    if error.board != Some(1) || error.problem.contains("use the puzzle") {
        return error;
    }
    let hint = if begins_with_moves(model, text) {
        Some("the first line may be moves (--from moves)".to_owned())
    } else {
        other_puzzle(model, text)
    };
    match hint {
        Some(hint) => InputError {
            problem: format!("{}; {hint}", error.problem),
            ..error
        },
        None => error,
    }
}
