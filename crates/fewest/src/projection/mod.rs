//! Projections of puzzles of pieces: lower bounds that are found from what moves do, for any puzzle
//! whose boards are elements of a group.
//!
//! A projection colours the stickers of the solved board; a board is seen as the pattern of colours
//! that its pieces make. All boards that look alike need at least as many moves as their pattern.
//! Good colourings come from the moves themselves: stickers have the same colour if moves of a
//! subset carry one to the other, and each orbit of pieces has a subset of its own. One part of the
//! pattern is reduced by the symmetries that keep the colours; the table has a row for each class of
//! that part, in two bits a pattern.
//!
//! [`PieceSearch`] finds projections, builds their tables, and searches with them.
//!
//! # References
//! * H. Kociemba, "The two-phase algorithm", 1992 (a projection of the cube by a subset of its
//!   moves).
//! * T. Rokicki, "nxopt", 2016 (projections by two subsets, one for corners and one for edges).
//! * J. Culberson, J. Schaeffer, "Pattern databases", 1998.

mod build;
mod candidate;
mod codes;
mod colouring;
mod coordinates;
mod factor;
mod linear;
mod list;
mod piece_search;
mod search;
mod subtrees;
mod table;
#[cfg(test)]
mod tests;

pub use piece_search::{OrbitPlan, PieceSearch, ProjectionPlan};

use candidate::{Candidate, ReducedPart};
use codes::{InverseCodes, states_of};
use coordinates::{Class, Coordinates, States};
use table::Table;

use crate::kernel::pieces::{PieceSymmetry, Pieces};

/// A projection with its table.
#[derive(Debug)]
struct Projection {
    candidate: Candidate,
    coordinates: Coordinates,
    codes: InverseCodes,
    table: Table,
    images: Vec<Image>,
    /// The puzzle's moves, as bits.
    moves: u64,
    identity: u128,
}

/// How a board is looked at.
#[derive(Clone, Debug)]
struct Image {
    symmetry: PieceSymmetry,
    /// What becomes of moves.
    moves: Vec<u8>,
    /// The moves that leave what is seen of the solved board alone, as bits.
    fixing: u64,
}

impl Projection {
    fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: Candidate,
        most_bytes: u64,
        table: &dyn Fn(&Coordinates) -> Option<Table>,
    ) -> Option<Self> {
        let coordinates = Coordinates::new(pieces, symmetries, &candidate)?;
        // A lookup has 32 bits for a byte of the table.
        let most_bytes = most_bytes.min(u32::MAX.into());
        if Table::bytes_of(coordinates.rows(), coordinates.row_length) > most_bytes {
            return None;
        }
        let codes = InverseCodes::new(pieces, symmetries, &candidate, &coordinates)?;
        let table = table(&coordinates)?;
        let image = |&symmetry: &usize| {
            let symmetry = &symmetries[symmetry];
            let fixes = |(_, image): &(usize, &u8)| candidate.fixing[usize::from(**image)];
            let fixing = symmetry.moves.iter().enumerate().filter(fixes);
            Image {
                fixing: fixing.fold(0, |all, (m, _)| all | 1 << m),
                moves: symmetry.moves.clone(),
                symmetry: symmetry.clone(),
            }
        };
        Some(Self {
            identity: identity(&candidate, symmetries),
            images: candidate.images.iter().map(image).collect(),
            moves: u64::MAX >> (64 - pieces.moves().len()),
            candidate,
            coordinates,
            codes,
            table,
        })
    }

    /// The states of all images of a board; `None` if no moves make it.
    fn states(&self, pieces: &Pieces, leads: &[u8]) -> Option<Vec<States>> {
        let images = self.images.iter();
        let states = images.map(|image| {
            let states = states_of(
                pieces,
                &image.symmetry,
                &self.candidate,
                &self.coordinates,
                leads,
            )?;
            let mut factors = self.coordinates.factors.iter().zip(&states);
            factors
                .all(|(factor, &state)| usize::from(state) < factor.count)
                .then_some(states)
        });
        states.collect()
    }

    /// The byte that holds the bound of these states, and the last bits of its place in a row.
    #[inline]
    fn byte(&self, class: Class, states: &States) -> (u32, u8) {
        let place = self.coordinates.place(class, states);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a table has less than 2^32 bytes; of a place the last bits count"
        )]
        (self.table.byte(class.row(), place) as u32, place as u8)
    }

    fn bound(&self, states: &States) -> u8 {
        let (byte, place) = self.byte(self.coordinates.class(states), states);
        self.table.bound(byte as usize, place.into())
    }
}

/// A number for what a table's entries mean: the colours, and the part that is reduced by which
/// symmetries.
fn identity(candidate: &Candidate, symmetries: &[PieceSymmetry]) -> u128 {
    use siphasher::sip128::{Hasher128, SipHasher24};
    use std::hash::Hasher;
    let mut hasher = SipHasher24::new();
    let mut list = |numbers: &[u8]| {
        hasher.write(&(numbers.len() as u64).to_le_bytes());
        hasher.write(numbers);
    };
    for colouring in &candidate.colourings {
        list(colouring.colours());
        list(colouring.turned.as_deref().unwrap_or_default());
    }
    let (kind, orbit) = match candidate.reduced {
        ReducedPart::Nothing => (0, 0),
        ReducedPart::Pattern(orbit) => (1, orbit),
        ReducedPart::Orbit(orbit) => (2, orbit),
    };
    list(&[kind, u8::try_from(orbit).unwrap_or(u8::MAX)]);
    for &symmetry in &candidate.kept {
        list(
            symmetries
                .get(symmetry)
                .map_or(&[], |symmetry| &symmetry.moves),
        );
    }
    hasher.finish128().as_u128()
}
