//! All boards of a puzzle, by the smallest table of their distances.

use std::sync::Arc;

use super::real::to_real;
use crate::error::PuzzleError;
use crate::kernel::{Kernel, ToGoal, View};
use crate::model::Model;
use crate::population::{
    BySymbols, BySymbolsError, ByTable, ByView, Fibres, Population, Restricted,
};
use crate::projection::{PieceBoards, ReducedTable};
use crate::solver::costs::WORTH_A_FILE;
use crate::solver::{HeuristicKernel, Options, SolverError, reduced};
use crate::space::set::BoardSet;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{BuildError, build, bytes};

pub(super) type BoxedPopulation<P> = Box<dyn Population<Puzzle = P>>;

/// The table for the boards of a defined puzzle.
pub(super) enum SeenBy<K: Kernel> {
    /// One table for all goals.
    Together(Box<Fibres<K>>),
    /// One table for the goal of any of three symbols.
    Symbol(Box<K>),
}

impl<K: Kernel> SeenBy<K> {
    pub(super) fn of(
        puzzle: &Arc<K>,
        set: Option<&BoardSet>,
        options: &Options,
    ) -> Result<Self, PuzzleError> {
        let named = set.map_or_else(Vec::new, BoardSet::symbols);
        let fibres = Fibres::naming(Arc::clone(puzzle), &named);
        let together = fibres.size().and_then(|_| needed(fibres.view()));
        let is_smaller = |view: &K| {
            needed(view).is_some_and(|needed| together.is_none_or(|together| needed < together))
        };
        if let Some(view) = one_of_three(&**puzzle).filter(is_smaller) {
            return Ok(Self::Symbol(Box::new(view)));
        }
        let allowed = options.limits.memory.unwrap_or(u64::MAX);
        if together.is_none_or(|needed| needed > allowed) && has_small_views(&**puzzle, allowed) {
            return Err(PuzzleError::NoSuchBoards(format!(
                "{}: each of its goals has a table that fits, but the goals distinguish different pieces, and one table for all of them does not fit: count a definition with only one of these goals",
                puzzle.model().name
            )));
        }
        match together {
            Some(_) => Ok(Self::Together(Box::new(fibres))),
            None => Err(too_large(puzzle.model())),
        }
    }

    /// The puzzle of the table.
    pub(super) fn seen(&self) -> &K {
        match self {
            Self::Together(fibres) => fibres.view(),
            Self::Symbol(view) => view,
        }
    }

    pub(super) fn population(
        self,
        puzzle: &Arc<K>,
        set: Option<&Arc<BoardSet>>,
        options: &Options,
    ) -> Result<BoxedPopulation<K>, Unfinished<PuzzleError>> {
        let budget = options.whole();
        match self {
            Self::Together(fibres) => {
                let table = tabulate(fibres.view(), options).map_err(Unfinished::of_part)?;
                let view = fibres.view().clone();
                // Goals are not distinguished for the boards of a set.
                let seen = if set.is_some() || puzzle.model().has_requested_goals {
                    ByTable::new(view, table)
                } else {
                    ByTable::with_ties(view, table, budget).map_err(Unfinished::of_part)?
                };
                let as_seen = set.map(|set| set.renamed(|symbol| fibres.name(symbol)).into());
                let seen = restricted(seen, as_seen.as_ref(), budget)?;
                let all = ByView::new(*fibres, seen, set.cloned());
                Ok(Box::new(all.ok_or_else(|| too_large(puzzle.model()))?))
            }
            Self::Symbol(view) => {
                let table = tabulate(&*view, options).map_err(Unfinished::of_part)?;
                let all = BySymbols::new((**puzzle).clone(), &*view, &table, budget);
                let too_large = |_: BySymbolsError| too_large(puzzle.model());
                let all = all.map_err(|unfinished| unfinished.map(too_large))?;
                Ok(restricted(all, set, budget)?)
            }
        }
    }
}

fn restricted<P: Population<Puzzle: Structured> + 'static>(
    all: P,
    set: Option<&Arc<BoardSet>>,
    budget: Budget<'_>,
) -> Result<BoxedPopulation<P::Puzzle>, Unfinished<PuzzleError>> {
    Ok(match set {
        None => Box::new(all),
        Some(set) => {
            Box::new(Restricted::new(all, Arc::clone(set), budget).map_err(Unfinished::of_part)?)
        }
    })
}

