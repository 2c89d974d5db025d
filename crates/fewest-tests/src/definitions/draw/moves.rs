//! Random moves of every kind, some with equal effects.

use fastrand::Rng;

use super::{pick, some_cells};
use crate::definitions::spec::{MoveSpec, Spec, Way};

const NAMES: [[&str; 8]; 3] = [
    ["A", "B", "C", "D", "E", "F", "G", "H"],
    ["R", "U2", "left", "L'", "x", "10", "R2", "dd"],
    ["u", "d", "l", "r", "é", "2", "-", "\\"],
];

pub fn draw(rng: &mut Rng, spec: &mut Spec) {
    let mut names = pick(rng, &NAMES).map(str::to_owned).to_vec();
    if rng.bool() {
        rng.shuffle(&mut names);
    }
    let mut number = *pick(rng, &[1, 2, 2, 3, 3, 4, 5]);
    // Sets of more than 64 moves take several words.
    if rng.u8(..24) == 0 {
        number = rng.usize(60..=90);
        names.extend((names.len()..number).map(|place| format!("m{place}")));
    }
    let has_blank = spec.blank.is_some();
    if has_blank && rng.u8(..4) == 0 {
        spec.targets = edges(rng, spec.cells.names.len());
        number = number.min(*pick(rng, &[0, 0, 1, 2, 90]));
    }
    // Some puzzles only move the blank, some never depend on it.
    let of_blank = if has_blank {
        *pick(rng, &[0, 4, 8, 8])
    } else {
        0
    };
    for place in 0..number {
        let known = &names[..place];
        let (way, is_free) = if rng.u8(..8) < of_blank {
            (blank_move(rng, spec, place), false)
        } else {
            (free_move(rng, spec, known), true)
        };
        let axis = (is_free && rng.bool())
            .then(|| *pick(rng, &["a", "b"]))
            .filter(|_| spec.is_axis_metric || rng.u8(..8) == 0);
        let name = names[place].clone();
        let has_cost = rng.u8(..16) == 0;
        spec.moves.push(MoveSpec {
            name,
            way,
            axis,
            is_one_way: false,
            has_cost,
        });
    }
    // A move may refer to a later one.
    if rng.u8(..4) == 0 {
        rng.shuffle(&mut spec.moves);
    }
}

/// A move that does not depend on the blank.
fn free_move(rng: &mut Rng, spec: &Spec, known: &[String]) -> Way {
    let cells = spec.cells.names.len();
    let number = rng.usize(2..=cells);
    let mut line = some_cells(rng, cells, number);
    match rng.u8(..8) {
        0..3 => Way::Shift(line),
        3 if !known.is_empty() => Way::Inverse(pick(rng, known).clone()),
        4 if !known.is_empty() => {
            let times = rng.usize(1..4);
            Way::Sequence((0..times).map(|_| pick(rng, known).clone()).collect())
        }
        _ => {
            let mut cycles = Vec::new();
            while line.len() >= 2 {
                let length = rng.usize(2..=line.len());
                cycles.push(line.drain(..length).collect());
                if rng.bool() {
                    break;
                }
            }
            Way::Cycles(cycles)
        }
    }
}

/// A move that depends on the blank, sometimes a part or an extension of an earlier one.
fn blank_move(rng: &mut Rng, spec: &Spec, place: usize) -> Way {
    let cells = spec.cells.names.len();
    let earlier = spec.moves.iter().map(|m| &m.way);
    let steps: Vec<&Vec<(u8, u8)>> = earlier
        .filter_map(|way| match way {
            Way::Steps(pairs) => Some(pairs),
            _ => None,
        })
        .collect();
    match rng.u8(..10) {
        0..3 => Way::Offset(
            *pick(rng, &[-1, 0, 0, 1, 2]),
            *pick(rng, &[-1, 1, 1, 0, -2]),
        ),
        3 if place > 0 => Way::Inverse(pick(rng, &spec.moves).name.clone()),
        4 if !steps.is_empty() => {
            let mut pairs = (*pick(rng, &steps)).clone();
            rng.shuffle(&mut pairs);
            pairs.truncate(rng.usize(1..=pairs.len()));
            let more = one_way(rng, cells);
            let is_new = |pair: &(u8, u8)| pairs.iter().all(|known| known.0 != pair.0);
            let more: Vec<(u8, u8)> = more
                .into_iter()
                .filter(is_new)
                .take(rng.usize(..3))
                .collect();
            Way::Steps([pairs, more].concat())
        }
        _ => Way::Steps(one_way(rng, cells)),
    }
}

fn one_way(rng: &mut Rng, cells: usize) -> Vec<(u8, u8)> {
    let number = rng.usize(1..=cells);
    let starts = some_cells(rng, cells, number);
    let step = |from: u8| {
        let to = some_cells(rng, cells, 2);
        (from, if to[0] == from { to[1] } else { to[0] })
    };
    starts.into_iter().map(step).collect()
}

/// Pairs of cells, each in one direction only.
fn edges(rng: &mut Rng, cells: usize) -> Vec<(u8, u8)> {
    let mut edges: Vec<(u8, u8)> = Vec::new();
    for _ in 0..rng.usize(1..=2 * cells.min(12)) {
        let pair = some_cells(rng, cells, 2);
        let (a, b) = (pair[0], pair[1]);
        if !edges.contains(&(a, b)) && !edges.contains(&(b, a)) {
            edges.push((a, b));
        }
    }
    edges
}
