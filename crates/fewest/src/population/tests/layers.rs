use crate::kernel::tiles::{Nibbles, Order, Size, Tiles};
use crate::population::{ByTable, Layers, Population, Random};
use crate::space::Ranked;
use crate::support::budget::Budget;
use crate::table::build::build;

fn small(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
    let size = Size::new(width, height).unwrap();
    Tiles::rectangle(size, blank, Order::default()).unwrap()
}

/// Checks the first numbers of OEIS A151944, the boards of the 15-puzzle by distance.
#[test]
fn shells_hold_every_board_once() {
    let fifteen = small(4, 4, 15);
    let solved = vec![fifteen.goal()];
    let layers = Layers::grow(&fifteen, solved, 12, Budget::default()).unwrap();
    let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
    assert_eq!(layers.counts(), counts);
    let small = small(3, 2, 0);
    let layers = Layers::grow(&small, vec![small.goal()], 255, Budget::default()).unwrap();
    let table = build(&small, Budget::default()).unwrap();
    assert_eq!(layers.counts(), table.counts());
}

#[test]
fn a_seed_gives_the_same_boards_whatever_they_are_drawn_from() {
    let puzzle = small(3, 2, 5);
    let solved = vec![puzzle.goal()];
    let mut layers = Layers::grow(&puzzle, solved, 21, Budget::default()).unwrap();
    layers.sort_by_key(|board| puzzle.rank(board));
    let table = build(&puzzle, Budget::default()).unwrap();
    let population = ByTable::new(puzzle, table);
    for distance in 0..=22 {
        let (mut one, mut other) = (Random::new(9), Random::new(9));
        for _ in 0..100 {
            let count = layers.counts().get(usize::from(distance));
            let drawn = count.and_then(|&count| layers.nth(distance, one.below(count)));
            assert_eq!(drawn, population.draw(distance, &mut other));
            assert_eq!(drawn.is_some(), distance <= 21);
        }
    }
}
