//! Each family of puzzles: its readers, writers and solver, put together for a session.

mod check;
mod compare;
mod defined;
mod defined_urns;
mod generate;
mod ground;
mod knights;
mod layout;
mod rotation;
mod session;
mod sliding;
mod sliding_grounds;
mod sliding_urns;
mod step;
mod survey;
mod validate;

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use compare::Compare;
use defined::DefinedFamily;
use generate::{Counted, Lot, Urn};
use ground::Ground;
use knights::KnightsFamily;
use rotation::RotationFamily;
use session::{FamilySession, To};
use sliding::SlidingFamily;

use super::check::Ruling;
use super::checkpoint::Checkpoint;
use super::compare::{Comparison, Contest, Told};
use super::generate::Draw;
use super::request::{Request, RequestError, Tie};
use super::tables::{TableFace, allowance, tabulate};
use super::{Face, Input, RunError, Session, Surveyed, formats_for};
use crate::codec::recognise::{Guess, guess};
use crate::codec::{Case, Format, InputError, Policy, Source};
use crate::kernel::KernelError;
use crate::kernel::general::{Cells, Planes};
use crate::lab::Trial;
use crate::model::{Boards, Kind, Model};
use crate::population::Population;
use crate::progress::Unfinished;
use crate::puzzle::Puzzle;
use crate::puzzles::sliding::{Bytes, Nibbles, Size};
use crate::solver::report::Report;
use crate::solver::{Guide, Query, Solver};
use crate::structure::Structured;
use crate::survey::Listing;

type BoxedPopulation<P> = Box<dyn Population<Puzzle = P>>;
type BoardOf<F> = <<F as Family>::Puzzle as Puzzle>::Board;

/// A kind of puzzle, and how its parts are made.
trait Family: Clone + Send + Sync + 'static {
    type Puzzle: Structured<Board: 'static> + 'static;
    type Solver: Solver<Board = <Self::Puzzle as Puzzle>::Board>;

    /// The model, without anything that a request says.
    fn own(&self) -> &Arc<Model>;
    /// The model with the tie order of a request, and its goal where no solver has that apart.
    fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError>;
    fn name(&self) -> String {
        self.own().name.clone()
    }
    fn size(&self) -> Option<Size> {
        self.own().size
    }
    /// The puzzle as boards need it: any goal, the tie order of the request.
    fn puzzle(&self, request: &Request) -> Result<Self::Puzzle, RequestError>;
    /// Which of several goals a board meets.
    fn met(_: &Self::Puzzle, _: &BoardOf<Self>) -> Option<usize> {
        None
    }
    /// The solver for boards of an input's format.
    fn solver(
        &self,
        request: &Request,
        from: &Format,
        query: Query,
    ) -> Result<Self::Solver, RequestError>;
    /// All boards by distance to the request's goal; the usual format's if it has none.
    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<Self::Puzzle>, Unfinished<RequestError>>;
    /// The puzzle that is tabulated for the request's goal; the format's if it has none.
    fn table(&self, request: &Request, from: &Format) -> Result<Box<dyn TableFace>, RequestError>;
    /// The pattern databases of the request's partition, where the puzzle has some.
    fn patterns(&self, _: &Request, _: &Format) -> Result<Vec<Box<dyn TableFace>>, RequestError> {
        Err(RequestError::NoPatterns(self.name()))
    }
    /// The goal of boards that bring none; `None` where the puzzle has its own.
    fn goal(&self, request: &Request, from: &Format)
    -> Result<Option<BoardOf<Self>>, RequestError>;
    /// Boards by distance, at least up to the farthest asked for, to be written in a format.
    fn urn(
        &self,
        request: &Request,
        _: &Format,
        _farthest: u8,
    ) -> Result<Box<dyn Urn<BoardOf<Self>>>, Unfinished<RequestError>> {
        Ok(Box::new(Counted(self.population(request)?)))
    }
    /// What it is, and how it is answered within so much memory, if it has a definition.
    fn report(&self, _memory: Option<u64>) -> Option<Report> {
        None
    }
    /// The heuristics that are compared if none is named.
    fn usual_guides(&self) -> &'static [Guide];
    /// Boards with a goal, to be searched with a heuristic; `None` if the puzzle does not have it.
    fn ground(
        &self,
        request: &Request,
        guide: Guide,
        goal: Option<BoardOf<Self>>,
    ) -> Result<Option<Ground<BoardOf<Self>>>, Unfinished<RequestError>>;
    /// Tells boards that moves solve from others by what moves do at all, or says that it can't; `None` if the
    /// [grounds](Self::ground) tell them apart.
    fn tells_solvable(&self, _: &Request) -> Result<Option<Teller<BoardOf<Self>>>, RequestError> {
        Ok(None)
    }
    /// All boards that can be solved, or all that can't, each with a goal of its own if that is asked for; `None` if there
    /// are none.
    fn all(
        &self,
        request: &Request,
        goal: Option<BoardOf<Self>>,
        brings_goals: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<BoardOf<Self>>>, Unfinished<RequestError>>;
}

