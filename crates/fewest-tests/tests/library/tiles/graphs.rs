//! Boards, moves, numbers and distances of tiles on graphs.

use std::collections::HashMap;

use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::kernel::tiles::{Bytes, Nibbles, Order, Relabelling, Size, Tiles};
use fewest::space::structure::{Structure, Structured};
use fewest::space::{Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;
use fewest::table::verify;

use super::{Plan, plans};
use crate::naive;

/// The distance of each packed board, by a plain search of the general engine.
pub fn distances(general: &General<Cells<32>>) -> HashMap<u64, u32> {
    let goal: Option<Vec<u8>> = general.structure().goals[0].iter().copied().collect();
    let goal = general.board(&goal.unwrap()).unwrap();
    let next = |board: &Cells<32>| {
        let board = *board;
        general.moves(&board).map(move |m| general.after(&board, m))
    };
    let distances = naive::distances([goal], next, u32::MAX).into_iter();
    distances
        .map(|(board, distance)| (general.pack(&board).unwrap(), distance))
        .collect()
}

fn symbols<P: Structured>(puzzle: &P, board: &P::Board) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}

/// Checks that legal moves, boards after moves and inverses equal the general engine's.
fn same_moves<P: Structured, Q: Structured>(kernel: &P, general: &Q, board: &P::Board) {
    let cells = symbols(kernel, board);
    let same = general.board(&cells).unwrap();
    assert_eq!(kernel.board(&cells), Some(*board));
    assert!(kernel.moves(board).eq(general.moves(&same)), "{cells:?}");
    assert!(
        kernel.arrivals(board).eq(general.arrivals(&same)),
        "{cells:?}"
    );
    assert_eq!(kernel.is_solved(board), general.is_solved(&same));
    for m in kernel.moves(board) {
        let (next, expected) = (kernel.after(board, m), general.after(&same, m));
        assert_eq!(symbols(kernel, &next), symbols(general, &expected));
        assert_eq!(kernel.inverse(m), general.inverse(m));
        let back = kernel.inverse(m).unwrap();
        assert_eq!(kernel.after(&next, back), *board);
        let onward = kernel.onward(&next, m);
        assert!(!onward.clone().any(|m| m == back));
        assert_eq!(onward.len() + 1, kernel.moves(&next).len());
        let mut undone = next;
        kernel.undo(&mut undone, m);
        assert_eq!(undone, *board);
    }
}

/// Compares every board of a small graph.
fn agrees(plan: &Plan, goal_blank: usize, seed: u64) {
    let (kernel, general) = plan.both::<Nibbles, 32>(goal_blank, seed);
    let sorted = |mut structure: Structure| {
        structure.turns.sort();
        structure
    };
    assert_eq!(sorted(kernel.structure()), sorted(general.structure()));
    let known = distances(&general);
    let table = build(&kernel, Budget::default()).unwrap();
    let proof = verify::verify(&kernel, &table, Budget::default()).unwrap();
    let counted: u64 = proof.counts.iter().sum();
    assert_eq!(counted, known.len() as u64, "{}", plan.name);
    let boards: u64 = (3..=plan.cells as u64).product();
    assert_eq!(kernel.boards(), boards);
    for rank in 0..boards {
        let board = kernel.unrank(rank);
        assert_eq!(kernel.rank(&board), rank);
        same_moves(&kernel, &general, &board);
        let cells = symbols(&kernel, &board);
        let word = general.pack(&general.board(&cells).unwrap()).unwrap();
        let distance = known.get(&word).copied();
        assert_eq!(table.distance(rank).map(u32::from), distance, "{cells:?}");
        assert!(
            distance.is_none() || kernel.is_solvable(&board),
            "{cells:?}"
        );
        // The other half, which parity excludes.
        let mut swapped = cells;
        let blank = general.blank().unwrap();
        let mut pieces = (0..swapped.len()).filter(|&cell| swapped[cell] != blank);
        let (a, b) = (pieces.next().unwrap(), pieces.next().unwrap());
        swapped.swap(a, b);
        assert!(!kernel.is_solvable(&kernel.board(&swapped).unwrap()));
        let word = general.pack(&general.board(&swapped).unwrap()).unwrap();
        assert!(!known.contains_key(&word));
    }
}

