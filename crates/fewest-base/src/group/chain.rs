//! The stabiliser chain of a permutation group.
//!
//! A *base* is a list of points that only the identity fixes. Each level of the chain describes the
//! group that fixes all earlier base points: the orbit of the level's base point, and for each
//! point of the orbit a *carrier*, an element that maps the base point to it. Every element of the
//! group is a unique product of one carrier per level.
//!
//! Random elements fill the chain. Then it is proven complete: either its order reaches an upper
//! bound (the group is all that its pieces allow), or every Schreier generator is sifted (C. C.
//! Sims, 1970; Á. Seress, "Permutation Group Algorithms", 2003, chapter 4).

use std::time::Duration;

use num_bigint::BigUint;
use thiserror::Error;

use super::Permutation;
use super::max_elements::max_elements;
use crate::support::random::Random;

/// The reason why a chain can't be built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// The generators do not permute this number of points.
    #[error("the permutations must all have {0} points, at most 256")]
    Points(usize),
    /// Proving the chain complete would take too long.
    #[error("the group takes too long to find")]
    TooLong,
    /// The group has more elements than allowed.
    #[error("the group has more than {0} elements")]
    TooLarge(u64),
}

/// Random elements in a row without a change, after which the chain is assumed full.
const QUIET: u32 = 24;
/// Size of the pool that yields random elements.
const POOL: usize = 11;
/// Work limits, in point images: about half a minute, and a quarter of a second.
const MAX_WORK: u64 = 20_000_000_000;
const LITTLE_WORK: u64 = 200_000_000;
const WORK_A_MILLISECOND: u64 = 600_000;

/// A stabiliser chain.
#[derive(Clone, Debug)]
pub struct Chain {
    points: usize,
    levels: Vec<ChainLevel>,
    limits: ChainLimits,
    /// Points to choose as base points first, if possible.
    preferred: Vec<u8>,
    work: u64,
}

#[derive(Clone, Copy, Debug)]
struct ChainLimits {
    elements: Option<u64>,
    work: u64,
}

/// The group of elements that fix the base points of all earlier levels.
#[derive(Clone, Debug)]
pub(super) struct ChainLevel {
    pub(super) base: u8,
    generators: Vec<Permutation>,
    /// The number of orbit points with a tested Schreier generator, by generator.
    tested: Vec<usize>,
    /// The orbit of the base point, which is first.
    pub(super) orbit: Vec<u8>,
    pub(super) places: Vec<Option<u8>>,
    /// For each place, an element that maps the base point there, and its inverse.
    pub(super) carriers: Vec<Permutation>,
    pub(super) backs: Vec<Permutation>,
}

impl ChainLevel {
    fn new(base: u8, points: usize) -> Self {
        let mut places = vec![None; points];
        if let Some(place) = places.get_mut(usize::from(base)) {
            *place = Some(0);
        }
        Self {
            base,
            generators: Vec::new(),
            tested: Vec::new(),
            orbit: vec![base],
            places,
            carriers: vec![Permutation::identity(points)],
            backs: vec![Permutation::identity(points)],
        }
    }

    #[inline]
    pub(super) fn place(&self, point: u8) -> Option<usize> {
        let place = self.places.get(usize::from(point));
        place.copied().flatten().map(usize::from)
    }

    /// Adds a generator, and the points that it adds to the orbit. Carriers in use do not change.
    fn add(&mut self, generator: Permutation) {
        let old = self.orbit.len();
        self.generators.push(generator);
        self.tested.push(0);
        let mut at = 0;
        while let Some(&point) = self.orbit.get(at) {
            // Images of old points under old generators are known.
            let first = if at < old {
                self.generators.len() - 1
            } else {
                0
            };
            for i in first..self.generators.len() {
                let image = self.generators[i].image(point);
                if let (Some(place @ None), Ok(next)) = (
                    self.places.get_mut(usize::from(image)),
                    u8::try_from(self.orbit.len()),
                ) {
                    *place = Some(next);
                    let carrier = self.carriers[at].then(&self.generators[i]);
                    self.backs.push(carrier.inverse());
                    self.carriers.push(carrier);
                    self.orbit.push(image);
                }
            }
            at += 1;
        }
    }
}

