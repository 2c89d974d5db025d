//! Puzzles of pieces: boards given by each piece's place and orientation.
//!
//! If no move depends on a blank and all pieces look different, a board is an element of the group
//! of the moves. If pieces look alike, a board is one of several elements, no matter which.
//! [`Pieces`] takes a puzzle apart only by what its moves do. Stickers that always travel together
//! are a *piece*, and pieces that reach the same places are an *orbit*. One sticker of each piece,
//! its *lead*, shows the piece's place and *orientation*, so a board is the list of the leads'
//! spots.
//!
//! Spots are numbered by orbit, place and orientation: a piece rotated by one has its lead on the
//! next spot of its place. So, if orientations form a cycle, a move adds an orientation that does
//! not depend on the piece. The numbers do not depend on the names of cells and moves.
//!
//! # References
//! - C. C. Sims, "Computational methods in the study of permutation groups", 1970 (generators of
//!   stabilisers).

mod flaw;
mod links;
mod naming;
mod numbering;
mod orbit_numbers;
mod place_images;
mod reading;
mod reduced;
mod successors;
mod symmetries;
#[cfg(test)]
pub(crate) mod tests;

pub use flaw::Flaw;
pub(crate) use naming::Naming;
pub(crate) use numbering::PieceNumbering;
pub use reading::Misfit;
pub(crate) use reading::Reading;
pub(crate) use reduced::ReducedPieces;
pub(crate) use symmetries::{MAX_SYMMETRIES, PieceSymmetry};

use crate::group::{Permutation, find_pieces, is_odd};
use crate::space::structure::{Structure, inverse};
use crate::support::invariant::Invariant;

/// A puzzle of pieces, taken apart.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::kernel::pieces::Pieces;
/// use fewest::Model;
///
/// let cube = Model::named("cube2")?;
/// let pieces = Pieces::with_identical(&cube.structure).expect("a puzzle of pieces");
/// assert!(pieces.why(&cube.solved_board()).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pieces {
    orbits: Vec<PieceOrbit>,
    /// For each move, the spot that the sticker of each spot goes to.
    moves: Vec<Vec<u8>>,
    naming: Naming,
    /// The inverse of each move, if all have one.
    inverses: Option<Vec<u8>>,
    /// For each piece, the spot of its lead on the solved board.
    solved: Vec<u8>,
    /// For each spot, the spots that travel with it and itself, in one order for all of an orbit.
    travelling: Vec<Vec<u8>>,
    /// For each spot, its first lookalike in its orbit on the solved board, counted from the
    /// orbit's first spot. Stickers that travel together are compared.
    looks: Vec<u8>,
    reading: Reading,
}

/// Pieces that reach the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceOrbit {
    /// The number of places, and of pieces.
    pub places: usize,
    /// The number of orientations of a piece in a place.
    pub turns: usize,
    /// True if orientations form a cycle. If not, the spots of a place have no particular order.
    pub is_cyclic: bool,
    /// The first of its spots, and of its pieces.
    pub first_spot: usize,
    pub(crate) first_piece: usize,
}

impl PieceOrbit {
    #[must_use]
    pub(crate) fn spots(&self) -> std::ops::Range<usize> {
        self.first_spot..self.first_spot + self.places * self.turns
    }

    pub(crate) fn pieces(&self) -> std::ops::Range<usize> {
        self.first_piece..self.first_piece + self.places
    }

    /// Returns true if its pieces' places are an odd permutation, given the leads of all pieces.
    pub(crate) fn is_odd(&self, leads: &[u8]) -> bool {
        let orbit_leads = leads.get(self.pieces()).unwrap_or_default().iter();
        let places: Result<Vec<u8>, _> = orbit_leads
            .map(|&lead| (usize::from(lead) - self.first_spot) / self.turns)
            .map(u8::try_from)
            .collect();
        is_odd(&places.debug_unwrap_or_default())
    }
}

impl Pieces {
    /// Takes a puzzle apart. `None` if moves depend on a blank or do different things on different
    /// boards, if there is not one whole goal, or if pieces look alike.
    #[must_use]
    pub(crate) fn of(structure: &Structure) -> Option<Self> {
        Self::with_identical(structure).filter(|pieces| !pieces.has_identical())
    }

    /// Takes apart a puzzle whose pieces may look alike; it does not matter which of them is where.
    /// `None` if moves depend on a blank or do different things on different boards, or if there is
    /// not one whole goal.
    #[must_use]
    pub fn with_identical(structure: &Structure) -> Option<Self> {
        Self::named_by(structure, Naming::of)
    }

    /// The same, numbered by the names of cells and moves, which takes less time.
    #[must_use]
    pub fn by_names(structure: &Structure) -> Option<Self> {
        Self::named_by(structure, |generators, _| Naming::as_given(generators))
    }

