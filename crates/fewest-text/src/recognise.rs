//! Recognition of an input's format by its text.

use fewest::Puzzle;
use fewest::model::{Kind, NamedGoal};
use fewest::solver::Options;
use fewest::support::place::escaped;

use super::{TextError, TextOptions, goal_for, usual};
use crate::formats::recognise::{Guess, SAME_SYNTAX, guess};
use crate::formats::{Format, Scrambles, Source, find, without_comments};

/// The format of boards given by moves.
const MOVES: &str = "moves";

/// The puzzle and the options of a reading.
pub(super) type Job<'r> = (&'r Puzzle, &'r Options, &'r TextOptions);

/// Returns true if the user named no format and no goal, and the format has an unusual goal.
pub(super) fn has_assumed_goal(options: &Options, format: &Format) -> bool {
    let has_goal = format.kind == Kind::Sliding && !format.brings_goals;
    has_goal && options.goal.is_none() && format.goal != NamedGoal::default()
}

/// The format of an input's text; a note names it if its goal is assumed. With `is_settled`,
/// formats that are read in the same way count as one.
pub(super) fn recognise(
    reading: Job<'_>,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<&'static Format, TextError> {
    let (format, other) = by_text(reading.0, name, source, is_settled)?;
    if let Some(note) = assumed(reading, format, other)? {
        reading.2.notes.add(format!("{}: {note}", shown(name)));
    }
    Ok(format)
}

/// Recognises the format for its judge's rules. They depend on it, so a note always names it.
pub(super) fn recognise_for_rules(
    reading: Job<'_>,
    name: &str,
    source: &mut Source<'_>,
) -> Result<&'static Format, TextError> {
    let (format, other) = by_text(reading.0, name, source, false)?;
    let note = assumed(reading, format, other)?.unwrap_or_else(|| {
        let others: Vec<&str> = (SAME_SYNTAX.into_iter())
            .filter(|other| SAME_SYNTAX.contains(&format.name) && *other != format.name)
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!("; {} look the same (--from)", others.join(" and "))
        };
        format!("read as {}{others}", format.name)
    });
    reading.2.notes.add(format!("{}: {note}", shown(name)));
    Ok(format)
}

/// A note about the assumption if the user named no format: the goal, or that it is not `other`.
fn assumed(
    (puzzle, options, _): Job<'_>,
    format: &Format,
    other: Option<&str>,
) -> Result<Option<String>, TextError> {
    let name = format.name;
    if let Some(other) = other {
        return Ok(Some(format!(
            "read as {name}; {other} looks the same but has another goal (--from {other})"
        )));
    }
    let goal = if has_assumed_goal(options, format) {
        goal_for(puzzle, options, format)?
    } else {
        None
    };
    Ok(goal.map(|goal| {
        format!(
            "read as {name}, whose goal is {} ({}); use --goal or --from for another",
            format.goal.name(),
            puzzle.model().board_text(&goal)
        )
    }))
}

pub(super) fn shown(name: &str) -> String {
    escaped(&name.chars().take(120).collect::<String>())
}

/// Returns true if the first line of a text is moves and can't be symbols of a board, not even with
/// a mistake; `None` if that needs more of the text, of which `is_all` tells if it is whole.
fn are_moves(puzzle: &Puzzle, text: &[u8], is_all: bool) -> Option<bool> {
    let model = puzzle.model();
    let text = text.trim_ascii_start();
    let end = text.iter().position(|byte| *byte == b'\n');
    let Ok(line) = str::from_utf8(&text[..end.unwrap_or(text.len())]) else {
        return Some(false);
    };
    let is_symbol = |word: &str| model.find_symbol(word).is_some();
    let is_of_boards = |word: &str| {
        // Symbols of one character need no separators.
        is_symbol(word) || word.chars().all(|c| is_symbol(c.encode_utf8(&mut [0; 4])))
    };
    let signs = model.list_signs();
    // A word of moves may end with an apostrophe, and one of a list also begins with it.
    let is_sign = |c: char| {
        c.is_whitespace() || c != '\'' && u8::try_from(c).is_ok_and(|c| signs.contains(&c))
    };
    let unquoted = |word| {
        let rest = str::strip_prefix(word, '\'').filter(|_| signs.contains(&b'\''));
        rest.and_then(|rest| rest.strip_suffix('\''))
            .unwrap_or(word)
    };
    if line.split(is_sign).map(unquoted).all(is_of_boards) {
        // A whole board needs no line end.
        let is_board = line.chars().count() >= model.cells();
        return (is_all || end.is_some() || is_board).then_some(false);
    }
    let has_marks = line.contains(|c: char| !c.is_alphabetic() && !c.is_whitespace());
    (is_all || end.is_some()).then(|| has_marks && has_only_moves(puzzle, line))
}

