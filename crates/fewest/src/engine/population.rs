//! All boards of a puzzle, by the smallest table that has their distances; and those near the
//! goals, without one.

use std::sync::Arc;
use std::time::Duration;

use super::kernel::Complete;
use super::sampler::{ByDistance, Counted, Pair};
use super::tabulated::tabulate;
use crate::error::PuzzleError;
use crate::kernel::View;
use crate::kernel::general::MOST_SOLVED;
use crate::population::{
    ByPieces, BySymbols, BySymbolsError, ByTable, ByView, Fibres, Layers, LayersError, Population,
    Random, Relabelled, Restricted,
};
use crate::projection::{PieceBoards, ReducedTable};
use crate::solver::costs::{NEAR_GOALS_SHARE, QUICK_TABLE};
use crate::solver::{Options, Solvable, SolverError, reduced};
use crate::space::StateSpace;
use crate::space::set::BoardSet;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::number::grouped;
use crate::support::progress::Unfinished;
use crate::table::build::bytes;

/// God's number of the 15-puzzle with the blank at home in a corner, and how many boards need so
/// many moves (R. E. Korf, P. Schultze, "Large-scale parallel breadth-first search", 2005).
const FIFTEEN_FARTHEST: u8 = 80;
const FIFTEEN_HARDEST: u64 = 17;
/// Time limit for counting the boards that can be solved, to say how rare some of them are.
const RARITY_TIME: Duration = Duration::from_secs(2);

pub(super) type BoxedPopulation<P> = Box<dyn Population<Puzzle = P>>;

/// The boards of a defined puzzle, as its goals see them.
enum SeenBy<K: Complete> {
    /// All goals together.
    Together(Box<Fibres<K>>),
    /// The goal of any of three symbols.
    Symbol(Box<K>),
}

impl<K: Complete> SeenBy<K> {
    /// The one with the smaller table.
    fn of(puzzle: &Arc<K>, set: Option<&BoardSet>, options: &Options) -> Result<Self, PuzzleError> {
        let named = set.map_or_else(Vec::new, BoardSet::symbols);
        let fibres = Fibres::naming(Arc::clone(puzzle), &named);
        let together = fibres.size().and_then(|_| needed(fibres.view()));
        let symbol = one_of_three(&**puzzle);
        match (together, symbol.as_ref().and_then(needed), symbol) {
            (Some(together), Some(apart), Some(view)) if apart < together => {
                Ok(Self::Symbol(Box::new(view)))
            }
            (None, Some(_), Some(view)) => Ok(Self::Symbol(Box::new(view))),
            (Some(needed), ..) => match options.limits.memory {
                Some(allowed) if needed > allowed && is_told_apart(&**puzzle, allowed) => {
                    Err(told_apart(&**puzzle))
                }
                _ => Ok(Self::Together(Box::new(fibres))),
            },
            (None, ..) if is_told_apart(&**puzzle, options.limits.memory.unwrap_or(u64::MAX)) => {
                Err(told_apart(&**puzzle))
            }
            (None, ..) => Err(too_large(&**puzzle)),
        }
    }

    /// The puzzle that is tabulated.
    fn seen(&self) -> &K {
        match self {
            Self::Together(fibres) => fibres.view(),
            Self::Symbol(view) => view,
        }
    }

    fn population(
        self,
        puzzle: &Arc<K>,
        set: Option<&Arc<BoardSet>>,
        options: &Options,
    ) -> Result<BoxedPopulation<K>, Unfinished<PuzzleError>> {
        let budget = options.whole();
        let table = tabulate(self.seen(), options)?;
        match self {
            Self::Together(fibres) => {
                let view = fibres.view().clone();
                // The boards of a set, from or to, have no goals to tell apart.
                let seen = if set.is_some() || puzzle.model().home.is_some() {
                    ByTable::new(view, table)
                } else {
                    ByTable::with_ties(view, table, budget)?
                };
                let as_seen = set.map(|set| set.renamed(|symbol| fibres.name(symbol)).into());
                let seen = restricted(seen, as_seen.as_ref(), budget)?;
                let all = ByView::new(*fibres, seen, set.cloned());
                Ok(Box::new(all.ok_or_else(|| too_large(&**puzzle))?))
            }
            Self::Symbol(view) => {
                let all = BySymbols::new((**puzzle).clone(), &*view, &table, budget);
                let too_large = |_: BySymbolsError| too_large(&**puzzle);
                let all = all.map_err(|unfinished| unfinished.map(too_large))?;
                Ok(restricted(all, set, budget)?)
            }
        }
    }
}

