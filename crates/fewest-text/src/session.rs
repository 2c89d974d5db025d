//! Sessions that answer inputs: they determine each input's format and assemble its pipeline.

use std::io::{Read, Write};
use std::sync::Arc;

use fewest::answers::{AllAnswers, Finder};
use fewest::model::{Model, Order};
use fewest::search::Algorithm;
use fewest::solver::{Batches, Goal, HeuristicName, Hooks, Keeper, Options, Tie};
use fewest::support::place::InputError;
use fewest::{Bounds, Puzzle, PuzzleError};
use serde_json::{Map, Value, json};

use super::checkpoint::CheckpointFile;
use super::hint::reader;
use super::pipeline::{Answering, Pipeline, Reading, Summary};
use super::recognise::{has_assumed_goal, recognise};
use super::{TextError, TextOptions, check_goal, formats, goal_for, traffic};
use crate::formats::{Csv, Format, Json, Policy, Source, Text, Ties, Writer};

#[derive(Clone, Copy)]
enum To {
    Input,
    Json,
    Csv,
    Text,
    Format(&'static Format),
}

/// The solver and the bounds for boards of an input format.
struct SessionSolver {
    format: &'static Format,
    options: Options,
    solver: Box<dyn Batches>,
    bounds: Bounds,
}

/// A session that answers inputs one after another, and reuses its tables from one to the next.
///
/// ```
/// use fewest_text::{Session, TextOptions};
/// use fewest::{Options, Puzzle};
///
/// let rotation = Puzzle::open("rotation")?;
/// let mut session = Session::new(&rotation, Options::default(), TextOptions::default())?;
/// let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n";
/// let mut answers = Vec::new();
/// session.run("a string", &mut board.as_bytes(), &mut answers)?;
/// assert_eq!(answers, b"AC\n2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Session {
    puzzle: Puzzle,
    model: Arc<Model>,
    options: Options,
    text: TextOptions,
    from: Option<&'static Format>,
    to: To,
    solver: Option<SessionSolver>,
    checkpoint: Option<Arc<CheckpointFile>>,
    left_open: Vec<u8>,
    last: Option<AllAnswers>,
    /// True once the header before all answers was written.
    has_begun: bool,
    /// True if each board of an input has a puzzle of its own.
    has_own_boards: bool,
    /// The number of boards before the puzzle's first, if each board has a puzzle of its own.
    before: u64,
    /// The number of boards of an input explained so far.
    explained: u32,
}

impl Session {
    /// Begins to answer boards of a puzzle.
    ///
    /// # Errors
    /// If the options can't be satisfied.
    pub fn new(puzzle: &Puzzle, options: Options, text: TextOptions) -> Result<Self, TextError> {
        let from = text.format(puzzle)?;
        let to = match text.to.as_deref() {
            // Judges expect one answer.
            None if text.all.is_some() => To::Text,
            None => To::Input,
            Some("json") => To::Json,
            Some("csv") => To::Csv,
            Some("text") => To::Text,
            Some(name) => To::Format(super::format_or(puzzle, name, ", json, csv, text")?),
        };
        let checkpoint = text.checkpoint.as_deref().map(CheckpointFile::open);
        let mut session = Self {
            model: puzzle.model_for(&options)?,
            has_own_boards: traffic::has_own_boards(puzzle),
            puzzle: puzzle.clone(),
            options,
            from,
            to,
            solver: None,
            checkpoint: checkpoint.transpose()?.map(Arc::new),
            left_open: Vec::new(),
            last: None,
            has_begun: false,
            before: 0,
            explained: 0,
            text,
        };
        // Impossible options are reported before any input is read.
        if let Some(format) = from.or_else(|| formats(puzzle).first().copied()) {
            session.solver_for(format)?;
        }
        Ok(session)
    }

    /// Answers every board of an input called `name`.
    ///
    /// # Errors
    /// If the input is invalid, the output can't be written, the options can't be satisfied, or the
    /// job was cancelled. The answers up to then have been written; [`left_open`](Self::left_open)
    /// reports the boards that an interruption leaves open.
    pub fn run(
        &mut self,
        name: &str,
        input: &mut (dyn Read + Send),
        output: &mut dyn Write,
    ) -> Result<Summary, TextError> {
        self.explained = 0;
        // Moves start from the puzzle's own board.
        if self.has_own_boards && self.text.from.is_none() {
            return self.run_jams(name, input, output, self.text.keep_going);
        }
        self.run_one(name, input, output)
    }

