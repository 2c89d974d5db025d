//! A comparison as comma-separated values with a header: the sums, then each board.

use std::io::{self, Write};

use fewest::catalogue::{Comparison, Contender};
use fewest::search::Stop;

use super::{rate, stop_name};
use crate::field::field;

const HEADER: &str = "board,method,heuristic,end,solved,proven,longer,moves,bound,expanded,generated,\
                      reopened,memory,branching,seconds,nodes_per_second";

/// Writes a line for each contender, then one for each board and contender. Behind `branching` there are times only.
pub fn write(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{HEADER}")?;
    for (contender, sum) in comparison.contenders.iter().zip(comparison.sums()) {
        writeln!(
            out,
            "{},,{},{},{},{},{},{},{},{},{},{},{},{}",
            start("all", contender),
            sum.solved,
            sum.proven,
            sum.longer,
            sum.length,
            sum.lower_bound,
            sum.expanded,
            sum.generated,
            sum.reopened,
            sum.memory,
            shown(sum.branching()),
            sum.time.as_secs_f64(),
            shown(rate(sum.generated, sum.time)),
        )?;
    }
    for board in &comparison.boards {
        let number = board.number.to_string();
        if !board.is_solvable {
            writeln!(out, "{number},,,unsolvable,,,,,,,,,,,,")?;
        }
        for (contender, (trial, _)) in comparison.contenders.iter().zip(&board.runs) {
            let (outcome, length) = (&trial.outcome, trial.length());
            let statistics = &outcome.statistics;
            let is_longer = length.is_some_and(|length| Some(length) > board.shortest);
            let bound = Some(outcome.lower_bound).filter(|_| outcome.stop != Stop::Exhausted);
            writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                start(&number, contender),
                stop_name(outcome.stop),
                u8::from(length.is_some()),
                u8::from(outcome.stop == Stop::Solved),
                u8::from(is_longer),
                shown(length),
                shown(bound),
                statistics.expanded,
                statistics.generated,
                statistics.reopened,
                statistics.memory,
                shown(trial.branching()),
                trial.time.as_secs_f64(),
                shown(rate(statistics.generated, trial.time)),
            )?;
        }
    }
    Ok(())
}

fn start(board: &str, contender: &Contender) -> String {
    format!(
        "{board},{},{}",
        field(&contender.title()),
        contender.guide_name()
    )
}

/// A figure, or nothing.
fn shown(figure: Option<impl ToString>) -> String {
    figure.map_or(String::new(), |figure| figure.to_string())
}
