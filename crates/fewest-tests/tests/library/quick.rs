//! Solutions found quickly are solutions, never shorter than possible; paused searches are resumed.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use fewest::search::{Algorithm, Limits, Stop};
use fewest::solver::{HeuristicName, Hooks};
use fewest::{Board, Goal, Options, Puzzle, QuickSolver, Unfinished, Verdict};

use crate::naive;
use crate::one_way::ROUND;

/// No move undoes another, two moves do the same, and there are two goals.
pub(crate) const TWO_GOALS: &str = r#"
name = "two-goals"
cells = "1 2 3 4 5"
pieces = "a b c d e"
[[move]]
name = "r"
cycles = "(1 2 3)"
[[move]]
name = "again"
cycles = "(1 2 3)"
[[move]]
name = "s"
cycles = "(3 4 5)"
[[goal]]
board = "a b c d e"
[[goal]]
board = "e d c b a"
"#;

/// Odd orders can't be solved.
pub(crate) const EVEN: &str = r#"
name = "even"
cells = "1 2 3 4 5 6"
pieces = "a b c d e f"
[[move]]
name = "r"
cycles = "(1 2 3)"
[[move]]
name = "s"
cycles = "(2 3 4 5 6)"
[[goal]]
board = "a b c d e f"
"#;

/// The second phase has only powers of the moves: the boards that it can solve are few.
pub(crate) const TWO_PHASES: &str = r#"
name = "two-phases"
cells = "1 2 3 4 5 6"
pieces = "a b c d e f"
second_phase = "l2 m"
[[move]]
name = "l"
cycles = "(1 2 3 4)"
[[move]]
name = "m"
cycles = "(5 6)"
[[move]]
name = "n"
cycles = "(4 5)"
[[move]]
name = "l'"
inverse = "l"
[[goal]]
board = "a b c d e f"
"#;

/// Every arrangement of these pieces.
/// The distances of all boards of a small puzzle, backward from the goals, move by move.
pub(crate) fn distances(
    puzzle: &Puzzle,
    is_goal: impl Fn(&Board) -> bool,
) -> HashMap<Board, Option<u32>> {
    let boards = naive::boards(&puzzle.model().structure.pieces).into_iter();
    let boards: Vec<Board> = boards.map(Board::new).collect();
    let next = |board: &Board| {
        let moves = puzzle.legal_moves(board).into_iter();
        let after = moves.map(|m| puzzle.after(board, m).expect("the move is legal"));
        after.collect::<Vec<_>>()
    };
    let found = naive::distances_to(&boards, next, is_goal);
    let boards = boards.into_iter();
    boards
        .map(|board| (board.clone(), found.get(&board).copied()))
        .collect()
}

/// Compares the solutions of all rounds with all distances.
fn check(puzzle: &Puzzle, options: &Options, is_goal: impl Fn(&Board) -> bool) {
    let mut solver = QuickSolver::new(puzzle, options).expect("a goal");
    let all = distances(puzzle, &is_goal);
    assert!(all.values().flatten().count() > 1, "{}", puzzle.name());
    for (board, distance) in &all {
        let text = puzzle.text(board);
        let mut known = None;
        for round in 0..QuickSolver::ROUNDS {
            let found = solver
                .solution(board, known.as_deref(), round, options)
                .expect(&text);
            assert_eq!(
                found.is_some(),
                distance.is_some(),
                "{}: {text}",
                puzzle.name()
            );
            let Some((moves, distance)) = found.zip(*distance) else {
                continue;
            };
            let end = moves
                .iter()
                .try_fold(board.clone(), |board, &m| puzzle.after(&board, m));
            assert!(end.is_some_and(|end| is_goal(&end)), "{text}: {moves:?}");
            assert!(moves.len() >= distance as usize, "{text}: {moves:?}");
            let before = known.as_ref().map_or(usize::MAX, Vec::len);
            assert!(moves.len() <= before, "{text}: {before} moves are known");
            known = Some(moves);
        }
        // The last weight is five quarters, and so small a board is searched to the end.
        if let (Some(moves), Some(distance), None) = (known, distance, puzzle.model().phases()) {
            assert!(
                4 * moves.len() <= 5 * *distance as usize,
                "{text}: {moves:?}"
            );
        }
    }
}

#[test]
fn solutions_of_small_puzzles() {
    for definition in [ROUND, TWO_GOALS, EVEN, TWO_PHASES] {
        let puzzle = Puzzle::from_toml(definition).expect("a definition");
        check(&puzzle, &Options::default(), |board| {
            puzzle.is_solved(board)
        });
    }
    let tiles = Puzzle::open("sliding:3x2").expect("a size");
    check(&tiles, &Options::default(), |board| tiles.is_solved(board));
    let goal = tiles.board("0 5 4 3 2 1").expect("a board");
    let options = Options {
        goal: Some(Goal::Board(goal.symbols().to_vec())),
        ..Options::default()
    };
    check(&tiles, &options, |board| *board == goal);
}

