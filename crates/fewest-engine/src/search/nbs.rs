//! NBS, near-optimal bidirectional search: heuristic search from both ends (J. Chen, R. C. Holte,
//! S. Zilles, N. R. Sturtevant, "Front-to-end bidirectional heuristic search with near-optimal node
//! expansions", 2017).
//!
//! A pair of boards, one open on each side, bounds every answer through both: the answer has at
//! least as many moves as the larger of the two estimates, and at least one more than the moves on
//! both sides. Any search that proves its answer has to expand one board of each pair whose bound
//! is below the answer's length. NBS takes a pair with the smallest bound and expands both, so it
//! expands at most twice as many boards as necessary.
//!
//! Use it if the heuristic is weak: it meets half-way like a blind search, but still saves boards.
//! With a strong heuristic, [A*](super::a_star()) expands fewer. NBS needs two heuristics: one
//! towards the goal, and one that bounds the moves from the start to a board.
//!
//! It stops at the first answer that is no longer than any pair's bound. For the first shortest
//! answer in tie order, it continues until every pair's bound is larger; then each shortest answer
//! passes a board known from both ends.

use super::AnswerChoice;
use super::memory::{KnownBoards, Note, Stack, Whole};
use super::run::Run;
use super::trace::{Ways, barred_backward, meet};
use super::{Control, Outcome, Stop};
use crate::heuristic::{Away, Bounds};
use crate::space::{Move, Moves, StateSpace};
use crate::support::invariant::Invariant;

/// The start of the backward search, and its heuristic.
pub struct Backward<'b, P: StateSpace> {
    /// Every solved board that can be reached.
    pub goals: &'b [P::Board],
    /// A lower bound on the moves from the start to a board; always 0 for a blind search.
    pub bound: Away<'b, P>,
}

/// Returns a shortest answer, with two admissible heuristics.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Heuristic, Manhattan};
/// use fewest::search::nbs::{self, Backward};
/// use fewest::search::{Control, AnswerChoice};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// let backward = Backward { goals: &[eight.goal()], bound: manhattan.away(&eight, &board) };
/// let control = &mut Control::default();
/// let outcome = nbs::search(&eight, &manhattan, &backward, &board, AnswerChoice::Any, control);
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(19));
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    backward: &Backward<'_, P>,
    start: &P::Board,
    choice: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let mut search = NbsSearch {
        puzzle,
        toward: heuristic,
        away: &backward.bound,
        sides: [NbsSide::new(*start), NbsSide::new(*start)],
        bound: 0,
        length: None,
        meetings: Vec::new(),
        choice,
        is_cut: false,
    };
    let answer = search.run(start, backward.goals, &mut run);
    run.finish(answer)
}

struct NbsSide<B> {
    known: KnownBoards<B>,
    /// Open boards whose estimate is within the bound, by depth.
    ready: Buckets<u32, B>,
    /// The other open boards, by estimate and depth.
    waiting: Buckets<(u32, u32), B>,
}

/// Boards by key, in a sorted list, the smallest key last: there are at most a few hundred.
struct Buckets<K, B>(Vec<(K, Stack<B>)>);

impl<K: Ord, B> Buckets<K, B> {
    fn of(&mut self, key: K) -> &mut Stack<B> {
        let place = self
            .0
            .binary_search_by(|(bucket_key, _)| key.cmp(bucket_key));
        if let Err(place) = place {
            self.0.insert(place, (key, Stack::default()));
        }
        let (Ok(place) | Err(place)) = place;
        &mut self.0[place].1
    }
}

impl<B: Copy + Eq + std::hash::Hash> NbsSide<B> {
    fn new(filler: B) -> Self {
        Self {
            known: KnownBoards::new(filler),
            ready: Buckets(Vec::new()),
            waiting: Buckets(Vec::new()),
        }
    }

