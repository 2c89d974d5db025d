//! Searches of sliding tiles guided by what the query asks for.

use std::sync::atomic::AtomicBool;

use super::patterns::Built;
use super::{Guide, Method, Query, SolverError, search};
use crate::heuristic::{
    Blind, Gaschnig, Heuristic, LinearConflict, Manhattan, Maximum, Misplaced, WalkingDistance,
};
use crate::puzzles::sliding::{Board, Sliding, Tiles};
use crate::search::{Limits, Outcome};

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

/// What is tabulated of them for one puzzle, but for pattern databases.
pub(super) struct Guides {
    manhattan: Manhattan,
    linear_conflict: LinearConflict,
    /// If it was asked for.
    walking_distance: Option<WalkingDistance>,
}

/// A board to be searched from.
pub(super) struct Start<'s, T> {
    pub puzzle: &'s Sliding<T>,
    pub board: &'s Board<T>,
    pub limits: Limits,
    pub cancel: &'s AtomicBool,
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
        query: &Query,
        patterns: Option<&Built>,
        start: &Start<'_, T>,
    ) -> (Method, Outcome) {
        if !query.also.is_empty() {
            return self.best_of(query, patterns, start);
        }
        match (query.guide, patterns) {
            (None | Some(Guide::Pattern), Some(Built::Narrow(patterns))) => {
                start.search(query, patterns)
            }
            (None | Some(Guide::Pattern), Some(Built::Wide(patterns))) => {
                start.search(query, patterns)
            }
            (Some(Guide::Blind), _) => start.search(query, &Blind),
            (Some(Guide::Misplaced), _) => start.search(query, &Misplaced),
            (Some(Guide::Gaschnig), _) => start.search(query, &Gaschnig),
            (Some(Guide::Manhattan), _) => start.search(query, &self.manhattan),
            (Some(Guide::WalkingDistance), _) => start.search(query, &self.walking_distance),
            (None | Some(Guide::LinearConflict | Guide::Centre | Guide::Pattern), _) => {
                start.search(query, &self.linear_conflict)
            }
        }
    }

    /// Runs the query's search with the largest bound of the heuristics that it asks for.
    fn best_of<T: Tiles>(
        &self,
        query: &Query,
        patterns: Option<&Built>,
        start: &Start<'_, T>,
    ) -> (Method, Outcome) {
        let asks = |guide| query.guides().any(|asked| asked == guide);
        let tiles = Maximum(
            asks(Guide::Misplaced).then_some(Misplaced),
            asks(Guide::Gaschnig).then_some(Gaschnig),
        );
        let steps = Maximum(
            asks(Guide::Manhattan).then_some(&self.manhattan),
            asks(Guide::LinearConflict).then_some(&self.linear_conflict),
        );
        let (narrow, wide) = match patterns.filter(|_| asks(Guide::Pattern)) {
            Some(Built::Narrow(patterns)) => (Some(patterns), None),
            Some(Built::Wide(patterns)) => (None, Some(patterns)),
            None => (None, None),
        };
        let tables = Maximum(self.walking_distance.as_ref(), Maximum(narrow, wide));
        start.search(query, &Maximum(tables, Maximum(steps, tiles)))
    }
}

impl<T: Tiles> Start<'_, T> {
    fn search(&self, query: &Query, guide: &impl Heuristic<Sliding<T>>) -> (Method, Outcome) {
        search(
            query,
            self.limits,
            self.puzzle,
            guide,
            self.board,
            self.cancel,
        )
    }
}
