//! Breadth-first search from the start (E. F. Moore, "The shortest path through a maze", 1959).
//!
//! Boards of a depth are kept in the order of the first moves, in tie order, that lead to them, and
//! moves are tried in tie order. So the first path to a board is its first shortest path, and the
//! first solved board met ends the first shortest answer.
//!
//! No board is tried twice and no heuristic is needed, but every board met is kept. Use it for
//! small puzzles and short answers, and to check other searches.

use super::memory::{KnownBoards, Note, Stack, Whole};
use super::run::Run;
use super::trace::{Ways, trace};
use super::{Control, Outcome, Stop};
use crate::space::{Move, Moves, StateSpace};

/// Returns the first shortest answer in tie order.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::search::{Control, breadth_first};
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let outcome = breadth_first(&puzzle, &hardest, &mut Control::default());
/// assert_eq!(outcome.moves.map(|moves| moves.len()), Some(21));
/// // No board is tried twice, and there are 360 of them.
/// assert!(outcome.statistics.expanded < 360);
/// ```
pub fn search<P: StateSpace>(puzzle: &P, start: &P::Board, control: &mut Control<'_>) -> Outcome {
    let mut run = Run::new(control);
    let answer = layers(puzzle, start, &mut run);
    run.finish(answer)
}

fn layers<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    run: &mut Run<'_, '_>,
) -> Result<Vec<Move>, Stop> {
    if puzzle.is_solved(start) {
        return Ok(Vec::new());
    }
    let mut known = KnownBoards::new(*start);
    let mut layer = Stack::default();
    *known.note(start, &mut run.room)? = Note::new(0, Move::new(0))?;
    layer.push(*start, &mut run.room)?;
    for depth in 1.. {
        run.prove(depth);
        if run.is_beyond(depth) {
            return Err(Stop::Moves);
        }
        run.iteration(depth - 1);
        let mut next = Stack::default();
        for board in layer.iter() {
            run.check()?;
            run.expand(&board, depth - 1, || 0, false);
            let back = known
                .get(&board)
                .filter(|note| note.depth() > 0)
                .and_then(|note| puzzle.inverse(note.last()));
            for m in puzzle.moves(&board).without(Moves::of(back)) {
                run.statistics.generated += 1;
                let child = puzzle.after(&board, m);
                let note = known.note(&child, &mut run.room)?;
                if !note.is_none() {
                    continue;
                }
                *note = Note::new(depth, m)?;
                if puzzle.is_solved(&child) {
                    let trace = trace(puzzle, &Whole, &known, child);
                    if trace.is_certain {
                        return Ok(trace.moves);
                    }
                    let mut ways = Ways {
                        forward: &mut known,
                        backward: None,
                        length: depth,
                    };
                    return ways.least(puzzle, &Whole, start, &[child], run);
                }
                next.push(child, &mut run.room)?;
            }
        }
        layer.clear(&mut run.room);
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Err(Stop::Exhausted)
}
