//! Dual look-up: against every board of small sizes.

use fewest::heuristic::Heuristic;
use fewest::heuristic::pattern::{Additive, Dual, Partition};
use fewest::kernel::tiles::{Nibbles, Tiles};
use fewest::space::{Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;

use crate::common;

fn bound<H: Heuristic<Tiles<Nibbles>>>(
    heuristic: &H,
    puzzle: &Tiles<Nibbles>,
    board: &<Tiles<Nibbles> as StateSpace>::Board,
) -> u32 {
    heuristic.bound(heuristic.start(puzzle, board))
}

/// Never too large, never below the look-up of the board alone, and the distance itself if a group
/// has all tiles: so a board is as far as its inverse, whatever the cells of the blanks.
#[test]
fn inverse_boards_are_as_far() {
    for (width, height, blank) in [
        (3, 3, 0),
        (3, 3, 4),
        (3, 3, 7),
        (2, 4, 2),
        (4, 2, 7),
        (3, 2, 1),
    ] {
        let puzzle = common::small(width, height, blank);
        let table = build(&puzzle, Budget::default()).unwrap();
        for most in [8, 4, 3] {
            let even = |puzzle: &Tiles<_>| Partition::even(puzzle, most);
            let dual: Dual<Nibbles, 8> = Dual::build(&puzzle, even, Budget::default()).unwrap();
            let own: &Additive<8> = dual.own().unwrap();
            let (mut sharper, mut steepest) = (0, 0);
            for rank in 0..puzzle.boards() {
                let board = puzzle.unrank(rank);
                let distance = u32::from(table.distance(rank).unwrap());
                let (alone, both) = (bound(own, &puzzle, &board), bound(&dual, &puzzle, &board));
                assert!(alone <= both && both <= distance, "{board:?}");
                assert!(most < 8 || both == distance);
                sharper += u32::from(alone < both);
                let memo = dual.start(&puzzle, &board);
                for m in puzzle.moves(&board) {
                    let next = puzzle.after(&board, m);
                    let after = dual.after(&puzzle, &board, m, &puzzle.after(&board, m), memo);
                    assert_eq!(after, dual.start(&puzzle, &next), "{next:?}");
                    steepest = steepest.max(dual.bound(after).abs_diff(both));
                }
            }
            let is_whole = width * height <= most + 1;
            assert_eq!(sharper == 0, is_whole, "{width}x{height}, {most}");
            assert_eq!(steepest == 1, is_whole, "not consistent");
        }
    }
}

#[test]
fn what_it_may_use() {
    let puzzle = common::small(3, 3, 0);
    let even = |puzzle: &Tiles<_>| Partition::even(puzzle, 4);
    let allowed = |memory| {
        let budget = Budget {
            memory: Some(memory),
            ..Budget::default()
        };
        Dual::<Nibbles, 8>::build(&puzzle, even, budget)
    };
    let dual = allowed(u64::MAX).unwrap();
    assert_eq!(dual.bytes(), 9 * 2 * 65_536);
    assert!(allowed(dual.bytes() - 1).is_err());
}
