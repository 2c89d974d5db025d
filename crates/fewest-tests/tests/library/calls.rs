//! Calls on one puzzle share solvers and tables, and nothing else.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use fewest::model::NamedGoal;
use fewest::search::Algorithm;
use fewest::solver::{Answer, Method};
use fewest::{
    AnswerCount, Board, Goal, Limits, Listing, Options, Progress, Puzzle, Tie, Unfinished, Verdict,
};

const ALL: Listing = Listing {
    limit: 0,
    every: true,
};

fn open(name: &str) -> Puzzle {
    Puzzle::open(name).unwrap()
}

fn solved(puzzle: &Puzzle) -> Board {
    puzzle.solved_board(&Options::default()).unwrap()
}

/// A board a few moves from the solved one.
fn near(puzzle: &Puzzle, steps: &[usize]) -> Board {
    steps.iter().fold(solved(puzzle), |board, step| {
        let moves = puzzle.legal_moves(&board);
        puzzle.after(&board, moves[step % moves.len()]).unwrap()
    })
}

fn within(limits: Limits) -> Options {
    Options {
        limits,
        ..Options::default()
    }
}

fn seconds(seconds: u64) -> Options {
    within(Limits {
        max_time: Some(Duration::from_secs(seconds)),
        ..Limits::default()
    })
}

/// Options with a list of the stages that a call begins to build.
fn watched(options: Options) -> (Options, Arc<Mutex<Vec<&'static str>>>) {
    let built: Arc<Mutex<Vec<&str>>> = Arc::default();
    let list = Arc::clone(&built);
    let progress = Progress::with_listener(move |progress| {
        let title = progress.stage().title;
        if title.starts_with("building") && progress.done() == 0 {
            list.lock().unwrap().push(title);
        }
    });
    let progress = Arc::new(progress);
    (
        Options {
            progress,
            ..options
        },
        built,
    )
}

#[test]
fn a_call_that_was_cancelled_stopped_every_later_count() {
    for name in ["eight", "fifteen", "cube3"] {
        let puzzle = open(name);
        let board = near(&puzzle, &[1, 0, 2]);
        let alone = open(name).all_answers(&board, ALL, &Options::default());
        let alone = alone.unwrap().count;
        assert!(matches!(alone, AnswerCount::Exactly(1..)), "{name}");
        let interrupted = Options::default();
        puzzle.solve(&board, &interrupted).unwrap();
        interrupted.cancel.store(true, Ordering::Relaxed);
        let stopped = puzzle.all_answers(&board, ALL, &interrupted);
        let is_open = |count| matches!(count, AnswerCount::AtLeast(_));
        assert!(
            stopped.as_ref().is_ok_and(|all| is_open(all.count))
                || stopped == Err(Unfinished::Cancelled),
            "{name}: {stopped:?}"
        );
        let all = puzzle.all_answers(&board, ALL, &Options::default());
        assert_eq!(all.unwrap().count, alone, "{name}");
    }
}

#[test]
fn a_threads_cancel_ended_the_count_of_another_thread() {
    let puzzle = open("eight");
    let board = puzzle.board("8 6 7 2 5 4 3 x 1").unwrap();
    let alone = puzzle
        .all_answers(&board, ALL, &Options::default())
        .unwrap();
    let puzzle = open("eight");
    let first = Options::default();
    puzzle.solve(&board, &first).unwrap();
    // The first thread is cancelled as soon as the second one counts.
    let (cancel, is_counting) = (Arc::clone(&first.cancel), Arc::new(AtomicBool::new(false)));
    let seen = Arc::clone(&is_counting);
    let progress = Arc::new(Progress::with_listener(move |_| {
        cancel.store(true, Ordering::Relaxed);
        seen.store(true, Ordering::Relaxed);
    }));
    let second = Options {
        progress,
        ..Options::default()
    };
    let counted = thread::scope(|scope| {
        scope.spawn(|| {
            while !first.cancel.load(Ordering::Relaxed) {
                drop(puzzle.solve(&board, &first));
            }
        });
        puzzle.all_answers(&board, ALL, &second).unwrap()
    });
    assert!(is_counting.load(Ordering::Relaxed));
    assert_eq!((counted.count, counted.stopped), (alone.count, None));
}

#[test]
fn the_listener_of_the_first_call_lived_as_long_as_the_puzzle() {
    for name in ["eight", "cube3"] {
        let puzzle = open(name);
        let board = near(&puzzle, &[0, 1]);
        let calls = Arc::new(AtomicU32::new(0));
        let dropped = {
            let count = Arc::clone(&calls);
            let progress = Arc::new(Progress::with_listener(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
            }));
            let dropped = Arc::downgrade(&progress);
            let options = Options {
                progress,
                ..Options::default()
            };
            puzzle.solve(&board, &options).unwrap();
            puzzle.all_answers(&board, ALL, &options).unwrap();
            dropped
        };
        assert!(dropped.upgrade().is_none(), "{name}");
        let before = calls.load(Ordering::Relaxed);
        puzzle.solve(&board, &Options::default()).unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), before, "{name}");
    }
}

#[test]
fn each_new_limit_built_tables_of_its_own() {
    let puzzle = open("sliding:4x2");
    let board = near(&puzzle, &[1, 0, 2, 1]);
    let built = |options| {
        let (options, built) = watched(options);
        let answer = puzzle.solve(&board, &options).unwrap();
        assert!(matches!(answer.verdict, Verdict::Solved(_)));
        puzzle.distance(&board, &options).unwrap();
        puzzle.prepare(1, &options).unwrap();
        let built = built.lock().unwrap();
        built.len()
    };
    assert!(built(seconds(60)) > 0);
    let nodes = Limits {
        max_nodes: Some(9_999_999),
        max_moves: Some(30),
        ..Limits::default()
    };
    let without_moves = Options {
        moves: false,
        tie: Some(Tie::Any),
        ..Options::default()
    };
    for options in [
        seconds(61),
        within(nodes),
        without_moves,
        Options::default(),
    ] {
        assert_eq!(built(options), 0);
    }
}

