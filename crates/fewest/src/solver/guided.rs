//! Searches of sliding tiles guided by what the query asks for.

use super::patterns::{Built, Patterns};
use super::task::Task;
use super::{Guide, Method, Query, Setup, SolverError, search};
use crate::heuristic::{
    Blind, Gaschnig, LinearConflict, Manhattan, Maximum, Misplaced, WalkingDistance,
};
use crate::puzzles::sliding::{Board, Sliding, Tiles};
use crate::search::Outcome;

/// The heuristics of sliding tiles, the sharpest first.
pub(super) const KNOWN: [Guide; 7] = [
    Guide::Pattern,
    Guide::WalkingDistance,
    Guide::LinearConflict,
    Guide::Manhattan,
    Guide::Gaschnig,
    Guide::Misplaced,
    Guide::Blind,
];

/// The heuristics that the query's searches are guided by, with the pattern databases that there are.
fn chosen(query: &Query, patterns: &Patterns) -> Setup {
    let has_patterns = patterns.built().is_some();
    let mut heuristics: Vec<Guide> = query.guides().collect();
    if heuristics.is_empty() && has_patterns {
        heuristics.push(Guide::Pattern);
    }
    heuristics.retain(|guide| *guide != Guide::Pattern || has_patterns);
    if heuristics.is_empty() {
        heuristics.push(Guide::LinearConflict);
    }
    let with_tables = if heuristics.contains(&Guide::Pattern) {
        patterns.setup().clone()
    } else {
        Setup::default()
    };
    Setup {
        heuristics,
        ..with_tables
    }
}

/// What is tabulated of them for one puzzle, but for pattern databases.
pub(super) struct Guides {
    manhattan: Manhattan,
    /// If the cells lie in rows and columns.
    linear_conflict: Option<LinearConflict>,
    /// If it was asked for.
    walking_distance: Option<WalkingDistance>,
}

impl Guides {
    /// Those for a puzzle.
    ///
    /// # Errors
    /// If walking distance was asked for and has too many states.
    pub(super) fn new<T: Tiles>(puzzle: &Sliding<T>, query: &Query) -> Result<Self, SolverError> {
        let mut all = query.guides();
        let walks = all.any(|guide| guide == Guide::WalkingDistance);
        let walking_distance = walks.then(|| WalkingDistance::new(puzzle)).transpose()?;
        Ok(Self {
            manhattan: Manhattan::new(puzzle),
            linear_conflict: LinearConflict::new(puzzle),
            walking_distance,
        })
    }

    /// Runs the query's search with the heuristics that it asks for. If it asks for none, with pattern databases if there are
    /// some, else with linear conflicts.
    pub(super) fn search<T: Tiles>(
        &self,
        task: &Task<'_>,
        patterns: &Patterns,
        puzzle: &Sliding<T>,
        start: &Board<T>,
    ) -> (Method, Setup, Outcome) {
        let setup = chosen(task.query, patterns);
        let (method, outcome) = match (&setup.heuristics[..], patterns.built()) {
            ([Guide::Pattern], Some(Built::Narrow(patterns))) => {
                search(task, puzzle, patterns, start)
            }
            ([Guide::Pattern], Some(Built::Wide(patterns))) => {
                search(task, puzzle, patterns, start)
            }
            ([Guide::Blind], _) => search(task, puzzle, &Blind, start),
            ([Guide::Misplaced], _) => search(task, puzzle, &Misplaced, start),
            ([Guide::Gaschnig], _) => search(task, puzzle, &Gaschnig, start),
            ([Guide::Manhattan], _) => search(task, puzzle, &self.manhattan, start),
            ([Guide::WalkingDistance], _) => search(task, puzzle, &self.walking_distance, start),
            ([Guide::LinearConflict], _) => match &self.linear_conflict {
                Some(conflicts) => search(task, puzzle, conflicts, start),
                None => search(task, puzzle, &self.manhattan, start),
            },
            (_, built) => self.best_of(task, built, puzzle, start),
        };
        (method, setup, outcome)
    }

    /// Runs the query's search with the largest bound of the heuristics that it asks for.
    fn best_of<T: Tiles>(
        &self,
        task: &Task<'_>,
        patterns: Option<&Built>,
        puzzle: &Sliding<T>,
        start: &Board<T>,
    ) -> (Method, Outcome) {
        let asks = |guide| task.query.guides().any(|asked| asked == guide);
        let tiles = Maximum(
            asks(Guide::Misplaced).then_some(Misplaced),
            asks(Guide::Gaschnig).then_some(Gaschnig),
        );
        let steps = Maximum(
            asks(Guide::Manhattan).then_some(&self.manhattan),
            (self.linear_conflict.as_ref()).filter(|_| asks(Guide::LinearConflict)),
        );
        let (narrow, wide) = match patterns.filter(|_| asks(Guide::Pattern)) {
            Some(Built::Narrow(patterns)) => (Some(patterns), None),
            Some(Built::Wide(patterns)) => (None, Some(patterns)),
            None => (None, None),
        };
        let tables = Maximum(self.walking_distance.as_ref(), Maximum(narrow, wide));
        search(task, puzzle, &Maximum(tables, Maximum(steps, tiles)), start)
    }
}
