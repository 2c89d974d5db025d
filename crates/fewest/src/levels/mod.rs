//! Counts all boards of a puzzle level by level, for puzzles whose table is too large. Only the
//! last levels are kept, in memory or in a folder, as compressed sets of [ranks](crate::rank).
//!
//! If every move has an inverse, the neighbours of the boards at distance d are at distance d - 1,
//! d or d + 1. So two levels are enough to find the next one (K. Munagala, A. Ranade,
//! "I/O-complexity of graph algorithms", 1999; R. E. Korf, "Delayed duplicate detection", 2003),
//! and no other board is kept. A level takes at most one bit per rank, and far less if it has few
//! boards. If some move has no inverse, all levels are kept.
//!
//! The ranks are cut into blocks. A core fills the next level of a block: it carries the frontier
//! through the block's links into a bit set, removes the known boards, and writes the rest. It
//! holds only that set; everything else is read and written in parts.

mod agree;
mod all_boards;
mod by_rank;
mod counted;
mod deal;
mod dealt;
mod error;
mod expand;
mod filling;
mod folder;
mod found;
mod kept;
mod options;
mod part;
mod plan;
mod portions;
mod verify;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;

pub use agree::{Agreed, Disagreement, Left, agree};
pub use all_boards::AllBoards;
pub(crate) use all_boards::EachRank;
pub(crate) use by_rank::ByRank;
pub use counted::{FarBoard, Levels};
pub use dealt::Dealt;
pub use error::{FolderProblem, LevelMistake, LevelsError};
pub use filling::Filling;
pub use folder::Status;
pub use found::{FoundBoards, Parcel, Parcelled};
pub use options::LevelOptions;
pub use plan::Plan;
pub use portions::Portions;
pub use verify::LevelProof;
pub(crate) use verify::verify;

use crate::error::PuzzleError;
use crate::kernel::Kernel;
use crate::model::MAX_CELLS;
use crate::space::Ranked;
use crate::space::ranked::ReducedLinks;
use crate::space::set::BoardSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::{BoardClasses, Hardest, Listing};
use crate::table::packed::Packed;
use counted::{Count, all_can_be_solved, check_sum};
use expand::{Chosen, Expander};
use folder::{Folder, check_space};
use kept::{Facts, KeptBlocks, Shelf};
use part::{PART, Part};

/// The plan of [`count`], or with a table of [`tabulate`], within this much memory, in bytes.
///
/// # Errors
/// If boards can't be numbered, or more memory is needed.
pub(crate) fn plan<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
    has_table: bool,
    memory: Option<u64>,
) -> Result<Plan, LevelsError> {
    let left = folder::left(puzzle, options)?;
    Ok(resumable(puzzle, options, has_table, left.as_ref(), memory)?.1)
}

/// The links to count by, and the plan of a count that resumes from what an earlier run left. If
/// the tables of reduced links do not fit into memory, a new count is of all boards.
fn resumable<'p, K: Kernel>(
    puzzle: &'p K,
    options: &LevelOptions,
    has_table: bool,
    left: Option<&Status>,
    memory: Option<u64>,
) -> Result<(ReducedLinks<'p>, Plan), LevelsError> {
    if let (Some(folder), Some(left)) = (&options.folder, left) {
        let problem = |problem| Err(LevelsError::folder(folder, problem));
        if options.keeps_all && !left.keeps_all() {
            return problem(FolderProblem::Forgotten);
        }
        if has_table && left.is_reduced {
            return problem(FolderProblem::Reduced);
        }
    }
    let table = if has_table {
        Filling::bytes(puzzle.boards())
    } else {
        0
    };
    let may_reduce = may_reduce(options) && !has_table;
    let is_reduced = left.map_or(may_reduce, |left| left.is_reduced);
    let planned = |is_reduced| plan::planned(puzzle, options, is_reduced, table, memory);
    let (links, plan) = match planned(is_reduced) {
        Err(LevelsError::Memory { .. }) if is_reduced && left.is_none() => planned(false)?,
        planned => planned?,
    };
    if options.from.is_some() && options.listed > 0 {
        // An earlier level may hold the hardest boards of the set.
        let name = &puzzle.model().name;
        return Err(LevelsError::from(PuzzleError::NoSuchBoards(format!(
            "{name}: counting level by level can't list the boards of a set"
        ))));
    }
    // With a greatest distance, it is not known how much the levels take.
    if let (Some(folder), Some(needed), None) = (&options.folder, plan.levels, options.max_moves) {
        check_space(folder, needed)?;
    }
    Ok((links, plan))
}

