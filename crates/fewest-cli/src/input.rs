//! Input files of boards.

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use fewest::model::{self, NamedGoal};
use fewest::{Board, BoardSet, Goal, Options, Puzzle};
use fewest_text::formats::Format;
use fewest_text::{Input, TextError};

use crate::interrupt;
use crate::number::counted;
use crate::plain;

/// A limit larger than any board, in bytes.
const LARGEST_GOAL: u64 = 1 << 20;
/// A limit larger than any list of hosts, in bytes.
#[cfg(feature = "cluster")]
const LARGEST_LIST: u64 = 1 << 20;
/// A limit larger than the boards of any set, in bytes.
const LARGEST_SET: u64 = 1 << 28;

/// An input that may wait. Ctrl-C during a read ends the program at once.
struct Patient<R>(R);

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupt::waiting(|| self.0.read(buffer))
    }
}

/// Returns true if reading this file, or standard input for `-`, never waits for another program or
/// the user.
pub fn never_waits(path: &Path) -> bool {
    let data = if path == Path::new("-") {
        fs::metadata("/dev/stdin")
    } else {
        fs::metadata(path)
    };
    // An argument that names no file may be a board.
    data.map_or(path != Path::new("-"), |data| data.is_file())
}

/// Opens a file, or standard input for `-`. Also returns its name for messages.
pub fn open(path: &Path) -> anyhow::Result<(String, Box<dyn Read + Send>)> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            plain::note("reading boards from the terminal; press Ctrl-D on an empty line to end");
        }
        return Ok((name(path), patient(path, io::stdin())));
    }
    // Opening a pipe without a writer blocks forever.
    let file =
        interrupt::waiting(|| File::open(path)).with_context(|| path.display().to_string())?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{}: this is a folder, not a file", path.display());
    }
    Ok((name(path), patient(path, file)))
}

fn patient(path: &Path, input: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    if never_waits(path) {
        Box::new(input)
    } else {
        Box::new(Patient(input))
    }
}

/// Opens a file of boards in a format. If there is none of this name, the argument itself may be a
/// board, or several moves that lead to one.
pub fn boards(puzzle: &Puzzle, argument: &Path, from: Option<&str>) -> anyhow::Result<Input> {
    let missing = match open(argument) {
        Err(error) if is_missing(argument) => error,
        opened => return opened,
    };
    let text = argument.to_str().unwrap_or_default().to_owned();
    // One word was probably meant as the name of a file, unless it is clearly moves.
    let is_name = !text.contains(char::is_whitespace) && !are_moves(puzzle, &text);
    let spelt = |board: Board| puzzle.model().board_text(board.symbols());
    let format = from.and_then(|name| fewest_text::format(puzzle, name).ok());
    let board = match (fewest_text::board(puzzle, &text), puzzle.board(&text)) {
        // The reader of moves reports mistakes.
        _ if !is_name && format.is_some_and(Format::begins_at_goal) => text,
        (Ok(_), _) => text,
        _ if from.is_none() && fewest_text::is_own_board(puzzle, &text) => text,
        // Tiles without spaces, which the formats of sliding tiles do not have.
        (Err(_), Ok(board)) => spelt(board),
        (Err(problem), _) => {
            let after = after_moves(puzzle, &text).filter(|_| !is_name);
            let refusal = || {
                let hint = fewest_text::hint(puzzle.model(), text.as_bytes());
                let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
                let problem = if is_name {
                    format!(" of {}", puzzle.name())
                } else {
                    format!(": {}", problem.problem)
                };
                anyhow!("{missing:#}; nor is it a board{problem}{hint}")
            };
            spelt(after.ok_or_else(refusal)?)
        }
    };
    Ok((name(argument), Box::new(Cursor::new(board + "\n"))))
}

/// Returns true if a word is two moves or more, or has an apostrophe.
fn are_moves(puzzle: &Puzzle, word: &str) -> bool {
    let Ok(solved) = puzzle.solved_board(&Options::default()) else {
        return false;
    };
    let read = fewest_text::read_moves(puzzle, &solved, word);
    let is_marked = read.ends.len() == 1 && model::straight(word).ends_with('\'');
    read.problem.is_none() && (read.ends.len() > 1 || is_marked)
}

/// The board after moves from the solved one; `None` if the text is not moves.
fn after_moves(puzzle: &Puzzle, text: &str) -> Option<Board> {
    let solved = puzzle.solved_board(&Options::default()).ok()?;
    let moves = fewest_text::moves(puzzle, &solved, text).ok()?;
    moves
        .iter()
        .try_fold(solved, |board, m| puzzle.after(&board, *m))
}

fn is_missing(path: &Path) -> bool {
    fs::metadata(path).is_err_and(|error| {
        // A board of many symbols may be too long for a name.
        matches!(
            error.kind(),
            ErrorKind::NotFound | ErrorKind::InvalidFilename
        )
    })
}

