//! Reads answers off the boards that a search has met.

use super::Stop;
use super::memory::{BoardPacking, KnownBoards, Note, Stack, Whole};
use super::run::Run;
use crate::space::{Move, Moves, StateSpace};

/// The moves that led to a board, traced backwards.
pub(super) struct Trace {
    pub(super) moves: Vec<Move>,
    /// True if the search certainly came this way: no move leads here from two known boards.
    pub(super) is_certain: bool,
}

/// Returns the moves to a board: a shortest path through known boards by their noted moves.
pub(super) fn trace<P: StateSpace, K: BoardPacking<P>>(
    puzzle: &P,
    packing: &K,
    known: &KnownBoards<K::Key>,
    end: K::Key,
) -> Trace {
    let mut trace = Trace {
        moves: Vec::new(),
        is_certain: true,
    };
    let depth = |board: &P::Board| known.get(&packing.key(puzzle, board)).map(Note::depth);
    let mut board = packing.board(puzzle, end);
    while let Some(note) = known
        .get(&packing.key(puzzle, &board))
        .filter(|note| note.depth() > 0)
    {
        trace.moves.push(note.last());
        let preimages = puzzle.preimages(&board, note.last());
        let mut earlier = preimages
            .filter_map(|before| Some((depth(&before)?, before)))
            .filter(|(depth, _)| *depth < note.depth());
        let Some((mut least, mut before)) = earlier.next() else {
            debug_assert!(false, "the board before a known one is known");
            break;
        };
        for (depth, other) in earlier {
            trace.is_certain = false;
            if depth < least {
                (least, before) = (depth, other);
            }
        }
        board = before;
    }
    trace.moves.reverse();
    trace
}

/// The moves that a backward search need not undo on a board from which `last` leads towards the
/// goal: the inverse of `last`, if the two are each other's inverses.
pub(super) fn barred_backward<P: StateSpace>(puzzle: &P, last: Option<Move>) -> P::Moves {
    let back = last.and_then(|last| puzzle.inverse(last));
    // Moves that are each other's inverses are one to one.
    let is_mutual = |back: &Move| puzzle.inverse(*back) == last;
    Moves::of(back.filter(is_mutual))
}

/// Returns the moves to a board that is known from both ends, and from it to the goal.
pub(super) fn meet<P: StateSpace>(
    puzzle: &P,
    forward: &KnownBoards<P::Board>,
    backward: &KnownBoards<P::Board>,
    meeting: P::Board,
) -> Vec<Move> {
    let mut moves = trace(puzzle, &Whole, forward, meeting).moves;
    let mut board = meeting;
    while let Some(note) = backward.get(&board).filter(|note| note.depth() > 0) {
        moves.push(note.last());
        puzzle.apply(&mut board, note.last());
    }
    moves
}

/// The boards known from the start, and from the goal if a search started there.
pub(super) struct Ways<'k, K> {
    pub(super) forward: &'k mut KnownBoards<K>,
    pub(super) backward: Option<&'k KnownBoards<K>>,
    /// The length of the shortest answers.
    pub(super) length: u32,
}

impl<Key: Copy + Eq + std::hash::Hash> Ways<'_, Key> {
    /// Returns the first shortest answer in tie order. Each of them must pass one of the boards
    /// `through`, with all boards before it known from the start, and all after it from the goal.
    ///
    /// Marks the boards on shortest paths from the start to `through`. The answer then follows the
    /// first move that leads to a marked board, or to one at the right distance from the goal.
    pub(super) fn least<P: StateSpace, K: BoardPacking<P, Key = Key>>(
        &mut self,
        puzzle: &P,
        packing: &K,
        start: &P::Board,
        through: &[Key],
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<Move>, Stop> {
        let mut queue = Stack::default();
        for key in through {
            if let Some(note) = self.forward.get_mut(key).filter(|note| !note.is_marked()) {
                note.mark();
                queue.push(*key, &mut run.room)?;
            }
        }
        while let Some(key) = queue.pop(&mut run.room) {
            let board = packing.board(puzzle, key);
            let Some(note) = self.forward.get(&key) else {
                debug_assert!(false, "a board on a way is known");
                continue;
            };
            let arrivals = puzzle.arrivals(&board);
            for before in arrivals.flat_map(|m| puzzle.preimages(&board, m)) {
                let before = packing.key(puzzle, &before);
                let is_next =
                    |other: &&mut Note| !other.is_marked() && other.depth() + 1 == note.depth();
                if let Some(other) = self.forward.get_mut(&before).filter(is_next) {
                    other.mark();
                    queue.push(before, &mut run.room)?;
                }
            }
        }
        let mut moves = Vec::new();
        let mut board = *start;
        for depth in 1..=self.length {
            let is_on_the_way = |m: &Move| {
                let next = packing.key(puzzle, &puzzle.after(&board, *m));
                let is_marked = |note: Note| note.is_marked() && note.depth() == depth;
                let is_near = |note: Note| note.depth() == self.length - depth;
                self.forward.get(&next).is_some_and(is_marked)
                    || (self.backward)
                        .and_then(|known| known.get(&next))
                        .is_some_and(is_near)
            };
            let Some(m) = puzzle.moves(&board).find(is_on_the_way) else {
                debug_assert!(false, "a way that was found leads on");
                break;
            };
            puzzle.apply(&mut board, m);
            moves.push(m);
        }
        Ok(moves)
    }
}
