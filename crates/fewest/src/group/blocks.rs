//! Orbits and blocks: which points are carried into each other, and which always stay together.

use super::Permutation;
use crate::support::invariant::Invariant;

/// The orbits of the group that these permutations make: each a sorted list of points that are
/// carried into each other.
///
/// ```
/// use fewest::group::{Permutation, orbits};
///
/// let swaps = Permutation::new(&[1, 0, 3, 2, 4]).expect("each point once");
/// assert_eq!(orbits(5, &[swaps]), [vec![0, 1], vec![2, 3], vec![4]]);
/// ```
#[must_use]
pub fn orbits(points: usize, generators: &[Permutation]) -> Vec<Vec<u8>> {
    let mut classes = PointClasses::new(points);
    for generator in generators {
        classes.include(generator);
    }
    classes.listed()
}

/// The minimal block systems of the group on one of its orbits: partitions of the orbit into sets
/// of more than one point and less than all, that are carried into each other as wholes, and that
/// no such partition refines. None if the group is primitive there.
///
/// After M. D. Atkinson, "An algorithm for finding the blocks of a permutation group", 1975: the
/// finest partition that keeps two points together, for one point and each other.
///
/// ```
/// use fewest::group::{Permutation, blocks};
///
/// // The corners of a square that turns: opposite ones stay opposite.
/// let turn = Permutation::new(&[1, 2, 3, 0]).expect("each point once");
/// assert_eq!(blocks(&[0, 1, 2, 3], &[turn]), [[[0, 2], [1, 3]]]);
/// ```
#[must_use]
pub fn blocks(orbit: &[u8], generators: &[Permutation]) -> Vec<Vec<Vec<u8>>> {
    let Some((&first, others)) = orbit.split_first() else {
        return Vec::new();
    };
    let points = generators.first().map_or(0, Permutation::points);
    let mut systems: Vec<Vec<Vec<u8>>> = Vec::new();
    for &other in others {
        let system = finest(points, first, other, generators);
        let is_whole = system
            .first()
            .is_none_or(|block| block.len() == orbit.len());
        if !is_whole && !systems.contains(&system) {
            systems.push(system);
        }
    }
    // Every block system has the block of the first point: a finer one has a part of it.
    let own = |system: &Vec<Vec<u8>>| {
        let block = system.iter().find(|block| block.contains(&first));
        block.cloned().debug_unwrap_or_default()
    };
    let firsts: Vec<Vec<u8>> = systems.iter().map(own).collect();
    let is_minimal = |block: &Vec<u8>| {
        let refines =
            |other: &Vec<u8>| other.len() < block.len() && other.iter().all(|p| block.contains(p));
        !firsts.iter().any(refines)
    };
    let minimal = systems.into_iter().zip(&firsts);
    let minimal = minimal.filter(|(_, block)| is_minimal(block));
    minimal.map(|(system, _)| system).collect()
}

/// The finest partition that keeps two points together and that the group keeps; only its sets of
/// more than one point.
fn finest(points: usize, a: u8, b: u8, generators: &[Permutation]) -> Vec<Vec<u8>> {
    let mut classes = PointClasses::new(points);
    classes.unite(a.into(), b.into());
    // Pairs in one class, whose images also have to be in one class.
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        for generator in generators {
            let images = (generator.image(a), generator.image(b));
            if classes.unite(images.0.into(), images.1.into()) {
                open.push(images);
            }
        }
    }
    let mut sets = classes.listed();
    sets.retain(|set| set.len() > 1);
    sets
}

/// Points in classes that are united step by step.
pub(super) struct PointClasses {
    /// By point: itself, or a point before it in its class.
    parents: Vec<usize>,
}

impl PointClasses {
    pub(super) fn new(points: usize) -> Self {
        Self {
            parents: (0..points.min(Permutation::MOST_POINTS)).collect(),
        }
    }

    /// The first point of a point's class.
    pub(super) fn root(&mut self, mut point: usize) -> usize {
        while let Some(&parent) = self.parents.get(point).filter(|&&parent| parent != point) {
            // Later ways are shorter.
            self.parents[point] = self.parents[parent];
            point = parent;
        }
        point
    }

    /// Puts points together that a permutation carries into each other.
    pub(super) fn include(&mut self, permutation: &Permutation) {
        for (point, &image) in permutation.images().iter().enumerate() {
            self.unite(point, image.into());
        }
    }

    /// Puts the classes of two points together; false if they were one.
    fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if let Some(parent) = self.parents.get_mut(a.max(b)) {
            *parent = a.min(b);
        }
        a != b
    }

    /// The number of points in a point's class.
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
