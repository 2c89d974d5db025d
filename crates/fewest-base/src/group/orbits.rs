//! The orbits of points under permutations.

use std::cmp::Reverse;

use super::Permutation;

/// The orbits of the group that these permutations generate, each a sorted list of points.
#[must_use]
pub fn orbits(points: usize, generators: &[Permutation]) -> Vec<Vec<u8>> {
    let mut classes = PointClasses::new(points);
    for generator in generators {
        classes.include(generator);
    }
    classes.listed()
}

/// The orbits of more than one point, larger ones first, because they determine the smaller ones
/// that travel with them.
#[must_use]
pub fn moved_orbits(points: usize, generators: &[Permutation]) -> Vec<Vec<u8>> {
    let mut orbits = orbits(points, generators);
    orbits.retain(|orbit| orbit.len() > 1);
    orbits.sort_by_key(|orbit| Reverse(orbit.len()));
    orbits
}

/// Disjoint classes of points that can be merged (union-find).
pub(super) struct PointClasses {
    /// For each point: itself, or an earlier point of its class.
    parents: Vec<usize>,
}

impl PointClasses {
    pub(super) fn new(points: usize) -> Self {
        Self {
            parents: (0..points.min(Permutation::MAX_POINTS)).collect(),
        }
    }

    /// The first point of a point's class.
    pub(super) fn root(&mut self, mut point: usize) -> usize {
        while let Some(&parent) = self.parents.get(point).filter(|&&parent| parent != point) {
            // Shortens later paths.
            self.parents[point] = self.parents[parent];
            point = parent;
        }
        point
    }

    pub(super) fn include(&mut self, permutation: &Permutation) {
        for (point, &image) in permutation.images().iter().enumerate() {
            self.unite(point, image.into());
        }
    }

    /// Merges the classes of two points; false if they were one.
    fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(parent) = self.parents.get_mut(a.max(b)) {
            *parent = a.min(b);
        }
        a != b
    }

    pub(super) fn size(&mut self, point: usize) -> usize {
        let root = self.root(point);
        (0..self.parents.len())
            .filter(|&other| self.root(other) == root)
            .count()
    }

    fn listed(&mut self) -> Vec<Vec<u8>> {
        let mut sets = vec![Vec::new(); self.parents.len()];
        for point in (0..=u8::MAX).take(self.parents.len()) {
            if let Some(set) = sets.get_mut(self.root(point.into())) {
                set.push(point);
            }
        }
        sets.retain(|set| !set.is_empty());
        sets
    }
}