    /// Goes on with the boards of another puzzle, after this many boards.
    pub(super) fn turn_to(&mut self, puzzle: &Puzzle, boards: u64) -> Result<(), PuzzleError> {
        self.model = puzzle.model_for(&self.options)?;
        self.puzzle = puzzle.clone();
        self.solver = None;
        self.before = boards;
        Ok(())
    }

    /// Writes an error in place of an answer.
    pub(super) fn write_error(
        &mut self,
        name: &str,
        error: &InputError,
        output: &mut dyn Write,
    ) -> Result<(), TextError> {
        let mut text = Vec::new();
        if let Some(format) = formats(&self.puzzle).first() {
            self.writer(name, format, false)?.error(error, &mut text);
        }
        output.write_all(&text).map_err(TextError::Output)
    }

    /// Answers every board of an input of the session's puzzle.
    pub(super) fn run_one(
        &mut self,
        name: &str,
        input: &mut (dyn Read + Send),
        output: &mut dyn Write,
    ) -> Result<Summary, TextError> {
        let mut source = Source::new(name, input);
        // If goal and output are given, formats that are read in the same way count as one.
        let is_settled = self.options.goal.is_some() && !matches!(self.to, To::Input);
        let reading = (&self.puzzle, &self.options, &self.text);
        let from = match self.from {
            Some(format) => format,
            None => recognise(reading, name, &mut source, is_settled)?,
        };
        let is_assumed = self.from.is_none() && has_assumed_goal(&self.options, from);
        self.solver_for(from)?;
        let writer = self.writer(name, from, is_assumed)?;
        if let Some(checkpoint) = &self.checkpoint
            && let Some(note) = checkpoint.claim(self.job(from)?)?
        {
            self.text.notes.add(note);
        }
        if let (Some(header), false) = (writer.header(), self.has_begun) {
            output
                .write_all(header.as_bytes())
                .map_err(TextError::Output)?;
            self.has_begun = true;
        }
        self.left_open.clear();
        let output_format = self.output(from);
        let goal = self.puzzle.goal_or(&self.options, from.goal)?;
        let finder = self.text.all.map(|listing| Finder::new(listing, goal));
        // Always present after `solver_for()`.
        let Some(SessionSolver {
            options,
            solver,
            bounds,
            ..
        }) = &mut self.solver
        else {
            return Ok(Summary::default());
        };
        let mut pipeline = Pipeline {
            reading: Reading {
                reader: reader(from, self.text.from.is_some(), &self.model),
                keep_going: self.text.keep_going,
                before: self.before,
            },
            reads_ahead: self.text.reads_ahead,
            answering: Answering {
                model: &self.model,
                solver: &mut **solver,
                bounds,
                writer,
                finder,
                format_limit: output_format.and_then(|format| format.limit),
                options,
                progress: &self.options.progress,
                checkpoint: self.checkpoint.as_deref(),
                notes: &self.text.notes,
                explained: &mut self.explained,
                unreal: 0,
                left_open: &mut self.left_open,
                last: &mut self.last,
            },
        };
        pipeline.run(&mut source, output)
    }

    /// The answer to the last board; the number of all answers is known only if it was requested.
    #[must_use]
    pub const fn last(&self) -> Option<&AllAnswers> {
        self.last.as_ref()
    }

    /// Partial results of the boards that the last run's interruption left open, as lines of text
    /// in the output's format.
    #[must_use]
    pub fn left_open(&self) -> &[u8] {
        &self.left_open
    }

