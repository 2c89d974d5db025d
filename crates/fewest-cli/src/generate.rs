//! `fewest generate`.

use std::io::BufWriter;
use std::time::Instant;

use fewest::catalogue::{Draw, Request};
use fewest::progress::Unfinished;

use crate::arguments::Generate;
use crate::bar::Bar;
use crate::job::Job;
use crate::watched::Watched;
use crate::{End, input, puzzle};

/// Draws boards and writes them.
pub fn run(arguments: &Generate) -> anyhow::Result<End> {
    let begun = Instant::now();
    let job = Job::start(arguments.threads)?;
    let puzzle = puzzle::find(&arguments.puzzle)?;
    let request = Request {
        to: arguments.to.clone(),
        goal: input::goal(arguments.goal.as_deref())?,
        deadline: arguments.max_time.and_then(|time| begun.checked_add(time)),
        ..job.request(arguments.memory)
    };
    let draw = Draw {
        wanted: arguments.wanted(),
        count: arguments.count,
        seed: arguments.seed,
        distinct: arguments.distinct,
    };
    let bar = Bar::watch(&job.progress);
    let mut output = Watched::new(BufWriter::new(bar.output()));
    let result = puzzle.generate(&request, &draw, &mut output);
    bar.tell_notes(&request.notes);
    match result {
        Ok(()) => Ok(End::Done),
        Err(Unfinished::Cancelled) => {
            bar.tell(output.interrupted("boards"));
            Ok(End::Interrupted)
        }
        Err(Unfinished::Time) => {
            bar.tell("fewest: stopped by --max-time; the boards so far are complete");
            Ok(End::Limited)
        }
        Err(error) => Err(error.into()),
    }
}
