//! Neighbours that are apart: the bound compared with a naive count and every board's distance.

use std::collections::HashSet;

use fewest::heuristic::{Bounds, Heuristic, Neighbours};
use fewest::kernel::general::{Cells, General};
use fewest::search::Algorithm;
use fewest::solver::{HeuristicName, Options, Tie};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Move, StateSpace};
use fewest::{Model, Puzzle};

use crate::naive;

/// The move that turns over the cells from `first` to `last`, both included.
fn flip(by: u8, cells: u8, first: u8, last: u8) -> Turn {
    let from = |cell: u8| {
        let is_inside = (first..=last).contains(&cell);
        if is_inside { first + last - cell } else { cell }
    };
    Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: (0..cells).map(from).collect(),
    }
}

fn solved(pieces: u8, turns: Vec<Turn>) -> Structure {
    Structure {
        pieces: vec![1; pieces.into()],
        turns,
        goals: vec![(0..pieces).map(Some).collect()],
    }
}

fn pancakes(count: u8) -> Structure {
    let flips = (1..count).map(|last| flip(last - 1, count, 0, last));
    solved(count, flips.collect())
}

/// Pancakes with two sides: two cells each.
fn burnt(count: u8) -> Structure {
    let flips = (0..count).map(|last| flip(last, 2 * count, 0, 2 * last + 1));
    solved(2 * count, flips.collect())
}

/// Discs in a ring; the first four turn over.
fn top_spin(discs: u8) -> Structure {
    let ring = |by, step: u8| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: (0..discs).map(|cell| (cell + step) % discs).collect(),
    };
    let turns = vec![flip(0, discs, 0, 3), ring(1, 1), ring(2, discs - 1)];
    solved(discs, turns)
}

/// Pieces circle one way only.
fn one_way() -> Structure {
    let turn = |by, from: [u8; 7]| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: from.to_vec(),
    };
    let turns = vec![
        turn(0, [6, 0, 1, 2, 3, 4, 5]),
        turn(1, [1, 2, 0, 3, 4, 5, 6]),
    ];
    solved(7, turns)
}

/// The blank swaps with the piece before or after it in a row, and two pieces turn over anywhere.
fn row_with_a_blank() -> Structure {
    let mut turns = vec![flip(2, 7, 0, 1), flip(3, 7, 0, 6)];
    for cell in 0..6 {
        let there = flip(0, 7, cell, cell + 1);
        turns.push(Turn {
            needs: vec![(cell, 6)],
            ..there.clone()
        });
        turns.push(Turn {
            by: Move::new(1),
            needs: vec![(cell + 1, 6)],
            ..there
        });
    }
    solved(7, turns)
}

/// The puzzle with its cells in another order.
fn relabelled(structure: &Structure, names: &[u8]) -> Structure {
    let mut renamed = structure.clone();
    let put = |cell: usize| usize::from(names[cell]);
    for (turn, renamed) in structure.turns.iter().zip(&mut renamed.turns) {
        for (to, from) in turn.from.iter().enumerate() {
            renamed.from[put(to)] = names[usize::from(*from)];
        }
    }
    for (goal, renamed) in structure.goals.iter().zip(&mut renamed.goals) {
        for (cell, symbol) in goal.iter().enumerate() {
            renamed[put(cell)] = *symbol;
        }
    }
    renamed
}

/// The symbols of each pair of neighbours, sorted. The plate holds 255.
fn pairs(neighbours: &Neighbours, symbol: impl Fn(usize) -> Option<u8>) -> Vec<[u8; 2]> {
    let pairs = neighbours.pairs().iter().filter_map(|[low, high]| {
        let [low, high] = [symbol((*low).into())?, symbol((*high).into())?];
        Some([low.min(high), low.max(high)])
    });
    pairs.collect()
}