/// Returns true if each word of a line is a move.
fn has_only_moves(puzzle: &Puzzle, line: &str) -> bool {
    let Some(home) = puzzle.model().home() else {
        return false;
    };
    let read = Scrambles::from(puzzle.model(), home).read_on(line);
    let words = without_comments(puzzle.model(), line);
    let words = words.split_whitespace().count();
    // A word of several moves may be a row of a board. One more may be the line's number.
    let are_apart = line.contains(['[', '(']) || read.ends.len() <= words;
    read.problem.is_none() && !read.moves.is_empty() && are_apart
}

/// The format that an input's text shows, and a possible alternative with another goal. If there is
/// one, the first is the puzzle's usual format.
fn by_text(
    puzzle: &Puzzle,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<(&'static Format, Option<&'static str>), TextError> {
    let (kind, size) = (puzzle.model().kind, puzzle.model().size);
    let mut has_more = true;
    if let Some(moves) = find(kind, MOVES).filter(|_| kind == Kind::Defined)
        && puzzle.model().home().is_some()
    {
        loop {
            match are_moves(puzzle, source.buffered(), !has_more) {
                Some(true) => return Ok((moves, None)),
                None if has_more => has_more = source.fill()?,
                Some(false) | None => break,
            }
        }
    }
    loop {
        match guess(kind, size, source.buffered(), !has_more) {
            Guess::Certain(format) => return Ok((format, None)),
            Guess::Ambiguous(names) => {
                let usual = usual(puzzle);
                let mut others = names.iter().filter(|name| **name != usual.name);
                if others.clone().count() < names.len() && !is_settled {
                    return Ok((usual, others.next().copied()));
                }
                let last = names.last().and_then(|name| find(kind, name));
                if let (true, Some(format)) = (is_settled, last) {
                    return Ok((format, None));
                }
                let (input, formats) = (name.to_owned(), names.join(" or "));
                return Err(TextError::Ambiguous { input, formats });
            }
            Guess::Unsure if has_more => has_more = source.fill()?,
            Guess::Unsure => return Ok((usual(puzzle), None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_boards() {
        let cube = Puzzle::open("cube3").unwrap();
        for text in [
            "R U R' U'\n",
            "1. R U R' // first\n2. U\n",
            "[R, U']\n",
            "(R U)x2\n",
        ] {
            assert_eq!(
                are_moves(&cube, text.as_bytes(), false),
                Some(true),
                "{text}"
            );
        }
        let board = "UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
        for text in [
            "R U F\n",
            board,
            "UUUUUUUUM RRRRRRRRR",
            "U U U M",
            "UUU2 R",
            "w w w o",
        ] {
            assert_eq!(
                are_moves(&cube, text.as_bytes(), true),
                Some(false),
                "{text}"
            );
        }
        assert_eq!(are_moves(&cube, b"R U'", false), None);
        let pancakes = Puzzle::open("pancakes").unwrap();
        assert_eq!(
            are_moves(&pancakes, b"2 3 4 5 6 7 8 9\n", true),
            Some(false)
        );
    }
}
