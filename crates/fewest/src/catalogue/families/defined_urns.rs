//! All boards of a defined puzzle, by the smallest table that tells their distances; and those near the goals, without one.

use std::sync::Arc;

use super::generate::{Counted, Pair, Urn};
use super::{BoxedPopulation, allowance, tabulate};
use crate::catalogue::request::{Request, RequestError};
use crate::kernel::general::{Board, General, MOST_SOLVED};
use crate::kernel::{Kernel, View};
use crate::population::{
    BySymbols, BySymbolsError, ByTable, ByView, Fibres, Random, Shells, ShellsError,
};
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::solver::SolverError;
use crate::table::build::{Allowance, bytes};

/// A table of at most so many boards is built without a second thought.
const QUICK: u64 = 2_000_000;
/// The share of a table's bytes that may be spent on boards near the goals, before the table is built instead.
const NEAR_SHARE: u64 = 8;

/// The boards of a defined puzzle, as its goals see them.
enum SeenBy<B: Board> {
    /// All goals together.
    Together(Box<Fibres<General<B>>>),
    /// The goal of any of three symbols.
    Symbol(Box<General<B>>),
}

impl<B: Board> SeenBy<B> {
    /// The one with the smaller table.
    fn of(puzzle: &Arc<General<B>>, request: &Request) -> Result<Self, RequestError> {
        let fibres = Fibres::of(Arc::clone(puzzle));
        let together = fibres.size().and_then(|_| needed(fibres.view()));
        let symbol = one_of_three(puzzle);
        match (together, symbol.as_ref().and_then(needed), symbol) {
            (Some(together), Some(apart), Some(view)) if apart < together => {
                Ok(Self::Symbol(Box::new(view)))
            }
            (None, Some(_), Some(view)) => Ok(Self::Symbol(Box::new(view))),
            (Some(needed), ..) => match request.limits.memory {
                Some(allowed) if needed > allowed && is_told_apart(puzzle, allowed) => {
                    Err(told_apart(puzzle))
                }
                _ => Ok(Self::Together(Box::new(fibres))),
            },
            (None, ..) if is_told_apart(puzzle, request.limits.memory.unwrap_or(u64::MAX)) => {
                Err(told_apart(puzzle))
            }
            (None, ..) => Err(too_large(puzzle)),
        }
    }

    /// The puzzle that is tabulated.
    fn seen(&self) -> &General<B> {
        match self {
            Self::Together(fibres) => fibres.view(),
            Self::Symbol(view) => view,
        }
    }

    fn population(
        self,
        puzzle: &Arc<General<B>>,
        request: &Request,
    ) -> Result<BoxedPopulation<General<B>>, Unfinished<RequestError>> {
        let allowance = allowance(request);
        let table = tabulate(self.seen(), request)?;
        match self {
            Self::Together(fibres) => {
                let seen = ByTable::with_ties(fibres.view().clone(), table, allowance);
                let all = ByView::new(*fibres, seen?);
                Ok(Box::new(all.ok_or_else(|| too_large(puzzle))?))
            }
            Self::Symbol(view) => {
                let all = BySymbols::new((**puzzle).clone(), &*view, &table, allowance);
                let too_large = |_: BySymbolsError| too_large(puzzle);
                Ok(Box::new(
                    all.map_err(|unfinished| unfinished.map(too_large))?,
                ))
            }
        }
    }
}

