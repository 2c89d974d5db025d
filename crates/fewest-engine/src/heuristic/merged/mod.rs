//! Pattern databases of any model: distances in views that keep a few symbols and merge all others
//! (J. C. Culberson, J. Schaeffer, "Pattern databases", 1998).
//!
//! Each goal's symbols are divided into groups, and each group has a table. If every move carries
//! one piece besides the blank, a table counts only the moves of its group's pieces, and the sum
//! over the groups is a lower bound (R. E. Korf, A. Felner, "Disjoint pattern database heuristics",
//! 2002). Otherwise all moves count, and the maximum is a bound.

mod costs;
mod hiding;
mod parts;
mod placed;

use std::sync::Arc;

use parts::{PartMemo, PartTables};
use placed::{PlacedPuzzle, PlacedTables};

use super::{Heuristic, Lookup};
use crate::group::Permutation;
use crate::kernel::pieces::{Naming, Pieces, generators};
use crate::kernel::{Kernel, View};
use crate::rank::multiset::Multiset;
use crate::space::structure::Structure;
use crate::space::{Move, Ranked};
use crate::support::budget::Budget;
use crate::support::number::{counted, size};
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::{self, BuildError};

/// Bytes per board that building takes: the entry, and lists with repeated boards.
const EACH: u64 = 16;

/// The tables of all goals. A goal without tables has the bound 0.
pub struct Merged<K: Kernel> {
    tables: MergedTables<K>,
    groups: Arc<str>,
}

enum MergedTables<K: Kernel> {
    Seen(SeenTables<K>),
    /// If boards are permutations.
    Placed(PlacedTables),
    /// If some pieces are identical.
    Parts(Box<PartTables>),
}

/// The size of tables that are not built yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MergedPlan {
    /// The number of tables.
    pub tables: usize,
    /// The bytes of all tables, one for each entry.
    pub bytes: u64,
    /// The bytes that building them takes.
    pub needed: u64,
    /// True if a bound is the sum over a goal's tables, false if it is the maximum.
    pub is_sum: bool,
}

impl std::fmt::Display for MergedPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tables = counted(self.tables as u64, "pattern database");
        let bytes = size(self.bytes);
        let bounds = match self.is_sum {
            _ if self.tables == 1 => "",
            true => "; their bounds add up",
            false => "; the largest bound is used",
        };
        write!(f, "{tables}, {bytes}{bounds}")
    }
}

/// Views, and their tables.
struct SeenTables<K: Kernel> {
    views: Vec<K>,
    /// Empty until they are built.
    tables: Vec<Table>,
    /// The lenses of each goal, with their places in `views`.
    goals: Vec<Vec<(K::Lens, usize)>>,
    is_sum: bool,
    /// The distinct groups of symbols of the goals, as text.
    groups: Vec<String>,
}

impl<K: Kernel> SeenTables<K> {
    /// The views with at most `max_boards` boards, without tables.
    fn of(puzzle: &K, max_boards: u64) -> Self {
        let mut seen = Self {
            views: Vec::new(),
            tables: Vec::new(),
            goals: Vec::new(),
            is_sum: carries_one(puzzle),
            groups: Vec::new(),
        };
        for goal in 0..puzzle.model().structure.goals.len() {
            let mut lenses = Vec::new();
            let mut names = Vec::new();
            for group in groups(puzzle, goal, max_boards) {
                let view = View::keeping(puzzle.model(), &[goal], |symbol| group.contains(&symbol));
                let mut known = seen.views.iter();
                let known = known.position(|known| known.model().structure == *view.structure());
                let place = known.unwrap_or(seen.views.len());
                if known.is_none() {
                    match puzzle.through(&view) {
                        Ok(view) if view.has_table() => seen.views.push(view),
                        _ => continue,
                    }
                }
                lenses.push((puzzle.lens(&view), place));
                names.push(written(puzzle, &group));
            }
            seen.goals.push(lenses);
            let names = names.join("/");
            if !seen.groups.contains(&names) {
                seen.groups.push(names);
            }
        }
        seen
    }

    fn plan(&self) -> MergedPlan {
        let boards = self.views.iter().map(Ranked::boards);
        let boards = boards.fold(0, u64::saturating_add);
        MergedPlan {
            tables: self.views.len(),
            bytes: boards,
            needed: boards.saturating_mul(EACH),
            is_sum: self.is_sum,
        }
    }

