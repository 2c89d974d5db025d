//! Board representations of the general kernel.

use std::fmt::Debug;
use std::hash::Hash;

use crate::space::{MoveSet, Moves};
use crate::support::invariant::Invariant;

/// A board: the symbol on each cell. Cells that the puzzle does not have hold 0.
pub trait CellBoard: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The maximum number of cells.
    const CELLS: usize;
    /// The maximum number of symbols.
    const SYMBOLS: usize;
    /// True for boards of puzzles whose moves may depend on several cells.
    const CONDITIONS: bool = false;
    /// A set of moves of puzzles with such boards.
    type Moves: Moves;
    /// The effect of a move.
    type Effect: Clone + Debug + Send + Sync;
    /// The symbols that some cells must hold.
    type Target: Clone + Debug + Send + Sync;
    /// New names for symbols.
    type Names: Clone + Debug + Send + Sync;
    /// The key that finds the blank.
    type Key: Copy + Debug + Send + Sync;

    /// The key for the blank, a symbol with a single piece, if there is one.
    fn key(blank: Option<u8>) -> Self::Key;

    /// The board with these symbols.
    fn of(symbols: &[u8], key: Self::Key) -> Self;

    /// The symbol on a cell.
    fn get(&self, cell: usize) -> u8;

    /// The board of `cells` cells with `first` on the cells of `bits` and `second` on the others,
    /// except for the cell of `exception`, which holds its symbol.
    fn of_two(
        bits: u32,
        [first, second]: [u8; 2],
        exception: Option<(usize, u8)>,
        cells: usize,
        key: Self::Key,
    ) -> Self {
        let mut symbols = [second; 32];
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            if bits >> cell & 1 == 1 {
                *symbol = first;
            }
        }
        if let Some((cell, symbol)) = exception
            && let Some(place) = symbols.get_mut(cell)
        {
            *place = symbol;
        }
        Self::of(symbols.get(..cells).unwrap_or(&symbols), key)
    }

    /// The blank's cell; 0 if there is no blank.
    fn place(&self, key: Self::Key) -> usize;

    /// The effect of filling each cell from cell `from[cell]` and bringing the blank to `place`.
    fn effect(from: &[u8], place: u8) -> Self::Effect;

    /// Like [`effect`](Self::effect) without a blank, on boards where these cells hold these symbols.
    #[must_use]
    fn effect_if(from: &[u8], _: &[(u8, u8)]) -> Self::Effect {
        Self::effect(from, 0)
    }

    /// Applies a move.
    fn apply(&mut self, effect: &Self::Effect);

    /// The requirement that these cells hold these symbols.
    fn target(cells: &[(u8, u8)]) -> Self::Target;

    /// The number of cells that do not hold their required symbol.
    fn missing(&self, target: &Self::Target) -> u32;

    /// Returns true if all cells hold their required symbols.
    #[inline]
    fn has(&self, target: &Self::Target) -> bool {
        self.missing(target) == 0
    }

    /// These new names, by symbol, for boards of `cells` cells.
    fn names(names: &[u8], cells: usize) -> Self::Names;

    /// Returns the board with its symbols renamed.
    #[must_use]
    fn renamed(&self, names: &Self::Names) -> Self;

    /// The cells below 32 that hold a symbol, as bits; cells beyond the puzzle's may be included.
    fn marks(&self, symbol: u8) -> u32;

    /// The board in one word, if it fits.
    fn pack(&self, cells: usize, symbols: usize) -> Option<u64>;

    /// The board that [`pack`](Self::pack) packed in this word; some board for other words.
    fn unpack(word: u64, cells: usize, key: Self::Key) -> Self;
}

/// Up to `N` cells, one byte each, for puzzles of up to 64 times `WORDS` moves. Moves of puzzles of
/// one word depend on a blank at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells<const N: usize, const WORDS: usize = 1> {
    symbols: [u8; N],
    place: u8,
}

/// The effect of a move on cells.
#[derive(Clone, Debug)]
pub struct Carries {
    /// The target and source cell of each piece that travels.
    carries: Box<[(u8, u8)]>,
    /// The blank's cell after the move.
    place: u8,
}

impl<const N: usize, const WORDS: usize> CellBoard for Cells<N, WORDS> {
    const CELLS: usize = N;
    const SYMBOLS: usize = 256;
    const CONDITIONS: bool = WORDS > 1;
    type Moves = MoveSet<WORDS>;
    type Effect = Carries;
    type Target = Box<[(u8, u8)]>;
    /// The names by symbol, and the number of cells.
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
        // Two plain loops: the first copies whole words, and few puzzles need the second.
        for (to, &symbol) in board.symbols.iter_mut().zip(symbols) {
            *to = symbol;
        }
        let cell = blank.and_then(|blank| symbols.iter().rposition(|symbol| *symbol == blank));
        board.place = cell.map_or(0, |cell| u8::try_from(cell).debug_unwrap_or(0));
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

    fn target(cells: &[(u8, u8)]) -> Box<[(u8, u8)]> {
        cells.into()
    }

    #[inline]
    fn missing(&self, target: &Box<[(u8, u8)]>) -> u32 {
        let cells = target.iter();
        cells
            .map(|&(cell, symbol)| u32::from(self.get(cell.into()) != symbol))
            .sum()
    }

    #[inline]
    fn has(&self, target: &Box<[(u8, u8)]>) -> bool {
        target.iter().all(|&(cell, s)| self.get(cell.into()) == s)
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

    /// Compares eight cells at a time.
    #[inline]
    fn marks(&self, symbol: u8) -> u32 {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const SEVEN: u64 = 0x7F * LOW;
        let mut marks = 0u32;
        for (i, eight) in self.symbols.as_chunks().0.iter().take(4).enumerate() {
            let differs = u64::from_le_bytes(*eight) ^ (LOW * u64::from(symbol));
            // The lowest bit of each byte: 1 if the whole byte is zero.
            let is_same = (!(((differs & SEVEN) + SEVEN) | differs) >> 7) & LOW;
            // The product gathers these eight bits in its highest byte.
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
            let cells = symbols
                .iter()
                .zip(0..)
                .filter(|(found, _)| **found == symbol);
            let expected = cells.fold(0u32, |marks, (_, cell)| marks | 1 << cell);
            assert_eq!(Cells::<32>::of(&symbols, None).marks(symbol), expected);
        }
    }
}
