//! Finds cells that are neighbours for a puzzle's moves.
//!
//! A set of pairs of cells is good if each move takes almost all of its pairs to pairs of the set:
//! a part of small conductance of the graph whose edges are what moves do to pairs. Such parts are
//! found by sweeps over the pairs where short random walks end (R. Andersen, F. Chung, K. Lang,
//! "Local graph partitioning using `PageRank` vectors", 2006).

use std::cmp::Reverse;
use std::ops::Range;

use crate::space::structure::Structure;

/// The moves of a walk.
const STEPS: usize = 6;

/// The most steps of all walks together, each of one pair by one move. They take milliseconds.
const WORK: usize = 1 << 21;
/// The most steps of a single walk, which take tens of milliseconds. For 100 pancakes it has three million.
const LONGEST_WALK: usize = 1 << 24;

/// Means that differ by less are equal.
const EPSILON: f64 = 1e-9;

/// Pairs of cells that are neighbours.
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    /// The cells of each pair, the smaller first. The plate is the cell after the last.
    pub(super) pairs: Vec<[u16; 2]>,
    /// The most pairs that one move joins: it brings pieces to neighbours from cells that are not.
    pub(super) max_joined: u32,
    /// The mean over all boards of the goal's pairs that are apart, divided by `max_joined`.
    pub(super) mean: f64,
}

/// A set of pairs, by number.
#[derive(Default)]
struct PairSet {
    set: Vec<usize>,
    mean: f64,
    max_joined: u32,
    /// The pairs that all moves together join.
    joined: u32,
}

impl Relation {
    /// The relation with the largest mean that is found; `None` if there is none, or the puzzle is
    /// too large.
    pub(super) fn find(structure: &Structure) -> Option<Self> {
        let graph = PairGraph::new(structure)?;
        let walk = graph.pairs.len() * graph.sources.len() * STEPS;
        let mut best = PairSet::default();
        for seed in graph.seeds().into_iter().take((WORK / walk.max(1)).max(1)) {
            graph.sweep(seed, &mut best);
        }
        // No walk from a pair of cells ends at a pair with the plate.
        for plate in graph.plates() {
            graph.consider([&best.set[..], &[plate]].concat(), &mut best);
        }
        // A sweep may have taken in some pairs too early.
        for pair in best.set.clone() {
            let others = best.set.iter().copied().filter(|other| *other != pair);
            graph.consider(others.collect(), &mut best);
        }
        best.set.sort_unstable();
        (best.mean > 0.0).then(|| Self {
            pairs: best.set.iter().map(|pair| graph.pairs[*pair]).collect(),
            max_joined: best.max_joined,
            mean: best.mean,
        })
    }
}

/// All pairs of cells, and where moves take them.
struct PairGraph {
    cells: usize,
    /// In the order of their numbers; pairs with the plate come last.
    pairs: Vec<[u16; 2]>,
    /// For each move and pair, the pair whose pieces come here. Moves with the same effect count
    /// once.
    sources: Vec<Vec<u16>>,
    /// For each pair, the first pair of its orbit and the size of the orbit.
    orbits: Vec<(usize, u32)>,
    /// For each pair, true if a goal names the pieces on both cells.
    is_required: Vec<bool>,
}

/// The number of a pair of cells among those up to 256.
const fn number([a, b]: [u16; 2]) -> u16 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // 256 * 255 / 2 + 255 fits.
    high / 2 * (high - 1 + high % 2) + low
}

impl PairGraph {
    /// `None` if it is too large to walk in, or nothing moves.
    fn new(structure: &Structure) -> Option<Self> {
        let cells = structure.cells();
        let plate = u16::try_from(cells).ok()?;
        let mut effects: Vec<&[u8]> = structure.turns.iter().map(|turn| &turn.from[..]).collect();
        effects.sort_unstable();
        effects.dedup();
        let pairs = (1..=plate).flat_map(|high| (0..high).map(move |low| [low, high]));
        let pairs: Vec<[u16; 2]> = pairs.collect();
        if cells > 256 || pairs.len() * effects.len() * STEPS > LONGEST_WALK {
            return None;
        }
        let sources: Vec<Vec<u16>> = effects
            .iter()
            .map(|from| {
                let cell = |cell: u16| {
                    from.get(usize::from(cell))
                        .map_or(cell, |from| (*from).into())
                };
                pairs.iter().map(|pair| number(pair.map(cell))).collect()
            })
            .collect();
        let is_required = |pair: &[u16; 2]| {
            let named = |goal: &Vec<Option<u8>>| {
                pair.iter().all(|cell| {
                    *cell == plate || goal.get(usize::from(*cell)).is_some_and(Option::is_some)
                })
            };
            structure.goals.iter().any(named)
        };
        Some(Self {
            cells,
            orbits: orbits(&sources, pairs.len()),
            is_required: pairs.iter().map(is_required).collect(),
            pairs,
            sources,
        })
    }

