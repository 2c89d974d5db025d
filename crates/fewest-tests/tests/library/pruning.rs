//! Move pruning compared with full enumeration: the first shortest path to a board is never pruned.

use fewest::heuristic::{Blind, Heuristic, LinearConflict, Manhattan};
use fewest::kernel::general::{Cells, General};
use fewest::kernel::tiles::{Nibbles, Order, Size, Storage, TileBoard, Tiles};
use fewest::model::Model;
use fewest::pruning::{Effort, MovePruning};
use fewest::search::ida_star::{Cores, Tree};
use fewest::search::{Control, Limits, Outcome, Silent, Stop};
use fewest::space::structure::Structured;
use fewest::space::{AnyMoves, Goals, Moves, Ranked, StateSpace};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{self, KNIGHTS, ROTATION};

fn found<P: Structured>(puzzle: &P, effort: Effort) -> MovePruning {
    MovePruning::find(&puzzle.structure(), effort)
}

/// Searches breadth-first in tie order, so that the first of the shortest paths reaches each board
/// first, and checks that the pruning permits it. Returns the number of boards.
fn keeps_the_least<P: StateSpace>(
    puzzle: &P,
    pruning: &MovePruning,
    start: &P::Board,
    depth: usize,
) -> usize {
    let mut seen = HashSet::from([*start]);
    let mut level = vec![(*start, pruning.start())];
    for _ in 0..depth {
        let mut next = Vec::new();
        if level.is_empty() {
            break;
        }
        for (board, state) in level {
            for m in puzzle.moves(&board) {
                let child = puzzle.after(&board, m);
                if seen.insert(child) {
                    let is_allowed = pruning.allowed::<P::Moves>(state).has(m);
                    assert!(is_allowed, "{start:?} {child:?}");
                    next.push((child, pruning.after(state, m)));
                }
            }
        }
        level = next;
    }
    seen.len()
}

/// The numbers of boards that a search to a depth generates: with pruning, and with the textbook
/// rule of not undoing the last move.
fn generated<P: StateSpace>(
    puzzle: &P,
    pruning: &MovePruning,
    start: &P::Board,
    depth: u32,
) -> [u64; 2] {
    let (mut pruned, mut plain) = (0, 0);
    let mut open = vec![(*start, pruning.start(), depth)];
    while let Some((board, state, left)) = open.pop() {
        let moves = puzzle.moves(&board).and(pruning.allowed(state));
        pruned += moves.len() as u64;
        if left > 1 {
            let child = |m| (puzzle.after(&board, m), pruning.after(state, m), left - 1);
            open.extend(moves.map(child));
        }
    }
    let mut open = vec![(*start, puzzle.moves(start), depth)];
    while let Some((board, moves, left)) = open.pop() {
        plain += moves.len() as u64;
        if left > 1 {
            open.extend(moves.map(|m| {
                let child = puzzle.after(&board, m);
                (child, puzzle.onward(&child, m), left - 1)
            }));
        }
    }
    [pruned, plain]
}

#[test]
fn every_board_of_small_sizes_from_every_cell() {
    for (width, height, effort) in [
        (2, 2, Effort::QUICK),
        (3, 2, Effort::THOROUGH),
        (2, 4, Effort::QUICK),
        (3, 3, Effort::QUICK),
        (3, 3, Effort::THOROUGH),
    ] {
        for blank in 0..width * height {
            let puzzle = common::small(width, height, blank);
            let pruning = found(&puzzle, effort);
            let boards = keeps_the_least(&puzzle, &pruning, &puzzle.goal(), usize::MAX);
            assert_eq!(boards as u64, puzzle.boards());
        }
    }
}

