//! The rotation game (POJ 2286): a `#` of 24 cells, eight moves that shift a line of seven by one.
//!
//! ```text
//!       0     1
//!       2     3
//! 4  5  6  7  8  9 10
//!      11    12
//! 13 14 15 16 17 18 19
//!      20    21
//!      22    23
//! ```
//!
//! A board keeps its three symbols as two bit planes in one word, so that a move shifts a whole line of both planes with
//! a handful of masks. [`OneSymbol`] is the same game seen through one symbol only: marked and unmarked cells.

use crate::link::{Link, Links};
use crate::puzzle::{Goals, Move, MoveSet, Puzzle, Ranked};
use crate::rank::subset::Subsets;
use crate::structure::{Structure, Structured, Turn};

/// The number of cells.
pub const CELLS: usize = 24;
/// How many pieces each symbol has, and how many cells the centre has.
pub const PIECES: u32 = 8;
/// The letters of the moves, in tie order.
pub const LETTERS: [char; 8] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
/// The cells of the centre, as bits.
pub const CENTRE: u32 = 1 << 6 | 1 << 7 | 1 << 8 | 1 << 11 | 1 << 12 | 1 << 15 | 1 << 16 | 1 << 17;

const MOVES: usize = 8;
const ALL: u32 = (1 << CELLS) - 1;
/// The cells that each move shifts: every cell takes the piece of the next, the last that of the first.
const LINES: [[usize; 7]; MOVES] = {
    const A: [usize; 7] = [0, 2, 6, 11, 15, 20, 22];
    const B: [usize; 7] = [1, 3, 8, 12, 17, 21, 23];
    const C: [usize; 7] = [10, 9, 8, 7, 6, 5, 4];
    const D: [usize; 7] = [19, 18, 17, 16, 15, 14, 13];
    [
        A,
        B,
        C,
        D,
        backwards(B),
        backwards(A),
        backwards(D),
        backwards(C),
    ]
};
const INVERSE: [u8; MOVES] = [5, 4, 7, 6, 1, 0, 3, 2];

const fn backwards(line: [usize; 7]) -> [usize; 7] {
    let mut reversed = [0; 7];
    let mut i = 0;
    while i < 7 {
        reversed[i] = line[6 - i];
        i += 1;
    }
    reversed
}

/// A move as word operations: the pieces that travel equally far travel together.
#[derive(Clone, Copy)]
struct Shift {
    keep: u64,
    groups: [(u64, u32); 4],
}

impl Shift {
    #[expect(clippy::cast_possible_truncation, reason = "a distance is below 64")]
    const fn of(line: [usize; 7]) -> Self {
        let mut keep = u64::MAX;
        let mut groups = [(0u64, 0u32); 4];
        let mut i = 0;
        while i < 7 {
            let (to, from) = (line[i], line[(i + 1) % 7]);
            let planes = 1u64 << from | 1u64 << (from + 32);
            let distance = ((to + 64 - from) % 64) as u32;
            keep &= !planes;
            let mut g = 0;
            while groups[g].0 != 0 && groups[g].1 != distance {
                g += 1;
            }
            groups[g] = (groups[g].0 | planes, distance);
            i += 1;
        }
        Self { keep, groups }
    }

    #[inline]
    const fn shift(self, planes: u64) -> u64 {
        let [a, b, c, d] = self.groups;
        planes & self.keep
            | (planes & a.0).rotate_left(a.1)
            | (planes & b.0).rotate_left(b.1)
            | (planes & c.0).rotate_left(c.1)
            | (planes & d.0).rotate_left(d.1)
    }
}

const SHIFTS: [Shift; MOVES] = {
    let mut shifts = [Shift::of(LINES[0]); MOVES];
    let mut m = 1;
    while m < MOVES {
        shifts[m] = Shift::of(LINES[m]);
        m += 1;
    }
    shifts
};

/// A board: bit `i` of the low half tells that cell `i` holds a 2, of the high half that it holds a 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u64);

impl Board {
    /// The board with these symbols (1, 2 or 3) in reading order, or `None` if a symbol is another or does not appear
    /// eight times.
    #[must_use]
    pub fn new(symbols: &[u8; CELLS]) -> Option<Self> {
        let mut planes = 0u64;
        for (cell, &symbol) in symbols.iter().enumerate() {
            planes |= match symbol {
                1 => 0,
                2 => 1 << cell,
                3 => 1 << (cell + 32),
                _ => return None,
            };
        }
        let board = Self(planes);
        (1..=3)
            .all(|s| board.places(s).count_ones() == PIECES)
            .then_some(board)
    }

    /// The board with these cells (bit `i` for cell `i`) holding a 2 and a 3, the others a 1; `None` unless each symbol
    /// has eight.
    #[inline]
    #[must_use]
    pub const fn with_places(twos: u32, threes: u32) -> Option<Self> {
        let fits = (twos | threes) & !ALL == 0 && twos & threes == 0;
        if fits && twos.count_ones() == PIECES && threes.count_ones() == PIECES {
            Some(Self((threes as u64) << 32 | twos as u64))
        } else {
            None
        }
    }

