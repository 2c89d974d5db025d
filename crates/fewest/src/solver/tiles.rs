//! The heuristics of sliding tiles.

use std::sync::Arc;

use super::costs::{TILE_DATABASES, WORTH_A_FILE};
use super::registry::{HeuristicKernel, HeuristicVisitor, MergedPlan};
use super::{HeuristicName, Setup, SolverError, SolverOptions, TableSource};
use crate::heuristic::pattern::{
    Additive, MAX_GROUPS, Partition, PartitionError, Pattern, PatternError,
};
use crate::heuristic::{LinearConflict, Manhattan, Maximum, Misplaced, WalkingDistance};
use crate::kernel::tiles::{Storage, Tiles};
use crate::model::Model;
use crate::pruning::Effort;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::store::Store;

const FEW_CELLS: usize = 9;
const NARROW: usize = 16;
/// The most cells for specialised searches: on larger boards, only easy ones are solved at all.
const WIDE: usize = 32;
/// Partitions to use if all their tables are stored, the best first.
const STORED: [&str; 5] = ["7-8", "6-6-3", "5-5-5", "6-6-6-6", "5-5-5-5-4"];

/// The heuristics that are quickly tabulated.
pub struct TileBounds {
    manhattan: Manhattan,
    /// If the cells form lines.
    linear_conflict: Option<LinearConflict>,
    /// If it was requested.
    walking_distance: Option<WalkingDistance>,
}

/// Pattern databases, by the number of groups.
pub enum Databases {
    /// Up to the groups of any partition in [`STORED`] of at most 16 cells.
    Narrow(Additive<3>),
    /// Up to those for more cells.
    Wide(Additive<5>),
    /// More groups.
    Many(Additive<MAX_GROUPS>),
}

impl Databases {
    fn patterns(&self) -> Box<dyn Iterator<Item = &Pattern> + '_> {
        match self {
            Self::Narrow(additive) => Box::new(additive.patterns()),
            Self::Wide(additive) => Box::new(additive.patterns()),
            Self::Many(additive) => Box::new(additive.patterns()),
        }
    }
}

impl<S: Storage> HeuristicKernel for Tiles<S> {
    type Heuristics = TileBounds;
    type Databases = Databases;

