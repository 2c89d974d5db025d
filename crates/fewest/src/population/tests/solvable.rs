//! Solvability of boards without a table.

use std::sync::Arc;

use super::{ANY, Small, all_are_drawn, expected, random_structure, sliding, some};
use crate::kernel::Kernel;
use crate::kernel::general::{Cells, General};
use crate::model::{Model, Order, Size};
use crate::solver::Solvable;
use crate::support::budget::Budget;
use crate::support::random::Random;

/// Checks that solvability is found without a table, and that draws of solvable and of unsolvable
/// boards are fair.
#[track_caller]
fn check_solvable(puzzle: &Arc<Small>, is_drawn: bool) {
    let expected = expected(puzzle);
    let none = Budget {
        memory: Some(0),
        ..Budget::default()
    };
    let solvable = Solvable::of(puzzle, none).unwrap();
    for (board, distance) in &expected {
        assert_eq!(solvable.includes(board), Some(distance.is_some()));
    }
    for is_solvable in [true, false] {
        let matches = |distance: &&Option<_>| distance.is_some() == is_solvable;
        let boards = expected.values().filter(matches).count();
        let counted = if is_solvable {
            solvable.boards()
        } else {
            solvable.others()
        };
        assert_eq!(counted, boards as u128);
        if is_drawn {
            let mut random = Random::new(6);
            all_are_drawn(boards, 40, || {
                let drawn = solvable.draw(is_solvable, &mut random)?;
                assert_eq!(expected[&drawn].is_some(), is_solvable);
                Some(drawn)
            });
        }
    }
}

#[test]
fn solvability_follows_from_what_moves_can_do() {
    let mut rng = fastrand::Rng::with_seed(24);
    for i in 0..60 {
        let puzzle = Arc::new(Small::new(random_structure(&mut rng)).unwrap());
        check_solvable(&puzzle, i % 4 == 0);
    }
    // With a blank: all boards; one parity; both parities with the blank anywhere; a graph that
    // keeps the order of all tiles.
    let corner = |goal: &[Option<u8>]| sliding(3, 2, &[1; 6], &[goal]);
    let full = some([1, 2, 3, 4, 5, 0]);
    let anywhere = [Some(1), Some(2), ANY, ANY, ANY, ANY];
    for structure in [
        corner(&full),
        corner(&anywhere),
        sliding(
            3,
            2,
            &[1, 2, 1, 1, 1],
            &[&[Some(1), Some(1), Some(2), Some(3), Some(4), Some(0)]],
        ),
        sliding(3, 2, &[1; 6], &[&full, &some([2, 1, 3, 4, 5, 0])]),
        sliding(6, 1, &[1; 6], &[&full, &some([2, 1, 3, 0, 4, 5])]),
        sliding(2, 2, &[1; 4], &[&some([1, 2, 3, 0])]),
    ] {
        check_solvable(&Arc::new(Small::new(structure).unwrap()), true);
    }
}

/// Solvability of many tiles is not found by analysing their moves, which takes too long.
#[test]
fn no_random_board_of_many_tiles() {
    for (width, height) in [(6, 6), (7, 6), (16, 16)] {
        let size = Size::new(width, height).unwrap();
        let model = Arc::new(Model::sliding(size, Order::default()));
        let puzzle = Arc::new(General::<Cells<256>>::of(model).unwrap());
        let solvable = Solvable::of(&puzzle, Budget::default()).unwrap();
        assert_eq!(solvable.boards(), solvable.others());
        let mut random = Random::new(8);
        for is_solvable in [true, false] {
            let draws = (0..100).filter_map(|_| solvable.draw(is_solvable, &mut random));
            let boards: Vec<_> = draws.collect();
            assert!(boards.len() > 20, "only {}", boards.len());
            for board in boards {
                let cells = (0..width * height).map(|cell| puzzle.symbol(&board, cell));
                let (blanks, tiles): (Vec<_>, Vec<_>) =
                    cells.enumerate().partition(|(_, symbol)| *symbol == 0);
                let pairs = tiles.iter().enumerate();
                let smaller_later = |(place, (_, tile)): (usize, &(usize, u8))| {
                    let others = tiles[place..].iter();
                    others.filter(|(_, other)| other < tile).count()
                };
                let inversions: usize = pairs.map(smaller_later).sum();
                // A tile that moves up or down passes one tile less than a row has cells.
                let rows_below = height - 1 - blanks[0].0 / width;
                let is_even = (inversions + rows_below * (width - 1)).is_multiple_of(2);
                assert_eq!(is_even, is_solvable, "{width} x {height}");
            }
        }
    }
}

/// The kernel is not chosen by the model's name: with a wall, the tiles keep their order on a ring.
#[test]
fn walls_between_tiles() {
    let size = Size::new(3, 2).unwrap();
    let mut model = Model::sliding(size, Order::default());
    let turns = &mut model.structure.turns;
    turns.retain(|turn| (turn.from[1], turn.from[4]) != (4, 1));
    let puzzle = Arc::new(Small::of(Arc::new(model)).unwrap());
    check_solvable(&puzzle, true);
    let solvable = Solvable::of(&puzzle, Budget::default()).unwrap();
    assert_eq!(solvable.boards(), 30);
}
