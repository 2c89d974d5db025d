//! Random definitions.

mod cells;
mod goals;
mod moves;

use fastrand::Rng;

use crate::definitions::model::Model;
use crate::definitions::spec::{BoardsSpec, Spec};
use crate::definitions::world::{World, arrangements};

/// Symbols for pieces, and symbols only for boards.
const SYMBOLS: [&str; 22] = [
    "a", "b", "c", "d", "e", "f", "1", "2", "3", "0", "x", ".", "*", "#", "=", "-1", "ab", "x1",
    "10", "é", "\"", "\\",
];
const OTHERS: [&str; 6] = ["y", "z", "_", "yy", "99", "+"];
/// Numbers of pieces of one symbol if there are many cells.
const MANY: [u32; 11] = [7, 9, 11, 13, 14, 15, 17, 24, 31, 33, 63];
const ENDS: [&str; 4] = ["!", ";", "end", "77"];

/// The definition of a seed, and its meaning.
#[must_use]
pub fn definition(seed: u64) -> (Spec, Model) {
    let mut rng = Rng::with_seed(seed);
    loop {
        let spec = spec(&mut rng);
        if let Ok(model) = Model::of(&spec) {
            let mut spec = spec;
            claims(&mut rng, &mut spec, &model);
            return (spec, model);
        }
    }
}

/// Adds optional declarations that are true of the puzzle.
fn claims(rng: &mut Rng, spec: &mut Spec, model: &Model) {
    if rng.u8(..4) > 0 {
        return;
    }
    let moves = model.moves.iter().flat_map(|m| &m.turns);
    let mut still: Vec<u8> = (0..=u8::MAX).take(model.cells()).collect();
    for (_, from) in moves {
        still.retain(|cell| from[usize::from(*cell)] == *cell);
    }
    rng.shuffle(&mut still);
    still.truncate(rng.usize(..=still.len()));
    spec.fixed = still;
    let world = World::of(model.clone());
    for move_spec in &mut spec.moves {
        let place = model.moves.iter().position(|m| m.name == move_spec.name);
        let place = place.expect("it is one of them");
        // From some board nothing leads back, so the move has no inverse.
        let mut boards = 0..world.boards.len();
        move_spec.is_one_way = rng.bool()
            && boards.any(|board| {
                world.next[board][place].is_some_and(|to| !world.next[to].contains(&Some(board)))
            });
    }
}

fn spec(rng: &mut Rng) -> Spec {
    let max_boards = *pick(rng, &[24, 60, 120, 120, 360, 720, 1260, 2520]);
    let (symbols, number) = pieces(rng, max_boards);
    let cells = cells::draw(rng, number);
    let singles: Vec<u8> = (0..=u8::MAX)
        .zip(&symbols)
        .filter(|(_, (_, count))| *count == 1)
        .map(|(symbol, _)| symbol)
        .collect();
    let wants_blank = !singles.is_empty() && rng.u8(..5) > 0;
    let blank = wants_blank.then(|| *pick(rng, &singles));
    let mut spec = Spec {
        cells,
        symbols,
        lists_pieces: rng.u8(..4) == 0,
        blank,
        is_axis_metric: rng.u8(..4) == 0,
        fixed: Vec::new(),
        targets: Vec::new(),
        moves: Vec::new(),
        goals: Vec::new(),
        boards: BoardsSpec::default(),
    };
    moves::draw(rng, &mut spec);
    goals::draw(rng, &mut spec);
    boards(rng, &mut spec);
    spec
}

/// Symbols with numbers of pieces, with at most this many arrangements.
fn pieces(rng: &mut Rng, max_boards: u64) -> (Vec<(String, u32)>, usize) {
    let is_large = rng.u8(..6) == 0;
    loop {
        let kinds = *pick(rng, &[1, 2, 2, 3, 3, 3, 4, 4, 5, 6]);
        let is_plain = rng.bool();
        let mut written: Vec<&str> = SYMBOLS.to_vec();
        if is_plain {
            written.truncate(12);
        }
        rng.shuffle(&mut written);
        let count = |rng: &mut Rng| *pick(rng, &[1, 1, 1, 1, 2, 2, 3, 4]);
        let symbols: Vec<(String, u32)> = written
            .into_iter()
            .take(kinds)
            .map(|symbol| (symbol.to_owned(), count(rng)))
            .collect();
        let mut symbols = symbols;
        if is_large {
            let (one, other) = (rng.usize(..symbols.len()), *pick(rng, &MANY));
            symbols[one].1 = other;
        }
        let counts: Vec<u32> = symbols.iter().map(|(_, count)| *count).collect();
        let cells: u32 = counts.iter().sum();
        let is_small = arrangements(&counts).is_some_and(|boards| boards <= max_boards);
        if (2..=256).contains(&cells) && is_small && is_large == (cells > 9) {
            return (symbols, cells as usize);
        }
    }
}

fn boards(rng: &mut Rng, spec: &mut Spec) {
    if rng.u8(..3) > 0 {
        return;
    }
    let boards = &mut spec.boards;
    if rng.bool() {
        let mut others = OTHERS.to_vec();
        rng.shuffle(&mut others);
        for other in others.into_iter().take(rng.usize(1..3)) {
            let symbol = rng.usize(..spec.symbols.len());
            boards.symbols.push((
                other.to_owned(),
                u8::try_from(symbol).expect("symbols are few"),
            ));
        }
    }
    if rng.bool() {
        let mut order: Vec<u8> = (0..=u8::MAX).take(spec.cells.names.len()).collect();
        rng.shuffle(&mut order);
        boards.order = Some(order);
    }
    boards.is_counted = rng.u8(..3) == 0;
    if rng.u8(..3) == 0 {
        boards.end = Some((*pick(rng, &ENDS)).to_owned());
    }
}

pub fn pick<'c, T>(rng: &mut Rng, from: &'c [T]) -> &'c T {
    &from[rng.usize(..from.len())]
}

fn some_cells(rng: &mut Rng, cells: usize, number: usize) -> Vec<u8> {
    let mut all: Vec<u8> = (0..=u8::MAX).take(cells).collect();
    rng.shuffle(&mut all);
    all.truncate(number);
    all
}
