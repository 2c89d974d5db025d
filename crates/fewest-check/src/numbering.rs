//! Boards as pieces in places, numbered without gaps.
//!
//! The number of an orbit's contents is the rank of the kinds of pieces in its places, in
//! dictionary order, followed by a digit for the turn of each piece.

use std::collections::BTreeMap;

use crate::parse::Orbit;
use crate::puzzle::{Row, Turn};
use crate::{Result, ensure};

/// The most entries of the table that ranks the kinds of an orbit.
const MAX_STATES: usize = 1 << 22;

impl Orbit {
    /// A piece after some turns.
    fn turned(&self, piece: &[usize], turns: usize) -> Row {
        let mut piece = piece.to_vec();
        let step = piece.len() / self.turns;
        piece.rotate_left(step * turns);
        piece
    }

    /// The piece of each place, turned until it is the first in dictionary order, and the turns.
    pub(crate) fn pieces(&self, board: &[usize]) -> Vec<(Row, usize)> {
        let piece = |place: &Row| {
            let seen: Row = place.iter().map(|cell| board[*cell]).collect();
            let turns = (0..self.turns).map(|turns| (self.turned(&seen, turns), turns));
            turns.min().unwrap_or_default()
        };
        self.places.iter().map(piece).collect()
    }

    /// Returns true if all turns of these pieces look different.
    pub(crate) fn are_clear(&self, pieces: &[(Row, usize)]) -> bool {
        let looks = |turns, piece: &Row| self.turned(piece, turns) == *piece;
        let mut turns = 1..self.turns;
        !turns.any(|turns| pieces.iter().any(|(piece, _)| looks(turns, piece)))
    }

    /// The sum of turns, modulo the number of turns of a piece.
    pub(crate) fn sum<T>(&self, turns: &[(T, usize)]) -> usize {
        turns.iter().map(|(_, turns)| turns).sum::<usize>() % self.turns
    }

    /// The effect of a move: for each place, the place whose piece comes here, and how much it turns.
    pub(crate) fn carried(&self, turn: &Turn) -> Result<Vec<(usize, usize)>> {
        let mut carried = Vec::new();
        for place in &self.places {
            let from = turn.sources(place);
            let other = self
                .places
                .iter()
                .position(|other| other.contains(&from[0]));
            let others = other.map(|other| (0..self.turns).map(move |turns| (other, turns)));
            let fits =
                |(other, turns): &(usize, usize)| self.turned(&self.places[*other], *turns) == from;
            carried.extend(others.and_then(|mut others| others.find(fits)));
        }
        let is_whole = carried.len() == self.places.len();
        ensure(is_whole, || "a move does not keep pieces whole")?;
        Ok(carried)
    }
}

/// A kind of piece by number, and its turn.
type Content = (usize, usize);

/// The numbers of an orbit's contents.
pub(crate) struct Ranks<'c> {
    orbit: &'c Orbit,
    /// The colours of a piece, for each kind and turn, and the reverse; for single cells, by colour.
    looks: Vec<Row>,
    known: BTreeMap<u128, Content>,
    single: Vec<Option<Content>>,
    /// The sum of all turns. In some orbits it decides the last piece's turn.
    sum: usize,
    kinds: usize,
    /// A state is the pieces left for the remaining places. For each state and kind: the
    /// arrangements of these pieces that begin with a lower kind, and the next state, if any.
    below: Vec<(u64, Option<usize>)>,
    /// The number of ways to turn an arrangement, and of all contents.
    turnings: u64,
    pub size: u64,
}

