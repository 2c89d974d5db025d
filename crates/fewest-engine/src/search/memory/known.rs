//! The boards that a search has met, each with a note of four bytes.
//!
//! Open addressing: a board's slot is the first free one at or after its home slot. Home slots
//! increase with the hash, so a full part is copied into a larger one from front to back. The first
//! bits select one of 64 parts, so at most a 64th of all boards is ever in memory twice.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::Room;
use crate::search::Stop;
use crate::space::Move;

const PART_COUNT: usize = 64;
const FIRST_SLOTS: usize = 8;
/// At most this many of ten slots are used.
const MAX_OF_TEN: usize = 8;
/// Most lookups end within this many slots of the home slot.
const NEXT: usize = 6;

/// The last move to a board and its depth. Bits 0 to 7 are the move, 8: closed (its moves were
/// tried), 9: marked, 10 and up: depth + 1, so that 0 means no note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Note(u32);

impl Note {
    const NONE: Self = Self(0);
    const CLOSED: u32 = 1 << 8;
    const MARKED: u32 = 1 << 9;
    const DEPTH: u32 = 10;

    /// The note of an open board, reached by `depth` < 2^22 - 1 moves of which `m` is the last.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 256 moves")]
    pub(in crate::search) const fn new(depth: u32, m: Move) -> Result<Self, Stop> {
        if depth < u32::MAX >> Self::DEPTH {
            Ok(Self((depth + 1) << Self::DEPTH | m.index() as u32))
        } else {
            Err(Stop::Memory)
        }
    }

    /// Returns true if the board was not known before.
    #[inline]
    pub(in crate::search) const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(in crate::search) const fn depth(self) -> u32 {
        (self.0 >> Self::DEPTH).wrapping_sub(1)
    }

    /// The last of these moves; meaningless at depth 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight bits")]
    pub(in crate::search) const fn last(self) -> Move {
        Move::new(self.0 as u8)
    }

    #[inline]
    pub(in crate::search) const fn is_closed(self) -> bool {
        self.0 & Self::CLOSED != 0
    }

    #[inline]
    pub(in crate::search) const fn close(&mut self) {
        self.0 |= Self::CLOSED;
    }

    pub(in crate::search) const fn is_marked(self) -> bool {
        self.0 & Self::MARKED != 0
    }

    pub(in crate::search) const fn mark(&mut self) {
        self.0 |= Self::MARKED;
    }
}

#[derive(Clone, Copy)]
struct KnownSlot<K> {
    key: K,
    note: Note,
}

pub(in crate::search) struct KnownBoards<K> {
    parts: Vec<KnownPart<K>>,
    /// The key in free slots.
    filler: K,
}

struct KnownPart<K> {
    slots: Vec<KnownSlot<K>>,
    used: usize,
}

impl<K: Copy + Eq + Hash> KnownBoards<K> {
    /// Creates an empty set; `filler` is any board, for the free slots.
    pub(in crate::search) fn new(filler: K) -> Self {
        let part = |_| KnownPart {
            slots: Vec::new(),
            used: 0,
        };
        Self {
            parts: (0..PART_COUNT).map(part).collect(),
            filler,
        }
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.parts.iter().map(|part| part.used).sum()
    }

    #[inline]
    pub(in crate::search) fn get(&self, key: &K) -> Option<Note> {
        let place = HashPlace::of(key);
        let part = &self.parts[place.part()];
        let slot = part.slots.get(part.find(key, place)?)?;
        (!slot.note.is_none()).then_some(slot.note)
    }

    #[inline]
    pub(in crate::search) fn get_mut(&mut self, key: &K) -> Option<&mut Note> {
        let place = HashPlace::of(key);
        let part = &mut self.parts[place.part()];
        let found = part.find(key, place)?;
        let slot = part.slots.get_mut(found)?;
        (!slot.note.is_none()).then_some(&mut slot.note)
    }

    /// Returns the note of a board. If it [is none](Note::is_none), the caller must write it.
    #[inline]
    pub(in crate::search) fn note(&mut self, key: &K, room: &mut Room) -> Result<&mut Note, Stop> {
        let place = HashPlace::of(key);
        let part = &mut self.parts[place.part()];
        if part.used * 10 >= part.slots.len() * MAX_OF_TEN {
            part.grow(self.filler, room)?;
        }
        let found = part.find(key, place).ok_or(Stop::Memory)?;
        let slot = part.slots.get_mut(found).ok_or(Stop::Memory)?;
        if slot.note.is_none() {
            slot.key = *key;
            part.used += 1;
        }
        Ok(&mut slot.note)
    }

