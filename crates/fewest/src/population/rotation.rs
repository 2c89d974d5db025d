//! The population of the rotation game: 9,465,511,770 boards, of which none is stored.
//!
//! A board is a partition of the cells into the places of its three symbols, and its distance is the least that the
//! one-symbol table has for these. So boards are [counted](super::partitions) from 735,471 entries, and found by their
//! nearest places.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::partitions::{self, Counts};
use super::{Population, Random};
use crate::link::index;
use crate::puzzle::Ranked;
use crate::puzzles::rotation::{Board, CELLS, OneSymbol, PIECES, Rotation};
use crate::rank::bits;
use crate::structure::Structured;
use crate::symmetry;
use crate::table::Table;
use crate::table::build::{Allowance, BuildError};

const ALL: u32 = (1 << CELLS) - 1;
/// The cells that one symbol leaves to the other two.
const REST: u32 = 2 * PIECES;
/// Where fewer than one try in so many finds a board, the boards are listed.
const TRIES: u64 = 200;
/// The ways to give three sets of places to the three symbols; in the first three the first set goes round.
const COLOURINGS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
];
/// The level of places that can't be brought to the centre; a table's distances are below it.
const NEVER: u8 = u8::MAX;

/// All boards of the rotation game, from the table of one symbol. It has three goals, the centre all 1, all 2 or all 3;
/// those tie whose symbols are equally near.
pub struct BySymbols {
    view: OneSymbol,
    table: Table,
    counts: Counts,
    /// The halves of the cells that one symbol leaves, those without the last cell first.
    halves: Vec<u16>,
    /// By distance: the places at it, once somebody draws a board.
    places: Vec<OnceLock<Vec<u32>>>,
    /// By distance: the boards but for their colours, once somebody draws one where they are rare.
    rare: Vec<OnceLock<Vec<[u32; 2]>>>,
}

impl BySymbols {
    /// The population for the table of this view, counted.
    ///
    /// # Errors
    /// If counting is cancelled.
    pub fn new(
        view: OneSymbol,
        table: Table,
        allowance: Allowance<'_>,
    ) -> Result<Self, BuildError> {
        let level = |places| table.distance(view.rank(&places));
        let symmetries = symmetry::find(&view.structure());
        let counts = partitions::count(PIECES, level, &symmetries.cells(), allowance);
        let counts = counts.ok_or(BuildError::Cancelled)?;
        let halves = (0..=u16::MAX).filter(|half| half.count_ones() == PIECES);
        let distances = counts.all.len();
        Ok(Self {
            view,
            table,
            counts,
            halves: halves.collect(),
            places: (0..distances).map(|_| OnceLock::new()).collect(),
            rare: (0..distances).map(|_| OnceLock::new()).collect(),
        })
    }

    /// The table of one symbol.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The distance of one symbol's places to the centre.
    fn level(&self, places: u32) -> u8 {
        let distance = self.table.distance(self.view.rank(&places));
        distance.unwrap_or(NEVER)
    }

