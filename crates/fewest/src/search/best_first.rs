//! Best-first search, the loop that uniform cost, A*, weighted A* and greedy search share: of all boards met and not yet
//! tried, try the moves of one with the least estimate, those met last first.
//!
//! Boards wait in a bucket for each estimate and are known by a table that keeps a word and four bytes of each, where their puzzle
//! [packs](Puzzle::pack) them. A board's bound is worked out afresh when its turn comes: that takes less time than the memory
//! would that keeps it.

use std::collections::BTreeMap;

use super::a_star::Wanted;
use super::memory::{Known, Note, Packed, Packing, Place, Stack, Whole};
use super::run::Run;
use super::ways::{Ways, trace};
use super::weight::Weight;
use super::{Control, Outcome, Stop};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, MoveSet, Puzzle};

/// So many boards are taken at a time and looked up together, once there are [`MANY`].
const BATCH: usize = 16;
/// So many boards generated are more than the caches hold.
const MANY: u64 = 1 << 16;

/// A search of any of the four kinds.
pub(super) struct BestFirst<'s, P, H> {
    pub(super) puzzle: &'s P,
    pub(super) heuristic: &'s H,
    pub(super) weight: Weight,
    /// Whether boards reached again on a shorter way are tried again.
    pub(super) reopens: bool,
    pub(super) wanted: Wanted,
}

impl<P: Puzzle, H: Heuristic<P>> BestFirst<'_, P, H> {
    pub(super) fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        if self.puzzle.pack(start).is_some() {
            self.keeping(start, &Packed(*start), control)
        } else {
            self.keeping(start, &Whole, control)
        }
    }

    fn keeping<K: Packing<P>>(
        &self,
        start: &P::Board,
        packing: &K,
        control: &mut Control<'_>,
    ) -> Outcome {
        let mut run = Run::new(control);
        let bound = self
            .heuristic
            .bound(self.heuristic.start(self.puzzle, start));
        run.prove(bound);
        if run.is_beyond(bound) {
            return run.finish(Err(Stop::Moves));
        }
        let key = packing.key(self.puzzle, start);
        let mut search = Search {
            rules: self,
            packing,
            known: Known::new(key),
            buckets: BTreeMap::new(),
            solved: Vec::new(),
            is_cut: false,
            batch: Batch {
                boards: Vec::with_capacity(BATCH),
                children: Vec::new(),
                places: Vec::new(),
            },
        };
        let answer = search.run(start, bound, &mut run);
        run.finish(answer)
    }
}

struct Search<'s, P: Puzzle, H, K: Packing<P>> {
    rules: &'s BestFirst<'s, P, H>,
    packing: &'s K,
    known: Known<K::Key>,
    /// By estimate: the boards to try. One that was reached again is in two, and tried from the first.
    buckets: BTreeMap<u64, Stack<K::Key>>,
    solved: Vec<K::Key>,
    /// Whether boards were left out that can't be solved within the limit of moves.
    is_cut: bool,
    batch: Batch<K::Key>,
}

/// Boards that are tried together.
struct Batch<Key> {
    boards: Vec<Key>,
    children: Vec<Child<Key>>,
    /// Of the boards, then of their children.
    places: Vec<Place>,
}

/// A board that a move leads to.
struct Child<Key> {
    key: Key,
    depth: u32,
    bound: u32,
    m: Move,
}

