//! The views of a puzzle's goals, which keep what the goals distinguish, and their tables.
//!
//! All goals share one view or each has its own, whichever makes the smaller tables. Goals whose
//! views are equal after renaming symbols share a table.

use std::sync::OnceLock;

use super::costs::LARGE_TABLES;
use super::options::LookupOptions;
use super::table_slot::TableSlot;
use super::{Answer, SolverError, SolverOptions, TableSource};
use crate::kernel::{Kernel, PieceLens, View};
use crate::space::AnyMoves;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::build::{BuildError, bytes};
use crate::table::optimal_moves::OptimalMoves;
use crate::table::walk::{Seen, walk_each};
use crate::table::{NO_DISTANCE, Table};

/// The most views in a walk.
const MAX_VIEWS: usize = 64;
/// A walk of up to this many views allocates nothing.
const FEW_VIEWS: usize = 4;

pub(super) struct Views<K: Kernel> {
    /// Each view's lens and the index of its table.
    seen: Vec<(Lens<K>, usize)>,
    tables: Vec<ViewTable<K>>,
    /// True if tables answer all boards: also those made of other pieces, and those to which no
    /// moves lead from home.
    answer_all: OnceLock<bool>,
    /// True if each view has a table.
    are_all: bool,
    /// The bytes for building the tables, found on demand because that takes milliseconds. `None`
    /// if boards can't be numbered.
    bytes: OnceLock<Option<u64>>,
}

/// The projection of boards into a view.
enum Lens<K: Kernel> {
    Symbols(K::Lens),
    Pieces(Box<PieceLens>),
}

impl<K: Kernel> Lens<K> {
    fn of(puzzle: &K, view: &View) -> Self {
        let pieces = view.pieces(puzzle.model());
        pieces.map_or_else(
            || Self::Symbols(puzzle.lens(view)),
            |pieces| Self::Pieces(Box::new(pieces)),
        )
    }

    /// The board in a view; `None` if the view tells nothing about it.
    #[inline]
    fn project(&self, puzzle: &K, view: &K, board: &K::Board) -> Option<K::Board> {
        match self {
            Self::Symbols(lens) => Some(puzzle.project(lens, board)),
            Self::Pieces(lens) => view.board(&lens.project(&puzzle.all_symbols(board))?),
        }
    }
}

struct ViewTable<K: Kernel> {
    puzzle: K,
    table: TableSlot,
    /// Optimal moves for walks, if the table suits them.
    optimal_moves: Option<OptimalMoves>,
}

impl<K: Kernel> Views<K> {
    pub(super) fn of(puzzle: &K) -> Self {
        let model = puzzle.model();
        let together = Self::through(puzzle, [View::of_all_goals(model)]);
        let goals = model.structure.goals.len();
        if goals == 1 || goals > MAX_VIEWS {
            return together;
        }
        let each = (0..goals).map(|goal| View::of_goal(model, goal));
        let apart = Self::through(puzzle, each);
        if apart.is_coarser(&together) {
            return apart;
        }
        match (together.bytes(), apart.bytes()) {
            (None, _) => apart,
            (Some(together), Some(apart_bytes)) if apart_bytes < together => apart,
            _ => together,
        }
    }

    /// Returns true if this is one numbered view with fewer symbols, which takes less memory. The
    /// other views are not numbered for it, because that may take milliseconds.
    fn is_coarser(&self, other: &Self) -> bool {
        let symbols = |view: &ViewTable<K>| view.puzzle.model().structure.pieces.len();
        let ([view], [other]) = (&self.tables[..], &other.tables[..]) else {
            return false;
        };
        symbols(view) < symbols(other) && self.are_of_at_most(u64::MAX)
    }

    fn through(puzzle: &K, views: impl IntoIterator<Item = View>) -> Self {
        let mut tables: Vec<ViewTable<K>> = Vec::new();
        let mut seen = Vec::new();
        let mut are_all = true;
        for view in views {
            let same = |known: &ViewTable<K>| known.puzzle.model().structure == *view.structure();
            let shared = tables.iter().position(same);
            seen.push((Lens::of(puzzle, &view), shared.unwrap_or(tables.len())));
            if shared.is_some() {
                continue;
            }
            let viewed = if view.is_identity() {
                Ok(puzzle.clone())
            } else {
                puzzle.through(&view)
            };
            match viewed {
                Ok(puzzle) => tables.push(ViewTable {
                    puzzle,
                    table: TableSlot::default(),
                    optimal_moves: None,
                }),
                Err(_) => are_all = false,
            }
        }
        Self {
            answer_all: OnceLock::new(),
            seen,
            tables,
            are_all,
            bytes: OnceLock::new(),
        }
    }

