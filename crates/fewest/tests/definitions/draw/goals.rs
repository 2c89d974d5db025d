//! Goals: full boards and parts of them, cells that hold the same symbol, goals that say the same or more.

use fastrand::Rng;

use super::{pick, some_cells};
use crate::spec::{GoalSpec, Spec, Spelling, Way};

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
    let mut same = vec![same];
    if cells > 2 && rng.u8(..3) == 0 {
        let list = same.remove(0);
        let (one, other) = list.split_at(list.len() / 2);
        same = vec![one.to_vec(), other.to_vec()];
        same.retain(|list| !list.is_empty());
    }
    let (board, same) = match rng.u8(..6) {
        0 => (None, same),
        1 => {
            for &cell in same.iter().flatten() {
                board[usize::from(cell)] = None;
            }
            (Some(board), same)
        }
        _ => (Some(board), Vec::new()),
    };
    let mut goal = GoalSpec {
        name: None,
        board,
        same,
        spelling: spelling(rng, spec),
        recolour: Vec::new(),
        turned: Vec::new(),
    };
    // Whether goals that no pieces make are left out before they are recoloured is not said.
    let is_simple = goal.board.is_none() || goal.same.is_empty();
    if is_simple && spec.symbols.len() > 1 && rng.u8(..8) == 0 {
        let mut symbols: Vec<u8> = (0..=u8::MAX).take(spec.symbols.len()).collect();
        rng.shuffle(&mut symbols);
        symbols.truncate(rng.usize(2..=symbols.len()));
        goal.recolour = vec![symbols];
    }
    let free = spec
        .moves
        .iter()
        .filter(|own| matches!(own.way, Way::Shift(_) | Way::Cycles(_)));
    let free: Vec<&String> = free.map(|own| &own.name).collect();
    if is_simple && !free.is_empty() && rng.u8(..8) == 0 {
        for _ in 0..rng.usize(1..3) {
            let times = rng.usize(1..3);
            goal.turned
                .push((0..times).map(|_| (*pick(rng, &free)).clone()).collect());
        }
    }
    goal
}

/// A way to write boards that these symbols allow: with a symbol `*`, `**3` may be three of it or two and a 3.
fn spelling(rng: &mut Rng, spec: &Spec) -> Spelling {
    let has_star = spec.symbols.iter().any(|(own, _)| own.contains('*'));
    let is_short = spec.symbols.iter().all(|(own, _)| own.len() == 1);
    match rng.u8(..3) {
        0 if !has_star => Spelling::Counted,
        1 if !has_star && is_short => Spelling::Together,
        _ => Spelling::Spaced,
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
