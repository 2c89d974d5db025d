//! Permutations of up to 256 points.

/// A permutation of the points 0..[`points`](Self::points).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Permutation(Box<[u8]>);

impl Permutation {
    /// The maximum number of points.
    pub const MAX_POINTS: usize = 256;

    /// Creates the permutation that maps each point `i` to `images[i]`; `None` if that is not a
    /// permutation of up to 256 points.
    #[must_use]
    pub fn new(images: &[u8]) -> Option<Self> {
        let mut is_hit = vec![false; images.len()];
        for &image in images {
            if std::mem::replace(is_hit.get_mut(usize::from(image))?, true) {
                return None;
            }
        }
        Some(Self(images.into()))
    }

    /// The identity on this many points, at most 256.
    #[must_use]
    pub fn identity(points: usize) -> Self {
        Self((0..=u8::MAX).take(points).collect())
    }

    /// The number of points.
    #[must_use]
    pub const fn points(&self) -> usize {
        self.0.len()
    }

    /// The image of each point.
    #[must_use]
    pub const fn images(&self) -> &[u8] {
        &self.0
    }

    /// The image of a point; points out of range are fixed.
    #[inline]
    #[must_use]
    pub fn image(&self, point: u8) -> u8 {
        self.0.get(usize::from(point)).copied().unwrap_or(point)
    }

    /// The product of this permutation, applied first, and another.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self(self.0.iter().map(|&point| next.image(point)).collect())
    }

    /// The inverse permutation.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut back = self.0.clone();
        for (point, &image) in (0..=u8::MAX).zip(&self.0) {
            if let Some(back) = back.get_mut(usize::from(image)) {
                *back = point;
            }
        }
        Self(back)
    }

    /// Returns true if every point is fixed.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.first_moved().is_none()
    }

    #[must_use]
    pub(crate) fn first_moved(&self) -> Option<u8> {
        let mut points = (0..=u8::MAX).zip(&self.0);
        let moved = points.find(|(point, image)| point != *image);
        moved.map(|(point, _)| point)
    }
}

/// Returns true for an odd permutation: one with an odd number of cycles of even length.
#[must_use]
pub fn is_odd(images: &[u8]) -> bool {
    let mut is_seen = [false; Permutation::MAX_POINTS];
    let mut is_odd = false;
    for first in 0..images.len().min(is_seen.len()) {
        let mut point = first;
        while !std::mem::replace(&mut is_seen[point], true) {
            point = images.get(point).map_or(point, |&image| image.into());
            is_odd ^= point != first;
        }
    }
    is_odd
}
