//! All boards of a puzzle, by the smallest table that tells their distances; those near the goals, without one; and pairs of
//! starts and goals.

use std::sync::Arc;

use super::generate::{Counted, Lot, Pair, Urn};
use super::model::Complete;
use super::{BoxedPopulation, allowance, tabulate};
use crate::catalogue::request::{Request, RequestError};
use crate::kernel::View;
use crate::kernel::general::MOST_SOLVED;
use crate::population::{
    BySymbols, BySymbolsError, ByTable, ByView, Fibres, Population, Random, Relabelled, Shells,
    ShellsError,
};
use crate::progress::Unfinished;
use crate::puzzle::Puzzle;
use crate::solver::SolverError;
use crate::table::build::{Allowance, build, bytes};

/// A table of at most so many boards is built without a second thought.
const QUICK: u64 = 2_000_000;
/// God's number of the 15-puzzle with the blank at home in a corner, and how many boards need so many moves (R. E. Korf, P. Schultze,
/// "Large-scale parallel breadth-first search", 2005).
const FIFTEEN_FARTHEST: u8 = 80;
const FIFTEEN_HARDEST: u64 = 17;
/// The share of a table's bytes that may be spent on boards near the goals, before the table is built instead.
const NEAR_SHARE: u64 = 8;

/// The boards of a defined puzzle, as its goals see them.
enum SeenBy<K: Complete> {
    /// All goals together.
    Together(Box<Fibres<K>>),
    /// The goal of any of three symbols.
    Symbol(Box<K>),
}

impl<K: Complete> SeenBy<K> {
    /// The one with the smaller table.
    fn of(puzzle: &Arc<K>, request: &Request) -> Result<Self, RequestError> {
        let fibres = Fibres::of(Arc::clone(puzzle));
        let together = fibres.size().and_then(|_| needed(fibres.view()));
        let symbol = one_of_three(&**puzzle);
        match (together, symbol.as_ref().and_then(needed), symbol) {
            (Some(together), Some(apart), Some(view)) if apart < together => {
                Ok(Self::Symbol(Box::new(view)))
            }
            (None, Some(_), Some(view)) => Ok(Self::Symbol(Box::new(view))),
            (Some(needed), ..) => match request.limits.memory {
                Some(allowed) if needed > allowed && is_told_apart(&**puzzle, allowed) => {
                    Err(told_apart(&**puzzle))
                }
                _ => Ok(Self::Together(Box::new(fibres))),
            },
            (None, ..) if is_told_apart(&**puzzle, request.limits.memory.unwrap_or(u64::MAX)) => {
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
        request: &Request,
    ) -> Result<BoxedPopulation<K>, Unfinished<RequestError>> {
        let allowance = allowance(request);
        let table = tabulate(self.seen(), request)?;
        match self {
            Self::Together(fibres) => {
                let seen = ByTable::with_ties(fibres.view().clone(), table, allowance);
                let all = ByView::new(*fibres, seen?);
                Ok(Box::new(all.ok_or_else(|| too_large(&**puzzle))?))
            }
            Self::Symbol(view) => {
                let all = BySymbols::new((**puzzle).clone(), &*view, &table, allowance);
                let too_large = |_: BySymbolsError| too_large(&**puzzle);
                Ok(Box::new(
                    all.map_err(|unfinished| unfinished.map(too_large))?,
                ))
            }
        }
    }
}

/// The view of one symbol of three that have as many pieces, if each has a goal of its own that asks for the same.
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
type OtherGoal<K> = Option<<K as Puzzle>::Board>;

/// All boards by their distance to a goal: `puzzle` has it, `own` has the names of the user's.
pub(super) fn population<K: Complete>(
    own: &Arc<K>,
    goal: OtherGoal<K>,
    puzzle: &Arc<K>,
    request: &Request,
) -> Result<BoxedPopulation<K>, Unfinished<RequestError>> {
    let population = SeenBy::of(puzzle, request)?.population(puzzle, request)?;
    Ok(match goal {
        None => population,
        Some(goal) => Box::new(Relabelled::new(population, Arc::clone(own), goal)),
    })
}

/// The same, at least up to the farthest asked for.
pub(super) fn urn<K: Complete>(
    own: &Arc<K>,
    goal: OtherGoal<K>,
    puzzle: &Arc<K>,
    farthest: u8,
    request: &Request,
) -> Result<Box<dyn Urn<K::Board>>, Unfinished<RequestError>> {
    let memory = request.limits.memory;
    let all = || -> Result<Box<dyn Urn<K::Board>>, Unfinished<RequestError>> {
        Ok(Box::new(Counted(population(own, goal, puzzle, request)?)))
    };
    let near = |memory: Option<u64>| Near::new(own, goal, puzzle, farthest, memory, request);
    match SeenBy::of(puzzle, request) {
        Ok(view) if view.seen().boards() <= QUICK => all(),
        Ok(view) => {
            let needed = bytes(view.seen());
            let share = needed / NEAR_SHARE;
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
    shells: Shells<K::Board>,
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
        let no_such = |error: ShellsError| {
            let rare = rarity(&**puzzle, farthest, &error).unwrap_or_default();
            RequestError::NoSuchBoards(format!("{error}{rare}"))
        };
        let shells = Shells::grow(view, solved, farthest, allowance);
        let mut shells = shells.map_err(|unfinished| unfinished.map(no_such))?;
        if view.boards() > 0 {
            // A seed gives the same boards whichever way they are found.
            shells.sort_by_key(|board| view.rank(board));
        }
        let each = fibres.size().ok_or_else(|| too_large(&**puzzle))?;
        let counts = shells.counts().iter().map(|count| count.checked_mul(each));
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
            shells,
            each,
            counts,
        })
    }
}

impl<K: Complete> Urn<K::Board> for Near<K> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<K::Board>> {
        let place = random.below(*self.counts.get(usize::from(distance))?);
        let seen = self.shells.nth(distance, place / self.each)?;
        let board = self.fibres.board(&seen, place % self.each)?;
        let shown = |goal| self.own.restored(&board, goal);
        Some((self.goal.as_ref().map_or(board, shown), None))
    }
}

