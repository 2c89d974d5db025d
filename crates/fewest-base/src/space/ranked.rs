//! Boards numbered without gaps, so that a table of distances is a flat array; and links, by which
//! moves carry whole sets of boards from one block of ranks to another.
//!
//! Ranks are cut into *blocks* of equal length, and a set of boards in a block is a row of bits.
//! Often all moves from one block into another change the rank in the same way, so a link is far
//! faster than single moves. The default [`Ranked::links`] works board by board.

use std::ops::{ControlFlow, Range};

use super::StateSpace;
use crate::rank::bits;
pub use crate::rank::bits::Ranks;
use crate::rank::one_to_one::OneToOne;

/// A puzzle whose boards are numbered 0..[`boards`](Self::boards) without gaps.
///
/// `rank` and `unrank` are inverses on every board that can be reached from a solved one.
///
/// ```
/// # use fewest_base as fewest;
/// # use fewest::space::{Move, MoveSet, StateSpace};
/// # struct Lamps;
/// # impl StateSpace for Lamps {
/// #     type Board = u32;
/// #     type Moves = MoveSet;
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
/// assert!((0..8).all(|rank| Lamps.rank(&Lamps.unrank(rank)) == rank));
/// ```
pub trait Ranked: StateSpace {
    /// The number of ranks.
    fn boards(&self) -> u64;

    /// The board's rank, below [`boards`](Self::boards).
    fn rank(&self, board: &Self::Board) -> u64;

    /// Returns true if a board can't be solved and may share another's rank: it has no table entry.
    fn shares_rank(&self, _: &Self::Board) -> bool {
        false
    }

    /// The board with this rank. A rank that is too large gives some board, without a panic.
    fn unrank(&self, rank: u64) -> Self::Board;

    /// Replaces `ranks` with the ranks of many boards. Implement this if that is faster than one by
    /// one.
    fn rank_all(&self, boards: &[Self::Board], ranks: &mut Vec<u64>) {
        ranks.clear();
        ranks.extend(boards.iter().map(|board| self.rank(board)));
    }

    /// Replaces `boards` with the boards of many ranks. Implement this if that is faster than one by
    /// one.
    fn unrank_all(&self, ranks: &[u64], boards: &mut Vec<Self::Board>) {
        boards.clear();
        boards.extend(ranks.iter().map(|&rank| self.unrank(rank)));
    }

    /// Every solved board. Puzzles with too many to list return none here and implement
    /// [`each_solved`](Self::each_solved).
    fn solved(&self) -> Vec<Self::Board>;

    /// Visits the ranks of solved boards in this range, some perhaps twice, until `visit` breaks.
    fn each_solved(&self, ranks: Range<u64>, visit: &mut dyn FnMut(u64) -> ControlFlow<()>) {
        each_of(self, &self.solved(), ranks, visit);
    }

    /// Visits the ranks of the boards from which one move leads to the board with this rank.
    /// Implement this if there is a faster way than through the boards.
    #[inline]
    fn predecessors(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let (board, boards) = (self.unrank(rank), self.boards());
        for m in self.arrivals(&board) {
            let before = self.preimages(&board, m);
            let ranks = before.map(|before| self.rank(&before));
            // Moves may lead here from boards without a number.
            ranks.filter(|rank| *rank < boards).for_each(&mut visit);
        }
    }

    /// Visits the ranks of the boards to which one move leads, in the moves' order. Implement this
    /// if there is a faster way than through the boards.
    #[inline]
    fn successors(&self, rank: u64, visit: impl FnMut(u64)) {
        successors_by_boards(self, rank, visit);
    }

    /// The number of values of each digit, the most significant first, if ranks are numbers of such
    /// digits that moves change one by one: the same moves are legal on every board, and the value of
    /// a digit after a move depends on no other digit. `unrank` must translate
    /// each digit to cells of its own, and `is_solved` must compare them with each of the
    /// [`solved`](Self::solved) boards. [`successors`](Self::successors) must add a term for each
    /// digit. Then a table is proved without decoding all its boards.
    fn digits(&self) -> Option<Vec<u64>> {
        None
    }

    /// The name of the puzzle's stored table: the puzzle's name up to the first comma, then all
    /// that distances and ranks depend on, with a number that changes when the ranks do. `None` if
    /// the table is never stored. Only reversible puzzles have an identity.
    fn identity(&self) -> Option<String> {
        None
    }

    /// The bytes that numbering the boards takes, if they are many.
    fn numbering_bytes(&self) -> usize {
        0
    }

    /// The size of the [`links`](Self::links). Implement this if their tables are large.
    fn link_size(&self) -> LinkSize
    where
        Self: Sized,
    {
        self.links().size()
    }

    /// The size of the [`reduced_links`](Self::reduced_links).
    fn reduced_link_size(&self) -> Option<LinkSize> {
        None
    }

    /// The blocks of ranks and their links. By default one block, whose link works board by board.
    fn links(&self) -> Links<'_>
    where
        Self: Sized,
    {
        Links::of_one_block(self.boards(), BoardByBoard(self))
    }

    /// Links among some blocks only, if distances in the other blocks are the same: symmetries carry
    /// each of them to one of these.
    fn reduced_links(&self) -> Option<ReducedLinks<'_>> {
        None
    }
}

