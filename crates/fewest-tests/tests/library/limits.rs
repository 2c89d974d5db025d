//! Limits, cancellation and observation: searches stop for the right reason and do not overclaim.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fewest::heuristic::{Blind, Heuristic, Manhattan};
use fewest::kernel::tiles::{Nibbles, TileBoard, Tiles};
use fewest::search::Observer;
use fewest::search::{Control, Iteration, Limits, Outcome, Silent, Statistics, Stop};
use fewest::space::Ranked;
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::Ball;
use fewest::table::build::{self, BuildError, build};

use crate::common::{self, Engine};

type P = Tiles<Nibbles>;

/// A board with its distance, and the objects that searches need.
struct Setting {
    puzzle: P,
    manhattan: Manhattan,
    ball: Ball<TileBoard<Nibbles>>,
    start: TileBoard<Nibbles>,
    distance: u32,
}

impl Setting {
    fn new(start: &[u8], distance: u32) -> Self {
        let puzzle = common::small(3, 3, 8);
        let (manhattan, ball) = (
            Manhattan::new(&puzzle),
            common::ball(&puzzle, puzzle.goal(), 4),
        );
        Self {
            puzzle,
            manhattan,
            ball,
            start: TileBoard::new(start).unwrap(),
            distance,
        }
    }

    /// One of the two boards furthest from the goal.
    fn deep() -> Self {
        Self::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1], 31)
    }

    fn run<H: Heuristic<P>>(
        &self,
        engine: Engine,
        heuristic: &H,
        control: &mut Control<'_>,
    ) -> Outcome {
        engine.run(&self.puzzle, heuristic, &self.ball, &self.start, control)
    }

    /// Runs under limits and checks the invariants.
    fn limited<H: Heuristic<P>>(&self, engine: Engine, heuristic: &H, limits: Limits) -> Outcome {
        let outcome = self.run(engine, heuristic, &mut Control::new(limits, &mut Silent));
        self.check(engine, &outcome);
        outcome
    }

    fn check(&self, engine: Engine, outcome: &Outcome) {
        assert!(outcome.at_least <= self.distance, "{engine:?}: {outcome:?}");
        let solved = outcome.stop == Stop::Solved;
        assert_eq!(
            outcome.moves.as_ref().map(Vec::len),
            solved.then_some(self.distance as usize)
        );
        assert!(!solved || outcome.at_least == self.distance);
        let statistics = &outcome.statistics;
        let iterations = &statistics.iterations;
        // A search expands boards that it generated, and the start in every iteration.
        assert!(
            statistics.expanded <= statistics.generated + iterations.len() as u64 + 1,
            "{engine:?}"
        );
        assert!(
            iterations.is_sorted_by(|a, b| a.threshold < b.threshold),
            "{engine:?}: {iterations:?}"
        );
        if matches!(engine, Engine::IdaStar | Engine::HalfWay) {
            let expanded: u64 = iterations.iter().map(|iteration| iteration.expanded).sum();
            let generated: u64 = iterations.iter().map(|iteration| iteration.generated).sum();
            assert_eq!(
                (expanded, generated),
                (statistics.expanded, statistics.generated),
                "{engine:?}"
            );
            assert_eq!(statistics.memory, 0);
        }
    }
}

/// The boards to search under limits: near, middling and hardest.
fn settings() -> Vec<Setting> {
    vec![
        Setting::new(&[1, 2, 3, 4, 0, 5, 7, 8, 6], 2),
        Setting::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8], 19),
        Setting::deep(),
    ]
}

#[test]
fn the_settings_are_as_far_as_they_say() {
    for setting in settings() {
        let table = build(&setting.puzzle, Budget::default()).unwrap();
        let rank = setting.puzzle.rank(&setting.start);
        assert_eq!(table.distance(rank).map(u32::from), Some(setting.distance));
    }
}

