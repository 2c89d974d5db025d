//! `fewest check`.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use fewest::catalogue::{Request, Ruling};
use fewest::codec::Policy;

use crate::arguments::Check;
use crate::bar::Bar;
use crate::job::Job;
use crate::number::counted;
use crate::testlib::{self, Report};
use crate::{End, input, puzzle, store};

/// Checks an output against the boards of an input.
pub fn run(arguments: &Check) -> anyhow::Result<End> {
    if !arguments.testlib {
        return tell(&rule(arguments)?);
    }
    let report = arguments.report.as_deref().map(|path| Report {
        path,
        is_xml: arguments.appes,
    });
    testlib::or_fail(
        rule(arguments).and_then(|ruling| testlib::end(&ruling, report)),
        report,
    )
}

fn rule(arguments: &Check) -> anyhow::Result<Ruling> {
    let standard_input = Path::new("-");
    if arguments.input == standard_input && arguments.output == standard_input {
        bail!("INPUT and OUTPUT can't both be standard input");
    }
    let job = Job::start(arguments.threads)?;
    let puzzle = puzzle::find(&arguments.puzzle)?;
    let request = Request {
        from: arguments.from.clone(),
        goal: input::goal(arguments.goal.as_deref())?,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.request(arguments.memory)
    };
    let policy = arguments.policy.as_deref();
    let policy = policy.and_then(|name| {
        let mut all = Policy::ALL.into_iter();
        all.find(|policy| policy.name() == name)
    });
    let (boards_name, mut boards) = input::open(&arguments.input)?;
    let (name, mut output) = input::open(&arguments.output)?;
    let bar = Bar::watch(&job.progress);
    let (boards, output) = (
        (boards_name.as_str(), &mut boards as _),
        (name.as_str(), &mut output as _),
    );
    let ruling = puzzle.check(&request, policy, boards, output);
    if !arguments.testlib {
        bar.tell_notes(&request.notes);
    }
    Ok(ruling?)
}

/// Puts a ruling on standard output.
fn tell(ruling: &Ruling) -> anyhow::Result<End> {
    crate::print(&verdict(ruling))?;
    Ok(match ruling {
        Ruling::Right(_) => End::Done,
        Ruling::Wrong(_) => End::Refuted,
    })
}

/// A ruling in words.
pub fn verdict(ruling: &Ruling) -> String {
    match ruling {
        Ruling::Right(boards) => format!("right: {}", counted(*boards, "board")),
        Ruling::Wrong(objection) => format!("wrong: {objection}"),
    }
}