    fn heuristic_names(_: &Model) -> &'static [HeuristicName] {
        &[
            HeuristicName::Pattern,
            HeuristicName::WalkingDistance,
            HeuristicName::LinearConflict,
            HeuristicName::Manhattan,
            HeuristicName::Misplaced,
            HeuristicName::Blind,
        ]
    }

    fn usual(_: &Model, _: &TileBounds) -> HeuristicName {
        HeuristicName::LinearConflict
    }

    fn heuristics(&self, asked: &[HeuristicName]) -> Result<TileBounds, SolverError> {
        let linear_conflict = LinearConflict::new(self);
        if asked.contains(&HeuristicName::LinearConflict) && linear_conflict.is_none() {
            return Err(SolverError::NoLines);
        }
        let walks = asked.contains(&HeuristicName::WalkingDistance);
        Ok(TileBounds {
            manhattan: Manhattan::new(self),
            linear_conflict,
            walking_distance: walks.then(|| WalkingDistance::new(self)).transpose()?,
        })
    }

    const SEARCHES_FIRST: bool = true;

    fn database_cost(&self, level: usize) -> Option<u64> {
        let cost = TILE_DATABASES[usize::from(self.cells() > NARROW)];
        (level == 0).then_some(cost)
    }

    /// Builds or loads the partition of the options, or else the best that is stored or fits into
    /// memory.
    fn databases(
        &self,
        level: usize,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) -> Result<Option<Databases>, Unfinished<SolverError>> {
        if level > 0 {
            return Ok(None);
        }
        let (store, budget) = (options.store.as_deref(), options.budget(budget));
        // If node counts are compared, stored tables must not decide the partition.
        let stored = store.filter(|_| options.partition.is_none() && !options.is_compared);
        if let Some(stored) = stored.and_then(|store| self::stored(self, store)) {
            return Ok(Some(stored));
        }
        let Some((partition, _)) = chosen(self, options)? else {
            return Ok(None);
        };
        Ok(Some(
            built(self, &partition, budget, options).map_err(Unfinished::of_part)?,
        ))
    }

    fn check_partition(&self, partition: &str) -> Result<(), SolverError> {
        Partition::parse(self, partition)?;
        Ok(())
    }

    fn plans(&self, options: &SolverOptions) -> Result<Vec<MergedPlan>, SolverError> {
        let stored = options
            .store
            .as_deref()
            .filter(|_| options.partition.is_none() && !options.is_compared);
        if let Some(partition) = stored.and_then(|store| stored_partition(self, store)) {
            return Ok(vec![plan(self, &partition, options)?]);
        }
        let chosen = chosen(self, options)?;
        Ok(chosen.into_iter().map(|(_, plan)| plan).collect())
    }

    fn compared(&self) -> &'static [HeuristicName] {
        if self.cells() <= FEW_CELLS {
            &[HeuristicName::Misplaced, HeuristicName::Manhattan]
        } else {
            &[HeuristicName::Manhattan, HeuristicName::Pattern]
        }
    }

    const COMPARED: usize = 0;

    fn bytes(databases: &Databases) -> u64 {
        match databases {
            Databases::Narrow(additive) => additive.bytes(),
            Databases::Wide(additive) => additive.bytes(),
            Databases::Many(additive) => additive.bytes(),
        }
    }

    fn entries(databases: &Databases) -> u64 {
        databases.patterns().map(Pattern::entries).sum()
    }

    fn setup(databases: &Databases) -> Setup {
        let group = |pattern: &Pattern| {
            let tiles: Vec<String> = pattern.tiles().iter().map(u8::to_string).collect();
            tiles.join(",")
        };
        let groups: Vec<String> = databases.patterns().map(group).collect();
        let sources = databases
            .patterns()
            .map(|pattern| TableSource::of(pattern.is_stored()));
        Setup {
            partition: Some(Arc::from(groups.join("/"))),
            tables: TableSource::of_all(sources),
            ..Setup::default()
        }
    }

    fn words(databases: &Databases) -> String {
        let partition = Self::setup(databases).partition;
        format!("pattern {}", partition.unwrap_or_default())
    }

    fn effort(databases: Option<&Databases>) -> Effort {
        match databases {
            Some(Databases::Wide(_)) => Effort::UTMOST,
            Some(Databases::Narrow(_) | Databases::Many(_)) => Effort::THOROUGH,
            None => Effort::QUICK,
        }
    }

    fn with_heuristic<G: HeuristicVisitor<Self>>(
        &self,
        steps: &TileBounds,
        databases: Option<&Databases>,
        heuristic_names: &[HeuristicName],
        visitor: G,
    ) -> G::Output {
        let lines = steps.linear_conflict.as_ref();
        match (heuristic_names, databases) {
            // Each arm compiles a copy of every search: exclude what this kernel never needs.
            _ if S::CAPACITY > WIDE => visitor.visit(&best_of(steps, databases, heuristic_names)),
            ([HeuristicName::Pattern], Some(Databases::Narrow(patterns)))
                if S::CAPACITY <= NARROW =>
            {
                visitor.visit(patterns)
            }
            ([HeuristicName::Pattern], Some(Databases::Wide(patterns))) if S::CAPACITY > NARROW => {
                visitor.visit(patterns)
            }
            ([HeuristicName::Blind | HeuristicName::Misplaced], _) => {
                visitor.visit(&misplaced(heuristic_names))
            }
            ([HeuristicName::WalkingDistance], _) => visitor.visit(&steps.walking_distance),
            ([HeuristicName::LinearConflict], _) if let Some(lines) = lines => visitor.visit(lines),
            ([_], _) => visitor.visit(&steps.manhattan),
            _ => visitor.visit(&best_of(steps, databases, heuristic_names)),
        }
    }

    fn quickest(_: &Model) -> HeuristicName {
        HeuristicName::Manhattan
    }

    fn with_quickest<G: HeuristicVisitor<Self>>(
        &self,
        steps: &TileBounds,
        visitor: G,
    ) -> G::Output {
        visitor.visit(&steps.manhattan)
    }
}

fn best_of<S: Storage>(
    steps: &TileBounds,
    databases: Option<&Databases>,
    heuristic_names: &[HeuristicName],
) -> impl crate::heuristic::Heuristic<Tiles<S>> {
    let asks = |heuristic_name| heuristic_names.contains(&heuristic_name);
    let tiles = misplaced(heuristic_names);
    let lines = steps.linear_conflict.as_ref();
    let distances = Maximum(
        asks(HeuristicName::Manhattan).then_some(&steps.manhattan),
        lines.filter(|_| asks(HeuristicName::LinearConflict)),
    );
    let (narrow, wide, many) = match databases {
        Some(Databases::Narrow(patterns)) => (Some(patterns), None, None),
        Some(Databases::Wide(patterns)) => (None, Some(patterns), None),
        Some(Databases::Many(patterns)) => (None, None, Some(patterns)),
        None => (None, None, None),
    };
    let patterns = Maximum(Maximum(narrow, wide), many);
    let tables = Maximum(steps.walking_distance.as_ref(), patterns);
    Maximum(tables, Maximum(distances, tiles))
}

/// Without it, the bound is 0.
fn misplaced(heuristic_names: &[HeuristicName]) -> Option<Misplaced> {
    (heuristic_names.contains(&HeuristicName::Misplaced)).then_some(Misplaced)
}

fn with<S: Storage>(
    puzzle: &Tiles<S>,
    partition: &Partition,
    table: impl FnMut(&[u8]) -> Result<Pattern, Unfinished<PatternError>>,
) -> Result<Databases, Unfinished<PatternError>> {
    match (S::CAPACITY <= NARROW, partition.groups().len()) {
        (true, ..=3) => Additive::with(puzzle, partition, true, table).map(Databases::Narrow),
        (false, ..=5) => Additive::with(puzzle, partition, true, table).map(Databases::Wide),
        _ => Additive::with(puzzle, partition, true, table).map(Databases::Many),
    }
}

