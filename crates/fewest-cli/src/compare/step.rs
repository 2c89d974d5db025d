//! One search, expansion by expansion.

use std::io::{self, BufWriter, Write};
use std::sync::atomic::Ordering;

use fewest::compare::{Contest, Shown};
use fewest::model::Case;
use fewest::search::Stop;
use fewest::{Options, Puzzle};

use super::stop_name;
use crate::End;
use crate::arguments::Show;
use crate::number::{counted, grouped};

/// Writes a line for each expanded board, and then the result.
pub fn run(
    puzzle: &Puzzle,
    cases: &[Case],
    contest: &Contest,
    options: &Options,
    show: Show,
) -> anyhow::Result<End> {
    let mut out = BufWriter::new(io::stdout());
    let mut number = 0;
    let mut written = Ok(());
    let step = puzzle.step(cases, contest, options, &mut |shown| {
        if written.is_ok() {
            written = write(puzzle, &shown, &mut number, show, &mut out);
            if written.is_err() {
                options.cancel.store(true, Ordering::Relaxed);
            }
        }
    });
    let (trial, answer) = step?;
    written?;
    let outcome = &trial.outcome;
    match (trial.length(), answer) {
        (Some(moves), Some(answer)) => {
            let proven = match outcome.stop {
                Stop::Solved => "proven fewest".to_owned(),
                _ => format!("at least {} needed", grouped(outcome.at_least)),
            };
            let moves = counted(moves, "move");
            let line = format!("answer: {moves}, {proven}: {answer}");
            writeln!(out, "{}", line.trim_end_matches([':', ' ']))?;
        }
        _ if outcome.stop == Stop::Exhausted => writeln!(out, "no moves solve this board")?,
        _ => writeln!(
            out,
            "no answer ({}): at least {}",
            stop_name(outcome.stop),
            counted(outcome.at_least, "move")
        )?,
    }
    let statistics = &outcome.statistics;
    writeln!(
        out,
        "expanded {}, generated {}, reopened {}",
        grouped(statistics.expanded),
        grouped(statistics.generated),
        grouped(statistics.reopened)
    )?;
    out.flush()?;
    Ok(match outcome.stop {
        Stop::Solved | Stop::Found | Stop::Exhausted => End::Done,
        Stop::Cancelled => End::Interrupted,
        _ => End::Limited,
    })
}

fn write(
    puzzle: &Puzzle,
    shown: &Shown,
    number: &mut u64,
    show: Show,
    out: &mut impl Write,
) -> io::Result<()> {
    let (g, h, f, is_backward, board) = match shown {
        Shown::Threshold(threshold) => {
            return writeln!(out, "threshold {}", fraction(*threshold));
        }
        Shown::Expanded {
            g,
            h,
            f,
            is_backward,
            board,
        } => (g, h, f, is_backward, board),
    };
    *number += 1;
    let f = fraction(*f);
    write!(out, "{number:>6}  g {g:>2}  h {h:>2}  f {f:>2}")?;
    if *is_backward {
        write!(out, "  from a goal")?;
    }
    match show {
        Show::Line => writeln!(out, "  {}", puzzle.text(board)),
        Show::Picture => {
            writeln!(out)?;
            puzzle
                .drawing(board)
                .lines()
                .try_for_each(|line| writeln!(out, "        {line}"))
        }
    }
}

/// Formats a fraction, as an integer if it is one.
fn fraction((numerator, denominator): (u64, u64)) -> String {
    if numerator % denominator == 0 {
        (numerator / denominator).to_string()
    } else {
        format!("{numerator}/{denominator}")
    }
}