/// The bound by its definition. The pairs of the board are removed one by one from the goal's;
/// the rest is apart.
fn naive(neighbours: &Neighbours, structure: &Structure, board: &[u8]) -> u32 {
    let on = |cells: &[Option<u8>], cell: usize| match cells.get(cell) {
        Some(symbol) => *symbol,
        None => Some(255),
    };
    let board: Vec<Option<u8>> = board.iter().copied().map(Some).collect();
    let apart = structure.goals.iter().map(|goal| {
        let mut left = pairs(neighbours, |cell| on(goal, cell));
        for pair in pairs(neighbours, |cell| on(&board, cell)) {
            if let Some(place) = left.iter().position(|other| *other == pair) {
                left.remove(place);
            }
        }
        left.len()
    });
    let apart = u32::try_from(apart.min().unwrap()).unwrap();
    apart.div_ceil(neighbours.max_joined())
}

/// Compares the bounds of all boards that can be solved with their distances, with the definition,
/// and along all moves. Returns the sum of the bounds.
fn compare(structure: &Structure) -> u32 {
    let neighbours = Neighbours::new(structure).unwrap();
    let puzzle = General::<Cells<32>>::new(structure.clone()).unwrap();
    let cells: HashSet<[u16; 2]> = neighbours.pairs().iter().copied().collect();
    let joined = structure.turns.iter().map(|turn| {
        let from = |cell: u16| {
            turn.from
                .get(usize::from(cell))
                .map_or(cell, |from| u16::from(*from))
        };
        let sources = cells
            .iter()
            .map(|[a, b]| [from(*a).min(from(*b)), from(*a).max(from(*b))]);
        sources.filter(|source| !cells.contains(source)).count()
    });
    assert_eq!(joined.max(), Some(neighbours.max_joined() as usize));
    let mut sum = 0;
    for (symbols, distance) in naive::all_distances(structure) {
        let board = puzzle.board(&symbols).unwrap();
        let bound = neighbours.bound_of(&puzzle, &board);
        assert!(bound <= distance, "{symbols:?}");
        assert_eq!(
            bound,
            naive(&neighbours, structure, &symbols),
            "{symbols:?}"
        );
        let memo = neighbours.start(&puzzle, &board);
        for m in puzzle.moves(&board) {
            let next = puzzle.after(&board, m);
            let updated = neighbours.after(&puzzle, &board, m, &next, memo);
            assert_eq!(
                updated,
                neighbours.start(&puzzle, &next),
                "{symbols:?} {m:?}"
            );
            let after = Heuristic::<General<Cells<32>>>::bound(&neighbours, updated);
            assert!(bound <= after + 1, "{symbols:?} {m:?}");
            let away = neighbours.away(&puzzle, &board);
            assert!(away(&next) <= 1 && away(&board) == 0, "{symbols:?} {m:?}");
        }
        sum += bound;
    }
    sum
}

#[test]
fn bounds_of_every_board() {
    for structure in [
        pancakes(4),
        pancakes(7),
        burnt(3),
        top_spin(7),
        one_way(),
        row_with_a_blank(),
    ] {
        assert!(compare(&structure) > 0);
    }
}

/// Several goals, open cells, identical pieces.
#[test]
fn bounds_with_other_goals() {
    for structure in [pancakes(7), one_way(), row_with_a_blank()] {
        let open = |cells: &[usize]| {
            let mut goal = structure.goals[0].clone();
            for cell in cells {
                goal[*cell] = None;
            }
            goal
        };
        let whole = &structure.goals[0];
        let turned: Vec<Option<u8>> = whole[..6]
            .iter()
            .rev()
            .chain(&whole[6..])
            .copied()
            .collect();
        for goals in [
            vec![open(&[2])],
            vec![open(&[0, 1, 5])],
            vec![whole.clone(), turned.clone()],
            vec![open(&[3]), turned],
        ] {
            let structure = Structure {
                goals,
                ..structure.clone()
            };
            assert!(compare(&structure) > 0);
        }
        let alike =
            |symbol: &Option<u8>| symbol.map(|symbol| [0, 1, 0, 1, 1, 0, 2][usize::from(symbol)]);
        let structure = Structure {
            pieces: vec![3, 3, 1],
            turns: structure.turns.iter().cloned().map(blank_is_two).collect(),
            goals: vec![whole.iter().map(alike).collect()],
        };
        assert!(compare(&structure) > 0);
    }
}