/// The boards of a population that are in a set, if there is one.
pub(super) fn restricted<P: Population<Puzzle: Structured> + 'static>(
    all: P,
    set: Option<&Arc<BoardSet>>,
    budget: Budget<'_>,
) -> Result<BoxedPopulation<P::Puzzle>, Unfinished<PuzzleError>> {
    Ok(match set {
        None => Box::new(all),
        Some(set) => Box::new(Restricted::new(all, Arc::clone(set), budget)?),
    })
}

/// The view of one symbol of three that have as many pieces, if each has a goal of its own that
/// asks for the same.
fn one_of_three<K: Complete>(puzzle: &K) -> Option<K> {
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

/// A goal that the boards of a puzzle are seen to by new names; its own goals if none.
pub(super) type OtherGoal<K> = Option<<K as StateSpace>::Board>;

/// All boards of a puzzle of pieces, where a table that symmetries reduce takes less.
pub(super) fn by_pieces<K: Complete>(
    puzzle: &K,
    set: Option<&Arc<BoardSet>>,
    options: &Options,
) -> Result<Option<BoxedPopulation<PieceBoards>>, Unfinished<PuzzleError>> {
    let Some(boards) = reduced(puzzle) else {
        return Ok(None);
    };
    let table = ReducedTable::build(boards, options.whole())?;
    restricted(ByPieces::new(table), set, options.whole()).map(Some)
}

/// All boards by their distance to a goal, or those of a set: `puzzle` has the goal, `own` has the
/// names of the user's, which are the same for a set.
pub(super) fn population<K: Complete>(
    own: &Arc<K>,
    goal: OtherGoal<K>,
    puzzle: &Arc<K>,
    set: Option<&Arc<BoardSet>>,
    options: &Options,
) -> Result<BoxedPopulation<K>, Unfinished<PuzzleError>> {
    let seen = SeenBy::of(puzzle, set.map(|set| &**set), options)?;
    let population = seen.population(puzzle, set, options)?;
    Ok(match goal {
        None => population,
        Some(goal) => Box::new(Relabelled::new(population, Arc::clone(own), goal)),
    })
}

/// The same, at least up to the farthest asked for.
pub(super) fn by_distance<K: Complete>(
    own: &Arc<K>,
    goal: OtherGoal<K>,
    puzzle: &Arc<K>,
    farthest: u8,
    options: &Options,
) -> Result<Box<dyn ByDistance<K::Board>>, Unfinished<PuzzleError>> {
    let memory = options.limits.memory;
    let all = || -> Result<Box<dyn ByDistance<K::Board>>, Unfinished<PuzzleError>> {
        Ok(Box::new(Counted(population(
            own, goal, puzzle, None, options,
        )?)))
    };
    let near = |memory: Option<u64>| Near::new(own, goal, puzzle, farthest, memory, options);
    match SeenBy::of(puzzle, None, options) {
        Ok(view) if view.seen().boards() <= QUICK_TABLE => all(),
        Ok(view) => {
            let needed = bytes(view.seen());
            let share = needed / NEAR_GOALS_SHARE;
            match near(Some(memory.map_or(share, |memory| memory.min(share)))) {
                Ok(near) => Ok(Box::new(near)),
                Err(Unfinished::Failed(_)) if memory.is_none_or(|memory| needed <= memory) => all(),
                Err(unfinished) => Err(unfinished),
            }
        }
        Err(_) => Ok(Box::new(near(memory)?)),
    }
}

/// The boards near the goals.
struct Near<K: Complete> {
    own: Arc<K>,
    goal: OtherGoal<K>,
    fibres: Fibres<K>,
    layers: Layers<K::Board>,
    /// Boards that each board of the view stands for.
    each: u64,
    counts: Vec<u64>,
}

impl<K: Complete> Near<K> {
    /// The boards up to a distance.
    fn new(
        own: &Arc<K>,
        goal: OtherGoal<K>,
        puzzle: &Arc<K>,
        farthest: u8,
        memory: Option<u64>,
        options: &Options,
    ) -> Result<Self, Unfinished<PuzzleError>> {
        let name = &puzzle.model().name;
        let fibres = Fibres::of(Arc::clone(puzzle));
        let view = fibres.view();
        if !view.is_reversible() {
            return Err(Unfinished::Failed(PuzzleError::NoSuchBoards(format!(
                "{name}: boards are found from the solved ones outwards, and some move is taken back by none"
            ))));
        }
        let solved = view.solved_boards().ok_or_else(|| {
            PuzzleError::NoSuchBoards(format!(
                "{name}: boards are found from the solved ones outwards, and these are more than {MOST_SOLVED}"
            ))
        })?;
        let budget = Budget {
            memory,
            ..options.whole()
        };
        let no_such = |error: LayersError| {
            let rare = rarity(puzzle, farthest, &error).unwrap_or_default();
            PuzzleError::NoSuchBoards(format!("{error}{rare}"))
        };
        let layers = Layers::grow(view, solved, farthest, budget);
        let mut layers = layers.map_err(|unfinished| unfinished.map(no_such))?;
        if view.boards() > 0 {
            // A seed gives the same boards whichever way they are found.
            layers.sort_by_key(|board| view.rank(board));
        }
        let each = fibres.size().ok_or_else(|| too_large(&**puzzle))?;
        let counts = layers.counts().iter().map(|count| count.checked_mul(each));
        let counts: Option<Vec<u64>> = counts.collect();
        let counts = counts.ok_or_else(|| too_large(&**puzzle))?;
        let total = counts
            .iter()
            .try_fold(0u64, |sum, &count| sum.checked_add(count));
        total.ok_or_else(|| too_large(&**puzzle))?;
        Ok(Self {
            own: Arc::clone(own),
            goal,
            fibres,
            layers,
            each,
            counts,
        })
    }
}

impl<K: Complete> ByDistance<K::Board> for Near<K> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn is_whole(&self) -> bool {
        false
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<K::Board>> {
        let place = random.below(*self.counts.get(usize::from(distance))?);
        let seen = self.layers.nth(distance, place / self.each)?;
        let board = self.fibres.board(&seen, place % self.each)?;
        let shown = |goal| self.own.restored(&board, goal);
        Some((self.goal.as_ref().map_or(board, shown), None))
    }
}

/// The bytes of a puzzle's table, if it can have one.
fn needed<K: Complete>(view: &K) -> Option<u64> {
    view.has_table().then(|| bytes(view))
}

/// Whether each goal by itself has a table of at most `allowed` bytes, and there are several goals.
fn is_told_apart<K: Complete>(puzzle: &K, allowed: u64) -> bool {
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

fn told_apart<K: Complete>(puzzle: &K) -> PuzzleError {
    PuzzleError::NoSuchBoards(format!(
        "{}: each of its goals has a table that fits, but they look at different things, and one for all of them does not: \
         a definition with one of these goals can be counted",
        puzzle.model().name
    ))
}

fn too_large<K: Complete>(puzzle: &K) -> PuzzleError {
    SolverError::TooLarge(puzzle.model().name.clone()).into()
}

/// How rare boards at a distance that can't be listed are among those that can be solved, as far as
/// that is known.
fn rarity<K: Complete>(puzzle: &Arc<K>, distance: u8, error: &LayersError) -> Option<String> {
    let LayersError::Memory { expected, .. } = error;
    let model = puzzle.model();
    let solvable = Solvable::by_moves(puzzle, Some(RARITY_TIME)).ok()?;
    let all = Some(solvable.boards()).filter(|&boards| boards < u128::MAX)?;
    let blank = puzzle
        .solved_boards()?
        .first()
        .map(|goal| puzzle.blank_cell(goal))?;
    let is_fifteen = model
        .size
        .is_some_and(|size| (size.width(), size.height()) == (4, 4));
    if is_fifteen && [0, 3, 12, 15].contains(&blank) && distance >= FIFTEEN_FARTHEST {
        return Some(format!(
            "; of {} boards {FIFTEEN_HARDEST} need {FIFTEEN_FARTHEST} moves, and none needs more",
            grouped(all)
        ));
    }
    let one_in = grouped(all / u128::from((*expected)?.max(1)));
    Some(format!(
        "; about one board in {one_in} is at distance {distance}"
    ))
}
