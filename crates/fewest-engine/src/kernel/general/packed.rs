//! Boards of four bits per cell, for puzzles whose moves depend on several cells.

use super::board::CellBoard;
use crate::space::MoveSet;
use crate::support::invariant::Invariant;

/// Cells per word, and bits per cell.
const PER_WORD: usize = 16;
const BITS: usize = 4;
/// The lowest bit of each cell.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// Up to 64 cells, with up to 16 symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Packed([u64; 4]);

/// The cells that must hold a symbol, as masks, and the symbols.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    mask: [u64; 4],
    symbols: [u64; 4],
}

/// The effect of a move.
#[derive(Clone, Debug)]
pub struct Change {
    /// The cells that keep their symbols, as masks.
    kept: [u64; 4],
    /// The new symbols of cells that the move's conditions determine.
    set: [u64; 4],
    /// The target and source cell of each other piece that travels.
    carries: Box<[(u8, u8)]>,
}

/// A cell's word, and its place there.
const fn place(cell: usize) -> (usize, usize) {
    (cell / PER_WORD % 4, cell % PER_WORD * BITS)
}

fn put(words: &mut [u64; 4], cell: usize, bits: u64) {
    let (word, shift) = place(cell);
    words[word] |= bits << shift;
}

impl Packed {
    fn with(self, words: impl Fn(usize, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| words(word, self.0[word])))
    }
}

impl CellBoard for Packed {
    const CELLS: usize = 64;
    const SYMBOLS: usize = 16;
    const CONDITIONS: bool = true;
    type Moves = MoveSet<4>;
    type Effect = Change;
    type Target = Wanted;
    /// The names by symbol, and the number of cells.
    type Names = (Box<[u8]>, usize);
    /// A blank is a symbol like any other.
    type Key = ();

    fn key(_: Option<u8>) {}

    fn of(symbols: &[u8], (): ()) -> Self {
        let mut words = [0; 4];
        for (cell, symbol) in symbols.iter().enumerate().take(Self::CELLS) {
            put(&mut words, cell, u64::from(symbol & 15));
        }
        Self(words)
    }

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        let (word, shift) = place(cell);
        (self.0[word] >> shift & 15) as u8
    }

    #[inline]
    fn place(&self, (): ()) -> usize {
        0
    }

    fn effect(from: &[u8], _: u8) -> Change {
        Self::effect_if(from, &[])
    }

    fn effect_if(from: &[u8], needs: &[(u8, u8)]) -> Change {
        let (mut moved, mut set) = ([0; 4], [0; 4]);
        let mut carries = Vec::new();
        let travels = (0..=u8::MAX).zip(from.iter().copied());
        for (to, from) in travels.filter(|(to, from)| to != from) {
            put(&mut moved, to.into(), 15);
            match needs.iter().find(|(cell, _)| *cell == from) {
                Some((_, symbol)) => put(&mut set, to.into(), u64::from(symbol & 15)),
                None => carries.push((to, from)),
            }
        }
        Change {
            kept: moved.map(|moved: u64| !moved),
            set,
            carries: carries.into(),
        }
    }

    #[inline]
    fn apply(&mut self, change: &Change) {
        let before = *self;
        *self = before.with(|word, symbols| symbols & change.kept[word] | change.set[word]);
        for (to, from) in &change.carries {
            put(&mut self.0, (*to).into(), before.get((*from).into()).into());
        }
    }

    fn target(cells: &[(u8, u8)]) -> Wanted {
        let mut wanted = Wanted::default();
        for (cell, symbol) in cells {
            put(&mut wanted.mask, (*cell).into(), 15);
            put(&mut wanted.symbols, (*cell).into(), u64::from(symbol & 15));
        }
        wanted
    }

    #[inline]
    fn missing(&self, wanted: &Wanted) -> u32 {
        let differs =
            self.with(|word, symbols| (symbols ^ wanted.symbols[word]) & wanted.mask[word]);
        let cells = differs
            .0
            .map(|bits| (bits | bits >> 1 | bits >> 2 | bits >> 3) & LOWEST);
        cells.iter().map(|cells| cells.count_ones()).sum()
    }

    #[inline]
    fn has(&self, wanted: &Wanted) -> bool {
        let differs =
            self.with(|word, symbols| (symbols ^ wanted.symbols[word]) & wanted.mask[word]);
        differs.0.iter().fold(0, |all, bits| all | bits) == 0
    }

    fn names(names: &[u8], cells: usize) -> Self::Names {
        (names.into(), cells)
    }

    fn renamed(&self, (names, cells): &Self::Names) -> Self {
        let mut seen = Self::default();
        for cell in 0..*cells {
            let name = names.get(usize::from(self.get(cell)));
            put(&mut seen.0, cell, name.copied().debug_unwrap_or(0).into());
        }
        seen
    }

    fn marks(&self, symbol: u8) -> u32 {
        let holds = |cell: &usize| self.get(*cell) == symbol;
        (0..32)
            .filter(holds)
            .fold(0, |marks, cell| marks | 1 << cell)
    }

    /// Up to 16 cells fit into a word.
    fn pack(&self, cells: usize, _: usize) -> Option<u64> {
        (cells <= PER_WORD).then_some(self.0[0])
    }

    fn unpack(word: u64, _: usize, (): ()) -> Self {
        Self([word, 0, 0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cells;
    use super::*;

    /// Packed boards do what bytes do.
    #[test]
    fn four_bits_do_what_bytes_do() {
        let mut rng = fastrand::Rng::with_seed(58);
        for _ in 0..2000 {
            let cells = rng.usize(2..=64);
            let symbols: Vec<u8> = (0..cells).map(|_| rng.u8(..16)).collect();
            let mut from: Vec<u8> = (0..=u8::MAX).take(cells).collect();
            for _ in 0..rng.usize(1..5) {
                from.swap(rng.usize(..cells), rng.usize(..cells));
            }
            let known = (0..=u8::MAX).zip(symbols.iter().copied());
            let needs: Vec<(u8, u8)> = known.filter(|_| rng.bool()).collect();
            let (mut packed, mut bytes) =
                (Packed::of(&symbols, ()), Cells::<64>::of(&symbols, None));
            let mut wanted = needs.clone();
            for (_, symbol) in &mut wanted {
                *symbol = if rng.bool() { *symbol } else { rng.u8(..16) };
            }
            let missing = bytes.missing(&Cells::<64>::target(&wanted));
            assert_eq!(packed.missing(&Packed::target(&wanted)), missing);
            assert_eq!(packed.has(&Packed::target(&wanted)), missing == 0);
            let symbol = rng.u8(1..16);
            assert_eq!(packed.marks(symbol), bytes.marks(symbol));
            packed.apply(&Packed::effect_if(&from, &needs));
            bytes.apply(&Cells::<64>::effect(&from, 0));
            let all = |get: &dyn Fn(usize) -> u8| (0..cells).map(get).collect::<Vec<u8>>();
            assert_eq!(all(&|cell| packed.get(cell)), all(&|cell| bytes.get(cell)));
        }
    }
}
