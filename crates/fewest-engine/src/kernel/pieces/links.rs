//! The effect of moves on whole blocks of numbered boards of pieces.
//!
//! In each orbit, a move takes a pattern to another, and changes the digits of its turns in a way
//! that depends only on the pattern: digits change places within their class, and add an
//! orientation. There are few such *effects*, each a table of the images of all turns. If there are
//! two orientations, digits are bits, and flips are added to an image without a table.

use std::ops::{Range, RangeInclusive};

use rustc_hash::FxHashMap;

use super::orbit_numbers::{Digits, OrbitNumbers};
use super::place_images::PlaceImage;
use crate::rank::multiset::Multiset;
use crate::rank::one_to_one::OneToOne;
use crate::space::ranked::{Link, LinkSize, Links, Ranks, Unmoved};
use crate::support::invariant::Invariant;

/// The number of patterns of the first orbit for which each is a block.
pub(super) const BLOCKS: RangeInclusive<u64> = 8..=4096;
/// The most entries of the images of patterns, and of turns.
const MAX_PAIRS: usize = 1 << 24;
const MAX_IMAGES: usize = 1 << 26;

/// The effects of moves, or of other ways to carry pieces, on the states of an orbit.
#[derive(Clone, Debug)]
pub(crate) struct OrbitLinks {
    patterns: usize,
    /// The number of turns per pattern.
    turns: usize,
    /// The image of each pattern and its effect on turns, by way and pattern.
    images: Vec<PatternImage>,
    /// The images of turns, by effect.
    turned: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct PatternImage {
    pattern: u32,
    effect: u32,
    /// The bits that change after the effect.
    flips: u16,
}

/// The most images of patterns, and of turns, in the tables of an orbit's links, for each of these
/// moves after each of `symmetries`.
fn sizes(orbit: &OrbitNumbers, moves: usize, symmetries: usize) -> (usize, usize) {
    // Moves keep the digits of single pieces, and only add to them.
    let visible = orbit.classes.iter().filter(|class| class.turns > 1);
    let permuted: Vec<u32> = visible
        .map(|class| class.pieces)
        .filter(|&pieces| pieces > 1)
        .collect();
    let ways = moves.saturating_mul(symmetries);
    let pairs = orbit.patterns().saturating_mul(ways);
    let effects = if has_flips(orbit) {
        // The places of these classes determine how digits change places.
        let places = u32::try_from(orbit.orbit.places).unwrap_or(u32::MAX);
        let others = places.saturating_sub(permuted.iter().sum());
        let layouts = Multiset::new(&[&permuted[..], &[others]].concat());
        let layouts = layouts.map_or(u64::MAX, |layouts| layouts.count());
        let layouts = usize::try_from(layouts).unwrap_or(usize::MAX);
        pairs.min(layouts.saturating_mul(ways))
    } else if orbit.orbit.is_cyclic && permuted.is_empty() {
        pairs.min(orbit.turns.saturating_mul(symmetries))
    } else {
        pairs
    };
    (pairs, effects.saturating_mul(orbit.turns))
}

/// Returns true if these tables are not too large.
pub(super) fn fit(orbit: &OrbitNumbers, moves: usize, symmetries: usize) -> bool {
    let (pairs, images) = sizes(orbit, moves, symmetries);
    pairs <= MAX_PAIRS && images <= MAX_IMAGES
}

/// The most bytes of these tables.
pub(super) fn bytes(orbit: &OrbitNumbers, moves: usize, symmetries: usize) -> usize {
    let (pairs, images) = sizes(orbit, moves, symmetries);
    pairs * size_of::<PatternImage>() + images * size_of::<u16>()
}

/// Returns true if turns are bits.
fn has_flips(orbit: &OrbitNumbers) -> bool {
    orbit.orbit.is_cyclic && orbit.orbit.turns == 2
}

impl OrbitLinks {
    /// The effects of these ways to carry the pieces of all places.
    pub(super) fn new(orbit: &OrbitNumbers, ways: &[Vec<PlaceImage>]) -> Self {
        let (patterns, places) = (orbit.patterns(), orbit.orbit.places);
        let mut links = Self {
            patterns,
            turns: orbit.turns,
            images: Vec::with_capacity(ways.len() * patterns),
            turned: Vec::new(),
        };
        let mut known: FxHashMap<Vec<DigitMove>, u32> = FxHashMap::default();
        let mut lists = TurnLists::default();
        let (mut classes, mut next) = (vec![0; places], vec![0; places]);
        for way in ways {
            let carried: Vec<Vec<Carried>> = way
                .iter()
                .map(|place| lists.carried(orbit, place))
                .collect();
            for pattern in 0..patterns {
                orbit.pattern(pattern, &mut classes);
                let pieces: Vec<(usize, Carried)> = way
                    .iter()
                    .zip(&carried)
                    .zip(&classes)
                    .map(|((place, carried), &class)| {
                        let carried = carried[usize::from(class)];
                        next[place.to] = carried.class;
                        (place.to, carried)
                    })
                    .collect();
                let mut moved = digit_moves(orbit, &classes, &next, &pieces, &lists);
                let mut flips = 0;
                if has_flips(orbit) {
                    for moved in &mut moved {
                        flips += usize::from(lists.flip(&mut moved.turned)) * moved.to;
                    }
                }
                let count = u32::try_from(known.len()).unwrap_or(u32::MAX);
                let effect = *known.entry(moved).or_insert_with_key(|moved| {
                    let images = (0..orbit.turns).map(|turns| image(orbit, moved, &lists, turns));
                    links.turned.extend(images);
                    count
                });
                links.images.push(PatternImage {
                    pattern: u32::try_from(orbit.pattern_of(&next)).unwrap_or(u32::MAX),
                    effect,
                    // An omitted digit has this weight.
                    flips: u16::try_from(flips % orbit.turns).unwrap_or(u16::MAX),
                });
            }
        }
        links
    }

