//! The pieces of a group: points that travel together.
//!
//! Points that stay in place whenever a given point does *travel with* it: the image of that point
//! determines their images. Points of one orbit that travel together are a *piece*. Its *turns* are
//! the ways in which it can sit in its place.
//!
//! Example: the moves of the cube permute 48 stickers, in an orbit of 24 on corners and one of 24
//! on edges. An element that fixes one sticker of a corner fixes the other two and need not fix any
//! other. So the first orbit has eight pieces of three points, and powers of one turn give all
//! three turns.
//!
//! An orbit whose points travel with the points of an earlier orbit adds no pieces. If corners
//! never turned, each of the three stickers would be in another orbit, and the first orbit would
//! represent all three.

use super::Permutation;

/// The pieces of an orbit of stickers, and the turns of each on its place.
#[derive(Clone, Debug)]
pub struct OrbitPieces {
    /// The orbit's points, piece by piece, in the order of turns if these are cyclic.
    pub points: Vec<u8>,
    /// Points per piece.
    pub turns: usize,
    /// True if all turns are powers of one.
    pub is_cyclic: bool,
    /// The points that travel with each point.
    pub frames: Frames,
}

impl OrbitPieces {
    /// The stickers of each piece.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        self.points.chunks_exact(self.turns)
    }
}

/// Finds the pieces on these orbits of the group that these permutations generate. Omits orbits of
/// one point and orbits that travel with an earlier one. `None` if an orbit is not the group's.
pub fn find_pieces(orbits: &[Vec<u8>], generators: &[Permutation]) -> Option<Vec<OrbitPieces>> {
    let mut is_covered = vec![false; generators.first().map_or(0, Permutation::points)];
    let mut found = Vec::new();
    for orbit in orbits.iter().filter(|orbit| orbit.len() > 1) {
        if *is_covered.get(usize::from(*orbit.first()?))? {
            continue;
        }
        let frames = Frames::of(orbit, generators)?;
        for &point in orbit.iter().flat_map(|&point| frames.of_point(point)) {
            *is_covered.get_mut(usize::from(point))? = true;
        }
        found.push(in_turn_order(orbit, frames)?);
    }
    Some(found)
}

fn in_turn_order(orbit: &[u8], frames: Frames) -> Option<OrbitPieces> {
    let first = *orbit.first()?;
    let frame = frames.of_point(first);
    let places: Vec<usize> = orbit
        .iter()
        .filter_map(|orbit_point| frame.iter().position(|point| point == orbit_point))
        .collect();
    // The cycle that maps every point to the one at this place of its frame.
    let cycle = |place: usize, from: u8| {
        let next = |point: &u8| frames.of_point(*point).get(place).copied();
        let all = std::iter::successors(Some(from), next).skip(1);
        let rest = all.take(places.len()).take_while(|&point| point != from);
        std::iter::once(from).chain(rest).collect::<Vec<u8>>()
    };
    let turning = places
        .iter()
        .find(|&&place| cycle(place, first).len() == places.len());
    let mut points: Vec<u8> = Vec::new();
    for &point in orbit {
        if points.contains(&point) {
            continue;
        }
        if let Some(&place) = turning {
            points.extend(cycle(place, point));
        } else {
            let frame = frames.of_point(point);
            points.extend(places.iter().filter_map(|&place| frame.get(place)));
        }
    }
    Some(OrbitPieces {
        points,
        turns: places.len(),
        is_cyclic: turning.is_some(),
        frames,
    })
}

/// The *frame* of each point of an orbit: the points that travel with it, in a common order. These
/// are exactly the points that all Schreier generators of the point's stabiliser fix.
#[derive(Clone, Debug)]
pub struct Frames {
    length: usize,
    /// The frames of all points; filled only for the orbit's points.
    frames: Vec<u8>,
}

impl Frames {
    /// The frames of an orbit under these permutations; `None` if it is not an orbit.
    fn of(orbit: &[u8], generators: &[Permutation]) -> Option<Self> {
        let carriers = carriers(orbit, generators)?;
        let first = carriers.get(usize::from(*orbit.first()?))?.as_ref()?;
        let is_moved = |point: u8| {
            generators
                .iter()
                .any(|generator| generator.image(point) != point)
        };
        let travels = |&point: &u8| {
            let mut steps = orbit
                .iter()
                .flat_map(|from| generators.iter().map(move |by| (from, by)));
            is_moved(point)
                && steps.all(|(&from, by)| {
                    let carrier = |to: u8| carriers.get(usize::from(to))?.as_ref();
                    let through = carrier(from).map(|carrier| by.image(carrier.image(point)));
                    through == carrier(by.image(from)).map(|carrier| carrier.image(point))
                })
        };
        let frame: Vec<u8> = first.images().iter().copied().filter(travels).collect();
        let length = frame.len();
        let mut frames = vec![0; carriers.len() * length];
        for (carrier, point_frame) in carriers.iter().zip(frames.chunks_mut(length.max(1))) {
            if let Some(carrier) = carrier {
                point_frame
                    .copy_from_slice(&frame.iter().map(|&p| carrier.image(p)).collect::<Vec<u8>>());
            }
        }
        Some(Self { length, frames })
    }

    /// Frames with a value for each point instead; `None` if a point has none.
    pub(super) fn map(&self, value: impl Fn(u8) -> Option<u8>) -> Option<Self> {
        Some(Self {
            length: self.length,
            frames: self
                .frames
                .iter()
                .map(|&point| value(point))
                .collect::<Option<_>>()?,
        })
    }

    /// The points that travel with a point of the orbit; `None` for a number above all points.
    /// Searches are faster with `None` than with an empty frame.
    #[inline]
    pub(super) fn get(&self, point: u8) -> Option<&[u8]> {
        let start = usize::from(point) * self.length;
        self.frames.get(start..start + self.length)
    }

    pub fn of_point(&self, point: u8) -> &[u8] {
        self.get(point).unwrap_or_default()
    }

    /// The place of a point in the frame of another point of the orbit.
    pub(super) fn place(&self, point: u8, other: u8) -> Option<usize> {
        let mut frame = self.of_point(other).iter();
        frame.position(|member| *member == point)
    }
}

/// For each point of an orbit, an element that maps the orbit's first point to it.
fn carriers(orbit: &[u8], generators: &[Permutation]) -> Option<Vec<Option<Permutation>>> {
    let first = *orbit.first()?;
    let points = generators.first()?.points();
    let mut carriers = vec![None; points];
    *carriers.get_mut(usize::from(first))? = Some(Permutation::identity(points));
    let mut open = vec![first];
    while let Some(point) = open.pop() {
        let carrier = carriers.get(usize::from(point))?.clone()?;
        for generator in generators {
            let image = generator.image(point);
            let entry = carriers.get_mut(usize::from(image))?;
            if entry.is_none() {
                *entry = Some(carrier.then(generator));
                open.push(image);
            }
        }
    }
    Some(carriers)
}