    /// Returns true if tables answer all boards.
    pub(super) fn answer_all(&self) -> bool {
        let keeps_symbols = |(lens, _): &(Lens<K>, usize)| matches!(lens, Lens::Symbols(_));
        let numbers_all = |view: &ViewTable<K>| view.puzzle.numbers_all_solved();
        *(self.answer_all).get_or_init(|| {
            self.seen.iter().all(keeps_symbols) && self.tables.iter().all(numbers_all)
        })
    }

    /// Returns true if tables answer a board. An entry that is missing proves nothing of a board
    /// that a view can't see, or that has no number although it may be solved.
    fn answer(&self, puzzle: &K, board: &K::Board) -> bool {
        self.answer_all()
            || self.seen.iter().all(|(lens, table)| {
                let view = self.tables.get(*table).map(|view| &view.puzzle);
                view.is_some_and(|view| {
                    let seen = lens.project(puzzle, view, board);
                    seen.is_some_and(|seen| view.numbers_all_solved() || view.has_place(&seen))
                })
            })
    }

    pub(super) fn puzzles(&self) -> impl Iterator<Item = &K> {
        self.tables.iter().map(|view| &view.puzzle)
    }

    pub(super) fn of_goal(&self, goal: usize) -> usize {
        // One view for all goals, or one for each.
        let seen = self.seen.get(goal).or(self.seen.first());
        seen.map_or(0, |(_, table)| *table)
    }

    /// The bytes for building all tables; `None` if boards can't be numbered.
    pub(super) fn bytes(&self) -> Option<u64> {
        *self
            .bytes
            .get_or_init(|| self.sum(|view| view.table.needed(&view.puzzle)))
    }

    /// A sum over the tables; `None` if boards can't be numbered.
    fn sum(&self, bytes: impl Fn(&ViewTable<K>) -> u64) -> Option<u64> {
        let mut tables = self.tables.iter();
        let are_numbered = self.are_all && tables.all(|view| view.puzzle.has_table());
        are_numbered.then(|| self.tables.iter().map(bytes).sum())
    }

    pub(super) fn has_room(&self, memory: Option<u64>, name: &str) -> Result<(), SolverError> {
        // Symmetries only make tables smaller; finding them takes time, so they come last.
        let whole = self.sum(|view| memory.map_or(0, |_| bytes(&view.puzzle)));
        if whole.is_some_and(|whole| whole <= memory.unwrap_or(u64::MAX)) {
            return Ok(());
        }
        let needed = self
            .bytes()
            .ok_or_else(|| SolverError::TooLarge(name.to_owned()))?;
        match memory {
            Some(allowed) if needed > allowed => Err(BuildError::Memory { needed, allowed }.into()),
            _ => Ok(()),
        }
    }

    /// Returns true if there is room for tables that the user did not name.
    pub(super) fn may_be_picked(&self, memory: Option<u64>) -> bool {
        self.has_room(memory.or(Some(LARGE_TABLES)), "").is_ok()
    }

    pub(super) fn are_filled(&self) -> bool {
        self.are_all && self.tables.iter().all(|view| view.table.is_filled())
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.tables
            .iter()
            .filter_map(|view| view.table.source_and_bytes())
    }

    /// The bytes of the tables built in this run.
    pub(super) fn built(&self) -> u64 {
        self.tables.iter().map(|view| view.table.bytes()).sum()
    }

    /// The puzzle of the view, if there is only one.
    pub(super) fn only(self) -> Option<K> {
        let mut tables = self.tables;
        let first = tables.pop()?;
        tables.is_empty().then_some(first.puzzle)
    }

    pub(super) fn boards(&self) -> u64 {
        let boards = self.tables.iter().map(|view| view.puzzle.boards());
        boards.fold(0, u64::saturating_add)
    }

    /// Returns true if boards can be numbered, and there are at most this many.
    pub(super) fn are_of_at_most(&self, boards: u64) -> bool {
        self.sum(|view| view.puzzle.boards())
            .is_some_and(|all| all <= boards)
    }

    /// Loads the only stored table. Several are never stored: only walks of one puzzle read them.
    pub(super) fn seek(&mut self, options: &SolverOptions) {
        if let [view] = &mut self.tables[..]
            && self.seen.len() == 1
        {
            view.table.seek(&view.puzzle, options);
        }
    }

