//! The statistics of searches, compared with boards counted by hand, and with every search reported
//! step by step.

use std::any::Any;
use std::time::Duration;

use fewest::compare::{Sum, Trial, effective_branching};
use fewest::heuristic::{Blind, Heuristic, Manhattan, Misplaced, OutOfPlace};
use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::pruning::{Effort, MovePruning};
use fewest::search::ida_star::Tree;
use fewest::search::{
    Algorithm, AnswerChoice, Control, Expansion, Limits, Observer, Outcome, Silent, Stop, Weight,
};
use fewest::space::structure::Structured;
use fewest::space::{Goals, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;
use proptest::prelude::*;

use crate::common::{self, KNIGHTS, ROTATION};

type Eight = Tiles<Nibbles>;
type EightBoard = <Eight as StateSpace>::Board;

fn eight() -> Eight {
    Tiles::rectangle(Size::new(3, 3).unwrap(), 8, Order::default()).unwrap()
}

fn weights() -> [Weight; 2] {
    [(3, 2), (4, 1)].map(|(n, d)| Weight::new(n, d).unwrap())
}

/// A puzzle, a heuristic, and its redundant move sequences.
struct Setting<P, H> {
    puzzle: P,
    heuristic: H,
    pruning: MovePruning,
}

#[derive(Clone, Copy)]
enum Event<B> {
    Threshold(u32),
    Expanded(Step<B>),
}

#[derive(Clone, Copy)]
struct Step<B> {
    board: B,
    g: u32,
    h: u32,
    is_backward: bool,
}

struct Reporter<'t, B> {
    report: &'t mut dyn FnMut(Event<B>),
    is_iterative: bool,
}

impl<B: Copy + 'static> Observer for Reporter<'_, B> {
    fn threshold(&mut self, threshold: u32) {
        if self.is_iterative {
            (self.report)(Event::Threshold(threshold));
        }
    }

    fn wants_each_board(&self) -> bool {
        true
    }

    fn expanded(&mut self, board: &dyn Any, Expansion { g, h, is_backward }: Expansion) {
        let board = *board.downcast_ref().unwrap();
        (self.report)(Event::Expanded(Step {
            board,
            g,
            h,
            is_backward,
        }));
    }
}

impl<P: Goals + Structured, H: Heuristic<P>> Setting<P, H> {
    fn new(puzzle: P, heuristic: H) -> Self {
        let pruning = MovePruning::find(&puzzle.structure(), Effort::THOROUGH);
        Self {
            puzzle,
            heuristic,
            pruning,
        }
    }

    fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        (search == Algorithm::PrunedIdaStar).then_some(&self.pruning)
    }

    fn run(&self, search: Algorithm, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        let (pruning, any) = (self.pruning(search), AnswerChoice::Any);
        search.run(&self.puzzle, &self.heuristic, pruning, start, any, control)
    }

    fn step(
        &self,
        search: Algorithm,
        start: &P::Board,
        limits: Limits,
        report: &mut dyn FnMut(Event<P::Board>),
    ) -> Outcome {
        let is_iterative = search.is_iterative();
        let mut reporter = Reporter {
            report,
            is_iterative,
        };
        let control = &mut Control::new(limits, &mut reporter);
        if matches!(search, Algorithm::IdaStar | Algorithm::PrunedIdaStar) {
            let tree = Tree::new(&self.puzzle, &self.heuristic);
            tree.pruned_by(self.pruning(search))
                .search_in_order(start, control)
        } else {
            self.run(search, start, control)
        }
    }
}

fn setting() -> Setting<Eight, Manhattan> {
    let puzzle = eight();
    let heuristic = Manhattan::new(&puzzle);
    Setting::new(puzzle, heuristic)
}

fn run<P: Goals + Structured, H: Heuristic<P>>(
    setting: &Setting<P, H>,
    search: Algorithm,
    start: &P::Board,
    limits: Limits,
) -> Outcome {
    setting.run(search, start, &mut Control::new(limits, &mut Silent))
}

fn steps<P: Goals + Structured, H: Heuristic<P>>(
    setting: &Setting<P, H>,
    search: Algorithm,
    start: &P::Board,
    limits: Limits,
) -> (Outcome, Vec<Event<P::Board>>) {
    let mut events = Vec::new();
    let outcome = setting.step(search, start, limits, &mut |event| events.push(event));
    (outcome, events)
}

