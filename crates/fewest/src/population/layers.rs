//! The boards near the goal, distance by distance, for puzzles too large for a table.

use super::error::LayersError;
use super::outwards::{Ground, Part, Walk};
use super::packing::Packing;
use super::sorted::sort_by_key;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::symmetry::Images;

/// Boards counted by a core at a time.
const COUNTED: usize = 1 << 14;

/// All boards at each distance 0, 1, 2, ... up to a greatest one.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    packing: Packing,
    /// The boards of each layer.
    rows: Vec<Vec<u64>>,
    counts: Vec<u64>,
}

impl Layers {
    /// Finds the boards at most `farthest` moves from the solved ones.
    ///
    /// # Errors
    /// If the boards take more memory than allowed, or the work was cancelled.
    pub(crate) fn grow(
        ground: Ground<'_>,
        farthest: usize,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<LayersError>> {
        let mut walk = Walk::new(ground, None, budget)?;
        while walk.counts.len() <= farthest {
            walk.check_memory(farthest)?;
            let layer = walk.next(Part::WHOLE)?;
            if layer.is_empty() {
                break;
            }
            walk.push(layer);
        }
        let Walk {
            packing,
            layers,
            counts,
            ..
        } = walk;
        Ok(Self {
            packing,
            rows: layers,
            counts,
        })
    }

    /// The number of boards at each distance.
    #[must_use]
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Sorts the boards of each layer by their keys, the order for draws.
    pub(crate) fn sort_by_key(&mut self, key: impl Fn(&[u8]) -> u64) {
        let mut symbols = Vec::new();
        for layer in &mut self.rows {
            sort_by_key(layer, self.packing.words(), &mut |row| {
                self.packing.unpack(row, &mut symbols);
                key(&symbols)
            });
        }
    }

    /// The symbols of the board at a place among the boards at a distance; `None` past the last.
    #[must_use]
    pub(crate) fn nth(&self, distance: u8, place: u64) -> Option<Vec<u8>> {
        let layer = self.rows.get(usize::from(distance))?;
        let mut rows = layer.chunks_exact(self.packing.words());
        let row = rows.nth(usize::try_from(place).ok()?)?;
        let mut symbols = Vec::new();
        self.packing.unpack(row, &mut symbols);
        Some(symbols)
    }
}

/// The numbers of boards near the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NearCounts {
    /// The number of boards at each distance 0, 1, 2, ...
    pub counts: Vec<u64>,
    /// True if there are no others.
    pub is_complete: bool,
    /// The least of the boards at the last distance, one of each class of symmetric boards, and the
    /// sizes of their classes.
    pub last: Vec<(Vec<u8>, u64)>,
}

/// The boards to count.
pub(crate) struct CountedBoards<'a> {
    /// Symmetries that map counted boards to counted boards.
    pub images: &'a Images,
    /// Returns true for boards to count.
    pub is_counted: &'a (dyn Fn(&[u8]) -> bool + Sync),
    /// The number of boards to list at the last distance.
    pub listed: usize,
}

impl NearCounts {
    /// Counts the boards at most `farthest` moves from the solved ones, one of each class of
    /// symmetric boards. The last layer is counted in as many parts as its size requires.
    ///
    /// # Errors
    /// If the boards take more memory than allowed, or the work was cancelled.
    pub(crate) fn find(
        ground: Ground<'_>,
        choice: &CountedBoards<'_>,
        farthest: usize,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<LayersError>> {
        let mut walk = Walk::new(ground, Some(choice.images), budget)?;
        let mut found = Self {
            counts: vec![0],
            ..Self::default()
        };
        found.add(walk.last(), &walk.packing, choice);
        while found.counts.len() <= farthest && !found.is_complete {
            let is_last = found.counts.len() == farthest;
            let count = if is_last {
                walk.parts()?
            } else {
                walk.check_memory(farthest - 1)?;
                1
            };
            let before = found.last.split_off(0);
            found.is_complete = true;
            found.counts.push(0);
            for number in 0..count {
                let layer = walk.next(Part { number, count })?;
                found.is_complete &= layer.is_empty();
                found.add(&layer, &walk.packing, choice);
                if !is_last {
                    walk.push(layer);
                    walk.forget();
                }
            }
            if found.is_complete {
                found.counts.pop();
                found.last = before;
            }
        }
        Ok(found)
    }

    /// Counts and lists the boards of these rows at the last distance.
    fn add(&mut self, rows: &[u64], packing: &Packing, choice: &CountedBoards<'_>) {
        let count = |rows: &[u64]| {
            let (mut boards, mut listed, mut symbols) = (0, Vec::new(), Vec::new());
            for row in rows.chunks_exact(packing.words()) {
                packing.unpack(row, &mut symbols);
                if (choice.is_counted)(&symbols) {
                    let class = choice.images.replace_by_least(&mut symbols);
                    boards += class;
                    if listed.len() < choice.listed {
                        listed.push((symbols.clone(), class));
                    }
                }
            }
            (boards, listed)
        };
        for (boards, listed) in parallel::map(rows.chunks(COUNTED * packing.words()), count) {
            if let Some(last) = self.counts.last_mut() {
                *last += boards;
            }
            self.last.extend(listed);
            self.last.sort_unstable();
            self.last.truncate(choice.listed);
        }
    }
}
