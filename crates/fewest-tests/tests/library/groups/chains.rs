//! Orders, members and orbits.

use std::collections::BTreeSet;

use super::stickers::{cube, face, faces, pyraminx};
use fewest::group::{Chain, ChainError, Permutation, max_elements, orbits};
use fewest::model::Model;

fn order(points: usize, generators: &[Permutation]) -> String {
    Chain::new(points, generators).unwrap().order().to_string()
}

fn rule(points: u8, image: impl Fn(u32) -> u32) -> Permutation {
    let images = (0..points).map(|point| u8::try_from(image(point.into())).unwrap());
    Permutation::new(&images.collect::<Vec<u8>>()).unwrap()
}

fn cycle(points: u8, length: u32) -> Permutation {
    rule(points, |x| if x < length { (x + 1) % length } else { x })
}

#[test]
fn orders_are_the_published_ones() {
    let corners = cube(&[3]);
    assert_eq!(order(24, &faces(&corners)), "88179840");
    let around_one_corner: Vec<_> = (0..3).map(|axis| face(&corners, axis, 1)).collect();
    assert_eq!(order(24, &around_one_corner), "3674160");
    assert_eq!(order(48, &faces(&cube(&[2, 3]))), "43252003274489856000");
    assert_eq!(order(24, &pyraminx()), "933120");
    let rotation = Model::from_toml(include_str!("../../../../../puzzles/rotation.toml")).unwrap();
    let lines = rotation.structure.turns.iter();
    let lines: Vec<_> = lines.map(|t| Permutation::new(&t.from).unwrap()).collect();
    assert_eq!(order(24, &lines), "310224200866619719680000");
}

/// M. Mathieu's groups: of twelve cards by reversing and by a Mongean shuffle; of the projective
/// line over 23 (J. H. Conway, N. J. A. Sloane, "Sphere Packings, Lattices and Groups", 1988,
/// chapters 10 and 11).
#[test]
fn mathieu_groups() {
    let reverse = rule(12, |x| 11 - x);
    let shuffle = rule(12, |x| (2 * x).min(23 - 2 * x));
    assert_eq!(order(12, &[reverse, shuffle]), "95040");
    let power = |x: u32, n: u32| (0..n).fold(1, |product, _| product * x % 23);
    let next = rule(24, |x| if x == 23 { 23 } else { (x + 1) % 23 });
    let invert = |x: u32| match x {
        23 => 0,
        0 => 23,
        _ => (23 - power(x, 21)) % 23,
    };
    let cube = |x: u32| match x {
        23 => 23,
        _ if power(x, 11) <= 1 => power(x, 3) * power(9, 21) % 23,
        _ => 9 * power(x, 3) % 23,
    };
    let both = rule(24, |x| cube(invert(x)));
    assert_eq!(order(24, &[next, both]), "244823040");
}

#[test]
fn symmetric_and_alternating_groups() {
    let mut factorial = num_bigint::BigUint::from(1u8);
    for n in 3..=200u8 {
        factorial *= n;
        if n > 12 && n % 31 > 1 {
            continue;
        }
        let (long, short) = (cycle(n, n.into()), cycle(n, 3));
        let chain = Chain::new(n.into(), &[long.clone(), cycle(n, 2)]).unwrap();
        assert_eq!(chain.order(), &factorial * 2u8, "S{n}");
        let chain = Chain::new(n.into(), &[long, short.clone()]).unwrap();
        // A cycle of an even number of points is odd.
        assert_eq!(
            chain.order() * (1 + n % 2),
            &factorial * 2u8,
            "A{n} or S{n}"
        );
        assert!(chain.contains(&short));
        assert_eq!(chain.contains(&cycle(n, 2)), n % 2 == 0);
    }
}

