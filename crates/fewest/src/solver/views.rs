//! What each goal can tell apart, and the tables of that.
//!
//! All goals are seen through one view, or each through its own, whichever makes the smaller
//! tables. Goals whose views are equal once their symbols are renamed share a table.

use std::sync::OnceLock;

use super::options::LookupOptions;
use super::table_slot::TableSlot;
use super::{Answer, Options, SolverError, TableSource};
use crate::kernel::{Kernel, View};
use crate::space::MoveSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{BuildError, bytes};
use crate::table::optimal_moves::OptimalMoves;
use crate::table::walk::{Seen, walk_each};

/// The most views that a walk takes.
const MOST_VIEWS: usize = 64;
/// A walk of this many views takes no memory of its own.
const FEW_VIEWS: usize = 4;

/// The views of a puzzle's goals.
pub(super) struct Views<K: Kernel> {
    /// How a board is seen, and in which table that is looked up.
    seen: Vec<(K::Lens, usize)>,
    tables: Vec<ViewTable<K>>,
    /// Whether each view has one.
    are_all: bool,
    /// The bytes that building takes, once they are asked for: finding out takes milliseconds.
    /// `None` if boards can't be numbered.
    bytes: OnceLock<Option<u64>>,
}

/// A view and its table.
struct ViewTable<K: Kernel> {
    puzzle: K,
    table: TableSlot,
    /// The notes of walks, once there is a table that they suit.
    optimal_moves: Option<OptimalMoves>,
}

impl<K: Kernel> Views<K> {
    /// The views of this puzzle.
    pub(super) fn of(puzzle: &K) -> Self {
        let model = puzzle.model();
        let together = Self::through(puzzle, [View::of_all_goals(model)]);
        let goals = model.structure.goals.len();
        if goals == 1 || goals > MOST_VIEWS {
            return together;
        }
        let each = (0..goals).map(|goal| View::exact(model, &[goal]));
        let apart = Self::through(puzzle, each);
        match (together.bytes(), apart.bytes()) {
            (None, _) => apart,
            (Some(together), Some(apart_bytes)) if apart_bytes < together => apart,
            _ => together,
        }
    }

    fn through(puzzle: &K, views: impl IntoIterator<Item = View>) -> Self {
        let mut tables: Vec<ViewTable<K>> = Vec::new();
        let mut seen = Vec::new();
        let mut are_all = true;
        for view in views {
            let same = |known: &ViewTable<K>| known.puzzle.model().structure == *view.structure();
            let shared = tables.iter().position(same);
            seen.push((puzzle.lens(&view), shared.unwrap_or(tables.len())));
            if shared.is_some() {
                continue;
            }
            let own = if view.is_identity() {
                Ok(puzzle.clone())
            } else {
                puzzle.through(&view)
            };
            match own {
                Ok(puzzle) => tables.push(ViewTable {
                    puzzle,
                    table: TableSlot::default(),
                    optimal_moves: None,
                }),
                Err(_) => are_all = false,
            }
        }
        Self {
            seen,
            tables,
            are_all,
            bytes: OnceLock::new(),
        }
    }

    /// The puzzles as seen: each has a table of its own.
    pub(super) fn puzzles(&self) -> impl Iterator<Item = &K> {
        self.tables.iter().map(|view| &view.puzzle)
    }

    /// Which of them shows a goal.
    pub(super) fn of_goal(&self, goal: usize) -> usize {
        // One view for all goals, or one for each.
        let seen = self.seen.get(goal).or(self.seen.first());
        seen.map_or(0, |(_, table)| *table)
    }

    /// The bytes that building all tables takes; `None` if boards can't be numbered.
    pub(super) fn bytes(&self) -> Option<u64> {
        *self
            .bytes
            .get_or_init(|| self.sum(|view| view.table.needed(&view.puzzle)))
    }

    /// The bytes of all tables; `None` if boards can't be numbered.
    fn sum(&self, bytes: impl Fn(&ViewTable<K>) -> u64) -> Option<u64> {
        let mut tables = self.tables.iter();
        let are_numbered = self.are_all && tables.all(|view| view.puzzle.has_table());
        are_numbered.then(|| self.tables.iter().map(bytes).sum())
    }

    /// Whether the tables fit the memory allowed.
    pub(super) fn has_room(&self, memory: Option<u64>, name: &str) -> Result<(), SolverError> {
        // Symmetries only make tables smaller. Finding them takes time, so it comes last.
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

    /// Whether there are tables.
    pub(super) fn are_filled(&self) -> bool {
        self.tables.iter().all(|view| view.table.is_filled())
    }

    /// Where each table came from, and its bytes.
    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.tables.iter().filter_map(|view| view.table.held())
    }

    /// The bytes of the tables that were built here.
    pub(super) fn built(&self) -> u64 {
        self.tables.iter().map(|view| view.table.bytes()).sum()
    }