impl<P: Puzzle, H: Heuristic<P>, K: Packing<P>> Search<'_, P, H, K> {
    fn run(
        &mut self,
        start: &P::Board,
        bound: u32,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<Move>, Stop> {
        let &BestFirst { puzzle, weight, .. } = self.rules;
        let root = self.packing.key(puzzle, start);
        *self.known.note(&root, &mut run.room)? = Note::new(0, Move::new(0))?;
        self.put(weight.estimate(0, bound), root, run)?;
        let mut found = None;
        while let Some(estimate) =
            (self.least()).filter(|&estimate| found.is_none_or(|found| estimate <= found))
        {
            run.prove(weight.proves(estimate));
            run.iteration(weight.proves(estimate));
            self.take(estimate, run);
            self.expand(run)?;
            if !self.solved.is_empty() {
                if self.rules.wanted == Wanted::Any {
                    return Ok(trace(puzzle, self.packing, &self.known, self.solved[0]));
                }
                // It stays the first one's: where bounds are not consistent, boards found later may have less.
                found.get_or_insert(estimate);
            }
            self.keep(run)?;
        }
        if let Some(length) = self.solved.first().and_then(|key| self.known.get(key)) {
            let mut ways = Ways {
                forward: &mut self.known,
                backward: None,
                length: length.depth(),
            };
            return ways.least(puzzle, self.packing, start, &self.solved, run);
        }
        if let Some(most) = run.most().filter(|_| self.is_cut) {
            run.prove(most.saturating_add(1));
            return Err(Stop::Moves);
        }
        Err(Stop::Exhausted)
    }

    fn put(&mut self, estimate: u64, key: K::Key, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        self.buckets
            .entry(estimate)
            .or_default()
            .push(key, &mut run.room)
    }

    /// The least estimate of a board that waits.
    fn least(&self) -> Option<u64> {
        self.buckets
            .first_key_value()
            .map(|(&estimate, _)| estimate)
    }

    /// Takes some boards with this estimate. Under a weight estimates fall from board to board: there the first board's
    /// children go before the second.
    fn take(&mut self, estimate: u64, run: &mut Run<'_, '_>) {
        let is_steady = self.rules.weight == Weight::ONE && run.statistics.generated >= MANY;
        let most = if is_steady { BATCH } else { 1 };
        self.batch.boards.clear();
        self.batch.places.clear();
        let Some(bucket) = self.buckets.get_mut(&estimate) else {
            return;
        };
        while self.batch.boards.len() < most
            && let Some(key) = bucket.pop(&mut run.room)
        {
            self.batch.boards.push(key);
            self.batch.places.push(Place::of(&key));
        }
        if bucket.is_empty() {
            self.buckets.remove(&estimate);
        }
    }

    /// Makes the moves of the boards taken.
    fn expand(&mut self, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        let &BestFirst {
            puzzle, heuristic, ..
        } = self.rules;
        let batch = &mut self.batch;
        self.known.glance(&batch.places);
        batch.places.clear();
        batch.children.clear();
        for key in &batch.boards {
            run.check()?;
            let Some(note) = self.known.get_mut(key).filter(|note| !note.is_closed()) else {
                continue;
            };
            note.close();
            let (depth, last) = (note.depth() + 1, note.last());
            let board = self.packing.board(puzzle, *key);
            let memo = heuristic.start(puzzle, &board);
            if heuristic.bound(memo) == 0 && puzzle.is_solved(&board) {
                self.solved.push(*key);
                continue;
            }
            run.statistics.expanded += 1;
            let back = puzzle.inverse(last).filter(|_| depth > 1);
            for m in puzzle
                .moves(&board)
                .without(back.map_or(MoveSet::EMPTY, MoveSet::only))
            {
                run.statistics.generated += 1;
                let bound = heuristic.bound(heuristic.after(puzzle, &board, m, memo));
                if run.is_beyond(depth.saturating_add(bound)) {
                    self.is_cut = true;
                    continue;
                }
                let key = self.packing.key(puzzle, &puzzle.after(&board, m));
                batch.places.push(Place::of(&key));
                batch.children.push(Child {
                    key,
                    depth,
                    bound,
                    m,
                });
            }
        }
        self.known.glance(&batch.places);
        Ok(())
    }

    /// Keeps what the moves led to, if it is new or was reached on a shorter way.
    fn keep(&mut self, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        let BestFirst {
            weight, reopens, ..
        } = self.rules;
        for child in &self.batch.children {
            let note = self.known.note(&child.key, &mut run.room)?;
            if !note.is_none() {
                if note.depth() <= child.depth || note.is_closed() && !reopens {
                    continue;
                }
                run.statistics.reopened += u64::from(note.is_closed());
            }
            *note = Note::new(child.depth, child.m)?;
            self.buckets
                .entry(weight.estimate(child.depth, child.bound))
                .or_default()
                .push(child.key, &mut run.room)?;
        }
        Ok(())
    }
}
