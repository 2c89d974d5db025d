//! The place of a board in its row, orbit by orbit: what the symmetry that reduces it makes of what
//! rows have.

use std::sync::Arc;

use super::coordinates::Class;
use super::factor::{Adding, Factor, Numbers};

/// A factor of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFactor {
    pub(super) factor: usize,
    pub(super) unit: usize,
}

/// An orbit of pieces that stands in rows, or its turns do.
#[derive(Clone, Debug)]
pub(super) struct RowOrbit {
    /// The factor of its pattern, and how many states it has.
    pub(super) pattern: usize,
    pub(super) patterns: usize,
    /// By symmetry and pattern.
    pub(super) images: Vec<PatternImage>,
    /// Its turns, if rows have them.
    pub(super) turns: Option<RowTurns>,
}

/// Turns in rows.
#[derive(Clone, Debug)]
pub(super) struct RowTurns {
    pub(super) factor: usize,
    pub(super) unit: usize,
    pub(super) count: usize,
    /// What symmetries make of them, as the factor's images have it.
    pub(super) images: Arc<[u16]>,
    /// How shifts are added, if there are any and not bit by bit.
    pub(super) adding: Option<Adding>,
}

/// What a symmetry makes of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternImage {
    /// Where rows have it; 0 if they don't.
    pub(super) base: u32,
    /// What is added to turns.
    pub(super) shift: u16,
}

impl RowOrbit {
    /// Its part of a board's place.
    #[inline]
    pub(super) fn place<const FACTORS: usize>(
        &self,
        class: Class,
        states: &[u16; FACTORS],
    ) -> usize {
        let symmetry = class.symmetry();
        let pattern = usize::from(states[self.pattern]);
        let image = self.images[symmetry * self.patterns + pattern];
        let Some(turns) = &self.turns else {
            return image.base as usize;
        };
        let state = usize::from(states[turns.factor]);
        let plain = turns.images[symmetry * turns.count + state];
        let sum = match &turns.adding {
            None => plain ^ image.shift,
            Some(adding) => adding.sum(plain, image.shift),
        };
        image.base as usize + turns.unit * usize::from(sum)
    }
}

/// The factors of a row, those that stand highest first, and its length.
pub(super) fn row_of(all: &[Factor], reduced: &[usize]) -> (Vec<RowFactor>, usize) {
    let mut row: Vec<usize> = (0..all.len())
        .filter(|factor| !reduced.contains(factor))
        .collect();
    // Neighbours in memory differ in turns, which do not depend on each other.
    row.sort_by_key(|&factor| {
        let is_turn = matches!(all[factor].numbers, Numbers::Turns(_));
        (is_turn, all[factor].count)
    });
    let mut unit = 1;
    let mut units: Vec<RowFactor> = Vec::new();
    for factor in row.into_iter().rev() {
        units.push(RowFactor { factor, unit });
        unit *= all[factor].count;
    }
    units.reverse();
    (units, unit)
}
