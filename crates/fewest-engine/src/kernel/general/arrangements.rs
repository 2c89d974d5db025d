//! Boards numbered as arrangements of symbols: in blocks by a pivot's cell, then by other pieces.
//!
//! The pivot is the blank or, without one, the first symbol with a single piece. Two other symbols
//! are ranked as [subsets](crate::rank::subset), more by [lookup](crate::rank::lattice). If parity
//! rules out half of the boards, only the others have numbers.

use std::collections::HashMap;
use std::sync::Arc;

use super::parity::BlankParity;
use super::{CellBoard, General};
use crate::rank::lattice::Lattice;
use crate::rank::shuffle::Shuffle;
use crate::rank::subset::Subsets;
use crate::space::ranked::Carry;
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;

#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    pub(super) pivot: Option<u8>,
    /// Boards per block.
    pub(super) block: u64,
    others: Others,
    /// For each cell of the pivot, whether parity makes the other pieces an odd permutation.
    pub(super) odd: Option<Vec<bool>>,
    /// True if no two of the other pieces have the same symbol.
    are_single: bool,
    boards: u64,
}

/// Known changes of the other pieces, by targets and, if known, whether they were odd before.
pub(super) type Shuffles = HashMap<(Vec<usize>, Option<bool>), Option<Arc<Shuffle>>>;

/// The pieces except the pivot.
#[derive(Clone, Debug)]
enum Others {
    /// Two symbols: the members of the subset, and the rest.
    Subsets(TwoSymbols),
    Lattice(Lattice),
}

/// Pieces with two symbols.
#[derive(Clone, Debug)]
struct TwoSymbols {
    subsets: Subsets,
    members: u8,
    rest: u8,
    /// The puzzle's cells, as bits.
    cells: u32,
}

impl TwoSymbols {
    /// The number of a board.
    #[inline]
    fn rank<B: CellBoard>(&self, order: &Arrangements, puzzle: &General<B>, board: &B) -> u64 {
        let marks = board.marks(self.members) & self.cells;
        let Some(pivot) = order.pivot else {
            return self.subsets.rank(marks).into();
        };
        let at = if puzzle.blank == Some(pivot) {
            puzzle.place(board)
        } else {
            board.marks(pivot).trailing_zeros() as usize
        };
        let below = (1 << (at % 32)) - 1;
        let marks = marks & below | marks >> 1 & !below;
        at as u64 * order.block + u64::from(self.subsets.rank(marks))
    }

    /// The board with these members and its pivot on cell `at`.
    #[inline]
    fn board<B: CellBoard>(
        &self,
        order: &Arrangements,
        puzzle: &General<B>,
        at: usize,
        bits: u32,
    ) -> B {
        let (symbols, key) = ([self.members, self.rest], puzzle.key);
        match order.pivot {
            None => B::of_two(bits, symbols, None, puzzle.cells, key),
            Some(pivot) => {
                let below = (1 << (at % 32)) - 1;
                let bits = bits & below | (bits & !below) << 1;
                B::of_two(bits, symbols, Some((at, pivot)), puzzle.cells, key)
            }
        }
    }
}

