//! The work of a worker on its portions of a shared count.

use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};

use super::dealt::Dealt;
use super::expand::{Sources, sources};
use super::found::{FoundBoards, Outbox, Parcel};
use super::kept::{KeptBlock, KeptBlocks, Output};
use super::part::Part;
use super::{LevelsError, PART};
use crate::rank::bits::{self, Ranks, STRETCH, WORD};
use crate::space::ranked::{Link, index};
use crate::support::progress::Unfinished;

/// Limits between two hand-overs: bytes for other workers, and boards expanded.
const TURN: usize = 1 << 18;
const BOARDS_PER_PARCEL: usize = 1 << 18;
/// A block is expanded as a set, all words at once, if there is at least one board per this many
/// words; otherwise board by board. A board takes 10 to 20 times as long as a word.
const DENSE: u64 = 16;

/// The portions held by one worker.
pub struct Portions<'d> {
    dealt: &'d Dealt<'d>,
    number: usize,
    numbers: Vec<usize>,
    /// Each level's distance and blocks, in order of distance. Blocks are grouped by portion.
    levels: VecDeque<(usize, KeptBlocks)>,
    sources: Sources<'d>,
    found: FoundBoards,
    outbox: Outbox,
    part: Part,
    /// Boards expanded since the last hand-over.
    boards: usize,
    /// The boards found in one block, and the ranks of one link.
    set: Vec<u64>,
    ranks: Vec<usize>,
}

impl<'d> Portions<'d> {
    pub(super) fn new(
        dealt: &'d Dealt<'d>,
        number: usize,
        numbers: &[usize],
        levels: VecDeque<(usize, KeptBlocks)>,
    ) -> Self {
        Self {
            dealt,
            number,
            numbers: numbers.to_vec(),
            levels,
            sources: sources(&dealt.links, dealt.deal.blocks),
            found: FoundBoards::new(dealt.deal, numbers),
            outbox: Outbox::new(dealt.deal),
            part: Part::new(),
            boards: 0,
            set: Vec::new(),
            ranks: Vec::new(),
        }
    }

