//! Pattern databases of defined puzzles: distances in views that keep a few symbols and take all others for one
//! (J. C. Culberson, J. Schaeffer, "Pattern databases", 1998).
//!
//! Each goal's symbols are cut into groups, and each group has a table. Where every move carries one piece beside the blank, a
//! table counts only the moves of its own group's pieces, and the sum over the groups is a lower bound (R. E. Korf, A.
//! Felner, "Disjoint pattern database heuristics", 2002); else all moves count, and the greatest is one.

mod costs;

use std::sync::Arc;

use super::Heuristic;
use crate::progress::{Progress, Unfinished};
use crate::projection::Projection;
use crate::puzzle::{Move, Puzzle, Ranked};
use crate::puzzles::defined::{Board, Defined, Merging};
use crate::rank::multiset::Multiset;
use crate::table::Table;
use crate::table::build::{self, Allowance, BuildError};

/// Bytes that building takes for each board of a table: its entry, and lists of boards that are met several times.
const EACH: u64 = 16;

/// The tables of all goals. Where a goal has none, it bounds nothing.
pub struct Merged<const N: usize> {
    /// By goal.
    goals: Vec<Vec<(Merging, Arc<Pattern<N>>)>>,
    is_sum: bool,
    groups: Arc<str>,
}

/// A table and the puzzle that it is of.
struct Pattern<const N: usize> {
    view: Defined<N>,
    table: Table,
}

/// Tables that are not built yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many.
    pub tables: usize,
    /// The boards of all, and so the bytes.
    pub boards: u64,
    /// The bytes that building them takes.
    pub needed: u64,
    /// Whether bounds are sums over the tables of a goal, or the greatest.
    pub is_sum: bool,
}

/// What tables are to be of.
struct Layout<const N: usize> {
    views: Vec<Defined<N>>,
    /// By goal: how a board is seen, and in which view.
    goals: Vec<Vec<(Merging, usize)>>,
    is_sum: bool,
    /// By goal: its groups of symbols, in words.
    groups: Vec<String>,
}

impl<const N: usize> Layout<N> {
    /// Tables of at most so many boards each.
    fn of(puzzle: &Defined<N>, most: u64) -> Self {
        let mut layout = Self {
            views: Vec::new(),
            goals: Vec::new(),
            is_sum: carries_one(puzzle),
            groups: Vec::new(),
        };
        for goal in 0..puzzle.parts().goals.len() {
            let mut own = Vec::new();
            let mut names = Vec::new();
            for group in groups(puzzle, goal, most) {
                let merging = Merging::keeping(puzzle, &[goal], |symbol| group.contains(&symbol));
                let known = layout
                    .views
                    .iter()
                    .position(|view| view.parts() == merging.structure());
                let place = known.unwrap_or(layout.views.len());
                if known.is_none() {
                    match merging.view(puzzle) {
                        Ok(view) if view.has_table() => layout.views.push(view),
                        _ => continue,
                    }
                }
                own.push((merging, place));
                names.push(written(puzzle, &group));
            }
            layout.goals.push(own);
            let names = names.join("/");
            if !layout.groups.contains(&names) {
                layout.groups.push(names);
            }
        }
        layout
    }

    fn plan(&self) -> Plan {
        let boards = self.views.iter().map(Ranked::boards);
        let boards = boards.fold(0, u64::saturating_add);
        Plan {
            tables: self.views.len(),
            boards,
            needed: boards.saturating_mul(EACH),
            is_sum: self.is_sum,
        }
    }
}

impl<const N: usize> Merged<N> {
    /// What tables of at most so many boards each would come to.
    #[must_use]
    pub fn plan(puzzle: &Defined<N>, most: u64) -> Plan {
        Layout::of(puzzle, most).plan()
    }

    /// Builds tables of at most so many boards each.
    ///
    /// # Errors
    /// If they would take more memory than allowed, or the build is cancelled.
    pub fn build(
        puzzle: &Defined<N>,
        most: u64,
        allowance: Allowance<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let layout = Layout::of(puzzle, most);
        let Plan { boards, needed, .. } = layout.plan();
        if let Some(allowed) = allowance.memory.filter(|&allowed| needed > allowed) {
            return Err(BuildError::Memory { needed, allowed }.into());
        }
        if let Some(progress) = allowance.progress {
            Progress::begin(
                progress,
                "building pattern databases",
                "boards",
                Some(boards),
            );
        }
        let Layout {
            views,
            goals,
            is_sum,
            groups,
        } = layout;
        let tables = tabulate(views, is_sum, allowance)?;
        let shared = |own: Vec<(Merging, usize)>| {
            let shared = own
                .into_iter()
                .filter_map(|(merging, place)| Some((merging, Arc::clone(tables.get(place)?))));
            shared.collect()
        };
        Ok(Self {
            goals: goals.into_iter().map(shared).collect(),
            is_sum,
            groups: Arc::from(groups.join(" or ")),
        })
    }

