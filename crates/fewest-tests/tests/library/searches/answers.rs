//! Answers without limits, compared with tables of all distances.

use fewest::heuristic::{Blind, Heuristic, LinearConflict, Manhattan, Misplaced, OutOfPlace};
use fewest::kernel::tiles::{Bytes, Nibbles, Storage, TileBoard, Tiles};
use fewest::kernel::{Kernel, View};
use fewest::search::AnswerChoice;
use fewest::search::{Outcome, Stop, Weight};
use fewest::space::{Goals, Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::Table;
use fewest::table::build::build;
use fewest::table::{Seen, walk};

use super::{DepthFirst, Greedy, IterativeDeepening, Search, Setting};
use crate::common::{self, KNIGHTS, ROTATION};

/// A board's distance and the least of its shortest answers, from a table.
fn truth<P: Ranked>(puzzle: &P, table: &Table, board: &P::Board) -> (Option<u32>, Vec<Move>) {
    let mut moves = Vec::new();
    let mut views = [Seen::new(table, None, *board)];
    let distance = walk(puzzle, &mut views, &mut moves);
    (distance.map(u32::from), moves)
}

/// Runs and judges every search that can handle boards this far away.
fn check<P: StateSpace, H: Heuristic<P>>(
    setting: &Setting<'_, P, H>,
    start: &P::Board,
    distance: u32,
    least: Option<&[Move]>,
    is_near: bool,
) -> Vec<(Search, Outcome)> {
    let searches = Search::all().filter(|search| match search {
        DepthFirst(_) => false,
        IterativeDeepening => is_near,
        _ => true,
    });
    let deep = [distance, distance + 3].map(DepthFirst);
    let deep = deep.into_iter().filter(|_| is_near);
    let run = |search: Search| {
        let outcome = search.solve(setting, start);
        search.judge(setting.puzzle, start, &outcome, Some(distance), least);
        assert!(outcome.moves.is_some(), "{search:?} {start:?}: {outcome:?}");
        (search, outcome)
    };
    searches.chain(deep).map(run).collect()
}

fn all_of<T: Storage>(width: usize, height: usize, blank: usize, step: usize) {
    let puzzle = common::puzzle::<T>(width, height, blank);
    let twin = common::small(width, height, blank);
    let table = build(&twin, Budget::default()).unwrap();
    for rank in (0..twin.boards()).step_by(step) {
        let (distance, least) = truth(&twin, &table, &twin.unrank(rank));
        let distance = distance.unwrap();
        let start = TileBoard::new(&common::cells(&twin, &twin.unrank(rank))).unwrap();
        let goals = puzzle.goals();
        let is_near = distance <= 16;
        let of = |puzzle| (puzzle, goals.clone());
        let ((puzzle, goals), least) = (of(&puzzle), Some(&least[..]));
        let manhattan = Setting {
            puzzle,
            heuristic: &Manhattan::new(puzzle),
            goals: goals.clone(),
        };
        check(&manhattan, &start, distance, least, is_near);
        let conflicts = Setting {
            puzzle,
            heuristic: &LinearConflict::new(puzzle).unwrap(),
            goals: goals.clone(),
        };
        check(&conflicts, &start, distance, least, false);
        let misplaced = Setting {
            puzzle,
            heuristic: &Misplaced,
            goals: goals.clone(),
        };
        check(&misplaced, &start, distance, least, false);
        let blind = Setting {
            puzzle,
            heuristic: &Blind,
            goals,
        };
        check(&blind, &start, distance, least, false);
    }
}

#[test]
fn every_board_of_2x3() {
    all_of::<Nibbles>(2, 3, 5, 1);
}

/// Boards stored as bytes, and another cell for the goal's blank.
#[test]
fn boards_of_3x2_in_bytes() {
    all_of::<Bytes<32>>(3, 2, 1, 7);
}

#[test]
fn eights() {
    let puzzle = common::small(3, 3, 8);
    let table = build(&puzzle, Budget::default()).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &manhattan,
        goals: puzzle.goals(),
    };
    let mut rng = fastrand::Rng::with_seed(3);
    let mut ratios = [0u64; 2];
    for i in 0..24 {
        let start = if i % 2 == 0 {
            puzzle.unrank(rng.u64(..puzzle.boards()))
        } else {
            common::wander(&puzzle, &puzzle.goal(), i, &mut rng)
        };
        let (distance, least) = truth(&puzzle, &table, &start);
        let distance = distance.unwrap();
        let found = check(&setting, &start, distance, Some(&least), distance <= 12);
        let (_, greedy) = (found.iter())
            .find(|(search, _)| *search == Greedy)
            .unwrap();
        ratios[0] += greedy.moves.as_ref().unwrap().len() as u64;
        ratios[1] += u64::from(distance);
    }
    assert!(
        ratios[0] > 2 * ratios[1],
        "greedy is not this good: {ratios:?}"
    );
}