    /// Finds the boards at this distance, the neighbours of the level before. It keeps those in the
    /// worker's own portions. It calls `hand_over` repeatedly, with the other boards and with the
    /// boards found so far, into which the boards of other workers can be
    /// [taken](FoundBoards::take). It ends early if `hand_over` breaks off.
    ///
    /// # Errors
    /// If a file can't be read, or it was stopped.
    pub fn expand<B>(
        &mut self,
        distance: usize,
        mut hand_over: impl FnMut(&mut FoundBoards, Vec<Parcel>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Unfinished<LevelsError>> {
        if distance == 0 {
            self.solved()?;
        }
        // Not when a level is closed: it may be empty, and then the last two levels are others.
        if self.dealt.boards.is_reversible() {
            let needless = self.levels.len().saturating_sub(2);
            for (_, level) in self.levels.drain(..needless) {
                self.dealt.shelf.forget(&level);
            }
        }
        let Some((_, frontier)) = self.levels.pop_back() else {
            return Ok(ControlFlow::Continue(()));
        };
        let expanded = self.expand_blocks(&frontier, &mut hand_over);
        self.levels.push_back((distance - 1, frontier));
        expanded
    }

    fn expand_blocks<B>(
        &mut self,
        frontier: &KeptBlocks,
        hand_over: &mut impl FnMut(&mut FoundBoards, Vec<Parcel>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Unfinished<LevelsError>> {
        let blocks = self.dealt.deal.blocks;
        for block in 0..blocks {
            let Some(sources) = self.sources.get_mut(block).map(std::mem::take) else {
                continue;
            };
            let kept = |from: usize| {
                let of_all = frontier.chunks(blocks).zip(&self.numbers);
                of_all.filter_map(move |(level, &n)| Some((n, level.get(from)?.as_ref()?)))
            };
            let boards = sources.iter().map(|(from, links)| {
                let boards: u64 = kept(*from).map(|(_, kept)| kept.facts.boards).sum();
                boards * links.len() as u64
            });
            let words = self.dealt.links.block.div_ceil(WORD);
            let is_dense = boards.sum::<u64>() * DENSE >= words as u64;
            let all: Vec<(usize, &KeptBlock, &[&Link<'_>])> = (sources.iter())
                .flat_map(|(from, links)| kept(*from).map(move |(n, kept)| (n, kept, &links[..])))
                .collect();
            for (number, kept, links) in all {
                let is_continued = self.expand_block(number, kept, links, is_dense, hand_over)?;
                if is_continued.is_break() {
                    return Ok(is_continued);
                }
            }
            if is_dense {
                let is_continued = self.part_set(block, hand_over);
                if is_continued.is_break() {
                    return Ok(is_continued);
                }
            }
            if let Some(place) = self.sources.get_mut(block) {
                *place = sources;
            }
        }
        Ok(hand_over(&mut self.found, self.outbox.parcels()))
    }

    /// Follows links from the boards that a portion has in a block.
    fn expand_block<B>(
        &mut self,
        portion: usize,
        kept: &KeptBlock,
        links: &[&Link<'_>],
        is_dense: bool,
        hand_over: &mut impl FnMut(&mut FoundBoards, Vec<Parcel>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, Unfinished<LevelsError>> {
        let Dealt {
            deal,
            budget,
            links: all,
            ..
        } = self.dealt;
        if is_dense {
            self.set.resize(all.block.div_ceil(WORD), 0);
        }
        let mut reader = kept.reader()?;
        for places in deal.parts(portion) {
            budget.check::<LevelsError>()?;
            reader.next(&mut self.part, places.len())?;
            if self.part.count() == 0 {
                continue;
            }
            self.boards += self.part.count();
            for (ranks, start) in deal.units(portion, &places) {
                // If a unit is a whole part, it may have a list.
                let marked = if ranks.len() == PART {
                    self.part.ranks(ranks.start)
                } else {
                    let words = bits::words(&(start..start + ranks.len()));
                    Ranks {
                        first: ranks.start,
                        ..Ranks::unlisted(self.part.words().get(words).unwrap_or_default())
                    }
                };
                for link in links {
                    if is_dense {
                        link.by.carry(marked, ranks.clone(), &mut self.set);
                        continue;
                    }
                    for stretch in stretches(&ranks) {
                        self.ranks.clear();
                        link.by.list(marked, stretch, &mut self.ranks);
                        for &rank in &self.ranks {
                            let (portion, place) = deal.place(rank);
                            match self.found.slots.get(portion) {
                                Some(&Some(slot)) => {
                                    if let Some(set) = self.found.set(slot, link.to) {
                                        bits::insert(set, place);
                                    }
                                }
                                _ => self.outbox.push(portion, link.to, place),
                            }
                        }
                    }
                }
                // This is also when boards of other workers are taken.
                if self.outbox.bytes >= TURN || self.boards >= BOARDS_PER_PARCEL {
                    self.boards = 0;
                    let is_continued = hand_over(&mut self.found, self.outbox.parcels());
                    if is_continued.is_break() {
                        return Ok(is_continued);
                    }
                }
            }
        }
        reader.end()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Distributes the boards found in a block among the portions.
    fn part_set<B>(
        &mut self,
        block: usize,
        hand_over: &mut impl FnMut(&mut FoundBoards, Vec<Parcel>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let deal = self.dealt.deal;
        let mut places = Vec::new();
        for portion in 0..deal.portions {
            let slot = self.found.slots.get(portion).copied().flatten();
            let mut target = slot.and_then(|slot| self.found.set(slot, block));
            places.clear();
            places.resize(deal.places(portion) / WORD, 0);
            for (ranks, start) in deal.units(portion, &(0..deal.places(portion))) {
                let Some(words) = self.set.get_mut(bits::words(&ranks)) else {
                    continue;
                };
                let target = match &mut target {
                    Some(target) => target.get_mut(start / WORD..),
                    None => places.get_mut(start / WORD..),
                };
                for (to, word) in target.into_iter().flatten().zip(words) {
                    *to |= std::mem::take(word);
                }
            }
            if slot.is_none() {
                self.outbox.put(portion, block, 0, &places);
                if self.outbox.bytes >= TURN {
                    hand_over(&mut self.found, self.outbox.parcels())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn solved(&mut self) -> Result<(), Unfinished<LevelsError>> {
        let Dealt {
            boards,
            links,
            deal,
            budget,
            ..
        } = self.dealt;
        let found = &mut self.found;
        let block = links.block as u64;
        for number in 0..deal.blocks {
            let first = number as u64 * block;
            let ranks = first..boards.boards().min(first + block);
            boards.each_solved(ranks, &mut |rank| {
                let (portion, place) = deal.place(index(rank - first));
                if let Some(&Some(slot)) = found.slots.get(portion)
                    && let Some(set) = found.set(slot, number)
                {
                    bits::insert(set, place);
                }
                budget.flow()
            });
        }
        budget.check()
    }

    /// Takes boards that another worker has found. See [`FoundBoards::take`].
    #[must_use]
    pub fn take(&mut self, parcel: &Parcel) -> bool {
        self.found.take(parcel)
    }

    /// Closes the level at this distance: keeps the new boards that were found, and returns their
    /// number. Files in a folder are safe on disk then.
    ///
    /// # Errors
    /// If the levels need more memory than there is, or a file can't be read or written.
    pub fn close(&mut self, distance: usize) -> Result<u64, Unfinished<LevelsError>> {
        let dealt = self.dealt;
        let mut output = dealt.shelf.output(distance, self.number)?;
        let mut level: KeptBlocks = Vec::with_capacity(self.found.sets.len());
        for i in 0..self.found.sets.len() {
            dealt.budget.check::<LevelsError>()?;
            level.push(self.close_block(i, &mut output)?);
        }
        output.end()?;
        dealt.shelf.settle()?;
        let kept = level.iter().flatten();
        let boards = kept.clone().map(|kept| kept.facts.boards).sum();
        dealt.closes(distance, kept.map(|kept| kept.facts));
        self.levels.push_back((distance, level));
        Ok(boards)
    }

    /// Keeps the boards found in a block that no kept level has.
    fn close_block(
        &mut self,
        i: usize,
        output: &mut Output<'_>,
    ) -> Result<Option<KeptBlock>, LevelsError> {
        let Dealt { deal, .. } = self.dealt;
        let blocks = deal.blocks;
        let Some((set, &portion)) = self
            .found
            .sets
            .get_mut(i)
            .filter(|set| !set.is_empty())
            .zip(self.numbers.get(i / blocks))
        else {
            return Ok(None);
        };
        for kept in self
            .levels
            .iter()
            .filter_map(|(_, level)| level.get(i)?.as_ref())
        {
            let mut reader = kept.reader()?;
            for places in deal.parts(portion) {
                reader.next(&mut self.part, places.len())?;
                let set = set.get_mut(bits::words(&places)).into_iter().flatten();
                for (found, known) in set.zip(self.part.words()) {
                    *found &= !known;
                }
            }
            reader.end()?;
        }
        if set.iter().all(|&word| word == 0) {
            return Ok(None);
        }
        let mut writer = output.block(portion * blocks + i % blocks);
        for places in deal.parts(portion) {
            if let Some(set) = set.get_mut(bits::words(&places)) {
                writer.part(set)?;
                set.fill(0);
            }
        }
        Ok(Some(writer.end()))
    }

    /// Calls `see` with the worker's boards at a distance, as sets, so that a table of all boards
    /// can be [filled](Dealt::fill). It ends early if `see` breaks off.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn show<B>(
        &mut self,
        distance: usize,
        mut see: impl FnMut(Vec<Parcel>) -> ControlFlow<B>,
    ) -> Result<ControlFlow<B>, LevelsError> {
        let deal = self.dealt.deal;
        let level = self
            .levels
            .iter()
            .filter(|(level_distance, _)| *level_distance == distance);
        let level = level.flat_map(|(_, level)| level.iter().enumerate());
        for (i, kept) in level.filter_map(|(i, kept)| Some((i, kept.as_ref()?))) {
            let Some(&portion) = self.numbers.get(i / deal.blocks) else {
                continue;
            };
            let mut reader = kept.reader()?;
            for places in deal.parts(portion) {
                reader.next(&mut self.part, places.len())?;
                let (block, words) = (i % deal.blocks, self.part.words());
                self.outbox.put(portion, block, places.start, words);
                if self.outbox.bytes >= TURN
                    && let ControlFlow::Break(end) = see(self.outbox.parcels())
                {
                    return Ok(ControlFlow::Break(end));
                }
            }
            reader.end()?;
        }
        Ok(see(self.outbox.parcels()))
    }

    /// The least distance whose boards are listed, if `levels` levels have boards. If every move
    /// can be undone, only the last two levels are listed, as on one machine.
    #[must_use]
    pub fn first_kept(&self, levels: usize) -> usize {
        let first = self.levels.front().map_or(0, |(distance, _)| *distance);
        if self.dealt.boards.is_reversible() {
            return first.max(levels.saturating_sub(2));
        }
        first
    }

    /// Visits the ranks of the worker's boards at a kept distance.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn each(&mut self, distance: usize, visit: &mut dyn FnMut(u64)) -> Result<(), LevelsError> {
        let Dealt { deal, links, .. } = self.dealt;
        let level = self
            .levels
            .iter()
            .filter(|(level_distance, _)| *level_distance == distance);
        let level = level.flat_map(|(_, level)| level.iter().enumerate());
        for (i, kept) in level.filter_map(|(i, kept)| Some((i, kept.as_ref()?))) {
            let Some(&portion) = self.numbers.get(i / deal.blocks) else {
                continue;
            };
            let first = (i % deal.blocks * links.block) as u64;
            let mut reader = kept.reader()?;
            for places in deal.parts(portion) {
                reader.next(&mut self.part, places.len())?;
                for (ranks, start) in deal.units(portion, &places) {
                    let words = bits::words(&(start..start + ranks.len()));
                    let set = self.part.words().get(words).unwrap_or_default();
                    bits::each(set, &(0..ranks.len()), |rank| {
                        visit(first + (ranks.start + rank) as u64);
                    });
                }
            }
            reader.end()?;
        }
        Ok(())
    }
}

fn stretches(ranks: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    let end = ranks.end;
    let starts = ranks.clone().step_by(STRETCH);
    starts.map(move |start| start..end.min(start + STRETCH))
}
