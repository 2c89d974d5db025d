//! Boards numbered without gaps, so that a table of distances is a flat array; and links: how moves
//! carry whole sets of boards from one block of ranks to another.
//!
//! The ranks of a puzzle are cut into *blocks* of equal length, and a set of boards of one block is
//! a row of bits. Often all moves from one block into another change the rank in the same way, and
//! far quicker than board by board. Only puzzles with a rank of their own that want faster tables
//! need this: [`Ranked::links`] works board by board.

use std::ops::{ControlFlow, Range};

use super::StateSpace;
use crate::rank::bits;
pub use crate::rank::bits::Ranks;
use crate::rank::one_to_one::OneToOne;

/// A puzzle whose boards are numbered 0..[`boards`](Self::boards) without gaps.
///
/// `rank` and `unrank` undo each other on every board that a move can reach from a solved one.
///
/// ```
/// # use fewest::space::{Move, MoveSet, StateSpace};
/// # struct Lamps;
/// # impl StateSpace for Lamps {
/// #     type Board = u32;
/// #     fn moves(&self, _: &u32) -> MoveSet {
/// #         MoveSet::first(3)
/// #     }
/// #     fn apply(&self, lamps: &mut u32, m: Move) {
/// #         *lamps ^= ((0b111 << m.index()) >> 1) & 0b111;
/// #     }
/// #     fn inverse(&self, m: Move) -> Option<Move> {
/// #         Some(m)
/// #     }
/// #     fn is_solved(&self, lamps: &u32) -> bool {
/// #         *lamps == 0
/// #     }
/// # }
/// use fewest::space::Ranked;
/// use fewest::table::build::build;
///
/// // `Lamps` is the example of `StateSpace`.
/// impl Ranked for Lamps {
///     fn boards(&self) -> u64 {
///         8
///     }
///
///     fn rank(&self, lamps: &u32) -> u64 {
///         (*lamps).into()
///     }
///
///     fn unrank(&self, rank: u64) -> u32 {
///         (rank % 8) as u32
///     }
///
///     fn solved(&self) -> Vec<u32> {
///         vec![0]
///     }
/// }
///
/// // Each of the eight sets of switches makes another board.
/// let table = build(&Lamps, fewest::Budget::default())?;
/// assert_eq!(table.counts(), [1, 3, 3, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Ranked: StateSpace {
    /// How many numbers there are.
    fn boards(&self) -> u64;

    /// The board's number, below [`boards`](Self::boards).
    fn rank(&self, board: &Self::Board) -> u64;

    /// Whether a board that can't be solved may have the rank of another: then it has no distance
    /// to look up.
    fn shares_rank(&self, _: &Self::Board) -> bool {
        false
    }

    /// The board with this number. A number that is too large gives some board, without a panic.
    fn unrank(&self, rank: u64) -> Self::Board;

    /// Every solved board. Those that number more boards than can be listed return none here, and
    /// implement [`each_solved`](Self::each_solved).
    fn solved(&self) -> Vec<Self::Board>;

    /// Visits those of these numbers that solved boards have, perhaps some of them twice, until
    /// `visit` breaks off.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        each_of(self, &self.solved(), ranks, visit);
    }

    /// Visits the numbers of the boards from which one move leads to the board with this number. A
    /// puzzle that knows a faster way than through the boards themselves implements this.
    #[inline]
    fn predecessors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let board = self.unrank(rank);
        for m in self.arrivals(&board) {
            for before in self.preimages(&board, m) {
                visit(self.rank(&before));
            }
        }
    }

    /// Visits the numbers of the boards to which one move leads.
    #[inline]
    fn successors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let board = self.unrank(rank);
        for m in self.moves(&board) {
            visit(self.rank(&self.after(&board, m)));
        }
    }

    /// What a stored table of it is filed under: its name up to the first comma, then whatever
    /// distances and ranks depend on, with a number that changes when its ranks do. None: its table
    /// is never stored. Only puzzles whose every move can be taken back by a move have one.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The bytes that it keeps to number boards, if they are many.
    fn numbering_bytes(&self) -> usize {
        0
    }

    /// How its ranks fall into blocks, and how moves carry whole sets of boards from block to
    /// block. By default all ranks are one block, done board by board.
    fn links(&self) -> Links<'_>
    where
        Self: Sized,
    {
        Links {
            block: usize::try_from(self.boards()).unwrap_or(usize::MAX),
            links: vec![Link {
                from: 0,
                to: 0,
                by: Box::new(BoardByBoard(self)),
            }],
        }
    }
}

/// Visits those of these numbers that some boards have.
pub(crate) fn each_of<P: Ranked + ?Sized>(
    puzzle: &P,
    boards: &[P::Board],
    ranks: Range<u64>,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) {
    let own = boards.iter().map(|board| puzzle.rank(board));
    // Whether it broke off, the visitor knows.
    let _ = own.filter(|rank| ranks.contains(rank)).try_for_each(visit);
}

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
pub(crate) struct BoardByBoard<'a, P>(pub &'a P);

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
pub(crate) struct Unmoved;

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
