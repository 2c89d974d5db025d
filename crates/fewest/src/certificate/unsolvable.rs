//! Invariants that separate a board from the goals.

use super::Proof;
use super::canonical::line;
use super::numbering::Orbit;
use crate::group::is_odd;
use crate::space::structure::Turn;

impl Proof<'_> {
    /// Finds an invariant that no move changes and that differs between a board and each goal;
    /// false if there is none of the known ones.
    pub(super) fn invariant(&mut self, board: &[u8]) -> bool {
        let orbits = match Orbit::of_pieces(self.structure) {
            orbits if orbits.is_empty() => vec![Orbit::of_cells(self.structure.cells())],
            orbits => orbits,
        };
        let marks = self.marks();
        for goal in self.all_goals() {
            let Some(solved) = self.structure.goals.get(goal) else {
                return false;
            };
            let Some(solved) = solved.iter().copied().collect::<Option<Vec<u8>>>() else {
                return false;
            };
            let differs = |(kind, named): &(&str, Vec<&Orbit>)| match *kind {
                "pieces" => named.iter().any(|o| pieces(o, &solved) != pieces(o, board)),
                "turns" => named.iter().any(|orbit| {
                    let sums = (sum(orbit, &solved), sum(orbit, board));
                    orbit.is_sum && sums.0.is_some() && sums.1.is_some() && sums.0 != sums.1
                }),
                _ => self.parity(named, &marks, &solved, board) == Some(true),
            };
            let each = || orbits.iter().map(|orbit| vec![orbit]);
            let pairs = (0..orbits.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
            let pairs = pairs.filter_map(|(i, j)| Some(vec![orbits.get(i)?, orbits.get(j)?]));
            let mut candidates = (each().map(|orbits| ("pieces", orbits)))
                .chain(each().map(|orbits| ("turns", orbits)))
                .chain(each().chain(pairs).map(|orbits| ("parity", orbits)));
            let Some((kind, named)) = candidates.find(differs) else {
                return false;
            };
            let numbers: Vec<usize> = named.into_iter().map(|orbit| self.orbit(orbit)).collect();
            self.bound(kind, &[goal]);
            if kind == "parity" {
                line(&mut self.bounds, "marks", &marks);
            }
            line(&mut self.bounds, "orbits", numbers);
        }
        true
    }

    /// A mark for each cell of the blank, such that an odd move changes it; none without a blank.
    fn marks(&self) -> Vec<u8> {
        let mut marks = vec![None; self.structure.places()];
        for start in 0..marks.len() {
            let mut open = vec![(start, 0u8)];
            while let Some((cell, mark)) = open.pop() {
                let Some(known @ None) = marks.get_mut(cell) else {
                    continue;
                };
                *known = Some(mark);
                for (_, turn) in self.structure.placed_turns().filter(|(at, _)| *at == cell) {
                    let to = turn.from.iter().position(|from| usize::from(*from) == cell);
                    open.extend(to.map(|to| (to, mark ^ u8::from(is_odd(&turn.from)))));
                }
            }
        }
        match self.structure.blank() {
            Some(_) => marks.into_iter().flatten().collect(),
            None => Vec::new(),
        }
    }

    /// Returns true if a board's parity differs from a goal's; `None` if moves change the parity, or if
    /// some pieces are alike.
    fn parity(&self, orbits: &[&Orbit], marks: &[u8], solved: &[u8], board: &[u8]) -> Option<bool> {
        let is_kept = self.structure.placed_turns().all(|(cell, turn)| {
            let carried = orbits.iter().map(|orbit| carried(orbit, turn));
            let carried = carried.collect::<Option<Vec<Vec<u8>>>>();
            let odd = carried.map(|all| all.iter().filter(|from| is_odd(from)).count() % 2 == 1);
            let to = turn.from.iter().position(|from| usize::from(*from) == cell);
            let changes = to.and_then(|to| Some(marks.get(cell)? != marks.get(to)?));
            odd == Some(changes.unwrap_or(false))
        });
        let mark = |row: &[u8]| {
            let blank = row
                .iter()
                .position(|symbol| Some(*symbol) == self.structure.blank());
            blank.and_then(|cell| marks.get(cell).copied())
        };
        let mut differs = mark(solved) != mark(board);
        for orbit in orbits {
            let (goal, here) = (unsorted(orbit, solved), unsorted(orbit, board));
            let place = |piece: &Vec<u8>| {
                let mut places = (0..=u8::MAX)
                    .zip(&here)
                    .filter(|(_, other)| *other == piece);
                places
                    .next()
                    .filter(|_| places.next().is_none())
                    .map(|(place, _)| place)
            };
            let to = goal.iter().map(place).collect::<Option<Vec<u8>>>()?;
            differs ^= is_odd(&to);
        }
        is_kept.then_some(differs)
    }
}

/// For each place: the place whose piece comes here.
fn carried(orbit: &Orbit, turn: &Turn) -> Option<Vec<u8>> {
    let source = |place: &Vec<u8>| {
        let from = turn.from.get(usize::from(*place.first()?))?;
        let mut places = (0..=u8::MAX).zip(&orbit.places);
        places
            .find(|(_, place)| place.contains(from))
            .map(|(place, _)| place)
    };
    orbit.places.iter().map(source).collect()
}

fn unsorted(orbit: &Orbit, board: &[u8]) -> Vec<Vec<u8>> {
    let places = orbit.places.iter();
    places.map(|place| orbit.piece(place, board).0).collect()
}

fn pieces(orbit: &Orbit, board: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = unsorted(orbit, board);
    pieces.sort();
    pieces
}

/// `None` if some piece looks the same after a turn.
fn sum(orbit: &Orbit, board: &[u8]) -> Option<usize> {
    let pieces = orbit.places.iter().map(|place| orbit.piece(place, board));
    let turns = pieces.map(|(piece, turns)| orbit.is_clear(&piece).then_some(turns));
    Some(turns.sum::<Option<usize>>()? % orbit.turns)
}
