//! An order of cells and moves that depends on what the moves do, not on how a puzzle was written
//! down: puzzles that differ in names only get the same order, up to their symmetries.
//!
//! Once the moves are in order, the cells of an orbit are numbered as the moves reach them from one of
//! them, the one for which the table of images is the least. Moves are distinguished by their
//! cycles and by the cycles of their products and, if these are alike, by singling out each in
//! turn: the order with the least tables counts. Orders with the same tables differ by a symmetry, so
//! the rest of the later one's branch is pruned, and so are moves that known symmetries make of
//! those already singled out (B. D. `McKay`, "Practical graph isomorphism", 1981).

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::group::{Permutation, moved_orbits, orbits};

/// The most images of cells, and pairs of moves, that are read to compare orders of the moves. If that
/// is not enough, names may matter.
const EFFORT: usize = 40_000_000;

/// Cells and moves in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    /// The orbits of cells that moves change, larger ones first.
    pub(crate) orbits: Vec<Vec<u8>>,
    pub(crate) moves: Vec<u8>,
    /// For each pair of moves: a hash of the cycles of their products.
    pub(crate) pairs: Vec<u64>,
}

/// An orbit's cells in order: the numbers of their images under the moves; by cell the first that
/// holds the same symbol on the solved board; and the cells.
type Numbered = (Vec<u8>, Vec<u8>, Vec<u8>);

/// An order of the moves, and the cells in theirs.
#[derive(Default)]
struct NamedOrder {
    moves: Vec<u8>,
    orbits: Vec<Vec<u8>>,
    /// By orbit: the images of its cells, and which hold the same symbols.
    tables: (Vec<Vec<u8>>, Vec<Vec<u8>>),
    /// The moves that were singled out.
    path: Vec<usize>,
}

struct NamingSearch<'p> {
    moves: &'p [Permutation],
    home: &'p [u8],
    orbits: Vec<Vec<u8>>,
    pairs: Vec<u64>,
    /// The different pairs of hashes of two moves, in both orders, ascending; and for each pair of
    /// moves its place among them.
    ranked: (Vec<(u64, u64)>, Vec<usize>),
    best: Option<NamedOrder>,
    /// By known symmetry: the move that each becomes.
    symmetries: Vec<Vec<usize>>,
    /// The number of cells whose piece each move carries to a cell with the same symbol.
    unchanged: Vec<usize>,
    effort: Cell<usize>,
}

impl Naming {
    /// The given order of moves, and larger orbits first. Symmetries need [`of`](Self::of).
    pub(super) fn as_given(moves: &[Permutation]) -> Self {
        let points = moves.first().map_or(0, Permutation::points);
        Self {
            orbits: moved_orbits(points, moves),
            moves: (0..=u8::MAX).take(moves.len()).collect(),
            pairs: Vec::new(),
        }
    }

    /// Finds the order for a puzzle with these moves and this solved board.
    pub(crate) fn of(moves: &[Permutation], home: &[u8]) -> Self {
        let mut orbits = orbits(home.len(), moves);
        orbits.retain(|orbit| orbit.len() > 1);
        let inverses: Vec<Permutation> = moves.iter().map(Permutation::inverse).collect();
        let mut pairs = Vec::new();
        for a in moves {
            let a_cycles = cycles(a, &orbits);
            let both = moves.iter().zip(&inverses);
            let product = |b: &Permutation| cycles(&a.then(b), &orbits);
            pairs.extend(both.map(|(b, inverse)| hash(&[a_cycles, product(b), product(inverse)])));
        }
        let colours = pairs.iter().step_by(moves.len() + 1).copied().collect();
        let symbol = |cell: u8| home.get(usize::from(cell));
        let unchanged = |m: &Permutation| {
            let both = (0..=u8::MAX).zip(m.images());
            both.filter(|&(cell, &to)| symbol(cell) == symbol(to))
                .count()
        };
        let mut search = NamingSearch {
            moves,
            home,
            orbits,
            ranked: ranked(&pairs, moves.len()),
            pairs,
            best: None,
            symmetries: Vec::new(),
            unchanged: moves.iter().map(unchanged).collect(),
            effort: Cell::new(EFFORT),
        };
        search.descend(colours, &mut Vec::new());
        let best = search.best.unwrap_or_default();
        Self {
            orbits: best.orbits,
            moves: best.moves,
            pairs: search.pairs,
        }
    }
}