impl Arrangements {
    /// The order for these pieces; `None` if there are too many arrangements.
    pub(super) fn new(
        structure: &Structure,
        blank: Option<u8>,
        parity: Option<&BlankParity>,
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
            [(members, size), (rest, _)] => Subsets::new(cells, size).map(|subsets| TwoSymbols {
                subsets,
                members,
                rest,
                cells: u32::MAX >> (32 - structure.cells().clamp(1, 32)),
            }),
            _ => None,
        };
        let others = match subsets {
            Some(two) => Others::Subsets(two),
            None => Others::Lattice(Lattice::new(&counts)?),
        };
        let odd = match (&others, pivot, parity) {
            (Others::Lattice(lattice), Some(pivot), Some(parity)) if lattice.count() > 1 => {
                parity.others(pivot, structure.cells(), blank.is_some())
            }
            _ => None,
        };
        let block = match &others {
            Others::Subsets(two) => two.subsets.count().into(),
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
            are_single: counts.iter().all(|count| *count < 2),
            boards: block.checked_mul(places)?,
        })
    }

    /// The effect of moving the other pieces on sets of a block's ranks, if there is a fast way.
    pub(super) fn carry(
        &self,
        block: usize,
        targets: &[usize],
        known: &mut Shuffles,
    ) -> Option<Box<dyn Carry + '_>> {
        match &self.others {
            Others::Subsets(two) => {
                let rearrangement = two.subsets.rearrangement(targets)?;
                Some(Box::new(rearrangement))
            }
            Others::Lattice(_) if self.are_single => {
                let parity = match &self.odd {
                    Some(odd) => Some(*odd.get(block)?),
                    None => None,
                };
                let shuffle = known
                    .entry((targets.to_vec(), parity))
                    .or_insert_with(|| Shuffle::between(targets, parity).map(Arc::new));
                Some(Box::new(Arc::clone(shuffle.as_ref()?)))
            }
            Others::Lattice(_) => None,
        }
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards
    }

    /// The number of a board; `u64::MAX` if parity rules it out.
    #[inline]
    pub(super) fn rank<B: CellBoard>(&self, puzzle: &General<B>, board: &B) -> u64 {
        match &self.others {
            Others::Subsets(two) => two.rank(self, puzzle, board),
            Others::Lattice(_) => self.lattice_rank(puzzle, board),
        }
    }

    /// Appends the numbers of many boards.
    pub(super) fn rank_all<B: CellBoard>(
        &self,
        puzzle: &General<B>,
        boards: &[B],
        ranks: &mut Vec<u64>,
    ) {
        match &self.others {
            Others::Subsets(two) => {
                ranks.extend(boards.iter().map(|board| two.rank(self, puzzle, board)));
            }
            Others::Lattice(_) => {
                ranks.extend(boards.iter().map(|board| self.lattice_rank(puzzle, board)));
            }
        }
    }

    /// [`rank`](Self::rank) for more than two symbols. Out of line, because every caller would hold
    /// a copy with room for a board's symbols.
    #[inline(never)]
    fn lattice_rank<B: CellBoard>(&self, puzzle: &General<B>, board: &B) -> u64 {
        let Others::Lattice(lattice) = &self.others else {
            return 0;
        };
        puzzle.with_symbols(board, |symbols| {
            let at = self.pivot.and_then(|pivot| {
                let place = puzzle.place(board);
                match symbols.get(place) {
                    Some(&symbol) if symbol == pivot => Some(place),
                    _ => symbols.iter().position(|&symbol| symbol == pivot),
                }
            });
            let (others, is_odd) = match at {
                Some(at) => {
                    let (before, after) = symbols.split_at(at);
                    lattice.rank(before.iter().chain(after.iter().skip(1)).copied())
                }
                None => lattice.rank(symbols.iter().copied()),
            };
            let first = at.map_or(0, |at| at as u64 * self.block);
            match &self.odd {
                None => first + others,
                // Arrangements that differ only in their last two pieces differ in parity.
                Some(odd) if at.and_then(|at| odd.get(at)) == Some(&is_odd) => first + others / 2,
                Some(_) => u64::MAX,
            }
        })
    }

    #[inline]
    pub(super) fn unrank<B: CellBoard>(&self, puzzle: &General<B>, rank: u64) -> B {
        let rank = rank.min(self.boards.saturating_sub(1));
        let at = usize::try_from(rank / self.block).debug_unwrap_or(0);
        let rank = rank % self.block;
        match &self.others {
            Others::Subsets(two) => {
                let rank = u32::try_from(rank).debug_unwrap_or(u32::MAX);
                two.board(self, puzzle, at, two.subsets.unrank(rank))
            }
            Others::Lattice(_) => self.filled(puzzle, rank, at),
        }
    }

    /// Appends the boards with many numbers.
    pub(super) fn unrank_all<B: CellBoard>(
        &self,
        puzzle: &General<B>,
        ranks: &[u64],
        boards: &mut Vec<B>,
    ) {
        let Others::Subsets(two) = &self.others else {
            return boards.extend(ranks.iter().map(|&rank| self.unrank(puzzle, rank)));
        };
        let mut subsets = two.subsets.reader();
        let (mut at, mut block) = (0, 0..0);
        boards.extend(ranks.iter().map(|&rank| {
            let rank = rank.min(self.boards.saturating_sub(1));
            if !block.contains(&rank) {
                at = rank / self.block;
                block = at * self.block..(at + 1) * self.block;
            }
            let place = u32::try_from(rank - block.start).debug_unwrap_or(u32::MAX);
            let at = usize::try_from(at).debug_unwrap_or(0);
            two.board(self, puzzle, at, subsets.unrank(place))
        }));
    }

    /// [`unrank`](Self::unrank) for more than two symbols.
    #[inline(never)]
    fn filled<B: CellBoard>(&self, puzzle: &General<B>, rank: u64, at: usize) -> B {
        puzzle.of_symbols(|symbols| self.fill(rank, at, symbols))
    }

    /// Writes the symbols of the board with this number in its block and its pivot on cell `at`.
    fn fill(&self, rank: u64, at: usize, symbols: &mut [u8]) {
        let cells = symbols.len();
        let (before, after) = match self.pivot {
            Some(pivot) => {
                let (before, after) = symbols.split_at_mut(at.min(cells));
                let mut after = after;
                if let Some((first, others)) = after.split_first_mut() {
                    *first = pivot;
                    after = others;
                } else {
                    after = &mut [];
                }
                (before, after)
            }
            None => (&mut [][..], &mut *symbols),
        };
        let others = before.iter_mut().chain(after);
        let Others::Lattice(lattice) = &self.others else {
            return;
        };
        let odd = self.odd.as_ref().and_then(|odd| odd.get(at));
        let rank = if odd.is_some() { 2 * rank } else { rank };
        let is_odd = lattice.unrank(rank, others);
        if odd.is_some_and(|odd| *odd != is_odd) {
            let mut last = (0..cells).rev().filter(|cell| *cell != at);
            if let (Some(a), Some(b)) = (last.next(), last.next()) {
                symbols.swap(a, b);
            }
        }
    }
}