    fn named_by(
        structure: &Structure,
        naming: impl FnOnce(&[Permutation], &[u8]) -> Naming,
    ) -> Option<Self> {
        let home = structure.whole_goal()?;
        let generators = generators(structure)?;
        // Larger orbits of stickers first: they determine the smaller ones that travel with them.
        let naming = naming(&generators, &home);
        let mut orbits = Vec::new();
        let mut cells: Vec<u8> = Vec::new();
        let mut frames = Vec::new();
        let mut pieces = 0;
        for found in find_pieces(&naming.orbits, &generators)? {
            let places = found.pieces().count();
            orbits.push(PieceOrbit {
                places,
                turns: found.turns,
                is_cyclic: found.is_cyclic,
                first_spot: cells.len(),
                first_piece: pieces,
            });
            pieces += places;
            let order = found.points;
            frames.extend(
                order
                    .iter()
                    .map(|&cell| found.frames.of_point(cell).to_vec()),
            );
            cells.extend(order);
        }
        let mut spots = vec![None; home.len()];
        for (spot, &cell) in (0..=u8::MAX).zip(&cells) {
            *spots.get_mut(usize::from(cell))? = Some(spot);
        }
        let spot = |cell: &u8| spots.get(usize::from(*cell)).copied().flatten();
        let travelling = frames
            .iter()
            .map(|frame: &Vec<u8>| frame.iter().filter_map(spot).collect());
        let goes = |generator: &Permutation| {
            let to = |&cell: &u8| spot(&generator.image(cell));
            cells.iter().map(to).collect::<Option<Vec<u8>>>()
        };
        let moves: Vec<Vec<u8>> = generators.iter().map(goes).collect::<Option<_>>()?;
        let leads = orbits
            .iter()
            .flat_map(|orbit: &PieceOrbit| orbit.spots().step_by(orbit.turns));
        let solved: Vec<u8> = leads.map(u8::try_from).collect::<Result<_, _>>().ok()?;
        let travelling = travelling.collect();
        let (reading, looks) = Reading::new(&home, frames, &orbits)?;
        Some(Self {
            travelling,
            looks,
            reading,
            inverses: inverses(&moves),
            naming,
            orbits,
            moves,
            solved,
        })
    }

    /// The orbits of pieces.
    #[must_use]
    pub fn orbits(&self) -> &[PieceOrbit] {
        &self.orbits
    }

    #[must_use]
    pub(crate) fn moves(&self) -> &[Vec<u8>] {
        &self.moves
    }

