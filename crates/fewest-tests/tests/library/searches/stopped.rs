//! Limits of every kind and cancellation: each search stops for the right reason, and claims only
//! what it has proven.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fewest::heuristic::{Blind, Heuristic, Manhattan};
use fewest::kernel::tiles::{Nibbles, TileBoard, Tiles};
use fewest::search::{Control, Limits, Outcome, Silent, Stop};
use fewest::space::Goals;

use super::{DepthFirst, Greedy, Promise, Search, Setting};
use crate::common;

type P = Tiles<Nibbles>;

/// Boards with their distances; the tests in `limits` compare these with the table.
const BOARDS: [([u8; 9], u32); 3] = [
    ([1, 2, 3, 4, 0, 5, 7, 8, 6], 2),
    ([2, 3, 4, 1, 5, 0, 7, 6, 8], 19),
    ([8, 6, 7, 2, 5, 4, 3, 0, 1], 31),
];

/// Runs a search under limits and judges it.
fn limited<H: Heuristic<P>>(
    setting: &Setting<'_, P, H>,
    search: Search,
    (cells, distance): ([u8; 9], u32),
    limits: Limits,
) -> Outcome {
    let start = TileBoard::new(&cells).unwrap();
    let mut silent = Silent;
    let outcome = search.run(setting, &start, &mut Control::new(limits, &mut silent));
    search.judge(setting.puzzle, &start, &outcome, Some(distance), None);
    outcome
}

/// Runs a check with every search, with Manhattan distance as the heuristic.
fn with_all(mut check: impl FnMut(&Setting<'_, P, Manhattan>, Search)) {
    let puzzle = common::small(3, 3, 8);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &Manhattan::new(&puzzle),
        goals: puzzle.goals(),
    };
    for search in Search::all() {
        check(&setting, search);
    }
}

/// Returns true if the search can exhaust its limit of moves in a test.
fn is_quick(search: Search, distance: u32) -> bool {
    match search {
        DepthFirst(_) | Search::IterativeDeepening => distance <= 19,
        _ => true,
    }
}

#[test]
fn moves() {
    with_all(|setting, search| {
        for (cells, distance) in BOARDS {
            for max_moves in [0, 1, distance / 2, distance - 1, distance, distance + 3] {
                // Blind depth-first searches take hours for such depths.
                if !is_quick(search, max_moves) {
                    continue;
                }
                let limits = Limits {
                    max_moves: Some(max_moves),
                    ..Limits::default()
                };
                let outcome = limited(setting, search, (cells, distance), limits);
                let context = format!("{search:?} {max_moves}: {outcome:?}");
                if max_moves < distance {
                    assert_eq!(outcome.stop, Stop::Moves, "{context}");
                    assert!(outcome.at_least > max_moves, "{context}");
                } else {
                    let length = outcome.moves.as_ref().map(Vec::len);
                    assert!(
                        length.is_some_and(|length| length <= max_moves as usize),
                        "{context}"
                    );
                }
            }
        }
    });
}

#[test]
fn nodes() {
    with_all(|setting, search| {
        for (cells, distance) in BOARDS {
            for nodes in [0, 1, 2, 7, 100, 5000, 70_000] {
                let limits = Limits {
                    max_nodes: Some(nodes),
                    ..Limits::default()
                };
                let outcome = limited(setting, search, (cells, distance), limits);
                let generated = outcome.statistics.generated;
                // The moves of one board are tried together.
                assert!(generated < nodes + 4, "{search:?} {nodes}: {generated}");
                if outcome.moves.is_none() {
                    assert_eq!(outcome.stop, Stop::Nodes, "{search:?}");
                    assert!(generated >= nodes, "{search:?} {nodes}: {generated}");
                }
            }
        }
    });
}

#[test]
fn time() {
    with_all(|setting, search| {
        let limits = Limits {
            max_time: Some(Duration::ZERO),
            ..Limits::default()
        };
        let outcome = limited(setting, search, BOARDS[2], limits);
        let generated = outcome.statistics.generated;
        assert_eq!((outcome.stop, generated), (Stop::Time, 0), "{search:?}");
    });
}

#[test]
fn time_ends_long_searches() {
    let puzzle = common::small(4, 4, 15);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &Blind,
        goals: puzzle.goals(),
    };
    let mut rng = fastrand::Rng::with_seed(1);
    let start = common::wander(&puzzle, &puzzle.goal(), 5000, &mut rng);
    for search in Search::all() {
        let limits = Limits {
            max_time: Some(Duration::from_millis(40)),
            ..Limits::default()
        };
        let (begun, mut silent) = (Instant::now(), Silent);
        let outcome = search.run(&setting, &start, &mut Control::new(limits, &mut silent));
        assert_eq!(outcome.stop, Stop::Time, "{search:?}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{search:?}");
    }
}

/// A search keeps at most the bytes allowed: its exact need is enough, and a little less stops it.
#[test]
fn memory() {
    with_all(|setting, search| {
        if !is_quick(search, 31) {
            return;
        }
        let limit = |memory| Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let free = limited(setting, search, BOARDS[2], Limits::default());
        let needed = free.statistics.memory;
        assert_eq!(limited(setting, search, BOARDS[2], limit(needed)), free);
        if Search::TREE.contains(&search) {
            assert_eq!(needed, 0, "{search:?}");
            return;
        }
        assert!(needed > 10_000, "{search:?}: {needed}");
        for memory in [0, 1, needed / 3, needed - 1] {
            let outcome = limited(setting, search, BOARDS[2], limit(memory));
            assert_eq!(outcome.stop, Stop::Memory, "{search:?} {memory}");
            assert!(outcome.statistics.memory <= memory, "{search:?}");
        }
    });
}

#[test]
fn cancellation() {
    with_all(|setting, search| {
        let start = TileBoard::new(&BOARDS[2].0).unwrap();
        let (flag, mut silent) = (AtomicBool::new(true), Silent);
        let mut control = Control::new(Limits::default(), &mut silent).cancelled_by(&flag);
        let outcome = search.run(setting, &start, &mut control);
        search.judge(setting.puzzle, &start, &outcome, Some(31), None);
        let generated = outcome.statistics.generated;
        assert_eq!(
            (outcome.stop, generated),
            (Stop::Cancelled, 0),
            "{search:?}"
        );
    });
}

/// Searches without a promise never call an answer shortest if it is longer.
#[test]
fn longer_answers_are_not_called_shortest() {
    let mut longer = 0;
    with_all(|setting, search| {
        if matches!(search.promise(), Promise::Within(..) | Promise::Some)
            && search != DepthFirst(31)
        {
            let outcome = limited(setting, search, BOARDS[2], Limits::default());
            let length = outcome.moves.unwrap().len();
            if length > 31 {
                longer += 1;
                assert_eq!(outcome.stop, Stop::Found);
            }
        }
    });
    assert!(longer >= 3, "{longer}");
    assert_eq!(Greedy.promise(), Promise::Some);
}
