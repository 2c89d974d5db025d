//! Invariants that separate a board from the goals.

use super::ProofBuilder;
use super::numbering::Orbit;
use crate::group::is_odd;
use crate::model::line;
use crate::space::structure::Turn;

impl ProofBuilder<'_> {
    /// Bounds the goals that an invariant separates from a board: some quantity that no move changes.
    /// Returns the other goals.
    pub(super) fn invariants(&mut self, board: &[u8]) -> Vec<usize> {
        let structure = self.structure;
        let orbits = match Orbit::of_pieces(structure) {
            orbits if orbits.is_empty() => vec![Orbit::of_cells(structure.cells())],
            orbits => orbits,
        };
        let fixed: Vec<Orbit> = Orbit::of_fixed_cells(structure).collect();
        let marks = self.marks();
        let mut others = Vec::new();
        for goal in self.goals.clone() {
            let solved = structure.goals.get(goal).map_or(&[][..], Vec::as_slice);
            let is_known = |orbit: &&Orbit| {
                let mut cells = orbit.places.iter().flatten();
                cells.all(|cell| matches!(solved.get(usize::from(*cell)), Some(Some(_))))
            };
            let is_whole = solved.iter().all(Option::is_some);
            // Cells that the goal leaves open are not used.
            let solved: Vec<u8> = solved.iter().map(|symbol| symbol.unwrap_or(0)).collect();
            let differs = |(kind, named): &(&str, Vec<&Orbit>)| match *kind {
                "pieces" => named.iter().any(|o| pieces(o, &solved) != pieces(o, board)),
                "turns" => named.iter().any(|orbit| {
                    let sums = (sum(orbit, &solved), sum(orbit, board));
                    orbit.is_sum && sums.0.is_some() && sums.1.is_some() && sums.0 != sums.1
                }),
                _ => {
                    (is_whole || marks.is_empty())
                        && self.parity(named, &marks, &solved, board) == Some(true)
                }
            };
            let known: Vec<&Orbit> = orbits.iter().filter(is_known).collect();
            let each = || known.iter().map(|orbit| vec![*orbit]);
            let pairs = (0..known.len())
                .flat_map(|i| (0..i).map(move |j| (j, i)))
                .filter_map(|(i, j)| Some(vec![*known.get(i)?, *known.get(j)?]));
            let fixed = fixed.iter().filter(is_known).map(|orbit| vec![orbit]);
            let mut candidates = (each().chain(fixed).map(|orbits| ("pieces", orbits)))
                .chain(each().map(|orbits| ("turns", orbits)))
                .chain(each().chain(pairs).map(|orbits| ("parity", orbits)));
            let Some((kind, named)) = candidates.find(differs) else {
                others.push(goal);
                continue;
            };
            let numbers: Vec<usize> = named.into_iter().map(|orbit| self.orbit(orbit)).collect();
            self.bound(kind, &[goal]);
            if kind == "parity" {
                line(&mut self.bounds, "marks", &marks);
            }
            line(&mut self.bounds, "orbits", numbers);
        }
        others
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
            let carried = orbits
                .iter()
                .map(|orbit| carried(orbit, turn))
                .collect::<Option<Vec<Vec<u8>>>>();
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
