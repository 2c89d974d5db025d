//! Building a table: backward breadth-first search from the solved boards, on bit sets.
//!
//! The ranks are divided into blocks. At each depth, a block gathers the boards one move beyond the
//! frontier, over its links. Only the block writes to its part of the table, so all cores can work
//! at once. If fewer boards of a block are unseen than its neighbours have in the frontier, the
//! unseen boards are tested instead for a move to the frontier. If memory allows, the frontier is
//! also a list, for links that carry it board by board.

use std::ops::ControlFlow;

use thiserror::Error;

use super::Table;
use crate::rank::bits::{self, RankList, Ranks, STRETCH, WORD};
use crate::space::Ranked;
use crate::space::ranked::{self, Link, LinkSize, Links};
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::number::size;
use crate::support::progress::Unfinished;

/// The largest distance that an entry can hold.
pub const DEEPEST: u8 = u8::MAX - 1;
/// Ranks carried between two checks of the cancel flag.
const RANKS_PER_CHECK: usize = 16 * STRETCH;
/// A frontier of at most one board in this many is listed: that spares branch mispredictions.
const RANKS_PER_LISTED_BOARD: usize = 4;

/// Sets of boards that a build keeps: unseen, at the current distance, and at the next one.
const SETS: u64 = 3;

/// The reason why a table was not built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// It would take more memory than allowed.
    #[error("building the table takes {}; the limit is {}", size(*needed), size(*allowed))]
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        allowed: u64,
    },
    /// Some board is more than 254 moves from every solved one.
    #[error("some board is more than {DEEPEST} moves away")]
    TooDeep,
}

/// The least bytes that building a puzzle's table takes: an entry and three bits per board, and the
/// links. If allowed, up to one more byte per board makes it faster.
pub fn bytes<P: Ranked>(puzzle: &P) -> u64 {
    if puzzle.boards() == 0 {
        return 0;
    }
    bytes_linked(puzzle.boards(), puzzle.link_size())
}

/// The least bytes that building a table of this many boards takes, with links of this size.
pub(crate) fn bytes_linked(boards: u64, links: LinkSize) -> u64 {
    with_links(boards, SETS, links)
}

/// The bytes of the entries, some sets of boards, and the links.
fn with_links(boards: u64, sets: u64, links: LinkSize) -> u64 {
    let block = links.block.max(1) as u64;
    let words = boards.div_ceil(block) * block.div_ceil(WORD as u64);
    boards
        .saturating_add(words.saturating_mul(sets * 8))
        .saturating_add(links.bytes as u64)
}

/// The most boards of a block to list, if each board takes a byte and `sets` bits.
///
/// # Errors
/// If bytes and sets take more memory than allowed.
pub fn room(boards: u64, sets: u64, links: LinkSize, allowed: u64) -> Result<usize, BuildError> {
    let needed = with_links(boards, sets, links);
    if needed > allowed {
        return Err(BuildError::Memory { needed, allowed });
    }
    let is_listed = needed.saturating_add(listed(boards)) <= allowed;
    Ok(if is_listed {
        links.block / RANKS_PER_LISTED_BOARD
    } else {
        0
    })
}

/// The most bytes for listing the frontier and the next boards.
fn listed(boards: u64) -> u64 {
    boards / RANKS_PER_LISTED_BOARD as u64 * 2 * size_of::<u16>() as u64
}

/// Builds the table of a puzzle. This takes a little more than one byte per board ([`bytes`]).
///
/// # Errors
/// If it would take more memory or time than allowed, a board is too far away, or the build is
/// cancelled.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::table::build::{BuildError, build};
/// use fewest::{Budget, Unfinished};
///
/// # let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// // The boards lie on a ring of twelve.
/// let table = build(&puzzle, Budget::default())?;
/// assert_eq!(table.counts(), [1, 2, 2, 2, 2, 2, 1]);
/// let short = Budget { memory: Some(10), ..Budget::default() };
/// let refused = build(&puzzle, short).err();
/// assert!(matches!(refused, Some(Unfinished::Failed(BuildError::Memory { allowed: 10, .. }))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build<P: Ranked>(puzzle: &P, budget: Budget<'_>) -> Result<Table, Unfinished<BuildError>> {
    // The links may take seconds.
    budget.check()?;
    let boards = puzzle.boards();
    if boards == 0 {
        return Ok(Table::unseen(0));
    }
    let solved = |visit: Visit<'_>| puzzle.each_solved(0..boards, visit);
    let links = || {
        budget.begin("building the table", "boards", Some(boards));
        puzzle.links()
    };
    build_linked(boards, solved, puzzle.link_size(), links, budget)
}