    /// Returns the smallest depth of a ready board. Boards closed in the meantime are dropped.
    fn least(&mut self, run: &mut Run<'_, '_>) -> Option<u32> {
        while let Some((depth, stack)) = self.ready.0.last_mut() {
            while let Some(board) = stack.last() {
                let note = self.known.get(&board);
                if note.is_some_and(|note| !note.is_closed()) {
                    return Some(*depth);
                }
                stack.pop(&mut run.room);
            }
            self.ready.0.pop();
        }
        None
    }

    /// Makes all boards ready whose estimate is within the bound.
    fn admit(&mut self, bound: u32, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        while let Some(((_, depth), mut stack)) = self
            .waiting
            .0
            .pop_if(|((estimate, _), _)| *estimate <= bound)
        {
            let ready = self.ready.of(depth);
            if ready.is_empty() {
                *ready = stack;
                continue;
            }
            while let Some(board) = stack.pop(&mut run.room) {
                ready.push(board, &mut run.room)?;
            }
        }
        Ok(())
    }
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;

struct NbsSearch<'s, P: StateSpace> {
    puzzle: &'s P,
    toward: &'s dyn Bounds<P>,
    away: &'s Away<'s, P>,
    sides: [NbsSide<P::Board>; 2],
    /// No pair has a smaller bound.
    bound: u32,
    /// The length of the shortest answer found.
    length: Option<u32>,
    /// Boards on answers of this length that are known from both ends.
    meetings: Vec<P::Board>,
    choice: AnswerChoice,
    /// True if boards were dropped that are on no answer within the move limit.
    is_cut: bool,
}

