//! `hdu1043`, and `poj1077` and `acwing179`, which share its boards and answers: blank moves.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::{Answer, Verdict};

use super::answers::{self, further};
use super::board_reader::BoardReader;
use super::output::{push_moves, push_open};
use super::tiles::{self, Blank, EIGHT, push_tiles};
use super::words::Words;
use super::{AnswerMistake, Format, Policy, Source, StatedAnswer};

pub(super) const FORMAT: Format = Format {
    name: "hdu1043",
    used_by: "HDU 1043, ZOJ 1217",
    input: "nine words 1..8 and x per board, to the end of the file",
    output: "one line per board: the moves of the blank (r l u d), or `unsolvable`",
    // A special judge accepts any solution.
    has_layout: true,
    policy: Policy::Valid,
    reader: |model| {
        BoardReader::boxed(model, Words::default(), |reader, source, case| {
            tiles::next_board(reader, Blank::Letter, source, case)
        })
    },
    write_answer: Some(write_answer),
    write_board: |_, case, out| {
        push_tiles(&case.start, Some(b'x'), b" ", out);
        out.push(b'\n');
    },
    read_answer,
    ..EIGHT
};

pub(super) const POJ1077: Format = Format {
    name: "poj1077",
    used_by: "POJ 1077",
    input: "one board of nine words 1..8 and x (more are also answered)",
    output: "the moves of the blank (r l u d), or `unsolvable`",
    // The statement promises one board.
    min_boards: 1,
    max_boards: Some(1),
    ..FORMAT
};

pub(super) const ACWING179: Format = Format {
    name: "acwing179",
    used_by: "AcWing 179",
    input: "as poj1077",
    output: "as poj1077",
    policy: Policy::Shortest,
    ..POJ1077
};

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    match answer.verdict {
        Verdict::Solved(_) => push_moves(model, case, answer, out),
        _ => push_open(model, case, answer, out),
    }
}

/// Reads a line of letters, empty for a solved board, or `unsolvable`.
fn read_answer(
    model: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let place = source.place();
    claim.place = place;
    if source.is_line_over()? {
        if source.peek()?.is_none() {
            return Err(AnswerMistake::Ended(place));
        }
        source.advance();
        claim.stated = Some(0);
        return Ok(());
    }
    let word = answers::first(source, claim)?;
    claim.place = place;
    if !word.is("unsolvable") {
        claim.letters(model, source, &word)?;
        claim.stated = Some(claim.moves.len() as u64);
    }
    if source.is_line_over()? {
        source.advance();
        return Ok(());
    }
    Err(further(source)?.unexpected("nothing more on this line"))
}
