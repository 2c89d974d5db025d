//! Random boards farther away than the listed boards.
//!
//! From a random board of the last listed distance, random moves lead outwards. A sequence is dropped as
//! soon as it does not get farther away. The board at its end has as many such sequences as shortest
//! ways back to the last listed distance. It is kept with probability 1 in that number, so that all boards
//! are equally likely (rejection: J. von Neumann, "Various techniques used in connection with random
//! digits", 1951). The ways are counted by a walk from the board, half of the way to the goal or less.

use std::ops::RangeInclusive;

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::LayersError;
use super::growth::{estimates, rounded};
use super::outwards::{BothWays, Ground, Part, Walk};
use super::packing::Packing;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::support::random::Random;
use crate::symmetry::{Images, Symmetries};

/// A layer is always listed if it has at most the first number of neighbours, and never if it has more
/// than the second.
const FEW: u64 = 1 << 20;
const MOST: u64 = 1 << 22;
/// A layer is listed if its neighbours are at most this many times the boards met to count ways.
const WORTH: u64 = 16;
/// The most boards met to count the ways back from a board.
const MOST_MET: u64 = 1 << 24;
/// A draw gives up when it has met this many boards, and this many times the boards of one count.
const MET: u64 = 1 << 24;
const COUNTS: u64 = 512;
/// Boards expanded by a core at a time.
const EXPANDED: usize = 1 << 8;

type Row = Box<[u64]>;

/// The boards near the goals, one of each class of symmetric boards, from which others are drawn.
pub(crate) struct Beyond {
    packing: Packing,
    images: Images,
    symmetries: Symmetries,
    layers: Vec<Listed>,
    /// True if there are no other boards.
    is_complete: bool,
    is_reversible: bool,
    /// The most boards from which a move leads to one board.
    most_before: usize,
}

/// The boards at a distance.
struct Listed {
    /// The least of each class, in ascending order.
    rows: Vec<u64>,
    /// The number of boards in each class and the classes before it.
    ends: Vec<u64>,
}

impl Listed {
    fn boards(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    fn contains(&self, row: &[u64]) -> bool {
        let words = row.len();
        let (mut first, mut end) = (0, self.rows.len() / words.max(1));
        while first < end {
            let middle = usize::midpoint(first, end);
            match self.rows.get(middle * words..(middle + 1) * words) {
                Some(other) if other < row => first = middle + 1,
                Some(other) if other == row => return true,
                _ => end = middle,
            }
        }
        false
    }
}

/// A plan to draw boards in a range of distances.
pub(crate) struct Route {
    first: usize,
    /// The listed distance from which moves lead outwards.
    base: usize,
    /// At each step, as many places are equally likely. Some are empty: the sequence is dropped then.
    places: usize,
    /// The number of sequences for each distance.
    weights: Vec<u64>,
    /// The most boards to meet before a draw gives up.
    met: u64,
}

impl Route {
    /// Returns true if the range is without boards.
    pub(crate) fn is_empty(&self) -> bool {
        self.weights.iter().all(|&weight| weight == 0)
    }

    /// The number of boards, if all are listed.
    pub(crate) fn boards(&self) -> Option<u64> {
        let is_listed = self.first + self.weights.len() <= self.base + 1;
        is_listed.then(|| self.weights.iter().sum())
    }
}

/// The reason why boards at a distance can't be drawn: the last listed distance.
pub(crate) struct TooFar(pub(crate) usize);

impl Beyond {
    /// Lists as many boards as are useful to draw boards at most `farthest` moves away.
    ///
    /// # Errors
    /// If the work was cancelled.
    pub(crate) fn list(
        ground: Ground<'_>,
        symmetries: Symmetries,
        farthest: usize,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<LayersError>> {
        let images = Images::of(&symmetries);
        let mut walk = Walk::new(ground, Some(&images), budget)?;
        let most_before = most_before(ground.structure);
        let (mut layers, mut is_complete) = (Vec::new(), false);
        let listed = |walk: &Walk<'_>| {
            let rows = walk.last().to_vec();
            let mut symbols = Vec::new();
            let mut boards = 0;
            let rows_of_words = rows.chunks_exact(walk.packing.words());
            let ends = rows_of_words
                .map(|row| {
                    walk.packing.unpack(row, &mut symbols);
                    boards += images.replace_by_least(&mut symbols);
                    boards
                })
                .collect();
            Listed { rows, ends }
        };
        layers.push(listed(&walk));
        while !is_enough(&layers, layers.len() - 1, most_before, farthest)
            && walk.check_memory(layers.len()).is_ok()
        {
            let layer = walk.next(Part::WHOLE)?;
            is_complete = layer.is_empty();
            if is_complete {
                break;
            }
            walk.push(layer);
            walk.forget();
            layers.push(listed(&walk));
        }
        let packing = walk.packing;
        Ok(Self {
            packing,
            images,
            symmetries,
            layers,
            is_complete,
            is_reversible: ground.is_reversible,
            most_before,
        })
    }

    /// The number of boards at each distance listed.
    pub(crate) fn counts(&self) -> Vec<u64> {
        self.layers.iter().map(Listed::boards).collect()
    }

