//! Tables compared with the corpus's counts and with naive searches, and checked for consistency.

use std::collections::HashMap;

use fewest::kernel::tiles::{Nibbles, Relabelling, TileBoard};
use fewest::space::Ranked;
use fewest::space::structure::Structured;
use fewest::support::budget::Budget;
use fewest::table::Table;
use fewest::table::build::build;

use crate::common::{self, Tabled};
use crate::naive;

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

#[test]
fn rotation_counts() {
    let lines = common::columns(include_str!("../../../../corpus/rotation-distances.txt"));
    let expected: Vec<(u64, u64)> = lines
        .map(|line| (line[0].parse().unwrap(), line[1].parse().unwrap()))
        .collect();
    let counts: Vec<(u64, u64)> = (0..)
        .zip(table(&common::one_symbol()).counts().iter().copied())
        .collect();
    assert_eq!(counts, expected);
}

#[test]
fn sliding_counts() {
    let mut expected = HashMap::<(&str, &str), Vec<u64>>::new();
    for line in common::columns(include_str!("../../../../corpus/sliding-distances.txt")) {
        let counts = expected.entry((line[0], line[1])).or_default();
        assert_eq!(line[2].parse(), Ok(counts.len()));
        counts.push(line[3].parse().unwrap());
    }
    assert!(expected.len() > 6);
    for ((size, goal), counts) in expected {
        let (width, height) = size.split_once('x').unwrap();
        let goal = TileBoard::<Nibbles>::new(&common::tiles(goal)).unwrap();
        let puzzle = common::small(
            width.parse().unwrap(),
            height.parse().unwrap(),
            goal.blank(),
        );
        let table = table(&puzzle);
        assert_eq!(table.counts(), counts, "{size} {goal:?}");
        assert_eq!(table.reachable(), puzzle.boards());
        assert_eq!(table.len() as u64, puzzle.boards());
    }
}

/// Checks that only solved boards have distance 0, and that every other board has a neighbour
/// nearer by one and none nearer by more.
fn proves_itself<P: Ranked>(puzzle: &P) {
    let table = table(puzzle);
    let solved = puzzle.solved();
    let mut counts = vec![0; table.counts().len()];
    for rank in 0..puzzle.boards() {
        let board = puzzle.unrank(rank);
        let Some(distance) = table.distance(rank) else {
            continue;
        };
        counts[usize::from(distance)] += 1;
        assert_eq!(distance == 0, solved.contains(&board));
        assert_eq!(distance == 0, puzzle.is_solved(&board));
        let next = puzzle.moves(&board).map(|m| {
            table
                .distance(puzzle.rank(&puzzle.after(&board, m)))
                .unwrap()
        });
        let nearest = next.min().unwrap();
        if distance > 0 {
            assert_eq!(nearest + 1, distance, "{board:?}");
        }
    }
    assert_eq!(counts, table.counts());
    assert_eq!(table.distance(puzzle.boards()), None);
    assert_eq!(table.distance(u64::MAX), None);
}

#[test]
fn rotation_proves_itself() {
    proves_itself(&common::one_symbol());
}

#[test]
fn three_by_three_proves_itself() {
    for blank in [0, 4, 5, 8] {
        proves_itself(&common::small(3, 3, blank));
    }
}

#[test]
fn long_boards_prove_themselves() {
    for (width, height) in [(2, 4), (4, 2), (5, 2), (2, 5)] {
        proves_itself(&common::small(width, height, 3));
    }
}

#[test]
fn three_by_three_is_that_of_a_naive_search() {
    for blank in [4, 8] {
        let puzzle = common::small(3, 3, blank);
        let goal = common::cells(&puzzle, &puzzle.goal());
        let slides = |cells: &Vec<u8>| naive::slides(cells, 3, "dlru");
        let expected = naive::distances([goal], |cells| naive::ends(slides(cells)), u32::MAX);
        assert_eq!(expected.len() as u64, puzzle.boards());
        let tabled = Tabled::with_descents(&puzzle);
        for (i, (cells, distance)) in expected.iter().enumerate() {
            let board = TileBoard::new(cells).unwrap();
            assert_eq!(tabled.distance(&board), Some(*distance));
            if i % 64 == 0 {
                let least = naive::least(cells, slides, &expected).concat();
                assert_eq!(tabled.walk(&board), (Some(*distance), least));
            }
        }
    }
}

#[test]
fn rotation_is_that_of_a_naive_search() {
    let marked =
        |cells: u32| -> Vec<u8> { (0..24).map(|cell| (cells >> cell & 1) as u8).collect() };
    let bits = |cells: &[u8]| {
        cells
            .iter()
            .rev()
            .fold(0u32, |bits, &cell| bits << 1 | u32::from(cell))
    };
    let shifts =
        |board: &u32| naive::ends(naive::shifts(&marked(*board))).map(|cells| bits(&cells));
    let centre = naive::CENTRE.iter().fold(0, |bits, cell| bits | 1 << cell);
    let expected = naive::distances([centre], shifts, u32::MAX);
    let puzzle = common::one_symbol();
    let table = table(&puzzle);
    assert_eq!(expected.len(), table.len());
    for (board, distance) in expected {
        // The view's first symbol marks cells.
        let symbols: Vec<u8> = marked(board).iter().map(|mark| 1 - mark).collect();
        let board = puzzle.board(&symbols).unwrap();
        assert_eq!(
            table.distance(puzzle.rank(&board)).map(u32::from),
            Some(distance)
        );
    }
}

#[test]
fn relabelling_keeps_distances() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..8 {
        let mut goal: Vec<u8> = (0..9).collect();
        rng.shuffle(&mut goal);
        let slides = |cells: &Vec<u8>| naive::ends(naive::slides(cells, 3, "dlru"));
        let expected = naive::distances([goal.clone()], slides, 12);
        let goal = TileBoard::<Nibbles>::new(&goal).unwrap();
        let puzzle = common::small(3, 3, goal.blank());
        let names = Relabelling::of(&goal, puzzle.cells());
        assert_eq!(names.apply(&goal), puzzle.goal());
        let table = table(&puzzle);
        for (cells, distance) in expected {
            let board = names.apply(&TileBoard::new(&cells).unwrap());
            assert!(puzzle.is_solvable(&board));
            assert_eq!(
                table.distance(puzzle.rank(&board)).map(u32::from),
                Some(distance)
            );
        }
    }
}
