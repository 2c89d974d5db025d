//! Pattern databases from nothing, and Korf's hundred boards with them: time, bytes, boards generated.
//!
//! `FEWEST_BENCH_QUICK=1` takes the smallest of them only. With `RAYON_NUM_THREADS=1` the building takes one core too.

use std::time::Instant;

use fewest::heuristic::pattern::{Additive, Partition, Pattern};
use fewest::puzzles::sliding::{Board, Nibbles, Order, Size, Sliding};
use fewest::search::{Control, Limits, Silent, ida_star};
use fewest::table::build::Allowance;

/// A board a line: its number, its distance, its tiles.
const KORF: &str = include_str!("../../../corpus/korf100.txt");

fn boards() -> impl Iterator<Item = (u32, Board<Nibbles>)> {
    let lines = KORF.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let numbers: Vec<u8> = line.split(' ').flat_map(str::parse).collect();
        let board = Board::new(&numbers[2..]).expect("the boards are boards");
        (numbers[1].into(), board)
    })
}

fn main() {
    let size = Size::new(4, 4).expect("4 x 4 is a size");
    let puzzle: Sliding<Nibbles> =
        Sliding::new(size, 0, Order::default()).expect("4 x 4 boards fit into nibbles");
    let is_quick = std::env::var_os("FEWEST_BENCH_QUICK").is_some();
    let count = if is_quick { 1 } else { usize::MAX };
    for name in Partition::names(size).take(count) {
        let partition = Partition::named(size, 0, name).expect("the name is known");
        let start = Instant::now();
        let additive: Additive<1> =
            Additive::build(&puzzle, &partition, true, Allowance::default())
                .expect("nothing limits the tables");
        let built = start.elapsed().as_secs_f64();
        let deepest: Vec<u8> = additive.patterns().map(Pattern::deepest).collect();
        println!(
            "{name}: {built:.3} s, {} bytes, deepest {deepest:?}",
            additive.bytes()
        );
        let start = Instant::now();
        let (mut generated, mut solved) = (0, 0);
        for (distance, board) in boards() {
            if is_quick && distance > 50 {
                continue;
            }
            let mut silent = Silent;
            let mut control = Control::new(Limits::default(), &mut silent);
            let outcome = ida_star::search(&puzzle, &additive, &board, &mut control);
            assert_eq!(outcome.lower_bound, distance, "{board:?}");
            generated += outcome.statistics.generated;
            solved += 1;
        }
        let searched = start.elapsed().as_secs_f64();
        println!("  {solved} of Korf's boards: {searched:.3} s, {generated} generated");
    }
}