/// The view of one symbol of three that have as many pieces, if each has a goal of its own that asks for the same.
fn one_of_three<B: Board>(puzzle: &General<B>) -> Option<General<B>> {
    let parts = &puzzle.model().structure;
    let &[size, second, third] = &parts.pieces[..] else {
        return None;
    };
    let is_even = size == second && size == third && (1..=8).contains(&size);
    if !is_even || puzzle.blank().is_some() || parts.goals.len() != 3 {
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

/// All boards of a puzzle by distance.
pub(super) fn population<B: Board>(
    puzzle: &Arc<General<B>>,
    request: &Request,
) -> Result<BoxedPopulation<General<B>>, Unfinished<RequestError>> {
    SeenBy::of(puzzle, request)?.population(puzzle, request)
}

/// Boards of a puzzle by distance, at least up to the farthest asked for.
pub(super) fn urn<B: Board>(
    puzzle: &Arc<General<B>>,
    farthest: u8,
    request: &Request,
) -> Result<Box<dyn Urn<B>>, Unfinished<RequestError>> {
    let memory = request.limits.memory;
    let all = |view: SeenBy<B>| -> Result<Box<dyn Urn<B>>, Unfinished<RequestError>> {
        Ok(Box::new(Counted(view.population(puzzle, request)?)))
    };
    match SeenBy::of(puzzle, request) {
        Ok(view) if view.seen().boards() <= QUICK => all(view),
        Ok(view) => {
            let needed = bytes(view.seen());
            let share = needed / NEAR_SHARE;
            let share = memory.map_or(share, |memory| memory.min(share));
            match Near::new(puzzle, farthest, Some(share), request) {
                Ok(near) => Ok(Box::new(near)),
                Err(Unfinished::Failed(_)) if memory.is_none_or(|memory| needed <= memory) => {
                    all(view)
                }
                Err(unfinished) => Err(unfinished),
            }
        }
        Err(_) => Ok(Box::new(Near::new(puzzle, farthest, memory, request)?)),
    }
}

/// The boards near the goals.
struct Near<B: Board> {
    fibres: Fibres<General<B>>,
    shells: Shells<B>,
    /// Boards that each board of the view stands for.
    each: u64,
    counts: Vec<u64>,
}

impl<B: Board> Near<B> {
    /// The boards up to a distance.
    fn new(
        puzzle: &Arc<General<B>>,
        farthest: u8,
        memory: Option<u64>,
        request: &Request,
    ) -> Result<Self, Unfinished<RequestError>> {
        let name = &puzzle.model().name;
        let fibres = Fibres::of(Arc::clone(puzzle));
        let view = fibres.view();
        if !view.is_reversible() {
            return Err(Unfinished::Failed(RequestError::NoSuchBoards(format!(
                "{name}: boards are found from the solved ones outwards, and some move is taken back by none"
            ))));
        }
        let solved = view.solved_boards().ok_or_else(|| {
            RequestError::NoSuchBoards(format!(
                "{name}: boards are found from the solved ones outwards, and these are more than {MOST_SOLVED}"
            ))
        })?;
        let allowance = Allowance {
            memory,
            ..allowance(request)
        };
        let no_such = |error: ShellsError| RequestError::NoSuchBoards(error.to_string());
        let shells = Shells::grow(view, solved, farthest, allowance);
        let mut shells = shells.map_err(|unfinished| unfinished.map(no_such))?;
        if view.is_ranked() {
            // A seed gives the same boards whichever way they are found.
            shells.sort_by_key(|board| view.rank(board));
        }
        let each = fibres.size().ok_or_else(|| too_large(puzzle))?;
        let counts = shells.counts().iter().map(|count| count.checked_mul(each));
        let counts: Option<Vec<u64>> = counts.collect();
        let counts = counts.ok_or_else(|| too_large(puzzle))?;
        let total = counts
            .iter()
            .try_fold(0u64, |sum, &count| sum.checked_add(count));
        total.ok_or_else(|| too_large(puzzle))?;
        Ok(Self {
            fibres,
            shells,
            each,
            counts,
        })
    }
}

impl<B: Board> Urn<B> for Near<B> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<B>> {
        let place = random.below(*self.counts.get(usize::from(distance))?);
        let seen = self.shells.nth(distance, place / self.each)?;
        Some((self.fibres.board(&seen, place % self.each)?, None))
    }
}

/// The bytes of a puzzle's table, if it can have one.
fn needed<B: Board>(view: &General<B>) -> Option<u64> {
    view.has_table().then(|| bytes(view))
}

/// Whether each goal by itself has a table of at most so many bytes, and there are several goals.
fn is_told_apart<B: Board>(puzzle: &General<B>, allowed: u64) -> bool {
    let goals = 0..puzzle.model().structure.goals.len();
    let fits = |goal| {
        let view = puzzle.through(&View::exact(puzzle.model(), &[goal])).ok();
        view.and_then(|view| needed(&view))
            .is_some_and(|needed| needed <= allowed)
    };
    goals.len() > 1
        && puzzle.model().structure.arrangements() <= u64::MAX.into()
        && goals.into_iter().all(fits)
}

fn told_apart<B: Board>(puzzle: &General<B>) -> RequestError {
    RequestError::NoSuchBoards(format!(
        "{}: each of its goals has a table that fits, but they look at different things, and one for all of them does not: \
         a definition with one of these goals can be counted",
        puzzle.model().name
    ))
}

fn too_large<B: Board>(puzzle: &General<B>) -> RequestError {
    SolverError::TooLarge(puzzle.model().name.clone()).into()
}
