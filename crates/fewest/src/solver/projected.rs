//! Which projections guide the searches of a puzzle of pieces, and when they are built.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::costs::{
    LARGEST_PROJECTION, LEAST_SEARCH, MOST_MEASURED, PROJECTION_LEVELS, PROJECTION_WORTH_A_FILE,
};
use super::measured::Measured;
use super::task::Task;
use super::{Answer, HeuristicName, Method, Options, Setup, SolverError, TableSource, Verdict};
use crate::kernel::Kernel;
use crate::kernel::pieces::{PieceOrbit, Pieces};
use crate::projection::{PieceSearch, ProjectionPlan};
use crate::search::{Algorithm, Control, Limits, Stop};
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;
use crate::table::store::Store;

/// The share of the bytes of one of the first two tables that is used at least: where colourings by
/// moves tell less, other databases tell more.
const LEAST_SHARE: u64 = 8;

/// How much more a search may generate that begins again.
const MORE: u64 = 4;

/// The search of a puzzle of pieces whose moves may colour it to some use: that takes turns, or more
/// than one orbit.
fn search_of(structure: &Structure) -> Option<PieceSearch> {
    let pieces = Pieces::with_alike(structure)?;
    let has_parts = matches!(
        pieces.orbits(),
        [_, _, ..] | [PieceOrbit { turns: 2.., .. }]
    );
    has_parts.then(|| PieceSearch::of(structure)).flatten()
}

/// What guides searches for a puzzle's boards, smaller tables first; nothing if it is none of pieces.
pub(super) fn plans(structure: &Structure, memory: Option<u64>) -> Vec<ProjectionPlan> {
    let mut plans: Vec<ProjectionPlan> = Vec::new();
    let mut is_worth_it = false;
    if let Some(search) = search_of(structure) {
        for (level, (bytes, _)) in PROJECTION_LEVELS.into_iter().enumerate() {
            let most = memory.map_or(bytes, |memory| memory.min(bytes));
            let plan = search.plan(most);
            is_worth_it |= level < 2 && plan.as_ref().is_some_and(|plan| tells(plan.bytes, level));
            let is_larger = |plan: &ProjectionPlan| plans.iter().all(|own| own.bytes < plan.bytes);
            plans.extend(plan.filter(is_larger));
        }
    }
    if is_worth_it { plans } else { Vec::new() }
}

/// Whether a table of so many bytes is one for a level.
const fn tells(bytes: u64, level: usize) -> bool {
    bytes >= PROJECTION_LEVELS[level].0 / LEAST_SHARE
}

/// Whether the table that there is, or the next, tells enough.
fn is_worth_it(search: &PieceSearch, memory: Option<u64>) -> bool {
    let next = PROJECTION_LEVELS[1].0;
    let next = || search.plan(memory.map_or(next, |memory| memory.min(next)));
    tells(search.bytes(), 0) || next().is_some_and(|plan| tells(plan.bytes, 1))
}