impl NamingSearch<'_> {
    /// Compares all orders of the moves with these colours; returns how many of the singled-out moves
    /// the next order still has to begin with.
    fn descend(&mut self, mut colours: Vec<u64>, path: &mut Vec<usize>) -> usize {
        self.refine(&mut colours);
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&m| colours[m]);
        let mut classes = order.chunk_by(|&a, &b| colours[a] == colours[b]);
        let Some(class) = classes.find(|class| class.len() > 1) else {
            return self.compare(&order, path);
        };
        let max_unchanged = class.iter().map(|&m| self.unchanged[m]).max();
        let mut tried = vec![false; colours.len()];
        for &m in class {
            if tried[m] || Some(self.unchanged[m]) != max_unchanged {
                continue;
            }
            let mut next = colours.clone();
            next[m] = hash(&next[m]);
            path.push(m);
            let kept = self.descend(next, path);
            path.pop();
            if kept < path.len() || self.effort.get() == 0 {
                return kept;
            }
            tried[m] = true;
            self.close(&mut tried, path);
        }
        path.len()
    }

    /// Adds the moves that symmetries make of these; only symmetries that keep the moves of the path.
    fn close(&self, tried: &mut [bool], path: &[usize]) {
        let keeps = |images: &&Vec<usize>| path.iter().all(|&m| images[m] == m);
        let symmetries: Vec<_> = self.symmetries.iter().filter(keeps).collect();
        let mut open: Vec<usize> = (0..tried.len()).filter(|&m| tried[m]).collect();
        while let Some(m) = open.pop() {
            for images in &symmetries {
                if !std::mem::replace(&mut tried[images[m]], true) {
                    open.push(images[m]);
                }
            }
        }
    }

    /// Gives moves different colours that make different pairs with the others.
    fn refine(&self, colours: &mut Vec<u64>) {
        let all = colours.len();
        let (tuples, places) = &self.ranked;
        loop {
            let mut different = colours.clone();
            different.sort_unstable();
            different.dedup();
            if different.len() == all {
                return;
            }
            self.spend(all * all);
            let ranks: Vec<usize> = colours
                .iter()
                .map(|colour| different.partition_point(|other| other < colour))
                .collect();
            let mut keys = Vec::with_capacity(all);
            let refined: Vec<u64> = (0..all)
                .map(|a| {
                    let row = &places[a * all..][..all];
                    keys.clear();
                    keys.extend(
                        ranks
                            .iter()
                            .zip(row)
                            .map(|(&rank, &place)| (rank << 16) | place),
                    );
                    keys.sort_unstable();
                    let pairs = keys.iter().map(|key| {
                        let (there, back) = tuples[key & 0xffff];
                        (different[key >> 16], there, back)
                    });
                    hash(&(colours[a], pairs.collect::<Vec<_>>()))
                })
                .collect();
            let mut finer = refined.clone();
            finer.sort_unstable();
            finer.dedup();
            if finer.len() == different.len() {
                return;
            }
            *colours = refined;
        }
    }

    /// Compares an order of the moves with the best so far.
    fn compare(&mut self, order: &[usize], path: &[usize]) -> usize {
        let orbits = self.orbits.iter().map(|orbit| self.least(orbit, order));
        let mut found: Vec<Numbered> = orbits.collect();
        found.sort_by(|a, b| (b.2.len(), b).cmp(&(a.2.len(), a)));
        let parts = found.into_iter();
        let (images, (looks, orbits)) = parts
            .map(|(images, looks, cells)| (images, (looks, cells)))
            .unzip();
        let order = NamedOrder {
            moves: order.iter().map(|&m| small(m)).collect(),
            orbits,
            tables: (images, looks),
            path: path.to_vec(),
        };
        let Some(best) = &self.best else {
            self.best = Some(order);
            return path.len();
        };
        match best.tables.cmp(&order.tables) {
            Ordering::Less => path.len(),
            Ordering::Equal => {
                let mut images = vec![0; order.moves.len()];
                for (&m, &image) in best.moves.iter().zip(&order.moves) {
                    images[usize::from(m)] = image.into();
                }
                self.symmetries.push(images);
                let both = best.path.iter().zip(path).take_while(|(a, b)| a == b);
                both.count()
            }
            Ordering::Greater => {
                self.best = Some(order);
                path.len()
            }
        }
    }

    /// An orbit's cells in the order whose table is the least, for this order of the moves.
    fn least(&self, orbit: &[u8], order: &[usize]) -> Numbered {
        let mut least = None;
        for &first in orbit {
            least = self.numbered(first, order, least.as_ref()).or(least);
        }
        least.unwrap_or_default()
    }

    /// An orbit's cells numbered from this one, unless the table is not less than the least so far.
    fn numbered(&self, first: u8, order: &[usize], least: Option<&Numbered>) -> Option<Numbered> {
        let mut numbers = [None; Permutation::MAX_POINTS];
        numbers[usize::from(first)] = Some(0);
        let (mut cells, mut images) = (vec![first], Vec::new());
        let mut known = Ordering::Equal;
        let mut place = 0;
        while let Some(&cell) = cells.get(place) {
            self.spend(order.len());
            for &m in order {
                let image = self.moves[m].image(cell);
                let number = *numbers[usize::from(image)].get_or_insert(small(cells.len()));
                if usize::from(number) == cells.len() {
                    cells.push(image);
                }
                if let Some((least, ..)) = least {
                    known = known.then(number.cmp(&least[images.len()]));
                    if known.is_gt() {
                        return None;
                    }
                }
                images.push(number);
            }
            place += 1;
        }
        let symbol = |cell: &u8| self.home[usize::from(*cell)];
        let lookalike = |cell: &u8| cells.iter().position(|other| symbol(other) == symbol(cell));
        let looks = cells.iter().filter_map(lookalike).map(small).collect();
        let numbered = (images, looks, cells);
        least
            .is_none_or(|least| numbered < *least)
            .then_some(numbered)
    }

    fn spend(&self, effort: usize) {
        self.effort.set(self.effort.get().saturating_sub(effort));
    }
}

