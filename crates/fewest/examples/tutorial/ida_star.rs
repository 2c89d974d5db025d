//! IDA*: iterative deepening with a heuristic.

use fewest::heuristic::{Heuristic, Manhattan};
use fewest::search::{AnswerChoice, a_star};
use fewest::search::{Outcome, ida_star};
use fewest::space::Ranked;

use crate::lab::{Board, Eight, Lab, Result, cost, costs, length, run};
use crate::show::{Rows, number, say};

/// The least of the fewest moves, without remembering a board.
fn deepen(puzzle: &Eight, heuristic: &impl Heuristic<Eight>, board: &Board) -> Outcome {
    run(|control| ida_star::search(puzzle, heuristic, board, control))
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let puzzle = &lab.puzzle;
    let manhattan = Manhattan::new(puzzle);
    let farthest = lab.table.counts().len() - 1;
    let far = lab
        .table
        .ranks_at(u8::try_from(farthest)?, 0..lab.table.len());
    let far = puzzle.unrank(far.last().ok_or("no board")?);
    let outcome = deepen(puzzle, &manhattan, &far);
    say("ida-length", length(&outcome));
    let mut rows = Rows::new(["threshold", "expanded", "generated"]);
    for iteration in &outcome.statistics.iterations {
        rows.add(&[
            iteration.threshold.to_string(),
            number(iteration.expanded),
            number(iteration.generated),
        ]);
    }
    say("ida-iterations", rows);
    say("ida-generated", number(outcome.statistics.generated));
    let best = run(|control| a_star(puzzle, &manhattan, &far, AnswerChoice::Any, control));
    say("ida-a-star-generated", number(best.statistics.generated));
    say("ida-a-star-memory", number(best.statistics.memory));

    let mut rows = costs();
    let best = cost(&lab.hundred, |board, control| {
        a_star(puzzle, &manhattan, board, AnswerChoice::Any, control)
    });
    rows.add(&best.row("A*, Manhattan"));
    let deep = cost(&lab.hundred, |board, control| {
        ida_star::search(puzzle, &manhattan, board, control)
    });
    rows.add(&deep.row("IDA*, Manhattan"));
    say("ida-costs", rows);
    say("ida-each", deep.generated_each());
    Ok(())
}