    /// The effects of each of these ways, followed by each way of `next`.
    pub(super) fn then(&self, next: &Self) -> Self {
        let mut links = Self {
            images: Vec::with_capacity(self.images.len() * next.ways()),
            turned: Vec::new(),
            ..*self
        };
        let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut effects: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        for first in self.images.chunks(self.patterns) {
            for second in next.images.chunks(self.patterns) {
                for image in first {
                    let after = second[image.pattern as usize];
                    let then = next.turned(after.effect);
                    let pair = known.entry((image.effect, after.effect));
                    let effect = *pair.or_insert_with(|| {
                        let images = self
                            .turned(image.effect)
                            .iter()
                            .map(|&turns| then[usize::from(turns)]);
                        let count = u32::try_from(effects.len()).unwrap_or(u32::MAX);
                        *effects
                            .entry(images.collect())
                            .or_insert_with_key(|images| {
                                links.turned.extend(images);
                                count
                            })
                    });
                    // Flips pass through: effects on bits are sums of the effects on each.
                    let flipped = then[usize::from(image.flips)] ^ then[0];
                    links.images.push(PatternImage {
                        pattern: after.pattern,
                        effect,
                        flips: flipped ^ after.flips,
                    });
                }
            }
        }
        links
    }

    #[inline]
    pub(crate) const fn states(&self) -> usize {
        self.patterns * self.turns
    }

    pub(crate) const fn ways(&self) -> usize {
        self.images.len() / self.patterns
    }

    /// The images of turns under an effect.
    #[inline]
    fn turned(&self, effect: u32) -> &[u16] {
        let first = effect as usize * self.turns;
        &self.turned[first..first + self.turns]
    }

    #[inline]
    fn image(&self, way: usize, pattern: usize) -> (usize, TurnedImages<'_>) {
        let image = self.images[way * self.patterns + pattern];
        let turned = TurnedImages {
            images: self.turned(image.effect),
            flips: image.flips,
        };
        (image.pattern as usize, turned)
    }

    /// The image of a pattern.
    pub(super) fn pattern(&self, way: usize, pattern: usize) -> usize {
        self.image(way, pattern).0
    }

    /// The image of a state.
    #[inline]
    pub(crate) fn image_of(&self, way: usize, state: usize) -> usize {
        let (pattern, turned) = self.image(way, state / self.turns);
        pattern * self.turns + turned.of(state % self.turns)
    }
}

/// The images of the turns of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct TurnedImages<'l> {
    images: &'l [u16],
    flips: u16,
}

impl TurnedImages<'_> {
    #[inline]
    fn of(&self, turns: usize) -> usize {
        usize::from(self.images[turns] ^ self.flips)
    }
}

/// The class of a piece after it is carried, and the number of the list of its turns there.
#[derive(Clone, Copy, Debug)]
struct Carried {
    class: u8,
    turned: u16,
}

/// Lists of turns after pieces are carried, by their turns before, each once.
#[derive(Debug, Default)]
struct TurnLists(Vec<Vec<u8>>);

impl TurnLists {
    fn number(&mut self, list: Vec<u8>) -> u16 {
        let known = self.0.iter().position(|other| *other == list);
        let number = known.unwrap_or_else(|| {
            self.0.push(list);
            self.0.len() - 1
        });
        u16::try_from(number).unwrap_or(u16::MAX)
    }

    fn list(&self, number: u16) -> &[u8] {
        &self.0[usize::from(number)]
    }

    /// The carried pieces, by class.
    fn carried(&mut self, orbit: &OrbitNumbers, place: &PlaceImage) -> Vec<Carried> {
        let classes = orbit.classes.iter();
        let carried = classes.map(|class| {
            let looks = place.looks[class.first_look..][..class.turns].iter();
            let looks = looks.map(|&look| &orbit.looks[usize::from(look)]);
            Carried {
                class: looks.clone().next().map_or(0, |look| look.class),
                turned: self.number(looks.map(|look| look.turn).collect()),
            }
        });
        carried.collect()
    }

