//! The numbers of boards in a certificate's tables (`docs/certificate.md`).

use crate::group::{Permutation, find_pieces, moved_orbits};
use crate::space::structure::{Structure, Turn};

/// The most entries of the table that ranks the kinds of an orbit.
const MAX_STATES: usize = 1 << 22;
/// The most cells of a place.
const MAX_PLACE: usize = 15;

/// Places whose contents travel together, and turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbit {
    pub turns: usize,
    /// True if no move changes the sum of the turns.
    pub is_sum: bool,
    pub places: Vec<Vec<u8>>,
}

impl Orbit {
    /// One orbit of all cells.
    pub(super) fn of_cells(cells: usize) -> Self {
        Self {
            turns: 1,
            is_sum: false,
            places: (0..=u8::MAX).take(cells).map(|cell| vec![cell]).collect(),
        }
    }

    /// The orbits of the pieces that moves carry; none if moves depend on a blank. Cells that never
    /// change are omitted, and cells that travel with another orbit's.
    pub(super) fn of_pieces(structure: &Structure) -> Vec<Self> {
        let free = structure.turns.iter().filter(|turn| turn.needs.is_none());
        let generators = free.map(|turn| Permutation::new(&turn.from));
        let generators: Option<Vec<Permutation>> = generators.collect();
        let generators = generators.filter(|found| found.len() == structure.turns.len());
        let found = generators.and_then(|generators| {
            find_pieces(&moved_orbits(structure.cells(), &generators), &generators)
        });
        let orbits = found.into_iter().flatten().map(|orbit| {
            let can_turn = orbit.is_cyclic && orbit.turns <= MAX_PLACE;
            let turns = if can_turn { orbit.turns } else { 1 };
            let mut orbit = Self {
                turns,
                is_sum: false,
                places: orbit.points.chunks(turns).map(<[u8]>::to_vec).collect(),
            };
            orbit.is_sum = turns > 1 && structure.turns.iter().all(|turn| orbit.keeps_sum(turn));
            orbit
        });
        orbits.collect()
    }

    /// Returns true if a move does not change the sum of turns.
    fn keeps_sum(&self, turn: &Turn) -> bool {
        // The turns of the piece that comes to a place.
        let shift = |place: &Vec<u8>| {
            let from = place
                .first()
                .and_then(|cell| turn.from.get(usize::from(*cell)));
            let mut places = self.places.iter();
            places.find_map(|place| place.iter().position(|cell| Some(cell) == from))
        };
        self.places.iter().filter_map(shift).sum::<usize>() % self.turns == 0
    }

    /// The colours at a place, turned so that they are the first in dictionary order, and the
    /// turns that this takes.
    pub(super) fn piece(&self, place: &[u8], board: &[u8]) -> (Vec<u8>, usize) {
        let seen = place
            .iter()
            .filter_map(|cell| board.get(usize::from(*cell)));
        let seen: Vec<u8> = seen.copied().collect();
        let turned = |turn: usize| {
            let mut colours = seen.clone();
            colours.rotate_left(turn * seen.len() / self.turns);
            (colours, turn)
        };
        (0..self.turns).map(turned).min().unwrap_or_default()
    }
}

/// A kind of piece in one of its turns.
#[derive(Debug)]
struct Look {
    colours: Vec<u8>,
    kind: usize,
    turn: usize,
}

/// The numbers of an orbit's contents.
#[derive(Debug)]
struct Ranks<'o> {
    orbit: &'o Orbit,
    looks: Vec<Look>,
    /// For each colour: the indexes of the looks that begin with it.
    by_colour: Vec<Vec<usize>>,
    kinds: usize,
    sum: usize,
    /// For each state (the pieces that are left) and kind: the arrangements of these pieces that begin
    /// with a lower kind, and the state after one of this kind, if there is one.
    steps: Vec<(u64, Option<usize>)>,
    turnings: u64,
    size: u64,
}

impl<'o> Ranks<'o> {
    /// `None` if there are too many, or a piece looks the same after a turn.
    fn of(orbit: &'o Orbit, home: &[u8]) -> Option<Self> {
        let pieces = orbit.places.iter().map(|place| orbit.piece(place, home));
        let pieces: Vec<(Vec<u8>, usize)> = pieces.collect();
        let mut kinds: Vec<&Vec<u8>> = pieces.iter().map(|(colours, _)| colours).collect();
        kinds.sort();
        kinds.dedup();
        let count = |kind: &&Vec<u8>| pieces.iter().filter(|(other, _)| other == *kind).count();
        let counts: Vec<usize> = kinds.iter().map(count).collect();
        let mut looks: Vec<Look> = Vec::new();
        for (kind, &colours) in kinds.iter().enumerate() {
            for turn in 0..orbit.turns {
                let mut colours = colours.clone();
                let step = colours.len() / orbit.turns;
                colours.rotate_right(turn * step);
                if looks.iter().any(|look| look.colours == colours) {
                    return None;
                }
                looks.push(Look {
                    colours,
                    kind,
                    turn,
                });
            }
        }
        let (steps, arrangements) = steps(&counts)?;
        let digits = orbit.places.len() - usize::from(orbit.is_sum);
        let turnings = (orbit.turns as u64).checked_pow(u32::try_from(digits).ok()?)?;
        let mut by_colour = vec![Vec::new(); 1 << u8::BITS];
        for (place, look) in looks.iter().enumerate() {
            by_colour
                .get_mut(usize::from(*look.colours.first()?))?
                .push(place);
        }
        Some(Self {
            orbit,
            by_colour,
            kinds: kinds.len(),
            sum: pieces.iter().map(|(_, turn)| turn).sum::<usize>() % orbit.turns,
            looks,
            steps,
            turnings,
            size: arrangements.checked_mul(turnings)?,
        })
    }

