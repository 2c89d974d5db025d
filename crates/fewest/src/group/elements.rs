//! Numbering the elements of a group without gaps, and what a factor does to the numbers.
//!
//! An element is a product of one carrier of each level of the stabiliser chain, in one way: its number counts their places, the
//! first level highest. So the elements that agree in the first levels are neighbours: a coset of the group of a later level.
//! A factor carries cosets to cosets; within one it is a factor from the level's group. Two levels are cut out: *sheets* of
//! up to a thousand elements, and in them *rows* that fit a word of bits. A table for the sheets, one for the rows of a sheet and
//! one for the bytes of a row make it a matter of a few look-ups to multiply a whole row.

use std::sync::Arc;

use super::chain::Level;
use super::{Chain, Permutation};

/// The most elements of a row: the bits of a word.
const LONGEST_ROW: usize = 64;
/// The most elements of a sheet: a table has an entry for each pair of a row and an element.
const LARGEST_SHEET: usize = 1024;
/// Values of a byte.
const BYTE: usize = 256;

/// The elements of a group by number.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    chain: Arc<Chain>,
    pub(super) count: u64,
    /// Elements in a row and in a sheet.
    pub(super) row: usize,
    pub(super) sheet: usize,
    /// The level whose group is the first sheet, and that whose group is the first row.
    sheet_level: usize,
    row_level: usize,
    /// By element of the first sheet and row of a sheet: the row where their product is, and what is left for the row.
    rows: Vec<(u16, u8)>,
    /// By element of the first row, byte of a row and value of the byte: its elements, each multiplied.
    words: Vec<u64>,
    /// By element of the first row.
    inverses: Vec<u8>,
}

/// What a factor does to sheets: by sheet, the sheet that it becomes, and the number of the element of the first sheet
/// that its elements are multiplied with.
pub(super) type Step = Vec<(u32, u16)>;

impl Elements {
    /// Numbers the elements; None if they are `2^32` sheets or more.
    pub(super) fn new(chain: &Arc<Chain>) -> Option<Self> {
        let count = u64::try_from(chain.order()).ok()?;
        // The last levels whose group is small.
        let within = |most: usize| {
            let (mut size, mut level) = (1, chain.levels().len());
            for own in chain.levels().iter().rev() {
                if size * own.orbit.len() > most {
                    break;
                }
                size *= own.orbit.len();
                level -= 1;
            }
            (size, level)
        };
        let (row, row_level) = within(LONGEST_ROW);
        let (sheet, sheet_level) = within(LARGEST_SHEET);
        u32::try_from(count / sheet as u64).ok()?;
        let mut elements = Self {
            chain: Arc::clone(chain),
            count,
            row,
            sheet,
            sheet_level,
            row_level,
            rows: Vec::new(),
            words: Vec::new(),
            inverses: Vec::new(),
        };
        elements.multiply_rows()?;
        elements.multiply_words()?;
        Some(elements)
    }

    /// The length of the blocks, whole sheets: there are eight of them or more, if there are so many sheets.
    pub(super) fn block(&self) -> u64 {
        let mut block = self.count;
        for level in self.chain.levels().iter().take(self.sheet_level) {
            if self.count / block >= 8 {
                break;
            }
            block /= level.orbit.len() as u64;
        }
        block
    }

    /// The number of an element; None if it is not in the group.
    pub(super) fn number(&self, element: &Permutation) -> Option<u64> {
        let (number, rest) = divide(element.clone(), self.chain.levels())?;
        rest.is_identity().then_some(number)
    }

    /// The element of a number.
    pub(super) fn element(&self, number: u64) -> Permutation {
        self.product(number, self.chain.levels())
    }

    /// What a factor does to sheets; None if it is not in the group.
    pub(super) fn step(&self, factor: &Permutation) -> Option<Step> {
        let mut step = Vec::new();
        self.extend(0, factor, 0, &mut step)?;
        Some(step)
    }

    /// Appends what a factor from a level's group does to the sheets there are in it; the first levels have come to the place `to`.
    fn extend(&self, depth: usize, factor: &Permutation, to: u64, step: &mut Step) -> Option<()> {
        let levels = self.chain.levels();
        if depth == self.sheet_level {
            let (left, _) = divide(factor.clone(), levels.get(depth..)?)?;
            step.push((u32::try_from(to).ok()?, u16::try_from(left).ok()?));
            return Some(());
        }
        let level = levels.get(depth)?;
        for carrier in &level.carriers {
            let product = carrier.then(factor);
            let place = level.place(&product)?;
            let left = product.then(level.backs.get(place)?);
            let to = to * level.orbit.len() as u64 + place as u64;
            self.extend(depth + 1, &left, to, step)?;
        }
        Some(())
    }

