//! Small puzzles by their definitions, in every command.

use std::time::Duration;

use fewest::catalogue::{self, Contest, Draw, Face, Request, Wanted};
use fewest::model::Model;
use fewest::search::{Algorithm, Limits};
use fewest::survey::Listing;

use crate::{check_message, read_all};

/// Larger puzzles would take the fuzzer's time.
const MOST_BOARDS: u32 = 3_000;
/// Boards that a search may generate, and boards that are drawn.
const NODES: u64 = 2_000;
const DRAWN: u64 = 3;
/// What stands between a definition and boards.
const BETWEEN: &str = "\n---\n";

/// Reads `data` as a definition with boards behind it, and asks every command about the puzzle if it is a small one.
///
/// # Panics
///
/// If anything does, or a reader's results depend on the pieces in which boards arrive, or the boards that are drawn can't be
/// read.
pub fn check_defined(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (text, boards) = text.split_once(BETWEEN).unwrap_or((text, ""));
    let Ok(definition) = Model::from_toml(text) else {
        return;
    };
    if definition.structure.arrangements() > MOST_BOARDS.into() {
        return;
    }
    let Ok(face) = catalogue::define(text) else {
        return;
    };
    for format in ["plain", "drawn"] {
        let whole = read_all(&*face, format, boards.as_bytes(), &[boards.len().max(1)]);
        let pieces = read_all(&*face, format, boards.as_bytes(), &[3, 1, 7, 2, 13]);
        assert_eq!(whole, pieces, "read in pieces");
    }
    let request = Request {
        limits: Limits {
            nodes: Some(NODES),
            time: Some(Duration::from_secs(1)),
            ..Limits::default()
        },
        ..Request::default()
    };
    let drawn = draw(&*face, &request);
    let named = Algorithm::PROVING.into_iter().map(Some);
    for algorithm in named.chain([None]) {
        solve(
            &*face,
            &Request {
                algorithm,
                ..request.clone()
            },
            &drawn,
        );
    }
    face.report(Some(0));
    let listing = Listing {
        most: DRAWN,
        every: false,
    };
    told(face.survey(&request, listing));
    let mut inputs: Vec<catalogue::Input> =
        vec![("drawn".to_owned(), Box::new(std::io::Cursor::new(drawn)))];
    told(face.compare(&request, &Contest::default(), &mut inputs));
    match face.table(&request) {
        Ok(table) => told(table.verify(&request)),
        Err(error) => check_message(&error.to_string()),
    }
}

/// Some boards that can be solved, as an input.
fn draw(face: &dyn Face, request: &Request) -> Vec<u8> {
    let draw = Draw {
        wanted: Wanted::Solvable,
        count: DRAWN,
        seed: 1,
        distinct: false,
    };
    let mut drawn = Vec::new();
    told(face.generate(request, &draw, &mut drawn));
    drawn
}

/// Answers boards that can be read.
fn solve(face: &dyn Face, request: &Request, boards: &[u8]) {
    let mut session = match face.session(request) {
        Ok(session) => session,
        Err(error) => return check_message(&error.to_string()),
    };
    let mut output = Vec::new();
    told(session.run("drawn", &mut &boards[..], &mut output));
}

/// Sees that an error can be told.
fn told<T, E: std::fmt::Display>(result: Result<T, E>) {
    if let Err(error) = result {
        check_message(&error.to_string());
    }
}
