//! The population of a puzzle of three symbols with a goal each, such as the rotation game with its
//! 9,465,511,770 boards. No board is stored.
//!
//! A board is three sets of cells, the *places* of its symbols. If each goal needs one symbol, and
//! all goals need the same cells, a board's distance is the least distance of the three sets in the
//! table of one symbol. So boards are [counted](super::partitions) from the entries of that table
//! (735,471 in the rotation game), and found by the nearest of their sets:
//!
//! * the *first* set is one at the board's distance;
//! * the cells outside it are cut in two equal parts, the *second* and *third* set, neither of them
//!   nearer. A cut has one bit per cell outside (16 in the rotation game);
//! * the *colourings* assign the three sets to the three symbols in six ways.

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
const MAX_PIECES: u32 = 8;
/// If fewer than one draw in this many finds a board, the boards are listed.
const TRIES: u64 = 200;
/// The ways to assign three sets of places to the three symbols. The first three rotate the sets.
const COLOURINGS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];
/// The distance of places that can't reach the goal; greater than any distance in a table.
const UNSOLVABLE: u8 = u8::MAX;

/// The reason why boards can't be counted by symbols.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BySymbolsError {
    /// The view does not show one of three symbols with equal numbers of pieces.
    #[error("not a view of one symbol that has a third of at most 24 cells")]
    Pieces,
}

struct SymbolTable {
    subsets: Subsets,
    /// The distance of each set of places, by rank.
    distances: Box<[u8]>,
    /// The number of sets of places at each distance.
    counts: Vec<u64>,
}

impl SymbolTable {
    /// Converts the table of a view of one symbol, which is 0 there.
    fn of<V: Kernel>(view: &V, table: &Table, subsets: Subsets) -> Self {
        let mut distances = vec![UNSOLVABLE; subsets.count() as usize];
        for rank in 0..table.len() as u64 {
            let Some(distance) = table.distance(rank) else {
                continue;
            };
            let places = view.marks(&view.unrank(rank), 0);
            if let Some(entry) = distances.get_mut(subsets.rank(places) as usize) {
                *entry = distance;
            }
        }
        let mut counts = vec![0; usize::from(UNSOLVABLE) + 1];
        for &distance in &distances {
            counts[usize::from(distance)] += 1;
        }
        Self {
            subsets,
            distances: distances.into(),
            counts,
        }
    }

    fn distance(&self, places: u32) -> u8 {
        let distance = self.distances.get(self.subsets.rank(places) as usize);
        distance.copied().debug_unwrap_or(UNSOLVABLE)
    }

    fn places_at(&self, distance: u8) -> impl Iterator<Item = u32> + '_ {
        let distances = (0..).zip(&self.distances);
        let ranks = distances.filter(move |(_, entry)| **entry == distance);
        ranks.map(|(rank, _)| self.subsets.unrank(rank))
    }

    fn all(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.subsets.count()).map(|rank| self.subsets.unrank(rank))
    }
}

/// All boards of a puzzle of three symbols, from the table of one symbol. Each symbol has a goal.
/// The goals of equally near symbols tie.
pub struct BySymbols<P> {
    puzzle: P,
    size: u32,
    symbol: SymbolTable,
    counts: Counts,
    /// The cuts of the cells outside the first set: the bits of the second set's cells. Cuts that
    /// leave the last cell to the third set come first.
    cuts: Vec<u16>,
    /// The sets of places at each distance, filled when a board is first drawn there.
    places: Vec<OnceLock<Vec<u32>>>,
    /// The first and second set of every board at each distance, filled when a board is first drawn
    /// where boards are rare.
    rare: Vec<OnceLock<Vec<[u32; 2]>>>,
}

