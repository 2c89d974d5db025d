//! What travels with the points of an orbit.

use super::Permutation;

/// By point of an orbit: what travels with it, in the same order for all of them.
///
/// What is carried with a point is told by Schreier's generators of its stabiliser, exactly: a point
/// travels with it if each of these leaves it where it is.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    /// Points that travel together.
    pub(crate) length: usize,
    /// By point; only those of the orbit's own points are filled.
    pub(crate) frames: Vec<u8>,
}

impl Frames {
    /// Those of an orbit under these permutations; `None` if it is none.
    pub(crate) fn of(orbit: &[u8], generators: &[Permutation]) -> Option<Self> {
        let carriers = carriers(orbit, generators)?;
        let first = carriers.get(usize::from(*orbit.first()?))?.as_ref()?;
        let is_moved = |point: u8| generators.iter().any(|own| own.image(point) != point);
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
        for (carrier, own) in carriers.iter().zip(frames.chunks_mut(length.max(1))) {
            if let Some(carrier) = carrier {
                own.copy_from_slice(&frame.iter().map(|&p| carrier.image(p)).collect::<Vec<u8>>());
            }
        }
        Some(Self { length, frames })
    }

    /// What travels with a point of the orbit.
    pub(crate) fn of_point(&self, point: u8) -> &[u8] {
        frame_of(&self.frames, self.length, point).unwrap_or_default()
    }
}

#[inline]
pub(super) fn frame_of(frames: &[u8], length: usize, point: u8) -> Option<&[u8]> {
    let start = usize::from(point) * length;
    frames.get(start..start + length)
}

/// By point of an orbit: an element that carries the orbit's first point there.
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
            let own = carriers.get_mut(usize::from(image))?;
            if own.is_none() {
                *own = Some(carrier.then(generator));
                open.push(image);
            }
        }
    }
    Some(carriers)
}
