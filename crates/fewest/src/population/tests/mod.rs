//! Populations of defined puzzles tabulated as their goals see them, and their solvable boards,
//! compared with tables of all boards.

mod beyond;
mod counted;
mod fair;
mod layers;
mod partitions;
mod rotation;
mod solvable;
mod symbols;

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::ops::ControlFlow;

use fair::is_fair;

use crate::kernel::general::{Cells, General};
use crate::population::{Population, Random};
use crate::space::structure::{Structure, Structured, Turn};
use crate::space::{Move, Ranked, StateSpace};
use crate::support::budget::Budget;
use crate::table::Table;
use crate::table::build::build;

type Small = General<Cells<32>>;

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

fn turn(by: u8, needs: Vec<(u8, u8)>, from: Vec<u8>) -> Turn {
    let by = Move::new(by);
    Turn { by, needs, from }
}

/// A structure with a blank, symbol 0, that swaps with neighbouring tiles.
fn sliding(width: u8, height: u8, pieces: &[u32], goals: &[&[Option<u8>]]) -> Structure {
    let cells = width * height;
    let mut turns = Vec::new();
    for cell in 0..cells {
        let (x, y) = (cell % width, cell / width);
        let others = [
            (y + 1 < height).then_some(cell + width),
            (x > 0).then(|| cell - 1),
            (x + 1 < width).then_some(cell + 1),
            (y > 0).then(|| cell.wrapping_sub(width)),
        ];
        for (by, other) in (0..).zip(others) {
            if let Some(other) = other {
                let mut from: Vec<u8> = (0..cells).collect();
                from.swap(cell.into(), other.into());
                turns.push(turn(by, vec![(cell, 0)], from));
            }
        }
    }
    Structure {
        pieces: pieces.to_vec(),
        turns,
        goals: goals.iter().map(|goal| goal.to_vec()).collect(),
    }
}

const ANY: Option<u8> = None;

const fn some<const N: usize>(symbols: [u8; N]) -> [Option<u8>; N] {
    let mut goal = [None; N];
    let mut cell = 0;
    while cell < N {
        goal[cell] = Some(symbols[cell]);
        cell += 1;
    }
    goal
}

fn random_permutation(cells: u8, rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut cycle: Vec<u8> = (0..cells).collect();
    rng.shuffle(&mut cycle);
    cycle.truncate(rng.usize(2..=4));
    let mut from: Vec<u8> = (0..cells).collect();
    for i in 0..cycle.len() {
        from[usize::from(cycle[i])] = cycle[(i + 1) % cycle.len()];
    }
    from
}

fn inverse(from: &[u8]) -> Vec<u8> {
    let mut back = from.to_vec();
    for (to, &from) in (0..).zip(from) {
        back[usize::from(from)] = to;
    }
    back
}

/// A structure with random pieces and moves, and one or more goals that leave some cells open.
fn random_structure(rng: &mut fastrand::Rng) -> Structure {
    let cells = rng.u8(5..=7);
    let mut pieces = vec![0; rng.usize(3..=6)];
    let mut row = Vec::new();
    for cell in 0..cells {
        let symbol = if usize::from(cell) < pieces.len() {
            cell
        } else {
            rng.u8(0..u8::try_from(pieces.len()).unwrap())
        };
        pieces[usize::from(symbol)] += 1;
        row.push(symbol);
    }
    let mut turns = Vec::new();
    for by in 0..rng.u8(1..=3) {
        let from = random_permutation(cells, rng);
        turns.push(turn(2 * by + 1, vec![], inverse(&from)));
        turns.push(turn(2 * by, vec![], from));
    }
    let named = rng.u8(1..u8::try_from(pieces.len()).unwrap());
    let goals = (0..rng.usize(1..=3))
        .map(|_| {
            rng.shuffle(&mut row);
            let keep = |symbol: &u8| (*symbol <= named).then_some(*symbol);
            row.iter().map(keep).collect()
        })
        .collect();
    Structure {
        pieces,
        turns,
        goals,
    }
}

