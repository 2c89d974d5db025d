//! Sliding tiles by the tiles that move: `tiles`, answers as tile numbers; and `slides`, scrambles of
//! speed sliders, whose letters are directions of tiles.

use fewest::model::{Case, Model};
use fewest::solver::{Answer, Verdict};
use fewest::support::place::{InputError, Place, quote};

use super::answers::{self, AnswerMistake, ReadAnswer};
use super::output::{push_number, push_open};
use super::{Arc, Format, Frame, MistakeKind, Reader, Source, plain};

const LONGEST_LINE: usize = 1 << 16;

pub(super) const TILES: Format = Format {
    name: "tiles",
    output: "the number of moves, then the number of each tile that moves",
    write_answer: Some(write_answer),
    read_answer: READ_ANSWER,
    ..plain::SLIDING
};

pub(super) const SLIDES: Format = Format {
    name: "slides",
    used_by: "speed sliders",
    input: "moves of tiles from the solved board, one board per line: R, D, L, U for the direction in which \
            a tile moves, R2 for two tiles",
    reader: |model| {
        Box::new(Slides {
            model: Arc::clone(model),
            number: 0,
        })
    },
    frame: Frame::Bare,
    write_board,
    ..plain::SLIDING
};

/// The letters of tiles' directions, and the move of the blank.
const DIRECTIONS: [(char, &str); 4] = [('R', "l"), ('L', "r"), ('U', "d"), ('D', "u")];

fn write_answer(model: &Model, case: &Case, answer: &Answer, out: &mut Vec<u8>) {
    let Verdict::Solved(distance) = answer.verdict else {
        return push_open(model, case, answer, out);
    };
    push_number(distance.into(), out);
    let mut board = case.start.clone();
    for m in &answer.moves {
        let before = blank(&board);
        board = model.end(&board, std::slice::from_ref(m));
        out.push(b' ');
        push_number(
            before
                .and_then(|cell| board.get(cell))
                .copied()
                .unwrap_or(0)
                .into(),
            out,
        );
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

struct Slides {
    model: Arc<Model>,
    number: u64,
}

impl Slides {
    /// Applies a word like `R2`.
    fn slide(&self, word: &str, case: &mut Case) -> Result<(), String> {
        let mut letters = word.chars();
        let name = letters.next().and_then(|first| {
            let mut known = DIRECTIONS.iter();
            known
                .find(|(letter, _)| *letter == first)
                .map(|(_, name)| *name)
        });
        let count: Option<usize> = match letters.as_str() {
            "" => Some(1),
            digits => digits.parse().ok(),
        };
        let unknown = || {
            format!(
                "expected R, L, U or D and a number of tiles, found {}",
                quote(word.as_bytes())
            )
        };
        let (name, count) = name.zip(count).ok_or_else(unknown)?;
        let m = self.model.find_move(name).ok_or_else(unknown)?;
        for _ in 0..count {
            if !self.model.apply(&mut case.start, m) {
                let word = quote(word.as_bytes());
                return Err(format!("{word} moves more tiles than there are"));
            }
            case.moves.push(m);
        }
        Ok(())
    }
}

impl Reader for Slides {
    fn next(&mut self, source: &mut Source<'_>, case: &mut Case) -> Result<bool, InputError> {
        source.skip_space()?;
        if source.peek()?.is_none() {
            return Ok(false);
        }
        let place = source.place();
        self.number += 1;
        case.begin(self.number);
        case.start = self.model.home().unwrap_or_default();
        let line = source
            .rest_of_line()?
            .filter(|line| line.len() <= LONGEST_LINE);
        let line = line.map(|line| String::from_utf8_lossy(line).into_owned());
        source.skip_line()?;
        let error = |at: usize, problem: String| {
            let column = place.column + at as u64;
            source.error(Place { column, ..place }, Some(self.number), problem)
        };
        let line = line.ok_or_else(|| error(0, "the line is too long".to_owned()))?;
        for word in line.split_whitespace() {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            self.slide(word, case)
                .map_err(|problem| error(at, problem))?;
        }
        Ok(true)
    }
}

fn write_board(model: &Model, case: &Case, out: &mut Vec<u8>) {
    let names: Vec<&str> = case
        .moves
        .iter()
        .filter_map(|m| model.moves.get(m.index()))
        .map(String::as_str)
        .collect();
    let runs = names.chunk_by(|one, other| one == other);
    let slides = runs.filter_map(|run| {
        let (letter, _) = DIRECTIONS
            .iter()
            .find(|(_, name)| Some(name) == run.first())?;
        Some(if run.len() > 1 {
            format!("{letter}{}", run.len())
        } else {
            letter.to_string()
        })
    });
    out.extend_from_slice(slides.collect::<Vec<_>>().join(" ").as_bytes());
    out.push(b'\n');
}
