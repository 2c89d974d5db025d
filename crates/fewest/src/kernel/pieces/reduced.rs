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

use super::links::{self, OrbitLinks};
use super::numbering::{OrbitNumbers, PieceNumbering};
use super::ways::PlaceImage;
use crate::space::ranked::{ReducedLinks, index};
use crate::symmetry::{Symmetries, Symmetry};

/// The most ways in which symmetries carry pieces.
const MAX_WAYS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct ReducedBlocks {
    /// The effects of each move after each symmetry.
    orbits: Vec<OrbitLinks>,
    /// The block and the way of each link.
    from: Vec<(usize, usize)>,
    /// The number of blocks that each block represents.
    represents: Vec<u32>,
}

impl PieceNumbering {
    /// The effects of moves on blocks that represent others, given the puzzle's symmetries; `None`
    /// if every block represents itself.
    pub(crate) fn reduced_links(
        &self,
        symmetries: impl FnOnce() -> Symmetries,
    ) -> Option<ReducedLinks<'_>> {
        let reduced = || ReducedBlocks::new(self, &symmetries());
        let reduced = self.reduced.get_or_init(reduced).as_ref()?;
        Some(reduced.links(self.link_bytes(), index(self.boards)))
    }
}

impl ReducedBlocks {
    /// `None` if every block represents itself, or the tables of links would be too large.
    fn new(numbering: &PieceNumbering, symmetries: &Symmetries) -> Option<Self> {
        let by_moves = numbering.orbit_links();
        let (blocks, moves) = (links::blocks(by_moves), numbering.back.len());
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
        let by_symmetries = numbering.changing().enumerate().map(|(i, orbit)| {
            let of_orbit: Vec<_> = ways.iter().map(|way| way[i].clone()).collect();
            OrbitLinks::new(orbit, &of_orbit)
        });
        let by_symmetries: Vec<OrbitLinks> = by_symmetries.collect();
        // For each block, the block that represents it, and the symmetry that carries it there.
        let mut leads = vec![None; blocks];
        let mut represents = vec![0; blocks];
        for block in 0..blocks {
            if leads[block].is_some() {
                continue;
            }
            for symmetry in 0..ways.len() {
                let image = by_symmetries[0].pattern(symmetry, block);
                if leads[image].is_none() {
                    leads[image] = Some((block, symmetry));
                    represents[block] += 1;
                }
            }
        }
        if represents.iter().all(|&blocks| blocks == 1) {
            return None;
        }
        let mut from = Vec::new();
        for m in 0..moves {
            for (source, lead) in leads.iter().enumerate() {
                if represents[by_moves[0].pattern(m, source)] > 0 {
                    let (block, symmetry) = (*lead)?;
                    from.push((block, symmetry * moves + m));
                }
            }
        }
        let both = by_symmetries.iter().zip(by_moves);
        Some(Self {
            orbits: both.map(|(first, second)| first.then(second)).collect(),
            from,
            represents,
        })
    }

    /// The links; `others` is the number of bytes of the tables of links by moves.
    fn links(&self, others: usize, boards: usize) -> ReducedLinks<'_> {
        let bytes = self.orbits.iter().map(OrbitLinks::bytes).sum::<usize>() + others;
        ReducedLinks {
            links: links::of(&self.orbits, bytes, boards, self.from.iter().copied()),
            represents: self.represents.clone(),
        }
    }
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
