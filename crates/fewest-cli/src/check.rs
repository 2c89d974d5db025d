//! `fewest check`.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use fewest::{Options, Puzzle};
use fewest_text::formats::Policy;
use fewest_text::{Input, Judgement, TextOptions};

use crate::arguments::Check;
use crate::bar::Bar;
use crate::job::Job;
use crate::testlib::{self, Report, verdict};
use crate::{End, input, plan, puzzle, store};

pub fn run(arguments: &Check) -> anyhow::Result<End> {
    if arguments.dry_run {
        return plan(arguments);
    }
    if !arguments.testlib {
        return report(&judge(arguments)?);
    }
    let report = arguments.report.as_deref().map(|path| Report {
        path,
        is_xml: arguments.appes,
    });
    testlib::or_fail(
        judge(arguments).and_then(|judgement| testlib::end(&judgement, report)),
        report,
    )
}

fn judge(arguments: &Check) -> anyhow::Result<Judgement> {
    let standard_input = Path::new("-");
    if arguments.input == standard_input && arguments.output == standard_input {
        bail!("INPUT and OUTPUT can't both be standard input");
    }
    let job = Job::start(arguments.threads)?;
    let (puzzle, options, text) = question(arguments, &job)?;
    let policy = policy(arguments);
    let (boards_name, mut boards) = open(arguments, &puzzle)?;
    let (name, mut output) = input::open(&arguments.output)?;
    let bar = Bar::watch(&job.progress);
    let (boards, output) = (
        (boards_name.as_str(), &mut boards as _),
        (name.as_str(), &mut output as _),
    );
    let judgement = fewest_text::check(&puzzle, &options, &text, policy, boards, output);
    if !arguments.testlib {
        bar.report_notes(&text.notes);
    }
    Ok(judgement?)
}

fn policy(arguments: &Check) -> Option<Policy> {
    let mut all = Policy::ALL.into_iter();
    let name = arguments.policy.as_deref()?;
    all.find(|policy| policy.name() == name)
}

fn question(arguments: &Check, job: &Job) -> anyhow::Result<(Puzzle, Options, TextOptions)> {
    let mut puzzle = puzzle::find(&arguments.puzzle)?;
    let options = Options {
        goal: input::goal(&mut puzzle, arguments.goal.as_deref())?,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.options(arguments.memory)
    };
    let text = TextOptions {
        from: arguments.from.clone(),
        uses_goal: arguments.goal.is_some(),
        reads_ahead: [&arguments.input, &arguments.output]
            .into_iter()
            .all(|file| input::never_waits(file)),
        ..TextOptions::default()
    };
    Ok((puzzle, options, text))
}

fn open(arguments: &Check, puzzle: &Puzzle) -> anyhow::Result<Input> {
    input::boards(puzzle, &arguments.input, arguments.from.as_deref())
}

/// Prints how the boards would be solved.
fn plan(arguments: &Check) -> anyhow::Result<End> {
    let job = Job::start(arguments.threads)?;
    let (puzzle, mut options, text) = question(arguments, &job)?;
    if policy(arguments) == Some(Policy::Valid) {
        // Only whether a board can be solved is of interest.
        options.limits.max_moves = Some(0);
    }
    plan::solve(&puzzle, &options, &text, &mut [open(arguments, &puzzle)?])
}

fn report(judgement: &Judgement) -> anyhow::Result<End> {
    crate::print(&verdict(judgement))?;
    Ok(match judgement {
        Judgement::Right(_) => End::Done,
        Judgement::Wrong(_) => End::Refuted,
    })
}