impl<'c> Ranks<'c> {
    pub(crate) fn of(orbit: &'c Orbit, home: &[usize]) -> Result<Self> {
        let pieces = orbit.pieces(home);
        ensure(orbit.are_clear(&pieces), || "turns of a piece look alike")?;
        let sum = orbit.sum(&pieces);
        let mut counts: BTreeMap<Row, usize> = BTreeMap::new();
        for (piece, _) in pieces {
            *counts.entry(piece).or_default() += 1;
        }
        let (mut looks, mut known) = (Vec::new(), BTreeMap::new());
        for (kind, piece) in counts.keys().enumerate() {
            for turn in 0..orbit.turns {
                let look = orbit.turned(piece, (orbit.turns - turn) % orbit.turns);
                looks.push(look.clone());
                known.insert(key(look.into_iter()), (kind, turn));
            }
        }
        let single = (0..256).map(|colour| known.get(&colour).copied());
        let (below, arrangements) = below(&counts.into_values().collect::<Row>());
        let digits = orbit.places.len() - usize::from(orbit.is_sum);
        let turns = std::iter::repeat_n(orbit.turns as u64, digits);
        let turnings = turns.fold(1, u64::saturating_mul);
        let size = arrangements.saturating_mul(turnings);
        ensure((1..u64::MAX).contains(&size), || "a table is too large")?;
        Ok(Self {
            orbit,
            single: single.collect(),
            kinds: looks.len() / orbit.turns,
            looks,
            known,
            sum,
            below,
            turnings,
            size,
        })
    }

    fn content(&self, place: &[usize], board: &[usize]) -> Option<Content> {
        if let [cell] = place {
            return self.single[board[*cell]];
        }
        let look = key(place.iter().map(|cell| board[*cell]));
        self.known.get(&look).copied()
    }

    /// The number of the orbit's contents on a board; `None` if they are not the orbit's pieces.
    pub(crate) fn rank(&self, board: &[usize]) -> Option<u64> {
        let mut state = self.below.len() - self.kinds;
        let (mut rank, mut turning, mut sum) = (0, 0, 0);
        for place in &self.orbit.places {
            let (kind, turn) = self.content(place, board)?;
            let (below, next) = self.below[state + kind];
            (state, rank, sum) = (next?, rank + below, sum + turn);
            if state > 0 || !self.orbit.is_sum {
                turning = turning * self.orbit.turns as u64 + turn as u64;
            }
        }
        let is_in = !self.orbit.is_sum || sum % self.orbit.turns == self.sum;
        is_in.then_some(rank * self.turnings + turning)
    }

    /// Lays the contents with this number on a board.
    pub(crate) fn unrank(&self, number: u64, board: &mut [usize]) {
        let mut state = self.below.len() - self.kinds;
        let (mut rank, mut turning) = (number / self.turnings, number % self.turnings);
        let (mut digits, mut sum, turns) = (self.turnings, self.sum, self.orbit.turns);
        for place in &self.orbit.places {
            let below = &self.below[state..state + self.kinds];
            let fits = |(below, next): &(u64, Option<usize>)| *below <= rank && next.is_some();
            let kind = below.iter().rposition(fits).unwrap_or(0);
            rank -= below[kind].0;
            state = below[kind].1.unwrap_or(0);
            let mut turn = sum % turns;
            if state > 0 || !self.orbit.is_sum {
                digits /= turns as u64;
                turn = usize::try_from(turning / digits).unwrap_or(0);
                turning %= digits;
            }
            sum += turns - turn;
            for (cell, colour) in place.iter().zip(&self.looks[kind * turns + turn]) {
                board[*cell] = *colour;
            }
        }
    }
}

/// A number for at most 15 colours.
fn key(colours: impl Iterator<Item = usize>) -> u128 {
    colours.fold(0, |key, colour| key << 8 | colour as u128)
}

/// The table `below` of a [`Ranks`]; states are multiples of the number of kinds. Also returns the
/// number of all arrangements, 0 if there are too many states.
fn below(counts: &[usize]) -> (Vec<(u64, Option<usize>)>, u64) {
    let states = counts
        .iter()
        .fold(1, |all: usize, count| all.saturating_mul(count + 1));
    let is_small = states.saturating_mul(counts.len()) <= MAX_STATES;
    let (mut below, mut ways) = (Vec::new(), Vec::new());
    for state in 0..if is_small { states } else { 0 } {
        let (mut total, mut stride) = (u64::from(state == 0), 1);
        for count in counts {
            let is_left = state / stride % (count + 1) > 0;
            let next = is_left.then(|| state - stride);
            below.push((total, next.map(|next| next * counts.len())));
            total = total.saturating_add(next.map_or(0, |next| ways[next]));
            stride *= count + 1;
        }
        ways.push(total);
    }
    (below, ways.last().copied().unwrap_or(0))
}
