//! Lower bounds of a projection's boards, two bits each.
//!
//! A line of 64 bytes holds the codes of 254 boards and the least distance of all of them. A code is
//! 1, 2 or 3 for boards that are one, two or at least three moves farther than the table's base; of
//! those that are nearer, coded 0, the least distance of their line is known. The last two boards of
//! each aligned 256 have no codes of their own: their bound is the least of their line, too.

use crate::support::prefetch::prefetch;
use crate::table::memory::Memory;
use crate::table::store::Contents;

/// Boards in a line.
pub(super) const LINE: usize = 256;
/// Boards in a word, and in a byte.
pub(super) const WORD: usize = 32;
const BYTE: usize = 4;
/// Words of a line, and its bytes.
pub(super) const LINE_WORDS: usize = LINE / WORD;
const LINE_BYTES: usize = LINE / BYTE;
/// The bits of a line's last word, and of its last byte, that hold its least distance.
pub(super) const LEAST_SHIFT: u32 = 60;
const LEAST_SHIFT_IN_BYTE: u32 = 4;

/// A table of lower bounds.
#[derive(Debug)]
pub(super) struct BoundTable {
    codes: Memory,
    /// Bytes of a row.
    stride: usize,
    base: u8,
    /// How many boards there are at each distance up to the base and one more; boards that a
    /// symmetry of their row makes alike are counted each.
    pub(super) levels: Vec<u64>,
}

/// The bounds of a table, wherever its codes are.
#[derive(Clone, Copy)]
pub(super) struct CodeBounds<'t> {
    lines: &'t [[u8; LINE_BYTES]],
    /// Lines of a row.
    stride: usize,
    base: u8,
}

impl CodeBounds<'_> {
    /// Where a row begins among all places.
    #[inline]
    pub(super) const fn row(self, row: usize) -> usize {
        row * self.stride * LINE
    }

    /// Asks for the line of a place without waiting for it.
    #[inline]
    pub(super) fn prefetch(self, place: usize) {
        if let Some(line) = self.lines.get(place / LINE) {
            prefetch(line);
        }
    }

    /// The byte that holds the code of a place, and the last of its line.
    #[inline]
    fn read(self, place: usize) -> [u8; 2] {
        let line = &self.lines[place / LINE];
        [line[place % LINE / BYTE], line[LINE_BYTES - 1]]
    }

    /// The bound of a place.
    #[inline]
    pub(super) fn bound(self, place: usize) -> u8 {
        let [byte, last] = self.read(place);
        let code = byte >> (2 * (place % BYTE)) & 3;
        let is_told = code != 0 && place % LINE < LINE - 2;
        if is_told {
            self.base + code
        } else {
            last >> LEAST_SHIFT_IN_BYTE
        }
    }
}

impl BoundTable {
    /// The words of a table: of a row and of all rows.
    pub(super) fn sizes(rows: usize, row_length: usize) -> (usize, usize) {
        let stride = row_length.div_ceil(LINE) * LINE_WORDS;
        (stride, stride * rows)
    }

    /// The bytes that it takes while it is built.
    pub(super) fn bytes_of(rows: usize, row_length: usize) -> u64 {
        let (_, words) = Self::sizes(rows, row_length);
        words as u64 * 8 / 32 * 33
    }

    /// A table that was built: words whose lower bytes come first.
    pub(super) fn built(words: Memory, row_length: usize, levels: Vec<u64>) -> Self {
        Self::of(words, row_length, levels)
    }

    /// One that was stored; `None` if it is not as long as it should be.
    pub(super) fn stored(
        contents: Contents,
        rows: usize,
        row_length: usize,
        levels: Vec<u64>,
    ) -> Option<Self> {
        let (_, words) = Self::sizes(rows, row_length);
        let is_whole = contents.data().len() == words * 8 && levels.len() > 1;
        is_whole.then(|| Self::of(Memory::Stored(contents), row_length, levels))
    }

    fn of(codes: Memory, row_length: usize, levels: Vec<u64>) -> Self {
        let base = levels.len().saturating_sub(2);
        Self {
            codes,
            stride: row_length.div_ceil(LINE) * LINE_BYTES,
            base: u8::try_from(base).unwrap_or(u8::MAX),
            levels,
        }
    }

    /// The last distance whose boards have code 0.
    pub(super) const fn base(&self) -> u8 {
        self.base
    }

    /// A board's code, if it has one of its own.
    pub(super) fn code(&self, row: usize, place: usize) -> Option<u8> {
        let bounds = self.bounds();
        let [byte, _] = bounds.read(bounds.row(row) + place);
        (place % LINE < LINE - 2).then_some(byte >> (2 * (place % BYTE)) & 3)
    }

    /// The least distance of a board's line.
    pub(super) fn least(&self, row: usize, place: usize) -> u8 {
        let bounds = self.bounds();
        let [_, last] = bounds.read(bounds.row(row) + place);
        last >> LEAST_SHIFT_IN_BYTE
    }

    /// The codes of as many boards as a word has, from one on that begins a word.
    pub(super) fn word(&self, row: usize, place: usize) -> u64 {
        let first = (self.bounds().row(row) + place) / BYTE;
        let bytes = self.data()[first..].first_chunk();
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// What looks up many bounds.
    #[inline]
    pub(super) fn bounds(&self) -> CodeBounds<'_> {
        CodeBounds {
            lines: self.data().as_chunks().0,
            stride: self.stride / LINE_BYTES,
            base: self.base,
        }
    }

    /// All codes.
    pub(super) fn data(&self) -> &[u8] {
        &self.codes
    }

    /// Whether it came from a store.
    pub(super) const fn is_stored(&self) -> bool {
        matches!(self.codes, Memory::Stored(_))
    }
}
