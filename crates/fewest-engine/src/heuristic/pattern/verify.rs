//! The proof of a pattern database. It shares no code with the build.
//!
//! A plain breadth-first search over the tiles' cells and the blank's region, with a layer per move
//! of a tile. A placement's entry must be the first layer where it occurs. The search starts at the
//! goal: all moves have inverses.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Pattern;
use crate::kernel::tiles::{MAX_MOVES, Storage, Tiles};
use crate::rank::placement::Placements;
use crate::space::Move;
use crate::space::ranked::index;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::refuted::{Refuted, TableEntry, TableMistake};
use crate::table::verify::{Proof, ProofTally};

/// Bits per placement in a set (up to 16 cells, more): the lowest cells of the blank's regions.
const STRIDES: [usize; 2] = [16, 32];
const WORDS_PER_TASK: usize = 1 << 12;

/// The bytes of memory that the proof of a table of `tiles` tiles on `cells` cells takes.
#[must_use]
pub fn proof_bytes(cells: usize, tiles: usize) -> u64 {
    let count = placements(cells, tiles).map_or(u64::MAX, |placements| placements.count());
    count.saturating_mul(3 * stride(cells) as u64 / 8)
}

const fn stride(cells: usize) -> usize {
    STRIDES[(cells > STRIDES[0]) as usize]
}

fn placements(cells: usize, tiles: usize) -> Option<Placements> {
    Placements::new(u32::try_from(cells).ok()?, u32::try_from(tiles).ok()?)
}

struct PatternRules<'p> {
    pattern: &'p Pattern,
    placements: Placements,
    /// The neighbours of each cell, as bits.
    beside: Vec<u32>,
    stride: usize,
}

/// Proves every entry of a table, on all cores with the feature `rayon`. It takes [`proof_bytes`]
/// of memory; `budget.memory` is ignored.
///
/// # Errors
/// If an entry is wrong, the table is for other boards, or the proof was cancelled.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::Budget;
/// use fewest::heuristic::pattern::{Pattern, verify};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let pattern = Pattern::build(&eight, &[1, 2, 3], Budget::default())?;
/// let proof = verify(&eight, &pattern, Budget::default())?;
/// // The ways to put three tiles on nine cells.
/// assert_eq!(proof.boards, 9 * 8 * 7);
/// assert_eq!(proof.counts, pattern.counts());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<S: Storage>(
    puzzle: &Tiles<S>,
    pattern: &Pattern,
    budget: Budget<'_>,
) -> Result<Proof, Unfinished<Refuted>> {
    let (cells, tiles) = (puzzle.cells(), pattern.tiles());
    let other = Refuted::Boards {
        found: 0,
        expected: 0,
    };
    let placements = placements(cells, tiles.len()).ok_or(other.clone())?;
    let beside = |a| {
        let moves = (0..).take(MAX_MOVES).map(Move::new);
        let targets = moves.map(move |m| puzzle.target(a, m));
        targets.filter(move |&b| b != a && b < STRIDES[1])
    };
    let rules = PatternRules {
        pattern,
        placements,
        beside: (0..cells)
            .map(|a| beside(a).fold(0, |set, b| set | 1 << b))
            .collect(),
        stride: stride(cells),
    };
    let per_word = rules.per_word();
    let count = placements.count();
    budget.begin("proving the pattern database", "placements", Some(count));
    let words = index(count.div_ceil(per_word as u64));
    let mut next: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default)
        .take(words)
        .collect();
    let (mut layer, mut seen) = (vec![0; words], vec![0; words]);
    let homes = tiles
        .iter()
        .map(|&tile| u8::try_from(puzzle.home(tile)))
        .collect::<Result<Vec<u8>, _>>();
    rules.meet(&homes.map_err(|_| other)?, puzzle.goal().blank(), &next);
    let mut counts = Vec::new();
    let mut all = ProofTally::default();
    for depth in 0u32.. {
        let parts = next.chunks_mut(WORDS_PER_TASK).zip(
            layer
                .chunks_mut(WORDS_PER_TASK)
                .zip(seen.chunks_mut(WORDS_PER_TASK)),
        );
        let settled = sum(parts.enumerate().collect(), |(i, (next, (layer, seen)))| {
            if budget.is_over() {
                return ProofTally::default();
            }
            rules.settle(
                (i * WORDS_PER_TASK * per_word) as u64,
                depth,
                next,
                layer,
                seen,
            )
        });
        budget.check()?;
        budget.advance(settled.boards);
        counts.push(settled.boards);
        all = all.plus(settled);
        if layer.iter().all(|&word| word == 0) {
            break;
        }
        let parts = layer.chunks(WORDS_PER_TASK).enumerate();
        all = all.plus(sum(parts.collect(), |(i, layer)| {
            if budget.is_over() {
                return ProofTally::default();
            }
            rules.expand((i * WORDS_PER_TASK * per_word) as u64, layer, &next)
        }));
    }
    let parts = seen.chunks(WORDS_PER_TASK).enumerate();
    all = all.plus(sum(parts.collect(), |(i, seen)| {
        rules.unmet((i * WORDS_PER_TASK * per_word) as u64, seen)
    }));
    if let Some((rank, fault)) = all.worst {
        let claim = TableEntry::Distance(rules.entry(rank));
        return Err(Refuted::Board { rank, claim, fault }.into());
    }
    while counts.last() == Some(&0) {
        counts.pop();
    }
    Ok(Proof {
        boards: count,
        moves: all.moves,
        counts,
        unsolvable: count - all.boards,
    })
}