#[test]
fn one_symbol_of_rotation() {
    let view = common::one_symbol();
    let table = build(&view, Budget::default()).unwrap();
    let setting = Setting {
        puzzle: &view,
        heuristic: &Blind,
        goals: view.solved(),
    };
    let mut rng = fastrand::Rng::with_seed(8);
    for i in 0..12 {
        let start = common::wander(&view, &setting.goals[0], i % 6, &mut rng);
        let (distance, least) = truth(&view, &table, &start);
        let distance = distance.unwrap();
        for search in Search::all() {
            let is_light = match search {
                // Searches that visit only the boards around the start.
                Search::WeightedAStar(..) | Search::UniformCost(_) | Search::AStar(_) | Greedy => {
                    distance <= 4
                }
                DepthFirst(_) => false,
                _ => true,
            };
            if is_light {
                let outcome = search.solve(&setting, &start);
                search.judge(&view, &start, &outcome, Some(distance), Some(&least));
                assert!(outcome.moves.is_some());
            }
        }
    }
}

/// 38,610 solved boards, any of which may be the nearest.
#[test]
fn rotation_has_many_goals() {
    let goals = ROTATION.goals();
    assert_eq!(goals.len(), 3 * 12_870);
    assert!(goals.iter().all(|board| ROTATION.is_solved(board)));
    let distinct: std::collections::HashSet<_> = goals.iter().collect();
    assert_eq!(distinct.len(), goals.len());
    let view = common::one_symbol();
    let table = build(&view, Budget::default()).unwrap();
    let lenses = [0, 1, 2].map(|goal| ROTATION.lens(&View::exact(ROTATION.model(), &[goal])));
    let setting = Setting {
        puzzle: &*ROTATION,
        heuristic: &OutOfPlace::new(&*ROTATION),
        goals,
    };
    let mut rng = fastrand::Rng::with_seed(9);
    for i in 0..6u8 {
        let solved = common::centred(i % 3 + 1, &mut rng);
        let start = common::wander(&*ROTATION, &solved, usize::from(i), &mut rng);
        let seen = lenses.iter().map(|lens| ROTATION.project(lens, &start));
        let distances = seen.filter_map(|board| table.distance(view.rank(&board)));
        let distance = distances.min().unwrap().into();
        let least = Search::BreadthFirst.solve(&setting, &start).moves.unwrap();
        for search in Search::all().filter(|search| !matches!(search, DepthFirst(_))) {
            let outcome = search.solve(&setting, &start);
            search.judge(&*ROTATION, &start, &outcome, Some(distance), Some(&least));
            assert!(outcome.moves.is_some());
        }
    }
}

#[test]
fn knights_near_the_goal() {
    let goal = KNIGHTS.goals()[0];
    let ball = common::ball(&*KNIGHTS, goal, 9);
    let setting = Setting {
        puzzle: &*KNIGHTS,
        heuristic: &OutOfPlace::new(&*KNIGHTS),
        goals: vec![goal],
    };
    let mut rng = fastrand::Rng::with_seed(10);
    for i in 0..20 {
        let start = common::wander(&*KNIGHTS, &goal, i / 2, &mut rng);
        let mut least = Vec::new();
        assert!(ball.walk(&*KNIGHTS, start, &mut least));
        let distance = u32::try_from(least.len()).unwrap();
        check(&setting, &start, distance, Some(&least), distance <= 6);
    }
}

