//! Breadth-first search from the start.
//!
//! Boards of a depth are kept in the order of the least moves that lead to them, and moves are tried in tie order: so the
//! first way to a board is the least of its shortest, and the first solved board met ends the least of the fewest.

use rustc_hash::FxHashSet;

use super::control::Gauge;
use super::{Control, Iteration, Outcome, Statistics, Stop};
use crate::puzzle::{Move, Puzzle};

/// A board met: how, and from which.
struct Node<B> {
    board: B,
    parent: u32,
    m: Move,
}

/// The least of the fewest moves that solve the board.
pub fn search<P: Puzzle>(puzzle: &P, start: &P::Board, control: &mut Control<'_>) -> Outcome {
    let mut gauge = Gauge::new(&control.limits);
    let mut statistics = Statistics::default();
    let outcome = |moves: Option<Vec<Move>>, stop, lower_bound, statistics| Outcome {
        moves,
        stop,
        lower_bound,
        statistics,
    };
    if puzzle.is_solved(start) {
        return outcome(Some(Vec::new()), Stop::Solved, 0, statistics);
    }
    let mut nodes = vec![Node {
        board: *start,
        parent: u32::MAX,
        m: Move::new(0),
    }];
    let mut seen = FxHashSet::default();
    seen.insert(*start);
    // A hash map is at most seven eighths full and doubles: count two slots a board.
    let bytes = (size_of::<Node<P::Board>>() + 2 * (size_of::<P::Board>() + 1)) as u64;
    let mut depth_start = 0;
    for depth in 0u32.. {
        if control.limits.moves.is_some_and(|most| depth >= most) {
            return outcome(None, Stop::Moves, depth + 1, statistics);
        }
        let depth_end = nodes.len();
        if depth_start == depth_end {
            return outcome(None, Stop::Exhausted, u32::MAX, statistics);
        }
        let before = (statistics.expanded, statistics.generated);
        for index in depth_start..depth_end {
            if gauge.is_due(statistics.generated) {
                statistics.memory = nodes.len() as u64 * bytes;
                if let Some(stop) = gauge.check(control, &statistics) {
                    return outcome(None, stop, depth + 1, statistics);
                }
            }
            statistics.expanded += 1;
            let Ok(parent) = u32::try_from(index) else {
                return outcome(None, Stop::Memory, depth + 1, statistics);
            };
            let board = nodes[index].board;
            for m in puzzle.moves(&board) {
                statistics.generated += 1;
                let next = puzzle.after(&board, m);
                if !seen.insert(next) {
                    continue;
                }
                nodes.push(Node {
                    board: next,
                    parent,
                    m,
                });
                if puzzle.is_solved(&next) {
                    statistics.memory = nodes.len() as u64 * bytes;
                    return outcome(Some(trace(&nodes)), Stop::Solved, depth + 1, statistics);
                }
            }
        }
        let iteration = Iteration {
            threshold: depth,
            expanded: statistics.expanded - before.0,
            generated: statistics.generated - before.1,
        };
        statistics.iterations.push(iteration);
        control.observer.iteration(&iteration);
        depth_start = depth_end;
    }
    outcome(None, Stop::Exhausted, u32::MAX, statistics)
}

/// The moves that led to the last node.
fn trace<B>(nodes: &[Node<B>]) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut node = nodes.last();
    while let Some(Node { parent, m, .. }) = node.filter(|node| node.parent != u32::MAX) {
        moves.push(*m);
        node = nodes.get(*parent as usize);
    }
    moves.reverse();
    moves
}
