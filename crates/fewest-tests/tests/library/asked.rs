//! Requests: tie orders, limits, heuristics, boards excluded by parity, things that do not exist.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fewest::PuzzleError;
use fewest::kernel::tiles::{Bytes, Direction, Nibbles, Storage, TileBoard, Tiles};
use fewest::search::{Algorithm, Limits};
use fewest::solver::{HeuristicName, SolverError, Tie};
use fewest::space::{Move, StateSpace};
use fewest::table::build::BuildError;
use fewest_text::TextError;

use crate::common::{self, Request};

#[test]
fn the_letters_of_poj_1077_by_tie_order() {
    for (order, expected) in [
        (Some("udlr"), "ullddrurdllurdruldr\n"),
        (None, "dlurullddrurdllurdr\n"),
    ] {
        for algorithm in common::choices() {
            let request = Request {
                from: Some("poj1077".to_owned()),
                tie: Some(Tie::Least),
                order: order.map(str::to_owned),
                algorithm,
                ..Request::default()
            };
            let mut session = common::open("eight", &request);
            assert_eq!(
                common::text(&mut session, "2 3 4 1 5 x 7 6 8\n"),
                expected,
                "{algorithm:?}"
            );
        }
    }
}

/// Walks from the goal, and swaps two tiles of some boards on the way.
fn parity<T: Storage>(width: usize, height: usize) {
    let mut rng = fastrand::Rng::with_seed(19);
    let name = format!("sliding:{width}x{height}");
    for blank in [0, width / 2, width * height - 1] {
        let puzzle = common::puzzle::<T>(width, height, blank);
        let mut board = puzzle.goal();
        let mut starts = Vec::new();
        for i in 0..500 {
            assert!(puzzle.is_solvable(&board));
            let mut cells = common::cells(&puzzle, &board);
            if i % 50 == 0 {
                let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
                let first = rng.usize(1..tiles.len());
                cells.swap(tiles[first], tiles[rng.usize(..first)]);
                starts.push(common::compact(&puzzle, &TileBoard::new(&cells).unwrap()));
            }
            board = common::wander(&puzzle, &board, 1, &mut rng);
        }
        let goal = common::compact(&puzzle, &puzzle.goal());
        for algorithm in [
            None,
            Some(Algorithm::IdaStar),
            Some(Algorithm::AStar),
            Some(Algorithm::BreadthFirst),
        ] {
            let mut session = common::session(
                &name,
                Some(&goal),
                &Request {
                    algorithm,
                    ..common::as_json()
                },
            );
            let answers = common::json(&mut session, &starts.join("\n"));
            assert_eq!(answers.len(), starts.len());
            for (answer, start) in answers.iter().zip(&starts) {
                assert_eq!(answer["board"], *start);
                assert_eq!(
                    (&answer["method"], &answer["solvable"]),
                    (&"parity".into(), &false.into()),
                    "{answer}"
                );
                assert_eq!(
                    (&answer["distance"], &answer["nodes"]),
                    (&().into(), &0.into()),
                    "{answer}"
                );
            }
        }
    }
}

#[test]
fn parity_rules_boards_out_at_once() {
    for (width, height) in [
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (4, 3),
        (3, 4),
        (4, 4),
        (2, 8),
    ] {
        parity::<Nibbles>(width, height);
    }
    for (width, height) in [(5, 4), (5, 5), (3, 7), (7, 3)] {
        parity::<Bytes<32>>(width, height);
    }
    for (width, height) in [(16, 16), (15, 16), (128, 2)] {
        parity::<Bytes<256>>(width, height);
    }
}

/// A request for JSON answers by an algorithm, under limits.
fn limited(algorithm: Option<Algorithm>, limits: Limits) -> Request {
    Request {
        algorithm,
        limits,
        ..common::as_json()
    }
}

fn error(puzzle: &str, request: &Request, board: &str) -> TextError {
    let mut session = common::session(puzzle, None, request);
    session
        .run("boards", &mut board.as_bytes(), &mut Vec::new())
        .unwrap_err()
}

const EIGHT: &str = "8,6,7,2,5,4,3,0,1";
const ROTATION: &str = "112323233232111211122333";
const KNIGHTS: &str = "100010011000110010*110111";

#[test]
fn moves_beyond_a_limit() {
    for (puzzle, board, distance) in [
        ("eight", EIGHT, 31),
        ("rotation", ROTATION, 13),
        ("knights", KNIGHTS, 24),
    ] {
        // Beyond 20 moves, knights need the full table, which another test covers.
        for (moves, algorithms) in [(20.min(distance - 1), vec![None]), (4, common::choices())] {
            for algorithm in algorithms
                .into_iter()
                .filter(|algorithm| puzzle != "knights" || *algorithm != Some(Algorithm::Table))
            {
                let request = limited(
                    algorithm,
                    Limits {
                        max_moves: Some(moves),
                        ..Limits::default()
                    },
                );
                let answer = &common::json(&mut common::session(puzzle, None, &request), board)[0];
                let bound = answer["at_least"].as_u64();
                assert!(
                    answer["distance"].is_null()
                        && answer["stopped"] == "move limit"
                        && bound.is_some_and(|bound| bound > moves.into()),
                    "{algorithm:?} {answer}"
                );
            }
        }
    }
}

