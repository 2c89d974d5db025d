//! Links of boards numbered by a group: they multiply whole rows of bits.

use std::ops::Range;
use std::sync::OnceLock;

use super::Permutation;
use super::elements::{Elements, Products, SheetStep};
use crate::rank::bits::WORD;
use crate::space::ranked::{Carry, Ranks};
use crate::support::invariant::Invariant;

/// The effect of a factor on the rows of one block.
pub(super) struct ByRows<'a> {
    pub(super) elements: &'a Elements,
    pub(super) left: Permutation,
    /// The effect of `left` on sheets, found on first use.
    pub(super) step: OnceLock<SheetStep>,
    /// True if it accounts for the memory that all share.
    pub(super) is_first: bool,
    /// True if a move multiplies with the factor, and if a move divides by it.
    pub(super) is_move: bool,
    pub(super) is_undone: bool,
}

impl ByRows<'_> {
    /// Visits the non-empty rows of a set: the row's start, its bits, the start of its image, and
    /// the remaining factor within the row.
    #[inline]
    fn each(
        &self,
        set: Ranks<'_>,
        part: &Range<usize>,
        mut visit: impl FnMut(&Products, usize, u64, usize, u8),
    ) {
        let (length, sheet) = (self.elements.row, self.elements.sheet);
        let rows = sheet / length;
        let products = self.elements.products();
        let step = self
            .step
            .get_or_init(|| self.elements.step(&self.left).debug_unwrap_or_default());
        for row in part.start / length..part.end.div_ceil(length) {
            let start = row * length;
            let range = start.max(part.start)..(start + length).min(part.end);
            let bits = read(set.set, range.start.saturating_sub(set.first), range.len())
                << (range.start - start);
            if bits == 0 {
                continue;
            }
            let &(to, factor) = step.get(row / rows).debug_unwrap_or(&(0, 0));
            let (row, left) = products.row(row % rows, factor);
            visit(
                products,
                start,
                bits,
                to as usize * sheet + row * length,
                left,
            );
        }
    }
}

impl Carry for ByRows<'_> {
    fn carry(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut [u64]) {
        if self.is_undone {
            self.each(marked, &part, |products, _, bits, to, factor| {
                write(found, to, products.multiply(bits, factor));
            });
        }
    }

    fn seek(&self, candidates: Ranks<'_>, part: Range<usize>, marked: &[u64], found: &mut [u64]) {
        if self.is_move {
            self.each(candidates, &part, |products, start, bits, to, factor| {
                let there = read(marked, to, self.elements.row);
                if there != 0 {
                    write(found, start, products.divide(there, factor) & bits);
                }
            });
        }
    }

    fn list(&self, marked: Ranks<'_>, part: Range<usize>, found: &mut Vec<usize>) {
        if self.is_undone {
            self.each(marked, &part, |products, _, bits, to, factor| {
                let mut left = products.multiply(bits, factor);
                while left != 0 {
                    found.push(to + left.trailing_zeros() as usize);
                    left &= left - 1;
                }
            });
        }
    }

    fn bytes(&self) -> usize {
        let shared = if self.is_first {
            self.elements.bytes()
        } else {
            0
        };
        shared + self.elements.sheets() * size_of::<(u32, u16)>()
    }
}

#[inline]
const fn low(bits: usize) -> u64 {
    if bits >= WORD {
        u64::MAX
    } else {
        (1 << bits) - 1
    }
}

/// Reads up to 64 bits of a set, at any offset.
#[inline]
fn read(set: &[u64], start: usize, length: usize) -> u64 {
    let (word, shift) = (start / WORD, start % WORD);
    let first = set.get(word).debug_unwrap_or(&0) >> shift;
    let second = match set.get(word + 1) {
        Some(word) if shift > 0 => word << (WORD - shift),
        _ => 0,
    };
    (first | second) & low(length)
}

/// Adds bits to a set, at any offset.
#[inline]
fn write(set: &mut [u64], start: usize, bits: u64) {
    let (word, shift) = (start / WORD, start % WORD);
    if let Some(word) = set.get_mut(word) {
        *word |= bits << shift;
    }
    if shift > 0
        && let Some(word) = set.get_mut(word + 1)
    {
        *word |= bits >> (WORD - shift);
    }
}
