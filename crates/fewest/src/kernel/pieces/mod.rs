//! Puzzles of pieces: boards by where each piece is and how it sits there.
//!
//! Where no move depends on a blank and every piece can be told from every other, a board is an
//! element of the group that the moves make. Where pieces look alike, it is one of several: which of
//! them is where is chosen anew for each board, and makes no difference. [`Pieces`] takes a puzzle
//! apart by what its moves do and nothing else: stickers that always travel together are a *piece*,
//! pieces that reach the same places are an *orbit*, and how a piece sits in its place is its
//! *turn*. One sticker of each piece, its *lead*, tells both: a board is the list of the spots where
//! the leads are.
//!
//! Spots are numbered orbit by orbit, place by place and, in a place, turn by turn: a piece that is
//! turned by one has its lead on the next spot of its place. So a move takes a piece to a place and
//! adds a turn that does not depend on the piece, wherever turns make a cycle. The numbers do not
//! depend on what a puzzle's cells and moves are called.
//!
//! # References
//! * C. C. Sims, "Computational methods in the study of permutation groups", 1970 (generators of
//!   stabilisers).

mod flaw;
mod naming;
mod reading;
mod symmetries;

pub use flaw::Flaw;
pub(crate) use naming::Naming;
pub use reading::Misfit;
pub(crate) use reading::Reading;
pub(crate) use symmetries::{MOST_SYMMETRIES, PieceSymmetry};

use crate::group::{Permutation, find_pieces, is_odd};
use crate::space::structure::{Structure, inverse};
use crate::support::invariant::Invariant;

/// A puzzle of pieces, taken apart.
///
/// ```
/// use fewest::kernel::pieces::Pieces;
/// use fewest::{Options, Puzzle};
///
/// let cube = Puzzle::open("cube2")?;
/// let pieces = Pieces::with_alike(&cube.model().structure).expect("a puzzle of pieces");
/// let solved = cube.solved_board(&Options::default())?;
/// assert!(pieces.why(solved.symbols()).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pieces {
    orbits: Vec<PieceOrbit>,
    /// By move: the spot that a sticker goes to, by the spot where it was.
    moves: Vec<Vec<u8>>,
    naming: Naming,
    /// By move: the one that takes it back, if each has one.
    inverses: Option<Vec<u8>>,
    /// By piece: the spot of its lead on the solved board.
    solved: Vec<u8>,
    /// By spot: the spots that travel with it, itself among them, in the same order for all of an
    /// orbit.
    travelling: Vec<Vec<u8>>,
    /// By spot: the first of its orbit whose sticker and those that travel with it look the same on
    /// the solved board, counted from the orbit's first.
    looks: Vec<u8>,
    reading: Reading,
}

/// Pieces that reach the same places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PieceOrbit {
    /// How many places, and pieces, there are.
    pub places: usize,
    /// In how many ways a piece sits in a place.
    pub turns: usize,
    /// Whether turns make a cycle: turning by one again and again makes all of them. If not, the
    /// spots of a place stand in no order.
    pub is_cyclic: bool,
    /// The first of its spots, and of its pieces.
    pub first_spot: usize,
    pub(crate) first_piece: usize,
}

impl PieceOrbit {
    /// Its spots.
    #[must_use]
    pub(crate) fn spots(&self) -> std::ops::Range<usize> {
        self.first_spot..self.first_spot + self.places * self.turns
    }

    pub(crate) fn pieces(&self) -> std::ops::Range<usize> {
        self.first_piece..self.first_piece + self.places
    }

    /// Whether the places of its pieces are an odd permutation, for these leads of all pieces.
    pub(crate) fn is_odd(&self, leads: &[u8]) -> bool {
        let own = leads.get(self.pieces()).unwrap_or_default().iter();
        let places = own.map(|&lead| (usize::from(lead) - self.first_spot) / self.turns);
        let places: Result<Vec<u8>, _> = places.map(u8::try_from).collect();
        is_odd(&places.debug_unwrap_or_default())
    }
}

impl Pieces {
    /// Takes a puzzle apart. `None` if moves depend on a blank, or do different things on different
    /// boards, if it has not one whole goal, or pieces look alike there.
    #[must_use]
    pub(crate) fn of(structure: &Structure) -> Option<Self> {
        Self::with_alike(structure).filter(|pieces| !pieces.are_alike())
    }