    fn build(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<BuildError>> {
        let quiet = Budget {
            progress: None,
            ..budget
        };
        let tables = parallel::map(&self.views, |view| {
            if self.is_sum {
                costs::build(view, budget)
            } else {
                build::build(view, quiet)
            }
        });
        self.tables = tables.into_iter().collect::<Result<_, _>>()?;
        Ok(())
    }

    fn bound(&self, puzzle: &K, board: &K::Board) -> u32 {
        let goals = self.goals.iter().map(|lenses| {
            let bounds = lenses.iter().map(|(lens, place)| {
                let (Some(view), Some(table)) = (self.views.get(*place), self.tables.get(*place))
                else {
                    return 0;
                };
                let seen = puzzle.project(lens, board);
                let of_unsolvable = || {
                    // It does not overflow. Nothing is known of a board without a number if some
                    // solved boards have none.
                    let is_known = view.numbers_all_solved() || view.has_place(&seen);
                    if is_known { u8::MAX.into() } else { 0 }
                };
                let distance = table.distance(view.rank(&seen));
                distance.map_or_else(of_unsolvable, u32::from)
            });
            if self.is_sum {
                bounds.sum()
            } else {
                bounds.max().unwrap_or(0)
            }
        });
        goals.min().unwrap_or(0)
    }
}

/// Returns true if some pieces are identical, and there are tables of stages of at most
/// `max_boards` boards that fit into memory.
#[must_use]
pub fn has_stages(
    pieces: &Pieces,
    structure: &Structure,
    max_boards: u64,
    memory: Option<u64>,
) -> bool {
    let parts = PartTables::of_pieces(pieces, structure, max_boards);
    parts.is_some_and(|parts| memory.is_none_or(|allowed| parts.plan().needed <= allowed))
}

impl<K: Kernel> Merged<K> {
    /// The size of tables of at most `max_boards` boards each.
    #[must_use]
    pub fn plan(puzzle: &K, max_boards: u64) -> MergedPlan {
        match PartTables::of(&puzzle.model().structure, max_boards) {
            Some(parts) => parts.plan(),
            None => SeenTables::of(puzzle, max_boards).plan(),
        }
    }

    /// Builds tables of at most `max_boards` boards each.
    ///
    /// # Errors
    /// If they would take more memory than allowed, or the build is cancelled.
    pub fn build(
        puzzle: &K,
        max_boards: u64,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>> {
        let begin = |plan: MergedPlan| {
            let MergedPlan { bytes, needed, .. } = plan;
            if let Some(allowed) = budget.memory.filter(|&allowed| needed > allowed) {
                return Err(BuildError::Memory { needed, allowed });
            }
            budget.begin("building pattern databases", "boards", Some(bytes));
            Ok(())
        };
        let model = puzzle.model();
        if let Some(mut parts) = PartTables::of(&model.structure, max_boards) {
            begin(parts.plan())?;
            parts.build(budget)?;
            return Ok(Self {
                groups: Arc::from(parts.written(&model.symbols)),
                tables: MergedTables::Parts(Box::new(parts)),
            });
        }
        let mut seen = SeenTables::of(puzzle, max_boards);
        begin(seen.plan())?;
        let written = Arc::from(seen.groups.join(" or "));
        let tables = if let Some(frame) = PlacedPuzzle::of(&model.structure) {
            let groups = groups(puzzle, 0, max_boards);
            MergedTables::Placed(PlacedTables::build(frame, &groups, budget)?)
        } else {
            seen.build(budget)?;
            MergedTables::Seen(seen)
        };
        Ok(Self {
            tables,
            groups: written,
        })
    }

    /// Returns true if the bound is always 0: no table of that size could be built.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes() == 0
    }

    /// The symbols of each table, as `1,2/3,4`, with "or" between the different groups of goals.
    #[must_use]
    pub const fn groups(&self) -> &Arc<str> {
        &self.groups
    }

    /// The bytes of all tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.tables {
            MergedTables::Seen(seen) => seen.tables.iter().map(|table| table.len() as u64).sum(),
            MergedTables::Placed(placed) => placed.bytes(),
            MergedTables::Parts(parts) => parts.bytes(),
        }
    }

    #[inline]
    const fn parts(&self) -> Option<&PartTables> {
        match &self.tables {
            MergedTables::Parts(parts) => Some(parts),
            _ => None,
        }
    }
}

fn written<K: Kernel>(puzzle: &K, group: &[u8]) -> String {
    let symbols = &puzzle.model().symbols;
    let mut group = group.to_vec();
    group.sort_unstable();
    let written: Vec<&str> = group
        .iter()
        .filter_map(|symbol| symbols.get(usize::from(*symbol)))
        .map(String::as_str)
        .collect();
    written.join(",")
}

/// Returns true if every move swaps the blank with one piece.
fn carries_one<K: Kernel>(puzzle: &K) -> bool {
    puzzle.blank().is_some()
        && puzzle.model().structure.turns.iter().all(|turn| {
            let travels = (0..=u8::MAX)
                .zip(&turn.from)
                .filter(|(to, from)| to != *from);
            let takes_blank = turn.step().is_some_and(|(blank, from)| from != blank);
            takes_blank && travels.count() == 2
        })
}

