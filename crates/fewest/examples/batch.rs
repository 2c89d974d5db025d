//! Many boards on all cores, while another thread shows how far it is.
//!
//! `cargo run --release -p fewest --example batch`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fewest::{Board, Draw, Options, Pool, Puzzle, Verdict};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let eight = Puzzle::open("eight")?;
    let options = Options::default();
    let draw = Draw {
        pool: Pool::Solvable,
        count: 100_000,
        seed: 1,
        distinct: false,
    };
    let samples = eight.sample(&draw, &options)?;
    let boards: Vec<Board> = samples.into_iter().map(|sample| sample.board).collect();
    let is_done = AtomicBool::new(false);
    let answers = thread::scope(|scope| {
        let progress = Arc::clone(&options.progress);
        let is_done = &is_done;
        scope.spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                eprintln!("{} {}", progress.stage().title, progress.done());
                thread::sleep(Duration::from_millis(100));
            }
        });
        // Another thread that sets options.cancel would end it here.
        let answers = eight.solve_all(&boards, &options);
        is_done.store(true, Ordering::Relaxed);
        answers
    })?;
    let distances = answers.iter().filter_map(|answer| match answer.verdict {
        Verdict::Solved(moves) => Some(u64::from(moves)),
        _ => None,
    });
    println!(
        "{} moves for {} boards",
        distances.sum::<u64>(),
        boards.len()
    );
    Ok(())
}