#[test]
fn boards_that_cannot_be_solved() {
    for (width, height) in [(2, 2), (2, 3), (3, 2)] {
        let puzzle: Tiles<Nibbles> = common::small(width, height, 0);
        let mut cells: Vec<u8> = common::cells(&puzzle, &puzzle.goal());
        cells.swap(1, 2);
        let start = TileBoard::new(&cells).unwrap();
        let setting = Setting {
            puzzle: &puzzle,
            heuristic: &Manhattan::new(&puzzle),
            goals: puzzle.goals(),
        };
        for search in Search::GRAPH {
            let outcome = search.solve(&setting, &start);
            search.judge(&puzzle, &start, &outcome, None, None);
            assert_eq!(outcome.stop, Stop::Exhausted, "{search:?}");
        }
        let outcome = DepthFirst(14).solve(&setting, &start);
        DepthFirst(14).judge(&puzzle, &start, &outcome, None, None);
        assert_eq!((outcome.stop, outcome.at_least), (Stop::Moves, 15));
    }
}

#[test]
fn solved_boards() {
    let puzzle = common::small(3, 3, 4);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &Manhattan::new(&puzzle),
        goals: puzzle.goals(),
    };
    for search in Search::all().chain([DepthFirst(0)]) {
        let outcome = search.solve(&setting, &puzzle.goal());
        assert_eq!(
            (outcome.stop, outcome.moves, outcome.at_least),
            (Stop::Solved, Some(Vec::new()), 0),
            "{search:?}"
        );
    }
}

/// Depth-first search takes the first answer in tie order, if the limit allows any.
#[test]
fn depth_first_by_hand() {
    let puzzle = common::small(2, 2, 3);
    let setting = Setting {
        puzzle: &puzzle,
        heuristic: &Blind,
        goals: puzzle.goals(),
    };
    let start = TileBoard::new(&[1, 2, 0, 3]).unwrap();
    // To the right at once, or up, right, down ...: twelve moves around restore the board.
    for (depth, expected) in [(0, None), (1, Some("r")), (10, Some("r")), (11, Some("r"))] {
        let outcome = DepthFirst(depth).solve(&setting, &start);
        let names = outcome
            .moves
            .map(|moves| common::names(&puzzle, &start, &moves));
        assert_eq!(names.as_deref(), expected, "{depth}");
    }
    let start = TileBoard::new(&[0, 2, 1, 3]).unwrap();
    for (depth, expected) in [(1, None), (2, Some("dr")), (12, Some("dr"))] {
        let outcome = DepthFirst(depth).solve(&setting, &start);
        let names = outcome
            .moves
            .map(|moves| common::names(&puzzle, &start, &moves));
        assert_eq!(names.as_deref(), expected, "{depth}");
    }
    // Down comes first in tie order, though right is ten moves shorter.
    let start = TileBoard::new(&[1, 0, 3, 2]).unwrap();
    let outcome = DepthFirst(11).solve(&setting, &start);
    assert_eq!(outcome.moves.map(|moves| moves.len()), Some(1));
    let start = TileBoard::new(&[0, 1, 3, 2]).unwrap();
    for (depth, length) in [
        (1, None),
        (2, Some(2)),
        (9, Some(2)),
        (10, Some(10)),
        (12, Some(10)),
    ] {
        let outcome = DepthFirst(depth).solve(&setting, &start);
        assert_eq!(outcome.moves.map(|moves| moves.len()), length, "{depth}");
        let stop = match length {
            None => Stop::Moves,
            Some(_) => Stop::Found,
        };
        assert_eq!(outcome.stop, stop);
    }
}

#[test]
fn weights_below_one_are_refused() {
    for (numerator, denominator) in [(0, 0), (0, 1), (1, 0), (1, 2), (u32::MAX - 1, u32::MAX)] {
        let refused = Weight::new(numerator, denominator).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("a weight is at least 1, not {numerator}/{denominator}")
        );
    }
    assert_eq!(Weight::new(7, 7).unwrap().numerator(), 7);
    let huge = Weight::new(u32::MAX, 1).unwrap();
    assert_eq!((huge.numerator(), huge.denominator()), (u32::MAX, 1));
    assert_eq!(AnswerChoice::default(), AnswerChoice::Any);
}
