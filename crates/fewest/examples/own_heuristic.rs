//! A puzzle and a heuristic written as Rust types, searched by IDA*: for rules that no definition
//! has, or bounds that only you know. A heuristic is a function of boards, or a type that updates its
//! bound with each move.
//!
//! `cargo run --release -p fewest --example own_heuristic`

use fewest::heuristic::{Heuristic, from_fn};
use fewest::search::{Control, ida_star};
use fewest::space::{Move, MoveSet, StateSpace};

/// Pancakes to flip.
struct Pancakes;

const COUNT: u8 = 10;

/// Their sizes from the top.
type Stack = [u8; COUNT as usize];

impl StateSpace for Pancakes {
    type Board = Stack;
    type Moves = MoveSet;

    fn moves(&self, _: &Self::Board) -> MoveSet {
        MoveSet::first(usize::from(COUNT) - 1)
    }

    /// Turns over the topmost two, three, ... pancakes.
    fn apply(&self, board: &mut Self::Board, m: Move) {
        board[..m.index() + 2].reverse();
    }

    fn inverse(&self, m: Move) -> Option<Move> {
        Some(m)
    }

    fn is_solved(&self, board: &Self::Board) -> bool {
        board.is_sorted()
    }
}

fn gaps(board: &Stack) -> u32 {
    let plate = [COUNT];
    let below = board[1..].iter().chain(&plate);
    let gaps = board.iter().zip(below).map(|(a, b)| a.abs_diff(*b) > 1);
    gaps.map(u32::from).sum()
}

/// Neighbours that do not belong together: a flip parts one pair at most (M. Helmert, "Landmark
/// heuristics for the pancake problem", 2010).
struct Gap;

impl Heuristic<Pancakes> for Gap {
    type Memo = u32;

    fn start(&self, _: &Pancakes, board: &Stack) -> u32 {
        gaps(board)
    }

    /// A flip changes the pair at its lower end only.
    fn after(&self, _: &Pancakes, before: &Stack, m: Move, _: &Stack, gaps: u32) -> u32 {
        let end = m.index() + 1;
        let below = before.get(end + 1).copied().unwrap_or(COUNT);
        let is_gap = |pancake: u8| u32::from(pancake.abs_diff(below) > 1);
        gaps + is_gap(before[0]) - is_gap(before[end])
    }

    fn bound(&self, gaps: u32) -> u32 {
        gaps
    }
}

fn main() {
    let start = [4, 6, 2, 8, 0, 9, 5, 1, 7, 3];
    let outcome = ida_star::search(&Pancakes, &from_fn(gaps), &start, &mut Control::default());
    let updated = ida_star::search(&Pancakes, &Gap, &start, &mut Control::default());
    assert_eq!(outcome.moves, updated.moves);
    let flips: Option<Vec<usize>> =
        (outcome.moves).map(|moves| moves.iter().map(|m| m.index() + 2).collect());
    println!(
        "{flips:?}, {} boards generated",
        outcome.statistics.generated
    );
}
