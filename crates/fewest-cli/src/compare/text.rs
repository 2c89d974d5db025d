//! A comparison in words.

use std::io::{self, Write};
use std::time::Duration;

use fewest::compare::{ComparedBoard, Comparison, Contender, Preparation, Sum, Trial};
use fewest::search::{Algorithm, DEPTH, Limits, Stop};
use fewest::solver::TableSource;

use super::stop_name;
use super::table::{self, Column};
use crate::filled::filled;
use crate::number::{counted, grouped, size};
use crate::terminal;

const MAX_WIDTH: usize = 200;
/// Up to this many boards without an answer are reported one by one.
const FEW: usize = 10;
/// Shown for a missing figure.
const NONE: &str = "-";

/// Writes the sums and notes, after the results per board if requested.
pub fn write(
    comparison: &Comparison,
    limits: &Limits,
    per_board: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = terminal::columns(MAX_WIDTH);
    let boards = comparison.complete().count() as u64;
    let order = comparison.tie_order.as_deref();
    let title = format!(
        "{}: {}; {}{}",
        comparison.name,
        comparison.title,
        counted(boards, "board"),
        order.map_or(String::new(), |order| format!("; tie order {order}"))
    );
    writeln!(out, "{}\n", filled("", 0, &title, width))?;
    // An interrupted, incomplete board is not counted in any sum.
    let cut = |board: &&ComparedBoard| per_board || !board.is_complete;
    for board in comparison.boards.iter().filter(cut) {
        one(board, &comparison.contenders, width, out)?;
    }
    if boards == 0 {
        return notes(comparison, limits, out);
    }
    if comparison.boards.iter().any(|board| cut(&board)) {
        writeln!(out, "all\n")?;
    }
    let sums = comparison.sums();
    let column = |head, figure: &dyn Fn(&Sum) -> String| Column {
        head,
        cells: sums.iter().map(figure).collect(),
    };
    let columns = [
        column("solved", &|sum| grouped(sum.solved)),
        column("proven", &|sum| grouped(sum.proven)),
        column("longer", &|sum| grouped(sum.longer)),
        column("moves", &|sum| grouped(sum.at_most)),
        column("at least", &|sum| grouped(sum.at_least)),
        column("b*", &|sum| branching(sum.branching())),
        column("expanded", &|sum| grouped(sum.expanded)),
        column("generated", &|sum| grouped(sum.generated)),
        column("reopened", &|sum| grouped(sum.reopened)),
        column("memory", &|sum| size(sum.memory)),
        column("time", &|sum| time(sum.time)),
        column("nodes/s", &|sum| rate(sum.generated, sum.time)),
    ];
    table::write(&names(&comparison.contenders), &columns, width, out)?;
    notes(comparison, limits, out)
}

fn names(contenders: &[Contender]) -> [Column; 2] {
    [
        Column {
            head: "method",
            cells: contenders.iter().map(Contender::title).collect(),
        },
        Column {
            head: "heuristic",
            cells: (contenders.iter())
                .map(|contender| contender.heuristic().to_owned())
                .collect(),
        },
    ]
}

/// The runs on a board.
fn one(
    board: &ComparedBoard,
    contenders: &[Contender],
    width: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let id = board.id.map_or(String::new(), |id| format!(" (id {id})"));
    let cut = if board.is_complete {
        ""
    } else {
        " (interrupted)"
    };
    writeln!(out, "board {}{id}: {}{cut}\n", board.number, board.board)?;
    if !board.is_solvable {
        return writeln!(out, "unsolvable\n");
    }
    let column = |head, figure: &dyn Fn(&Trial) -> String| Column {
        head,
        cells: board.runs.iter().map(|run| figure(&run.trial)).collect(),
    };
    let columns = [
        column("end", &|trial| stop_name(trial.outcome.stop).to_owned()),
        column("moves", &|trial| {
            trial.length().map_or(NONE.to_owned(), grouped)
        }),
        column("at least", &|trial| match trial.outcome.stop {
            Stop::Exhausted => NONE.to_owned(),
            _ => grouped(trial.outcome.at_least),
        }),
        column("b*", &|trial| branching(trial.branching())),
        column("expanded", &|trial| {
            grouped(trial.outcome.statistics.expanded)
        }),
        column("generated", &|trial| {
            grouped(trial.outcome.statistics.generated)
        }),
        column("reopened", &|trial| {
            grouped(trial.outcome.statistics.reopened)
        }),
        column("memory", &|trial| size(trial.outcome.statistics.memory)),
        column("time", &|trial| time(trial.time)),
        column("nodes/s", &|trial| {
            rate(trial.outcome.statistics.generated, trial.time)
        }),
    ];
    // Runs skipped by an interruption have no line.
    let contenders = contenders.get(..board.runs.len()).unwrap_or(contenders);
    table::write(&names(contenders), &columns, width, out)?;
    writeln!(out)
}

