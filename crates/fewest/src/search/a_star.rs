//! A*: the most promising board first (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of
//! minimum cost paths", 1968), with one bucket for each sum of moves so far and lower bound.
//!
//! Boards that are reached again on a shorter way are opened again, so an admissible heuristic suffices. To find the
//! *least* of the fewest moves, the search goes on until every board within the length of the answer has been expanded:
//! then all boards on shortest answers are known with their depths, and the least answer is read off backwards.

use rustc_hash::{FxHashMap, FxHashSet};

use super::control::Gauge;
use super::{Control, Outcome, Statistics, Stop};
use crate::heuristic::Heuristic;
use crate::puzzle::{Move, Puzzle};

/// Which of the shortest answers is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Wanted {
    /// The first found.
    #[default]
    Any,
    /// The least in tie order.
    Least,
}

struct Node<B, M> {
    board: B,
    memo: M,
    parent: u32,
    depth: u32,
    m: Move,
    is_closed: bool,
}

/// A shortest answer, with an admissible heuristic.
pub fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    start: &P::Board,
    wanted: Wanted,
    control: &mut Control<'_>,
) -> Outcome {
    let memo = heuristic.start(puzzle, start);
    let mut search = Search {
        puzzle,
        heuristic,
        nodes: vec![Node {
            board: *start,
            memo,
            parent: u32::MAX,
            depth: 0,
            m: Move::new(0),
            is_closed: false,
        }],
        index: FxHashMap::default(),
        buckets: Vec::new(),
        statistics: Statistics::default(),
    };
    search.index.insert(*start, 0);
    search.put(heuristic.bound(memo), 0);
    let mut gauge = Gauge::new(&control.limits);
    let (stop, lower_bound, solved) = search.run(wanted, control, &mut gauge);
    search.statistics.memory = search.bytes();
    let moves = (stop == Stop::Solved).then(|| match wanted {
        Wanted::Any => search.trace(solved.first().copied()),
        Wanted::Least => search.least(&solved),
    });
    Outcome {
        moves,
        stop,
        lower_bound,
        statistics: search.statistics,
    }
}

struct Search<'s, P: Puzzle, H: Heuristic<P>> {
    puzzle: &'s P,
    heuristic: &'s H,
    nodes: Vec<Node<P::Board, H::Memo>>,
    index: FxHashMap<P::Board, u32>,
    /// By the sum of depth and bound: the nodes to expand. Deeper ones come out first.
    buckets: Vec<Vec<u32>>,
    statistics: Statistics,
}

impl<P: Puzzle, H: Heuristic<P>> Search<'_, P, H> {
    fn put(&mut self, sum: u32, node: u32) {
        let sum = sum as usize;
        if self.buckets.len() <= sum {
            self.buckets.resize_with(sum + 1, Vec::new);
        }
        self.buckets[sum].push(node);
    }

    fn bytes(&self) -> u64 {
        let node = size_of::<Node<P::Board, H::Memo>>()
            + 2 * size_of::<(P::Board, u32)>()
            + size_of::<u32>();
        (self.nodes.len() * node) as u64
    }

    /// Runs until the answer is proven: why it ended, the lower bound, and the solved nodes at that depth.
    fn run(
        &mut self,
        wanted: Wanted,
        control: &mut Control<'_>,
        gauge: &mut Gauge,
    ) -> (Stop, u32, Vec<u32>) {
        let mut solved = Vec::new();
        let mut sum = 0;
        while (sum as usize) < self.buckets.len() {
            let Some(node) = self.buckets[sum as usize].pop() else {
                if !solved.is_empty() {
                    return (Stop::Solved, sum, solved);
                }
                sum += 1;
                if control.limits.moves.is_some_and(|most| sum > most)
                    && (sum as usize) < self.buckets.len()
                {
                    return (Stop::Moves, sum, solved);
                }
                continue;
            };
            if gauge.is_due(self.statistics.generated) {
                self.statistics.memory = self.bytes();
                if let Some(stop) = gauge.check(control, &self.statistics) {
                    return (stop, sum, solved);
                }
            }
            let at = &mut self.nodes[node as usize];
            // A node that was reached again on a shorter way is in two buckets; it was expanded from the earlier one.
            if at.is_closed {
                continue;
            }
            at.is_closed = true;
            if self.puzzle.is_solved(&at.board) {
                solved.push(node);
                if wanted == Wanted::Any {
                    return (Stop::Solved, sum, solved);
                }
                continue;
            }
            if !self.expand(node, sum) {
                return (Stop::Memory, sum, solved);
            }
        }
        if solved.is_empty() {
            (Stop::Exhausted, u32::MAX, solved)
        } else {
            (Stop::Solved, sum - 1, solved)
        }
    }

    /// False if there is no room for another node.
    fn expand(&mut self, parent: u32, sum: u32) -> bool {
        self.statistics.expanded += 1;
        let &Node {
            board, memo, depth, ..
        } = &self.nodes[parent as usize];
        for m in self.puzzle.moves(&board) {
            self.statistics.generated += 1;
            let next = self.puzzle.after(&board, m);
            let depth = depth + 1;
            let Ok(fresh) = u32::try_from(self.nodes.len()) else {
                return false;
            };
            let known = *self.index.entry(next).or_insert(fresh);
            if known == fresh {
                let memo = self.heuristic.after(self.puzzle, &board, m, memo);
                self.nodes.push(Node {
                    board: next,
                    memo,
                    parent,
                    depth,
                    m,
                    is_closed: false,
                });
            } else if self.nodes[known as usize].depth > depth {
                let node = &mut self.nodes[known as usize];
                (node.parent, node.depth, node.m, node.is_closed) = (parent, depth, m, false);
            } else {
                continue;
            }
            // An inconsistent bound may fall below its parent's: the bucket in hand takes the board then.
            let own = depth + self.heuristic.bound(self.nodes[known as usize].memo);
            self.put(own.max(sum), known);
        }
        true
    }

    fn trace(&self, solved: Option<u32>) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut node = solved.and_then(|node| self.nodes.get(node as usize));
        while let Some(at) = node.filter(|at| at.parent != u32::MAX) {
            moves.push(at.m);
            node = self.nodes.get(at.parent as usize);
        }
        moves.reverse();
        moves
    }

    /// The least way from the start to one of these nodes: marks all boards on shortest ways, then walks them.
    fn least(&self, solved: &[u32]) -> Vec<Move> {
        let mut on_the_way: FxHashSet<u32> = solved.iter().copied().collect();
        let mut queue = solved.to_vec();
        while let Some(node) = queue.pop() {
            let at = &self.nodes[node as usize];
            for m in self.puzzle.arrivals(&at.board) {
                let mut before = at.board;
                self.puzzle.undo(&mut before, m);
                let Some(&parent) = self.index.get(&before) else {
                    continue;
                };
                let other = &self.nodes[parent as usize];
                if other.is_closed && other.depth + 1 == at.depth && on_the_way.insert(parent) {
                    queue.push(parent);
                }
            }
        }
        let mut moves = Vec::new();
        let mut node = 0u32;
        while !solved.contains(&node) {
            let at = &self.nodes[node as usize];
            let step = self.puzzle.moves(&at.board).find_map(|m| {
                let next = *self.index.get(&self.puzzle.after(&at.board, m))?;
                let is_next =
                    on_the_way.contains(&next) && self.nodes[next as usize].depth == at.depth + 1;
                is_next.then_some((m, next))
            });
            let Some((m, next)) = step else { break };
            moves.push(m);
            node = next;
        }
        moves
    }
}
