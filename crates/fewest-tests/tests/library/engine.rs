//! The general engine (views, ranks, links, parity), compared with kernels and plain searches.

use std::sync::Arc;

use fewest::heuristic::{Heuristic, Merged, OutOfPlace};
use fewest::kernel::general::{Cells, General};
use fewest::kernel::{Kernel, View};
use fewest::model::Model;
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::Table;
use fewest::table::build::build;

use crate::common::{one_symbol, wander};
use crate::naive;
use crate::projections::counterexample;

fn puzzle<const N: usize>(text: &str) -> General<Cells<N>> {
    let definition = Model::from_toml(text).unwrap_or_else(|problems| panic!("{problems}"));
    General::of(Arc::new(definition)).unwrap()
}

fn rotation() -> General<Cells<32>> {
    puzzle(include_str!("../../../../puzzles/rotation.toml"))
}

fn eight() -> General<Cells<32>> {
    puzzle(include_str!("../../../../puzzles/eight.toml"))
}

fn turn(by: u8, needs: Option<(u8, u8)>, from: &[u8]) -> Turn {
    let needs = needs.into_iter().collect();
    let by = Move::new(by);
    let from = from.to_vec();
    Turn { by, needs, from }
}

/// Two rings of four cells that share one and turn in one direction: no move undoes another.
fn one_way() -> Structure {
    Structure {
        pieces: vec![1, 1, 2, 3],
        turns: vec![
            turn(0, None, &[1, 2, 3, 0, 4, 5, 6]),
            turn(1, None, &[0, 1, 2, 4, 5, 6, 3]),
        ],
        goals: vec![
            vec![Some(2), Some(2), None, Some(0), None, None, None],
            vec![Some(0), None, None, None, Some(1), None, None],
        ],
    }
}

/// Two rings that turn in both directions.
fn rings() -> Structure {
    let mut structure = one_way();
    structure.turns.push(turn(2, None, &[3, 0, 1, 2, 4, 5, 6]));
    structure.turns.push(turn(3, None, &[0, 1, 2, 6, 3, 4, 5]));
    structure
}

/// A blank that steps along a line of cells with two kinds of pieces, and jumps by swapping with a
/// piece two cells away.
fn hops() -> Structure {
    let swap = |a: u8, b: u8| {
        let mut from: Vec<u8> = (0..7).collect();
        from.swap(a.into(), b.into());
        from
    };
    let mut turns = Vec::new();
    for (by, step) in [(0, 1u8), (1, 2)] {
        for cell in 0..7 - step {
            turns.push(turn(by, Some((cell, 1)), &swap(cell, cell + step)));
            turns.push(turn(
                by + 2,
                Some((cell + step, 1)),
                &swap(cell, cell + step),
            ));
        }
    }
    Structure {
        pieces: vec![3, 1, 3],
        turns,
        goals: vec![[0, 0, 0, 1, 2, 2, 2].map(Some).to_vec()],
    }
}

#[test]
fn tables_are_those_of_plain_searches() {
    for structure in [one_way(), rings(), hops()] {
        let puzzle = General::<Cells<32>>::new(structure.clone()).unwrap();
        let table = build(&puzzle, Budget::default()).unwrap();
        let expected = naive::all_distances(&structure);
        assert_eq!(table.reachable(), expected.len() as u64);
        for rank in 0..puzzle.boards() {
            let board = puzzle.unrank(rank);
            assert_eq!(puzzle.rank(&board), rank);
            let mut symbols = Vec::new();
            puzzle.symbols(&board, &mut symbols);
            assert_eq!(puzzle.board(&symbols), Some(board));
            let distance = table.distance(rank).map(u32::from);
            assert_eq!(distance, expected.get(&symbols).copied());
        }
        assert_eq!(puzzle.identity().is_some(), structure != one_way());
    }
}

/// A puzzle of distinct pieces with random moves, which may need and move a blank.
fn random(source: &mut fastrand::Rng) -> Structure {
    let cells = source.u8(4..=6);
    let mut turns: Vec<Turn> = Vec::new();
    let blank = source.bool().then(|| source.u8(0..cells));
    for by in 0..source.u8(1..4) {
        let mut from: Vec<u8> = (0..cells).collect();
        source.shuffle(&mut from);
        if source.bool() {
            let twice: Vec<u8> = from.iter().map(|&cell| from[usize::from(cell)]).collect();
            from = twice;
        }
        let cell = source.u8(0..cells);
        let to = from.iter().position(|&origin| origin == cell).unwrap();
        let to = u8::try_from(to).unwrap();
        let mut back = from.clone();
        for (to, &from) in (0..).zip(&from) {
            back[usize::from(from)] = to;
        }
        let needs = |cell| blank.map(|blank| (cell, blank));
        turns.push(turn(2 * by, needs(cell), &from));
        if source.u8(0..4) > 0 {
            turns.push(turn(2 * by + 1, needs(to), &back));
        }
    }
    let goal = |source: &mut fastrand::Rng| {
        let mut goal: Vec<u8> = (0..cells).collect();
        source.shuffle(&mut goal);
        goal.into_iter().map(Some).collect()
    };
    let goals = (0..source.usize(1..3)).map(|_| goal(source));
    Structure {
        pieces: vec![1; cells.into()],
        goals: goals.collect(),
        turns,
    }
}

