//! `fewest survey`.

mod chart;
#[cfg(feature = "cluster")]
mod cluster;
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
use levels::ByLevels;
pub use levels::{in_words, so_far};

/// More of an argument is not shown.
const LONGEST: usize = 120;

/// A survey, its boards and moves as text.
struct Surveyed {
    name: String,
    title: String,
    /// The solved board; none where there are many.
    goal: Option<String>,
    sets: Sets,
    figures: Figures,
    hardest: Vec<ShownBoard>,
}

/// The sets that were asked about, as the user wrote them.
#[derive(Clone, Default)]
struct Sets {
    start: Option<String>,
    target: Option<String>,
}

impl Sets {
    const fn are_none(&self) -> bool {
        self.start.is_none() && self.target.is_none()
    }

    /// A line for each.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        for (name, set) in [("start", &self.start), ("target", &self.target)] {
            if let Some(set) = set {
                writeln!(out, "{name} {set}")?;
            }
        }
        Ok(())
    }
}

/// What is shown of an argument.
fn shown(word: &str) -> String {
    let shown = word.chars().filter(|c| !c.is_control());
    shown.take(LONGEST).collect()
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
    fn of(puzzle: &Puzzle, sets: Sets, survey: Found<Board>) -> Self {
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
            goal: (survey.goal.filter(|_| sets.target.is_none())).map(|goal| puzzle.text(&goal)),
            sets,
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
    let mut puzzle = puzzle::find(name)?;
    let (start, target) = (arguments.start.as_deref(), arguments.target.as_deref());
    let sets = Sets {
        start: start.map(shown),
        target: target.map(shown),
    };
    let start = start.map(|word| input::set(&puzzle, "--start", word));
    let start = start.transpose()?.map(Arc::new);
    if let Some(word) = target {
        puzzle = puzzle.to_set(&input::set(&puzzle, "--target", word)?)?;
    }
    let goal = input::goal(&puzzle, arguments.goal.as_deref())?;
    // A file that can't be written is reported before the work, not after.
    let draft = arguments.plot.as_deref().map(Draft::chart).transpose()?;
    let job = Job::start(arguments.threads)?;
    let options = Options {
        goal,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.options(arguments.memory)
    };
    let by_levels = ByLevels {
        puzzle: &puzzle,
        arguments,
        options: &options,
        start: start.clone(),
        sets: sets.clone(),
    };
    if arguments.is_by_levels() {
        return by_levels.run();
    }
    let listing = Listing {
        most: arguments.hardest.unwrap_or(0).into(),
        every: arguments.symmetric,
    };
    let bar = Bar::watch(&job.progress);
    let found = match &start {
        Some(start) => puzzle.survey_from(start, listing, &options),
        None => puzzle.survey(listing, &options),
    };
    drop(bar);
    let surveyed = match found {
        Err(Unfinished::Failed(PuzzleError::Solver(SolverError::NoTable(
            table @ BuildError::Memory { .. },
        )))) if draft.is_none() => {
            return by_levels.instead_of(&table);
        }
        found => Surveyed::of(&puzzle, sets, found?),
    };
    if let Some(draft) = draft {
        draft.keep(&plot::svg(&surveyed)?)?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    match arguments.to {
        Report::Text => text::write(&surveyed, arguments.symmetric, &mut out)?,
        Report::Json => json::write(&surveyed, &mut out)?,
        Report::Csv if arguments.hardest.is_some() => csv::boards(&surveyed, &mut out)?,
        Report::Csv => csv::distances(&surveyed, &mut out)?,
    }
    out.flush()?;
    Ok(End::Done)
}
