//! Random goals: full boards and parts of them, cells with equal symbols, repeated and wider goals.

use fastrand::Rng;

use super::{pick, some_cells};
use crate::definitions::spec::{GoalSpec, Recolour, Spec, Spelling, Turned, Way};

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
    if spec.symbols.len() > 1 && rng.u8(..8) == 0 {
        goal.recolour = (0..rng.usize(1..3)).map(|_| recolour(rng, spec)).collect();
    }
    if rng.u8(..8) == 0 {
        goal.turned = (0..rng.usize(1..3)).map(|_| turned(rng, spec)).collect();
    }
    goal
}

fn recolour(rng: &mut Rng, spec: &Spec) -> Recolour {
    let number = rng.usize(2..=spec.symbols.len());
    let symbols = some_cells(rng, spec.symbols.len(), number);
    if rng.bool() {
        return Recolour::AnyOrder(symbols);
    }
    let (one, other) = symbols.split_at(if number < 4 { number } else { number / 2 });
    let mut cycles = vec![one.to_vec(), other.to_vec()];
    cycles.retain(|cycle| !cycle.is_empty());
    Recolour::Cycles(cycles)
}

fn turned(rng: &mut Rng, spec: &Spec) -> Turned {
    let free: Vec<&String> = spec
        .moves
        .iter()
        .filter(|m| matches!(m.way, Way::Shift(_) | Way::Cycles(_)))
        .map(|m| &m.name)
        .collect();
    if free.is_empty() || rng.u8(..3) == 0 {
        let cells = spec.cells.names.len();
        let number = rng.usize(2..=cells.min(5));
        return Turned::Cycles(vec![some_cells(rng, cells, number)]);
    }
    let times = rng.usize(1..3);
    Turned::Moves((0..times).map(|_| (*pick(rng, &free)).clone()).collect())
}

/// A spelling of boards that these symbols allow.
fn spelling(rng: &mut Rng, spec: &Spec) -> Spelling {
    let is_short = |(symbol, _): &(String, u32)| symbol.chars().count() == 1;
    match rng.u8(..3) {
        0 => Spelling::Counted,
        1 if spec.symbols.iter().all(is_short) => Spelling::Together,
        _ => Spelling::Spaced,
    }
}

/// A goal, or a less specific one.
fn varied(rng: &mut Rng, mut goal: GoalSpec) -> GoalSpec {
    if let Some(board) = &mut goal.board {
        let cell = rng.usize(..board.len());
        board[cell] = None;
    }
    goal
}
