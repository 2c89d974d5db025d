//! All results of a reader for an input.

use std::io::{self, Read};
use std::iter::Cycle;
use std::slice::Iter;

use fewest::Puzzle;
use fewest::model::Case;
use fewest::support::place::InputError;
use fewest_text::formats::Source;

/// Each board of an input as a line in the format `plain`, or its error. The input arrives in
/// pieces whose sizes repeat.
pub fn read(
    puzzle: &Puzzle,
    format: &str,
    data: &[u8],
    sizes: &[usize],
) -> Vec<Result<String, InputError>> {
    let mut input = Pieces {
        data,
        sizes: sizes.iter().cycle(),
    };
    let format = fewest_text::format(puzzle, format).expect("a format of the puzzle");
    let mut reader = (format.reader)(puzzle.model());
    let mut source = Source::new("here", &mut input);
    let mut case = Case::default();
    let mut results = Vec::new();
    loop {
        let result = match reader.next(&mut source, &mut case) {
            Ok(true) => Ok(puzzle.model().board_text(&case.start)),
            Ok(false) => break,
            Err(error) => Err(error),
        };
        let is_final = result.as_ref().is_err_and(|error| error.is_final);
        results.push(result);
        // A stuck reader would never end.
        assert!(results.len() <= data.len() + 1, "{}: stuck", format.name);
        if is_final {
            return results;
        }
    }
    results.extend(reader.close(&mut source).err().map(Err));
    results
}

/// An input that arrives in pieces.
struct Pieces<'a> {
    data: &'a [u8],
    sizes: Cycle<Iter<'a, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().copied().unwrap_or(1).min(buffer.len());
        self.data.read(&mut buffer[..size])
    }
}
