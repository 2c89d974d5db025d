//! The puzzles by name, from text to text, behind one object-safe face for programs, pages and bindings.
//!
//! A [`Face`] stands for a puzzle. Its [`Session`] keeps what was built (tables, balls) from one input to the next.

mod check;
mod checkpoint;
mod compare;
mod entries;
mod families;
mod generate;
mod notes;
mod pipeline;
mod request;
mod survey;
mod tables;

use std::io::{Read, Write};
use std::ops::ControlFlow;

use thiserror::Error;

pub use check::{Objection, Ruling};
pub use checkpoint::CheckpointError;
pub use compare::{
    Choice, ComparedBoard, ComparedRun, Comparison, Contender, Contest, MOST_BOARDS, Preparation,
    Told,
};
pub use entries::{ENTRIES, Entry};
pub use generate::{Draw, Wanted};
pub use notes::Notes;
pub use pipeline::Summary;
pub use request::{Goal, Layout, Request, RequestError, Tie};
pub use survey::{ShownBoard, Surveyed};
pub use tables::{Built, TableError, TableFace, Verified};

use crate::codec::{Format, InputError, Policy, Sizes, formats_of};
use crate::lab::Trial;
use crate::model::{MAX_CELLS, Order, Size};
use crate::model::{Model, Problems};
use crate::names::similar;
use crate::progress::{Unfinished, part_of};
use crate::solver::SolverError;
use crate::solver::report::Report;
use crate::survey::{Listing, SurveyError};

/// Why a run failed before its input ended.
#[derive(Debug, Error)]
pub enum RunError {
    /// What was asked for can't be done.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The input is bad; the answers to all boards before it were written.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The output can't be written.
    #[error("can't write the answers: {0}")]
    Output(#[from] std::io::Error),
}

impl From<SolverError> for RunError {
    fn from(error: SolverError) -> Self {
        Self::Request(error.into())
    }
}

impl From<SurveyError> for RunError {
    fn from(error: SurveyError) -> Self {
        Self::Request(error.into())
    }
}

part_of!(
    RequestError => RunError,
    SolverError => RunError,
    SurveyError => RunError,
    InputError => RunError,
    std::io::Error => RunError,
);

/// An input and what messages call it.
pub type Input = (String, Box<dyn Read>);

/// A puzzle.
pub trait Face: Send + Sync {
    /// Its name, as [`find`] knows it.
    fn name(&self) -> String;

    /// What it is, in a few words.
    fn title(&self) -> String;

    /// The formats that its boards come in; the first is the usual one.
    fn formats(&self) -> Vec<&'static Format>;

    /// Begins to answer boards.
    ///
    /// # Errors
    /// If the request names what this puzzle does not have.
    fn session(&self, request: &Request) -> Result<Box<dyn Session>, RequestError>;

    /// What it is, and how its boards are answered within so much memory. It may take some seconds.
    fn report(&self, memory: Option<u64>) -> Report;

    /// Its table, for the request's goal; the goal of its format `from` (the usual one if none) if it has none.
    ///
    /// # Errors
    /// If the request names what this puzzle does not have, or it is too large for a table.
    fn table(&self, request: &Request) -> Result<Box<dyn TableFace>, RequestError>;

    /// What its tables are filed under, up to the first comma.
    fn shelf(&self) -> String;

    /// The pattern databases of the request's partition, for the goal that [`table`](Self::table) would take: one for each
    /// group of tiles.
    ///
    /// # Errors
    /// If the puzzle has none, or the request names what it does not have.
    fn patterns(&self, request: &Request) -> Result<Vec<Box<dyn TableFace>>, RequestError>;

    /// Reads all boards of an input, each given on one line (as the format `plain` has it) or as what is wrong with it, until
    /// `each` breaks off.
    ///
    /// # Errors
    /// If the puzzle has no such format.
    fn read(
        &self,
        format: &str,
        name: &str,
        input: &mut dyn Read,
        each: &mut dyn FnMut(Result<String, InputError>) -> ControlFlow<()>,
    ) -> Result<(), RequestError>;

    /// Surveys all boards by their distance to the request's goal, or to the usual format's if it has none.
    ///
    /// # Errors
    /// If the request names what this puzzle does not have, the boards are too many, or it was cancelled.
    fn survey(&self, request: &Request, listing: Listing)
    -> Result<Surveyed, Unfinished<RunError>>;

    /// Draws boards at random and writes them as an input of the request's format `to` (the usual one if none, or
    /// `json`); distances are to the request's goal, or the format's.
    ///
    /// # Errors
    /// If there are no such boards, they do not fit the memory allowed, the output can't be written or the request was
    /// cancelled.
    fn generate(
        &self,
        request: &Request,
        draw: &Draw,
        output: &mut dyn Write,
    ) -> Result<(), Unfinished<RunError>>;