/// What of these plans is small, built and measured.
///
/// # Errors
/// If it was cancelled or the time is up.
pub(super) fn measured(
    structure: &Structure,
    memory: Option<u64>,
    budget: Budget<'_>,
) -> Result<Vec<Measured>, Unfinished<Infallible>> {
    let mut measured = Vec::new();
    let plans = plans(structure, memory).into_iter();
    let Some(mut search) = search_of(structure) else {
        return Ok(measured);
    };
    for plan in plans.take_while(|plan| plan.bytes <= MOST_MEASURED) {
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

/// A place for the search of a puzzle of pieces.
#[derive(Debug)]
pub(super) struct Projected {
    search: Option<Box<PieceSearch>>,
    is_refused: bool,
    /// The level that comes next; `None` if there is none to come.
    next: Option<usize>,
    /// What searches have generated, since the last table was built and altogether.
    spent: AtomicU64,
    total: u64,
    /// The least that is proven of the boards that were deferred since it was last asked for.
    nearest: AtomicU32,
    /// Boards of the batch, and what one search of it may generate.
    boards: u64,
    share: u64,
    /// Where tables are kept, and the name that they are filed under.
    store: Option<(Arc<Store>, String)>,
}

impl Default for Projected {
    fn default() -> Self {
        Self {
            search: None,
            is_refused: false,
            next: Some(0),
            spent: AtomicU64::new(0),
            total: 0,
            nearest: AtomicU32::new(u32::MAX),
            boards: 1,
            share: 0,
            store: None,
        }
    }
}

impl Projected {
    /// The search, if it has a table.
    pub(super) fn search(&self) -> Option<&PieceSearch> {
        self.search.as_deref().filter(|search| search.bytes() > 0)
    }

    /// Whether the puzzle was found to be one of pieces.
    pub(super) const fn is_found(&self) -> bool {
        self.search.is_some()
    }

    /// Whether its first table is still to come.
    pub(super) fn is_to_come(&self) -> bool {
        self.search.is_some() && self.search().is_none()
    }

    /// What searches have generated.
    pub(super) fn spent(&self) -> u64 {
        self.total + self.spent.load(Ordering::Relaxed)
    }

    /// The fewest moves that the nearest of the boards may need that were deferred since this was
    /// last asked, as far as that is proven; `None` if there were none.
    pub(super) fn nearest_deferred(&mut self) -> Option<u32> {
        let nearest = std::mem::replace(self.nearest.get_mut(), u32::MAX);
        Some(nearest).filter(|nearest| *nearest != u32::MAX)
    }

    /// The bytes of its table.
    pub(super) fn bytes(&self) -> u64 {
        self.search().map_or(0, PieceSearch::bytes)
    }

    /// Leaves all boards to other methods.
    pub(super) fn refuse(&mut self) {
        self.search = None;
        self.is_refused = true;
    }

    /// Finds the puzzle's pieces, if it is one of pieces.
    pub(super) fn find<K: Kernel>(&mut self, puzzle: &K, options: &Options) {
        if self.is_refused || self.search.is_some() {
            return;
        }
        match search_of(&puzzle.model().structure) {
            Some(search) => {
                self.search = Some(Box::new(search));
                let store = options.store.clone().filter(|_| !options.is_compared);
                self.store = store.map(|store| (store, puzzle.table_name()));
            }
            None => self.refuse(),
        }
    }

    /// Prepares what is worth it for a batch of boards, if the puzzle is one of pieces.
    ///
    /// # Errors
    /// If the run was cancelled.
    pub(super) fn prepare(
        &mut self,
        boards: usize,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if self.is_refused {
            return Ok(());
        }
        self.boards = boards.max(1) as u64;
        if self.is_to_come() {
            let is_loaded = self.load(budget.memory);
            if options.is_settled() {
                // What guides searches that others continue never changes: it is the largest.
                self.next = None;
                if !is_loaded {
                    self.build(LARGEST_PROJECTION, budget)?;
                }
            } else if !is_loaded {
                self.grow(budget)?;
            }
            if !self
                .search()
                .is_some_and(|search| is_worth_it(search, budget.memory))
            {
                self.refuse();
            }
        }
        while self
            .pays()
            .is_some_and(|pays| self.spent.load(Ordering::Relaxed) >= pays)
        {
            self.grow(budget)?;
        }
        self.share_out();
        Ok(())
    }

    /// Takes the largest stored table that fits; whether there is one.
    fn load(&mut self, memory: Option<u64>) -> bool {
        let (Some((store, name)), Some(search)) = (&self.store, &mut self.search) else {
            return false;
        };
        let most = memory.map_or(LARGEST_PROJECTION, |memory| memory.min(LARGEST_PROJECTION));
        let is_loaded = search.load_intact(most, name, store).is_some();
        let larger = PROJECTION_LEVELS
            .iter()
            .position(|(bytes, _)| *bytes > 2 * search.bytes());
        self.next = larger;
        is_loaded
    }

    /// Sets what one search may generate.
    fn share_out(&mut self) {
        let pays = self.pays();
        self.share = pays.map_or(u64::MAX, |pays| (pays / self.boards).max(LEAST_SEARCH));
    }

    /// What searches may generate before the next table is worth it.
    fn pays(&self) -> Option<u64> {
        PROJECTION_LEVELS.get(self.next?).map(|(_, pays)| *pays)
    }

    /// Lets the searches that were too dear generate more, as long as all together have not
    /// generated what the next table is worth; else builds it.
    ///
    /// # Errors
    /// If the run was cancelled.
    pub(super) fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        let spent = *self.spent.get_mut();
        if self.pays().is_some_and(|pays| spent < pays) {
            self.share = self.share.saturating_mul(MORE);
            return Ok(());
        }
        self.grow(budget)
    }

    /// Builds the next larger table that fits. If there is none, searches take what they need.
    ///
    /// # Errors
    /// If the run was cancelled.
    fn grow(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        let spent = std::mem::take(self.spent.get_mut());
        self.total += spent;
        while let Some((bytes, _)) = self.next.and_then(|level| PROJECTION_LEVELS.get(level)) {
            let next = self.next.map(|level| level + 1);
            self.next = next.filter(|next| *next < PROJECTION_LEVELS.len());
            if self.build(*bytes, budget)? {
                self.share_out();
                return Ok(());
            }
        }
        self.next = None;
        Ok(())
    }

    /// Builds the most promising table of at most so many bytes, and stores it where it is worth a
    /// file; whether it is larger than the one that there was. If time is short, none comes after it.
    ///
    /// # Errors
    /// If the run was cancelled.
    fn build(&mut self, bytes: u64, budget: Budget<'_>) -> Result<bool, Unfinished<SolverError>> {
        let Some(search) = &mut self.search else {
            return Ok(false);
        };
        match search.build(bytes, budget) {
            Ok(is_larger) => {
                if is_larger
                    && search.bytes() >= PROJECTION_WORTH_A_FILE
                    && let Some((store, name)) = &self.store
                    && let Err(error) = search.save(name, store)
                {
                    store.tell(&error);
                }
                Ok(is_larger)
            }
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            Err(_) => {
                self.next = None;
                Ok(false)
            }
        }
    }

    /// Answers the board of this number with these symbols, or defers it; false if the first table
    /// is still to come, and the board may be solvable.
    pub(super) fn answer(
        &self,
        symbols: &[u8],
        board: u64,
        options: &Options,
        budget: Budget<'_>,
        answer: &mut Answer,
    ) -> bool {
        let Some(search) = self.search.as_deref() else {
            return false;
        };
        let leads = search.read(symbols).ok();
        let Some(leads) = leads.filter(|leads| search.can_be_solved(leads)) else {
            answer.rule_out(Method::Group);
            answer.flaw = search.flaw(symbols);
            return true;
        };
        if self.is_to_come() {
            return false;
        }
        // Where a larger table is to come, the search may cost what that is worth.
        let light = self.next.map(|_| self.share);
        let light = light.filter(|light| options.allows_nodes(*light));
        let task = Task {
            options,
            limits: Limits {
                time: budget.left(),
                nodes: light.or(options.limits.nodes),
                ..options.limits
            },
            board,
            cancel: budget.cancel,
            progress: budget.progress.unwrap_or(&options.progress),
            pruning: None,
            is_open: false,
        };
        let observer = &mut task.reporter();
        let mut control = Control::new(task.limits, observer).cancelled_by(task.cancel);
        let wanted = options.answer_choice();
        let outcome = task.kept(|cores, checkpoint| {
            search.go_on(&leads, wanted, &mut control, cores, checkpoint)
        });
        self.spent
            .fetch_add(outcome.statistics.generated, Ordering::Relaxed);
        let is_too_dear = light.is_some() && outcome.stop == Stop::Nodes;
        let setup = Setup {
            heuristics: vec![HeuristicName::Pattern],
            tables: Some(TableSource::of(search.is_stored())),
            ..Setup::default()
        };
        let method = Method::Algorithm(Algorithm::IdaStar);
        answer.take(method, setup, outcome, options.limits.moves);
        if is_too_dear {
            answer.verdict = Verdict::Deferred;
            self.nearest
                .fetch_min(answer.lower_bound, Ordering::Relaxed);
        }
        true
    }
}
