//! An order of cells and moves that depends on what the moves do, not on how a puzzle was written
//! down: puzzles that differ in names only get the same order, up to their symmetries.
//!
//! Once the moves are in order, the cells of an orbit are numbered as the moves reach them from one of
//! them, the one for which the table of images is the least. Moves are distinguished by their
//! cycles and by the cycles of their products and, if these are alike, by singling out each in
//! turn: the order with the least tables counts. Orders with the same tables differ by a symmetry, so
//! whatever else begins like the later one is passed over (B. D. `McKay`, "Practical graph
//! isomorphism", 1981).

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::group::{Permutation, orbits};

/// The most images of cells that are read to compare orders of the moves. If that is not enough, names
/// may matter.
const EFFORT: usize = 40_000_000;

/// Cells and moves in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Naming {
    /// The orbits of cells that moves change, larger ones first.
    pub(crate) orbits: Vec<Vec<u8>>,
    pub(crate) moves: Vec<u8>,
    /// By pair of moves: numbers that are equal where the cycles of their products are.
    pub(crate) pairs: Vec<u64>,
}

/// An orbit's cells in order: the numbers of their images under the moves; by cell the first that
/// holds the same symbol on the solved board; and the cells.
type Numbered = (Vec<u8>, Vec<u8>, Vec<u8>);

/// An order of the moves, and the cells in theirs.
#[derive(Default)]
struct Order {
    moves: Vec<u8>,
    orbits: Vec<Vec<u8>>,
    /// By orbit: the images of its cells, and which hold the same symbols.
    tables: (Vec<Vec<u8>>, Vec<Vec<u8>>),
    /// The moves that were singled out.
    path: Vec<usize>,
}

struct Search<'p> {
    moves: &'p [Permutation],
    home: &'p [u8],
    orbits: Vec<Vec<u8>>,
    pairs: Vec<u64>,
    best: Option<Order>,
    effort: usize,
}

impl Naming {
    /// Finds the order for a puzzle with these moves and this solved board.
    pub(crate) fn of(moves: &[Permutation], home: &[u8]) -> Self {
        let mut orbits = orbits(home.len(), moves);
        orbits.retain(|orbit| orbit.len() > 1);
        let mut pairs = Vec::new();
        for a in moves {
            let products = |b| [a.clone(), a.then(b), a.then(&b.inverse())];
            let pair = |b| hash(&products(b).map(|own| cycles(&own, &orbits)));
            pairs.extend(moves.iter().map(pair));
        }
        let colours = pairs.iter().step_by(moves.len() + 1).copied().collect();
        let mut search = Search {
            moves,
            home,
            orbits,
            pairs,
            best: None,
            effort: EFFORT,
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

impl Search<'_> {
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
        for &m in class {
            let mut next = colours.clone();
            next[m] = hash(&next[m]);
            path.push(m);
            let kept = self.descend(next, path);
            path.pop();
            if kept < path.len() || self.effort == 0 {
                return kept;
            }
        }
        path.len()
    }

    /// Gives moves different colours that make different pairs with the others.
    fn refine(&self, colours: &mut Vec<u64>) {
        let all = colours.len();
        let count = |colours: &[u64]| colours.iter().collect::<HashSet<_>>().len();
        loop {
            let refined = (0..all).map(|a| {
                let pair = |b| (colours[b], self.pairs[a * all + b], self.pairs[b * all + a]);
                let mut pairs: Vec<_> = (0..all).map(pair).collect();
                pairs.sort_unstable();
                hash(&(colours[a], pairs))
            });
            let refined: Vec<u64> = refined.collect();
            if count(&refined) == count(colours) {
                return;
            }
            *colours = refined;
        }
    }

    /// Compares an order of the moves with the best so far.
    fn compare(&mut self, order: &[usize], path: &[usize]) -> usize {
        let images = self.orbits.iter().map(|orbit| orbit.len() * orbit.len());
        let images = images.sum::<usize>() * order.len();
        self.effort = self.effort.saturating_sub(images.max(1));
        let orbits = self.orbits.iter().map(|orbit| self.least(orbit, order));
        let mut found: Vec<Numbered> = orbits.collect();
        found.sort_by(|a, b| (b.2.len(), b).cmp(&(a.2.len(), a)));
        let parts = found.into_iter();
        let (images, (looks, orbits)) = parts
            .map(|(images, looks, own)| (images, (looks, own)))
            .unzip();
        let order = Order {
            moves: order.iter().map(|&m| small(m)).collect(),
            orbits,
            tables: (images, looks),
            path: path.to_vec(),
        };
        if let Some(best) = self
            .best
            .as_ref()
            .filter(|best| best.tables <= order.tables)
        {
            let both = best.path.iter().zip(path).take_while(|(a, b)| a == b);
            return if best.tables == order.tables {
                both.count()
            } else {
                path.len()
            };
        }
        self.best = Some(order);
        path.len()
    }

    /// An orbit's cells in the order whose table is the least, for this order of the moves.
    fn least(&self, orbit: &[u8], order: &[usize]) -> Numbered {
        let numbered = |&first: &u8| {
            let mut numbers = vec![None; self.home.len()];
            numbers[usize::from(first)] = Some(0);
            let (mut cells, mut images) = (vec![first], Vec::new());
            let mut place = 0;
            while let Some(&cell) = cells.get(place) {
                for &m in order {
                    let image = self.moves[m].image(cell);
                    let number = numbers[usize::from(image)].get_or_insert(small(cells.len()));
                    if usize::from(*number) == cells.len() {
                        cells.push(image);
                    }
                    images.push(*number);
                }
                place += 1;
            }
            let symbol = |cell: &u8| self.home[usize::from(*cell)];
            let alike = |cell: &u8| cells.iter().position(|own| symbol(own) == symbol(cell));
            let looks = cells.iter().filter_map(alike).map(small).collect();
            (images, looks, cells)
        };
        orbit.iter().map(numbered).min().unwrap_or_default()
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

/// There are at most 256 cells, and fewer moves.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}