/// The view of one of three equally frequent symbols, if the goals differ only in their symbol.
fn one_of_three<K: Kernel>(puzzle: &K) -> Option<K> {
    let parts = &puzzle.model().structure;
    let &[size, second, third] = &parts.pieces[..] else {
        return None;
    };
    let is_even = size == second && size == third && (1..=8).contains(&size);
    if !is_even
        || puzzle.blank().is_some()
        || parts.goals.len() != 3
        || puzzle.real_boards().is_some()
    {
        return None;
    }
    let views = [0, 1, 2].map(|goal| View::exact(puzzle.model(), &[goal]));
    let [first, others @ ..] = &views;
    let is_shared = first.structure().pieces == [size, 2 * size]
        && others
            .iter()
            .all(|view| view.structure() == first.structure());
    let is_named = |symbol: u8| views.iter().any(|view| view.name(symbol) == 0);
    if !is_shared || !(0..3).all(is_named) {
        return None;
    }
    puzzle.through(first).ok()
}

/// All boards of a puzzle of pieces, if a symmetry-reduced table is smaller.
pub(super) fn by_pieces<K: HeuristicKernel>(
    puzzle: &K,
    set: Option<&Arc<BoardSet>>,
    options: &Options,
) -> Result<Option<BoxedPopulation<PieceBoards>>, Unfinished<PuzzleError>> {
    let Some(boards) = reduced(puzzle) else {
        return Ok(None);
    };
    let table = ReducedTable::build(boards, options.whole()).map_err(Unfinished::of_part)?;
    restricted(table, set, options.whole()).map(Some)
}

/// The bytes of the table for all boards.
///
/// # Errors
/// If it takes more memory than allowed, or there is no such table.
pub(super) fn table_bytes<K: HeuristicKernel>(
    to: &ToGoal<K>,
    set: Option<&BoardSet>,
    options: &Options,
) -> Result<u64, PuzzleError> {
    let by_pieces = (!to.has_other_goal()).then(|| reduced(&*to.puzzle));
    let needed = if let Some(boards) = by_pieces.flatten() {
        ReducedTable::bytes(&boards)
    } else {
        bytes(SeenBy::of(&to_real(to)?.puzzle, set, options)?.seen())
    };
    match options.limits.memory {
        Some(allowed) if needed > allowed => Err(BuildError::Memory { needed, allowed }.into()),
        _ => Ok(needed),
    }
}

pub(super) fn population<K: Kernel>(
    puzzle: &Arc<K>,
    set: Option<&Arc<BoardSet>>,
    options: &Options,
) -> Result<BoxedPopulation<K>, Unfinished<PuzzleError>> {
    let seen = SeenBy::of(puzzle, set.map(|set| &**set), options)?;
    seen.population(puzzle, set, options)
}

fn needed<K: Kernel>(view: &K) -> Option<u64> {
    view.has_table().then(|| bytes(view))
}

/// Returns true if there are several goals, each with a table of at most `allowed` bytes.
fn has_small_views<K: Kernel>(puzzle: &K, allowed: u64) -> bool {
    let goals = 0..puzzle.model().structure.goals.len();
    let fits = |goal| {
        let view = puzzle.through(&View::of_goal(puzzle.model(), goal)).ok();
        view.and_then(|view| needed(&view))
            .is_some_and(|needed| needed <= allowed)
    };
    goals.len() > 1
        && puzzle.model().structure.arrangements() <= u64::MAX.into()
        && goals.into_iter().all(fits)
}

pub(super) fn too_large(model: &Model) -> PuzzleError {
    SolverError::TooLarge(model.name.clone()).into()
}

/// Builds the table of a puzzle, with every board's exact distance. A stored table holds less, so
/// the table is always built, and stored for later searches if that is new and worth it.
pub(super) fn tabulate<P: Kernel>(
    puzzle: &P,
    options: &Options,
) -> Result<Table, Unfinished<BuildError>> {
    let mut table = build(puzzle, options.whole())?;
    if !puzzle.are_real_boards_closed() {
        table.retain(|rank| puzzle.has_place(&puzzle.unrank(rank)));
    }
    let store = options.store.as_deref();
    if let Some(store) = store.filter(|_| puzzle.boards() >= WORTH_A_FILE)
        && store.reported(store.load(puzzle)).flatten().is_none()
    {
        store.keep(puzzle, &table);
    }
    Ok(table)
}
