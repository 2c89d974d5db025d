//! Best-first search, the loop of uniform-cost, A*, weighted A* and greedy search: repeatedly
//! expand an open board with the smallest estimate, the latest first.
//!
//! Open boards wait in one bucket per estimate, with how they were reached. They are looked up and
//! kept only when their turn comes: a board that was reached twice waits twice, and the second is
//! dropped. So each expanded board costs one random memory access, not one more per move, and most
//! waiting boards are never looked up. (Delayed duplicate detection: R. E. Korf, "Best-first
//! frontier search with delayed duplicate detection", 2004, goes further and sorts them on disk.)
//!
//! If the puzzle can [pack](StateSpace::pack) boards, each takes one word and four bytes. A board's
//! bound is computed again when its turn comes, which is faster than loading it from memory.

use super::AnswerChoice;
use super::memory::{BoardPacking, HashPlace, KnownBoards, Note, PackedBoards, Stack, Whole};
use super::run::Run;
use super::trace::{Ways, trace};
use super::weight::Weight;
use super::{Control, Outcome, Stop};
use crate::heuristic::{Bounds, MoveBounds};
use crate::space::{Move, Moves, StateSpace};

/// Boards looked up together, once there are [`MANY`].
const BOARDS_AT_A_TIME: usize = 32;
/// More generated boards than the caches hold.
const MANY: u64 = 1 << 16;
/// Buckets to try before the binary search.
const NEAR: usize = 3;

pub(super) struct BestFirst<'s, P> {
    pub(super) puzzle: &'s P,
    pub(super) heuristic: &'s dyn Bounds<P>,
    pub(super) weight: Weight,
    /// True if boards reached again by a shorter path are expanded again.
    pub(super) reopens: bool,
    pub(super) choice: AnswerChoice,
}

impl<P: StateSpace> BestFirst<'_, P> {
    pub(super) fn search(&self, start: &P::Board, control: &mut Control<'_>) -> Outcome {
        if self.puzzle.pack(start).is_some() {
            self.keeping(start, &PackedBoards(*start), control)
        } else {
            self.keeping(start, &Whole, control)
        }
    }

    fn keeping<K: BoardPacking<P>>(
        &self,
        start: &P::Board,
        packing: &K,
        control: &mut Control<'_>,
    ) -> Outcome {
        let mut run = Run::new(control);
        let bound = self.heuristic.bound_of(self.puzzle, start);
        run.prove(bound);
        if run.is_beyond(bound) {
            return run.finish(Err(Stop::Moves));
        }
        let key = packing.key(self.puzzle, start);
        let mut search = BestFirstSearch {
            rules: self,
            packing,
            known: KnownBoards::new(key),
            open: Open::default(),
            solved: Vec::new(),
            is_cut: false,
            batch: Vec::with_capacity(BOARDS_AT_A_TIME),
            places: Vec::with_capacity(BOARDS_AT_A_TIME),
            around: Box::new([0; _]),
        };
        let answer = search.run(start, bound, &mut run);
        run.finish(answer)
    }
}

#[derive(Clone, Copy)]
struct Waiting<Key> {
    key: Key,
    note: Note,
}

struct Open<Key> {
    /// Sorted by decreasing estimate; none is empty.
    buckets: Vec<(u64, Stack<Waiting<Key>>)>,
}

impl<Key> Default for Open<Key> {
    fn default() -> Self {
        Self {
            buckets: Vec::new(),
        }
    }
}

impl<Key: Copy> Open<Key> {
    fn least(&self) -> Option<u64> {
        self.buckets.last().map(|&(estimate, _)| estimate)
    }