/// Tells whether moves solve a board; `None` if it does not know.
type Teller<B> = Box<dyn Fn(&B) -> Option<bool>>;

fn refuse_order(request: &Request) -> Result<(), RequestError> {
    match &request.tie {
        Some(Tie::Order(word)) => Err(RequestError::NoSuchTie(word.clone())),
        _ => Ok(()),
    }
}

/// The one board in a goal's text, in any of the family's formats that it can be told to be in.
fn goal_board<F: Family>(
    family: &F,
    name: &str,
    text: &[u8],
) -> Result<<F::Puzzle as Puzzle>::Board, RequestError> {
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

/// Draws boards of a puzzle as the user has them.
fn drawing<P: Structured>(
    model: Arc<Model>,
    puzzle: P,
    shown: impl Fn(&P::Board) -> P::Board,
) -> impl Fn(&P::Board, &mut Vec<u8>) {
    move |board, out| model.draw_board(&symbols(&puzzle, &shown(board)), out)
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
struct FamilyFace<F>(F);

impl<F: Family> FamilyFace<F> {
    fn format(&self, name: &str) -> Result<&'static Format, RequestError> {
        let mut formats = self.formats().into_iter();
        formats
            .find(|format| format.name == name)
            .ok_or_else(|| unknown(self.0.own(), name))
    }
}

impl<F: Family> FamilyFace<F> {
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
    fn comparing<'a>(&'a self, request: &'a Request) -> Result<Compare<'a, F>, RequestError> {
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

impl<F: Family> Face for FamilyFace<F> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn title(&self) -> String {
        self.0.own().title.clone()
    }

    fn formats(&self) -> Vec<&'static Format> {
        formats_for(self.0.own())
    }

    fn report(&self, memory: Option<u64>) -> Option<Report> {
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
        match (self.0.own().kind, self.0.size()) {
            (Kind::Defined, _) => format!("definition {}", self.0.name()),
            (_, Some(size)) => format!("sliding:{}x{}", size.width(), size.height()),
            (_, None) => self.0.name(),
        }
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

pub(super) fn rotation() -> Box<dyn Face> {
    Box::new(FamilyFace(RotationFamily::new()))
}

pub(super) fn knights() -> Box<dyn Face> {
    Box::new(FamilyFace(KnightsFamily::new()))
}

pub(super) fn sliding(size: Size) -> Box<dyn Face> {
    match size.cells() {
        0..=16 => Box::new(FamilyFace(SlidingFamily::<Nibbles>::new(size))),
        17..=32 => Box::new(FamilyFace(SlidingFamily::<Bytes<32>>::new(size))),
        _ => Box::new(FamilyFace(SlidingFamily::<Bytes<256>>::new(size))),
    }
}

/// The face of a defined puzzle, with boards as small as its cells and symbols allow.
pub(super) fn defined(model: Model) -> Result<Box<dyn Face>, KernelError> {
    let model = Arc::new(model);
    let has_planes = model.structure.pieces.len() <= 4;
    Ok(match model.cells() {
        0..=32 if has_planes => Box::new(FamilyFace(DefinedFamily::<Planes<u64>>::new(model)?)),
        33..=64 if has_planes => Box::new(FamilyFace(DefinedFamily::<Planes<u128>>::new(model)?)),
        0..=16 => Box::new(FamilyFace(DefinedFamily::<Cells<16>>::new(model)?)),
        17..=32 => Box::new(FamilyFace(DefinedFamily::<Cells<32>>::new(model)?)),
        33..=64 => Box::new(FamilyFace(DefinedFamily::<Cells<64>>::new(model)?)),
        _ => Box::new(FamilyFace(DefinedFamily::<Cells<256>>::new(model)?)),
    })
}