impl Chain {
    /// Builds the chain of the group that these permutations of `points` points generate.
    ///
    /// # Errors
    /// If there are over 256 points, a permutation has another number, or it takes half a minute.
    pub fn new(points: usize, generators: &[Permutation]) -> Result<Self, ChainError> {
        Self::in_time(points, generators, None)
    }

    /// Builds the chain within about this time, at most half a minute. It counts work instead of
    /// reading the clock, so that the result is reproducible.
    pub(super) fn in_time(
        points: usize,
        generators: &[Permutation],
        time: Option<Duration>,
    ) -> Result<Self, ChainError> {
        let work = |time: Duration| {
            let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            milliseconds.saturating_mul(WORK_A_MILLISECOND)
        };
        let limits = ChainLimits {
            elements: None,
            work: time.map_or(MAX_WORK, |time| MAX_WORK.min(work(time))),
        };
        Self::limited(points, generators, &[], limits)
    }

    /// Builds the chain of a group of at most `max_order` elements, within a quarter of a second.
    /// Base points are the first possible points of `preferred`.
    ///
    /// # Errors
    /// If a permutation has another number of points, there are over 256, or a limit is exceeded.
    pub fn within(
        points: usize,
        generators: &[Permutation],
        preferred: &[u8],
        max_order: u64,
    ) -> Result<Self, ChainError> {
        let limits = ChainLimits {
            elements: Some(max_order),
            work: LITTLE_WORK,
        };
        Self::limited(points, generators, preferred, limits)
    }

    fn limited(
        points: usize,
        generators: &[Permutation],
        preferred: &[u8],
        limits: ChainLimits,
    ) -> Result<Self, ChainError> {
        let mut chain = Self::begun(points, generators, preferred, limits)?;
        if !chain.levels.is_empty() {
            let bound = max_elements(points, generators);
            chain.fill(&bound)?;
            if chain.order() < bound {
                chain.complete()?;
            }
        }
        Ok(chain)
    }

    /// The chain with its first level only, or none for the trivial group.
    fn begun(
        points: usize,
        generators: &[Permutation],
        preferred: &[u8],
        limits: ChainLimits,
    ) -> Result<Self, ChainError> {
        let has_all = |generator: &Permutation| generator.points() == points;
        if points > Permutation::MAX_POINTS || !generators.iter().all(has_all) {
            return Err(ChainError::Points(points));
        }
        let mut chain = Self {
            points,
            levels: Vec::new(),
            limits,
            preferred: preferred.to_vec(),
            work: 0,
        };
        if let Some(first) = chain.base_for(generators) {
            let mut top = ChainLevel::new(first, points);
            for generator in generators.iter().filter(|g| !g.is_identity()) {
                top.add(generator.clone());
            }
            chain.levels.push(top);
            chain.check_order()?;
        }
        Ok(chain)
    }

    /// Builds the chain without random elements: they find all of a group so reliably that the
    /// sifting of Schreier generators has nothing left to add.
    #[cfg(test)]
    fn by_sifting_alone(points: usize, generators: &[Permutation]) -> Result<Self, ChainError> {
        let limits = ChainLimits {
            elements: None,
            work: MAX_WORK,
        };
        let mut chain = Self::begun(points, generators, &[], limits)?;
        chain.complete()?;
        Ok(chain)
    }

    /// The number of points.
    #[must_use]
    pub const fn points(&self) -> usize {
        self.points
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.orbit_lengths().map(BigUint::from).product()
    }

    /// The length of each level's orbit. The order is their product.
    #[must_use]
    pub(crate) fn orbit_lengths(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.levels.iter().map(|level| level.orbit.len())
    }

    /// The base points.
    #[must_use]
    pub fn base(&self) -> Vec<u8> {
        self.levels.iter().map(|level| level.base).collect()
    }

    /// Returns true if a permutation is an element.
    #[must_use]
    pub fn contains(&self, permutation: &Permutation) -> bool {
        permutation.points() == self.points && self.sift(permutation.clone(), 0).0.is_identity()
    }