    /// What a row of a sheet becomes when its elements are multiplied with one of the first sheet: the row, and what is left to do
    /// within it.
    #[inline]
    pub(super) fn multiply_row(&self, row: usize, factor: u16) -> (usize, u8) {
        let rows = self.sheet / self.row;
        let product = self.rows.get(usize::from(factor) * rows + row);
        product.map_or((0, 0), |&(row, left)| (row.into(), left))
    }

    /// Elements of a row as bits, each multiplied with an element of the first row.
    #[inline]
    pub(super) fn multiply(&self, bits: u64, factor: u8) -> u64 {
        let bytes = self.row.div_ceil(8);
        let first = usize::from(factor) * bytes * BYTE;
        let words = self.words.get(first..first + bytes * BYTE);
        let tables = words.unwrap_or_default().chunks_exact(BYTE);
        let byte = |(table, byte): (&[u64], u8)| table[usize::from(byte)];
        tables
            .zip(bits.to_le_bytes())
            .map(byte)
            .fold(0, |a, b| a | b)
    }

    /// The same with its inverse.
    #[inline]
    pub(super) fn divide(&self, bits: u64, factor: u8) -> u64 {
        let inverse = self.inverses.get(usize::from(factor));
        self.multiply(bits, inverse.copied().unwrap_or(0))
    }

    /// The bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..]) + size_of_val(&self.words[..])
    }

    /// The product of the carriers on some levels whose places make this number.
    fn product(&self, mut number: u64, levels: &[Level]) -> Permutation {
        let mut element = Permutation::identity(self.chain.points());
        for level in levels.iter().rev() {
            let length = level.orbit.len() as u64;
            let place = usize::try_from(number % length).unwrap_or(0);
            number /= length;
            if let Some(carrier) = level.carriers.get(place) {
                element = element.then(carrier);
            }
        }
        element
    }

    fn multiply_rows(&mut self) -> Option<()> {
        let levels = self.chain.levels();
        let (below, last) = (
            levels.get(self.sheet_level..)?,
            levels.get(self.row_level..)?,
        );
        let middle = levels.get(self.sheet_level..self.row_level)?;
        let mut rows = Vec::new();
        for factor in 0..self.sheet as u64 {
            let factor = self.product(factor, below);
            for row in 0..(self.sheet / self.row) as u64 {
                let product = self.product(row, middle).then(&factor);
                let (to, left) = divide(product, middle)?;
                let (left, _) = divide(left, last)?;
                rows.push((u16::try_from(to).ok()?, u8::try_from(left).ok()?));
            }
        }
        self.rows = rows;
        Some(())
    }

    fn multiply_words(&mut self) -> Option<()> {
        let last = self.chain.levels().get(self.row_level..)?;
        let elements = (0..self.row as u64).map(|number| self.product(number, last));
        let elements: Vec<Permutation> = elements.collect();
        let (mut words, mut inverses) = (Vec::new(), Vec::new());
        for factor in &elements {
            let (inverse, _) = divide(factor.inverse(), last)?;
            inverses.push(u8::try_from(inverse).ok()?);
            let image = |element: &Permutation| Some(divide(element.then(factor), last)?.0);
            let images: Vec<u64> = elements.iter().map(image).collect::<Option<_>>()?;
            for images in images.chunks(8) {
                words.extend((0..BYTE).map(|byte| {
                    let set = images.iter().enumerate();
                    let set = set.filter(|(bit, _)| byte >> bit & 1 == 1);
                    set.fold(0, |word, (_, image)| word | 1 << image)
                }));
            }
        }
        (self.words, self.inverses) = (words, inverses);
        Some(())
    }
}

/// The places of an element on some levels as one number, and what is left of it.
fn divide(mut element: Permutation, levels: &[Level]) -> Option<(u64, Permutation)> {
    let mut number = 0;
    for level in levels {
        let place = level.place(&element)?;
        element = element.then(level.backs.get(place)?);
        number = number * level.orbit.len() as u64 + place as u64;
    }
    Some((number, element))
}
