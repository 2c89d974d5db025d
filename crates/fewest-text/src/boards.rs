//! Single boards, goals, sets of boards and sequences of moves as text.

use std::sync::Arc;

use fewest::model::{Boards, Case, Kind, Model};
use fewest::solver::Goal;
use fewest::space::Move;
use fewest::space::set::{BoardSet, CellPattern, MAX_BOARDS};
use fewest::support::number::grouped;
use fewest::support::place::InputError;
use fewest::{Board, Puzzle, PuzzleError};

use crate::formats::decode::decoded;
use crate::formats::recognise::{Guess, guess};
use crate::formats::{Format, ReadMoves, Reader, Scrambles, Source, patterns, without_comments};
use crate::{TextError, formats, usual};

/// Parses the one board in a text, in any of the puzzle's formats that can be recognised.
///
/// # Errors
/// If the text is not a board. The error has the position of the problem.
///
/// ```
/// let eight = fewest::Puzzle::open("eight")?;
/// assert!(eight.is_solved(&fewest_text::board(&eight, "[[1,2,3],[4,5,6],[7,8,0]]")?));
/// let error = fewest_text::board(&eight, "1 2 3 4 5 6 7 9 x").unwrap_err();
/// assert!(error.to_string().starts_with("the board:1:15: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board(puzzle: &Puzzle, text: &str) -> Result<Board, InputError> {
    let symbols = one_board(puzzle, "board", "the board", text.as_bytes())?;
    Ok(Board::new(symbols))
}

/// Parses the goal in a text: a board in any of the puzzle's formats that can be recognised. `name`
/// is the text's name in messages, such as a file's path.
///
/// # Errors
/// If the text is not a board, or the puzzle's goal is fixed.
///
/// ```
/// use fewest::{Options, Puzzle, Verdict};
///
/// let eight = Puzzle::open("eight")?;
/// let goal = fewest_text::goal(&eight, "a string", b"x 1 2 3 4 5 6 7 8")?;
/// let options = Options { goal: Some(goal), ..Options::default() };
/// let board = eight.board("1 x 2 3 4 5 6 7 8")?;
/// assert_eq!(eight.distance(&board, &options)?, Verdict::Solved(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn goal(puzzle: &Puzzle, name: &str, text: &[u8]) -> Result<Goal, TextError> {
    if puzzle.model().kind == Kind::Rotation {
        return Err(puzzle.takes_no_goal().into());
    }
    let symbols = one_board(puzzle, "goal", name, text);
    symbols.map(Goal::Board).map_err(TextError::BadGoal)
}

/// The boards that match the patterns in a text. Patterns are boards in the format `plain` with `?`
/// for cells that may have any symbol. A text without patterns has whole boards, in any of the
/// puzzle's formats that can be recognised. `name` is the text's name in messages, such as a file's
/// path.
///
/// # Errors
/// If the text has no boards, more than are allowed, or something other than boards. The error has
/// the position of the problem.
///
/// ```
/// let eight = fewest::Puzzle::open("eight")?;
/// let set = fewest_text::board_set(&eight, "a string", b"1 2 3 ? ? ? ? ? x")?;
/// assert_eq!(set.count(&eight.model().structure), Some(120));
/// let error = fewest_text::board_set(&eight, "a string", b"1 2 3 1 ? ? ? ? ?").unwrap_err();
/// let problem = "board 1: names 2 of `1`, where the puzzle has 1";
/// assert_eq!(error.to_string(), format!("a string:1:1: {problem}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board_set(puzzle: &Puzzle, name: &str, text: &[u8]) -> Result<BoardSet, TextError> {
    let patterns = patterns(puzzle, name, text)?;
    let set = BoardSet::of(&puzzle.model().structure, patterns);
    let none = || PuzzleError::NoSuchBoards(format!("{name}: neither a board nor a pattern"));
    Ok(set.ok_or_else(none)?)
}

