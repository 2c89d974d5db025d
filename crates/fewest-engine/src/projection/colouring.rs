//! Colourings of an orbit's stickers, which are all that a projection sees of its pieces.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet as HashSet;

use crate::kernel::pieces::{PieceOrbit, Pieces};
use crate::rank::multiset::Multiset;

/// The most colourings of an orbit that are considered.
const MAX_COLOURINGS: usize = 4096;
/// The most classes of pieces for which every way to merge them is tried.
const MAX_MERGED: usize = 6;
/// The most ways to merge classes that are tried for an orbit, whose pieces may have many turns.
const MAX_MERGES: usize = 1 << 17;

/// The colours of an orbit's stickers, numbered in the order in which they first appear.
///
/// Pieces that look alike are a *class*. The colours distinguish the turns of all pieces or of
/// none. In the latter case, all stickers of a piece have one colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Colouring {
    /// The colour of each spot, counted from the orbit's first.
    colours: Vec<u8>,
    pub(super) classes: Vec<u8>,
    /// The turn of each piece on the solved board, relative to the look of its class.
    pub(super) turned: Option<Vec<u8>>,
}

impl Colouring {
    /// The colouring with these colours, or a coarser one if only some pieces show their turns.
    fn new(orbit: &PieceOrbit, colours: &[u8]) -> Self {
        let turns = orbit.turns;
        let looks: Vec<&[u8]> = colours.chunks_exact(turns).collect();
        let turned_by = |look: &[u8], by: usize| -> Vec<u8> {
            (0..turns)
                .map(|turn| look[(turn + turns - by) % turns])
                .collect()
        };
        let shows_turn = |look: &&[u8]| (1..turns).all(|by| turned_by(look, by) != *look);
        if orbit.is_cyclic && turns > 1 && looks.iter().all(shows_turn) {
            let mut known: Vec<&[u8]> = Vec::new();
            let (mut classes, mut turned) = (Vec::new(), Vec::new());
            for look in looks {
                let same = known.iter().enumerate().find_map(|(class, first)| {
                    let by = (0..turns).find(|&by| turned_by(first, by) == look)?;
                    Some((class, by))
                });
                let (class, by) = same.unwrap_or_else(|| {
                    known.push(look);
                    (known.len() - 1, 0)
                });
                classes.push(small(class));
                turned.push(small(by));
            }
            return Self {
                colours: in_order(colours),
                classes,
                turned: Some(turned),
            };
        }
        let mut merged = Merging::new(colours);
        for place in 0..orbit.places {
            for turn in 1..turns {
                merged.join(place * turns, place * turns + turn);
            }
        }
        let colours = in_order(&merged.labels);
        Self {
            classes: colours.iter().copied().step_by(turns).collect(),
            colours,
            turned: None,
        }
    }

    /// The colouring in which all colours differ; `None` if it does not distinguish turns.
    pub(super) fn apart(orbit: &PieceOrbit) -> Option<Self> {
        let colours: Vec<u8> = (0..=u8::MAX).take(orbit.places * orbit.turns).collect();
        Some(Self::new(orbit, &colours))
            .filter(|colouring| colouring.turned.is_some() || orbit.turns == 1)
    }

    pub(super) fn colours(&self) -> &[u8] {
        &self.colours
    }

    pub(super) fn class_count(&self) -> usize {
        self.classes
            .iter()
            .max()
            .map_or(0, |last| usize::from(*last) + 1)
    }

    /// The number of ways to lay the classes on the places.
    pub(super) fn patterns(&self) -> u64 {
        let mut counts = vec![0; self.class_count()];
        for &class in &self.classes {
            counts[usize::from(class)] += 1;
        }
        Multiset::new(&counts).map_or(u64::MAX, |all| all.count())
    }

    /// Returns true if a permutation of the orbit's spots only renames colours.
    pub(super) fn is_kept(&self, way: &[u8]) -> bool {
        self.renaming(way).is_some()
    }

