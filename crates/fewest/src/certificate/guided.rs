//! Tables that guide the checker's search, for puzzles of pieces that are too large for a table.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use super::distances::NEVER;
use super::numbering::{self, Orbit, TableNumbering};
use super::tables::Sketch;
use super::{ENTRIES, ProofBuilder, Proved};
use crate::model::line;
use crate::pruning::{Effort, MovePruning, State};
use crate::space::AnyMoves;
use crate::space::structure::inverse;
use crate::symmetry;

/// The most boards that the checker's search may have to meet. These take about half an hour.
pub(super) const LONGEST: u128 = 1 << 29;
/// The most entries of a table that guides a search.
const LARGEST: u64 = 1 << 32;

/// A table that may guide a search.
pub(super) struct GuideTable {
    orbits: Vec<Orbit>,
    /// The colour of each cell of the solved board.
    colours: Vec<u8>,
    size: u64,
    /// Images of boards in which the table sees something else: cells, and symbols.
    images: Vec<(Vec<u8>, Vec<u8>)>,
}

/// A table that guides a search.
pub(super) struct Guide {
    pub table: GuideTable,
    /// The effort of the checker, in boards that its search meets.
    pub effort: u128,
}

impl GuideTable {
    /// The boards that a search meets whose sequences of moves have this number.
    fn searched(&self, sequences: u128) -> u128 {
        let views = 1 + self.images.len() as u128;
        // Not measured for more images: then, another helps less.
        sequences / u128::from(self.size.max(1)) / views.pow(3).min(9 * views)
    }
}

