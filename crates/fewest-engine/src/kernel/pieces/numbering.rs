//! Boards of puzzles with identical pieces, numbered by what is visible of each orbit.
//!
//! Pieces that look alike, apart from their orientation, form a *class*. The state of an orbit is
//! its *pattern*, the class on each place, and its *turns*, a digit for each piece with visible
//! orientations. A piece that looks the same in every orientation has no digit. So the X-cross of
//! the cube has:
//!
//! ```text
//!              classes                 patterns              turns
//! corners      1 piece, 7 identical    8                     3
//! edges        5 pieces, 7 identical   12 11 10 9 8 = 95,040 2^5 = 32
//! boards       8 x 3 x 95,040 x 32 = 72,990,720
//! ```

use std::sync::OnceLock;

use super::Pieces;
use super::links::{self, OrbitLinks};
use super::orbit_numbers::OrbitNumbers;
use super::place_images::PlaceImage;
use crate::space::ranked::{LinkSize, Links, index};
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;

/// The numbers of boards, orbit by orbit, the most significant first.
#[derive(Clone, Debug)]
pub(crate) struct PieceNumbering {
    pub(super) orbits: Vec<OrbitNumbers>,
    /// The solved board, and the cells that no move changes.
    pub(super) home: Vec<u8>,
    fixed: Vec<u8>,
    pub(super) boards: u64,
    /// For each move, the spot that the sticker of each spot comes from.
    pub(super) back: Vec<Vec<u8>>,
    links: OnceLock<Vec<OrbitLinks>>,
    pub(super) reduced: OnceLock<Option<ReducedBlocks>>,
}

#[derive(Clone, Debug)]
pub(super) struct ReducedBlocks {
    /// The ways in which symmetries carry the pieces of each orbit.
    pub(super) ways: Vec<Vec<Vec<PlaceImage>>>,
    /// For each block, the block that represents it, and the symmetry that carries it there.
    pub(super) leads: Vec<(usize, usize)>,
    /// The number of blocks that each block represents.
    pub(super) represents: Vec<u32>,
    /// The effects of each move after each symmetry.
    pub(super) orbits: OnceLock<Vec<OrbitLinks>>,
}

impl PieceNumbering {
    /// Numbers the boards that moves can make of a solved one, at most `max_boards`. `None` if moves
    /// depend on a blank, there are too many boards or patterns, or moves can't make most patterns.
    ///
    /// Some numbers may be of boards that moves can't make, for example if orbits depend on each
    /// other.
    pub(crate) fn new(structure: &Structure, max_boards: u64) -> Option<Self> {
        let home = structure.whole_goal()?;
        let pieces = Pieces::by_names(structure)?;
        let mut orbits = Vec::new();
        let mut boards = 1u64;
        for orbit in pieces.orbits() {
            let numbers = OrbitNumbers::new(&pieces, orbit, &home)
                .filter(|numbers| links::fit(numbers, pieces.moves().len(), 1))?;
            boards = boards.checked_mul(numbers.states()?)?;
            orbits.push(numbers);
        }
        if boards > max_boards {
            return None;
        }
        // The first orbit's patterns cut the boards into blocks, so there should be some.
        orbits.sort_by_key(|numbers| {
            let patterns = numbers.lattice.count();
            (!links::BLOCKS.contains(&patterns), patterns)
        });
        let mut is_fixed = vec![true; home.len()];
        for &cell in orbits
            .iter()
            .flat_map(|orbit| orbit.frames.iter().flatten())
        {
            *is_fixed.get_mut(usize::from(cell))? = false;
        }
        let back = pieces.moves().iter().map(|spots| {
            let mut back = vec![0; spots.len()];
            for (from, &to) in (0..=u8::MAX).zip(spots) {
                back[usize::from(to)] = from;
            }
            back
        });
        let numbering = Self {
            back: back.collect(),
            orbits,
            fixed: (0..=u8::MAX)
                .zip(is_fixed)
                .filter_map(|(cell, is_fixed)| is_fixed.then_some(cell))
                .collect(),
            home,
            boards,
            links: OnceLock::new(),
            reduced: OnceLock::new(),
        };
        numbering.number(&numbering.home)?;
        Some(numbering)
    }

    pub(crate) const fn boards(&self) -> u64 {
        self.boards
    }

    /// The number of the board with these symbols; `None` if it has other pieces.
    #[inline]
    pub(crate) fn number(&self, symbols: &[u8]) -> Option<u64> {
        let at = |cell: &u8| symbols.get(usize::from(*cell));
        if self
            .fixed
            .iter()
            .any(|cell| at(cell) != self.home.get(usize::from(*cell)))
        {
            return None;
        }
        let mut number = 0;
        for orbit in &self.orbits {
            number = number * orbit.states()? + orbit.number(symbols)?;
        }
        Some(number)
    }

    /// Writes the symbols of the board with a number, or of any board if there is none.
    #[inline]
    pub(crate) fn symbols(&self, mut number: u64, symbols: &mut [u8]) {
        for (symbol, home) in symbols.iter_mut().zip(&self.home) {
            *symbol = *home;
        }
        for orbit in self.orbits.iter().rev() {
            let states = orbit.states().debug_unwrap_or(1);
            orbit.write(number % states, symbols);
            number /= states;
        }
    }

    /// The effects of moves on whole blocks of numbers. Every move must have an inverse.
    pub(crate) fn links(&self) -> Links<'_> {
        let moves = 0..self.back.len();
        let from = moves.flat_map(|m| (0..self.blocks()).map(move |from| (from, m)));
        links::of(self.orbit_links(), self.link_size(), from)
    }

    /// The size of these links.
    pub(crate) fn link_size(&self) -> LinkSize {
        LinkSize {
            block: index(self.boards) / self.blocks(),
            bytes: self.link_bytes(self.back.len(), 1),
        }
    }

    /// The most bytes of the tables of links, for each of these moves after each of `symmetries`.
    pub(super) fn link_bytes(&self, moves: usize, symmetries: usize) -> usize {
        let orbits = self.changing();
        orbits
            .map(|orbit| links::bytes(orbit, moves, symmetries))
            .sum()
    }

    /// The number of blocks: the patterns of the first of several orbits, or one.
    pub(super) fn blocks(&self) -> usize {
        let mut orbits = self.changing();
        let first = orbits.next().zip(orbits.next()).map(|(first, _)| first);
        let patterns = first.map(|first| first.lattice.count());
        patterns
            .filter(|patterns| links::BLOCKS.contains(patterns))
            .map_or(1, index)
    }

    /// The effects of moves on the states of orbits, without orbits that have one state.
    #[inline]
    pub(crate) fn orbit_links(&self) -> &[OrbitLinks] {
        self.links.get_or_init(|| {
            let orbits = self.changing();
            let of = |orbit: &OrbitNumbers| {
                let moves = self.back.iter().map(|back| orbit.moved(back));
                OrbitLinks::new(orbit, &moves.collect::<Vec<_>>())
            };
            orbits.map(of).collect()
        })
    }

    /// The states of the same orbits on a board with these symbols: the digits of its number, the
    /// most significant first. `None` if it has other pieces.
    pub(crate) fn states(&self, symbols: &[u8]) -> Option<Vec<u32>> {
        self.number(symbols)?;
        let state = |orbit: &OrbitNumbers| u32::try_from(orbit.number(symbols)?).ok();
        self.changing().map(state).collect()
    }

    pub(super) fn changing(&self) -> impl Iterator<Item = &OrbitNumbers> {
        self.orbits.iter().filter(|orbit| orbit.states() != Some(1))
    }
}
