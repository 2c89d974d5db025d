//! Pattern databases for boards of sliding tiles: which, and when they pay.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Budget, Query, Setup, SolverError, TableSource};
use crate::heuristic::pattern::{Additive, Partition, PartitionError, Pattern, PatternError};
use crate::progress::Unfinished;
use crate::puzzles::sliding::{Size, Sliding, Tiles};
use crate::table::build::Allowance;
use crate::table::store::{Store, WORTHWHILE};

/// As many boards as lighter searches generate in the time that building takes: up to 16 cells, and past them.
const LIGHT: [u64; 2] = [4_000_000, 200_000_000];
/// The most cells of a board whose tiles' places fit into one word.
const NARROW: usize = 16;
/// Partitions that are taken if they are stored whole, the best first.
const STORED: [&str; 5] = ["7-8", "6-6-3", "5-5-5", "6-6-6-6", "5-5-5-5-4"];
/// The least that a lighter search may generate: an easy board never waits.
const LIGHTEST: u64 = 100_000;

/// A place for the pattern databases of one goal.
#[derive(Default)]
pub(crate) struct Patterns {
    built: Option<Built>,
    /// What answers say of those that are built.
    setup: Setup,
    /// They can't be built, or would not fit.
    are_refused: bool,
    /// What lighter searches have generated.
    spent: AtomicU64,
    /// What a lighter search of the batch may generate.
    share: u64,
}

/// Databases, by the words that they carry along.
pub(crate) enum Built {
    /// Of at most 16 cells.
    Narrow(Additive<1>),
    /// For more.
    Wide(Additive<3>),
}

impl Built {
    fn patterns(&self) -> Box<dyn Iterator<Item = &Pattern> + '_> {
        match self {
            Self::Narrow(additive) => Box::new(additive.patterns()),
            Self::Wide(additive) => Box::new(additive.patterns()),
        }
    }

    /// The bytes of the tables, stored ones included.
    pub(crate) fn entries(&self) -> u64 {
        self.patterns().map(Pattern::entries).sum()
    }

    /// The partition, as users write it, and where the tables came from.
    pub(crate) fn setup(&self) -> Setup {
        let group = |pattern: &Pattern| {
            let tiles: Vec<String> = pattern.tiles().iter().map(u8::to_string).collect();
            tiles.join(",")
        };
        let groups: Vec<String> = self.patterns().map(group).collect();
        Setup {
            partition: Some(Arc::from(groups.join("/"))),
            tables: TableSource::of_all(
                self.patterns()
                    .map(|pattern| TableSource::of(pattern.is_stored())),
            ),
            ..Setup::default()
        }
    }
}

impl Patterns {
    /// Shares out a batch's lighter searches. Whether it is better to build at once: enough was searched.
    pub(super) fn note(&mut self, size: Size, boards: usize) -> bool {
        let light = LIGHT[usize::from(size.cells() > NARROW)];
        self.share = (light / boards.max(1) as u64).max(LIGHTEST);
        *self.spent.get_mut() >= light
    }

    /// What a lighter search may generate before its board is left to pattern databases; `None` if there are none to come.
    pub(super) fn light(&self) -> Option<u64> {
        (self.built.is_none() && !self.are_refused).then_some(self.share)
    }

    /// Sees to it that none are built any more.
    pub(super) fn refuse(&mut self) {
        self.are_refused = true;
    }

    /// Counts what a lighter search has generated.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        match &self.built {
            None => 0,
            Some(Built::Narrow(additive)) => additive.bytes(),
            Some(Built::Wide(additive)) => additive.bytes(),
        }
    }

    fn keep(&mut self, built: Built) {
        self.setup = built.setup();
        self.built = Some(built);
    }

    /// Makes ready those that the query names, or else the best that are stored or fit into so much memory.
    ///
    /// # Errors
    /// If none can be built, or the run was cancelled.
    pub(crate) fn fill<T: Tiles>(
        &mut self,
        puzzle: &Sliding<T>,
        memory: Option<u64>,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if self.built.is_some() || self.are_refused {
            return Ok(());
        }
        let store = query.store.as_deref();
        if let Some(text) = &query.partition {
            let partition = Partition::parse(puzzle, text)?;
            let allowance = query.allowance(memory, budget);
            self.keep(asked(puzzle, &partition, allowance, store)?);
            return Ok(());
        }
        if let Some(built) = store.and_then(|store| stored(puzzle, store)) {
            self.keep(built);
            return Ok(());
        }
        self.fill_usual(puzzle, memory, query, budget)
    }

    /// Makes ready the best that fit into so much memory, whatever is stored: no more than the time that it takes depends on
    /// that.
    ///
    /// # Errors
    /// If none can be built, or the run was cancelled.
    pub(crate) fn fill_usual<T: Tiles>(
        &mut self,
        puzzle: &Sliding<T>,
        memory: Option<u64>,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let allowance = query.allowance(memory, budget);
        let store = query.store.as_deref();
        let mut refused = None;
        for partition in partitions(puzzle) {
            let additive = partition.map_err(Unfinished::from).and_then(|partition| {
                let mut left = allowance;
                with(puzzle, &partition, |tiles| {
                    let stored = store.and_then(|store| load(puzzle, tiles, store));
                    stored.map_or_else(|| built(puzzle, tiles, &mut left), Ok)
                })
            });
            match additive {
                Ok(additive) => {
                    self.keep(additive);
                    return Ok(());
                }
                Err(Unfinished::Failed(error)) => refused = refused.or(Some(error)),
                Err(stopped) => return Err(stopped.into()),
            }
        }
        self.are_refused = true;
        refused.map_or(Ok(()), |error| Err(error.into()))
    }

    /// The databases, if there are some, and what answers say of them.
    pub(crate) fn into_built(self) -> Option<(Built, Setup)> {
        Some((self.built?, self.setup))
    }

    /// What answers say of the databases.
    pub(super) const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The databases, if there are some.
    pub(crate) const fn built(&self) -> Option<&Built> {
        self.built.as_ref()
    }
}

