//! Both bounds of boards that a limit leaves open, against the distances of all boards.

use std::slice;
use std::sync::atomic::Ordering;
use std::time::Duration;

use fewest::model::Case;
use fewest::search::{Algorithm, Limits, Stop};
use fewest::{Answer, Board, Bounds, Goal, Move, Options, Puzzle, Tie, Unfinished, Verdict};

use crate::one_way::ROUND;
use crate::quick::{EVEN, TWO_GOALS, TWO_PHASES, distances};

/// Searches that end after this many boards, with any answer.
fn limited(max_nodes: u64) -> Options {
    Options {
        algorithm: Some(Algorithm::IdaStar),
        tie: Some(Tie::Any),
        limits: Limits {
            max_nodes: Some(max_nodes),
            ..Limits::default()
        },
        ..Options::default()
    }
}

fn end_of(puzzle: &Puzzle, board: &Board, moves: &[Move]) -> Option<Board> {
    let mut moves = moves.iter();
    moves.try_fold(board.clone(), |board, &m| puzzle.after(&board, m))
}

/// Compares an answer with the distance, and plays its moves.
fn check(puzzle: &Puzzle, board: &Board, answer: &Answer, distance: Option<u32>) {
    let text = format!("{}: {}, {answer:?}", puzzle.name(), puzzle.text(board));
    let Some(distance) = distance else {
        assert!(
            answer.moves.is_empty() && answer.at_most().is_none(),
            "{text}"
        );
        return;
    };
    assert!(answer.at_least <= distance, "{text}");
    let at_most = answer.at_most().expect("a solution");
    assert!(at_most >= distance, "{text}");
    assert_eq!(at_most as usize, answer.moves.len(), "{text}");
    assert_eq!(answer.is_proven(), answer.at_least == at_most, "{text}");
    let end = end_of(puzzle, board, &answer.moves).expect("legal moves");
    assert!(puzzle.is_solved(&end), "{text}");
}

#[test]
fn bounds_of_every_board_of_small_puzzles() {
    let tiles = Puzzle::open("sliding:3x2").expect("a size");
    let read = |text: &&str| Puzzle::from_toml(text).expect("a definition");
    let puzzles = [ROUND, TWO_GOALS, EVEN, TWO_PHASES];
    for puzzle in puzzles.iter().map(read).chain([tiles]) {
        let all = distances(&puzzle, |board| puzzle.is_solved(board));
        let options = limited(1);
        let mut left_open = 0;
        for mut bounds in [
            Bounds::new(&puzzle, &options),
            Bounds::quick(&puzzle, &options),
        ] {
            // One at a time, and together.
            let boards: Vec<&Board> = all.keys().take(300).collect();
            let cases: Vec<Case> = (1..)
                .zip(&boards)
                .map(|(number, board)| Case::new(number, board.symbols().to_vec()))
                .collect();
            let mut solver = puzzle.batches(&options).expect("a solver");
            let mut answers = vec![Answer::default(); cases.len()];
            let done = bounds.answer_batch(&mut *solver, &cases, &mut answers, &options);
            assert_eq!(done, Ok(()));
            for (board, together) in boards.into_iter().zip(&answers) {
                check(&puzzle, board, together, all[board]);
                let alone = bounds.answer(board, &options).expect("a board");
                check(&puzzle, board, &alone, all[board]);
                left_open += u32::from(!alone.is_proven());
            }
        }
        assert!(left_open > 0, "{}", puzzle.name());
    }
}

#[test]
fn a_board_with_its_own_goal() {
    let tiles = Puzzle::open("sliding:3x2").expect("a size");
    let board = tiles.board("0 5 4 3 2 1").expect("a board");
    let goals = ["1 2 3 4 5 0", "4 1 2 5 0 3"].map(|goal| tiles.board(goal).expect("a board"));
    let options = limited(1);
    let mut bounds = Bounds::new(&tiles, &options);
    let mut solver = tiles.batches(&options).expect("a solver");
    // Each goal comes after the other one.
    for goal in goals.iter().cycle().take(4) {
        let case = Case {
            goal: Some(goal.symbols().to_vec()),
            ..Case::from(board.clone())
        };
        let mut answer = Answer::default();
        let answers = slice::from_mut(&mut answer);
        let done = bounds.answer_batch(&mut *solver, slice::from_ref(&case), answers, &options);
        assert_eq!(done, Ok(()));
        let own = Options {
            goal: Some(Goal::Board(goal.symbols().to_vec())),
            ..Options::default()
        };
        match tiles.distance(&board, &own) {
            Ok(Verdict::Solved(distance)) => {
                assert!(answer.at_most() >= Some(distance), "{answer:?}");
                let end = end_of(&tiles, &board, &answer.moves);
                assert_eq!(end.as_ref(), Some(goal));
            }
            other => assert_eq!(
                (other, answer.verdict),
                (Ok(Verdict::Unsolvable), Verdict::Unsolvable)
            ),
        }
    }
}

/// The limit of time is the search's: a solution has as long again, and is not looked for longer.
#[test]
fn a_stopped_search_returns_the_best_solution_known() {
    let fifteen = Puzzle::open("fifteen").expect("a puzzle");
    let board = fifteen
        .board("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")
        .expect("a board");
    for (max_nodes, max_time) in [
        (Some(100_000), None),
        (None, Some(Duration::from_millis(1200))),
    ] {
        let mut options = limited(0);
        options.limits.max_nodes = max_nodes;
        options.limits.max_time = max_time;
        let answer = Bounds::new(&fifteen, &options)
            .answer(&board, &options)
            .expect("a board");
        assert!(matches!(
            answer.verdict,
            Verdict::Stopped(Stop::Nodes | Stop::Time, _)
        ));
        check(&fifteen, &board, &answer, Some(80));
    }
}

#[test]
fn a_cancelled_call_ends_at_once() {
    let fifteen = Puzzle::open("fifteen").expect("a puzzle");
    let board = fifteen
        .board("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")
        .expect("a board");
    let options = Options::default();
    options.cancel.store(true, Ordering::Relaxed);
    for mut bounds in [
        Bounds::new(&fifteen, &options),
        Bounds::quick(&fifteen, &options),
    ] {
        assert_eq!(bounds.answer(&board, &options), Err(Unfinished::Cancelled));
    }
    // The cancellation was the call's: the next one is not cancelled.
    let mut bounds = Bounds::quick(&fifteen, &options);
    assert_eq!(bounds.answer(&board, &options), Err(Unfinished::Cancelled));
    let answer = bounds.answer(&board, &limited(1000)).expect("a board");
    assert_eq!(
        answer.verdict,
        Verdict::Stopped(Stop::Found, answer.at_least)
    );
    check(&fifteen, &board, &answer, Some(80));
}
