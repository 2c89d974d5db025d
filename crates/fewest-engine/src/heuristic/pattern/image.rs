//! Views of a board of tiles, straight or mirrored, and how moves change their groups' addresses.
//!
//! An address is a weighted sum of the cells of a group's tiles, less a part that depends only on
//! their order. So a move changes it by the tile's weight times the change of its cell, plus a term
//! for each tile of its group on the cells between. No address is computed from scratch.

use super::partition::{MAX_CELLS, MAX_GROUPS};
use super::table::Pattern;
use crate::kernel::tiles::{MAX_MOVES, Storage, TileBoard, Tiles};
use crate::space::Move;

/// A view of a board.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// The cell where each cell is seen.
    cells: [u8; MAX_CELLS],
    /// The name under which each tile is seen.
    names: [u8; MAX_CELLS],
    /// The group of each tile's name.
    groups: [u8; MAX_CELLS],
    /// The change of the address, modulo 2^32, by a tile going down and the tile that it passes.
    passing: Box<[[u32; MAX_CELLS]; MAX_CELLS]>,
    /// The weight of each tile's cell.
    weights: [u32; MAX_CELLS],
    /// The step of the tile, by the blank's cell and the move.
    ways: Vec<WayDown>,
    /// The cells seen between, `crossed` per blank cell and move; padded with the blank (adds 0).
    between: Vec<u8>,
    crossed: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct WayDown {
    /// The number of cells up or down.
    cells: u32,
    /// 1 to a lower cell, or -1 modulo 2^32 to a higher one: the inverse step.
    sign: u32,
}

impl Image {
    pub(super) fn straight<S: Storage>(puzzle: &Tiles<S>, patterns: &[Pattern]) -> Self {
        let same = std::array::from_fn(low);
        Self::new(puzzle, patterns, same, same)
    }

    fn new<S: Storage>(
        puzzle: &Tiles<S>,
        patterns: &[Pattern],
        cells: [u8; MAX_CELLS],
        names: [u8; MAX_CELLS],
    ) -> Self {
        let mut image = Self {
            cells,
            names,
            groups: [0; MAX_CELLS],
            passing: Box::new([[0; _]; _]),
            weights: [0; MAX_CELLS],
            ways: Vec::new(),
            between: Vec::new(),
            crossed: 0,
        };
        let tile_of = |name: u8| names.iter().position(|&other| other == name).unwrap_or(0);
        for (pattern, group) in patterns.iter().zip(0..) {
            let weight = |piece| pattern.index.weight(piece);
            for (piece, &name) in pattern.tiles().iter().enumerate() {
                let tile = tile_of(name);
                image.groups[tile] = group;
                image.weights[tile] = weight(piece);
                if !pattern.index.is_ranked() {
                    continue;
                }
                for (other, &passed) in pattern.tiles().iter().enumerate() {
                    // The tile is no longer above an earlier one, or a later one is now above it.
                    image.passing[tile][tile_of(passed)] = if other < piece {
                        weight(piece)
                    } else {
                        weight(other).wrapping_neg()
                    };
                }
            }
        }
        let is_ranked = patterns.iter().any(|pattern| pattern.index.is_ranked());
        let between = |to: usize, from: usize| {
            let (to, from) = (cells[to], cells[from]);
            let seen = to.min(from) + 1..to.max(from);
            let all = (0..puzzle.cells()).filter(move |&cell| seen.contains(&cells[cell]));
            all.filter(move |_| is_ranked).map(low)
        };
        let moves = || (0..).take(MAX_MOVES).map(Move::new);
        let all =
            || (0..puzzle.cells()).flat_map(|to| moves().map(move |m| (to, puzzle.target(to, m))));
        image.crossed = all()
            .map(|(to, from)| between(to, from).count())
            .max()
            .unwrap_or(0);
        for (to, from) in all() {
            let lower = i32::from(cells[from]) - i32::from(cells[to]);
            image.ways.push(WayDown {
                cells: lower.unsigned_abs(),
                sign: if lower < 0 { u32::MAX } else { 1 },
            });
            let fill = std::iter::repeat(low(to));
            image
                .between
                .extend(between(to, from).chain(fill).take(image.crossed));
        }
        image
    }

