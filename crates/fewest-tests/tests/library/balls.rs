//! The ball around the goals: how far it grows, and which boards it leaves to searches.

use std::fmt::Write as _;
use std::sync::Arc;

use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General, Planes};
use fewest::model::{Case, Model};
use fewest::search::{Algorithm, Limits};
use fewest::solver::{Answer, Batches, Method, Options, Verdict, answer_batch};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Move, Ranked, StateSpace};
use fewest::table::Ball;
use fewest::table::build::build;
use fewest::{Budget, Puzzle};

use crate::{common, naive};

const HALF: usize = 12;

/// 32 moves that rotate pieces of five cells in either half. A search has 30 times as many boards
/// with each move.
fn wide() -> (String, Vec<Vec<usize>>) {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut text = format!(
        "name = \"wide\"\ncells = {}\npieces = \"a*12 b*12\"\n",
        2 * HALF
    );
    let mut cycles = Vec::new();
    for m in 0..16 {
        let half = HALF * (m % 2);
        let mut cells: Vec<usize> = (half..half + HALF).collect();
        rng.shuffle(&mut cells);
        cells.truncate(5);
        let words: Vec<String> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
        let words = words.join(" ");
        write!(text, "[[move]]\nname = \"m{m}\"\ncycles = \"({words})\"\n").unwrap();
        write!(text, "[[move]]\nname = \"n{m}\"\ninverse = \"m{m}\"\n").unwrap();
        cycles.push(cells.clone());
        cells.reverse();
        cycles.push(cells);
    }
    text += "[[goal]]\nboard = \"a*6 b*6 a*6 b*6\"\n";
    (text, cycles)
}

fn halves(first: usize, second: usize) -> Vec<u8> {
    let half = |a: usize| (0..HALF).map(move |cell| u8::from(cell >= a));
    half(first).chain(half(second)).collect()
}

fn solver(model: &Model, limits: Limits) -> (Options, Box<dyn Batches>) {
    let options = Options {
        limits,
        ..Options::default()
    };
    let puzzle = Puzzle::from_model(model.clone()).unwrap();
    let solver = puzzle.batches(&options).unwrap();
    (options, solver)
}

fn answers<K: Kernel>(puzzle: &K, boards: &[K::Board], limits: Limits) -> Vec<Answer> {
    let (options, mut solver) = solver(puzzle.model(), limits);
    let cases = boards
        .iter()
        .map(|board| Case::new(1, common::symbols(puzzle, board)));
    let cases: Vec<_> = cases.collect();
    let mut answers = vec![Answer::default(); cases.len()];
    solver.prepare(&cases, options.call()).unwrap();
    for _ in 0..20 {
        let mut are_deferred = false;
        for (case, answer) in cases.iter().zip(&mut answers) {
            if answer.verdict == Verdict::Deferred {
                solver.solve(case, options.call(), answer);
            }
            are_deferred |= answer.verdict == Verdict::Deferred;
        }
        if !are_deferred {
            return answers;
        }
        solver.escalate(options.call()).unwrap();
    }
    panic!("boards are deferred forever");
}

#[test]
fn a_limit_on_a_wide_puzzle_was_met_half_way_however_far() {
    let (text, cycles) = wide();
    let puzzle = General::<Planes<u64>>::of(Arc::new(Model::from_toml(&text).unwrap())).unwrap();
    let limits = |moves| Limits {
        max_moves: Some(moves),
        max_nodes: Some(1_000_000),
        ..Limits::default()
    };
    let unsolvable = puzzle.board(&halves(7, 5)).unwrap();
    let [answer] = &answers(&puzzle, &[unsolvable], limits(10))[..] else {
        panic!("one board, one answer");
    };
    // The pieces of one half are mixed with the other's, which is detected without a search.
    assert_eq!(
        (answer.verdict, answer.method),
        (Verdict::Unsolvable, Method::Group)
    );

    let steps = |board: &Vec<u8>| {
        let step = |cycle: &Vec<usize>| {
            let mut next = board.clone();
            for (i, &from) in cycle.iter().enumerate() {
                next[cycle[(i + 1) % cycle.len()]] = board[from];
            }
            (String::new(), next)
        };
        cycles.iter().map(step).collect::<Vec<_>>()
    };
    let mut rng = fastrand::Rng::with_seed(4);
    for moves in [3, 10] {
        let mut symbols = halves(6, 6);
        rng.shuffle(&mut symbols[..HALF]);
        rng.shuffle(&mut symbols[HALF..]);
        let distance = naive::bidirectional(&symbols, &halves(6, 6), steps).unwrap();
        let board = puzzle.board(&symbols).unwrap();
        let answer = &answers(&puzzle, &[board], limits(moves))[0];
        let expected = if distance <= moves {
            Verdict::Solved(distance)
        } else {
            Verdict::Beyond(moves)
        };
        assert_eq!(answer.verdict, expected);
    }
}

