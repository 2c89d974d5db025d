//! One piece on each cell, and a blank that swaps with a neighbouring piece: the 8-, 15- and
//! 24-puzzle, and boards with walls, holes or any outline.
//!
//! The cells are a bipartite graph, and a move carries the blank along an edge. The goal is always
//! *canonical*: tiles 1, 2, 3, ... in reading order, with the blank on a given cell.
//! [`Relabelling`] makes any other goal canonical, and changes neither distances nor answers.

mod board;
mod graph;
mod grid;
mod kernel;
mod ranks;
mod relabelling;

pub use board::{Bytes, Nibbles, Storage, TileBoard};
pub use relabelling::Relabelling;

pub(crate) use grid::Grid;

use std::sync::Arc;

use crate::model::Model;
pub use crate::model::{Direction, MAX_CELLS, Order, Size};
use crate::rank::permutation;
use crate::space::structure::{Structure, Structured};
use crate::space::{Goals, Move, MoveSet, StateSpace};
use graph::{APART, BlankGraph};

/// The maximum number of moves.
pub(crate) const MAX_MOVES: usize = 8;

/// The puzzle on some cells with the canonical goal for a given cell of the blank.
///
/// ```
/// # use fewest_engine as fewest;
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::space::{StateSpace, Ranked};
///
/// # let size = Size::new(3, 3).expect("a size");
/// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("16 cells at most");
/// assert_eq!((eight.cells(), eight.moves(&eight.goal()).len()), (9, 2));
/// // One board in two: the ranks are those of one parity.
/// assert_eq!(eight.boards(), 181_440);
/// ```
#[derive(Clone, Debug)]
pub struct Tiles<S> {
    model: Arc<Model>,
    graph: BlankGraph,
    goal: TileBoard<S>,
    /// The symbols of its tiles.
    relabelling: Relabelling,
    /// For each cell, the parity of steps from the goal's blank; if [`APART`], from another cell.
    colours: [u8; MAX_CELLS],
    /// The number of the tiles' orders with one parity, if boards are ranked.
    half: u64,
    /// The size, if the cells are a rectangle in reading order, without walls.
    size: Option<Size>,
    /// The tie order, if the moves are the four directions of such a rectangle.
    order: Option<Order>,
}

impl<S: Storage> Tiles<S> {
    /// The rectangle of this size and tie order, with the goal's blank on a cell. `None` if the
    /// boards do not fit into `S` or there is no such cell.
    #[must_use]
    pub fn rectangle(size: Size, goal_blank: usize, order: Order) -> Option<Self> {
        let tiles = Self::of_model(Arc::new(Model::sliding(size, order)))?;
        tiles.with_blank(goal_blank)
    }