/// All elements, by multiplying until no new one appears.
pub fn closure(points: usize, generators: &[Permutation]) -> BTreeSet<Permutation> {
    let mut known = BTreeSet::from([Permutation::identity(points)]);
    let mut open: Vec<Permutation> = known.iter().cloned().collect();
    while let Some(element) = open.pop() {
        for generator in generators {
            let product = element.then(generator);
            if known.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    known
}

fn all(points: u8) -> Vec<Permutation> {
    let symmetric = [cycle(points, points.into()), cycle(points, 2)];
    closure(points.into(), &symmetric).into_iter().collect()
}

fn random(points: u8, source: &mut fastrand::Rng) -> Permutation {
    let mut images: Vec<u8> = (0..points).collect();
    source.shuffle(&mut images);
    Permutation::new(&images).unwrap()
}

/// Varied groups: random elements of small groups generate small groups.
pub fn some_groups(source: &mut fastrand::Rng) -> Vec<(u8, Vec<Permutation>)> {
    let mut groups = Vec::new();
    for round in 0..300 {
        let points = 2 + source.u8(0..7);
        let mut generators: Vec<_> = (0..=round % 3).map(|_| random(points, source)).collect();
        if round % 2 == 0 {
            // Powers have small orders and move fewer points.
            let power = |p: &Permutation| {
                let twice = p.then(p);
                if round % 4 == 0 {
                    twice.then(&twice)
                } else {
                    twice
                }
            };
            generators = generators.iter().map(power).collect();
        }
        groups.push((points, generators));
    }
    let square = [[1, 2, 3, 0], [1, 0, 3, 2]].map(|images| Permutation::new(&images).unwrap());
    groups.push((4, square.to_vec()));
    let cube = [[1, 3, 0, 2, 5, 7, 4, 6], [4, 5, 0, 1, 6, 7, 2, 3]];
    groups.push((
        8,
        cube.map(|images| Permutation::new(&images).unwrap())
            .to_vec(),
    ));
    groups
}

#[test]
fn small_groups_have_the_elements_that_listing_finds() {
    let mut source = fastrand::Rng::with_seed(5);
    let every: Vec<Vec<Permutation>> = (0..9u8)
        .map(|n| if n < 2 { vec![] } else { all(n) })
        .collect();
    let mut orders = BTreeSet::new();
    for (points, generators) in some_groups(&mut source) {
        let chain = Chain::new(points.into(), &generators).unwrap();
        let listed = closure(points.into(), &generators);
        assert_eq!(chain.order(), listed.len().into(), "{generators:?}");
        orders.insert(listed.len());
        let candidates = &every[usize::from(points)];
        for candidate in candidates.iter().step_by(1 + candidates.len() / 1000) {
            assert_eq!(chain.contains(candidate), listed.contains(candidate));
        }
        assert!(
            listed
                .iter()
                .take(200)
                .all(|element| chain.contains(element))
        );
    }
    assert!(orders.len() > 15, "groups of all kinds: {orders:?}");
}

#[test]
fn orbits_are_those_of_the_listed_group() {
    let mut source = fastrand::Rng::with_seed(6);
    let mut lengths = BTreeSet::new();
    for (points, generators) in some_groups(&mut source) {
        let listed = closure(points.into(), &generators);
        if listed.len() > 2000 {
            continue;
        }
        for orbit in orbits(points.into(), &generators) {
            let reached: BTreeSet<u8> = listed.iter().map(|g| g.image(orbit[0])).collect();
            assert!(reached.iter().eq(&orbit));
            lengths.insert(orbit.len());
        }
    }
    assert!(lengths.len() > 4, "{lengths:?}");
}

#[test]
fn invalid_and_trivial_groups() {
    assert!(Permutation::new(&[0, 0]).is_none());
    assert!(Permutation::new(&[0, 2]).is_none());
    let wrong = Chain::new(3, &[cycle(4, 4)]);
    assert_eq!(wrong.unwrap_err(), ChainError::Points(3));
    assert!(matches!(Chain::new(257, &[]), Err(ChainError::Points(257))));
    let trivial = Chain::new(4, &[Permutation::identity(4)]).unwrap();
    assert_eq!((trivial.order(), trivial.base()), (1u8.into(), vec![]));
    assert!(!trivial.contains(&cycle(4, 2)) && !trivial.contains(&Permutation::identity(5)));
}

/// The bound from pieces is the order, for puzzles whose pieces move freely.
#[test]
fn pieces_allow_what_moves_make() {
    for name in ["cube3", "cube2", "corners", "megaminx3", "topspin9"] {
        let structure = Model::named(name).unwrap().structure;
        let turns = structure.turns.iter();
        let generators: Vec<_> = turns
            .map(|turn| Permutation::new(&turn.from).unwrap())
            .collect();
        let chain = Chain::new(structure.cells(), &generators).unwrap();
        assert_eq!(
            max_elements(structure.cells(), &generators),
            chain.order(),
            "{name}"
        );
    }
}
