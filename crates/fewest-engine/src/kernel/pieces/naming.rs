//! A canonical order of cells and moves: it depends on what the moves do, not on how a puzzle was
//! written down. Puzzles that differ in names only get the same order, up to their symmetries.
//!
//! An order of the moves also orders the cells: those of an orbit are numbered as the moves reach
//! them from a first cell, the one with the least table of images. The order of the moves with the
//! least tables is canonical. It is found by individualisation and refinement (B. D. `McKay`,
//! "Practical graph isomorphism", 1981): moves have colours, at first by their cycles, and a colour
//! is refined by the cycles of a move's products with the others. While several moves share a
//! colour, each of them in turn is singled out, which makes a tree with an order at each leaf.
//! Leaves with the same tables differ by a symmetry. Of branches that symmetries exchange, only one
//! is searched.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::group::{Permutation, moved_orbits};

/// The most images of cells, and pairs of moves, that are read to compare orders of the moves. If
/// that is not enough, names may matter.
const EFFORT: usize = 40_000_000;
/// The bits of a pair's kind in a key of [`NamingSearch::refined`]. There are at most 255 moves.
const KIND_BITS: u32 = 16;

/// Cells and moves in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    /// The orbits of cells that moves change, larger ones first.
    pub(crate) orbits: Vec<Vec<u8>>,
    pub(crate) moves: Vec<u8>,
    /// For each pair of moves: a hash of the cycles of their products.
    pub(crate) pairs: Vec<u64>,
}

/// An orbit's cells in order. Orders are compared field by field.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Numbered {
    /// For each cell and move, the number of the cell's image.
    images: Vec<u8>,
    /// For each cell, the number of the first cell with the same symbol on the solved board.
    looks: Vec<u8>,
    cells: Vec<u8>,
}

/// A leaf of the tree: an order of the moves, and of the cells in each orbit.
#[derive(Default)]
struct Leaf {
    moves: Vec<usize>,
    /// Larger orbits first.
    orbits: Vec<Numbered>,
    /// The moves that were singled out.
    path: Vec<usize>,
}

/// Properties that distinguish pairs of moves.
struct MovePairs {
    /// For each pair, a hash of the cycles of the first move and of its products with the second.
    hashes: Vec<u64>,
    /// The different kinds, ascending: the hashes of a pair in both orders.
    kinds: Vec<(u64, u64)>,
    /// For each pair, the place of its kind.
    kind_of: Vec<usize>,
}

struct NamingSearch<'p> {
    moves: &'p [Permutation],
    home: &'p [u8],
    orbits: Vec<Vec<u8>>,
    pairs: MovePairs,
    /// For each move, the number of cells whose piece it carries to a cell with the same symbol.
    unchanged: Vec<usize>,
    /// The leaf with the least tables so far.
    best: Option<Leaf>,
    /// The known symmetries: the move that each move becomes.
    symmetries: Vec<Vec<usize>>,
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
        let orbits = moved_orbits(home.len(), moves);
        let pairs = MovePairs::of(moves, &orbits);
        let with_itself = pairs.hashes.iter().step_by(moves.len() + 1);
        let colours = with_itself.copied().collect();
        let unchanged = |m: &Permutation| {
            let cells = home.iter().zip(m.images());
            cells
                .filter(|(symbol, to)| home[usize::from(**to)] == **symbol)
                .count()
        };
        let mut search = NamingSearch {
            moves,
            home,
            orbits,
            pairs,
            unchanged: moves.iter().map(unchanged).collect(),
            best: None,
            symmetries: Vec::new(),
            effort: Cell::new(EFFORT),
        };
        search.descend(colours, &mut Vec::new());
        let best = search.best.unwrap_or_default();
        Self {
            orbits: best.orbits.into_iter().map(|orbit| orbit.cells).collect(),
            moves: best.moves.into_iter().map(small).collect(),
            pairs: search.pairs.hashes,
        }
    }
}