    pub(super) fn fill(
        &mut self,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let (mut options, memory) = (options.clone(), options.memory);
        if self.seen.len() > 1 {
            options.store = None;
        }
        // With the caches of optimal moves, a table takes three bytes per board.
        let has_room =
            |table: &&Table| memory.is_none_or(|allowed| table.len() as u64 <= allowed / 3);
        for view in &mut self.tables {
            view.table
                .fill(&view.puzzle, &options, budget)
                .map_err(Unfinished::of_part)?;
            if view.puzzle.model().moves.len() <= OptimalMoves::MAX_MOVES {
                let table = view.table.built().filter(has_room);
                view.optimal_moves = table.and_then(OptimalMoves::of);
            }
        }
        Ok(())
    }

    /// The moves that begin a shortest answer by the tables; empty without such moves or tables.
    #[inline]
    pub(super) fn optimal_moves(&self, puzzle: &K, board: &K::Board) -> AnyMoves {
        let within = |(lens, table): &(Lens<K>, usize), max_moves| {
            let view = self.tables.get(*table)?;
            let seen = lens.project(puzzle, &view.puzzle, board)?;
            let cache = view.optimal_moves.as_ref();
            (view.table).optimal_moves(&view.puzzle, &seen, cache, max_moves)
        };
        let (mut least, mut optimal) = (NO_DISTANCE, AnyMoves::EMPTY);
        for view in &self.seen {
            // Only moves towards the nearest goals are optimal.
            if let Some((distance, moves)) = within(view, least) {
                if distance < least {
                    optimal = AnyMoves::EMPTY;
                }
                (least, optimal) = (distance, optimal.or(moves));
            }
        }
        optimal
    }

    /// The distance of a board by the tables; `None` if it can't be solved or there are none.
    #[inline]
    pub(super) fn distance(&self, puzzle: &K, board: &K::Board) -> Option<u8> {
        let distance = |(lens, table): &(Lens<K>, usize)| {
            let view = self.tables.get(*table)?;
            let seen = lens.project(puzzle, &view.puzzle, board)?;
            view.table.distance(&view.puzzle, &seen)
        };
        self.seen.iter().filter_map(distance).min()
    }

    /// Answers a board from the tables. Returns false if none holds the answer.
    pub(super) fn look_up(
        &self,
        puzzle: &K,
        board: &K::Board,
        lookup: LookupOptions,
        answer: &mut Answer,
    ) -> bool {
        if !self.are_filled() || !self.answer(puzzle, board) {
            return false;
        }
        if let ([(lens, _)], [view]) = (&self.seen[..], &self.tables[..]) {
            let Some(board) = lens.project(puzzle, &view.puzzle, board) else {
                return false;
            };
            let optimal_moves = view.optimal_moves.as_ref();
            return view
                .table
                .look_up(&view.puzzle, &board, optimal_moves, lookup, answer);
        }
        // Only puzzles with one goal have stored or reduced tables.
        if !self.tables.iter().all(|view| view.table.built().is_some()) {
            return false;
        }
        let distance = if lookup.moves {
            self.walk(puzzle, board, answer)
        } else {
            self.distance(puzzle, board)
        };
        answer.stored = self.boards();
        answer.look_up(TableSource::Built, distance, lookup.max_moves);
        true
    }

    /// Walks to the nearest goal, and returns its distance.
    fn walk(&self, puzzle: &K, board: &K::Board, answer: &mut Answer) -> Option<u8> {
        let view = |(lens, table): &(Lens<K>, usize)| {
            let view = self.tables.get(*table)?;
            let table = view.table.built()?;
            let board = lens.project(puzzle, &view.puzzle, board)?;
            Some(Seen::new(table, view.optimal_moves.as_ref(), board))
        };
        let puzzle_of = |view: usize| &self.tables[self.seen[view].1].puzzle;
        let walked = match &self.seen[..] {
            [first, others @ ..] if others.len() < FEW_VIEWS => {
                let mut views = [view(first)?; FEW_VIEWS];
                for (slot, other) in views.iter_mut().skip(1).zip(others) {
                    *slot = view(other)?;
                }
                walk_each(
                    puzzle_of,
                    views.get_mut(..=others.len())?,
                    &mut answer.moves,
                )
            }
            seen => {
                let views: Option<Vec<_>> = seen.iter().map(view).collect();
                walk_each(puzzle_of, &mut views?, &mut answer.moves)
            }
        };
        let (distance, goal) = walked?;
        answer.goal = Some(goal);
        Some(distance)
    }
}