/// The size of a puzzle's links, known before they are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSize {
    /// The ranks per block.
    pub block: usize,
    /// The most bytes that their tables take.
    pub bytes: usize,
}

/// Links among blocks that represent symmetric ones. See [`Ranked::reduced_links`].
pub struct ReducedLinks<'a> {
    /// The links between blocks that represent some.
    pub links: Links<'a>,
    /// The number of blocks that each block represents, itself included; 0 if another represents
    /// it.
    pub represents: Vec<u32>,
}

impl ReducedLinks<'_> {
    /// Returns true if some block represents others.
    #[must_use]
    pub fn is_reduced(&self) -> bool {
        self.represents.contains(&0)
    }
}

/// The default of [`Ranked::successors`].
#[inline]
pub fn successors_by_boards<P: Ranked + ?Sized>(puzzle: &P, rank: u64, mut visit: impl FnMut(u64)) {
    let board = puzzle.unrank(rank);
    for m in puzzle.moves(&board) {
        visit(puzzle.rank(&puzzle.after(&board, m)));
    }
}

/// Visits the ranks of these boards that are in `ranks`.
pub fn each_of<P: Ranked + ?Sized>(
    puzzle: &P,
    boards: &[P::Board],
    ranks: Range<u64>,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) {
    let board_ranks = boards.iter().map(|board| puzzle.rank(board));
    // The visitor knows if it broke off.
    let _ = board_ranks
        .filter(|rank| ranks.contains(rank))
        .try_for_each(visit);
}

/// All links of a puzzle.
pub struct Links<'a> {
    /// The ranks per block; the puzzle's ranks are a whole number of blocks.
    pub block: usize,
    /// If a move leads from a board of block `to` to one of block `from`, some link goes from
    /// `from` to `to`: tables grow backwards from the goals.
    pub links: Vec<Link<'a>>,
}

impl<'a> Links<'a> {
    /// One block of this many ranks, and its link to itself.
    pub fn of_one_block(ranks: u64, by: impl Carry + 'a) -> Self {
        let (from, to, by) = (0, 0, Box::new(by));
        Self {
            block: index(ranks),
            links: vec![Link { from, to, by }],
        }
    }

    /// The sum of the sizes of all links.
    #[must_use]
    pub fn size(&self) -> LinkSize {
        LinkSize {
            block: self.block,
            bytes: self.links.iter().map(|link| link.by.bytes()).sum(),
        }
    }
}

/// The moves from block [`to`](Self::to) into block [`from`](Self::from), followed backwards.
pub struct Link<'a> {
    /// The block whose boards are known.
    pub from: usize,
    /// The block of the boards one move further away.
    pub to: usize,
    /// The work on sets of boards.
    pub by: Box<dyn Carry + 'a>,
}

/// The work of a link. Ranks count within their block: rank `i` is bit `i % 64` of word `i / 64`.
pub trait Carry: Sync {
    /// Adds to `found`, in block `to`, the boards from which a move leads to a board of `marked`,
    /// in block `from`. Only ranks in `part` count. It starts at a multiple of 65,536 and ends at
    /// one or at the end of the block.
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]);

    /// Adds to `found` the boards of `candidates`, both in block `from`, from which a move leads to
    /// a board of `marked`, in block `to`. Only ranks in `part` count, as for
    /// [`carry`](Self::carry).
    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]);

    /// Appends to `found` the ranks that [`carry`](Self::carry) adds, unordered, perhaps repeated.
    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>);

    /// The bytes of its tables.
    fn bytes(&self) -> usize {
        0
    }
}

/// A link from a single block to itself that works board by board, for any puzzle.
pub struct BoardByBoard<'a, P>(pub &'a P);

impl<P: Ranked> Carry for BoardByBoard<'_, P> {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        marked.each(&part, |rank| {
            self.0
                .predecessors(rank as u64, |rank| bits::insert(found, index(rank)));
        });
    }

    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        candidates.each(&part, |rank| {
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

/// A link that does not change the rank within the block.
pub struct Unmoved;

impl Carry for Unmoved {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        let words = &marked.set[bits::words(&marked.within(&part))];
        for (found, marked) in found[bits::words(&part)].iter_mut().zip(words) {
            *found |= marked;
        }
    }

    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        let words = bits::words(&part);
        let candidates = &candidates.set[bits::words(&candidates.within(&part))];
        let boards = candidates.iter().zip(&marked[words.clone()]);
        for (found, (candidates, marked)) in found[words].iter_mut().zip(boards) {
            *found |= candidates & marked;
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

    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        self.each(candidates, &part, |rank, to| {
            // No branch on the result: the processor could not predict it.
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

/// The most boards that one core handles alone: waking other cores would not pay.
#[cfg(feature = "rayon")]
const SMALL: usize = 1 << 19;

/// Does the work for each block of `len` ranks, on all cores if the feature `rayon` is on.
pub fn for_each<B: Send>(blocks: &mut [B], len: usize, work: &(dyn Fn(usize, &mut B) + Sync)) {
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

/// A rank as an index. One that does not fit becomes an index past the end of any set.
#[inline]
#[must_use]
pub fn index(rank: u64) -> usize {
    usize::try_from(rank).unwrap_or(usize::MAX)
}
