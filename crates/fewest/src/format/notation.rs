//! How boards and moves are written and drawn.

use crate::puzzle::{Move, MoveSet, Puzzle};
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::rotation::{self, Rotation};
use crate::puzzles::sliding::{self, Direction, Size, Sliding, Tiles};

/// Why a word names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// No move has this name on any board.
    Unknown,
    /// The move of this name is not legal on this board.
    Illegal,
}

/// Writing a puzzle's boards and moves, and reading moves.
pub trait Notation: Puzzle {
    /// What stands between the names of two moves.
    fn separator(&self) -> &'static str {
        ""
    }

    /// The order in which moves are tried and answers are compared, by their letters, where it can be chosen.
    fn tie_order(&self) -> Option<String> {
        None
    }

    /// The board on one line, as the format `plain` reads it.
    fn compact(&self, board: &Self::Board, out: &mut Vec<u8>);

    /// The board as it looks, line by line.
    fn draw(&self, board: &Self::Board, out: &mut Vec<u8>);

    /// The name of a move made on this board.
    fn move_name(&self, before: &Self::Board, m: Move, out: &mut Vec<u8>);

    /// The move of this name made on this board.
    ///
    /// # Errors
    /// If there is none, or it is not legal.
    fn named(&self, before: &Self::Board, name: &[u8]) -> Result<Move, NoMove>;

    /// What of a board shows that it is not solved, in words.
    fn unsolved(&self, board: &Self::Board) -> String {
        let mut text = b"the board at ".to_vec();
        self.compact(board, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// What the goal that this solved board meets is called; nothing where there is only one goal.
    fn goal(&self, solved: &Self::Board) -> Option<String>;

    /// The names of moves made one after another.
    fn move_names(&self, start: &Self::Board, moves: &[Move], out: &mut Vec<u8>) {
        let mut board = *start;
        for (i, &m) in moves.iter().enumerate() {
            if i > 0 {
                out.extend_from_slice(self.separator().as_bytes());
            }
            self.move_name(&board, m, out);
            self.apply(&mut board, m);
        }
    }

    /// The board after moves made one after another.
    fn end(&self, start: &Self::Board, moves: &[Move]) -> Self::Board {
        moves.iter().fold(*start, |board, &m| self.after(&board, m))
    }
}

impl Notation for Rotation {
    fn compact(&self, board: &rotation::Board, out: &mut Vec<u8>) {
        out.extend(board.symbols().map(|symbol| b'0' + symbol));
    }

    fn draw(&self, board: &rotation::Board, out: &mut Vec<u8>) {
        let s = board.symbols().map(|symbol| char::from(b'0' + symbol));
        let bar = |i: usize| format!("    {}   {}\n", s[i], s[i + 1]);
        let row = |i: usize| {
            s[i..i + 7]
                .iter()
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join(" ")
                + "\n"
        };
        for line in [bar(0), bar(2), row(4), bar(11), row(13), bar(20), bar(22)] {
            out.extend_from_slice(line.as_bytes());
        }
    }

    fn move_name(&self, _: &rotation::Board, m: Move, out: &mut Vec<u8>) {
        out.push(rotation::LETTERS[m.index() % 8] as u8);
    }

    fn named(&self, _: &rotation::Board, name: &[u8]) -> Result<Move, NoMove> {
        match name {
            [letter @ b'A'..=b'H'] => Ok(Move::new(letter - b'A')),
            _ => Err(NoMove::Unknown),
        }
    }

    fn unsolved(&self, board: &rotation::Board) -> String {
        let symbols = (0..).zip(board.symbols());
        let centre = symbols.filter(|(cell, _)| rotation::CENTRE >> cell & 1 == 1);
        let centre: String = centre
            .map(|(_, symbol)| char::from(b'0' + symbol))
            .collect();
        format!("the centre at {centre}")
    }

    fn goal(&self, solved: &rotation::Board) -> Option<String> {
        solved.centre().map(|symbol| format!("centre {symbol}"))
    }

    fn move_names(&self, _: &rotation::Board, moves: &[Move], out: &mut Vec<u8>) {
        out.extend(moves.iter().map(|m| rotation::LETTERS[m.index() % 8] as u8));
    }
}

impl Notation for Knights {
    fn separator(&self) -> &'static str {
        " "
    }

    fn compact(&self, board: &knights::Board, out: &mut Vec<u8>) {
        out.extend((0..knights::CELLS).map(|cell| match cell {
            _ if cell == board.empty() => b'*',
            _ if board.black() >> cell & 1 == 1 => b'1',
            _ => b'0',
        }));
    }

    fn draw(&self, board: &knights::Board, out: &mut Vec<u8>) {
        let mut cells = Vec::new();
        self.compact(board, &mut cells);
        for row in cells.chunks(knights::SIDE) {
            for (i, &cell) in row.iter().enumerate() {
                out.extend_from_slice(if i > 0 { b" " } else { b"" });
                out.push(cell);
            }
            out.push(b'\n');
        }
    }

    /// The cell that the knight comes from, as on a chess board: columns a to e, rows 5 (top) to 1.
    fn move_name(&self, before: &knights::Board, m: Move, out: &mut Vec<u8>) {
        let cell = before.origin(m);
        out.extend((b'a'..).nth(cell % knights::SIDE));
        out.extend((b'1'..=b'5').rev().nth(cell / knights::SIDE));
    }

    fn named(&self, before: &knights::Board, name: &[u8]) -> Result<Move, NoMove> {
        let &[column @ b'a'..=b'e', row @ b'1'..=b'5'] = name else {
            return Err(NoMove::Unknown);
        };
        let cell = usize::from(b'5' - row) * knights::SIDE + usize::from(column - b'a');
        let mut moves = self.moves(before);
        moves
            .find(|&m| before.origin(m) == cell)
            .ok_or(NoMove::Illegal)
    }

    fn goal(&self, _: &knights::Board) -> Option<String> {
        None
    }
}