    /// The estimated number of boards at a distance that is not listed.
    pub(crate) fn expected(&self, distance: usize) -> Option<u64> {
        let ahead = distance.checked_sub(self.layers.len())?;
        let estimate = estimates(&self.counts()).nth(ahead)?;
        estimate.is_clear().then_some(rounded(estimate.count))
    }

    /// Plans to draw boards in a range of distances.
    ///
    /// # Errors
    /// If the ways back from the farthest are too many to count.
    pub(crate) fn route(&self, distances: &RangeInclusive<usize>) -> Result<Route, TooFar> {
        let (first, last) = (*distances.start(), *distances.end());
        let end = self.layers.len() - 1;
        let last = if self.is_complete {
            last.min(end)
        } else {
            last
        };
        let is_base = |base: &usize| is_enough(&self.layers, *base, self.most_before, last);
        let base = (0..end).find(is_base).unwrap_or(end);
        let steps = last.saturating_sub(base);
        let met = met(&self.layers, base, self.most_before, steps);
        // A move leads back from each board to a listed board, or to the board that was just left.
        let are_fewer = self.is_reversible && base > 0;
        let places = self.most_before.saturating_sub(are_fewer.into());
        if last > base && met > MOST_MET {
            return Err(TooFar(base));
        }
        let weight = |distance: usize| {
            let steps = u32::try_from(distance.saturating_sub(base)).ok()?;
            let boards = self.layers.get(distance.min(base))?.boards();
            let ways = (places as u64).checked_pow(steps)?;
            boards.checked_mul(ways)
        };
        let weights = if first == last && last > base {
            vec![1]
        } else {
            let weights: Option<Vec<u64>> = (first..=last).map(weight).collect();
            let sum = |weights: &Vec<u64>| {
                let mut weights = weights.iter();
                weights.try_fold(0u64, |sum, &weight| sum.checked_add(weight))
            };
            weights
                .filter(|weights| sum(weights).is_some())
                .ok_or(TooFar(base))?
        };
        Ok(Route {
            first,
            base,
            places,
            weights,
            met: MET.saturating_add(met.saturating_mul(COUNTS)),
        })
    }

    /// Draws a board, each with the same probability, and its distance. `None` if none is found, or the
    /// work has to stop.
    pub(crate) fn draw(
        &self,
        moves: &dyn BothWays,
        route: &Route,
        random: &mut Random,
        budget: Budget<'_>,
    ) -> Option<(Vec<u8>, usize)> {
        let mut met = 0;
        while met < route.met && !budget.is_over() {
            let distance = route.first + random.weighted(&route.weights)?;
            let found = Attempt {
                beyond: self,
                moves,
                base: route.base,
                places: route.places,
                budget,
                met: &mut met,
            }
            .to(distance, random);
            if let Some(symbols) = found {
                return Some((symbols, distance));
            }
        }
        None
    }

    /// Draws a listed board.
    fn listed(&self, distance: usize, random: &mut Random) -> Option<Vec<u8>> {
        let layer = self.layers.get(distance)?;
        let place = random.below(layer.boards());
        let class = layer.ends.partition_point(|&end| end <= place);
        let row = layer.rows.chunks_exact(self.packing.words()).nth(class)?;
        let (mut symbols, mut image) = (Vec::new(), Vec::new());
        self.packing.unpack(row, &mut symbols);
        let symmetry = random.place(self.symmetries.len());
        self.symmetries
            .iter()
            .nth(symmetry)?
            .image(&symbols, &mut image);
        Some(image)
    }

    fn row(&self, symbols: &[u8]) -> Row {
        let mut row = Vec::with_capacity(self.packing.words());
        self.packing.pack_least(symbols, &self.images, &mut row);
        row.into()
    }
}

/// An attempt to draw a board.
struct Attempt<'a> {
    beyond: &'a Beyond,
    moves: &'a dyn BothWays,
    base: usize,
    places: usize,
    budget: Budget<'a>,
    /// The boards met so far.
    met: &'a mut u64,
}

