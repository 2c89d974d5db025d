//! Boards numbered as arrangements of their symbols: a block for each cell of a pivot, within a block by the other pieces.
//!
//! The pivot is the blank, or else the first symbol that only one piece has. Two symbols on the other cells are ranked as
//! [subsets](crate::rank::subset), more by [look-ups](crate::rank::lattice). Where parity rules out half of the boards, only the
//! others have numbers.

use super::Board;
use super::parity::Parity;
use crate::invariant::Invariant;
use crate::link::Carry;
use crate::rank::lattice::Lattice;
use crate::rank::shuffle::Shuffle;
use crate::rank::subset::Subsets;
use crate::structure::Structure;

#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    pub(super) pivot: Option<u8>,
    /// Boards of a block.
    pub(super) block: u64,
    others: Others,
    /// By cell of the pivot: whether the other pieces are an odd permutation, where parity fixes that.
    pub(super) odd: Option<Vec<bool>>,
    boards: u64,
}

/// The pieces besides the pivot.
#[derive(Clone, Debug)]
enum Others {
    /// Two symbols: those that make the subset, and the rest.
    Subsets {
        subsets: Subsets,
        members: u8,
        rest: u8,
    },
    Lattice(Lattice),
}

impl Arrangements {
    /// The order for these pieces; `None` if there are too many arrangements.
    pub(super) fn new(
        structure: &Structure,
        blank: Option<u8>,
        parity: Option<&Parity>,
    ) -> Option<Self> {
        let single = || structure.pieces.iter().position(|&count| count == 1);
        let pivot = blank.or_else(|| u8::try_from(single()?).ok());
        let mut counts = structure.pieces.clone();
        if let Some(pivot) = pivot {
            *counts.get_mut(usize::from(pivot))? = 0;
        }
        let cells: u32 = counts.iter().sum();
        let symbols = (0..=u8::MAX).zip(&counts).filter(|(_, count)| **count > 0);
        let symbols: Vec<(u8, u32)> = symbols.map(|(symbol, count)| (symbol, *count)).collect();
        let subsets = match symbols[..] {
            [(members, size), (rest, _)] => {
                Subsets::new(cells, size).map(|subsets| Others::Subsets {
                    subsets,
                    members,
                    rest,
                })
            }
            _ => None,
        };
        let others = match subsets {
            Some(subsets) => subsets,
            None => Others::Lattice(Lattice::new(&counts)?),
        };
        let odd = match (&others, pivot, parity) {
            (Others::Lattice(lattice), Some(pivot), Some(parity)) if lattice.count() > 1 => {
                parity.others(pivot, structure.cells(), blank.is_some())
            }
            _ => None,
        };
        let block = match &others {
            Others::Subsets { subsets, .. } => subsets.count().into(),
            Others::Lattice(lattice) if odd.is_some() => lattice.count() / 2,
            Others::Lattice(lattice) => lattice.count(),
        };
        let places = if pivot.is_some() {
            u64::from(cells) + 1
        } else {
            1
        };
        Some(Self {
            pivot,
            block,
            others,
            odd,
            boards: block.checked_mul(places)?,
        })
    }

    /// What moving the other pieces does to ranks of a block, for whole sets of them, if there is a quick way.
    pub(super) fn carry(&self, block: usize, targets: &[usize]) -> Option<Box<dyn Carry + '_>> {
        match (&self.others, &self.odd) {
            (Others::Subsets { subsets, .. }, _) => {
                let rearrangement = subsets.rearrangement(targets)?;
                Some(Box::new(rearrangement))
            }
            (Others::Lattice(_), Some(odd)) => {
                let shuffle = Shuffle::between(targets, *odd.get(block)?)?;
                Some(Box::new(shuffle))
            }
            _ => None,
        }
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    /// The number of a board; the greatest there is if parity rules it out.
    #[inline]
    pub(super) fn rank<const N: usize>(&self, cells: usize, board: &Board<N>) -> u64 {
        let symbols = board.symbols.get(..cells).debug_unwrap_or_default();
        let at = self
            .pivot
            .and_then(|pivot| match symbols.get(board.blank()) {
                Some(&symbol) if symbol == pivot => Some(board.blank()),
                _ => symbols.iter().position(|&symbol| symbol == pivot),
            });
        let (others, is_odd) = match (&self.others, at) {
            (
                Others::Subsets {
                    subsets, members, ..
                },
                at,
            ) => {
                let marks =
                    marks(&board.symbols, *members) & (u32::MAX >> (32 - cells.clamp(1, 32)));
                let below = at.map_or(u32::MAX, |at| (1 << (at % 32)) - 1);
                let marks = marks & below | marks >> 1 & !below;
                (subsets.rank(marks).into(), false)
            }
            (Others::Lattice(lattice), Some(at)) => {
                let (before, after) = symbols.split_at(at);
                lattice.rank(before.iter().chain(after.iter().skip(1)).copied())
            }
            (Others::Lattice(lattice), None) => lattice.rank(symbols.iter().copied()),
        };
        let first = at.map_or(0, |at| at as u64 * self.block);
        match &self.odd {
            None => first + others,
            // The two that differ in their last two pieces differ in parity.
            Some(odd) if at.and_then(|at| odd.get(at)) == Some(&is_odd) => first + others / 2,
            Some(_) => u64::MAX,
        }
    }

