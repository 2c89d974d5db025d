//! The boards near the goal, distance by distance, for puzzles too large for a table.

use thiserror::Error;

use super::growth::{Estimate, as_float, estimates, rounded};
use crate::space::StateSpace;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::number::size;
use crate::support::progress::Unfinished;

/// Boards expanded between two checks of the cancel flag.
const BOARDS_PER_CHECK: usize = 1 << 16;
/// Boards sorted between two checks of the cancel flag.
const SORTED: usize = 1 << 18;

/// All boards at each distance 0, 1, 2, ... up to a greatest one.
#[derive(Clone, Debug)]
pub struct Layers<B> {
    layers: Vec<Vec<B>>,
    counts: Vec<u64>,
}

/// The reason why layers were not computed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayersError {
    /// The layers need more memory than allowed.
    #[error(
        "{} of memory is enough for all boards up to distance {farthest}{}",
        size(*.allowed),
        .needed.map(|needed| format!("; up to distance {asked} they take about {}", size(needed))).unwrap_or_default()
    )]
    Memory {
        /// The distance requested.
        asked: u8,
        /// The greatest distance whose boards are known to fit.
        farthest: u8,
        /// The number of bytes allowed.
        allowed: u64,
        /// The number of bytes needed up to the requested distance, if known.
        needed: Option<u64>,
        /// The number of boards at the requested distance, if known.
        expected: Option<u64>,
    },
}

impl<B: Copy + Ord + Send> Layers<B> {
    /// Finds the boards at most `farthest` moves from the solved ones, each layer in ascending
    /// order.
    ///
    /// Every move must have an inverse. Then a neighbour's distance differs by at most one, and a
    /// new layer must leave out only the boards of the two layers before.
    ///
    /// # Errors
    /// If the boards take more memory than allowed, or the work was cancelled.
    pub fn grow<P: StateSpace<Board = B>>(
        puzzle: &P,
        solved: Vec<B>,
        farthest: u8,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<LayersError>> {
        let allowed = budget.memory.unwrap_or(u64::MAX);
        if let Some(progress) = budget.progress {
            progress.begin("walking from the goal", "boards", None);
        }
        let mut layers = vec![ascending(solved, budget)?];
        for _ in 0..farthest {
            let (inner, before) = match layers.as_slice() {
                [] => break,
                [only] => (&[][..], only.as_slice()),
                [.., inner, before] => (inner.as_slice(), before.as_slice()),
            };
            let arrivals = |board: &B| u64::from(puzzle.arrivals(board).len());
            let mut met: u64 = before.iter().map(arrivals).sum();
            let counts = counts(&layers);
            check_memory::<B>(&counts, met, farthest, allowed)?;
            let mut layer = Vec::with_capacity(usize::try_from(met).unwrap_or(0));
            for before in before.chunks(BOARDS_PER_CHECK) {
                budget.check()?;
                for board in before {
                    for m in puzzle.arrivals(board) {
                        layer.extend(puzzle.preimages(board, m));
                    }
                }
                // A move may lead here from several boards.
                if layer.len() as u64 > met {
                    met = layer.len() as u64;
                    check_memory::<B>(&counts, met, farthest, allowed)?;
                }
            }
            let mut layer = ascending(layer, budget)?;
            remove_all(&mut layer, inner);
            remove_all(&mut layer, before);
            if layer.is_empty() {
                break;
            }
            layer.shrink_to_fit();
            if let Some(progress) = budget.progress {
                progress.add(layer.len() as u64);
            }
            layers.push(layer);
        }
        let counts = counts(&layers);
        Ok(Self { layers, counts })
    }

    /// The number of boards at each distance.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Sorts the boards of each layer by their keys, the order for draws.
    pub fn sort_by_key(&mut self, mut key: impl FnMut(&B) -> u64) {
        for layer in &mut self.layers {
            layer.sort_by_cached_key(&mut key);
        }
    }

    /// The board at a place among the boards at a distance; `None` past the last.
    #[must_use]
    pub fn nth(&self, distance: u8, place: u64) -> Option<B> {
        let layer = self.layers.get(usize::from(distance))?;
        layer.get(usize::try_from(place).ok()?).copied()
    }
}

fn counts<B>(layers: &[Vec<B>]) -> Vec<u64> {
    layers.iter().map(|layer| layer.len() as u64).collect()
}

/// Returns an error if the next layer will not fit, or surely one of the later ones up to distance
/// `asked`. `counts` has the boards so far; `met` counts those met next, with repetitions.
fn check_memory<B>(counts: &[u64], met: u64, asked: u8, allowed: u64) -> Result<(), LayersError> {
    let board = size_of::<B>().max(1) as u64;
    let (known, last) = (counts.iter().sum::<u64>(), counts.last().copied());
    let now = known.saturating_add(met).saturating_mul(board);
    let distance = u8::try_from(counts.len()).debug_unwrap_or(u8::MAX);
    let left = usize::from(asked.saturating_sub(distance));
    // The first estimate is for the next layer.
    let estimates: Vec<Estimate> = estimates(counts).take(left + 1).collect();
    let each = as_float(met) / as_float(last.unwrap_or(0).max(1));
    // The bytes needed to find the layer after this one.
    let takes = |e: &Estimate| (e.total + e.count * each) * as_float(board);
    let later = || estimates.iter().take(left);
    if now <= allowed && !later().any(|e| e.surely_exceeds(takes(e), allowed)) {
        return Ok(());
    }
    let fitting = if now > allowed {
        0
    } else {
        1 + later()
            .take_while(|e| takes(e) <= as_float(allowed))
            .count()
    };
    let clear = |place: usize| estimates.get(place).filter(|e| e.is_clear());
    let before = left.checked_sub(1);
    Err(LayersError::Memory {
        asked,
        farthest: distance - 1 + u8::try_from(fitting).debug_unwrap_or(u8::MAX),
        allowed,
        needed: before.map_or(Some(now), |before| Some(rounded(takes(clear(before)?)))),
        expected: clear(left).map(|e| rounded(e.count)),
    })
}

/// Sorts boards in ascending order and removes duplicates.
fn ascending<B: Ord + Send>(
    mut boards: Vec<B>,
    budget: Budget<'_>,
) -> Result<Vec<B>, Unfinished<LayersError>> {
    sort(&mut boards, budget);
    budget.check()?;
    boards.dedup();
    Ok(boards)
}

/// Sorts boards, below and above the median in parallel, until it has to stop.
fn sort<B: Ord + Send>(boards: &mut [B], budget: Budget<'_>) {
    if budget.is_over() {
        return;
    }
    if boards.len() <= SORTED {
        boards.sort_unstable();
        return;
    }
    let (below, _, above) = boards.select_nth_unstable(boards.len() / 2);
    #[cfg(feature = "rayon")]
    rayon::join(|| sort(below, budget), || sort(above, budget));
    #[cfg(not(feature = "rayon"))]
    {
        sort(below, budget);
        sort(above, budget);
    }
}

/// Removes the boards of another list. Both lists are in ascending order.
fn remove_all<B: Ord>(boards: &mut Vec<B>, others: &[B]) {
    let mut others = others.iter().peekable();
    boards.retain(|board| {
        while others.next_if(|other| *other < board).is_some() {}
        others.peek() != Some(&board)
    });
}
