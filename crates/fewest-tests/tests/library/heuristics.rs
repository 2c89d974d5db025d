//! Heuristics: admissible, 0 on solved boards, and equal whether updated or computed from scratch.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use fewest::heuristic::{
    Blind, Heuristic, LinearConflict, Manhattan, Maximum, Misplaced, OutOfPlace, WalkingDistance,
};
use fewest::kernel::tiles::{Bytes, Nibbles, Storage, Tiles};
use fewest::kernel::{Kernel, View};
use fewest::space::{Goals, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::Table;
use fewest::table::build::build;

use crate::common::{self, KNIGHTS, ROTATION};
use crate::naive;

fn bound<P: StateSpace, H: Heuristic<P>>(heuristic: &H, puzzle: &P, board: &P::Board) -> u32 {
    heuristic.bound(heuristic.start(puzzle, board))
}

/// The bounds of a sliding-tile board, weakest first.
fn bounds<T: Storage>(puzzle: &Tiles<T>, board: &fewest::kernel::tiles::TileBoard<T>) -> [u32; 4] {
    [
        bound(&Blind, puzzle, board),
        bound(&Misplaced, puzzle, board),
        bound(&Manhattan::new(puzzle), puzzle, board),
        bound(&LinearConflict::new(puzzle).unwrap(), puzzle, board),
    ]
}

#[test]
fn sliding_never_too_large_on_any_board() {
    for (width, height, blanks) in [
        (2, 3, &[0, 1, 3, 5][..]),
        (3, 2, &[0, 1, 4, 5]),
        (2, 4, &[0, 3, 7]),
        (4, 2, &[2, 7]),
        (3, 3, &[0, 4, 8]),
    ] {
        for &blank in blanks {
            let puzzle = common::small(width, height, blank);
            let table = build(&puzzle, Budget::default()).unwrap();
            let (manhattan, conflicts) = (
                Manhattan::new(&puzzle),
                LinearConflict::new(&puzzle).unwrap(),
            );
            let mut sharper = 0;
            for rank in 0..puzzle.boards() {
                let board = puzzle.unrank(rank);
                let distance = u32::from(table.distance(rank).unwrap());
                let rising = [
                    bound(&Misplaced, &puzzle, &board),
                    bound(&manhattan, &puzzle, &board),
                    bound(&conflicts, &puzzle, &board),
                    distance,
                ];
                assert!(rising.is_sorted(), "{board:?}: {rising:?}");
                assert_eq!(
                    rising[1] % 2,
                    distance % 2,
                    "each move changes the Manhattan distance by one"
                );
                assert_eq!(
                    rising[0] == 0,
                    distance == 0,
                    "only the goal has no tile out of place"
                );
                sharper += u32::from(rising[2] > rising[1]);
            }
            assert!(sharper > 0, "some board has a linear conflict");
        }
    }
}

/// The behaviour of a bound over all boards of a puzzle.
#[derive(Debug, PartialEq, Eq)]
struct Conduct {
    /// The greatest change by a move; 1 if the bound is consistent.
    steepest: u32,
    sum: u64,
}

/// Computes the bound of every board and after every move. Checks that it never exceeds the
/// distance, and that updates agree with fresh values.
fn conduct<H: Heuristic<Tiles<Nibbles>>>(
    puzzle: &Tiles<Nibbles>,
    table: &Table,
    heuristic: &H,
) -> Conduct
where
    H::Memo: PartialEq + std::fmt::Debug,
{
    let mut conduct = Conduct {
        steepest: 0,
        sum: 0,
    };
    for rank in 0..puzzle.boards() {
        let board = puzzle.unrank(rank);
        let memo = heuristic.start(puzzle, &board);
        let here = heuristic.bound(memo);
        assert!(here <= table.distance(rank).unwrap().into(), "{board:?}");
        conduct.sum += u64::from(here);
        for m in puzzle.moves(&board) {
            let after = heuristic.after(puzzle, &board, m, &puzzle.after(&board, m), memo);
            let next = puzzle.after(&board, m);
            assert_eq!(after, heuristic.start(puzzle, &next), "{next:?}");
            let change = heuristic.bound(after).abs_diff(here);
            conduct.steepest = conduct.steepest.max(change);
        }
    }
    conduct
}

#[test]
fn consistent_on_every_move_of_every_board() {
    for (width, height, blanks) in [
        (3, 3, &[0, 1, 4, 8][..]),
        (2, 4, &[0, 2, 7]),
        (4, 2, &[0, 2, 7]),
    ] {
        for &blank in blanks {
            let puzzle = common::small(width, height, blank);
            let table = build(&puzzle, Budget::default()).unwrap();
            let manhattan = Manhattan::new(&puzzle);
            let conflicts = LinearConflict::new(&puzzle).unwrap();
            let walking = WalkingDistance::new(&puzzle).unwrap();
            let found = [
                conduct(&puzzle, &table, &Misplaced),
                conduct(&puzzle, &table, &manhattan),
                conduct(&puzzle, &table, &conflicts),
                conduct(&puzzle, &table, &walking),
                conduct(
                    &puzzle,
                    &table,
                    &Maximum(Maximum(Some(&walking), None::<Misplaced>), &conflicts),
                ),
            ];
            assert!(found.iter().all(|found| found.steepest == 1), "{found:?}");
            // Neither linear conflicts nor walks are always sharper; their maximum is.
            let [misplaced, manhattan, conflicts, walks, both] = found.map(|found| found.sum);
            assert!(misplaced < manhattan && manhattan < conflicts.min(walks));
            assert!(both > conflicts.max(walks));
        }
    }
}

#[test]
fn relaxed_puzzles_are_searched_plainly() {
    for (width, height, blank) in [(3, 2, 4), (2, 3, 0)] {
        let puzzle = common::small(width, height, blank);
        let walking = WalkingDistance::new(&puzzle).unwrap();
        let adjacent = |a: usize, b: usize, line: fn(usize, usize) -> usize| {
            line(a, width).abs_diff(line(b, width)) == 1
        };
        let row = |cell: usize, width: usize| cell / width;
        let column = |cell: usize, width: usize| cell % width;
        let home = |tile: u8| puzzle.home(tile);
        let lines = |cells: &[u8], line: fn(usize, usize) -> usize| -> Vec<u8> {
            let mut by_line: Vec<(usize, bool, usize)> = cells
                .iter()
                .enumerate()
                .map(|(cell, &tile)| (line(cell, width), tile == 0, line(home(tile), width)))
                .collect();
            by_line.sort_unstable();
            by_line
                .into_iter()
                .flat_map(|(at, is_blank, to)| {
                    [at, usize::from(is_blank), if is_blank { 0 } else { to }]
                })
                .map(|n| u8::try_from(n).unwrap())
                .collect()
        };
        let rows = relaxed(
            &puzzle,
            |cells| lines(cells, row),
            |a, b| adjacent(a, b, row),
        );
        let columns = relaxed(
            &puzzle,
            |cells| lines(cells, column),
            |a, b| adjacent(a, b, column),
        );
        for rank in 0..puzzle.boards() {
            let board = puzzle.unrank(rank);
            let tiles = common::cells(&puzzle, &board);
            let walks = rows[&lines(&tiles, row)] + columns[&lines(&tiles, column)];
            assert_eq!(bound(&walking, &puzzle, &board), walks, "{board:?}");
        }
    }
}

/// The fewest moves from the goal for each view, if the blank may swap with the tiles in `may`.
fn relaxed(
    puzzle: &Tiles<Nibbles>,
    view: impl Fn(&[u8]) -> Vec<u8>,
    may: impl Fn(usize, usize) -> bool,
) -> HashMap<Vec<u8>, u32> {
    let goal = common::cells(puzzle, &puzzle.goal());
    let mut known = HashMap::from([(view(&goal), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(cells) = queue.pop_front() {
        let moves = known[&view(&cells)];
        let blank = cells.iter().position(|&tile| tile == 0).unwrap();
        for cell in (0..cells.len()).filter(|&cell| cell != blank && may(blank, cell)) {
            let mut next = cells.clone();
            next.swap(blank, cell);
            if let Entry::Vacant(new) = known.entry(view(&next)) {
                new.insert(moves + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// Bounds from any start to any board, for bidirectional searches.
#[test]
fn bounds_from_a_start() {
    let puzzle = common::small(3, 2, 4);
    let table = |start: &fewest::kernel::tiles::TileBoard<Nibbles>| {
        let next = |board: &_| {
            let board = *board;
            let after = puzzle.moves(&board).map(|m| puzzle.after(&board, m));
            after.collect::<Vec<_>>()
        };
        naive::distances([*start], next, u32::MAX)
    };
    let walking = WalkingDistance::new(&puzzle).unwrap();
    let maximum = Maximum(Misplaced, &walking);
    for rank in [0, 17, 359] {
        let start = puzzle.unrank(rank);
        let known = table(&start);
        let (misplaced, walks) = (
            Misplaced.away(&puzzle, &start),
            walking.away(&puzzle, &start),
        );
        let (both, none) = (maximum.away(&puzzle, &start), None::<Misplaced>);
        for (board, &distance) in &known {
            let largest = misplaced(board).max(walks(board));
            assert!(largest <= distance && largest == both(board), "{board:?}");
            assert_eq!(misplaced(board) == 0, distance == 0);
            assert_eq!(none.away(&puzzle, &start)(board), 0);
        }
    }
}

/// In the rotation game, the number of misplaced pieces is the textbook bound, and never too large.
#[test]
fn centre_never_too_large() {
    let view = common::one_symbol();
    let table = build(&view, Budget::default()).unwrap();
    let heuristic = OutOfPlace::new(&*ROTATION);
    let lenses = [0, 1, 2].map(|goal| ROTATION.lens(&View::exact(ROTATION.model(), &[goal])));
    let mut rng = fastrand::Rng::with_seed(17);
    let mut largest = 0;
    for i in 0..20_000 {
        // Half of the boards are near a goal, where a bound is more likely too large.
        let start = match i % 2 {
            0 => common::centred(2, &mut rng),
            _ => common::shuffled(&mut rng),
        };
        let board = common::wander(&*ROTATION, &start, i % 12, &mut rng);
        let seen = lenses.iter().map(|lens| ROTATION.project(lens, &board));
        let distances = seen.filter_map(|board| table.distance(view.rank(&board)));
        let distance = distances.min().unwrap();
        let bound = bound(&heuristic, &*ROTATION, &board);
        let expected = naive::short_of_centre(&common::rotation_symbols(board));
        assert_eq!(bound as usize, expected, "{board:?}");
        assert!(bound <= distance.into(), "{board:?}");
        assert_eq!(bound == 0, distance == 0);
        largest = largest.max(bound);
    }
    assert!(largest >= 5);
}

/// Walks at random, compares updated bounds with fresh ones, and checks the change per move.
fn carries_on<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    max_change: u32,
) where
    H::Memo: PartialEq + std::fmt::Debug,
{
    let mut rng = fastrand::Rng::with_seed(41);
    let mut board = *start;
    let mut memo = heuristic.start(puzzle, &board);
    for _ in 0..3000 {
        let m = rng.choice(puzzle.moves(&board)).unwrap();
        let before = heuristic.bound(memo);
        memo = heuristic.after(puzzle, &board, m, &puzzle.after(&board, m), memo);
        board = puzzle.after(&board, m);
        assert_eq!(memo, heuristic.start(puzzle, &board), "{board:?}");
        assert!(heuristic.bound(memo).abs_diff(before) <= max_change);
        assert!(!puzzle.is_solved(&board) || heuristic.bound(memo) == 0);
    }
}

fn sliding_carries_on<T: Storage>(width: usize, height: usize) {
    for blank in [0, width + 1, width * height - 1] {
        let puzzle = common::puzzle::<T>(width, height, blank);
        let goal = puzzle.goal();
        assert_eq!(bounds(&puzzle, &goal), [0; 4]);
        carries_on(&puzzle, &Blind, &goal, 0);
        carries_on(&puzzle, &Misplaced, &goal, 1);
        carries_on(&puzzle, &Manhattan::new(&puzzle), &goal, 1);
        // A tile that leaves its line may end or start a conflict; the sum still changes by one.
        carries_on(&puzzle, &LinearConflict::new(&puzzle).unwrap(), &goal, 3);
        // One goal is enough if building takes longer than walking.
        let walks = width * height <= 12 || width * height <= 16 && blank == 0;
        if walks && let Ok(walking) = WalkingDistance::new(&puzzle) {
            let both = Maximum(&walking, Some(Misplaced));
            carries_on(&puzzle, &walking, &goal, 1);
            carries_on(&puzzle, &both, &goal, 1);
        }
    }
}

#[test]
fn sliding_move_by_move() {
    for (width, height) in [(2, 2), (3, 3), (3, 5), (5, 3), (4, 4), (2, 8)] {
        sliding_carries_on::<Nibbles>(width, height);
        sliding_carries_on::<Bytes<32>>(width, height);
    }
    for (width, height) in [(5, 5), (3, 7), (2, 16)] {
        sliding_carries_on::<Bytes<32>>(width, height);
    }
    sliding_carries_on::<Bytes<256>>(16, 16);
    sliding_carries_on::<Bytes<256>>(2, 128);
    sliding_carries_on::<Bytes<256>>(85, 3);
}

#[test]
fn the_others_move_by_move() {
    let symbols: Vec<u8> = (0..24).map(|cell| cell % 3 + 1).collect();
    let start = common::rotation_board(&symbols);
    carries_on(&*ROTATION, &OutOfPlace::new(&*ROTATION), &start, 1);
    let goal = KNIGHTS.goals()[0];
    let heuristic = OutOfPlace::new(&*KNIGHTS);
    carries_on(&*KNIGHTS, &heuristic, &goal, 1);
    assert_eq!(bound(&heuristic, &*KNIGHTS, &goal), 0);
}

#[test]
fn centre_is_zero_where_solved() {
    let mut rng = fastrand::Rng::with_seed(2);
    let heuristic = OutOfPlace::new(&*ROTATION);
    for i in 0..99u8 {
        let board = common::centred(i % 3 + 1, &mut rng);
        assert!(ROTATION.is_solved(&board));
        assert_eq!(bound(&heuristic, &*ROTATION, &board), 0);
    }
}
