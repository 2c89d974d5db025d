//! `hdu3567`: the number of boards, then starts and goals as words; `Case k: n` and the moves.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::Answer;
use fewest::support::place::InputError;

use super::answers::{self, expect, further};
use super::board_reader::BoardReader;
use super::cells::miscounted_tiles;
use super::output::{push_count, push_moves, push_number};
use super::tiles::{EIGHT, push_tiles};
use super::words::Word;
use super::{AnswerMistake, Format, Frame, Policy, Source, StatedAnswer};

pub(super) const FORMAT: Format = Format {
    name: "hdu3567",
    used_by: "HDU 3567",
    input: "T, then T pairs of words of 1..8 and X: start and goal",
    output: "two lines per board: `Case k: n`; the moves, first in dictionary order",
    brings_goals: true,
    // T <= 200, and every start can reach its goal.
    max_boards: Some(200),
    is_solvable: true,
    has_layout: true,
    policy: Policy::Least,
    reader: |model| BoardReader::counted(model, next),
    write_answer: Some(write_answer),
    frame: Frame::Counted,
    write_board,
    read_answer,
    ..EIGHT
};

/// Appends the tiles of a word, or returns its problem. `blank` is the format's blank.
pub(super) fn parse(
    model: &Model,
    word: &Word,
    blank: char,
    tiles: &mut Vec<u8>,
) -> Result<(), String> {
    let tile = |&byte: &u8| match byte {
        b'0'..=b'8' => Some(byte - b'0'),
        b'x' | b'X' if blank == 'X' => Some(0),
        _ => None,
    };
    tiles.extend(word.text().iter().map_while(tile));
    if tiles.len() != word.text().len() || tiles.len() != model.cells() {
        let found = word.quoted();
        return Err(format!(
            "expected nine characters, 1 to 8 and {blank}, found {found}"
        ));
    }
    if model.is_board(tiles) {
        Ok(())
    } else {
        Err(miscounted_tiles(tiles))
    }
}

fn next(
    reader: &mut BoardReader,
    source: &mut Source<'_>,
    case: &mut Case,
) -> Result<bool, InputError> {
    let Some(start) = reader.words.next(source)? else {
        return Ok(false);
    };
    let number = Some(reader.number);
    let Some(end) = reader.words.next(source)? else {
        let problem = "expected the goal, found the end of the input";
        return Err(source.final_error(source.place(), number, problem));
    };
    let mut goal = Vec::new();
    for (word, tiles) in [(start, &mut case.start), (end, &mut goal)] {
        parse(&reader.model, &word, 'X', tiles)
            .map_err(|problem| source.error(word.place, number, problem))?;
    }
    case.goal = Some(goal);
    Ok(true)
}

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    out.extend_from_slice(b"Case ");
    push_number(case.number, out);
    out.extend_from_slice(b": ");
    push_count(model, case, answer, out);
    push_moves(model, case, answer, out);
}

fn write_board(_: &Model, case: &Case, out: &mut Vec<u8>) {
    for board in [Some(&case.start), case.goal.as_ref()]
        .into_iter()
        .flatten()
    {
        push_tiles(board, Some(b'X'), b"", out);
        out.push(b'\n');
    }
}

fn read_answer(
    model: &Model,
    case: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let word = answers::first(source, claim)?;
    if !word.is("Case") {
        return Err(word.unexpected("`Case`"));
    }
    expect(source, &format!("{}:", case.number))?;
    claim.stated = further(source)?.count()?;
    if claim.stated.is_some_and(|stated| stated > 0) {
        let word = further(source)?;
        claim.place = word.place;
        claim.letters(model, source, &word)?;
    }
    Ok(())
}
