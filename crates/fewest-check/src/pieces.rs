//! Pieces in the places of an orbit, and their kinds as a table sees them.

use std::collections::{BTreeMap, BTreeSet};

use crate::digit::{Digit, Effect};
use crate::parse::{Orbit, Table};
use crate::puzzle::{Puzzle, Row, Turn};
use crate::{Result, ensure};

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

    /// Returns true if all turns of a piece look different.
    pub(crate) fn is_clear(&self, piece: &[usize]) -> bool {
        let mut turns = 1..self.turns;
        turns.all(|turns| self.turned(piece, turns) != piece)
    }

    /// Returns false if the orbit is marked, and the piece looks the same in each turn.
    fn sees(&self, piece: &Row) -> bool {
        !self.is_marked || self.turned(piece, 1) != *piece
    }

    /// A place of a marked orbit has a slot for each turn. Returns the slots from which a place gets its
    /// piece, if it comes from another place, and turns.
    fn slots(&self, (from, turns): (usize, usize)) -> impl Iterator<Item = usize> + use<> {
        let all = self.turns;
        (0..all).map(move |slot| from * all + (slot + turns) % all)
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

/// The kind of a piece, and its turn.
type Content = (usize, usize);

/// The content of pieces that a marked orbit does not see. No other piece is of this kind.
const UNSEEN: Content = (0, 0);

/// The pieces of an orbit, in kinds. A table does not distinguish pieces of one kind.
pub(crate) struct Pieces<'c> {
    orbit: &'c Orbit,
    /// The content that has these symbols, for each piece in each of its turns.
    known: BTreeMap<Row, Content>,
    /// The number of pieces of each kind.
    counts: Row,
    sum: usize,
}

impl<'c> Pieces<'c> {
    pub(crate) fn of(table: &Table, orbit: &'c Orbit) -> Result<Self> {
        let pieces = orbit.pieces(&table.colours);
        // `None` if it is not seen: this is the first kind.
        let seen: Vec<Option<&Row>> = pieces
            .iter()
            .map(|(piece, _)| Some(piece).filter(|p| orbit.sees(p)))
            .collect();
        let is_clear = seen.iter().flatten().all(|piece| orbit.is_clear(piece));
        ensure(is_clear, || "turns of a piece look alike")?;
        let mut counts = BTreeMap::new();
        if orbit.is_marked {
            counts.insert(None, 0);
        }
        for piece in &seen {
            *counts.entry(*piece).or_default() += 1;
        }
        let mut known = BTreeMap::new();
        for ((place, (_, turn)), piece) in orbit.places.iter().zip(&pieces).zip(&seen) {
            let kind = counts.keys().filter(|other| *other < piece).count();
            let symbols: Row = place.iter().map(|cell| table.home[*cell]).collect();
            for more in 0..orbit.turns {
                let turn = (turn + orbit.turns - more) % orbit.turns;
                let content = piece.map_or(UNSEEN, |_| (kind, turn));
                let other = known.insert(orbit.turned(&symbols, more), content);
                let is_same = other.is_none_or(|other| other == content);
                ensure(is_same, || "equal pieces have different colours")?;
            }
        }
        Ok(Self {
            orbit,
            known,
            sum: orbit.sum(&pieces),
            counts: counts.into_values().collect(),
        })
    }

    /// Returns true if pieces of one kind have the same symbols.
    pub(crate) fn are_different(&self) -> bool {
        let mut looks = vec![self.orbit.turns; self.counts.len()];
        if self.orbit.is_marked {
            looks[UNSEEN.0] = self.counts[UNSEEN.0].min(1);
        }
        self.known.len() == looks.iter().sum()
    }

    /// For each kind: true if a piece has one of these symbols.
    fn with(&self, symbols: &[usize]) -> Vec<bool> {
        let mut kinds = vec![false; self.counts.len()];
        for (piece, (kind, _)) in &self.known {
            kinds[*kind] |= piece.iter().any(|symbol| symbols.contains(symbol));
        }
        kinds
    }

    /// The symbols of all pieces of the same kinds as pieces with these symbols.
    pub(crate) fn like(&self, symbols: &[usize]) -> Row {
        let kinds = self.with(symbols);
        let pieces = self.known.iter().filter(|(_, (kind, _))| kinds[*kind]);
        pieces.flat_map(|(piece, _)| piece.clone()).collect()
    }

