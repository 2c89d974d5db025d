//! The description of a puzzle for the page: enough to draw its boards and to apply moves.

use fewest::ENTRIES;
use fewest::model::{Kind, Model};
use fewest::space::structure::Turn;
use serde::Serialize;

use crate::failure::Failure;
use crate::session::Open;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Described {
    name: String,
    title: String,
    rules: Option<String>,
    kind: &'static str,
    size: Option<Size>,
    cells: Vec<Cell>,
    symbols: Vec<String>,
    pieces: Vec<u32>,
    blank: Option<u8>,
    moves: Vec<String>,
    turns: Vec<DescribedTurn>,
    goals: Vec<Goal>,
    solved: Vec<u8>,
    formats: Vec<DescribedFormat>,
    is_tabulated: bool,
    definition: Option<&'static str>,
}

#[derive(Serialize)]
struct Size {
    width: usize,
    height: usize,
}

#[derive(Serialize)]
struct Cell {
    name: String,
    row: usize,
    column: usize,
    line: usize,
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct DescribedTurn {
    #[serde(rename = "move")]
    by: usize,
    needs: Vec<(u8, u8)>,
    from: Vec<u8>,
}

#[derive(Serialize)]
struct Goal {
    name: String,
    cells: Vec<Option<u8>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DescribedFormat {
    name: &'static str,
    used_by: &'static str,
    is_written: bool,
}

/// The description of the open puzzle.
pub fn describe(open: &Open) -> Result<Described, Failure> {
    let puzzle = &open.puzzle;
    let model: &Model = puzzle.model();
    let picture = &model.picture;
    let places = picture.names.iter().zip(&picture.grid).zip(&picture.spots);
    let cells = places.map(|((name, &(row, column)), (line, spot))| Cell {
        name: name.clone(),
        row,
        column,
        line: *line,
        start: spot.start,
        end: spot.end,
    });
    let turns = model
        .structure
        .turns
        .iter()
        .map(|turn: &Turn| DescribedTurn {
            by: turn.by.index(),
            needs: turn.needs.clone(),
            from: turn.from.clone(),
        });
    let solved = puzzle.solved_board(&open.options)?;
    let puzzle_goals = || {
        let goals = model.goals.iter().zip(&model.structure.goals);
        let goal = |(name, cells): (&String, &Vec<Option<u8>>)| Goal {
            name: name.clone(),
            cells: cells.clone(),
        };
        goals.map(goal).collect()
    };
    let requested_goal = || Goal {
        name: String::new(),
        cells: solved.symbols().iter().copied().map(Some).collect(),
    };
    let goals = if open.options.goal.is_some() {
        vec![requested_goal()]
    } else {
        puzzle_goals()
    };
    let formats = fewest_text::formats(puzzle)
        .into_iter()
        .map(|format| DescribedFormat {
            name: format.name,
            used_by: format.used_by,
            is_written: format.write_answer.is_some(),
        });
    let entry = ENTRIES.iter().find(|entry| entry.name == puzzle.name());
    Ok(Described {
        name: puzzle.name().to_owned(),
        title: puzzle.title().to_owned(),
        rules: model.rules.clone(),
        kind: match model.kind {
            Kind::Rotation => "rotation",
            Kind::Knights => "knights",
            Kind::Sliding => "sliding",
            Kind::Defined => "defined",
        },
        size: model.size.map(|size| Size {
            width: size.width(),
            height: size.height(),
        }),
        cells: cells.collect(),
        symbols: model.symbols.clone(),
        pieces: model.structure.pieces.clone(),
        blank: model.blank,
        moves: model.moves.clone(),
        turns: turns.collect(),
        goals,
        solved: solved.symbols().to_vec(),
        formats: formats.collect(),
        is_tabulated: open.is_tabulated,
        definition: entry.and_then(|entry| entry.definition),
    })
}
