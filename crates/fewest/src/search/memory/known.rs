//! The boards that a search has met, each with a note of four bytes.
//!
//! Open addressing: a board's slot is the first free one from the place that its hash points to.
//! Places grow with the hash, so a part that is full is copied into a larger one from front to
//! back. There are 64 parts, by the first bits of the hash, so that no more than a 64th of all is
//! ever kept twice.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::Room;
use crate::search::Stop;
use crate::space::Move;

const PART_COUNT: usize = 64;
/// Slots of a part's first table.
const FIRST_SLOTS: usize = 8;
/// So many of ten slots are used at most.
const MOST_OF_TEN: usize = 8;
/// A slot further on that most lookups do not go past.
const NEXT: usize = 6;

/// How a board was reached, and whether its moves were tried: move 0..6, closed, marked, one more
/// than the depth from bit 8. So a note is 0 only where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Note(u32);

impl Note {
    const NONE: Self = Self(0);
    const CLOSED: u32 = 1 << 6;
    const MARKED: u32 = 1 << 7;
    const DEPTH: u32 = 8;

    /// An open board, `depth` moves deep, the last of which was `m`. A note has no room for depths
    /// of 24 bits that are all set, or of more.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 64 moves")]
    pub(in crate::search) const fn new(depth: u32, m: Move) -> Result<Self, Stop> {
        if depth < u32::MAX >> Self::DEPTH {
            Ok(Self((depth + 1) << Self::DEPTH | m.index() as u32))
        } else {
            Err(Stop::Memory)
        }
    }

    /// Whether the board was not known before.
    #[inline]
    pub(in crate::search) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The moves made to it.
    #[inline]
    pub(in crate::search) const fn depth(self) -> u32 {
        (self.0 >> Self::DEPTH).wrapping_sub(1)
    }

    /// The last of them, meaningless at depth 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "six bits")]
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

/// Boards, kept as `K`, and their notes.
pub(in crate::search) struct KnownBoards<K> {
    parts: Vec<KnownPart<K>>,
    /// What free slots hold.
    filler: K,
}

struct KnownPart<K> {
    slots: Vec<KnownSlot<K>>,
    used: usize,
}

impl<K: Copy + Eq + Hash> KnownBoards<K> {
    /// No boards; takes one of them to fill free slots with.
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

    /// The note of a board that is known.
    #[inline]
    pub(in crate::search) fn get(&self, key: &K) -> Option<Note> {
        let place = HashPlace::of(key);
        let part = &self.parts[place.part()];
        let slot = part.slots.get(part.find(key, place)?)?;
        (!slot.note.is_none()).then_some(slot.note)
    }

    /// The same, to change it.
    #[inline]
    pub(in crate::search) fn get_mut(&mut self, key: &K) -> Option<&mut Note> {
        let place = HashPlace::of(key);
        let part = &mut self.parts[place.part()];
        let found = part.find(key, place)?;
        let slot = part.slots.get_mut(found)?;
        (!slot.note.is_none()).then_some(&mut slot.note)
    }

    /// The note of a board, which [is none](Note::is_none) if the board was not known: then it has
    /// to be written.
    #[inline]
    pub(in crate::search) fn note(&mut self, key: &K, room: &mut Room) -> Result<&mut Note, Stop> {
        let place = HashPlace::of(key);
        let part = &mut self.parts[place.part()];
        if part.used * 10 >= part.slots.len() * MOST_OF_TEN {
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

    /// Looks at the places of boards, one right after the other: the machine fetches them all
    /// together then, and has them near when the boards are asked for one by one.
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

    /// Gives everything back.
    pub(in crate::search) fn clear(&mut self, room: &mut Room) {
        for part in &mut self.parts {
            let slots = std::mem::take(&mut part.slots);
            let capacity = slots.len();
            room.take_back(slots, capacity);
            part.used = 0;
        }
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

    /// The slot that holds the board, or the free one where it belongs. There is always a free one,
    /// once there are slots.
    #[inline]
    fn find(&self, key: &K, place: HashPlace) -> Option<usize> {
        let (before, from) = self.slots.split_at_checked(self.home(place))?;
        let is_it = |slot: &KnownSlot<K>| slot.note.is_none() || slot.key == *key;
        match from.iter().position(is_it) {
            Some(further) => Some(before.len() + further),
            None => before.iter().position(is_it),
        }
    }

    /// Grows by a third.
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

/// Where a board belongs, whatever the size of the table: a hash, all of whose bits depend on all
/// of the board's.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct HashPlace(u64);

impl HashPlace {
    #[inline]
    pub(in crate::search) fn of<K: Hash>(key: &K) -> Self {
        let hash = FxBuildHasher.hash_one(key);
        Self((hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "six bits")]
    const fn part(self) -> usize {
        (self.0 >> (u64::BITS - PART_COUNT.ilog2())) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn remembers_what_a_map_does() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut room = Room::new(None);
        for range in [10u64, 3000, 1 << 40] {
            let mut known = KnownBoards::new(0u64);
            let mut map = HashMap::new();
            for _ in 0..20_000 {
                let (key, depth) = (rng.u64(..range) << 20, rng.u32(..(1 << 24) - 1));
                let note = Note::new(depth, Move::new(rng.u8(..64))).unwrap();
                assert_eq!(known.get(&key), map.get(&key).copied());
                let slot = known.note(&key, &mut room).unwrap();
                assert_eq!((!slot.is_none()).then_some(*slot), map.insert(key, note));
                *slot = note;
                assert_eq!(note.depth(), depth);
            }
            assert_eq!(known.len(), map.len());
            assert!(map.iter().all(|(key, note)| known.get(key) == Some(*note)));
            known.clear(&mut room);
            assert_eq!((known.len(), room.used), (0, 0));
            assert_eq!(known.get(&0), None);
        }
    }

    #[test]
    fn notes_have_room_for_so_much() {
        let deepest = (1 << 24) - 2;
        assert_eq!(Note::new(deepest, Move::new(63)).unwrap().depth(), deepest);
        assert_eq!(Note::new(deepest + 1, Move::new(0)), Err(Stop::Memory));
    }

    #[test]
    fn takes_so_much_for_a_board() {
        let (mut room, mut most) = (Room::new(None), 0.0f64);
        let mut known = KnownBoards::new([0u32; 2]);
        for board in 1..300_000u32 {
            let note = known.note(&[board, board], &mut room).unwrap();
            *note = Note::new(1, Move::new(0)).unwrap();
            if board > 20_000 {
                most = most.max(f64::from(u32::try_from(room.used).unwrap()) / f64::from(board));
            }
        }
        assert!(most < 20.5, "{most}");
    }

    #[test]
    fn asks_before_it_takes() {
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