fn sum<P: Send>(parts: Vec<P>, work: impl Fn(P) -> ProofTally + Sync + Send) -> ProofTally {
    let tallies = parallel::map(parts, work).into_iter();
    tallies.fold(ProofTally::default(), ProofTally::plus)
}

fn members(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(cell)
    })
}

impl PatternRules<'_> {
    const fn per_word(&self) -> usize {
        u64::BITS as usize / self.stride
    }

    /// The placements of a part, each with its bits.
    fn each(&self, first: u64, words: &[u64]) -> impl Iterator<Item = (u64, u32)> {
        let (stride, per_word) = (self.stride, self.per_word());
        let mask = (1u64 << stride) - 1;
        let words = words.iter().zip((first..).step_by(per_word));
        words.flat_map(move |(&word, rank)| {
            (0..per_word).map(move |i| {
                #[expect(clippy::cast_possible_truncation, reason = "at most 32 bits")]
                let bits = (word >> (i * stride) & mask) as u32;
                (rank + i as u64, bits)
            })
        })
    }

    fn entry(&self, rank: u64) -> u8 {
        let places = self.placements.unrank(rank);
        places
            .map(|places| self.pattern.distance(&places))
            .debug_unwrap_or(0)
    }

    /// The cells that the blank can reach from a cell while no tile moves.
    fn region(&self, tiles: u32, from: u32) -> u32 {
        let mut region = 1u32 << (from % u32::BITS);
        loop {
            let beside = members(region).filter_map(|cell| self.beside.get(cell as usize));
            let grown = beside.fold(region, |grown, beside| grown | beside & !tiles);
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Adds the state with tiles and blank on these cells to a set.
    fn meet(&self, places: &[u8], blank: usize, set: &[AtomicU64]) {
        let tiles = places
            .iter()
            .fold(0u32, |set, &cell| set | 1 << (cell % 32));
        let region = self.region(tiles, u32::try_from(blank).debug_unwrap_or(0));
        let Some(rank) = self.placements.rank(places) else {
            debug_assert!(false, "each tile has a cell of its own");
            return;
        };
        let at = index(rank);
        if let Some(word) = set.get(at / self.per_word()) {
            let bit = at % self.per_word() * self.stride + region.trailing_zeros() as usize;
            word.fetch_or(1 << bit, Ordering::Relaxed);
        }
    }

    /// Makes a layer of the new states, and checks the entries of newly seen placements.
    fn settle(
        &self,
        first: u64,
        depth: u32,
        next: &mut [AtomicU64],
        layer: &mut [u64],
        seen: &mut [u64],
    ) -> ProofTally {
        let mut tally = ProofTally::default();
        for (next, (layer, seen)) in next.iter_mut().zip(layer.iter_mut().zip(&*seen)) {
            *layer = std::mem::take(next.get_mut()) & !seen;
        }
        for ((rank, new), (_, old)) in self.each(first, layer).zip(self.each(first, seen)) {
            if new != 0 && old == 0 {
                tally.boards += 1;
                if u32::from(self.entry(rank)) != depth {
                    tally.note(rank, TableMistake::Distance(Some(depth)));
                }
            }
        }
        for (layer, seen) in layer.iter().zip(seen) {
            *seen |= layer;
        }
        tally
    }

    /// Plays every move of a tile from the states of a layer.
    fn expand(&self, first: u64, layer: &[u64], next: &[AtomicU64]) -> ProofTally {
        let mut tally = ProofTally::default();
        for (rank, regions) in self.each(first, layer).filter(|(_, regions)| *regions != 0) {
            let Some(mut places) = self.placements.unrank(rank) else {
                debug_assert!(false, "a layer holds ranks of placements");
                continue;
            };
            let tiles = places
                .iter()
                .fold(0u32, |set, &cell| set | 1 << (cell % 32));
            for region in members(regions).map(|from| self.region(tiles, from)) {
                for tile in 0..places.len() {
                    let cell = places[tile];
                    let beside = self
                        .beside
                        .get(usize::from(cell))
                        .copied()
                        .debug_unwrap_or(0);
                    for to in members(beside & region) {
                        places[tile] = u8::try_from(to).debug_unwrap_or(cell);
                        self.meet(&places, cell.into(), next);
                        tally.moves += 1;
                    }
                    places[tile] = cell;
                }
            }
        }
        tally
    }

    /// Checks that placements from which the tiles never get home have entry 0.
    fn unmet(&self, first: u64, seen: &[u64]) -> ProofTally {
        let never = |&(rank, regions): &(u64, u32)| {
            regions == 0 && rank < self.placements.count() && self.entry(rank) != 0
        };
        let worst = self.each(first, seen).find(never);
        ProofTally {
            worst: worst.map(|(rank, _)| (rank, TableMistake::Distance(None))),
            ..ProofTally::default()
        }
    }
}
