//! The effect of moves on whole blocks of numbered boards of pieces.
//!
//! In each orbit, a move takes a pattern to another, and changes the digits of its turns in a way
//! that depends only on the pattern: digits change places within their class, and add an
//! orientation. There are few such *effects*, each a table of the images of all turns. If there are
//! two orientations, digits are bits, and flips are added to an image without a table.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};

use super::numbering::{Digits, OrbitNumbers};
use crate::rank::multiset::Multiset;
use crate::rank::one_to_one::OneToOne;
use crate::space::ranked::{Link, Links, Ranks, Unmoved};
use crate::support::invariant::Invariant;

/// The number of patterns of the first orbit for which each is a block.
pub(super) const BLOCKS: RangeInclusive<u64> = 8..=4096;
/// The most entries of the images of patterns, and of turns.
const MAX_PAIRS: usize = 1 << 24;
const MAX_IMAGES: usize = 1 << 26;

/// The effect of moves on the states of an orbit.
#[derive(Clone, Debug)]
pub(crate) struct OrbitLinks {
    patterns: usize,
    /// The number of turns per pattern.
    turns: usize,
    /// The image of each pattern and its effect on turns, by move and pattern.
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

/// Returns true if the tables of an orbit's links are not too large.
pub(super) fn fit(orbit: &OrbitNumbers, moves: usize) -> bool {
    // Single pieces keep their digits, so an effect only adds to them.
    let visible = orbit.classes.iter().filter(|class| class.turns > 1);
    let permuted: Vec<u32> = visible
        .map(|class| class.pieces)
        .filter(|&pieces| pieces > 1)
        .collect();
    let pairs = orbit.patterns().saturating_mul(moves);
    let effects = if has_flips(orbit) {
        // The places of these classes determine how digits change places.
        let places = u32::try_from(orbit.orbit.places).unwrap_or(u32::MAX);
        let others = places.saturating_sub(permuted.iter().sum());
        let ways = Multiset::new(&[&permuted[..], &[others]].concat());
        let ways = ways.map_or(u64::MAX, |ways| ways.count());
        pairs.min(
            usize::try_from(ways)
                .unwrap_or(usize::MAX)
                .saturating_mul(moves),
        )
    } else if orbit.orbit.is_cyclic && permuted.is_empty() {
        pairs.min(orbit.turns)
    } else {
        pairs
    };
    pairs <= MAX_PAIRS && effects.saturating_mul(orbit.turns) <= MAX_IMAGES
}

/// Returns true if turns are bits.
fn has_flips(orbit: &OrbitNumbers) -> bool {
    orbit.orbit.is_cyclic && orbit.orbit.turns == 2
}

impl OrbitLinks {
    /// `back` has for each move and spot the spot that its sticker comes from.
    pub(super) fn new(orbit: &OrbitNumbers, back: &[Vec<u8>]) -> Self {
        let (patterns, places) = (orbit.patterns(), orbit.orbit.places);
        let mut links = Self {
            patterns,
            turns: orbit.turns,
            images: Vec::with_capacity(back.len() * patterns),
            turned: Vec::new(),
        };
        let mut known: HashMap<Vec<DigitMove>, u32> = HashMap::new();
        let (mut classes, mut next) = (vec![0; places], vec![0; places]);
        for back in back {
            // The place and the offset that come to each place's first spot.
            let first_spots = orbit.orbit.spots().step_by(orbit.orbit.turns);
            let sources = first_spots.map(|spot| {
                let source = usize::from(back[spot]) - orbit.orbit.first_spot;
                (source / orbit.orbit.turns, source % orbit.orbit.turns)
            });
            let sources: Vec<(usize, usize)> = sources.collect();
            for pattern in 0..patterns {
                orbit.pattern(pattern, &mut classes);
                for (next, &(place, _)) in next.iter_mut().zip(&sources) {
                    *next = classes[place];
                }
                let mut moved = digit_moves(orbit, &classes, &next, &sources);
                let mut flips = 0;
                if has_flips(orbit) {
                    for moved in &mut moved {
                        flips += usize::from(std::mem::take(&mut moved.offset)) * moved.to;
                    }
                }
                let count = u32::try_from(known.len()).unwrap_or(u32::MAX);
                let effect = *known.entry(moved).or_insert_with_key(|moved| {
                    links
                        .turned
                        .extend((0..orbit.turns).map(|turns| image(orbit, moved, turns)));
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

    #[inline]
    pub(crate) const fn states(&self) -> usize {
        self.patterns * self.turns
    }

    pub(crate) const fn moves(&self) -> usize {
        self.images.len() / self.patterns
    }

    #[inline]
    fn image(&self, m: usize, pattern: usize) -> (usize, TurnedImages<'_>) {
        let image = self.images[m * self.patterns + pattern];
        let first = image.effect as usize * self.turns;
        let turned = TurnedImages {
            images: &self.turned[first..first + self.turns],
            flips: image.flips,
        };
        (image.pattern as usize, turned)
    }

    /// The state after a move.
    #[inline]
    pub(crate) fn image_of(&self, m: usize, state: usize) -> usize {
        let (pattern, turned) = self.image(m, state / self.turns);
        pattern * self.turns + turned.of(state % self.turns)
    }

    const fn bytes(&self) -> usize {
        size_of_val(self.images.as_slice()) + size_of_val(self.turned.as_slice())
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

/// The effect of a move on a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DigitMove {
    /// Its weight before and after the move.
    from: usize,
    to: usize,
    class: u8,
    /// The offset of the spot that comes to the first spot of the new place.
    offset: u8,
}

fn digit_moves(
    orbit: &OrbitNumbers,
    classes: &[u8],
    next: &[u8],
    sources: &[(usize, usize)],
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
    let places = sources.iter().zip(next).zip(after);
    let moved = places.map(|((&(place, offset), &class), to)| DigitMove {
        from: before[place],
        to,
        class,
        offset: u8::try_from(offset).unwrap_or(u8::MAX),
    });
    let has_digit = |moved: &DigitMove| orbit.classes[usize::from(moved.class)].turns > 1;
    let mut moved: Vec<DigitMove> = moved.filter(has_digit).collect();
    moved.sort_unstable_by_key(|moved| moved.from);
    moved
}

fn image(orbit: &OrbitNumbers, moved: &[DigitMove], turns: usize) -> u16 {
    let turns = orbit.turned(turns);
    let digits = moved.iter().map(|moved| {
        let class = &orbit.classes[usize::from(moved.class)];
        let look = &orbit.looks[class.first_look + turns / moved.from % class.turns];
        let look = look.turned[usize::from(moved.offset)];
        usize::from(orbit.looks[usize::from(look)].turn) * moved.to
    });
    // An omitted digit has this weight.
    u16::try_from(digits.sum::<usize>() % orbit.turns).unwrap_or(u16::MAX)
}

/// The links of numbers whose digits are these orbits' states.
pub(super) fn of(orbits: &[OrbitLinks], moves: usize, boards: usize) -> Links<'_> {
    let Some((last, before)) = orbits.split_last() else {
        // There is one board.
        let unmoved = Link {
            from: 0,
            to: 0,
            by: Box::new(Unmoved),
        };
        return Links {
            block: boards,
            links: vec![unmoved],
        };
    };
    let first = before.first();
    let first = first.filter(|first| BLOCKS.contains(&(first.patterns as u64)));
    let blocks = first.map_or(1, |first| first.patterns);
    let mut links = Vec::with_capacity(blocks * moves);
    for m in 0..moves {
        for from in 0..blocks {
            let (to, turned) = match first {
                Some(first) => first.image(m, from),
                None => (0, TurnedImages::default()),
            };
            let by = PieceLink {
                turned,
                middle: &before[usize::from(first.is_some())..],
                last,
                m,
                bytes: if links.is_empty() {
                    orbits.iter().map(OrbitLinks::bytes).sum()
                } else {
                    0
                },
            };
            links.push(Link {
                from,
                to,
                by: Box::new(by),
            });
        }
    }
    Links {
        block: boards / blocks,
        links,
    }
}

/// A move on one block.
struct PieceLink<'n> {
    /// The images of the first orbit's turns, if its patterns are blocks.
    turned: TurnedImages<'n>,
    /// Further orbits, and the last, whose state is the lowest digit.
    middle: &'n [OrbitLinks],
    last: &'n OrbitLinks,
    m: usize,
    bytes: usize,
}

impl PieceLink<'_> {
    /// The image of the digits above the last orbit's.
    #[inline]
    fn outer(&self, mut digits: usize) -> usize {
        let (mut image, mut unit) = (0, 1);
        for orbit in self.middle.iter().rev() {
            let states = orbit.states();
            image += unit * orbit.image_of(self.m, digits % states);
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
                    (pattern, turned) = self.last.image(self.m, state / length);
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
