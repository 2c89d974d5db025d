//! Depth-first search and iterative deepening.

use fewest::search::{Outcome, depth_first, iterative_deepening};

use crate::lab::{Board, Eight, Lab, Result, length, letters, run};
use crate::show::{Rows, mean, number, say};

/// The first answer of at most `limit` moves that a depth-first search comes across.
fn dive(puzzle: &Eight, board: &Board, limit: u32) -> Outcome {
    run(|control| depth_first(puzzle, board, limit, control))
}

/// One depth-first search after another, each a move deeper.
fn deepen(puzzle: &Eight, board: &Board) -> Outcome {
    run(|control| iterative_deepening(puzzle, board, control))
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let Lab { puzzle, start, .. } = lab;
    let mut dives = Rows::new(["limit", "answer, moves", "expanded", "generated"]);
    for limit in [10, 18, 19, 20, 25, 31, 100, 1_000, 10_000] {
        let outcome = dive(puzzle, start, limit);
        dives.add(&[
            number(limit.into()),
            length(&outcome),
            number(outcome.statistics.expanded),
            number(outcome.statistics.generated),
        ]);
    }
    say("dives", dives);

    let outcome = deepen(puzzle, start);
    say("start-length", length(&outcome));
    say("start-answer", letters(puzzle, outcome.moves.as_deref()));
    let iterations = &outcome.statistics.iterations;
    let mut rows = Rows::new(["limit", "generated", "times the limit before"]);
    let mut before = None;
    for iteration in iterations {
        let times = before.map_or("-".to_owned(), |before| mean(iteration.generated, before));
        rows.add(&[
            iteration.threshold.to_string(),
            number(iteration.generated),
            times,
        ]);
        before = Some(iteration.generated);
    }
    say("deepening", rows);
    let (last, earlier) = iterations.split_last().ok_or("no iteration")?;
    let all_earlier: u64 = earlier.iter().map(|iteration| iteration.generated).sum();
    say("last-generated", number(last.generated));
    say("earlier-generated", number(all_earlier));
    say("deepening-memory", outcome.statistics.memory);
    Ok(())
}
