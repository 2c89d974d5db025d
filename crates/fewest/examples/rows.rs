//! Labels many boards at once: `cargo run --release --example rows -- rotation 10000000`.

use std::error::Error;
use std::time::Instant;

use fewest::{Draw, Options, Pool, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "eight".to_owned());
    let count = words.next().map_or(Ok(100_000), |count| count.parse())?;
    let (puzzle, options) = (Puzzle::open(&name)?, Options::default());
    // A hundred thousand boards, again and again.
    let draw = Draw {
        pool: Pool::Solvable,
        count: 100_000,
        seed: 7,
        distinct: false,
    };
    let drawn = puzzle.sample(&draw, &options)?;
    let drawn = drawn.iter().flat_map(|sample| sample.board.symbols());
    let cells = puzzle.model().cells();
    let rows: Vec<u8> = drawn.copied().cycle().take(count * cells).collect();
    puzzle.prepare(count, &options)?;

    let begun = Instant::now();
    let distances = puzzle.distances_of_rows(&rows, &options)?;
    let taken = begun.elapsed();
    let farthest = distances.iter().max();
    println!("{count} boards of {name}, the farthest {farthest:?} moves away: {taken:.3?}");
    Ok(())
}