    /// The pairs at which walks start. Pairs that most moves take elsewhere come first, because
    /// walks from them mix well; of these, pairs from which two moves lead to the fewest others.
    fn seeds(&self) -> Vec<usize> {
        let moves = self.sources.len();
        let after = |pair: usize| {
            self.sources
                .iter()
                .map(move |sources| usize::from(sources[pair]))
        };
        let carried = |pair: &usize| Reverse(after(*pair).filter(|source| source != pair).count());
        let mut seeds: Vec<usize> = (0..self.plates().start).collect();
        seeds.sort_by_cached_key(carried);
        seeds.truncate(WORK / (moves * moves).max(1));
        let mut last_seed = vec![usize::MAX; self.pairs.len()];
        seeds.sort_by_cached_key(|pair| {
            let two_moves_away = after(*pair).flat_map(after);
            let is_new = |other: &usize| std::mem::replace(&mut last_seed[*other], *pair) != *pair;
            (carried(pair), two_moves_away.filter(is_new).count())
        });
        seeds
    }

    fn plates(&self) -> Range<usize> {
        self.pairs.len() - self.cells..self.pairs.len()
    }

    /// Considers the pairs where most walks from one end, for each number of pairs.
    fn sweep(&self, seed: usize, best: &mut PairSet) {
        let mut walks = vec![0u64; self.pairs.len()];
        walks[seed] = 1;
        for _ in 0..STEPS {
            let mut next = walks.clone();
            for sources in &self.sources {
                for (to, from) in next.iter_mut().zip(sources) {
                    *to = to.saturating_add(walks[usize::from(*from)]);
                }
            }
            walks = next;
        }
        let mut order: Vec<usize> = (0..walks.len()).filter(|pair| walks[*pair] > 0).collect();
        order.sort_by_key(|pair| Reverse(walks[*pair]));
        for end in 1..=order.len().min(2 * self.cells) {
            // Equally likely pairs stay together, so that the order of cells does not matter.
            if order.get(end).map(|pair| walks[*pair]) != Some(walks[order[end - 1]]) {
                self.consider(order[..end].to_vec(), best);
            }
        }
    }

    /// Keeps a set if its mean is larger, or as large with fewer pairs joined.
    ///
    /// The pieces of a pair are equally often on each pair of cells of its orbit.
    fn consider(&self, mut set: Vec<usize>, best: &mut PairSet) {
        set.sort_unstable();
        set.dedup();
        let mut is_in = vec![false; self.pairs.len()];
        let mut members = vec![0u32; self.pairs.len()];
        for pair in &set {
            is_in[*pair] = true;
            members[self.orbits[*pair].0] += 1;
        }
        let joined = self.sources.iter().map(|sources| {
            let comes_from = set.iter().map(|pair| usize::from(sources[*pair]));
            comes_from.map(|source| u32::from(!is_in[source])).sum()
        });
        let (joined, max_joined) = joined.fold((0, 0), |(sum, max), joined: u32| {
            (sum + joined, joined.max(max))
        });
        let required = set.iter().filter(|pair| self.is_required[**pair]);
        let apart = required.map(|pair| {
            let (orbit, size) = self.orbits[*pair];
            1.0 - f64::from(members[orbit]) / f64::from(size)
        });
        let mean = apart.sum::<f64>() / f64::from(max_joined.max(1));
        let is_as_good = mean > best.mean - EPSILON && joined < best.joined;
        if max_joined > 0 && (mean > best.mean + EPSILON || is_as_good) {
            *best = PairSet {
                set,
                mean,
                max_joined,
                joined,
            };
        }
    }
}

/// For each pair, the first of its orbit and the size of the orbit.
fn orbits(sources: &[Vec<u16>], pairs: usize) -> Vec<(usize, u32)> {
    let mut firsts: Vec<usize> = (0..pairs).collect();
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for (to, from) in sources
            .iter()
            .flat_map(|sources| sources.iter().enumerate())
        {
            let ends = [to, usize::from(*from)];
            let first = firsts[ends[0]].min(firsts[ends[1]]);
            for end in ends {
                is_changed |= std::mem::replace(&mut firsts[end], first) != first;
            }
        }
    }
    let mut sizes = vec![0; pairs];
    for first in &firsts {
        sizes[*first] += 1;
    }
    firsts
        .into_iter()
        .map(|first| (first, sizes[first]))
        .collect()
}