impl<P: StateSpace> NbsSearch<'_, P> {
    fn run(
        &mut self,
        start: &P::Board,
        goals: &[P::Board],
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<Move>, Stop> {
        run.prove(self.bound(FORWARD, start));
        if self.puzzle.is_solved(start) {
            return Ok(Vec::new());
        }
        self.reach(FORWARD, *start, Note::new(0, Move::new(0))?, run)?;
        for goal in goals {
            self.reach(BACKWARD, *goal, Note::new(0, Move::new(0))?, run)?;
        }
        while self.raise(run)? {
            for side in [FORWARD, BACKWARD] {
                if self.sides[side].least(run).is_some() {
                    self.expand(side, run)?;
                }
            }
        }
        let is_within = |length: &u32| run.max_moves().is_none_or(|max_moves| *length <= max_moves);
        let Some(length) = self.length.filter(is_within) else {
            let is_cut = self.is_cut || self.length.is_some();
            let Some(max_moves) = run.max_moves().filter(|_| is_cut) else {
                return Err(Stop::Exhausted);
            };
            run.prove(max_moves.saturating_add(1));
            return Err(Stop::Moves);
        };
        run.prove(length);
        let [forward, backward] = &mut self.sides;
        if self.choice == AnswerChoice::Any {
            let meeting = self.meetings.first().debug_unwrap_or(start);
            return Ok(meet(self.puzzle, &forward.known, &backward.known, *meeting));
        }
        let mut ways = Ways {
            forward: &mut forward.known,
            backward: Some(&backward.known),
            length,
        };
        ways.least(self.puzzle, &Whole, start, &self.meetings, run)
    }

    /// Raises the bound until a pair with that bound is ready. Returns false if no pair can lead to
    /// a shorter answer or, if the first one is wanted, to another as short.
    fn raise(&mut self, run: &mut Run<'_, '_>) -> Result<bool, Stop> {
        loop {
            if self.is_settled(self.bound) {
                return Ok(false);
            }
            let [forward, backward] = &mut self.sides;
            let pair = forward.least(run).zip(backward.least(run));
            let pair =
                pair.map(|(forward, backward)| forward.saturating_add(backward).saturating_add(1));
            if pair.is_some_and(|pair| pair <= self.bound) {
                return Ok(true);
            }
            // An empty side has met every board that it can reach: no pair is left.
            let is_spent =
                |side: &NbsSide<P::Board>| side.ready.0.is_empty() && side.waiting.0.is_empty();
            if is_spent(forward) || is_spent(backward) {
                return Ok(false);
            }
            let estimates = [&*forward, &*backward].map(|side| {
                let first = side.waiting.0.last();
                first.map(|((estimate, _), _)| *estimate)
            });
            let Some(bound) = estimates.into_iter().flatten().chain(pair).min() else {
                return Ok(false);
            };
            self.bound = bound;
            if run.is_beyond(bound) {
                self.is_cut = true;
                return Ok(false);
            }
            if !self.is_settled(bound) {
                run.prove(bound);
                run.iteration(bound);
            }
            for side in &mut self.sides {
                side.admit(bound, run)?;
            }
        }
    }

    /// A side's lower bound: of the moves to a goal, or from the start.
    fn bound(&self, side: usize, board: &P::Board) -> u32 {
        if side == FORWARD {
            self.toward.bound_of(self.puzzle, board)
        } else {
            (self.away)(board)
        }
    }

    /// Returns true if pairs with this bound can be skipped.
    fn is_settled(&self, bound: u32) -> bool {
        self.length.is_some_and(|length| match self.choice {
            AnswerChoice::Any => length <= bound,
            AnswerChoice::Least => length < bound,
        })
    }

    fn expand(&mut self, side: usize, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        run.check()?;
        let NbsSide { known, ready, .. } = &mut self.sides[side];
        let first = ready.0.last_mut();
        let Some(board) = first.and_then(|(_, stack)| stack.pop(&mut run.room)) else {
            return Ok(());
        };
        let Some(note) = known.get_mut(&board) else {
            debug_assert!(false, "an open board is known");
            return Ok(());
        };
        note.close();
        let (depth, last) = (note.depth() + 1, note.last());
        run.expand(
            &board,
            depth - 1,
            || self.bound(side, &board),
            side == BACKWARD,
        );
        let last = Some(last).filter(|_| depth > 1);
        let puzzle = self.puzzle;
        if side == FORWARD {
            let back = Moves::of(last.and_then(|last| puzzle.inverse(last)));
            for m in puzzle.moves(&board).without(back) {
                run.statistics.generated += 1;
                self.reach(side, puzzle.after(&board, m), Note::new(depth, m)?, run)?;
            }
            return Ok(());
        }
        for m in (puzzle.arrivals(&board)).without(barred_backward(puzzle, last)) {
            for before in puzzle.preimages(&board, m) {
                run.statistics.generated += 1;
                self.reach(side, before, Note::new(depth, m)?, run)?;
            }
        }
        Ok(())
    }

    /// Records a board that a side has reached, unless a path as short is known or it is of no use.
    fn reach(
        &mut self,
        side: usize,
        board: P::Board,
        reached: Note,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Stop> {
        let depth = reached.depth();
        let bound = self.bound(side, &board);
        let estimate = depth.saturating_add(bound);
        if run.is_beyond(estimate) {
            self.is_cut = true;
            return Ok(());
        }
        if self.is_settled(estimate) {
            return Ok(());
        }
        let NbsSide {
            known,
            ready,
            waiting,
        } = &mut self.sides[side];
        let note = known.note(&board, &mut run.room)?;
        if !note.is_none() {
            if note.depth() <= depth {
                return Ok(());
            }
            run.statistics.reopened += u64::from(note.is_closed());
        }
        *note = reached;
        let stack = if estimate <= self.bound {
            ready.of(depth)
        } else {
            waiting.of((estimate, depth))
        };
        stack.push(board, &mut run.room)?;
        if let Some(other) = self.sides[1 - side].known.get(&board) {
            let length = depth.saturating_add(other.depth());
            if self.length.is_none_or(|shortest| length < shortest) {
                self.length = Some(length);
                self.meetings.clear();
            }
            if self.length == Some(length) {
                self.meetings.push(board);
            }
        }
        Ok(())
    }
}
