//! `fewest survey`.

mod chart;
#[cfg(feature = "cluster")]
mod cluster;
mod csv;
mod json;
mod levels;
#[cfg(feature = "plots")]
mod plot;
mod progress;
mod text;

use std::io::{BufWriter, Write};
use std::sync::Arc;

use anyhow::bail;
use fewest::levels::Levels;
use fewest::survey::{Details, Listing, Peak, Survey as Found, SymmetryCount};
use fewest::{Board, Certificate, Options, Puzzle, SurveyPlan};

use crate::arguments::{Report, Survey};
use crate::bar::Bar;
#[cfg(feature = "plots")]
use crate::draft::Draft;
use crate::job::Job;
use crate::{End, certificate, input, plain, print, puzzle, store};
use levels::ByLevels;
pub use levels::{advice, in_words};
pub use progress::resumable;

/// The longest part of an argument that is shown, in characters.
const LONGEST: usize = 120;

/// The result of a survey, with boards and moves as text. Fields not computed are absent.
struct Surveyed {
    name: String,
    title: String,
    /// The solved board; `None` if there are several.
    goal: Option<String>,
    sets: Sets,
    /// The boards that can be solved, if the solved board does not lead to all of them.
    solvable: Option<u64>,
    /// The boards that can't be solved.
    unsolvable: Option<u64>,
    /// True if all boards that can be solved were counted.
    is_complete: bool,
    /// The boards at each distance 0, 1, 2, ...
    counts: Vec<u64>,
    /// Their mean and median distance, in moves.
    mean: f64,
    median: usize,
    /// The number of boards with several nearest goals.
    tying: Option<Vec<u64>>,
    symmetries: Option<SymmetryCount>,
    /// The boards at the greatest distance.
    peak: Option<Peak>,
    hardest: Vec<ShownBoard>,
}

#[derive(Clone, Default)]
struct Sets {
    start: Option<String>,
    target: Option<String>,
}

impl Sets {
    const fn are_none(&self) -> bool {
        self.start.is_none() && self.target.is_none()
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        for (name, set) in [("start", &self.start), ("target", &self.target)] {
            if let Some(set) = set {
                writeln!(out, "{name} {set}")?;
            }
        }
        Ok(())
    }
}

/// The part of an argument to show.
fn shown(word: &str) -> String {
    let shown = word.chars().filter(|c| !c.is_control());
    shown.take(LONGEST).collect()
}

struct ShownBoard {
    board: String,
    drawing: String,
    distance: usize,
    /// The number of boards symmetric to it, including itself.
    class: u64,
    answers: Option<ShownAnswers>,
}

struct ShownAnswers {
    moves: String,
    count: u128,
}

impl Surveyed {
    /// The result for boards that were looked up in a table.
    fn of(puzzle: &Puzzle, sets: Sets, survey: Found<Board>) -> Self {
        let figures = survey.figures;
        let hardest = survey.hardest.into_iter().map(|hard| ShownBoard {
            board: puzzle.text(&hard.board),
            drawing: puzzle.drawing(&hard.board),
            distance: hard.distance.into(),
            class: hard.class,
            answers: Some(ShownAnswers {
                moves: puzzle.moves_text(&hard.board, &hard.answer),
                count: hard.answers,
            }),
        });
        Self {
            goal: (survey.goal.filter(|_| sets.target.is_none())).map(|goal| puzzle.text(&goal)),
            solvable: figures.solvable.filter(|&all| all != figures.boards),
            unsolvable: figures.unsolvable,
            is_complete: true,
            tying: sets.are_none().then_some(figures.several_goals),
            symmetries: Some(figures.symmetries),
            peak: Some(figures.peak),
            hardest: hardest.collect(),
            mean: figures.mean,
            median: figures.median.into(),
            counts: figures.counts,
            ..Self::empty(puzzle, sets)
        }
    }

    /// The result for boards that were counted level by level.
    fn by_levels(puzzle: &Puzzle, options: &Options, sets: Sets, levels: Levels<Board>) -> Self {
        let goals = &puzzle.model().structure.goals;
        let is_only_one = options.goal.is_some()
            || matches!(&goals[..], [goal] if goal.iter().all(Option::is_some));
        let goal = is_only_one
            .then(|| puzzle.solved_board(options).ok())
            .flatten();
        let hardest = levels.hardest.iter().map(|far| ShownBoard {
            board: puzzle.text(&far.board),
            drawing: puzzle.drawing(&far.board),
            distance: far.distance,
            class: far.class,
            answers: None,
        });
        Self {
            goal: (goal.filter(|_| sets.target.is_none())).map(|goal| puzzle.text(&goal)),
            solvable: levels
                .solvable
                .filter(|&all| all != levels.counts.iter().sum::<u64>()),
            unsolvable: levels.others.filter(|_| levels.is_complete),
            is_complete: levels.is_complete,
            hardest: hardest.collect(),
            mean: levels.mean(),
            median: levels.median(),
            counts: levels.counts,
            ..Self::empty(puzzle, sets)
        }
    }

