//! The heuristics of each kernel, by name.

use super::{HeuristicName, Options, Setup, SolverError};
use crate::heuristic::Heuristic;
pub use crate::heuristic::merged::MergedPlan;
use crate::kernel::Kernel;
use crate::model::Model;
use crate::pruning::Effort;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// A kernel with heuristics.
pub trait HeuristicKernel: Kernel {
    /// Those that are quickly tabulated.
    type Heuristics: Send + Sync;
    /// Pattern databases.
    type Databases: Send + Sync;

    /// The heuristics that a model has, the sharpest first.
    fn heuristic_names(model: &Model) -> &'static [HeuristicName];

    /// The one that guides searches if none is named and there are no pattern databases.
    fn usual(model: &Model) -> HeuristicName;

    /// Those that are quickly tabulated, for searches that may be guided by these.
    ///
    /// # Errors
    /// If one of them can't be built.
    fn heuristics(&self, asked: &[HeuristicName]) -> Result<Self::Heuristics, SolverError>;

    /// Searches guided by the [usual](Self::usual) heuristic are better than meeting a ball half-way,
    /// if the puzzle is too large for a table.
    const SEARCHES_FIRST: bool = false;

    /// The cost of the pattern databases of a level, in boards that a search could generate in that
    /// time; `None` past the last level.
    fn database_cost(&self, level: usize) -> Option<u64>;

    /// Makes ready the pattern databases of a level, or those that the options name; `None` if
    /// there are none.
    ///
    /// # Errors
    /// If they can't be built within the memory allowed, or not in time.
    fn databases(
        &self,
        level: usize,
        memory: Option<u64>,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<Option<Self::Databases>, Unfinished<SolverError>>;

    /// Sees that there is such a partition of pattern databases.
    ///
    /// # Errors
    /// If there is none.
    fn check_partition(&self, _: &str) -> Result<(), SolverError> {
        Err(SolverError::NoPartitions(self.model().name.clone()))
    }

    /// The pattern databases of each level that fit into the memory allowed.
    fn plans(&self, memory: Option<u64>) -> Vec<MergedPlan>;

    /// The heuristics that are compared if none is named.
    fn compared(&self) -> &'static [HeuristicName];

    /// The level of the databases that are compared.
    const COMPARED: usize;

    /// The bytes of all entries of databases, stored ones included.
    fn entries(databases: &Self::Databases) -> u64 {
        Self::bytes(databases)
    }

    /// The bytes that databases take in memory.
    fn bytes(databases: &Self::Databases) -> u64;

    /// What answers say of databases.
    fn setup(databases: &Self::Databases) -> Setup;

    /// What distinguishes databases from others, in words.
    fn words(databases: &Self::Databases) -> String;

    /// How much the search for redundant sequences of moves may cost beside searches with these
    /// databases.
    fn effort(databases: Option<&Self::Databases>) -> Effort;

    /// Hands the maximum of these heuristics to a guest. There are databases if one of them is
    /// [`HeuristicName::Pattern`].
    fn with_heuristic<G: HeuristicVisitor<Self>>(
        &self,
        heuristics: &Self::Heuristics,
        databases: Option<&Self::Databases>,
        heuristic_names: &[HeuristicName],
        visitor: G,
    ) -> G::Output;

    /// The heuristic of searches that meet a ball half-way.
    fn quickest(model: &Model) -> HeuristicName;

    /// Hands the [quickest](Self::quickest) heuristic to a guest.
    fn with_quickest<G: HeuristicVisitor<Self>>(
        &self,
        heuristics: &Self::Heuristics,
        visitor: G,
    ) -> G::Output;
}

/// Somebody who needs a heuristic, whatever its type.
pub trait HeuristicVisitor<K: Kernel> {
    /// What it makes of it.
    type Output;

    /// Uses a heuristic.
    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> Self::Output;
}

/// Sees that a puzzle has a heuristic, and prepares nothing else.
///
/// # Errors
/// If it has not, or the heuristic can't be built for it.
pub(crate) fn check_heuristic<K: HeuristicKernel>(
    own: &K,
    heuristic_name: HeuristicName,
) -> Result<(), SolverError> {
    let options = Options {
        heuristics: vec![heuristic_name],
        ..Options::default()
    };
    let model = own.model();
    options.check_heuristics(&model.name, K::heuristic_names(model))?;
    own.heuristics(&options.heuristics).map(|_| ())
}

/// The heuristics of searches: those that options name, else pattern databases if there are some,
/// else the usual one.
pub(super) fn chosen<K: HeuristicKernel>(
    model: &Model,
    options: &Options,
    has_databases: bool,
) -> Vec<HeuristicName> {
    let mut heuristic_names = options.heuristics.clone();
    if heuristic_names.is_empty() && has_databases {
        heuristic_names.push(HeuristicName::Pattern);
    }
    heuristic_names
        .retain(|heuristic_name| *heuristic_name != HeuristicName::Pattern || has_databases);
    if heuristic_names.len() > 1 {
        heuristic_names.retain(|heuristic_name| *heuristic_name != HeuristicName::Blind);
    }
    if heuristic_names.is_empty() {
        heuristic_names.push(K::usual(model));
    }
    heuristic_names
}