    /// The places at a distance, in the order of their ranks.
    fn places_at(&self, distance: u8) -> impl Iterator<Item = u32> + '_ {
        let ranks = self.table.ranks_at(distance, 0..self.table.len());
        ranks.map(|rank| self.view.unrank(rank))
    }

    /// Visits the boards at a distance but for their colours: the places of three symbols, each triple once.
    ///
    /// The first place is one at the distance, the least of those in the triple; or, where so many are at the distance that
    /// this is shorter, any that is not nearer and holds the first cell. The rest of the cells is cut in two in all ways
    /// that leave the last cell to the third symbol.
    fn triples(
        &self,
        distance: u8,
        visit: &mut dyn FnMut([u32; 3]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let levels = self.table.counts();
        let nearer: u64 = levels.iter().take(distance.into()).sum();
        let Some(&at) = levels.get(usize::from(distance)) else {
            return ControlFlow::Continue(());
        };
        let by_cell = 3 * at > self.table.len() as u64 - nearer;
        let mut not_nearer = vec![0; self.table.len().div_ceil(bits::WORD)];
        for rank in 0..self.table.len() {
            if self.table.distance(rank as u64).unwrap_or(NEVER) >= distance {
                bits::insert(&mut not_nearer, rank);
            }
        }
        let not_nearer = |places| bits::get(&not_nearer, index(self.view.rank(&places))) == 1;
        let firsts: Box<dyn Iterator<Item = u32>> = if by_cell {
            let places = (0..self.table.len() as u64).map(|rank| self.view.unrank(rank));
            Box::new(places.filter(|&places| places & 1 == 1 && not_nearer(places)))
        } else {
            Box::new(self.places_at(distance))
        };
        for first in firsts {
            let is_near = self.level(first) == distance;
            let rest = cells_outside(first);
            let (low, high) = rest.split_at(rest.len() / 2);
            let (low, high) = (unions(low), unions(high));
            for half in &self.halves[..self.halves.len() / 2] {
                let [left, right] = half.to_le_bytes().map(usize::from);
                let second = low[left] | high[right];
                let third = ALL & !(first | second);
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

impl Population for BySymbols {
    type Puzzle = Rotation;

    fn puzzle(&self) -> &Rotation {
        &Rotation
    }

    fn counts(&self) -> &[u64] {
        &self.counts.all
    }

    fn tying(&self) -> &[u64] {
        &self.counts.tying
    }

    /// Three look-ups.
    fn distance(&self, board: &Board) -> Option<u8> {
        let levels = [1, 2, 3].map(|symbol| self.level(board.places(symbol)));
        levels.into_iter().min().filter(|&level| level != NEVER)
    }

    /// The six recolourings of a board one after another.
    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(Board) -> ControlFlow<()>) {
        // Whether it broke off, the visitor knows.
        let _ = self.triples(distance, &mut |sets| {
            let mut boards = COLOURINGS.iter().filter_map(|c| coloured(sets, *c));
            boards.try_for_each(&mut *visit)
        });
    }

    /// Draws a symbol, places for it at this distance, and places for the others. That finds a board in as many ways as
    /// symbols tie on it, so of those with `t` one in `t` is kept: then each is equally likely. Where almost all tries find
    /// nearer boards, all at this distance are listed, and a place of the list and the colours are drawn.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Board> {
        let count = *self.counts().get(usize::from(distance))?;
        let at = *self.table.counts().get(usize::from(distance))?;
        let tries = 3 * at * self.halves.len() as u64;
        if count.saturating_mul(TRIES) < tries {
            let rare = self.rare(distance)?;
            let &[first, second] = rare.get(one_of(rare, random))?;
            let third = ALL & !(first | second);
            return coloured(
                [first, second, third],
                COLOURINGS[one_of(&COLOURINGS, random)],
            );
        }
        let places = self
            .places
            .get(usize::from(distance))?
            .get_or_init(|| self.places_at(distance).collect());
        loop {
            let first = *places.get(one_of(places, random))?;
            let half = *self.halves.get(one_of(&self.halves, random))?;
            let members = cells_outside(first).into_iter().enumerate();
            let second = members.filter(|(i, _)| half >> i & 1 == 1);
            let second = second.fold(0, |places, (_, cell)| places | cell);
            let third = ALL & !(first | second);
            let others = [second, third].map(|places| self.level(places));
            let near = others.map(|level| u64::from(level == distance));
            if others.iter().all(|&level| level >= distance)
                && random.below(1 + near[0] + near[1]) == 0
            {
                let colouring = COLOURINGS[one_of(&COLOURINGS[..3], random)];
                return coloured([first, second, third], colouring);
            }
        }
    }
}

/// A place in a list, each of them equally likely; 0 if it is empty.
fn one_of<T>(list: &[T], random: &mut Random) -> usize {
    usize::try_from(random.below(list.len() as u64)).unwrap_or(0)
}

/// The board whose symbols have these sets of places, in this order.
fn coloured(sets: [u32; 3], [_, twos, threes]: [usize; 3]) -> Option<Board> {
    Board::with_places(*sets.get(twos)?, *sets.get(threes)?)
}

/// The cells outside of eight places, each as a bit, in ascending order.
fn cells_outside(places: u32) -> [u32; REST as usize] {
    let mut left = ALL & !places;
    std::array::from_fn(|_| {
        let cell = left & left.wrapping_neg();
        left ^= cell;
        cell
    })
}

/// The unions of eight sets of cells, by the bits of those that are in it.
fn unions(sets: &[u32]) -> [u32; 256] {
    let mut unions = [0; 256];
    for (i, set) in sets.iter().enumerate().take(8) {
        for without in 0..1 << i {
            unions[without | 1 << i] = unions[without] | set;
        }
    }
    unions
}