impl MovePairs {
    fn of(moves: &[Permutation], orbits: &[Vec<u8>]) -> Self {
        let inverses: Vec<Permutation> = moves.iter().map(Permutation::inverse).collect();
        let mut hashes = Vec::new();
        for a in moves {
            let a_cycles = cycles(a, orbits);
            let product = |b: &Permutation| cycles(&a.then(b), orbits);
            let both = moves.iter().zip(&inverses);
            hashes.extend(both.map(|(b, inverse)| hash(&[a_cycles, product(b), product(inverse)])));
        }
        let kind = |pair: usize| {
            let reversed = pair % moves.len() * moves.len() + pair / moves.len();
            (hashes[pair], hashes[reversed])
        };
        let of_pairs: Vec<(u64, u64)> = (0..hashes.len()).map(kind).collect();
        let kinds = distinct(&of_pairs);
        let place = |kind: &(u64, u64)| kinds.partition_point(|other| other < kind);
        Self {
            kind_of: of_pairs.iter().map(place).collect(),
            kinds,
            hashes,
        }
    }
}

impl Leaf {
    /// Compares the tables of images, then the symbols: neither depends on names.
    fn compare(&self, other: &Self) -> Ordering {
        let orbits = || self.orbits.iter().zip(&other.orbits);
        let images = orbits().map(|(a, b)| a.images.cmp(&b.images));
        let looks = orbits().map(|(a, b)| a.looks.cmp(&b.looks));
        images.chain(looks).fold(Ordering::Equal, Ordering::then)
    }
}