/// A board of the eight one move from its goal: the blank moves left, right or up.
#[test]
fn a_board_counted_by_hand() {
    let setting = setting();
    let start = EightBoard::new(&[1, 2, 3, 4, 5, 6, 7, 0, 8]).unwrap();
    let one = Limits {
        max_moves: Some(1),
        ..Limits::default()
    };
    for (search, limits, expanded, generated) in [
        // The start's moves up to the one that solves it, left first.
        (Algorithm::BreadthFirst, Limits::default(), 1, 2),
        (Algorithm::IdaStar, Limits::default(), 1, 2),
        // All moves of the start: the solved board is found when it is expanded.
        (Algorithm::AStar, Limits::default(), 1, 3),
        (Algorithm::Greedy, Limits::default(), 1, 3),
        // Depth 0 cuts three boards off. Depth 1 tries the left board (one move further).
        (
            Algorithm::IterativeDeepening,
            Limits::default(),
            1 + 2,
            3 + 3,
        ),
        (Algorithm::DepthFirst, one, 2, 3),
        // The goal has two moves, the start three. One side grows: the start's.
        (Algorithm::Bidirectional, Limits::default(), 1, 3),
        // The first boards of both sides have three and two moves.
        (Algorithm::Nbs, Limits::default(), 1 + 1, 3 + 2),
    ] {
        let outcome = run(&setting, search, &start, limits);
        let statistics = &outcome.statistics;
        assert_eq!(outcome.moves.as_ref().map(Vec::len), Some(1), "{search:?}");
        assert_eq!(
            (
                statistics.expanded,
                statistics.generated,
                statistics.reopened
            ),
            (expanded, generated, 0),
            "{search:?}"
        );
    }
}

/// Checks that events agree with statistics, and come in each search's order.
fn watch<P: Goals + Structured, H: Heuristic<P>>(
    setting: &Setting<P, H>,
    start: &P::Board,
    limits: Limits,
) {
    for search in Algorithm::searches(&weights()) {
        let plain = run(setting, search, start, limits);
        let (watched, events) = steps(setting, search, start, limits);
        let context = format!("{search:?} {start:?}");
        assert_eq!(
            (&watched.moves, watched.stop),
            (&plain.moves, plain.stop),
            "{context}"
        );
        assert_eq!(watched.at_least, plain.at_least, "{context}");
        let (a, b) = (&watched.statistics, &plain.statistics);
        assert_eq!(a.iterations, b.iterations, "{context}");
        assert_eq!(
            (a.expanded, a.generated, a.reopened),
            (b.expanded, b.generated, b.reopened),
            "{context}"
        );
        let expanded: Vec<Step<P::Board>> = (events.iter())
            .filter_map(|event| match event {
                Event::Expanded(step) => Some(*step),
                Event::Threshold(_) => None,
            })
            .collect();
        assert_eq!(
            expanded.len() as u64,
            plain.statistics.expanded,
            "{context}"
        );
        let begins_at_the_start = expanded.first().is_none_or(|step| {
            step.is_backward && setting.puzzle.is_solved(&step.board)
                || step.board == *start && step.g == 0
        });
        assert!(begins_at_the_start, "{context}");
        for step in expanded.iter().filter(|step| !step.is_backward) {
            let bound = setting.heuristic.start(&setting.puzzle, &step.board);
            let h = if search.is_blind() {
                0
            } else {
                setting.heuristic.bound(bound)
            };
            assert_eq!(step.h, h, "{context}");
        }
        in_order(search, &events, &context);
        let thresholds = events.len() - expanded.len();
        if search.is_iterative() {
            assert_eq!(thresholds, plain.statistics.iterations.len(), "{context}");
        } else {
            assert_eq!(thresholds, 0, "{context}");
        }
    }
}