fn boards(puzzle: &Small) -> Vec<Cells<32>> {
    let pieces = &puzzle.parts().pieces;
    let mut rows = vec![Vec::new()];
    for _ in 0..pieces.iter().sum() {
        let longer = |row: Vec<u8>| {
            (0u8..).zip(pieces).filter_map(move |(symbol, &count)| {
                let placed = row.iter().map(|&other| u32::from(other == symbol));
                (placed.sum::<u32>() < count).then(|| [&row[..], &[symbol]].concat())
            })
        };
        rows = rows.into_iter().flat_map(longer).collect();
    }
    let boards = rows.iter().map(|row| puzzle.board(row).unwrap());
    boards.collect()
}

/// The distance of each board, and whether several goals are at it.
fn expected(puzzle: &Small) -> HashMap<Cells<32>, Option<(u8, bool)>> {
    let goals = &puzzle.parts().goals;
    let tables: Vec<(Table, Small)> = goals
        .iter()
        .map(|goal| {
            let one = Structure {
                goals: vec![goal.clone()],
                ..puzzle.parts().clone()
            };
            let one = Small::new(one).unwrap();
            (table(&one), one)
        })
        .collect();
    let look_up = |board: &Cells<32>| {
        let all = || {
            tables
                .iter()
                .filter_map(|(table, one)| table.distance(one.rank(board)))
        };
        let least = all().min()?;
        Some((
            least,
            all().filter(|distance| *distance == least).count() > 1,
        ))
    };
    let boards = boards(puzzle).into_iter();
    boards.map(|board| (board, look_up(&board))).collect()
}

fn all_at<P: StateSpace>(population: &dyn Population<Puzzle = P>, distance: u8) -> Vec<P::Board> {
    let mut all = Vec::new();
    population.each_at(distance, &mut |board| {
        all.push(board);
        ControlFlow::Continue(())
    });
    all
}

/// Compares a population with tables of each goal.
fn check(puzzle: &Small, population: &dyn Population<Puzzle = Small>) {
    compare(&expected(puzzle), population);
}

/// Compares a population with the distance of each board, and whether several goals are at it.
fn compare(
    expected: &HashMap<Cells<32>, Option<(u8, bool)>>,
    population: &dyn Population<Puzzle = Small>,
) {
    let distances = population.counts().len();
    let mut counts = vec![[0; 2]; distances];
    for (board, expected) in expected {
        let found = population.distance(board);
        assert_eq!(found, expected.map(|(distance, _)| distance));
        if let Some((distance, ties)) = expected {
            counts[usize::from(*distance)][0] += 1;
            counts[usize::from(*distance)][1] += u64::from(*ties);
        }
    }
    let [all, tying] =
        [0, 1].map(|which| counts.iter().map(|pair| pair[which]).collect::<Vec<u64>>());
    assert_eq!((population.counts(), population.tying()), (&all[..], tying));
    for (distance, count) in (0..).zip(all) {
        let listed = all_at(population, distance);
        assert_eq!(listed, all_at(population, distance), "in a fixed order");
        let here: BTreeSet<&Cells<32>> = listed.iter().collect();
        assert_eq!((listed.len() as u64, here.len() as u64), (count, count));
        let is_here =
            |board: &&Cells<32>| expected[*board].map(|(least, _)| least) == Some(distance);
        assert!(here.iter().all(is_here));
        let (mut one, mut other) = (Random::new(3), Random::new(3));
        for _ in 0..10 {
            let drawn = population.draw(distance, &mut one);
            assert_eq!(drawn, population.draw(distance, &mut other));
            assert!(drawn.is_some_and(|board| here.contains(&board)));
        }
        let mut first = None;
        population.each_at(distance, &mut |board| {
            first = Some(board);
            ControlFlow::Break(())
        });
        assert_eq!(first.as_ref(), listed.first(), "listing breaks off");
    }
    let none = u8::try_from(distances).unwrap();
    assert_eq!(population.draw(none, &mut Random::new(1)), None);
}

/// Checks that draws from this many boards, `times` for each, are fair and include all boards.
#[track_caller]
fn all_are_drawn<B: Hash + Eq>(boards: usize, times: usize, mut draw: impl FnMut() -> Option<B>) {
    let mut seen: HashMap<B, u64> = HashMap::new();
    let mut drawn = 0;
    while drawn < times * boards {
        if let Some(board) = draw() {
            *seen.entry(board).or_default() += 1;
            drawn += 1;
        }
    }
    assert_eq!(seen.len(), boards);
    if boards > 1 {
        is_fair(seen.into_values());
    }
}
