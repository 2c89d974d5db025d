//! Breadth-first heuristic search: breadth-first layers without the boards that no answer of a
//! given length can pass (R. Zhou, E. A. Hansen, "Breadth-first heuristic search", 2006). The
//! length is found as IDA* finds it: the least estimate among the boards left out is tried next.
//!
//! It expands the same boards as A* does, ties apart, in another order, and that order lets it
//! forget: where moves can be taken back, a board is found again only in the layers next to its
//! own, so three layers are kept and not all boards. From the first move on that none takes back,
//! all are kept: else boards would come round for ever.
//!
//! What was forgotten has to be found again: each board past the middle remembers which board of
//! the middle layer it came from, and the two halves of the answer are searched for in the same
//! way, each half as deep. All of it takes about a third more than the one search.
//!
//! Layers are kept in the order of the least moves that lead to their boards, so the answer is the
//! least of the fewest.

use std::cell::Cell;

use super::memory::{KnownBoards, Note, Stack};
use super::run::Run;
use super::{Control, Outcome, Stop};
use crate::heuristic::Bounds;
use crate::space::{Move, MoveSet, StateSpace};
use crate::support::invariant::Invariant;

/// The least of the fewest moves that solve the board, with an admissible heuristic.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, breadth_first_heuristic, ida_star};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let (manhattan, control) = (Manhattan::new(&eight), &mut Control::default());
/// let outcome = breadth_first_heuristic(&eight, &manhattan, &board, control);
/// assert_eq!(outcome.lower_bound, 19);
/// assert_eq!(outcome.moves, ida_star::search(&eight, &manhattan, &board, control).moves);
/// ```
pub fn search<P: StateSpace>(
    puzzle: &P,
    heuristic: &dyn Bounds<P>,
    start: &P::Board,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let search = BreadthFirstHeuristicSearch {
        puzzle,
        heuristic,
        is_one_way: Cell::new(false),
    };
    let answer = search.run(start, &mut run);
    run.finish(answer)
}

struct BreadthFirstHeuristicSearch<'s, P> {
    puzzle: &'s P,
    heuristic: &'s dyn Bounds<P>,
    /// Whether a move was made that none takes back.
    is_one_way: Cell<bool>,
}

/// A board of a layer.
#[derive(Clone, Copy)]
struct Member<B> {
    board: B,
    /// The place in the middle layer of the board that it came by; meaningless before.
    middle: u32,
    last: Move,
}

/// Boards of one depth, in order.
struct DepthLayer<B> {
    known: KnownBoards<B>,
    members: Stack<Member<B>>,
}

impl<B: Copy + Eq + std::hash::Hash> DepthLayer<B> {
    fn new(filler: B) -> Self {
        Self {
            known: KnownBoards::new(filler),
            members: Stack::default(),
        }
    }

    /// Adds a board unless it is there.
    fn add(&mut self, member: Member<B>, run: &mut Run<'_, '_>) -> Result<(), Stop> {
        let note = self.known.note(&member.board, &mut run.room)?;
        if note.is_none() {
            *note = Note::new(0, member.last)?;
            self.members.push(member, &mut run.room)?;
        }
        Ok(())
    }

    fn clear(&mut self, run: &mut Run<'_, '_>) {
        self.known.clear(&mut run.room);
        self.members.clear(&mut run.room);
    }
}

/// A question to the layers: a way from a board to a solved one or to the given one.
#[derive(Clone, Copy)]
struct Question<B> {
    start: B,
    end: Option<B>,
    /// The moves that led to the start.
    made: u32,
    /// How long the way is.
    length: u32,
    /// How long an answer from the start is that goes this way and on to a solved board.
    whole: u32,
}

/// What the layers say.
enum LayersAnswer<B> {
    /// A way to `end` that passes this board when half of it, rounded down, is made.
    Through { middle: B, end: B },
    /// None; the least length that a board left out would admit.
    None(Option<u32>),
}

impl<B> LayersAnswer<B> {
    fn leave_out(&mut self, estimate: u32) {
        if let Self::None(least) = self {
            *least = Some(least.map_or(estimate, |least| least.min(estimate)));
        }
    }
}

