//! `fewest survey`.

mod chart;
mod csv;
mod json;
mod levels;
mod plot;
mod text;

use std::io::{BufWriter, Write};
use std::sync::Arc;

use fewest::solver::SolverError;
use fewest::survey::{Figures, Listing, Survey as Found};
use fewest::table::build::BuildError;
use fewest::{Board, Options, Puzzle, PuzzleError, Unfinished};

use crate::arguments::{Report, Survey};
use crate::bar::Bar;
use crate::draft::Draft;
use crate::job::Job;
use crate::{End, input, puzzle, store};

/// A survey, its boards and moves as text.
struct Surveyed {
    name: String,
    title: String,
    /// The solved board; none where there are many.
    goal: Option<String>,
    figures: Figures,
    hardest: Vec<ShownBoard>,
}

/// One of the hardest boards as text.
struct ShownBoard {
    board: String,
    drawing: String,
    distance: u8,
    class: u64,
    answer: String,
    answers: u128,
}

impl Surveyed {
    fn of(puzzle: &Puzzle, survey: Found<Board>) -> Self {
        let hardest = survey.hardest.into_iter().map(|hard| ShownBoard {
            board: puzzle.text(&hard.board),
            drawing: puzzle.drawing(&hard.board),
            distance: hard.distance,
            class: hard.class,
            answer: puzzle.moves_text(&hard.board, &hard.answer),
            answers: hard.answers,
        });
        Self {
            name: puzzle.name().to_owned(),
            title: puzzle.title().to_owned(),
            goal: survey.goal.map(|goal| puzzle.text(&goal)),
            figures: survey.figures,
            hardest: hardest.collect(),
        }
    }
}

/// Surveys a puzzle and writes what was found.
pub fn run(arguments: &Survey) -> anyhow::Result<End> {
    let Some(name) = &arguments.puzzle else {
        return levels::status(arguments);
    };
    let puzzle = puzzle::find(name)?;
    let goal = input::goal(&puzzle, arguments.goal.as_deref())?;
    // A file that can't be written is reported before the work, not after.
    let draft = arguments.plot.as_deref().map(Draft::chart).transpose()?;
    let job = Job::start(arguments.threads)?;
    let options = Options {
        goal,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.options(arguments.memory)
    };
    if arguments.is_by_levels() {
        return levels::run(&puzzle, arguments, &options);
    }
    let listing = Listing {
        most: arguments.hardest.unwrap_or(0).into(),
        every: arguments.all,
    };
    let bar = Bar::watch(&job.progress);
    let found = puzzle.survey(listing, &options);
    drop(bar);
    let surveyed = match found {
        Err(Unfinished::Failed(PuzzleError::Solver(SolverError::NoTable(
            table @ BuildError::Memory { .. },
        )))) if draft.is_none() => {
            return levels::instead_of(&table, &puzzle, arguments, &options);
        }
        found => Surveyed::of(&puzzle, found?),
    };
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