impl<P: Kernel> BySymbols<P> {
    /// Counts the boards of a puzzle, from the table of the view of any of its symbols. There, the
    /// symbol is 0 and all others are 1.
    ///
    /// # Errors
    /// If the view does not show one of three equally frequent symbols, or counting is cancelled.
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
        if !(1..=MAX_PIECES).contains(&size) || rest != 2 * size {
            return Err(BySymbolsError::Pieces.into());
        }
        let symbol = SymbolTable::of(view, table, subsets);
        let solvable =
            |places| Some(symbol.distance(places)).filter(|&distance| distance != UNSOLVABLE);
        let symmetries = symmetry::find(&parts);
        let counts = partitions::count(size, solvable, &symmetries.cells(), budget)?;
        let cuts = (0..=u16::MAX >> (16 - rest)).filter(|cut| cut.count_ones() == size);
        let distances = counts.all.len();
        Ok(Self {
            puzzle,
            size,
            symbol,
            counts,
            cuts: cuts.collect(),
            places: (0..distances).map(|_| OnceLock::new()).collect(),
            rare: (0..distances).map(|_| OnceLock::new()).collect(),
        })
    }

    const fn all(&self) -> u32 {
        u32::MAX >> (32 - 3 * self.size)
    }

    /// The cells outside one symbol's places, in ascending order, one bit each, in two halves.
    fn outside(&self, places: u32) -> [[u32; MAX_PIECES as usize]; 2] {
        let mut left = self.all() & !places;
        let mut halves = [[0; MAX_PIECES as usize]; 2];
        for half in &mut halves {
            for cell in half.iter_mut().take(self.size as usize) {
                *cell = left & left.wrapping_neg();
                left ^= *cell;
            }
        }
        halves
    }

    /// A cut's bits for the first and the second half of the cells outside.
    const fn in_halves(&self, cut: u16) -> [usize; 2] {
        [
            (cut & ((1 << self.size) - 1)) as usize,
            (cut >> self.size) as usize,
        ]
    }

    /// The board whose symbols have these sets of places, in the order of a colouring.
    fn coloured(&self, sets: [u32; 3], colouring: [usize; 3]) -> Option<P::Board> {
        with_places(
            &self.puzzle,
            colouring.map(|set| sets.get(set).copied().debug_unwrap_or(0)),
        )
    }

    /// Visits the boards at a distance without their colourings: each triple of sets once.
    ///
    /// The first set is the least of a triple's sets at the distance. If many sets are at the
    /// distance, it is faster to choose the set with the first cell instead, if it is not nearer.
    /// The last cell outside the first set is always in the third.
    fn triples(
        &self,
        distance: u8,
        visit: &mut dyn FnMut([u32; 3]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let SymbolTable {
            subsets,
            distances,
            counts,
        } = &self.symbol;
        let nearer: u64 = counts.iter().take(distance.into()).sum();
        let at = match counts.get(usize::from(distance)) {
            Some(&at) if distance != UNSOLVABLE => at,
            _ => return ControlFlow::Continue(()),
        };
        let is_by_cell = 3 * at > distances.len() as u64 - nearer;
        let mut not_nearer = vec![0; distances.len().div_ceil(bits::WORD)];
        for (rank, &entry) in distances.iter().enumerate() {
            if entry >= distance {
                bits::insert(&mut not_nearer, rank);
            }
        }
        let rank = |places| index(subsets.rank(places).into());
        let not_nearer = |places| bits::get(&not_nearer, rank(places)) == 1;
        let firsts: Box<dyn Iterator<Item = u32>> = if is_by_cell {
            let with_first_cell = self.symbol.all().filter(|&places| places & 1 == 1);
            Box::new(with_first_cell.filter(|&places| not_nearer(places)))
        } else {
            Box::new(self.symbol.places_at(distance))
        };
        let is_at = |places| self.symbol.distance(places) == distance;
        for first in firsts {
            let is_first_at = is_at(first);
            let [low, high] = self.outside(first).map(|cells| unions(&cells));
            for &cut in &self.cuts[..self.cuts.len() / 2] {
                let [left, right] = self.in_halves(cut);
                let second = low[left] | high[right];
                let third = self.all() & !(first | second);
                if !not_nearer(second) || !not_nearer(third) {
                    continue;
                }
                let mut others_at = [second, third].into_iter().filter(|places| is_at(*places));
                let is_visited = if is_by_cell {
                    is_first_at || others_at.next().is_some()
                } else {
                    others_at.all(|places| first < places)
                };
                if is_visited {
                    visit([first, second, third])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The first and second set of each board at a distance, without colourings.
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

    fn distance(&self, board: &P::Board) -> Option<u8> {
        let places = places(&self.puzzle, board);
        let distances = places.map(|places| self.symbol.distance(places));
        let least = distances.into_iter().min();
        least.filter(|&distance| distance != UNSOLVABLE)
    }

    /// Visits the six colourings of a triple of sets in succession.
    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(P::Board) -> ControlFlow<()>) {
        // The visitor knows whether it stopped early.
        let _ = self.triples(distance, &mut |sets| {
            let mut boards = COLOURINGS.iter().filter_map(|c| self.coloured(sets, *c));
            boards.try_for_each(&mut *visit)
        });
    }

    /// Draws a symbol, places for it at this distance, and places for the others. If `t` symbols
    /// tie on a board, it is found in `t` ways, and kept once in `t` times, so all boards are
    /// equally likely. If almost all draws find nearer boards, it lists the boards at this
    /// distance, and draws one of them and its colouring.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<P::Board> {
        let count = *self.counts().get(usize::from(distance))?;
        let at = *self.symbol.counts.get(usize::from(distance))?;
        let tries = 3 * at * self.cuts.len() as u64;
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
            .get_or_init(|| self.symbol.places_at(distance).collect());
        loop {
            let first = *places.get(random.place(places.len()))?;
            let cut = *self.cuts.get(random.place(self.cuts.len()))?;
            let halves = self.outside(first).into_iter().zip(self.in_halves(cut));
            let union = |(cells, bits): ([u32; MAX_PIECES as usize], usize)| {
                let cells = cells.into_iter().enumerate();
                let chosen = cells.filter(|(i, _)| bits >> i & 1 == 1);
                chosen.fold(0, |places, (_, cell)| places | cell)
            };
            let second = halves.map(union).fold(0, |places, half| places | half);
            let third = self.all() & !(first | second);
            let others = [second, third].map(|places| self.symbol.distance(places));
            let equal: u64 = others
                .iter()
                .map(|&other| u64::from(other == distance))
                .sum();
            if others.iter().all(|&other| other >= distance) && random.below(1 + equal) == 0 {
                let colouring = COLOURINGS[random.place(3)];
                return self.coloured([first, second, third], colouring);
            }
        }
    }
}

/// Ranks the places of the first of two symbols.
fn subsets(pieces: &[u32]) -> Option<Subsets> {
    let &[size, rest] = pieces else {
        return None;
    };
    Subsets::new(size.checked_add(rest)?, size)
}

/// The unions of eight sets of cells, indexed by the bits of the sets in it.
fn unions(sets: &[u32; MAX_PIECES as usize]) -> [u32; 256] {
    let mut unions = [0; 256];
    for (i, set) in sets.iter().enumerate() {
        for without in 0..1 << i {
            unions[without | 1 << i] = unions[without] | set;
        }
    }
    unions
}

/// The cells with each symbol, 0, 1 and 2, as bits.
fn places<K: Kernel>(puzzle: &K, board: &K::Board) -> [u32; 3] {
    [0, 1, 2].map(|symbol| puzzle.marks(board, symbol))
}

/// The board with these places of its symbols, if it exists.
fn with_places<K: Kernel>(puzzle: &K, [_, ones, twos]: [u32; 3]) -> Option<K::Board> {
    let mut symbols = [0; 32];
    let symbols = symbols.get_mut(..puzzle.model().cells())?;
    for (cell, symbol) in symbols.iter_mut().enumerate() {
        *symbol = (ones >> cell & 1) as u8 | ((twos >> cell & 1) as u8) << 1;
    }
    puzzle.board(symbols)
}
