//! Breadth-first search, from one end and from both, and uniform cost.

use std::collections::HashSet;

use fewest::search::AnswerChoice;
use fewest::search::{Outcome, bidirectional, breadth_first, uniform_cost};
use fewest::space::{Ranked, StateSpace};

use crate::lab::{Board, Eight, Lab, cost, costs, length, run};
use crate::show::{mean, number, say, side_by_side};

/// All boards, by their distance from the goal: each level holds the new neighbours of the one before.
fn levels(puzzle: &Eight) -> Vec<Vec<Board>> {
    let mut seen = HashSet::from([puzzle.goal()]);
    let mut levels = vec![vec![puzzle.goal()]];
    while let Some(level) = levels.last().filter(|level| !level.is_empty()) {
        let mut next = Vec::new();
        for board in level {
            let neighbours = puzzle.moves(board).map(|m| puzzle.after(board, m));
            next.extend(neighbours.filter(|&neighbour| seen.insert(neighbour)));
        }
        levels.push(next);
    }
    levels.pop();
    levels
}

/// A search from both ends that meets in the middle.
fn meet(puzzle: &Eight, board: &Board) -> Outcome {
    let goals = [puzzle.goal()];
    run(|control| bidirectional(puzzle, board, &goals, AnswerChoice::Any, control))
}

pub fn chapter(lab: &Lab) {
    let puzzle = &lab.puzzle;
    let levels = levels(puzzle);
    let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
    let largest = counts.iter().max().copied().unwrap_or(1);
    let bars = counts.iter().enumerate().map(|(distance, &count)| {
        let bar = "█".repeat(usize::try_from((40 * count).div_ceil(largest)).unwrap_or(0));
        format!("{distance:5} {:>8}  {bar}", number(count))
    });
    let bars: Vec<_> = bars.collect();
    say("levels", format!("moves   boards\n{}", bars.join("\n")));
    let boards: u64 = counts.iter().sum();
    let moves: u64 = (0..).zip(&counts).map(|(moves, count)| moves * count).sum();
    say("god", counts.len() - 1);
    say("level-boards", number(boards));
    say("mean-distance", mean(moves, boards));
    say("largest-level", number(largest));
    let largest_at = counts.iter().position(|&count| count == largest);
    say("largest-level-at", largest_at.unwrap_or(0));
    let far: Vec<_> = levels.last().into_iter().flatten().copied().collect();
    say("farthest-count", far.len());
    let titled = far.iter().map(|&board| (String::new(), board));
    let drawn = side_by_side(&titled.collect::<Vec<_>>());
    say("farthest", drawn.trim_start());

    say("breadth-start", {
        let outcome = run(|control| breadth_first(puzzle, &lab.start, control));
        number(outcome.statistics.generated)
    });
    if let Some(board) = far.first() {
        let one = run(|control| breadth_first(puzzle, board, control));
        let two = meet(puzzle, board);
        say("far-one-end", number(one.statistics.generated));
        say("far-both-ends", number(two.statistics.generated));
        say("far-both-moves", length(&two));
    }
    let inner = counts[..counts.len() / 2].iter().sum();
    say("inner-boards", number(inner));

    let distance = |board| lab.table.distance(puzzle.rank(board)).map_or(0, u64::from);
    let sum: u64 = lab.hundred.iter().map(distance).sum();
    say("hundred-mean", mean(sum, lab.hundred.len() as u64));
    let mut rows = costs();
    let breadth = cost(&lab.hundred, |board, control| {
        breadth_first(puzzle, board, control)
    });
    rows.add(&breadth.row("breadth-first"));
    let uniform = cost(&lab.hundred, |board, control| {
        uniform_cost(puzzle, board, AnswerChoice::Any, control)
    });
    rows.add(&uniform.row("uniform cost"));
    let goals = [puzzle.goal()];
    let both = cost(&lab.hundred, |board, control| {
        bidirectional(puzzle, board, &goals, AnswerChoice::Any, control)
    });
    rows.add(&both.row("bidirectional"));
    say("blind-costs", rows);
    say("breadth-each", breadth.generated_each());
    say("both-ends-each", both.generated_each());
}
