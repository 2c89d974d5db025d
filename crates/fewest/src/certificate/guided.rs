//! Tables that guide the checker's search, for puzzles of pieces that are too large for a table.

use std::collections::{BTreeMap, BTreeSet};

use super::canonical::line;
use super::numbering::{Numbering, Orbit};
use super::{Proof, Sketch};
use crate::error::PuzzleError;
use crate::pruning::{Effort, MovePruning, State};
use crate::space::MoveSet;
use crate::space::structure::inverse;
use crate::support::progress::Unfinished;
use crate::symmetry;

/// The boards that the checker's search should meet, and the most that it may have to meet. These
/// take some minutes.
const SHORT: u64 = 1 << 26;
const LONGEST: u64 = 1 << 32;
/// The most entries of a table that guides a search.
const LARGEST: u64 = 1 << 32;

/// A table that may guide a search.
struct Candidate {
    orbits: Vec<Orbit>,
    /// The colour of each cell of the solved board.
    colours: Vec<u8>,
    size: u64,
    /// Images of boards in which the table sees something else: cells, and symbols.
    images: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Proof<'_> {
    /// A table that guides a search of the boards less than this many moves away: the smallest that
    /// makes it short, or the largest. False if none fits, or the search is too long. With a table
    /// of n entries, a search meets about one in n of the boards (R. E. Korf, "Finding optimal
    /// solutions to Rubik's Cube using pattern databases", 1997).
    pub(super) fn guided(&mut self, moves: usize) -> Result<bool, Unfinished<PuzzleError>> {
        let Some(home) = self.structure.whole_goal() else {
            return Ok(false);
        };
        let sequences = self.different_sequences(moves - 1);
        let boards = |candidate: &Candidate| {
            let views = 1 + candidate.images.len() as u128;
            sequences / (u128::from(candidate.size) * views)
        };
        let is_short = |candidate: &Candidate| boards(candidate) <= SHORT.into();
        let mut candidates = self.candidates(&home);
        candidates.sort_by_key(|candidate| candidate.size);
        let short = candidates.iter().position(is_short);
        let chosen = short.or_else(|| candidates.len().checked_sub(1));
        let Some(chosen) = chosen.and_then(|chosen| candidates.get(chosen)) else {
            return Ok(false);
        };
        if boards(chosen) > LONGEST.into() {
            return Ok(false);
        }
        let is_built = self.table(&Sketch {
            goals: &[0],
            home: &home,
            colours: &chosen.colours,
            orbits: &chosen.orbits,
            charge: &[],
        })?;
        if is_built {
            for (cells, symbols) in &chosen.images {
                line(&mut self.text, "image", cells);
                line(&mut self.text, "symbols", symbols);
            }
            self.bound("tables", &[0]);
            line(&mut self.bounds, "sums", [self.tables.len() - 1]);
            line(&mut self.bounds, "images", 0..chosen.images.len());
        }
        Ok(is_built)
    }

    /// The sequences of this many moves without redundant parts.
    fn different_sequences(&self, moves: usize) -> u128 {
        let pruning = MovePruning::find(self.structure, Effort::QUICK);
        let all = MoveSet::first(u32::try_from(self.structure.moves()).unwrap_or(0));
        let mut counts = BTreeMap::from([(pruning.start().0, 1u128)]);
        for _ in 0..moves {
            let mut next: BTreeMap<u16, u128> = BTreeMap::new();
            for (state, count) in counts {
                for m in pruning.allowed(State(state)).and(all) {
                    let total = next.entry(pruning.after(State(state), m).0).or_default();
                    *total = total.saturating_add(count);
                }
            }
            counts = next;
        }
        counts.into_values().fold(0, u128::saturating_add)
    }

    /// A table of each orbit of pieces; and a table that sees pieces as the moves of the second phase
    /// leave them (M. Reid, 1997, used it for shortest solutions of the cube).
    fn candidates(&self, home: &[u8]) -> Vec<Candidate> {
        let memory = self.memory.map_or(self.max_entries, |memory| memory / 2);
        let most = memory.min(LARGEST);
        let orbits = Orbit::of_pieces(self.structure);
        let candidate = |orbits: &[Orbit], colours: &[u8]| {
            let size = Numbering::of(orbits, home, colours)?.size;
            (size <= most).then(|| Candidate {
                orbits: orbits.to_vec(),
                colours: colours.to_vec(),
                size,
                images: Vec::new(),
            })
        };
        let alone = orbits.iter();
        let alone = alone.filter_map(|orbit| candidate(std::slice::from_ref(orbit), home));
        let mut candidates: Vec<Candidate> = alone.collect();
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
            let seen = symmetry.cells.iter();
            let seen = seen.filter_map(|cell| colours.get(usize::from(*cell)));
            let seen: Vec<u8> = seen.copied().collect();
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
