use crate::kernel::tiles::{Nibbles, Order, Size, Tiles};
use crate::population::{BothWays, ByTable, Ground, Layers, Population, Random};
use crate::space::structure::Structured;
use crate::space::{Ranked, StateSpace};
use crate::support::budget::Budget;
use crate::table::build::build;

fn small(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
    let size = Size::new(width, height).unwrap();
    Tiles::rectangle(size, blank, Order::default()).unwrap()
}

impl BothWays for Tiles<Nibbles> {
    fn each_before(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let board = self.board(symbols).unwrap();
        for m in self.moves(&board) {
            visit(&self.all_symbols(&self.after(&board, m)));
        }
    }

    fn each_after(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8])) {
        self.each_before(symbols, visit);
    }
}

fn layers(puzzle: &Tiles<Nibbles>, farthest: usize) -> Layers {
    let ground = Ground {
        moves: puzzle,
        structure: &puzzle.structure(),
        solved: &[puzzle.all_symbols(&puzzle.goal())],
        is_reversible: true,
    };
    Layers::grow(ground, farthest, Budget::default()).unwrap()
}

/// Checks the first numbers of OEIS A151944, the boards of the 15-puzzle by distance.
#[test]
fn shells_hold_every_board_once() {
    let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
    assert_eq!(layers(&small(4, 4, 15), 12).counts(), counts);
    let small = small(3, 2, 0);
    let table = build(&small, Budget::default()).unwrap();
    assert_eq!(layers(&small, 255).counts(), table.counts());
}

#[test]
fn a_seed_gives_the_same_boards_whatever_they_are_drawn_from() {
    let puzzle = small(3, 2, 5);
    let mut layers = layers(&puzzle, 21);
    layers.sort_by_key(|symbols| puzzle.rank(&puzzle.board(symbols).unwrap()));
    let table = build(&puzzle, Budget::default()).unwrap();
    let population = ByTable::new(puzzle.clone(), table);
    for distance in 0..=22 {
        let (mut one, mut other) = (Random::new(9), Random::new(9));
        for _ in 0..100 {
            let count = layers.counts().get(usize::from(distance));
            let drawn = count
                .and_then(|&count| layers.nth(distance, one.below(count)))
                .map(|symbols| puzzle.board(&symbols).unwrap());
            assert_eq!(drawn, population.draw(distance, &mut other));
            assert_eq!(drawn.is_some(), distance <= 21);
        }
    }
}
