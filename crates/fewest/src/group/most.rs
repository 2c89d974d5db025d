//! How many elements a group can have at most, as far as pieces show: what travels together is
//! carried as a whole, turns add up, and permutations of pieces are odd together.

use num_bigint::BigUint;

use super::{Frames, Permutation, orbits};
use crate::support::invariant::Invariant;

/// The pieces of an orbit: its points, or sets of them that turn among themselves.
struct OrbitPieces {
    /// The points of a piece.
    turns: usize,
    /// By point of the orbit: its piece, and its place in it.
    places: Vec<(usize, usize)>,
    /// By piece: its points in the order of a turn.
    pieces: Vec<Vec<u8>>,
}

impl OrbitPieces {
    /// The pieces whose points travel together and turn in a cycle; else every point is one. What
    /// travels along is covered then.
    fn of(orbit: &[u8], generators: &[Permutation], is_covered: &mut [bool]) -> Self {
        let frames = Frames::of(orbit, generators);
        let (mut turns, mut turn) = (1, None);
        if let (Some(frames), [first, ..]) = (&frames, orbit) {
            let own = frames.of_point(*first);
            let steps = (0..own.len()).filter(|&step| orbit.contains(&own[step]));
            let steps: Vec<usize> = steps.collect();
            let is_whole = |step: &&usize| cycle(frames, *first, **step).len() == steps.len();
            if let Some(&step) = steps.iter().find(is_whole) {
                (turns, turn) = (steps.len(), Some(step));
            }
            for &point in orbit.iter().flat_map(|&point| frames.of_point(point)) {
                is_covered[usize::from(point)] = true;
            }
        }
        let mut own = Self {
            turns,
            places: vec![(usize::MAX, 0); is_covered.len()],
            pieces: Vec::new(),
        };
        for &point in orbit {
            if own.places[usize::from(point)].0 != usize::MAX {
                continue;
            }
            let piece = match (&frames, turn) {
                (Some(frames), Some(step)) => cycle(frames, point, step),
                _ => vec![point],
            };
            for (place, &point) in piece.iter().enumerate() {
                own.places[usize::from(point)] = (own.pieces.len(), place);
            }
            own.pieces.push(piece);
        }
        own
    }

    /// Whether a permutation carries the pieces oddly, and the sum of how it turns them.
    fn carried(&self, by: &Permutation) -> (bool, usize) {
        let to = |piece: &Vec<u8>| {
            let point = piece.first().copied().debug_unwrap_or(0);
            self.places[usize::from(by.image(point))]
        };
        let to: Vec<(usize, usize)> = self.pieces.iter().map(to).collect();
        let turned = to.iter().map(|(_, turn)| turn).sum();
        let images = to.iter().map(|&(piece, _)| u8::try_from(piece));
        let images: Vec<u8> = images.collect::<Result<_, _>>().unwrap_or_default();
        let carried = Permutation::new(&images);
        (carried.is_some_and(|own| own.is_odd_on(&images)), turned)
    }
}

/// The points that a step of their frames carries one to, itself first.
fn cycle(frames: &Frames, first: u8, step: usize) -> Vec<u8> {
    let mut cycle = vec![first];
    while let Some(&last) = cycle.last()
        && let Some(&next) = frames.of_point(last).get(step)
        && next != first
        && cycle.len() < frames.length
    {
        cycle.push(next);
    }
    cycle
}

/// The most elements that the group of these permutations can have, given its orbits, the pieces on
/// them, their parities, and the sums of their turns.
pub(super) fn most_elements(points: usize, generators: &[Permutation]) -> BigUint {
    let mut all = BigUint::from(1u8);
    let mut is_covered = vec![false; points];
    let mut known: Vec<OrbitPieces> = Vec::new();
    let mut orbits = orbits(points, generators);
    // Those with the most points tell of others.
    orbits.sort_by_key(|orbit| std::cmp::Reverse(orbit.len()));
    for orbit in orbits.iter().filter(|orbit| orbit.len() > 1) {
        if !is_covered[usize::from(orbit[0])] {
            known.push(OrbitPieces::of(orbit, generators, &mut is_covered));
        }
    }
    // The parities that can be had are sums of the generators'. There are at most 128 orbits.
    let mut parities = vec![0u128; generators.len()];
    for (own, place) in known.iter().zip(0..) {
        let mut common = own.turns;
        for (generator, parities) in generators.iter().zip(&mut parities) {
            let (is_odd, turned) = own.carried(generator);
            *parities |= u128::from(is_odd) << place;
            common = gcd(common, turned);
        }
        let count = own.pieces.len();
        let arranged: BigUint = (1..=count).map(BigUint::from).product();
        let turned = BigUint::from(own.turns).pow(u32::try_from(count).debug_unwrap_or(u32::MAX));
        all *= arranged * turned / common;
    }
    let mut independent: Vec<u128> = Vec::new();
    for own in parities {
        let left = (independent.iter()).fold(own, |left, &other| left.min(left ^ other));
        if left != 0 {
            independent.push(left);
        }
    }
    let with_parity = known.iter().filter(|own| own.pieces.len() > 1);
    all >> (with_parity.count() - independent.len())
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
    use crate::group::Chain;
    use crate::model::Model;

    fn generators(text: &str) -> (usize, Vec<Permutation>) {
        let structure = &Model::from_toml(text).unwrap().structure;
        let turns = structure.turns.iter();
        let turns = turns.map(|turn| Permutation::new(&turn.from).unwrap());
        (structure.cells(), turns.collect())
    }

    /// The cube's pieces allow what its moves make, and no more; so do those of others.
    #[test]
    fn pieces_allow_what_moves_make() {
        for text in [
            include_str!("../../puzzles/cube3.toml"),
            include_str!("../../puzzles/cube2.toml"),
            include_str!("../../puzzles/corners.toml"),
            include_str!("../../puzzles/megaminx3.toml"),
            include_str!("../../puzzles/topspin9.toml"),
        ] {
            let (points, generators) = generators(text);
            let chain = Chain::new(points, &generators).unwrap();
            assert_eq!(most_elements(points, &generators), chain.order());
        }
    }

    /// Never fewer than there are, whatever the permutations are.
    #[test]
    fn never_too_few() {
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
            // All elements, one after another.
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
            assert!(most_elements(points, &generators) >= BigUint::from(elements.len()));
        }
    }
}
