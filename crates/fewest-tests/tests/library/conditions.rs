//! Puzzles whose moves depend on several cells, compared with plain recursion.

use std::collections::BTreeMap;

use fastrand::Rng;
use fewest::search::Algorithm;
use fewest::space::Move;
use fewest::space::structure::{Structure, Turn};
use fewest::survey::Listing;
use fewest::{Model, Options, Puzzle, Verdict};

use crate::naive;

const PUZZLES: u64 = 250;

/// A random structure of a few cells; each move has one turn, and some undo another.
fn structure(rng: &mut Rng) -> Structure {
    let cells = rng.u8(3..6);
    let symbols = rng.usize(2..4);
    let mut pieces = vec![0u32; symbols];
    for cell in 0..usize::from(cells) {
        pieces[if cell < symbols {
            cell
        } else {
            rng.usize(..symbols)
        }] += 1;
    }
    let mut turns: Vec<Turn> = Vec::new();
    for by in 0..rng.u8(2..6) {
        let by = Move::new(by);
        if let Some(last) = turns.last().filter(|_| rng.u8(..5) < 2) {
            let undone = last.undone().unwrap();
            turns.push(Turn { by, ..undone });
            continue;
        }
        let mut from: Vec<u8> = (0..cells).collect();
        for _ in 0..rng.u8(1..3) {
            from.swap(
                rng.usize(..usize::from(cells)),
                rng.usize(..usize::from(cells)),
            );
        }
        let symbol = |rng: &mut Rng| u8::try_from(rng.usize(..symbols)).unwrap();
        let needs = (0..cells).filter(|_| rng.u8(..4) == 0);
        let needs: Vec<u8> = needs.collect();
        let needs = needs.into_iter().map(|cell| (cell, symbol(rng))).collect();
        turns.push(Turn { by, needs, from });
    }
    let boards = naive::boards(&pieces);
    let goal = |rng: &mut Rng| -> Vec<Option<u8>> {
        let board = rng.choice(&boards).unwrap();
        let is_open = rng.bool();
        board
            .iter()
            .map(|symbol| Some(*symbol).filter(|_| !is_open || rng.bool()))
            .collect()
    };
    Structure {
        turns,
        goals: (0..rng.usize(1..3)).map(|_| goal(rng)).collect(),
        pieces,
    }
}

/// The distance of every board that can be solved.
fn distances(structure: &Structure) -> BTreeMap<Vec<u8>, u32> {
    let boards = naive::boards(&structure.pieces);
    let solved = boards
        .iter()
        .filter(|board| naive::meets(&structure.goals, board));
    let mut known: BTreeMap<Vec<u8>, u32> = solved.map(|board| (board.clone(), 0)).collect();
    for distance in 1.. {
        let leads = |board: &&Vec<u8>| {
            let mut next = naive::turned(structure, board).into_iter();
            !known.contains_key(*board)
                && next.any(|next| known.get(&next) == Some(&(distance - 1)))
        };
        let layer: Vec<Vec<u8>> = boards.iter().filter(leads).cloned().collect();
        if layer.is_empty() {
            break;
        }
        known.extend(layer.into_iter().map(|board| (board, distance)));
    }
    known
}

#[test]
fn tables_of_moves_with_conditions_had_no_links() {
    let mut rng = Rng::with_seed(158);
    let (mut compared, mut with_home) = (0, 0);
    for number in 0..PUZZLES {
        let structure = structure(&mut rng);
        let expected = distances(&structure);
        let boards = naive::boards(&structure.pieces);
        let home = rng.choice(&boards).filter(|_| rng.u8(..3) == 0).cloned();
        let mut model = Model::of(structure.clone());
        model.home.clone_from(&home);
        // Two turns may contradict each other.
        let Ok(puzzle) = Puzzle::from_model(model) else {
            continue;
        };
        compared += usize::from(structure.has_conditions());
        with_home += usize::from(home.is_some());
        let all: Vec<_> = boards
            .iter()
            .map(|board| puzzle.board_of(board).unwrap())
            .collect();
        let answers = puzzle.solve_all(&all, &Options::default()).unwrap();
        for (board, answer) in boards.iter().zip(answers) {
            let expected = expected
                .get(board)
                .map_or(Verdict::Unsolvable, |d| Verdict::Solved(*d));
            assert_eq!(
                answer.verdict, expected,
                "{number} {board:?}\n{structure:?} {home:?}"
            );
        }
        for algorithm in Algorithm::PROVING {
            let board = rng.usize(..boards.len());
            let mut options = Options {
                algorithm: Some(algorithm),
                ..Options::default()
            };
            options.limits.max_moves = Some(12);
            let Ok(answer) = puzzle.solve(&all[board], &options) else {
                continue;
            };
            let expected = match expected.get(&boards[board]) {
                Some(distance) if *distance <= 12 => Verdict::Solved(*distance),
                Some(_) => Verdict::Beyond(12),
                None => Verdict::Unsolvable,
            };
            let name = algorithm.name();
            let is_right = answer.verdict == expected
                || expected == Verdict::Unsolvable && answer.verdict == Verdict::Beyond(12);
            let found = answer.verdict;
            assert!(
                is_right,
                "{number} {name} {:?}: {found:?}, not {expected:?}\n{structure:?} {home:?}",
                boards[board]
            );
        }
        if home.is_none() && !expected.is_empty() {
            let survey = puzzle
                .survey(Listing::default(), &Options::default())
                .unwrap();
            assert_eq!(
                survey.figures.boards,
                expected.len() as u64,
                "{number}\n{structure:?}"
            );
        }
    }
    assert!(compared > 150 && with_home > 30, "{compared} {with_home}");
}
