//! A level-by-level count whose ranks are dealt among workers, possibly on several machines.
//!
//! Each worker holds some [`Portions`] of the ranks. It [expands](Portions::expand) its share of
//! the last level, and [takes](Portions::take) the boards that others find for its portions. When
//! nobody finds any more, it [closes](Portions::close) the next level. The caller transports the
//! boards, and finds out when all have arrived.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::agree::{Agreed, Left};
use super::counted::{Count, check_sum};
use super::deal::Deal;
use super::filling::Filling;
use super::folder::{Folder, Holding, Status, check_space};
use super::kept::{Facts, KeptBlocks, Shelf};
use super::{
    AllBoards, FolderProblem, LevelOptions, LevelsError, PART, Parcel, Parcelled, Portions, part,
};
use crate::rank::bits::{self, Ranks, WORD};
use crate::space::ranked::Links;
use crate::support::budget::Budget;

/// The number of levels that a folder keeps if moves are reversible. Two are enough to find the
/// next one; the third is needed if a run ends when only some machines have closed a level.
const KEPT: usize = 3;

/// The part of a shared count that the workers of one process have in common.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use fewest::levels::{Dealt, LevelOptions, agree};
/// use fewest::{Budget, Options, Puzzle};
///
/// let boards = Puzzle::open("eight")?.all_boards(&Options::default())?;
/// let mut dealt = Dealt::new(&*boards, &LevelOptions::default(), (1, 1), Budget::default())?;
/// let agreed = agree(dealt.portions(), &[dealt.left()])?;
/// dealt.begin(&agreed, 0)?;
/// // One worker holds all portions: nothing has to travel.
/// let mut alone = dealt.worker(0, &agreed.portions[0]);
/// let mut counts = Vec::new();
/// for distance in 0..=31 {
///     alone.expand(distance, |_, parcels| {
///         assert!(parcels.is_empty());
///         ControlFlow::<()>::Continue(())
///     })?;
///     counts.push(alone.close(distance)?);
/// }
/// assert_eq!((counts.iter().sum::<u64>(), counts[31]), (181_440, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dealt<'b> {
    pub(super) boards: &'b dyn AllBoards,
    pub(super) links: Links<'b>,
    pub(super) deal: Deal,
    pub(super) shelf: Shelf,
    folder: Option<Folder>,
    keeps_all: bool,
    left: Option<Status>,
    local_portions: Vec<usize>,
    /// The blocks closed by this process's workers and kept in the folder, by distance.
    closed: Mutex<BTreeMap<usize, Vec<Facts>>>,
    pub(super) budget: Budget<'b>,
}

impl<'b> Dealt<'b> {
    /// Prepares a count of all boards, in memory or in a folder where it can resume. The pair is
    /// the number of workers in total and of those in this process.
    ///
    /// # Errors
    /// If boards can't be numbered, the count needs more memory or disk than there is, or the
    /// folder can't be used.
    pub fn new(
        boards: &'b dyn AllBoards,
        options: &LevelOptions,
        (workers, local_workers): (usize, usize),
        budget: Budget<'b>,
    ) -> Result<Self, LevelsError> {
        // One bit per board for the next level, and one block per worker.
        let size = boards.link_size();
        let share = boards.boards() / 8 * local_workers as u64 / workers.max(1) as u64;
        let sets = (size.block as u64 / 8).saturating_mul(local_workers as u64);
        let needed = (size.bytes as u64)
            .saturating_add(share)
            .saturating_add(sets);
        let allowed = budget.memory.unwrap_or(u64::MAX);
        if needed > allowed {
            return Err(LevelsError::Memory { needed, allowed });
        }
        let links = boards.links();
        let folder = options.folder.as_deref().map(|path| {
            let identity = format!("{}, shared", boards.identity());
            Folder::open(path, boards.name(), identity, boards.boards())
        });
        let folder = folder.transpose()?;
        let left = folder.as_ref().map(Folder::left).transpose()?.flatten();
        let deal = match left.as_ref().and_then(|left| left.holding.as_ref()) {
            Some(holding) => Deal::into(&links, boards.boards(), holding.of),
            None => Deal::of(&links, boards.boards(), workers),
        };
        if let Some(folder) = &folder
            && boards.is_reversible()
            && options.max_moves.is_none()
        {
            let kept = share.saturating_mul(KEPT as u64 + 1);
            // All levels take at most one byte per board.
            let all = if options.keeps_all { share * 8 } else { 0 };
            check_space(folder.path(), kept.saturating_add(all))?;
        }
        let shelf = match &folder {
            Some(folder) => Shelf::Folder(folder.path().to_owned(), Mutex::default()),
            None => Shelf::Memory {
                allowed: allowed - needed,
                taken: AtomicU64::new(0),
            },
        };
        Ok(Self {
            boards,
            links,
            deal,
            shelf,
            folder,
            keeps_all: options.keeps_all,
            left,
            local_portions: Vec::new(),
            closed: Mutex::default(),
            budget,
        })
    }

    /// The number of portions, a power of two.
    #[must_use]
    pub const fn portions(&self) -> usize {
        self.deal.portions
    }