    #[inline]
    fn put(
        &mut self,
        estimate: u64,
        board: Waiting<Key>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Stop> {
        // Most boards are among the most promising.
        let mut near = self.buckets.iter_mut().rev().take(NEAR);
        if let Some((_, bucket)) = near.find(|(bucket_estimate, _)| *bucket_estimate == estimate) {
            return bucket.push(board, &mut run.room);
        }
        let at = self
            .buckets
            .partition_point(|&(bucket_estimate, _)| bucket_estimate > estimate);
        if self
            .buckets
            .get(at)
            .is_none_or(|&(bucket_estimate, _)| bucket_estimate != estimate)
        {
            self.buckets.insert(at, (estimate, Stack::default()));
        }
        match self.buckets.get_mut(at) {
            Some((_, bucket)) => bucket.push(board, &mut run.room),
            None => Ok(()),
        }
    }

    /// Takes up to `max_boards` boards with the smallest estimate, the latest first.
    fn take(&mut self, max_boards: usize, taken: &mut Vec<Waiting<Key>>, run: &mut Run<'_, '_>) {
        let Some((_, bucket)) = self.buckets.last_mut() else {
            return;
        };
        let boards = std::iter::from_fn(|| bucket.pop(&mut run.room));
        taken.extend(boards.take(max_boards));
        if bucket.is_empty() {
            self.buckets.pop();
        }
    }
}

struct BestFirstSearch<'s, P: StateSpace, K: BoardPacking<P>> {
    rules: &'s BestFirst<'s, P>,
    packing: &'s K,
    /// The boards whose turn has come.
    known: KnownBoards<K::Key>,
    open: Open<K::Key>,
    solved: Vec<K::Key>,
    /// True if boards were dropped that can't be solved within the move limit.
    is_cut: bool,
    /// Boards that are expanded together, and their places in `known`.
    batch: Vec<Waiting<K::Key>>,
    places: Vec<HashPlace>,
    /// Bounds of a board's neighbours.
    around: Box<MoveBounds>,
}

impl<P: StateSpace, K: BoardPacking<P>> BestFirstSearch<'_, P, K> {
    fn run(
        &mut self,
        start: &P::Board,
        bound: u32,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<Move>, Stop> {
        let &BestFirst { puzzle, weight, .. } = self.rules;
        let root = Waiting {
            key: self.packing.key(puzzle, start),
            note: Note::new(0, Move::new(0))?,
        };
        self.open.put(weight.estimate(0, bound), root, run)?;
        let mut found = None;
        while let Some(estimate) =
            (self.open.least()).filter(|&estimate| found.is_none_or(|found| estimate <= found))
        {
            run.prove(weight.proves(estimate));
            run.iteration(weight.proves(estimate));
            self.take(run);
            self.try_all(run)?;
            if !self.solved.is_empty() {
                if self.rules.choice == AnswerChoice::Any {
                    let trace = trace(puzzle, self.packing, &self.known, self.solved[0]);
                    return Ok(trace.moves);
                }
                // Keep the first: with inconsistent bounds, later estimates may be smaller.
                found.get_or_insert(estimate);
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
        if let Some(max_moves) = run.max_moves().filter(|_| self.is_cut) {
            run.prove(max_moves.saturating_add(1));
            return Err(Stop::Moves);
        }
        Err(Stop::Exhausted)
    }

    /// Takes the boards to expand. With a weight, a board's children may precede the next board.
    fn take(&mut self, run: &mut Run<'_, '_>) {
        let is_steady = self.rules.weight == Weight::ONE && run.statistics.generated >= MANY;
        self.batch.clear();
        let max_boards = if is_steady { BOARDS_AT_A_TIME } else { 1 };
        self.open.take(max_boards, &mut self.batch, run);
        self.places.clear();
        let places = self.batch.iter().map(|board| HashPlace::of(&board.key));
        self.places.extend(places);
        self.known.glance(&self.places);
    }

    /// Expands the taken boards that are new or were reached by a shorter path.
    fn try_all(&mut self, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        let &BestFirst {
            puzzle,
            heuristic,
            weight,
            reopens,
            ..
        } = self.rules;
        for Waiting { key, note: reached } in &self.batch {
            run.check()?;
            let note = self.known.note(key, &mut run.room)?;
            if !note.is_none() {
                if note.depth() <= reached.depth() || !reopens {
                    continue;
                }
                run.statistics.reopened += 1;
            }
            *note = *reached;
            let board = self.packing.board(puzzle, *key);
            let depth = reached.depth() + 1;
            let back = puzzle.inverse(reached.last()).filter(|_| depth > 1);
            let moves = puzzle.moves(&board).without(Moves::of(back));
            let bound = heuristic.bounds_around(puzzle, &board, moves, &mut self.around);
            if bound == 0 && puzzle.is_solved(&board) {
                self.solved.push(*key);
                continue;
            }
            run.expand(&board, reached.depth(), || bound, false);
            for m in moves {
                run.statistics.generated += 1;
                let bound = self.around[m.index()];
                if run.is_beyond(depth.saturating_add(bound)) {
                    self.is_cut = true;
                    continue;
                }
                let child = Waiting {
                    key: self.packing.key(puzzle, &puzzle.after(&board, m)),
                    note: Note::new(depth, m)?,
                };
                self.open.put(weight.estimate(depth, bound), child, run)?;
            }
        }
        Ok(())
    }
}
