//! `princeton`: the side, then the rows; the number of moves and every board along the answer.

use fewest::model::Case;
use fewest::model::Model;
use fewest::solver::{Answer, Verdict};

use super::answers::{self, expect, number};
use super::board_reader::BoardReader;
use super::output::{each_board, push_line, push_open};
use super::tiles::{TILES, next_sized, push_grid, rows, shown_board, shown_start, sides};
use super::words::Words;
use super::{AnswerMistake, Format, MistakeKind, Sizes, Source, StatedAnswer};

pub(super) const FORMAT: Format = Format {
    name: "princeton",
    used_by: "Princeton and Coursera 8puzzle files",
    input: "n, then n rows of n numbers, 0 for the blank",
    output: "`Minimum number of moves = N` and the boards, or `No solution possible`",
    // One board.
    min_boards: 1,
    max_boards: Some(1),
    sizes: Sizes::Square,
    reader: |model| BoardReader::boxed(model, Words::default(), next_sized),
    write_answer: Some(write_answer),
    write_board: push_grid,
    read_answer,
    ..TILES
};

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    match answer.verdict {
        Verdict::Solved(moves) => push_line(&format!("Minimum number of moves = {moves}"), out),
        Verdict::Unsolvable => return push_line("No solution possible", out),
        _ => return push_open(model, case, answer, out),
    }
    let side = sides(model).0.to_string();
    each_board(model, case, answer, |board| {
        push_line(&side, out);
        for row in rows(model, board) {
            let tiles: Vec<String> = row.iter().map(|tile| format!("{tile:2} ")).collect();
            push_line(&tiles.concat(), out);
        }
        out.push(b'\n');
    });
}

fn read_answer(
    model: &Model,
    case: &Case,
    source: &mut Source<'_>,
    claim: &mut StatedAnswer,
) -> Result<(), AnswerMistake> {
    let word = answers::first(source, claim)?;
    if word.is("No") {
        return expect(source, "solution possible");
    }
    if !word.is("Minimum") {
        return Err(word.unexpected("`Minimum` or `No`"));
    }
    expect(source, "number of moves =")?;
    let stated = number(source)?;
    claim.stated = Some(stated);
    let side = sides(model).0.to_string();
    expect(source, &side)?;
    shown_start(model, source, &case.start)?;
    for number in 1..=stated {
        expect(source, &side)?;
        let (next, place) = shown_board(model, source)?;
        let leads = |name: &&String| {
            let mut board = claim.end.clone();
            let named = model.named_move(&board, name.as_bytes());
            named.is_ok_and(|m| model.apply(&mut board, m)) && board == next
        };
        let Some(name) = model.moves.iter().find(leads) else {
            let problem = format!("no move leads to the board shown after move {number}");
            return Err(AnswerMistake::new(MistakeKind::Wrong, place, problem));
        };
        claim.step(model, name.as_bytes(), place)?;
    }
    Ok(())
}
