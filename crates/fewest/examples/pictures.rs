//! Pictures of the solved boards of all puzzles with a name, as SVG files in a folder.
//!
//! `cargo run --release -p fewest --example pictures FOLDER`

use std::path::PathBuf;

use fewest::{ENTRIES, Options, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("which folder?")?;
    let folder = PathBuf::from(folder);
    for entry in ENTRIES {
        // Sliding tiles of any size are shown by one.
        let puzzle = Puzzle::open(&entry.name.replace("WxH", "5x3"))?;
        let solved = puzzle.solved_board(&Options::default())?;
        let name = entry.name.replace(':', "-");
        std::fs::write(folder.join(name + ".svg"), puzzle.svg(&solved))?;
    }
    Ok(())
}