#[test]
fn every_board_of_small_graphs() {
    for (seed, (plan, blank)) in (1..).zip(plans()) {
        agrees(&plan, blank, seed);
    }
}

#[test]
fn every_board_of_three_by_three() {
    agrees(&Plan::drawn("3x3", "... ... ...", &[], "ulrd"), 5, 41);
}

#[test]
fn every_board_of_three_by_three_with_walls() {
    let walls = [(0, 1), (4, 7)];
    agrees(&Plan::drawn("walls", "... ... ...", &walls, "dlru"), 8, 42);
}

#[test]
fn every_board_around_a_cell_that_never_moves() {
    let walls = [(1, 4), (3, 4), (4, 5), (4, 7)];
    agrees(
        &Plan::drawn("a pillar", "... ... ...", &walls, "dlru"),
        0,
        43,
    );
}

/// Random cells with holes and walls, some in several parts.
#[test]
fn every_board_of_random_graphs() {
    let mut rng = fastrand::Rng::with_seed(40);
    let mut drawn = 0;
    while drawn < 40 {
        let cells: String = (0..9)
            .map(|_| if rng.u8(..) < 80 { '#' } else { '.' })
            .collect();
        let rows = [&cells[..3], &cells[3..6], &cells[6..]].join(" ");
        let all: Vec<(usize, usize)> = (0..9).flat_map(|a| (a..9).map(move |b| (a, b))).collect();
        let walls: Vec<_> = all.into_iter().filter(|_| rng.u8(..) < 50).collect();
        let plan = Plan::drawn("random", &rows, &walls, "ldur");
        if (3..=7).contains(&plan.cells) && !plan.steps.is_empty() {
            agrees(&plan, rng.usize(..plan.cells), rng.u64(..));
            drawn += 1;
        }
    }
}

/// Random walks on graphs with too many boards to list.
#[test]
fn larger_boards_move_by_move() {
    let walls = [(0, 1), (5, 9), (6, 7), (10, 14), (4, 5)];
    let rows = ".... .... .... ....";
    let mut rng = fastrand::Rng::with_seed(44);
    for (plan, blank) in [
        (Plan::drawn("4x4 with walls", rows, &walls, "rdul"), 11),
        (Plan::drawn("4x4", rows, &[], "lrud"), 0),
        (Plan::ring(16), 7),
    ] {
        let (nibbles, general) = plan.both::<Nibbles, 32>(blank, 45);
        let (bytes, _) = plan.both::<Bytes<32>, 32>(blank, 45);
        assert!(!bytes.is_ranked() && !nibbles.is_ranked());
        let (mut board, mut other) = (nibbles.goal(), bytes.goal());
        for _ in 0..3000 {
            same_moves(&nibbles, &general, &board);
            same_moves(&bytes, &general, &other);
            assert_eq!(symbols(&nibbles, &board), symbols(&bytes, &other));
            assert!(nibbles.is_solvable(&board) && bytes.is_solvable(&other));
            assert_eq!(nibbles.unpack(nibbles.pack(&board).unwrap()), Some(board));
            let m = rng.choice(nibbles.moves(&board)).unwrap();
            nibbles.apply(&mut board, m);
            bytes.apply(&mut other, m);
        }
    }
    let holed = Plan::drawn("holed", "..... ..... ..#.. ..... .....", &[(3, 4)], "dlru");
    let (bytes, general) = holed.both::<Bytes<32>, 32>(23, 46);
    let mut board = bytes.goal();
    for _ in 0..3000 {
        same_moves(&bytes, &general, &board);
        board = bytes.after(&board, rng.choice(bytes.moves(&board)).unwrap());
    }
    // The greatest number of cells.
    let row = ".".repeat(16);
    let rows = vec![&row[..]; 16].join(" ");
    let huge = Plan::drawn("16x16", &rows, &[], "urld");
    let (bytes, general) = huge.both::<Bytes<256>, 256>(100, 47);
    assert_eq!(bytes.size(), Size::new(16, 16));
    let mut board = bytes.goal();
    for _ in 0..100 {
        same_moves(&bytes, &general, &board);
        board = bytes.after(&board, rng.choice(bytes.moves(&board)).unwrap());
    }
}

