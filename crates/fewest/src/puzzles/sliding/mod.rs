//! Sliding tiles on a rectangle: the 8-, 15- and 24-puzzle and their family.
//!
//! A move carries the blank down, left, right or up: the tie order is the dictionary order of `d l r u`, or any other
//! [`Order`] of the four. The goal is
//! always the *canonical* one: tiles 1, 2, 3, ... in reading order, with the blank at a given cell. Any other goal becomes
//! canonical by [`Relabelling`] the tiles, which changes no distance and no answer.

mod board;
mod order;
mod relabelling;
mod size;

pub use board::{Board, Bytes, Nibbles, Tiles};
pub use order::{Direction, Order};
pub use relabelling::Relabelling;
pub use size::Size;

use crate::link::{Carry, Link, Links, Unmoved};
use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::rank::permutation;
use crate::rank::shuffle::Shuffle;
use crate::structure::{Structure, Structured, Turn};

/// The most cells of a board.
pub const MAX_CELLS: usize = 256;

/// The most cells of a board that is ranked: more would number 2^35 boards.
const MAX_RANKED_CELLS: usize = 13;

/// The puzzle of one size whose goal is canonical with the blank at a given cell.
#[derive(Clone, Debug)]
pub struct Sliding<T> {
    size: Size,
    order: Order,
    goal: Board<T>,
    /// By the blank's cell: the moves that it can make, and those that can have brought it there.
    legal: [u8; MAX_CELLS],
    arrivals: [u8; MAX_CELLS],
    /// By the blank's cell and the move that brought it there: the moves that it can make, but for the way back.
    onward: [[u8; 4]; MAX_CELLS],
    /// By the blank's cell and the move: the cell that it goes to; its own where the move is illegal.
    targets: [[u8; 4]; MAX_CELLS],
    inverse: [u8; 4],
    /// Orders of the tiles with one parity, where boards are ranked.
    half: u64,
}

impl<T: Tiles> Sliding<T> {
    /// The puzzle of this size with the goal's blank at a cell and this tie order, or `None` if the boards do not fit into
    /// `T` or there is no such cell.
    #[must_use]
    pub fn new(size: Size, goal_blank: usize, order: Order) -> Option<Self> {
        if goal_blank >= size.cells() {
            return None;
        }
        let mut cells: Vec<u8> = (1..=u8::try_from(size.cells() - 1).ok()?).collect();
        cells.insert(goal_blank, 0);
        let goal = Board::new(&cells)?;
        let inverse = order.0.map(|direction| order.place(direction.opposite()));
        let mut targets = [[0; 4]; MAX_CELLS];
        let mut legal = [0; MAX_CELLS];
        let mut arrivals = [0; MAX_CELLS];
        for cell in 0..size.cells() {
            let (row, column) = (cell / size.width(), cell % size.width());
            for (m, direction) in order.0.into_iter().enumerate() {
                let fits = match direction {
                    Direction::Down => row + 1 < size.height(),
                    Direction::Left => column > 0,
                    Direction::Right => column + 1 < size.width(),
                    Direction::Up => row > 0,
                };
                let target = match direction {
                    _ if !fits => cell,
                    Direction::Down => cell + size.width(),
                    Direction::Left => cell - 1,
                    Direction::Right => cell + 1,
                    Direction::Up => cell - size.width(),
                };
                targets[cell][m] = u8::try_from(target).ok()?;
                legal[cell] |= u8::from(fits) << m;
                arrivals[cell] |= u8::from(fits) << inverse[m];
            }
        }
        let onward = legal.map(|moves| inverse.map(|back: u8| moves & !(1 << back)));
        #[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
        let half = permutation::count(size.cells() as u32 - 1) / 2;
        Some(Self {
            size,
            order,
            goal,
            legal,
            arrivals,
            onward,
            targets,
            inverse,
            half,
        })
    }

    /// The size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The tie order.
    #[must_use]
    pub const fn order(&self) -> Order {
        self.order
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> Board<T> {
        self.goal
    }

    /// The cell that the blank goes to; its own if the move is illegal.
    #[inline]
    #[must_use]
    pub fn target(&self, blank: usize, m: Move) -> usize {
        self.targets[blank % MAX_CELLS][m.index() % 4].into()
    }

    /// The goal's cell of a tile.
    #[must_use]
    pub fn home(&self, tile: u8) -> usize {
        if tile == 0 {
            return self.goal.blank();
        }
        let place = usize::from(tile) - 1;
        place + usize::from(place >= self.goal.blank())
    }

    /// Whether the goal can be reached (W. E. Story, "Notes on the '15' puzzle", 1879): a sideways move leaves the row of
    /// tiles without the blank as it is, another carries one tile past `width - 1` others.
    #[must_use]
    pub fn is_solvable(&self, board: &Board<T>) -> bool {
        let mut odd = false;
        let mut seen = [false; MAX_CELLS];
        for first in 0..self.size.cells() {
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = self.home(board.get(cell)) % MAX_CELLS;
                odd ^= cell != first;
            }
        }
        // The permutation that includes the blank changes parity with each move, and the blank its colour.
        let colour = |cell: usize| (cell / self.size.width() + cell % self.size.width()) % 2;
        odd == (colour(board.blank()) != colour(self.goal.blank()))
    }