/// Arrangements of distinct pieces, all of them or the half that parity allows.
#[test]
fn tables_of_random_puzzles_are_those_of_plain_searches() {
    let mut source = fastrand::Rng::with_seed(10);
    let (mut halves, mut wholes, mut ways) = (0, 0, 0);
    for _ in 0..150 {
        let structure = random(&mut source);
        let puzzle = General::<Cells<32>>::new(structure.clone()).unwrap();
        let table = build(&puzzle, Budget::default()).unwrap();
        let expected = naive::all_distances(&structure);
        let cells = u8::try_from(structure.cells()).unwrap();
        let all: u64 = (1..=u64::from(cells)).product();
        match all / puzzle.boards() {
            1 => wholes += 1,
            2 => halves += 1,
            _ => panic!("{structure:?}"),
        }
        ways += usize::from(puzzle.identity().is_some());
        assert_eq!(table.reachable(), expected.len() as u64);
        for rank in 0..puzzle.boards() {
            assert_eq!(puzzle.rank(&puzzle.unrank(rank)), rank, "{structure:?}");
        }
        let mut symbols: Vec<u8> = (0..cells).collect();
        for _ in 0..100 {
            source.shuffle(&mut symbols);
            let board = puzzle.board(&symbols).unwrap();
            let distance = table.distance(puzzle.rank(&board)).map(u32::from);
            assert_eq!(distance, expected.get(&symbols).copied(), "{structure:?}");
        }
    }
    assert!(
        halves > 20 && wholes > 20 && ways > 20,
        "{halves} {wholes} {ways}"
    );
}

#[test]
fn goals_with_equal_views_share_the_kernels_table() {
    let rotation = rotation();
    let views: Vec<View> = (0..3)
        .map(|goal| View::exact(rotation.model(), &[goal]))
        .collect();
    assert!(
        views
            .iter()
            .all(|view| view.structure() == views[0].structure())
    );
    let view = rotation.through(&views[0]).unwrap();
    let (table, kernel) = (
        build(&view, Budget::default()).unwrap(),
        build(&one_symbol(), Budget::default()).unwrap(),
    );
    assert_eq!(table.counts(), kernel.counts());
    for rank in 0..view.boards() {
        assert_eq!(table.distance(rank), kernel.distance(rank));
        if rank % 1009 == 0 {
            assert_eq!(view.rank(&view.unrank(rank)), rank);
        }
    }
}

#[test]
fn exact_views_are_exact() {
    let rotation = rotation();
    let mut rng = fastrand::Rng::with_seed(8);
    let solved = rotation.solved_boards().unwrap();
    let boards: Vec<Cells<32>> = (0..300)
        .map(|i| wander(&rotation, &solved[i * 61 % solved.len()], i % 9, &mut rng))
        .collect();
    for goal in 0..3 {
        let exact = View::exact(rotation.model(), &[goal]);
        let (view, lens) = (rotation.through(&exact).unwrap(), rotation.lens(&exact));
        let check = |expected: usize| {
            let is_goal = |board: &Cells<32>| rotation.goal(board) == Some(expected);
            let project = |board: &Cells<32>| rotation.project(&lens, board);
            counterexample(
                &rotation,
                &view,
                (project, true),
                is_goal,
                boards.iter().copied(),
            )
        };
        assert_eq!(check(goal), None);
        assert!(check((goal + 1) % 3).is_some(), "a wrong goal is noticed");
    }
    let (hops, everything) = (General::<Cells<32>>::new(hops()).unwrap(), [0]);
    let exact = View::exact(hops.model(), &everything);
    let (view, lens) = (hops.through(&exact).unwrap(), hops.lens(&exact));
    let all = (0..hops.boards()).map(|rank| hops.unrank(rank));
    assert_eq!(
        counterexample(
            &hops,
            &view,
            (|board: &_| hops.project(&lens, board), true),
            |board| hops.is_solved(board),
            all
        ),
        None
    );
}

/// Checks that a heuristic never exceeds the distance, is 0 if solved, and attains `reaches`.
fn is_admissible<const N: usize, H: Heuristic<General<Cells<N>>>>(
    puzzle: &General<Cells<N>>,
    table: &Table,
    heuristic: &H,
    reaches: u32,
) {
    let mut greatest = 0;
    for rank in 0..puzzle.boards() {
        let board = puzzle.unrank(rank);
        let bound = heuristic.bound(heuristic.start(puzzle, &board));
        let Some(distance) = table.distance(rank) else {
            continue;
        };
        assert!(bound <= distance.into(), "{board:?}: {bound} of {distance}");
        greatest = greatest.max(bound);
        if rank % 97 == 0 {
            for m in puzzle.moves(&board) {
                let next = puzzle.after(&board, m);
                let memo = heuristic.start(puzzle, &board);
                let memo = heuristic.after(puzzle, &board, m, &next, memo);
                assert_eq!(
                    heuristic.bound(memo),
                    heuristic.bound(heuristic.start(puzzle, &next))
                );
            }
        }
    }
    assert!(greatest >= reaches, "{greatest}");
}