#[test]
fn moves() {
    for setting in settings() {
        for engine in Engine::ALL {
            for moves in 0..setting.distance + 3 {
                let limits = Limits {
                    max_moves: Some(moves),
                    ..Limits::default()
                };
                let outcome = setting.limited(engine, &setting.manhattan, limits);
                if moves < setting.distance {
                    assert_eq!(outcome.stop, Stop::Moves, "{engine:?} {moves}");
                    assert!(outcome.at_least > moves, "{engine:?} {moves}: {outcome:?}");
                } else {
                    assert_eq!(outcome.stop, Stop::Solved, "{engine:?} {moves}");
                }
            }
        }
    }
}

#[test]
fn solved_boards_need_no_moves() {
    let puzzle = common::small(3, 3, 8);
    let setting = Setting::new(&[1, 2, 3, 4, 5, 6, 7, 8, 0], 0);
    assert!(puzzle.goal() == setting.start);
    for engine in Engine::ALL {
        for moves in [None, Some(0), Some(5)] {
            let outcome = setting.limited(
                engine,
                &setting.manhattan,
                Limits {
                    max_moves: moves,
                    ..Limits::default()
                },
            );
            assert_eq!(
                (outcome.stop, outcome.moves),
                (Stop::Solved, Some(Vec::new())),
                "{engine:?}"
            );
        }
    }
}

#[test]
fn nodes() {
    for setting in settings() {
        for engine in Engine::ALL {
            let all = setting
                .limited(engine, &setting.manhattan, Limits::default())
                .statistics
                .generated;
            for nodes in [
                0,
                1,
                2,
                7,
                100,
                5000,
                all / 2,
                all.saturating_sub(4),
                all + 1,
            ] {
                let limits = Limits {
                    max_nodes: Some(nodes),
                    ..Limits::default()
                };
                let outcome = setting.limited(engine, &setting.manhattan, limits);
                let generated = outcome.statistics.generated;
                if outcome.stop == Stop::Nodes {
                    // The moves of one board are tried together.
                    assert!(
                        (nodes..nodes + 4).contains(&generated),
                        "{engine:?} {nodes}: {generated}"
                    );
                } else {
                    assert_eq!(outcome.stop, Stop::Solved);
                    assert!(generated < nodes + 4, "{engine:?} {nodes}: {generated}");
                }
                assert!(nodes <= all || outcome.stop == Stop::Solved);
            }
        }
    }
}

#[test]
fn time() {
    for engine in Engine::ALL {
        let limits = Limits {
            max_time: Some(Duration::ZERO),
            ..Limits::default()
        };
        let outcome = Setting::deep().limited(engine, &Blind, limits);
        assert_eq!(
            (outcome.stop, outcome.statistics.generated),
            (Stop::Time, 0),
            "{engine:?}"
        );
    }
}

