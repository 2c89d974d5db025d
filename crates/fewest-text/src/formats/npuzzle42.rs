//! `npuzzle42`: comments, the side, the rows; moves, boards, and the two complexities.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::{Answer, Verdict};

use super::answers::{self, expect, number};
use super::board_reader::BoardReader;
use super::output::{each_board, push_line, push_moves, push_open};
use super::tiles::{TILES, next_sized, push_grid, shown_board, shown_start};
use super::words::Words;
use super::{AnswerMistake, Format, MistakeKind, NamedGoal, Policy, Sizes, Source, StatedAnswer};

pub(super) const FORMAT: Format = Format {
    name: "npuzzle42",
    used_by: "42 school n-puzzle",
    input: "# comments, the size, the rows; snail goal",
    output: "moves, boards, and what the search selected and stored",
    goal: NamedGoal::Snail,
    // One board, and any solution is accepted.
    min_boards: 1,
    max_boards: Some(1),
    policy: Policy::Valid,
    sizes: Sizes::Square,
    reader: |model| BoardReader::boxed(model, Words::with_comments(b'#'), next_sized),
    write_answer: Some(write_answer),
    write_board: push_grid,
    read_answer,
    ..TILES
};

/// The lines of the complexities, up to their numbers.
const SELECTED: &str = "Complexity in time (states selected):";
const STORED: &str = "Complexity in size (states in memory):";

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    let moves = match answer.verdict {
        Verdict::Solved(moves) => u64::from(moves),
        Verdict::Unsolvable => return push_line("This puzzle is unsolvable.", out),
        _ => return push_open(model, case, answer, out),
    };
    let (selected, stored) = (answer.expanded.max(moves), answer.stored.max(moves + 1));
    push_line(&format!("Number of moves: {moves}"), out);
    push_line(&format!("{SELECTED} {selected}"), out);
    push_line(&format!("{STORED} {stored}"), out);
    out.extend_from_slice(b"Moves of the blank: ");
    push_moves(model, case, answer, out);
    each_board(model, case, answer, |board| {
        out.push(b'\n');
        model.draw_board(board, out);
    });
    out.push(b'\n');
}

fn read_answer(
    model: &Model,
    case: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let word = answers::first(source, claim)?;
    if word.is("This") {
        return expect(source, "puzzle is unsolvable.");
    }
    if !word.is("Number") {
        return Err(word.unexpected("`Number` or `This`"));
    }
    expect(source, "of moves:")?;
    claim.stated = Some(number(source)?);
    for complexity in [SELECTED, STORED] {
        expect(source, complexity)?;
        number(source)?;
    }
    expect(source, "Moves of the blank:")?;
    claim.moves(model, source)?;
    shown_start(model, source, &case.start)?;
    let mut on_the_way = case.start.clone();
    for (number, &m) in (1..).zip(&claim.moves) {
        model.apply(&mut on_the_way, m);
        let (shown, place) = shown_board(model, source)?;
        if shown != on_the_way {
            let problem = format!("the board shown after move {number} is wrong");
            return Err(AnswerMistake::new(MistakeKind::Wrong, place, problem));
        }
    }
    Ok(())
}
