//! The effect of symmetries on answers: each maps moves to moves.

use std::collections::BTreeSet;

use crate::space::Move;
use crate::space::structure::Structure;
use crate::symmetry::{Symmetry, find};

/// The image of each move under a symmetry.
pub(super) type MoveImages = Vec<Move>;

/// The images of this many moves under the identity.
pub(super) fn identity(moves: usize) -> MoveImages {
    (0..=u8::MAX).map(Move::new).take(moves).collect()
}

/// The symmetries of a puzzle that map each move to one move, on every board. If the image of a
/// move depends on the board, the symmetry does not act on sequences of moves.
pub(super) struct MoveSymmetries(Vec<(Symmetry, MoveImages)>);

impl MoveSymmetries {
    pub(super) fn of(structure: &Structure) -> Self {
        let symmetries = find(structure);
        let named = symmetries
            .iter()
            .filter_map(|symmetry| Some((symmetry.clone(), symmetry.moves(structure)?)));
        Self(named.collect())
    }

    /// The move images of the symmetries that fix a board: a group, the identity first, because it
    /// is the least permutation.
    pub(super) fn keeping(&self, board: &[u8]) -> Vec<MoveImages> {
        let mut image = Vec::new();
        let mut keeps = |symmetry: &Symmetry| {
            symmetry.image(board, &mut image);
            image == board
        };
        let kept = self.0.iter().filter(|(symmetry, _)| keeps(symmetry));
        let kept: BTreeSet<MoveImages> = kept.map(|(_, moves)| moves.clone()).collect();
        kept.into_iter().collect()
    }
}
