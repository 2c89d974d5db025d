//! Korf & Felner's fifty boards of 5x5 by IDA* with pattern databases on all cores, those whose
//! numbers are given: `cargo bench -p fewest --bench giants -- 6-6-6-6 40 38`. Prints a row of a
//! Markdown table for each as soon as it is solved. Redundant sequences of moves are left out; with
//! the word `plain` they are not. With the word `any`, any shortest answer will do.
//!
//! Without numbers nothing is searched: the easiest takes minutes. `RAYON_NUM_THREADS` sets the
//! number of cores.

use std::time::Instant;

use fewest::heuristic::pattern::{Additive, Partition, Pattern};
use fewest::kernel::tiles::{Bytes, Order, Size, TileBoard, Tiles};
use fewest::pruning::{Effort, MovePruning};
use fewest::search::AnswerChoice;
use fewest::search::ida_star::{Cores, Tree};
use fewest::search::{Control, Limits, Silent, Stop};
use fewest::space::structure::Structured;
use fewest::support::budget::Budget;

/// A board a line: its number, its distance, its tiles.
const BOARDS: &str = include_str!("../../../corpus/korf_felner_50.txt");

/// The numbers on a line.
fn numbers(line: &str) -> Vec<u8> {
    line.split(' ').flat_map(str::parse).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let ids: Vec<u8> = words.iter().flat_map(|word| word.parse()).collect();
    if ids.is_empty() {
        println!("giants: name boards of corpus/korf_felner_50.txt by their numbers, like 40 38");
        return;
    }
    let size = Size::new(5, 5).expect("5 x 5 is a size");
    let puzzle: Tiles<Bytes<32>> =
        Tiles::rectangle(size, 0, Order::default()).expect("25 tiles fit into 32 bytes");
    let names = words.iter().map(String::as_str).chain(["6-6-6-6"]);
    let mut known = names.filter_map(|name| Some((name, Partition::named(size, 0, name)?)));
    let (name, partition) = known.next().expect("the last name is known");
    let start = Instant::now();
    let additive: Additive<5> = Additive::build(&puzzle, &partition, true, Budget::default())
        .expect("nothing limits the tables");
    let deepest: Vec<u8> = additive.patterns().map(Pattern::deepest).collect();
    println!(
        "{name}: {:.1} s, {} bytes, deepest {deepest:?}\n",
        start.elapsed().as_secs_f64(),
        additive.bytes()
    );
    let is_plain = words.iter().any(|word| word == "plain");
    let start = Instant::now();
    let pruning = MovePruning::find(&puzzle.structure(), Effort::UTMOST);
    if !is_plain {
        println!(
            "without {} sequences of up to {} moves, {} states: {:.2} s\n",
            pruning.sequences(),
            pruning.longest(),
            pruning.states(),
            start.elapsed().as_secs_f64()
        );
    }
    let choice = if words.iter().any(|word| word == "any") {
        AnswerChoice::Any
    } else {
        AnswerChoice::Least
    };
    let tree = Tree::new(&puzzle, &additive).choosing(choice);
    println!("| board | moves | expanded | generated | seconds | million a second |");
    println!("|---|---|---|---|---|---|");
    for id in ids {
        let line = BOARDS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(numbers)
            .find(|numbers| numbers.first() == Some(&id));
        let Some([_, distance, tiles @ ..]) = line.as_deref() else {
            println!("no board {id}");
            continue;
        };
        let board = TileBoard::new(tiles).expect("the boards are boards");
        let start = Instant::now();
        let mut silent = Silent;
        let mut control = Control::new(Limits::default(), &mut silent);
        let outcome = if is_plain {
            tree.run(&board, &mut control, Cores::All, None)
        } else {
            tree.pruned_by(&pruning)
                .run(&board, &mut control, Cores::All, None)
        };
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(
            (outcome.stop, outcome.at_least),
            (Stop::Solved, u32::from(*distance)),
            "board {id}"
        );
        let statistics = outcome.statistics;
        #[expect(
            clippy::cast_precision_loss,
            reason = "a rate is shown with one digit behind the point"
        )]
        let rate = statistics.generated as f64 / seconds / 1e6;
        println!(
            "| {id} | {distance} | {} | {} | {seconds:.1} | {rate:.1} |",
            statistics.expanded, statistics.generated
        );
    }
}