    fn all(&self) -> usize {
        self.steps.len() - self.kinds
    }

    fn look(&self, place: &[u8], board: &[u8]) -> Option<&Look> {
        let (first, others) = place.split_first()?;
        let first = board.get(usize::from(*first))?;
        let looks = self.by_colour.get(usize::from(*first))?.iter();
        let mut looks = looks.filter_map(|look| self.looks.get(*look));
        if others.is_empty() {
            return looks.next();
        }
        let is_here = |look: &&Look| {
            let mut cells = place.iter().zip(&look.colours);
            cells.all(|(cell, colour)| board.get(usize::from(*cell)) == Some(colour))
        };
        looks.find(is_here)
    }

    fn rank(&self, board: &[u8]) -> Option<u64> {
        let (mut state, mut rank, mut turning, mut sum) = (self.all(), 0, 0, 0);
        for place in &self.orbit.places {
            let look = self.look(place, board)?;
            let &(below, next) = self.steps.get(state + look.kind)?;
            (state, rank, sum) = (next?, rank + below, sum + look.turn);
            if !(self.orbit.is_sum && state == 0) {
                turning = turning * self.orbit.turns as u64 + look.turn as u64;
            }
        }
        let is_in = !self.orbit.is_sum || sum % self.orbit.turns == self.sum;
        is_in.then_some(rank * self.turnings + turning)
    }

    fn unrank(&self, number: u64, board: &mut [u8]) -> Option<()> {
        let (mut rank, mut turning) = (number / self.turnings, number % self.turnings);
        let (mut state, mut left, mut digits) = (self.all(), self.sum, self.turnings);
        let turns = self.orbit.turns;
        for place in &self.orbit.places {
            let steps = self.steps.get(state..state + self.kinds)?;
            let fits = |(below, next): &(u64, Option<usize>)| *below <= rank && next.is_some();
            let kind = steps.iter().rposition(fits)?;
            let &(below, next) = steps.get(kind)?;
            (rank, state) = (rank - below, next?);
            let turn = if self.orbit.is_sum && state == 0 {
                left
            } else {
                digits /= turns as u64;
                usize::try_from(turning / digits).ok()?
            };
            turning %= digits;
            left = (left + turns - turn) % turns;
            let colours = &self.looks.get(kind * turns + turn)?.colours;
            for (cell, colour) in place.iter().zip(colours) {
                *board.get_mut(usize::from(*cell))? = *colour;
            }
        }
        Some(())
    }
}

type Steps = Vec<(u64, Option<usize>)>;

/// The steps as described above, and the number of all arrangements.
fn steps(counts: &[usize]) -> Option<(Steps, u64)> {
    let fits = |all: &usize| *all <= MAX_STATES;
    let states = counts
        .iter()
        .try_fold(counts.len(), |all, count| all.checked_mul(count + 1));
    let states = states.filter(fits)? / counts.len().max(1);
    let mut steps: Steps = Vec::with_capacity(states * counts.len());
    let mut ways: Vec<u64> = Vec::with_capacity(states);
    for state in 0..states {
        let (mut total, mut stride) = (0u64, 1);
        for count in counts {
            if state / stride % (count + 1) > 0 {
                let next = state - stride;
                steps.push((total, Some(next * counts.len())));
                total = total.checked_add(*ways.get(next)?)?;
            } else {
                steps.push((total, None));
            }
            stride *= count + 1;
        }
        ways.push(total.max(u64::from(state == 0)));
    }
    let all = ways.last().copied()?;
    Some((steps, all))
}

/// The numbers of coloured boards.
#[derive(Debug)]
pub(super) struct Numbering<'o> {
    ranks: Vec<Ranks<'o>>,
    pub size: u64,
}

impl<'o> Numbering<'o> {
    /// Numbers boards with the pieces of a coloured board; `None` if that is impossible.
    pub(super) fn of(orbits: &'o [Orbit], home: &[u8]) -> Option<Self> {
        let ranks = orbits.iter().map(|orbit| Ranks::of(orbit, home));
        let ranks = ranks.collect::<Option<Vec<Ranks<'_>>>>()?;
        let size = ranks
            .iter()
            .try_fold(1u64, |size, ranks| size.checked_mul(ranks.size))?;
        (!ranks.is_empty()).then_some(Self { ranks, size })
    }

    pub(super) fn rank(&self, board: &[u8]) -> Option<u64> {
        let mut ranks = self.ranks.iter();
        ranks.try_fold(0, |number, ranks| {
            Some(number * ranks.size + ranks.rank(board)?)
        })
    }

    pub(super) fn unrank(&self, mut number: u64, board: &mut [u8]) {
        for ranks in self.ranks.iter().rev() {
            ranks.unrank(number % ranks.size, board);
            number /= ranks.size;
        }
    }
}
