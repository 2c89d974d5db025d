//! Which boards can be solved, told without a table.

use std::sync::Arc;

use fewest::budget::Budget;
use fewest::random::Random;
use fewest::solver::Solvable;

use super::{ANY, Small, all_are_drawn, expected, random_structure, sliding, some};

/// Whether a board can be solved is told without its table, and draws are fair among those that can
/// and those that can't.
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
    for wanted in [true, false] {
        let is_wanted = |distance: &&Option<_>| distance.is_some() == wanted;
        let boards = expected.values().filter(is_wanted).count();
        let told = if wanted {
            solvable.boards()
        } else {
            solvable.others()
        };
        assert_eq!(told, boards as u128);
        if is_drawn {
            let mut random = Random::new(6);
            all_are_drawn(boards, 40, || {
                let drawn = solvable.draw(wanted, &mut random)?;
                assert_eq!(expected[&drawn].is_some(), wanted);
                Some(drawn)
            });
        }
    }
}

#[test]
fn what_moves_can_do_tells_boards_that_can_be_solved() {
    let mut rng = fastrand::Rng::with_seed(24);
    for i in 0..60 {
        let puzzle = Arc::new(Small::new(random_structure(&mut rng)).unwrap());
        check_solvable(&puzzle, i % 4 == 0);
    }
    // With a blank: all, one parity, both parities and the blank anywhere, a graph that keeps all
    // in their order.
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
