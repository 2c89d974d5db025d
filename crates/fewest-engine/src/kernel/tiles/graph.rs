//! The cells of a board, and the steps of the blank between them.

use std::collections::VecDeque;

use super::{Direction, MAX_CELLS, MAX_MOVES, Order, Size};
use crate::space::structure::Turn;
use crate::space::{Move, MoveSet};
use crate::support::invariant::Invariant;

/// The flag beside a colour of a cell that the goal's blank never reaches.
pub(super) const APART: u8 = 2;

/// The blank's steps from each cell: all reversible, and no closed walk of an odd number of them.
#[derive(Clone, Debug)]
pub(super) struct BlankGraph {
    cells: usize,
    /// For each cell of the blank, the legal moves, and the moves that can have brought it there.
    pub(super) legal: [u8; MAX_CELLS],
    pub(super) arrivals: [u8; MAX_CELLS],
    /// For each cell of the blank and move that brought it there, the legal moves but the inverse.
    pub(super) onward: [[u8; MAX_MOVES]; MAX_CELLS],
    /// For each cell of the blank and move, the target; its own cell if the move is illegal.
    pub(super) targets: [[u8; MAX_MOVES]; MAX_CELLS],
    /// For each move, its inverse; a move that is never legal is its own.
    pub(super) inverse: [u8; MAX_MOVES],
}

impl BlankGraph {
    /// The graph of these steps: from a cell, by a move, to a cell. `None` if there are under three
    /// or too many cells, or too many moves; if a move does two things at once, or lacks an inverse
    /// that is the same wherever it is legal; or if the graph is not bipartite.
    pub(super) fn new(
        cells: usize,
        steps: impl IntoIterator<Item = (usize, Move, usize)>,
    ) -> Option<Self> {
        if !(3..=MAX_CELLS).contains(&cells) {
            return None;
        }
        let mut graph = Self {
            cells,
            legal: [0; MAX_CELLS],
            arrivals: [0; MAX_CELLS],
            onward: [[0; MAX_MOVES]; MAX_CELLS],
            targets: std::array::from_fn(|cell| [u8::try_from(cell).unwrap_or(0); MAX_MOVES]),
            inverse: [0; MAX_MOVES],
        };
        for (from, m, to) in steps {
            if from >= cells || to >= cells || from == to || m.index() >= MAX_MOVES {
                return None;
            }
            if graph.legal[from] >> m.index() & 1 == 1 {
                return None;
            }
            graph.targets[from][m.index()] = u8::try_from(to).ok()?;
            graph.legal[from] |= 1 << m.index();
            graph.arrivals[to] |= 1 << m.index();
        }
        let inverses: Option<Vec<u8>> = (0..)
            .take(MAX_MOVES)
            .map(|m| graph.find_inverse(m))
            .collect();
        graph.inverse = inverses?.try_into().ok()?;
        graph.onward = graph
            .legal
            .map(|moves| graph.inverse.map(|back| moves & !(1 << back)));
        graph.is_bipartite().then_some(graph)
    }

    /// The first move that undoes another wherever that is legal.
    fn find_inverse(&self, m: u8) -> Option<u8> {
        if self.legal.iter().all(|moves| moves >> m & 1 == 0) {
            return Some(m);
        }
        (0..).take(MAX_MOVES).find(|&back| {
            let mut from = (0..self.cells).filter(|&cell| self.legal[cell] >> m & 1 == 1);
            from.all(|cell| self.target(self.target(cell, Move::new(m)), Move::new(back)) == cell)
        })
    }

    fn is_bipartite(&self) -> bool {
        let mut is_seen = [false; MAX_CELLS];
        (0..self.cells).all(|root| {
            if is_seen[root] {
                return true;
            }
            let distances = self.distances(root);
            (0..self.cells).all(|cell| {
                let Some(distance) = distances[cell] else {
                    return true;
                };
                is_seen[cell] = true;
                let mut beside = self.neighbours(cell).filter_map(|beside| distances[beside]);
                beside.all(|other| distance % 2 != other % 2)
            })
        })
    }

    pub(super) const fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn moves(&self, cell: usize) -> MoveSet {
        super::set(self.legal[cell % MAX_CELLS])
    }

