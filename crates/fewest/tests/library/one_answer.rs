//! One answer, used for many boards, says what belongs to the last of them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest::kernel::general::{Cells, General, Planes};
use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::model::Model;
use fewest::search::Algorithm;
use fewest::solver::{
    Answer, Batches, BoardCase, HeuristicKernel, Method, Options, Solver, Verdict,
};
use fewest::space::structure::Structured;

use crate::common;

/// Solves all boards with one answer, three times each.
fn checks<K: HeuristicKernel>(
    puzzle: &Arc<K>,
    algorithm: Option<Algorithm>,
    boards: &[(K::Board, Option<u32>)],
) {
    let options = Options {
        algorithm,
        ..Options::default()
    };
    let mut solver = Solver::new(Arc::clone(puzzle), None, options).unwrap();
    let cancel = AtomicBool::new(false);
    let cases = (1..)
        .zip(boards)
        .map(|(i, (board, _))| BoardCase::new(i, *board));
    let cases: Vec<BoardCase<K::Board>> = cases.collect();
    solver.prepare(&cases, (&cancel).into()).unwrap();
    let mut answer = Answer::default();
    for _ in 0..3 {
        for (case, (_, distance)) in cases.iter().zip(boards) {
            solver.solve(case, (&cancel).into(), &mut answer);
            says(&answer, *distance);
        }
    }
    for (case, (_, distance)) in cases.iter().zip(boards) {
        says(&solver.answer(case, &cancel).unwrap(), *distance);
    }
}

fn says(answer: &Answer, distance: Option<u32>) {
    let verdict = distance.map_or(Verdict::Unsolvable, Verdict::Solved);
    assert_eq!(answer.verdict, verdict);
    assert_eq!(answer.moves.len(), distance.unwrap_or(0) as usize);
    assert_eq!(answer.lower_bound, distance.unwrap_or(u32::MAX));
    // Only searches are timed.
    let is_known = matches!(
        answer.method,
        Method::Algorithm(Algorithm::Table) | Method::Parity | Method::Group
    );
    assert_eq!(answer.elapsed.is_zero(), is_known, "{answer:?}");
}

/// Moves gathered from board to board, and neither the time nor the bound was ever filled in.
#[test]
fn an_answer_is_of_its_own_board() {
    let algorithms = [
        None,
        Some(Algorithm::Table),
        Some(Algorithm::IdaStar),
        Some(Algorithm::AStar),
    ];
    let rotation = Arc::new(General::<Planes<u64>>::of(Arc::new(Model::rotation())).unwrap());
    let rotations: Vec<_> = (common::rotation().into_iter())
        .filter(|line| line.distance.is_some_and(|distance| distance < 7))
        .take(20)
        .map(|line| {
            let symbols = common::tiles(&line.start).into_iter();
            let symbols: Vec<u8> = symbols.map(|symbol| symbol - 1).collect();
            (rotation.board(&symbols).unwrap(), line.distance)
        })
        .collect();
    assert!(rotations.len() > 5);
    let size = Size::new(3, 3).unwrap();
    let tiles = Arc::new(Tiles::<Nibbles>::rectangle(size, 8, Order::default()).unwrap());
    let eight = |symbols: [u8; 9]| tiles.board(&symbols).unwrap();
    let goal = eight([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    let slides = [
        (eight([1, 2, 3, 4, 5, 6, 7, 0, 8]), Some(1)),
        (eight([1, 2, 3, 4, 5, 6, 0, 7, 8]), Some(2)),
        (eight([2, 1, 3, 4, 5, 6, 7, 8, 0]), None),
        (goal, Some(0)),
    ];
    let text = include_str!("../../../../puzzles/eight.toml");
    let model = Arc::new(Model::from_toml(text).unwrap());
    let general = Arc::new(General::<Cells<32>>::of(model).unwrap());
    let solved = general.solved_boards().unwrap()[0];
    for algorithm in algorithms {
        checks(&rotation, algorithm, &rotations);
        checks(&tiles, algorithm, &slides);
        checks(&general, algorithm, &[(solved, Some(0))]);
    }
    let knights = Arc::new(General::<Planes<u64>>::of(Arc::new(Model::knights())).unwrap());
    let classic = knights.solved_boards().unwrap()[0];
    checks(&knights, None, &[(classic, Some(0))]);
}

/// Nobody has to ask for moves, nor for the first of the shortest answers.
#[test]
fn a_query_asks_for_the_first_of_the_shortest_answers() {
    let options = Options::default();
    assert!(options.moves && options.tie.is_none());
    assert_eq!(options.algorithm, None);
}
