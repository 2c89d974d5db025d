//! Factors of a projected board: the places of an orbit's classes of pieces, and their turns. Each
//! factor is a number, and a table gives the number after each move.
//!
//! Take the eight corners of a 2x2x2 cube. A projection may show only which corners belong to the
//! upper layer (class 0) and which to the lower (class 1), and how each corner is turned. The
//! corners then have two factors: a *pattern*, one of the 8!/(4! 4!) = 70 ways to lay out the
//! classes, and the *turns*, one of 3^7 = 2,187 numbers with a digit of base 3 for each place. The
//! last place has no digit, since all turns sum to the same modulo 3. The first place has the
//! lowest digit: turns 1 2 0 0 0 0 0 0 are number 1 + 2 * 3 = 7.
//!
//! A pattern is cut into halves, and its place among all patterns is the sum of two table entries.
//! States are then numbered in the order in which moves first reach them. With two pieces of each
//! class on four places:
//!
//! ```text
//! first half    0 0   1 0   0 1   1 1      the first pattern that begins so
//! entry           0     1     3     5
//!
//! second half   0 0   1 0   0 1   1 1      the rank among halves with the same classes
//! entry           0     0     1     0
//!
//! pattern  0 1 | 1 0   has place  3 + 0 = 3
//! ```

use super::colouring::Colouring;
use crate::kernel::pieces::Pieces;

/// The most factors of a projection.
pub(super) const MAX_FACTORS: usize = 24;
/// The entry of a code that no pattern has.
const NO_PATTERN: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Factor {
    pub(super) orbit: usize,
    pub(super) count: usize,
    pub(super) solved: u16,
    /// The state after each move, indexed by state and move.
    pub(super) links: Vec<u16>,
    pub(super) numbers: Numbers,
}

/// The numbering of a factor's states.
#[derive(Clone, Debug)]
pub(super) enum Numbers {
    Patterns(Patterns),
    Turns(TurnDigits),
}

/// The patterns of an orbit, the classes on its places, by number.
///
/// A pattern's code has a digit for each place, in two halves. Each half has a table: the pieces
/// that a first half leaves determine how many patterns begin with it, so the sum of two entries
/// numbers patterns without gaps. A third table drops patterns that moves don't reach.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    pub(super) classes: usize,
    /// The number of places in the first half.
    pub(super) half: usize,
    first: Vec<u32>,
    second: Vec<u32>,
    reached: Vec<u16>,
    /// The class on each place, indexed by state and place.
    states: Vec<u8>,
    places: usize,
}

/// The turns on the places of an orbit, as the digits of a number. The last place has no digit if
/// the others determine its turn.
#[derive(Clone, Debug)]
pub(super) struct TurnDigits {
    pub(super) modulus: usize,
    pub(super) digits: usize,
    places: usize,
    /// The sum of all turns, modulo `modulus`.
    sum: usize,
    pub(super) adding: Adding,
}

/// A way to add turns, digit by digit.
#[derive(Clone, Debug)]
pub(super) enum Adding {
    /// For two turns: digits are bits.
    Bits,
    /// Tables of sums, one for the lower digits and one for the higher digits.
    Halves {
        lower: usize,
        /// The reciprocal of `lower` in units of 2^-32, to multiply instead of dividing.
        inverse: u64,
        low: Vec<u16>,
        high: Vec<u16>,
        higher: usize,
    },
}

impl Factor {
    pub(super) const fn turns(&self) -> Option<&TurnDigits> {
        match &self.numbers {
            Numbers::Turns(turns) => Some(turns),
            Numbers::Patterns(_) => None,
        }
    }
}

impl Adding {
    fn new(turns: usize, digits: usize) -> Self {
        if turns == 2 {
            return Self::Bits;
        }
        let table = |digits: usize, weight: usize| {
            let count = power(turns, digits);
            let mut sums = Vec::with_capacity(count * count);
            for a in 0..count {
                for b in 0..count {
                    let mut sum = 0;
                    for digit in 0..digits {
                        let unit = power(turns, digit);
                        sum += (a / unit + b / unit) % turns * unit;
                    }
                    sums.push(small(sum * weight));
                }
            }
            (count, sums)
        };
        let (lower, low) = table(digits / 2, 1);
        let (higher, high) = table(digits - digits / 2, lower);
        Self::Halves {
            lower,
            inverse: (1u64 << 32).div_ceil(lower as u64),
            low,
            high,
            higher,
        }
    }

