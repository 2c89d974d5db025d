//! IDA* compared with the plain recursion: the same answers and counts, on one thread or several.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest::heuristic::{Heuristic, LinearConflict, Manhattan, Misplaced, OutOfPlace};
use fewest::kernel::tiles::{Nibbles, TileBoard};
use fewest::search::AnswerChoice;
use fewest::search::Observer;
use fewest::search::ida_star::{Cores, Tree};
use fewest::search::{Control, Iteration, Limits, Outcome, Silent, Statistics, Stop, ida_star};
use fewest::space::{Goals, Move, MoveSet, Ranked, StateSpace};

use crate::common::{self, KNIGHTS, ROTATION};

/// Boards 9, 12, 42 and 79 of Korf's hundred, with their distances (R. E. Korf, 1985). The goal's
/// blank is first.
const KORF: [([u8; 16], u32); 4] = [
    ([3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0], 46),
    ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
    ([4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10], 42),
    ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42),
];

/// The textbook recursion.
struct Plain<'s, P, H> {
    puzzle: &'s P,
    heuristic: &'s H,
    expanded: u64,
    generated: u64,
    over: u32,
    path: Vec<Move>,
}

impl<P: StateSpace, H: Heuristic<P>> Plain<'_, P, H> {
    fn probe(&mut self, board: &P::Board, memo: H::Memo, left: u32, last: Option<Move>) -> bool {
        self.expanded += 1;
        let onward = |last| self.puzzle.onward(board, last);
        for m in last.map_or_else(|| self.puzzle.moves(board), onward) {
            self.generated += 1;
            let child = self.puzzle.after(board, m);
            let memo = self.heuristic.after(self.puzzle, board, m, &child, memo);
            let bound = self.heuristic.bound(memo);
            if bound >= left {
                self.over = self.over.min(bound - left + 1);
                continue;
            }
            self.path.push(m);
            if self.puzzle.is_solved(&child) || self.probe(&child, memo, left - 1, Some(m)) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Returns the answer and the iterations.
    fn solve(puzzle: &P, heuristic: &H, start: &P::Board) -> (Vec<Move>, Vec<Iteration>) {
        let memo = heuristic.start(puzzle, start);
        let mut threshold = heuristic.bound(memo);
        let mut iterations = Vec::new();
        if puzzle.is_solved(start) {
            return (Vec::new(), iterations);
        }
        loop {
            let mut plain = Plain {
                puzzle,
                heuristic,
                expanded: 0,
                generated: 0,
                over: u32::MAX,
                path: Vec::new(),
            };
            let is_solved = plain.probe(start, memo, threshold, None);
            iterations.push(Iteration {
                threshold,
                expanded: plain.expanded,
                generated: plain.generated,
            });
            if is_solved {
                return (plain.path, iterations);
            }
            threshold += plain.over;
        }
    }
}

/// Runs on one thread, and on pools of several.
fn all_ways<P: StateSpace, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    limits: Limits,
) -> Vec<Outcome> {
    let observer = &mut Silent;
    let alone = ida_star::search(
        puzzle,
        heuristic,
        start,
        &mut Control::new(limits, observer),
    );
    let together = [1, 2, 5].map(|threads| {
        crate::pool::in_pool(threads, || {
            let observer = &mut Silent;
            let control = &mut Control::new(limits, observer);
            Tree::new(puzzle, heuristic).run(start, control, Cores::All, None)
        })
    });
    [&[alone], &together[..]].concat()
}

/// Checks that every way agrees with the plain recursion. Returns the number of boards generated.
fn check<P: StateSpace, H: Heuristic<P>>(puzzle: &P, heuristic: &H, start: &P::Board) -> u64 {
    let (moves, iterations) = Plain::solve(puzzle, heuristic, start);
    let generated = iterations.iter().map(|iteration| iteration.generated).sum();
    let expanded = iterations.iter().map(|iteration| iteration.expanded).sum();
    let at_least = u32::try_from(moves.len()).unwrap();
    let expected = Outcome {
        moves: Some(moves),
        stop: Stop::Solved,
        at_least,
        statistics: Statistics {
            expanded,
            generated,
            iterations,
            ..Statistics::default()
        },
    };
    for outcome in all_ways(puzzle, heuristic, start, Limits::default()) {
        assert_eq!(outcome, expected, "{start:?}");
    }
    generated
}

