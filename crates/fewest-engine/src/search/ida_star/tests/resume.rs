//! IDA* interrupted repeatedly has the same answer and counts as without interruptions.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{in_pool, small};
use crate::heuristic::{Heuristic, LinearConflict, Manhattan, Misplaced};
use crate::kernel::tiles::{Nibbles, TileBoard};
use crate::projection::PieceSearch;
use crate::pruning::{Effort, MovePruning};
use crate::search::AnswerChoice;
use crate::search::control::Observer;
use crate::search::ida_star::resume::{Checkpoint, Record};
use crate::search::ida_star::{Cores, Tally, Tree};
use crate::search::{Control, Iteration, Limits, Outcome, Silent, Statistics, Stop};
use crate::space::structure::Structured;
use crate::space::{Ranked, StateSpace};
use crate::{Budget, Model};

/// Boards 79, 9 and 58 of R. E. Korf, 1985: 0.8, 3.3 and 6.5 million boards with Manhattan.
const KORF: [[u8; 16]; 3] = [
    [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15],
    [3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0],
    [5, 0, 15, 8, 4, 6, 1, 14, 10, 11, 3, 9, 7, 12, 2, 13],
];

struct Impatient(u64);

impl Observer for Impatient {
    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        if statistics.generated >= self.0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The outcome, the last record, and the records reported before.
type RunResult = (Outcome, Record, Vec<Record>);

type Job<'j> = dyn Fn(&mut Control<'_>, Cores, Option<&mut Checkpoint<'_>>) -> Outcome + Sync + 'j;

/// Resumes from a record, with a pool or without one; cancels at `patience` boards.
fn run(
    job: &Job<'_>,
    threads: Option<usize>,
    record: Record,
    limits: Limits,
    patience: u64,
) -> RunResult {
    let run = || {
        let mut reported = Vec::new();
        let mut observer = Impatient(patience);
        let mut checkpoint = Checkpoint {
            record,
            every: Duration::ZERO,
            keep: &mut |record| reported.push(record.clone()),
            share: None,
        };
        let control = &mut Control::new(limits, &mut observer);
        let cores = match threads {
            Some(_) => Cores::All,
            None => Cores::One,
        };
        let outcome = job(control, cores, Some(&mut checkpoint));
        (outcome, checkpoint.record, reported)
    };
    match threads {
        Some(threads) => in_pool(threads, run),
        None => run(),
    }
}

/// Interrupts a search until it ends nevertheless. Every other run loses the work since its last
/// report. A run does up to a sixth of the work and `more` boards, enough for an uncut iteration.
fn check_job(job: &Job<'_>, more: u64) -> usize {
    let mut observer = Silent;
    let control = &mut Control::new(Limits::default(), &mut observer);
    let expected = job(control, Cores::One, None);
    let all = expected.statistics.generated;
    let mut rng = fastrand::Rng::with_seed(all);
    let mut max_runs = 0;
    for threads in [None, Some(1), Some(2), Some(5)] {
        for has_limit in [false, true] {
            let (mut record, mut runs) = (Record::default(), 0);
            loop {
                let known = record.generated();
                let max_nodes = known + rng.u64(1..all / 6 + more);
                let limits = Limits {
                    max_nodes: has_limit.then_some(max_nodes),
                    ..Limits::default()
                };
                let patience = if has_limit { u64::MAX } else { max_nodes };
                let (outcome, last, mut reported) = run(job, threads, record, limits, patience);
                runs += 1;
                assert!(last.is_sound() && reported.iter().all(Record::is_sound));
                if outcome.stop == Stop::Solved {
                    assert_eq!(outcome, expected, "{threads:?} {has_limit} {runs} runs");
                    break;
                }
                assert!(outcome.statistics.generated >= known);
                assert!(outcome.at_least <= expected.at_least);
                record = reported.pop().filter(|_| runs % 2 == 0).unwrap_or(last);
                assert!(record.generated() >= known && runs < 1000);
            }
            max_runs = max_runs.max(runs);
        }
    }
    max_runs
}

fn check<P: StateSpace, H: Heuristic<P>>(
    tree: &Tree<'_, P, H>,
    start: &P::Board,
    more: u64,
) -> usize {
    check_job(&job(tree, start), more)
}

fn job<'j, P: StateSpace, H: Heuristic<P>>(
    tree: &'j Tree<'_, P, H>,
    start: &'j P::Board,
) -> impl Fn(&mut Control<'_>, Cores, Option<&mut Checkpoint<'_>>) -> Outcome + Sync + 'j {
    move |control, cores, checkpoint| tree.run(start, control, cores, checkpoint)
}

#[test]
fn eight() {
    let puzzle = small(3, 3, 8);
    let mut rng = fastrand::Rng::with_seed(51);
    let mut max_runs = 0;
    for _ in 0..3 {
        let board = puzzle.unrank(rng.u64(..puzzle.boards()));
        max_runs = max_runs.max(check(&Tree::new(&puzzle, &Misplaced), &board, 150_000));
        let manhattan = Manhattan::new(&puzzle);
        check(&Tree::new(&puzzle, &manhattan), &board, 150_000);
    }
    assert!(max_runs > 2, "{max_runs}: never broken off");
}

