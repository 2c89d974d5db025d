//! Three symbols, counted from the table of one.

use super::{Small, all_are_drawn, boards, check, inverse, random_permutation, table, turn};
use crate::kernel::{Kernel, View};
use crate::population::{BySymbols, BySymbolsError, Population, Random};
use crate::space::structure::Structure;
use crate::support::budget::Budget;

/// Three symbols whose goals need the same cells.
fn three_symbols(size: u8, moves: u8, rng: &mut fastrand::Rng) -> Structure {
    let cells = 3 * size;
    let mut turns = Vec::new();
    for by in 0..moves {
        let from = random_permutation(cells, rng);
        turns.push(turn(2 * by + 1, vec![], inverse(&from)));
        turns.push(turn(2 * by, vec![], from));
    }
    let needed: Vec<bool> = (0..cells).map(|cell| cell < rng.u8(1..=size)).collect();
    let goal = |symbol| {
        let cell = |is_needed: &bool| is_needed.then_some(symbol);
        needed.iter().map(cell).collect()
    };
    Structure {
        pieces: vec![size.into(); 3],
        turns,
        goals: (0..3).map(goal).collect(),
    }
}

/// Some of these puzzles do not reach all boards.
#[test]
fn three_symbols_counted_from_one() {
    let mut rng = fastrand::Rng::with_seed(22);
    let mut unsolvable = 0;
    for size in 1..=4 {
        for moves in [1, 2, 3, 4, 5] {
            let puzzle = Small::new(three_symbols(size, moves, &mut rng)).unwrap();
            let view = puzzle.through(&View::exact(puzzle.model(), &[1])).unwrap();
            let one = table(&view);
            let population =
                BySymbols::new(puzzle.clone(), &view, &one, Budget::default()).unwrap();
            check(&puzzle, &population);
            unsolvable +=
                u32::from(population.counts().iter().sum::<u64>() < boards(&puzzle).len() as u64);
        }
    }
    assert!(unsolvable > 3, "{unsolvable}");
}

#[test]
fn draws_by_symbols_are_fair() {
    let mut rng = fastrand::Rng::with_seed(23);
    let puzzle = Small::new(three_symbols(3, 4, &mut rng)).unwrap();
    let view = puzzle.through(&View::exact(puzzle.model(), &[0])).unwrap();
    let one = table(&view);
    let population = BySymbols::new(puzzle, &view, &one, Budget::default()).unwrap();
    for (distance, &boards) in (0..).zip(population.counts()) {
        let boards = usize::try_from(boards).unwrap();
        let mut random = Random::new(5);
        all_are_drawn(boards, 40, || population.draw(distance, &mut random));
    }
}

#[test]
fn other_views_are_rejected() {
    for pieces in [vec![3, 3], vec![1, 3], vec![2, 2, 2], vec![6]] {
        let cells = pieces.iter().sum::<u32>() as usize;
        let structure = Structure {
            pieces,
            turns: Vec::new(),
            goals: vec![vec![None; cells]],
        };
        let puzzle = Small::new(structure).unwrap();
        let refused = BySymbols::new(puzzle.clone(), &puzzle, &table(&puzzle), Budget::default());
        assert_eq!(refused.err(), Some(BySymbolsError::Pieces.into()));
    }
}