    /// The output's format, if it is a judge's.
    fn output(&self, from: &'static Format) -> Option<&'static Format> {
        match self.to {
            To::Input => Some(from),
            To::Format(format) => Some(format),
            To::Json | To::Csv | To::Text => None,
        }
        .filter(|format| format.write_answer.is_some())
    }

    fn solver_for(&mut self, from: &'static Format) -> Result<(), PuzzleError> {
        let mut known = self.solver.iter();
        if !known.any(|known| known.format == from) {
            check_goal(self.text.uses_goal, from)?;
            let goal = self.puzzle.goal_or(&self.options, from.goal)?;
            let options = Options {
                goal: goal.map(Goal::Board),
                ..self.options_for(from)
            };
            self.solver = Some(SessionSolver {
                format: from,
                bounds: if self.text.quick {
                    Bounds::quick(&self.puzzle, &options)
                } else {
                    Bounds::new(&self.puzzle, &options)
                },
                solver: self.puzzle.batches(&options)?,
                options,
            });
        }
        Ok(())
    }

    /// The choice among several shortest answers; by default, the judge's choice.
    fn tie(&self, from: &'static Format) -> Tie {
        let output = self.output(from);
        let wants_least = output.is_none_or(|format| format.policy == Policy::Least);
        let usual = if wants_least { Tie::Least } else { Tie::Any };
        self.options.tie.unwrap_or(usual)
    }

    /// The options for every board of an input's format.
    fn options_for(&self, from: &'static Format) -> Options {
        let output = self.output(from);
        let mut limits = self.options.limits;
        if let Some(limit) = output.and_then(|format| format.limit) {
            limits.max_moves = Some(limits.max_moves.map_or(limit, |moves| moves.min(limit)));
        }
        let keeper = self.checkpoint.clone();
        Options {
            tie: Some(self.tie(from)),
            moves: self.text.keeps_moves || output.is_none_or(|format| format.shows_moves),
            limits,
            hooks: Hooks {
                keeper: keeper.map(|keeper| keeper as Arc<dyn Keeper>),
                ..self.options.hooks.clone()
            },
            ..self.options.clone()
        }
    }

    /// The parameters, other than the boards, that determine the answers.
    fn job(&self, from: &'static Format) -> Result<Map<String, Value>, PuzzleError> {
        let options = self.options_for(from);
        let goal = goal_for(&self.puzzle, &self.options, from)?;
        let goal = goal.map(|goal| self.model.board_text(&goal));
        let heuristic = options.heuristics.first().copied();
        let order = self.model.tie_order();
        let order = order.filter(|order| Order::parse(order) != Some(Order::default()));
        let pairs = [
            ("puzzle", json!(self.puzzle.name())),
            ("goal", json!(goal)),
            ("tie_order", json!(order)),
            ("least_answer", json!(options.tie == Some(Tie::Least))),
            ("list_of_moves", json!(options.moves)),
            ("limit_of_moves", json!(options.limits.max_moves)),
            (
                "method",
                json!(options.algorithm.map_or("auto", Algorithm::name)),
            ),
            ("heuristic", json!(heuristic.map(HeuristicName::name))),
        ];
        let named = pairs
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Ok(named.collect())
    }

    /// The writer of answers to the input of this name. `is_assumed` means that the user may have
    /// meant another goal.
    fn writer(
        &self,
        name: &str,
        from: &'static Format,
        is_assumed: bool,
    ) -> Result<Box<dyn Writer>, TextError> {
        let steps = self.text.steps;
        let ties = || Ties {
            is_least: self.tie(from) == Tie::Least,
            order: self.model.tie_order(),
        };
        let output = self.output(from);
        match output.and_then(|format| Some((format, format.write_answer?))) {
            Some((format, _)) if self.text.all.is_some() => Err(TextError::OneAnswer(format.name)),
            Some((format, _)) if steps => Err(TextError::NoSteps(format.name)),
            Some((_, write)) => Ok(Box::new(write)),
            None if matches!(self.to, To::Text) => Ok(Box::new(Text {
                steps,
                assumed: is_assumed.then_some((from.name, from.goal.name())),
                ties: ties(),
            })),
            None if matches!(self.to, To::Csv) && steps => Err(TextError::NoSteps("csv")),
            None => {
                let json = Json {
                    steps,
                    input: self.text.names_inputs.then(|| name.to_owned()),
                    format: from.name,
                    goal: goal_for(&self.puzzle, &self.options, from)?,
                    ties: ties(),
                };
                Ok(match self.to {
                    To::Csv => Box::new(Csv(json)),
                    _ => Box::new(json),
                })
            }
        }
    }
}