/// With a projection; with quarter turns every threshold has the parity of the board.
#[test]
fn cubes() {
    let mut max_runs = 0;
    for (name, scramble) in [
        ("cube3", "R U R' F2 D L2 B' U2 R2 F' D2"),
        ("cube3q", "R U R' F D L B' U R F'"),
    ] {
        let cube = Model::named(name).unwrap();
        let solved = cube.solved_board();
        let after = |board: Vec<u8>, name| cube.end(&board, &[cube.find_move(name).unwrap()]);
        let board = scramble.split(' ').fold(solved, after);
        let mut search = PieceSearch::of(&cube.structure).unwrap();
        assert!(search.build(100_000, Budget::default()).unwrap());
        let start = search.read(&board).unwrap();
        let job = |control: &mut Control<'_>, cores, checkpoint: Option<&mut Checkpoint<'_>>| {
            search.run(&start, AnswerChoice::Least, control, cores, checkpoint)
        };
        max_runs = max_runs.max(check_job(&job, 40_000));
    }
    assert!(max_runs > 3, "{max_runs}: rarely interrupted");
}

#[test]
fn fifteen() {
    let puzzle = small(4, 4, 0);
    let pruning = MovePruning::find(&puzzle.structure(), Effort::QUICK);
    let (manhattan, conflict) = (
        Manhattan::new(&puzzle),
        LinearConflict::new(&puzzle).unwrap(),
    );
    let mut max_runs = 0;
    for cells in KORF {
        let board = TileBoard::new(&cells).unwrap();
        let plain = Tree::new(&puzzle, &manhattan);
        max_runs = max_runs.max(check(&plain, &board, 400_000));
        check(&plain.pruned_by(&pruning), &board, 400_000);
        check(&Tree::new(&puzzle, &conflict), &board, 400_000);
    }
    assert!(max_runs > 5, "{max_runs}: rarely interrupted");
}

#[test]
fn resumed_searches_repeat_no_work() {
    let puzzle = small(4, 4, 0);
    let manhattan = Manhattan::new(&puzzle);
    let board = TileBoard::<Nibbles>::new(&KORF[2]).unwrap();
    let run = |record, limits| {
        let tree = Tree::new(&puzzle, &manhattan);
        run(&job(&tree, &board), None, record, limits, u64::MAX)
    };
    let (whole, ..) = run(Record::default(), Limits::default());
    let half = whole.statistics.generated / 2;
    let limits = Limits {
        max_nodes: Some(half),
        ..Limits::default()
    };
    let (stopped, record, reported) = run(Record::default(), limits);
    assert_eq!(stopped.stop, Stop::Nodes);
    // At most the unfinished subtree is lost.
    assert!(record.generated() > half - half / 4);
    let generated: Vec<u64> = reported.iter().map(Record::generated).collect();
    assert!(generated.is_sorted() && generated.len() > 20);
    // A search that has used up its node limit stops at once.
    let (again, same, _) = run(record.clone(), limits);
    assert_eq!((again, same), (stopped, record));
}

/// Impossible records and those of another board are dropped.
#[test]
fn bad_records() {
    let puzzle = small(3, 3, 8);
    let board = TileBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let run = |record| {
        let tree = Tree::new(&puzzle, &manhattan);
        let job = job(&tree, &board);
        let (outcome, last, _) = run(&job, None, record, Limits::default(), u64::MAX);
        (outcome, last)
    };
    let (expected, last) = run(Record::default());
    assert_eq!(expected.at_least, 31);
    let first = last.iterations[0];
    let huge = Iteration {
        generated: u64::MAX,
        ..first
    };
    let tally = Tally {
        expanded: u64::MAX / 2,
        generated: u64::MAX / 2,
        excess: 0,
    };
    let one = |iterations: &[Iteration], threshold, subtrees: &[Option<Tally>]| Record {
        iterations: iterations.to_vec(),
        threshold,
        subtrees: subtrees.to_vec(),
    };
    for bad in [
        one(&[first], first.threshold, &[]),
        one(&[huge], first.threshold + 2, &[]),
        one(&[first, first], first.threshold + 2, &[]),
        one(
            &[first],
            first.threshold + 2,
            &[Some(tally), None, Some(tally)],
        ),
    ] {
        assert!(!bad.is_sound());
        assert_eq!(run(bad).0, expected);
    }
    let other = Iteration {
        threshold: first.threshold - 2,
        ..first
    };
    let foreign = one(&[other], first.threshold, &[None, None]);
    assert!(foreign.is_sound());
    assert_eq!(run(foreign).0, expected);
    // Surplus subtrees are ignored.
    let mut long = last;
    long.iterations.truncate(1);
    long.threshold = first.threshold + 2;
    long.subtrees = vec![None; 100_000];
    assert_eq!(run(long).0, expected);
}
