//! Projections: views of a puzzle that forget the difference between some pieces.
//!
//! A projection maps boards to boards of a smaller puzzle so that making a move and looking commute. Then every answer
//! of the puzzle is one of the view, and distances in the view are lower bounds. Where besides every solved board of the
//! view comes only from solved boards (of one goal), the projection is *exact*: an answer of the view is one of the puzzle,
//! and the distances are equal.

use crate::puzzle::Puzzle;
use crate::puzzles::rotation::{self, OneSymbol, Rotation};

/// A view of puzzle `P`. Moves keep their places in the tie order.
pub trait Projection<P: Puzzle>: Sync {
    /// The puzzle as seen.
    type View: Puzzle;

    /// The board as seen.
    fn project(&self, board: &P::Board) -> <Self::View as Puzzle>::Board;

    /// Whether whatever it forgets matters neither to the moves nor to the goal that it is for.
    fn is_exact(&self) -> bool;
}

/// The rotation game seen through one symbol (1, 2 or 3): exact for the goal "centre all this symbol".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BySymbol(pub u8);

impl Projection<Rotation> for BySymbol {
    type View = OneSymbol;

    #[inline]
    fn project(&self, board: &rotation::Board) -> u32 {
        board.places(self.0)
    }

    fn is_exact(&self) -> bool {
        true
    }
}

/// The first way in which a projection fails on these boards, in words; `None` if it holds on all of them. `is_goal` is the
/// goal that the view is for.
pub fn counterexample<P: Puzzle, V: Puzzle>(
    puzzle: &P,
    view: &V,
    (project, is_exact): (impl Fn(&P::Board) -> V::Board, bool),
    is_goal: impl Fn(&P::Board) -> bool,
    boards: impl IntoIterator<Item = P::Board>,
) -> Option<String> {
    boards.into_iter().find_map(|board| {
        let seen = project(&board);
        if puzzle.moves(&board) != view.moves(&seen) {
            return Some(format!("{board:?} and {seen:?} have different legal moves"));
        }
        if is_goal(&board) && !view.is_solved(&seen) {
            return Some(format!("{board:?} is solved, {seen:?} is not"));
        }
        if is_exact && view.is_solved(&seen) && !is_goal(&board) {
            return Some(format!("{seen:?} is solved, {board:?} is not"));
        }
        puzzle.moves(&board).find_map(|m| {
            let differs = project(&puzzle.after(&board, m)) != view.after(&seen, m);
            differs.then(|| format!("{m:?} on {board:?} looks different in the view"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::multiset::Multiset;

    fn boards() -> impl Iterator<Item = rotation::Board> {
        let all = Multiset::new(&[8, 8, 8]).unwrap();
        (0..all.count()).step_by(9_000_011).map(move |rank| {
            let row: Vec<u8> = all
                .unrank(rank)
                .unwrap()
                .into_iter()
                .map(|s| s + 1)
                .collect();
            rotation::Board::new(&row.try_into().unwrap()).unwrap()
        })
    }

    #[test]
    fn one_symbol_is_exact_for_its_goal() {
        for symbol in 1..=3 {
            let is_goal = |board: &rotation::Board| board.centre() == Some(symbol);
            let found = counterexample(
                &Rotation,
                &OneSymbol::new(),
                (|board: &_| BySymbol(symbol).project(board), true),
                is_goal,
                boards(),
            );
            assert_eq!(found, None);
        }
    }

    #[test]
    fn a_wrong_goal_is_noticed() {
        let solved = [
            1, 1, 2, 2, 2, 2, 3, 3, 3, 1, 1, 3, 3, 1, 1, 3, 3, 3, 1, 1, 2, 2, 2, 2,
        ];
        let solved = rotation::Board::new(&solved).unwrap();
        assert_eq!(solved.centre(), Some(3));
        let of_another = |board: &rotation::Board| board.centre() == Some(3);
        let found = counterexample(
            &Rotation,
            &OneSymbol::new(),
            (|board: &_| BySymbol(1).project(board), true),
            of_another,
            [solved],
        );
        assert!(found.is_some());
    }
}
