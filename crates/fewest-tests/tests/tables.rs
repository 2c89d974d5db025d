//! Tables compared with independent counts, with plain breadth-first search, and at their limits.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use fewest::space::{Move, MoveSet, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::Table;
use fewest::table::build::{self, BuildError, build};
use fewest_tests::common::{KNIGHTS, one_symbol, small};
use fewest_tests::naive;

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Budget::default()).unwrap()
}

/// The distances of all solvable boards, by a map of boards.
fn plain_search<P: StateSpace>(puzzle: &P, solved: Vec<P::Board>) -> HashMap<P::Board, u32> {
    let before = |board: &P::Board| {
        let board = *board;
        puzzle.arrivals(&board).map(move |m| {
            let mut before = board;
            puzzle.undo(&mut before, m);
            before
        })
    };
    naive::distances(solved, before, u32::MAX)
}

/// Compares every entry, for solvable and unsolvable boards, and the counts.
fn agrees_with_plain_search<P: Ranked>(puzzle: &P) {
    let table = table(puzzle);
    let by_board = plain_search(puzzle, puzzle.solved());
    let by_rank: HashMap<u64, u32> = by_board
        .iter()
        .map(|(board, &distance)| (puzzle.rank(board), distance))
        .collect();
    assert_eq!(by_rank.len(), by_board.len());
    for rank in 0..puzzle.boards() {
        let distance = table.distance(rank).map(u32::from);
        assert_eq!(distance, by_rank.get(&rank).copied(), "{rank}");
    }
    assert_eq!(table.reachable(), by_rank.len() as u64);
    for (distance, &count) in table.counts().iter().enumerate() {
        let expected = by_rank.values().filter(|&&d| d as usize == distance);
        assert_eq!(count, expected.count() as u64);
    }
    assert_eq!(table.distance(puzzle.boards()), None);
}

#[test]
fn rotation_as_by_plain_search() {
    agrees_with_plain_search(&one_symbol());
}

#[test]
fn sliding_as_by_plain_search() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        for blank in 0..width * height {
            if width * height < 8 || [0, 2, 4, 7].contains(&blank) {
                agrees_with_plain_search(&small(width, height, blank));
            }
        }
    }
}

#[test]
fn larger_sliding_as_by_plain_search() {
    for (width, height) in [(5, 2), (2, 5)] {
        agrees_with_plain_search(&small(width, height, 3));
    }
}