impl<P: StateSpace> BreadthFirstHeuristicSearch<'_, P> {
    fn run(&self, start: &P::Board, run: &mut Run<'_, '_>) -> Result<Vec<Move>, Stop> {
        if self.puzzle.is_solved(start) {
            return Ok(Vec::new());
        }
        let mut length = self.heuristic.bound_of(self.puzzle, start).max(1);
        loop {
            run.prove(length);
            if run.is_beyond(length) {
                return Err(Stop::Moves);
            }
            run.iteration(length);
            let question = Question {
                start: *start,
                end: None,
                made: 0,
                length,
                whole: length,
            };
            match self.layers(question, run)? {
                LayersAnswer::Through { middle, end } => {
                    let mut moves = Vec::new();
                    self.halves(question, middle, end, &mut moves, run)?;
                    return Ok(moves);
                }
                LayersAnswer::None(Some(next)) => length = next,
                LayersAnswer::None(None) => return Err(Stop::Exhausted),
            }
        }
    }

    /// The moves to a board that the layers have found, by way of the middle.
    fn halves(
        &self,
        question: Question<P::Board>,
        middle: P::Board,
        end: P::Board,
        moves: &mut Vec<Move>,
        run: &mut Run<'_, '_>,
    ) -> Result<(), Stop> {
        let half = question.length / 2;
        let to_middle = Question {
            end: Some(middle),
            length: half,
            ..question
        };
        let from_middle = Question {
            start: middle,
            end: Some(end),
            made: question.made + half,
            length: question.length - half,
            whole: question.whole - half,
        };
        for part in [to_middle, from_middle] {
            match part.length {
                0 => {}
                1 => {
                    run.check()?;
                    let tried = self.puzzle.moves(&part.start);
                    let bound = || self.heuristic.bound_of(self.puzzle, &part.start);
                    run.expand(&part.start, part.made, bound, false);
                    run.statistics.generated += u64::from(tried.len());
                    let is_it = |m: &Move| Some(self.puzzle.after(&part.start, *m)) == part.end;
                    moves.extend(tried.into_iter().find(is_it));
                }
                _ => match self.layers(part, run)? {
                    LayersAnswer::Through { middle, end } => {
                        self.halves(part, middle, end, moves, run)?;
                    }
                    // Not so: the same boards are left out as when the whole way was found.
                    LayersAnswer::None(_) => return Err(Stop::Exhausted),
                },
            }
        }
        Ok(())
    }

    /// Goes from layer to layer as far as the way is long.
    fn layers(
        &self,
        question: Question<P::Board>,
        run: &mut Run<'_, '_>,
    ) -> Result<LayersAnswer<P::Board>, Stop> {
        let Question {
            start,
            end,
            made,
            length,
            whole,
        } = question;
        let mut middle_layer = Stack::default();
        let mut bounds = [0; Move::LIMIT];
        let mut way = LayersAnswer::None(None);
        // Those before the previous one, where boards come round.
        let mut older = KnownBoards::new(start);
        let mut previous = DepthLayer::new(start);
        let mut current = DepthLayer::new(start);
        let first = Member {
            board: start,
            middle: 0,
            last: Move::new(0),
        };
        current.add(first, run)?;
        for depth in 1..=length {
            let is_middle = depth - 1 == length / 2;
            let mut next = DepthLayer::new(start);
            'layer: for (place, member) in current.members.iter().enumerate() {
                run.check()?;
                let Member { board, last, .. } = member;
                let mut middle = member.middle;
                if is_middle {
                    middle = u32::try_from(place).map_err(|_| Stop::Memory)?;
                    middle_layer.push(board, &mut run.room)?;
                }
                let back = self.puzzle.inverse(last).filter(|_| depth > 1);
                let back = back.map_or(MoveSet::EMPTY, MoveSet::only);
                let moves = self.puzzle.moves(&board).without(back);
                let bound = (self.heuristic).bounds_around(self.puzzle, &board, moves, &mut bounds);
                run.expand(&board, made + depth - 1, || bound, false);
                for m in moves {
                    run.statistics.generated += 1;
                    let bound = bounds[m.index()];
                    let child = self.puzzle.after(&board, m);
                    let is_end = match end {
                        Some(end) => child == end,
                        None => bound == 0 && self.puzzle.is_solved(&child),
                    };
                    // A board of the last layer that is no end is a move from one at least.
                    let further = u32::from(depth == length && !is_end);
                    let estimate = depth.saturating_add(bound.max(further));
                    if estimate > whole {
                        way.leave_out(estimate);
                    } else if is_end {
                        let middle = middle_layer.get(middle as usize).debug_unwrap_or(start);
                        way = LayersAnswer::Through { middle, end: child };
                        break 'layer;
                    } else if depth < length
                        && previous.known.get(&child).is_none()
                        && current.known.get(&child).is_none()
                        && older.get(&child).is_none()
                    {
                        let member = Member {
                            board: child,
                            middle,
                            last: m,
                        };
                        next.add(member, run)?;
                        if self.puzzle.inverse(m).is_none() {
                            self.is_one_way.set(true);
                        }
                    }
                }
            }
            if self.is_one_way.get() {
                for member in previous.members.iter() {
                    *older.note(&member.board, &mut run.room)? = Note::new(0, member.last)?;
                }
            }
            previous.clear(run);
            previous = std::mem::replace(&mut current, next);
            if matches!(way, LayersAnswer::Through { .. }) || current.members.is_empty() {
                break;
            }
        }
        middle_layer.clear(&mut run.room);
        older.clear(&mut run.room);
        for mut layer in [previous, current] {
            layer.clear(run);
        }
        Ok(way)
    }
}