/// Returns true if one block of each class may be counted; a set may contain only some symmetric
/// boards.
const fn may_reduce(options: &LevelOptions) -> bool {
    options.from.is_none()
}

/// Counts boards by distance, and lists some of the farthest, as a [survey](mod@crate::survey).
///
/// # Errors
/// If it needs too much memory or disk, a folder can't be used, or it was stopped. The folder keeps
/// the finished levels.
pub(crate) fn count<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
    budget: Budget<'_>,
) -> Result<Levels<K::Board>, Unfinished<LevelsError>> {
    count_into(puzzle, options, None, budget)
}

/// Like [`count`], and fills a table of two bits per board.
fn count_into<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
    table: Option<&Filling>,
    budget: Budget<'_>,
) -> Result<Levels<K::Board>, Unfinished<LevelsError>> {
    let has_table = table.is_some();
    // Nothing is created if the plan fails.
    let before = folder::left(puzzle, options)?;
    let resumed = resumable(puzzle, options, has_table, before.as_ref(), budget.memory)?;
    let (mut links, mut plan) = resumed;
    let folder = Folder::of(puzzle, options)?;
    let left = folder.as_ref().map(Folder::left).transpose()?.flatten();
    if left != before {
        (links, plan) = resumable(puzzle, options, has_table, left.as_ref(), budget.memory)?;
    }
    let shelf = match &folder {
        Some(folder) => Shelf::in_folder(folder.path()),
        None => Shelf::Memory {
            allowed: plan.left_for_levels(budget.memory),
            taken: AtomicU64::new(0),
        },
    };
    let needed_levels = if puzzle.is_reversible() {
        2
    } else {
        usize::MAX
    };
    let is_chosen = |set: &BoardSet, rank| {
        let mut symbols = Vec::with_capacity(MAX_CELLS);
        puzzle.symbols(&puzzle.unrank(rank), &mut symbols);
        set.contains(&symbols)
    };
    let is_chosen = options
        .from
        .as_ref()
        .map(|set| move |rank| is_chosen(set, rank));
    let chosen = is_chosen.as_ref().map(|chosen| chosen as &Chosen<'_>);
    let set = options.from.as_ref();
    let set_size = set.and_then(|set| set.count(&puzzle.structure()));
    let mut counting = Counting {
        expander: Expander::new(
            &links,
            puzzle.boards(),
            &shelf,
            plan.workers,
            chosen,
            budget,
        ),
        is_chosen: chosen.is_some(),
        set_size,
        folder,
        needed_levels,
        kept: if options.keeps_all {
            usize::MAX
        } else {
            needed_levels
        },
        table,
        count: Count::default(),
        levels: VecDeque::new(),
    };
    let max_moves = options.max_moves.unwrap_or(usize::MAX);
    counting.begin(puzzle)?;
    counting.run(max_moves)?;
    let is_all = counting.count.is_complete && all_can_be_solved(puzzle);
    check_sum(&counting.count.counts, puzzle.boards(), is_all)?;
    let hardest = counting.hardest(puzzle, options.listing(), max_moves)?;
    let first_kept = counting.first_kept();
    let mut is_complete = counting.count.is_complete || counting.has_all_chosen();
    let Count { counts, chosen, .. } = counting.count;
    let mut counts = if counting.is_chosen { chosen } else { counts };
    // An earlier run may have counted more.
    if counts.len().saturating_sub(1) > max_moves {
        counts.truncate(max_moves + 1);
        is_complete = false;
    }
    while counting.is_chosen && counts.last() == Some(&0) {
        counts.pop();
    }
    Ok(Levels {
        is_complete,
        solvable: None,
        others: set_size.map(|size| size.saturating_sub(counts.iter().sum())),
        counts,
        hardest,
        first_kept,
    })
}

/// Builds the table of a puzzle with reversible moves, level by level: two bits per board and the
/// memory of [counting](count). [`build`](crate::table::build::build) takes ten bits per board. A
/// run resumes from a folder that keeps all levels, with all of their boards.
///
/// # Errors
/// As [`count`]; or if the folder lacks some finished level.
pub(crate) fn tabulate<K: Kernel>(
    puzzle: &K,
    options: &LevelOptions,
    budget: Budget<'_>,
) -> Result<Packed, Unfinished<LevelsError>> {
    plan(puzzle, options, true, budget.memory)?;
    let table = Filling::new(puzzle.boards());
    let levels = count_into(puzzle, options, Some(&table), budget)?;
    Ok(table.packed(levels.counts))
}

struct Counting<'c> {
    expander: Expander<'c>,
    folder: Option<Folder>,
    /// True if only the boards of a set are counted, and the set's size if it is known.
    is_chosen: bool,
    set_size: Option<u64>,
    /// The number of levels needed to find the next one, and the number kept.
    needed_levels: usize,
    kept: usize,
    table: Option<&'c Filling>,
    count: Count,
    /// In order of distance.
    levels: VecDeque<KeptBlocks>,
}

