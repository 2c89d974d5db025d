//! Certificates of answers and surveys, and the files of their tables.

use std::io::Read;
use std::path::Path;

use anyhow::bail;
use fewest::{Board, Certificate, Goal, Options, Puzzle};
use fewest_text::{Input, TextOptions};

use crate::draft::Draft;
use crate::number::counted;

/// A limit larger than any board, in bytes.
const LARGEST_INPUT: u64 = 1 << 20;

/// All bytes of an input, which is to be read twice.
pub fn keep(input: &mut dyn Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LARGEST_INPUT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_INPUT {
        bail!("the input is too large for one board, and a certificate is about one");
    }
    Ok(bytes)
}

/// Writes the certificate of the answer to the only board of these inputs.
pub fn of_board(
    path: &Path,
    puzzle: &Puzzle,
    options: &Options,
    text: &TextOptions,
    inputs: &mut [Input],
) -> anyhow::Result<()> {
    let cases = fewest_text::read_all(puzzle, options, text, inputs)?;
    let [case] = &cases[..] else {
        let boards = counted(cases.len() as u64, "board");
        bail!(
            "a certificate is about one board, and there are {boards}: no certificate is written"
        );
    };
    // A puzzle with several goals has no other.
    let goal = case
        .goal
        .clone()
        .filter(|_| puzzle.model().structure.goals.len() == 1);
    let options = Options {
        goal: goal.map(Goal::Board),
        ..options.clone()
    };
    let board = Board::new(case.start.clone());
    let certificate = puzzle.certificate(
        &board,
        text.all.is_some(),
        Certificate::name(path)?,
        &options,
    )?;
    write(path, &certificate)
}

/// Writes a certificate after its tables.
pub fn write(path: &Path, certificate: &Certificate) -> anyhow::Result<()> {
    for (table, entries) in &certificate.tables {
        Draft::new(&path.with_file_name(table))?.keep(entries)?;
    }
    Draft::new(path)?.keep(&certificate.text)
}