    /// Whether there are at most so many boards that 64-bit ranks number them here (13 cells).
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.size.cells() <= MAX_RANKED_CELLS && T::CAPACITY <= 16
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 255 tiles")]
    const fn count_tiles(&self) -> u32 {
        self.size.cells() as u32 - 1
    }

    /// Whether the tiles without the blank are an odd permutation in every reachable board with the blank here.
    #[inline]
    fn odd_at(&self, blank: usize) -> bool {
        let rows = blank / self.size.width() + self.goal.blank() / self.size.width();
        (self.size.width() - 1) * rows % 2 == 1
    }
}

impl<T: Tiles> Puzzle for Sliding<T> {
    type Board = Board<T>;

    #[inline]
    fn moves(&self, board: &Board<T>) -> MoveSet {
        MoveSet::from_bits(self.legal[board.blank()].into())
    }

    #[inline]
    fn arrivals(&self, board: &Board<T>) -> MoveSet {
        MoveSet::from_bits(self.arrivals[board.blank()].into())
    }

    #[inline]
    fn apply(&self, board: &mut Board<T>, m: Move) {
        board.carry_blank(self.target(board.blank(), m));
    }

    #[inline]
    fn undo(&self, board: &mut Board<T>, m: Move) {
        self.apply(board, Move::new(self.inverse[m.index() % 4]));
    }

    #[inline]
    fn inverse(&self, m: Move) -> Option<Move> {
        Some(Move::new(self.inverse[m.index() % 4]))
    }

    #[inline]
    fn onward(&self, board: &Board<T>, last: Move) -> MoveSet {
        MoveSet::from_bits(self.onward[board.blank()][last.index() % 4].into())
    }

    #[inline]
    fn is_solved(&self, board: &Board<T>) -> bool {
        *board == self.goal
    }

    #[inline]
    fn pack(&self, board: &Board<T>) -> Option<u64> {
        board.tiles.pack()
    }

    #[inline]
    fn unpack(&self, word: u64) -> Option<Board<T>> {
        let (tiles, blank) = T::unpack(word)?;
        Some(Board { tiles, blank })
    }
}

impl<T: Tiles> Goals for Sliding<T> {
    fn goals(&self) -> Vec<Board<T>> {
        vec![self.goal]
    }
}

/// The reachable half of the boards, by the cell of the blank and then the tiles: `cells! / 2` ranks. Only where
/// [`is_ranked`](Sliding::is_ranked); other sizes have no ranks at all.
impl<T: Tiles> Ranked for Sliding<T> {
    fn boards(&self) -> u64 {
        if !self.is_ranked() {
            return 0;
        }
        self.size.cells() as u64 * self.half
    }

    #[inline]
    fn rank(&self, board: &Board<T>) -> u64 {
        let tiles = self.count_tiles();
        let Some(sequence) = board.tiles.sequence(board.blank()) else {
            return 0;
        };
        let zero_based = sequence.wrapping_sub(permutation::ONES);
        board.blank() as u64 * self.half + permutation::rank_within_parity(zero_based, tiles)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Board<T> {
        let tiles = self.count_tiles();
        let blank = usize::try_from(rank / self.half)
            .unwrap_or(0)
            .min(tiles as usize);
        let mut sequence =
            permutation::unrank_within_parity(rank % self.half, tiles, self.odd_at(blank));
        let mut board = T::BLANK;
        for cell in (0..=tiles as usize).filter(|&cell| cell != blank) {
            board.put(cell, (sequence & 15) as u8 + 1);
            sequence >>= 4;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 13 cells")]
        let blank = blank as u8;
        Board {
            tiles: board,
            blank,
        }
    }

    fn solved(&self) -> Vec<Board<T>> {
        vec![self.goal]
    }

    /// The tie order changes no rank and no distance.
    fn identity(&self) -> Option<String> {
        let (width, height, blank) = (self.size.width(), self.size.height(), self.goal.blank());
        let identity = format!("sliding:{width}x{height}, goal's blank on cell {blank}, ranks 1");
        self.is_ranked().then_some(identity)
    }

    /// A block for each cell of the blank. A sideways move leaves the row of tiles as it is; another carries one tile past
    /// `width - 1` others.
    fn links(&self) -> Links<'_> {
        let upright = |from: usize, to: usize| {
            let (first, last) = (from.min(to), from.max(to) - 1);
            #[expect(clippy::cast_possible_truncation, reason = "at most 13 cells")]
            let (first, last) = (first as u32, last as u32);
            let odd = self.odd_at(from);
            Shuffle::new(self.count_tiles(), first, last, from < to, odd)
                .expect("the tiles passed are in the row")
        };
        let link = |from: usize, to: usize| {
            let by: Box<dyn Carry> = if from.abs_diff(to) < self.size.width() {
                Box::new(Unmoved)
            } else {
                Box::new(upright(from, to))
            };
            Link { from, to, by }
        };
        let moves = |from: usize| MoveSet::from_bits(self.legal[from].into());
        let steps = |from| moves(from).map(move |m| link(from, self.target(from, m)));
        Links {
            block: usize::try_from(self.half).unwrap_or(usize::MAX),
            links: (0..self.size.cells()).flat_map(steps).collect(),
        }
    }
}

/// Symbols are the tiles, 0 for the blank.
impl<T: Tiles> Structured for Sliding<T> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
    fn structure(&self) -> Structure {
        let cells = self.size.cells();
        let turns = (0..cells).flat_map(|blank| {
            MoveSet::from_bits(self.legal[blank].into()).map(move |by| {
                let mut from: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
                from.swap(blank, self.target(blank, by));
                Turn {
                    by,
                    needs: Some((blank as u8, 0)),
                    from,
                }
            })
        });
        Structure {
            pieces: vec![1; cells],
            turns: turns.collect(),
            goals: vec![(0..cells).map(|cell| Some(self.goal.get(cell))).collect()],
        }
    }

