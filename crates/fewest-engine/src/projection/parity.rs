//! Puzzles in which every move is odd: a board shows the parity of its distance.

use crate::kernel::pieces::Pieces;
use crate::support::optimisation::Optimisation;

const MAX_ORBITS: usize = 16;

/// Orbits on whose places, taken together, every move is an odd permutation.
pub(super) struct Parity(Vec<usize>);

impl Parity {
    /// Returns the first such set of orbits, if there is one.
    pub(super) fn of(pieces: &Pieces) -> Option<Self> {
        let orbits = pieces.orbits();
        let odd: Vec<Vec<bool>> = orbits.iter().map(|orbit| pieces.are_odd(orbit)).collect();
        // If pieces look alike, a board does not show their permutation.
        let shown: Vec<usize> = orbits
            .iter()
            .enumerate()
            .filter(|(_, orbit)| !pieces.has_identical_in(orbit))
            .map(|(orbit, _)| orbit)
            .take(MAX_ORBITS)
            .collect();
        let mut sets = (1u32..1 << shown.len()).map(|set| {
            let numbered = shown.iter().enumerate();
            numbered
                .filter(|(bit, _)| set >> bit & 1 == 1)
                .map(|(_, &orbit)| orbit)
                .collect::<Vec<_>>()
        });
        let every_move_is_odd = |set: &Vec<usize>| {
            (0..pieces.moves().len()).all(|m| {
                set.iter()
                    .fold(false, |is_odd, &orbit| is_odd != odd[orbit][m])
            })
        };
        let found = sets.find(every_move_is_odd);
        found.filter(|_| Optimisation::Parity.is_on()).map(Self)
    }

    /// Returns true if the board with these leads needs an odd number of moves.
    pub(super) fn is_odd(&self, pieces: &Pieces, leads: &[u8]) -> bool {
        self.0.iter().fold(false, |is_odd, &orbit| {
            let orbit = pieces.orbits().get(orbit);
            is_odd != orbit.is_some_and(|orbit| orbit.is_odd(leads))
        })
    }
}
