//! Symmetries: for now, the identity.

use crate::structure::Structure;

/// A symmetry.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The piece on cell c goes to `cells[c]`.
    pub cells: Vec<u8>,
    /// Symbol s becomes `symbols[s]`.
    pub symbols: Vec<u8>,
}

impl Symmetry {
    /// The image.
    pub fn image(&self, symbols: &[u8], out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(symbols);
    }
}

/// A group of them.
pub struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Each.
    pub fn iter(&self) -> impl Iterator<Item = &Symmetry> {
        self.0.iter()
    }
}

/// All of a puzzle.
#[must_use]
pub fn find(_: &Structure) -> Symmetries {
    Symmetries(vec![Symmetry {
        cells: Vec::new(),
        symbols: Vec::new(),
    }])
}
