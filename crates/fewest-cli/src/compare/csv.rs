//! A comparison as comma-separated values with a header: one row per board and contender.

use std::io::{self, Write};

use fewest::compare::{ComparedBoard, ComparedRun, Comparison, Contender};
use fewest::search::Stop;
use fewest::solver::TableSource;
use fewest_text::formats::field;

use super::{rate, stop_name};

const HEADER: &str = "number,id,board,goal,distance,method,heuristic,partition,tables,tie_order,\
                      pruned_sequences,pruned_longest,end,solved,proven,longer,at_most,at_least,expanded,generated,\
                      reopened,memory,branching,seconds,nodes_per_second";
/// The columns after `end`, for a run that did not take place.
const NO_RUN: &str = ",,,,,,,,,,,,";

/// Writes a line for each board and contender. The columns after `branching` are times.
pub fn write(comparison: &Comparison, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{HEADER}")?;
    let order = comparison.tie_order.as_deref().unwrap_or_default();
    for board in &comparison.boards {
        if !board.is_solvable {
            for contender in &comparison.contenders {
                writeln!(
                    out,
                    "{},,,{order},,,unsolvable{NO_RUN}",
                    start(board, contender)
                )?;
            }
        }
        for (contender, run) in comparison.contenders.iter().zip(&board.runs) {
            writeln!(
                out,
                "{},{},{},{order},{}",
                start(board, contender),
                field(run.setup.partition.as_deref().unwrap_or_default()),
                run.setup.tables.map_or("", TableSource::name),
                figures(board, run)
            )?;
        }
    }
    Ok(())
}

/// The columns that name the board and the contender.
fn start(board: &ComparedBoard, contender: &Contender) -> String {
    format!(
        "{},{},{},{},{},{},{}",
        board.number,
        shown(board.id),
        field(&board.board),
        field(board.goal.as_deref().unwrap_or_default()),
        shown(board.distance()),
        field(&contender.title()),
        contender.heuristic()
    )
}

fn figures(board: &ComparedBoard, run: &ComparedRun) -> String {
    let (outcome, length) = (&run.trial.outcome, run.trial.length());
    let statistics = &outcome.statistics;
    let is_longer = length.is_some_and(|length| Some(length) > board.at_most);
    let bound = Some(outcome.at_least).filter(|_| outcome.stop != Stop::Exhausted);
    let fields = [
        shown(run.setup.pruned.map(|pruned| pruned.count)),
        shown(run.setup.pruned.map(|pruned| pruned.longest)),
        stop_name(outcome.stop).to_owned(),
        u8::from(length.is_some()).to_string(),
        u8::from(outcome.stop == Stop::Solved).to_string(),
        u8::from(is_longer).to_string(),
        shown(length),
        shown(bound),
        statistics.expanded.to_string(),
        statistics.generated.to_string(),
        statistics.reopened.to_string(),
        statistics.memory.to_string(),
        shown(run.trial.branching()),
        run.trial.time.as_secs_f64().to_string(),
        shown(rate(statistics.generated, run.trial.time)),
    ];
    fields.join(",")
}

/// The figure as text, or empty.
fn shown(figure: Option<impl ToString>) -> String {
    figure.map_or(String::new(), |figure| figure.to_string())
}