/// Checks the order of expansions by each search's criterion.
fn in_order<B: Copy>(search: Algorithm, events: &[Event<B>], context: &str) {
    let mut threshold = u64::MAX;
    let mut before: Option<Step<B>> = None;
    for event in events {
        let step = match event {
            Event::Threshold(new) => {
                threshold = search.estimate(0, *new).0;
                before = None;
                continue;
            }
            Event::Expanded(step) => *step,
        };
        let (f, _) = search.estimate(step.g, step.h);
        match (search, before) {
            // At most one level deeper than the board before.
            (
                Algorithm::DepthFirst
                | Algorithm::IterativeDeepening
                | Algorithm::IdaStar
                | Algorithm::WeightedIdaStar(_),
                Some(before),
            ) => {
                // A weighted search may start again without an event.
                let is_weighted = matches!(search, Algorithm::WeightedIdaStar(_));
                assert!(
                    step.g <= before.g + 1 && (step.g > 0 || is_weighted),
                    "{context}"
                );
            }
            (Algorithm::BreadthFirst | Algorithm::UniformCost | Algorithm::AStar, Some(before)) => {
                assert!(f >= search.estimate(before.g, before.h).0, "{context}");
            }
            (Algorithm::IdaStar | Algorithm::IterativeDeepening, None) => {
                assert_eq!(step.g, 0, "{context}");
            }
            _ => {}
        }
        if search.is_iterative() {
            assert!(f <= threshold, "{context}");
        }
        before = Some(step);
    }
}

#[test]
fn every_expansion_is_reported() {
    let setting = setting();
    let table = build(&setting.puzzle, Budget::default()).unwrap();
    for (rank, distance) in [(0, 1..=31), (50_000, 1..=31), (170_000, 1..=20)] {
        let start = (rank..setting.puzzle.boards())
            .map(|rank| (rank, setting.puzzle.unrank(rank)))
            .find(|(rank, _)| table.distance(*rank).is_some_and(|d| distance.contains(&d)));
        let (rank, start) = start.unwrap();
        // As deep as needed, so that depth-first search ends soon.
        let max_moves = table.distance(rank).map(u32::from);
        let limits = Limits {
            max_moves,
            ..Limits::default()
        };
        watch(&setting, &start, limits);
    }
    let solved = setting.puzzle.goals()[0];
    watch(&setting, &solved, Limits::default());
}

#[test]
fn every_expansion_of_other_puzzles_is_reported() {
    let symbols = "111132323132231222312133".bytes().map(|b| b - b'0');
    let start = common::rotation_board(&symbols.collect::<Vec<_>>());
    let limits = Limits {
        max_moves: Some(3),
        ..Limits::default()
    };
    let puzzle = ROTATION.clone();
    let heuristic = OutOfPlace::new(&puzzle);
    watch(&Setting::new(puzzle, heuristic), &start, limits);
    let puzzle = KNIGHTS.clone();
    let mut start = puzzle.goals()[0];
    for _ in 0..6 {
        let m = puzzle.moves(&start).last().unwrap();
        puzzle.apply(&mut start, m);
    }
    let heuristic = OutOfPlace::new(&puzzle);
    let limits = Limits {
        max_moves: Some(7),
        ..Limits::default()
    };
    watch(&Setting::new(puzzle, heuristic), &start, limits);
}

/// IDA* works in bulk on subtrees of this board. Step by step, it is the plain recursion.
#[test]
fn ida_star_in_bulk_reports_in_tie_order() {
    let puzzle = eight();
    let start = EightBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let heuristic = Misplaced;
    let setting = Setting::new(puzzle, heuristic);
    let plain = run(&setting, Algorithm::IdaStar, &start, Limits::default());
    let largest = plain
        .statistics
        .iterations
        .iter()
        .map(|one| one.generated)
        .max();
    assert!(largest.unwrap() > 1 << 17, "{plain:?}");
    let (mut reported, mut deepest, mut before) = (0u64, 0, 0);
    let limits = Limits::default();
    let outcome = setting.step(Algorithm::IdaStar, &start, limits, &mut |event| {
        if let Event::Expanded(step) = event {
            assert!(step.g <= before + 1);
            reported += 1;
            deepest = deepest.max(step.g);
            before = step.g;
        }
    });
    assert_eq!(
        (reported, outcome.moves),
        (plain.statistics.expanded, plain.moves)
    );
    assert_eq!(outcome.statistics.iterations, plain.statistics.iterations);
    assert_eq!(deepest + 1, plain.at_least);
}

