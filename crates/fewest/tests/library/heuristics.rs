//! Heuristics: never too large, 0 on solved boards, the same move by move as from scratch.

use fewest::heuristic::{Blind, Centre, Heuristic, LinearConflict, Manhattan, Misplaced};
use fewest::puzzle::{Puzzle, Ranked};
use fewest::puzzles::knights::{self, Knights};
use fewest::puzzles::rotation::{self, OneSymbol, Rotation};
use fewest::puzzles::sliding::{Bytes, Nibbles, Sliding, Tiles};
use fewest::table::build::{Allowance, build};

use crate::common;

fn bound<P: Puzzle, H: Heuristic<P>>(heuristic: &H, puzzle: &P, board: &P::Board) -> u32 {
    heuristic.bound(heuristic.start(puzzle, board))
}

/// The heuristics of sliding tiles at a board, weakest first.
fn bounds<T: Tiles>(puzzle: &Sliding<T>, board: &fewest::puzzles::sliding::Board<T>) -> [u32; 4] {
    [
        bound(&Blind, puzzle, board),
        bound(&Misplaced, puzzle, board),
        bound(&Manhattan::new(puzzle), puzzle, board),
        bound(&LinearConflict::new(puzzle), puzzle, board),
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
            let table = build(&puzzle, Allowance::default()).unwrap();
            let (manhattan, conflicts) = (Manhattan::new(&puzzle), LinearConflict::new(&puzzle));
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

#[test]
fn centre_never_too_large() {
    let view = OneSymbol::new();
    let table = build(&view, Allowance::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(17);
    let mut largest = 0;
    for i in 0..20_000 {
        // Half of them near a goal, where a bound is easily too large.
        let start = match i % 2 {
            0 => common::centred(2, &mut rng),
            _ => common::shuffled(&mut rng),
        };
        let board = common::wander(&Rotation, &start, i % 12, &mut rng);
        let distance = (1..=3)
            .filter_map(|symbol| table.distance(view.rank(&board.places(symbol))))
            .min()
            .unwrap();
        let bound = bound(&Centre, &Rotation, &board);
        assert!(bound <= distance.into(), "{board:?}");
        assert_eq!(bound == 0, distance == 0);
        largest = largest.max(bound);
    }
    assert!(largest >= 5);
}

/// Walks at random and compares what is carried along with what is computed afresh; one move changes a bound by one.
fn carries_on<P: Puzzle, H: Heuristic<P>>(puzzle: &P, heuristic: &H, start: &P::Board, most: u32)
where
    H::Memo: PartialEq + std::fmt::Debug,
{
    let mut rng = fastrand::Rng::with_seed(41);
    let mut board = *start;
    let mut memo = heuristic.start(puzzle, &board);
    for _ in 0..3000 {
        let m = rng.choice(puzzle.moves(&board)).unwrap();
        let before = heuristic.bound(memo);
        memo = heuristic.after(puzzle, &board, m, memo);
        board = puzzle.after(&board, m);
        assert_eq!(memo, heuristic.start(puzzle, &board), "{board:?}");
        assert!(heuristic.bound(memo).abs_diff(before) <= most);
        assert!(!puzzle.is_solved(&board) || heuristic.bound(memo) == 0);
    }
}

fn sliding_carries_on<T: Tiles>(width: usize, height: usize) {
    for blank in [0, width + 1, width * height - 1] {
        let puzzle = common::puzzle::<T>(width, height, blank);
        let goal = puzzle.goal();
        assert_eq!(bounds(&puzzle, &goal), [0; 4]);
        carries_on(&puzzle, &Blind, &goal, 0);
        carries_on(&puzzle, &Misplaced, &goal, 1);
        carries_on(&puzzle, &Manhattan::new(&puzzle), &goal, 1);
        // A tile that leaves its line may end a conflict or begin one: the sum changes by one all the same.
        carries_on(&puzzle, &LinearConflict::new(&puzzle), &goal, 3);
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
    let symbols = std::array::from_fn(|cell| u8::try_from(cell % 3 + 1).unwrap());
    carries_on(
        &Rotation,
        &Centre,
        &rotation::Board::new(&symbols).unwrap(),
        1,
    );
    let knights = Knights::new(knights::Board::CLASSIC);
    carries_on(&knights, &Misplaced, &knights.goal(), 1);
    assert_eq!(bound(&Misplaced, &knights, &knights.goal()), 0);
}

#[test]
fn centre_is_zero_where_solved() {
    let mut rng = fastrand::Rng::with_seed(2);
    for i in 0..99u8 {
        let board = common::centred(i % 3 + 1, &mut rng);
        assert!(Rotation.is_solved(&board));
        assert_eq!(bound(&Centre, &Rotation, &board), 0);
    }
}
