//! The projections that guide the searches of a puzzle of pieces.

use std::convert::Infallible;
use std::sync::Arc;

use super::costs::{
    DATABASE_LEVELS, JUDGED_LEVELS, MAX_MEASURED, PROJECTION_LEVELS, PROJECTION_WORTH_A_FILE,
    largest_projection,
};
use super::measurement::Measured;
use super::task::Task;
use super::{Answer, HeuristicName, Method, Setup, SolverError, SolverOptions, TableSource};
use crate::heuristic::merged;
use crate::kernel::Kernel;
use crate::kernel::pieces::{PieceOrbit, Pieces};
use crate::projection::{PieceSearch, ProjectionPlan};
use crate::search::Algorithm;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;
use crate::table::store::Store;

/// A table of a judged level must have at least this fraction (1/8) of the level's bytes.
/// Smaller projections guide less well than other databases.
const MIN_SHARE: u64 = 8;

/// The search of a puzzle of pieces, if it has more than one orbit or pieces with orientations.
fn search_of(structure: &Structure) -> Option<PieceSearch> {
    // The order of pieces, which takes longest to find, does not matter for this.
    let has_parts = matches!(
        Pieces::by_names(structure)?.orbits(),
        [_, _, ..] | [PieceOrbit { turns: 2.., .. }]
    );
    has_parts.then(|| PieceSearch::of(structure)).flatten()
}

/// Returns true if a table of this size is large enough for a level.
const fn is_large_enough(bytes: u64, level: usize) -> bool {
    bytes >= PROJECTION_LEVELS[level].0 / MIN_SHARE
}

/// The first of the judged levels whose table may be worth it. Tables of stages are better than the smallest
/// projections, in which an orbit with hidden pieces shows no turns.
fn first_judged(search: &PieceSearch, structure: &Structure, memory: Option<u64>) -> usize {
    let (max_boards, _) = DATABASE_LEVELS[0];
    let has_stages = merged::has_stages(search.pieces(), structure, max_boards, memory);
    usize::from(has_stages)
}

/// Returns true if the table of a level is much larger than one of this many bytes: others take
/// longer to build than they save.
fn is_much_larger(search: &PieceSearch, level: usize, present: u64, memory: Option<u64>) -> bool {
    let most = bytes_of(level, memory);
    let is_larger = |bytes| bytes > 2 * present;
    is_larger(most) && search.about(most).is_some_and(is_larger)
}

/// The most bytes of a level's table.
fn bytes_of(level: usize, memory: Option<u64>) -> u64 {
    let (bytes, _) = PROJECTION_LEVELS.get(level).copied().unwrap_or_default();
    bytes.min(largest_projection(memory))
}

#[derive(Debug, Default)]
pub(super) struct Projected {
    /// Reads boards, also if no table is worth it.
    search: Option<Box<PieceSearch>>,
    is_refused: bool,
    first_judged: usize,
    store: Option<(Arc<Store>, String)>,
}

impl Projected {
    pub(super) fn search(&self) -> Option<&PieceSearch> {
        self.search.as_deref().filter(|search| search.bytes() > 0)
    }

    pub(super) const fn is_found(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.search().map_or(0, PieceSearch::bytes)
    }

    fn is_worth_it(&self, memory: Option<u64>) -> bool {
        let Some(search) = self.search.as_deref() else {
            return false;
        };
        JUDGED_LEVELS
            .into_iter()
            .skip(self.first_judged)
            .any(|level| {
                let about = search.about(bytes_of(level, memory));
                about.is_some_and(|bytes| is_large_enough(bytes, level))
            })
    }

    /// The projection that [`build`](Self::build) would add at a level to a table of this many bytes;
    /// `None` if it is no larger, or the first ones are too small to be useful.
    pub(super) fn plan(
        &self,
        level: usize,
        present: u64,
        memory: Option<u64>,
    ) -> Option<ProjectionPlan> {
        let search = self.search.as_deref().filter(|_| !self.is_refused)?;
        if !is_much_larger(search, level, present, memory) || !self.is_worth_it(memory) {
            return None;
        }
        search.plan(bytes_of(level, memory), present)
    }