    /// The puzzle with this structure. `None` if it is of another kind:
    ///
    /// - every symbol has one piece, and there are at least three cells, which fit into `S`;
    /// - every turn needs the same symbol, the blank, and swaps it with the piece on another cell;
    /// - there are at most eight moves, each with one inverse wherever it is legal;
    /// - the graph of the cells is bipartite, and one goal names the symbol of every cell.
    /// ```
    /// # use fewest_engine as fewest;
    /// use fewest::Model;
    /// use fewest::kernel::tiles::{Nibbles, Tiles};
    ///
    /// // Four cells in a row: a rectangle of no size that has a name.
    /// let row = Model::from_toml(r#"
    /// name = "row"
    /// cells = "a b c d"
    /// pieces = "1 2 3 ."
    /// blank = "."
    /// goal = [{ board = "1 2 3 ." }]
    /// move = [{ name = "l", offset = [0, -1] }, { name = "r", offset = [0, 1] }]
    /// "#)?;
    /// let tiles = Tiles::<Nibbles>::of(&row.structure).expect("a blank and its neighbours");
    /// assert_eq!(tiles.cells(), 4);
    /// // In the rotation game no piece is a blank.
    /// assert!(Tiles::<Nibbles>::of(&Model::rotation().structure).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(structure: &Structure) -> Option<Self> {
        Self::of_model(Arc::new(Model::of(structure.clone())))
    }

    fn of_model(model: Arc<Model>) -> Option<Self> {
        let structure = &model.structure;
        let goal = structure.whole_goal()?;
        let blank = structure.blank()?;
        let cells = structure.pieces.len();
        if structure.pieces.iter().any(|&count| count != 1) || goal.len() != cells {
            return None;
        }
        let steps = structure.turns.iter().map(|turn| graph::step(turn, cells));
        let steps: Option<Vec<_>> = steps.collect();
        let graph = BlankGraph::new(cells, steps?)?;
        let relabelling = Relabelling::of_symbols(&goal, blank)?;
        Self::new(model, graph, relabelling)
    }

    fn new(model: Arc<Model>, graph: BlankGraph, relabelling: Relabelling) -> Option<Self> {
        let (cells, goal_blank) = (graph.cells(), relabelling.blank());
        if goal_blank >= cells {
            return None;
        }
        let mut goal: Vec<u8> = (1..=u8::MAX).take(cells - 1).collect();
        goal.insert(goal_blank, 0);
        let size = graph.rectangle();
        let order = size.and_then(|size| graph.directions(size));
        #[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
        let half = permutation::count(cells as u32 - 1) / 2;
        Some(Self {
            model,
            goal: TileBoard::new(&goal)?,
            relabelling,
            colours: graph.colours(goal_blank),
            half,
            size,
            order,
            graph,
        })
    }

    /// This puzzle with the goal's blank on another cell; `None` if there is no such cell.
    #[must_use]
    pub fn with_blank(&self, goal_blank: usize) -> Option<Self> {
        if goal_blank >= self.cells() {
            return None;
        }
        let relabelling = self.relabelling.with_blank(goal_blank);
        let tiles = (1..=u8::MAX).take(self.cells() - 1);
        let mut goal: Vec<u8> = tiles.map(|tile| relabelling.symbol(tile)).collect();
        goal.insert(goal_blank, relabelling.symbol(0));
        // This goal represents all goals with the blank there, and the pieces get new names.
        let model = Arc::new(Model {
            home: None,
            ..self.model.with_goal(&goal)
        });
        Self::new(model, self.graph.clone(), relabelling)
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.graph.cells()
    }

    /// The size, if the cells are a rectangle in reading order without walls.
    #[must_use]
    pub const fn size(&self) -> Option<Size> {
        self.size
    }

    /// The tie order, if the moves are the four directions of such a rectangle.
    #[must_use]
    pub const fn order(&self) -> Option<Order> {
        self.order
    }

    /// The direction of a move, if the moves are the four directions of a rectangle.
    #[must_use]
    pub fn direction(&self, m: Move) -> Option<Direction> {
        self.order.map(|order| order.direction(m))
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> TileBoard<S> {
        self.goal
    }

    /// The names that this kernel gives to the [structure](Structured)'s symbols.
    #[must_use]
    pub const fn relabelling(&self) -> &Relabelling {
        &self.relabelling
    }

    /// The cell that the blank goes to; its own if the move is illegal.
    #[inline]
    #[must_use]
    pub(crate) fn target(&self, blank: usize, m: Move) -> usize {
        self.graph.target(blank, m)
    }

    pub(crate) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.graph.neighbours(cell)
    }

    /// For each cell, the fewest steps from a given cell; `None` if steps do not lead there.
    #[must_use]
    pub(crate) fn distances(&self, from: usize) -> Vec<Option<u8>> {
        self.graph.distances(from)
    }

    pub(crate) fn grid(&self) -> Option<Grid> {
        Grid::of(self)
    }

    /// The cell of a tile on the goal.
    #[must_use]
    pub fn home(&self, tile: u8) -> usize {
        if tile == 0 {
            return self.goal.blank();
        }
        let place = usize::from(tile) - 1;
        place + usize::from(place >= self.goal.blank())
    }

    /// Returns true if parity allows a solution (W. E. Story, "Notes on the '15' puzzle", 1879) and
    /// every piece that no move reaches is at home.
    ///
    /// If not, the board can't be solved. On a rectangle, the converse also holds. If walls or the
    /// outline leave the blank fewer routes, parity also allows boards that can't be solved: on a
    /// ring, the tiles always keep their order.
    ///
    /// ```
    /// # use fewest_engine as fewest;
    /// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
    /// # let size = Size::new(3, 3).expect("a size");
    /// let eight = Tiles::<Nibbles>::rectangle(size, 8, Order::default()).expect("it fits");
    /// let board = |tiles: [u8; 9]| TileBoard::new(&tiles).expect("each tile once");
    /// assert!(eight.is_solvable(&board([8, 6, 7, 2, 5, 4, 3, 0, 1])));
    /// // Two tiles swapped: Sam Loyd's puzzle, which has no solution.
    /// assert!(!eight.is_solvable(&board([1, 2, 3, 4, 5, 6, 8, 7, 0])));
    /// ```
    #[must_use]
    pub fn is_solvable(&self, board: &TileBoard<S>) -> bool {
        let mut odd = false;
        // For each cell, as bits: true if an odd number of the pieces so far belong to later cells.
        let mut later = [0u64; MAX_CELLS / 64];
        for cell in 0..self.cells() {
            if self.colours[cell % MAX_CELLS] & APART != 0 && board.get(cell) != self.goal.get(cell)
            {
                return false;
            }
            let home = self.home(board.get(cell));
            let (word, bit) = (home / 64 % later.len(), 1 << (home % 64));
            odd ^= later[word] & bit != 0;
            later[word] ^= bit - 1;
            for word in later.iter_mut().take(word) {
                *word = !*word;
            }
        }
        // Each move changes the parity of the permutation (with the blank) and the blank's colour.
        odd == (self.colours[board.blank()] == 1)
    }
}

