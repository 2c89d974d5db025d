//! A walk outwards from the solved boards, one layer after another.
//!
//! Boards are sorted rows of words, so that equal boards are neighbours (R. E. Korf, "Delayed
//! duplicate detection: extended abstract", 2003).

use super::error::LayersError;
use super::growth::{Estimate, as_float, estimates, rounded};
use super::packing::Packing;
use super::sorted::{remove_known, sort};
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::symmetry::Images;

/// Boards expanded by a core at a time.
const EXPANDED: usize = 1 << 8;
/// Boards expanded between two checks of the cancel flag. Their neighbours are in memory twice.
const BOARDS_PER_CHECK: usize = EXPANDED << 5;
/// The number of boards whose neighbours are counted to estimate the neighbours of a layer.
const SAMPLE: usize = 1 << 12;
/// The most parts of a layer; each takes a walk over the layer before.
const MAX_PARTS: u64 = 256;

/// The moves of a puzzle, backwards and forwards.
pub(crate) trait BothWays: Sync {
    /// Visits the symbols of each board from which a move leads to the board with these symbols.
    fn each_before(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8]));

    /// Visits the symbols of each board to which a move leads from the board with these symbols.
    fn each_after(&self, symbols: &[u8], visit: &mut dyn FnMut(&[u8]));
}

/// The boards that a walk visits.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    /// The moves.
    pub moves: &'a dyn BothWays,
    /// The puzzle's parts.
    pub structure: &'a Structure,
    /// The solved boards.
    pub solved: &'a [Vec<u8>],
    /// True if every move has an inverse. Then a neighbour's distance differs by at most one, and a
    /// new layer must leave out only the boards of the two layers before.
    pub is_reversible: bool,
}

/// The boards of a layer whose hash is `number` modulo `count`.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) number: u64,
    pub(super) count: u64,
}

impl Part {
    pub(super) const WHOLE: Self = Self {
        number: 0,
        count: 1,
    };

    fn contains(self, row: &[u64]) -> bool {
        self.count == 1 || {
            let mix = |hash: u64, word: &u64| {
                let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                mixed ^ mixed >> 29
            };
            row.iter().fold(0, mix) % self.count == self.number
        }
    }
}