/// A definition of a rectangle is the rectangle, and shares its table files.
#[test]
fn rectangles_are_known_whatever_they_are_called() {
    let order = Order::parse("ruld").unwrap();
    let plan = Plan::drawn("4x3", ".... .... ....", &[], "ruld");
    let (kernel, _) = plan.both::<Nibbles, 32>(7, 48);
    let size = Size::new(4, 3).unwrap();
    assert_eq!((kernel.size(), kernel.order()), (Some(size), Some(order)));
    let usual = Tiles::<Nibbles>::rectangle(size, 7, Order::default()).unwrap();
    let identity = "sliding:4x3, goal's blank on cell 7, ranks 1";
    assert_eq!(usual.identity().as_deref(), Some(identity));
    assert_eq!(kernel.identity(), usual.identity());
    for rank in (0..usual.boards()).step_by(1_000_003) {
        assert_eq!(kernel.unrank(rank), usual.unrank(rank));
    }
    let moved = kernel.with_blank(2).unwrap();
    assert_eq!(moved.goal().blank(), 2);
    assert!(moved.identity().unwrap().contains("blank on cell 2,"));
    assert!(kernel.with_blank(12).is_none());
}

/// Other cells have other tables, even with the same moves and names.
#[test]
fn tables_are_filed_under_the_cells() {
    let walls = |walls: &[(usize, usize)], order, blank, seed| {
        let plan = Plan::drawn("walls", "... ...", walls, order);
        plan.both::<Nibbles, 32>(blank, seed).0.identity().unwrap()
    };
    let one = walls(&[(0, 1)], "dlru", 0, 1);
    assert!(
        one.starts_with("tiles, structure ") && one.ends_with(" on cell 0, ranks 1"),
        "{one}"
    );
    assert_eq!(one, walls(&[(0, 1)], "rlud", 0, 2));
    assert_ne!(one, walls(&[(0, 1)], "dlru", 1, 1));
    assert_ne!(one, walls(&[(1, 2)], "dlru", 0, 1));
    assert_eq!(
        walls(&[], "dlru", 0, 1),
        "sliding:3x2, goal's blank on cell 0, ranks 1"
    );
}

/// Any goal with its blank on the same cell is the same puzzle with renamed tiles.
#[test]
fn boards_with_another_goal() {
    let plan = Plan::drawn("a wall", "... ...", &[(1, 4)], "dlru");
    let (kernel, general) = plan.both::<Nibbles, 32>(4, 49);
    let blank = general.blank().unwrap();
    let table = build(&kernel, Budget::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(50);
    for _ in 0..50 {
        let mut goal: Vec<u8> = (0..6).filter(|&symbol| symbol != blank).collect();
        rng.shuffle(&mut goal);
        goal.insert(4, blank);
        let structure = Structure {
            goals: vec![goal.iter().copied().map(Some).collect()],
            ..general.structure()
        };
        let puzzle = General::<Cells<32>>::new(structure).unwrap();
        let known = distances(&puzzle);
        let relabelling = Relabelling::of_symbols(&goal, blank).unwrap();
        assert_eq!(relabelling.blank(), 4);
        for (&word, &distance) in known.iter().step_by(7) {
            let cells = symbols(&puzzle, &puzzle.unpack(word).unwrap());
            let board = relabelling.board(&cells).unwrap();
            let rank = kernel.rank(&board);
            assert_eq!(table.distance(rank).map(u32::from), Some(distance));
            let mut back = Vec::new();
            relabelling.symbols(&board, &mut back);
            assert_eq!(back, cells);
        }
    }
    let relabelling = kernel.relabelling();
    for wrong in [
        &[0, 1, 2, 3, 4][..],
        &[0, 1, 2, 3, 4, 6],
        &[0, 1, 2, 3, 4, 4],
    ] {
        assert_eq!(relabelling.board::<Nibbles>(wrong), None, "{wrong:?}");
        assert!(Relabelling::of_symbols(&wrong[1..], 0).is_none());
    }
    assert!(Move::new(0) < Move::new(1));
}