/// If it is stopped early, it prunes less or nothing, but never the least answer.
#[test]
fn stopped_at_any_time() {
    let puzzle = common::small(3, 2, 1);
    let whole = found(&puzzle, Effort::THOROUGH);
    let mut sequences = 0;
    for looks in [0, 1, 6, 30, 60, 90, 120, usize::MAX] {
        let looked = AtomicUsize::new(0);
        let must_stop = || looked.fetch_add(1, Ordering::Relaxed) >= looks;
        let pruning = MovePruning::find_until(&puzzle.structure(), Effort::THOROUGH, &must_stop);
        keeps_the_least(&puzzle, &pruning, &puzzle.goal(), usize::MAX);
        assert!(pruning.sequences() >= sequences, "{looks}");
        sequences = pruning.sequences();
        assert!(looks > 0 || sequences == 0);
    }
    assert_eq!(sequences, whole.sequences());
}

#[test]
fn any_tie_order() {
    for word in ["udlr", "lrud", "ruld"] {
        let order = Order::parse(word).unwrap();
        let puzzle: Tiles<Nibbles> = Tiles::rectangle(Size::new(3, 3).unwrap(), 4, order).unwrap();
        let pruning = found(&puzzle, Effort::THOROUGH);
        keeps_the_least(&puzzle, &pruning, &puzzle.goal(), 40);
    }
}

/// All paths up to some length from all cells of the blank, on boards too large for all paths.
#[test]
fn near_boards_of_large_sizes() {
    let fifteen = common::small(4, 4, 0);
    let pruning = found(&fifteen, Effort::THOROUGH);
    assert_eq!(pruning.longest(), 11);
    for blank in 0..16 {
        let goal = common::small(4, 4, blank).goal();
        keeps_the_least(&fifteen, &pruning, &goal, 13);
    }
    let wide: Tiles<Nibbles> = common::small(7, 2, 3);
    let pruning = found(&wide, Effort::THOROUGH);
    keeps_the_least(&wide, &pruning, &wide.goal(), 18);
}

#[test]
fn rotation_and_knights() {
    let pruning = found(&*ROTATION, Effort::THOROUGH);
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..3 {
        let start = common::shuffled(&mut rng);
        keeps_the_least(&*ROTATION, &pruning, &start, 6);
        let [pruned, plain] = generated(&*ROTATION, &pruning, &start, 6);
        assert!(5 * pruned < 4 * plain, "{pruned} {plain}");
    }
    let pruning = found(&*KNIGHTS, Effort::THOROUGH);
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..5 {
        let start = common::wander(&*KNIGHTS, &KNIGHTS.goals()[0], 60, &mut rng);
        keeps_the_least(&*KNIGHTS, &pruning, &start, 10);
    }
}

#[test]
fn defined_puzzles() {
    let read = |text| Model::from_toml(text).unwrap().structure;
    for (text, depth) in [
        (include_str!("../../../../puzzles/cube2.toml"), 6),
        (include_str!("../../../../puzzles/cube2q.toml"), 7),
        (include_str!("../../../../puzzles/topspin9.toml"), 60),
        (include_str!("../../../../puzzles/twiddle.toml"), 11),
        (include_str!("../../../../puzzles/rings.toml"), 8),
        (include_str!("../../../../puzzles/eight.toml"), 31),
    ] {
        let structure = read(text);
        let pruning = MovePruning::find(&structure, Effort::THOROUGH);
        let puzzle = General::<Cells<64>>::new(structure).unwrap();
        let goal = puzzle.solved_boards().unwrap()[0];
        assert!(keeps_the_least(&puzzle, &pruning, &goal, depth) > 1000);
        assert!(pruning.longest() > 2 && pruning.sequences() > 0);
    }
}

/// Around the only four cells, there is one path to every board.
#[test]
fn each_board_of_2x2_once() {
    let puzzle = common::small(2, 2, 3);
    let pruning = found(&puzzle, Effort::QUICK);
    // There are twelve boards including the start, and one path to each.
    assert_eq!(generated(&puzzle, &pruning, &puzzle.goal(), 100)[0], 11);
    let unsolvable = TileBoard::new(&[2, 1, 3, 0]).unwrap();
    let tree = Tree::new(&puzzle, &Blind).pruned_by(&pruning);
    let outcome = tree.search(
        &unsolvable,
        &mut Control::new(Limits::default(), &mut Silent),
    );
    assert_eq!(outcome.stop, Stop::Exhausted);
}

