//! Pattern databases from nothing, Korf's hundred boards with them, and the boards at distance 80:
//! time, bytes, boards generated.
//!
//! `FEWEST_BENCH_QUICK=1` takes the smallest of them only. With `RAYON_NUM_THREADS=1` the building
//! takes one core too.

use std::time::Instant;

use fewest::heuristic::Heuristic;
use fewest::heuristic::pattern::{Additive, Partition, Pattern};
use fewest::kernel::tiles::{Nibbles, Order, Size, TileBoard, Tiles};
use fewest::pruning::{Effort, MovePruning};
use fewest::search::ida_star::Tree;
use fewest::search::{Control, Limits, Silent, Stop};
use fewest::space::structure::Structured;
use fewest::support::budget::Budget;

/// A board a line: its number, its distance, its tiles.
const KORF: &str = include_str!("../../../corpus/korf100.txt");
/// The boards that are farthest of all, with the goal's blank last.
const FARTHEST: &str = include_str!("../../../corpus/fifteen80.txt");

fn boards(text: &str) -> impl Iterator<Item = (u32, TileBoard<Nibbles>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let numbers: Vec<u8> = line.split(' ').flat_map(str::parse).collect();
        let board = TileBoard::new(&numbers[2..]).expect("the boards are boards");
        (numbers[1].into(), board)
    })
}

fn main() {
    let size = Size::new(4, 4).expect("4 x 4 is a size");
    let puzzle: Tiles<Nibbles> =
        Tiles::rectangle(size, 0, Order::default()).expect("4 x 4 boards fit into nibbles");
    let is_quick = std::env::var_os("FEWEST_BENCH_QUICK").is_some();
    let count = if is_quick { 1 } else { usize::MAX };
    for name in Partition::names(size).take(count) {
        let partition = Partition::named(size, 0, name).expect("the name is known");
        let start = Instant::now();
        let additive: Additive<3> = Additive::build(&puzzle, &partition, true, Budget::default())
            .expect("nothing limits the tables");
        let built = start.elapsed().as_secs_f64();
        let deepest: Vec<u8> = additive.patterns().map(Pattern::deepest).collect();
        println!(
            "{name}: {built:.3} s, {} bytes, deepest {deepest:?}",
            additive.bytes()
        );
        korf(&puzzle, &additive, is_quick);
    }
    if !is_quick {
        farthest(size);
    }
}

/// Solves Korf's boards one after another.
fn korf(puzzle: &Tiles<Nibbles>, heuristic: &impl Heuristic<Tiles<Nibbles>>, is_quick: bool) {
    let start = Instant::now();
    let pruning = MovePruning::find(&puzzle.structure(), Effort::THOROUGH);
    let found = start.elapsed().as_secs_f64();
    let tree = Tree::new(puzzle, heuristic);
    let with = |name: &str, solve: &dyn Fn(u32, &TileBoard<Nibbles>) -> u64| {
        let start = Instant::now();
        let (mut generated, mut solved) = (0, 0);
        for (distance, board) in boards(KORF) {
            if is_quick && distance > 50 {
                continue;
            }
            generated += solve(distance, &board);
            solved += 1;
        }
        let searched = start.elapsed().as_secs_f64();
        println!("  {solved} of Korf's boards{name}: {searched:.3} s, {generated} generated");
    };
    with("", &|distance, board| solve(&tree, distance, board));
    let pruned = tree.pruned_by(&pruning);
    let name = format!(", pruned (found in {found:.3} s)");
    with(&name, &|distance, board| solve(&pruned, distance, board));
}

/// Solves the boards at distance 80.
fn farthest(size: Size) {
    let last = size.cells() - 1;
    let puzzle: Tiles<Nibbles> =
        Tiles::rectangle(size, last, Order::default()).expect("4 x 4 boards fit into nibbles");
    let partition = Partition::named(size, last, "7-8").expect("the name is known");
    let additive: Additive<3> = Additive::build(&puzzle, &partition, true, Budget::default())
        .expect("nothing limits the tables");
    let pruning = MovePruning::find(&puzzle.structure(), Effort::THOROUGH);
    let tree = Tree::new(&puzzle, &additive).pruned_by(&pruning);
    for (i, (distance, board)) in (1..).zip(boards(FARTHEST)) {
        let start = Instant::now();
        let generated = solve(&tree, distance, &board);
        let searched = start.elapsed().as_secs_f64();
        println!(
            "  {i} at distance {distance}, 7-8, pruned: {searched:.3} s, {generated} generated"
        );
    }
}

/// Solves a board, sees that its distance is right, and returns how many boards that generated.
fn solve<H: Heuristic<Tiles<Nibbles>>>(
    tree: &Tree<'_, Tiles<Nibbles>, H>,
    distance: u32,
    board: &TileBoard<Nibbles>,
) -> u64 {
    let mut silent = Silent;
    let mut control = Control::new(Limits::default(), &mut silent);
    let outcome = tree.search(board, &mut control);
    assert_eq!(outcome.stop, Stop::Solved);
    assert_eq!(outcome.at_least, distance, "{board:?}");
    outcome.statistics.generated
}
