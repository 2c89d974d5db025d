//! How the boards of a puzzle are numbered: a block for each cell of its pivot, within a block by the other pieces.
//!
//! The pivot is the blank, or else the first symbol that only one piece has. Two symbols on the other cells are ranked as
//! [subsets](crate::rank::subset), more by [look-ups](crate::rank::lattice).

use super::Board;
use crate::rank::lattice::Lattice;
use crate::rank::subset::{Rearrangement, Subsets};
use crate::structure::Structure;

#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) pivot: Option<u8>,
    /// Boards of a block.
    pub(super) block: u64,
    pub(super) others: Others,
    boards: u64,
}

/// The pieces besides the pivot.
#[derive(Clone, Debug)]
pub(super) enum Others {
    /// Two symbols: those that make the subset, and the rest.
    Subsets {
        subsets: Subsets,
        members: u8,
        rest: u8,
    },
    Lattice(Lattice),
}

impl Order {
    /// The order for these pieces; `None` if there are too many arrangements.
    pub(super) fn new(structure: &Structure, blank: Option<u8>) -> Option<Self> {
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
        let block = match &others {
            Others::Subsets { subsets, .. } => subsets.count().into(),
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
            boards: block.checked_mul(places)?,
        })
    }

    /// What moving the other pieces does to ranks, for whole sets of them: where they are subsets and few cross the halves.
    pub(super) fn rearrangement(&self, targets: &[usize]) -> Option<Rearrangement<'_>> {
        match &self.others {
            Others::Subsets { subsets, .. } => subsets.rearrangement(targets),
            Others::Lattice(_) => None,
        }
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    #[inline]
    pub(super) fn rank<const N: usize>(&self, cells: usize, board: &Board<N>) -> u64 {
        let symbols = board.symbols.get(..cells).unwrap_or_default();
        let at = self
            .pivot
            .and_then(|pivot| match symbols.get(board.blank()) {
                Some(&symbol) if symbol == pivot => Some(board.blank()),
                _ => symbols.iter().position(|&symbol| symbol == pivot),
            });
        let Some(at) = at else {
            return self.rank_others(&[], symbols);
        };
        let (before, after) = symbols.split_at(at);
        at as u64 * self.block + self.rank_others(before, after.get(1..).unwrap_or_default())
    }

    #[inline]
    fn rank_others(&self, before: &[u8], after: &[u8]) -> u64 {
        match &self.others {
            Others::Subsets {
                subsets, members, ..
            } => {
                let cells = before.iter().chain(after).zip(0..32);
                let bits = cells.fold(0, |bits, (symbol, i)| {
                    bits | u32::from(symbol == members) << i
                });
                subsets.rank(bits).into()
            }
            Others::Lattice(lattice) => lattice.rank(before.iter().chain(after).copied()),
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
        let symbols = board.symbols.get_mut(..cells).unwrap_or_default();
        let at = usize::try_from(rank / self.block).unwrap_or(0);
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
                let bits = subsets.unrank(u32::try_from(rank % self.block).unwrap_or(u32::MAX));
                for (cell, i) in others.zip(0..32) {
                    *cell = if bits >> i & 1 == 1 { *members } else { *rest };
                }
            }
            Others::Lattice(lattice) => lattice.unrank(rank % self.block, others),
        }
        if blank.is_some() {
            board.blank = u8::try_from(at).unwrap_or(0);
        }
        board
    }
}