    /// The moves in an order that does not depend on names.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> {
        self.naming.moves.iter().map(|&m| m.into())
    }

    #[must_use]
    pub(crate) fn inverses(&self) -> Option<&[u8]> {
        self.inverses.as_deref()
    }

    #[must_use]
    pub(crate) fn solved(&self) -> &[u8] {
        &self.solved
    }

    /// Returns true if some pieces look alike, or the same in two orientations.
    #[must_use]
    pub fn has_identical(&self) -> bool {
        self.orbits.iter().any(|orbit| self.has_identical_in(orbit))
    }

    pub(crate) fn has_identical_in(&self, orbit: &PieceOrbit) -> bool {
        let mut looks = self.looks_in(orbit).iter().enumerate();
        looks.any(|(spot, &look)| usize::from(look) != spot)
    }

    pub(crate) fn looks_in(&self, orbit: &PieceOrbit) -> &[u8] {
        self.looks.get(orbit.spots()).unwrap_or_default()
    }

    /// The cells that show the piece whose lead is on a spot.
    pub(crate) fn frame(&self, spot: usize) -> &[u8] {
        self.reading.frame(spot)
    }

    /// The cells that show a piece whose lead is on a spot, and its symbols there.
    pub(crate) fn shown(&self, piece: usize, spot: usize) -> impl Iterator<Item = (u8, u8)> {
        self.reading.shown(self.solved[piece].into(), spot)
    }

    /// The cells that no move changes, and their symbols.
    pub(crate) fn fixed(&self) -> &[(u8, u8)] {
        self.reading.fixed()
    }

    pub(crate) fn is_solved(&self, contents: &[u8]) -> bool {
        let look = |spot: u8| self.looks.get(usize::from(spot));
        let mut both = contents.iter().zip(&self.solved);
        both.all(|(&spot, &solved)| spot == solved || look(spot) == look(solved))
    }

    /// Reads the spot of each piece's lead from a board's symbols.
    ///
    /// # Errors
    /// If the symbols are not those of the puzzle's pieces.
    pub(crate) fn read(&self, symbols: &[u8]) -> Result<Vec<u8>, Misfit> {
        self.reading.read(symbols, &self.orbits)
    }

    /// The board with other stickers, given the solved board with these stickers; `None` if
    /// `symbols` are not a board of this puzzle's pieces.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// use fewest::kernel::pieces::Pieces;
    /// use fewest::{Model, Move};
    ///
    /// let cube = Model::named("cube2")?;
    /// let pieces = Pieces::with_identical(&cube.structure).expect("a puzzle of pieces");
    /// let solved = cube.solved_board();
    /// let turned = cube.end(&solved, &[Move::new(0)]);
    /// let cells: Vec<u8> = (0..21).collect();
    /// let at = pieces.recoloured(&turned, &cells).expect("a board of this puzzle");
    /// assert!(at.iter().zip(&turned).all(|(&from, &symbol)| solved[usize::from(from)] == symbol));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn recoloured(&self, symbols: &[u8], home: &[u8]) -> Option<Vec<u8>> {
        let leads = self.read(symbols).ok()?;
        let mut board = home.to_vec();
        for (&from, &to) in self.solved.iter().zip(&leads) {
            for (&from, &to) in self.frame(from.into()).iter().zip(self.frame(to.into())) {
                *board.get_mut(usize::from(to))? = *home.get(usize::from(from))?;
            }
        }
        Some(board)
    }

    pub(crate) fn write(&self, leads: &[u8], symbols: &mut Vec<u8>) {
        let leads = self.solved.iter().zip(leads);
        self.reading
            .write(leads.map(|(&home, &lead)| (home, lead)), symbols);
    }

    /// The permutation of spots that takes the solved board to the board with these leads.
    pub(crate) fn element(&self, leads: &[u8]) -> Option<Permutation> {
        let mut images = vec![0; self.travelling.len()];
        for (&home, &lead) in self.solved.iter().zip(leads) {
            let from = self.travelling.get(usize::from(home))?;
            let to = self.travelling.get(usize::from(lead))?;
            for (&from, &to) in from.iter().zip(to) {
                *images.get_mut(usize::from(from))? = to;
            }
        }
        Permutation::new(&images)
    }

    /// For each place, the solved spot of the sticker on its first spot, given a board's leads.
    pub(crate) fn contents(&self, leads: &[u8]) -> Option<Vec<u8>> {
        let inverse = self.element(leads)?.inverse();
        Some(
            self.solved
                .iter()
                .map(|&spot| inverse.image(spot))
                .collect(),
        )
    }

    /// The sticker on `other`, which travels with `spot`, if `sticker` is on `spot`.
    pub(crate) fn carried(&self, spot: usize, sticker: usize, other: usize) -> Option<u8> {
        let travelling = self.travelling.get(spot)?.iter();
        let stickers = self.travelling.get(sticker)?;
        let mut both = travelling.zip(stickers);
        both.find_map(|(&spot, &sticker)| (usize::from(spot) == other).then_some(sticker))
    }

    /// The symmetries, the identity first: permutations of moves with their ways to carry stickers.
    #[must_use]
    pub(crate) fn symmetries(&self) -> Vec<PieceSymmetry> {
        symmetries::find(self)
    }

    /// For each move, true if it permutes the places of an orbit's pieces oddly.
    pub(crate) fn are_odd(&self, orbit: &PieceOrbit) -> Vec<bool> {
        let goes = self.moves.iter().map(|spots| {
            let leads = self.solved.iter().map(|&spot| spots[usize::from(spot)]);
            orbit.is_odd(&leads.collect::<Vec<u8>>())
        });
        goes.collect()
    }
}

/// The permutation of cells of each move; `None` if one depends on a blank or does several things.
pub(crate) fn generators(structure: &Structure) -> Option<Vec<Permutation>> {
    let mut turns: Vec<Option<Permutation>> = vec![None; structure.moves()];
    for turn in &structure.turns {
        let to = Permutation::new(&inverse(&turn.from)?)?;
        let entry = turns.get_mut(turn.by.index())?;
        if !turn.needs.is_empty() || entry.replace(to).is_some() {
            return None;
        }
    }
    turns.into_iter().collect()
}

/// For each permutation, the index of its inverse; `None` if one has no inverse.
pub(crate) fn inverses(moves: &[Vec<u8>]) -> Option<Vec<u8>> {
    let back = |spots: &Vec<u8>| {
        let undoes = |other: &&Vec<u8>| {
            let there_and_back = spots.iter().map(|&spot| other[usize::from(spot)]);
            (0..=u8::MAX)
                .zip(there_and_back)
                .all(|(spot, back)| spot == back)
        };
        let place = moves.iter().position(|other| undoes(&other))?;
        u8::try_from(place).ok()
    };
    moves.iter().map(back).collect()
}
