//! The population of a puzzle of three symbols that each have a goal, as the rotation game's
//! 9,465,511,770 boards: none is stored.
//!
//! A board is a partition of the cells into the places of its three symbols. Where each goal asks
//! for one symbol, and for the same of each, its distance is the least that the table of one symbol
//! has for these. So boards are [counted](super::partitions) from the entries of that table
//! (735,471 in the rotation game), and found by their nearest places.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use thiserror::Error;

use super::partitions::{self, Counts};
use super::{Population, Random};
use crate::kernel::Kernel;
use crate::rank::bits;
use crate::rank::subset::Subsets;
use crate::space::ranked::index;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;
use crate::symmetry;
use crate::table::Table;

/// The most pieces of a symbol.
const MOST_PIECES: u32 = 8;
/// Where fewer than one try in this many finds a board, the boards are listed.
const TRIES: u64 = 200;
/// The ways to give three sets of places to the three symbols; in the first three the first set
/// goes round.
const COLOURINGS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];
/// The level of places from which no moves lead to the goal; a table's distances are below it.
const NEVER: u8 = u8::MAX;

/// Why boards can't be counted by symbols.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BySymbolsError {
    /// The view is not that of one symbol among three of as many pieces.
    #[error("not a view of one symbol that has a third of at most 24 cells")]
    Pieces,
}

/// All boards of a puzzle of three symbols, from the table of one symbol. It has three goals, one
/// for each symbol; those tie whose symbols are equally near.
pub struct BySymbols<P> {
    puzzle: P,
    /// Pieces of a symbol.
    size: u32,
    subsets: Subsets,
    /// By rank of a symbol's places: the distance.
    levels: Box<[u8]>,
    /// How many places there are at each distance.
    at: Vec<u64>,
    counts: Counts,
    /// The halves of the cells that one symbol leaves, those without the last cell first.
    halves: Vec<u16>,
    /// By distance: the places at it, once a board is drawn.
    places: Vec<OnceLock<Vec<u32>>>,
    /// By distance: the boards but for their colours, once one is drawn where they are rare.
    rare: Vec<OnceLock<Vec<[u32; 2]>>>,
}

impl<P: Kernel> BySymbols<P> {
    /// The population of a puzzle, counted, from the table of the view of any of its symbols: there
    /// the symbol is 0, all others are 1.
    ///
    /// # Errors
    /// If the view is not one of three symbols of as many pieces, or counting is cancelled.
    pub fn new<V: Kernel>(
        puzzle: P,
        view: &V,
        table: &Table,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BySymbolsError>> {
        let parts = view.structure();
        let (&[size, rest], Some(subsets)) = (&parts.pieces[..], subsets(&parts.pieces)) else {
            return Err(BySymbolsError::Pieces.into());
        };
        if !(1..=MOST_PIECES).contains(&size) || rest != 2 * size {
            return Err(BySymbolsError::Pieces.into());
        }
        let levels = levels(view, table, &subsets);
        let level = |places| levels.get(subsets.rank(places) as usize).copied();
        let level = |places| level(places).filter(|&level| level != NEVER);
        let symmetries = symmetry::find(&parts);
        let counts = partitions::count(size, level, &symmetries.cells(), budget)?;
        let mut at = vec![0; usize::from(NEVER) + 1];
        for &level in &levels {
            at[usize::from(level)] += 1;
        }
        let halves = (0..=u16::MAX >> (16 - rest)).filter(|half| half.count_ones() == size);
        let distances = counts.all.len();
        Ok(Self {
            puzzle,
            size,
            subsets,
            levels,
            at,
            counts,
            halves: halves.collect(),
            places: (0..distances).map(|_| OnceLock::new()).collect(),
            rare: (0..distances).map(|_| OnceLock::new()).collect(),
        })
    }

    /// The distance of one symbol's places to its goal.
    fn level(&self, places: u32) -> u8 {
        let level = self.levels.get(self.subsets.rank(places) as usize);
        level.copied().debug_unwrap_or(NEVER)
    }

    /// The places at a distance, in the order of their ranks.
    fn places_at(&self, distance: u8) -> impl Iterator<Item = u32> + '_ {
        let levels = (0..).zip(&self.levels);
        let ranks = levels.filter(move |(_, level)| **level == distance);
        ranks.map(|(rank, _)| self.subsets.unrank(rank))
    }