/// The moves with these bits.
#[inline]
fn set(bits: u8) -> MoveSet {
    MoveSet::from_words(&[bits.into()])
}

impl<S: Storage> StateSpace for Tiles<S> {
    type Board = TileBoard<S>;
    type Moves = MoveSet;

    #[inline]
    fn moves(&self, board: &TileBoard<S>) -> MoveSet {
        set(self.graph.legal[board.blank()])
    }

    #[inline]
    fn arrivals(&self, board: &TileBoard<S>) -> MoveSet {
        set(self.graph.arrivals[board.blank()])
    }

    #[inline]
    fn apply(&self, board: &mut TileBoard<S>, m: Move) {
        board.carry_blank(self.target(board.blank(), m));
    }

    #[inline]
    fn undo(&self, board: &mut TileBoard<S>, m: Move) {
        self.apply(board, Move::new(self.graph.inverse[m.index() % MAX_MOVES]));
    }

    #[inline]
    fn inverse(&self, m: Move) -> Option<Move> {
        Some(Move::new(self.graph.inverse[m.index() % MAX_MOVES]))
    }

    #[inline]
    fn onward(&self, board: &TileBoard<S>, last: Move) -> MoveSet {
        set(self.graph.onward[board.blank()][last.index() % MAX_MOVES])
    }

    #[inline]
    fn is_solved(&self, board: &TileBoard<S>) -> bool {
        *board == self.goal
    }

    #[inline]
    fn pack(&self, board: &TileBoard<S>) -> Option<u64> {
        board.tiles.pack()
    }

    #[inline]
    fn unpack(&self, word: u64) -> Option<TileBoard<S>> {
        let (tiles, blank) = S::unpack(word)?;
        Some(TileBoard { tiles, blank })
    }
}

impl<S: Storage> Goals for Tiles<S> {
    fn goals(&self) -> Vec<TileBoard<S>> {
        vec![self.goal]
    }
}

/// Symbols are those of the puzzle that it was made [of](Tiles::of), or the tiles, 0 for the blank.
impl<S: Storage> Structured for Tiles<S> {
    fn structure(&self) -> Structure {
        self.model.structure.clone()
    }

    fn symbols(&self, board: &TileBoard<S>, symbols: &mut Vec<u8>) {
        self.relabelling.symbols(board, symbols);
    }

