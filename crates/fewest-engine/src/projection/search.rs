//! IDA* on puzzles of pieces, with lists: the children of many boards are looked up together, so
//! that a core waits for many reads of a table at once.
//!
//! A board is looked up as it is, as its images under the symmetries that the table does not use,
//! and as the inverse of each: all have the same distance. Lists keep the order of a depth-first
//! search, so the first answer of the least length is the first in tie order.
//!
//! # References
//! * R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985.
//! * A. Felner, U. Zahavi, R. Holte, J. Schaeffer, N. Sturtevant, Z. Zhang, "Inconsistent heuristics
//!   in theory and practice", 2011 (inverse, or dual, lookups).

use super::expand::Scratch;
use super::list::{List, ListedBoard, Shape};
use super::tree::ListTree;
use crate::search::ida_star::Tally;
use crate::space::{Move, MoveSet};

/// Parents whose children are looked up together.
pub(super) const PARENTS: usize = 64;

impl ListTree<'_> {
    pub(super) const fn list(&self) -> List {
        List::new(self.projection.shape)
    }

    /// A list of only the board with these leads, and with these first moves of answers, as bits.
    pub(super) fn root(&self, leads: &[u8], first: u64) -> Option<List> {
        let projection = self.projection;
        let shape = projection.shape;
        let Shape {
            images, factors, ..
        } = shape;
        let coordinates = &projection.coordinates;
        let contents = self.pieces.contents(leads)?;
        let codes = projection.codes.of(&contents);
        let mut states = Vec::new();
        let mut bounds = Vec::new();
        for image_states in projection.states(self.pieces, leads)? {
            states.extend_from_slice(&image_states[..factors]);
            bounds.push(projection.bound(&image_states));
        }
        let inverses = if shape.inverses { images } else { 0 };
        for image in 0..inverses {
            let states = projection.codes.states(coordinates, image, &codes);
            bounds.push(projection.bound(&states));
        }
        let pruning = self.pruning.start();
        let first = self.pruning.allowed::<MoveSet>(pruning).words()[0] & projection.moves & first;
        let node = ListedBoard {
            contents: &contents,
            codes: &codes,
            states: &states,
            bounds: &bounds,
            pruning,
            ends: [projection.moves, first],
        };
        let mut list = self.list();
        list.push(&node, (0, 0));
        Some(list)
    }

    /// Searches for answers of `left` moves from the boards of a list.
    pub(super) fn descend(
        &self,
        worker: &mut Worker,
        depth: usize,
        left: u32,
        tally: &mut Tally,
        must_stop: &mut dyn FnMut(&Tally) -> bool,
    ) -> Descent {
        let mut first = 0;
        while first < worker.lists[depth].len() {
            if must_stop(tally) {
                return Descent::Stopped;
            }
            let last = (first + PARENTS).min(worker.lists[depth].len());
            if worker.lists.len() == depth + 1 {
                worker.lists.push(self.list());
            }
            let (above, below) = worker.lists.split_at_mut(depth + 1);
            below[0].clear();
            self.expand(
                &above[depth],
                first..last,
                left,
                &mut below[0],
                &mut worker.scratch,
                tally,
            );
            if left > 1 {
                match self.descend(worker, depth + 1, left - 1, tally, must_stop) {
                    Descent::None => {}
                    end => return end,
                }
            } else if let Some(board) = self.solved_in(&worker.lists[depth + 1]) {
                return Descent::Found(board);
            }
            first = last;
        }
        Descent::None
    }

    /// The first solved board of a list.
    pub(super) fn solved_in(&self, list: &List) -> Option<usize> {
        (0..list.len()).find(|&board| self.pieces.is_solved(list.contents(board)))
    }
}

/// The result of a search below a list.
pub(super) enum Descent {
    /// A solved board, by its index in the last list.
    Found(usize),
    None,
    Stopped,
}

#[derive(Default)]
pub(super) struct Worker {
    pub(super) lists: Vec<List>,
    scratch: Scratch,
}

/// The moves that lead from the first list to a board of the last.
pub(super) fn way(lists: &[List], board: usize) -> Vec<Move> {
    let mut board = board;
    let mut way = Vec::new();
    for list in lists.iter().skip(1).rev() {
        let (parent, m) = list.from(board);
        way.push(Move::new(m));
        board = parent;
    }
    way.reverse();
    way
}
