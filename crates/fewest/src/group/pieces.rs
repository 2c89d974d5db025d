//! What travels together, and how its colours show where it is.
//!
//! Whatever leaves a point in place may also leave others in place: these *travel with* it, for
//! where it is carried shows where they are. Points fall into pieces that travel together, like the
//! three stickers of a corner. If the colours of a piece look like no other's, wherever that is
//! carried, then every board says which element of the group made it, by a lookup for each piece.

use super::frames::{Frames, frame_of};
use super::{Permutation, orbits};

/// The most pieces.
pub(super) const MOST: usize = 64;
/// The most entries of a table from colours to points.
const MOST_CODES: usize = 1 << 18;

/// The pieces of a coloured board. Points that nothing moves are none.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    home: Vec<u8>,
    kinds: Vec<PieceKind>,
    /// By piece: the point that stands for it.
    points: Vec<u8>,
    fixed: Vec<u8>,
}

/// Pieces that are carried into each other.
#[derive(Clone, Debug)]
struct PieceKind {
    /// Points that travel together.
    length: usize,
    /// By point: what travels with it, in the same order for all of them.
    frames: Vec<u8>,
    /// Places of a frame whose colours are read, and what each is multiplied with.
    reads: Vec<(usize, usize)>,
    /// By the sum of these: the point whose frame has these colours at home.
    known: Vec<Option<u8>>,
    /// By point: its piece, and the place in its frame of the point that stands for the piece.
    owners: Vec<(u8, u8)>,
    /// The first piece, and the end.
    pieces: (usize, usize),
}

impl Pieces {
    /// The pieces of the group that these permutations make, where the points have these colours at
    /// home. None if colours do not distinguish the pieces, or there are too many.
    pub(super) fn new(generators: &[Permutation], home: &[u8]) -> Option<Self> {
        let mut sorted = orbits(home.len(), generators);
        // Those of which more elements make a difference tell of others.
        sorted.sort_by_key(|orbit| std::cmp::Reverse(orbit.len()));
        let mut pieces = Self {
            home: home.to_vec(),
            kinds: Vec::new(),
            points: Vec::new(),
            fixed: Vec::new(),
        };
        let mut is_covered = vec![false; home.len()];
        for orbit in sorted {
            match orbit[..] {
                [point] => pieces.fixed.push(point),
                [first, ..] if !*is_covered.get(usize::from(first))? => {
                    let kind = pieces.kind(&orbit, generators, &mut is_covered)?;
                    pieces.kinds.push(kind);
                }
                _ => {}
            }
        }
        Some(pieces)
    }

    /// The pieces on an orbit.
    fn kind(
        &mut self,
        orbit: &[u8],
        generators: &[Permutation],
        is_covered: &mut [bool],
    ) -> Option<PieceKind> {
        let Frames { length, frames } = Frames::of(orbit, generators)?;
        let begin = self.points.len();
        let mut owners = vec![(0, 0); self.home.len()];
        for &point in orbit {
            let own = frame_of(&frames, length, point)?;
            if *is_covered.get(usize::from(point))? {
                continue;
            }
            let piece = u8::try_from(self.points.len()).ok()?;
            self.points.push(point);
            for &other in own {
                *is_covered.get_mut(usize::from(other))? = true;
                // Points of other orbits have no frames here.
                let back = frame_of(&frames, length, other)?.iter();
                let place = back.zip(0..).find(|(back, _)| **back == point);
                if let Some((_, place)) = place {
                    *owners.get_mut(usize::from(other))? = (piece, place);
                }
            }
        }
        if self.points.len() > MOST {
            return None;
        }
        let (reads, known) = self.tell_apart(orbit, &frames, length)?;
        Some(PieceKind {
            length,
            frames,
            reads,
            known,
            owners,
            pieces: (begin, self.points.len()),
        })
    }

