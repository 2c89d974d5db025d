//! Finds the element of a group that made a board, from the colours of its points.
//!
//! Points form [pieces](super::pieces) that travel together, like the three stickers of a corner.
//! If each piece differs in colours from every other piece, in every place, then each board shows
//! which element made it. The images of the pieces' *leaders*, one point of each piece, determine
//! the element.
//!
//! Example: on the cube a corner's leader is one of its three stickers. To find the corner in a
//! place, and its turn, [`ColouredPieces::find`] reads the colours of two stickers there, say red
//! (0) and, next to it clockwise, white (1). With six colours that makes 0 + 6 x 1 = 6. Entry 6 of
//! a table is the one sticker of the solved board that is red and has white next to it clockwise.
//! It belongs to the corner now in this place, and the leader is the same number of stickers
//! further on as on the solved board.

use std::cmp::Reverse;
use std::ops::Range;

use super::pieces::{Frames, OrbitPieces, find_pieces};
use super::{Permutation, orbits};

/// The largest number of pieces.
pub(super) const MAX_PIECES: usize = 64;
/// The largest number of entries in a table from colours to points.
const MAX_CODES: usize = 1 << 18;

/// The pieces of a coloured board. Points that no element moves are not pieces.
#[derive(Clone, Debug)]
pub(super) struct ColouredPieces {
    /// The home colour of each point.
    home: Vec<u8>,
    kinds: Vec<PieceKind>,
    /// The leader of each piece.
    leaders: Vec<u8>,
    fixed: Vec<u8>,
}

/// Pieces on one orbit.
#[derive(Clone, Debug)]
struct PieceKind {
    frames: Frames,
    /// The home colours of each point's frame.
    colours: Frames,
    code: ColourCode,
    owners: Vec<Owner>,
    pieces: Range<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Owner {
    piece: u8,
    /// The place of the piece's leader in the point's frame.
    leader: u8,
}

/// Recognises the points of an orbit by the colours of their frames.
#[derive(Clone, Debug)]
struct ColourCode {
    reads: Vec<Read>,
    /// The point whose frame has given home colours, indexed by the sum of factors times colours.
    points: Vec<Option<u8>>,
}

#[derive(Clone, Copy, Debug)]
struct Read {
    /// Its place in a frame.
    place: usize,
    factor: usize,
}

impl ColouredPieces {
    /// Finds the pieces; `None` if colours do not distinguish them, or there are too many.
    pub(super) fn new(generators: &[Permutation], home: &[u8]) -> Option<Self> {
        let mut orbits = orbits(home.len(), generators);
        // Larger orbits first: they determine the smaller ones.
        orbits.sort_by_key(|orbit| Reverse(orbit.len()));
        let fixed = orbits.iter().filter(|orbit| orbit.len() == 1).flatten();
        let mut pieces = Self {
            home: home.to_vec(),
            kinds: Vec::new(),
            leaders: Vec::new(),
            fixed: fixed.copied().collect(),
        };
        for found in find_pieces(&orbits, generators)? {
            let kind = pieces.kind(found)?;
            pieces.kinds.push(kind);
        }
        Some(pieces)
    }

    fn kind(&mut self, found: OrbitPieces) -> Option<PieceKind> {
        let first = self.leaders.len();
        let mut owners = vec![Owner::default(); self.home.len()];
        for points in found.pieces() {
            let leader = *points.iter().min()?;
            let piece = u8::try_from(self.leaders.len()).ok()?;
            self.leaders.push(leader);
            for &point in points {
                let leader = u8::try_from(found.frames.place(leader, point)?).ok()?;
                *owners.get_mut(usize::from(point))? = Owner { piece, leader };
            }
        }
        if self.leaders.len() > MAX_PIECES {
            return None;
        }
        Some(PieceKind {
            code: ColourCode::new(&found, &self.home)?,
            colours: found
                .frames
                .map(|point| self.home.get(usize::from(point)).copied())?,
            frames: found.frames,
            owners,
            pieces: first..self.leaders.len(),
        })
    }

    pub(super) fn leaders(&self) -> &[u8] {
        &self.leaders
    }