    /// Replaces a list of two turns by the list that changes neither. Returns 1 if that exchanges
    /// them.
    fn flip(&mut self, list: &mut u16) -> u8 {
        let flip = self.list(*list)[0];
        *list = self.number(vec![0, 1]);
        flip
    }
}

/// The effect on a digit: its weight before and after, and the list of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DigitMove {
    from: usize,
    to: usize,
    turned: u16,
}

fn digit_moves(
    orbit: &OrbitNumbers,
    classes: &[u8],
    next: &[u8],
    pieces: &[(usize, Carried)],
    lists: &TurnLists,
) -> Vec<DigitMove> {
    if orbit.turns == 1 {
        return Vec::new();
    }
    let weights = |classes: &[u8]| -> Vec<usize> {
        let mut digits = Digits::new(orbit);
        let weight = |&class: &u8| digits.next(class).debug_unwrap_or(1);
        classes.iter().map(weight).collect()
    };
    let (before, after) = (weights(classes), weights(next));
    let visible = pieces
        .iter()
        .zip(before)
        .filter(|((_, carried), _)| lists.list(carried.turned).len() > 1);
    let mut moved: Vec<DigitMove> = visible
        .map(|(&(to, carried), from)| DigitMove {
            from,
            to: after[to],
            turned: carried.turned,
        })
        .collect();
    moved.sort_unstable_by_key(|moved| moved.from);
    moved
}

fn image(orbit: &OrbitNumbers, moved: &[DigitMove], lists: &TurnLists, turns: usize) -> u16 {
    let turns = orbit.turned(turns);
    let digits = moved.iter().map(|moved| {
        let list = lists.list(moved.turned);
        usize::from(list[turns / moved.from % list.len()]) * moved.to
    });
    // An omitted digit has this weight.
    u16::try_from(digits.sum::<usize>() % orbit.turns).unwrap_or(u16::MAX)
}

/// The links of numbers whose digits are these orbits' states: for each block and way that `from`
/// gives, the link from that block.
pub(super) fn of(
    orbits: &[OrbitLinks],
    size: LinkSize,
    from: impl Iterator<Item = (usize, usize)>,
) -> Links<'_> {
    let Some((last, before)) = orbits.split_last() else {
        return Links::of_one_block(1, Unmoved);
    };
    let first = before.first();
    let first = first.filter(|first| BLOCKS.contains(&(first.patterns as u64)));
    let mut links = Vec::new();
    for (from, way) in from {
        let (to, turned) = match first {
            Some(first) => first.image(way, from),
            None => (0, TurnedImages::default()),
        };
        let by = PieceLink {
            turned,
            middle: &before[usize::from(first.is_some())..],
            last,
            way,
            bytes: if links.is_empty() { size.bytes } else { 0 },
        };
        links.push(Link {
            from,
            to,
            by: Box::new(by),
        });
    }
    Links {
        block: size.block,
        links,
    }
}

/// A way on one block.
struct PieceLink<'n> {
    /// The images of the first orbit's turns, if its patterns are blocks.
    turned: TurnedImages<'n>,
    /// Further orbits, and the last, whose state is the lowest digit.
    middle: &'n [OrbitLinks],
    last: &'n OrbitLinks,
    way: usize,
    bytes: usize,
}

impl PieceLink<'_> {
    /// The image of the digits above the last orbit's.
    #[inline]
    fn outer(&self, mut digits: usize) -> usize {
        let (mut image, mut unit) = (0, 1);
        for orbit in self.middle.iter().rev() {
            let states = orbit.states();
            image += unit * orbit.image_of(self.way, digits % states);
            digits /= states;
            unit *= states;
        }
        if self.turned.images.is_empty() {
            return image;
        }
        image + unit * self.turned.of(digits)
    }
}

impl OneToOne for PieceLink<'_> {
    #[inline]
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, mut visit: impl FnMut(usize, usize)) {
        let (states, length) = (self.last.states(), self.last.turns);
        // The row of the last rank: all turns of one pattern.
        let mut row = usize::MAX..usize::MAX;
        let (mut above, mut image_above) = (usize::MAX, 0);
        let (mut image, mut turned) = (0, TurnedImages::default());
        set.each(
            part,
            #[inline(always)]
            |rank| {
                if rank < row.start || rank >= row.end {
                    let (digits, state) = (rank / states, rank % states);
                    if digits != above {
                        above = digits;
                        image_above = self.outer(digits) * states;
                    }
                    let start = rank - state % length;
                    row = start..start + length;
                    let pattern;
                    (pattern, turned) = self.last.image(self.way, state / length);
                    image = image_above + pattern * length;
                }
                visit(rank, image + turned.of(rank - row.start));
            },
        );
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}
