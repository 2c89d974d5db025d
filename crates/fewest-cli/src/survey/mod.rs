//! `fewest survey`.

mod chart;
mod csv;
mod json;
mod plot;
mod text;

use std::io::{BufWriter, Write};
use std::sync::Arc;

use fewest::catalogue::Request;
use fewest::survey::Listing;

use crate::arguments::{Report, Survey};
use crate::bar::Bar;
use crate::draft::Draft;
use crate::job::Job;
use crate::{End, input, puzzle, store};

/// Surveys a puzzle and writes what was found.
pub fn run(arguments: &Survey) -> anyhow::Result<End> {
    let puzzle = puzzle::find(&arguments.puzzle)?;
    let goal = input::goal(arguments.goal.as_deref())?;
    // A file that can't be written is told before the work, not after.
    let draft = arguments.plot.as_deref().map(Draft::new).transpose()?;
    let job = Job::start(arguments.threads)?;
    let request = Request {
        goal,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.request(arguments.memory)
    };
    let listing = Listing {
        most: arguments.hardest.unwrap_or(0).into(),
        every: arguments.all,
    };
    let bar = Bar::watch(&job.progress);
    let surveyed = puzzle.survey(&request, listing)?;
    drop(bar);
    if let Some(draft) = draft {
        draft.keep(&plot::svg(&surveyed)?)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.to {
        Report::Text => text::write(&surveyed, arguments.all, &mut out)?,
        Report::Json => json::write(&surveyed, &mut out)?,
        Report::Csv if arguments.hardest.is_some() => csv::boards(&surveyed, &mut out)?,
        Report::Csv => csv::distances(&surveyed, &mut out)?,
    }
    out.flush()?;
    Ok(End::Done)
}
