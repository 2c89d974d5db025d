//! What boards of the general kernel are kept in.

use std::fmt::Debug;
use std::hash::Hash;

use crate::support::invariant::Invariant;

/// A board: the symbol on each cell. Cells that the puzzle does not have hold 0.
pub trait CellBoard: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The most cells.
    const CELLS: usize;
    /// The most symbols.
    const SYMBOLS: usize;
    /// What a move does.
    type Effect: Clone + Debug + Send + Sync;
    /// What some cells are to hold.
    type Wanted: Clone + Debug + Send + Sync;
    /// New names for symbols.
    type Names: Clone + Debug + Send + Sync;
    /// What finds the blank.
    type Key: Copy + Debug + Send + Sync;

    /// What finds the blank, a symbol of a single piece, if there is one.
    fn key(blank: Option<u8>) -> Self::Key;

    /// The board with these symbols.
    fn of(symbols: &[u8], key: Self::Key) -> Self;

    /// The symbol on a cell.
    fn get(&self, cell: usize) -> u8;

    /// The board of two symbols on `cells` cells: the first on the cells of these bits, the second
    /// on others, but for a cell with a symbol of its own.
    fn of_two(
        bits: u32,
        [first, second]: [u8; 2],
        own: Option<(usize, u8)>,
        cells: usize,
        key: Self::Key,
    ) -> Self {
        let mut symbols = [second; 32];
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            if bits >> cell & 1 == 1 {
                *symbol = first;
            }
        }
        if let Some((cell, symbol)) = own
            && let Some(place) = symbols.get_mut(cell)
        {
            *place = symbol;
        }
        Self::of(symbols.get(..cells).unwrap_or(&symbols), key)
    }

    /// The blank's cell; 0 where there is no blank.
    fn place(&self, key: Self::Key) -> usize;

    /// The move that takes pieces `from` these cells, by the cell that they come to, and the blank
    /// to a cell.
    fn effect(from: &[u8], place: u8) -> Self::Effect;

    /// Makes a move.
    fn apply(&mut self, effect: &Self::Effect);

    /// That cells hold symbols.
    fn wanted(cells: &[(u8, u8)]) -> Self::Wanted;

    /// How many cells do not hold what they are to hold.
    fn missing(&self, wanted: &Self::Wanted) -> u32;

    /// Whether all cells hold what they are to hold.
    #[inline]
    fn has(&self, wanted: &Self::Wanted) -> bool {
        self.missing(wanted) == 0
    }

    /// These new names, by symbol, on a board of `cells` cells.
    fn names(names: &[u8], cells: usize) -> Self::Names;

    /// The board with new names for its symbols.
    #[must_use]
    fn renamed(&self, names: &Self::Names) -> Self;

    /// Which of the first 32 cells hold a symbol, as bits; cells that the puzzle does not have may
    /// count.
    fn marks(&self, symbol: u8) -> u32;

    /// The board in one word, if it fits.
    fn pack(&self, cells: usize, symbols: usize) -> Option<u64>;

    /// The board that [`pack`](Self::pack) made this word of; some board for other words.
    fn unpack(word: u64, cells: usize, key: Self::Key) -> Self;
}

/// Up to `N` cells, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells<const N: usize> {
    symbols: [u8; N],
    place: u8,
}

/// What a move does to cells.
#[derive(Clone, Debug)]
pub struct Carries {
    /// Where pieces come to, and from where; only those that travel.
    carries: Box<[(u8, u8)]>,
    /// Where the blank is then.
    place: u8,
}

impl<const N: usize> CellBoard for Cells<N> {
    const CELLS: usize = N;
    const SYMBOLS: usize = 256;
    type Effect = Carries;
    type Wanted = Box<[(u8, u8)]>;
    /// By symbol, and the number of cells.
    type Names = (Box<[u8]>, usize);
    type Key = Option<u8>;

    fn key(blank: Option<u8>) -> Option<u8> {
        blank
    }