/// The name of a file for messages, or of standard input for `-`.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        plain::path(path)
    }
}

/// The text of a definition, or of another program's file, of at most [`model::LONGEST_DEFINITION`]
/// bytes. Pipes are accepted. A device, which may never end, is rejected unread.
pub fn definition(path: &Path) -> anyhow::Result<String> {
    let max_bytes = model::LONGEST_DEFINITION;
    text(path, max_bytes, model::too_large)
}

/// The text of a table of puzzles, of at most [`model::LONGEST_TABLE`] bytes, read in the same way.
pub fn table(path: &Path) -> anyhow::Result<String> {
    text(path, model::LONGEST_TABLE, model::table_too_large)
}

fn text(path: &Path, max_bytes: usize, too_large: fn() -> String) -> anyhow::Result<String> {
    let name = name(path);
    if path != Path::new("-") {
        let data = fs::metadata(path).with_context(|| name.clone())?;
        if data.is_dir() {
            bail!("{name}: this is a folder, not a definition");
        }
        if !data.is_file() && !is_pipe(data.file_type()) {
            bail!("{name}: this is a device, not a definition");
        }
    }
    let (_, input) = open(path)?;
    let mut bytes = Vec::new();
    let length = input.take(max_bytes as u64 + 1).read_to_end(&mut bytes);
    if length.with_context(|| name.clone())? > max_bytes {
        bail!("{name}: {}", too_large());
    }
    utf8(&name, bytes)
}

fn utf8(name: &str, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|_| anyhow!("{name}: not UTF-8 text"))
}

#[cfg(feature = "cluster")]
pub fn hosts(path: &Path) -> anyhow::Result<String> {
    utf8(&name(path), small(path, LARGEST_LIST, "a list of hosts")?)
}

#[cfg(unix)]
fn is_pipe(kind: fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: fs::FileType) -> bool {
    false
}

/// The goal given as an argument: a goal's name, or a small file with a board. If the file has
/// patterns, they become the puzzle's own goals.
pub fn goal(puzzle: &mut Puzzle, word: Option<&str>) -> anyhow::Result<Option<Goal>> {
    let Some(word) = word else {
        return Ok(None);
    };
    if let Some(goal) = NamedGoal::find(word) {
        return Ok(Some(Goal::Named(goal)));
    }
    let text = small(Path::new(word), LARGEST_GOAL, "one board").with_context(|| {
        format!("--goal {word}: not blank-last, blank-first, snail or a readable file")
    })?;
    match fewest_text::goal(puzzle, word, &text) {
        Err(TextError::BadGoal(_)) if text.contains(&b'?') => {
            *puzzle = puzzle.to_set(&fewest_text::board_set(puzzle, word, &text)?)?;
            Ok(None)
        }
        goal => Ok(Some(goal?)),
    }
}

/// The options, with the goal of the given format unless another goal is set.
pub fn with_goal(puzzle: &Puzzle, options: Options, from: Option<&str>) -> anyhow::Result<Options> {
    let from = from
        .map(|name| fewest_text::format(puzzle, name))
        .transpose()?
        .filter(|_| puzzle.model().size.is_some() && !puzzle.model().has_requested_goals);
    Ok(Options {
        goal: (options.goal).or(from.map(|format| Goal::Named(format.goal))),
        ..options
    })
}

/// The set given as an argument: a goal's name, a file of boards, or patterns to match.
pub fn set(puzzle: &Puzzle, argument: &str, word: &str) -> anyhow::Result<BoardSet> {
    if let Some(set) = puzzle.goal_set(word) {
        return Ok(set);
    }
    let path = Path::new(word);
    if path == Path::new("-") || path.exists() {
        let text = small(path, LARGEST_SET, "a set of boards")?;
        return Ok(fewest_text::board_set(puzzle, &name(path), &text)?);
    }
    match fewest_text::board_set(puzzle, argument, word.as_bytes()) {
        Err(_) if !word.contains([' ', '?']) => {
            let cells = counted(puzzle.model().cells() as u64, "symbol");
            bail!("{argument} {word}: not a pattern of {cells}, a goal's name or a readable file")
        }
        set => Ok(set?),
    }
}

/// The contents of a file of at most `max_bytes` bytes.
fn small(path: &Path, max_bytes: u64, what: &str) -> anyhow::Result<Vec<u8>> {
    let (name, input) = open(path)?;
    let mut text = Vec::new();
    input
        .take(max_bytes + 1)
        .read_to_end(&mut text)
        .with_context(|| name.clone())?;
    if text.len() as u64 > max_bytes {
        bail!("{name}: too large for {what}");
    }
    Ok(text)
}
