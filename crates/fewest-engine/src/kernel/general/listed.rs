//! Boards numbered by a list. If moves depend on several cells, it has the boards to which moves lead from
//! the home board: most arrangements of the symbols are not boards. It also has the boards of other
//! puzzles if these are few, and pieces that look alike, or goals that no moves connect, hide the
//! group that would number them.
//!
//! Boards go through the list many at a time, so that memory fetches several of them at once.

use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{CellBoard, General};
use crate::rank::bits;
use crate::space::StateSpace;
use crate::space::ranked::{Carry, Ranks, index};
use crate::space::structure::Structured;
use crate::support::prefetch::prefetch;
use crate::support::random::Random;

/// The maximum size of a list in bytes, while it is made; less where addresses are short.
const MAX_BYTES: usize = if usize::BITS > 32 { 1 << 30 } else { 1 << 28 };
/// The maximum size of a list of boards that lead to goals, in bytes.
const MAX_BYTES_OF_GOALS: usize = 32 << 20;
/// Moves between two samples of a random walk, samples between repeats that count (the walk was
/// elsewhere meanwhile), the repeats required, and those expected of a list of the greatest size.
const STEPS: usize = 8;
const LONG_BEFORE: usize = 512;
const REPEATED: usize = 3;
const EXPECTED: usize = 6;
/// The boards per entry of the directory.
const BOARDS_PER_ENTRY: usize = 4;
/// The boards that are looked up together.
const BATCH: usize = 256;
/// The first number of places of a list that grows, as a power of two.
const FIRST_BITS: u32 = 6;

/// Boards in the order of their hashes.
#[derive(Clone, Debug)]
pub(super) struct ListedBoards<B> {
    boards: Vec<B>,
    /// The first board of each range of hashes, and the number of boards.
    directory: Vec<u32>,
    /// The number of low bits of a hash that do not select a range.
    shift: u32,
}

impl<B: CellBoard> ListedBoards<B> {
    /// Lists the boards to which moves with conditions lead from the home board. `None` if there is no
    /// home board, or if they take too many bytes.
    pub(super) fn from_home(puzzle: &General<B>) -> Option<Self> {
        let home = puzzle.board(puzzle.model.home.as_ref()?)?;
        let turns = &puzzle.conditions()?.onward;
        let max_boards = MAX_BYTES / size_of::<B>();
        Self::reached(vec![home], max_boards, |board, visit| {
            turns.each_after(board, visit);
        })
    }

    /// Lists the boards from which moves lead to a goal. `None` if there are, or seem to be, more than
    /// `max_boards`, if they take too many bytes, or if the legality of moves depends on the board.
    pub(super) fn of_goals(puzzle: &General<B>, max_boards: u64) -> Option<Self> {
        let max_boards = usize::try_from(max_boards).unwrap_or(usize::MAX);
        let max_boards = max_boards.min(MAX_BYTES_OF_GOALS / size_of::<B>());
        // Repeated permutations undo themselves. Moves of a blank reach nearly all boards.
        let depends = puzzle.blank.is_some() || puzzle.conditions().is_some();
        if depends || !seems_small(puzzle, max_boards) {
            return None;
        }
        Self::reached(puzzle.solved_boards()?, max_boards, |board, visit| {
            for m in puzzle.moves(board) {
                visit(puzzle.after(board, m));
            }
        })
    }

    /// Lists the boards that can be reached from some boards. `None` if there are too many.
    fn reached(
        mut open: Vec<B>,
        max_boards: usize,
        each_after: impl Fn(&B, &mut dyn FnMut(B)),
    ) -> Option<Self> {
        let mut known = Growing::new(*open.first()?);
        for board in &open {
            known.insert(*board, hash(board))?;
        }
        let (mut next, mut batch) = (Vec::new(), Vec::new());
        while !open.is_empty() {
            for boards in open.chunks(BATCH / 4) {
                for board in boards {
                    each_after(board, &mut |after| batch.push((after, hash(&after))));
                }
                for (_, hash) in &batch {
                    known.fetch(*hash);
                }
                for (board, hash) in batch.drain(..) {
                    if known.insert(board, hash)? {
                        next.push(board);
                    }
                }
                if known.boards > max_boards {
                    return None;
                }
            }
            open.clear();
            std::mem::swap(&mut open, &mut next);
        }
        Self::of(known.in_order())
    }

    /// The list of boards in the order of their hashes.
    fn of(boards: Vec<B>) -> Option<Self> {
        let entries = (boards.len() / BOARDS_PER_ENTRY).max(2).next_power_of_two();
        let shift = u64::BITS - entries.trailing_zeros();
        let mut directory = Vec::with_capacity(entries + 1);
        for (place, board) in (0u32..).zip(&boards) {
            let entry = usize::try_from(hash(board) >> shift).ok()?;
            while directory.len() <= entry {
                directory.push(place);
            }
        }
        directory.resize(entries + 1, u32::try_from(boards.len()).ok()?);
        Some(Self {
            boards,
            directory,
            shift,
        })
    }

    pub(super) const fn boards(&self) -> u64 {
        self.boards.len() as u64
    }

