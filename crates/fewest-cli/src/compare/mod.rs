//! `fewest compare`.

mod csv;
mod json;
#[cfg(feature = "plots")]
mod plot;
mod step;
mod table;
mod text;

use std::io::{BufWriter, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use fewest::compare::{Choice, Comparison, Contest};
use fewest::model::Case;
use fewest::search::{Algorithm, Limits, Stop, Weight};
use fewest::solver::HeuristicName;
use fewest::{Draw, Options, Pool, Puzzle};
use fewest_text::{MAX_BOARDS, TextError, TextOptions};

use crate::arguments::{ALL, Compare, Report};
use crate::bar::Bar;
#[cfg(feature = "plots")]
use crate::draft::Draft;
use crate::job::Job;
use crate::number::{counted, grouped};
use crate::{End, input, plain, plan, store};

pub fn run(arguments: &Compare) -> anyhow::Result<End> {
    let contest = contest(arguments);
    check(arguments, &contest)?;
    let mut puzzle = crate::puzzle::find(&arguments.puzzle)?;
    if let Some(order) = &arguments.tie {
        puzzle = puzzle.with_tie_order(order)?;
    }
    let goal = input::goal(&mut puzzle, arguments.goal.as_deref())?;
    // Report an unwritable file before the work, not after.
    #[cfg(feature = "plots")]
    let draft = arguments.plot.as_deref().map(Draft::chart).transpose()?;
    let job = Job::start(arguments.threads)?;
    let base = job.options(arguments.memory);
    let options = Options {
        goal,
        partition: arguments.partition.clone(),
        store: store::open(&arguments.dir).map(Arc::new),
        limits: Limits {
            max_moves: arguments.max_moves,
            max_nodes: arguments.max_nodes,
            max_time: arguments.max_time,
            ..base.limits
        },
        ..base
    };
    let are_named = arguments.count.is_none() && !arguments.files.is_empty();
    let cases = if arguments.dry_run && !are_named {
        Vec::new()
    } else {
        boards(arguments, &puzzle, &options)?
    };
    let options = input::with_goal(&puzzle, options, arguments.from.as_deref())?;
    if let Some(show) = arguments.trace {
        return step::run(&puzzle, &cases, &contest, &options, show);
    }
    if arguments.dry_run {
        return plan::compare(&puzzle, &cases, &contest, &options);
    }
    let bar = Bar::watch(&job.progress);
    let comparison = puzzle.compare(&cases, &contest, &options)?;
    if comparison.asked == 0 {
        bar.report("warning: no boards to compare");
    }
    if !comparison.is_complete() {
        let done = comparison.complete().count() as u64;
        let boards = counted(comparison.asked, "board");
        bar.note(format!("interrupted; {} of {boards} done", grouped(done)));
    }
    drop(bar);
    #[cfg(feature = "plots")]
    if let Some(draft) = draft {
        draft.keep(&plot::svg(&comparison)?)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.to {
        Report::Text => text::write(&comparison, &options.limits, arguments.per_board, &mut out)?,
        Report::Json => json::write(&comparison, &mut out)?,
        Report::Csv => csv::write(&comparison, &mut out)?,
    }
    out.flush()?;
    Ok(end(&comparison))
}

fn end(comparison: &Comparison) -> End {
    match comparison.unanswered() {
        _ if !comparison.is_complete() => End::Interrupted,
        0 => End::Done,
        _ => End::Limited,
    }
}

fn boards(arguments: &Compare, puzzle: &Puzzle, options: &Options) -> anyhow::Result<Vec<Case>> {
    let mut text = TextOptions {
        from: arguments.from.clone(),
        uses_goal: arguments.goal.is_some(),
        ..TextOptions::default()
    };
    let mut inputs = Vec::new();
    if let Some(count) = arguments.count {
        if count > MAX_BOARDS as u64 {
            return Err(TextError::ManyBoards(MAX_BOARDS).into());
        }
        let draw = Draw {
            pool: (arguments.distance).map_or(Pool::Solvable, |(a, b)| Pool::Moves(a, b)),
            count,
            seed: arguments.seed,
            distinct: false,
        };
        text = TextOptions {
            from: Some(DRAWN.to_owned()),
            to: Some(DRAWN.to_owned()),
            ..text
        };
        let mut boards = Vec::new();
        fewest_text::generate(puzzle, &draw, options, &text, &mut boards)?;
        let boards: Box<dyn Read + Send> = Box::new(Cursor::new(boards));
        inputs.push(("the boards drawn".to_owned(), boards));
    } else {
        let standard_input = [PathBuf::from("-")];
        let files = if arguments.files.is_empty() {
            &standard_input[..]
        } else {
            &arguments.files
        };
        for file in files {
            inputs.push(input::boards(puzzle, file, arguments.from.as_deref())?);
        }
    }
    let cases = fewest_text::read_all(puzzle, options, &text, &mut inputs);
    for note in text.notes.take() {
        plain::note(&note);
    }
    Ok(cases?)
}

/// The format in which boards are drawn; every puzzle has it.
const DRAWN: &str = "plain";

fn contest(arguments: &Compare) -> Contest {
    let heuristics = choice(&arguments.heuristic);
    Contest {
        algorithms: choice(&arguments.method),
        heuristic_names: match heuristics {
            Choice::Usual => Choice::Usual,
            Choice::All => Choice::All,
            Choice::These(names) => Choice::These(
                (names.iter())
                    .filter_map(|name| {
                        HeuristicName::ALL
                            .into_iter()
                            .find(|heuristic_name| heuristic_name.name() == name)
                    })
                    .collect(),
            ),
        },
        weights: match &arguments.weight[..] {
            [] => Weight::new(3, 2).into_iter().collect(),
            weights => weights.to_vec(),
        },
    }
}

/// Rejects options that would have no effect.
fn check(arguments: &Compare, contest: &Contest) -> anyhow::Result<()> {
    let is_guided = |name: &String| {
        let mut all = Algorithm::all(&contest.weights).into_iter();
        all.any(|algorithm| algorithm.name() == name && !algorithm.is_blind())
    };
    if let Choice::These(methods) = &contest.algorithms
        && !methods.iter().any(is_guided)
    {
        let methods = methods.join(",");
        for (is_given, option) in [
            (!arguments.heuristic.is_empty(), "--heuristic"),
            (arguments.partition.is_some(), "--partition"),
        ] {
            if is_given {
                bail!("--method {methods} uses no heuristic: {option} would have no effect");
            }
        }
    }
    let is_weighted = |method: &String| {
        let mut all = Algorithm::all(&contest.weights).into_iter();
        all.any(|algorithm| algorithm.weight().is_some() && algorithm.name() == method)
    };
    if !arguments.weight.is_empty() {
        match &contest.algorithms {
            Choice::Usual => {
                bail!("--weight needs a weighted --method, like weighted-a-star")
            }
            Choice::These(methods) if !methods.iter().any(is_weighted) => {
                let methods = methods.join(",");
                bail!("--method {methods} uses no weight: --weight would have no effect")
            }
            _ => {}
        }
    }
    if arguments.per_board && !matches!(arguments.to, Report::Text) {
        bail!("--to csv and --to json report each board: --per-board would have no effect");
    }
    match &contest.heuristic_names {
        Choice::These(heuristic_names)
            if arguments.partition.is_some()
                && !heuristic_names.contains(&HeuristicName::Pattern) =>
        {
            bail!("--partition needs --heuristic pattern, which is not compared")
        }
        _ => Ok(()),
    }
}

fn choice(names: &[String]) -> Choice<String> {
    if names.is_empty() {
        Choice::Usual
    } else if names.iter().any(|name| name == ALL) {
        Choice::All
    } else {
        Choice::These(names.to_vec())
    }
}

/// The end of a run, as `solve` names it: an answer, proven or not, or the limit that was reached.
const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Solved => "solved",
        Stop::Found => "found",
        Stop::Exhausted => "exhausted",
        Stop::Moves => "move limit",
        Stop::Nodes => "node limit",
        Stop::Time => "time limit",
        Stop::Memory => "memory limit",
        Stop::Cancelled => "interrupted",
    }
}

/// Boards per second, if there were any.
fn rate(boards: u64, time: Duration) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "only shown, to a few digits")]
    let boards = boards as f64;
    let seconds = time.as_secs_f64();
    (boards > 0.0 && seconds > 0.0).then(|| boards / seconds)
}