/// The bytes of a puzzle's table, if it can have one.
fn needed<K: Complete>(view: &K) -> Option<u64> {
    view.has_table().then(|| bytes(view))
}

/// Whether each goal by itself has a table of at most so many bytes, and there are several goals.
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

fn told_apart<K: Complete>(puzzle: &K) -> RequestError {
    RequestError::NoSuchBoards(format!(
        "{}: each of its goals has a table that fits, but they look at different things, and one for all of them does not: \
         a definition with one of these goals can be counted",
        puzzle.model().name
    ))
}

fn too_large<K: Complete>(puzzle: &K) -> RequestError {
    SolverError::TooLarge(puzzle.model().name.clone()).into()
}

/// How rare boards at a distance are that can't be listed, as far as it is known.
fn rarity<K: Complete>(puzzle: &K, distance: u8, error: &ShellsError) -> Option<String> {
    let ShellsError::Memory { expected, .. } = error;
    let model = puzzle.model();
    let all = model.structure.arrangements();
    let all = if puzzle.is_parity_exact() {
        all / 2u8
    } else {
        all
    };
    let blank = puzzle
        .solved_boards()?
        .first()
        .map(|goal| puzzle.blank_cell(goal))?;
    let is_fifteen = model
        .size
        .is_some_and(|size| (size.width(), size.height()) == (4, 4));
    if is_fifteen && [0, 3, 12, 15].contains(&blank) && distance >= FIFTEEN_FARTHEST {
        return Some(format!(
            "; of {all} boards {FIFTEEN_HARDEST} need {FIFTEEN_FARTHEST} moves, and none needs more"
        ));
    }
    let one_in = all / (*expected)?.max(1);
    Some(format!(
        "; about one board in {one_in} is at distance {distance}"
    ))
}

/// Starts with a goal each: all pairs of boards by the distance between them.
pub(super) struct Pairs<K: Complete> {
    own: Arc<K>,
    /// By the class of the goal: one goal of it, and all boards by distance.
    populations: Vec<(K::Board, ByTable<K>)>,
    counts: Vec<u64>,
}

