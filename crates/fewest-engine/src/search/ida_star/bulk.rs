//! Searches all boards below one, a chunk of a level at a time and in no particular order. It finds
//! only the counts and whether there is an answer.
//!
//! Depth-first search mostly waits: for unpredictable branches, and for memory. Here up to
//! 64 boards of a level are expanded together. Their children are written one
//! after another, and each overwrites the one before if that was put off: no branch to predict, and
//! no board waits for another. Their children follow, so memory holds a chunk or two per level.

use super::root::Root;
use super::tally::{End, Tally};
use super::tree::Tree;
use crate::heuristic::{Heuristic, Lookup};
use crate::pruning::State;
use crate::space::{Move, Moves, StateSpace};
use crate::support::invariant::Invariant;

/// Room for the children of a chunk, if all moves are legal on each of its boards.
const ROOM: usize = 4096;
/// Moves to try: the board's index in its chunk, times the limit of moves, plus the move. Twice the
/// room, because some invalid ones are written.
type Attempts = [u16; 2 * ROOM];

#[derive(Clone, Copy)]
struct Node<B, M> {
    board: B,
    memo: M,
    past: State,
}

/// The unexpanded boards of a level, as a range of the stack.
struct Level {
    first: usize,
    end: usize,
}

/// The levels of a search, kept for the next one to reuse the memory.
pub(super) struct StackLevels<B, M> {
    stack: Vec<Node<B, M>>,
    open: Vec<Level>,
    attempts: Box<Attempts>,
    lookups: Box<[Lookup]>,
    /// The boards expanded near the end of the last search.
    pub(super) near_end: u64,
}

impl<B, M> Default for StackLevels<B, M> {
    fn default() -> Self {
        Self {
            stack: Vec::new(),
            open: Vec::new(),
            attempts: Box::new([0; _]),
            lookups: vec![Lookup::default(); 2 * ROOM].into(),
            near_end: 0,
        }
    }
}

impl<B: Copy, M: Copy> StackLevels<B, M> {
    /// Searches everything below a board, and counts boards expanded with at most `near_end` moves
    /// left. `must_stop`, called after each chunk, can stop it.
    pub(super) fn search<P, H>(
        &mut self,
        tree: &Tree<'_, P, H>,
        below: &Root<B, M, P::Moves>,
        near_end: u32,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> End
    where
        P: StateSpace<Board = B>,
        H: Heuristic<P, Memo = M>,
    {
        let Root {
            board,
            memo,
            past,
            mut left,
            ..
        } = *below;
        let spare = Node { board, memo, past };
        let Self {
            stack,
            open,
            attempts,
            lookups,
            near_end: near,
        } = self;
        *near = 0;
        stack.resize(stack.len().max(1 + ROOM), spare);
        stack[0] = spare;
        open.clear();
        open.push(Level { first: 0, end: 1 });
        while let Some(level) = open.last_mut() {
            if level.first == level.end {
                open.pop();
                left += 1;
                continue;
            }
            let (first, end) = (level.first, level.end);
            level.first = end.min(first + ROOM / P::Moves::LIMIT);
            if stack.len() < end + ROOM {
                stack.resize(2 * (end + ROOM), spare);
            }
            let (above, below) = stack.split_at_mut(end);
            let (Some(chunk), Some(room)) = (
                above.get(first..level.first),
                below.first_chunk_mut::<ROOM>(),
            ) else {
                return End::Stopped;
            };
            if left <= near_end {
                *near += chunk.len() as u64;
            }
            let Some(kept) = tree.expand(chunk, left, attempts, lookups, room, tally) else {
                return End::Answer;
            };
            if must_stop(tally) {
                return End::Stopped;
            }
            if kept > 0 {
                open.push(Level {
                    first: end,
                    end: end + kept,
                });
                left -= 1;
            }
        }
        End::Clear
    }
}

/// The move of an attempt.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a move's place is below 256"
)]
const fn attempted<P: StateSpace>(attempt: u16) -> Move {
    Move::new((attempt as usize % P::Moves::LIMIT) as u8)
}