impl Counting<'_> {
    /// Resumes from the folder, or begins with the solved boards.
    fn begin<P: Ranked>(&mut self, puzzle: &P) -> Result<(), Unfinished<LevelsError>> {
        let folder = self.folder.as_ref();
        let found = folder.map(|folder| self.expander.resume(folder));
        if let Some((count, levels)) = found.transpose()?.flatten() {
            self.count = count;
            self.levels = levels.into();
            return self.fill_again();
        }
        let level = self.expander.first(puzzle)?;
        self.fill(0, &level)?;
        Ok(self.done(level)?)
    }

    fn fill_again(&self) -> Result<(), Unfinished<LevelsError>> {
        if self.table.is_none() {
            return Ok(());
        }
        let kept = self.count.counts.iter().sum();
        self.expander
            .budget
            .begin("reading levels", "boards", Some(kept));
        for (distance, level) in self.levels.iter().enumerate() {
            self.fill(distance, level)?;
            let boards = self.count.counts.get(distance).copied();
            self.expander.budget.advance(boards.unwrap_or(0));
        }
        Ok(())
    }

    fn fill(&self, distance: usize, level: &KeptBlocks) -> Result<(), Unfinished<LevelsError>> {
        match self.table {
            Some(table) => self.expander.fill_table(table, distance, level),
            None => Ok(()),
        }
    }

    /// Returns true if all boards of the set were found.
    fn has_all_chosen(&self) -> bool {
        self.set_size == Some(self.count.chosen.iter().sum()) && self.is_chosen
    }

    /// Keeps a level that was filled, and removes the levels that are no longer needed.
    fn done(&mut self, level: KeptBlocks) -> Result<(), LevelsError> {
        let facts = || level.iter().flatten().map(|kept| kept.facts);
        let represents = |facts: Facts| self.expander.represents(facts.block);
        let boards = facts().map(|facts| facts.boards * represents(facts)).sum();
        if boards == 0 {
            self.count.is_complete = true;
        } else {
            self.count.counts.push(boards);
            if self.is_chosen {
                let chosen = facts().map(|facts| facts.chosen).sum();
                self.count.chosen.push(chosen);
            }
            self.levels.push_back(level);
        }
        let needless = self.levels.len().saturating_sub(self.kept);
        let forgotten: Vec<KeptBlocks> = self.levels.drain(..needless).collect();
        if let Some(folder) = &self.folder {
            self.expander.shelf().settle()?;
            let facts =
                |level: &KeptBlocks| level.iter().flatten().map(|kept| kept.facts).collect();
            let levels = self.levels.iter().map(facts).collect();
            folder.write(&self.count, levels, self.expander.is_reduced(), None)?;
        }
        for level in &forgotten {
            self.expander.shelf().forget(level);
        }
        Ok(())
    }

    fn run(&mut self, max_distance: usize) -> Result<(), Unfinished<LevelsError>> {
        let budget = self.expander.budget;
        budget.begin("counting", "boards", Some(self.expander.boards()));
        budget.advance(self.count.counts.iter().sum());
        while !self.count.is_complete
            && !self.has_all_chosen()
            && self.count.counts.len() <= max_distance
        {
            let levels = self.levels.make_contiguous();
            let last_levels = &levels[levels.len().saturating_sub(self.needed_levels)..];
            let level = self.expander.next(self.count.counts.len(), last_levels)?;
            self.fill(self.count.counts.len(), &level)?;
            self.done(level)?;
        }
        Ok(())
    }

    fn first_kept(&self) -> usize {
        self.count.counts.len().saturating_sub(self.levels.len())
    }

    fn hardest<K: Kernel>(
        &self,
        puzzle: &K,
        listing: Listing,
        max_moves: usize,
    ) -> Result<Vec<FarBoard<K::Board>>, Unfinished<LevelsError>> {
        let mut listed = Vec::new();
        if listing.limit == 0 {
            return Ok(listed);
        }
        let mut first = None;
        self.each(self.levels.back(), |rank| {
            first = Some(puzzle.unrank(rank));
            ControlFlow::Break(())
        })?;
        let mut classes =
            BoardClasses::around(puzzle, first, None, |board| puzzle.has_place(board));
        let kept: Vec<_> = (self.first_kept()..)
            .zip(&self.levels)
            .take_while(|(distance, _)| *distance <= max_moves)
            .collect();
        for (distance, level) in kept.into_iter().rev() {
            let remaining = listing.limit - listed.len() as u64;
            let boards = level.iter().flatten().map(|kept| kept.facts.boards).sum();
            if remaining == 0 {
                break;
            }
            let mut hardest = Hardest::new(Listing {
                limit: remaining,
                ..listing
            });
            let mut seen = 0;
            let budget = self.expander.budget;
            budget.begin("listing the hardest boards", "boards", Some(boards));
            self.each(Some(level), |rank| {
                let board = puzzle.unrank(rank);
                if self.expander.is_reduced() {
                    for board in classes.images(&board, listing.every) {
                        hardest.offer(&mut classes, &board);
                    }
                } else {
                    hardest.offer(&mut classes, &board);
                }
                seen += 1;
                self.expander.flow(seen, hardest.bytes())
            })?;
            self.expander.check(hardest.bytes())?;
            let boards = hardest.into_boards();
            listed.extend(boards.map(|board| FarBoard {
                class: classes.size(&board),
                board,
                distance,
            }));
        }
        Ok(listed)
    }

    /// Visits the ranks of a level in ascending order, until `visit` breaks off.
    fn each(
        &self,
        level: Option<&KeptBlocks>,
        mut visit: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), LevelsError> {
        let mut part = Part::new();
        for kept in level.into_iter().flatten().flatten() {
            let mut reader = kept.reader()?;
            for range in self.expander.parts(kept.facts.block) {
                reader.next(&mut part, range.len())?;
                let first = self.expander.first_rank(kept.facts.block) + range.start as u64;
                let mut flow = ControlFlow::Continue(());
                part.ranks(0).each(&(0..range.len()), |rank| {
                    if flow.is_continue() {
                        flow = visit(first + rank as u64);
                    }
                });
                if flow.is_break() {
                    return Ok(());
                }
            }
            reader.end()?;
        }
        Ok(())
    }
}