    pub(super) const fn bytes(&self) -> usize {
        size_of_val(self.boards.as_slice()) + size_of_val(self.directory.as_slice())
    }

    pub(super) fn all(&self) -> &[B] {
        &self.boards
    }

    #[inline]
    pub(super) fn rank(&self, board: &B) -> Option<u64> {
        self.rank_of(board, hash(board))
    }

    #[inline]
    fn rank_of(&self, board: &B, hash: u64) -> Option<u64> {
        let entry = usize::try_from(hash >> self.shift).ok()?;
        let first = *self.directory.get(entry)?;
        let end = *self.directory.get(entry + 1)?;
        let boards = self.boards.get(first as usize..end as usize)?;
        let place = boards.iter().position(|other| other == board)?;
        Some(u64::from(first) + place as u64)
    }

    /// The board with this rank, or the last.
    #[inline]
    pub(super) fn unrank(&self, rank: u64) -> Option<B> {
        let rank = usize::try_from(rank).unwrap_or(usize::MAX);
        self.boards.get(rank).or(self.boards.last()).copied()
    }

    /// Visits the ranks of many boards, each with what belongs to it. Boards that are not listed are
    /// left out.
    fn look_up<T>(&self, batch: &mut Vec<(B, u64, T)>, mut visit: impl FnMut(usize, T)) {
        let entry = |hash: u64| self.directory.get(index(hash >> self.shift));
        batch
            .iter()
            .filter_map(|(_, hash, _)| entry(*hash))
            .for_each(prefetch);
        for (_, hash, _) in batch.iter() {
            let board = entry(*hash).and_then(|first| self.boards.get(*first as usize));
            board.into_iter().for_each(prefetch);
        }
        for (board, hash, of) in batch.drain(..) {
            if let Some(rank) = self.rank_of(&board, hash) {
                visit(index(rank), of);
            }
        }
    }
}

/// Returns true if a random walk revisits as many boards as if there were at most this many.
fn seems_small<B: CellBoard>(puzzle: &General<B>, max_boards: usize) -> bool {
    // n samples of N boards have about n^2 / 2N pairs of equal ones.
    let samples = LONG_BEFORE + (2 * EXPECTED * max_boards).isqrt();
    let Some(mut board) = puzzle.board(&puzzle.model.solved_board()) else {
        return false;
    };
    let mut random = Random::new(1);
    let mut seen = FxHashMap::default();
    let mut repeated = 0;
    for sample in 0..samples {
        for _ in 0..STEPS {
            let mut moves = puzzle.moves(&board);
            if let Some(m) = moves.nth(random.place(moves.len())) {
                puzzle.apply(&mut board, m);
            }
        }
        let first = *seen.entry(board).or_insert(sample);
        repeated += usize::from(sample - first >= LONG_BEFORE);
        if repeated == REPEATED {
            return true;
        }
    }
    false
}

/// The moves between listed boards, followed backwards.
pub(super) struct ListedLinks<'p, B: CellBoard> {
    pub(super) puzzle: &'p General<B>,
    pub(super) listed: &'p ListedBoards<B>,
}

impl<B: CellBoard> ListedLinks<'_, B> {
    /// Visits the ranks of the boards from which a move leads to each board of a set.
    fn each_before(&self, marked: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize)) {
        let Some(conditions) = self.puzzle.conditions() else {
            return;
        };
        let mut batch = Vec::with_capacity(2 * BATCH);
        marked.each(part, |rank| {
            if let Some(board) = self.listed.boards.get(rank) {
                (conditions.back).each_after(board, |next| batch.push((next, hash(&next), ())));
            }
            if batch.len() >= BATCH {
                self.listed.look_up(&mut batch, |rank, ()| visit(rank));
            }
        });
        self.listed.look_up(&mut batch, |rank, ()| visit(rank));
    }
}

impl<B: CellBoard> Carry for ListedLinks<'_, B> {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        self.each_before(marked, &part, |rank| bits::insert(found, rank));
    }

    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        let Some(conditions) = self.puzzle.conditions() else {
            return;
        };
        let mut batch = Vec::with_capacity(2 * BATCH);
        let mut look_up = |batch: &mut Vec<(B, u64, usize)>| {
            self.listed.look_up(batch, |rank, candidate| {
                if bits::get(marked, rank) == 1 {
                    bits::insert(found, candidate);
                }
            });
        };
        candidates.each(&part, |rank| {
            if let Some(board) = self.listed.boards.get(rank) {
                (conditions.onward).each_after(board, |next| batch.push((next, hash(&next), rank)));
            }
            if batch.len() >= BATCH {
                look_up(&mut batch);
            }
        });
        look_up(&mut batch);
    }

    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>) {
        self.each_before(marked, &part, |rank| found.push(rank));
    }

    fn bytes(&self) -> usize {
        self.listed.bytes()
    }
}

/// A set of boards while they are found: open addressing with linear probing, by the highest bits of
/// hashes, so that boards are almost in their final order. Extra places at the end take boards that do
/// not fit before, so that a search never wraps around.
struct Growing<B> {
    places: Vec<B>,
    is_taken: Vec<u64>,
    bits: u32,
    boards: usize,
}