impl ProofBuilder<'_> {
    /// The table that makes a search of the boards less than this many moves away the shortest.
    /// `None` if no table fits, or the search is too long. With a table of n entries, a search meets
    /// about one in n of the boards (R. E. Korf, "Finding optimal solutions to Rubik's Cube using
    /// pattern databases", 1997). With two images of each board, it meets about one in 27 of these,
    /// as measured with random cubes.
    pub(super) fn guide(&self, moves: usize) -> Option<Guide> {
        let sequences = self.different_sequences().nth(moves.checked_sub(1)?)?;
        let guides = self.candidates().into_iter().filter_map(|table| {
            let boards = table.searched(sequences);
            let effort = boards + u128::from(table.size / ENTRIES);
            (boards <= LONGEST).then_some(Guide { table, effort })
        });
        guides.min_by_key(|guide| guide.effort)
    }

    /// The most moves for which there is a [guide](Self::guide).
    pub(super) fn longest_guided(&self) -> usize {
        let candidates = self.candidates();
        let is_short = |sequences: &u128| {
            let mut boards = candidates.iter().map(|table| table.searched(*sequences));
            boards.any(|boards| boards <= LONGEST)
        };
        let sequences = self.different_sequences().take(NEVER.into());
        sequences.take_while(is_short).count()
    }

    /// A search of at most this effort that is guided by a table; false if the table can't be built.
    pub(super) fn guided(&mut self, guide: Option<&Guide>, max_effort: u128) -> Proved {
        let guide = guide.filter(|guide| guide.effort <= max_effort);
        let Some((Guide { table: by, .. }, home)) = guide.zip(self.structure.whole_goal()) else {
            return Ok(false);
        };
        let is_built = self.table(&Sketch {
            goals: vec![0],
            home,
            colours: by.colours.clone(),
            orbits: by.orbits.clone(),
            charge: Vec::new(),
        })?;
        if is_built {
            for (cells, symbols) in &by.images {
                line(&mut self.text, "image", cells);
                line(&mut self.text, "symbols", symbols);
            }
            self.bound("tables", &[0]);
            line(&mut self.bounds, "sums", [self.tables.len() - 1]);
            line(&mut self.bounds, "images", 0..by.images.len());
        }
        Ok(is_built)
    }

    /// The sequences of 0, 1, 2, ... moves without redundant parts.
    fn different_sequences(&self) -> impl Iterator<Item = u128> {
        let pruning = MovePruning::find(self.structure, Effort::QUICK);
        let all = AnyMoves::first(self.structure.moves());
        let none = BTreeMap::from([(pruning.start().0, 1u128)]);
        let counts = iter::successors(Some(none), move |counts| {
            let mut next: BTreeMap<u16, u128> = BTreeMap::new();
            for (&state, &count) in counts {
                for m in all.and(pruning.allowed(State(state))) {
                    let total = next.entry(pruning.after(State(state), m).0).or_default();
                    *total = total.saturating_add(count);
                }
            }
            Some(next)
        });
        counts.map(|counts| counts.into_values().fold(0, u128::saturating_add))
    }

    /// Tables of more and more pieces, of the smallest orbits first, or of the largest; and a table that
    /// sees pieces as the moves of the second phase leave them (M. Reid, 1997, used it for shortest
    /// solutions of the cube).
    fn candidates(&self) -> Vec<GuideTable> {
        let Some(home) = self.structure.whole_goal() else {
            return Vec::new();
        };
        let memory = self.memory.map_or(self.max_entries, |memory| memory / 2);
        let most = memory.min(LARGEST);
        let mut orbits = Orbit::of_pieces(self.structure);
        let candidate = |orbits: &[Orbit], colours: &[u8]| {
            let (orbits, size) = TableNumbering::arranged(orbits, &home, colours)?;
            (size <= most).then(|| GuideTable {
                orbits,
                colours: colours.to_vec(),
                size,
                images: Vec::new(),
            })
        };
        let mut candidates = Vec::new();
        let hidden = u8::try_from(self.structure.pieces.len()).unwrap_or(u8::MAX);
        for _ in 0..2 {
            let mut colours = vec![hidden; home.len()];
            for (number, orbit) in (1..).zip(&orbits) {
                for place in &orbit.places {
                    // Pieces that hide their turns would be of several kinds.
                    if orbit.hides(&numbering::on(&home, place)) {
                        continue;
                    }
                    for cell in place.iter().map(|cell| usize::from(*cell)) {
                        colours[cell] = home[cell];
                    }
                    candidates.extend(candidate(&orbits[..number], &colours));
                }
            }
            orbits.reverse();
        }
        let phases = self.model.phases();
        let goal = phases.and_then(|phases| phases.first.structure.goals.into_iter().next());
        let colours: Option<Vec<u8>> = goal.and_then(|goal| goal.into_iter().collect());
        if let Some(mut both) = colours.and_then(|colours| candidate(&orbits, &colours)) {
            both.images = self.images(&both.colours);
            candidates.push(both);
        }
        candidates
    }

    /// Symmetries under which a table with these colours sees boards in different ways.
    fn images(&self, colours: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut known = BTreeSet::new();
        let mut images = Vec::new();
        for symmetry in &symmetry::find(self.structure) {
            // The colour that each piece of the solved board has in the image.
            let seen: Vec<u8> = symmetry
                .cells
                .iter()
                .filter_map(|cell| colours.get(usize::from(*cell)))
                .copied()
                .collect();
            let first = |colour: &u8| seen.iter().position(|other| other == colour);
            let parts: Vec<Option<usize>> = seen.iter().map(first).collect();
            let back = inverse(&symmetry.cells).filter(|_| known.insert(parts));
            images.extend(back.map(|cells| (cells, symmetry.symbols.clone())));
        }
        // The first symmetry is the identity.
        images.drain(..images.len().min(1));
        images
    }
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;
    use crate::certificate::ProofBuilder;
    use crate::support::budget::Budget;

    /// Nearly all random cubes take 16 to 18 moves.
    #[test]
    fn cubes_of_eighteen_moves_have_a_table() {
        let cube = Puzzle::open("cube3").unwrap();
        let size = |moves, memory| {
            let proof = ProofBuilder::of(cube.model(), "name", memory, Budget::default());
            proof.guide(moves).map(|guide| guide.table.size)
        };
        let memory = Some(4_500_000_000);
        assert_eq!(size(17, memory), Some(2_217_093_120));
        assert_eq!(size(18, memory), Some(2_217_093_120));
        assert_eq!(size(19, memory), None);
        // Four corners suffice for a short search; with little memory, long ones are refused.
        assert_eq!(size(8, None), Some(255_024));
        assert_eq!(size(18, None), None);
    }
}
