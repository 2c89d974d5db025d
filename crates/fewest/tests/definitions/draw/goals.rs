//! Goals: full boards and parts of them, cells that hold the same symbol, goals that say the same or more.

use fastrand::Rng;

use super::{pick, some_cells};
use crate::spec::{GoalSpec, Spec};

const NAMES: [&str; 4] = ["home", "far away", "x", "\\end"];

pub fn draw(rng: &mut Rng, spec: &mut Spec) {
    let number = *pick(rng, &[1, 1, 1, 2, 2, 3, 4]);
    let is_named = rng.bool();
    let style = rng.u8(..4);
    for place in 0..number {
        let mut goal = match rng.u8(..6) {
            0 if place > 0 => {
                let known = pick(rng, &spec.goals).clone();
                varied(rng, known)
            }
            _ => fresh(rng, spec, style),
        };
        goal.name = (is_named && rng.u8(..4) > 0).then(|| (*pick(rng, &NAMES)).to_owned());
        spec.goals.push(goal);
    }
}

fn fresh(rng: &mut Rng, spec: &Spec, style: u8) -> GoalSpec {
    let kinds = (0..=u8::MAX).zip(&spec.symbols);
    let mut board: Vec<u8> = kinds
        .flat_map(|(symbol, (_, count))| vec![symbol; *count as usize])
        .collect();
    let cells = board.len();
    rng.shuffle(&mut board);
    let open = match style {
        0 => 0,
        1 => rng.usize(..=cells),
        _ => rng.usize(..=cells) * rng.usize(..2),
    };
    let mut board: Vec<Option<u8>> = board.into_iter().map(Some).collect();
    for cell in some_cells(rng, cells, open) {
        board[usize::from(cell)] = None;
    }
    let number = rng.usize(1..=cells.min(4));
    let same = some_cells(rng, cells, number);
    let (board, same) = match rng.u8(..6) {
        0 => (None, Some(same)),
        1 => {
            for &cell in &same {
                board[usize::from(cell)] = None;
            }
            (Some(board), Some(same))
        }
        _ => (Some(board), None),
    };
    GoalSpec {
        name: None,
        board,
        same,
    }
}

/// The same goal, or one that asks for less.
fn varied(rng: &mut Rng, mut goal: GoalSpec) -> GoalSpec {
    if let Some(board) = &mut goal.board {
        let cell = rng.usize(..board.len());
        board[cell] = None;
    }
    goal
}