#[test]
fn boards_that_a_limit_leaves_open() {
    let searches = [
        Some(Algorithm::IdaStar),
        Some(Algorithm::AStar),
        Some(Algorithm::BreadthFirst),
    ];
    for (puzzle, board, distance) in [
        ("eight", EIGHT, 31),
        ("rotation", ROTATION, 13),
        ("knights", KNIGHTS, 24),
    ] {
        for algorithm in searches {
            for (limits, reason) in [
                (
                    Limits {
                        max_nodes: Some(1),
                        ..Limits::default()
                    },
                    "node limit",
                ),
                (
                    Limits {
                        max_nodes: Some(200),
                        ..Limits::default()
                    },
                    "node limit",
                ),
                (
                    Limits {
                        max_time: Some(Duration::ZERO),
                        ..Limits::default()
                    },
                    "time limit",
                ),
            ] {
                let mut session = common::session(puzzle, None, &limited(algorithm, limits));
                let answer = &common::json(&mut session, board)[0];
                assert_eq!(answer["stopped"], reason, "{algorithm:?} {answer}");
                assert!(
                    answer["at_least"].as_u64().unwrap() <= distance,
                    "{algorithm:?} {answer}"
                );
                assert!(answer["nodes"].as_u64().unwrap() < 200 + 8);
            }
        }
    }
}

/// Too little memory for a table excludes only the algorithm `table`.
#[test]
fn memory_for_tables() {
    let little = Limits {
        memory: Some(100_000),
        ..Limits::default()
    };
    for (puzzle, board) in [
        ("eight", EIGHT),
        ("rotation", ROTATION),
        ("knights", KNIGHTS),
    ] {
        let found = error(puzzle, &limited(Some(Algorithm::Table), little), board);
        let TextError::Puzzle(PuzzleError::Solver(SolverError::NoTable(BuildError::Memory {
            needed,
            allowed,
        }))) = found
        else {
            panic!("{found}");
        };
        assert!(needed > allowed && allowed == 100_000);
    }
    let near = [
        ("eight", "2,3,4,1,5,0,7,6,8", 19),
        ("rotation", "111132323132231222312133", 2),
        ("knights", "01011110*1011100101000100", 18),
    ];
    for (puzzle, board, distance) in near {
        let mut session = common::session(puzzle, None, &limited(None, little));
        let answer = &common::json(&mut session, board)[0];
        assert_eq!(answer["distance"], distance, "{answer}");
        assert_ne!(answer["method"], "table");
    }
}

#[test]
fn what_a_puzzle_does_not_have() {
    let guided = |heuristic_name| Request {
        heuristics: vec![heuristic_name],
        ..common::as_json()
    };
    let refused = [
        ("rotation", HeuristicName::Manhattan),
        ("rotation", HeuristicName::Misplaced),
        ("rotation", HeuristicName::WalkingDistance),
        ("knights", HeuristicName::WalkingDistance),
        ("knights", HeuristicName::Centre),
        ("knights", HeuristicName::LinearConflict),
        ("fifteen", HeuristicName::Centre),
    ];
    for (puzzle, heuristic_name) in refused {
        let puzzle = fewest::Puzzle::open(puzzle).unwrap();
        let found = guided(heuristic_name).session(&puzzle).err().unwrap();
        assert!(
            matches!(
                found,
                TextError::Puzzle(PuzzleError::Solver(SolverError::NoSuchHeuristic { .. }))
            ),
            "{found}"
        );
    }
    let board = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15";
    let found = error(
        "fifteen",
        &limited(Some(Algorithm::Table), Limits::default()),
        board,
    );
    assert!(
        matches!(
            found,
            TextError::Puzzle(PuzzleError::Solver(SolverError::TooLarge(_)))
        ),
        "{found}"
    );
}

#[test]
fn cancelled_runs_say_so() {
    for (puzzle, board) in [
        ("eight", EIGHT),
        ("rotation", ROTATION),
        ("knights", KNIGHTS),
    ] {
        for algorithm in common::choices() {
            let cancel = Arc::new(AtomicBool::new(true));
            let found = error(
                puzzle,
                &Request {
                    cancel,
                    ..limited(algorithm, Limits::default())
                },
                board,
            );
            assert!(
                matches!(found, TextError::Cancelled),
                "{puzzle} {algorithm:?}: {found}"
            );
        }
    }
}

