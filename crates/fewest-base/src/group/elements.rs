//! Numbers for the elements of a group, without gaps, and the effect of a factor on them.
//!
//! Each element is a unique product of one carrier per level of the stabiliser chain. Its number is
//! made of their places, the first level most significant. So elements that agree in the first
//! levels are adjacent: they form a coset of a later level's group. A factor maps cosets to cosets;
//! within one it acts as a factor from that level's group. Three levels are chosen: *blocks*, at
//! least eight, *sheets* of up to a thousand elements, and within them *rows* that fit a word of
//! bits. With tables for the sheets, for the rows of a sheet and for the bytes of a row,
//! multiplying a whole row takes a few lookups.

use std::sync::OnceLock;

use super::chain::ChainLevel;
use super::{Chain, Permutation};
use crate::support::invariant::Invariant;

/// The largest row, in elements: the bits of a word.
const LONGEST_ROW: usize = 64;
/// The largest sheet, in elements: a table has an entry for each pair of a row and an element.
const LARGEST_SHEET: usize = 1024;
/// The largest number of levels in a sheet: each has at least two elements.
const SHEET_LEVELS: usize = LARGEST_SHEET.ilog2() as usize;
/// The smallest number of blocks, if there are enough sheets.
const BLOCKS: u64 = 8;
const BYTE: usize = 256;

#[derive(Clone, Debug)]
pub(super) struct Elements {
    chain: Chain,
    count: u64,
    /// Points whose images distinguish all elements: each level's base point, then the others.
    points: Vec<u8>,
    /// For each level, the place of its base point among the points without earlier base points:
    /// it changes places with the first of them.
    bases: Vec<usize>,
    /// Sizes in elements.
    pub(super) row: usize,
    pub(super) sheet: usize,
    pub(super) block: u64,
    /// The levels whose groups are the first block, sheet and row.
    block_level: usize,
    sheet_level: usize,
    row_level: usize,
    products: OnceLock<Products>,
}

/// Tables that multiply the rows of a sheet.
#[derive(Clone, Debug, Default)]
pub(super) struct Products {
    /// The row and remaining factor of each product: by element of the first sheet, then row.
    rows: Vec<(u16, u8)>,
    /// Rows per sheet.
    height: usize,
    /// The products as bits: by element of the first row, byte of a row, and value of the byte.
    words: Vec<[u64; BYTE]>,
    /// Bytes per row.
    bytes: usize,
    /// The inverse of each element of the first row.
    inverses: Vec<u8>,
}

impl Products {
    /// Multiplies a row with an element of the first sheet: the new row, and the factor within it.
    #[inline]
    pub(super) fn row(&self, row: usize, factor: u16) -> (usize, u8) {
        let product = self.rows.get(usize::from(factor) * self.height + row);
        let &(row, left) = product.debug_unwrap_or(&(0, 0));
        (row.into(), left)
    }

    /// Multiplies the elements of a row, as bits, with an element of the first row.
    #[inline]
    pub(super) fn multiply(&self, bits: u64, factor: u8) -> u64 {
        let first = usize::from(factor) * self.bytes;
        let mut product = 0;
        let tables = self.words.get(first..first + self.bytes);
        for (table, byte) in tables
            .debug_unwrap_or_default()
            .iter()
            .zip(bits.to_le_bytes())
        {
            product |= table[usize::from(byte)];
        }
        product
    }

    /// Multiplies with the inverse of an element of the first row.
    #[inline]
    pub(super) fn divide(&self, bits: u64, factor: u8) -> u64 {
        let inverse = self.inverses.get(usize::from(factor));
        self.multiply(bits, inverse.copied().debug_unwrap_or(0))
    }
}

/// The effect of a factor on each sheet of a block: the image's number in the new block, and the
/// number of the remaining factor in the first sheet.
pub(super) type SheetStep = Vec<(u32, u16)>;

