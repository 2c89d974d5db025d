//! Weighted A*: longer answers for less work.

use fewest::heuristic::{Heuristic, Manhattan};
use fewest::search::{Outcome, Weight, weighted_a_star};
use fewest::space::Ranked;

use crate::lab::{Board, Eight, Lab, Result, length, run};
use crate::show::{Rows, mean, number, say};

/// An answer of at most `weight` times the fewest moves.
fn hurry(
    puzzle: &Eight,
    heuristic: &impl Heuristic<Eight>,
    board: &Board,
    weight: Weight,
) -> Outcome {
    run(|control| weighted_a_star(puzzle, heuristic, board, weight, control))
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let puzzle = &lab.puzzle;
    let manhattan = Manhattan::new(puzzle);
    let mut rows = Rows::new([
        "weight",
        "moves",
        "fewest in",
        "longest, by fewest",
        "bound reported",
        "expanded",
        "generated",
    ]);
    let boards = lab.hundred.len() as u64;
    for (numerator, denominator) in [(1, 1), (6, 5), (3, 2), (2, 1), (3, 1), (5, 1)] {
        let weight = Weight::new(numerator, denominator)?;
        let (mut moves, mut fewest, mut bounds) = (0, 0, 0);
        let (mut expanded, mut generated) = (0, 0);
        // The answer that is longest for its board, and the board's distance.
        let mut worst = (1, 1);
        for board in &lab.hundred {
            let outcome = hurry(puzzle, &manhattan, board, weight);
            let length = outcome.moves.map_or(0, |moves| moves.len() as u64);
            let distance = lab.table.distance(puzzle.rank(board));
            let distance = distance.map_or(0, u64::from);
            moves += length;
            fewest += u64::from(length == distance);
            bounds += u64::from(outcome.at_least);
            if length * worst.1 > worst.0 * distance {
                worst = (length, distance);
            }
            expanded += outcome.statistics.expanded;
            generated += outcome.statistics.generated;
        }
        rows.add(&[
            mean(numerator.into(), denominator.into()),
            mean(moves, boards),
            fewest.to_string(),
            mean(worst.0, worst.1),
            mean(moves, bounds),
            number((expanded + boards / 2) / boards),
            number((generated + boards / 2) / boards),
        ]);
    }
    say("weights", rows);
    let outcome = hurry(puzzle, &manhattan, &lab.start, Weight::new(2, 1)?);
    say("hurry-length", length(&outcome));
    say("hurry-bound", outcome.at_least);
    Ok(())
}