    #[inline]
    pub(super) fn target(&self, blank: usize, m: Move) -> usize {
        self.targets[blank % MAX_CELLS][m.index() % MAX_MOVES].into()
    }

    /// The cells beside a cell, each once, in the tie order of the first move there.
    pub(super) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let moves = self.moves(cell);
        let target = move |m| self.target(cell, m);
        let is_first = move |m: &Move| {
            let mut others = moves;
            others.find(|&other| target(other) == target(*m)) == Some(*m)
        };
        moves.filter(is_first).map(target)
    }

    /// For each cell, the fewest steps to it; `None` if steps do not lead there.
    pub(super) fn distances(&self, from: usize) -> Vec<Option<u8>> {
        let mut distances = vec![None; self.cells];
        let mut queue = VecDeque::new();
        if let Some(distance) = distances.get_mut(from) {
            *distance = Some(0);
            queue.push_back((from, 0u8));
        }
        while let Some((cell, distance)) = queue.pop_front() {
            for beside in self.neighbours(cell) {
                if distances[beside].is_none() {
                    // A path visits each of at most 256 cells once.
                    let further = distance.checked_add(1).debug_unwrap_or(u8::MAX);
                    distances[beside] = Some(further);
                    queue.push_back((beside, further));
                }
            }
        }
        distances
    }

    /// For each cell, its colour, with [`APART`] if steps from the goal's blank do not lead there.
    pub(super) fn colours(&self, goal_blank: usize) -> [u8; MAX_CELLS] {
        let mut colours = [None; MAX_CELLS];
        for root in std::iter::once(goal_blank).chain(0..self.cells()) {
            if colours[root].is_some() {
                continue;
            }
            let apart = if root == goal_blank { 0 } else { APART };
            let distances = self.distances(root).into_iter();
            for (colour, distance) in colours.iter_mut().zip(distances) {
                *colour = colour.or(distance.map(|distance| (distance % 2) | apart));
            }
        }
        colours.map(Option::unwrap_or_default)
    }

    /// The size of the rectangle in reading order that the cells form, if any.
    pub(super) fn rectangle(&self) -> Option<Size> {
        let sorted = |cells: &mut dyn Iterator<Item = usize>| {
            let mut cells: Vec<usize> = cells.collect();
            cells.sort_unstable();
            cells
        };
        let cells = self.cells();
        let mut sizes = (2..=cells / 2).filter_map(|width| {
            let height = cells / width;
            Size::new(width, height).filter(|size| size.cells() == cells)
        });
        sizes.find(|size| {
            (0..cells).all(|cell| {
                let ways = Direction::ALL.into_iter();
                let mut beside = ways.filter_map(|way| size.beside(cell, way));
                sorted(&mut self.neighbours(cell)) == sorted(&mut beside)
            })
        })
    }

    /// The directions of the moves on a rectangle, if they are the four.
    pub(super) fn directions(&self, size: Size) -> Option<Order> {
        let direction = |m: u8| {
            let goes = |way: &Direction| {
                let beside = |cell| size.beside(cell, *way).unwrap_or(cell);
                (0..self.cells()).all(|cell| self.target(cell, Move::new(m)) == beside(cell))
            };
            Direction::ALL.into_iter().find(goes)
        };
        let four = [direction(0)?, direction(1)?, direction(2)?, direction(3)?];
        let is_all = self.legal.iter().all(|moves| moves >> 4 == 0);
        is_all.then_some(Order(four))
    }
}

/// The blank's step in a turn on this many cells; `None` if the turn does anything else.
pub(super) fn step(turn: &Turn, cells: usize) -> Option<(usize, Move, usize)> {
    let (cell, to) = turn.step()?;
    let swapped = |at: u8| match at {
        _ if at == cell => to,
        _ if at == to => cell,
        _ => at,
    };
    let mut pieces = (0..=u8::MAX).zip(&turn.from);
    let is_swap = pieces.all(|(at, &from)| from == swapped(at));
    (is_swap && turn.from.len() == cells).then(|| (cell.into(), turn.by, to.into()))
}