/// Half-way around four cells, six or seven moves: if the blank is in a corner, one of the two
/// directions is pruned.
#[test]
fn the_shortest_sequences() {
    let puzzle = common::small(4, 4, 0);
    let counts = [30, 1000, 15_000, 30_000, 300_000].map(|effort| {
        let pruning = found(&puzzle, Effort(16 * effort));
        (pruning.longest(), pruning.sequences())
    });
    // Undoing a move; 4 of 6 moves and 2 of 7; the others as counted by a plain program.
    assert_eq!(counts, [(0, 0), (2, 4), (7, 10), (8, 42), (11, 569)]);
}

#[test]
fn no_effort_finds_nothing() {
    let puzzle = common::small(3, 3, 8);
    let pruning = found(&puzzle, Effort(0));
    assert_eq!(
        (pruning.longest(), pruning.sequences(), pruning.states()),
        (0, 0, 1)
    );
    assert_eq!(
        pruning.allowed::<AnyMoves>(pruning.start()),
        AnyMoves::first(256)
    );
}

fn search<P: StateSpace, H: Heuristic<P>>(tree: &Tree<'_, P, H>, start: &P::Board) -> Outcome {
    freely(|control| tree.search(start, control))
}

/// The answers equal those of a table's walk, on near and far boards of the eight.
#[test]
fn answers_are_those_of_tables() {
    let puzzle = common::small(3, 3, 8);
    let table = common::Tabled::with_descents(&puzzle);
    let pruning = found(&puzzle, Effort::THOROUGH);
    let manhattan = Manhattan::new(&puzzle);
    let tree = Tree::new(&puzzle, &manhattan).pruned_by(&pruning);
    for rank in (0..puzzle.boards()).step_by(61) {
        let board = puzzle.unrank(rank);
        let outcome = search(&tree, &board);
        let moves = outcome.moves.unwrap();
        let names = common::names(&puzzle, &board, &moves);
        assert_eq!((Some(outcome.at_least), names), table.walk(&board));
    }
}

fn freely<R>(run: impl FnOnce(&mut Control<'_>) -> R) -> R {
    let mut silent = Silent;
    run(&mut Control::new(Limits::default(), &mut silent))
}

fn same_on_all_cores<T: Storage, H: Heuristic<Tiles<T>>>(
    puzzle: &Tiles<T>,
    heuristic: &H,
    board: &TileBoard<T>,
) {
    let pruning = found(puzzle, Effort::THOROUGH);
    let tree = Tree::new(puzzle, heuristic).pruned_by(&pruning);
    let alone = search(&tree, board);
    let plain = freely(|control| Tree::new(puzzle, heuristic).search(board, control));
    assert_eq!((&alone.moves, alone.stop), (&plain.moves, plain.stop));
    assert!(alone.statistics.generated < plain.statistics.generated);
    for threads in [1, 2, 5] {
        let outcome = crate::pool::in_pool(threads, || {
            freely(|control| tree.run(board, control, Cores::All, None))
        });
        assert_eq!(outcome, alone);
    }
    let in_order = freely(|control| tree.search_in_order(board, control));
    assert_eq!(in_order, alone);
}

#[test]
fn fifteen_on_all_cores_and_in_order() {
    let puzzle = common::small(4, 4, 0);
    // Korf's boards 79 and 58 (R. E. Korf, 1985).
    for cells in [
        [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
        [5, 0, 15, 8, 4, 6, 1, 14, 10, 11, 3, 9, 7, 12, 2, 13],
    ] {
        let board = TileBoard::new(&cells).unwrap();
        same_on_all_cores(&puzzle, &Manhattan::new(&puzzle), &board);
        same_on_all_cores(&puzzle, &LinearConflict::new(&puzzle).unwrap(), &board);
    }
}