#[test]
fn eight() {
    let puzzle = common::small(3, 3, 8);
    let mut rng = fastrand::Rng::with_seed(41);
    let mut largest = 0;
    for heuristic in 0..3 {
        for _ in 0..8 {
            let board = puzzle.unrank(rng.u64(..puzzle.boards()));
            largest = largest.max(match heuristic {
                0 => check(&puzzle, &Misplaced, &board),
                1 => check(&puzzle, &Manhattan::new(&puzzle), &board),
                _ => check(&puzzle, &LinearConflict::new(&puzzle).unwrap(), &board),
            });
        }
    }
    assert!(largest > 200_000, "{largest}: too easy to be cut up");
}

#[test]
fn fifteen() {
    let puzzle = common::small(4, 4, 0);
    let (manhattan, linear) = (
        Manhattan::new(&puzzle),
        LinearConflict::new(&puzzle).unwrap(),
    );
    for (cells, distance) in KORF {
        let board = TileBoard::new(&cells).unwrap();
        check(&puzzle, &manhattan, &board);
        check(&puzzle, &linear, &board);
        let solved = all_ways(&puzzle, &linear, &board, Limits::default());
        assert!(solved.iter().all(|outcome| outcome.at_least == distance));
    }
}

/// For any answer, subtrees are searched in another order. The answer is as short, and the same on
/// any number of cores.
#[test]
fn any_answer_is_as_short() {
    let puzzle = common::small(4, 4, 0);
    let manhattan = Manhattan::new(&puzzle);
    let mut generated = [0, 0];
    for (cells, distance) in KORF {
        let board = TileBoard::new(&cells).unwrap();
        let found = |choice, threads| {
            let tree = Tree::new(&puzzle, &manhattan).choosing(choice);
            crate::pool::in_pool(threads, || {
                tree.run(&board, &mut Control::default(), Cores::All, None)
            })
        };
        let least = found(AnswerChoice::Least, 1);
        let any = found(AnswerChoice::Any, 1);
        assert_eq!((any.stop, any.at_least), (Stop::Solved, distance));
        let moves = any.moves.as_ref().unwrap();
        let end = moves
            .iter()
            .fold(board, |board, &m| puzzle.after(&board, m));
        assert!(puzzle.is_solved(&end) && moves.len() == distance as usize);
        for threads in [2, 5] {
            assert_eq!(found(AnswerChoice::Any, threads), any);
        }
        generated[0] += least.statistics.generated;
        generated[1] += any.statistics.generated;
    }
    // Easy boards are less often affected by the order.
    assert!(generated[1] < generated[0], "{generated:?}");
}

#[test]
fn rotation_and_knights() {
    let centre = OutOfPlace::new(&*ROTATION);
    let mut rng = fastrand::Rng::with_seed(42);
    let mut largest = 0;
    for _ in 0..10 {
        let board = common::shuffled(&mut rng);
        largest = largest.max(check(&*ROTATION, &centre, &board));
    }
    let misplaced = OutOfPlace::new(&*KNIGHTS);
    for _ in 0..10 {
        let board = common::wander(&*KNIGHTS, &KNIGHTS.goals()[0], 24, &mut rng);
        largest = largest.max(check(&*KNIGHTS, &misplaced, &board));
    }
    assert!(largest > 200_000, "{largest}: too easy to be cut up");
}

/// With a node limit, any number of threads stop where the plain search does, or slightly later.
#[test]
fn limits_of_boards() {
    let puzzle = common::small(4, 4, 0);
    let manhattan = Manhattan::new(&puzzle);
    let board = TileBoard::new(&KORF[1].0).unwrap();
    let all = check(&puzzle, &manhattan, &board);
    for nodes in [
        0,
        1,
        1000,
        all / 3,
        all / 2,
        all - 1000,
        all - 1,
        all + 1,
        2 * all,
    ] {
        let limits = Limits {
            max_nodes: Some(nodes),
            ..Limits::default()
        };
        for outcome in all_ways(&puzzle, &manhattan, &board, limits) {
            let generated = outcome.statistics.generated;
            if nodes > all {
                assert_eq!((outcome.stop, generated), (Stop::Solved, all));
            } else if outcome.stop == Stop::Nodes {
                assert!((nodes..nodes + 64).contains(&generated), "{generated}");
                assert!(outcome.at_least <= KORF[1].1);
            } else {
                assert!(nodes + 4 > all && generated == all);
            }
        }
    }
}

