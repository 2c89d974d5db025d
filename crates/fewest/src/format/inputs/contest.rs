//! The inputs of the judges.

use super::{Drawn, InputWriter};
use crate::format::notation::{Notation, push_number, width};
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::rotation::{self, Rotation};
use crate::puzzles::sliding::{self, Sliding, Tiles};

/// `plain`: the board on a line.
pub(super) struct Plain;

impl<P: Notation> InputWriter<P> for Plain {
    fn board(&self, puzzle: &P, drawn: &Drawn<P::Board>, out: &mut Vec<u8>) {
        puzzle.compact(&drawn.case.start, out);
        out.push(b'\n');
    }
}

/// `drawn`: the board as it looks, a blank line before the next.
pub(super) struct Drawing;

impl<P: Notation> InputWriter<P> for Drawing {
    fn board(&self, puzzle: &P, drawn: &Drawn<P::Board>, out: &mut Vec<u8>) {
        if drawn.case.number > 1 {
            out.push(b'\n');
        }
        puzzle.draw(&drawn.case.start, out);
    }
}

/// Another format with the number of boards before them, or a word behind.
pub(super) struct Framed<W> {
    pub(super) inner: W,
    pub(super) is_counted: bool,
    pub(super) end: Option<String>,
}

impl<P: Notation, W: InputWriter<P>> InputWriter<P> for Framed<W> {
    fn header(&self, count: u64, out: &mut Vec<u8>) {
        if self.is_counted {
            push_number(count, out);
            out.push(b'\n');
        }
    }

    fn board(&self, puzzle: &P, drawn: &Drawn<P::Board>, out: &mut Vec<u8>) {
        self.inner.board(puzzle, drawn, out);
    }

    fn footer(&self, out: &mut Vec<u8>) {
        if let Some(end) = &self.end {
            out.extend_from_slice(end.as_bytes());
            out.push(b'\n');
        }
    }
}

/// `poj2286`: 24 symbols a line, and a lone 0.
pub(super) struct Poj2286;

impl InputWriter<Rotation> for Poj2286 {
    fn board(&self, _: &Rotation, drawn: &Drawn<rotation::Board>, out: &mut Vec<u8>) {
        let mut line = [b' '; 2 * rotation::CELLS];
        for (to, symbol) in line.iter_mut().step_by(2).zip(drawn.case.start.symbols()) {
            *to = b'0' + symbol;
        }
        line[2 * rotation::CELLS - 1] = b'\n';
        out.extend_from_slice(&line);
    }

    fn footer(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"0\n");
    }
}

/// `scoi2005` and `knightsfen`: the number of boards, then five rows each.
pub(super) struct Rows {
    /// How the empty cell is written.
    pub(super) empty: u8,
}

impl InputWriter<Knights> for Rows {
    fn header(&self, count: u64, out: &mut Vec<u8>) {
        push_number(count, out);
        out.push(b'\n');
    }

    fn board(&self, puzzle: &Knights, drawn: &Drawn<knights::Board>, out: &mut Vec<u8>) {
        let mut cells = Vec::with_capacity(knights::CELLS);
        puzzle.compact(&drawn.case.start, &mut cells);
        for row in cells.chunks(knights::SIDE) {
            out.extend(row.iter().map(|&c| if c == b'*' { self.empty } else { c }));
            out.push(b'\n');
        }
    }
}

/// The tiles of a board in reading order, each behind what parts it from the one before.
fn push_tiles<T: Tiles>(
    puzzle: &Sliding<T>,
    board: &sliding::Board<T>,
    blank: Option<u8>,
    separator: &[u8],
    out: &mut Vec<u8>,
) {
    for cell in 0..puzzle.cells() {
        if cell > 0 {
            out.extend_from_slice(separator);
        }
        match (board.get(cell), blank) {
            (0, Some(blank)) => out.push(blank),
            (tile, _) => push_number(tile.into(), out),
        }
    }
}

/// `hdu1043`, `poj1077`, `acwing179`: a line of words with an x.
pub(super) struct Letters;

impl<T: Tiles> InputWriter<Sliding<T>> for Letters {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        push_tiles(puzzle, &drawn.case.start, Some(b'x'), b" ", out);
        out.push(b'\n');
    }
}

/// `hdu3567`: the number of boards, then two words each.
pub(super) struct Hdu3567;

impl<T: Tiles> InputWriter<Sliding<T>> for Hdu3567 {
    fn header(&self, count: u64, out: &mut Vec<u8>) {
        push_number(count, out);
        out.push(b'\n');
    }

    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        let goal = drawn.case.goal.unwrap_or_else(|| puzzle.goal());
        for board in [drawn.case.start, goal] {
            push_tiles(puzzle, &board, Some(b'X'), b"", out);
            out.push(b'\n');
        }
    }
}

/// `p1379`: a word of digits.
pub(super) struct P1379;

impl<T: Tiles> InputWriter<Sliding<T>> for P1379 {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        push_tiles(puzzle, &drawn.case.start, None, b"", out);
        out.push(b'\n');
    }
}

/// `leetcode773`: rows in brackets.
pub(super) struct Leetcode773;

impl<T: Tiles> InputWriter<Sliding<T>> for Leetcode773 {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        let width = width(puzzle);
        for row in 0..puzzle.cells() / width {
            out.extend_from_slice(if row == 0 { b"[[" } else { b"],[" });
            for column in 0..width {
                if column > 0 {
                    out.push(b',');
                }
                let tile = drawn.case.start.get(row * width + column);
                push_number(tile.into(), out);
            }
        }
        out.extend_from_slice(b"]]\n");
    }
}

/// `hackerrank`: the side, then a number a line.
pub(super) struct Hackerrank;

impl<T: Tiles> InputWriter<Sliding<T>> for Hackerrank {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        push_number(width(puzzle) as u64, out);
        out.push(b'\n');
        push_tiles(puzzle, &drawn.case.start, None, b"\n", out);
        out.push(b'\n');
    }
}

/// `princeton` and `npuzzle42`: the side, then the rows in columns of one width.
pub(super) struct Grid;

impl<T: Tiles> InputWriter<Sliding<T>> for Grid {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        let width = width(puzzle);
        let digits = (puzzle.cells() - 1).to_string().len();
        push_number(width as u64, out);
        out.push(b'\n');
        for row in 0..puzzle.cells() / width {
            let cells = row * width..(row + 1) * width;
            let tiles = cells.map(|cell| format!("{:>digits$}", drawn.case.start.get(cell)));
            out.extend_from_slice(tiles.collect::<Vec<_>>().join(" ").as_bytes());
            out.push(b'\n');
        }
    }
}

/// `korf`: the board's id, or else its number, then the tiles.
pub(super) struct Korf;

impl<T: Tiles> InputWriter<Sliding<T>> for Korf {
    fn board(&self, puzzle: &Sliding<T>, drawn: &Drawn<sliding::Board<T>>, out: &mut Vec<u8>) {
        push_number(drawn.case.id.unwrap_or(drawn.case.number), out);
        out.push(b' ');
        push_tiles(puzzle, &drawn.case.start, None, b" ", out);
        out.push(b'\n');
    }
}