    /// Reads the slots of several boards one right after the other. The machine fetches them at the
    /// same time, so they are in the cache when the boards are looked up.
    #[inline]
    pub(in crate::search) fn glance(&self, places: &[HashPlace]) {
        let look = |glances: u32, place: &HashPlace| {
            let part = &self.parts[place.part()];
            let home = part.home(*place);
            let note = |slot: usize| part.slots.get(slot).map_or(0, |slot| slot.note.0);
            glances ^ note(home) ^ note(home + NEXT)
        };
        std::hint::black_box(places.iter().fold(0, look));
    }
}

impl<K: Copy + Eq + Hash> KnownPart<K> {
    #[inline]
    fn home(&self, place: HashPlace) -> usize {
        let within = place.0 << PART_COUNT.ilog2();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the high half of the product is below the number of slots"
        )]
        let home = ((u128::from(within) * self.slots.len() as u128) >> 64) as usize;
        home
    }

    /// Returns the board's slot, or the free one where it belongs. If there are slots, one is free.
    #[inline]
    fn find(&self, key: &K, place: HashPlace) -> Option<usize> {
        let (before, from) = self.slots.split_at_checked(self.home(place))?;
        let is_it = |slot: &KnownSlot<K>| slot.note.is_none() || slot.key == *key;
        match from.iter().position(is_it) {
            Some(further) => Some(before.len() + further),
            None => before.iter().position(is_it),
        }
    }

    #[cold]
    fn grow(&mut self, filler: K, room: &mut Room) -> Result<(), Stop> {
        let capacity = (self.slots.len() + self.slots.len() / 3).max(FIRST_SLOTS);
        let mut slots = room.list(capacity)?;
        let free = KnownSlot {
            key: filler,
            note: Note::NONE,
        };
        slots.resize(capacity, free);
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.iter().filter(|slot| !slot.note.is_none()) {
            let home = self.home(HashPlace::of(&slot.key));
            let (before, from) = self.slots.split_at_mut(home);
            let mut free = from.iter_mut().chain(before);
            if let Some(free) = free.find(|slot| slot.note.is_none()) {
                *free = *slot;
            }
        }
        let capacity = old.len();
        room.take_back(old, capacity);
        Ok(())
    }
}

/// A board's place in a table of any size: a well-mixed hash of the board.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct HashPlace(u64);

impl HashPlace {
    #[inline]
    pub(in crate::search) fn of<K: Hash>(key: &K) -> Self {
        let hash = FxBuildHasher.hash_one(key);
        Self((hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "eight bits")]
    const fn part(self) -> usize {
        (self.0 >> (u64::BITS - PART_COUNT.ilog2())) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn behaves_like_a_hash_map() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut room = Room::new(None);
        for range in [10u64, 3000, 1 << 40] {
            let mut known = KnownBoards::new(0u64);
            let mut map = HashMap::new();
            for _ in 0..20_000 {
                let (key, depth) = (rng.u64(..range) << 20, rng.u32(..(1 << 22) - 1));
                let note = Note::new(depth, Move::new(rng.u8(..))).unwrap();
                assert_eq!(known.get(&key), map.get(&key).copied());
                let slot = known.note(&key, &mut room).unwrap();
                assert_eq!((!slot.is_none()).then_some(*slot), map.insert(key, note));
                *slot = note;
                assert_eq!(note.depth(), depth);
            }
            assert_eq!(known.len(), map.len());
            assert!(map.iter().all(|(key, note)| known.get(key) == Some(*note)));
        }
    }

    #[test]
    fn larger_depths_are_refused() {
        let deepest = (1 << 22) - 2;
        assert_eq!(Note::new(deepest, Move::new(255)).unwrap().depth(), deepest);
        assert_eq!(Note::new(deepest + 1, Move::new(0)), Err(Stop::Memory));
    }

    #[test]
    fn memory_per_board_is_bounded() {
        let (mut room, mut max_bytes_per_board) = (Room::new(None), 0.0f64);
        let mut known = KnownBoards::new([0u32; 2]);
        for board in 1..300_000u32 {
            let note = known.note(&[board, board], &mut room).unwrap();
            *note = Note::new(1, Move::new(0)).unwrap();
            if board > 20_000 {
                max_bytes_per_board = max_bytes_per_board
                    .max(f64::from(u32::try_from(room.used).unwrap()) / f64::from(board));
            }
        }
        assert!(max_bytes_per_board < 20.5, "{max_bytes_per_board}");
    }

    #[test]
    fn memory_limit_is_respected() {
        let mut room = Room::new(Some(10_000));
        let mut known = KnownBoards::new(0u64);
        let mut noted = 0;
        for key in 0..10_000 {
            match known.note(&key, &mut room) {
                Ok(note) => *note = Note::new(1, Move::new(0)).unwrap(),
                Err(stop) => {
                    assert_eq!(stop, Stop::Memory);
                    break;
                }
            }
            noted += 1;
        }
        assert!((200..10_000 / 12).contains(&noted), "{noted}");
        assert!(room.peak() <= 10_000 && room.peak() > 5_000);
        assert!((0..noted).all(|key| known.get(&key).is_some()));
    }
}
