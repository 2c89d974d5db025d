//! Elements and boards drawn at random.

use super::{Chain, Permutation};
use crate::support::random::Random;

impl Chain {
    /// One of the elements, followed by `rest`: each of them equally likely.
    ///
    /// Level by level, one of the points is drawn where the base point can still go. So what a seed
    /// draws depends on the group and its base, not on how the chain was found.
    pub fn draw(&self, rest: Permutation, random: &mut Random) -> Permutation {
        self.levels().iter().fold(rest, |element, level| {
            let mut goes: Vec<(u8, &Permutation)> = (level.orbit.iter())
                .map(|&point| element.image(point))
                .zip(&level.carriers)
                .collect();
            goes.sort_unstable_by_key(|(image, _)| *image);
            let place = random.place(goes.len());
            match goes.get(place) {
                Some((_, carrier)) => carrier.then(&element),
                None => element,
            }
        })
    }
}
