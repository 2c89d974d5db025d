//! Pattern databases: tables of views that forget some tiles.

use fewest::heuristic::pattern::{Additive, Partition, Pattern};
use fewest::heuristic::{LinearConflict, Manhattan};
use fewest::search::ida_star;
use fewest::search::{AnswerChoice, a_star};
use fewest::space::Ranked;
use fewest::support::budget::Budget;

use crate::guided::estimate;
use crate::lab::{Eight, Lab, Result, cost, costs};
use crate::promises::{census, censuses};
use crate::show::{Rows, number, say};

/// The tables of tiles 1 to 4 and 5 to 8, whose entries may be added.
fn four_and_four(puzzle: &Eight) -> Result<Additive<2>> {
    let groups: [&[u8]; 2] = [&[1, 2, 3, 4], &[5, 6, 7, 8]];
    let partition = Partition::new(puzzle.cells(), puzzle.goal().blank(), &groups)?;
    let four_and_four = Additive::build(puzzle, &partition, false, Budget::default())?;
    Ok(four_and_four)
}

pub fn chapter(lab: &Lab) -> Result<()> {
    let Lab {
        puzzle,
        start,
        table,
        hundred,
    } = lab;
    let patterns = four_and_four(puzzle)?;
    let mut rows = Rows::new(["tiles", "entries", "deepest"]);
    for pattern in patterns.patterns() {
        let tiles: Vec<_> = pattern.tiles().iter().map(u8::to_string).collect();
        rows.add(&[
            tiles.join(" "),
            number(entries(pattern)),
            pattern.deepest().to_string(),
        ]);
    }
    say("pattern-tables", rows);
    say("pattern-start", estimate(puzzle, &patterns, start));
    let manhattan = Manhattan::new(puzzle);
    let conflict = LinearConflict::new(puzzle).ok_or("no rows and columns")?;

    let mut rows = censuses();
    let boards = puzzle.boards();
    rows.add(&census(puzzle, table, &manhattan).row("Manhattan", boards));
    rows.add(&census(puzzle, table, &conflict).row("linear conflict", boards));
    rows.add(&census(puzzle, table, &patterns).row("patterns 4-4", boards));
    say("pattern-censuses", rows);
    let (mut above, mut below) = (0, 0);
    for rank in 0..boards {
        let board = puzzle.unrank(rank);
        let sum = estimate(puzzle, &patterns, &board);
        let steps = estimate(puzzle, &manhattan, &board);
        above += u64::from(sum > steps);
        below += u64::from(sum < steps);
    }
    say("pattern-above", number(above));
    say("pattern-below", number(below));

    let mut rows = costs();
    let by_steps = cost(hundred, |board, control| {
        a_star(puzzle, &manhattan, board, AnswerChoice::Any, control)
    });
    rows.add(&by_steps.row("A*, Manhattan"));
    let by_patterns = cost(hundred, |board, control| {
        a_star(puzzle, &patterns, board, AnswerChoice::Any, control)
    });
    rows.add(&by_patterns.row("A*, patterns 4-4"));
    say("pattern-reopened", number(by_patterns.reopened));
    let by_steps = cost(hundred, |board, control| {
        ida_star::search(puzzle, &manhattan, board, control)
    });
    rows.add(&by_steps.row("IDA*, Manhattan"));
    let by_patterns = cost(hundred, |board, control| {
        ida_star::search(puzzle, &patterns, board, control)
    });
    rows.add(&by_patterns.row("IDA*, patterns 4-4"));
    say("pattern-costs", rows);
    Ok(())
}

/// How many placements of its tiles a table has an entry for: nine cells for the first, eight for the second, ...
fn entries(pattern: &Pattern) -> u64 {
    (0..).zip(pattern.tiles()).map(|(i, _)| 9 - i).product()
}
