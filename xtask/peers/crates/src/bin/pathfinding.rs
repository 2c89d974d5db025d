//! The 8-puzzle (HDU 1043) by `astar` of the crate `pathfinding`, with the Manhattan distance.

use std::error::Error;
use std::io::{self, BufWriter, Read, Write};

use pathfinding::prelude::astar;

/// The tile of each cell; 9 is the blank, whose place in the goal is the last.
type Board = [u8; 9];

const GOAL: Board = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const BLANK: u8 = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let tiles = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let tiles: Vec<u8> = tiles
        .map(|byte| if byte == b'x' { BLANK } else { byte - b'0' })
        .collect();
    let mut output = BufWriter::new(io::stdout().lock());
    for board in tiles.as_chunks::<9>().0 {
        if !is_solvable(board) {
            writeln!(output, "unsolvable")?;
            continue;
        }
        let found = astar(board, successors, manhattan, |board| *board == GOAL);
        let (boards, _) = found.ok_or("a solvable board has a solution")?;
        let moves: String = boards
            .windows(2)
            .map(|pair| letter(blank(&pair[0]), blank(&pair[1])))
            .collect();
        writeln!(output, "{moves}")?;
    }
    Ok(output.flush()?)
}

fn is_solvable(board: &Board) -> bool {
    let tiles: Vec<u8> = board
        .iter()
        .copied()
        .filter(|&tile| tile != BLANK)
        .collect();
    let inversions = |i: usize| tiles[i..].iter().filter(|&&tile| tile < tiles[i]).count();
    (0..tiles.len()).map(inversions).sum::<usize>() % 2 == 0
}

fn blank(board: &Board) -> usize {
    board.iter().position(|&tile| tile == BLANK).unwrap_or(0)
}

fn successors(board: &Board) -> impl Iterator<Item = (Board, u32)> + use<> {
    let (board, blank) = (*board, blank(board));
    let up = (blank >= 3).then(|| blank - 3);
    let down = (blank < 6).then(|| blank + 3);
    let left = (blank % 3 > 0).then(|| blank - 1);
    let right = (blank % 3 < 2).then(|| blank + 1);
    let cells = [up, down, left, right].into_iter().flatten();
    cells.map(move |cell| {
        let mut board = board;
        board.swap(blank, cell);
        (board, 1)
    })
}

fn manhattan(board: &Board) -> u32 {
    let distance = |(cell, &tile): (usize, &u8)| {
        let home = usize::from(tile - 1);
        (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3)
    };
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != BLANK);
    u32::try_from(tiles.map(distance).sum::<usize>()).unwrap_or(u32::MAX)
}

fn letter(from: usize, to: usize) -> char {
    match (to > from, to.abs_diff(from)) {
        (false, 3) => 'u',
        (true, 3) => 'd',
        (false, _) => 'l',
        (true, _) => 'r',
    }
}
