//! The digits of a board's number in a certificate's table (`docs/certificate.md`).

use crate::rank::lattice::Lattice;

/// The most rows of a digit.
const MAX_SIZE: u64 = 1 << 31;

/// A number for each row: the kind, or the turn, of the piece in each place of an orbit.
#[derive(Debug)]
pub(super) struct Digit {
    pub order: RowOrder,
    /// The number of rows.
    pub size: u64,
}

#[derive(Debug)]
pub(super) enum RowOrder {
    /// The arrangements of the kinds, with the number of pieces of each.
    Kinds(Lattice, Vec<usize>),
    Turns(Turns),
}

/// A turn for each place.
#[derive(Debug)]
pub(super) struct Turns {
    places: usize,
    /// The number of turns.
    pub base: usize,
    /// The sum of the turns, if it is known. Then the last place has no digit.
    sum: Option<usize>,
}

impl Digit {
    /// `None` if there are too many rows.
    pub(super) fn of_kinds(counts: Vec<usize>) -> Option<Self> {
        let pieces = counts.iter().map(|count| u32::try_from(*count).ok());
        let lattice = Lattice::new(&pieces.collect::<Option<Vec<u32>>>()?)?;
        let size = lattice.count();
        let order = RowOrder::Kinds(lattice, counts);
        (size < MAX_SIZE).then_some(Self { order, size })
    }

    /// `None` if there are too many rows.
    pub(super) fn of_turns(base: usize, places: usize, sum: Option<usize>) -> Option<Self> {
        let digits = u32::try_from(places - usize::from(sum.is_some())).ok()?;
        let size = (base as u64).checked_pow(digits)?;
        let order = RowOrder::Turns(Turns { places, base, sum });
        (size < MAX_SIZE).then_some(Self { order, size })
    }

    /// The number of a row; `None` if it does not belong to the table.
    pub(super) fn rank(&self, row: impl Iterator<Item = usize> + Clone) -> Option<u64> {
        match &self.order {
            RowOrder::Kinds(lattice, counts) => {
                let mut left = counts.clone();
                for kind in row.clone() {
                    let left = left.get_mut(kind)?;
                    *left = left.checked_sub(1)?;
                }
                let kinds = row.map(|kind| u8::try_from(kind).unwrap_or(u8::MAX));
                Some(lattice.rank(kinds).0)
            }
            RowOrder::Turns(turns) => turns.rank(row),
        }
    }
}

impl Turns {
    pub(super) fn rank(&self, row: impl Iterator<Item = usize>) -> Option<u64> {
        let digits = self.places - usize::from(self.sum.is_some());
        let (mut rank, mut sum) = (0, 0);
        for (place, turn) in row.enumerate() {
            sum += turn;
            if place < digits {
                rank = rank * self.base as u64 + turn as u64;
            }
        }
        let is_in = |known| sum % self.base == known;
        self.sum.is_none_or(is_in).then_some(rank)
    }

    pub(super) fn row(&self, number: u64, row: &mut Vec<usize>) {
        let base = self.base as u64;
        let mut left = number;
        row.clear();
        for _ in usize::from(self.sum.is_some())..self.places {
            row.push(usize::try_from(left % base).unwrap_or(0));
            left /= base;
        }
        row.reverse();
        if let Some(known) = self.sum {
            let sum = row.iter().sum::<usize>();
            row.push((known + self.places * self.base - sum) % self.base);
        }
    }
}