    /// The digits of the orbit's contents: kinds and turns.
    pub(crate) fn digits(&self, puzzle: &Puzzle, charge: Option<&Row>) -> Result<[Digit; 2]> {
        let (orbit, mut counts) = (self.orbit, self.counts.clone());
        let (mut kinds, mut turns) = (vec![], vec![]);
        for turn in &puzzle.turns {
            // Only places of one cell show where the blank is.
            let need = turn.need.map(|cell| vec![cell]);
            let mut places = orbit.places.iter();
            let need = need.and_then(|need| places.position(|place| *place == need));
            let mut from = orbit.carried(turn)?;
            let mut still: Row = from.iter().map(|(place, _)| *place).collect();
            if orbit.is_marked {
                still = from.drain(..).flat_map(|from| orbit.slots(from)).collect();
            }
            let still = still.into_iter().map(|place| (place, 0)).collect();
            kinds.push(Effect::new(need, still));
            turns.push(Effect::new(None, from));
        }
        let mut places = orbit.places.len();
        if orbit.is_marked {
            counts[UNSEEN.0] += places * (orbit.turns - 1);
            places = 0;
        }
        let blank = self.with(puzzle.blank.as_slice());
        let charged = charge.map(|charge| self.with(charge));
        let sum = orbit.is_sum.then_some(self.sum);
        Ok([
            Digit::of_kinds(&counts, kinds, blank, charged)?,
            Digit::of_turns(orbit.turns, places, sum, turns)?,
        ])
    }

    /// The kinds and turns of the pieces on a board; `None` if it has other pieces.
    pub(crate) fn rows(&self, board: &[usize]) -> Option<[Row; 2]> {
        let content = |place: &Row| {
            let seen: Row = place.iter().map(|cell| board[*cell]).collect();
            self.known.get(&seen).copied()
        };
        let contents = self.orbit.places.iter().map(content);
        Some(self.rows_of(&contents.collect::<Option<Vec<Content>>>()?))
    }

    fn rows_of(&self, contents: &[Content]) -> [Row; 2] {
        let slots = |&(kind, turn): &Content| {
            let slots = 0..self.orbit.turns;
            slots.map(move |slot| if slot == turn { kind } else { UNSEEN.0 })
        };
        if self.orbit.is_marked {
            return [contents.iter().flat_map(slots).collect(), vec![]];
        }
        let (kinds, turns) = contents.iter().copied().unzip();
        [kinds, turns]
    }

    /// The numbers of the contents that meet a goal, at most `most`.
    pub(crate) fn targets(&self, goal: &[Row], digits: &[Digit], most: usize) -> Vec<usize> {
        let options = |place: &Row| {
            let fits = |(piece, _): &(&Row, &Content)| {
                let mut cells = place.iter().zip(*piece);
                cells.all(|(cell, symbol)| goal[*cell].contains(symbol))
            };
            let fitting = self.known.iter().filter(fits);
            let options: BTreeSet<Content> = fitting.map(|(_, content)| *content).collect();
            options
        };
        let options: Vec<BTreeSet<Content>> = self.orbit.places.iter().map(options).collect();
        let mut found = vec![];
        let mut add = |contents: &[Content]| {
            let rows = self.rows_of(contents);
            let numbers = [0, 1].map(|which| digits[which].rank(&rows[which]));
            if let [Some(kinds), Some(turns)] = numbers {
                found.push(kinds * digits[1].size + turns);
            }
            found.len() < most
        };
        fill(&options, &mut self.counts.clone(), &mut vec![], &mut add);
        found
    }
}

/// Calls `add` with all contents that continue some contents with these options, until it returns
/// false.
fn fill(
    options: &[BTreeSet<Content>],
    left: &mut Row,
    contents: &mut Vec<Content>,
    add: &mut dyn FnMut(&[Content]) -> bool,
) -> bool {
    let Some((here, options)) = options.split_first() else {
        return add(contents);
    };
    here.iter().all(|content| {
        if left[content.0] == 0 {
            return true;
        }
        left[content.0] -= 1;
        contents.push(*content);
        let goes_on = fill(options, left, contents, add);
        contents.pop();
        left[content.0] += 1;
        goes_on
    })
}
