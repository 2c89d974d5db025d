//! Knights: the full table, naive searches around a goal, and random boards met from both ends.

use fewest::heuristic::{Blind, Heuristic, Misplaced};
use fewest::puzzle::{Puzzle, Ranked};
use fewest::puzzles::knights::{Board, Knights};
use fewest::search::Stop;
use fewest::table::Table;

use crate::common::{self, Engine, Reference, Tabled};
use crate::naive;

fn board(cells: &[u8]) -> Board {
    let black = cells
        .iter()
        .rev()
        .fold(0, |bits, &cell| bits << 1 | u32::from(cell == b'1'));
    let empty = cells.iter().position(|&cell| cell == b'*').unwrap();
    Board::new(black, u8::try_from(empty).unwrap()).unwrap()
}

fn cells(knights: &Knights, board: Board) -> Vec<u8> {
    common::compact(knights, &board)
        .replace(' ', "")
        .into_bytes()
}

/// The lines with the goal of the statement.
fn classic() -> Vec<Reference> {
    let goal = common::compact(&Knights::new(Board::CLASSIC), &Board::CLASSIC);
    common::knights()
        .into_iter()
        .filter(|line| line.goal.as_ref() == Some(&goal))
        .collect()
}

fn check_corpus(table: &Tabled<'_, Knights>) {
    let lines = classic();
    assert!(lines.len() > 100);
    for line in lines {
        let start = board(line.start.replace(' ', "").as_bytes());
        assert_eq!(table.walk(&start), (line.distance, line.moves));
    }
}

/// What makes any table of distances right, on a share of the boards; the heuristic stays below.
fn check_sample(knights: &Knights, table: &Table) {
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
        let bound = Heuristic::<Knights>::bound(&Misplaced, Misplaced.start(knights, &board));
        assert!(bound <= distance.into());
    }
}

fn check_random_boards(knights: &Knights, table: &Tabled<'_, Knights>) {
    let mut rng = fastrand::Rng::with_seed(5);
    let goal = cells(knights, Board::CLASSIC);
    for _ in 0..12 {
        let steps = rng.usize(20..40);
        let start = common::wander(knights, &Board::CLASSIC, steps, &mut rng);
        let distance = table.distance(&start);
        assert_eq!(
            distance,
            naive::bidirectional(&cells(knights, start), &goal, |cells| naive::jumps(cells))
        );
    }
}

/// The one test of the full table: it takes a second and 68 MB.
#[test]
fn the_full_table() {
    let knights = Knights::new(Board::CLASSIC);
    let tabled = Tabled::new(&knights);
    let table = &tabled.table;
    assert_eq!(table.counts().iter().sum::<u64>(), 67_603_900);
    assert_eq!(table.reachable(), knights.boards());
    assert_eq!((table.counts().len() - 1, table.counts()[39]), (39, 62));
    check_corpus(&tabled);
    check_sample(&knights, table);
    check_random_boards(&knights, &tabled);
}

/// Deep boards are left to the table, and then it answers all others, too.
#[test]
fn a_session_turns_to_the_table() {
    let lines = classic();
    let boards: Vec<&str> = lines.iter().map(|line| line.start.as_str()).collect();
    let mut session = common::session("knights", None, &common::as_json());
    let mut check = |boards: &[&str], lines: &[Reference]| {
        let answers = common::json(&mut *session, &boards.join("\n"));
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
    let classic = Knights::new(Board::CLASSIC);
    for far in [0, 1000] {
        let goal = common::wander(&classic, &Board::CLASSIC, far, &mut rng);
        let knights = Knights::new(goal);
        let jumps = |cells: &Vec<u8>| naive::jumps(cells);
        let distances = naive::distances([cells(&knights, goal)], jumps, 8);
        let balls = [0, 3, 7].map(|radius| common::ball(&knights, goal, radius));
        let mut starts: Vec<&Vec<u8>> = distances.keys().collect();
        starts.sort_unstable();
        for _ in 0..60 {
            let start = *rng.choice(&starts).unwrap();
            let least = naive::least(start, jumps, &distances).join(" ");
            let start = board(start);
            for engine in Engine::LEAST {
                for ball in &balls {
                    let guided = engine.solve(&knights, &Misplaced, ball, &start);
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
    let knights = Knights::new(Board::CLASSIC);
    let ball = common::ball(&knights, Board::CLASSIC, 8);
    let goal = cells(&knights, Board::CLASSIC);
    for moves in 1..=17 {
        let start = common::wander(&knights, &Board::CLASSIC, moves, &mut rng);
        let distance =
            naive::bidirectional(&cells(&knights, start), &goal, |cells| naive::jumps(cells))
                .unwrap();
        let found = Engine::ALL
            .into_iter()
            .filter(|engine| *engine != Engine::BreadthFirst || distance <= 10);
        let outcomes: Vec<_> = found
            .map(|engine| engine.solve(&knights, &Misplaced, &ball, &start))
            .collect();
        for outcome in &outcomes {
            assert_eq!(
                (outcome.stop, outcome.lower_bound),
                (Stop::Solved, distance)
            );
            let names = common::names(&knights, &start, outcome.moves.as_ref().unwrap());
            let end = naive::replay(
                cells(&knights, start),
                |cells| naive::jumps(cells),
                names.split_whitespace(),
            );
            assert_eq!(end.as_ref(), Some(&goal));
        }
        assert_eq!(outcomes[0].moves, outcomes[2].moves, "both are the least");
    }
}