    /// The state that an earlier run left in the folder.
    #[must_use]
    pub fn left(&self) -> Option<Left> {
        let status = self.left.as_ref()?;
        let holding = status.holding.as_ref()?;
        Some(Left {
            of: holding.of,
            portions: holding.portions.clone(),
            counts: status.counts.clone(),
        })
    }

    /// Begins or resumes with the state that all processes [agreed](super::agree) on. `process` is
    /// the number of this one.
    ///
    /// # Errors
    /// If the counts are impossible, the folder can't be used, or it lacks the last common level.
    pub fn begin(&mut self, agreed: &Agreed, process: usize) -> Result<(), LevelsError> {
        self.check(&agreed.counts, false)?;
        let portions = agreed.portions.get(process);
        self.local_portions = portions.cloned().unwrap_or_default();
        self.deal = Deal::into(&self.links, self.boards.boards(), agreed.of);
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let Some(last) = agreed.counts.len().checked_sub(1) else {
            return folder.sweep(None);
        };
        let status = self.left.take();
        let levels = status
            .iter()
            .flat_map(Status::kept)
            .filter(|&(distance, _)| distance <= last);
        let closed: BTreeMap<_, _> = levels.map(|(d, facts)| (d, facts.to_vec())).collect();
        if !self.local_portions.is_empty() && closed.len() < last.min(1) + 1 {
            return Err(LevelsError::folder(folder.path(), FolderProblem::Damaged));
        }
        if self.keeps_all && !self.local_portions.is_empty() && closed.len() <= last {
            return Err(LevelsError::folder(folder.path(), FolderProblem::Forgotten));
        }
        self.closed = closed.into();
        self.note(&agreed.counts, false)
    }

    /// Checks that the counts, summed over all machines, are possible.
    ///
    /// # Errors
    /// If they exceed the number of boards, or if a complete count is known to be too low.
    pub fn check(&self, counts: &[u64], is_complete: bool) -> Result<(), LevelsError> {
        let is_all = is_complete && self.boards.all_can_be_solved();
        check_sum(counts, self.boards.boards(), is_all)
    }

    /// Records the number of boards at each distance that all machines have closed. A folder keeps
    /// the last levels, from which a later run resumes.
    ///
    /// # Errors
    /// If the folder can't be written.
    pub fn note(&self, counts: &[u64], is_complete: bool) -> Result<(), LevelsError> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        self.shelf.settle()?;
        let mut closed = self.closed();
        closed.retain(|&distance, _| {
            let needed = if self.boards.is_reversible() && !self.keeps_all {
                KEPT
            } else {
                usize::MAX
            };
            distance < counts.len() && counts.len() - distance <= needed
        });
        for facts in closed.values_mut() {
            facts.sort_unstable_by_key(|facts| facts.block);
        }
        let count = Count {
            counts: counts.to_vec(),
            chosen: Vec::new(),
            is_complete,
        };
        let holding = Holding {
            of: self.deal.portions,
            portions: self.local_portions.clone(),
        };
        folder.write(
            &count,
            closed.values().cloned().collect(),
            false,
            Some(holding),
        )
    }

    /// Fills a table with boards at a distance that a worker [shows](Portions::show). Returns false
    /// if the parcel is not part of a level.
    #[must_use]
    pub fn fill(&self, table: &Filling, distance: usize, parcel: &Parcel) -> bool {
        let Parcelled::Set { first, bytes } = &parcel.boards else {
            return false;
        };
        let (portion, first) = (parcel.portion as usize, *first as usize);
        let end = self.deal.places(portion).min(first + PART);
        let mut words = vec![0; end.saturating_sub(first) / WORD];
        let is_known = portion < self.deal.portions && (parcel.block as usize) < self.deal.blocks;
        if !is_known || words.is_empty() || part::add(bytes, &mut words).is_err() {
            return false;
        }
        let block = u64::from(parcel.block) * self.links.block as u64;
        for (ranks, start) in self.deal.units(portion, &(first..end)) {
            let range = bits::words(&(start..start + ranks.len()));
            let met = Ranks::unlisted(words.get(range).unwrap_or_default());
            table.meet(met, block + ranks.start as u64, ranks.len(), distance);
        }
        true
    }

    fn closed(&self) -> MutexGuard<'_, BTreeMap<usize, Vec<Facts>>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The worker of this number in this process, with some of its portions.
    #[must_use]
    pub fn worker(&self, number: usize, portions: &[usize]) -> Portions<'_> {
        let blocks = self.deal.blocks;
        let mut levels = VecDeque::new();
        for (&distance, facts) in self.closed().iter() {
            let mut level: KeptBlocks = (0..portions.len() * blocks).map(|_| None).collect();
            let folder = self.folder.as_ref();
            for kept in folder.map_or_else(Vec::new, |folder| folder.kept(distance, facts)) {
                let block = kept.facts.block;
                let portion = block / blocks.max(1);
                let slot = portions.iter().position(|&local| local == portion);
                if let Some(slot) = slot
                    && let Some(place) = level.get_mut(slot * blocks + block % blocks)
                {
                    *place = Some(kept);
                }
            }
            levels.push_back((distance, level));
        }
        Portions::new(self, number, portions, levels)
    }

    pub(super) fn closes(&self, distance: usize, facts: impl Iterator<Item = Facts>) {
        if self.folder.is_some() {
            self.closed().entry(distance).or_default().extend(facts);
        }
    }
}