fn patterns(puzzle: &Puzzle, name: &str, text: &[u8]) -> Result<Vec<CellPattern>, InputError> {
    let model = puzzle.model();
    let text = &*decoded(text);
    let mut input = text;
    let mut source = Source::new(name, &mut input);
    if patterns::has_any(model, text) {
        return patterns::read(model, &mut source);
    }
    // A single board needs no count before it and no terminator after it.
    if let Ok(board) = one_board(puzzle, "board", name, text) {
        return Ok(vec![board.into_iter().map(Some).collect()]);
    }
    let mut reader = (likely_format(puzzle, text).reader)(model);
    let mut case = Case::default();
    let mut boards = Vec::new();
    while reader.next(&mut source, &mut case)? {
        boards.push(case.start.iter().copied().map(Some).collect());
        if boards.len() > MAX_BOARDS {
            let problem = format!("more than {} boards", grouped(MAX_BOARDS as u64));
            return Err(source.error(source.place(), None, problem));
        }
    }
    reader.close(&mut source)?;
    Ok(boards)
}

/// The format that a text is most likely in.
fn likely_format(puzzle: &Puzzle, text: &[u8]) -> &'static Format {
    let model = puzzle.model();
    // Formats that differ only in their goals are read in the same way, so any of them works.
    let format = match guess(model.kind, model.size, text, true) {
        Guess::Certain(format) => Some(format),
        Guess::Ambiguous(names) => {
            let mut formats = formats(puzzle).into_iter();
            formats.find(|format| names.first() == Some(&format.name))
        }
        Guess::Unsure => None,
    };
    format.unwrap_or_else(|| usual(puzzle))
}

/// The symbols of the one board in a text.
fn one_board(puzzle: &Puzzle, what: &str, name: &str, text: &[u8]) -> Result<Vec<u8>, InputError> {
    let puzzle_model = puzzle.model();
    let text = &*decoded(text);
    let format = likely_format(puzzle, text);
    let mut input = text;
    let mut source = Source::new(name, &mut input);
    // Nothing comes before or after the board.
    let model = Arc::new(Model {
        boards: Boards {
            is_counted: false,
            end: None,
            ..puzzle_model.boards.clone()
        },
        ..(**puzzle_model).clone()
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

/// Parses moves, as in the format `moves`, and applies them to `board` one after another.
///
/// # Errors
/// If a word is not a move, or a move is illegal.
///
/// ```
/// let cube = fewest::Puzzle::open("cube2")?;
/// let board = cube.solved_board(&fewest::Options::default())?;
/// let moves = fewest_text::moves(&cube, &board, "R U2 R'")?;
/// assert_eq!(cube.moves_text(&board, &moves), "R U2 R'");
/// assert!(fewest_text::moves(&cube, &board, "R Z").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves(puzzle: &Puzzle, board: &Board, text: &str) -> Result<Vec<Move>, InputError> {
    let text = without_comments(puzzle.model(), text);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut case = Case::default();
    let mut input = line.as_bytes();
    let mut source = Source::new("the moves", &mut input);
    let mut reader = Scrambles::from(puzzle.model(), board.symbols().to_vec());
    reader.next(&mut source, &mut case)?;
    Ok(case.moves)
}

/// Parses moves like [`moves`], up to the first word that is not a move: for a text that is being typed.
///
/// ```
/// let cube = fewest::Puzzle::open("cube3")?;
/// let solved = cube.solved_board(&fewest::Options::default())?;
/// let read = fewest_text::read_moves(&cube, &solved, "R M' Q");
/// assert_eq!(cube.moves_text(&solved, &read.moves), "R L R'");
/// // `R` is the first move, and `M'` is two moves.
/// assert_eq!(read.ends, [(1, 1), (4, 3)]);
/// assert!(read.problem.is_some_and(|problem| problem.starts_with("`Q` is not a move of cube3")));
/// # Ok::<(), fewest::PuzzleError>(())
/// ```
#[must_use]
pub fn read_moves(puzzle: &Puzzle, board: &Board, text: &str) -> ReadMoves {
    Scrambles::from(puzzle.model(), board.symbols().to_vec()).read_on(text)
}