    /// Whether an output has right answers to the boards of an input, both named for messages and in the request's format
    /// `from` (the usual one if none). Without a policy the judge's own holds.
    ///
    /// # Errors
    /// If the input is bad, either can't be read, or the request can't be met or was cancelled.
    fn check(
        &self,
        request: &Request,
        policy: Option<Policy>,
        input: (&str, &mut dyn Read),
        output: (&str, &mut dyn Read),
    ) -> Result<Ruling, Unfinished<RunError>>;

    /// The number of boards of an input in the request's format `from` (the usual one if none), or why its judge's rules
    /// do not allow it.
    ///
    /// # Errors
    /// If the input can't be read, or the request can't be met or was cancelled.
    fn validate(
        &self,
        request: &Request,
        name: &str,
        input: &mut dyn Read,
    ) -> Result<Result<u64, InputError>, Unfinished<RunError>>;

    /// Runs searches on the boards of inputs, every one on every board, each on one core, under the request's limits. Ends early
    /// when the request is cancelled, with the runs that are done.
    ///
    /// # Errors
    /// If an input is bad or the request can't be met.
    fn compare(
        &self,
        request: &Request,
        contest: &Contest,
        inputs: &mut [Input],
    ) -> Result<Comparison, Unfinished<RunError>>;

    /// Runs one search on the one board of the inputs, telling of each board in the order in which they are expanded: the
    /// run, and the names of its answer's moves.
    ///
    /// # Errors
    /// If the input is bad, the request can't be met, or it is more than one search or board.
    fn step(
        &self,
        request: &Request,
        contest: &Contest,
        inputs: &mut [Input],
        tell: &mut dyn FnMut(Told),
    ) -> Result<(Trial, Option<String>), Unfinished<RunError>>;
}

/// Answers inputs, one after another.
pub trait Session {
    /// Answers every board of an input called `name`.
    ///
    /// # Errors
    /// If the input is bad, the output can't be written, the request can't be met or was cancelled. What was answered
    /// before has been written; of boards that an interruption leaves open, [`left_open`](Self::left_open) tells.
    fn run(
        &mut self,
        name: &str,
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> Result<Summary, Unfinished<RunError>>;

    /// What is known of the boards that the last run's interruption left open, in the output's way: lines of text.
    fn left_open(&self) -> &[u8];
}

/// The puzzle of this name: one of [`ENTRIES`], or sliding tiles of any size.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<Box<dyn Face>, RequestError> {
    let sliding = |width, height| {
        let size = Size::new(width, height).ok_or_else(|| RequestError::BadSize {
            name: name.chars().take(40).collect(),
            most: MAX_CELLS,
        })?;
        built_in(Model::sliding(size, Order::default()))
    };
    match name {
        "rotation" => built_in(Model::rotation()),
        "knights" => built_in(Model::knights()),
        "eight" => sliding(3, 3),
        "fifteen" => sliding(4, 4),
        "twentyfour" => sliding(5, 5),
        _ => {
            let sides = name
                .strip_prefix("sliding:")
                .and_then(|size| size.split_once(['x', 'X']));
            let sides =
                sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
            if let Some((width, height)) = sides {
                return sliding(width, height);
            }
            let entry = ENTRIES.iter().find(|entry| entry.name == name);
            let defined = entry.and_then(|entry| define(entry.definition?).ok());
            defined.ok_or_else(|| RequestError::UnknownPuzzle {
                name: name.chars().take(40).collect(),
                like: similar(name, ENTRIES.iter().map(|entry| entry.name)),
            })
        }
    }
}

/// The puzzle of a model that comes with the program.
fn built_in(model: Model) -> Result<Box<dyn Face>, RequestError> {
    Ok(families::face(model).map_err(SolverError::from)?)
}

/// The puzzle that this text defines.
///
/// # Errors
/// All mistakes of the text.
pub fn define(text: &str) -> Result<Box<dyn Face>, Problems> {
    let definition = Model::from_toml(text)?;
    let name = definition.name.clone();
    families::face(definition).map_err(|error| Problems::of_all(text, format!("{name}: {error}")))
}

/// The formats of a puzzle that its size does not rule out.
fn formats_for(model: &Model) -> Vec<&'static Format> {
    let fits = |format: &&Format| match (format.sizes, model.size) {
        (Sizes::Only(width, height), Some(size)) => {
            (width, height) == (size.width(), size.height())
        }
        _ => true,
    };
    formats_of(model.kind).filter(fits).collect()
}