impl Attempt<'_> {
    fn to(&mut self, distance: usize, random: &mut Random) -> Option<Vec<u8>> {
        let beyond = self.beyond;
        let mut board = beyond.listed(distance.min(self.base), random)?;
        let mut left = Vec::new();
        let steps = distance.saturating_sub(self.base);
        for step in 1..=steps {
            // Also if no move leads to it.
            *self.met += 1;
            let mut before: Vec<Vec<u8>> = Vec::new();
            self.moves.each_before(&board, &mut |symbols| {
                *self.met += 1;
                if symbols != left && !before.iter().any(|other| other == symbols) {
                    before.push(symbols.to_vec());
                }
            });
            before.retain(|symbols| {
                let row = beyond.row(symbols);
                let mut listed = beyond.layers.iter().take(self.base + 1).rev();
                !listed.any(|layer| layer.contains(&row))
            });
            debug_assert!(before.len() <= self.places, "each board has a place");
            let next = before.into_iter().nth(random.place(self.places))?;
            left = std::mem::replace(&mut board, next);
            let ways = self.ways(&board, step, step == steps)?;
            if step == steps && random.below(ways) > 0 {
                return None;
            }
        }
        Some(board)
    }

    /// The number of ways in this many moves to the last listed distance, or 1 if they are not counted.
    /// `None` if fewer moves are enough.
    fn ways(&mut self, board: &[u8], steps: usize, are_counted: bool) -> Option<u64> {
        let mut levels: Vec<FxHashMap<Row, u64>> = Vec::new();
        levels.push([(self.beyond.row(board), 1)].into_iter().collect());
        for _ in 1..steps {
            let mut next: FxHashMap<Row, u64> = FxHashMap::default();
            let (mut met, mut is_nearer) = (0, false);
            for (row, ways) in levels.last()? {
                self.each_after(row, &mut |row| {
                    met += 1;
                    is_nearer |= self.is_at_base(&row);
                    if !levels.iter().any(|level| level.contains_key(&row)) {
                        let sum = next.entry(row).or_default();
                        *sum = sum.saturating_add(*ways);
                    }
                });
                if is_nearer || self.budget.is_over() {
                    break;
                }
            }
            *self.met += met;
            if is_nearer || self.budget.is_over() {
                return None;
            }
            levels.push(next);
        }
        if !are_counted {
            return Some(1);
        }
        let last: Vec<(&Row, &u64)> = levels.last()?.iter().collect();
        let attempt = &*self;
        let counted = parallel::map(last.chunks(EXPANDED), |rows| {
            let (mut met, mut all) = (0, 0u64);
            for (row, ways) in rows {
                attempt.each_after(row, &mut |after| {
                    met += 1;
                    if attempt.is_at_base(&after) {
                        all = all.saturating_add(**ways);
                    }
                });
                if attempt.budget.is_over() {
                    break;
                }
            }
            (met, all)
        });
        let mut sum = 0u64;
        for (met, ways) in counted {
            *self.met += met;
            sum = sum.saturating_add(ways);
        }
        (!self.budget.is_over()).then_some(sum)
    }

    /// Visits the rows of the boards one move after a board, each board once.
    fn each_after(&self, row: &[u64], visit: &mut dyn FnMut(Row)) {
        let (mut symbols, mut after) = (Vec::new(), Vec::<u8>::new());
        self.beyond.packing.unpack(row, &mut symbols);
        let cells = symbols.len().max(1);
        self.moves.each_after(&symbols, &mut |next| {
            if !after.chunks_exact(cells).any(|other| other == next) {
                after.extend_from_slice(next);
                visit(self.beyond.row(next));
            }
        });
    }

    fn is_at_base(&self, row: &[u64]) -> bool {
        let layer = self.beyond.layers.get(self.base);
        layer.is_some_and(|layer| layer.contains(row))
    }
}

/// Returns true if no more layers than up to `base` are useful to draw boards at this distance.
fn is_enough(layers: &[Listed], base: usize, places: usize, distance: usize) -> bool {
    let rows = layers.get(base).map_or(0, |layer| layer.ends.len());
    let cost = (rows as u64).saturating_mul(places as u64);
    let steps = distance.saturating_sub(base);
    let needed = met(layers, base, places, steps).saturating_mul(WORTH);
    steps == 0 || cost > MOST || cost > FEW.max(needed)
}

/// An estimate of the boards met to count the ways in this many moves.
fn met(layers: &[Listed], base: usize, places: usize, steps: usize) -> u64 {
    let boards = |distance: usize| layers.get(distance).map_or(0, Listed::boards);
    let before = base.checked_sub(1).map_or(1, boards).max(1);
    let growth = boards(base)
        .div_ceil(before)
        .clamp(2, (places as u64).max(2));
    let steps = u32::try_from(steps.saturating_sub(1)).unwrap_or(u32::MAX);
    growth.saturating_pow(steps).saturating_mul(places as u64)
}

/// The most boards from which a move can lead to one board.
fn most_before(structure: &Structure) -> usize {
    let mut free = 0;
    let mut bound: FxHashMap<u8, FxHashMap<usize, usize>> = FxHashMap::default();
    let effects = structure
        .turns
        .iter()
        .map(|turn| (&turn.needs[..], &turn.from));
    for (needs, from) in effects.collect::<FxHashSet<_>>() {
        let &[(cell, symbol)] = needs else {
            free += 1;
            continue;
        };
        // The needed symbol comes to this cell.
        let to = from.iter().position(|&from| from == cell);
        let cells = bound.entry(symbol).or_default();
        *cells.entry(to.unwrap_or(0)).or_default() += 1;
    }
    let bound = bound.into_iter().map(|(symbol, cells)| {
        let mut turns: Vec<usize> = cells.into_values().collect();
        turns.sort_unstable_by(|one, other| other.cmp(one));
        let pieces = structure.pieces.get(usize::from(symbol));
        let pieces = pieces.map_or(0, |&pieces| pieces as usize);
        turns.into_iter().take(pieces).sum::<usize>()
    });
    free + bound.sum::<usize>()
}
