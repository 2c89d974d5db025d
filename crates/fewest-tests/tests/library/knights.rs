//! Knights: the full table, naive searches near a goal, and bidirectional search of random boards.

use fewest::heuristic::{Blind, Heuristic, OutOfPlace};
use fewest::kernel::Kernel;
use fewest::kernel::general::Planes;
use fewest::search::Stop;
use fewest::space::structure::Structured;
use fewest::space::{Goals, Ranked, StateSpace};
use fewest::table::Table;

use crate::common::{self, Engine, KNIGHTS, Planar, Reference, Tabled};
use crate::naive;

type Board = Planes<u64>;

fn board(cells: &[u8]) -> Board {
    let symbol = |cell: &u8| b"01*".iter().position(|symbol| symbol == cell);
    let symbols = cells
        .iter()
        .map(|cell| u8::try_from(symbol(cell).unwrap()).unwrap());
    KNIGHTS.board(&symbols.collect::<Vec<_>>()).unwrap()
}

fn cells(board: Board) -> Vec<u8> {
    let symbols = common::symbols(&*KNIGHTS, &board).into_iter();
    symbols.map(|symbol| b"01*"[usize::from(symbol)]).collect()
}

fn statement() -> Board {
    KNIGHTS.goals()[0]
}

/// The lines with the goal of the statement.
fn classic() -> Vec<Reference> {
    let goal = common::compact(&*KNIGHTS, &statement());
    common::knights()
        .into_iter()
        .filter(|line| line.goal.as_ref() == Some(&goal))
        .collect()
}

fn check_corpus(table: &Tabled<'_, Planar>) {
    let lines = classic();
    assert!(lines.len() > 100);
    for line in lines {
        let start = board(line.start.replace(' ', "").as_bytes());
        assert_eq!(table.walk(&start), (line.distance, line.moves));
    }
}

/// Checks a sample of a table's distances, and the heuristic's bounds.
fn check_sample(knights: &Planar, table: &Table) {
    let misplaced = OutOfPlace::new(knights);
    for rank in (0..knights.boards()).step_by(997) {
        let board = knights.unrank(rank);
        let distance = table.distance(rank).unwrap();
        assert_eq!(distance == 0, knights.is_solved(&board));
        let next = knights.moves(&board).map(|m| {
            table
                .distance(knights.rank(&knights.after(&board, m)))
                .unwrap()
        });
        assert!(distance == 0 || next.min() == Some(distance - 1));
        assert!(misplaced.bound(misplaced.start(knights, &board)) <= distance.into());
    }
}

fn check_random_boards(knights: &Planar, table: &Tabled<'_, Planar>) {
    let mut rng = fastrand::Rng::with_seed(5);
    let goal = cells(statement());
    for _ in 0..12 {
        let steps = rng.usize(20..40);
        let start = common::wander(knights, &statement(), steps, &mut rng);
        let distance = table.distance(&start);
        assert_eq!(
            distance,
            naive::bidirectional(&cells(start), &goal, |cells| naive::jumps(cells))
        );
    }
}

/// The only test of the full table, which takes a second and 68 MB.
#[test]
fn the_full_table() {
    let knights = &*KNIGHTS;
    let tabled = Tabled::new(knights);
    let table = &tabled.table;
    assert_eq!(table.counts().iter().sum::<u64>(), 67_603_900);
    assert_eq!(table.reachable(), knights.boards());
    assert_eq!((table.counts().len() - 1, table.counts()[39]), (39, 62));
    check_corpus(&tabled);
    check_sample(knights, table);
    check_random_boards(knights, &tabled);
}

/// The table is built for deep boards, and then answers all others.
#[test]
fn a_session_turns_to_the_table() {
    let lines = classic();
    let boards: Vec<&str> = lines.iter().map(|line| line.start.as_str()).collect();
    let mut session = common::session("knights", None, &common::as_json());
    let mut check = |boards: &[&str], lines: &[Reference]| {
        let answers = common::json(&mut session, &boards.join("\n"));
        assert_eq!(answers.len(), lines.len());
        for (answer, line) in answers.iter().zip(lines) {
            assert_eq!(answer["distance"].as_u64(), line.distance.map(u64::from));
            assert_eq!(answer["moves"], line.moves);
        }
        answers
            .iter()
            .map(|answer| answer["method"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let near: usize = lines
        .iter()
        .position(|line| line.distance.is_some_and(|distance| distance < 12))
        .unwrap();
    assert_eq!(
        check(&boards[near..=near], &lines[near..=near]),
        ["half-way"]
    );
    let methods = check(&boards, &lines);
    assert!(methods.iter().any(|method| method == "table"));
    assert!(
        check(&boards, &lines)
            .iter()
            .all(|method| method == "table")
    );
}

#[test]
fn every_search_around_several_goals() {
    let mut rng = fastrand::Rng::with_seed(23);
    for far in [0, 1000] {
        let goal = common::wander(&*KNIGHTS, &statement(), far, &mut rng);
        let knights = KNIGHTS.to_goal(&goal).unwrap();
        let misplaced = OutOfPlace::new(&knights);
        let jumps = |cells: &Vec<u8>| naive::jumps(cells);
        let distances = naive::distances([cells(goal)], |board| naive::ends(jumps(board)), 8);
        let balls = [0, 3, 7].map(|radius| common::ball(&knights, goal, radius));
        let mut starts: Vec<&Vec<u8>> = distances.keys().collect();
        starts.sort_unstable();
        for _ in 0..60 {
            let start = *rng.choice(&starts).unwrap();
            let least = naive::least(start, jumps, &distances).join(" ");
            let start = board(start);
            for engine in Engine::LEAST {
                for ball in &balls {
                    let guided = engine.solve(&knights, &misplaced, ball, &start);
                    let blind = engine.solve(&knights, &Blind, ball, &start);
                    for outcome in [guided, blind] {
                        assert_eq!(
                            common::names(&knights, &start, &outcome.moves.unwrap()),
                            least,
                            "{engine:?}"
                        );
                    }
                    if engine != Engine::HalfWay {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn random_boards_met_from_both_ends() {
    let mut rng = fastrand::Rng::with_seed(29);
    let knights = &*KNIGHTS;
    let misplaced = OutOfPlace::new(knights);
    let ball = common::ball(knights, statement(), 8);
    let goal = cells(statement());
    for moves in 1..=17 {
        let start = common::wander(knights, &statement(), moves, &mut rng);
        let distance =
            naive::bidirectional(&cells(start), &goal, |cells| naive::jumps(cells)).unwrap();
        let found = Engine::ALL
            .into_iter()
            .filter(|engine| *engine != Engine::BreadthFirst || distance <= 10);
        let outcomes: Vec<_> = found
            .map(|engine| engine.solve(knights, &misplaced, &ball, &start))
            .collect();
        for outcome in &outcomes {
            assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, distance));
            let names = common::names(knights, &start, outcome.moves.as_ref().unwrap());
            let end = naive::replay(
                cells(start),
                |cells| naive::jumps(cells),
                names.split_whitespace(),
            );
            assert_eq!(end.as_ref(), Some(&goal));
        }
        assert_eq!(outcomes[0].moves, outcomes[2].moves, "both are the least");
    }
}