    /// All cells, as bits.
    const fn all(&self) -> u32 {
        u32::MAX >> (32 - 3 * self.size)
    }

    /// The cells outside of one symbol's places, each as a bit, in ascending order, in two halves.
    fn outside(&self, places: u32) -> [[u32; MOST_PIECES as usize]; 2] {
        let mut left = self.all() & !places;
        let mut halves = [[0; MOST_PIECES as usize]; 2];
        for half in &mut halves {
            for cell in half.iter_mut().take(self.size as usize) {
                *cell = left & left.wrapping_neg();
                left ^= *cell;
            }
        }
        halves
    }

    /// The parts of a half for the cells in these two halves.
    const fn cut(&self, half: u16) -> [usize; 2] {
        [
            (half & ((1 << self.size) - 1)) as usize,
            (half >> self.size) as usize,
        ]
    }

    /// The board whose symbols have these sets of places, in this order.
    fn coloured(&self, sets: [u32; 3], colouring: [usize; 3]) -> Option<P::Board> {
        with_places(
            &self.puzzle,
            colouring.map(|set| sets.get(set).copied().debug_unwrap_or(0)),
        )
    }

    /// Visits the boards at a distance but for their colours: the places of three symbols, each
    /// triple once.
    ///
    /// The first place is one at the distance, the least of those in the triple; or, where that is
    /// shorter because many are at the distance, any that is not nearer and holds the first cell.
    /// The rest of the cells is cut in two in all ways that leave the last cell to the third
    /// symbol.
    fn triples(
        &self,
        distance: u8,
        visit: &mut dyn FnMut([u32; 3]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let nearer: u64 = self.at.iter().take(distance.into()).sum();
        let at = match self.at.get(usize::from(distance)) {
            Some(&at) if distance != NEVER => at,
            _ => return ControlFlow::Continue(()),
        };
        let by_cell = 3 * at > self.levels.len() as u64 - nearer;
        let mut not_nearer = vec![0; self.levels.len().div_ceil(bits::WORD)];
        for (rank, &level) in self.levels.iter().enumerate() {
            if level >= distance {
                bits::insert(&mut not_nearer, rank);
            }
        }
        let rank = |places| index(self.subsets.rank(places).into());
        let not_nearer = |places| bits::get(&not_nearer, rank(places)) == 1;
        let firsts: Box<dyn Iterator<Item = u32>> = if by_cell {
            let places = (0..self.subsets.count()).map(|rank| self.subsets.unrank(rank));
            Box::new(places.filter(|&places| places & 1 == 1 && not_nearer(places)))
        } else {
            Box::new(self.places_at(distance))
        };
        for first in firsts {
            let is_near = self.level(first) == distance;
            let [low, high] = self.outside(first).map(|cells| unions(&cells));
            for &half in &self.halves[..self.halves.len() / 2] {
                let [left, right] = self.cut(half);
                let second = low[left] | high[right];
                let third = self.all() & !(first | second);
                if !not_nearer(second) || !not_nearer(third) {
                    continue;
                }
                let others = [second, third].into_iter();
                let mut near = others.filter(|&places| self.level(places) == distance);
                let is_wanted = if by_cell {
                    is_near || near.next().is_some()
                } else {
                    near.all(|places| first < places)
                };
                if is_wanted {
                    visit([first, second, third])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The boards at a distance but for their colours: the places of two symbols.
    fn rare(&self, distance: u8) -> Option<&[[u32; 2]]> {
        let list = self.rare.get(usize::from(distance))?.get_or_init(|| {
            let mut list = Vec::new();
            // The visitor never breaks off.
            let _ = self.triples(distance, &mut |[first, second, _]| {
                list.push([first, second]);
                ControlFlow::Continue(())
            });
            list
        });
        Some(list)
    }
}

impl<P: Kernel> Population for BySymbols<P> {
    type Puzzle = P;

    fn puzzle(&self) -> &P {
        &self.puzzle
    }

    fn counts(&self) -> &[u64] {
        &self.counts.all
    }

    fn tying(&self) -> Vec<u64> {
        self.counts.tying.clone()
    }

    /// Three lookups.
    fn distance(&self, board: &P::Board) -> Option<u8> {
        let places = places(&self.puzzle, board);
        let levels = places.map(|places| self.level(places));
        levels.into_iter().min().filter(|&level| level != NEVER)
    }

    /// The six recolourings of a board one after another.
    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(P::Board) -> ControlFlow<()>) {
        // Whether it broke off, the visitor knows.
        let _ = self.triples(distance, &mut |sets| {
            let mut boards = COLOURINGS.iter().filter_map(|c| self.coloured(sets, *c));
            boards.try_for_each(&mut *visit)
        });
    }

    /// Draws a symbol, places for it at this distance, and places for the others. That finds a
    /// board in as many ways as symbols tie on it, so of those with `t` one in `t` is kept: then
    /// each is equally likely. Where almost all tries find nearer boards, all at this distance are
    /// listed, and a place of the list and the colours are drawn.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<P::Board> {
        let count = *self.counts().get(usize::from(distance))?;
        let at = *self.at.get(usize::from(distance))?;
        let tries = 3 * at * self.halves.len() as u64;
        if count.saturating_mul(TRIES) < tries {
            let rare = self.rare(distance)?;
            let &[first, second] = rare.get(random.place(rare.len()))?;
            let third = self.all() & !(first | second);
            let colouring = COLOURINGS[random.place(COLOURINGS.len())];
            return self.coloured([first, second, third], colouring);
        }
        let places = self
            .places
            .get(usize::from(distance))?
            .get_or_init(|| self.places_at(distance).collect());
        loop {
            let first = *places.get(random.place(places.len()))?;
            let half = *self.halves.get(random.place(self.halves.len()))?;
            let parts = self.outside(first).into_iter().zip(self.cut(half));
            let members = parts.flat_map(|(cells, part)| {
                let cells = cells.into_iter().enumerate();
                cells.filter_map(move |(i, cell)| (part >> i & 1 == 1).then_some(cell))
            });
            let second = members.fold(0, |places, cell| places | cell);
            let third = self.all() & !(first | second);
            let others = [second, third].map(|places| self.level(places));
            let near = others.map(|level| u64::from(level == distance));
            if others.iter().all(|&level| level >= distance)
                && random.below(1 + near[0] + near[1]) == 0
            {
                let colouring = COLOURINGS[random.place(3)];
                return self.coloured([first, second, third], colouring);
            }
        }
    }
}

/// Ranks of the places of the first of two symbols.
fn subsets(pieces: &[u32]) -> Option<Subsets> {
    let &[size, rest] = pieces else {
        return None;
    };
    Subsets::new(size.checked_add(rest)?, size)
}

/// By rank of the places of symbol 0: the distance.
fn levels<V: Kernel>(view: &V, table: &Table, subsets: &Subsets) -> Box<[u8]> {
    let mut levels = vec![NEVER; subsets.count() as usize];
    for rank in 0..table.len() as u64 {
        let Some(distance) = table.distance(rank) else {
            continue;
        };
        let places = view.marks(&view.unrank(rank), 0);
        if let Some(level) = levels.get_mut(subsets.rank(places) as usize) {
            *level = distance;
        }
    }
    levels.into()
}

/// The unions of eight sets of cells, by the bits of those that are in it.
fn unions(sets: &[u32; MOST_PIECES as usize]) -> [u32; 256] {
    let mut unions = [0; 256];
    for (i, set) in sets.iter().enumerate() {
        for without in 0..1 << i {
            unions[without | 1 << i] = unions[without] | set;
        }
    }
    unions
}

/// By symbol, 0, 1 and 2: the cells that hold it, as bits.
fn places<K: Kernel>(puzzle: &K, board: &K::Board) -> [u32; 3] {
    [0, 1, 2].map(|symbol| puzzle.marks(board, symbol))
}

/// The board whose symbols are on these cells, if there is one.
fn with_places<K: Kernel>(puzzle: &K, [_, ones, twos]: [u32; 3]) -> Option<K::Board> {
    let mut symbols = [0; 32];
    let symbols = symbols.get_mut(..puzzle.model().cells())?;
    for (cell, symbol) in symbols.iter_mut().enumerate() {
        *symbol = (ones >> cell & 1) as u8 | ((twos >> cell & 1) as u8) << 1;
    }
    puzzle.board(symbols)
}