    /// The symbol (1, 2 or 3) on each cell.
    #[must_use]
    pub fn symbols(self) -> [u8; CELLS] {
        std::array::from_fn(|cell| {
            1 + (self.0 >> cell & 1) as u8 + 2 * (self.0 >> (cell + 32) & 1) as u8
        })
    }

    /// The cells that hold this symbol (1, 2 or 3), as bits.
    #[inline]
    #[must_use]
    pub const fn places(self, symbol: u8) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the two halves are cut apart"
        )]
        let (twos, threes) = (self.0 as u32, (self.0 >> 32) as u32);
        match symbol {
            2 => twos,
            3 => threes,
            _ => !(twos | threes) & ALL,
        }
    }

    /// The symbol in the centre if it is solved.
    #[inline]
    #[must_use]
    pub fn centre(self) -> Option<u8> {
        (1..=3).find(|&s| self.places(s) & CENTRE == CENTRE)
    }
}

/// The game on whole boards. Solved: the eight centre cells hold one symbol, any of the three.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rotation;

impl Puzzle for Rotation {
    type Board = Board;

    #[inline]
    fn moves(&self, _: &Board) -> MoveSet {
        MoveSet::first(8)
    }

    #[inline]
    fn arrivals(&self, _: &Board) -> MoveSet {
        MoveSet::first(8)
    }

    #[inline]
    fn apply(&self, board: &mut Board, m: Move) {
        board.0 = SHIFTS[m.index() % MOVES].shift(board.0);
    }

    #[inline]
    fn undo(&self, board: &mut Board, m: Move) {
        board.0 = SHIFTS[usize::from(INVERSE[m.index() % MOVES])].shift(board.0);
    }

    #[inline]
    fn inverse(&self, m: Move) -> Option<Move> {
        Some(Move::new(INVERSE[m.index() % MOVES]))
    }

    #[inline]
    fn is_solved(&self, board: &Board) -> bool {
        board.centre().is_some()
    }
}

impl Goals for Rotation {
    /// 3 * C(16, 8) = 38,610 boards: one symbol fills the centre, the others share the rest.
    fn goals(&self) -> Vec<Board> {
        let rest: Vec<u32> = (0..CELLS)
            .filter(|cell| CENTRE >> cell & 1 == 0)
            .map(|cell| 1 << cell)
            .collect();
        let halves = (0..1u32 << rest.len()).filter(|half| half.count_ones() == PIECES);
        let goals = halves.flat_map(|half| {
            let in_half = |i: &usize| half >> i & 1 == 1;
            let one = (0..rest.len())
                .filter(in_half)
                .fold(0, |cells, i| cells | rest[i]);
            let other = ALL & !CENTRE & !one;
            [(one, other), (CENTRE, one), (one, CENTRE)]
        });
        goals
            .filter_map(|(twos, threes)| Board::with_places(twos, threes))
            .collect()
    }
}

/// What the moves do to cells.
#[expect(clippy::cast_possible_truncation, reason = "24 cells, 8 moves")]
fn turns() -> Vec<Turn> {
    let turn = |(m, line): (usize, [usize; 7])| {
        let mut from: Vec<u8> = (0..CELLS as u8).collect();
        for i in 0..7 {
            from[line[i]] = line[(i + 1) % 7] as u8;
        }
        Turn {
            by: Move::new(m as u8),
            needs: None,
            from,
        }
    };
    LINES.into_iter().enumerate().map(turn).collect()
}

/// The goal that has this symbol in the centre.
fn goal(symbol: u8) -> Vec<Option<u8>> {
    let is_centre = |cell: usize| CENTRE >> cell & 1 == 1;
    let wish = |cell| is_centre(cell).then_some(symbol);
    (0..CELLS).map(wish).collect()
}

/// Cells by their numbers, symbols by theirs less one; a goal for each symbol.
impl Structured for Rotation {
    fn structure(&self) -> Structure {
        Structure {
            pieces: vec![PIECES; 3],
            turns: turns(),
            goals: (0..3).map(goal).collect(),
        }
    }

    fn symbols(&self, board: &Board, symbols: &mut Vec<u8>) {
        symbols.extend(board.symbols().map(|symbol| symbol - 1));
    }

    fn board(&self, symbols: &[u8]) -> Option<Board> {
        let symbols: &[u8; CELLS] = symbols.try_into().ok()?;
        Board::new(&symbols.map(|symbol| symbol.saturating_add(1)))
    }
}

/// The game seen through one symbol: a board is the set of the eight cells that hold it (bit `i` for cell `i`), one of
/// C(24, 8) = 735,471. Solved: they are the centre.
#[derive(Clone, Debug)]
pub struct OneSymbol {
    subsets: Subsets,
}

impl Default for OneSymbol {
    fn default() -> Self {
        Self::new()
    }
}