    #[must_use]
    pub(crate) fn contains_all(&self, permutations: &[Permutation]) -> bool {
        permutations
            .iter()
            .all(|permutation| self.contains(permutation))
    }

    /// Generators of a level's group: the elements that fix the earlier base points.
    pub(super) fn generators(&self, level: usize) -> &[Permutation] {
        self.levels
            .get(level)
            .map_or(&[], |level| &level.generators)
    }

    pub(super) fn levels(&self) -> &[ChainLevel] {
        &self.levels
    }

    /// Divides an element by carriers. Returns the residue, and the level where no carrier fits.
    fn sift(&self, mut element: Permutation, from: usize) -> (Permutation, usize) {
        for (depth, level) in self.levels.iter().enumerate().skip(from) {
            let Some(place) = level.place(element.image(level.base)) else {
                return (element, depth);
            };
            if place > 0 {
                element = element.then(&level.backs[place]);
            }
        }
        (element, self.levels.len())
    }

    /// The preferred base point that some of these elements moves.
    fn base_for(&self, elements: &[Permutation]) -> Option<u8> {
        let moves = |point: &&u8| {
            elements
                .iter()
                .any(|element| element.image(**point) != **point)
        };
        let preferred = self.preferred.iter().find(moves).copied();
        preferred.or_else(|| elements.iter().find_map(Permutation::first_moved))
    }

    fn check_order(&self) -> Result<(), ChainError> {
        match self.limits.elements {
            Some(max_order) if self.order() > max_order.into() => {
                Err(ChainError::TooLarge(max_order))
            }
            _ => Ok(()),
        }
    }

    fn count_work(&mut self, sifts: usize) -> Result<(), ChainError> {
        self.work += (sifts * self.points * (self.levels.len() + 1)) as u64;
        (self.work <= self.limits.work)
            .then_some(())
            .ok_or(ChainError::TooLong)
    }

    /// Adds a residue to the levels after `above`, up to the level where sifting stopped.
    fn insert(
        &mut self,
        residue: &Permutation,
        above: usize,
        depth: usize,
    ) -> Result<(), ChainError> {
        if depth == self.levels.len()
            && let Some(base) = self.base_for(std::slice::from_ref(residue))
        {
            self.levels.push(ChainLevel::new(base, self.points));
        }
        for level in self.levels.iter_mut().take(depth + 1).skip(above + 1) {
            level.add(residue.clone());
        }
        self.check_order()
    }

    /// Sifts random elements until the chain is full or has not changed for a while.
    fn fill(&mut self, bound: &BigUint) -> Result<(), ChainError> {
        let mut pool = Pool::new(self.generators(0));
        let mut quiet = 0;
        let mut is_full = false;
        while quiet < QUIET && !is_full {
            self.count_work(1)?;
            let (residue, depth) = self.sift(pool.next(), 0);
            if residue.is_identity() {
                quiet += 1;
            } else {
                quiet = 0;
                self.insert(&residue, 0, depth)?;
                is_full = self.order() == *bound;
            }
        }
        Ok(())
    }

    /// Sifts every Schreier generator, from the last level up, and adds missing elements.
    fn complete(&mut self) -> Result<(), ChainError> {
        let mut rest = self.levels.len();
        while let Some(level) = rest.checked_sub(1) {
            rest = match self.missing(level)? {
                None => level,
                Some((residue, depth)) => {
                    self.insert(&residue, level, depth)?;
                    depth + 1
                }
            };
        }
        Ok(())
    }

    /// The residue of a level's first Schreier generator that is missing from the next level.
    fn missing(&mut self, level_index: usize) -> Result<Option<(Permutation, usize)>, ChainError> {
        for i in 0..self.levels[level_index].generators.len() {
            loop {
                let level = &mut self.levels[level_index];
                let at = level.tested[i];
                let Some(carrier) = level.carriers.get(at) else {
                    break;
                };
                level.tested[i] += 1;
                let product = carrier.then(&level.generators[i]);
                let (residue, depth) = self.sift(product, level_index);
                self.count_work(1)?;
                if !residue.is_identity() {
                    return Ok(Some((residue, depth)));
                }
            }
        }
        Ok(None)
    }
}