fn blank_is_two(turn: Turn) -> Turn {
    Turn {
        needs: turn.needs.iter().map(|(cell, _)| (*cell, 2)).collect(),
        ..turn
    }
}

/// Random moves (some do nothing, coincide, or need a blank), pieces and goals.
#[test]
fn bounds_of_random_puzzles() {
    let mut rng = fastrand::Rng::with_seed(17);
    let mut compared = 0;
    for _ in 0..300 {
        let cells = rng.u8(4..7);
        let kinds = if rng.bool() { cells } else { rng.u8(2..cells) };
        let mut board: Vec<u8> = (0..cells).map(|cell| cell % kinds).collect();
        let count = |kind| board.iter().map(|symbol| u32::from(*symbol == kind)).sum();
        let pieces: Vec<u32> = (0..kinds).map(count).collect();
        let blank = kinds - 1;
        let has_blank = pieces[usize::from(blank)] == 1 && rng.bool();
        let turns = (0..rng.u8(1..5)).map(|by| {
            let mut from: Vec<u8> = (0..cells).collect();
            if rng.bool() {
                rng.shuffle(&mut from);
            } else {
                let end = rng.usize(2..=from.len());
                from[rng.usize(..2)..end].reverse();
            }
            Turn {
                by: Move::new(by),
                needs: has_blank
                    .then(|| (rng.u8(..cells), blank))
                    .filter(|_| rng.u8(..3) > 0)
                    .into_iter()
                    .collect(),
                from,
            }
        });
        let turns = turns.collect();
        let goals = (0..rng.usize(1..4)).map(|_| {
            rng.shuffle(&mut board);
            let is_whole = rng.bool();
            let cells = board.iter().copied();
            cells
                .map(|symbol| Some(symbol).filter(|_| is_whole || rng.u8(..3) > 0))
                .collect()
        });
        let goals = goals.collect();
        let structure = Structure {
            pieces,
            turns,
            goals,
        };
        if Neighbours::new(&structure).is_some() {
            compare(&structure);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} puzzles");
}

/// Pancakes have the gap heuristic: each next to the next, and the last to the plate.
#[test]
fn the_gaps_of_pancakes_are_found() {
    let mut rng = fastrand::Rng::with_seed(11);
    for count in [5, 9, 12, 20, 30, 40] {
        let structure = pancakes(count);
        let gaps: HashSet<[u16; 2]> = (0..u16::from(count)).map(|cell| [cell, cell + 1]).collect();
        let mut names: Vec<u8> = (0..count).collect();
        for _ in 0..3 {
            let found = Neighbours::new(&relabelled(&structure, &names)).unwrap();
            let renamed = |cell: u16| {
                names
                    .get(usize::from(cell))
                    .map_or(cell, |name| u16::from(*name))
            };
            let expected = gaps
                .iter()
                .map(|[a, b]| [renamed(*a).min(renamed(*b)), renamed(*a).max(renamed(*b))]);
            let pairs: HashSet<[u16; 2]> = found.pairs().iter().copied().collect();
            assert_eq!(pairs, expected.collect(), "{count} pancakes");
            assert_eq!(found.max_joined(), 1);
            rng.shuffle(&mut names);
        }
    }
    let found = Neighbours::new(&burnt(15)).unwrap();
    let pancakes = (0..14).map(|pancake| [2 * pancake + 1, 2 * pancake + 2]);
    // The lower side of the last, and the plate.
    let expected: Vec<[u16; 2]> = pancakes.chain([[28, 30]]).collect();
    assert_eq!((found.pairs(), found.max_joined()), (&expected[..], 1));
}

/// Nothing is found where nothing moves, where goals name no pieces, or in a huge puzzle.
#[test]
fn puzzles_without_neighbours() {
    let ring = |cells: u8| Turn {
        by: Move::new(0),
        needs: Vec::new(),
        from: (0..=u8::MAX)
            .cycle()
            .skip(1)
            .take(cells.into())
            .map(|cell| cell % cells)
            .collect(),
    };
    assert!(Neighbours::new(&solved(1, Vec::new())).is_none());
    assert!(Neighbours::new(&solved(5, Vec::new())).is_none());
    let mut open = pancakes(5);
    open.goals = vec![vec![None; 5]];
    assert!(Neighbours::new(&open).is_none());
    assert!(Neighbours::new(&solved(255, vec![ring(255); 64])).is_some());
    // 100 pancakes were too many.
    for (cells, is_found) in [(100, true), (200, false)] {
        let flips = (1..cells).map(|last| flip(last - 1, cells, 0, last));
        let neighbours = Neighbours::new(&solved(cells, flips.collect()));
        let bounds = neighbours.map(|found| (found.pairs().len(), found.max_joined()));
        assert_eq!(bounds, is_found.then_some((usize::from(cells), 1)));
    }
}

fn options(heuristics: &[HeuristicName], tie: Tie) -> Options {
    Options {
        algorithm: Some(Algorithm::IdaStar),
        heuristics: heuristics.to_vec(),
        tie: Some(tie),
        ..Options::default()
    }
}

/// Searches with neighbours give the answers of a table.
#[test]
fn answers_of_nine_pancakes() {
    let puzzle = Puzzle::from_model(Model::of(pancakes(9))).unwrap();
    let mut rng = fastrand::Rng::with_seed(5);
    let mut symbols: Vec<u8> = (0..9).collect();
    for _ in 0..300 {
        rng.shuffle(&mut symbols);
        let board = puzzle.board_of(&symbols).unwrap();
        let table = puzzle.solve(&board, &Options::default()).unwrap();
        let least = puzzle.solve(&board, &options(&[HeuristicName::Neighbours], Tie::Least));
        let least = least.unwrap();
        assert_eq!(least.moves, table.moves, "{symbols:?}");
        assert_eq!(least.setup.heuristics, [HeuristicName::Neighbours]);
        let mixed = [HeuristicName::Neighbours, HeuristicName::Misplaced];
        for heuristics in [&mixed[..1], &mixed] {
            let any = puzzle
                .solve(&board, &options(heuristics, Tie::Any))
                .unwrap();
            assert_eq!(any.moves.len(), table.moves.len(), "{symbols:?}");
        }
    }
}

/// Applies the flips of an answer to a stack.
fn flipped(symbols: &[u8], moves: &[Move]) -> Vec<u8> {
    let mut stack = symbols.to_vec();
    for m in moves {
        stack[..m.index() + 2].reverse();
    }
    stack
}

/// Stacks that no table is needed for, and puzzles where tables are better.
#[test]
fn neighbours_are_chosen_where_they_beat_tables() {
    let mut rng = fastrand::Rng::with_seed(2);
    for count in [14u8, 20, 30] {
        let puzzle = Puzzle::from_model(Model::of(pancakes(count))).unwrap();
        let mut symbols: Vec<u8> = (0..count).collect();
        for _ in 0..3 {
            rng.shuffle(&mut symbols);
            let board = puzzle.board_of(&symbols).unwrap();
            let answer = puzzle.solve(&board, &Options::default()).unwrap();
            assert_eq!(answer.setup.heuristics, [HeuristicName::Neighbours]);
            assert!(flipped(&symbols, &answer.moves).is_sorted());
            let any = puzzle.solve(&board, &options(&[], Tie::Any)).unwrap();
            assert_eq!(any.setup.heuristics, [HeuristicName::Neighbours]);
            assert_eq!(any.moves.len(), answer.moves.len());
        }
    }
    let top_spin = Puzzle::from_model(Model::of(top_spin(20))).unwrap();
    let mut near: Vec<u8> = (0..20).collect();
    near[..4].reverse();
    near.rotate_left(3);
    let answer = top_spin
        .solve(&top_spin.board_of(&near).unwrap(), &Options::default())
        .unwrap();
    assert_eq!(
        (answer.moves.len(), &answer.setup.heuristics[..]),
        (4, &[HeuristicName::Misplaced][..])
    );
}
