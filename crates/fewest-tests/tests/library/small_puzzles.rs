//! Every board of the smallest puzzles, by every search, compared with a naive search.

use std::collections::HashMap;

use fewest::heuristic::{Blind, Heuristic, LinearConflict, Manhattan, Misplaced, OutOfPlace};
use fewest::kernel::tiles::{Nibbles, TileBoard, Tiles};
use fewest::search::{Outcome, Stop};
use fewest::space::Ranked;
use fewest::table::Ball;

use crate::common::{self, Engine, ROTATION, Tabled};
use crate::naive;

/// A puzzle, and its boards with their distances and least answers.
struct Small {
    puzzle: Tiles<Nibbles>,
    answers: Vec<(TileBoard<Nibbles>, u32, String)>,
}

impl Small {
    fn new(width: usize, height: usize, blank: usize) -> Self {
        let puzzle = common::small(width, height, blank);
        let goal = common::cells(&puzzle, &puzzle.goal());
        let slides = |cells: &Vec<u8>| naive::slides(cells, width, "dlru");
        let ends = |cells: &Vec<u8>| naive::ends(slides(cells));
        let distances = naive::distances([goal.clone()], ends, u32::MAX);
        assert_eq!(distances.len() as u64, puzzle.boards());
        let answer = |(cells, &distance): (&Vec<u8>, &u32)| {
            let least = naive::least(cells, slides, &distances);
            if distance <= 8 {
                let first = naive::first_list(cells, &slides, &|cells| *cells == goal, distance);
                assert_eq!(first.as_ref(), Some(&least));
            }
            (TileBoard::new(cells).unwrap(), distance, least.concat())
        };
        let answers = distances.iter().map(answer).collect();
        Self { puzzle, answers }
    }

    fn check<H: Heuristic<Tiles<Nibbles>>>(&self, engine: Engine, heuristic: &H, radius: u8) {
        let ball = common::ball(&self.puzzle, self.puzzle.goal(), radius);
        for (board, distance, least) in &self.answers {
            let outcome = engine.solve(&self.puzzle, heuristic, &ball, board);
            assert_eq!((outcome.stop, outcome.at_least), (Stop::Solved, *distance));
            let moves = outcome.moves.unwrap();
            assert_eq!(
                common::names(&self.puzzle, board, &moves),
                *least,
                "{engine:?} {board:?}"
            );
        }
    }
}

const SIZES: [(usize, usize); 3] = [(2, 2), (2, 3), (3, 2)];

fn all() -> impl Iterator<Item = Small> {
    SIZES.into_iter().flat_map(|(width, height)| {
        (0..width * height).map(move |blank| Small::new(width, height, blank))
    })
}

#[test]
fn tables() {
    for small in all() {
        let tabled = Tabled::with_descents(&small.puzzle);
        for (board, distance, least) in &small.answers {
            assert_eq!(tabled.distance(board), Some(*distance));
            assert_eq!(tabled.walk(board), (Some(*distance), least.clone()));
        }
    }
}

#[test]
fn searches_with_every_heuristic() {
    for small in all() {
        for engine in [Engine::IdaStar, Engine::LEAST[1]] {
            small.check(engine, &Manhattan::new(&small.puzzle), 0);
            small.check(engine, &LinearConflict::new(&small.puzzle).unwrap(), 0);
            small.check(engine, &Misplaced, 0);
            small.check(engine, &Blind, 0);
        }
        small.check(Engine::BreadthFirst, &Blind, 0);
    }
}

#[test]
fn balls_met_half_way() {
    for small in all() {
        // 21 moves reach every board; at 22 the surface is empty.
        for radius in [0, 1, 2, 5, 9, 21, 22] {
            small.check(Engine::HalfWay, &Blind, radius);
            small.check(Engine::HalfWay, &Manhattan::new(&small.puzzle), radius);
            small.check(
                Engine::HalfWay,
                &LinearConflict::new(&small.puzzle).unwrap(),
                radius,
            );
        }
    }
}

#[test]
fn balls_hold_what_is_near() {
    for small in all() {
        for radius in [0u8, 3, 8, 30] {
            let ball = common::ball(&small.puzzle, small.puzzle.goal(), radius);
            let mut inside = 0;
            for (board, distance, least) in &small.answers {
                let is_near = *distance <= radius.into();
                inside += usize::from(is_near);
                assert_eq!(
                    ball.distance(board).map(u32::from),
                    is_near.then_some(*distance)
                );
                let mut moves = Vec::new();
                assert_eq!(ball.walk(&small.puzzle, *board, &mut moves), is_near);
                let names = common::names(&small.puzzle, board, &moves);
                assert_eq!(names, if is_near { least.as_str() } else { "" });
            }
            assert_eq!(ball.len(), inside);
        }
    }
}

#[test]
fn boards_of_the_other_parity_are_exhausted() {
    for small in all() {
        let (board, _, _) = small.answers[0];
        let mut cells = common::cells(&small.puzzle, &board);
        let tiles: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
        cells.swap(tiles[0], tiles[1]);
        let board = TileBoard::new(&cells).unwrap();
        assert!(!small.puzzle.is_solvable(&board));
        for engine in [Engine::ALL[1], Engine::ALL[2], Engine::BreadthFirst] {
            let outcome = engine.solve(
                &small.puzzle,
                &Manhattan::new(&small.puzzle),
                &Ball::new([]),
                &board,
            );
            assert_eq!(
                (outcome.moves, outcome.stop),
                (None, Stop::Exhausted),
                "{engine:?}"
            );
            assert_eq!(outcome.statistics.expanded, small.puzzle.boards());
        }
    }
}

/// Boards near a solved one, with any of the three symbols in the centre.
#[test]
fn rotation_near_the_goal() {
    let mut rng = fastrand::Rng::with_seed(11);
    let centre = OutOfPlace::new(&*ROTATION);
    let shifts = |cells: &Vec<u8>| naive::shifts(cells);
    let is_solved = |cells: &Vec<u8>| !naive::centres(cells).is_empty();
    let mut lengths = HashMap::<u32, u32>::new();
    for i in 0..300u16 {
        let solved = common::centred(u8::try_from(i % 3 + 1).unwrap(), &mut rng);
        let board = common::wander(&*ROTATION, &solved, usize::from(i % 5), &mut rng);
        let cells = common::rotation_symbols(board);
        let least = (0..5)
            .find_map(|length| naive::first_list(&cells, &shifts, &is_solved, length))
            .unwrap();
        *lengths
            .entry(u32::try_from(least.len()).unwrap())
            .or_default() += 1;
        for engine in [Engine::IdaStar, Engine::LEAST[1], Engine::BreadthFirst] {
            let found: [Outcome; 2] = [
                engine.solve(&*ROTATION, &centre, &Ball::new([]), &board),
                engine.solve(&*ROTATION, &Blind, &Ball::new([]), &board),
            ];
            for outcome in found {
                let moves = outcome.moves.unwrap();
                assert_eq!(
                    common::names(&*ROTATION, &board, &moves),
                    least.concat(),
                    "{engine:?}"
                );
            }
        }
    }
    assert!((0..5).all(|length| lengths[&length] > 20), "{lengths:?}");
}