#[test]
fn rotation_counts_are_known() {
    let known: Vec<u64> = include_str!("../../../corpus/rotation-distances.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(table(&one_symbol()).counts(), known);
}

#[test]
fn sliding_counts_are_known() {
    let mut known: HashMap<(&str, &str), Vec<u64>> = HashMap::new();
    for line in include_str!("../../../corpus/sliding-distances.txt").lines() {
        if let [size, goal, distance, boards] = line.split(' ').collect::<Vec<_>>()[..]
            && size != "#"
        {
            let counts = known.entry((size, goal)).or_default();
            assert_eq!(counts.len(), distance.parse::<usize>().unwrap());
            counts.push(boards.parse().unwrap());
        }
    }
    assert!(!known.is_empty());
    for ((size, goal), known) in known {
        let (width, height) = size.split_once('x').unwrap();
        let blank = goal.split(',').position(|tile| tile == "0").unwrap();
        let puzzle = small(width.parse().unwrap(), height.parse().unwrap(), blank);
        assert_eq!(table(&puzzle).counts(), known, "{size} {goal}");
    }
}

#[test]
fn knights_counts_are_known() {
    let known = [
        1, 8, 14, 38, 148, 368, 1001, 2440, 6468, 14116, 32825, 64782, 137_262, 240_404, 455_522,
        716_458, 1_224_370, 1_720_894, 2_645_274, 3_327_210, 4_594_399, 5_148_132, 6_372_557,
        6_345_924, 6_997_217, 6_160_052, 6_002_337, 4_635_014, 3_942_462, 2_634_392, 1_921_476,
        1_086_234, 658_300, 300_838, 144_842, 49_078, 17_065, 3428, 488, 62,
    ];
    let knights = &*KNIGHTS;
    let table = table(knights);
    assert_eq!(table.counts(), known);
    // A board is solved or has a neighbour one move nearer, and none nearer than that.
    for rank in (0..knights.boards()).step_by(1009) {
        let mut nearest = None;
        knights.successors(rank, |next| {
            let distance = table.distance(next);
            nearest = nearest.min(distance).or(distance);
        });
        let expected = if knights.is_solved(&knights.unrank(rank)) {
            Some(0)
        } else {
            nearest.map(|nearest| nearest + 1)
        };
        assert_eq!(table.distance(rank), expected);
    }
}

/// A ring of cells that can be left in one direction only: by one cell, or by a jump from every
/// seventh. After them come as many ranks that nothing reaches.
struct Ring {
    cells: u64,
    jump: u64,
    solved: Vec<u64>,
}

impl StateSpace for Ring {
    type Board = u64;
    type Moves = MoveSet;

    fn moves(&self, board: &u64) -> MoveSet {
        MoveSet::first(if board.is_multiple_of(7) { 2 } else { 1 })
    }

    fn arrivals(&self, board: &u64) -> MoveSet {
        let mut all = MoveSet::first(2);
        let mut before = *board;
        self.undo(&mut before, Move::new(1));
        if !before.is_multiple_of(7) {
            all = all.without(MoveSet::only(Move::new(1)));
        }
        all
    }

    fn apply(&self, board: &mut u64, m: Move) {
        *board = (*board + [1, self.jump][m.index() % 2]) % self.cells;
    }

    fn undo(&self, board: &mut u64, m: Move) {
        *board = (*board + self.cells - [1, self.jump][m.index() % 2]) % self.cells;
    }

    fn inverse(&self, _: Move) -> Option<Move> {
        None
    }

    fn is_solved(&self, board: &u64) -> bool {
        self.solved.contains(board)
    }
}

impl Ranked for Ring {
    fn boards(&self) -> u64 {
        2 * self.cells
    }

    fn rank(&self, board: &u64) -> u64 {
        *board
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }

    fn solved(&self) -> Vec<u64> {
        self.solved.clone()
    }
}

#[test]
fn moves_without_a_way_back() {
    for (cells, jump, solved) in [
        (100, 13, vec![5]),
        (100, 31, vec![5, 70]),
        (64, 7, vec![0, 63]),
        (1000, 191, vec![999, 1, 2, 500]),
        (7, 3, (0..7).collect()),
        (3, 1, vec![]),
    ] {
        let ring = Ring {
            cells,
            jump,
            solved,
        };
        agrees_with_plain_search(&ring);
    }
}

#[test]
fn the_deepest_table() {
    let ring = |cells| Ring {
        cells,
        jump: 1,
        solved: vec![0],
    };
    assert_eq!(table(&ring(255)).distance(1), Some(254));
    let refused = build(&ring(256), Budget::default());
    assert_eq!(refused.err(), Some(BuildError::TooDeep.into()));
}

#[test]
fn memory_and_time_are_limited() {
    let puzzle = small(3, 3, 8);
    let needed = build::bytes(&puzzle);
    assert!(needed > puzzle.boards() + puzzle.boards() * 3 / 8);
    let with = |memory| Budget {
        memory: Some(memory),
        cancel: None,
        ..Budget::default()
    };
    assert!(build(&puzzle, with(needed)).is_ok());
    let refused = BuildError::Memory {
        needed,
        allowed: needed - 1,
    };
    assert_eq!(build(&puzzle, with(needed - 1)).err(), Some(refused.into()));
    assert!(build(&puzzle, with(10)).is_err());
    let cancel = AtomicBool::new(true);
    let cancelled = Budget {
        memory: None,
        cancel: Some(&cancel),
        ..Budget::default()
    };
    assert_eq!(build(&puzzle, cancelled).err(), Some(Unfinished::Cancelled));
}

#[test]
fn little_memory_makes_no_difference() {
    for memory in [build::bytes(&one_symbol()), u64::MAX] {
        let budget = Budget {
            memory: Some(memory),
            cancel: None,
            ..Budget::default()
        };
        let (scarce, ample) = (build(&one_symbol(), budget).unwrap(), table(&one_symbol()));
        assert!((0..735_471).all(|rank| scarce.distance(rank) == ample.distance(rank)));
    }
}

#[test]
fn a_puzzle_without_ranks() {
    let fifteen = small(4, 4, 15);
    let table = table(&fifteen);
    assert!(table.is_empty() && table.counts().is_empty());
    assert_eq!(build::bytes(&fifteen), 0);
}
