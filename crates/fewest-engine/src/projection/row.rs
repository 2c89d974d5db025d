//! The place of a board in its row, as a sum over orbits, after the symmetry that reduces it.

use std::sync::Arc;

use super::factor::{Adding, Factor, Numbers, small};
use super::images::FactorImages;

/// The class of a reduced part: its row, and the symmetry that leads to the least of the class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u32);

impl Class {
    pub(super) const NONE: Self = Self(u32::MAX);

    /// `None` if there are too many rows.
    pub(super) fn new(row: usize, symmetry: usize) -> Option<Self> {
        let class = u32::try_from(row << 8 | symmetry).ok().map(Self);
        class.filter(|class| *class != Self::NONE)
    }

    #[inline]
    pub(super) const fn row(self) -> usize {
        (self.0 >> 8) as usize
    }

    #[inline]
    pub(super) const fn symmetry(self) -> usize {
        (self.0 & 0xff) as usize
    }
}

/// A factor of a row, and its weight in the place.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowFactor {
    pub(super) factor: usize,
    pub(super) unit: usize,
}

/// An orbit whose pattern or turns are part of rows.
#[derive(Clone, Debug)]
pub(super) struct RowOrbit {
    /// The factor of its pattern, and the number of its states.
    pub(super) pattern: usize,
    pub(super) patterns: usize,
    /// Indexed by symmetry and pattern.
    pub(super) images: Vec<PatternImage>,
    pub(super) turns: Option<RowTurns>,
}

/// The turns of an orbit, as part of rows.
#[derive(Clone, Debug)]
pub(super) struct RowTurns {
    pub(super) factor: usize,
    unit: usize,
    count: usize,
    /// The images of their states, before the shift, indexed by symmetry and state.
    images: Arc<[u16]>,
    /// The addition of shifts; `None` if shifts are bits or always 0.
    adding: Option<Adding>,
    /// The number of states that share an entry. Their numbers differ only in the lowest digits,
    /// so sums of entries are entries of sums.
    per_entry: usize,
}

impl RowTurns {
    /// The turns of a factor of a row whose last factor has `per_entry` states for each entry.
    pub(super) fn new(
        row: RowFactor,
        factor: &Factor,
        images: &FactorImages,
        per_entry: usize,
    ) -> Self {
        // The last factor has unit 1.
        let (unit, per_entry) = match row.unit {
            1 => (1, per_entry),
            unit => (unit / per_entry, 1),
        };
        let entry = |&state: &u16| small(usize::from(state) / per_entry);
        let turns = factor.turns().filter(|_| !images.are_bits);
        Self {
            factor: row.factor,
            unit,
            count: images.count,
            images: match per_entry {
                1 => images.states.clone(),
                _ => images.states.iter().map(entry).collect(),
            },
            adding: turns
                .map(|turns| turns.adding_without(turns.digits_of(per_entry).unwrap_or(0))),
            per_entry,
        }
    }

    /// The number of the entry that a state or a shift shares.
    pub(super) fn entry(&self, state: u16) -> u16 {
        small(usize::from(state) / self.per_entry)
    }
}

/// The image of a pattern under a symmetry.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternImage {
    /// Its part of the place; 0 if rows do not have the pattern.
    pub(super) base: u32,
    /// The shift that it adds to turns.
    pub(super) shift: u16,
}

impl RowOrbit {
    /// The orbit's part of a board's place.
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

/// The factors of a row, most significant first, and the row's length.
pub(super) fn row_of(all: &[Factor], reduced: &[usize]) -> (Vec<RowFactor>, usize) {
    let mut row: Vec<usize> = (0..all.len())
        .filter(|factor| !reduced.contains(factor))
        .collect();
    // Turns come last, because they are independent: neighbours in memory differ in turns.
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
