//! `fewest check`.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use fewest::catalogue::{Request, Ruling};
use fewest::format::Policy;
use fewest::format::answers::Flaw;

use crate::arguments::Check;
use crate::bar::Bar;
use crate::job::Job;
use crate::number::counted;
use crate::{End, input, puzzle, store};

/// Checks an output against the boards of an input.
pub fn run(arguments: &Check) -> anyhow::Result<End> {
    match rule(arguments) {
        Ok(ruling) => Ok(tell(&ruling, arguments.testlib)?),
        // No verdict, for whatever reason.
        Err(error) if arguments.testlib && crate::stopped(&error).is_none() => {
            eprintln!("FAIL {}", crate::message(&error));
            Ok(End::Testlib(3))
        }
        Err(error) => Err(error),
    }
}

fn rule(arguments: &Check) -> anyhow::Result<Ruling> {
    let standard_input = Path::new("-");
    if arguments.input == standard_input && arguments.output == standard_input {
        bail!("INPUT and OUTPUT can't both be standard input");
    }
    let job = Job::start(arguments.threads)?;
    let puzzle = puzzle::find(&arguments.puzzle)?;
    let request = Request {
        from: Some(arguments.format.clone()),
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
    let _bar = Bar::watch(&job.progress);
    let (boards, output) = (
        (boards_name.as_str(), &mut boards as _),
        (name.as_str(), &mut output as _),
    );
    Ok(puzzle.check(&request, policy, boards, output)?)
}

/// Tells a ruling on standard output, or as testlib does.
fn tell(ruling: &Ruling, is_testlib: bool) -> std::io::Result<End> {
    let (verdict, code) = match ruling {
        Ruling::Right(boards) => (format!("right: {}", counted(*boards, "board")), 0),
        Ruling::Wrong(objection) => {
            let code = match objection.flaw {
                Flaw::Wrong => 1,
                Flaw::Presentation => 2,
                Flaw::Surplus => 4,
            };
            (format!("wrong: {objection}"), code)
        }
    };
    if is_testlib {
        eprintln!("{verdict}");
        return Ok(End::Testlib(code));
    }
    crate::print(&verdict)?;
    Ok(if code == 0 { End::Done } else { End::Refuted })
}