    fn symbols(&self, board: &Board<T>, symbols: &mut Vec<u8>) {
        symbols.extend((0..self.size.cells()).map(|cell| board.get(cell)));
    }

    fn board(&self, symbols: &[u8]) -> Option<Board<T>> {
        (symbols.len() == self.size.cells()).then(|| Board::new(symbols))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn puzzle(width: usize, height: usize, blank: usize) -> Sliding<Nibbles> {
        Sliding::new(Size::new(width, height).unwrap(), blank, Order::default()).unwrap()
    }

    /// Every board that moves reach from the goal.
    fn component(sliding: &Sliding<Nibbles>) -> HashSet<Board<Nibbles>> {
        let mut seen = HashSet::from([sliding.goal()]);
        let mut queue = vec![sliding.goal()];
        while let Some(board) = queue.pop() {
            for m in sliding.moves(&board) {
                let next = sliding.after(&board, m);
                if seen.insert(next) {
                    queue.push(next);
                }
            }
        }
        seen
    }

    /// Every order of `0..n`.
    fn orders(n: u8) -> Vec<Vec<u8>> {
        (0..permutation::count(n.into()))
            .map(|rank| {
                let packed = permutation::unrank(rank, n.into());
                (0..n).map(|i| (packed >> (4 * i) & 15) as u8).collect()
            })
            .collect()
    }

    #[test]
    fn ranks_and_parity_know_the_component() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
            for blank in 0..width * height {
                let sliding = puzzle(width, height, blank);
                let reachable = component(&sliding);
                assert_eq!(sliding.boards(), reachable.len() as u64);
                let mut ranks: Vec<u64> =
                    reachable.iter().map(|board| sliding.rank(board)).collect();
                ranks.sort_unstable();
                assert!(ranks.into_iter().eq(0..sliding.boards()));
                assert!(
                    reachable
                        .iter()
                        .all(|board| sliding.unrank(sliding.rank(board)) == *board)
                );
                if width * height > 6 && blank > 1 {
                    continue;
                }
                for cells in orders(u8::try_from(width * height).unwrap()) {
                    let board = Board::new(&cells).unwrap();
                    assert_eq!(
                        sliding.is_solvable(&board),
                        reachable.contains(&board),
                        "{cells:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn moves_go_back_and_arrivals_lead_here() {
        let sliding = puzzle(3, 3, 4);
        for rank in (0..sliding.boards()).step_by(101) {
            let board = sliding.unrank(rank);
            for m in sliding.moves(&board) {
                let mut next = sliding.after(&board, m);
                assert!(sliding.arrivals(&next).any(|arrival| arrival == m));
                sliding.undo(&mut next, m);
                assert_eq!(next, board);
            }
            for m in sliding.arrivals(&board) {
                let mut before = board;
                sliding.undo(&mut before, m);
                assert!(sliding.moves(&before).any(|legal| legal == m));
            }
        }
    }

    #[test]
    fn storage_makes_no_difference() {
        let nibbles = puzzle(4, 3, 0);
        let bytes = Sliding::<Bytes<32>>::new(nibbles.size(), 0, Order::default()).unwrap();
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

    #[test]
    fn relabelling_makes_a_goal_canonical() {
        let goal = Board::<Nibbles>::new(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
        let sliding = puzzle(3, 3, 4);
        let names = Relabelling::of(&goal, sliding.size());
        assert_eq!(names.blank(), 4);
        assert_eq!(names.apply(&goal), sliding.goal());
        assert_eq!(names.restore(&sliding.goal()), goal);
    }

    #[test]
    fn tie_orders() {
        let order = Order::parse("udlr").unwrap();
        let sliding = Sliding::<Nibbles>::new(Size::new(3, 3).unwrap(), 4, order).unwrap();
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
    fn what_is_no_board() {
        assert!(Board::<Nibbles>::new(&[0, 1, 1, 2]).is_none());
        assert!(Board::<Nibbles>::new(&[0, 1, 4, 2]).is_none());
        assert!(Board::<Nibbles>::new(&[0; 17]).is_none());
        assert!(Size::new(1, 9).is_none());
        assert!(Size::new(17, 16).is_none());
        assert!(Size::new(usize::MAX, 2).is_none());
    }
}
