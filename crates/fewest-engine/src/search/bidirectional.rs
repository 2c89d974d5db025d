//! Breadth-first search from the board and from all solved boards, one layer at a time on the side
//! with fewer boards (I. Pohl, "Bi-directional and heuristic search in path problems", 1969).
//!
//! Two searches of half the depth visit about the square root of the boards of one full search. Use
//! it if no heuristic is good and the solved boards can be listed.
//!
//! A layer is complete before it is compared, so the first meeting is on a shortest answer, and
//! every shortest answer passes a meeting. The first in tie order can be read off them.

use super::AnswerChoice;
use super::memory::{KnownBoards, Note, Stack, Whole};
use super::run::Run;
use super::trace::{Ways, barred_backward, meet};
use super::{Control, Outcome, Stop};
use crate::space::{Move, Moves, StateSpace};
use crate::support::invariant::Invariant;

/// Returns a shortest answer. `goals` must be all the solved boards that can be reached.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, AnswerChoice, bidirectional, breadth_first};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let control = &mut Control::default();
/// let goals = [puzzle.goal()];
/// let two = bidirectional(&puzzle, &hardest, &goals, AnswerChoice::Least, control);
/// let one = breadth_first(&puzzle, &hardest, &mut Control::default());
/// assert_eq!(two.moves, one.moves);
/// assert!(two.statistics.expanded < one.statistics.expanded);
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    goals: &[P::Board],
    choice: AnswerChoice,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let answer = between(puzzle, start, goals, choice, &mut run);
    run.finish(answer)
}

struct Side<B> {
    known: KnownBoards<B>,
    /// The boards at `depth`, complete.
    layer: Stack<B>,
    depth: u32,
}

impl<B: Copy + Eq + std::hash::Hash + 'static> Side<B> {
    fn new(filler: B, from: &[B], run: &mut Run<'_, '_>) -> Result<Self, Stop> {
        let (mut known, mut layer) = (KnownBoards::new(filler), Stack::default());
        for board in from {
            let note = known.note(board, &mut run.room)?;
            if note.is_none() {
                *note = Note::new(0, Move::new(0))?;
                layer.push(*board, &mut run.room)?;
            }
        }
        Ok(Self {
            known,
            layer,
            depth: 0,
        })
    }

    /// Extends the search by one move, and returns the new boards that the other side knows.
    fn grow<P: StateSpace<Board = B>>(
        &mut self,
        puzzle: &P,
        is_forward: bool,
        other: &KnownBoards<B>,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<B>, Stop> {
        let mut meetings = Vec::new();
        let mut next = Stack::default();
        self.depth += 1;
        for board in self.layer.iter() {
            run.check()?;
            run.expand(&board, self.depth - 1, || 0, !is_forward);
            let last = (self.known.get(&board)).filter(|note| note.depth() > 0);
            let last = last.map(Note::last);
            let mut reach = |further: P::Board, m: Move, run: &mut Run<'_, '_>| {
                run.statistics.generated += 1;
                let note = self.known.note(&further, &mut run.room)?;
                if note.is_none() {
                    *note = Note::new(self.depth, m)?;
                    next.push(further, &mut run.room)?;
                    if other.get(&further).is_some() {
                        meetings.push(further);
                    }
                }
                Ok::<(), Stop>(())
            };
            if is_forward {
                let back = Moves::of(last.and_then(|last| puzzle.inverse(last)));
                for m in puzzle.moves(&board).without(back) {
                    reach(puzzle.after(&board, m), m, run)?;
                }
            } else {
                for m in (puzzle.arrivals(&board)).without(barred_backward(puzzle, last)) {
                    for before in puzzle.preimages(&board, m) {
                        reach(before, m, run)?;
                    }
                }
            }
        }
        self.layer.clear(&mut run.room);
        self.layer = next;
        Ok(meetings)
    }
}

fn between<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    goals: &[P::Board],
    choice: AnswerChoice,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stop> {
    if puzzle.is_solved(start) {
        return Ok(Vec::new());
    }
    let mut backward = Side::new(*start, goals, run)?;
    let mut forward = Side::new(*start, &[*start], run)?;
    loop {
        let length = forward.depth + backward.depth + 1;
        run.prove(length);
        if run.is_beyond(length) {
            return Err(Stop::Moves);
        }
        if forward.layer.is_empty() || backward.layer.is_empty() {
            return Err(Stop::Exhausted);
        }
        run.iteration(length);
        let meetings = if forward.layer.len() <= backward.layer.len() {
            forward.grow(puzzle, true, &backward.known, run)?
        } else {
            backward.grow(puzzle, false, &forward.known, run)?
        };
        if !meetings.is_empty() {
            return join(
                puzzle,
                start,
                &mut forward,
                &backward,
                &meetings,
                choice,
                run,
            );
        }
    }
}

fn join<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    forward: &mut Side<P::Board>,
    backward: &Side<P::Board>,
    meetings: &[P::Board],
    choice: AnswerChoice,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stop> {
    let first = meetings.first().debug_unwrap_or(start);
    if choice == AnswerChoice::Any {
        return Ok(meet(puzzle, &forward.known, &backward.known, *first));
    }
    let depth =
        |known: &KnownBoards<P::Board>| known.get(first).map(Note::depth).debug_unwrap_or(0);
    let length = depth(&forward.known) + depth(&backward.known);
    let mut ways = Ways {
        forward: &mut forward.known,
        backward: Some(&backward.known),
        length,
    };
    ways.least(puzzle, &Whole, start, meetings, run)
}
