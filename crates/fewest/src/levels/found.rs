//! Boards in transit between workers.

use super::PART;
use super::deal::Deal;
use super::part;
use crate::rank::bits::{self, WORD};

/// Boards found for a portion, as places in one of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// The portion that the boards belong to.
    pub portion: u32,
    /// The block.
    pub block: u32,
    /// The boards.
    pub boards: Parcelled,
}

/// The contents of a parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parcelled {
    /// Places, in any order and perhaps more than once.
    Places(Vec<u32>),
    /// A set, encoded as in a level.
    Set {
        /// The first place of the set.
        first: u32,
        /// The encoded set.
        bytes: Vec<u8>,
    },
}

/// The boards of the next level found for the portions of a worker.
pub struct FoundBoards {
    pub(super) deal: Deal,
    /// For each portion, its index among the worker's portions.
    pub(super) slots: Vec<Option<usize>>,
    /// One set per own portion and block, ordered as in a level; empty if nothing was found yet.
    pub(super) sets: Vec<Vec<u64>>,
}

impl FoundBoards {
    pub(super) fn new(deal: Deal, portions: &[usize]) -> Self {
        let mut slots = vec![None; deal.portions];
        for (i, &portion) in portions.iter().enumerate() {
            if let Some(slot) = slots.get_mut(portion) {
                *slot = Some(i);
            }
        }
        Self {
            deal,
            slots,
            sets: vec![Vec::new(); portions.len() * deal.blocks],
        }
    }

    /// Takes boards. Returns false if some do not exist, or the worker does not hold their portion;
    /// the level must not be used then.
    #[must_use]
    pub fn take(&mut self, parcel: &Parcel) -> bool {
        let deal = self.deal;
        let (portion, block) = (parcel.portion as usize, parcel.block as usize);
        let slot = self.slots.get(portion).copied().flatten();
        let Some(slot) = slot.filter(|_| block < deal.blocks) else {
            return false;
        };
        let Some(set) = self.set(slot, block) else {
            return false;
        };
        match &parcel.boards {
            Parcelled::Places(places) => places.iter().all(|&place| {
                bits::insert(set, place as usize);
                deal.has_place(portion, place as usize)
            }),
            Parcelled::Set { first, bytes } => {
                let first = *first as usize / WORD;
                let end = (deal.places(portion) / WORD).min(first + PART / WORD);
                let words = set.get_mut(first..end);
                let is_sound = words.is_some_and(|words| part::add(bytes, words).is_ok());
                // The last unit of a block may be shorter.
                let mut past = (first * WORD..end * WORD).rev();
                let past = past
                    .by_ref()
                    .take_while(|&place| !deal.has_place(portion, place));
                is_sound && past.map(|place| bits::get(set, place)).sum::<u64>() == 0
            }
        }
    }

    /// The set of a block of the portion with this index.
    #[inline]
    pub(super) fn set(&mut self, slot: usize, block: usize) -> Option<&mut [u64]> {
        let places = self.deal.places(0);
        let set = self.sets.get_mut(slot * self.deal.blocks + block)?;
        if set.is_empty() {
            set.resize(places / WORD, 0);
        }
        Some(set)
    }
}