/// A walk. If only the numbers of boards matter, it visits one board of each symmetric class.
pub(super) struct Walk<'a> {
    ground: Ground<'a>,
    images: Option<&'a Images>,
    budget: Budget<'a>,
    pub(super) packing: Packing,
    /// The rows of each layer in ascending order; empty if they are no longer needed.
    pub(super) layers: Vec<Vec<u64>>,
    /// The number of rows of each layer.
    pub(super) counts: Vec<u64>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        ground: Ground<'a>,
        images: Option<&'a Images>,
        budget: Budget<'a>,
    ) -> Result<Self, Unfinished<LayersError>> {
        budget.begin("walking from the goal", "boards", None);
        let mut walk = Self {
            ground,
            images,
            budget,
            packing: Packing::of(ground.structure, ground.solved),
            layers: Vec::new(),
            counts: Vec::new(),
        };
        let mut first = Vec::new();
        for board in ground.solved {
            walk.add(board, Part::WHOLE, &mut first);
        }
        let first = walk.ordered(first)?;
        walk.push(first);
        Ok(walk)
    }

    /// Appends the row of a board, or of the least of its class, if it is in a part.
    fn add(&self, symbols: &[u8], part: Part, rows: &mut Vec<u64>) {
        let start = rows.len();
        match self.images {
            None => self.packing.pack(symbols, rows),
            Some(images) => self.packing.pack_least(symbols, images, rows),
        }
        if rows.get(start..).is_some_and(|row| !part.contains(row)) {
            rows.truncate(start);
        }
    }

    /// The rows of the boards one move before these.
    fn before(&self, rows: &[u64], part: Part) -> Vec<u64> {
        let (mut found, mut symbols) = (Vec::new(), Vec::new());
        for row in rows.chunks_exact(self.packing.words()) {
            self.packing.unpack(row, &mut symbols);
            self.ground
                .moves
                .each_before(&symbols, &mut |before| self.add(before, part, &mut found));
        }
        found
    }

    /// The rows in order, without known boards.
    fn ordered(&self, mut rows: Vec<u64>) -> Result<Vec<u64>, Unfinished<LayersError>> {
        let words = self.packing.words();
        sort(&mut rows, words, self.budget);
        self.budget.check()?;
        remove_known(&mut rows, &[], words);
        for layer in &self.layers {
            remove_known(&mut rows, layer, words);
        }
        Ok(rows)
    }

    /// A part of the layer after the last.
    pub(super) fn next(&self, part: Part) -> Result<Vec<u64>, Unfinished<LayersError>> {
        let words = self.packing.words();
        let last = self.last();
        let mut found = Vec::new();
        for (number, rows) in last.chunks(BOARDS_PER_CHECK * words).enumerate() {
            self.budget.check()?;
            let chunks = rows.chunks(EXPANDED * words);
            for rows in parallel::map(chunks, |rows| self.before(rows, part)) {
                found.extend(rows);
            }
            if number == 0 {
                // Growing by halves would take more memory.
                let all = found.len() as u64 * last.len() as u64 / rows.len().max(1) as u64;
                let more = usize::try_from(all + all / 64).unwrap_or(0);
                found.reserve_exact(more.saturating_sub(found.len()));
            }
        }
        self.ordered(found)
    }

    /// Appends a layer.
    pub(super) fn push(&mut self, mut layer: Vec<u64>) {
        layer.shrink_to_fit();
        let boards = (layer.len() / self.packing.words()) as u64;
        self.budget.advance(boards);
        self.counts.push(boards);
        self.layers.push(layer);
    }

    /// Drops the layers that are no longer needed to find the next.
    pub(super) fn forget(&mut self) {
        if self.ground.is_reversible {
            for layer in self.layers.iter_mut().rev().skip(2) {
                *layer = Vec::new();
            }
        }
    }

    pub(super) fn last(&self) -> &[u64] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    /// The approximate number of rows met next, with repetitions, for each row of the last layer.
    fn growth(&self) -> f64 {
        let words = self.packing.words();
        let last = self.last();
        let step = (last.len() / words / SAMPLE).max(1);
        let rows = last.chunks_exact(words).step_by(step);
        let (boards, met) = rows.fold((0u64, 0u64), |(boards, met), row| {
            let found = self.before(row, Part::WHOLE).len() / words;
            (boards + 1, met + found as u64)
        });
        as_float(met) / as_float(boards.max(1))
    }

    /// The bytes of these rows.
    fn bytes(&self, rows: f64) -> f64 {
        rows * as_float((self.packing.words() * size_of::<u64>()) as u64)
    }

    fn kept(&self) -> f64 {
        let rows: usize = self.layers.iter().map(Vec::len).sum();
        as_float((rows * size_of::<u64>()) as u64)
    }

    fn allowed(&self) -> u64 {
        self.budget.memory.unwrap_or(u64::MAX)
    }

    /// Returns an error if the next layer will not fit, or surely one of the later ones up to
    /// distance `asked`.
    pub(super) fn check_memory(&self, asked: usize) -> Result<(), LayersError> {
        let allowed = self.allowed();
        let distance = self.counts.len();
        let each = self.growth();
        let last = self.counts.last().copied().unwrap_or(0);
        let now = self.kept() + self.bytes(as_float(last) * each);
        let left = asked.saturating_sub(distance);
        // The first estimate is for the next layer.
        let estimates: Vec<Estimate> = estimates(&self.counts).take(left).collect();
        // The bytes needed to find the layer after this one.
        let takes = |e: &Estimate| self.bytes(e.total + e.count * each);
        let mut later = estimates.iter();
        if now <= as_float(allowed) && !later.any(|e| e.surely_exceeds(takes(e), allowed)) {
            return Ok(());
        }
        let fitting = if now > as_float(allowed) {
            0
        } else {
            1 + estimates
                .iter()
                .take_while(|e| takes(e) <= as_float(allowed))
                .count()
        };
        Err(LayersError::Memory {
            asked,
            farthest: distance - 1 + fitting,
            allowed,
            needed: match left.checked_sub(1) {
                Some(last) => {
                    let clear = estimates.get(last).filter(|e| e.is_clear());
                    clear.map(|e| rounded(takes(e)))
                }
                None => Some(rounded(now)),
            },
        })
    }

    /// The number of parts in which the layer after the last fits.
    pub(super) fn parts(&self) -> Result<u64, LayersError> {
        let allowed = as_float(self.allowed());
        let last = self.counts.last().copied().unwrap_or(0);
        let needed = self.bytes(as_float(last) * self.growth());
        let room = (allowed - self.kept()).max(1.0);
        let parts = rounded((needed / room).ceil()).max(1);
        if parts > MAX_PARTS {
            let distance = self.counts.len();
            return Err(LayersError::Memory {
                asked: distance,
                farthest: distance - 1,
                allowed: self.allowed(),
                needed: Some(rounded(self.kept() + needed / as_float(MAX_PARTS))),
            });
        }
        Ok(parts)
    }
}