/// Builds the table of boards that are numbered and linked: `solved` visits those at distance 0.
pub(crate) fn build_linked<'l>(
    boards: u64,
    solved: impl FnOnce(Visit<'_>),
    size: LinkSize,
    links: impl FnOnce() -> Links<'l>,
    budget: Budget<'_>,
) -> Result<Table, Unfinished<BuildError>> {
    let allowed = budget.memory.unwrap_or(u64::MAX).min(isize::MAX as u64);
    let room = room(boards, SETS, size, allowed)?;
    let len = usize::try_from(boards).ok();
    let mut table = Table::unseen(len.ok_or(BuildError::Memory {
        needed: bytes_linked(boards, size),
        allowed,
    })?);
    let links = links();
    let found = table.entries.chunks_mut(links.block).collect();
    table.counts = fill(found, solved, &links, room, budget)?;
    Ok(table)
}

/// A callback for ranks of boards.
pub type Visit<'v> = &'v mut dyn FnMut(u64) -> ControlFlow<()>;

/// A receiver of the boards of a block that a backward search finds.
pub trait Found: Send {
    /// The number of boards in the block.
    fn boards(&self) -> usize;

    /// Filters boards found among the 64 of a word: returns those at this distance.
    #[inline]
    fn keep(&mut self, _word: usize, found: u64, _distance: u8) -> u64 {
        found
    }

    /// Records the distance of a kept board.
    #[inline]
    fn note(&mut self, _rank: usize, _distance: u8) {}
}

impl Found for &mut [u8] {
    fn boards(&self) -> usize {
        self.len()
    }

    #[inline]
    fn note(&mut self, rank: usize, distance: u8) {
        if let Some(entry) = self.get_mut(rank) {
            *entry = distance + 1;
        }
    }
}

/// Finds the boards at each distance from the boards that `solved` visits, and returns their
/// numbers. At most `room` boards of a block are listed.
///
/// # Errors
/// If boards are too far away, or the job is cancelled.
pub fn fill<F: Found>(
    found: Vec<F>,
    solved: impl FnOnce(Visit<'_>),
    links: &Links<'_>,
    room: usize,
    budget: Budget<'_>,
) -> Result<Vec<u64>, Unfinished<BuildError>> {
    let mut blocks: Vec<Block<F>> = found
        .into_iter()
        .map(|found| Block::new(found, room))
        .collect();
    solved(&mut |rank| {
        let rank = ranked::index(rank);
        if let Some(block) = blocks.get_mut(rank / links.block) {
            bits::insert(&mut block.next.set, rank % links.block);
        }
        budget.flow()
    });
    budget.check()?;
    let mut frontier: Vec<Frontier> = Vec::with_capacity(blocks.len());
    for block in &mut blocks {
        block.settle(0);
        frontier.push(Frontier::none(block.found.boards(), room));
    }
    let mut counts = Vec::new();
    loop {
        for (block, boards) in blocks.iter_mut().zip(&mut frontier) {
            std::mem::swap(&mut block.next, boards);
        }
        let count: u64 = frontier.iter().map(|boards| boards.count).sum();
        if count == 0 {
            return Ok(counts);
        }
        counts.push(count);
        let distance = u8::try_from(counts.len())
            .ok()
            .filter(|&distance| distance <= DEEPEST);
        ranked::for_each(&mut blocks, links.block, &|i, block| {
            block.gather(i, &links.links, &frontier, &budget);
            block.settle(distance.unwrap_or(DEEPEST));
            budget.advance(block.next.count);
        });
        budget.check()?;
        if distance.is_none() && blocks.iter().any(|block| block.next.count > 0) {
            return Err(BuildError::TooDeep.into());
        }
    }
}

struct Frontier {
    set: Box<[u64]>,
    count: u64,
    /// These boards as a list, unless there are too many.
    list: RankList,
}

impl Frontier {
    fn none(len: usize, room: usize) -> Self {
        Self {
            set: vec![0; len.div_ceil(WORD)].into_boxed_slice(),
            count: 0,
            list: RankList::with_room(room),
        }
    }

    fn ranks(&self) -> Ranks<'_> {
        Ranks {
            set: &self.set,
            first: 0,
            list: (self.count == self.list.count() as u64).then_some(&self.list),
        }
    }
}