    #[inline]
    pub(super) fn unrank<const N: usize>(
        &self,
        cells: usize,
        blank: Option<u8>,
        rank: u64,
    ) -> Board<N> {
        let mut board = Board {
            symbols: [0; N],
            blank: 0,
        };
        let rank = rank.min(self.boards.saturating_sub(1));
        let symbols = board.symbols.get_mut(..cells).debug_unwrap_or_default();
        let at = usize::try_from(rank / self.block).debug_unwrap_or(0);
        let (before, after) = match self.pivot {
            Some(pivot) => {
                let (before, after) = symbols.split_at_mut(at.min(symbols.len()));
                let mut after = after;
                if let Some((first, others)) = after.split_first_mut() {
                    *first = pivot;
                    after = others;
                } else {
                    after = &mut [];
                }
                (before, after)
            }
            None => (&mut [][..], symbols),
        };
        let others = before.iter_mut().chain(after);
        match &self.others {
            Others::Subsets {
                subsets,
                members,
                rest,
            } => {
                let bits =
                    subsets.unrank(u32::try_from(rank % self.block).debug_unwrap_or(u32::MAX));
                for (cell, i) in others.zip(0..32) {
                    *cell = if bits >> i & 1 == 1 { *members } else { *rest };
                }
            }
            Others::Lattice(lattice) => {
                let odd = self.odd.as_ref().and_then(|odd| odd.get(at));
                let rank = rank % self.block;
                let rank = if odd.is_some() { 2 * rank } else { rank };
                let is_odd = lattice.unrank(rank, others);
                if odd.is_some_and(|odd| *odd != is_odd) {
                    let mut last = (0..cells).rev().filter(|cell| *cell != at);
                    if let (Some(a), Some(b)) = (last.next(), last.next()) {
                        board.symbols.swap(a, b);
                    }
                }
            }
        }
        if blank.is_some() {
            board.blank = u8::try_from(at).debug_unwrap_or(0);
        }
        board
    }
}

/// The cells of the first 32 that hold a symbol, eight at a time.
#[inline]
fn marks<const N: usize>(symbols: &[u8; N], symbol: u8) -> u32 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const SEVEN: u64 = 0x7F * LOW;
    let mut marks = 0u32;
    for (i, eight) in symbols.as_chunks().0.iter().take(4).enumerate() {
        let differs = u64::from_le_bytes(*eight) ^ (LOW * u64::from(symbol));
        // The lowest bit of each byte: whether all of it is zero.
        let is_same = (!(((differs & SEVEN) + SEVEN) | differs) >> 7) & LOW;
        // The product brings these eight bits together in its highest byte.
        let gathered = is_same.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        marks |= u32::from(gathered as u8) << (8 * i);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_cells_that_hold_a_symbol() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let symbols: [u8; 32] =
                std::array::from_fn(|_| rng.choice([0, 1, 2, 127, 128, 255]).unwrap());
            let symbol = rng.choice([0, 1, 127, 128, 255]).unwrap();
            let cells = symbols.iter().zip(0..).filter(|(own, _)| **own == symbol);
            let expected = cells.fold(0u32, |marks, (_, cell)| marks | 1 << cell);
            assert_eq!(marks(&symbols, symbol), expected);
        }
    }
}