    fn board(&self, symbols: &[u8]) -> Option<TileBoard<S>> {
        self.relabelling.board(symbols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::is_odd;

    fn puzzle(width: usize, height: usize, blank: usize) -> Tiles<Nibbles> {
        Tiles::rectangle(Size::new(width, height).unwrap(), blank, Order::default()).unwrap()
    }

    #[test]
    fn storage_makes_no_difference() {
        let nibbles = puzzle(4, 3, 0);
        let bytes =
            Tiles::<Bytes<32>>::rectangle(nibbles.size().unwrap(), 0, Order::default()).unwrap();
        let (mut a, mut b) = (nibbles.goal(), bytes.goal());
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..1000 {
            assert_eq!(nibbles.moves(&a), bytes.moves(&b));
            let m = rng.choice(nibbles.moves(&a)).unwrap();
            nibbles.apply(&mut a, m);
            bytes.apply(&mut b, m);
            assert!((0..12).all(|cell| a.get(cell) == b.get(cell)));
            assert!(bytes.is_solvable(&b));
        }
    }

    /// On a rectangle, the blank's steps and the parity of the tiles' permutation agree.
    #[test]
    fn parity_of_boards_of_more_than_64_cells() {
        let mut rng = fastrand::Rng::with_seed(8);
        for (width, height) in [(8, 8), (13, 5), (9, 8), (12, 11), (16, 16)] {
            let cells = width * height;
            let home = rng.usize(0..cells);
            let size = Size::new(width, height).unwrap();
            let puzzle = Tiles::<Bytes<256>>::rectangle(size, home, Order::default()).unwrap();
            let mut tiles: Vec<u8> = (0..cells).map(|cell| puzzle.goal().get(cell)).collect();
            let mut odd_boards = 0;
            for _ in 0..100 {
                rng.shuffle(&mut tiles);
                let board = TileBoard::new(&tiles).unwrap();
                let at = board.blank();
                let steps =
                    (at % width).abs_diff(home % width) + (at / width).abs_diff(home / width);
                let place = |&tile: &u8| {
                    let place = (0..cells).position(|cell| puzzle.goal().get(cell) == tile);
                    u8::try_from(place.unwrap()).unwrap()
                };
                let places: Vec<u8> = tiles.iter().map(place).collect();
                let is_solvable = is_odd(&places) == (steps % 2 == 1);
                assert_eq!(puzzle.is_solvable(&board), is_solvable, "{tiles:?}");
                odd_boards += usize::from(!is_solvable);
            }
            assert!((20..80).contains(&odd_boards));
        }
    }

    #[test]
    fn relabelling_makes_a_goal_canonical() {
        let goal = TileBoard::<Nibbles>::new(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
        let sliding = puzzle(3, 3, 4);
        let names = Relabelling::of(&goal, sliding.cells());
        assert_eq!(names.blank(), 4);
        assert_eq!(names.apply(&goal), sliding.goal());
        assert_eq!(names.restore(&sliding.goal()), goal);
    }

    #[test]
    fn tie_orders() {
        let order = Order::parse("udlr").unwrap();
        let sliding = Tiles::<Nibbles>::rectangle(Size::new(3, 3).unwrap(), 4, order).unwrap();
        let letters: String = sliding
            .moves(&sliding.goal())
            .map(|m| order.direction(m).letter())
            .collect();
        assert_eq!(letters, "udlr");
        assert!(sliding.moves(&sliding.goal()).all(|m| {
            let mut next = sliding.after(&sliding.goal(), m);
            sliding.undo(&mut next, m);
            next == sliding.goal()
        }));
        assert!(
            ["", "udl", "udlrr", "uull", "abcd"]
                .iter()
                .all(|word| Order::parse(word).is_none())
        );
    }

    #[test]
    fn invalid_boards_and_sizes_are_rejected() {
        assert!(TileBoard::<Nibbles>::new(&[0, 1, 1, 2]).is_none());
        assert!(TileBoard::<Nibbles>::new(&[0, 1, 4, 2]).is_none());
        assert!(TileBoard::<Nibbles>::new(&[0; 17]).is_none());
        assert!(Size::new(1, 9).is_none());
        assert!(Size::new(17, 16).is_none());
        assert!(Size::new(usize::MAX, 2).is_none());
    }
}
