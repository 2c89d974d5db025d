//! Projections of puzzles of pieces: lower bounds derived from the moves, for any puzzle whose
//! boards are elements of a group.
//!
//! A projection colours the stickers of the solved board and sees a board as the pattern of its
//! pieces' colours. A board needs at least as many moves as its pattern. Good colourings come from
//! the moves: two stickers of an orbit have the same colour if a subset of the moves carries one to
//! the other. Each orbit of pieces has its own subset. Symmetries that keep the colours reduce one
//! part of the pattern. The table has a row for each class of that part, with two bits per pattern.
//! In large tables, several patterns share an entry.
//!
//! `PieceSearch` finds projections, builds their tables, proves them, and searches with them. A
//! projection that ignores nothing gives the distances of all boards.
//!
//! # References
//! * H. Kociemba, "The two-phase algorithm", 1992 (a projection of the cube by a subset of its
//!   moves).
//! * T. Rokicki, "nxopt", 2016 (projections by two subsets, one for corners and one for edges).
//! * S. Tronto, "The H48 optimal solver", 2025 (shared entries).
//! * J. Culberson, J. Schaeffer, "Pattern databases", 1998.

mod boards;
mod build;
mod candidate;
mod choice;
mod codes;
mod colouring;
mod coordinates;
mod expand;
mod factor;
mod images;
mod linear;
mod list;
mod parity;
mod piece_search;
mod reader;
mod reduced;
mod row;
mod search;
mod shared;
mod subtrees;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod tree;
mod unfinished;
mod verify;
mod weigh;

pub use boards::{PieceBoard, PieceBoards};
pub use choice::{OrbitPlan, ProjectionPlan};
pub use piece_search::PieceSearch;
pub use reduced::ReducedTable;
pub use verify::Samples;
pub use weigh::LARGEST_UNSHARED;

use candidate::{Candidate, ReducedPart};
use codes::{InverseCodes, states_of};
use coordinates::{Coordinates, States};
use list::Shape;
use table::BoundTable;

use crate::kernel::pieces::{PieceSymmetry, Pieces};
use crate::space::MoveSet;
use crate::support::optimisation::Optimisation;

#[derive(Debug)]
struct Projection {
    candidate: Candidate,
    coordinates: Coordinates,
    codes: InverseCodes,
    table: BoundTable,
    images: Vec<Image>,
    shape: Shape,
    /// The puzzle's moves, as bits.
    moves: u64,
    identity: u128,
}

/// The most moves of a puzzle with projections: lists of boards keep sets of moves as words.
const MAX_MOVES: usize = 64;

/// A symmetric image under which boards are looked up.
#[derive(Clone, Debug)]
struct Image {
    symmetry: PieceSymmetry,
    /// The image of each move.
    moves: [u8; MAX_MOVES],
    /// The moves whose images leave the colours of the solved board unchanged, as bits.
    fixing: u64,
}

/// The numbers of a candidate's boards, if its table can be built in this many bytes.
fn frame(
    pieces: &Pieces,
    symmetries: &[PieceSymmetry],
    candidate: &Candidate,
    max_bytes: u64,
) -> Option<(Coordinates, InverseCodes)> {
    let coordinates = Coordinates::new(pieces, symmetries, candidate)?;
    if BoundTable::bytes_to_build(&coordinates) > max_bytes {
        return None;
    }
    let codes = InverseCodes::new(pieces, symmetries, candidate, &coordinates)?;
    Some((coordinates, codes))
}

impl Projection {
    fn new(
        pieces: &Pieces,
        symmetries: &[PieceSymmetry],
        candidate: Candidate,
        max_bytes: u64,
        table: &dyn Fn(&Coordinates) -> Option<BoundTable>,
    ) -> Option<Self> {
        let (coordinates, codes) = frame(pieces, symmetries, &candidate, max_bytes)?;
        let table = table(&coordinates)?;
        let image = |&symmetry: &usize| {
            let symmetry = &symmetries[symmetry];
            let fixes = |(_, image): &(usize, &u8)| candidate.fixing[usize::from(**image)];
            let fixing = symmetry.moves.iter().enumerate().filter(fixes);
            Image {
                fixing: fixing.fold(0, |all, (m, _)| all | 1 << m),
                moves: std::array::from_fn(|m| symmetry.moves.get(m).copied().unwrap_or(0)),
                symmetry: symmetry.clone(),
            }
        };
        Some(Self {
            identity: identity(&candidate, symmetries),
            images: candidate.images.iter().map(image).collect(),
            shape: Shape {
                places: pieces.solved().len(),
                images: candidate.images.len(),
                inverses: !pieces.has_identical() && Optimisation::Inverses.is_on(),
                factors: expand::factors(coordinates.factors.len()),
                words: codes.words,
            },
            moves: MoveSet::<1>::first(pieces.moves().len()).words()[0],
            candidate,
            coordinates,
            codes,
            table,
        })
    }

    /// The states of all images of a board; `None` if it is unreachable.
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

    fn bytes(&self) -> u64 {
        self.table.data().len() as u64
    }

    fn bound(&self, states: &States) -> u8 {
        let class = self.coordinates.class(states);
        let bounds = self.table.bounds();
        let place = bounds.row(class.row()) + self.coordinates.place(class, states);
        bounds.bound(place)
    }
}

/// A hash of what determines a table's entries: colours, reduced part and symmetries.
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
        ReducedPart::Patterns => (3, 0),
    };
    list(&[kind, u8::try_from(orbit).unwrap_or(u8::MAX)]);
    if candidate.per_entry > 1 {
        list(&candidate.per_entry.to_le_bytes());
    }
    for &symmetry in &candidate.kept {
        list(
            symmetries
                .get(symmetry)
                .map_or(&[], |symmetry| &symmetry.moves),
        );
    }
    hasher.finish128().as_u128()
}