/// Notes: what was built, left out or left open.
fn notes(comparison: &Comparison, limits: &Limits, out: &mut impl Write) -> io::Result<()> {
    let mut notes: Vec<String> = comparison.preparations.iter().map(built).collect();
    for (who, why) in &comparison.left_out {
        notes.push(format!("{who} is skipped: {why}"));
    }
    let depth_first = Algorithm::DepthFirst;
    if limits.max_moves.is_none()
        && (comparison.contenders.iter()).any(|one| one.algorithm == depth_first)
    {
        notes.push(format!(
            "depth-first searched {DEPTH} moves deep; --max-moves changes the depth"
        ));
    }
    for (i, contender) in comparison.contenders.iter().enumerate() {
        let runs = || (comparison.complete()).filter_map(|board| board.runs.get(i));
        if let Some(pruned) = runs().find_map(|run| run.setup.pruned) {
            let (count, longest) = (counted(pruned.count, "sequence"), pruned.longest);
            let heuristic_name = contender.heuristic();
            notes.push(format!(
                "pruned-ida-star {heuristic_name} skips {count} of up to {longest} moves"
            ));
        }
        notes.extend(left_open(contender, runs().map(|run| &run.trial)));
    }
    let open: Vec<String> = comparison.complete().filter_map(nobody).collect();
    let more = open.len().saturating_sub(FEW);
    notes.extend(open.into_iter().take(FEW));
    if more > 0 {
        notes.push(format!("nor {} more", counted(more as u64, "board")));
    }
    if !comparison.is_complete() {
        notes.push(format!(
            "interrupted: all contenders ran on {} of {}",
            grouped(comparison.complete().count() as u64),
            counted(comparison.asked, "board")
        ));
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    notes.iter().try_for_each(|note| writeln!(out, "{note}"))
}

fn built(preparation: &Preparation) -> String {
    let what = preparation
        .heuristic_name
        .map_or("table", fewest::solver::HeuristicName::name);
    let (bytes, time) = (size(preparation.bytes), time(preparation.time));
    let partition = (preparation.setup.partition.as_ref())
        .map_or(String::new(), |partition| format!(" {partition}"));
    let done = match preparation.setup.tables {
        Some(TableSource::Stored) => "read from the store",
        Some(TableSource::Both) => "built, and read from the store,",
        _ => "built",
    };
    format!("{what}{partition}: {bytes} {done} in {time}, not counted in any run")
}

/// A line about the runs that found no answer.
fn left_open<'t>(contender: &Contender, runs: impl Iterator<Item = &'t Trial>) -> Option<String> {
    let mut reasons: Vec<(Stop, u64)> = Vec::new();
    let mut bounds: Option<(u32, u32)> = None;
    for outcome in runs
        .map(|trial| &trial.outcome)
        .filter(|one| one.moves.is_none())
    {
        match reasons.iter_mut().find(|(stop, _)| *stop == outcome.stop) {
            Some((_, count)) => *count += 1,
            None => reasons.push((outcome.stop, 1)),
        }
        if outcome.stop != Stop::Exhausted {
            let bound = outcome.at_least;
            bounds = Some(bounds.map_or((bound, bound), |(a, b)| (a.min(bound), b.max(bound))));
        }
    }
    if reasons.is_empty() {
        return None;
    }
    let reasons: Vec<String> = (reasons.iter())
        .map(|(stop, count)| format!("{} ({})", counted(*count, "board"), stop_name(*stop)))
        .collect();
    let proven = match bounds {
        None => String::new(),
        Some((min, max)) if min == max => format!("; at least {}", counted(min, "move")),
        Some((min, max)) => format!("; at least {min} to {}", counted(max, "move")),
    };
    let heuristic_name = contender
        .heuristic_name
        .map_or(String::new(), |heuristic_name| {
            format!(" {}", heuristic_name.name())
        });
    let reasons = reasons.join(", ");
    Some(format!(
        "{}{heuristic_name} did not answer {reasons}{proven}",
        contender.title()
    ))
}

/// A line about a board without an answer.
fn nobody(board: &ComparedBoard) -> Option<String> {
    let number = board.number;
    if board.at_most.is_some() {
        return None;
    }
    if !board.is_solvable {
        return Some(format!("no method ran on board {number}: it is unsolvable"));
    }
    if board.is_unsolvable() {
        return Some(format!(
            "no method answered board {number}: it is unsolvable"
        ));
    }
    let outcomes = board.runs.iter().map(|run| &run.trial.outcome);
    let bound = outcomes.map(|outcome| outcome.at_least).max();
    let bound = counted(bound.unwrap_or(0), "move");
    Some(format!(
        "no method answered board {number}: at least {bound}"
    ))
}

fn branching(branching: Option<f64>) -> String {
    branching.map_or(NONE.to_owned(), |branching| format!("{branching:.3}"))
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.0} us", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}

fn rate(boards: u64, time: Duration) -> String {
    let Some(rate) = super::rate(boards, time) else {
        return NONE.to_owned();
    };
    match rate {
        rate if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        rate if rate >= 1e8 => format!("{:.0} M", rate / 1e6),
        rate if rate >= 1e7 => format!("{:.1} M", rate / 1e6),
        rate if rate >= 1e6 => format!("{:.2} M", rate / 1e6),
        rate => format!("{:.0} k", rate / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        let times = [90, 1_500, 2_340_000].map(|micros| time(Duration::from_micros(micros)));
        assert_eq!(times, ["90 us", "1.5 ms", "2.34 s"]);
        assert_eq!(rate(0, Duration::from_secs(1)), NONE);
        assert_eq!(rate(12_345_678, Duration::from_secs(1)), "12.3 M");
    }
}
