//! `poj2286`: boards of 24 words up to a single 0; the letters, and the centre's symbol.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::{Answer, Verdict};
use fewest::support::invariant::Invariant;
use fewest::support::place::InputError;

use super::answers::{self, expect, further};
use super::cells::CellReader;
use super::output::{push_moves, push_open};
use super::words::{Word, Words};
use super::{AnswerMistake, Arc, Format, Frame, MistakeKind, Reader, Source, StatedAnswer, plain};

pub(super) const FORMAT: Format = Format {
    name: "poj2286",
    used_by: "POJ 2286, HDU 1667, UVa 1343, AcWing 181, LiveArchive 3265, TIOJ 1673",
    input: "24 symbols 1 2 3 per board; a 0 ends the input",
    output: "two lines per board: the letters or `No moves needed`; the symbol in the centre",
    // "no more than 30 test cases"; "a single 0" ends them.
    max_boards: Some(30),
    is_terminated: true,
    has_layout: true,
    reader,
    write_answer: Some(write_answer),
    frame: Frame::End("0"),
    read_answer,
    ..plain::ROTATION
};

const CELLS: usize = 24;

struct Poj2286 {
    model: Arc<Model>,
    words: Words,
    number: u64,
    /// True once the terminating 0 was read.
    has_ended: bool,
}

fn reader(model: &Arc<Model>) -> Box<dyn Reader> {
    Box::new(Poj2286 {
        model: Arc::clone(model),
        words: Words::default(),
        number: 0,
        has_ended: false,
    })
}

impl Reader for Poj2286 {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        if self.has_ended {
            return Ok(false);
        }
        let symbols = |digits: &[u8; CELLS]| {
            let symbols = digits.map(|digit| digit.wrapping_sub(b'1'));
            self.model.is_board(&symbols).then_some(symbols)
        };
        if let Some(symbols) = self.words.plain_line(source, symbols)? {
            self.number += 1;
            case.begin(self.number);
            case.start.extend_from_slice(&symbols);
            return Ok(true);
        }
        let Some(first) = self.words.peek(source)? else {
            return Ok(false);
        };
        if first.text() == b"0" {
            self.words.next(source)?;
            self.has_ended = true;
            return Ok(false);
        }
        self.number += 1;
        let symbol = |word: &Word| match word.small_number() {
            Some(value @ 1..=3) => Some(value - 1),
            _ => None,
        };
        let cells = CellReader {
            model: &self.model,
            unit: "cells",
            order: &[],
            facelets: None,
            symbol,
            expected: &|_| "1, 2 or 3".to_owned(),
        };
        cells.next(&mut self.words, source, self.number, case)
    }

    fn close(&mut self, source: &mut Source<'_>) -> Result<(), InputError> {
        let Some(word) = self.words.next(source)? else {
            return Ok(());
        };
        let found = word.quoted();
        let problem = format!("expected nothing after the 0 that ends the boards, found {found}");
        Err(source.final_error(word.place, None, problem))
    }

    fn is_terminated(&self) -> bool {
        self.has_ended
    }
}

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    let Verdict::Solved(distance) = answer.verdict else {
        return push_open(model, case, answer, out);
    };
    if distance == 0 {
        out.extend_from_slice(b"No moves needed");
    }
    push_moves(model, case, answer, out);
    let symbol = answer.goal.debug_unwrap_or_default();
    out.extend_from_slice(
        model
            .symbols
            .get(symbol)
            .map_or(b"", |symbol| symbol.as_bytes()),
    );
    out.push(b'\n');
}

fn read_answer(
    model: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let word = answers::first(source, claim)?;
    if word.is("No") {
        expect(source, "moves needed")?;
    } else {
        claim.letters(model, source, &word)?;
    }
    claim.stated = Some(claim.moves.len() as u64);
    let symbol = further(source)?;
    let centre = model.solved_goal(&claim.end).map(|goal| goal + 1);
    match (symbol.parse::<u8>().map(usize::from), centre) {
        (None, _) => Err(symbol.unexpected("the symbol in the centre")),
        (Some(found), Some(centre)) if found != centre => {
            let problem = format!("expected {centre}, the symbol in the centre, found {found}");
            Err(AnswerMistake::new(
                MistakeKind::Wrong,
                symbol.place,
                problem,
            ))
        }
        // Unsolved boards are detected later.
        (Some(_), _) => Ok(()),
    }
}