#[test]
fn balls_of_knights_reach_eight_moves_and_eleven() {
    let knights = General::<Planes<u64>>::of(Arc::new(Model::knights())).unwrap();
    let mut board = knights.solved_boards().unwrap()[0];
    for m in [0, 1, 3, 6, 0, 2, 5, 5, 1] {
        let legal: Vec<Move> = knights.moves(&board).collect();
        knights.apply(&mut board, legal[m % legal.len()]);
    }
    let limits = Limits {
        max_moves: Some(15),
        ..Limits::default()
    };
    let memory = 1 << 18;
    let within = Limits {
        max_moves: Some(9),
        memory: Some(memory),
        ..limits
    };
    let answer = &answers(&knights, &[board], within)[0];
    assert_eq!(answer.method, Method::HalfWay);
    let used = size_of::<Planes<u64>>() as u64 * answer.stored;
    assert!(used <= memory, "{} boards", answer.stored);
    let mut far = board;
    for m in 0..30 {
        let legal: Vec<Move> = knights.moves(&far).collect();
        knights.apply(&mut far, legal[(m * m + 3) % legal.len()]);
    }
    let (options, mut solver) = solver(knights.model(), limits);
    let mut answer = |board| {
        let case = [Case::new(1, common::symbols(&knights, &board))];
        let mut answer = [Answer::default()];
        answer_batch(&mut *solver, &case, &mut answer, options.call()).unwrap();
        let [answer] = answer;
        answer
    };
    // The larger ball pays once searches have generated about as many boards as it has.
    let mut generated = 0;
    for _ in 0..10_000 {
        let near = answer(board);
        assert_eq!(near.method, Method::HalfWay);
        if near.stored != 10_486 {
            assert_eq!(near.stored, 122_209);
            assert!(generated > 100_000, "{generated}");
            return;
        }
        generated += near.generated;
        generated += answer(far).generated;
    }
    panic!("{generated} were generated");
}

/// A blank at the end of a corridor that opens into a room, so a ball's growth can't be predicted.
#[test]
fn a_ball_holds_no_more_than_it_may() {
    let text = "name = \"corridor\"\ncells = 15\npieces = \"1 2 3 4 5 6 7 8 9 a b c d e .\"\n\
         blank = \".\"\ntargets = \"1-2 2-3 3-4 4-5 5-6 6-7 6-8 6-9 6-10 6-11 6-12 6-13 6-14 6-15\"\n\
         [[goal]]\nboard = \". 1 2 3 4 5 6 7 8 9 a b c d e\"\n";
    let puzzle = General::<Cells<32>>::of(Arc::new(Model::from_toml(text).unwrap())).unwrap();
    let solved = puzzle.solved_boards().unwrap();
    let free = |radius| common::ball(&puzzle, solved[0], radius);
    assert_eq!((free(5).len(), free(6).len()), (6, 15));
    let mut ball = Ball::new(solved.clone());
    while ball.grow_within(&puzzle, 14) {}
    assert!(ball.len() <= 14, "{} boards", ball.len());
    let radius = ball.radius();
    assert!(!ball.grow_within(&puzzle, 14), "asked again");
    assert_eq!((ball.radius(), ball.len()), (5, free(5).len()));
    assert!(ball.grow_within(&puzzle, 1000));
    assert_eq!((ball.radius(), ball.len()), (radius + 1, free(6).len()));
    assert_eq!(free(0).distance(&solved[0]), Some(0));
    // Of a layer of four boards, two would be as many as it may hold.
    let mut symbols = common::symbols(&puzzle, &solved[0]);
    symbols.swap(0, 2);
    let one = puzzle.board(&symbols).unwrap();
    symbols.swap(13, 14);
    let mut ball = Ball::new([one, puzzle.board(&symbols).unwrap()]);
    for (max_boards, expected) in [(4, (false, 0, 2)), (6, (true, 1, 6))] {
        let grown = ball.grow_within(&puzzle, max_boards);
        assert_eq!((grown, ball.radius(), ball.len()), expected);
    }
}