    /// The image of each colour under a permutation of the spots, counted from the orbit's first,
    /// if it keeps the colouring.
    pub(super) fn renaming(&self, way: &[u8]) -> Option<Vec<u8>> {
        let mut names = vec![None; self.colours.len()];
        let mut is_taken = vec![false; self.colours.len()];
        for (&colour, &to) in self.colours.iter().zip(way) {
            let image = self.colours[usize::from(to)];
            match names[usize::from(colour)] {
                None if is_taken[usize::from(image)] => return None,
                None => {
                    names[usize::from(colour)] = Some(image);
                    is_taken[usize::from(image)] = true;
                }
                Some(known) if known != image => return None,
                Some(_) => {}
            }
        }
        Some(names.into_iter().map(|name| name.unwrap_or(0)).collect())
    }

    pub(super) fn colours_after(&self, way: &[u8]) -> Vec<u8> {
        let mut colours = vec![0; self.colours.len()];
        for (&colour, &to) in self.colours.iter().zip(way) {
            colours[usize::from(to)] = colour;
        }
        in_order(&colours)
    }

    /// Returns true if a move leaves the colours of the solved board unchanged.
    pub(super) fn is_fixed_by(&self, orbit: &PieceOrbit, spots: &[u8]) -> bool {
        let images = &spots[orbit.spots()];
        let stays = |(spot, &to): (usize, &u8)| {
            self.colours[spot] == self.colours[usize::from(to) - orbit.first_spot]
        };
        images.iter().enumerate().all(stays)
    }
}

/// The colourings of an orbit by subsets of the moves and their powers: two spots have the same
/// colour if the subset carries one to the other.
pub(super) fn by_moves(pieces: &Pieces, orbit: &PieceOrbit) -> Vec<Colouring> {
    let powers = powers(pieces, orbit);
    // Identical stickers always have the same colour.
    let apart = in_order(pieces.looks_in(orbit));
    // The coarsest is always included.
    let mut found = BTreeSet::from([apart.clone(), vec![0; apart.len()]]);
    let mut open = vec![apart];
    while let Some(colours) = open.pop() {
        for power in &powers {
            let mut merged = Merging::new(&colours);
            for (spot, &to) in power.iter().enumerate() {
                merged.join(spot, to.into());
            }
            let colours = in_order(&merged.labels);
            if found.len() < MAX_COLOURINGS && found.insert(colours.clone()) {
                open.push(colours);
            }
        }
    }
    let mut colourings: Vec<Colouring> = found
        .iter()
        .map(|colours| Colouring::new(orbit, colours))
        .collect();
    colourings.sort_unstable();
    colourings.dedup();
    colourings
}

/// Coarser colourings: classes merged, with turns aligned in every way, or turns ignored.
pub(super) fn coarser(orbit: &PieceOrbit, colourings: &[Colouring]) -> Vec<Colouring> {
    let mut found = HashSet::default();
    // Without turns and with them, indexed by the number of classes.
    let merged = [1, orbit.turns].map(merged_classes);
    let mut left = MAX_MERGES;
    for colouring in colourings {
        let merged = &merged[usize::from(colouring.turned.is_some())];
        let ways = merged.get(colouring.class_count());
        let ways = ways.map_or(&[][..], |ways| &ways[..ways.len().min(left)]);
        left -= ways.len();
        add_coarser(orbit, colouring, ways, &mut found);
    }
    let mut coarser: Vec<Colouring> = found
        .iter()
        .map(|colours| Colouring::new(orbit, colours))
        .collect();
    coarser.sort_unstable();
    coarser.dedup();
    coarser
}

fn add_coarser(
    orbit: &PieceOrbit,
    colouring: &Colouring,
    ways: &[MergedClass],
    found: &mut HashSet<Vec<u8>>,
) {
    let turns = orbit.turns;
    if colouring.turned.is_some() {
        let forgotten: Vec<u8> = colouring
            .classes
            .iter()
            .flat_map(|&class| std::iter::repeat_n(class, turns))
            .collect();
        found.insert(in_order(&forgotten));
    }
    for merged in ways {
        let colour = |(spot, _): (usize, &u8)| {
            let piece = spot / turns;
            let class = usize::from(colouring.classes[piece]);
            let turn = colouring.turned.as_ref().map_or(0, |turned| {
                spot % turns + turns - usize::from(turned[piece])
            });
            let (group, shift) = merged[class];
            small(usize::from(group) * turns + (turn + usize::from(shift)) % turns)
        };
        let colours: Vec<u8> = colouring.colours.iter().enumerate().map(colour).collect();
        found.insert(in_order(&colours));
    }
}

