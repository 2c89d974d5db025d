//! Finds the boards one move further away, block by block.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::counted::Count;
use super::filling::Filling;
use super::folder::Folder;
use super::kept::{KeptBlock, KeptBlocks, Shelf};
use super::{FolderProblem, LevelsError, PART, Part};
use crate::rank::bits::{self, WORD};
use crate::space::Ranked;
use crate::space::ranked::{Link, Links, ReducedLinks, index};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// Boards offered to a list between two checks of the limits.
const BOARDS_PER_CHECK: u64 = 1 << 12;

/// The links of a puzzle, and the working memory of its cores.
pub(super) struct Expander<'c> {
    links: &'c Links<'c>,
    /// The number of blocks that each block represents.
    represents: &'c [u32],
    sources: Sources<'c>,
    boards: u64,
    shelf: &'c Shelf,
    pub(crate) budget: Budget<'c>,
    chosen: Option<&'c Chosen<'c>>,
    scratch: Vec<Mutex<Workspace>>,
}

/// For each block, the blocks from which it is reached, each with its links.
pub(super) type Sources<'c> = Vec<Vec<(usize, Vec<&'c Link<'c>>)>>;

pub(super) fn sources<'c>(links: &'c Links<'c>, blocks: usize) -> Sources<'c> {
    let mut all: Sources<'_> = vec![Vec::new(); blocks];
    for link in &links.links {
        if let Some(sources) = all.get_mut(link.to) {
            match sources.iter_mut().find(|(from, _)| *from == link.from) {
                Some((_, links)) => links.push(link),
                None => sources.push((link.from, vec![link])),
            }
        }
    }
    all
}

/// Returns true if the board of a rank is in the set to count.
pub(super) type Chosen<'c> = dyn Fn(u64) -> bool + Sync + 'c;

struct Workspace {
    /// The boards found in the current block; empty between two blocks.
    found: Vec<u64>,
    part: Part,
}

impl<'c> Expander<'c> {
    pub(crate) fn new(
        ReducedLinks { links, represents }: &'c ReducedLinks<'c>,
        boards: u64,
        shelf: &'c Shelf,
        workers: usize,
        chosen: Option<&'c Chosen<'c>>,
        budget: Budget<'c>,
    ) -> Self {
        let scratch = || Workspace {
            found: Vec::new(),
            part: Part::new(),
        };
        Self {
            links,
            represents,
            sources: sources(links, represents.len()),
            boards,
            shelf,
            budget,
            chosen,
            scratch: (0..workers).map(|_| Mutex::new(scratch())).collect(),
        }
    }

    pub(crate) fn blocks(&self) -> usize {
        self.sources.len()
    }

    pub(crate) const fn shelf(&self) -> &Shelf {
        self.shelf
    }

    pub(crate) fn first_rank(&self, block: usize) -> u64 {
        block as u64 * self.links.block as u64
    }

    /// The levels that an earlier run left in a folder, if any.
    ///
    /// # Errors
    /// If they can't be read, or their boards don't add up to the counts.
    pub(crate) fn resume(
        &self,
        folder: &Folder,
    ) -> Result<Option<(Count, Vec<KeptBlocks>)>, LevelsError> {
        let left = folder.resume(self.blocks())?;
        if let Some((count, levels)) = &left {
            let first = count.counts.len().saturating_sub(levels.len());
            for (level, &boards) in levels.iter().zip(count.counts.iter().skip(first)) {
                let facts = level.iter().flatten().map(|kept| kept.facts);
                let counted = facts.map(|facts| facts.boards * self.represents(facts.block));
                if counted.sum::<u64>() != boards {
                    return Err(LevelsError::folder(folder.path(), FolderProblem::Damaged));
                }
            }
        }
        Ok(left)
    }

    /// Returns true if some block represents others.
    pub(crate) fn is_reduced(&self) -> bool {
        self.represents.contains(&0)
    }

    /// The number of blocks that a block represents.
    pub(crate) fn represents(&self, block: usize) -> u64 {
        self.represents.get(block).copied().map_or(1, u64::from)
    }

    /// The number of blocks that the block of a rank represents.
    pub(crate) fn represents_at(&self, rank: u64) -> u64 {
        self.represents(index(rank) / self.links.block.max(1))
    }

    /// The parts of a block, as ranges of ranks in the block.
    pub(crate) fn parts(&self, block: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let left = self.boards.saturating_sub(self.first_rank(block));
        let len = usize::try_from(left).map_or(self.links.block, |left| left.min(self.links.block));
        (0..len)
            .step_by(PART)
            .map(move |start| start..len.min(start + PART))
    }

    pub(crate) const fn boards(&self) -> u64 {
        self.boards
    }

    /// Fills a table with a level at this distance.
    pub(crate) fn fill_table(
        &self,
        table: &Filling,
        distance: usize,
        level: &KeptBlocks,
    ) -> Result<(), Unfinished<LevelsError>> {
        let results = parallel::map(level.iter().flatten(), |kept: &KeptBlock| {
            let mut part = Part::new();
            let mut reader = kept.reader()?;
            for range in self.parts(kept.facts.block) {
                self.budget.check::<LevelsError>()?;
                reader.next(&mut part, range.len())?;
                let first = self.first_rank(kept.facts.block) + range.start as u64;
                table.meet(part.ranks(0), first, range.len(), distance);
            }
            reader.end()?;
            Ok(())
        });
        results.into_iter().collect()
    }

