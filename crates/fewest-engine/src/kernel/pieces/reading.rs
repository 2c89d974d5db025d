//! Reading pieces from the symbols on the cells.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::PieceOrbit;

/// The looks of the pieces.
#[derive(Clone, Debug)]
pub struct Reading {
    /// For each spot, the cells that show the piece whose lead is there.
    frames: Vec<Vec<u8>>,
    /// For each orbit, the pieces with these symbols, in the order of the lead's frame.
    known: Vec<HashMap<Vec<u8>, Vec<u8>>>,
    /// Cells that no move changes, and their symbols.
    fixed: Vec<(u8, u8)>,
    /// The solved board.
    home: Vec<u8>,
}

/// The reason why symbols are not a board of a puzzle of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Misfit {
    /// A cell that no move changes holds another symbol.
    Fixed(u8),
    /// No piece has the symbols on these cells, which travel together.
    NoPiece(Vec<u8>),
    /// The piece with the symbols on these cells occurs more often than on the solved board.
    Twice(Vec<u8>),
}

impl Reading {
    /// Also returns each spot's first lookalike in its orbit, counted from the orbit's first spot.
    pub(super) fn new(
        home: &[u8],
        frames: Vec<Vec<u8>>,
        orbits: &[PieceOrbit],
    ) -> Option<(Self, Vec<u8>)> {
        let seen = |spot: usize| -> Option<Vec<u8>> {
            let cells = frames.get(spot)?.iter();
            cells
                .map(|&cell| home.get(usize::from(cell)).copied())
                .collect()
        };
        let (mut known, mut looks) = (Vec::new(), Vec::new());
        for orbit in orbits {
            let mut first = HashMap::new();
            let mut leads: HashMap<_, Vec<u8>> = HashMap::new();
            for (spot, number) in orbit.spots().zip(0..=u8::MAX) {
                let look = seen(spot)?;
                looks.push(*first.entry(look.clone()).or_insert(number));
                let (piece, turn) = (usize::from(number) / orbit.turns, spot - orbit.first_spot);
                if turn.is_multiple_of(orbit.turns) {
                    let piece = u8::try_from(orbit.first_piece + piece).ok()?;
                    leads.entry(look).or_default().push(piece);
                }
            }
            known.push(leads);
        }
        let is_fixed = |cell: &u8| !frames.iter().flatten().any(|other| other == cell);
        let cells = (0..=u8::MAX).zip(home.iter().copied());
        let reading = Self {
            fixed: cells.filter(|(cell, _)| is_fixed(cell)).collect(),
            frames,
            known,
            home: home.to_vec(),
        };
        Some((reading, looks))
    }

    /// Appends a board's symbols, given each lead's spot on the solved board and on this board.
    pub(super) fn write(&self, leads: impl Iterator<Item = (u8, u8)>, symbols: &mut Vec<u8>) {
        let first = symbols.len();
        symbols.extend(&self.home);
        for (home, lead) in leads {
            for (cell, symbol) in self.shown(home.into(), lead.into()) {
                if let Some(cell) = symbols.get_mut(first + usize::from(cell)) {
                    *cell = symbol;
                }
            }
        }
    }

    /// The cells that show a piece, and its symbols there, given its lead's spot on the solved board
    /// and on another.
    pub(super) fn shown(&self, home: usize, lead: usize) -> impl Iterator<Item = (u8, u8)> {
        let cells = self.frame(home).iter().zip(self.frame(lead));
        cells.filter_map(|(&from, &to)| Some((to, *self.home.get(usize::from(from))?)))
    }

    pub(super) fn fixed(&self) -> &[(u8, u8)] {
        &self.fixed
    }

    pub(super) fn frame(&self, spot: usize) -> &[u8] {
        self.frames.get(spot).map_or(&[], Vec::as_slice)
    }

    pub(super) fn read(&self, symbols: &[u8], orbits: &[PieceOrbit]) -> Result<Vec<u8>, Misfit> {
        let at = |cell: u8| symbols.get(usize::from(cell)).copied();
        for &(cell, symbol) in &self.fixed {
            if at(cell) != Some(symbol) {
                return Err(Misfit::Fixed(cell));
            }
        }
        let mut leads = vec![None; orbits.iter().map(|orbit| orbit.places).sum()];
        // Symbols of no piece are a better reason than a piece that occurs twice.
        let mut twice = None;
        let sorted = |cells: &[u8]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        for (orbit, known) in orbits.iter().zip(&self.known) {
            let mut spots = orbit.spots();
            for _ in 0..orbit.places {
                let place = spots.by_ref().take(orbit.turns);
                let mut cells: &[u8] = &[];
                let mut found = Vec::new();
                for spot in place {
                    let frame = self.frame(spot);
                    cells = frame;
                    let look: Option<Vec<u8>> = frame.iter().map(|&cell| at(cell)).collect();
                    let pieces = look.and_then(|look| known.get(&look));
                    let pieces = pieces.into_iter().flatten().copied();
                    found.extend(pieces.zip(std::iter::repeat(u8::try_from(spot).ok())));
                }
                if found.is_empty() {
                    return Err(Misfit::NoPiece(sorted(cells)));
                }
                // Any of the pieces that look alike and have no place yet.
                let is_free = |(piece, _): &&(u8, _)| leads.get(usize::from(*piece)) == Some(&None);
                let Some(&(piece, spot)) = found.iter().find(is_free) else {
                    twice = twice.or_else(|| Some(Misfit::Twice(sorted(cells))));
                    continue;
                };
                if let Some(lead) = leads.get_mut(usize::from(piece)) {
                    *lead = spot;
                }
            }
        }
        // There are as many pieces as places, and none occurs twice: each occurs once.
        twice.map_or_else(|| Ok(leads.into_iter().flatten().collect()), Err)
    }
}