    #[inline]
    pub(super) fn sum(&self, a: u16, b: u16) -> u16 {
        match self {
            Self::Bits => a ^ b,
            Self::Halves {
                lower,
                inverse,
                low,
                high,
                higher,
            } => {
                // Exact for numbers of 16 bits.
                let halves = |turns: u16| {
                    let upper = ((u64::from(turns) * inverse) >> 32) as usize;
                    (usize::from(turns) - upper * lower, upper)
                };
                let (a, b) = (halves(a), halves(b));
                low[a.0 * lower + b.0] + high[a.1 * higher + b.1]
            }
        }
    }
}

impl Patterns {
    /// The factor of all patterns that moves reach from the solved one.
    fn factor(pieces: &Pieces, orbit: usize, colouring: &Colouring) -> Factor {
        let piece_orbit = &pieces.orbits()[orbit];
        let classes = colouring.class_count();
        let half = piece_orbit.places / 2;
        let counts = counts_of(&colouring.classes, classes);
        let (first, second, size) = half_tables(classes, half, piece_orbit.places, &counts);
        let mut patterns = Self {
            classes,
            half,
            first,
            second,
            reached: vec![u16::MAX; size],
            states: colouring.classes.clone(),
            places: piece_orbit.places,
        };
        // The destination of each place's piece, for each move.
        let to = |spots: &Vec<u8>| -> Vec<usize> {
            let lead = |place: usize| {
                usize::from(spots[piece_orbit.first_spot + place * piece_orbit.turns])
            };
            (0..piece_orbit.places)
                .map(|place| (lead(place) - piece_orbit.first_spot) / piece_orbit.turns)
                .collect()
        };
        let moves: Vec<(usize, Vec<usize>)> = pieces
            .order()
            .map(|m| (m, to(&pieces.moves()[m])))
            .collect();
        let solved = patterns.dense(&colouring.classes);
        patterns.reached[solved] = 0;
        let mut links = Vec::new();
        let mut next = vec![0; piece_orbit.places];
        let mut state = 0;
        let mut count = 1;
        while state < count {
            let first_link = links.len();
            links.resize(first_link + moves.len(), 0);
            for (m, destinations) in &moves {
                for (place, &to) in destinations.iter().enumerate() {
                    next[to] = patterns.states[state * piece_orbit.places + place];
                }
                let dense = patterns.dense(&next);
                if patterns.reached[dense] == u16::MAX {
                    patterns.reached[dense] = small(count);
                    patterns.states.extend(&next);
                    count += 1;
                }
                links[first_link + m] = patterns.reached[dense];
            }
            state += 1;
        }
        Factor {
            orbit,
            count,
            solved: 0,
            links,
            numbers: Numbers::Patterns(patterns),
        }
    }

    /// The number of a pattern, from the codes of its halves.
    #[inline]
    pub(super) fn number(&self, first: usize, second: usize) -> u16 {
        self.reached[(self.first[first] + self.second[second]) as usize]
    }

    fn dense(&self, classes: &[u8]) -> usize {
        let (first, second) = self.codes(classes);
        (self.first[first] + self.second[second]) as usize
    }

    fn codes(&self, classes: &[u8]) -> (usize, usize) {
        let code = |classes: &[u8]| {
            classes
                .iter()
                .rev()
                .fold(0, |code, &class| code * self.classes + usize::from(class))
        };
        (code(&classes[..self.half]), code(&classes[self.half..]))
    }

    pub(super) fn classes_of(&self, state: u16) -> &[u8] {
        let first = usize::from(state) * self.places;
        &self.states[first..first + self.places]
    }

    /// The number of the pattern with these classes on its places; moves must reach it.
    pub(super) fn number_of(&self, classes: &[u8]) -> u16 {
        self.reached[self.dense(classes)]
    }
}

fn counts_of(classes: &[u8], count: usize) -> Vec<usize> {
    let mut counts = vec![0; count];
    for &class in classes {
        counts[usize::from(class)] += 1;
    }
    counts
}

/// The tables of both halves, indexed by code, and the number of patterns. A first half has the
/// number of the first pattern that begins with it; a second half has its place among second halves
/// with as many pieces of each class.
fn half_tables(
    classes: usize,
    half: usize,
    places: usize,
    counts: &[usize],
) -> (Vec<u32>, Vec<u32>, usize) {
    let digits = |code: usize, length: usize| -> Vec<usize> {
        let mut counts = vec![0; classes];
        let mut code = code;
        for _ in 0..length {
            counts[code % classes] += 1;
            code /= classes;
        }
        counts
    };
    let rest = places - half;
    let mut seen: std::collections::HashMap<Vec<usize>, u32> = std::collections::HashMap::new();
    let mut second = Vec::new();
    for code in 0..power(classes, rest) {
        let content = digits(code, rest);
        let fits = content.iter().zip(counts).all(|(count, max)| count <= max);
        second.push(if fits {
            let place = seen.entry(content).or_insert(0);
            *place += 1;
            *place - 1
        } else {
            NO_PATTERN
        });
    }
    let mut size = 0;
    let first = (0..power(classes, half))
        .map(|code| {
            let content = digits(code, half);
            let left: Option<Vec<usize>> = content
                .iter()
                .zip(counts)
                .map(|(count, max)| max.checked_sub(*count))
                .collect();
            let ways = left.and_then(|left| seen.get(&left).copied());
            let begin = size;
            size += ways.unwrap_or(0);
            if ways.is_some() { begin } else { NO_PATTERN }
        })
        .collect();
    (first, second, size as usize)
}

