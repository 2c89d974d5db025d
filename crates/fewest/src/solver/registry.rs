//! The heuristics of each kernel, by name.

use super::{HeuristicName, Setup, SolverError, SolverOptions};
use crate::heuristic::Heuristic;
pub use crate::heuristic::merged::MergedPlan;
use crate::kernel::Kernel;
use crate::model::Model;
use crate::pruning::Effort;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// A kernel with heuristics.
pub trait HeuristicKernel: Kernel {
    /// The heuristics that are quickly tabulated.
    type Heuristics: Send + Sync;
    /// Pattern databases.
    type Databases: Send + Sync;

    /// The heuristics of a model, the sharpest first.
    fn heuristic_names(model: &Model) -> &'static [HeuristicName];

    /// The heuristic of searches if none is named and there are no pattern databases.
    fn usual(model: &Model, heuristics: &Self::Heuristics) -> HeuristicName;

    /// Looks for a heuristic that needs no tables and beats small ones. If there is one, it becomes
    /// the [usual](Self::usual) heuristic.
    fn sharpen(&self, _: &mut Self::Heuristics) {}

    /// Returns true if there is such a heuristic and it also beats tables of this many boards.
    fn beats(&self, _: &Self::Heuristics, _boards: u64) -> bool {
        false
    }

    /// Builds the quickly tabulated heuristics, for searches that may use those in `asked`.
    ///
    /// # Errors
    /// If one of them can't be built.
    fn heuristics(&self, asked: &[HeuristicName]) -> Result<Self::Heuristics, SolverError>;

    /// True if, without tables, a search with the [usual](Self::usual) heuristic beats a ball.
    const SEARCHES_FIRST: bool = false;

    /// The cost of a level's pattern databases, in boards generated; `None` past the last level.
    fn database_cost(&self, level: usize) -> Option<u64>;

    /// Builds or loads the pattern databases of a level, or those of the options, if there are any.
    ///
    /// # Errors
    /// If they can't be built within the memory limit or in time.
    fn databases(
        &self,
        level: usize,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) -> Result<Option<Self::Databases>, Unfinished<SolverError>>;

    /// Checks a partition for pattern databases.
    ///
    /// # Errors
    /// If it is not a partition of this puzzle.
    fn check_partition(&self, _: &str) -> Result<(), SolverError> {
        Err(SolverError::NoPartitions(self.model().name.clone()))
    }

    /// The pattern databases of each level that fit into memory.
    ///
    /// # Errors
    /// If they are named but don't fit, or there is no such partition.
    fn plans(&self, options: &SolverOptions) -> Result<Vec<MergedPlan>, SolverError>;

    /// The heuristics to compare if none is named.
    fn compared(&self) -> &'static [HeuristicName];

    /// The level of the databases to compare.
    const COMPARED: usize;

    /// The bytes of all entries, including stored databases.
    fn entries(databases: &Self::Databases) -> u64 {
        Self::bytes(databases)
    }

    /// The bytes in memory.
    fn bytes(databases: &Self::Databases) -> u64;

    /// The setup for answers.
    fn setup(databases: &Self::Databases) -> Setup;

    /// A description that identifies the databases.
    fn words(databases: &Self::Databases) -> String;

    /// The effort to spend on redundant move sequences, for searches with these databases.
    fn effort(databases: Option<&Self::Databases>) -> Effort;

    /// Calls a visitor with these heuristics' maximum; [`HeuristicName::Pattern`] needs databases.
    fn with_heuristic<G: HeuristicVisitor<Self>>(
        &self,
        heuristics: &Self::Heuristics,
        databases: Option<&Self::Databases>,
        heuristic_names: &[HeuristicName],
        visitor: G,
    ) -> G::Output;

    /// The heuristic of searches that meet a ball.
    fn quickest(model: &Model) -> HeuristicName;

    /// Calls a visitor with the [quickest](Self::quickest) heuristic.
    fn with_quickest<G: HeuristicVisitor<Self>>(
        &self,
        heuristics: &Self::Heuristics,
        visitor: G,
    ) -> G::Output;
}

/// A function of a heuristic of any type.
pub trait HeuristicVisitor<K: Kernel> {
    /// The function's result.
    type Output;

    /// Calls the function.
    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> Self::Output;
}

/// The heuristics without tables, if one of them beats small tables.
pub(super) fn sharpened<K: HeuristicKernel>(puzzle: &K) -> Option<K::Heuristics> {
    let mut heuristics = puzzle.heuristics(&[]).ok()?;
    puzzle.sharpen(&mut heuristics);
    puzzle.beats(&heuristics, 1).then_some(heuristics)
}

/// Checks that a puzzle has a heuristic that can be built.
///
/// # Errors
/// If it has not, or the heuristic can't be built.
pub(crate) fn check_heuristic<K: HeuristicKernel>(
    puzzle: &K,
    heuristic_name: HeuristicName,
) -> Result<(), SolverError> {
    let options = SolverOptions {
        heuristics: vec![heuristic_name],
        ..SolverOptions::default()
    };
    let model = puzzle.model();
    options.check_heuristics(&model.name, K::heuristic_names(model))?;
    puzzle.heuristics(&options.heuristics).map(|_| ())
}

/// The heuristics of searches: those named, or pattern databases if any, or the usual one. One that
/// beats small tables also helps large ones.
pub(super) fn chosen<K: HeuristicKernel>(
    puzzle: &K,
    heuristics: &K::Heuristics,
    options: &SolverOptions,
    has_databases: bool,
) -> Vec<HeuristicName> {
    let usual = K::usual(puzzle.model(), heuristics);
    let mut heuristic_names = options.heuristics.clone();
    if heuristic_names.is_empty() && has_databases {
        heuristic_names.push(HeuristicName::Pattern);
        heuristic_names.extend(puzzle.beats(heuristics, 1).then_some(usual));
    }
    heuristic_names
        .retain(|heuristic_name| *heuristic_name != HeuristicName::Pattern || has_databases);
    if heuristic_names.len() > 1 {
        heuristic_names.retain(|heuristic_name| *heuristic_name != HeuristicName::Blind);
    }
    if heuristic_names.is_empty() {
        heuristic_names.push(usual);
    }
    heuristic_names
}
