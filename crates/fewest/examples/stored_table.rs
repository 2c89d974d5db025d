//! A table that is built once, stored, proved, and used by later runs.
//!
//! `cargo run --release -p fewest --example stored_table`

use std::sync::Arc;

use fewest::table::store::Store;
use fewest::{Algorithm, Options, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join("fewest-example");
    let store = Arc::new(Store::new(&folder));
    let options = Options {
        algorithm: Some(Algorithm::Table),
        store: Some(Arc::clone(&store)),
        ..Options::default()
    };
    let puzzle = Puzzle::open("sliding:3x4")?;
    let [table] = &puzzle.tables(&options)?[..] else {
        return Err("one table".into());
    };
    let built = table.build(&store, None, &options)?;
    println!("{} bytes in {}", built.bytes, built.path.display());
    let verified = puzzle.verify(&options)?;
    println!("proved: {} boards", verified.proof.boards);
    let board = puzzle.board("0 1 2 3 4 5 6 7 8 9 10 11")?;
    println!("{:?}", puzzle.solve(&board, &options)?.verdict);
    Ok(())
}
