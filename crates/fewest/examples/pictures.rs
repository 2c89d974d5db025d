//! Pictures of puzzles as SVG files in a folder: the solved boards of all puzzles with a name, and
//! two projections of the cube.
//!
//! `cargo run --release -p fewest --example pictures FOLDER`

use std::path::PathBuf;

use fewest::{ENTRIES, Model, Options, Puzzle};

/// The moves of Kociemba's first phase: half turns of four faces, and all turns of two.
const PHASE_1: [&str; 6] = ["U", "D", "L2", "F2", "R2", "B2"];

/// The stickers that these moves carry to one another: for each cell, the first such cell.
fn carried(cube: &Model, moves: &[&str]) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..cube.cells()).collect();
    let turns = cube.structure.turns.iter();
    let turns = turns.filter(|turn| moves.contains(&&*cube.moves[turn.by.index()]));
    let froms: Vec<_> = turns.map(|turn| &turn.from).collect();
    loop {
        let before = firsts.clone();
        for from in &froms {
            for (to, &from) in from.iter().enumerate() {
                let first = firsts[to].min(firsts[usize::from(from)]);
                firsts[to] = first;
                firsts[usize::from(from)] = first;
            }
        }
        if firsts == before {
            return firsts;
        }
    }
}

/// The cube with one symbol for all stickers that its projection does not distinguish: the
/// corners' that these moves carry to one another, and the edges'.
fn projection(cube: &Model, corners: &[&str], edges: &[&str]) -> Model {
    let all: Vec<&str> = cube.moves.iter().map(String::as_str).collect();
    let kinds = carried(cube, &all);
    let (corners, edges) = (carried(cube, corners), carried(cube, edges));
    let mut symbols: Vec<usize> = Vec::new();
    let mut board = Vec::new();
    for (cell, &kind) in kinds.iter().enumerate() {
        // The first cell is a corner's, and the second an edge's. Centres are alike.
        let class = match kind {
            0 => corners[cell],
            1 => edges[cell],
            _ => usize::MAX,
        };
        let symbol = symbols.iter().position(|&other| other == class);
        let symbol = symbol.unwrap_or_else(|| {
            symbols.push(class);
            symbols.len() - 1
        });
        board.push(u8::try_from(symbol).expect("no more symbols than cells"));
    }
    let mut projection = cube.clone();
    let letters = ('a'..='z').zip(&symbols);
    let letters = letters.map(|(letter, &class)| if class == usize::MAX { '·' } else { letter });
    projection.symbols = letters.map(String::from).collect();
    let count = |symbol| {
        board
            .iter()
            .filter(|&&other| usize::from(other) == symbol)
            .count()
    };
    let counts = (0..symbols.len()).map(|symbol| u32::try_from(count(symbol)).unwrap_or(0));
    projection.structure.pieces = counts.collect();
    projection.structure.goals = vec![board.iter().copied().map(Some).collect()];
    projection
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("which folder?")?;
    let folder = PathBuf::from(folder);
    let draw = |name: &str, puzzle: &Puzzle| -> Result<(), Box<dyn std::error::Error>> {
        let solved = puzzle.solved_board(&Options::default())?;
        let file = folder.join(name.replace(':', "-") + ".svg");
        Ok(std::fs::write(file, puzzle.svg(&solved))?)
    };
    for entry in ENTRIES {
        // Sliding tiles of any size are shown by one.
        draw(
            entry.name,
            &Puzzle::open(&entry.name.replace("WxH", "5x3"))?,
        )?;
    }
    let cube = Puzzle::open("cube3")?;
    let turned = ["U", "D"];
    for (name, corners) in [("phase-1", &PHASE_1[..]), ("nxopt", &turned[..])] {
        let projection = projection(cube.model(), corners, &PHASE_1);
        draw(&format!("cube3-{name}"), &Puzzle::from_model(projection)?)?;
    }
    Ok(())
}