#[test]
fn moves_that_are_no_solution_are_ignored() {
    let tiles = Puzzle::open("sliding:3x2").expect("a size");
    let mut solver = QuickSolver::new(&tiles, &Options::default()).expect("a goal");
    let board = tiles.board("4 5 0 1 2 3").expect("a board");
    let found = solver
        .solution(&board, None, 0, &Options::default())
        .expect("a board")
        .expect("a solution");
    // The last is missing; the first is played again.
    let short = &found[..found.len() - 1];
    let long = [&found[..1], &found[..]].concat();
    for wrong in [short, &long[..], &[fewest::Move::new(63)]] {
        let again = solver
            .solution(&board, Some(wrong), 0, &Options::default())
            .expect("a board");
        assert_eq!(again.as_ref(), Some(&found));
    }
    let other = Board::new(vec![0; 5]);
    assert!(
        solver
            .solution(&other, None, 0, &Options::default())
            .is_err()
    );
}

#[test]
fn a_cancelled_solver_finds_nothing() {
    let options = Options::default();
    for name in ["cube3", "fifteen"] {
        let puzzle = Puzzle::open(name).expect("a puzzle");
        let mut solver = QuickSolver::new(&puzzle, &options).expect("a goal");
        let goal = puzzle.solved_board(&options).expect("a goal");
        let board = [0, 1, 2].into_iter().fold(goal, |board, m| {
            puzzle.after(&board, fewest::Move::new(m)).unwrap_or(board)
        });
        options.cancel.store(true, Ordering::Relaxed);
        let stopped = solver.solution(&board, None, 2, &options);
        assert_eq!(stopped, Err(Unfinished::Cancelled), "{name}");
        options.cancel.store(false, Ordering::Relaxed);
    }
}

/// Options for searches of their own that pause after this time.
fn pausing(pause: Option<Duration>) -> Options {
    Options {
        algorithm: Some(Algorithm::IdaStar),
        heuristics: vec![HeuristicName::Manhattan],
        hooks: Hooks {
            pause,
            ..Hooks::default()
        },
        ..Options::default()
    }
}

#[test]
fn a_paused_search_ends_as_it_would_at_once() {
    let fifteen = Puzzle::open("fifteen").expect("a puzzle");
    let board = |text| fifteen.board(text).expect("a board");
    let far = board("14 7 1 0 2 8 12 4 6 9 15 5 13 11 10 3");
    let near = board("1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15");
    let whole = fifteen.solve(&far, &pausing(None)).expect("a board");
    assert!(matches!(whole.verdict, Verdict::Solved(_)));
    let options = pausing(Some(Duration::from_millis(2)));
    // Then a search for another board comes between, and this one begins again.
    for mut between in [None, Some(&near)] {
        let mut bounds = Vec::new();
        let paused = loop {
            let answer = fifteen.solve(&far, &options).expect("a board");
            let Verdict::Stopped(Stop::Time, bound) = answer.verdict else {
                break answer;
            };
            bounds.push(bound);
            if bounds.len() == 3
                && let Some(near) = between.take()
            {
                let answer = fifteen.solve(near, &options).expect("a board");
                assert_eq!(answer.verdict, Verdict::Solved(3));
                bounds.clear();
            }
        };
        assert!(bounds.len() > 3, "it pauses: {bounds:?}");
        assert!(bounds.is_sorted(), "{bounds:?}");
        assert_eq!(
            (paused.verdict, &paused.moves),
            (whole.verdict, &whole.moves)
        );
        assert_eq!(
            (paused.expanded, paused.generated),
            (whole.expanded, whole.generated)
        );
    }
}

/// A limit of moves or nodes holds for all parts of a search together.
#[test]
fn limits_hold_across_pauses() {
    let fifteen = Puzzle::open("fifteen").expect("a puzzle");
    let far = fifteen
        .board("14 7 1 0 2 8 12 4 6 9 15 5 13 11 10 3")
        .expect("a board");
    for (moves, nodes) in [(Some(43), None), (None, Some(3_000_000))] {
        let limits = Limits {
            max_moves: moves,
            max_nodes: nodes,
            ..Limits::default()
        };
        let options = |pause| Options {
            limits,
            ..pausing(pause)
        };
        let whole = fifteen.solve(&far, &options(None)).expect("a board");
        let options = options(Some(Duration::from_millis(2)));
        let mut pauses = 0;
        let in_parts = loop {
            let answer = fifteen.solve(&far, &options).expect("a board");
            if !matches!(answer.verdict, Verdict::Stopped(Stop::Time, _)) {
                break answer;
            }
            pauses += 1;
        };
        assert!(pauses > 3);
        assert_eq!(in_parts.verdict, whole.verdict);
    }
}
