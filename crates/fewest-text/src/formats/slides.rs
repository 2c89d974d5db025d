//! Sliding tiles by the tiles that move: `tiles`, answers as tile numbers; and `slides`, scrambles of
//! speed sliders, whose letters are directions of tiles.

use fewest::model::{Case, Model};
use fewest::solver::{Answer, Verdict};

use super::answers::{self, AnswerMistake, ReadAnswer};
use super::directions::DIRECTIONS;
use super::output::{push_number, push_open};
use super::scrambles::{NO_MOVES, Scrambles};
use super::{Format, Frame, MistakeKind, tiles};

pub(super) const TILES: Format = Format {
    name: "tiles",
    output: "the number of moves, then the number of each tile that moves",
    write_answer: Some(write_answer),
    read_answer: READ_ANSWER,
    ..tiles::PLAIN
};

pub(super) const SLIDES: Format = Format {
    name: "slides",
    used_by: "speed sliders",
    input: "moves of tiles from the solved board, one board per line: R, D, L, U for the direction in which \
            a tile moves, R2 for two tiles; - is the solved board",
    reader: |model| Box::new(Scrambles::of_slides(model)),
    frame: Frame::Bare,
    write_board,
    ..tiles::PLAIN
};

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    let Verdict::Solved(distance) = answer.verdict else {
        return push_open(model, case, answer, out);
    };
    push_number(distance.into(), out);
    let mut board = case.start.clone();
    for m in &answer.moves {
        let cell = blank(&board);
        model.apply(&mut board, *m);
        let tile = cell.and_then(|cell| board.get(cell)).copied();
        out.push(b' ');
        push_number(tile.unwrap_or(0).into(), out);
    }
    out.push(b'\n');
}

fn blank(board: &[u8]) -> Option<usize> {
    board.iter().position(|tile| *tile == 0)
}

/// Reads the number of moves and then the tiles, or `unsolvable`.
const READ_ANSWER: ReadAnswer = |model, _, source, claim| {
    let word = answers::first(source, claim)?;
    if word.is("unsolvable") {
        return Ok(());
    }
    claim.stated = Some(
        word.parse()
            .ok_or_else(|| word.unexpected("a number of moves"))?,
    );
    while !source.is_line_over()? {
        let word = answers::further(source)?;
        let tile: u8 = word
            .parse()
            .ok_or_else(|| word.unexpected("the number of a tile"))?;
        let is_next = |name: &&String| {
            let m = model.find_move(name);
            let end = m.map(|m| model.end(&claim.end, &[m]));
            let tile_there = end.and_then(|end| end.get(blank(&claim.end)?).copied());
            tile != 0 && tile_there == Some(tile)
        };
        let Some(name) = model.moves.iter().find(is_next) else {
            let problem = format!("tile {tile} is not beside the blank");
            return Err(AnswerMistake::new(MistakeKind::Wrong, word.place, problem));
        };
        claim.step(model, name.as_bytes(), word.place)?;
    }
    Ok(())
};

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    let runs = case.moves.chunk_by(|one, other| one == other);
    let slides = runs.filter_map(|run| {
        let name = model.moves.get(run.first()?.index())?;
        let (letter, _) = DIRECTIONS.iter().find(|(_, other)| other == name)?;
        Some(match run.len() {
            1 => letter.to_string(),
            tiles => format!("{letter}{tiles}"),
        })
    });
    let slides: Vec<String> = slides.collect();
    let line = if slides.is_empty() {
        NO_MOVES.to_owned()
    } else {
        slides.join(" ")
    };
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
}
