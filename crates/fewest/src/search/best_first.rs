//! Best-first search, the loop that uniform cost, A*, weighted A* and greedy search share: of all boards met and not yet
//! tried, try the moves of one with the least estimate, those met last first.
//!
//! Boards wait in a bucket for each estimate and are known by a table that keeps a word and four bytes of each, where their puzzle
//! [packs](Puzzle::pack) them. A board's bound is worked out afresh when its turn comes: that takes less time than the memory
//! would that keeps it.

use std::collections::BTreeMap;

use super::a_star::Wanted;
use super::memory::{Known, Note, Packed, Packing, Stack, Whole};
use super::run::Run;
use super::ways::{Ways, trace};
use super::weight::Weight;
use super::{Control, Outcome, Stop};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, MoveSet, Puzzle};

/// So many boards have their neighbours looked at before the first is tried: the machine fetches them together.
const BATCH: usize = 8;

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
        let mut found = u64::MAX;
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(estimate) = self.least().filter(|&estimate| estimate <= found) {
            run.prove(weight.proves(estimate));
            run.iteration(weight.proves(estimate));
            self.take(estimate, &mut batch, run);
            while let Some(key) = batch.pop() {
                self.try_moves(key, run)?;
                if !self.solved.is_empty() {
                    if self.rules.wanted == Wanted::Any {
                        return Ok(trace(puzzle, self.packing, &self.known, self.solved[0]));
                    }
                    found = estimate;
                }
                if self.least().is_some_and(|least| least < estimate) {
                    for key in batch.drain(..) {
                        self.put(estimate, key, run)?;
                    }
                }
            }
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

    /// Takes some boards with this estimate, and looks where their neighbours will be. Where estimates fall from board to
    /// board, as they do under weights, the first board's neighbours go before the second.
    fn take(&mut self, estimate: u64, batch: &mut Vec<K::Key>, run: &mut Run<'_, '_>) {
        let most = if self.rules.weight == Weight::ONE {
            BATCH
        } else {
            1
        };
        let Some(bucket) = self.buckets.get_mut(&estimate) else {
            return;
        };
        while batch.len() < most
            && let Some(key) = bucket.pop(&mut run.room)
        {
            batch.push(key);
        }
        if bucket.is_empty() {
            self.buckets.remove(&estimate);
        }
        batch.reverse();
        if most > 1 {
            let mut glances = 0;
            for &key in batch.iter() {
                glances ^= self.known.glance(&key);
                let board = self.packing.board(self.rules.puzzle, key);
                for m in self.rules.puzzle.moves(&board) {
                    let next = self.rules.puzzle.after(&board, m);
                    glances ^= self
                        .known
                        .glance(&self.packing.key(self.rules.puzzle, &next));
                }
            }
            std::hint::black_box(glances);
        }
    }

    fn try_moves(&mut self, key: K::Key, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        let &BestFirst {
            puzzle,
            heuristic,
            weight,
            reopens,
            ..
        } = self.rules;
        run.check()?;
        let Some(note) = self.known.get_mut(&key).filter(|note| !note.is_closed()) else {
            return Ok(());
        };
        note.close();
        let (depth, last) = (note.depth() + 1, note.last());
        let board = self.packing.board(puzzle, key);
        let memo = heuristic.start(puzzle, &board);
        if heuristic.bound(memo) == 0 && puzzle.is_solved(&board) {
            self.solved.push(key);
            return Ok(());
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
            let next = self.packing.key(puzzle, &puzzle.after(&board, m));
            let note = self.known.note(&next, &mut run.room)?;
            if !note.is_none() {
                if note.depth() <= depth || note.is_closed() && !reopens {
                    continue;
                }
                run.statistics.reopened += u64::from(note.is_closed());
            }
            *note = Note::new(depth, m)?;
            self.put(weight.estimate(depth, bound), next, run)?;
        }
        Ok(())
    }
}
