//! Lower bounds of a projection's boards, two bits each.
//!
//! A line of 64 bytes holds the codes of 254 boards and the least distance of all its boards. Codes
//! 1, 2 and 3 mean one, two and at least three moves more than the table's base. Code 0 means at
//! most the base; the bound is then the line's least distance. The same bound serves the last two
//! boards of each aligned 256, which have no codes.

use super::coordinates::Coordinates;
use super::shared::LISTS_SHARE;
use crate::support::prefetch::prefetch;
use crate::table::contents::Contents;
use crate::table::memory::Memory;

/// Boards per line.
pub(super) const LINE: usize = 256;
/// Boards per word, and per byte.
pub(super) const WORD: usize = 32;
const BYTE: usize = 4;
pub(super) const LINE_WORDS: usize = LINE / WORD;
pub(super) const LINE_BYTES: usize = LINE / BYTE;
/// The boards of a line that have a code.
pub(super) const CODED: usize = LINE - 2;
/// The position of the least distance in a line's last word, and in its last byte.
pub(super) const MIN_SHIFT: u32 = 60;
pub(super) const MIN_SHIFT_IN_BYTE: u32 = 4;

#[derive(Debug)]
pub(super) struct BoundTable {
    codes: Memory,
    /// The size of a row in bytes.
    stride: usize,
    base: u8,
    /// The number of boards at each distance up to the base plus one. Boards that a symmetry of
    /// their row maps to each other are counted separately.
    pub(super) levels: Vec<u64>,
}

/// A view of a table's bounds.
#[derive(Clone, Copy)]
pub(super) struct CodeBounds<'t> {
    lines: &'t [[u8; LINE_BYTES]],
    /// Lines per row.
    stride: usize,
    base: u8,
}

impl CodeBounds<'_> {
    /// The first place of a row among all places.
    #[inline]
    pub(super) const fn row(self, row: usize) -> usize {
        row * self.stride * LINE
    }

    /// Prefetches the line of a place.
    #[inline]
    pub(super) fn prefetch(self, place: usize) {
        if let Some(line) = self.lines.get(place / LINE) {
            prefetch(line);
        }
    }

    /// The byte with the code of a place, and the last byte of its line.
    #[inline]
    fn read(self, place: usize) -> [u8; 2] {
        let line = &self.lines[place / LINE];
        [line[place % LINE / BYTE], line[LINE_BYTES - 1]]
    }

    #[inline]
    pub(super) fn bound(self, place: usize) -> u8 {
        let [byte, last] = self.read(place);
        let code = byte >> (2 * (place % BYTE)) & 3;
        let is_coded = code != 0 && place % LINE < CODED;
        if is_coded {
            self.base + code
        } else {
            last >> MIN_SHIFT_IN_BYTE
        }
    }
}

impl BoundTable {
    /// The numbers of words of a row, and of the table.
    pub(super) fn sizes(rows: usize, row_length: usize) -> (usize, usize) {
        let stride = row_length.div_ceil(LINE) * LINE_WORDS;
        (stride, stride * rows)
    }

    /// The bytes of a table while it is built, with a 32nd for the state of its lines, or with
    /// lists of patterns.
    pub(super) fn bytes_to_build(coordinates: &Coordinates) -> u64 {
        let bytes = Self::bytes_of(coordinates);
        match coordinates.per_entry {
            1 => bytes / 32 * 33,
            _ => bytes + bytes / LISTS_SHARE,
        }
    }

    /// The bytes of a table.
    pub(super) fn bytes_of(coordinates: &Coordinates) -> u64 {
        let (_, words) = Self::sizes(coordinates.rows(), coordinates.row_length);
        words as u64 * 8
    }

    /// The places of a row, with those that fill its last line.
    pub(super) const fn places_of_row(coordinates: &Coordinates) -> usize {
        coordinates.row_length.div_ceil(LINE) * LINE
    }

    /// A built table, from little-endian words.
    pub(super) fn built(words: Memory, row_length: usize, levels: Vec<u64>) -> Self {
        Self::of(words, row_length, levels)
    }

    /// A stored table; `None` if its length is wrong.
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

    /// A board's code, if it has one.
    pub(super) fn code(&self, row: usize, place: usize) -> Option<u8> {
        let bounds = self.bounds();
        let [byte, _] = bounds.read(bounds.row(row) + place);
        (place % LINE < CODED).then_some(byte >> (2 * (place % BYTE)) & 3)
    }

    /// The least distance of a board's line.
    pub(super) fn least(&self, row: usize, place: usize) -> u8 {
        let bounds = self.bounds();
        let [_, last] = bounds.read(bounds.row(row) + place);
        last >> MIN_SHIFT_IN_BYTE
    }

    /// The codes of a word of boards; `place` is a multiple of [`WORD`].
    pub(super) fn word(&self, row: usize, place: usize) -> u64 {
        let first = (self.bounds().row(row) + place) / BYTE;
        let bytes = self.data()[first..].first_chunk();
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline]
    pub(super) fn bounds(&self) -> CodeBounds<'_> {
        CodeBounds {
            lines: self.data().as_chunks().0,
            stride: self.stride / LINE_BYTES,
            base: self.base,
        }
    }

    pub(super) fn data(&self) -> &[u8] {
        &self.codes
    }

    /// Returns true if the table came from a store.
    pub(super) const fn is_stored(&self) -> bool {
        matches!(self.codes, Memory::Stored(_))
    }
}
