//! Boards sent between workers.

use fewest::levels::{Parcel, Parcelled};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::ClusterError;

/// Boards for a worker: as parcels within a process, as bytes between processes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Mail {
    pub to: u64,
    #[serde(skip)]
    parcels: Vec<Parcel>,
    packed: Packed,
}

impl Mail {
    /// Mail for a worker, either in this process or in another.
    pub fn new(to: usize, is_here: bool, parcels: Vec<Parcel>) -> Self {
        let to = to as u64;
        if is_here {
            return Self {
                to,
                parcels,
                packed: Packed::default(),
            };
        }
        Self {
            to,
            packed: Packed::of(&parcels),
            parcels: Vec::new(),
        }
    }

    /// Visits the parcels until `visit` returns false.
    ///
    /// # Errors
    /// If it does, or the bytes are not valid parcels.
    pub fn open(&self, mut visit: impl FnMut(&Parcel) -> bool) -> Result<(), ClusterError> {
        if self.parcels.iter().all(&mut visit) && self.packed.unpack(visit) {
            Ok(())
        } else {
            Err(ClusterError::Impossible)
        }
    }
}

/// Parcels as bytes. Each has its portion, its block, a tag and the data. For places, the tag is
/// twice their number, and each place is stored as its signed difference from the previous one. For
/// a set, the tag is twice its size in bytes plus one, followed by the first place and the bytes.
/// Numbers have variable length, a place at most five bytes.
#[derive(Clone, Debug, Default)]
struct Packed(Vec<u8>);

impl Packed {
    fn of(parcels: &[Parcel]) -> Self {
        let bytes = parcels.iter().map(|parcel| match &parcel.boards {
            Parcelled::Places(places) => 3 * places.len() + 9,
            Parcelled::Set { bytes, .. } => bytes.len() + 14,
        });
        let mut packed = Self(Vec::with_capacity(bytes.sum()));
        for parcel in parcels {
            packed.push(parcel.portion.into());
            packed.push(parcel.block.into());
            match &parcel.boards {
                Parcelled::Places(places) => {
                    packed.push((places.len() as u64) << 1);
                    let mut before = 0;
                    for &place in places {
                        let step = i64::from(place) - before;
                        before = i64::from(place);
                        packed.push((step << 1 ^ step >> 63).cast_unsigned());
                    }
                }
                Parcelled::Set { first, bytes } => {
                    packed.push((bytes.len() as u64) << 1 | 1);
                    packed.push(u64::from(*first));
                    packed.0.extend(bytes);
                }
            }
        }
        packed
    }

    #[inline]
    fn push(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    /// Visits the parcels while `visit` returns true. False if it stopped or a parcel is invalid.
    fn unpack(&self, mut visit: impl FnMut(&Parcel) -> bool) -> bool {
        let mut bytes = self.0.as_slice();
        while !bytes.is_empty() {
            if !unpack(&mut bytes).is_some_and(|parcel| visit(&parcel)) {
                return false;
            }
        }
        true
    }
}

/// The next parcel; `None` if the bytes are not a valid parcel.
fn unpack(bytes: &mut &[u8]) -> Option<Parcel> {
    let mut small = || u32::try_from(next(bytes)?).ok();
    let (portion, block) = (small()?, small()?);
    let word = next(bytes)?;
    let length = usize::try_from(word >> 1).ok()?;
    let boards = if word & 1 == 1 {
        let first = u32::try_from(next(bytes)?).ok()?;
        let (content, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        let bytes = content.to_vec();
        Parcelled::Set { first, bytes }
    } else {
        let mut place = 0_i64;
        // Each place takes at least one byte.
        let mut places = Vec::with_capacity(length.min(bytes.len()));
        for _ in 0..length {
            let step = next(bytes)?;
            let step = (step >> 1).cast_signed() ^ -(step & 1).cast_signed();
            place = place.wrapping_add(step);
            places.push(u32::try_from(place).ok()?);
        }
        Parcelled::Places(places)
    };
    Some(Parcel {
        portion,
        block,
        boards,
    })
}

#[inline]
fn next(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Serialises the bytes as one block, which is copied at once.
impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Packed;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Packed, E> {
                Ok(Packed(bytes.to_vec()))
            }

            fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Packed, E> {
                Ok(Packed(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcels_are_opened_as_they_were_packed() {
        let parcels = [
            (0, 0, vec![]),
            (63, 14, vec![0, u32::MAX, 0, 7, 7, 6, 1 << 31]),
            (1 << 20, 1 << 30, (0..1000).rev().collect()),
            (5, 6, (0..1000).map(|i| i * 3).collect()),
        ];
        let parcels: Vec<Parcel> = (parcels.into_iter())
            .map(|(portion, block, places)| Parcel {
                portion,
                block,
                boards: Parcelled::Places(places),
            })
            .collect();
        let mut parcels = parcels;
        parcels.insert(
            2,
            Parcel {
                portion: 1,
                block: 2,
                boards: Parcelled::Set {
                    first: 1 << 20,
                    bytes: vec![200; 300],
                },
            },
        );
        for is_here in [true, false] {
            let mail = Mail::new(7, is_here, parcels.clone());
            let mut opened = Vec::new();
            let opening = mail.open(|parcel| {
                opened.push(parcel.clone());
                true
            });
            opening.unwrap();
            assert_eq!((mail.to, &opened), (7, &parcels));
        }
        // A place takes at most five bytes, a nearby one takes one.
        let packed = Packed::of(&parcels);
        assert!(
            packed.0.len() < 2000 + 7 * 5 + 300 + 40,
            "{}",
            packed.0.len()
        );
        // No input causes a panic, and truncation is detected.
        let mut whole = Vec::new();
        for cut in 0..60 {
            let mut parcels = 0;
            let is_whole = Packed(packed.0[..cut].to_vec()).unpack(|_| {
                parcels += 1;
                true
            });
            whole.extend(is_whole.then_some(parcels));
            assert!(cut == 0 || !Packed(vec![0xff; cut]).unpack(|_| true));
        }
        assert_eq!(whole, [0, 1, 2]);
    }
}