    /// The puzzle of the one view, if there is one only.
    pub(super) fn only(self) -> Option<K> {
        let mut tables = self.tables;
        let first = tables.pop()?;
        tables.is_empty().then_some(first.puzzle)
    }

    /// How many boards the tables have.
    pub(super) fn boards(&self) -> u64 {
        let boards = self.tables.iter().map(|view| view.puzzle.boards());
        boards.fold(0, u64::saturating_add)
    }

    /// Takes the stored table, if there is one. Several are never stored: only walks of one puzzle
    /// read stored tables.
    pub(super) fn seek(&mut self, options: &Options) {
        if let [view] = &mut self.tables[..]
            && self.seen.len() == 1
        {
            view.table.seek(&view.puzzle, options);
        }
    }

    /// Ensures that there are tables, in the memory allowed.
    pub(super) fn fill(
        &mut self,
        memory: Option<u64>,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let mut options = options.clone();
        options.limits.memory = memory;
        if self.seen.len() > 1 {
            options.store = None;
        }
        let has_room = |table: &&Table| memory.is_none_or(|most| table.len() as u64 <= most / 2);
        for view in &mut self.tables {
            view.table.fill(&view.puzzle, &options, budget)?;
            if view.puzzle.model().moves.len() <= OptimalMoves::MOST_MOVES {
                let table = view.table.built().filter(has_room);
                view.optimal_moves = table.and_then(OptimalMoves::of);
            }
        }
        Ok(())
    }

    /// The moves that bring a board of this puzzle nearer; `None` if walks keep no notes.
    #[inline]
    pub(super) fn optimal_moves(&self, puzzle: &K, board: &K::Board) -> Option<MoveSet> {
        let (mut least, mut moves) = (None, MoveSet::EMPTY);
        for (lens, table) in &self.seen {
            let view = self.tables.get(*table)?;
            let (table, optimal) = (view.table.built()?, view.optimal_moves.as_ref()?);
            let seen = puzzle.project(lens, board);
            let distance = table.distance(view.puzzle.rank(&seen));
            let optimal = || optimal.moves(&view.puzzle, table, &seen);
            // A move that brings the board nearer to any goal brings it nearer to one of those that
            // are nearest.
            if distance.is_some() && least.is_none_or(|least| distance < Some(least)) {
                (least, moves) = (distance, optimal());
            } else if distance == least {
                moves = moves.or(optimal());
            }
        }
        Some(moves)
    }

    /// The distance of a board of this puzzle by the tables; `None` if nothing solves it, or there
    /// are none.
    #[inline]
    pub(super) fn distance(&self, puzzle: &K, board: &K::Board) -> Option<u8> {
        let distance = |(lens, table): &(K::Lens, usize)| {
            let view = self.tables.get(*table)?;
            let seen = puzzle.project(lens, board);
            view.table.distance(&view.puzzle, &seen)
        };
        self.seen.iter().filter_map(distance).min()
    }

    /// Answers a board of this puzzle, if there are tables; else returns false.
    pub(super) fn look_up(
        &self,
        puzzle: &K,
        board: &K::Board,
        wanted: LookupOptions,
        answer: &mut Answer,
    ) -> bool {
        if let ([(lens, _)], [view]) = (&self.seen[..], &self.tables[..]) {
            let (board, optimal_moves) = (puzzle.project(lens, board), view.optimal_moves.as_ref());
            return view
                .table
                .look_up(&view.puzzle, &board, optimal_moves, wanted, answer);
        }
        // Only puzzles with one goal have tables of other kinds.
        if !self.tables.iter().all(|view| view.table.built().is_some()) {
            return false;
        }
        let distance = if wanted.moves {
            self.walk(puzzle, board, answer)
        } else {
            self.distance(puzzle, board)
        };
        answer.stored = self.boards();
        answer.look_up(TableSource::Built, distance, wanted.most);
        true
    }

    /// Walks to the nearest goal, each seen in its view; how far it is.
    fn walk(&self, puzzle: &K, board: &K::Board, answer: &mut Answer) -> Option<u8> {
        let view = |(lens, table): &(K::Lens, usize)| {
            let view = self.tables.get(*table)?;
            let table = view.table.built()?;
            let board = puzzle.project(lens, board);
            Some(Seen::new(table, view.optimal_moves.as_ref(), board))
        };
        let own = |view: usize| &self.tables[self.seen[view].1].puzzle;
        let walked = match &self.seen[..] {
            [first, others @ ..] if others.len() < FEW_VIEWS => {
                let mut views = [view(first)?; FEW_VIEWS];
                for (slot, other) in views.iter_mut().skip(1).zip(others) {
                    *slot = view(other)?;
                }
                walk_each(own, views.get_mut(..=others.len())?, &mut answer.moves)
            }
            seen => {
                let views: Option<Vec<_>> = seen.iter().map(view).collect();
                walk_each(own, &mut views?, &mut answer.moves)
            }
        };
        let (distance, goal) = walked?;
        answer.goal = Some(goal);
        Some(distance)
    }
}
