//! Bidirectional breadth-first search: from the board and from all solved boards at once, a layer at a time on the side that has fewer
//! boards, until the two meet (I. Pohl, "Bi-directional and heuristic search in path problems", 1969).
//!
//! Two searches of half the depth take about the square root of the boards that one of the whole depth takes. Want it where no
//! heuristic is good and the solved boards can be listed.
//!
//! The layers are complete when they are looked at, so the first meeting is a shortest answer, and every shortest answer passes
//! the boards where they met: the least is read off them.

use super::a_star::Wanted;
use super::memory::{Known, Note, Stack, Whole};
use super::run::Run;
use super::ways::{Ways, meet};
use super::{Control, Outcome, Stop};
use crate::puzzle::{Move, MoveSet, Puzzle};

/// A shortest answer to one of these solved boards, which should be all that can be reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    start: &P::Board,
    goals: &[P::Board],
    wanted: Wanted,
    control: &mut Control<'_>,
) -> Outcome {
    let mut run = Run::new(control);
    let answer = from_both_ends(puzzle, start, goals, wanted, &mut run);
    run.finish(answer)
}

/// One of the two searches.
struct Side<B> {
    known: Known<B>,
    /// The boards at `depth`, complete.
    layer: Stack<B>,
    depth: u32,
}

impl<B: Copy + Eq + std::hash::Hash> Side<B> {
    fn new(filler: B, from: &[B], run: &mut Run<'_, '_>) -> Result<Self, Stop> {
        let (mut known, mut layer) = (Known::new(filler), Stack::default());
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

    /// Goes one move further. The boards of the new layer that the other side knows too are its meetings.
    fn grow<P: Puzzle<Board = B>>(
        &mut self,
        puzzle: &P,
        is_forward: bool,
        other: &Known<B>,
        run: &mut Run<'_, '_>,
    ) -> Result<Vec<B>, Stop> {
        let mut meetings = Vec::new();
        let mut next = Stack::default();
        self.depth += 1;
        for board in self.layer.iter() {
            run.check()?;
            run.statistics.expanded += 1;
            let last = (self.known.get(&board)).filter(|note| note.depth() > 0);
            let back = last.and_then(|note| puzzle.inverse(note.last()));
            let moves = if is_forward {
                puzzle.moves(&board)
            } else {
                puzzle.arrivals(&board)
            };
            for m in moves.without(back.map_or(MoveSet::EMPTY, MoveSet::only)) {
                run.statistics.generated += 1;
                let mut further = board;
                if is_forward {
                    puzzle.apply(&mut further, m);
                } else {
                    puzzle.undo(&mut further, m);
                }
                let note = self.known.note(&further, &mut run.room)?;
                if note.is_none() {
                    *note = Note::new(self.depth, m)?;
                    next.push(further, &mut run.room)?;
                    if other.get(&further).is_some() {
                        meetings.push(further);
                    }
                }
            }
        }
        self.layer.clear(&mut run.room);
        self.layer = next;
        Ok(meetings)
    }
}

fn from_both_ends<P: Puzzle>(
    puzzle: &P,
    start: &P::Board,
    goals: &[P::Board],
    wanted: Wanted,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stop> {
    if puzzle.is_solved(start) {
        return Ok(Vec::new());
    }
    let mut forward = Side::new(*start, &[*start], run)?;
    let mut backward = Side::new(*start, goals, run)?;
    for length in 1.. {
        run.prove(length);
        if run.is_beyond(length) {
            return Err(Stop::Moves);
        }
        if forward.layer.is_empty() || backward.layer.is_empty() {
            break;
        }
        run.iteration(length);
        let meetings = if forward.layer.len() <= backward.layer.len() {
            forward.grow(puzzle, true, &backward.known, run)?
        } else {
            backward.grow(puzzle, false, &forward.known, run)?
        };
        let Some(&meeting) = meetings.first() else {
            continue;
        };
        if wanted == Wanted::Any {
            return Ok(meet(puzzle, &forward.known, &backward.known, meeting));
        }
        let mut ways = Ways {
            forward: &mut forward.known,
            backward: Some(&backward.known),
            length,
        };
        return ways.least(puzzle, &Whole, start, &meetings, run);
    }
    Err(Stop::Exhausted)
}
