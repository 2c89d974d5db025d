//! The Manhattan distance of sliding tiles, on any cells.

use super::{Away, Heuristic};
use crate::kernel::tiles::{MAX_CELLS, MAX_MOVES, Storage, TileBoard, Tiles};
use crate::space::Move;
use crate::support::invariant::Invariant;

/// The sum of the tiles' fewest steps to their goal cells: a move carries one tile by one cell.
///
/// On a rectangle, steps are rows plus columns; walls and holes make paths longer. A move changes
/// the sum by one, up or down: a lookup by the blank's cell, the move and the tile.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::heuristic::{Bounds, Manhattan};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// let board = TileBoard::new(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).expect("each tile once");
/// let manhattan = Manhattan::new(&eight);
/// // Tile 4 is three steps from home, tile 6 two, and the tiles 1, 2, 3 and 8 one.
/// assert_eq!(manhattan.bound_of(&eight, &board), 3 + 2 + 4);
/// ```
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// The change of the sum, +1 or -1, at [`entry`].
    change: Box<[i8; ENTRIES]>,
    /// The result of [`steps`].
    steps: Vec<u8>,
}

/// Entries for the largest boards. The constant size spares lookups the bounds check.
const ENTRIES: usize = MAX_CELLS * MAX_MOVES * MAX_CELLS;

/// The index of a blank's cell, a move and a tile: `[(blank * 8 + move) * tiles + tile]`.
#[inline]
fn entry<S: Storage>(blank: usize, m: Move, tile: u8) -> usize {
    ((blank * MAX_MOVES + m.index()) * S::CAPACITY + usize::from(tile)) % ENTRIES
}

/// A table of zeros. Pages that stay zero take no memory.
fn zeros() -> Box<[i8; ENTRIES]> {
    let zeros = vec![0; ENTRIES].into_boxed_slice();
    zeros.try_into().expect("it has that length")
}

/// The fewest steps between any two cells, `[a * cells + b]`; 0 if there is no path.
fn steps<S: Storage>(puzzle: &Tiles<S>) -> Vec<u8> {
    let from = |cell| puzzle.distances(cell).into_iter();
    let all = (0..puzzle.cells()).flat_map(from);
    all.map(Option::unwrap_or_default).collect()
}

impl Manhattan {
    /// The tables for a puzzle.
    #[must_use]
    pub fn new<S: Storage>(puzzle: &Tiles<S>) -> Self {
        let cells = puzzle.cells();
        let steps = steps(puzzle);
        let mut change = zeros();
        for blank in 0..cells {
            for m in (0..).take(MAX_MOVES).map(Move::new) {
                let from = puzzle.target(blank, m);
                for tile in (1..=u8::MAX).take(cells - 1) {
                    // Entries of illegal moves are never read.
                    let away = |cell| steps[cell * cells + puzzle.home(tile)];
                    let is_nearer = away(blank) < away(from);
                    change[entry::<S>(blank, m, tile)] = if is_nearer { -1 } else { 1 };
                }
            }
        }
        Self { change, steps }
    }
}

impl<S: Storage> Heuristic<Tiles<S>> for Manhattan {
    type Memo = u32;

    fn start(&self, puzzle: &Tiles<S>, board: &TileBoard<S>) -> u32 {
        let away = |cell| {
            let entry = cell * puzzle.cells() + puzzle.home(board.get(cell));
            u32::from(self.steps.get(entry).copied().debug_unwrap_or(0))
        };
        let tiles = (0..puzzle.cells()).filter(|&cell| cell != board.blank());
        tiles.map(away).sum()
    }

    #[inline]
    fn after(
        &self,
        puzzle: &Tiles<S>,
        before: &TileBoard<S>,
        m: Move,
        _: &TileBoard<S>,
        memo: u32,
    ) -> u32 {
        let tile = before.get(puzzle.target(before.blank(), m));
        let entry = entry::<S>(before.blank(), m, tile);
        memo.wrapping_add_signed(self.change[entry].into())
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo
    }

    fn away<'h>(&'h self, puzzle: &'h Tiles<S>, start: &TileBoard<S>) -> Away<'h, Tiles<S>> {
        away(puzzle, start)
    }
}

/// The sum of the tiles' fewest steps from their cells in `start`.
pub(super) fn away<'h, S: Storage>(
    puzzle: &'h Tiles<S>,
    start: &TileBoard<S>,
) -> Away<'h, Tiles<S>> {
    let cells = puzzle.cells();
    let mut from = vec![0; cells];
    for cell in 0..cells {
        if let Some(from) = from.get_mut(usize::from(start.get(cell))) {
            *from = cell;
        }
    }
    let steps = steps(puzzle);
    Box::new(move |board| {
        let cells_of_tiles = (0..cells).filter(|&cell| cell != board.blank());
        let steps = cells_of_tiles.filter_map(|cell| {
            let from = from.get(usize::from(board.get(cell)))?;
            steps
                .get(from * cells + cell)
                .map(|&steps| u32::from(steps))
        });
        steps.sum()
    })
}