    /// The same for a puzzle whose pieces may look alike. What moves make of a board does not depend
    /// on which of them is where.
    #[must_use]
    pub fn with_alike(structure: &Structure) -> Option<Self> {
        let home = structure.whole_goal()?;
        let generators = generators(structure)?;
        // Larger orbits of stickers first: smaller ones that travel with them say nothing new.
        let naming = Naming::of(&generators, &home);
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

    /// Its orbits.
    #[must_use]
    pub(crate) fn orbits(&self) -> &[PieceOrbit] {
        &self.orbits
    }

    /// By move: where a sticker goes, by its spot.
    #[must_use]
    pub(crate) fn moves(&self) -> &[Vec<u8>] {
        &self.moves
    }

    /// The moves in an order that does not depend on names.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> {
        self.naming.moves.iter().map(|&m| m.into())
    }

    /// By move: the one that takes it back; `None` if some move has none.
    #[must_use]
    pub(crate) fn inverses(&self) -> Option<&[u8]> {
        self.inverses.as_deref()
    }

    /// By piece: the spot of its lead on the solved board.
    #[must_use]
    pub(crate) fn solved(&self) -> &[u8] {
        &self.solved
    }

    /// Whether some of them look alike, or the same in two turns.
    #[must_use]
    pub(crate) fn are_alike(&self) -> bool {
        self.orbits.iter().any(|orbit| self.are_alike_in(orbit))
    }

    /// Whether some of an orbit do.
    pub(crate) fn are_alike_in(&self, orbit: &PieceOrbit) -> bool {
        let mut looks = self.looks_in(orbit).iter().enumerate();
        looks.any(|(spot, &look)| usize::from(look) != spot)
    }

    /// By spot of an orbit: the first whose sticker, and those that travel with it, look the same on
    /// the solved board; both counted from the orbit's first.
    pub(crate) fn looks_in(&self, orbit: &PieceOrbit) -> &[u8] {
        self.looks.get(orbit.spots()).unwrap_or_default()
    }

    /// Whether a board with these contents looks solved.
    pub(crate) fn is_solved(&self, contents: &[u8]) -> bool {
        let look = |spot: u8| self.looks.get(usize::from(spot));
        let mut both = contents.iter().zip(&self.solved);
        both.all(|(&own, &solved)| own == solved || look(own) == look(solved))
    }

    /// By piece: the spot of its lead on a board with these symbols.
    ///
    /// # Errors
    /// If these are not its pieces.
    pub(crate) fn read(&self, symbols: &[u8]) -> Result<Vec<u8>, Misfit> {
        self.reading.read(symbols, &self.orbits)
    }

    /// Appends the symbols of the board with these leads, by piece.
    pub(crate) fn write(&self, leads: &[u8], symbols: &mut Vec<u8>) {
        let leads = self.solved.iter().zip(leads);
        self.reading
            .write(leads.map(|(&home, &lead)| (home, lead)), symbols);
    }

    /// The permutation of spots that makes the board with these leads of the solved one.
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

    /// By place: the spot of the solved board whose sticker is on its first spot, where these are
    /// the leads of a board.
    pub(crate) fn contents(&self, leads: &[u8]) -> Option<Vec<u8>> {
        let inverse = self.element(leads)?.inverse();
        Some(
            self.solved
                .iter()
                .map(|&spot| inverse.image(spot))
                .collect(),
        )
    }

    /// The sticker on a spot, where one that travels with it is known: that of `spot` is `sticker`.
    pub(crate) fn carried(&self, spot: usize, sticker: usize, other: usize) -> Option<u8> {
        let travelling = self.travelling.get(spot)?.iter();
        let stickers = self.travelling.get(sticker)?;
        let mut both = travelling.zip(stickers);
        both.find_map(|(&spot, &sticker)| (usize::from(spot) == other).then_some(sticker))
    }

    /// Their symmetries, the identity first: what can be done to moves so that nothing else
    /// changes, and to the stickers of each orbit for that.
    #[must_use]
    pub(crate) fn symmetries(&self) -> Vec<PieceSymmetry> {
        symmetries::find(self)
    }

    /// By orbit: whether each move swaps the places of its pieces an odd number of times.
    pub(crate) fn are_odd(&self, orbit: &PieceOrbit) -> Vec<bool> {
        let goes = self.moves.iter().map(|spots| {
            let leads = self.solved.iter().map(|&spot| spots[usize::from(spot)]);
            orbit.is_odd(&leads.collect::<Vec<u8>>())
        });
        goes.collect()
    }
}

/// By move: where it carries what is on each cell; `None` if that depends on a blank, or if a move does
/// several things.
pub(crate) fn generators(structure: &Structure) -> Option<Vec<Permutation>> {
    let mut turns: Vec<Option<Permutation>> = vec![None; structure.moves()];
    for turn in &structure.turns {
        let to = Permutation::new(&inverse(&turn.from)?)?;
        let own = turns.get_mut(turn.by.index())?;
        if turn.needs.is_some() || own.replace(to).is_some() {
            return None;
        }
    }
    turns.into_iter().collect()
}

/// By permutation: the one that takes it back, if each has one.
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