impl Elements {
    /// Numbers the elements of a group that the images of these points distinguish. `None` if there
    /// are `2^32` sheets or more.
    pub(super) fn new(chain: Chain, points: &[u8]) -> Option<Self> {
        let count = u64::try_from(chain.order()).ok()?;
        let levels = chain.levels();
        // The last levels, as many as have at most this order together.
        let within = |max_size: usize| {
            let (mut size, mut level) = (1, levels.len());
            for chain_level in levels.iter().rev() {
                if size * chain_level.orbit.len() > max_size {
                    break;
                }
                size *= chain_level.orbit.len();
                level -= 1;
            }
            (size, level)
        };
        let (row, row_level) = within(LONGEST_ROW);
        let (sheet, sheet_level) = within(LARGEST_SHEET);
        u32::try_from(count / sheet as u64).ok()?;
        let (mut block, mut block_level) = (count, 0);
        while block_level < sheet_level && count / block < BLOCKS {
            block /= levels.get(block_level)?.orbit.len() as u64;
            block_level += 1;
        }
        let mut points = points.to_vec();
        let mut bases = Vec::new();
        for (done, level) in levels.iter().enumerate() {
            let left = points.get_mut(done..)?;
            let place = left.iter().position(|point| *point == level.base)?;
            left.swap(0, place);
            bases.push(place);
        }
        Some(Self {
            count,
            points,
            bases,
            row,
            sheet,
            block,
            block_level,
            sheet_level,
            row_level,
            products: OnceLock::new(),
            chain,
        })
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// The number of the element with these images, which it overwrites; `None` for no element. Each
    /// level divides only the images that later levels need: its base point is back in its place.
    #[inline]
    pub(super) fn number(&self, images: &mut [u8]) -> Option<u64> {
        let mut number = 0;
        let mut left = images;
        for (level, &base) in self.chain.levels().iter().zip(&self.bases) {
            let (first, others) = left.split_first_mut()?;
            if let Some(base) = base.checked_sub(1) {
                std::mem::swap(first, others.get_mut(base)?);
            }
            let place = level.place(*first)?;
            let back = level.backs.get(place)?;
            for image in others.iter_mut() {
                *image = back.image(*image);
            }
            number = number * level.orbit.len() as u64 + place as u64;
            left = others;
        }
        let others = self.points.iter().skip(self.bases.len());
        left.iter().eq(others).then_some(number)
    }

    /// Writes the images of the points under the element with this number. No carrier moves the base
    /// points of earlier levels.
    #[inline]
    pub(super) fn images(&self, mut number: u64, images: &mut [u8]) {
        for (image, point) in images.iter_mut().zip(&self.points) {
            *image = *point;
        }
        let levels = self.chain.levels().iter().zip(&self.bases);
        for (done, (level, &base)) in levels.enumerate().rev() {
            let length = level.orbit.len() as u64;
            let place = usize::try_from(number % length).debug_unwrap_or(0);
            number /= length;
            let Some(left) = images.get_mut(done..).filter(|left| base < left.len()) else {
                return;
            };
            if let Some(carrier) = level.carriers.get(place) {
                for image in left.iter_mut() {
                    *image = carrier.image(*image);
                }
            }
            left.swap(0, base);
        }
    }

    /// The image of each block under a factor, and the remaining factor for the elements within.
    pub(super) fn blocks(&self, factor: &Permutation) -> Option<Vec<(usize, Permutation)>> {
        let mut blocks = Vec::new();
        let levels = self.chain.levels().get(..self.block_level)?;
        self.carry(levels, factor.images(), |to, left| {
            blocks.push((usize::try_from(to).ok()?, Permutation::new(left)?));
            Some(())
        })?;
        Some(blocks)
    }

    /// The effect of the remaining factor on the sheets of a block.
    pub(super) fn step(&self, left: &Permutation) -> Option<SheetStep> {
        let levels = self.chain.levels();
        let (block_levels, sheet_levels) = (
            levels.get(self.block_level..self.sheet_level)?,
            levels.get(self.sheet_level..)?,
        );
        let mut step = Vec::with_capacity(self.sheets());
        self.carry(block_levels, left.images(), |to, left| {
            let number = number_of(left, sheet_levels)?;
            step.push((u32::try_from(to).ok()?, u16::try_from(number).ok()?));
            Some(())
        })?;
        Some(step)
    }

    pub(super) fn sheets(&self) -> usize {
        usize::try_from(self.block / self.sheet as u64).debug_unwrap_or(usize::MAX)
    }

    /// Visits the cosets of the group after these levels, in order of their numbers: the number of
    /// each coset's image under a factor, and the remaining factor.
    fn carry(
        &self,
        levels: &[ChainLevel],
        factor: &[u8],
        mut visit: impl FnMut(u64, &[u8]) -> Option<()>,
    ) -> Option<()> {
        let mut left = vec![Vec::with_capacity(self.chain.points()); levels.len()];
        carry(levels, factor, 0, &mut left, &mut visit)
    }

    pub(super) fn bytes(&self) -> usize {
        let rows = self.sheet * (self.sheet / self.row) * size_of::<(u16, u8)>();
        rows + self.row * self.row.div_ceil(8) * BYTE * size_of::<u64>()
    }

    /// The tables that multiply rows, built on first use.
    pub(super) fn products(&self) -> &Products {
        self.products
            .get_or_init(|| self.multiply_all().debug_unwrap_or_default())
    }

    fn multiply_all(&self) -> Option<Products> {
        let levels = self.chain.levels();
        let middle = levels.get(self.sheet_level..self.row_level)?;
        let last = levels.get(self.row_level..)?;
        let element = |number: usize, levels: &[ChainLevel]| self.product(number as u64, levels);
        let mut products = Products {
            height: self.sheet / self.row,
            bytes: self.row.div_ceil(8),
            ..Products::default()
        };
        for factor in 0..self.sheet {
            let factor = element(factor, levels.get(self.sheet_level..)?);
            for row in 0..products.height {
                let (to, left) = divide(element(row, middle).then(&factor), middle)?;
                let (left, _) = divide(left, last)?;
                let row = (u16::try_from(to).ok()?, u8::try_from(left).ok()?);
                products.rows.push(row);
            }
        }
        let elements: Vec<Permutation> = (0..self.row).map(|i| element(i, last)).collect();
        for factor in &elements {
            let (inverse, _) = divide(factor.inverse(), last)?;
            products.inverses.push(u8::try_from(inverse).ok()?);
            let image = |element: &Permutation| Some(divide(element.then(factor), last)?.0);
            let images: Vec<u64> = elements.iter().map(image).collect::<Option<_>>()?;
            for images in images.chunks(8) {
                products.words.push(std::array::from_fn(|byte| {
                    let set = images
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| byte >> bit & 1 == 1);
                    set.fold(0, |word, (_, image)| word | 1 << image)
                }));
            }
        }
        Some(products)
    }