impl<B: CellBoard> Growing<B> {
    /// The set of one board.
    fn new(first: B) -> Self {
        let places = Self::places(FIRST_BITS);
        let mut known = Self {
            places: vec![first; places],
            is_taken: vec![0; places.div_ceil(64)],
            bits: FIRST_BITS,
            boards: 0,
        };
        known.put(first, hash(&first));
        known
    }

    /// The number of places for hashes of this many bits.
    const fn places(bits: u32) -> usize {
        (1 << bits) + (1 << bits) / 16 + 64
    }

    fn home(&self, hash: u64) -> usize {
        index(hash >> (u64::BITS - self.bits))
    }

    fn fetch(&self, hash: u64) {
        let place = self.home(hash);
        self.places.get(place).into_iter().for_each(prefetch);
        self.is_taken.get(place / 64).into_iter().for_each(prefetch);
    }

    /// Adds a board. Returns false if it is present; `None` if the set is full.
    fn insert(&mut self, board: B, hash: u64) -> Option<bool> {
        if 8 * (self.boards + 1) > 7 << self.bits {
            self.grow()?;
        }
        self.put(board, hash).or_else(|| {
            self.grow()?;
            self.put(board, hash)
        })
    }

    /// Like [`insert`](Self::insert), in these places.
    fn put(&mut self, board: B, hash: u64) -> Option<bool> {
        let mut place = self.home(hash);
        while bits::get(&self.is_taken, place) == 1 {
            if *self.places.get(place)? == board {
                return Some(false);
            }
            place += 1;
        }
        *self.places.get_mut(place)? = board;
        bits::insert(&mut self.is_taken, place);
        self.boards += 1;
        Some(true)
    }

    /// Doubles the places, from the last to the first: a board's new place is at least its old one,
    /// except for a few near the beginning.
    fn grow(&mut self) -> Option<()> {
        let (old, new) = (self.places.len(), Self::places(self.bits + 1));
        let filler = *self.places.first()?;
        if new * size_of::<B>() > MAX_BYTES {
            return None;
        }
        self.places.reserve_exact(new - old);
        self.places.resize(new, filler);
        self.is_taken.resize(new.div_ceil(64), 0);
        (self.bits, self.boards) = (self.bits + 1, 0);
        let mut early = Vec::new();
        for place in (0..old).rev() {
            if bits::get(&self.is_taken, place) == 0 {
                continue;
            }
            *self.is_taken.get_mut(place / 64)? &= !(1 << (place % 64));
            let board = *self.places.get(place)?;
            let hash = hash(&board);
            if self.home(hash) < place {
                early.push((board, hash));
            } else {
                self.put(board, hash)?;
            }
        }
        early
            .into_iter()
            .try_for_each(|(board, hash)| self.put(board, hash).map(drop))
    }

    /// The boards in the order of their hashes.
    fn in_order(self) -> Vec<B> {
        let (mut boards, taken) = (self.places, self.is_taken);
        let mut place = 0;
        boards.retain(|_| {
            place += 1;
            bits::get(&taken, place - 1) == 1
        });
        // Few are not in their places, and those not by far.
        for place in 1..boards.len() {
            let mut to = place;
            while to > 0
                && (hash(&boards[to]), boards[to]) < (hash(&boards[to - 1]), boards[to - 1])
            {
                boards.swap(to, to - 1);
                to -= 1;
            }
        }
        boards.shrink_to_fit();
        boards
    }
}

/// A hash of a board.
#[inline]
fn hash<B: CellBoard>(board: &B) -> u64 {
    let mut mixed = Mixed::default();
    board.hash(&mut mixed);
    mixed.finish()
}

/// A hash that is the same on every machine, as the numbers of boards have to be: it multiplies after
/// each word (D. E. Knuth, "The Art of Computer Programming", volume 3, section 6.4, 1973).
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Packed;
    use super::*;

    /// A board whose search began again at the first place was lost when the places doubled.
    #[test]
    fn growing_sets_lose_and_repeat_nothing() {
        let mut rng = fastrand::Rng::with_seed(134);
        for _ in 0..300 {
            let cells = rng.usize(4..8);
            let board = |rng: &mut fastrand::Rng| {
                let symbols: Vec<u8> = (0..cells).map(|_| rng.u8(..4)).collect();
                Packed::of(&symbols, ())
            };
            let first = board(&mut rng);
            let (mut known, mut expected) = (Growing::new(first), BTreeSet::from([first]));
            for _ in 0..rng.usize(..3000) {
                let board = board(&mut rng);
                assert_eq!(
                    known.insert(board, hash(&board)),
                    Some(expected.insert(board))
                );
            }
            let boards = known.in_order();
            assert!(boards.is_sorted_by_key(|board| (hash(board), *board)));
            assert_eq!(boards.len(), expected.len());
            let listed = ListedBoards::of(boards).unwrap();
            let ranks: BTreeSet<_> = expected
                .iter()
                .map(|board| listed.rank(board).unwrap())
                .collect();
            assert_eq!(ranks.len(), expected.len());
        }
    }
}
