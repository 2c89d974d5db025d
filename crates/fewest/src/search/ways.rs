//! Reading answers off what searches know of the boards they met.

use super::Stop;
use super::memory::{BoardPacking, KnownBoards, Note, Stack, Whole};
use super::run::Run;
use crate::space::{Move, MoveSet, StateSpace};

/// Moves that lead to a board, by taking them back one by one.
pub(super) struct Trace {
    pub(super) moves: Vec<Move>,
    /// Whether the search came this way: not sure where a move leads to a board from several that
    /// it knew.
    pub(super) is_certain: bool,
}

/// The moves that led to a board; no fewer lead from known board to known board by the moves that
/// are noted.
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
        let earlier = preimages.filter_map(|before| Some((depth(&before)?, before)));
        let mut earlier = earlier.filter(|(depth, _)| *depth < note.depth());
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

/// The moves that need not be taken back on a board from which `last` leads towards the goal: that
/// which takes `last` back, if it leads to the board from one other board only.
pub(super) fn barred_backward<P: StateSpace>(puzzle: &P, last: Option<Move>) -> MoveSet {
    let back = last.and_then(|last| puzzle.inverse(last));
    // Two moves that take each other back are one to one.
    let is_mutual = |back: &Move| puzzle.inverse(*back) == last;
    back.filter(is_mutual).map_or(MoveSet::EMPTY, MoveSet::only)
}

/// The moves that led to a board that is known from both ends, and on from it to the goal.
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

/// What is known from the start, and from the goal if a search came from there.
pub(super) struct Ways<'k, K> {
    pub(super) forward: &'k mut KnownBoards<K>,
    pub(super) backward: Option<&'k KnownBoards<K>>,
    /// The length of the shortest answers.
    pub(super) length: u32,
}

impl<Key: Copy + Eq + std::hash::Hash> Ways<'_, Key> {
    /// The least of the shortest answers, if each passes one of these boards, all boards before it
    /// on the answer are known from the start and all after it from the goal.
    ///
    /// Marks the boards on shortest ways from the start to these; then the least answer goes by the
    /// first move that leads to a marked board or to one that is as near to the goal as it has to
    /// be.
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
