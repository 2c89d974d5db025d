//! What each goal can tell apart, and the tables of that.
//!
//! All goals are seen through one view, or each through its own, whichever makes the smaller tables. Goals whose views are
//! equal once their symbols are renamed share a table.

use crate::progress::Unfinished;
use crate::projection::Projection;
use crate::puzzle::Ranked;
use crate::puzzles::defined::{Board, Defined, Merging};
use crate::solver::shelf::Shelf;
use crate::solver::{Answer, Budget, Query, SolverError, TableSource};
use crate::table::build::{BuildError, bytes};
use crate::table::descents::Descents;
use crate::table::walk::{View, walk_each};

/// The share of a table's boards that must be asked for to pay for its descents.
const DESCENTS_SHARE: usize = 16;
/// The most views that a walk takes.
const MOST: usize = 64;

/// The views of a puzzle's goals.
pub(super) struct Views<const N: usize> {
    /// How a board is seen, and in which kit that is looked up.
    seen: Vec<(Merging, usize)>,
    kits: Vec<Kit<N>>,
    /// The bytes that building takes; `None` if boards can't be numbered.
    bytes: Option<u64>,
}

/// A table and its puzzle.
struct Kit<const N: usize> {
    puzzle: Defined<N>,
    table: Shelf,
    descents: Option<Descents>,
}

impl<const N: usize> Views<N> {
    /// The views of this puzzle.
    pub(super) fn of(puzzle: &Defined<N>) -> Self {
        let goals: Vec<usize> = (0..puzzle.parts().goals.len()).collect();
        let together = Self::through(puzzle, [Merging::exact(puzzle, &goals)]);
        if goals.len() == 1 || goals.len() > MOST {
            return together;
        }
        let each = goals.iter().map(|&goal| Merging::exact(puzzle, &[goal]));
        let apart = Self::through(puzzle, each);
        match (together.bytes, apart.bytes) {
            (None, _) => apart,
            (Some(together), Some(apart_bytes)) if apart_bytes < together => apart,
            _ => together,
        }
    }

    fn through(puzzle: &Defined<N>, mergings: impl IntoIterator<Item = Merging>) -> Self {
        let mut kits: Vec<Kit<N>> = Vec::new();
        let mut views = Vec::new();
        for merging in mergings {
            let shared = kits
                .iter()
                .position(|kit| kit.puzzle.parts() == merging.structure());
            let kit = shared.unwrap_or(kits.len());
            // A view of a puzzle that fits is one that fits.
            if shared.is_none()
                && let Ok(puzzle) = merging.view(puzzle)
            {
                kits.push(Kit {
                    puzzle,
                    table: Shelf::default(),
                    descents: None,
                });
            }
            views.push((merging, kit));
        }
        let needed = kits
            .iter()
            .map(|kit| kit.puzzle.has_table().then(|| bytes(&kit.puzzle)));
        let bytes = needed.sum();
        Self {
            seen: views,
            kits,
            bytes,
        }
    }

    /// The puzzles as seen: each has a table of its own.
    pub(super) fn puzzles(&self) -> impl Iterator<Item = &Defined<N>> {
        self.kits.iter().map(|kit| &kit.puzzle)
    }

    /// Which of them shows a goal.
    pub(super) fn of_goal(&self, goal: usize) -> usize {
        // One view for all goals, or one for each.
        let seen = self.seen.get(goal).or(self.seen.first());
        seen.map_or(0, |(_, kit)| *kit)
    }

    /// The bytes that building all tables takes; `None` if boards can't be numbered.
    pub(super) const fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// Whether the tables fit so much memory.
    pub(super) fn has_room(&self, memory: Option<u64>, name: &str) -> Result<(), SolverError> {
        let needed = self
            .bytes
            .ok_or_else(|| SolverError::TooLarge(name.to_owned()))?;
        match memory {
            Some(allowed) if needed > allowed => Err(BuildError::Memory { needed, allowed }.into()),
            _ => Ok(()),
        }
    }

    /// Whether there are tables.
    pub(super) fn are_filled(&self) -> bool {
        self.kits.iter().all(|kit| kit.table.is_filled())
    }

    /// Where each table came from, and its bytes.
    pub(super) fn tables(&self) -> impl Iterator<Item = (TableSource, u64)> {
        self.kits.iter().filter_map(|kit| kit.table.held())
    }

    /// The puzzle of the one view, if there is one only.
    pub(super) fn only(self) -> Option<Defined<N>> {
        let mut kits = self.kits;
        let first = kits.pop()?;
        kits.is_empty().then_some(first.puzzle)
    }

    /// How many boards the tables have.
    pub(super) fn boards(&self) -> u64 {
        let boards = self.kits.iter().map(|kit| kit.puzzle.boards());
        boards.fold(0, u64::saturating_add)
    }

    /// Takes the stored table, if there is one. Several are never stored: only walks of one puzzle read stored tables.
    pub(super) fn seek(&mut self, query: &Query) {
        if let [kit] = &mut self.kits[..]
            && self.seen.len() == 1
        {
            kit.table.seek(&kit.puzzle, query);
        }
    }

    /// Sees that there are tables.
    pub(super) fn fill(
        &mut self,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        let unstored = Query {
            store: None,
            ..query.clone()
        };
        let query = if self.seen.len() == 1 {
            query
        } else {
            &unstored
        };
        for kit in &mut self.kits {
            kit.table.fill(&kit.puzzle, query, budget)?;
        }
        Ok(())
    }

    /// Works out the descents of tables once so many boards pay for them.
    pub(super) fn note(&mut self, asked: usize) {
        for kit in &mut self.kits {
            if let Some(table) = kit.table.built()
                && kit.descents.is_none()
                && asked >= table.len() / DESCENTS_SHARE
            {
                kit.descents = Descents::of(&kit.puzzle, table);
            }
        }
    }

    /// Answers a board, if there are tables; else returns false.
    pub(super) fn look_up(&self, board: &Board<N>, query: &Query, answer: &mut Answer) -> bool {
        if let ([(merging, _)], [kit]) = (&self.seen[..], &self.kits[..]) {
            let (board, descents) = (merging.project(board), kit.descents.as_ref());
            return kit
                .table
                .look_up(&kit.puzzle, &board, descents, query, answer);
        }
        let view = |(merging, kit): &(Merging, usize)| {
            let kit = self.kits.get(*kit)?;
            Some(View {
                table: kit.table.built()?,
                descents: kit.descents.as_ref(),
                board: merging.project(board),
            })
        };
        let Some(mut views) = self.seen.iter().map(view).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let puzzle = |view: usize| &self.kits[self.seen[view].1].puzzle;
        answer.stored = self.boards();
        let distance = if query.moves {
            walk_each(puzzle, &mut views, &mut answer.moves)
        } else {
            let views = views.iter().enumerate();
            let distances = views.map(|(i, view)| view.table.distance(puzzle(i).rank(&view.board)));
            distances.flatten().min()
        };
        answer.look_up(TableSource::Built, distance, query.limits.moves);
        true
    }
}