    /// Builds and measures the small projections.
    ///
    /// # Errors
    /// If the run was cancelled or the time is up.
    pub(super) fn measured(
        &mut self,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Vec<Measured>, Unfinished<Infallible>> {
        let mut measured = Vec::new();
        let mut present = 0;
        for level in 0..PROJECTION_LEVELS.len() {
            let plan = self.plan(level, present, memory);
            let (Some(plan), Some(search)) = (plan, &mut self.search) else {
                continue;
            };
            if plan.bytes > MAX_MEASURED {
                break;
            }
            present = plan.bytes;
            let begun = Instant::now();
            search.build(plan.bytes, budget)?;
            let time = begun.elapsed();
            if let Some(mean_bound) = search.mean_bound() {
                measured.push(Measured {
                    bytes: search.bytes(),
                    mean_bound,
                    time,
                });
            }
        }
        Ok(measured)
    }

    /// Leaves all boards to other methods.
    pub(super) fn refuse(&mut self) {
        self.search = None;
        self.is_refused = true;
    }

    /// Finds the pieces, if it is a puzzle of pieces.
    pub(super) fn find<K: Kernel>(&mut self, puzzle: &K, options: &SolverOptions) {
        if self.is_refused || self.search.is_some() {
            return;
        }
        match search_of(&puzzle.model().structure) {
            Some(search) => {
                let structure = &puzzle.model().structure;
                self.first_judged = first_judged(&search, structure, options.memory);
                self.search = Some(Box::new(search));
                let store = options.store.clone().filter(|_| !options.is_compared);
                self.store = store.map(|store| (store, puzzle.table_name()));
            }
            None => self.refuse(),
        }
    }

    /// Returns true if the table of a level may be larger than the present one.
    pub(super) fn may_grow(&self, level: usize, memory: Option<u64>) -> bool {
        let search = self.search.as_deref().filter(|_| !self.is_refused);
        search.is_some_and(|search| is_much_larger(search, level, search.bytes(), memory))
    }

    /// Builds the table of a level, or loads the largest stored one if there is no table yet.
    /// Returns false if it is no larger than the present one or takes too long, or if the first
    /// tables are too small to be useful.
    ///
    /// # Errors
    /// If the run was cancelled.
    pub(super) fn build(
        &mut self,
        level: usize,
        budget: Budget<'_>,
    ) -> Result<bool, Unfinished<SolverError>> {
        if self.search().is_none() && !self.is_worth_it(budget.memory) {
            self.is_refused = true;
        }
        if self.is_refused {
            return Ok(false);
        }
        let is_first = self.search().is_none();
        Ok(is_first && self.load(budget.memory)
            || self.may_grow(level, budget.memory)
                && self.grow(PROJECTION_LEVELS[level].0, budget)?)
    }

    /// Loads the largest stored table that fits. Returns true if there is one.
    fn load(&mut self, memory: Option<u64>) -> bool {
        let (Some((store, name)), Some(search)) = (&self.store, &mut self.search) else {
            return false;
        };
        let loaded = search.load_intact(largest_projection(memory), name, store);
        loaded.is_some()
    }

    /// Builds the best table of at most this many bytes, and stores it if it is worth a file.
    /// Returns true if it is larger than the present one.
    ///
    /// # Errors
    /// If the run was cancelled.
    fn grow(&mut self, bytes: u64, budget: Budget<'_>) -> Result<bool, Unfinished<SolverError>> {
        let Some(search) = &mut self.search else {
            return Ok(false);
        };
        let built = match &self.store {
            Some((store, name)) => search.build_in(bytes, name, store, budget),
            None => search.build(bytes, budget),
        };
        match built {
            Ok(is_larger) => {
                if is_larger
                    && search.bytes() >= PROJECTION_WORTH_A_FILE
                    && let Some((store, name)) = &self.store
                {
                    store.reported(search.save(name, store));
                }
                Ok(is_larger)
            }
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            Err(_) => Ok(false),
        }
    }

    /// The leads of a board with these symbols; `None` if it can't be solved.
    pub(super) fn read(&self, symbols: &[u8]) -> Option<Vec<u8>> {
        let Some(search) = self.search.as_deref() else {
            return Some(Vec::new());
        };
        let leads = search.read(symbols).ok();
        leads.filter(|leads| search.can_be_solved(leads))
    }

    /// Searches for the board with these leads, if there is a table.
    pub(super) fn search_for(&self, leads: &[u8], task: &Task<'_>, answer: &mut Answer) {
        let Some(search) = self.search() else {
            return;
        };
        let observer = &mut task.reporter();
        let mut control = task.control(observer);
        let choice = task.call.choice;
        let outcome = task
            .kept(|cores, checkpoint| search.run(leads, choice, &mut control, cores, checkpoint));
        let setup = Setup {
            heuristics: vec![HeuristicName::Pattern],
            tables: Some(TableSource::of(search.is_stored())),
            ..Setup::default()
        };
        let method = Method::Algorithm(Algorithm::IdaStar);
        answer.take(method, setup, outcome, task.limits.max_moves);
    }
}
