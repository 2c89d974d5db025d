//! Small puzzles by their definitions, in every command.

use std::time::Duration;

use fewest::model::Model;
use fewest::search::{Algorithm, Limits};
use fewest::survey::Listing;
use fewest::{Contest, Draw, Options, Pool, Puzzle, Verdict};
use fewest_text::{Input, Session, TextOptions};

use crate::check_message;
use crate::read::read;

/// Larger puzzles would take the fuzzer's time.
const MAX_BOARDS: u32 = 3_000;
/// Boards that a search may generate, and boards that are drawn.
const NODES: u64 = 2_000;
const DRAWN: u64 = 3;
/// What stands between a definition and boards.
const BETWEEN: &str = "\n---\n";

/// Reads `data` as a definition with boards behind it, and asks every command about the puzzle if
/// it is a small one.
///
/// # Panics
///
/// If anything does, or a reader's results depend on the pieces in which boards arrive, or the
/// boards that are drawn can't be read.
pub fn check_defined(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (text, boards) = text.split_once(BETWEEN).unwrap_or((text, ""));
    let Ok(definition) = Model::from_toml(text) else {
        return;
    };
    if definition.structure.arrangements() > MAX_BOARDS.into() {
        return;
    }
    let Ok(puzzle) = Puzzle::from_toml(text) else {
        return;
    };
    for format in ["plain", "drawn"] {
        let whole = read(&puzzle, format, boards.as_bytes(), &[boards.len().max(1)]);
        let pieces = read(&puzzle, format, boards.as_bytes(), &[3, 1, 7, 2, 13]);
        assert_eq!(whole, pieces, "read in pieces");
    }
    let options = Options {
        limits: Limits {
            max_nodes: Some(NODES),
            max_time: Some(Duration::from_secs(1)),
            ..Limits::default()
        },
        ..Options::default()
    };
    let drawn = draw(&puzzle, &options);
    let named = Algorithm::PROVING.into_iter().map(Some);
    for algorithm in named.chain([None]) {
        let options = Options {
            algorithm,
            ..options.clone()
        };
        solve(&puzzle, options, &drawn);
    }
    ask(&puzzle);
    let _ = puzzle.describe(Some(0));
    let listing = Listing {
        limit: DRAWN,
        every: false,
    };
    check_error(puzzle.survey(listing, &options));
    let mut inputs: Vec<Input> = vec![("drawn".to_owned(), Box::new(std::io::Cursor::new(drawn)))];
    let text = TextOptions::default();
    if let Ok(cases) = fewest_text::read_all(&puzzle, &options, &text, &mut inputs) {
        check_error(puzzle.compare(&cases, &Contest::default(), &options));
    }
    check_error(puzzle.verify(&options));
}

/// Boards that can be solved.
const DRAW: Draw = Draw {
    pool: Pool::Solvable,
    count: DRAWN,
    seed: 1,
    distinct: false,
};

/// Some boards that can be solved, as an input.
fn draw(puzzle: &Puzzle, options: &Options) -> Vec<u8> {
    let mut drawn = Vec::new();
    check_error(fewest_text::generate(
        puzzle,
        &DRAW,
        options,
        &TextOptions::default(),
        &mut drawn,
    ));
    drawn
}

/// Answers boards that can be read.
fn solve(puzzle: &Puzzle, options: Options, boards: &[u8]) {
    let mut session = match Session::new(puzzle, options, TextOptions::default()) {
        Ok(session) => session,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut output = Vec::new();
    check_error(session.run("drawn", &mut &boards[..], &mut output));
}

/// Asks how far boards are, one by one. Without limits: what is said of a board is the same at any
/// time.
fn ask(puzzle: &Puzzle) {
    let options = &Options::default();
    let samples = match puzzle.sample(&DRAW, options) {
        Ok(samples) => samples,
        Err(error) => return check_message(&error.to_string()),
    };
    for board in samples.iter().map(|sample| &sample.board) {
        let again = puzzle.board(&puzzle.text(board));
        assert_eq!(again.as_ref(), Ok(board), "a board is written and read");
        let (Ok(Verdict::Solved(distance)), Ok(moves), Ok(optimal)) = (
            puzzle.distance(board, options),
            puzzle.moves_with_distances(board, options),
            puzzle.optimal_moves(board, options),
        ) else {
            continue;
        };
        for (m, verdict) in moves {
            let Verdict::Solved(after) = verdict else {
                continue;
            };
            assert!(after + 1 >= distance, "a move that counts as several");
            assert_eq!(
                optimal.contains(&m),
                after + 1 == distance,
                "the moves that begin an answer"
            );
        }
    }
}

/// Sees that an error has a good message.
fn check_error<T, E: std::fmt::Display>(result: Result<T, E>) {
    if let Err(error) = result {
        check_message(&error.to_string());
    }
}