    /// The cell where each tile is seen, by name.
    pub(super) fn places<S: Storage>(&self, cells: usize, board: &TileBoard<S>) -> [u8; MAX_CELLS] {
        let mut places = [0; MAX_CELLS];
        for cell in 0..cells {
            let name = self.names[usize::from(board.get(cell)) % MAX_CELLS];
            places[usize::from(name) % MAX_CELLS] = self.cells[cell % MAX_CELLS];
        }
        places
    }

    /// The group of the tile on `from` that a move carries, and its address's change, modulo 2^32.
    #[inline]
    pub(super) fn step<S: Storage>(
        &self,
        before: &TileBoard<S>,
        m: Move,
        from: usize,
    ) -> (u8, u32) {
        let tile = usize::from(before.get(from)) % MAX_CELLS;
        let at = before.blank() * MAX_MOVES + m.index() % MAX_MOVES;
        let way = self.ways.get(at).copied().unwrap_or_default();
        let between = self.between.get(at * self.crossed..(at + 1) * self.crossed);
        let passing = &self.passing[tile];
        let passed = between.unwrap_or_default().iter().fold(0u32, |sum, &cell| {
            sum.wrapping_add(passing[usize::from(before.get(cell.into())) % MAX_CELLS])
        });
        let step = passed.wrapping_sub(way.cells.wrapping_mul(self.weights[tile]));
        (self.groups[tile], step.wrapping_mul(way.sign))
    }
}

/// The view by the first grid symmetry that keeps the steps and the blank, but not all groups.
pub(super) fn mirror<S: Storage>(puzzle: &Tiles<S>, patterns: &[Pattern]) -> Option<Image> {
    let group = |tile: u8| {
        patterns
            .iter()
            .position(|pattern| pattern.tiles().contains(&tile))
    };
    let grid = puzzle.grid()?;
    let (last_row, last_column) = (grid.height() - 1, grid.width() - 1);
    let turns: [&dyn Fn(usize, usize) -> [usize; 2]; 5] = [
        &|row, column| [column, row],
        &|row, column| [last_column - column, last_row - row],
        &|row, column| [last_row - row, last_column - column],
        &|row, column| [row, last_column - column],
        &|row, column| [last_row - row, column],
    ];
    // The first two exchange rows and columns.
    let fitting = turns
        .into_iter()
        .skip(if last_row == last_column { 0 } else { 2 });
    let (cells, goal) = (puzzle.cells(), puzzle.goal());
    let mut mirrors = fitting.filter_map(|turn| {
        // Cells without a place are those where no tile ever moves.
        let turned = |cell: usize| match grid.place(cell) {
            Some([row, column]) => grid.cell(turn(row, column)),
            None => Some(cell),
        };
        let turned: Vec<usize> = (0..cells).map(turned).collect::<Option<_>>()?;
        let keeps_steps = (0..cells).all(|cell| {
            let is_step = |to| puzzle.neighbours(turned[cell]).any(|beside| beside == to);
            puzzle.neighbours(cell).all(|to| is_step(turned[to]))
        });
        if !keeps_steps || turned[goal.blank()] != goal.blank() {
            return None;
        }
        let mut seen = [0; MAX_CELLS];
        let mut names = [0; MAX_CELLS];
        // The image of each group, if it is one group.
        let mut images = [None; MAX_GROUPS];
        let mut is_other = false;
        for (cell, &image) in turned.iter().enumerate() {
            seen[cell] = low(image);
            if cell != goal.blank() {
                let (tile, name) = (goal.get(cell), goal.get(image));
                let known = images[group(tile)?].get_or_insert(group(name));
                is_other |= *known != group(name);
                names[usize::from(tile)] = name;
            }
        }
        is_other.then(|| Image::new(puzzle, patterns, seen, names))
    });
    mirrors.next()
}

#[expect(clippy::cast_possible_truncation, reason = "cells are fewer")]
const fn low(number: usize) -> u8 {
    number as u8
}
