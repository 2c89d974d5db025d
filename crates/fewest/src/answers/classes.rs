//! Symmetries as what they do to answers: each makes a move of every move.

use std::collections::BTreeSet;

use crate::space::Move;
use crate::space::structure::Structure;
use crate::symmetry::{Symmetry, find};

/// By move: the move that a symmetry makes of it.
pub(super) type MoveImages = [Move; Move::LIMIT];

/// What changes no move.
pub(super) const IDENTITY: MoveImages = {
    let mut moves = [Move::new(0); Move::LIMIT];
    let mut place = 0u8;
    while (place as usize) < Move::LIMIT {
        moves[place as usize] = Move::new(place);
        place += 1;
    }
    moves
};

/// The symmetries of a puzzle that make one move of each move, wherever it is made. A symmetry that
/// makes two moves of one, depending on the board, says nothing about sequences of moves.
pub(super) struct MoveSymmetries(Vec<(Symmetry, MoveImages)>);

impl MoveSymmetries {
    /// Those of this structure, as far as they can be found.
    pub(super) fn of(structure: &Structure) -> Self {
        let symmetries = find(structure);
        let named = symmetries
            .iter()
            .filter_map(|symmetry| Some((symmetry.clone(), symmetry.moves(structure)?)));
        Self(named.collect())
    }

    /// What those that leave a board as it is do to its answers: a group, the identity first.
    pub(super) fn keeping(&self, board: &[u8]) -> Vec<MoveImages> {
        let mut image = Vec::new();
        let mut keeps = |symmetry: &Symmetry| {
            symmetry.image(board, &mut image);
            image == board
        };
        let kept = self.0.iter().filter(|(symmetry, _)| keeps(symmetry));
        let kept: BTreeSet<MoveImages> = kept.map(|(_, moves)| *moves).collect();
        let others = kept.into_iter().filter(|moves| *moves != IDENTITY);
        std::iter::once(IDENTITY).chain(others).collect()
    }
}
