//! `fewest generate`.

use std::io::BufWriter;
use std::sync::Arc;

use fewest::{Draw, Options};
use fewest_text::{TextError, TextOptions};

use crate::arguments::Generate;
use crate::bar::Bar;
use crate::job::Job;
use crate::watched::Watched;
use crate::{End, input, plan, puzzle, store};

pub fn run(arguments: &Generate) -> anyhow::Result<End> {
    let job = Job::start(arguments.threads)?;
    let mut puzzle = puzzle::find(&arguments.puzzle)?;
    let options = Options {
        goal: input::goal(&mut puzzle, arguments.goal.as_deref())?,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.options_within(arguments.memory, arguments.max_time)
    };
    let text = TextOptions {
        to: arguments.to.clone(),
        ..TextOptions::default()
    };
    if arguments.dry_run {
        return plan::generate(&puzzle, arguments.pool(), &options, &text);
    }
    let draw = Draw {
        pool: arguments.pool(),
        count: arguments.count,
        seed: arguments.seed,
        distinct: arguments.distinct,
    };
    let bar = Bar::watch(&job.progress);
    let mut output = Watched::new(BufWriter::new(bar.output()));
    let result = fewest_text::generate(&puzzle, &draw, &options, &text, &mut output);
    bar.report_notes(&text.notes);
    match result {
        Ok(()) => Ok(End::Done),
        Err(TextError::Cancelled) => {
            bar.note(output.interrupted("boards"));
            Ok(End::Interrupted)
        }
        Err(TextError::Time) => {
            bar.note("stopped by --max-time; the boards so far are complete");
            Ok(End::Limited)
        }
        Err(error) => Err(error.into()),
    }
}