    fn of(symbols: &[u8], blank: Option<u8>) -> Self {
        let mut board = Self {
            symbols: [0; N],
            place: 0,
        };
        for (cell, (to, &symbol)) in (0..=u8::MAX).zip(board.symbols.iter_mut().zip(symbols)) {
            *to = symbol;
            if Some(symbol) == blank {
                board.place = cell;
            }
        }
        board
    }

    #[inline]
    fn get(&self, cell: usize) -> u8 {
        self.symbols[cell % N]
    }

    #[inline]
    fn place(&self, _: Option<u8>) -> usize {
        self.place.into()
    }

    fn effect(from: &[u8], place: u8) -> Carries {
        let travels = (0..=u8::MAX).zip(from.iter().copied());
        Carries {
            carries: travels.filter(|(to, from)| to != from).collect(),
            place,
        }
    }

    #[inline]
    fn apply(&mut self, effect: &Carries) {
        let before = self.symbols;
        for &(to, from) in &effect.carries {
            self.symbols[usize::from(to) % N] = before[usize::from(from) % N];
        }
        self.place = effect.place;
    }

    fn wanted(cells: &[(u8, u8)]) -> Box<[(u8, u8)]> {
        cells.into()
    }

    #[inline]
    fn missing(&self, wanted: &Box<[(u8, u8)]>) -> u32 {
        let cells = wanted.iter();
        cells
            .map(|&(cell, symbol)| u32::from(self.get(cell.into()) != symbol))
            .sum()
    }

    #[inline]
    fn has(&self, wanted: &Box<[(u8, u8)]>) -> bool {
        wanted.iter().all(|&(cell, s)| self.get(cell.into()) == s)
    }

    fn names(names: &[u8], cells: usize) -> Self::Names {
        (names.into(), cells)
    }

    #[inline]
    fn renamed(&self, (names, cells): &Self::Names) -> Self {
        let mut seen = *self;
        for symbol in seen.symbols.iter_mut().take(*cells) {
            let name = names.get(usize::from(*symbol));
            *symbol = name.copied().debug_unwrap_or(0);
        }
        seen
    }

    /// Eight cells at a time.
    #[inline]
    fn marks(&self, symbol: u8) -> u32 {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const SEVEN: u64 = 0x7F * LOW;
        let mut marks = 0u32;
        for (i, eight) in self.symbols.as_chunks().0.iter().take(4).enumerate() {
            let differs = u64::from_le_bytes(*eight) ^ (LOW * u64::from(symbol));
            // The lowest bit of each byte: whether all of it is zero.
            let is_same = (!(((differs & SEVEN) + SEVEN) | differs) >> 7) & LOW;
            // The product brings these eight bits together in its highest byte.
            let gathered = is_same.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            marks |= u32::from(gathered as u8) << (8 * i);
        }
        marks
    }

    /// Up to 16 cells of up to 16 symbols fit into a word.
    fn pack(&self, cells: usize, symbols: usize) -> Option<u64> {
        if cells > 16 || symbols > 16 {
            return None;
        }
        let symbols = self.symbols.iter().take(cells).rev();
        Some(symbols.fold(0, |word, &symbol| word << 4 | u64::from(symbol)))
    }

    fn unpack(word: u64, cells: usize, blank: Option<u8>) -> Self {
        let mut symbols = [0; 16];
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            *symbol = (word >> (4 * cell) & 15) as u8;
        }
        Self::of(symbols.get(..cells).unwrap_or(&symbols), blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_the_cells_that_hold_a_symbol() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let symbols: [u8; 32] =
                std::array::from_fn(|_| rng.choice([0, 1, 2, 127, 128, 255]).unwrap());
            let symbol = rng.choice([0, 1, 127, 128, 255]).unwrap();
            let cells = symbols.iter().zip(0..).filter(|(own, _)| **own == symbol);
            let expected = cells.fold(0u32, |marks, (_, cell)| marks | 1 << cell);
            assert_eq!(Cells::<32>::of(&symbols, None).marks(symbol), expected);
        }
    }
}
