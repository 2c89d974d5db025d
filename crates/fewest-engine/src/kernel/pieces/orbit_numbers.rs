//! The states of an orbit, numbered by what is visible of its pieces.
//!
//! The digits of a class follow each other, by place. If all orientations of an orbit are visible
//! and moves keep their sum, the last digit depends on the others and is omitted.

use num_bigint::BigUint;

use super::{PieceOrbit, Pieces};
use crate::group::{Chain, Permutation};
use crate::rank::lattice::Lattice;
use crate::space::ranked::index;
use crate::support::invariant::Invariant;

/// The most pieces, and classes, of an orbit.
const MAX_PIECES: usize = 64;
const MAX_CLASSES: usize = 16;
/// The most patterns, and the most turns, of an orbit.
const MAX_PATTERNS: u64 = 1 << 20;
const MAX_TURNS: usize = 1 << 16;
/// The most codes of the symbols on a place.
const MAX_CODES: usize = 1 << 16;
/// The entry of a code that no piece has.
const NO_LOOK: u8 = u8::MAX;

/// The states of an orbit.
#[derive(Clone, Debug)]
pub(super) struct OrbitNumbers {
    pub(super) orbit: PieceOrbit,
    /// The cells that show the piece on each place.
    pub(super) frames: Vec<Vec<u8>>,
    /// The look for each code, a digit for each cell of a frame.
    codes: Vec<u8>,
    base: usize,
    pub(super) looks: Vec<PlaceLook>,
    pub(super) classes: Vec<Class>,
    pub(super) lattice: Lattice,
    /// The number of turns per pattern.
    pub(super) turns: usize,
    /// The sum of all turns, if the last digit is omitted.
    sum: Option<usize>,
}

/// The look of a place: the symbols of the piece there, from the place's first cell.
#[derive(Clone, Debug)]
pub(super) struct PlaceLook {
    pub(super) symbols: Vec<u8>,
    pub(super) class: u8,
    /// The orientation, as a digit.
    pub(super) turn: u8,
    /// The look of the place after a move, by the spot that comes to its first spot.
    pub(super) turned: Vec<u8>,
}

/// Pieces that look alike.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) pieces: u32,
    /// The number of looks of a piece, and the first of them.
    pub(super) turns: usize,
    pub(super) first_look: usize,
    /// The weight of the first digit.
    weight: usize,
}

impl OrbitNumbers {
    pub(super) fn new(pieces: &Pieces, orbit: &PieceOrbit, home: &[u8]) -> Option<Self> {
        let first_spots = orbit.spots().step_by(orbit.turns);
        let frames: Vec<Vec<u8>> = first_spots
            .map(|spot| pieces.frame(spot).to_vec())
            .collect();
        let mut numbers = Self {
            orbit: orbit.clone(),
            codes: Vec::new(),
            base: usize::from(*home.iter().max()?) + 1,
            looks: Vec::new(),
            classes: Vec::new(),
            lattice: Lattice::new(&[1])?,
            turns: 1,
            sum: None,
            frames,
        };
        let is_whole = numbers.add_looks(pieces, home)?;
        if orbit.places > MAX_PIECES || numbers.classes.len() > MAX_CLASSES {
            return None;
        }
        let counts: Vec<u32> = numbers.classes.iter().map(|class| class.pieces).collect();
        numbers.lattice = Lattice::new(&counts)?;
        if numbers.lattice.count() > MAX_PATTERNS || !numbers.are_made(pieces)? {
            return None;
        }
        let digits = |class: &Class| class.turns.checked_pow(class.pieces);
        for i in 0..numbers.classes.len() {
            numbers.classes[i].weight = numbers.turns;
            let turns = numbers.turns.checked_mul(digits(&numbers.classes[i])?)?;
            numbers.turns = Some(turns).filter(|&turns| turns <= MAX_TURNS * orbit.turns)?;
        }
        if is_whole && pieces.keeps_turns(orbit) && orbit.turns > 1 {
            let mut sum = 0;
            for frame in &numbers.frames {
                sum += usize::from(numbers.looks[numbers.look(frame, home)?].turn);
            }
            numbers.sum = Some(sum % orbit.turns);
            numbers.turns /= orbit.turns;
        }
        (numbers.turns <= MAX_TURNS).then_some(numbers)
    }

