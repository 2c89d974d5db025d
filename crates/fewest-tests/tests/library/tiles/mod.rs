//! Tiles on any cells, compared with the general engine.

mod graphs;
mod heuristics;
mod refused;

use fewest::kernel::general::{Cells, General};
use fewest::kernel::tiles::{Storage, Tiles};
use fewest::space::Move;
use fewest::space::structure::{Structure, Turn};

/// Cells, and the blank's named steps between them.
#[derive(Clone)]
pub struct Plan {
    pub name: &'static str,
    pub cells: usize,
    /// The cell, the move, and the cell that it leads to.
    pub steps: Vec<(usize, u8, usize)>,
}

impl Plan {
    /// Cells drawn in rows, with `#` for holes. Pairs in `walls` (numbered in reading order) do not
    /// touch. Moves are in the order of the letters.
    pub fn drawn(name: &'static str, rows: &str, walls: &[(usize, usize)], order: &str) -> Self {
        let rows: Vec<&str> = rows.split(' ').collect();
        let places: Vec<(isize, isize)> = (0..)
            .zip(&rows)
            .flat_map(|(row, line)| {
                let cells = (0..).zip(line.chars());
                cells.filter_map(move |(column, cell)| (cell != '#').then_some((row, column)))
            })
            .collect();
        let mut steps = Vec::new();
        for (from, &(row, column)) in places.iter().enumerate() {
            for (m, letter) in (0..).zip(order.chars()) {
                let (down, right) = match letter {
                    'd' => (1, 0),
                    'u' => (-1, 0),
                    'r' => (0, 1),
                    _ => (0, -1),
                };
                let there = (row + down, column + right);
                let to = places.iter().position(|&place| place == there);
                let is_open = |&to: &usize| !walls.contains(&(from.min(to), from.max(to)));
                steps.extend(to.filter(is_open).map(|to| (from, m, to)));
            }
        }
        Self {
            name,
            cells: places.len(),
            steps,
        }
    }

    /// A ring of cells, around which two moves carry the blank.
    pub fn ring(cells: usize) -> Self {
        let round = (0..cells).flat_map(|cell| {
            let next = (cell + 1) % cells;
            [(cell, 1, next), (next, 0, cell)]
        });
        Self {
            name: "ring",
            cells,
            steps: round.collect(),
        }
    }

    /// A ring with two moves, each its own inverse.
    pub fn crossings(cells: usize) -> Self {
        let round = (0..cells).flat_map(|cell| {
            let (next, m) = ((cell + 1) % cells, u8::try_from(cell % 2).unwrap());
            [(cell, m, next), (next, m, cell)]
        });
        Self {
            name: "crossings",
            cells,
            steps: round.collect(),
        }
    }

    /// The structure with random symbols, including the blank's.
    pub fn structure(&self, goal_blank: usize, seed: u64) -> Structure {
        let mut goal: Vec<u8> = (0..=u8::MAX).take(self.cells).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut goal);
        let blank = goal[goal_blank];
        let turns = self.steps.iter().map(|&(from, m, to)| {
            let mut pieces: Vec<u8> = (0..=u8::MAX).take(self.cells).collect();
            pieces.swap(from, to);
            Turn {
                by: Move::new(m),
                needs: vec![(u8::try_from(from).unwrap(), blank)],
                from: pieces,
            }
        });
        Structure {
            pieces: vec![1; self.cells],
            turns: turns.collect(),
            goals: vec![goal.into_iter().map(Some).collect()],
        }
    }

    pub fn both<S: Storage, const N: usize>(
        &self,
        goal_blank: usize,
        seed: u64,
    ) -> (Tiles<S>, General<Cells<N>>) {
        let structure = self.structure(goal_blank, seed);
        let kernel = Tiles::of(&structure).unwrap_or_else(|| panic!("{}", self.name));
        (kernel, General::new(structure).unwrap())
    }

    pub fn beside(&self, cell: usize) -> Vec<usize> {
        let steps = self.steps.iter().filter(|(from, _, _)| *from == cell);
        steps.map(|&(_, _, to)| to).collect()
    }
}

/// Small graphs, each with its goal's blank.
pub fn plans() -> Vec<(Plan, usize)> {
    let drawn = Plan::drawn;
    vec![
        (drawn("2x4", ".... ....", &[], "rlud"), 6),
        (drawn("a wall", "... ... ..#", &[(4, 5)], "dlru"), 0),
        (drawn("an L", ".## .## ...", &[], "udlr"), 4),
        (drawn("a thick L", "..## ..## ....", &[], "udlr"), 1),
        (drawn("a T", "... #.# #.# #.#", &[], "lrdu"), 1),
        (drawn("a thick T", ".... #..# #..#", &[], "lrdu"), 7),
        (drawn("a window", "... .#. ...", &[], "dlru"), 2),
        (drawn("a path", "......", &[], "lr"), 5),
        (drawn("two rooms", "... ...", &[(0, 1), (3, 4)], "durl"), 2),
        (drawn("a closed room", "... ... ##.", &[(5, 6)], "durl"), 2),
        (Plan::ring(6), 3),
        (Plan::ring(8), 0),
        (Plan::crossings(6), 2),
    ]
}
