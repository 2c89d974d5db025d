//! What every reader has to hold for any bytes at all: of boards, of answers, of stored tables, of definitions. One target for each in
//! `targets/`; `cargo xtask fuzz` runs them.

mod answers;
mod defined;
mod definitions;
mod tables;

pub use answers::check_answers;
pub use defined::check_defined;
pub use definitions::{check_definition, check_import};
pub use tables::check_table;

use std::io::{self, Read};
use std::ops::ControlFlow;

use fewest::catalogue::{self, Face, Request};
use fewest::format::InputError;

/// The longest message about an error, in characters.
const LONGEST_MESSAGE: usize = 400;

/// A fuzz target: one format of one puzzle.
#[macro_export]
macro_rules! target {
    ($puzzle:literal, $format:literal) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::check($puzzle, $format, data));
    };
}

/// Reads `data` in a format of a puzzle and panics if the reader does anything but give boards and good error messages.
///
/// # Panics
///
/// If the reader panics; if the results depend on the pieces in which the input arrives; if there are more results than
/// bytes and one; if an error's message is long or would mess up a terminal.
pub fn check(puzzle: &str, format: &str, data: &[u8]) {
    let whole = read(puzzle, format, data, &[data.len()]);
    for error in whole.iter().filter_map(|result| result.as_ref().err()) {
        check_message(&error.to_string());
    }
    validate(puzzle, format, data);
    for sizes in [&[1][..], &[3, 1, 7, 2, 13]] {
        let pieces = read(puzzle, format, data, sizes);
        assert_eq!(whole, pieces, "read in pieces of {sizes:?} bytes");
    }
}

/// What goes for every message.
fn check_message(message: &str) {
    let length = message.chars().count();
    assert!(
        length <= LONGEST_MESSAGE,
        "a message of {length} characters: {message}"
    );
    assert!(
        !message.contains(char::is_control),
        "control characters in {message:?}"
    );
}

/// Holds an input against its judge's rules.
fn validate(puzzle: &str, format: &str, mut data: &[u8]) {
    let face = catalogue::find(puzzle).expect("the target names a puzzle");
    let request = Request {
        from: Some(format.to_owned()),
        ..Request::default()
    };
    match face.validate(&request, "fuzz", &mut data) {
        Ok(verdict) => {
            if let Err(error) = verdict {
                check_message(&error.to_string());
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Everything a reader gives for an input that arrives in pieces of these sizes, over and over.
fn read(
    puzzle: &str,
    format: &str,
    data: &[u8],
    sizes: &[usize],
) -> Vec<Result<String, InputError>> {
    let face = catalogue::find(puzzle).expect("the target names a puzzle");
    read_all(&*face, format, data, sizes)
}

fn read_all(
    face: &dyn Face,
    format: &str,
    data: &[u8],
    sizes: &[usize],
) -> Vec<Result<String, InputError>> {
    let mut results = Vec::new();
    let mut input = Pieces {
        data,
        sizes: sizes.iter().cycle(),
    };
    face.read(format, "fuzz", &mut input, &mut |result| {
        results.push(result);
        // A reader that is stuck would never end.
        assert!(
            results.len() <= data.len() + 1,
            "more results than bytes: {:?}",
            results.last()
        );
        ControlFlow::Continue(())
    })
    .expect("the target names a format of the puzzle");
    results
}

/// An input that gives its bytes in pieces.
struct Pieces<'a> {
    data: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().copied().unwrap_or_default();
        let size = size.min(buffer.len());
        self.data.read(&mut buffer[..size])
    }
}
