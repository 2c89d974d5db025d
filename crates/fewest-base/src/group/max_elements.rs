//! An upper bound of a group's order, from its pieces: pieces move as wholes, their turns have a
//! common sum, and the parities of orbits depend on each other.

use std::cmp::Reverse;

use num_bigint::BigUint;

use super::pieces::{OrbitPieces, find_pieces};
use super::{Permutation, is_odd, orbits};
use crate::support::invariant::Invariant;

struct Carried {
    is_odd: bool,
    /// The sum of the pieces' turns.
    turned: usize,
}

/// The effect of a permutation on the pieces of an orbit, with this number of turns per piece.
fn carried(found: &OrbitPieces, turns: usize, by: &Permutation) -> Carried {
    let mut spots = vec![0; by.points()];
    for (spot, &point) in found.points.iter().enumerate() {
        spots[usize::from(point)] = spot;
    }
    let leads = found.points.iter().step_by(turns);
    let to: Vec<usize> = leads
        .map(|&lead| spots[usize::from(by.image(lead))])
        .collect();
    let images = to.iter().map(|spot| u8::try_from(spot / turns));
    let images: Vec<u8> = images.collect::<Result<_, _>>().unwrap_or_default();
    Carried {
        is_odd: is_odd(&images),
        turned: to.iter().map(|spot| spot % turns).sum(),
    }
}

/// An upper bound of the group's order, from its orbits, pieces, parities and sums of turns.
#[must_use]
pub fn max_elements(points: usize, generators: &[Permutation]) -> BigUint {
    let arrangements = |count: usize| (1..=count).map(BigUint::from).product::<BigUint>();
    let mut orbits = orbits(points, generators);
    // Larger orbits first: they determine the smaller ones.
    orbits.sort_by_key(|orbit| Reverse(orbit.len()));
    let Some(found) = find_pieces(&orbits, generators) else {
        debug_assert!(false, "these are the group's orbits");
        return arrangements(points);
    };
    let mut all = BigUint::from(1u8);
    let mut with_parity = 0;
    // The possible parities are sums of the generators' parities. There are at most 128 orbits.
    let mut parities = vec![0u128; generators.len()];
    for (place, orbit) in found.iter().enumerate() {
        // Turns that are not cyclic have no sum: then every point counts as a piece.
        let turns = if orbit.is_cyclic { orbit.turns } else { 1 };
        let mut common = turns;
        for (generator, parities) in generators.iter().zip(&mut parities) {
            let Carried { is_odd, turned } = carried(orbit, turns, generator);
            *parities |= u128::from(is_odd) << place;
            common = gcd(common, turned);
        }
        let count = orbit.points.len() / turns;
        let turned = BigUint::from(turns).pow(u32::try_from(count).debug_unwrap_or(u32::MAX));
        all *= arrangements(count) * turned / common;
        with_parity += usize::from(count > 1);
    }
    let mut independent: Vec<u128> = Vec::new();
    for parity in parities {
        let left = (independent.iter()).fold(parity, |left, &other| left.min(left ^ other));
        if left != 0 {
            independent.push(left);
        }
    }
    all >> (with_parity - independent.len())
}

const fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_never_too_low() {
        let mut rng = fastrand::Rng::with_seed(17);
        for _ in 0..300 {
            let points = rng.usize(2..9);
            let draw = |rng: &mut fastrand::Rng| {
                let mut images: Vec<u8> = (0..).take(points).collect();
                for _ in 0..rng.usize(1..4) {
                    images.swap(rng.usize(0..points), rng.usize(0..points));
                }
                Permutation::new(&images).unwrap()
            };
            let generators: Vec<Permutation> =
                (0..rng.usize(1..3)).map(|_| draw(&mut rng)).collect();
            let mut elements = vec![Permutation::identity(points)];
            let mut at = 0;
            while let Some(element) = elements.get(at).cloned() {
                for generator in &generators {
                    let next = element.then(generator);
                    if !elements.contains(&next) {
                        elements.push(next);
                    }
                }
                at += 1;
                if elements.len() > 2000 {
                    break;
                }
            }
            assert!(max_elements(points, &generators) >= BigUint::from(elements.len()));
        }
    }
}