    /// Breaks off if the work has to stop or the list takes too many bytes. Checks now and then.
    pub(crate) fn flow(&self, seen: u64, bytes: u64) -> ControlFlow<()> {
        if !seen.is_multiple_of(BOARDS_PER_CHECK) {
            return ControlFlow::Continue(());
        }
        self.budget.advance(BOARDS_PER_CHECK);
        match self.check(bytes) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Returns an error if the work has to stop or the list takes too many bytes.
    pub(crate) fn check(&self, bytes: u64) -> Result<(), Unfinished<LevelsError>> {
        let allowed = self.budget.memory.unwrap_or(u64::MAX);
        if bytes > allowed {
            let needed = bytes;
            return Err(LevelsError::Memory { needed, allowed }.into());
        }
        self.budget.check()
    }

    pub(crate) fn first<P: Ranked>(
        &self,
        puzzle: &P,
    ) -> Result<KeptBlocks, Unfinished<LevelsError>> {
        let mut scratch = self.scratch.first().map(|workspace| workspace.lock());
        let Some(Ok(scratch)) = &mut scratch else {
            return Ok(Vec::new());
        };
        let block = |block| {
            if self.represents(block) == 0 {
                return Ok(None);
            }
            let first = self.first_rank(block);
            let end = self.boards.min(first + self.links.block as u64);
            scratch.found.resize(self.links.block.div_ceil(WORD), 0);
            puzzle.each_solved(first..end, &mut |rank| {
                bits::insert(&mut scratch.found, index(rank - first));
                self.budget.flow()
            });
            self.write(scratch, 0, block)
        };
        (0..self.blocks()).map(block).collect()
    }

    /// The level that follows the last of these, at this distance.
    pub(crate) fn next(
        &self,
        distance: usize,
        levels: &[KeptBlocks],
    ) -> Result<KeptBlocks, Unfinished<LevelsError>> {
        let next: Vec<Mutex<Option<KeptBlock>>> =
            (0..self.blocks()).map(|_| Mutex::default()).collect();
        let failure: Mutex<Option<Unfinished<LevelsError>>> = Mutex::default();
        let place = AtomicUsize::new(0);
        parallel::each(self.scratch.len(), &|worker| {
            let Some(scratch) = self.scratch.get(worker) else {
                return;
            };
            let mut scratch = scratch.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let block = place.fetch_add(1, Ordering::Relaxed);
                let Some(slot) = next.get(block) else {
                    return;
                };
                match self.fill(&mut scratch, distance, block, levels) {
                    Ok(kept) => *slot.lock().unwrap_or_else(PoisonError::into_inner) = kept,
                    Err(error) => {
                        place.store(self.blocks(), Ordering::Relaxed);
                        let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                        failure.get_or_insert(error);
                        // The block is incomplete.
                        scratch.found.clear();
                        return;
                    }
                }
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(next
                .into_iter()
                .map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
                .collect()),
        }
    }

    fn fill(
        &self,
        scratch: &mut Workspace,
        distance: usize,
        block: usize,
        levels: &[KeptBlocks],
    ) -> Result<Option<KeptBlock>, Unfinished<LevelsError>> {
        let Some(frontier) = levels.last() else {
            return Ok(None);
        };
        let sources = self.sources.get(block).map_or(&[][..], |sources| sources);
        let mut is_reached = false;
        for (from, links) in sources {
            let Some(kept) = frontier.get(*from).and_then(Option::as_ref) else {
                continue;
            };
            is_reached = true;
            scratch.found.resize(self.links.block.div_ceil(WORD), 0);
            let mut reader = kept.reader()?;
            for range in self.parts(*from) {
                self.budget.check::<LevelsError>()?;
                reader.next(&mut scratch.part, range.len())?;
                if scratch.part.count() > 0 {
                    for link in links {
                        let marked = scratch.part.ranks(range.start);
                        link.by.carry(marked, range.clone(), &mut scratch.found);
                    }
                }
            }
            reader.end()?;
        }
        if !is_reached {
            return Ok(None);
        }
        for kept in levels.iter().filter_map(|level| level.get(block)?.as_ref()) {
            let mut reader = kept.reader()?;
            for range in self.parts(block) {
                reader.next(&mut scratch.part, range.len())?;
                if scratch.part.count() > 0
                    && let Some(found) = scratch.found.get_mut(bits::words(&range))
                {
                    for (found, known) in found.iter_mut().zip(scratch.part.words()) {
                        *found &= !known;
                    }
                }
            }
            reader.end()?;
        }
        self.write(scratch, distance, block)
    }

    /// Keeps the boards found in a block, and clears the working memory.
    fn write(
        &self,
        scratch: &mut Workspace,
        distance: usize,
        block: usize,
    ) -> Result<Option<KeptBlock>, Unfinished<LevelsError>> {
        if scratch.found.iter().all(|&word| word == 0) {
            return Ok(None);
        }
        let mut output = self.shelf.output(distance, block)?;
        let mut writer = output.block(block);
        let mut chosen = 0;
        for range in self.parts(block) {
            self.budget.check::<LevelsError>()?;
            if let Some(found) = scratch.found.get_mut(bits::words(&range)) {
                let boards = writer.part(found)?;
                if let Some(is_chosen) = self.chosen {
                    let first = self.first_rank(block) + range.start as u64;
                    bits::each(found, &(0..range.len()), |rank| {
                        chosen += u64::from(is_chosen(first + rank as u64));
                    });
                }
                found.fill(0);
                self.budget.advance(boards * self.represents(block));
            }
        }
        let mut kept = writer.end();
        kept.facts.chosen = chosen;
        output.end()?;
        Ok(Some(kept))
    }
}
