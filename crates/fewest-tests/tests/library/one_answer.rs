//! An answer that is reused for many boards describes the last one.

use std::slice::{from_mut, from_ref};

use fewest::Puzzle;
use fewest::model::Case;
use fewest::search::Algorithm;
use fewest::solver::{Answer, Method, Options, Verdict, answer_batch};

use crate::common;

/// Solves all boards three times each, into one answer.
fn checks(puzzle: &Puzzle, algorithm: Option<Algorithm>, boards: &[(Vec<u8>, Option<u32>)]) {
    let options = Options {
        algorithm,
        ..Options::default()
    };
    let mut solver = puzzle.batches(&options).unwrap();
    let cases = (1..).zip(boards);
    let cases: Vec<Case> = cases
        .map(|(i, (board, _))| Case::new(i, board.clone()))
        .collect();
    solver.prepare(&cases, options.call()).unwrap();
    let mut answer = Answer::default();
    for _ in 0..3 {
        for (case, (_, distance)) in cases.iter().zip(boards) {
            solver.solve(case, options.call(), &mut answer);
            assert_distance(&answer, *distance);
        }
    }
    for (case, (_, distance)) in cases.iter().zip(boards) {
        let (case, answer) = (from_ref(case), from_mut(&mut answer));
        answer_batch(&mut *solver, case, answer, options.call()).unwrap();
        assert_distance(&answer[0], *distance);
    }
}

fn assert_distance(answer: &Answer, distance: Option<u32>) {
    let verdict = distance.map_or(Verdict::Unsolvable, Verdict::Solved);
    assert_eq!(answer.verdict, verdict);
    assert_eq!(answer.moves.len(), distance.unwrap_or(0) as usize);
    assert_eq!(answer.at_least, distance.unwrap_or(u32::MAX));
    // Only searches report a time.
    let is_known = matches!(
        answer.method,
        Method::Algorithm(Algorithm::Table) | Method::Parity | Method::Group
    );
    assert_eq!(answer.elapsed.is_zero(), is_known, "{answer:?}");
}

/// Moves once accumulated from board to board, and the time and the bound were never set.
#[test]
fn each_answer_belongs_to_its_board() {
    let algorithms = [
        None,
        Some(Algorithm::Table),
        Some(Algorithm::IdaStar),
        Some(Algorithm::AStar),
    ];
    let rotation = Puzzle::open("rotation").unwrap();
    let rotations: Vec<_> = (common::rotation().into_iter())
        .filter(|line| line.distance.is_some_and(|distance| distance < 7))
        .take(20)
        .map(|line| {
            let symbols = common::tiles(&line.start).into_iter();
            (symbols.map(|symbol| symbol - 1).collect(), line.distance)
        })
        .collect();
    assert!(rotations.len() > 5);
    let eight = Puzzle::open("eight").unwrap();
    let slides = [
        (vec![1, 2, 3, 4, 5, 6, 7, 0, 8], Some(1)),
        (vec![1, 2, 3, 4, 5, 6, 0, 7, 8], Some(2)),
        (vec![2, 1, 3, 4, 5, 6, 7, 8, 0], None),
        (vec![1, 2, 3, 4, 5, 6, 7, 8, 0], Some(0)),
    ];
    let solved = |puzzle: &Puzzle| {
        let board = puzzle.solved_board(&Options::default()).unwrap();
        [(board.symbols().to_vec(), Some(0))]
    };
    let pancakes = Puzzle::open("pancakes").unwrap();
    for algorithm in algorithms {
        checks(&rotation, algorithm, &rotations);
        checks(&eight, algorithm, &slides);
        checks(&pancakes, algorithm, &solved(&pancakes));
    }
    let knights = Puzzle::open("knights").unwrap();
    checks(&knights, None, &solved(&knights));
}

/// By default, moves and the first of the shortest answers are requested.
#[test]
fn a_query_asks_for_the_first_of_the_shortest_answers() {
    let options = Options::default();
    assert!(options.moves && options.tie.is_none());
    assert_eq!(options.algorithm, None);
}
