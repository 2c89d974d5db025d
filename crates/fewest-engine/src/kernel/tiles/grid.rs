//! Rows and columns of cells, if they have any.

use super::{MAX_MOVES, Storage, Tiles};
use crate::space::{Move, StateSpace};

/// Cells in rows and columns, such that every step goes to an adjacent place.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// For each cell, its row and column; `None` if the goal's blank never reaches it.
    places: Vec<Option<[u8; 2]>>,
    height: usize,
    width: usize,
}

impl Grid {
    /// The grid of a puzzle. `None` unless its moves are one or two pairs of inverses, for rows and
    /// columns, and steps lead from the goal's blank to one place per cell and one cell per place.
    pub(super) fn of<S: Storage>(puzzle: &Tiles<S>) -> Option<Self> {
        let places = match puzzle.size() {
            Some(size) => {
                let cells = 0..size.cells();
                let place = |cell| [cell / size.width(), cell % size.width()];
                cells.map(|cell| Some(place(cell))).collect()
            }
            None => walk(puzzle)?,
        };
        let known = || places.iter().flatten();
        let min = |axis: usize| known().map(|place| place[axis]).min();
        let (first, left) = (min(0)?, min(1)?);
        let moved = |[row, column]: [usize; 2]| {
            let row = u8::try_from(row - first).ok()?;
            Some([row, u8::try_from(column - left).ok()?])
        };
        let places: Vec<Option<[u8; 2]>> = places.into_iter().map(|place| moved(place?)).collect();
        let extent = |axis: usize| {
            let last = places.iter().flatten().map(|place| place[axis]).max();
            last.map_or(0, |last| usize::from(last) + 1)
        };
        Some(Self {
            height: extent(0),
            width: extent(1),
            places,
        })
    }

    pub(crate) const fn height(&self) -> usize {
        self.height
    }

    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// The row and column of a cell; `None` if the goal's blank never reaches it.
    pub(crate) fn place(&self, cell: usize) -> Option<[usize; 2]> {
        let place = self.places.get(cell).copied().flatten();
        place.map(|place| place.map(usize::from))
    }

    pub(crate) fn cell(&self, place: [usize; 2]) -> Option<usize> {
        (0..self.places.len()).find(|&cell| self.place(cell) == Some(place))
    }
}

/// The places of cells reached from the goal's blank, which is far enough from row and column 0.
fn walk<S: Storage>(puzzle: &Tiles<S>) -> Option<Vec<Option<[usize; 2]>>> {
    let mut ways = [[0isize; 2]; MAX_MOVES];
    let mut axes = 0;
    for m in (0..).map(Move::new).take(MAX_MOVES) {
        let back = puzzle.inverse(m).filter(|back| *back != m);
        let is_used = (0..puzzle.cells()).any(|cell| puzzle.target(cell, m) != cell);
        match back {
            _ if !is_used => {}
            Some(back) if back < m => ways[m.index()] = ways[back.index()].map(|step| -step),
            Some(_) => {
                *ways[m.index()].get_mut(axes)? = 1;
                axes += 1;
            }
            None => return None,
        }
    }
    let mut places = vec![None; puzzle.cells()];
    let mut found = vec![puzzle.goal().blank()];
    *places.get_mut(puzzle.goal().blank())? = Some([puzzle.cells(); 2]);
    while let Some(cell) = found.pop() {
        let here: [usize; 2] = (*places.get(cell)?)?;
        for (m, [down, right]) in (0..).map(Move::new).zip(ways) {
            let to = puzzle.target(cell, m);
            if to == cell {
                continue;
            }
            let row = here[0].checked_add_signed(down)?;
            let there = [row, here[1].checked_add_signed(right)?];
            match places.get(to)? {
                Some(known) if *known != there => return None,
                Some(_) => {}
                None if places.contains(&Some(there)) => return None,
                None => {
                    *places.get_mut(to)? = Some(there);
                    found.push(to);
                }
            }
        }
    }
    Some(places)
}
