//! One board of the 15-puzzle.

use fewest::heuristic::pattern::{Additive, Partition};
use fewest::heuristic::{LinearConflict, Manhattan};
use fewest::kernel::tiles::{Nibbles, Order, Size, TileBoard, Tiles};
use fewest::pruning::{Effort, MovePruning};
use fewest::rank::permutation;
use fewest::search::Outcome;
use fewest::search::ida_star::{self, Tree};
use fewest::space::structure::Structured;
use fewest::support::budget::Budget;

use crate::lab::{Result, length, run};
use crate::show::{Rows, number, say};

/// A board a line: its number, its distance, its tiles.
const KORF: &str = include_str!("../../../../corpus/korf100.txt");

/// The board with this number, and its distance.
fn korf(number: &str) -> Option<(u32, TileBoard<Nibbles>)> {
    let mut lines = KORF.lines().filter(|line| !line.starts_with('#'));
    let line = lines.find_map(|line| line.strip_prefix(number)?.strip_prefix(' '))?;
    let numbers: Vec<u8> = line.split(' ').flat_map(str::parse).collect();
    let (&distance, tiles) = numbers.split_first()?;
    Some((distance.into(), TileBoard::new(tiles)?))
}

/// The 15-puzzle with the goal's blank on the first cell, as in Korf's paper.
fn fifteen_puzzle() -> Option<Tiles<Nibbles>> {
    Tiles::rectangle(Size::new(4, 4)?, 0, Order::default())
}

pub fn chapter() -> Result<()> {
    let name = "79";
    let puzzle = fifteen_puzzle().ok_or("no puzzle")?;
    let (distance, board) = korf(name).ok_or("no board")?;
    let partition = Partition::parse(&puzzle, "6-6-3")?;
    let patterns: Additive<3> = Additive::build(&puzzle, &partition, true, Budget::default())?;

    let pruning = MovePruning::find(&puzzle.structure(), Effort::THOROUGH);

    say("korf-number", name);
    say("korf-distance", distance);
    say("korf-board", drawn(&board));
    say("fifteen-boards", number(permutation::count(16) / 2));
    say("fifteen-bytes", number(patterns.bytes()));
    let manhattan = Manhattan::new(&puzzle);
    let conflict = LinearConflict::new(&puzzle).ok_or("no rows and columns")?;
    let outcomes = [
        (
            "Manhattan",
            run(|control| ida_star::search(&puzzle, &manhattan, &board, control)),
        ),
        (
            "linear conflict",
            run(|control| ida_star::search(&puzzle, &conflict, &board, control)),
        ),
        (
            "patterns 6-6-3, mirrored too",
            run(|control| ida_star::search(&puzzle, &patterns, &board, control)),
        ),
        (
            "Manhattan, pruned",
            run(|control| {
                let tree = Tree::new(&puzzle, &manhattan).pruned_by(&pruning);
                tree.search(&board, control)
            }),
        ),
        (
            "patterns, mirrored too, pruned",
            run(|control| {
                let tree = Tree::new(&puzzle, &patterns).pruned_by(&pruning);
                tree.search(&board, control)
            }),
        ),
    ];
    let mut rows = Rows::new(["IDA* with", "moves", "iterations", "expanded", "generated"]);
    for (name, outcome) in &outcomes {
        rows.add(&row(name, outcome));
    }
    say("fifteen-costs", rows);
    say("pruned-sequences", number(pruning.sequences() as u64));
    say("pruned-longest", pruning.longest());
    say("pruned-states", number(pruning.states() as u64));
    let [(_, by_steps), _, (_, by_patterns), ..] = &outcomes;
    let times = by_steps.statistics.generated / by_patterns.statistics.generated;
    say("fifteen-times", number(times));
    Ok(())
}

fn row(name: &str, outcome: &Outcome) -> [String; 5] {
    [
        name.to_owned(),
        length(outcome),
        outcome.statistics.iterations.len().to_string(),
        number(outcome.statistics.expanded),
        number(outcome.statistics.generated),
    ]
}

/// The board, row by row.
fn drawn(board: &TileBoard<Nibbles>) -> String {
    let rows = (0..4).map(|row| {
        let cells = (4 * row..4 * row + 4).map(|cell| match board.get(cell) {
            0 => " .".to_owned(),
            tile => format!("{tile:2}"),
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join("\n")
}
