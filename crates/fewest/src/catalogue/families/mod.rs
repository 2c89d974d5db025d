//! Each family of puzzles: its readers, writers and solver, put together for a session.

mod check;
mod compare;
mod generate;
mod ground;
mod layout;
mod model;
mod session;
mod step;
mod survey;
mod urns;
mod validate;

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use compare::Compare;
use model::{Complete, ModelFamily};
use session::{FamilySession, To};

use super::check::Ruling;
use super::checkpoint::Checkpoint;
use super::compare::{Comparison, Contest, Told};
use super::generate::Draw;
use super::request::{Request, RequestError};
use super::tables::{TableFace, allowance, tabulate};
use super::{Face, Input, RunError, Session, Surveyed, formats_for};
use crate::codec::recognise::{Guess, guess};
use crate::codec::{Case, Format, InputError, Policy, Source};
use crate::kernel::KernelError;
use crate::kernel::general::{Cells, General, Planes};
use crate::kernel::tiles::{Bytes, Nibbles, Tiles};
use crate::lab::Trial;
use crate::model::{Boards, Model};
use crate::population::Population;
use crate::progress::Unfinished;
use crate::solver::report::Report;
use crate::structure::Structured;
use crate::survey::Listing;

type BoxedPopulation<P> = Box<dyn Population<Puzzle = P>>;
/// Tells whether moves solve a board; `None` if it does not know.
type Teller<B> = Box<dyn Fn(&B) -> Option<bool>>;

/// The one board in a goal's text, in any of the family's formats that it can be told to be in.
fn goal_board<K: Complete>(
    family: &ModelFamily<K>,
    name: &str,
    text: &[u8],
) -> Result<K::Board, RequestError> {
    let own = family.own();
    let formats = formats_for(own);
    // Formats that differ in their goals only read alike: any of them will do.
    let format = match guess(own.kind, own.size, text, true) {
        Guess::Certain(format) => Some(format),
        Guess::Ambiguous(names) => {
            let mut formats = formats.into_iter();
            formats.find(|format| names.first() == Some(&format.name))
        }
        Guess::Unsure => formats.first().copied(),
    };
    let mut input = text;
    let mut source = Source::new(name, &mut input);
    // Nothing comes before or after a goal.
    let model = Arc::new(Model {
        boards: Boards {
            is_counted: false,
            end: None,
            ..own.boards.clone()
        },
        ..(**own).clone()
    });
    let puzzle = family.puzzle(&Request::default())?;
    let Some(mut reader) = format.map(|format| (format.reader)(&model)) else {
        return Err(RequestError::NoSuchGoal(format!("{name}: no board")));
    };
    let (mut first, mut second) = (Case::default(), Case::default());
    let is_board = reader
        .next(&mut source, &mut first)
        .map_err(RequestError::BadGoal)?;
    source.skip_space().map_err(RequestError::BadGoal)?;
    let place = source.place();
    let next = source.quoted_next().map_err(RequestError::BadGoal)?;
    let problem = match puzzle.board(&first.start).filter(|_| is_board) {
        None => "expected a board, the goal, found nothing".to_owned(),
        Some(board) => match reader.next(&mut source, &mut second) {
            Ok(false) if reader.close(&mut source).is_ok() => return Ok(board),
            _ => format!("expected nothing behind the goal, found {next}"),
        },
    };
    Err(RequestError::BadGoal(source.error(place, None, problem)))
}

/// The symbols of a board.
fn symbols<P: Structured>(puzzle: &P, board: &P::Board) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}

/// What is written as text.
fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The error of a format that a puzzle does not have.
fn unknown(model: &Model, format: &str) -> RequestError {
    let known: Vec<&str> = formats_for(model)
        .iter()
        .map(|format| format.name)
        .collect();
    RequestError::UnknownFormat {
        puzzle: model.name.clone(),
        format: format.chars().take(40).collect(),
        known: known.join(", "),
    }
}

/// The face of a family.
struct FamilyFace<K>(ModelFamily<K>);

impl<K: Complete> FamilyFace<K> {
    fn format(&self, name: &str) -> Result<&'static Format, RequestError> {
        let mut formats = self.formats().into_iter();
        formats
            .find(|format| format.name == name)
            .ok_or_else(|| unknown(self.0.own(), name))
    }
}

impl<K: Complete> FamilyFace<K> {
    /// The format of this name, where some `others` may be named as well.
    fn format_or(&self, name: &str, others: &str) -> Result<&'static Format, RequestError> {
        self.format(name).map_err(|error| match error {
            RequestError::UnknownFormat {
                puzzle,
                format,
                known,
            } => RequestError::UnknownFormat {
                puzzle,
                format,
                known: known + others,
            },
            error => error,
        })
    }

    /// The format that a request names.
    fn named(&self, request: &Request) -> Result<Option<&'static Format>, RequestError> {
        let from = request.from.as_deref();
        from.map(|name| self.format(name)).transpose()
    }

    /// The format that a request reads, or else the usual one.
    fn from(&self, request: &Request) -> Result<&'static Format, RequestError> {
        self.named(request)?.map_or_else(|| self.usual(), Ok)
    }

    /// What compares searches on a request's boards.
    fn comparing<'a>(&'a self, request: &'a Request) -> Result<Compare<'a, K>, RequestError> {
        Ok(Compare {
            family: &self.0,
            request,
            from: self.named(request)?,
            usual: self.from(request)?,
        })
    }

    /// The usual format.
    fn usual(&self) -> Result<&'static Format, RequestError> {
        let first = self.formats().first().copied();
        first.map_or_else(|| self.format("plain"), Ok)
    }
}

