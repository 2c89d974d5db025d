//! Symmetries of a puzzle of pieces, given by their effect on its moves.
//!
//! As permutations of cells, a cube has more automorphisms than symmetries: twisting all corners at
//! once, say, commutes with every move and changes no distance. So a symmetry permutes moves. All
//! ways to carry an orbit's stickers accordingly are listed, because a colouring of the stickers
//! may be invariant under one of them and not under another.

use super::{Naming, PieceOrbit, Pieces};
use crate::support::optimisation::Optimisation;

/// The maximum number of symmetries. If there are more, only the identity counts.
pub(crate) const MAX_SYMMETRIES: usize = 256;
/// The maximum number of choices tried.
const EFFORT: usize = 200_000;

/// A symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSymmetry {
    /// The image of each move.
    pub moves: Vec<u8>,
    /// For each orbit, the ways to carry its stickers (spots counted from the orbit's first) such
    /// that each move then does what its image did before.
    pub ways: Vec<Vec<Vec<u8>>>,
}

impl Pieces {
    /// Returns true if a symmetry maps a board to itself, given the sticker on each spot. Moves must
    /// make the board, up to pieces that look alike: then all ways to carry an orbit's stickers
    /// have the same effect, because each carries moves to the same moves.
    pub(crate) fn keeps(&self, symmetry: &PieceSymmetry, contents: &[u8]) -> bool {
        let mut orbits = self.orbits.iter().zip(&symmetry.ways);
        orbits.all(|(orbit, ways)| {
            let Some(stickers) = contents.get(orbit.spots()) else {
                return false;
            };
            let image = |way: &[u8], spot: usize| way.get(spot).map(|&spot| usize::from(spot));
            let sticker_on = |spot: usize| {
                let sticker = stickers.get(spot)?;
                Some(usize::from(*sticker) - orbit.first_spot)
            };
            let look = |sticker: usize| self.looks_in(orbit).get(sticker);
            ways.first().is_some_and(|way| {
                (0..stickers.len()).all(|spot| {
                    let there = image(way, spot).and_then(sticker_on);
                    let here = sticker_on(spot).and_then(|sticker| image(way, sticker));
                    there.and_then(look) == here.and_then(look)
                })
            })
        })
    }
}

pub(super) fn find(pieces: &Pieces) -> Vec<PieceSymmetry> {
    let mut search = SymmetryFinder::new(pieces);
    let mut images = Vec::new();
    search.extend(&mut images);
    if !search.is_complete || !Optimisation::Symmetry.is_on() {
        search.found.clear();
        search.found.extend(search.symmetry(&pieces.naming.moves));
    }
    let mut found = search.found;
    // The identity is first, and the order of the others does not depend on that of the moves.
    found.sort_by(|a, b| a.ways.cmp(&b.ways));
    found.retain_mut(|symmetry| {
        let mut orbits = pieces.orbits.iter().zip(&mut symmetry.ways);
        orbits.all(|(orbit, ways)| {
            let looks = pieces.looks_in(orbit);
            ways.retain(|way| keeps(looks, way));
            !ways.is_empty()
        })
    });
    found
}

/// Returns true if `way` carries spots that look alike to such spots, and others to others.
fn keeps(looks: &[u8], way: &[u8]) -> bool {
    let image = |spot: u8| way.get(usize::from(spot));
    let look = |spot: &u8| looks.get(usize::from(*spot));
    let mut both = looks.iter().zip(way);
    // The way is a bijection, so one direction is enough.
    both.all(|(&lookalike, to)| image(lookalike).and_then(look) == look(to))
}

struct SymmetryFinder<'p> {
    pieces: &'p Pieces,
    found: Vec<PieceSymmetry>,
    effort: usize,
    is_complete: bool,
}

impl<'p> SymmetryFinder<'p> {
    const fn new(pieces: &'p Pieces) -> Self {
        Self {
            pieces,
            found: Vec::new(),
            effort: EFFORT,
            is_complete: true,
        }
    }

    /// Tries every image of the next move.
    fn extend(&mut self, images: &mut Vec<u8>) {
        let Naming { moves, pairs, .. } = &self.pieces.naming;
        let Some(&next) = moves.get(images.len()) else {
            if let Some(symmetry) = self.symmetry(images) {
                self.found.push(symmetry);
                self.is_complete &= self.found.len() <= MAX_SYMMETRIES;
            }
            return;
        };
        for &image in moves {
            if !self.is_complete {
                return;
            }
            self.is_complete = self.effort > 0;
            self.effort = self.effort.saturating_sub(1);
            // Equal if one pair of moves may become the other.
            let pair = |a: u8, b: u8| pairs[usize::from(a) * moves.len() + usize::from(b)];
            let fits = pair(next, next) == pair(image, image)
                && moves
                    .iter()
                    .zip(&*images)
                    .all(|(&earlier, &earlier_image)| {
                        earlier_image != image
                            && pair(earlier, next) == pair(earlier_image, image)
                            && pair(next, earlier) == pair(image, earlier_image)
                    });
            if fits {
                images.push(image);
                self.extend(images);
                images.pop();
            }
        }
    }

    /// The symmetry with these images of the moves, if there is one.
    fn symmetry(&self, images: &[u8]) -> Option<PieceSymmetry> {
        let mut moves = images.to_vec();
        for (&m, &image) in self.pieces.naming.moves.iter().zip(images) {
            moves[usize::from(m)] = image;
        }
        let orbits = self.pieces.orbits.iter();
        let ways = orbits
            .map(|orbit| {
                let first =
                    (0..orbit.places * orbit.turns).filter_map(|to| self.way(orbit, &moves, to));
                let ways: Vec<Vec<u8>> = first.collect();
                (!ways.is_empty()).then_some(ways)
            })
            .collect::<Option<_>>()?;
        Some(PieceSymmetry { moves, ways })
    }

    /// The way that carries an orbit's first sticker to spot `to`, if there is one.
    fn way(&self, orbit: &PieceOrbit, images: &[u8], to: usize) -> Option<Vec<u8>> {
        let first = orbit.first_spot;
        let goes = |m: usize, spot: usize| usize::from(self.pieces.moves[m][first + spot]) - first;
        let mut way = vec![None; orbit.places * orbit.turns];
        way[0] = Some(to);
        let mut open = vec![0];
        while let Some(spot) = open.pop() {
            let image = way[spot]?;
            for (m, &move_image) in images.iter().enumerate() {
                let (next, there) = (goes(m, spot), goes(move_image.into(), image));
                match way[next] {
                    None => {
                        way[next] = Some(there);
                        open.push(next);
                    }
                    Some(known) if known != there => return None,
                    Some(_) => {}
                }
            }
        }
        way.into_iter()
            .map(|spot| u8::try_from(spot?).ok())
            .collect()
    }
}