/// Limits stop a search at the same point, watched or not.
#[test]
fn limits_hold_step_by_step() {
    let setting = setting();
    let start = EightBoard::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]).unwrap();
    let limits = Limits {
        max_nodes: Some(1000),
        ..Limits::default()
    };
    for search in Algorithm::searches(&weights()[..1]) {
        let plain = run(&setting, search, &start, limits);
        let (watched, events) = steps(&setting, search, &start, limits);
        assert_eq!(
            (watched.stop, &watched.moves),
            (plain.stop, &plain.moves),
            "{search:?}"
        );
        let expanded = events
            .iter()
            .filter(|event| matches!(event, Event::Expanded(_)));
        let count = expanded.count() as u64;
        assert_eq!(count, watched.statistics.expanded, "{search:?}");
        let is_in_bulk = matches!(search, Algorithm::IdaStar | Algorithm::PrunedIdaStar);
        // IDA* counts the board at which it stops; its plain recursion does not.
        let uncounted = u64::from(is_in_bulk && plain.stop == Stop::Nodes);
        assert_eq!(count + uncounted, plain.statistics.expanded, "{search:?}");
    }
}

/// A blind search ignores the heuristic of its setting.
#[test]
fn blind_searches_do_not_look() {
    let guided = setting();
    let blind = Setting::new(eight(), Blind);
    let start = EightBoard::new(&[1, 2, 3, 0, 4, 6, 7, 5, 8]).unwrap();
    let limits = Limits {
        max_moves: Some(8),
        ..Limits::default()
    };
    for search in Algorithm::searches(&weights())
        .into_iter()
        .filter(|search| search.is_blind())
    {
        let one = run(&guided, search, &start, limits);
        assert_eq!(one, run(&blind, search, &start, limits), "{search:?}");
    }
}

fn trial(length: usize, stop: Stop, at_least: u32, generated: u64, memory: u64) -> Trial {
    let moves = matches!(stop, Stop::Solved | Stop::Found)
        .then(|| vec![fewest::space::Move::new(0); length]);
    let statistics = fewest::search::Statistics {
        expanded: generated / 2,
        generated,
        reopened: 1,
        memory,
        ..fewest::search::Statistics::default()
    };
    Trial {
        outcome: Outcome {
            moves,
            stop,
            at_least,
            statistics,
        },
        time: Duration::from_millis(10),
    }
}

#[test]
fn sums() {
    let mut sum = Sum::default();
    sum.add(&trial(4, Stop::Solved, 4, 340, 100), Some(4));
    sum.add(&trial(6, Stop::Found, 4, 12, 300), Some(4));
    sum.add(&trial(0, Stop::Nodes, 9, 1000, 200), Some(11));
    sum.add(&trial(0, Stop::Solved, 0, 0, 0), Some(0));
    assert_eq!(
        (sum.boards, sum.solved, sum.proven, sum.longer),
        (4, 3, 2, 1)
    );
    assert_eq!((sum.at_most, sum.at_least), (10, 8));
    assert_eq!((sum.expanded, sum.generated, sum.reopened), (676, 1352, 4));
    assert_eq!((sum.memory, sum.time), (300, Duration::from_millis(40)));
    // 4 + 16 + 64 + 256 = 340, and 6 times 2. Two answers have a factor: 4, and the solution of 12
    // = b + ... + b^6.
    let other = effective_branching(12, 6).unwrap();
    assert!((sum.branching().unwrap() - f64::midpoint(4.0, other)).abs() < 1e-12);
    assert_eq!(Sum::default().branching(), None);
}

#[test]
fn effective_branching_factors_of_the_textbook() {
    for (generated, depth, b) in [
        (52, 5, 1.92), // Russell & Norvig: 52 nodes at depth 5
        (340, 4, 4.0),
        (7, 7, 1.0),
        (9, 1, 9.0),
        (14, 3, 2.0),
    ] {
        let found = effective_branching(generated, depth).unwrap();
        assert!((found - b).abs() < 0.005, "{generated} {depth}: {found}");
    }
    assert_eq!(effective_branching(0, 5), None);
    assert_eq!(effective_branching(5, 0), None);
}

proptest! {
    #[test]
    fn effective_branching_solves_its_equation(generated in 1u64..1 << 50, depth in 1u32..200) {
        let b = effective_branching(generated, depth).unwrap();
        let tree = (0..depth).fold(0.0, |tree, _| (tree + 1.0) * b);
        #[expect(clippy::cast_precision_loss, reason = "compared to nine digits")]
        let boards = generated as f64;
        prop_assert!((tree / boards - 1.0).abs() < 1e-9, "{tree} {boards}");
    }
}