impl<K: Complete> Pairs<K> {
    /// The pairs of a puzzle whose pieces can have other names.
    pub(super) fn new(own: &Arc<K>, request: &Request) -> Result<Self, Unfinished<RequestError>> {
        let cells = own.model().cells();
        let mut populations = Vec::with_capacity(cells);
        let mut counts = Vec::new();
        // Whatever the names of its pieces, a goal has as many boards at each distance.
        let names: u64 = (1..cells as u64).product();
        for goal in goals(&**own) {
            let puzzle = own.to_goal(&goal).map_err(SolverError::from)?;
            let table = build(&puzzle, allowance(request))?;
            counts.resize(counts.len().max(table.counts().len()), 0);
            for (count, boards) in counts.iter_mut().zip(table.counts()) {
                *count += boards * names;
            }
            populations.push((goal, ByTable::new(puzzle, table)));
        }
        Ok(Self {
            own: Arc::clone(own),
            populations,
            counts,
        })
    }
}

/// A goal of each class: the pieces in their order, with the blank on each cell.
fn goals<K: Complete>(own: &K) -> Vec<K::Board> {
    let Some((first, blank)) = own.first_board().zip(own.blank()) else {
        return Vec::new();
    };
    let mut pieces = Vec::new();
    own.symbols(&first, &mut pieces);
    pieces.retain(|&piece| piece != blank);
    let with_blank = |cell: usize| {
        let mut symbols = pieces.clone();
        symbols.insert(cell, blank);
        own.board(&symbols)
    };
    (0..=pieces.len()).filter_map(with_blank).collect()
}

/// The pieces of a board but for its blank at random, which stays on its cell.
fn shuffled<K: Complete>(own: &K, board: &K::Board, random: &mut Random) -> Option<K::Board> {
    let (mut symbols, cell) = (Vec::new(), own.blank_cell(board));
    own.symbols(board, &mut symbols);
    let blank = symbols.remove(cell);
    random.shuffle(&mut symbols);
    symbols.insert(cell, blank);
    own.board(&symbols)
}

impl<K: Complete> Urn<K::Board> for Pairs<K> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Draws the class of the goal by how many boards it has at this distance, the goal's names, and the start.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<K::Board>> {
        let count = |population: &ByTable<_>| {
            let counts = population.counts();
            counts.get(usize::from(distance)).copied().unwrap_or(0)
        };
        let counts = self
            .populations
            .iter()
            .map(|(_, population)| count(population));
        let mut place = random.below(counts.sum());
        let (goal, population) = self.populations.iter().find(|(_, population)| {
            let count = count(population);
            let is_here = place < count;
            place = place.saturating_sub(count);
            is_here
        })?;
        let goal = shuffled(&*self.own, goal, random)?;
        let start = population.draw(distance, random)?;
        Some((self.own.restored(&start, &goal), Some(goal)))
    }
}

/// All pairs of a start and a goal between which there is a way, or all between which there is none, by parity.
pub(super) fn all_pairs<K: Complete>(
    own: &Arc<K>,
    is_solvable: bool,
) -> Result<Lot<K::Board>, RequestError> {
    let own = Arc::clone(own);
    let puzzles = goals(&*own).into_iter().map(|goal| own.to_goal(&goal));
    let puzzles: Result<Vec<K>, _> = puzzles.collect();
    let puzzles = puzzles.map_err(SolverError::from)?;
    let all = (1..=own.model().cells() as u128).try_fold(1, u128::checked_mul);
    let boards = all.and_then(|all| (all / 2).checked_mul(all));
    let mut pieces = Vec::new();
    if let Some(first) = own.first_board() {
        own.symbols(&first, &mut pieces);
    }
    let draw = move |random: &mut Random| {
        let mut drawn = || {
            let mut symbols = pieces.clone();
            random.shuffle(&mut symbols);
            own.board(&symbols)
        };
        let (goal, start) = (drawn()?, drawn()?);
        let puzzle = puzzles.get(own.blank_cell(&goal))?;
        let is_drawn = puzzle.parity_allows(&own.renamed(&start, &goal)) == is_solvable;
        is_drawn.then_some(((start, Some(goal)), None))
    };
    Ok(Lot {
        boards: boards.unwrap_or(u128::MAX),
        draw: Box::new(draw),
    })
}