/// Breaks off after this many boards.
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

#[test]
fn all_cores_stop_soon() {
    let puzzle = common::small(4, 4, 0);
    let manhattan = Manhattan::new(&puzzle);
    let board = TileBoard::<Nibbles>::new(&[15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]);
    let (board, begin) = (board.unwrap(), Instant::now());
    let tree = Tree::new(&puzzle, &manhattan);
    assert!(puzzle.is_solvable(&board));
    let mut observer = Impatient(5_000_000);
    let mut control = Control::new(Limits::default(), &mut observer);
    let outcome = tree.run(&board, &mut control, Cores::All, None);
    assert_eq!(outcome.stop, Stop::Cancelled);
    assert!(outcome.statistics.generated >= 5_000_000);
    let sum = |of: fn(&Iteration) -> u64| outcome.statistics.iterations.iter().map(of).sum::<u64>();
    assert_eq!(sum(|it| it.generated), outcome.statistics.generated);
    assert_eq!(sum(|it| it.expanded), outcome.statistics.expanded);
    let limits = Limits {
        max_time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let observer = &mut Silent;
    let mut control = Control::new(limits, observer);
    let outcome = tree.run(&board, &mut control, Cores::All, None);
    assert_eq!(outcome.stop, Stop::Time);
    assert!(outcome.at_least <= 80);
    assert!(begin.elapsed() < Duration::from_secs(30));
}

/// A corridor: the first move enters it, the others go forwards or back. Its end is solved.
struct Corridor;

const LENGTH: u32 = 100_000;

const fn back(m: Move) -> Move {
    Move::new(if m.index() == 0 { 1 } else { 0 })
}

impl StateSpace for Corridor {
    type Board = u32;
    type Moves = MoveSet;

    fn moves(&self, &cell: &u32) -> MoveSet {
        MoveSet::from_words(&[u64::from(cell < LENGTH) | u64::from(cell > 0) << 1])
    }

    fn arrivals(&self, &cell: &u32) -> MoveSet {
        MoveSet::from_words(&[u64::from(cell > 0) | u64::from(cell < LENGTH) << 1])
    }

    fn apply(&self, cell: &mut u32, m: Move) {
        *cell = if m.index() == 0 { *cell + 1 } else { *cell - 1 };
    }

    fn undo(&self, cell: &mut u32, m: Move) {
        self.apply(cell, back(m));
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        Some(back(m))
    }

    fn is_solved(&self, &cell: &u32) -> bool {
        cell == LENGTH
    }
}

/// The remaining distance, less a few moves.
struct Short(u32);

impl Heuristic<Corridor> for Short {
    type Memo = u32;

    fn start(&self, _: &Corridor, &cell: &u32) -> u32 {
        (LENGTH - cell).saturating_sub(self.0)
    }

    fn after(&self, puzzle: &Corridor, _: &u32, _: Move, after: &u32, _: u32) -> u32 {
        self.start(puzzle, after)
    }

    fn bound(&self, memo: u32) -> u32 {
        memo
    }
}

/// An answer of a hundred thousand moves on a small stack, found in the first iteration or after
/// two long ones.
#[test]
fn long_answers_need_no_stack() {
    let search = |short: u32| {
        let observer = &mut Silent;
        let control = &mut Control::new(Limits::default(), observer);
        ida_star::search(&Corridor, &Short(short), &0, control)
    };
    let run = move || [search(0), search(2)];
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(run);
    for (outcome, iterations) in thread.unwrap().join().unwrap().into_iter().zip([1, 3]) {
        assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, LENGTH));
        assert_eq!(outcome.moves.unwrap().len(), LENGTH as usize);
        assert_eq!(outcome.statistics.iterations.len(), iterations);
    }
}
