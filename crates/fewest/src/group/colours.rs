//! Coloured points: which elements of a group make one colouring of another.
//!
//! Boards with identical pieces are colourings of the cells. The elements that leave a colouring as
//! it is are a group; if it is trivial, each colouring that can be reached shows which element made
//! it.
//!
//! Elements are sought level by level along the stabiliser chain. The orbits of what is left of the
//! group must hold the same colours on both sides, or no element is there (Á. Seress, "Permutation
//! Group Algorithms", 2003, chapter 9).

use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;

use super::orbits::PointClasses;
use super::{Chain, Permutation, orbits};
use crate::support::invariant::Invariant;

/// Choices that a search may try before it gives up.
const MOST_CHOICES: u64 = 1 << 22;

/// A search took too long.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the search took too long")]
pub struct TooLong;

/// A colouring of the points of a group.
#[derive(Clone, Debug)]
pub struct Colours {
    chain: Arc<Chain>,
    home: Vec<u8>,
    /// By level, and after the last: the orbits of the group of that level.
    orbits: Vec<Vec<Vec<u8>>>,
}

impl Colours {
    /// The colouring that gives each point this colour; `None` if it has not a colour for each
    /// point.
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

    /// An element that carries every point to one of this colour, in another colouring; the only
    /// one if the [stabiliser](Self::stabiliser) is trivial. None if there is none.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn element(&self, colours: &[u8]) -> Result<Option<Permutation>, TooLong> {
        let none = Permutation::identity(self.chain.points());
        let mut search = ColourSearch {
            own: self,
            colours,
            left: MOST_CHOICES,
        };
        if colours.len() != self.home.len() || !search.fits(0, &none) {
            return Ok(None);
        }
        search.extend(0, &none)
    }

    /// The number of elements that leave the colouring as it is.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn stabiliser(&self) -> Result<BigUint, TooLong> {
        let mut search = ColourSearch {
            own: self,
            colours: &self.home,
            left: MOST_CHOICES,
        };
        // From the last level up, so that the elements found close orbits without a search.
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
    own: &'s Colours,
    colours: &'s [u8],
    left: u64,
}

impl ColourSearch<'_> {
    /// Whether the colours allow an element of a level's group, followed by `rest`.
    fn fits(&self, depth: usize, rest: &Permutation) -> bool {
        let here = |point: u8| self.colours.get(usize::from(rest.image(point))).copied();
        let home = |point: u8| self.own.home.get(usize::from(point)).copied();
        let orbits = self
            .own
            .orbits
            .get(depth)
            .map(Vec::as_slice)
            .debug_unwrap_or_default();
        orbits.iter().all(|orbit| {
            if let [point] = orbit.as_slice() {
                return here(*point) == home(*point);
            }
            let mut surplus = [0i16; 256];
            for &point in orbit {
                surplus[usize::from(here(point).debug_unwrap_or(0))] += 1;
                surplus[usize::from(home(point).debug_unwrap_or(0))] -= 1;
            }
            surplus.iter().all(|&surplus| surplus == 0)
        })
    }

    /// The first element of a level's group that the colours allow, followed by `rest`.
    fn extend(&mut self, depth: usize, rest: &Permutation) -> Result<Option<Permutation>, TooLong> {
        let own = self.own;
        let Some(level) = own.chain.levels().get(depth) else {
            return Ok(Some(rest.clone()));
        };
        let home = own.home.get(usize::from(level.base));
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