/// Appends a number in decimal digits.
pub(crate) fn push_number(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0u8; 20];
    let mut rest = number;
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}

/// Cells in a row; boards that are no rectangle are a single one.
pub(super) fn width<T: Tiles>(puzzle: &Sliding<T>) -> usize {
    puzzle.size().map_or(puzzle.cells(), Size::width)
}

/// The letter of a move; all are directions on a rectangle.
pub(super) fn letter<T: Tiles>(puzzle: &Sliding<T>, m: Move) -> char {
    puzzle.direction(m).map_or('?', Direction::letter)
}

impl<T: Tiles> Notation for Sliding<T> {
    fn tie_order(&self) -> Option<String> {
        self.order().map(|order| order.to_string())
    }

    fn compact(&self, board: &sliding::Board<T>, out: &mut Vec<u8>) {
        for cell in 0..self.cells() {
            if cell > 0 {
                out.push(b',');
            }
            push_number(board.get(cell).into(), out);
        }
    }

    fn draw(&self, board: &sliding::Board<T>, out: &mut Vec<u8>) {
        let digits = (self.cells() - 1).to_string().len();
        let width = width(self);
        for row in 0..self.cells() / width {
            let cells = row * width..(row + 1) * width;
            let shown = cells.map(|cell| match board.get(cell) {
                0 => format!("{:>digits$}", "."),
                tile => format!("{tile:>digits$}"),
            });
            out.extend_from_slice(shown.collect::<Vec<_>>().join(" ").as_bytes());
            out.push(b'\n');
        }
    }

    fn move_name(&self, _: &sliding::Board<T>, m: Move, out: &mut Vec<u8>) {
        out.push(letter(self, m) as u8);
    }

    fn named(&self, before: &sliding::Board<T>, name: &[u8]) -> Result<Move, NoMove> {
        let &[named] = name else {
            return Err(NoMove::Unknown);
        };
        let has_letter = |m: &Move| letter(self, *m) == char::from(named);
        if !MoveSet::first(4).any(|m| has_letter(&m)) {
            return Err(NoMove::Unknown);
        }
        let mut moves = self.moves(before);
        moves.find(has_letter).ok_or(NoMove::Illegal)
    }

    fn goal(&self, _: &sliding::Board<T>) -> Option<String> {
        None
    }

    fn move_names(&self, _: &sliding::Board<T>, moves: &[Move], out: &mut Vec<u8>) {
        out.extend(moves.iter().map(|&m| letter(self, m) as u8));
    }
}