impl<K: Complete> Face for FamilyFace<K> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn title(&self) -> String {
        self.0.own().title.clone()
    }

    fn formats(&self) -> Vec<&'static Format> {
        formats_for(self.0.own())
    }

    fn report(&self, memory: Option<u64>) -> Report {
        self.0.report(memory)
    }

    fn session(&self, request: &Request) -> Result<Box<dyn Session>, RequestError> {
        let from = self.named(request)?;
        let to = match request.to.as_deref() {
            None => To::Input,
            Some("json") => To::Json,
            Some("csv") => To::Csv,
            Some("text") => To::Text,
            Some(name) => To::Format(self.format_or(name, ", json, csv, text")?),
        };
        let mut session = FamilySession {
            puzzle: self.0.puzzle(request)?,
            model: self.0.model(request)?,
            family: self.0.clone(),
            request: request.clone(),
            from,
            to,
            solver: None,
            checkpoint: match &request.checkpoint {
                Some(path) => Some(Arc::new(Checkpoint::open(path)?)),
                None => None,
            },
            left_open: Vec::new(),
            has_begun: false,
        };
        // What can't be solved as asked is told before any input is read.
        if let Some(format) = from.or_else(|| self.formats().first().copied()) {
            session.solver_for(format)?;
        }
        Ok(Box::new(session))
    }

    fn table(&self, request: &Request) -> Result<Box<dyn TableFace>, RequestError> {
        self.0.table(request, self.from(request)?)
    }

    fn shelf(&self) -> String {
        self.0.shelf()
    }

    fn patterns(&self, request: &Request) -> Result<Vec<Box<dyn TableFace>>, RequestError> {
        self.0.patterns(request, self.from(request)?)
    }

    fn read(
        &self,
        format: &str,
        name: &str,
        input: &mut dyn Read,
        each: &mut dyn FnMut(Result<String, InputError>) -> ControlFlow<()>,
    ) -> Result<(), RequestError> {
        let format = self.format(format)?;
        let model = self.0.own();
        let mut reader = (format.reader)(model);
        let mut source = Source::new(name, input);
        let mut case = Case::default();
        loop {
            let result = match reader.next(&mut source, &mut case) {
                Ok(true) => Ok(text(|out| model.write_board(&case.start, out))),
                Ok(false) => break,
                Err(error) => Err(error),
            };
            let is_final = result.as_ref().is_err_and(|error| error.is_final);
            if each(result).is_break() || is_final {
                return Ok(());
            }
        }
        if let Err(error) = reader.close(&mut source) {
            // Nothing is left to break off.
            let _ = each(Err(error));
        }
        Ok(())
    }

    fn survey(
        &self,
        request: &Request,
        listing: Listing,
    ) -> Result<Surveyed, Unfinished<RunError>> {
        survey::run(&self.0, request, listing)
    }

    fn generate(
        &self,
        request: &Request,
        draw: &Draw,
        output: &mut dyn Write,
    ) -> Result<(), Unfinished<RunError>> {
        let format = match request.to.as_deref() {
            None | Some("json") => self.usual()?,
            Some(name) => self.format_or(name, ", json")?,
        };
        generate::generate(&self.0, request, format, draw, output)
    }

    fn check(
        &self,
        request: &Request,
        policy: Option<Policy>,
        input: (&str, &mut dyn Read),
        output: (&str, &mut dyn Read),
    ) -> Result<Ruling, Unfinished<RunError>> {
        let format = self.named(request)?;
        check::check(&self.0, request, format, policy, input, output)
    }

    fn validate(
        &self,
        request: &Request,
        name: &str,
        input: &mut dyn Read,
    ) -> Result<Result<u64, InputError>, Unfinished<RunError>> {
        validate::validate(&self.0, request, self.named(request)?, name, input)
    }

    fn compare(
        &self,
        request: &Request,
        contest: &Contest,
        inputs: &mut [Input],
    ) -> Result<Comparison, Unfinished<RunError>> {
        self.comparing(request)?.run(contest, inputs)
    }

    fn step(
        &self,
        request: &Request,
        contest: &Contest,
        inputs: &mut [Input],
        tell: &mut dyn FnMut(Told),
    ) -> Result<(Trial, Option<String>), Unfinished<RunError>> {
        self.comparing(request)?.step(contest, inputs, tell)
    }
}

/// The face of a model, with the kernel that is quickest for it.
pub(super) fn face(model: Model) -> Result<Box<dyn Face>, KernelError> {
    let model = Arc::new(model);
    let (cells, symbols) = (model.cells(), model.structure.pieces.len());
    if symbols == cells {
        let tiles = match cells {
            0..=16 => boxed::<Tiles<Nibbles>>(&model),
            17..=32 => boxed::<Tiles<Bytes<32>>>(&model),
            _ => boxed::<Tiles<Bytes<256>>>(&model),
        };
        if tiles.is_ok() {
            return tiles;
        }
    }
    match cells {
        0..=32 if symbols <= 4 => boxed::<General<Planes<u64>>>(&model),
        33..=64 if symbols <= 4 => boxed::<General<Planes<u128>>>(&model),
        0..=16 => boxed::<General<Cells<16>>>(&model),
        17..=32 => boxed::<General<Cells<32>>>(&model),
        33..=64 => boxed::<General<Cells<64>>>(&model),
        _ => boxed::<General<Cells<256>>>(&model),
    }
}

fn boxed<K: Complete>(model: &Arc<Model>) -> Result<Box<dyn Face>, KernelError> {
    let family = ModelFamily::<K>::new(Arc::clone(model))?;
    Ok(Box::new(FamilyFace(family)))
}
