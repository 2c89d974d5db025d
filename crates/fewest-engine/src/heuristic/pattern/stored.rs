//! Pattern databases in a store.

use std::path::PathBuf;

use super::index::Index;
use super::partition::{MAX_CELLS, check};
use super::table::Pattern;
use crate::kernel::tiles::{Storage, Tiles};
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::table::memory::Memory;
use crate::table::store::{Store, StoreError};

fn identity<S: Storage>(puzzle: &Tiles<S>, tiles: &[u8]) -> String {
    let tiles = tiles.iter().fold(String::new(), |mut all, tile| {
        all.push(' ');
        all.push_str(&tile.to_string());
        all
    });
    puzzle.filed_under(" pattern", &format!("tiles{tiles}, entries 1"))
}

impl Pattern {
    /// The identity of a stored table of these tiles: the cells, the goal's blank, the tiles, and a
    /// number that changes with the order of the entries.
    #[must_use]
    pub fn identity<S: Storage>(puzzle: &Tiles<S>, tiles: &[u8]) -> String {
        identity(puzzle, tiles)
    }

    /// Loads the stored table of these tiles, if there is one, and checks all of it.
    ///
    /// # Errors
    /// If it can't be read, is damaged, or is the table of something else.
    pub fn load<S: Storage>(
        puzzle: &Tiles<S>,
        tiles: &[u8],
        store: &Store,
    ) -> Result<Option<Self>, StoreError> {
        if check(puzzle.cells(), tiles, &mut [false; MAX_CELLS]).is_err() {
            return Ok(None);
        }
        let Some(index) = Index::new(puzzle.cells(), tiles.len()) else {
            return Ok(None);
        };
        let contents = store.load_bytes(&identity(puzzle, tiles), index.len() as u64)?;
        Ok(contents.map(|contents| Self {
            tiles: tiles.to_vec(),
            index,
            entries: Memory::Stored(contents),
        }))
    }

    /// Stores the table, replacing an older one. Returns the file and its length in bytes.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn save<S: Storage>(
        &self,
        puzzle: &Tiles<S>,
        store: &Store,
    ) -> Result<(PathBuf, u64), StoreError> {
        let identity = identity(puzzle, &self.tiles);
        store.save_bytes(&identity, &self.counts(), &self.entries)
    }

    /// The number of entries, one byte each.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.index.len() as u64
    }

    /// Returns true if it was read from a store.
    #[must_use]
    pub const fn is_stored(&self) -> bool {
        matches!(self.entries, Memory::Stored(_))
    }

    /// The number of placements with each entry 0, 1, 2, ...; unsolvable ones do not count.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        let count = |entries: &[u8]| {
            let mut counts = [0u64; 256];
            for &entry in entries {
                counts[usize::from(entry)] += 1;
            }
            counts
        };
        let add = |mut sum: [u64; 256], part: [u64; 256]| {
            for (sum, part) in sum.iter_mut().zip(part) {
                *sum += part;
            }
            sum
        };
        let parts = parallel::map(self.entries.chunks(1 << 20), count);
        let mut counts = parts.into_iter().fold([0; 256], add);
        counts[0] = 1;
        let len = counts
            .iter()
            .rposition(|&count| count > 0)
            .debug_unwrap_or(0)
            + 1;
        counts[..len].to_vec()
    }
}