/// One block, for one core at a time.
struct Block<F> {
    found: F,
    /// The boards without a distance yet.
    unseen: Box<[u64]>,
    unseen_count: u64,
    /// The boards at the depth being searched.
    next: Frontier,
}

impl<F: Found> Block<F> {
    fn new(found: F, room: usize) -> Self {
        let len = found.boards();
        let mut unseen = vec![u64::MAX; len.div_ceil(WORD)].into_boxed_slice();
        if let Some(last) = unseen.last_mut() {
            *last >>= len.next_multiple_of(WORD) - len;
        }
        Self {
            next: Frontier::none(len, room),
            unseen,
            unseen_count: len as u64,
            found,
        }
    }

    /// Finds the unseen boards with a move to the frontier, perhaps along with seen boards.
    fn gather(
        &mut self,
        block: usize,
        links: &[Link<'_>],
        frontier: &[Frontier],
        budget: &Budget<'_>,
    ) {
        if self.next.count > 0 {
            self.next.set.fill(0);
            self.next.count = 0;
        }
        let count = |block: usize| {
            frontier
                .get(block)
                .map(|boards| boards.count)
                .debug_unwrap_or(0)
        };
        let inward = || links.iter().filter(|l| l.to == block && count(l.from) > 0);
        let outward = || links.iter().filter(|l| l.from == block && count(l.to) > 0);
        let marked: u64 = inward().map(|link| count(link.from)).sum();
        let asked: u64 = outward().map(|_| self.unseen_count).sum();
        let len = self.found.boards();
        let parts = || {
            (0..len)
                .step_by(RANKS_PER_CHECK)
                .map(|start| start..len.min(start + RANKS_PER_CHECK))
                .take_while(|_| !budget.is_over())
        };
        if marked <= asked {
            for link in inward().filter(|_| self.unseen_count > 0) {
                for part in parts() {
                    let marked = frontier[link.from].ranks();
                    link.by.carry(marked, part, &mut self.next.set);
                }
            }
            return;
        }
        for link in outward() {
            for part in parts() {
                let marked = &frontier[link.to].set;
                link.by.seek(
                    Ranks::unlisted(&self.unseen),
                    part,
                    marked,
                    &mut self.next.set,
                );
            }
            // Boards found need no further test.
            for (unseen, found) in self.unseen.iter_mut().zip(&self.next.set) {
                *unseen &= !found;
            }
        }
        for (unseen, found) in self.unseen.iter_mut().zip(&self.next.set) {
            *unseen |= found;
        }
    }

    /// Keeps the boards found that were unseen and are at this distance.
    fn settle(&mut self, distance: u8) {
        let sets = self.next.set.iter_mut().zip(&mut self.unseen);
        let list = &mut self.next.list;
        list.clear();
        let mut count = 0;
        for (i, (next, unseen)) in sets.enumerate() {
            if i % (STRETCH / WORD) == 0 {
                list.cut();
            }
            if *next == 0 {
                continue;
            }
            *next = self.found.keep(i, *next & *unseen, distance);
            *unseen ^= *next;
            let mut left = *next;
            while left != 0 {
                let rank = i * WORD + left.trailing_zeros() as usize;
                self.found.note(rank, distance);
                list.push(rank);
                count += 1;
                left &= left - 1;
            }
        }
        list.cut();
        self.next.count = count;
        self.unseen_count -= count;
    }
}
