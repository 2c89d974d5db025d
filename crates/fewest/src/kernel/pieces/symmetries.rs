//! Symmetries of a puzzle of pieces, by what they do to its moves.
//!
//! As permutations of cells a cube has more automorphisms than it has symmetries: turning all its
//! corners at once, say, commutes with every move and changes no distance. What counts is what
//! becomes of the moves; the ways in which the stickers of an orbit can be carried for that are
//! listed beside, for a colouring of the stickers may be kept by one of them and not by another.

use super::{PieceOrbit, Pieces};

/// The most symmetries that are looked for: where there are more, only the identity counts.
pub(crate) const MOST_SYMMETRIES: usize = 256;
/// The most choices that are looked at.
const EFFORT: usize = 200_000;

/// A symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSymmetry {
    /// By move: the move that it becomes.
    pub moves: Vec<u8>,
    /// By orbit: the ways to carry its stickers, by spot, counted from the orbit's first: after one
    /// of them, each move does what its image did before.
    pub ways: Vec<Vec<Vec<u8>>>,
}

pub(super) fn find(pieces: &Pieces) -> Vec<PieceSymmetry> {
    let mut search = Search::new(pieces);
    let mut images = Vec::new();
    search.extend(&mut images);
    if !search.is_complete {
        let identity: Vec<u8> = (0..=u8::MAX).take(pieces.moves.len()).collect();
        search.found.clear();
        search.found.extend(search.symmetry(&identity));
    }
    // The identity is the first: images are tried in order.
    let mut found = search.found;
    found.retain_mut(|symmetry| {
        let mut own = pieces.orbits.iter().zip(&mut symmetry.ways);
        own.all(|(orbit, ways)| {
            let looks = pieces.looks_in(orbit);
            ways.retain(|way| keeps(looks, way));
            !ways.is_empty()
        })
    });
    found
}

/// Whether spots that look alike are carried to spots that do, and others to others.
fn keeps(looks: &[u8], way: &[u8]) -> bool {
    let image = |spot: u8| way.get(usize::from(spot));
    let look = |spot: &u8| looks.get(usize::from(*spot));
    let mut both = looks.iter().zip(way);
    // As many are carried as there are: alike is kept if it is in one direction.
    both.all(|(&own, to)| image(own).and_then(look) == look(to))
}

struct Search<'p> {
    pieces: &'p Pieces,
    /// By move, and by pair of moves: numbers that are equal where one may become the other.
    kinds: Vec<u64>,
    pairs: Vec<u64>,
    found: Vec<PieceSymmetry>,
    effort: usize,
    is_complete: bool,
}

impl<'p> Search<'p> {
    fn new(pieces: &'p Pieces) -> Self {
        let moves = &pieces.moves;
        let kind = |spots: &[u8]| cycle_types(spots, &pieces.orbits);
        let pair = |a: &Vec<u8>, b: &Vec<u8>| {
            kind(
                &a.iter()
                    .map(|&spot| b[usize::from(spot)])
                    .collect::<Vec<_>>(),
            )
        };
        Self {
            kinds: moves.iter().map(|own| kind(own)).collect(),
            pairs: moves
                .iter()
                .flat_map(|a| moves.iter().map(move |b| pair(a, b)))
                .collect(),
            pieces,
            found: Vec::new(),
            effort: EFFORT,
            is_complete: true,
        }
    }

    /// Tries every image of the next move.
    fn extend(&mut self, images: &mut Vec<u8>) {
        let count = self.kinds.len();
        let next = images.len();
        if next == count {
            if let Some(symmetry) = self.symmetry(images) {
                self.found.push(symmetry);
                self.is_complete &= self.found.len() <= MOST_SYMMETRIES;
            }
            return;
        }
        for image in 0..count {
            if !self.is_complete {
                return;
            }
            self.is_complete = self.effort > 0;
            self.effort = self.effort.saturating_sub(1);
            let pair = |a: usize, b: usize| self.pairs[a * count + b];
            let fits = self.kinds[next] == self.kinds[image]
                && images.iter().enumerate().all(|(earlier, &own)| {
                    let own = usize::from(own);
                    own != image
                        && pair(earlier, next) == pair(own, image)
                        && pair(next, earlier) == pair(image, own)
                });
            if fits && let Ok(image) = u8::try_from(image) {
                images.push(image);
                self.extend(images);
                images.pop();
            }
        }
    }

    /// What these images of the moves do to stickers, if anything does that.
    fn symmetry(&self, images: &[u8]) -> Option<PieceSymmetry> {
        let orbits = self.pieces.orbits.iter();
        let ways = orbits.map(|orbit| {
            let first =
                (0..orbit.places * orbit.turns).filter_map(|to| self.way(orbit, images, to));
            let ways: Vec<Vec<u8>> = first.collect();
            (!ways.is_empty()).then_some(ways)
        });
        Some(PieceSymmetry {
            moves: images.to_vec(),
            ways: ways.collect::<Option<_>>()?,
        })
    }

    /// The way that carries an orbit's first sticker to this one, if there is one.
    fn way(&self, orbit: &PieceOrbit, images: &[u8], to: usize) -> Option<Vec<u8>> {
        let first = orbit.first_spot;
        let goes = |m: usize, spot: usize| usize::from(self.pieces.moves[m][first + spot]) - first;
        let mut way = vec![None; orbit.places * orbit.turns];
        way[0] = Some(to);
        let mut open = vec![0];
        while let Some(spot) = open.pop() {
            let image = way[spot]?;
            for (m, &own) in images.iter().enumerate() {
                let (next, there) = (goes(m, spot), goes(own.into(), image));
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

/// A number for the lengths of a permutation's cycles on each orbit.
fn cycle_types(spots: &[u8], orbits: &[PieceOrbit]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    let mut is_seen = vec![false; spots.len()];
    for orbit in orbits {
        let mut lengths = Vec::new();
        for first in orbit.spots() {
            let mut spot = first;
            let mut length = 0u32;
            while !std::mem::replace(&mut is_seen[spot], true) {
                spot = spots[spot].into();
                length += 1;
            }
            if length > 0 {
                lengths.push(length);
            }
        }
        lengths.sort_unstable();
        lengths.hash(&mut hasher);
    }
    hasher.finish()
}
