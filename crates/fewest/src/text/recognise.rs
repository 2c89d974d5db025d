//! Which format an input is in, by its text.

use std::sync::Arc;

use super::{TextError, TextOptions, usual};
use crate::codec::recognise::{ALIKE, Guess, guess};
use crate::codec::{self, Format, Source, patterns};
use crate::error::PuzzleError;
use crate::handle::{Board, Puzzle, written};
use crate::model::Case;
use crate::model::{Boards, Kind, Model, NamedGoal};
use crate::solver::{Goal, Options};
use crate::space::set::{BoardSet, CellPattern, MOST_BOARDS};
use crate::support::number::grouped;
use crate::support::place::{InputError, escaped};
use crate::support::progress::Unfinished;

/// What is read, and for what.
pub(super) type Reading<'r> = (&'r Puzzle, &'r Options, &'r TextOptions);

/// Whether boards of a format that the user did not name may be meant for another goal: that of the
/// format is not the one that most people mean.
pub(super) fn has_assumed_goal(options: &Options, format: &Format) -> bool {
    let has_goal = format.kind == Kind::Sliding && !format.brings_goals;
    has_goal && options.goal.is_none() && format.goal != NamedGoal::default()
}

/// The format that an input's text shows; a note names it if its goal is assumed. `is_settled` says
/// that formats which read alike make no difference.
pub(super) fn recognise(
    reading: Reading<'_>,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<&'static Format, Unfinished<TextError>> {
    let (format, other) = by_text(reading.0, name, source, is_settled)?;
    if let Some(note) = assumed(reading, format, other)? {
        reading.2.notes.add(format!("{}: {note}", shown(name)));
    }
    Ok(format)
}

/// The same, for checks against a judge's rules: they depend on the format, so a note names it in
/// any case.
pub(super) fn recognise_for_rules(
    reading: Reading<'_>,
    name: &str,
    source: &mut Source<'_>,
) -> Result<&'static Format, Unfinished<TextError>> {
    let (format, other) = by_text(reading.0, name, source, false)?;
    let note = assumed(reading, format, other)?.unwrap_or_else(|| {
        let others: Vec<&str> = (ALIKE.into_iter())
            .filter(|other| ALIKE.contains(&format.name) && *other != format.name)
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

/// A note on what is assumed where the user named no format: the goal, or that it is not `other`.
fn assumed(
    (puzzle, options, _): Reading<'_>,
    format: &Format,
    other: Option<&str>,
) -> Result<Option<String>, PuzzleError> {
    let name = format.name;
    if let Some(other) = other {
        return Ok(Some(format!(
            "read as {name}; {other} looks the same but has another goal (--from {other})"
        )));
    }
    let goal = if has_assumed_goal(options, format) {
        puzzle.goal_for(options, format)?
    } else {
        None
    };
    Ok(goal.map(|goal| {
        format!(
            "read as {name}, whose goal is {} ({}); --goal or --from can say otherwise",
            format.goal.name(),
            written(|out| puzzle.model().write_board(&goal, out))
        )
    }))
}

/// The name of an input for a message.
pub(super) fn shown(name: &str) -> String {
    escaped(&name.chars().take(120).collect::<String>())
}

/// The format that an input's text shows, and one with another goal that the text may also be in:
/// then the first is the puzzle's usual format.
fn by_text(
    puzzle: &Puzzle,
    name: &str,
    source: &mut Source<'_>,
    is_settled: bool,
) -> Result<(&'static Format, Option<&'static str>), Unfinished<TextError>> {
    let (kind, size) = (puzzle.model().kind, puzzle.model().size);
    let mut has_more = true;
    loop {
        match guess(kind, size, source.buffered(), !has_more) {
            Guess::Certain(format) => return Ok((format, None)),
            Guess::Ambiguous(names) => {
                let usual = usual(puzzle);
                let mut others = names.iter().filter(|name| **name != usual.name);
                if others.clone().count() < names.len() && !is_settled {
                    return Ok((usual, others.next().copied()));
                }
                let last = names.last().and_then(|name| codec::find(kind, name));
                if let (true, Some(format)) = (is_settled, last) {
                    return Ok((format, None));
                }
                let (input, formats) = (name.to_owned(), names.join(" or "));
                return Err(PuzzleError::Ambiguous { input, formats }.into());
            }
            Guess::Unsure if has_more => has_more = source.fill()?,
            Guess::Unsure => return Ok((usual(puzzle), None)),
        }
    }
}

impl Puzzle {
    /// The one board in a text, in any of the puzzle's formats that can be recognised.
    ///
    /// # Errors
    /// If the text is no board, with the place of what is wrong.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// assert!(eight.is_solved(&eight.board("1 2 3 4 5 6 7 8 x")?));
    /// let error = eight.board("1 2 3 4 5 6 7 9 x").unwrap_err();
    /// assert!(error.to_string().starts_with("the board:1:15: "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self, text: &str) -> Result<Board, PuzzleError> {
        let symbols = self.one_board("board", "the board", text.as_bytes());
        symbols.map(Board::of).map_err(PuzzleError::BadBoard)
    }

    /// The goal in a text: a board in any of the puzzle's formats that can be recognised. `name` is
    /// what messages call the text, as a file's path.
    ///
    /// # Errors
    /// If it is no board, or the puzzle takes no other goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle, Verdict};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let goal = eight.goal("a string", b"x 1 2 3 4 5 6 7 8")?;
    /// let options = Options { goal: Some(goal), ..Options::default() };
    /// let board = eight.board("1 x 2 3 4 5 6 7 8")?;
    /// assert_eq!(eight.distance(&board, &options)?, Verdict::Solved(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn goal(&self, name: &str, text: &[u8]) -> Result<Goal, PuzzleError> {
        if self.model().kind == Kind::Rotation {
            return Err(self.takes_no_goal());
        }
        let symbols = self.one_board("goal", name, text);
        symbols.map(Goal::Board).map_err(PuzzleError::BadGoal)
    }

    /// The boards in a text that match its patterns: boards with `?` for cells where anything will
    /// do, one after another, as the format `plain` has them. Without patterns it has whole boards,
    /// in any of the puzzle's formats that can be recognised. `name` is what messages call the text,
    /// as a file's path.
    ///
    /// # Errors
    /// If the text has no board, something that is none, or too many, with the place.
    ///
    /// ```
    /// let eight = fewest::Puzzle::open("eight")?;
    /// let set = eight.board_set("a string", b"1 2 3 ? ? ? ? ? x")?;
    /// assert_eq!(set.count(&eight.model().structure), Some(120));
    /// let error = eight.board_set("a string", b"1 2 3 1 ? ? ? ? ?").unwrap_err();
    /// let problem = "board 1: names 2 of `1`, where the puzzle has 1";
    /// assert_eq!(error.to_string(), format!("a string:1:1: {problem}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board_set(&self, name: &str, text: &[u8]) -> Result<BoardSet, PuzzleError> {
        let patterns = self.patterns(name, text).map_err(PuzzleError::BadBoard)?;
        let set = BoardSet::of(&self.model().structure, patterns);
        set.ok_or_else(|| PuzzleError::NoSuchBoards(format!("{name}: no board and no pattern")))
    }

    fn patterns(&self, name: &str, text: &[u8]) -> Result<Vec<CellPattern>, InputError> {
        let model = self.model();
        let mut input = text;
        let mut source = Source::new(name, &mut input);
        if patterns::has_any(model, text) {
            return patterns::read(model, &mut source);
        }
        // A single board needs no count before it and no end after it.
        if let Ok(board) = self.one_board("board", name, text) {
            return Ok(vec![board.into_iter().map(Some).collect()]);
        }
        let mut reader = (self.likely_format(text).reader)(model);
        let mut case = Case::default();
        let mut boards = Vec::new();
        while reader.next(&mut source, &mut case)? {
            boards.push(case.start.iter().copied().map(Some).collect());
            if boards.len() > MOST_BOARDS {
                let problem = format!("more than {} boards", grouped(MOST_BOARDS as u64));
                return Err(source.error(source.place(), None, problem));
            }
        }
        reader.close(&mut source)?;
        Ok(boards)
    }

    /// The format that a text is most likely in.
    fn likely_format(&self, text: &[u8]) -> &'static Format {
        let own = self.model();
        // Formats that differ in their goals only read alike: any of them will do.
        let format = match guess(own.kind, own.size, text, true) {
            Guess::Certain(format) => Some(format),
            Guess::Ambiguous(names) => {
                let mut formats = self.formats().into_iter();
                formats.find(|format| names.first() == Some(&format.name))
            }
            Guess::Unsure => None,
        };
        format.unwrap_or_else(|| usual(self))
    }

    /// The symbols of the one board in a text.
    fn one_board(&self, what: &str, name: &str, text: &[u8]) -> Result<Vec<u8>, InputError> {
        let own = self.model();
        let format = self.likely_format(text);
        let mut input = text;
        let mut source = Source::new(name, &mut input);
        // Nothing comes before or after the board.
        let model = Arc::new(Model {
            boards: Boards {
                is_counted: false,
                end: None,
                ..own.boards.clone()
            },
            ..(**own).clone()
        });
        let mut reader = (format.reader)(&model);
        let (mut first, mut second) = (Case::default(), Case::default());
        let is_board = reader.next(&mut source, &mut first)?;
        source.skip_space()?;
        let place = source.place();
        let next = source.quoted_next()?;
        let problem = if is_board {
            match reader.next(&mut source, &mut second) {
                Ok(false) if reader.close(&mut source).is_ok() => return Ok(first.start),
                _ => format!("expected nothing after the {what}, found {next}"),
            }
        } else {
            format!("expected a board, the {what}, found nothing")
        };
        Err(source.error(place, None, problem))
    }
}