    /// Finds looks and classes. Returns true if all orientations of all pieces are visible, and
    /// turns are digits that moves add to.
    fn add_looks(&mut self, pieces: &Pieces, home: &[u8]) -> Option<bool> {
        let orbit = &self.orbit;
        let spots = orbit.spots();
        let length = self.frames.first()?.len();
        let codes = self.base.checked_pow(u32::try_from(length).ok()?)?;
        if codes > MAX_CODES {
            return None;
        }
        self.codes = vec![NO_LOOK; codes];
        let look_of = pieces.looks_in(orbit);
        let mut numbers = vec![NO_LOOK; look_of.len()];
        let mut is_whole = orbit.is_cyclic;
        for place in look_of.chunks(orbit.turns) {
            if let Some(class) = self.classes.iter_mut().find(|class| {
                // The class of a piece that looks like this one in some orientation.
                let looks = &self.looks[class.first_look..][..class.turns];
                looks
                    .iter()
                    .any(|look| look.turned.first() == place.first())
            }) {
                class.pieces += 1;
                continue;
            }
            let mut turns: Vec<u8> = Vec::new();
            for &look in place {
                if !turns.contains(&look) {
                    turns.push(look);
                }
            }
            is_whole &= turns.len() == orbit.turns;
            let class = u8::try_from(self.classes.len()).ok()?;
            self.classes.push(Class {
                pieces: 1,
                turns: turns.len(),
                first_look: self.looks.len(),
                weight: 0,
            });
            for (turn, spot) in (0..=u8::MAX).zip(turns) {
                let number = u8::try_from(self.looks.len())
                    .ok()
                    .filter(|&n| n != NO_LOOK)?;
                numbers[usize::from(spot)] = number;
                let cells = pieces.frame(spots.start + usize::from(spot));
                let symbols: Vec<u8> = cells.iter().map(|&cell| home[usize::from(cell)]).collect();
                let code = self.code_of(&symbols);
                *self.codes.get_mut(code)? = number;
                // Lookalikes for now; replaced by the numbers of looks below.
                self.looks.push(PlaceLook {
                    symbols,
                    class,
                    turn,
                    turned: vec![spot],
                });
            }
        }
        for look in 0..self.looks.len() {
            let sticker = spots.start + usize::from(self.looks[look].turned[0]);
            let turned = (0..orbit.turns).map(|turn| {
                // With `sticker` on the first spot of a place, the sticker on another spot of it.
                let other = pieces.carried(spots.start, sticker, spots.start + turn)?;
                let lookalike = *look_of.get(usize::from(other) - spots.start)?;
                numbers.get(usize::from(lookalike)).copied()
            });
            self.looks[look].turned = turned.collect::<Option<_>>()?;
        }
        Some(is_whole)
    }

    fn code_of(&self, symbols: &[u8]) -> usize {
        let digits = symbols.iter().rev();
        digits.fold(0, |code, &symbol| code * self.base + usize::from(symbol))
    }

    /// Returns true if moves can permute places in any way, or in any even way, so that they make
    /// all patterns if two pieces are identical.
    fn are_made(&self, pieces: &Pieces) -> Option<bool> {
        if self.classes.len() == 1 {
            return Some(true);
        }
        let orbit = &self.orbit;
        let generators = pieces.moves().iter().map(|spots| {
            let leads = orbit.spots().step_by(orbit.turns);
            let places = leads.map(|spot| {
                u8::try_from((usize::from(spots[spot]) - orbit.first_spot) / orbit.turns).ok()
            });
            Permutation::new(&places.collect::<Option<Vec<u8>>>()?)
        });
        let generators: Vec<Permutation> = generators.collect::<Option<_>>()?;
        let chain = Chain::new(orbit.places, &generators).ok()?;
        let all: BigUint = (1..=orbit.places).product();
        Some(chain.order() * 2u32 >= all)
    }

    /// The number of states; `None` if there are too many.
    #[inline]
    pub(super) fn states(&self) -> Option<u64> {
        self.lattice.count().checked_mul(self.turns as u64)
    }

    pub(super) fn patterns(&self) -> usize {
        index(self.lattice.count())
    }

    /// Writes the class on each place.
    pub(super) fn pattern(&self, pattern: usize, classes: &mut [u8]) {
        self.lattice.unrank(pattern as u64, classes.iter_mut());
    }

    pub(super) fn pattern_of(&self, classes: &[u8]) -> usize {
        index(self.lattice.rank(classes.iter().copied()).0)
    }