type NodeOf<P, H> = Node<<P as StateSpace>::Board, <H as Heuristic<P>>::Memo>;

impl<P: StateSpace, H: Heuristic<P>> Tree<'_, P, H> {
    /// Writes the children within the threshold: their number, or `None` if a board is solved.
    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a move's place is below 256, and an attempt below the room"
    )]
    fn expand(
        &self,
        chunk: &[NodeOf<P, H>],
        left: u32,
        attempts: &mut Attempts,
        lookups: &mut [Lookup],
        room: &mut [NodeOf<P, H>; ROOM],
        tally: &mut Tally,
    ) -> Option<usize> {
        // List the moves first, three at a time: their number can't be predicted either.
        let mut generated = 0;
        for (place, node) in (0u16..).step_by(P::Moves::LIMIT).zip(chunk) {
            if self.heuristic.bound(node.memo) == 0 && self.puzzle.is_solved(&node.board) {
                return None;
            }
            let onward = self.past.onward(self.puzzle, &node.board, node.past);
            for (first, mut bits) in (place..).step_by(64).zip(onward.words().iter().copied()) {
                while bits != 0 {
                    for _ in 0..3 {
                        attempts[generated % attempts.len()] =
                            first | bits.trailing_zeros() as u16 & 63;
                        generated += usize::from(bits != 0);
                        bits &= bits.wrapping_sub(1);
                    }
                }
            }
        }
        let all = attempts.get_mut(..generated).debug_unwrap_or_default();
        let promising = self.sift(chunk, [left, tally.excess], all, lookups);
        let (mut kept, mut excess) = (0, u32::MAX);
        for &attempt in attempts.get(..promising).debug_unwrap_or_default() {
            let Some(node) = chunk.get(usize::from(attempt) / P::Moves::LIMIT) else {
                debug_assert!(false, "an attempt is made from a board of the chunk");
                continue;
            };
            let m = attempted::<P>(attempt);
            let board = self.puzzle.after(&node.board, m);
            let memo = self
                .heuristic
                .after(self.puzzle, &node.board, m, &board, node.memo);
            let bound = self.heuristic.bound(memo);
            // If the bound is below the moves left, this wraps round to a large number.
            excess = excess.min(bound.wrapping_sub(left));
            debug_assert!(kept < ROOM, "there is room for all children");
            room[kept % ROOM] = Node {
                board,
                memo,
                past: self.past.after(node.past, m),
            };
            kept += usize::from(bound < left);
        }
        tally.expanded += chunk.len() as u64;
        tally.generated += generated as u64;
        tally.excess = tally.excess.min(excess);
        Some(kept)
    }

    /// Drops the attempts that one lookup rules out, unless they may lower the excess: the number
    /// of the rest. All addresses are computed before the first read, so that the reads overlap.
    fn sift(
        &self,
        chunk: &[NodeOf<P, H>],
        [left, excess]: [u32; 2],
        attempts: &mut [u16],
        lookups: &mut [Lookup],
    ) -> usize {
        let mut count = attempts.len();
        for i in 0..self.heuristic.lookups() {
            for (lookup, &attempt) in lookups.iter_mut().zip(&attempts[..count]) {
                if let Some(Node { board, memo, .. }) =
                    chunk.get(usize::from(attempt) / P::Moves::LIMIT)
                {
                    let m = attempted::<P>(attempt);
                    *lookup = self.heuristic.lookup(i, self.puzzle, board, m, memo);
                }
            }
            for &lookup in &lookups[..count] {
                self.heuristic.prefetch(lookup);
            }
            let mut kept = 0;
            for (place, &lookup) in lookups.iter().enumerate().take(count) {
                let bound = self.heuristic.look_up(lookup);
                attempts[kept] = attempts[place];
                kept += usize::from((bound < left) | (bound.wrapping_sub(left) < excess));
            }
            count = kept;
        }
        count
    }
}