    /// Whether it bounds nothing: no table of that size could be built.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.goals.iter().all(Vec::is_empty)
    }

    /// The symbols that each table keeps, with commas between, groups with slashes between; where goals have other groups,
    /// those too.
    #[must_use]
    pub const fn groups(&self) -> &Arc<str> {
        &self.groups
    }

    /// The bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let mut tables: Vec<&Arc<Pattern<N>>> = Vec::new();
        for (_, pattern) in self.goals.iter().flatten() {
            if !tables.iter().any(|known| Arc::ptr_eq(known, pattern)) {
                tables.push(pattern);
            }
        }
        tables
            .iter()
            .map(|pattern| pattern.table.len() as u64)
            .sum()
    }
}

/// A group's symbols, as boards write them.
fn written<const N: usize>(puzzle: &Defined<N>, group: &[u8]) -> String {
    let symbols = &puzzle.model().symbols;
    let written = group
        .iter()
        .filter_map(|symbol| symbols.get(usize::from(*symbol)));
    let written: Vec<&str> = written.map(String::as_str).collect();
    written.join(",")
}

/// Whether every move swaps the blank with one piece.
fn carries_one<const N: usize>(puzzle: &Defined<N>) -> bool {
    puzzle.parts().turns.iter().all(|turn| {
        let travels = (0..=u8::MAX)
            .zip(&turn.from)
            .filter(|(to, from)| to != *from);
        let takes_blank = turn.needs.is_some_and(|(blank, _)| {
            turn.from
                .get(usize::from(blank))
                .is_some_and(|from| *from != blank)
        });
        takes_blank && travels.count() == 2
    })
}

/// The symbols that a goal names, in the order of its cells, in groups whose views have at most so many boards. What is too
/// large alone is left out.
fn groups<const N: usize>(puzzle: &Defined<N>, goal: usize, most: u64) -> Vec<Vec<u8>> {
    let parts = puzzle.parts();
    let boards = |group: &[u8]| {
        let kept = |symbol: &u8| group.contains(symbol) || Some(*symbol) == puzzle.blank();
        let counts = (0..=u8::MAX).zip(&parts.pieces);
        let (kept, merged): (Vec<_>, Vec<_>) = counts.partition(|(symbol, _)| kept(symbol));
        let merged = merged.iter().map(|(_, count)| **count).sum();
        let counts: Vec<u32> = kept
            .iter()
            .map(|(_, count)| **count)
            .chain([merged])
            .collect();
        Multiset::new(&counts).map_or(u64::MAX, |all| all.count())
    };
    let mut groups: Vec<Vec<u8>> = Vec::new();
    let mut met = vec![false; parts.pieces.len()];
    for &symbol in parts.goals.get(goal).into_iter().flatten().flatten() {
        let is_known = met
            .get_mut(usize::from(symbol))
            .is_none_or(|met| std::mem::replace(met, true));
        if is_known || Some(symbol) == puzzle.blank() || boards(&[symbol]) > most {
            continue;
        }
        match groups.last_mut() {
            Some(last) if boards(&[last.as_slice(), &[symbol]].concat()) <= most => {
                last.push(symbol);
            }
            _ => groups.push(vec![symbol]),
        }
    }
    groups
}

/// The table of each view.
fn tabulate<const N: usize>(
    views: Vec<Defined<N>>,
    is_sum: bool,
    allowance: Allowance<'_>,
) -> Result<Vec<Arc<Pattern<N>>>, Unfinished<BuildError>> {
    let tabulate = |view: Defined<N>| {
        let table = if is_sum {
            costs::build(&view, allowance)?
        } else {
            let quiet = Allowance {
                progress: None,
                ..allowance
            };
            build::build(&view, quiet)?
        };
        Ok(Arc::new(Pattern { view, table }))
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        views.into_par_iter().map(tabulate).collect()
    }
    #[cfg(not(feature = "rayon"))]
    views.into_iter().map(tabulate).collect()
}

impl<const N: usize> Heuristic<Defined<N>> for Merged<N> {
    type Memo = u32;

    #[inline]
    fn start(&self, _: &Defined<N>, board: &Board<N>) -> u32 {
        let goals = self.goals.iter().map(|patterns| {
            let bounds = patterns.iter().map(|(merging, pattern)| {
                let rank = pattern.view.rank(&merging.project(board));
                // What the view can't solve, no moves do: any bound holds, and this one does not overflow.
                pattern
                    .table
                    .distance(rank)
                    .map_or(u32::from(u8::MAX), u32::from)
            });
            if self.is_sum {
                bounds.sum()
            } else {
                bounds.max().unwrap_or(0)
            }
        });
        goals.min().unwrap_or(0)
    }

    #[inline]
    fn after(&self, puzzle: &Defined<N>, before: &Board<N>, m: Move, _: u32) -> u32 {
        self.start(puzzle, &puzzle.after(before, m))
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }
}
