//! Boards as rows of words: their symbols in a few bits each, without the cells that never change.

use super::sorted::WORDS;
use crate::space::structure::{MAX_CELLS, Structure};
use crate::symmetry::Images;

/// The packed form of a puzzle's boards. Rows are ordered as the symbols are, cell by cell.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The cells whose symbols are stored, in ascending order.
    varying: Vec<u8>,
    /// A board with the symbols of all other cells.
    template: Vec<u8>,
    bits: u32,
    words: usize,
}

impl Packing {
    /// The packing of all boards that moves connect with the solved ones.
    pub(super) fn of(structure: &Structure, solved: &[Vec<u8>]) -> Self {
        let template = solved.first().cloned().unwrap_or_default();
        let varies = |cell: &u8| {
            let place = usize::from(*cell);
            let moved = |from: &[u8]| from.get(place).is_some_and(|from| from != cell);
            structure.turns.iter().any(|turn| moved(&turn.from))
                || solved
                    .iter()
                    .any(|board| board.get(place) != template.get(place))
        };
        let varying: Vec<u8> = (0..=u8::MAX).take(template.len()).filter(varies).collect();
        let bits = usize::BITS - structure.pieces.len().saturating_sub(1).leading_zeros();
        let bits = bits.clamp(1, u8::BITS);
        let each = (u64::BITS / bits) as usize;
        let needed = varying.len().div_ceil(each);
        let words = WORDS.into_iter().find(|words| *words >= needed);
        Self {
            varying,
            template,
            bits,
            words: words.unwrap_or(needed),
        }
    }

    /// The number of words of a row.
    pub(super) const fn words(&self) -> usize {
        self.words
    }

    /// Appends the row of a board.
    pub(super) fn pack(&self, symbols: &[u8], rows: &mut Vec<u64>) {
        let each = (u64::BITS / self.bits) as usize;
        let end = rows.len() + self.words;
        for cells in self.varying.chunks(each) {
            let mut word = 0;
            for &cell in cells {
                let symbol = symbols.get(usize::from(cell)).copied().unwrap_or(0);
                word = word << self.bits | u64::from(symbol);
            }
            rows.push(word);
        }
        rows.resize(end, 0);
    }

    /// Appends the row of the least image of a board.
    pub(super) fn pack_least(&self, symbols: &[u8], images: &Images, rows: &mut Vec<u64>) {
        let mut least = [0; MAX_CELLS];
        if let Some(least) = least.get_mut(..symbols.len()) {
            least.copy_from_slice(symbols);
            images.replace_by_least(least);
            self.pack(least, rows);
        }
    }

    /// Replaces the contents of `symbols` by the board of a row.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the last bits are a symbol"
    )]
    pub(super) fn unpack(&self, row: &[u64], symbols: &mut Vec<u8>) {
        let each = (u64::BITS / self.bits) as usize;
        let mask = u8::MAX >> (u8::BITS - self.bits);
        symbols.clone_from(&self.template);
        for (cells, &word) in self.varying.chunks(each).zip(row) {
            let mut word = word;
            for &cell in cells.iter().rev() {
                if let Some(symbol) = symbols.get_mut(usize::from(cell)) {
                    *symbol = word as u8 & mask;
                }
                word >>= self.bits;
            }
        }
    }
}