    /// Finds each piece's leader on a board; `None` if the board does not have these pieces.
    #[inline]
    pub(super) fn find(&self, colours: &[u8], images: &mut [u8; MAX_PIECES]) -> Option<()> {
        let at = |point: u8| colours.get(usize::from(point)).copied();
        let home = |point: u8| self.home.get(usize::from(point)).copied();
        let mut missing = u64::MAX;
        for kind in &self.kinds {
            for &place in self.leaders.get(kind.pieces.clone())? {
                let frame = kind.frames.get(place)?;
                let point = kind.code.point(frame, colours)?;
                let expected = kind.colours.get(point)?;
                if frame
                    .iter()
                    .zip(expected)
                    .any(|(&to, &colour)| at(to) != Some(colour))
                {
                    return None;
                }
                let &Owner { piece, leader } = kind.owners.get(usize::from(point))?;
                *images.get_mut(usize::from(piece))? = *frame.get(usize::from(leader))?;
                missing ^= 1 << (u32::from(piece) % u64::BITS);
            }
        }
        // Each piece must occur once: if one occurs twice, another is missing.
        let are_there = missing.count_zeros() as usize == self.leaders.len();
        let are_fixed = self.fixed.iter().all(|&point| at(point) == home(point));
        (are_there && are_fixed).then_some(())
    }

    /// Colours the board that has the leaders at these points.
    #[inline]
    pub(super) fn place(&self, images: &[u8], colours: &mut [u8]) -> Option<()> {
        let home = |point: u8| self.home.get(usize::from(point)).copied();
        for &point in &self.fixed {
            *colours.get_mut(usize::from(point))? = home(point)?;
        }
        for kind in &self.kinds {
            let images = images.get(kind.pieces.clone())?;
            let leaders = self.leaders.get(kind.pieces.clone())?;
            for (&leader, &image) in leaders.iter().zip(images) {
                let piece = kind.colours.get(leader)?;
                let to = kind.frames.get(image)?;
                for (&colour, &to) in piece.iter().zip(to) {
                    *colours.get_mut(usize::from(to))? = colour;
                }
            }
        }
        Some(())
    }
}

impl ColourCode {
    /// Chooses places whose colours distinguish all points; `None` if impossible, or too large.
    fn new(found: &OrbitPieces, home: &[u8]) -> Option<Self> {
        let colours = usize::from(*home.iter().max()?) + 1;
        let orbit = &found.points;
        let frame = |point: u8| found.frames.of_point(point);
        let colour = |point: u8, place: usize| {
            let colour = home.get(usize::from(*frame(point).get(place)?));
            colour.map(|&colour| usize::from(colour))
        };
        let mut reads: Vec<Read> = Vec::new();
        let mut codes: Vec<usize> = vec![0; orbit.len()];
        let mut factor = 1;
        let count = |codes: &[usize]| {
            let mut codes = codes.to_vec();
            codes.sort_unstable();
            codes.dedup();
            codes.len()
        };
        while count(&codes) < orbit.len() {
            let longer = |place: usize| -> Option<Vec<usize>> {
                let with_codes = orbit.iter().zip(&codes);
                with_codes
                    .map(|(&point, code)| Some(code + factor * colour(point, place)?))
                    .collect()
            };
            let places = 0..frame(*orbit.first()?).len();
            let all = places.filter_map(|place| Some((place, longer(place)?)));
            let (place, best) = all.rev().max_by_key(|(_, codes)| count(codes))?;
            if count(&best) == count(&codes) {
                return None;
            }
            reads.push(Read { place, factor });
            codes = best;
            factor = factor
                .checked_mul(colours)
                .filter(|&size| size <= MAX_CODES)?;
        }
        let mut points = vec![None; factor];
        for (&code, &point) in codes.iter().zip(orbit) {
            *points.get_mut(code)? = Some(point);
        }
        Some(Self { reads, points })
    }

    /// The point whose frame has at home the colours that are read in this frame.
    #[inline]
    fn point(&self, frame: &[u8], colours: &[u8]) -> Option<u8> {
        let mut code = 0;
        for read in &self.reads {
            let point = frame.get(read.place)?;
            code += usize::from(*colours.get(usize::from(*point))?) * read.factor;
        }
        *self.points.get(code)?
    }
}