/// Databases with tables from somewhere.
fn with<T: Tiles>(
    puzzle: &Sliding<T>,
    partition: &Partition,
    table: impl FnMut(&[u8]) -> Result<Pattern, Unfinished<PatternError>>,
) -> Result<Built, Unfinished<PatternError>> {
    if puzzle.cells() <= NARROW {
        Additive::with(puzzle, partition, true, table).map(Built::Narrow)
    } else {
        Additive::with(puzzle, partition, true, table).map(Built::Wide)
    }
}

/// A table that is built now.
fn built<T: Tiles>(
    puzzle: &Sliding<T>,
    tiles: &[u8],
    left: &mut Allowance<'_>,
) -> Result<Pattern, Unfinished<PatternError>> {
    let pattern = Pattern::build(puzzle, tiles, *left)?;
    if let Some(memory) = &mut left.memory {
        *memory = memory.saturating_sub(pattern.bytes());
    }
    Ok(pattern)
}

/// The databases of a partition that somebody asked for: stored ones where there are some, else built, and stored if that pays.
fn asked<T: Tiles>(
    puzzle: &Sliding<T>,
    partition: &Partition,
    mut left: Allowance<'_>,
    store: Option<&Store>,
) -> Result<Built, Unfinished<PatternError>> {
    with(puzzle, partition, |tiles| {
        if let Some(pattern) = store.and_then(|store| load(puzzle, tiles, store)) {
            return Ok(pattern);
        }
        let pattern = built(puzzle, tiles, &mut left)?;
        if let Some(store) = store
            && pattern.bytes() >= WORTHWHILE
            && let Err(error) = pattern.save(puzzle, store)
        {
            store.tell(&error);
        }
        Ok(pattern)
    })
}

/// The best databases that are stored whole.
fn stored<T: Tiles>(puzzle: &Sliding<T>, store: &Store) -> Option<Built> {
    let (size, blank) = (puzzle.size(), puzzle.goal().blank());
    let named = STORED.into_iter();
    let mut partitions = named.filter_map(|name| Partition::named(size?, blank, name));
    partitions.find_map(|partition| {
        let is_there = |tiles: &Vec<u8>| store.has(&Pattern::identity(puzzle, tiles));
        if !partition.groups().iter().all(is_there) {
            return None;
        }
        let table = |tiles: &[u8]| Ok(load(puzzle, tiles, store).ok_or(PatternError::NotStored)?);
        with(puzzle, &partition, table).ok()
    })
}

/// The stored table of a group, if there is a good one.
fn load<T: Tiles>(puzzle: &Sliding<T>, tiles: &[u8], store: &Store) -> Option<Pattern> {
    match Pattern::load(puzzle, tiles, store) {
        Ok(pattern) => pattern,
        Err(error) => {
            store.tell(&error);
            None
        }
    }
}

/// The partitions that a puzzle is tried with, the best first.
fn partitions<T: Tiles>(puzzle: &Sliding<T>) -> Vec<Result<Partition, PartitionError>> {
    let (size, blank) = (puzzle.size(), puzzle.goal().blank());
    let named = |name| Partition::named(size?, blank, name).map(Ok);
    let usual = ["6-6-3", "6-6-6-6", "5-5-5-5-4"];
    let mut all: Vec<_> = usual.into_iter().filter_map(named).collect();
    if all.is_empty() {
        let most = if puzzle.cells() <= NARROW { 6 } else { 5 };
        let sizes = (3..=most).rev();
        all.extend(sizes.map(|most| Partition::even(puzzle, most)));
    }
    all
}