/// The symbols that a goal names, in groups whose views have at most `max_boards` boards, without
/// symbols whose own views are too large. Of the orders of cells, the one whose groups mix least is
/// used.
fn groups<K: Kernel>(puzzle: &K, goal: usize, max_boards: u64) -> Vec<Vec<u8>> {
    let parts = &puzzle.model().structure;
    let target = parts.goals.get(goal).map_or(&[][..], Vec::as_slice);
    let Some(moves) = generators(parts) else {
        return groups_of(puzzle, target.iter().copied().flatten(), max_boards);
    };
    let mixed = |groups: &Vec<Vec<u8>>| {
        let group = |symbol: &Option<u8>| {
            let has = |group: &Vec<u8>| symbol.is_some_and(|symbol| group.contains(&symbol));
            groups.iter().position(has)
        };
        let groups: Vec<Option<usize>> = target.iter().map(group).collect();
        let images = moves.iter().flat_map(|m| m.images().iter().zip(&groups));
        images
            .filter(|(to, cell_group)| groups[usize::from(**to)] != **cell_group)
            .count()
    };
    let orders = orders(&moves, target).into_iter().map(|order| {
        let symbols = order
            .into_iter()
            .filter_map(|cell| target[usize::from(cell)]);
        groups_of(puzzle, symbols, max_boards)
    });
    orders.min_by_key(mixed).unwrap_or_default()
}

/// Orders of the cells, independent of names: from each cell along the moves, large moves first.
fn orders(moves: &[Permutation], target: &[Option<u8>]) -> Vec<Vec<u8>> {
    fn follow(cell: u8, moves: &[&Permutation], is_seen: &mut [bool], order: &mut Vec<u8>) {
        if !std::mem::replace(&mut is_seen[usize::from(cell)], true) {
            order.push(cell);
            for m in moves {
                follow(m.image(cell), moves, is_seen, order);
            }
        }
    }
    let home: Vec<u8> = target
        .iter()
        .map(|symbol| symbol.unwrap_or(u8::MAX))
        .collect();
    let naming = Naming::of(moves, &home);
    let mut moves: Vec<&Permutation> = naming
        .moves
        .iter()
        .map(|&m| &moves[usize::from(m)])
        .collect();
    moves.sort_by_key(|m| {
        (0..=u8::MAX)
            .zip(m.images())
            .filter(|(cell, to)| cell == *to)
            .count()
    });
    let cells = naming.orbits.concat();
    let from = |first: &u8| {
        let (mut is_seen, mut order) = (vec![false; target.len()], Vec::new());
        for &cell in std::iter::once(first).chain(&cells) {
            follow(cell, &moves, &mut is_seen, &mut order);
        }
        order
    };
    cells.iter().map(from).collect()
}

/// Divides symbols into groups, greedily and in order.
fn groups_of<K: Kernel>(
    puzzle: &K,
    symbols: impl Iterator<Item = u8>,
    max_boards: u64,
) -> Vec<Vec<u8>> {
    let parts = &puzzle.model().structure;
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
    for symbol in symbols {
        let is_known = met
            .get_mut(usize::from(symbol))
            .is_none_or(|met| std::mem::replace(met, true));
        if is_known || Some(symbol) == puzzle.blank() || boards(&[symbol]) > max_boards {
            continue;
        }
        match groups.last_mut() {
            Some(last) if boards(&[last.as_slice(), &[symbol]].concat()) <= max_boards => {
                last.push(symbol);
            }
            _ => groups.push(vec![symbol]),
        }
    }
    groups
}

impl<K: Kernel> Heuristic<K> for Merged<K> {
    type Memo = PartMemo;

    #[inline]
    fn start(&self, puzzle: &K, board: &K::Board) -> PartMemo {
        match &self.tables {
            MergedTables::Seen(seen) => PartMemo::only(seen.bound(puzzle, board)),
            MergedTables::Placed(placed) => {
                PartMemo::only(placed.bound(|cell| puzzle.symbol(board, cell)))
            }
            MergedTables::Parts(parts) => parts.start(&puzzle.all_symbols(board)),
        }
    }

    #[inline]
    fn after(
        &self,
        puzzle: &K,
        _: &K::Board,
        m: Move,
        after: &K::Board,
        memo: PartMemo,
    ) -> PartMemo {
        match self.parts() {
            Some(parts) => parts.after(m, &memo),
            None => self.start(puzzle, after),
        }
    }

    #[inline]
    fn bound(&self, memo: PartMemo) -> u32 {
        memo.bound
    }

    fn lookups(&self) -> usize {
        self.parts().map_or(0, PartTables::lookups)
    }

    #[inline]
    fn lookup(&self, i: usize, _: &K, _: &K::Board, m: Move, memo: &PartMemo) -> Lookup {
        self.parts()
            .map_or_else(Lookup::default, |parts| parts.lookup(i, m, memo))
    }

    #[inline]
    fn prefetch(&self, lookup: Lookup) {
        if let Some(parts) = self.parts() {
            parts.prefetch(lookup);
        }
    }

    #[inline]
    fn look_up(&self, lookup: Lookup) -> u32 {
        self.parts().map_or(0, |parts| parts.entry(lookup))
    }
}
