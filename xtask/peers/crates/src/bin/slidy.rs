//! Boards of the 15-puzzle as Korf wrote them, by the crate `slidy` with its pattern databases of
//! 4, 4, 4 and 3 tiles, which it builds first. Prints the number of moves, then the moves.

use std::error::Error;
use std::io::{self, BufWriter, Read, Write};

use slidy::algorithm::algorithm::Algorithm;
use slidy::puzzle::puzzle::Puzzle;
use slidy::puzzle::size::Size;
use slidy::solver::size4x4::stm::solver::Solver;
use slidy::solver::solver::Solver as _;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let solver = Solver::default();
    let mut output = BufWriter::new(io::stdout().lock());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        // The last sixteen: a board's number and length are before them. The goal here has the blank
        // last, so the board is turned around, and the tiles are numbered from the other end.
        let tiles = numbers.iter().rev().take(16);
        let turned = tiles.map(|&tile| if tile == 0 { 0 } else { 16 - tile });
        let puzzle = Puzzle::with_pieces(turned.collect(), Size::new(4, 4)?)?;
        let moves: Algorithm = solver.solve(&puzzle)?;
        let count: u64 = moves.len_stm();
        writeln!(output, "{count} {moves}")?;
    }
    Ok(output.flush()?)
}