/// Random elements of a group: products of generators that keep changing.
///
/// After F. Celler, C. R. Leedham-Green, S. H. Murray, A. C. Niemeyer, E. A. O'Brien, "Generating
/// random elements of a finite group", 1995 (product replacement).
struct Pool {
    elements: Vec<Permutation>,
    product: Permutation,
    random: Random,
}

impl Pool {
    fn new(generators: &[Permutation]) -> Self {
        let points = generators.first().map_or(0, Permutation::points);
        let size = POOL.max(generators.len());
        let mut pool = Self {
            elements: generators.iter().cycle().take(size).cloned().collect(),
            product: Permutation::identity(points),
            random: Random::new(1),
        };
        for _ in 0..4 * size {
            pool.next();
        }
        pool
    }

    fn next(&mut self) -> Permutation {
        let size = self.elements.len();
        let changed = self.random.place(size);
        let other = (changed + 1 + self.random.place(size - 1)) % size;
        let factor = match self.random.place(2) {
            0 => self.elements[other].clone(),
            _ => self.elements[other].inverse(),
        };
        self.elements[changed] = match self.random.place(2) {
            0 => self.elements[changed].then(&factor),
            _ => factor.then(&self.elements[changed]),
        };
        self.product = self.product.then(&self.elements[changed]);
        self.product.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random elements fill a chain so reliably that the proof of completeness finds nothing
    /// missing. Without them, it has to find every level but the first.
    #[test]
    fn elements_that_random_ones_would_miss_are_added() {
        let mut source = fastrand::Rng::with_seed(10);
        for round in 0..300 {
            let points = 2 + source.u8(0..7);
            let mut draw = || {
                let mut images: Vec<u8> = (0..points).collect();
                source.shuffle(&mut images);
                let random = Permutation::new(&images).unwrap();
                // Squares move fewer points.
                if round % 2 == 0 {
                    random.then(&random)
                } else {
                    random
                }
            };
            let generators: Vec<Permutation> = (0..=round % 3).map(|_| draw()).collect();
            let chain = Chain::by_sifting_alone(points.into(), &generators).unwrap();
            let expected = Chain::new(points.into(), &generators).unwrap();
            assert_eq!(chain.order(), expected.order(), "{generators:?}");
        }
        // The element found at the second level adds a third one.
        let twelve = Permutation::new(&[1, 0, 4, 5, 3, 2, 7, 8, 6]).unwrap();
        let cyclic = Chain::by_sifting_alone(9, &[twelve]).unwrap();
        assert_eq!(cyclic.order(), 12u8.into());
        // The corners of the cube: for each face, the places and the turns of the eight pieces.
        let faces = [
            ([0, 3, 2, 6, 4, 5, 7, 1], [0, 1, 0, 1, 0, 0, 0, 1]),
            ([2, 0, 3, 1, 4, 5, 6, 7], [0; 8]),
            ([0, 1, 5, 2, 4, 6, 3, 7], [0, 0, 1, 1, 0, 0, 1, 0]),
            ([4, 1, 0, 3, 5, 2, 6, 7], [1, 0, 1, 0, 1, 0, 0, 0]),
            ([0, 1, 2, 3, 7, 4, 5, 6], [0, 0, 0, 0, 1, 0, 0, 2]),
            ([1, 7, 2, 3, 0, 5, 6, 4], [0, 1, 0, 0, 2, 0, 0, 0]),
        ]
        .map(|(places, turns)| {
            let pieces = places.iter().zip(turns);
            let images =
                pieces.flat_map(|(place, turn)| (0..3).map(move |o| 3 * place + (o + turn) % 3));
            Permutation::new(&images.collect::<Vec<u8>>()).unwrap()
        });
        let corners = Chain::by_sifting_alone(24, &faces).unwrap();
        assert_eq!(corners.order(), 88_179_840u32.into());
    }
}