    /// The product of carriers on some levels, whose places are the digits of this number.
    fn product(&self, mut number: u64, levels: &[ChainLevel]) -> Permutation {
        let mut element = Permutation::identity(self.chain.points());
        for level in levels.iter().rev() {
            let length = level.orbit.len() as u64;
            let place = usize::try_from(number % length).debug_unwrap_or(0);
            number /= length;
            if let Some(carrier) = level.carriers.get(place) {
                element = element.then(carrier);
            }
        }
        element
    }
}

/// The recursion of [`Elements::carry`]. `to` is the number from the levels before.
fn carry(
    levels: &[ChainLevel],
    factor: &[u8],
    to: u64,
    left: &mut [Vec<u8>],
    visit: &mut impl FnMut(u64, &[u8]) -> Option<()>,
) -> Option<()> {
    let (Some((level, levels)), Some((remaining, left))) =
        (levels.split_first(), left.split_first_mut())
    else {
        return visit(to, factor);
    };
    let image =
        |images: &[u8], point: u8| images.get(usize::from(point)).copied().debug_unwrap_or(0);
    for carrier in &level.carriers {
        let place = level.place(image(factor, carrier.image(level.base)))?;
        let back = level.backs.get(place)?.images();
        remaining.clear();
        let points = carrier.images().iter();
        remaining.extend(points.map(|&point| image(back, image(factor, point))));
        let to = to * level.orbit.len() as u64 + place as u64;
        carry(levels, remaining, to, left, visit)?;
    }
    Some(())
}

/// The number of an element's places on some levels, and the remaining element.
fn divide(mut element: Permutation, levels: &[ChainLevel]) -> Option<(u64, Permutation)> {
    let mut number = 0;
    for level in levels {
        let place = level.place(element.image(level.base))?;
        element = element.then(level.backs.get(place)?);
        number = number * level.orbit.len() as u64 + place as u64;
    }
    Some((number, element))
}

/// The number of an element's places on the levels of a sheet.
fn number_of(element: &[u8], levels: &[ChainLevel]) -> Option<u64> {
    let mut backs: [&[u8]; SHEET_LEVELS] = [&[]; SHEET_LEVELS];
    let mut number = 0;
    for (done, level) in levels.iter().enumerate() {
        let mut image = *element.get(usize::from(level.base))?;
        for back in backs.get(..done)? {
            image = *back.get(usize::from(image))?;
        }
        let place = level.place(image)?;
        *backs.get_mut(done)? = level.backs.get(place)?.images();
        number = number * level.orbit.len() as u64 + place as u64;
    }
    Some(number)
}
