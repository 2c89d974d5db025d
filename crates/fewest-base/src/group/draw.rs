//! Random elements of a group.

use super::{Chain, Permutation};
use crate::support::random::Random;

impl Chain {
    /// Draws an element, each equally likely, and returns it followed by `rest`.
    ///
    /// On each level, it draws one of the points to which the base point can still go. So the
    /// element of a seed depends on the group and its base, not on the way the chain was found.
    pub fn draw(&self, rest: Permutation, random: &mut Random) -> Permutation {
        self.levels().iter().fold(rest, |element, level| {
            let mut choices: Vec<(u8, &Permutation)> = (level.orbit.iter())
                .map(|&point| element.image(point))
                .zip(&level.carriers)
                .collect();
            choices.sort_unstable_by_key(|(image, _)| *image);
            let place = random.place(choices.len());
            match choices.get(place) {
                Some((_, carrier)) => carrier.then(&element),
                None => element,
            }
        })
    }
}
