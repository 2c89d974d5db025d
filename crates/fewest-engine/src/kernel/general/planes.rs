//! Boards of at most four symbols as two bit planes in one word.
//!
//! A cell's symbol is two bits, one in each half of the word. A move shifts all pieces that travel
//! equally far at once, in both planes. A line of seven costs a few masks, a swap three shifts.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Not, Shl, Shr};

use super::board::CellBoard;
use crate::space::MoveSet;

/// A word of two planes.
pub trait PlaneWord:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits per plane.
    const CELLS: usize;
    /// No bits set.
    const ZERO: Self;
    /// All bits of the low plane.
    const LOW: Self;
    /// For each symbol, the word with it in every cell.
    const FILLED: [Self; 4];

    /// The bit at a place of the low plane.
    fn bit(place: u32) -> Self;
    /// Rotates its bits left.
    #[must_use]
    fn rotated(self, places: u32) -> Self;
    /// The number of set bits.
    fn count(self) -> u32;
    /// The place of the lowest set bit.
    fn first(self) -> u32;
    /// The lowest 64 bits.
    fn lowest(self) -> u64;
    /// A word with these lowest bits.
    fn of(bits: u64) -> Self;
}

macro_rules! word {
    ($word:ty, $cells:literal) => {
        impl PlaneWord for $word {
            const CELLS: usize = $cells;
            const ZERO: Self = 0;
            const LOW: Self = (1 << $cells) - 1;
            const FILLED: [Self; 4] = [0, Self::LOW, !Self::LOW, !0];

            #[inline]
            fn bit(place: u32) -> Self {
                1 << (place % $cells)
            }

            #[inline]
            fn rotated(self, places: u32) -> Self {
                self.rotate_left(places)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn lowest(self) -> u64 {
                (self & Self::from(u64::MAX)).try_into().unwrap_or(0)
            }

            #[inline]
            fn of(bits: u64) -> Self {
                bits.into()
            }
        }
    };
}

word!(u64, 32);
word!(u128, 64);

/// Up to 32 cells in 64 bits, or up to 64 in 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Planes<W>(W);

/// The effect of a move on planes.
#[derive(Clone, Debug)]
pub enum Shift<W> {
    /// Two cells change places.
    Swap(u8, u8),
    /// Pieces that travel equally far are shifted together.
    Groups(Box<Groups<W>>),
}

/// Pieces grouped by how far they travel.
#[derive(Clone, Debug)]
pub struct Groups<W> {
    /// The bits of pieces that stay.
    keep: W,
    /// The first groups; most moves have no others.
    first: [(W, u32); 4],
    others: Vec<(W, u32)>,
}

impl<W: PlaneWord> Planes<W> {
    fn pair(cell: u32) -> W {
        W::bit(cell) | W::bit(cell) << Self::PLANE
    }

    #[expect(clippy::cast_possible_truncation, reason = "32 or 64")]
    const PLANE: u32 = W::CELLS as u32;

    #[inline]
    fn filled(symbol: u8) -> W {
        W::FILLED[usize::from(symbol % 4)]
    }

    /// The cells that hold a symbol, in the low plane.
    #[inline]
    fn holding(self, symbol: u8) -> W {
        let same = !(self.0 ^ Self::filled(symbol));
        same & same >> Self::PLANE & W::LOW
    }
}

/// New names of symbols: for each symbol, what its cells hold afterwards.
#[derive(Clone, Debug)]
pub struct PlaneNames<W> {
    filled: [W; 4],
    cells: W,
}

impl<W: PlaneWord> CellBoard for Planes<W> {
    const CELLS: usize = W::CELLS;
    const SYMBOLS: usize = 4;
    type Moves = MoveSet;
    type Effect = Shift<W>;
    /// The bits to compare, and their required values.
    type Target = (W, W);
    type Names = PlaneNames<W>;
    /// The XOR mask that makes both bits of the blank 1; `None` if there is no blank.
    type Key = Option<W>;

    fn key(blank: Option<u8>) -> Option<W> {
        blank.map(|blank| !Self::filled(blank))
    }

    /// Eight cells at a time: a product gathers the bits of eight bytes in its highest byte.
    #[inline]
    fn of(symbols: &[u8], _: Option<W>) -> Self {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let (mut word, mut first) = (W::ZERO, 0);
        let mut take = |eight: &[u8; 8]| {
            let eight = u64::from_le_bytes(*eight);
            let plane = |bit: u32| W::of((eight >> bit & ONES).wrapping_mul(GATHER) >> 56);
            word = word | plane(0) << first | plane(1) << (first + Self::PLANE);
            first += 8;
        };
        let symbols = symbols.get(..W::CELLS).unwrap_or(symbols);
        let (eights, rest) = symbols.as_chunks();
        eights.iter().for_each(&mut take);
        if !rest.is_empty() {
            let mut last = [0; 8];
            for (byte, &symbol) in last.iter_mut().zip(rest) {
                *byte = symbol;
            }
            take(&last);
        }
        Self(word)
    }

    #[inline]
    fn of_two(
        bits: u32,
        [first, second]: [u8; 2],
        exception: Option<(usize, u8)>,
        cells: usize,
        _: Option<W>,
    ) -> Self {
        let both = |cells: u32| {
            let cells = W::of(cells.into());
            cells | cells << Self::PLANE
        };
        let all = u32::MAX >> (32 - cells.clamp(1, 32));
        let (cell, symbol) =
            exception.map_or((0, first), |(cell, symbol)| (1 << (cell % 32), symbol));
        Self(
            Self::filled(first) & both(bits & !cell)
                | Self::filled(second) & both(all & !bits & !cell)
                | Self::filled(symbol) & both(cell),
        )
    }

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let cell = (cell % W::CELLS) as u32;
        let bits = (self.0 >> cell).lowest() & 1 | (self.0 >> (cell + Self::PLANE)).lowest() << 1;
        (bits & 3) as u8
    }

    #[inline]
    fn place(&self, key: Option<W>) -> usize {
        let Some(key) = key else { return 0 };
        let ones = self.0 ^ key;
        ((ones & ones >> Self::PLANE).first() % Self::PLANE) as usize
    }

    fn effect(from: &[u8], _: u8) -> Shift<W> {
        let travels = || {
            (0..=u8::MAX)
                .zip(from.iter().copied())
                .filter(|(to, from)| to != from)
        };
        let two: Vec<(u8, u8)> = travels().take(3).collect();
        if let [(a, b), (c, d)] = two[..]
            && (a, b) == (d, c)
        {
            return Shift::Swap(a, b);
        }
        let mut groups: Vec<(W, u32)> = Vec::new();
        let mut keep = !W::ZERO;
        for (to, from) in travels() {
            let (to, from) = (u32::from(to), u32::from(from));
            let distance = (to + 2 * Self::PLANE - from) % (2 * Self::PLANE);
            keep = keep & !Self::pair(to);
            let pair = Self::pair(from);
            match groups
                .iter_mut()
                .find(|(_, group_distance)| *group_distance == distance)
            {
                Some((pieces, _)) => *pieces = *pieces | pair,
                None => groups.push((pair, distance)),
            }
        }
        let mut first = [(W::ZERO, 0); 4];
        let others = groups.split_off(groups.len().min(4));
        for (slot, group) in first.iter_mut().zip(groups) {
            *slot = group;
        }
        Shift::Groups(Box::new(Groups {
            keep,
            first,
            others,
        }))
    }

    #[inline]
    fn apply(&mut self, effect: &Shift<W>) {
        match effect {
            Shift::Swap(a, b) => {
                let (a, b) = (u32::from(*a), u32::from(*b));
                let differs = (self.0 >> a ^ self.0 >> b) & Self::pair(0);
                self.0 ^= differs << a | differs << b;
            }
            Shift::Groups(groups) => {
                let planes = self.0;
                let [a, b, c, d] = groups.first;
                let mut next = planes & groups.keep
                    | (planes & a.0).rotated(a.1)
                    | (planes & b.0).rotated(b.1)
                    | (planes & c.0).rotated(c.1)
                    | (planes & d.0).rotated(d.1);
                for &(pieces, distance) in &groups.others {
                    next = next | (planes & pieces).rotated(distance);
                }
                self.0 = next;
            }
        }
    }

    fn target(cells: &[(u8, u8)]) -> (W, W) {
        let mut target = (W::ZERO, W::ZERO);
        for &(cell, symbol) in cells {
            let pair = Self::pair(cell.into());
            target = (target.0 | pair, target.1 | pair & Self::filled(symbol));
        }
        target
    }

    #[inline]
    fn missing(&self, &(mask, values): &(W, W)) -> u32 {
        let differs = (self.0 ^ values) & mask;
        ((differs | differs >> Self::PLANE) & W::LOW).count()
    }

    #[inline]
    fn has(&self, &(mask, values): &(W, W)) -> bool {
        (self.0 ^ values) & mask == W::ZERO
    }

    fn names(names: &[u8], cells: usize) -> PlaneNames<W> {
        let name = |symbol: usize| names.get(symbol).copied().unwrap_or(0);
        let cells = (0..Self::PLANE).take(cells);
        PlaneNames {
            filled: [0, 1, 2, 3].map(|symbol| Self::filled(name(symbol))),
            cells: cells.fold(W::ZERO, |all, cell| all | Self::pair(cell)),
        }
    }

    #[inline]
    fn renamed(&self, names: &PlaneNames<W>) -> Self {
        let (low, high) = (self.0 & W::LOW, self.0 >> Self::PLANE);
        let both = |plane: W| plane | plane << Self::PLANE;
        let (low, high) = (both(low), both(high & W::LOW));
        let [a, b, c, d] = names.filled;
        let without_high = a & !low | b & low;
        let with_high = c & !low | d & low;
        Self((without_high & !high | with_high & high) & names.cells)
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the first 32 cells are asked for"
    )]
    fn marks(&self, symbol: u8) -> u32 {
        self.holding(symbol).lowest() as u32
    }

    #[inline]
    fn pack(&self, _: usize, _: usize) -> Option<u64> {
        (W::CELLS == 32).then(|| self.0.lowest())
    }

    #[inline]
    fn unpack(word: u64, _: usize, _: Option<W>) -> Self {
        Self(W::of(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::general::Cells;

    fn agree<W: PlaneWord>(cells: usize, rng: &mut fastrand::Rng) {
        let blank = Some(2).filter(|_| rng.bool());
        let mut symbols: Vec<u8> = (0..cells).map(|_| rng.choice([0, 1, 3]).unwrap()).collect();
        if blank.is_some() {
            symbols[rng.usize(..cells)] = 2;
        }
        let key = Planes::<W>::key(blank);
        let (mut planes, mut bytes) = (
            Planes::<W>::of(&symbols, key),
            Cells::<64>::of(&symbols, blank),
        );
        let every = 0..u8::try_from(cells).unwrap();
        let required: Vec<(u8, u8)> = every
            .map(|cell| (cell, rng.u8(..8)))
            .filter(|(_, symbol)| *symbol < 4)
            .collect();
        let names: Vec<u8> = (0..4).map(|_| rng.u8(..4)).collect();
        for _ in 0..20 {
            let mut from: Vec<u8> = (0..u8::try_from(cells).unwrap()).collect();
            match rng.u8(..3) {
                0 => from.swap(rng.usize(..cells), rng.usize(..cells)),
                1 => rng.shuffle(&mut from),
                _ => from.rotate_left(rng.usize(..cells)),
            }
            let place = bytes.place(blank);
            let after = from
                .iter()
                .position(|&from| usize::from(from) == place)
                .unwrap();
            let after = u8::try_from(after).unwrap() * u8::from(blank.is_some());
            planes.apply(&Planes::<W>::effect(&from, after));
            bytes.apply(&Cells::<64>::effect(&from, after));
            assert!((0..cells).all(|cell| planes.get(cell) == bytes.get(cell)));
            assert_eq!(planes.place(key), bytes.place(blank));
            let (a, b) = (
                Planes::<W>::target(&required),
                Cells::<64>::target(&required),
            );
            assert_eq!(planes.missing(&a), bytes.missing(&b));
            assert_eq!(planes.has(&a), bytes.has(&b));
            let (a, b) = (
                Planes::<W>::names(&names, cells),
                Cells::<64>::names(&names, cells),
            );
            let (a, b) = (planes.renamed(&a), bytes.renamed(&b));
            assert!((0..cells).all(|cell| a.get(cell) == b.get(cell)));
            let mask = u32::MAX >> (32 - cells.min(32));
            assert!((0..4).all(|s| planes.marks(s) & mask == bytes.marks(s) & mask));
        }
    }

    #[test]
    fn planes_do_what_bytes_do() {
        let mut rng = fastrand::Rng::with_seed(3);
        for cells in (2..=32).cycle().take(400) {
            agree::<u64>(cells, &mut rng);
        }
        for cells in (2..=64).cycle().take(400) {
            agree::<u128>(cells, &mut rng);
        }
    }
}
