//! Searches that look ahead: greedy and A*, with one heuristic and another.

use fewest::heuristic::{Heuristic, LinearConflict, Manhattan, Misplaced};
use fewest::search::{self, AnswerChoice};
use fewest::search::{Outcome, breadth_first, greedy, iterative_deepening};
use fewest::space::Ranked;

use crate::lab::{Board, Cost, Eight, Lab, Result, cost, costs, length, letters, run};
use crate::show::{Rows, number, say};

/// A shortest answer by A*.
fn a_star(puzzle: &Eight, heuristic: &impl Heuristic<Eight>, board: &Board) -> Outcome {
    run(|control| search::a_star(puzzle, heuristic, board, AnswerChoice::Any, control))
}

/// What a heuristic says of a board.
pub fn estimate(puzzle: &Eight, heuristic: &impl Heuristic<Eight>, board: &Board) -> u32 {
    heuristic.bound(heuristic.start(puzzle, board))
}

/// The `b` with `b + b^2 + ... + b^depth = generated`, by halving an interval that holds it.
fn branching(generated: f64, depth: u32) -> f64 {
    let sum = |b: f64| (0..depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, generated);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if sum(middle) < generated {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// A* over some boards.
fn a_star_cost(puzzle: &Eight, heuristic: &impl Heuristic<Eight>, boards: &[Board]) -> Cost {
    cost(boards, |board, control| {
        search::a_star(puzzle, heuristic, board, AnswerChoice::Any, control)
    })
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let Lab { puzzle, start, .. } = lab;
    let manhattan = Manhattan::new(puzzle);
    let conflict = LinearConflict::new(puzzle).ok_or("no rows and columns")?;
    say("start-misplaced", estimate(puzzle, &Misplaced, start));
    say("start-manhattan", estimate(puzzle, &manhattan, start));
    say("start-conflict", estimate(puzzle, &conflict, start));

    let rushed = run(|control| greedy(puzzle, &manhattan, start, control));
    say("greedy-length", length(&rushed));
    say("greedy-answer", letters(puzzle, rushed.moves.as_deref()));
    say("greedy-generated", number(rushed.statistics.generated));
    let outcome = a_star(puzzle, &manhattan, start);
    say("a-star-length", length(&outcome));
    say("a-star-answer", letters(puzzle, outcome.moves.as_deref()));
    say("a-star-generated", number(outcome.statistics.generated));

    let mut rows = costs();
    let breadth = cost(&lab.hundred, |board, control| {
        breadth_first(puzzle, board, control)
    });
    rows.add(&breadth.row("breadth-first"));
    let greedy = cost(&lab.hundred, |board, control| {
        greedy(puzzle, &manhattan, board, control)
    });
    rows.add(&greedy.row("greedy, Manhattan"));
    let by_misplaced = a_star_cost(puzzle, &Misplaced, &lab.hundred);
    rows.add(&by_misplaced.row("A*, misplaced"));
    let by_steps = a_star_cost(puzzle, &manhattan, &lab.hundred);
    rows.add(&by_steps.row("A*, Manhattan"));
    rows.add(&a_star_cost(puzzle, &conflict, &lab.hundred).row("A*, linear conflict"));
    say("guided-costs", rows);
    say("misplaced-each", by_misplaced.generated_each());
    say("manhattan-each", by_steps.generated_each());

    let mut generated = Rows::new([
        "distance",
        "iterative deepening",
        "A*, misplaced",
        "A*, Manhattan",
        "b, deepening",
        "b, misplaced",
        "b, Manhattan",
    ]);
    for distance in (4..=24).step_by(4) {
        let boards = some_at(lab, distance);
        let deepening = cost(&boards, |board, control| {
            iterative_deepening(puzzle, board, control)
        });
        let costs = [
            deepening,
            a_star_cost(puzzle, &Misplaced, &boards),
            a_star_cost(puzzle, &manhattan, &boards),
        ];
        let each = costs.map(|cost| (cost.generated + cost.boards / 2) / cost.boards);
        if distance == 24 {
            say("deepening-at-24", number(each[0]));
        }
        let mut row = vec![distance.to_string()];
        row.extend(each.map(number));
        for each in each {
            let factor = branching(f64::from(u32::try_from(each)?), distance.into());
            row.push(format!("{factor:.2}"));
        }
        generated.add(&row);
    }
    say("by-distance", generated);
    Ok(())
}

/// Boards at a distance, spread evenly over their ranks: twenty, or all if there are not as many.
fn some_at(lab: &Lab, distance: u8) -> Vec<Board> {
    let ranks: Vec<u64> = lab.table.ranks_at(distance, 0..lab.table.len()).collect();
    let count = ranks.len().min(20);
    (0..count)
        .filter_map(|i| ranks.get(i * ranks.len() / count))
        .map(|&rank| lab.puzzle.unrank(rank))
        .collect()
}
