//! `hackerrank`: the side, then one number per line; the number of moves, then one word per move.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::Answer;

use super::answers::{self, further};
use super::board_reader::BoardReader;
use super::output::{push_count, push_line, push_number};
use super::tiles::{TILES, next_sized, push_tiles, sides};
use super::words::Words;
use super::{AnswerMistake, Format, NamedGoal, Policy, Sizes, Source, StatedAnswer};

pub(super) const FORMAT: Format = Format {
    name: "hackerrank",
    used_by: "HackerRank N-Puzzle",
    input: "k, then k*k numbers, 0 for the blank; goal 0 1 2 ...",
    output: "the number of moves (-1 if unsolvable), then one move per line: UP DOWN LEFT RIGHT",
    goal: NamedGoal::BlankFirst,
    // One board; the moves are simulated.
    min_boards: 1,
    max_boards: Some(1),
    has_layout: true,
    policy: Policy::Valid,
    sizes: Sizes::Square,
    reader: |model| BoardReader::boxed(model, Words::default(), next_sized),
    write_answer: Some(write_answer),
    write_board: |model, case, out| {
        push_number(sides(model).0 as u64, out);
        out.push(b'\n');
        push_tiles(&case.start, None, b"\n", out);
        out.push(b'\n');
    },
    read_answer,
    ..TILES
};

const WORDS: [(&str, &str); 4] = [("DOWN", "d"), ("LEFT", "l"), ("RIGHT", "r"), ("UP", "u")];

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    push_count(model, case, answer, out);
    for &m in answer.moves.iter().filter(|_| answer.is_proven()) {
        let letter = model.move_name(&case.start, m);
        let word = WORDS.iter().find(|(_, candidate)| *candidate == letter);
        push_line(word.map_or(&*letter, |(word, _)| word), out);
    }
}

fn read_answer(
    model: &Model,
    _: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    claim.stated = answers::first(source, claim)?.count()?;
    for _ in 0..claim.stated.unwrap_or(0) {
        let word = further(source)?;
        let Some((_, letter)) = WORDS.iter().find(|(candidate, _)| word.is(candidate)) else {
            return Err(word.unexpected("UP, DOWN, LEFT or RIGHT"));
        };
        claim.step(model, letter.as_bytes(), word.place)?;
    }
    Ok(())
}