/// A blank that circles four cells. If the other cells are wrong, the board is known at once to be
/// unsolvable.
#[test]
fn boards_outside_a_complete_ball_are_unsolvable() {
    let text = "name = \"few\"\ncells = 11\npieces = \"1 2 3 4 5 6 7 8 9 a .\"\nblank = \".\"\n\
         targets = \"1-2 2-3 3-4 4-1\"\n[[goal]]\nboard = \". 1 2 3 4 5 6 7 8 9 a\"\n";
    let puzzle = General::<Cells<32>>::of(Arc::new(Model::from_toml(text).unwrap())).unwrap();
    let mut symbols = vec![10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    symbols[4..7].rotate_left(1);
    let board = puzzle.board(&symbols).unwrap();
    let limits = Limits {
        max_moves: Some(12),
        ..Limits::default()
    };
    let answer = &answers(&puzzle, &[board], limits)[0];
    assert_eq!(answer.verdict, Verdict::Unsolvable);
}

/// In a puzzle too large for tables, boards near the goal once waited for databases. Far boards
/// still get them, alone and in a batch, with the same answers.
#[test]
fn easy_boards_waited_for_pattern_databases() {
    let text = include_str!("../../../../puzzles/sixteen.toml");
    let puzzle = General::<Cells<16>>::of(Arc::new(Model::from_toml(text).unwrap())).unwrap();
    let after = |moves: &[usize]| {
        let mut board = puzzle.solved_boards().unwrap()[0];
        for &m in moves {
            let m = puzzle.moves(&board).nth(m).unwrap();
            puzzle.apply(&mut board, m);
        }
        board
    };
    let near = after(&[0, 10, 5, 12]);
    let far = after(&[0, 10, 5, 14, 2, 9, 4, 14, 6, 8]);
    let limits = Limits {
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let near_answer = &answers(&puzzle, &[near], limits)[0];
    assert_eq!(near_answer.method, Method::HalfWay);
    assert_eq!(near_answer.verdict, Verdict::Solved(4));
    let far_answer = &answers(&puzzle, &[far], limits)[0];
    assert_eq!(far_answer.verdict, Verdict::Solved(10));
    let by_databases = Method::Algorithm(Algorithm::PrunedIdaStar);
    assert_eq!(far_answer.method, by_databases);
    let mut batch = vec![near; 31];
    batch.push(far);
    let batch = answers(&puzzle, &batch, limits);
    assert_eq!(batch[31].method, by_databases);
    for (alone, together) in [(near_answer, &batch[0]), (far_answer, &batch[31])] {
        assert_eq!(alone.verdict, together.verdict);
        assert_eq!(alone.moves, together.moves);
    }
}

/// Pattern databases of a puzzle with 64 long one-way moves take minutes. Boards near the goal do
/// not wait for them.
#[test]
fn boards_near_the_goal_wait_for_no_databases() {
    const CELLS: usize = 200;
    let mut rng = fastrand::Rng::with_seed(8);
    let pieces: Vec<String> = (0..CELLS).map(|piece| format!("p{piece}")).collect();
    let pieces = pieces.join(" ");
    let mut text = format!("name = \"long\"\ncells = {CELLS}\npieces = \"{pieces}\"\n");
    let mut cycles = Vec::new();
    for m in 0..64 {
        let mut cells: Vec<usize> = (0..CELLS).collect();
        rng.shuffle(&mut cells);
        let words: Vec<String> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
        let words = words.join(" ");
        write!(text, "[[move]]\nname = \"m{m}\"\ncycles = \"({words})\"\n").unwrap();
        cycles.push(cells);
    }
    write!(text, "[[goal]]\nboard = \"{pieces}\"\n").unwrap();
    let puzzle = General::<Cells<200>>::of(Arc::new(Model::from_toml(&text).unwrap())).unwrap();
    for moves in 1..=5 {
        // Each cell of a cycle passes its piece to the next; the other direction undoes the move.
        let mut symbols: Vec<u8> = (0..200).collect();
        for _ in 0..moves {
            let cycle = &cycles[rng.usize(..cycles.len())];
            let after = symbols.clone();
            for (i, &cell) in cycle.iter().enumerate() {
                symbols[cell] = after[cycle[(i + 1) % CELLS]];
            }
        }
        let board = puzzle.board(&symbols).unwrap();
        let [answer] = &answers(&puzzle, &[board], Limits::default())[..] else {
            panic!("one board, one answer");
        };
        let Verdict::Solved(distance @ 1..) = answer.verdict else {
            panic!("{moves}: {answer:?}");
        };
        assert!(distance <= moves, "{moves}: {answer:?}");
        assert_eq!(answer.method, Method::HalfWay, "{moves}");
    }
}

/// A blank that moves along a graph with some one-way edges, and pieces of two kinds.
fn graph(rng: &mut fastrand::Rng) -> Structure {
    let cells = rng.u8(3..7);
    let swapped = |a: u8, b: u8| {
        let mut from: Vec<u8> = (0..cells).collect();
        from.swap(a.into(), b.into());
        from
    };
    // Mostly between even and odd cells, because other edges make cycles of odd length.
    let mixed = rng.u8(..4) == 0;
    let mut turns = Vec::new();
    for (a, b) in (0..cells).flat_map(|a| (0..a).map(move |b| (a, b))) {
        if rng.u8(..3) == 0 || !mixed && (a - b) % 2 == 0 {
            continue;
        }
        for (at, to) in [(a, b), (b, a)] {
            if rng.u8(..8) > 0 {
                turns.push(Turn {
                    by: Move::new(to),
                    needs: vec![(at, 0)],
                    from: swapped(a, b),
                });
            }
        }
    }
    let goal = |rng: &mut fastrand::Rng| {
        let mut goal: Vec<Option<u8>> = (0..cells).map(|cell| Some(cell.min(1))).collect();
        goal[usize::from(cells) - 1] = Some(2);
        rng.shuffle(&mut goal);
        if rng.u8(..6) == 0 {
            goal[0] = None;
        }
        goal
    };
    Structure {
        pieces: vec![1, u32::from(cells) - 2, 1],
        turns,
        goals: (0..rng.usize(1..3)).map(|_| goal(rng)).collect(),
    }
}

#[test]
fn boards_are_odd_if_odd_numbers_of_moves_solve_them() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut known, mut unknown) = (0, 0);
    for _ in 0..400 {
        let structure = graph(&mut rng);
        if structure.turns.is_empty() {
            continue;
        }
        let puzzle = General::<Planes<u64>>::new(structure.clone()).unwrap();
        let table = build(&puzzle, Budget::default()).unwrap();
        for rank in 0..puzzle.boards() {
            let board = puzzle.unrank(rank);
            let Some(distance) = table.distance(rank) else {
                continue;
            };
            match puzzle.has_odd_distance(&board) {
                Some(is_odd) => assert_eq!(distance % 2 == 1, is_odd, "{structure:?} {board:?}"),
                None => unknown += 1,
            }
            known += usize::from(puzzle.has_odd_distance(&board).is_some());
        }
    }
    assert!(known > 1000 && unknown > 1000, "{known} {unknown}");
    let knights = General::<Planes<u64>>::of(Model::knights().into()).unwrap();
    assert!(knights.has_odd_distance(&knights.solved()[0]) == Some(false));
}

/// A move turns rings of 16 and of 17 cells: the boards form a ring of 272 that it goes round.
#[test]
fn balls_do_not_grow_to_distances_that_no_byte_holds() {
    let mut from: Vec<u8> = (0..33).collect();
    from[..16].rotate_left(1);
    from[16..].rotate_left(1);
    let mut goal = vec![Some(2); 33];
    (goal[0], goal[16]) = (Some(0), Some(1));
    let turn = Turn {
        by: Move::new(0),
        needs: Vec::new(),
        from,
    };
    let puzzle = General::<Cells<64>>::new(Structure {
        pieces: vec![1, 1, 31],
        turns: vec![turn],
        goals: vec![goal],
    });
    let puzzle = puzzle.unwrap();
    let mut ball = Ball::new(puzzle.solved());
    for radius in 1..=u8::MAX {
        assert!(ball.grow(&puzzle));
        assert_eq!(
            (ball.radius(), ball.len()),
            (radius, 1 + usize::from(radius))
        );
    }
    assert!(!ball.grow(&puzzle));
    assert_eq!((ball.radius(), ball.len()), (255, 256));
}