    /// The look with these symbols, from a place's first cell.
    pub(super) fn look_of(&self, symbols: &[u8]) -> Option<u8> {
        let look = *self.codes.get(self.code_of(symbols))?;
        (look != NO_LOOK).then_some(look)
    }

    #[inline]
    fn look(&self, frame: &[u8], symbols: &[u8]) -> Option<usize> {
        let mut code = 0;
        for &cell in frame.iter().rev() {
            code = code * self.base + usize::from(*symbols.get(usize::from(cell))?);
        }
        let look = *self.codes.get(code)?;
        (look != NO_LOOK).then_some(look.into())
    }

    pub(super) fn number(&self, symbols: &[u8]) -> Option<u64> {
        let mut digits = Digits::new(self);
        let mut classes = [0; MAX_PIECES];
        let classes = classes.get_mut(..self.frames.len())?;
        let (mut turns, mut sum) = (0, 0);
        for (frame, class) in self.frames.iter().zip(classes.iter_mut()) {
            let look = self.looks.get(self.look(frame, symbols)?)?;
            *class = look.class;
            turns += digits.next(look.class)? * usize::from(look.turn);
            sum += usize::from(look.turn);
        }
        if let Some(expected) = self.sum {
            if sum % self.orbit.turns != expected {
                return None;
            }
            turns %= self.turns;
        }
        digits.are_all().then_some(())?;
        let (pattern, _) = self.lattice.rank(classes.iter().copied());
        Some(pattern * self.turns as u64 + turns as u64)
    }

    pub(super) fn write(&self, state: u64, symbols: &mut [u8]) {
        let mut classes = [0; MAX_PIECES];
        let classes = classes
            .get_mut(..self.frames.len())
            .debug_unwrap_or_default();
        let turns = self.turns as u64;
        self.pattern(index(state / turns), classes);
        let turned = self.turned(index(state % turns));
        let mut digits = Digits::new(self);
        for (frame, &class) in self.frames.iter().zip(classes.iter()) {
            let weight = digits.next(class).debug_unwrap_or(1);
            let kind = self.classes.get(usize::from(class));
            let look = kind.and_then(|class| {
                self.looks
                    .get(class.first_look + turned / weight % class.turns)
            });
            for (&cell, &symbol) in frame.iter().zip(look.map_or(&[][..], |look| &look.symbols)) {
                if let Some(cell) = symbols.get_mut(usize::from(cell)) {
                    *cell = symbol;
                }
            }
        }
    }

    /// All digits of turns, the omitted one included.
    pub(super) fn turned(&self, turns: usize) -> usize {
        let Some(expected) = self.sum else {
            return turns;
        };
        // If a digit is omitted, all have the same base.
        let (modulus, mut sum, mut left) = (self.orbit.turns, 0, turns);
        while left > 0 {
            sum += left % modulus;
            left /= modulus;
        }
        turns + (expected + modulus - sum % modulus) % modulus * self.turns
    }
}

/// The weights of the digits of turns, place by place.
pub(super) struct Digits<'n> {
    numbers: &'n OrbitNumbers,
    /// The weight of the next digit of each class, and the pieces left.
    weights: [usize; MAX_CLASSES],
    left: [u32; MAX_CLASSES],
}

impl<'n> Digits<'n> {
    pub(super) fn new(numbers: &'n OrbitNumbers) -> Self {
        let mut digits = Self {
            numbers,
            weights: [1; MAX_CLASSES],
            left: [0; MAX_CLASSES],
        };
        let slots = digits.weights.iter_mut().zip(&mut digits.left);
        for (class, (weight, left)) in numbers.classes.iter().zip(slots) {
            *weight = class.weight;
            *left = class.pieces;
        }
        digits
    }

    /// The weight of the digit of the next piece of a class; `None` if there is none left.
    #[inline]
    pub(super) fn next(&mut self, class: u8) -> Option<usize> {
        let weight = self.weights.get_mut(usize::from(class))?;
        let left = self.left.get_mut(usize::from(class))?;
        *left = left.checked_sub(1)?;
        let this = *weight;
        *weight *= self.numbers.classes.get(usize::from(class))?.turns;
        Some(this)
    }

    /// Returns true if no piece is left.
    fn are_all(&self) -> bool {
        self.left.iter().all(|&left| left == 0)
    }
}
