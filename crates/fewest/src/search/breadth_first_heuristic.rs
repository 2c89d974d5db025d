//! Breadth-first heuristic search: breadth-first layers without the boards that no answer of a
//! given length can pass (R. Zhou, E. A. Hansen, "Breadth-first heuristic search", 2006). The
//! length grows as in IDA*: the smallest estimate among the dropped boards is the next.
//!
//! It expands the same boards as A*, apart from ties. If every move has an inverse, a board is
//! found again only in adjacent layers, so only three layers are kept. Once a move without an
//! inverse is played, all later layers are kept; otherwise boards could recur for ever.
//!
//! To recover the moves, each board past the middle remembers its ancestor in the middle layer, and
//! the two halves are searched in the same way. This takes about a third longer.
//!
//! Layers are in tie order, so the answer found is the first shortest one in tie order.

use std::cell::Cell;

use super::memory::{KnownBoards, Note, Stack};
use super::run::Run;
use super::{Control, Outcome, Stop};
use crate::heuristic::Bounds;
use crate::space::{Move, MoveSet, StateSpace};
use crate::support::invariant::Invariant;

/// Returns the first shortest answer in tie order, with an admissible heuristic.
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
/// assert_eq!(outcome.at_least, 19);
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
    /// True once a move without an inverse was played.
    is_one_way: Cell<bool>,
}

#[derive(Clone, Copy)]
struct Member<B> {
    board: B,
    /// Index in the middle layer of the board's ancestor; meaningless before the middle.
    middle: u32,
    last: Move,
}

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

/// A query: a path from a board to a solved one or to `end`.
#[derive(Clone, Copy)]
struct Question<B> {
    start: B,
    end: Option<B>,
    /// The moves that led to `start`.
    made: u32,
    length: u32,
    /// The length of an answer from `start` along this path and on to a solved board.
    whole: u32,
}

enum LayersAnswer<B> {
    /// A path to `end`; `middle` is its board after half the moves, rounded down.
    Through { middle: B, end: B },
    /// No path; the smallest estimate of a dropped board.
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
                    // Unreachable: the same boards are dropped as when the whole path was found.
                    LayersAnswer::None(_) => return Err(Stop::Exhausted),
                },
            }
        }
        Ok(())
    }

    /// Searches layer by layer, up to the length of the path.
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
        // Boards before the previous layer, if boards can recur.
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
                    // A board of the last layer that is not an end is at least one move from one.
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