/// The group of each class, and its shift. There are many, so they are small.
type MergedClass = Vec<(u8, u8)>;

/// Every way to merge classes, the first of each group unshifted, for each number of classes with at most
/// [`MAX_MERGES`] ways.
fn merged_classes(turns: usize) -> Vec<Vec<MergedClass>> {
    let one_more = |all: &Vec<MergedClass>| {
        let mut longer = Vec::new();
        for merged in all {
            let count = merged.iter().map(|(group, _)| group + 1).max();
            let count = count.unwrap_or_default();
            for group in 0..=count {
                for shift in 0..if group == count { 1 } else { small(turns) } {
                    longer.push([&merged[..], &[(group, shift)]].concat());
                }
            }
            if longer.len() > MAX_MERGES {
                return None;
            }
        }
        Some(longer)
    };
    let all = std::iter::successors(Some(vec![Vec::new()]), one_more);
    all.take(MAX_MERGED + 1).collect()
}

/// The powers of the moves on an orbit's spots, one for each cyclic group: all its generators give the
/// same partition.
fn powers(pieces: &Pieces, orbit: &PieceOrbit) -> Vec<Vec<u8>> {
    let mut generators: BTreeMap<BTreeSet<Vec<u8>>, Vec<u8>> = BTreeMap::new();
    for spots in pieces.moves() {
        let element: Vec<u8> = spots[orbit.spots()]
            .iter()
            .map(|&to| small(usize::from(to) - orbit.first_spot))
            .collect();
        let next = |power: &Vec<u8>| -> Option<Vec<u8>> {
            Some(
                power
                    .iter()
                    .map(|&spot| element[usize::from(spot)])
                    .collect(),
            )
        };
        let identity: Vec<u8> = (0..=u8::MAX).take(element.len()).collect();
        let all: Vec<Vec<u8>> = std::iter::successors(Some(element.clone()), next)
            .take_while(|power| *power != identity)
            .take(64)
            .collect();
        // Each divisor of the order gives a subgroup.
        let order = all.len() + 1;
        for step in (1..order).filter(|step| order.is_multiple_of(*step)) {
            let group = all.iter().skip(step - 1).step_by(step).cloned().collect();
            generators
                .entry(group)
                .or_insert_with(|| all[step - 1].clone());
        }
    }
    generators.into_values().collect()
}

struct Merging {
    labels: Vec<u8>,
}

impl Merging {
    fn new(colours: &[u8]) -> Self {
        Self {
            labels: colours.to_vec(),
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.labels[a], self.labels[b]);
        if a != b {
            let (least, other) = (a.min(b), a.max(b));
            for label in self.labels.iter_mut().filter(|label| **label == other) {
                *label = least;
            }
        }
    }
}

/// Renumbers colours in the order in which they first appear.
fn in_order(colours: &[u8]) -> Vec<u8> {
    let mut names = [None; 256];
    let mut next = 0..=u8::MAX;
    let name = |&colour: &u8| {
        *names[usize::from(colour)].get_or_insert_with(|| next.next().unwrap_or(u8::MAX))
    };
    colours.iter().map(name).collect()
}

/// A number below 256, because there are at most 256 spots.
fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::merged_classes;

    /// Six wheels with 42 positions had 233,937,019 ways to merge their classes, which took all memory.
    #[test]
    fn pieces_of_many_turns_had_too_many_ways_to_merge() {
        let counts = |turns| {
            merged_classes(turns)
                .iter()
                .map(Vec::len)
                .collect::<Vec<_>>()
        };
        // Bell numbers.
        assert_eq!(counts(1), [1, 1, 2, 5, 15, 52, 203]);
        assert_eq!(counts(2), [1, 1, 3, 11, 49, 257, 1539]);
        // The sum of the turns to the power of the merged classes that are not the first of their group.
        let [three, four] = [
            42 * 42 + 3 * 42 + 1,
            42 * 42 * 42 + 7 * 42 * 42 + 6 * 42 + 1,
        ];
        assert_eq!(counts(42), [1, 1, 43, three, four]);
    }
}