/// Winds up the goal; also returns the number of moves. The blank circles in the outer rings of
/// cells while every tile moves away, so depth-first search can descend without backtracking.
fn wound_up<T: Storage>(puzzle: &Tiles<T>, rings: usize) -> (TileBoard<T>, u32) {
    let size = puzzle.size().unwrap();
    let (width, height) = (size.width(), size.height());
    let (mut board, mut moves) = (puzzle.goal(), 0);
    let mut carry = |direction, times| {
        for _ in 0..times {
            let is_it = |m: &Move| puzzle.direction(*m) == Some(direction);
            let m = puzzle.moves(&board).find(is_it).unwrap();
            puzzle.apply(&mut board, m);
            moves += 1;
        }
    };
    for ring in 0..rings {
        let (right, down) = (width - 1 - 2 * ring, height - 1 - 2 * ring);
        for _ in 0..right.min(down) {
            carry(Direction::Right, right);
            carry(Direction::Down, down);
            carry(Direction::Left, right);
            carry(Direction::Up, down);
        }
        if ring + 1 < rings {
            carry(Direction::Right, 1);
            carry(Direction::Down, 1);
        }
    }
    (board, moves)
}

/// The longest answers of depth-first search, which must fit the small stacks of threads.
#[test]
fn answers_of_two_thousand_moves() {
    let puzzle = common::puzzle::<Bytes<256>>(16, 16, 0);
    let (start, moves) = wound_up(&puzzle, 3);
    assert_eq!(moves, 2064);
    let boards = [
        common::compact(&puzzle, &start),
        common::compact(&puzzle, &start),
    ];
    let goal = common::compact(&puzzle, &puzzle.goal());
    for heuristic_name in [HeuristicName::Manhattan, HeuristicName::LinearConflict] {
        let request = Request {
            heuristics: vec![heuristic_name],
            order: Some("rdlu".to_owned()),
            ..limited(
                Some(Algorithm::IdaStar),
                Limits {
                    max_nodes: Some(500_000),
                    ..Limits::default()
                },
            )
        };
        let mut session = common::session("sliding:16x16", Some(&goal), &request);
        for answer in common::json(&mut session, &boards.join("\n")) {
            assert_eq!(answer["distance"], moves, "{heuristic_name:?}");
            assert_eq!(answer["moves"].as_str().map(str::len), Some(2064));
        }
    }
}

/// Several heuristics together give exactly the answers of one.
#[test]
fn several_heuristics() {
    let boards = "8,6,7,2,5,4,3,0,1\n1,2,3,4,5,6,7,0,8\n6,4,7,8,5,0,3,2,1";
    let answers = |heuristic_names: &[HeuristicName], algorithm| {
        let request = Request {
            heuristics: heuristic_names.to_vec(),
            ..limited(algorithm, Limits::default())
        };
        let mut session = common::session("eight", None, &request);
        let answers = common::json(&mut session, boards);
        let moves: Vec<String> = answers
            .iter()
            .map(|answer| answer["moves"].to_string())
            .collect();
        let nodes: Option<u64> = answers.iter().map(|answer| answer["nodes"].as_u64()).sum();
        (moves, nodes.unwrap())
    };
    for algorithm in [
        Some(Algorithm::IdaStar),
        Some(Algorithm::AStar),
        Some(Algorithm::Nbs),
    ] {
        let alone = [
            HeuristicName::WalkingDistance,
            HeuristicName::LinearConflict,
            HeuristicName::Pattern,
        ];
        let alone = alone.map(|heuristic_name| answers(&[heuristic_name], algorithm));
        let others = [HeuristicName::Centre, HeuristicName::Neighbours];
        let all: Vec<HeuristicName> = HeuristicName::ALL
            .into_iter()
            .filter(|heuristic_name| !others.contains(heuristic_name))
            .collect();
        let together = answers(&all, algorithm);
        for alone in alone {
            assert_eq!(alone.0, together.0);
            assert!(alone.1 >= together.1, "the sharper the fewer");
        }
    }
    let refused = Request {
        heuristics: vec![HeuristicName::Manhattan, HeuristicName::Centre],
        ..common::as_json()
    };
    let eight = fewest::Puzzle::open("eight").unwrap();
    let found = refused.session(&eight).err();
    assert!(matches!(
        found,
        Some(TextError::Puzzle(PuzzleError::Solver(
            SolverError::NoSuchHeuristic {
                heuristic_name: "centre",
                ..
            }
        )))
    ));
    let wide = Request {
        heuristics: vec![HeuristicName::WalkingDistance],
        ..common::as_json()
    };
    let twentyfour = fewest::Puzzle::open("twentyfour").unwrap();
    let found = wide.session(&twentyfour).err();
    assert!(matches!(
        found,
        Some(TextError::Puzzle(PuzzleError::Solver(
            SolverError::NoWalkingDistance(_)
        )))
    ));
}