/// The different pairs of the numbers of two moves, and the place of each among them.
fn ranked(pairs: &[u64], moves: usize) -> (Vec<(u64, u64)>, Vec<usize>) {
    let both = |place: usize| {
        let back = place % moves * moves + place / moves;
        (pairs[place], pairs[back])
    };
    let all: Vec<(u64, u64)> = (0..pairs.len()).map(both).collect();
    let mut different = all.clone();
    different.sort_unstable();
    different.dedup();
    let place = |pair: &(u64, u64)| different.partition_point(|other| other < pair);
    let places = all.iter().map(place).collect();
    (different, places)
}

/// A number for the lengths of a permutation's cycles on each orbit, whatever the orbits' order.
fn cycles(of: &Permutation, orbits: &[Vec<u8>]) -> u64 {
    let mut is_seen = vec![false; of.points()];
    let on_orbit = |orbit: &Vec<u8>| {
        let mut lengths = Vec::new();
        for &first in orbit {
            let (mut point, mut length) = (first, 0u32);
            while !std::mem::replace(&mut is_seen[usize::from(point)], true) {
                point = of.image(point);
                length += 1;
            }
            lengths.push(length);
        }
        lengths.sort_unstable();
        hash(&lengths)
    };
    orbits.iter().map(on_orbit).fold(0, u64::wrapping_add)
}

/// There are at most 256 cells, and fewer moves.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