impl NamingSearch<'_> {
    /// Searches the tree below the moves of a path, with these colours. Returns the length to which
    /// the path is to be cut before the search continues.
    fn descend(&mut self, mut colours: Vec<u64>, path: &mut Vec<usize>) -> usize {
        self.refine(&mut colours);
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|&m| colours[m]);
        let mut classes = order.chunk_by(|&a, &b| colours[a] == colours[b]);
        let Some(class) = classes.find(|class| class.len() > 1) else {
            return self.compare(order, path);
        };
        // Colours do not depend on symbols, which also distinguish moves.
        let max_unchanged = class.iter().map(|&m| self.unchanged[m]).max();
        let mut tried = vec![false; colours.len()];
        for &m in class {
            if tried[m] || Some(self.unchanged[m]) != max_unchanged {
                continue;
            }
            let mut singled_out = colours.clone();
            singled_out[m] = hash(&colours[m]);
            path.push(m);
            let kept = self.descend(singled_out, path);
            path.pop();
            if kept < path.len() || self.effort.get() == 0 {
                return kept;
            }
            tried[m] = true;
            self.add_images(&mut tried, path);
        }
        path.len()
    }

    /// Adds the images of these moves under the known symmetries that keep the moves of the path:
    /// their branches have the same tables.
    fn add_images(&self, tried: &mut [bool], path: &[usize]) {
        let keeps_path = |images: &&Vec<usize>| path.iter().all(|&m| images[m] == m);
        let symmetries: Vec<_> = self.symmetries.iter().filter(keeps_path).collect();
        let mut open: Vec<usize> = (0..tried.len()).filter(|&m| tried[m]).collect();
        while let Some(m) = open.pop() {
            for images in &symmetries {
                if !std::mem::replace(&mut tried[images[m]], true) {
                    open.push(images[m]);
                }
            }
        }
    }

    /// Refines the colours until no class of moves splits.
    fn refine(&self, colours: &mut Vec<u64>) {
        loop {
            let classes = distinct(colours);
            if classes.len() == colours.len() {
                return;
            }
            self.spend(colours.len() * colours.len());
            let refined = self.refined(colours, &classes);
            if distinct(&refined).len() == classes.len() {
                return;
            }
            *colours = refined;
        }
    }

    /// Gives different colours to moves that make different pairs with the others. `classes` are the
    /// different colours, ascending.
    fn refined(&self, colours: &[u64], classes: &[u64]) -> Vec<u64> {
        let MovePairs { kinds, kind_of, .. } = &self.pairs;
        let class = |colour| classes.partition_point(|other| other < colour);
        let class_of: Vec<usize> = colours.iter().map(class).collect();
        // Keys stand for a colour and a kind, in the same order, and are sorted faster.
        let key = |(class, kind): (&usize, &usize)| class << KIND_BITS | kind;
        let mut keys = Vec::with_capacity(colours.len());
        let refined = |a: usize| {
            let with_a = &kind_of[a * colours.len()..][..colours.len()];
            keys.clear();
            keys.extend(class_of.iter().zip(with_a).map(key));
            keys.sort_unstable();
            let pairs = keys.iter().map(|key| {
                let (there, back) = kinds[key & ((1 << KIND_BITS) - 1)];
                (classes[key >> KIND_BITS], there, back)
            });
            hash(&(colours[a], pairs.collect::<Vec<_>>()))
        };
        (0..colours.len()).map(refined).collect()
    }

    /// Compares the leaf of an order with the best so far.
    fn compare(&mut self, moves: Vec<usize>, path: &[usize]) -> usize {
        let orbits = self.orbits.iter().map(|orbit| self.least(orbit, &moves));
        let mut orbits: Vec<Numbered> = orbits.collect();
        orbits.sort_by(|a, b| (b.cells.len(), b).cmp(&(a.cells.len(), a)));
        let leaf = Leaf {
            moves,
            orbits,
            path: path.to_vec(),
        };
        let Some(best) = self.best.as_mut() else {
            self.best = Some(leaf);
            return path.len();
        };
        match best.compare(&leaf) {
            Ordering::Less => {}
            Ordering::Greater => *best = leaf,
            Ordering::Equal => {
                let mut images = vec![0; leaf.moves.len()];
                for (&m, &image) in best.moves.iter().zip(&leaf.moves) {
                    images[m] = image;
                }
                self.symmetries.push(images);
                // The symmetry carries the rest of this branch to one that has been searched.
                let both = best.path.iter().zip(path);
                return both.take_while(|(a, b)| a == b).count();
            }
        }
        path.len()
    }

    /// An orbit's cells in the least order, for this order of the moves.
    fn least(&self, orbit: &[u8], order: &[usize]) -> Numbered {
        let mut least = None;
        for &first in orbit {
            least = self.numbered(first, order, least.as_ref()).or(least);
        }
        least.unwrap_or_default()
    }

    /// An orbit's cells numbered from this one, unless their order is not less than the least so far.
    fn numbered(&self, first: u8, order: &[usize], least: Option<&Numbered>) -> Option<Numbered> {
        let mut numbers = [None; Permutation::MAX_POINTS];
        numbers[usize::from(first)] = Some(0);
        let (mut cells, mut images) = (vec![first], Vec::new());
        let least_images = least.map(|least| &least.images[..]);
        let mut compared = Ordering::Equal;
        let mut place = 0;
        while let Some(&cell) = cells.get(place) {
            self.spend(order.len());
            for &m in order {
                let image = self.moves[m].image(cell);
                let number = *numbers[usize::from(image)].get_or_insert(small(cells.len()));
                if usize::from(number) == cells.len() {
                    cells.push(image);
                }
                if let Some(least) = least_images {
                    compared = compared.then(number.cmp(&least[images.len()]));
                    if compared.is_gt() {
                        return None;
                    }
                }
                images.push(number);
            }
            place += 1;
        }
        let symbol = |cell: &u8| self.home[usize::from(*cell)];
        let lookalike = |cell: &u8| cells.iter().position(|other| symbol(other) == symbol(cell));
        let numbered = Numbered {
            looks: cells.iter().filter_map(lookalike).map(small).collect(),
            images,
            cells,
        };
        (least.is_none_or(|least| numbered < *least)).then_some(numbered)
    }

    fn spend(&self, effort: usize) {
        self.effort.set(self.effort.get().saturating_sub(effort));
    }
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

/// The different values, ascending.
fn distinct<T: Copy + Ord>(values: &[T]) -> Vec<T> {
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
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
