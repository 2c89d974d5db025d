//! Links: what the moves between two blocks of ranks do to whole sets of boards.
//!
//! The ranks of a puzzle are cut into *blocks* of equal length, and a set of boards of one block is
//! a row of bits. Often all moves from one block into another change the rank in the same way, and
//! far quicker than board by board. Only puzzles with a rank of their own that want faster tables
//! need this: [`Ranked::links`] works board by board.

use std::ops::Range;

use crate::puzzle::Ranked;
use crate::rank::bits;
pub use crate::rank::bits::Ranks;

/// All links of a puzzle.
pub struct Links<'a> {
    /// Ranks in each block; the puzzle's ranks are a whole number of blocks.
    pub block: usize,
    /// Where one move leads from a board of block `to` to one of block `from`, some link goes from
    /// `from` to `to`: a table grows backwards.
    pub links: Vec<Link<'a>>,
}

/// The moves that lead from block [`to`](Self::to) into block [`from`](Self::from), followed
/// backwards.
pub struct Link<'a> {
    /// The block whose boards are known.
    pub from: usize,
    /// The block of the boards a move further away.
    pub to: usize,
    /// How boards are carried over.
    pub by: Box<dyn Carry + 'a>,
}

/// The work of a link. Boards are ranks within their block: rank `i` is bit `i % 64` of word `i /
/// 64`.
pub trait Carry: Sync {
    /// Adds to `found`, a set of block `to`, the boards from which a move leads to a board of
    /// `marked`, a set of block `from`. Only ranks in `part` count; it starts at a whole stretch of
    /// 65,536 ranks, and ends at one or with the block.
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]);

    /// Adds to `found` those boards of `wanted`, both sets of block `from`, from which a move leads
    /// to a board of `marked`, a set of block `to`. Only ranks in `part` count; it starts at a
    /// whole stretch of 65,536 ranks, and ends at one or with the block.
    fn seek(&self, wanted: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]);

    /// Appends to `found` the ranks that [`carry`](Self::carry) adds, in any order and perhaps more
    /// than once.
    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>);

    /// Bytes of tables that it keeps.
    fn bytes(&self) -> usize {
        0
    }
}

/// One link from a single block to itself, board by board, for any puzzle.
pub struct BoardByBoard<'a, P>(pub &'a P);

impl<P: Ranked> Carry for BoardByBoard<'_, P> {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        marked.each(&part, |rank| {
            self.0
                .predecessors(rank as u64, |rank| bits::insert(found, index(rank)));
        });
    }

    fn seek(&self, wanted: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        wanted.each(&part, |rank| {
            let mut is_found = 0;
            self.0.successors(rank as u64, |next| {
                is_found |= bits::get(marked, index(next));
            });
            if is_found == 1 {
                bits::insert(found, rank);
            }
        });
    }

    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>) {
        marked.each(&part, |rank| {
            self.0
                .predecessors(rank as u64, |rank| found.push(index(rank)));
        });
    }

    fn bytes(&self) -> usize {
        self.0.numbering_bytes()
    }
}

/// A link that leaves the rank within the block as it is.
pub struct Unmoved;

impl Carry for Unmoved {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        let own = &marked.set[bits::words(&marked.within(&part))];
        for (found, marked) in found[bits::words(&part)].iter_mut().zip(own) {
            *found |= marked;
        }
    }

    fn seek(&self, wanted: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        let words = bits::words(&part);
        let wanted = &wanted.set[bits::words(&wanted.within(&part))];
        let boards = wanted.iter().zip(&marked[words.clone()]);
        for (found, (wanted, marked)) in found[words].iter_mut().zip(boards) {
            *found |= wanted & marked;
        }
    }

    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>) {
        marked.each(&part, |rank| found.push(rank));
    }
}

/// A link whose every board has one board that it is carried to, and whose moves can be taken back
/// by those of the link the other way.
pub trait OneToOne: Sync {
    /// Visits each rank of a set in a part, with the rank that it is carried to.
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, visit: impl FnMut(usize, usize));

    /// Carries a part in a way that is quicker than rank by rank, if there is one; else returns
    /// false.
    fn carry_runs(&self, _: Ranks<'_>, _: &Range<usize>, _: &mut [u64]) -> bool {
        false
    }

    /// Bytes of tables that it keeps.
    fn bytes(&self) -> usize;
}

impl<T: OneToOne> Carry for T {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        if !self.carry_runs(marked, &part, found) {
            self.each(marked, &part, |_, to| bits::insert(found, to));
        }
    }

    fn seek(&self, wanted: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        self.each(wanted, &part, |rank, to| {
            // No branch on what was found: the processor could not foresee it.
            if let Some(word) = found.get_mut(rank / bits::WORD) {
                *word |= bits::get(marked, to) << (rank % bits::WORD);
            }
        });
    }

    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>) {
        self.each(marked, &part, |_, to| found.push(to));
    }

    fn bytes(&self) -> usize {
        OneToOne::bytes(self)
    }
}

/// Fewer boards than this are not worth waking other cores for.
#[cfg(feature = "rayon")]
const SMALL: usize = 1 << 19;

/// Does the work for each block, of `len` ranks; on all cores where the feature `rayon` is on.
pub(crate) fn for_each<B: Send>(
    blocks: &mut [B],
    len: usize,
    work: &(dyn Fn(usize, &mut B) + Sync),
) {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        if blocks.len() > 1 && blocks.len().saturating_mul(len) > SMALL {
            blocks
                .par_iter_mut()
                .enumerate()
                .for_each(|(i, block)| work(i, block));
            return;
        }
    }
    let _ = len;
    for (i, block) in blocks.iter_mut().enumerate() {
        work(i, block);
    }
}

/// A rank as an index; one that is past the end of any set where it does not fit.
#[inline]
pub(crate) fn index(rank: u64) -> usize {
    usize::try_from(rank).unwrap_or(usize::MAX)
}