impl OneSymbol {
    /// The game, with the small tables of its ranks.
    ///
    /// # Panics
    /// Never: eight of 24 cells can be ranked.
    #[must_use]
    pub fn new() -> Self {
        let subsets = Subsets::new(24, PIECES).expect("eight of 24 cells can be ranked");
        Self { subsets }
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "one plane of 24 bits")]
const fn shift_one(places: u32, m: usize) -> u32 {
    SHIFTS[m % MOVES].shift(places as u64) as u32
}

impl Puzzle for OneSymbol {
    type Board = u32;

    #[inline]
    fn moves(&self, _: &u32) -> MoveSet {
        MoveSet::first(8)
    }

    #[inline]
    fn arrivals(&self, _: &u32) -> MoveSet {
        MoveSet::first(8)
    }

    #[inline]
    fn apply(&self, board: &mut u32, m: Move) {
        *board = shift_one(*board, m.index());
    }

    #[inline]
    fn undo(&self, board: &mut u32, m: Move) {
        *board = shift_one(*board, INVERSE[m.index() % MOVES].into());
    }

    #[inline]
    fn inverse(&self, m: Move) -> Option<Move> {
        Rotation.inverse(m)
    }

    #[inline]
    fn is_solved(&self, board: &u32) -> bool {
        *board == CENTRE
    }
}

impl Ranked for OneSymbol {
    fn boards(&self) -> u64 {
        self.subsets.count().into()
    }

    #[inline]
    fn rank(&self, board: &u32) -> u64 {
        self.subsets.rank(*board).into()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> u32 {
        self.subsets.unrank(u32::try_from(rank).unwrap_or(u32::MAX))
    }

    fn solved(&self) -> Vec<u32> {
        vec![CENTRE]
    }

    fn identity(&self) -> Option<String> {
        Some("rotation, one symbol to the centre, ranks 1".to_owned())
    }

    /// One block, and a link for each move.
    fn links(&self) -> Links<'_> {
        let link = |line: [usize; 7]| {
            let mut to: [usize; CELLS] = std::array::from_fn(|cell| cell);
            for i in 0..7 {
                to[line[i]] = line[(i + 1) % 7];
            }
            let by = self.subsets.rearrangement(&to);
            Link {
                from: 0,
                to: 0,
                by: Box::new(by.expect("a shift carries one piece across the halves")),
            }
        };
        Links {
            block: self.subsets.count() as usize,
            links: LINES.into_iter().map(link).collect(),
        }
    }
}

/// Symbol 0 for the cells that hold the one symbol, 1 for the others.
impl Structured for OneSymbol {
    fn structure(&self) -> Structure {
        Structure {
            pieces: vec![PIECES, 2 * PIECES],
            turns: turns(),
            goals: vec![goal(0)],
        }
    }

    fn symbols(&self, board: &u32, symbols: &mut Vec<u8>) {
        symbols.extend((0..CELLS).map(|cell| 1 - (board >> cell & 1) as u8));
    }

    fn board(&self, symbols: &[u8]) -> Option<u32> {
        let mut board = 0u32;
        for (cell, &symbol) in symbols.iter().enumerate() {
            match symbol {
                0 if cell < CELLS => board |= 1 << cell,
                1 => {}
                _ => return None,
            }
        }
        (symbols.len() == CELLS && board.count_ones() == PIECES).then_some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shift as the statement words it, on an array.
    fn by_the_statement(symbols: &[u8; CELLS], m: usize) -> [u8; CELLS] {
        let line = LINES[m];
        let mut next = *symbols;
        for i in 0..7 {
            next[line[i]] = symbols[line[(i + 1) % 7]];
        }
        next
    }

    fn some_boards() -> impl Iterator<Item = [u8; CELLS]> {
        let mut rng = fastrand::Rng::with_seed(1);
        std::iter::repeat_with(move || {
            let mut symbols = std::array::from_fn(|i| u8::try_from(i / 8 + 1).unwrap());
            rng.shuffle(&mut symbols);
            symbols
        })
        .take(200)
    }

    #[test]
    fn moves_are_those_of_the_statement() {
        for symbols in some_boards() {
            let board = Board::new(&symbols).unwrap();
            assert_eq!(board.symbols(), symbols);
            for m in Rotation.moves(&board) {
                let next = Rotation.after(&board, m);
                assert_eq!(next.symbols(), by_the_statement(&symbols, m.index()));
                let mut back = next;
                Rotation.undo(&mut back, m);
                assert_eq!(back, board);
                assert_eq!(Rotation.after(&next, Rotation.inverse(m).unwrap()), board);
            }
        }
    }

    #[test]
    fn one_symbol_forgets_the_others_and_no_more() {
        let view = OneSymbol::new();
        for symbols in some_boards() {
            let board = Board::new(&symbols).unwrap();
            for symbol in 1..=3 {
                for m in Rotation.moves(&board) {
                    let next = Rotation.after(&board, m);
                    assert_eq!(next.places(symbol), view.after(&board.places(symbol), m));
                }
            }
        }
    }

    #[test]
    fn what_is_no_board() {
        assert!(Board::new(&[1; CELLS]).is_none());
        assert!(Board::new(&[4; CELLS]).is_none());
    }
}