    fn empty(puzzle: &Puzzle, sets: Sets) -> Self {
        Self {
            name: puzzle.name().to_owned(),
            title: puzzle.title().to_owned(),
            goal: None,
            sets,
            solvable: None,
            unsolvable: None,
            is_complete: false,
            counts: Vec::new(),
            mean: 0.0,
            median: 0,
            tying: None,
            symmetries: None,
            peak: None,
            hardest: Vec::new(),
        }
    }

    fn boards(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The greatest distance of the counted boards, in moves.
    fn farthest(&self) -> usize {
        self.counts.len().saturating_sub(1)
    }

    fn write(&self, arguments: &Survey) -> anyhow::Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        match arguments.to {
            Report::Text => text::write(self, arguments.symmetric, &mut out)?,
            Report::Json => json::write(self, &mut out)?,
            Report::Csv if arguments.hardest.is_some() => csv::boards(self, &mut out)?,
            Report::Csv => csv::distances(self, &mut out)?,
        }
        Ok(out.flush()?)
    }
}

pub fn run(arguments: &Survey) -> anyhow::Result<End> {
    let Some(name) = &arguments.puzzle else {
        return progress::status(arguments);
    };
    let mut puzzle = puzzle::find(name)?;
    let (start, target) = (arguments.start.as_deref(), arguments.target.as_deref());
    let sets = Sets {
        start: start.map(shown),
        target: target.map(shown),
    };
    let start = start
        .map(|word| input::set(&puzzle, "--start", word))
        .transpose()?
        .map(Arc::new);
    if let Some(word) = target {
        puzzle = puzzle.to_set(&input::set(&puzzle, "--target", word)?)?;
    }
    let goal = input::goal(&mut puzzle, arguments.goal.as_deref())?;
    let certificate = arguments.certificate.as_deref();
    let name = certificate.map(Certificate::name).transpose()?;
    // Report an unwritable file before the work, not after.
    #[cfg(feature = "plots")]
    let draft = arguments.plot.as_deref().map(Draft::chart).transpose()?;
    let job = Job::start(arguments.threads)?;
    let options = Options {
        goal,
        store: store::open(&arguments.dir).map(Arc::new),
        ..job.options_within(arguments.memory, arguments.max_time)
    };
    // Nor after the work that a proof is impossible.
    if certificate.is_some() {
        puzzle.check_survey_certificate(&options)?;
    }
    let by_levels = ByLevels {
        puzzle: &puzzle,
        arguments,
        options: &options,
        start: start.clone(),
        sets: sets.clone(),
    };
    if arguments.verify {
        return by_levels.prove();
    }
    if arguments.is_shared() {
        return by_levels.run();
    }
    if arguments.answers && matches!(arguments.to, Report::Csv) {
        bail!("--answers: CSV has no place for them; use --to text or --to json");
    }
    let needs_table = arguments.plot.is_some() || certificate.is_some() || arguments.answers;
    let plan = puzzle
        .survey_plan(&by_levels.levels(), needs_table, &options)
        .map_err(|error| levels::refused(error, &options))?;
    let words = levels::planned(&puzzle, &plan, &options);
    if arguments.dry_run {
        print(&words)?;
        return Ok(End::Done);
    }
    if let SurveyPlan::ByLevels(_) | SurveyPlan::Outwards = plan {
        plain::note(words);
        return by_levels.run();
    }
    let listing = Listing {
        limit: arguments.hardest.unwrap_or(0).into(),
        every: arguments.symmetric,
    };
    let details = Details {
        hardest: listing,
        answers: arguments.answers || arguments.hardest.is_some(),
    };
    let bar = Bar::watch(&job.progress);
    let found = match &start {
        Some(start) => puzzle.survey_from(start, details, &options),
        None => puzzle.survey(details, &options),
    };
    drop(bar);
    let surveyed = Surveyed::of(&puzzle, sets, found?);
    #[cfg(feature = "plots")]
    if let Some(draft) = draft {
        draft.keep(&plot::svg(&surveyed)?)?;
    }
    surveyed.write(arguments)?;
    if let Some((path, name)) = certificate.zip(name) {
        let found = puzzle.survey_certificate(&surveyed.counts, name, &options)?;
        certificate::write(path, &found)?;
    }
    Ok(End::Done)
}