/// The partition that was named; without a name, the best whose tables fit into memory.
///
/// # Errors
/// If it is not a partition of this puzzle, or none fits.
fn chosen<S: Storage>(
    puzzle: &Tiles<S>,
    options: &SolverOptions,
) -> Result<Option<(Partition, MergedPlan)>, SolverError> {
    let planned = |partition: Partition| {
        let plan = plan(puzzle, &partition, options)?;
        Ok::<_, PatternError>((partition, plan))
    };
    if let Some(text) = &options.partition {
        return Ok(Some(planned(Partition::parse(puzzle, text)?)?));
    }
    let mut refused = None;
    for partition in partitions(puzzle) {
        match partition.map_err(PatternError::from).and_then(planned) {
            Ok(found) => return Ok(Some(found)),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    refused.map_or(Ok(None), |error| Err(error.into()))
}

/// The sizes of a partition's tables. Tables that are stored need no memory.
///
/// # Errors
/// If they don't.
fn plan<S: Storage>(
    puzzle: &Tiles<S>,
    partition: &Partition,
    options: &SolverOptions,
) -> Result<MergedPlan, PatternError> {
    let mut plan = MergedPlan {
        tables: partition.groups().len(),
        bytes: 0,
        needed: 0,
        is_sum: true,
    };
    let store = options.store.as_deref();
    let (mut left, mut taken) = (options.memory, 0u64);
    for tiles in partition.groups() {
        let bytes = Pattern::size(puzzle.cells(), tiles.len());
        plan.bytes = plan.bytes.saturating_add(bytes);
        if store.is_some_and(|store| store.has(&Pattern::identity(puzzle, tiles))) {
            continue;
        }
        let needed = Pattern::bytes_to_build(puzzle, tiles.len(), left)?;
        plan.needed = plan.needed.max(taken.saturating_add(needed));
        taken = taken.saturating_add(bytes);
        left = left.map(|left| left.saturating_sub(bytes));
    }
    Ok(plan)
}

/// The databases of a partition: tables are loaded or built. Those of a partition that was named are
/// stored if they are worth it.
fn built<S: Storage>(
    puzzle: &Tiles<S>,
    partition: &Partition,
    mut left: Budget<'_>,
    options: &SolverOptions,
) -> Result<Databases, Unfinished<PatternError>> {
    let store = options.store.as_deref();
    with(puzzle, partition, |tiles| {
        if let Some(pattern) = store.and_then(|store| load(puzzle, tiles, store)) {
            return Ok(pattern);
        }
        let pattern = Pattern::build(puzzle, tiles, left)?;
        if let Some(memory) = &mut left.memory {
            *memory = memory.saturating_sub(pattern.bytes());
        }
        let is_kept = options.partition.is_some() && pattern.bytes() >= WORTH_A_FILE;
        if let Some(store) = store.filter(|_| is_kept) {
            store.reported(pattern.save(puzzle, store));
        }
        Ok(pattern)
    })
}

/// The best databases whose tables are all stored and intact.
fn stored<S: Storage>(puzzle: &Tiles<S>, store: &Store) -> Option<Databases> {
    let table = |tiles: &[u8]| Ok(load(puzzle, tiles, store).ok_or(PatternError::NotStored)?);
    let partition = stored_partition(puzzle, store)?;
    with(puzzle, &partition, table).ok()
}

/// The best partition whose tables are all stored.
fn stored_partition<S: Storage>(puzzle: &Tiles<S>, store: &Store) -> Option<Partition> {
    let named = STORED.into_iter();
    let mut partitions = named.filter_map(|name| Partition::shaped(puzzle, name));
    let is_there = |tiles: &Vec<u8>| store.has(&Pattern::identity(puzzle, tiles));
    partitions.find(|partition| partition.groups().iter().all(is_there))
}

/// The stored table of a group, if it is intact.
fn load<S: Storage>(puzzle: &Tiles<S>, tiles: &[u8], store: &Store) -> Option<Pattern> {
    store
        .reported(Pattern::load(puzzle, tiles, store))
        .flatten()
}

/// The partitions to try, the best first.
fn partitions<S: Storage>(puzzle: &Tiles<S>) -> Vec<Result<Partition, PartitionError>> {
    let named = |name| Partition::shaped(puzzle, name).map(Ok);
    let usual = ["6-6-3", "6-6-6-6", "5-5-5-5-4"];
    let mut all: Vec<_> = usual.into_iter().filter_map(named).collect();
    if all.is_empty() {
        let max_tiles = if puzzle.cells() <= NARROW { 6 } else { 5 };
        all.extend(
            (3..=max_tiles)
                .rev()
                .map(|max_tiles| Partition::even(puzzle, max_tiles)),
        );
    }
    all
}