impl TurnDigits {
    fn factor(pieces: &Pieces, orbit: usize, turned: &[u8]) -> Factor {
        let piece_orbit = &pieces.orbits()[orbit];
        let digits = piece_orbit.places - usize::from(pieces.keeps_turns(piece_orbit));
        let sum: usize = turned.iter().map(|&turn| usize::from(turn)).sum();
        let turns = Self {
            modulus: piece_orbit.turns,
            digits,
            places: piece_orbit.places,
            sum: sum % piece_orbit.turns,
            adding: Adding::new(piece_orbit.turns, digits),
        };
        let count = usize::try_from(turn_states(pieces, orbit)).unwrap_or(usize::MAX);
        let mut links = Vec::with_capacity(count * pieces.moves().len());
        let mut next = vec![0; piece_orbit.places];
        for state in 0..count {
            let before = turns.turns_of(small(state));
            for spots in pieces.moves() {
                for (place, turn) in before.iter().enumerate() {
                    let to = usize::from(spots[piece_orbit.first_spot + place * piece_orbit.turns])
                        - piece_orbit.first_spot;
                    next[to / piece_orbit.turns] = (to + usize::from(*turn)) % piece_orbit.turns;
                }
                links.push(turns.number(&next));
            }
        }
        let turned: Vec<usize> = turned.iter().map(|&turn| turn.into()).collect();
        Factor {
            orbit,
            count,
            solved: turns.number(&turned),
            links,
            numbers: Numbers::Turns(turns),
        }
    }

    pub(super) fn number(&self, turned: &[usize]) -> u16 {
        let digits = turned.iter().take(self.digits).rev();
        small(digits.fold(0, |number, turn| {
            number * self.modulus + turn % self.modulus
        }))
    }

    /// The turn on each place.
    pub(super) fn turns_of(&self, state: u16) -> Vec<u8> {
        let mut state = usize::from(state);
        let mut left = self.sum;
        let mut turned = Vec::with_capacity(self.places);
        for place in 0..self.places {
            let turn = if place < self.digits {
                state % self.modulus
            } else {
                left
            };
            state /= self.modulus;
            left = (left + self.modulus - turn) % self.modulus;
            turned.push(u8::try_from(turn).unwrap_or(u8::MAX));
        }
        turned
    }

    #[inline]
    pub(super) fn sum(&self, a: u16, b: u16) -> u16 {
        self.adding.sum(a, b)
    }

    /// The number of lowest digits in which this many numbers differ; `None` if there is no such
    /// number, or if no digit is left.
    pub(super) fn digits_of(&self, numbers: usize) -> Option<usize> {
        (0..self.digits).find(|&digits| power(self.modulus, digits) == numbers)
    }

    /// The addition of turns without their lowest digits.
    pub(super) fn adding_without(&self, dropped: usize) -> Adding {
        match dropped {
            0 => self.adding.clone(),
            _ => Adding::new(self.modulus, self.digits - dropped),
        }
    }
}

pub(super) fn factors(pieces: &Pieces, orbit: usize, colouring: &Colouring) -> Vec<Factor> {
    let mut factors = vec![Patterns::factor(pieces, orbit, colouring)];
    if let Some(turned) = &colouring.turned {
        factors.push(TurnDigits::factor(pieces, orbit, turned));
    }
    factors.retain(|factor| factor.count > 1 || matches!(factor.numbers, Numbers::Patterns(_)));
    factors
}

/// The number of ways to turn the pieces of an orbit, if turns are distinguished.
pub(super) fn turn_states(pieces: &Pieces, orbit: usize) -> u64 {
    let piece_orbit = &pieces.orbits()[orbit];
    let free = piece_orbit.places - usize::from(pieces.keeps_turns(piece_orbit));
    let free = u32::try_from(free).unwrap_or(u32::MAX);
    (piece_orbit.turns as u64)
        .checked_pow(free)
        .unwrap_or(u64::MAX)
}

pub(super) fn power(base: usize, exponent: usize) -> usize {
    let exponent = u32::try_from(exponent).unwrap_or(u32::MAX);
    base.checked_pow(exponent).unwrap_or(usize::MAX)
}

/// A 16-bit number: all states fit.
pub(super) fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