#[test]
fn a_call_in_a_hurry_left_the_next_one_without_tables() {
    let puzzle = open("sliding:4x2");
    let board = puzzle.board("7 6 5 4 3 1 2 x").unwrap();
    let hurried = puzzle.solve(&board, &seconds(0)).unwrap();
    assert!(
        matches!(hurried.verdict, Verdict::Stopped(..)),
        "{hurried:?}"
    );
    let by_table = |answer: &Answer| answer.method == Method::Algorithm(Algorithm::Table);
    let answer = puzzle.solve(&board, &Options::default()).unwrap();
    assert!(by_table(&answer), "{answer:?}");
    let answer = puzzle.solve(&board, &seconds(0)).unwrap();
    assert!(by_table(&answer), "the table is ready: {answer:?}");
}

/// Each question, whatever was asked before and whatever another thread asks, has the answer that a
/// new puzzle gives.
#[test]
fn a_question_was_answered_with_the_limits_of_another() {
    let limits = [
        Limits::default(),
        Limits {
            max_moves: Some(0),
            ..Limits::default()
        },
        Limits {
            max_moves: Some(2),
            ..Limits::default()
        },
        Limits {
            max_moves: Some(3),
            max_nodes: Some(100_000),
            ..Limits::default()
        },
        Limits {
            max_nodes: Some(100_000),
            max_time: Some(Duration::from_mins(1)),
            ..Limits::default()
        },
    ];
    for name in ["eight", "fifteen", "knights", "cube3", "skewb"] {
        let puzzle = open(name);
        let mut boards = vec![near(&puzzle, &[1, 0, 2]), solved(&puzzle)];
        // Two different stickers or tiles exchanged.
        let mut symbols = boards[1].symbols().to_vec();
        let (first, last) = (symbols[0], symbols.len() - 1);
        let other = (0..last).rfind(|&cell| symbols[cell] != first).unwrap();
        symbols.swap(0, other);
        boards.extend(puzzle.board_of(&symbols));
        let questions: Vec<(Options, &Board)> = limits
            .iter()
            .flat_map(|&limits| boards.iter().map(move |board| (within(limits), board)))
            .collect();
        let verdict = |puzzle: &Puzzle, (options, board): &(Options, &Board)| {
            let answer = puzzle.solve(board, options).unwrap();
            (answer.verdict, answer.moves, answer.flaw)
        };
        let alone: Vec<_> = (questions.iter())
            .map(|question| verdict(&open(name), question))
            .collect();
        let check = |(question, alone): (&(Options, &Board), &_)| {
            let limits = question.0.limits;
            assert_eq!(verdict(&puzzle, question), *alone, "{name}, {limits:?}");
        };
        questions.iter().zip(&alone).for_each(check);
        thread::scope(|scope| {
            scope.spawn(|| questions.iter().zip(&alone).for_each(check));
            questions.iter().zip(&alone).rev().for_each(check);
        });
    }
}

/// Calls share a solver, but do not wait for each other's searches.
#[test]
fn a_long_count_held_up_short_calls() {
    let memory = Some(1_000_000);
    let few = |moves| {
        within(Limits {
            max_moves: moves,
            memory,
            ..Limits::default()
        })
    };
    let puzzle = open("fifteen");
    let hard = puzzle
        .board("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1")
        .unwrap();
    let near = puzzle
        .board("1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15")
        .unwrap();
    let has_begun = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&has_begun);
    let long = Options {
        progress: Arc::new(Progress::with_listener(move |progress| {
            seen.fetch_or(progress.searches().nodes > 0, Ordering::Relaxed);
        })),
        ..few(None)
    };
    thread::scope(|scope| {
        let counting = scope.spawn(|| puzzle.all_answers(&hard, ALL, &long));
        while !has_begun.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        for moves in [None, Some(0), Some(10)] {
            let answer = puzzle.solve(&near, &few(moves)).unwrap();
            let is_beyond = answer.verdict == Verdict::Beyond(0);
            assert!(answer.verdict == Verdict::Solved(2) || is_beyond && moves == Some(0));
            let answers = puzzle.solve_all(&[near.clone(), near.clone()], &few(moves));
            assert_eq!(answers.unwrap()[1].verdict, answer.verdict);
        }
        let counted = puzzle.all_answers(&near, ALL, &few(None)).unwrap();
        assert_eq!(counted.count, AnswerCount::Exactly(1));
        assert!(!counting.is_finished(), "it takes minutes");
        long.cancel.store(true, Ordering::Relaxed);
    });
}

#[test]
fn two_goals_at_once_were_not_mixed_up() {
    let puzzle = open("eight");
    let board = puzzle.board("8 6 7 2 5 4 3 x 1").unwrap();
    let goals = [NamedGoal::Snail, NamedGoal::default()].map(|goal| Options {
        goal: Some(Goal::Named(goal)),
        ..Options::default()
    });
    let alone = goals
        .clone()
        .map(|options| open("eight").solve(&board, &options));
    thread::scope(|scope| {
        for (options, alone) in goals.iter().zip(&alone) {
            let (puzzle, board) = (&puzzle, &board);
            scope.spawn(move || {
                for _ in 0..20 {
                    let answer = puzzle.solve(board, options).unwrap();
                    let alone = alone.as_ref().unwrap();
                    assert_eq!(
                        (answer.verdict, &answer.moves),
                        (alone.verdict, &alone.moves)
                    );
                }
            });
        }
    });
}
