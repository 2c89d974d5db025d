//! Links among blocks of boards that represent symmetric blocks.
//!
//! A symmetry of the puzzle carries each block to another, and distances are kept. So the boards of
//! one block of each class give the numbers of boards at each distance: each counts as often as its
//! class has blocks. A move may lead into such a block from another block. Its link begins in the
//! block that represents the other one, with a symmetry that carries boards there:
//!
//! ```text
//! block 2  ---symmetry--->  block 7  ---move--->  block 3
//!    \_________________one link___________________/
//!
//! represents 2, 7, 9       represents             represents 3, 5
//!                          nothing
//! ```
//!
//! # References
//! - H. Kociemba, "The two-phase algorithm", 1992 (coordinates reduced by symmetries, in one part).

use std::sync::OnceLock;

use super::links::{self, OrbitLinks};
use super::numbering::{PieceNumbering, ReducedBlocks};
use super::orbit_numbers::OrbitNumbers;
use super::place_images::PlaceImage;
use crate::space::ranked::{LinkSize, ReducedLinks};
use crate::symmetry::{Symmetries, Symmetry};

/// The most ways in which symmetries carry pieces.
const MAX_WAYS: usize = 64;

/// The blocks that represent others, and their links, built on demand.
#[derive(Clone, Copy)]
pub(crate) struct ReducedPieces<'n> {
    numbering: &'n PieceNumbering,
    blocks: &'n ReducedBlocks,
}

impl PieceNumbering {
    /// The blocks that represent others, given the puzzle's symmetries; `None` if every block
    /// represents itself.
    pub(crate) fn reduced(
        &self,
        symmetries: impl FnOnce() -> Symmetries,
    ) -> Option<ReducedPieces<'_>> {
        let reduced = || ReducedBlocks::new(self, &symmetries());
        Some(ReducedPieces {
            numbering: self,
            blocks: self.reduced.get_or_init(reduced).as_ref()?,
        })
    }
}

impl ReducedBlocks {
    /// `None` if every block represents itself, or the tables of links would be too large.
    fn new(numbering: &PieceNumbering, symmetries: &Symmetries) -> Option<Self> {
        let (blocks, moves) = (numbering.blocks(), numbering.back.len());
        if blocks == 1 {
            return None;
        }
        let mut ways = Vec::new();
        for symmetry in symmetries {
            let way = ways_of(numbering, symmetry);
            ways.extend(way.filter(|way| !ways.contains(way)));
            if ways.len() > MAX_WAYS {
                return None;
            }
        }
        let fits = |orbit: &OrbitNumbers| links::fit(orbit, moves, ways.len());
        if ways.len() < 2 || !numbering.changing().all(fits) {
            return None;
        }
        let by_symmetries = carried(numbering.changing().next()?, &ways, 0);
        let mut leads = vec![None; blocks];
        let mut represents = vec![0; blocks];
        for block in 0..blocks {
            if leads[block].is_some() {
                continue;
            }
            for symmetry in 0..ways.len() {
                let image = by_symmetries.pattern(symmetry, block);
                if leads[image].is_none() {
                    leads[image] = Some((block, symmetry));
                    represents[block] += 1;
                }
            }
        }
        if represents.iter().all(|&blocks| blocks == 1) {
            return None;
        }
        Some(Self {
            ways,
            leads: leads.into_iter().collect::<Option<_>>()?,
            represents,
            orbits: OnceLock::new(),
        })
    }
}

impl<'n> ReducedPieces<'n> {
    /// The size of the links, and of the links by moves and by symmetries that they are made of.
    pub(crate) fn size(self) -> LinkSize {
        let by_moves = self.numbering.link_size();
        let ways = self.blocks.ways.len();
        LinkSize {
            bytes: by_moves.bytes + self.numbering.link_bytes(self.moves() + 1, ways),
            ..by_moves
        }
    }

    fn moves(self) -> usize {
        self.numbering.back.len()
    }

    pub(crate) fn links(self) -> ReducedLinks<'n> {
        let Self { numbering, blocks } = self;
        let by_moves = numbering.orbit_links();
        let orbits = blocks.orbits.get_or_init(|| {
            let both = numbering.changing().zip(by_moves).enumerate();
            both.map(|(i, (orbit, by_moves))| carried(orbit, &blocks.ways, i).then(by_moves))
                .collect()
        });
        let mut from = Vec::new();
        for m in 0..self.moves() {
            for (source, &(block, symmetry)) in blocks.leads.iter().enumerate() {
                if blocks.represents[by_moves[0].pattern(m, source)] > 0 {
                    from.push((block, symmetry * self.moves() + m));
                }
            }
        }
        ReducedLinks {
            links: links::of(orbits, self.size(), from.into_iter()),
            represents: blocks.represents.clone(),
        }
    }
}

/// The effects of all ways to carry the pieces of the orbit with this number.
fn carried(orbit: &OrbitNumbers, ways: &[Vec<Vec<PlaceImage>>], number: usize) -> OrbitLinks {
    let of_orbit: Vec<_> = ways.iter().map(|way| way[number].clone()).collect();
    OrbitLinks::new(orbit, &of_orbit)
}

/// The ways in which a symmetry carries the pieces of each orbit; `None` if it exchanges orbits, or
/// makes boards without a number.
fn ways_of(numbering: &PieceNumbering, symmetry: &Symmetry) -> Option<Vec<Vec<PlaceImage>>> {
    let mut image = Vec::new();
    symmetry.image(&numbering.home, &mut image);
    numbering.number(&image)?;
    numbering
        .changing()
        .map(|orbit| orbit.mirrored(symmetry))
        .collect()
}
