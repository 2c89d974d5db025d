//! Makes an answer shorter, window by window: between two of its boards, a bidirectional search
//! finds the fewest moves (cf. D. Ratner, I. Pohl, "Joint and LPA*: combination of approximation and
//! search", 1986).
//!
//! The result need not be shortest, but its windows are, within the limit of the searches.

use super::{AnswerChoice, Control, Limits, Silent, Stop, bidirectional};
use crate::space::{Move, StateSpace};
use crate::support::budget::Budget;

/// The first window, in moves.
const WINDOW: usize = 8;
/// A window that takes less than this part of its nodes is followed by a longer one.
const EASY: u64 = 4;

/// Returns moves from `start` to the board where `moves` first solve it, as many or fewer. Each
/// window's search generates at most `nodes` boards. It ends early once the budget is over.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::Manhattan;
/// use fewest::search::{Control, greedy, shorten};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let found = greedy(&eight, &Manhattan::new(&eight), &board, &mut Control::default());
/// let moves = found.moves.expect("it can be solved");
/// let shorter = shorten(&eight, &board, &moves, 1000, fewest::Budget::default());
/// assert!((19..=moves.len()).contains(&shorter.len()));
/// ```
pub fn shorten<P: StateSpace>(
    puzzle: &P,
    start: &P::Board,
    moves: &[Move],
    nodes: u64,
    budget: Budget<'_>,
) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let mut boards = boards_of(puzzle, start, &moves);
    if let Some(solved) = boards.iter().position(|board| puzzle.is_solved(board)) {
        moves.truncate(solved);
        boards.truncate(solved + 1);
    }
    let (mut first, mut window) = (0, WINDOW);
    while first + 1 < moves.len() && window > 1 && !budget.is_over() {
        let last = (first + window).min(moves.len());
        let length = last - first;
        let mut silent = Silent;
        let limits = Limits {
            max_moves: u32::try_from(length - 1).ok(),
            max_nodes: Some(nodes),
            memory: budget.memory,
            max_time: budget.left(),
        };
        let mut control = Control::new(limits, &mut silent).cancelled_by(budget.cancel);
        let (from, to) = (boards[first], boards[last]);
        let any = AnswerChoice::Any;
        let outcome = bidirectional::search(puzzle, &from, &[to], any, &mut control);
        match (outcome.moves, outcome.stop) {
            (Some(shorter), _) => {
                moves.splice(first..last, shorter);
                boards = boards_of(puzzle, start, &moves);
                // Windows that end in the new moves may be shorter now.
                first = first.saturating_sub(window);
            }
            (None, Stop::Nodes | Stop::Memory) => window = length - 1,
            _ => {
                if last == first + window && outcome.statistics.generated < nodes / EASY {
                    window += 1;
                } else {
                    first += 1;
                }
            }
        }
    }
    moves
}

/// The boards that moves pass through, from the start.
fn boards_of<P: StateSpace>(puzzle: &P, start: &P::Board, moves: &[Move]) -> Vec<P::Board> {
    let mut boards = vec![*start];
    boards.extend(moves.iter().scan(*start, |board, &m| {
        *board = puzzle.after(board, m);
        Some(*board)
    }));
    boards
}
