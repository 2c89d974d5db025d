//! `fewest compare`.

mod csv;
mod json;
mod plot;
mod step;
mod table;
mod text;

use std::io::{BufWriter, Cursor, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use fewest::catalogue::{
    Choice, Comparison, Contest, Draw, Face, Input, MOST_BOARDS, Request, RequestError, Tie, Wanted,
};
use fewest::search::{Algorithm, Limits, Stop, Weight};
use fewest::solver::Guide;

use crate::arguments::{ALL, Compare, Report};
use crate::bar::Bar;
use crate::draft::Draft;
use crate::job::Job;
use crate::number::{counted, grouped};
use crate::{End, input, store};

/// Compares methods, or shows one step by step.
pub fn run(arguments: &Compare) -> anyhow::Result<End> {
    let contest = contest(arguments);
    check(arguments, &contest)?;
    let puzzle = crate::puzzle::find(&arguments.puzzle)?;
    let goal = input::goal(arguments.goal.as_deref())?;
    // A file that can't be written is told before the work, not after.
    let draft = arguments.plot.as_deref().map(Draft::new).transpose()?;
    let job = Job::start(arguments.threads)?;
    let base = job.request(arguments.memory);
    let request = Request {
        from: arguments.from.clone(),
        goal,
        tie: arguments.tie.clone().map(Tie::Order),
        partition: arguments.partition.clone(),
        store: store::open(&arguments.dir).map(Arc::new),
        limits: Limits {
            moves: arguments.max_moves,
            nodes: arguments.max_nodes,
            time: arguments.max_time,
            ..base.limits
        },
        ..base
    };
    let (request, mut inputs) = boards(arguments, &*puzzle, request)?;
    if let Some(show) = arguments.step {
        return step::run(&*puzzle, &request, &contest, &mut inputs, show);
    }
    let bar = Bar::watch(&job.progress);
    let comparison = puzzle.compare(&request, &contest, &mut inputs);
    bar.tell_notes(&request.notes);
    let comparison = comparison?;
    if comparison.asked == 0 {
        bar.tell("fewest: no boards to compare on");
    }
    if !comparison.is_complete() {
        let done = comparison.complete().count() as u64;
        let boards = counted(comparison.asked, "board");
        bar.tell(format!(
            "fewest: interrupted; {} of {boards} done",
            grouped(done)
        ));
    }
    drop(bar);
    if let Some(draft) = draft {
        draft.keep(&plot::svg(&comparison)?)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.to {
        Report::Text => text::write(&comparison, &request.limits, arguments.per_board, &mut out)?,
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

/// The boards to run on, and the request that reads them.
fn boards(
    arguments: &Compare,
    puzzle: &dyn Face,
    request: Request,
) -> anyhow::Result<(Request, Vec<Input>)> {
    if let Some(count) = arguments.random {
        if count > MOST_BOARDS as u64 {
            return Err(RequestError::ManyBoards(MOST_BOARDS).into());
        }
        let draw = Draw {
            wanted: (arguments.distance).map_or(Wanted::Solvable, |(a, b)| Wanted::Moves(a, b)),
            count,
            seed: arguments.seed,
            distinct: false,
        };
        let request = Request {
            from: Some(DRAWN.to_owned()),
            to: Some(DRAWN.to_owned()),
            ..request
        };
        let mut text = Vec::new();
        puzzle.generate(&request, &draw, &mut text)?;
        let drawn = (
            "the boards drawn".to_owned(),
            Box::new(Cursor::new(text)) as _,
        );
        return Ok((request, vec![drawn]));
    }
    let standard_input = [PathBuf::from("-")];
    let files = if arguments.files.is_empty() {
        &standard_input[..]
    } else {
        &arguments.files
    };
    let inputs = files.iter().map(|file| input::open(file));
    Ok((request, inputs.collect::<anyhow::Result<_>>()?))
}

/// The format that boards are drawn in: every puzzle has it.
const DRAWN: &str = "plain";

/// Who is compared.
fn contest(arguments: &Compare) -> Contest {
    let heuristics = choice(&arguments.heuristic);
    Contest {
        algorithms: choice(&arguments.method),
        guides: match heuristics {
            Choice::Usual => Choice::Usual,
            Choice::All => Choice::All,
            Choice::These(names) => Choice::These(
                (names.iter())
                    .filter_map(|name| Guide::ALL.into_iter().find(|guide| guide.name() == name))
                    .collect(),
            ),
        },
        weights: match &arguments.weight[..] {
            [] => Weight::new(3, 2).into_iter().collect(),
            weights => weights.to_vec(),
        },
    }
}

/// Refuses options that can have no effect.
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
    let is_weighted = |algorithm: &Algorithm| algorithm.weight().is_some();
    if let Choice::These(methods) = &contest.algorithms
        && !arguments.weight.is_empty()
        && !Algorithm::all(&contest.weights)
            .into_iter()
            .filter(is_weighted)
            .any(|algorithm| methods.iter().any(|method| method == algorithm.name()))
    {
        let methods = methods.join(",");
        bail!(
            "--method {methods} counts no heuristic more than once: --weight would have no effect"
        );
    }
    match &contest.guides {
        Choice::These(guides)
            if arguments.partition.is_some() && !guides.contains(&Guide::Pattern) =>
        {
            bail!("--partition is for --heuristic pattern, which is not compared")
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

/// How a run ended: with an answer that is proven shortest or not, or with the limit that stopped it.
const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Solved => "solved",
        Stop::Found => "found",
        Stop::Exhausted => "exhausted",
        Stop::Moves => "moves",
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Cancelled => "cancelled",
    }
}

/// Boards a second, if there were any.
fn rate(boards: u64, time: Duration) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "only shown, to a few digits")]
    let boards = boards as f64;
    let seconds = time.as_secs_f64();
    (boards > 0.0 && seconds > 0.0).then(|| boards / seconds)
}