/// A search that would take hours stops soon after its time limit.
#[test]
fn time_ends_a_long_search() {
    let puzzle = common::small(4, 4, 15);
    let mut rng = fastrand::Rng::with_seed(1);
    let start = common::wander(&puzzle, &puzzle.goal(), 5000, &mut rng);
    let ball = common::ball(&puzzle, puzzle.goal(), 3);
    for engine in [Engine::IdaStar, Engine::HalfWay] {
        let limits = Limits {
            max_time: Some(Duration::from_millis(50)),
            ..Limits::default()
        };
        let begun = Instant::now();
        let outcome = engine.run(
            &puzzle,
            &Blind,
            &ball,
            &start,
            &mut Control::new(limits, &mut Silent),
        );
        assert_eq!(outcome.stop, Stop::Time, "{engine:?}");
        assert!(begun.elapsed() >= Duration::from_millis(50));
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "{:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn memory() {
    let setting = Setting::deep();
    for engine in Engine::ALL {
        let memory = 1 << 20;
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        if matches!(engine, Engine::AStar(_) | Engine::BreadthFirst) {
            let outcome = setting.limited(engine, &Blind, limits);
            assert_eq!(outcome.stop, Stop::Memory, "{engine:?}");
            let used = outcome.statistics.memory;
            assert!(used <= memory && used > memory / 2, "{engine:?}: {used}");
            let limits = Limits {
                memory: Some(1 << 30),
                ..Limits::default()
            };
            assert_eq!(setting.limited(engine, &Blind, limits).stop, Stop::Solved);
        }
    }
    for engine in [Engine::IdaStar, Engine::HalfWay] {
        let limits = Limits {
            memory: Some(0),
            ..Limits::default()
        };
        assert_eq!(
            setting.limited(engine, &setting.manhattan, limits).stop,
            Stop::Solved
        );
    }
}

#[test]
fn cancellation() {
    let setting = Setting::deep();
    for engine in Engine::ALL {
        let flag = AtomicBool::new(true);
        let mut observer = Silent;
        let mut control = Control::new(Limits::default(), &mut observer).cancelled_by(&flag);
        let outcome = setting.run(engine, &Blind, &mut control);
        setting.check(engine, &outcome);
        assert_eq!(
            (outcome.stop, outcome.statistics.generated),
            (Stop::Cancelled, 0),
            "{engine:?}"
        );
        flag.store(false, Ordering::Relaxed);
        assert_eq!(
            setting.run(engine, &setting.manhattan, &mut control).stop,
            Stop::Solved,
            "{engine:?}"
        );
    }
}

/// Breaks off after some polls and records the events.
#[derive(Default)]
struct Watcher {
    patience: usize,
    polls: Vec<u64>,
    iterations: Vec<Iteration>,
}

impl Observer for Watcher {
    fn iteration(&mut self, iteration: &Iteration) {
        self.iterations.push(*iteration);
    }

    fn poll(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        self.polls.push(statistics.generated);
        if self.polls.len() > self.patience {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn observers() {
    let setting = Setting::deep();
    for engine in Engine::ALL {
        for patience in [0, 1, 2, usize::MAX] {
            let mut watcher = Watcher {
                patience,
                ..Watcher::default()
            };
            let mut control = Control::new(Limits::default(), &mut watcher);
            // Bidirectional search would take long without a heuristic; the others are too fast to
            // watch with one.
            let outcome = match engine {
                Engine::HalfWay => setting.run(engine, &setting.manhattan, &mut control),
                _ => setting.run(engine, &Blind, &mut control),
            };
            setting.check(engine, &outcome);
            assert_eq!(
                watcher.iterations, outcome.statistics.iterations,
                "{engine:?}"
            );
            assert!(watcher.polls.is_sorted(), "{engine:?}");
            if patience == usize::MAX {
                assert_eq!(outcome.stop, Stop::Solved, "{engine:?}");
                assert!(watcher.polls.len() > 2, "{engine:?}: {:?}", watcher.polls);
            } else {
                assert_eq!(
                    (outcome.stop, watcher.polls.len()),
                    (Stop::Cancelled, patience + 1),
                    "{engine:?}"
                );
            }
        }
    }
}

#[test]
fn thresholds_of_ida_star_rise_by_twos_under_manhattan() {
    let setting = Setting::deep();
    let outcome = setting.limited(Engine::IdaStar, &setting.manhattan, Limits::default());
    let thresholds: Vec<u32> = outcome
        .statistics
        .iterations
        .iter()
        .map(|iteration| iteration.threshold)
        .collect();
    assert_eq!(thresholds, [21, 23, 25, 27, 29, 31]);
}

#[test]
fn builds() {
    let view = common::one_symbol();
    let short = Budget {
        memory: Some(view.boards() - 1),
        cancel: None,
        ..Budget::default()
    };
    let needed = build::bytes(&view);
    assert_eq!(
        build(&view, short).unwrap_err(),
        Unfinished::Failed(BuildError::Memory {
            needed,
            allowed: view.boards() - 1
        })
    );
    let cancel = AtomicBool::new(true);
    let stopped = Budget {
        memory: None,
        cancel: Some(&cancel),
        ..Budget::default()
    };
    assert_eq!(build(&view, stopped).unwrap_err(), Unfinished::Cancelled);
    cancel.store(false, Ordering::Relaxed);
    assert!(build(&view, stopped).is_ok());
}
