//! Reasons why a board can't be solved, as far as its pieces show them.

use serde::{Deserialize, Serialize};

use super::{Misfit, PieceOrbit, Pieces};
use crate::model::Model;
use crate::support::number::in_words;

/// The reason why a board can't be solved: it was taken apart and reassembled wrongly.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::Model;
/// use fewest::kernel::pieces::{Flaw, Pieces};
///
/// let cube = Model::named("cube3")?;
/// let pieces = Pieces::with_identical(&cube.structure).expect("a puzzle of pieces");
/// // The two stickers of an edge, exchanged: cells are numbered row by row of the picture.
/// let mut symbols = cube.solved_board();
/// symbols.swap(7, 13);
/// assert_eq!(pieces.why(&symbols), Some(Flaw::Turned { pieces: 12, ways: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// The symbols are not those of the puzzle's pieces.
    Misfit(Misfit),
    /// The sum of these pieces' orientations is not the one that moves preserve.
    Turned {
        /// The number of pieces that reach the same places.
        pieces: usize,
        /// The number of orientations of each piece.
        ways: usize,
    },
    /// Two pieces would have to be swapped; moves swap an even number, or pieces of several orbits.
    Swapped,
}

impl Flaw {
    /// The reason in words, for a board of a puzzle with these symbols.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// use fewest::Model;
    /// use fewest::kernel::pieces::Pieces;
    ///
    /// let cube = Model::named("cube3")?;
    /// let text = "UUUUUUUUR RRRRRRRRU FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB";
    /// let board = cube.read_board("the board", text)?;
    /// let pieces = Pieces::with_identical(&cube.structure).expect("a puzzle of pieces");
    /// let flaw = pieces.why(&board).expect("two stickers are swapped");
    /// let why = flaw.in_words(&cube, &board);
    /// assert_eq!(why, "no piece has `w` on R9, `b` on B7 and `y` on D9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_words(&self, model: &Model, symbols: &[u8]) -> String {
        let name = |cell: u8| model.picture.names.get(usize::from(cell));
        let name = |cell: u8| name(cell).map_or("?", String::as_str);
        let on = |board: &[u8], cell: u8| {
            let symbol = board.get(usize::from(cell));
            let written = symbol.and_then(|symbol| model.symbols.get(usize::from(*symbol)));
            format!("`{}`", written.map_or("?", String::as_str))
        };
        let piece = |cells: &[u8]| {
            let named = cells
                .iter()
                .map(|&cell| format!("{} on {}", on(symbols, cell), name(cell)));
            in_a_row(&named.collect::<Vec<String>>())
        };
        match self {
            Self::Misfit(Misfit::Fixed(cell)) => {
                let solved = model.whole_goal().map(|goal| on(&goal, *cell));
                let solved = solved.map_or(String::new(), |solved| format!(", not {solved}"));
                let (cell, found) = (name(*cell), on(symbols, *cell));
                format!("no move changes {cell}, but it has {found}{solved}")
            }
            Self::Misfit(Misfit::NoPiece(cells)) => format!("no piece has {}", piece(cells)),
            Self::Misfit(Misfit::Twice(cells)) => {
                format!(
                    "there are too many pieces like the one with {}",
                    piece(cells)
                )
            }
            Self::Turned { pieces, ways } => format!(
                "one of the {pieces} pieces with {} orientations is {}",
                in_words(*ways),
                if *ways == 2 { "flipped" } else { "twisted" }
            ),
            Self::Swapped => "two pieces would have to be swapped (odd permutation)".to_owned(),
        }
    }
}

/// A list in words: `a, b and c`.
fn in_a_row(words: &[String]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        words => words.concat(),
    }
}

impl PieceOrbit {
    /// The sum of its pieces' orientations, given the leads of all pieces.
    fn turned(&self, leads: &[u8]) -> usize {
        let orbit_leads = leads.get(self.pieces()).unwrap_or_default().iter();
        let turns = orbit_leads.map(|&lead| (usize::from(lead) - self.first_spot) % self.turns);
        turns.sum::<usize>() % self.turns
    }
}

impl Pieces {
    /// Returns true if no move changes the sum of an orbit's orientations.
    pub(crate) fn keeps_turns(&self, orbit: &PieceOrbit) -> bool {
        self.moves.iter().all(|spots| {
            let leads = orbit.spots().step_by(orbit.turns);
            let turned =
                leads.map(|spot| (usize::from(spots[spot]) - orbit.first_spot) % orbit.turns);
            turned.sum::<usize>().is_multiple_of(orbit.turns)
        })
    }

    /// Returns true if no piece of an orbit looks the same in two orientations. Then the sum of
    /// orientations is the same whichever of the pieces that look alike is where.
    fn distinguishes_turns(&self, orbit: &PieceOrbit) -> bool {
        let places = self.looks_in(orbit).chunks(orbit.turns.max(1));
        places.into_iter().all(|looks| {
            let mut looks = looks.to_vec();
            looks.sort_unstable();
            looks.windows(2).all(|pair| pair[0] != pair[1])
        })
    }

    /// The flaw of an unsolvable board with these symbols, if its pieces show one.
    #[must_use]
    pub fn why(&self, symbols: &[u8]) -> Option<Flaw> {
        match self.read(symbols) {
            Ok(leads) => self.flaw(&leads),
            Err(misfit) => Some(Flaw::Misfit(misfit)),
        }
    }

    /// The flaw of a board with these leads, as far as orientations or swaps show it.
    pub(crate) fn flaw(&self, leads: &[u8]) -> Option<Flaw> {
        let is_turned = |orbit: &&PieceOrbit| {
            orbit.is_cyclic
                && self.distinguishes_turns(orbit)
                && self.keeps_turns(orbit)
                && orbit.turned(leads) != orbit.turned(&self.solved)
        };
        if let Some(orbit) = self.orbits.iter().find(is_turned) {
            return Some(Flaw::Turned {
                pieces: orbit.places,
                ways: orbit.turns,
            });
        }
        // For each move, the orbits whose pieces it permutes oddly, as bits; reduced to a basis.
        let orbits = self.orbits.iter();
        let apart: Vec<&PieceOrbit> = orbits
            .filter(|orbit| !self.has_identical_in(orbit))
            .collect();
        let odd: Vec<Vec<bool>> = apart.iter().map(|orbit| self.are_odd(orbit)).collect();
        let bits = |is_odd: &mut dyn Iterator<Item = bool>| {
            (0..u64::BITS)
                .zip(is_odd)
                .fold(0u64, |all, (bit, is_odd)| all | u64::from(is_odd) << bit)
        };
        let mut basis: Vec<u64> = Vec::new();
        let reduced =
            |basis: &[u64], set: u64| basis.iter().fold(set, |set, &vector| set.min(set ^ vector));
        for m in 0..self.moves.len() {
            let set = bits(&mut odd.iter().map(|odd| odd[m]));
            let set = reduced(&basis, set);
            if set != 0 {
                basis.push(set);
                basis.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        let odd_orbits = bits(&mut apart.iter().map(|orbit| orbit.is_odd(leads)));
        (reduced(&basis, odd_orbits) != 0).then_some(Flaw::Swapped)
    }
}