    /// Places of frames whose colours distinguish all points of an orbit, and the table of that.
    #[expect(clippy::type_complexity, reason = "two parts of a kind")]
    fn tell_apart(
        &self,
        orbit: &[u8],
        frames: &[u8],
        length: usize,
    ) -> Option<(Vec<(usize, usize)>, Vec<Option<u8>>)> {
        let colours = usize::from(*self.home.iter().max()?) + 1;
        let colour = |point: u8, place: usize| {
            let cell = *frame_of(frames, length, point)?.get(place)?;
            self.home
                .get(usize::from(cell))
                .map(|&own| usize::from(own))
        };
        let mut reads: Vec<(usize, usize)> = Vec::new();
        let mut codes: Vec<usize> = vec![0; orbit.len()];
        let mut size = 1;
        let count = |codes: &[usize]| {
            let mut codes = codes.to_vec();
            codes.sort_unstable();
            codes.dedup();
            codes.len()
        };
        while count(&codes) < orbit.len() {
            let longer = |place: usize| -> Option<Vec<usize>> {
                let own = orbit.iter().zip(&codes);
                own.map(|(&point, code)| Some(code + size * colour(point, place)?))
                    .collect()
            };
            let all = (0..length).filter_map(|place| Some((place, longer(place)?)));
            let (place, best) = all.rev().max_by_key(|(_, codes)| count(codes))?;
            if count(&best) == count(&codes) {
                return None;
            }
            reads.push((place, size));
            codes = best;
            size = size
                .checked_mul(colours)
                .filter(|&size| size <= MOST_CODES)?;
        }
        let mut known = vec![None; size];
        for (&code, &point) in codes.iter().zip(orbit) {
            *known.get_mut(code)? = Some(point);
        }
        Some((reads, known))
    }

    /// By piece: the point that stands for it.
    pub(super) fn points(&self) -> &[u8] {
        &self.points
    }

    /// By piece: where the point is that stands for it, on a board with these colours. None if the
    /// pieces are not these.
    #[inline]
    pub(super) fn find(&self, colours: &[u8], images: &mut [u8; MOST]) -> Option<()> {
        let at = |point: u8| colours.get(usize::from(point)).copied();
        let home = |point: u8| self.home.get(usize::from(point)).copied();
        let mut missing = u64::MAX;
        for kind in &self.kinds {
            for &place in self.points.get(kind.pieces.0..kind.pieces.1)? {
                let here = frame_of(&kind.frames, kind.length, place)?;
                let mut code = 0;
                for &(read, factor) in &kind.reads {
                    code += usize::from(at(*here.get(read)?)?) * factor;
                }
                let point = (*kind.known.get(code)?)?;
                let own = frame_of(&kind.frames, kind.length, point)?;
                if here
                    .iter()
                    .zip(own)
                    .any(|(&here, &own)| at(here) != home(own))
                {
                    return None;
                }
                let &(piece, leader) = kind.owners.get(usize::from(point))?;
                *images.get_mut(usize::from(piece))? = *here.get(usize::from(leader))?;
                missing ^= 1 << (u32::from(piece) % u64::BITS);
            }
        }
        // Each piece is there once: whatever is there twice leaves another out.
        let are_there = missing.count_zeros() as usize == self.points.len();
        let are_fixed = self.fixed.iter().all(|&point| at(point) == home(point));
        (are_there && are_fixed).then_some(())
    }

    /// Colours the board on which the points that stand for pieces are there.
    #[inline]
    pub(super) fn place(&self, images: &[u8], colours: &mut [u8]) -> Option<()> {
        let home = |point: u8| self.home.get(usize::from(point)).copied();
        for &point in &self.fixed {
            *colours.get_mut(usize::from(point))? = home(point)?;
        }
        for kind in &self.kinds {
            let (begin, end) = kind.pieces;
            let images = images.get(begin..end)?;
            for (&point, &image) in self.points.get(begin..end)?.iter().zip(images) {
                let from = frame_of(&kind.frames, kind.length, point)?;
                let to = frame_of(&kind.frames, kind.length, image)?;
                for (&from, &to) in from.iter().zip(to) {
                    *colours.get_mut(usize::from(to))? = home(from)?;
                }
            }
        }
        Some(())
    }
}
