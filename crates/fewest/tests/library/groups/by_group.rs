//! Boards numbered as elements of a group.

use std::time::Instant;

use fewest::group::{ByGroup, ByGroupError, Permutation};
use fewest::puzzle::{Move, Puzzle, Ranked};
use fewest::puzzles::defined::Defined;
use fewest::structure::{Structure, Turn};
use fewest::table::build::{Allowance, build};
use fewest::table::verify::verify;

use super::stickers::{cube, faces, pyraminx};
use crate::defined::read;

const CUBE: &str = include_str!("../../../../../puzzles/cube2.toml");

/// The 2 x 2 x 2 cube in half turns; in quarter turns.
const HALF: [u64; 12] = [
    1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644,
];
const QUARTER: [u64; 15] = [
    1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280,
    276,
];
/// The pyraminx without its tips.
const PYRAMINX: [u64; 12] = [
    1, 8, 48, 288, 1728, 9896, 51_808, 220_111, 480_467, 166_276, 2457, 32,
];
/// The corners of the 3 x 3 x 3 cube in half turns (R. E. Korf, "Finding optimal solutions to Rubik's cube using pattern
/// databases", 1997, has their number).
const CORNERS: [u64; 12] = [
    1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616,
    64_736,
];

/// A puzzle whose pieces are all different.
fn structure(moves: &[Permutation]) -> Structure {
    let cells = moves[0].points();
    let goal = (0..=u8::MAX).take(cells).map(Some);
    let turn = |(place, carries): (u8, &Permutation)| Turn {
        by: Move::new(place),
        needs: None,
        from: carries.inverse().images().to_vec(),
    };
    Structure {
        pieces: vec![1; cells],
        turns: (0..).zip(moves).map(turn).collect(),
        goals: vec![goal.collect()],
    }
}

fn powers(moves: &[Permutation], all: bool) -> Vec<Permutation> {
    let mut powers = Vec::new();
    for own in moves {
        let twice = own.then(own);
        powers.extend([own.clone(), own.inverse()]);
        if all {
            powers.push(twice);
        }
    }
    powers
}

fn by_group(structure: Structure) -> Result<ByGroup<Defined<32>>, ByGroupError> {
    ByGroup::new(Defined::new(structure).unwrap())
}

fn counts(structure: Structure) -> Vec<u64> {
    let puzzle = by_group(structure).unwrap();
    let start = Instant::now();
    let table = build(&puzzle, Allowance::default()).unwrap();
    println!("{} boards: {:?}", puzzle.boards(), start.elapsed());
    table.counts().to_vec()
}

#[test]
fn distances_are_the_published_ones() {
    assert_eq!(counts(read(CUBE).structure), HALF);
    assert_eq!(counts(structure(&powers(&pyraminx(), false))), PYRAMINX);
    let all = faces(&cube(&[3]));
    // One corner is held by the faces that do not turn.
    let three = [all[0].clone(), all[2].clone(), all[4].clone()];
    assert_eq!(counts(structure(&powers(&three, false))), QUARTER);
}

#[test]
#[ignore = "seconds and 200 MB"]
fn distances_of_the_corners_are_the_published_ones() {
    let moves = powers(&faces(&cube(&[3])), true);
    assert_eq!(counts(structure(&moves)), CORNERS);
}

/// Every board of two faces of the cube with its colours, by plain moves and ranks.
#[test]
fn tables_are_proven_without_the_group() {
    let mut two = read(CUBE).structure;
    two.turns
        .retain(|turn| turn.by != Move::new(2) && !(3..5).contains(&turn.by.index()));
    let puzzle = by_group(two).unwrap();
    let table = build(&puzzle, Allowance::default()).unwrap();
    let proof = verify(&puzzle, &table, Allowance::default()).unwrap();
    assert_eq!((proof.boards, proof.unsolvable), (29_160, 0));
}

/// A move without one that takes it back: links must not follow it the wrong way.
#[test]
fn moves_that_nothing_takes_back() {
    let moves = pyraminx();
    let one_way = [moves[0].clone(), moves[1].clone(), moves[2].then(&moves[3])];
    let puzzle = by_group(structure(&one_way)).unwrap();
    let table = build(&puzzle, Allowance::default()).unwrap();
    assert_eq!(table.reachable(), puzzle.boards());
    for rank in (0..puzzle.boards()).step_by(997) {
        let board = puzzle.unrank(rank);
        assert_eq!(puzzle.rank(&board), rank);
        let nexts = puzzle
            .moves(&board)
            .map(|m| puzzle.rank(&puzzle.after(&board, m)));
        let nearest = nexts.filter_map(|next| table.distance(next)).min().unwrap();
        let expected = if puzzle.is_solved(&board) {
            0
        } else {
            nearest + 1
        };
        assert_eq!(table.distance(rank), Some(expected), "{rank}");
    }
}

#[test]
fn what_is_no_group_of_boards() {
    let refused = |change: &dyn Fn(&mut Structure)| {
        let mut parts = read(CUBE).structure;
        change(&mut parts);
        by_group(parts).unwrap_err()
    };
    let rotation = read(include_str!("../../../../../puzzles/rotation.toml"));
    assert_eq!(
        by_group(rotation.structure).unwrap_err(),
        ByGroupError::Goals
    );
    let eight = read(include_str!("../../../../../puzzles/eight.toml"));
    assert_eq!(by_group(eight.structure).unwrap_err(), ByGroupError::Moves);
    let open = refused(&|parts| parts.goals[0][3] = None);
    assert_eq!(open, ByGroupError::Goals);
    // Two stickers of a corner swapped: no moves do that.
    let apart = refused(&|parts| {
        let mut other = parts.goals[0].clone();
        other.swap(3, 9);
        parts.goals.push(other);
    });
    assert_eq!(apart, ByGroupError::Goals);
    let alike = refused(&|parts| {
        parts.pieces = vec![11, 10];
        parts.goals[0] = (0..21).map(|cell| Some(u8::from(cell > 10))).collect();
    });
    assert_eq!(alike, ByGroupError::Identical);
}
