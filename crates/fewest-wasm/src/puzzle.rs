//! The description of a puzzle for the page: enough to draw its boards and to apply moves.

use fewest::model::{Blocks, Kind, Model};
use fewest::space::structure::Turn;
use fewest::{Board, ENTRIES};
use serde::Serialize;

use crate::failure::Failure;
use crate::open::Open;

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
    blocks: Option<DescribedBlocks>,
    moves: Vec<String>,
    turns: Vec<DescribedTurn>,
    goals: Vec<Goal>,
    solved: Vec<u8>,
    home: Vec<u8>,
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
    /// Of blocks, the directions in the move's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<String>,
}

/// The tray of a puzzle of blocks: its size with the walls, and the kinds of blocks.
#[derive(Serialize)]
struct DescribedBlocks {
    #[serde(flatten)]
    size: Size,
    kinds: Vec<BlockKind>,
}

/// Blocks that are interchangeable.
#[derive(Serialize)]
struct BlockKind {
    /// The letters of its blocks, in the order in which blocks of a board get them.
    letters: String,
    /// The symbol of the first part. Those of the others follow.
    symbol: u8,
    /// The rows down and columns right of each part from the first, in reading order.
    parts: Vec<[isize; 2]>,
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

impl DescribedBlocks {
    /// The kinds are those of the blocks of a board.
    fn of(blocks: &Blocks, model: &Model, board: &[u8]) -> Self {
        let mut kinds: Vec<BlockKind> = Vec::new();
        let mut pieces = blocks.pieces(board, &blocks.letters(board));
        pieces.sort_by_key(|(_, kind, _)| *kind);
        for (letter, number, cells) in pieces {
            if let Some(kind) = kinds.get_mut(number) {
                kind.letters.push(letter);
                continue;
            }
            let place = |cell: u8| {
                let at = model.picture.grid.get(usize::from(cell));
                let (row, column) = at.copied().unwrap_or_default();
                [row, column].map(usize::cast_signed)
            };
            let first = cells.first().copied().unwrap_or(0);
            let [row, column] = place(first);
            let part = |cell: &u8| {
                let [down, right] = place(*cell);
                [down - row, right - column]
            };
            kinds.push(BlockKind {
                letters: letter.to_string(),
                symbol: board.get(usize::from(first)).copied().unwrap_or(0),
                parts: cells.iter().map(part).collect(),
            });
        }
        let [width, height] = blocks.size();
        Self {
            size: Size { width, height },
            kinds,
        }
    }
}

/// The directions of a block's turn: those in its name on a board where only what it needs is there.
fn way(model: &Model, turn: &Turn) -> String {
    let mut board = vec![u8::MAX; model.cells()];
    for (cell, symbol) in &turn.needs {
        if let Some(own) = board.get_mut(usize::from(*cell)) {
            *own = *symbol;
        }
    }
    model.move_name(&board, turn.by).chars().skip(1).collect()
}

/// A solved board; of blocks without a requested goal, the home board: a search for a solved one may
/// take long.
pub fn solved_board(open: &Open) -> Result<Board, Failure> {
    let model = open.puzzle.model();
    if model.blocks.is_some() && open.options.goal.is_none() {
        return Ok(Board::new(model.solved_board()));
    }
    Ok(open.puzzle.solved_board(&open.options)?)
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
            way: model.blocks.as_ref().map(|_| way(model, turn)),
        });
    let solved = solved_board(open)?;
    let home = model.home().filter(|_| open.options.goal.is_none());
    let home = home.unwrap_or_else(|| solved.symbols().to_vec());
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
        blocks: (model.blocks.as_ref()).map(|blocks| DescribedBlocks::of(blocks, model, &home)),
        moves: model.moves.clone(),
        turns: turns.collect(),
        goals,
        solved: solved.symbols().to_vec(),
        home,
        formats: formats.collect(),
        is_tabulated: open.is_tabulated,
        definition: entry.and_then(|entry| entry.definition),
    })
}