pub(super) struct Outbox {
    /// Sorted by portion, then by block.
    places: Vec<Vec<u32>>,
    blocks: usize,
    sets: Vec<Parcel>,
    /// The size of the contents.
    pub bytes: usize,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a deal sees to it that all have 32 bits"
)]
impl Outbox {
    pub(crate) fn new(deal: Deal) -> Self {
        Self {
            places: vec![Vec::new(); deal.portions * deal.blocks],
            blocks: deal.blocks,
            sets: Vec::new(),
            bytes: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, portion: usize, block: usize, place: usize) {
        if let Some(places) = self.places.get_mut(portion * self.blocks + block) {
            places.push(place as u32);
            self.bytes += size_of::<u32>();
        }
    }

    /// Adds the places in a set. The first place, `first`, is the start of a part.
    pub(crate) fn put(&mut self, portion: usize, block: usize, first: usize, set: &[u64]) {
        for (part, words) in set.chunks(PART / WORD).enumerate() {
            if words.iter().any(|&word| word != 0) {
                let mut bytes = Vec::new();
                part::write(words, &mut bytes);
                self.bytes += bytes.len();
                self.sets.push(Parcel {
                    portion: portion as u32,
                    block: block as u32,
                    boards: Parcelled::Set {
                        first: (first + part * PART) as u32,
                        bytes,
                    },
                });
            }
        }
    }

    /// Returns the parcels to send, and empties the outbox.
    pub(crate) fn parcels(&mut self) -> Vec<Parcel> {
        if std::mem::take(&mut self.bytes) == 0 {
            return Vec::new();
        }
        let mut parcels = std::mem::take(&mut self.sets);
        for (i, places) in self.places.iter_mut().enumerate() {
            if !places.is_empty() {
                parcels.push(Parcel {
                    portion: (i / self.blocks) as u32,
                    block: (i % self.blocks) as u32,
                    boards: Parcelled::Places(std::mem::take(places)),
                });
            }
        }
        parcels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::ranked::Links;

    fn deal(block: usize, portions: usize) -> Deal {
        let links = Links {
            block,
            links: Vec::new(),
        };
        Deal::into(&links, 2 * block as u64, portions)
    }

    #[test]
    fn boards_sent_are_those_that_arrive() {
        let mut rng = fastrand::Rng::with_seed(29);
        // The second one has portions of more than one part.
        for (ranks, portions, own) in [
            (1000, 4, [3, 1]),
            (3 * PART + 77, 2, [1, 0]),
            (20_160, 64, [5, 63]),
        ] {
            let deal = deal(ranks, portions);
            let mut outbox = Outbox::new(deal);
            let words = deal.places(0) / WORD;
            let mut sent = vec![vec![vec![0u64; words]; deal.blocks]; own.len()];
            let mut sets = sent.clone();
            for _ in 0..2000 {
                let (rank, block) = (rng.usize(0..ranks), rng.usize(0..2));
                let (portion, place) = deal.place(rank);
                let Some(slot) = own.iter().position(|&own| own == portion) else {
                    continue;
                };
                bits::insert(&mut sent[slot][block], place);
                if rng.bool() {
                    outbox.push(portion, block, place);
                } else {
                    bits::insert(&mut sets[slot][block], place);
                }
            }
            for (&portion, sets) in own.iter().zip(&sets) {
                for (block, set) in sets.iter().enumerate() {
                    let dealt = &set[..deal.places(portion) / WORD];
                    // All at once, or part by part.
                    let step = if block == 0 { words } else { PART / WORD };
                    for (i, part) in dealt.chunks(step).enumerate() {
                        outbox.put(portion, block, i * step * WORD, part);
                    }
                }
            }
            let mut found = FoundBoards::new(deal, &own);
            assert!(outbox.parcels().iter().all(|parcel| found.take(parcel)));
            assert!(outbox.parcels().is_empty());
            for (slot, sent) in sent.iter().enumerate() {
                for (block, sent) in sent.iter().enumerate() {
                    assert!(found.set(slot, block).unwrap() == sent, "{deal:?}");
                }
            }
        }
    }

    #[test]
    fn parcels_of_boards_that_are_not_there_are_refused() {
        // Portions get units of 64 ranks one after another. Portion 3 gets the last unit, with 40 ranks.
        let deal = deal(1000, 4);
        assert_eq!([0, 3].map(|portion| deal.places(portion)), [256; 2]);
        let takes = |portion, block, boards| {
            FoundBoards::new(deal, &[1, 3]).take(&Parcel {
                portion,
                block,
                boards,
            })
        };
        let encoded = |place| {
            let mut set = [0; 4];
            bits::insert(&mut set, place);
            let mut bytes = Vec::new();
            part::write(&set, &mut bytes);
            bytes
        };
        for (portion, block, place, is_there) in [
            (1, 0, 0, true),
            (1, 1, 255, true),
            (3, 1, 3 * 64 + 39, true),
            (3, 1, 3 * 64 + 40, false),
            (3, 0, 255, false),
            // The worker does not hold these portions.
            (0, 0, 0, false),
            (2, 1, 0, false),
            (4, 0, 0, false),
            // There are two blocks.
            (1, 2, 0, false),
            (3, 2, 0, false),
        ] {
            let places = Parcelled::Places(vec![0, place]);
            let case = (portion, block, place);
            assert_eq!(takes(portion, block, places), is_there, "{case:?}");
            let bytes = encoded(place as usize);
            let set = |first, bytes: &[u8]| Parcelled::Set {
                first,
                bytes: bytes.to_vec(),
            };
            assert_eq!(takes(portion, block, set(0, &bytes)), is_there, "{case:?}");
            // Sets that start too late, or are cut short.
            assert!(!takes(portion, block, set(256, &bytes)));
            assert!(!takes(portion, block, set(1 << 20, &bytes)));
            assert!(!takes(portion, block, set(0, &bytes[..bytes.len() - 1])));
        }
        let after = Parcelled::Places(vec![256]);
        assert!(!takes(1, 0, after));
    }
}
