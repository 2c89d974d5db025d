//! Colourings of points: the elements of a group that map one to another.
//!
//! Boards with identical pieces are colourings of the cells. The elements that fix a colouring are
//! a group. If it is trivial, each reachable colouring shows which element made it.
//!
//! The search descends the stabiliser chain. The orbits of each remaining group must have equal
//! colours on both sides, or there is no element (Á. Seress, "Permutation Group Algorithms", 2003,
//! chapter 9).

use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;

use super::orbits::PointClasses;
use super::{Chain, Permutation, orbits};
use crate::support::invariant::Invariant;

/// The largest number of choices in a search.
const MAX_CHOICES: u64 = 1 << 22;

/// A search took too long.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the search took too long")]
pub struct TooLong;

/// A colouring of the points of a group.
#[derive(Clone, Debug)]
pub struct Colours {
    chain: Arc<Chain>,
    home: Vec<u8>,
    /// The orbits of each level's group, and of the trivial group after the last level.
    orbits: Vec<Vec<Vec<u8>>>,
}

impl Colours {
    /// Creates the colouring with these colours; `None` unless there is one for each point.
    #[must_use]
    pub fn new(chain: &Arc<Chain>, home: &[u8]) -> Option<Self> {
        let levels = 0..=chain.base().len();
        (home.len() == chain.points()).then(|| Self {
            chain: Arc::clone(chain),
            home: home.to_vec(),
            orbits: levels
                .map(|level| orbits(chain.points(), chain.generators(level)))
                .collect(),
        })
    }

    /// Finds an element that maps every point to one of the same colour in another colouring, or
    /// `None`. It is unique if the [stabiliser](Self::stabiliser) is trivial.
    ///
    /// # Errors
    /// If the search takes too long.
    pub fn element(&self, colours: &[u8]) -> Result<Option<Permutation>, TooLong> {
        let none = Permutation::identity(self.chain.points());
        let mut search = ColourSearch {
            colouring: self,
            colours,
            left: MAX_CHOICES,
        };
        if colours.len() != self.home.len() || !search.fits(0, &none) {
            return Ok(None);
        }
        search.extend(0, &none)
    }

    /// The order of the group that fixes the colouring.
    ///
    /// # Errors
    /// If the search takes too long.
    pub fn stabiliser(&self) -> Result<BigUint, TooLong> {
        let mut search = ColourSearch {
            colouring: self,
            colours: &self.home,
            left: MAX_CHOICES,
        };
        // From the last level up, so that elements found join points without a search.
        let mut classes = PointClasses::new(self.chain.points());
        let mut order = BigUint::from(1u8);
        for (depth, level) in self.chain.levels().iter().enumerate().rev() {
            let mut refused: Vec<u8> = Vec::new();
            for (&point, carrier) in level.orbit.iter().zip(&level.carriers) {
                let mut is_like =
                    |other: u8| classes.root(point.into()) == classes.root(other.into());
                let is_known = is_like(level.base) || refused.iter().any(|&other| is_like(other));
                if is_known || !search.fits(depth + 1, carrier) {
                    continue;
                }
                match search.extend(depth + 1, carrier)? {
                    Some(element) => classes.include(&element),
                    None => refused.push(point),
                }
            }
            order *= classes.size(level.base.into());
        }
        Ok(order)
    }
}

struct ColourSearch<'s> {
    colouring: &'s Colours,
    colours: &'s [u8],
    left: u64,
}

impl ColourSearch<'_> {
    /// Returns true if the colours permit an element of a level's group, followed by `rest`.
    fn fits(&self, depth: usize, rest: &Permutation) -> bool {
        let here = |point: u8| self.colours.get(usize::from(rest.image(point))).copied();
        let home = |point: u8| self.colouring.home.get(usize::from(point)).copied();
        let orbits = self
            .colouring
            .orbits
            .get(depth)
            .map(Vec::as_slice)
            .debug_unwrap_or_default();
        // All 0 before each orbit, because an orbit with any other number ends the comparison.
        let mut surplus = [0i16; 256];
        orbits.iter().all(|orbit| {
            if let [point] = orbit.as_slice() {
                return here(*point) == home(*point);
            }
            for &point in orbit {
                surplus[usize::from(here(point).debug_unwrap_or(0))] += 1;
                surplus[usize::from(home(point).debug_unwrap_or(0))] -= 1;
            }
            // If one colour is left over, another one is missing.
            orbit.iter().all(|&point| {
                let colour = home(point).debug_unwrap_or(0);
                surplus[usize::from(colour)] == 0
            })
        })
    }

    /// Finds an element of a level's group, followed by `rest`, that matches the colours.
    fn extend(&mut self, depth: usize, rest: &Permutation) -> Result<Option<Permutation>, TooLong> {
        let colouring = self.colouring;
        let Some(level) = colouring.chain.levels().get(depth) else {
            return Ok(Some(rest.clone()));
        };
        let home = colouring.home.get(usize::from(level.base));
        for (&point, carrier) in level.orbit.iter().zip(&level.carriers) {
            if self.colours.get(usize::from(rest.image(point))) != home {
                continue;
            }
            self.left = self.left.checked_sub(1).ok_or(TooLong)?;
            let next = carrier.then(rest);
            if self.fits(depth + 1, &next)
                && let Some(element) = self.extend(depth + 1, &next)?
            {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }
}