#[test]
fn bounds_hold_on_every_board() {
    let eight = eight();
    let table = build(&eight, Budget::default()).unwrap();
    is_admissible(&eight, &table, &OutOfPlace::new(&eight), 8);
    for (max_boards, reaches) in [(100, 20), (20_000, 24), (1_000_000, 31)] {
        let merged = Merged::build(&eight, max_boards, Budget::default()).unwrap();
        is_admissible(&eight, &table, &merged, reaches);
    }
    for structure in [one_way(), rings(), hops()] {
        let puzzle = General::<Cells<32>>::new(structure).unwrap();
        let table = build(&puzzle, Budget::default()).unwrap();
        is_admissible(&puzzle, &table, &OutOfPlace::new(&puzzle), 1);
        for max_boards in [150, 1000] {
            let merged = Merged::build(&puzzle, max_boards, Budget::default()).unwrap();
            is_admissible(&puzzle, &table, &merged, 2);
        }
    }
}

/// Boards are permutations, so inverses and symmetric images are looked up as well.
#[test]
fn bounds_of_permutations_hold_on_every_board() {
    for (text, max_boards, reaches) in [
        (include_str!("../../../../puzzles/topspin9.toml"), 3024, 17),
        (include_str!("../../../../puzzles/topspin9.toml"), 9, 3),
        (include_str!("../../../../puzzles/pancakes.toml"), 3024, 7),
        (include_str!("../../../../puzzles/twiddle.toml"), 3024, 6),
    ] {
        let puzzle = puzzle::<32>(text);
        let table = build(&puzzle, Budget::default()).unwrap();
        let merged = Merged::build(&puzzle, max_boards, Budget::default()).unwrap();
        is_admissible(&puzzle, &table, &merged, reaches);
    }
}

#[test]
fn parity_identifies_the_unsolvable_half() {
    let eight = eight();
    let table = build(&eight, Budget::default()).unwrap();
    assert_eq!((table.len(), table.reachable()), (181_440, 181_440));
    let mut symbols = Vec::new();
    for rank in 0..eight.boards() {
        let board = eight.unrank(rank);
        assert_eq!(eight.rank(&board), rank);
        assert!(eight.parity_allows(&board));
        symbols.clear();
        eight.symbols(&board, &mut symbols);
        let tiles: Vec<usize> = (0..9).filter(|&cell| symbols[cell] != 8).collect();
        let place = usize::try_from(rank % 8).unwrap();
        symbols.swap(tiles[place], tiles[(place + 1) % 8]);
        let other = eight.board(&symbols).unwrap();
        assert!(!eight.parity_allows(&other));
        assert_eq!(table.distance(eight.rank(&other)), None);
    }
    // Three cells in a ring, which allows only even moves.
    let ring = Structure {
        pieces: vec![1, 1, 1],
        turns: vec![turn(0, None, &[1, 2, 0])],
        goals: vec![vec![Some(0), Some(1), Some(2)]],
    };
    let ring = General::<Cells<32>>::new(ring).unwrap();
    for (symbols, allows) in [
        ([0, 1, 2], true),
        ([1, 2, 0], true),
        ([2, 0, 1], true),
        ([0, 2, 1], false),
        ([1, 0, 2], false),
        ([2, 1, 0], false),
    ] {
        assert_eq!(ring.parity_allows(&ring.board(&symbols).unwrap()), allows);
    }
    let rotation = rotation();
    assert!(
        rotation.parity_allows(&rotation.first_board().unwrap()),
        "pieces that look alike tell nothing"
    );
}

#[test]
fn a_view_is_projected_as_its_moves_are() {
    let eight = eight();
    let few = View::keeping(eight.model(), &[0], |symbol| symbol < 3);
    let (view, lens) = (eight.through(&few).unwrap(), eight.lens(&few));
    let boards = (0..eight.boards())
        .step_by(997)
        .map(|rank| eight.unrank(rank));
    for board in boards {
        for m in eight.moves(&board) {
            let after = eight.project(&lens, &eight.after(&board, m));
            assert_eq!(after, view.after(&eight.project(&lens, &board), m));
        }
    }
}

#[test]
fn every_part_of_a_structure_marks_it() {
    let mark = |structure: Structure| Model::of(structure).fingerprint();
    let changes: [fn(&mut Structure); 5] = [
        |structure| structure.pieces.swap(0, 2),
        |structure| structure.turns[0].from.swap(0, 1),
        |structure| structure.turns[1].needs = vec![(0, 0)],
        |structure| structure.goals[0][2] = Some(1),
        |structure| structure.goals.swap(0, 1),
    ];
    let mut marks = vec![mark(rings())];
    for change in changes {
        let mut structure = rings();
        change(&mut structure);
        marks.push(mark(structure));
    }
    let count = marks.len();
    marks.sort_unstable();
    marks.dedup();
    assert_eq!(marks.len(), count);
    assert_eq!(mark(rings()), mark(rings()));
}
