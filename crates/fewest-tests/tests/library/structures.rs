//! The structures of puzzles, compared with their rules.

use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::space::Goals;
use fewest::space::structure::Structured;

use crate::common::{KNIGHTS, ROTATION};

/// Walks at random. On each board, the legal turns are the legal moves, with the same effects.
fn holds<P: Structured>(puzzle: &P, start: P::Board, steps: usize) {
    let structure = puzzle.structure();
    let mut rng = fastrand::Rng::with_seed(4);
    let mut board = start;
    for _ in 0..steps {
        let mut symbols = Vec::new();
        puzzle.symbols(&board, &mut symbols);
        assert_eq!(puzzle.board(&symbols), Some(board));
        for (symbol, &count) in structure.pieces.iter().enumerate() {
            let found = symbols
                .iter()
                .filter(|&&s| usize::from(s) == symbol)
                .count();
            assert_eq!(found, count as usize);
        }
        let legal: Vec<_> = structure
            .turns
            .iter()
            .filter(|turn| turn.is_legal(&symbols))
            .collect();
        assert_eq!(legal.len(), puzzle.moves(&board).len());
        for m in puzzle.moves(&board) {
            let turns: Vec<_> = legal.iter().filter(|turn| turn.by == m).collect();
            let [turn] = turns[..] else {
                panic!("{m:?} is {} turns", turns.len());
            };
            assert_eq!(
                puzzle.board(&turn.apply(&symbols)),
                Some(puzzle.after(&board, m))
            );
        }
        let meets = |goal: &Vec<Option<u8>>| {
            goal.iter()
                .zip(&symbols)
                .all(|(required, symbol)| required.is_none_or(|w| w == *symbol))
        };
        assert_eq!(structure.goals.iter().any(meets), puzzle.is_solved(&board));
        let moves: Vec<_> = puzzle.moves(&board).collect();
        puzzle.apply(&mut board, moves[rng.usize(..moves.len())]);
    }
}

#[test]
fn rotation() {
    holds(&*ROTATION, ROTATION.goals()[0], 200);
}

#[test]
fn knights() {
    holds(&*KNIGHTS, KNIGHTS.goals()[0], 500);
}

#[test]
fn sliding() {
    for (width, height, blank) in [(3, 3, 4), (4, 3, 11), (2, 2, 0), (4, 4, 15)] {
        let size = Size::new(width, height).unwrap();
        let puzzle = Tiles::<Nibbles>::rectangle(size, blank, Order::default()).unwrap();
        holds(&puzzle, puzzle.goal(), 300);
    }
}
