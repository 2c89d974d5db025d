//! Each family of puzzles: its readers, writers and solver, put together for a session.

use std::io::{Read, Write};
use std::ops::ControlFlow;

use super::pipeline::{Pipeline, Summary};
use super::request::{Goal, Request, RequestError, Tie};
use super::{Face, RunError, Session, formats_for};
use crate::format::notation::Notation;
use crate::format::recognise::{Guess, guess};
use crate::format::write::{self, Writer};
use crate::format::{self, Format, InputError, Kind, NamedGoal, Reader, Source};
use crate::puzzle::Puzzle;
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::rotation::Rotation;
use crate::puzzles::sliding::{self, Bytes, Nibbles, Order, Size, Sliding, Tiles};
use crate::solver::{KnightsSolver, Query, RotationSolver, SlidingSolver, Solver, SolverError};

type BoxedReader<P> = Box<dyn Reader<Board = <P as Puzzle>::Board>>;

/// A kind of puzzle, and how its parts are made.
trait Family: Clone + Send + Sync + 'static {
    type Puzzle: Notation<Board: 'static> + 'static;
    type Solver: Solver<Board = <Self::Puzzle as Puzzle>::Board>;

    fn name(&self) -> String;
    fn title(&self) -> String;
    fn kind(&self) -> Kind;
    fn size(&self) -> Option<Size>;
    /// The puzzle as notation needs it: any goal, the tie order of the request.
    fn puzzle(&self, request: &Request) -> Result<Self::Puzzle, RequestError>;
    fn reader(&self, format: &str) -> Option<BoxedReader<Self::Puzzle>>;
    fn writer(&self, format: &str) -> Option<Box<dyn Writer<Self::Puzzle>>>;
    /// The solver for boards of an input's format.
    fn solver(
        &self,
        request: &Request,
        from: &Format,
        query: Query,
    ) -> Result<Self::Solver, RequestError>;
}

#[derive(Clone, Copy)]
struct RotationFamily;

impl Family for RotationFamily {
    type Puzzle = Rotation;
    type Solver = RotationSolver;

    fn name(&self) -> String {
        "rotation".to_owned()
    }

    fn title(&self) -> String {
        "the rotation game".to_owned()
    }

    fn kind(&self) -> Kind {
        Kind::Rotation
    }

    fn size(&self) -> Option<Size> {
        None
    }

    fn puzzle(&self, request: &Request) -> Result<Rotation, RequestError> {
        refuse_order(request)?;
        Ok(Rotation)
    }

    fn reader(&self, format: &str) -> Option<BoxedReader<Rotation>> {
        Some(match format {
            "poj2286" => Box::<format::rotation::Poj2286>::default(),
            "plain" => Box::<format::rotation::Plain>::default(),
            _ => return None,
        })
    }

    fn writer(&self, format: &str) -> Option<Box<dyn Writer<Rotation>>> {
        write::rotation(format)
    }

    fn solver(
        &self,
        request: &Request,
        _: &Format,
        query: Query,
    ) -> Result<RotationSolver, RequestError> {
        match request.goal {
            None => Ok(RotationSolver::new(query)?),
            Some(_) => Err(RequestError::NoSuchGoal(
                "rotation has its three goals and takes no other".to_owned(),
            )),
        }
    }
}

#[derive(Clone, Copy)]
struct KnightsFamily;

impl Family for KnightsFamily {
    type Puzzle = Knights;
    type Solver = KnightsSolver;

    fn name(&self) -> String {
        "knights".to_owned()
    }

    fn title(&self) -> String {
        "knights on 5 x 5".to_owned()
    }

    fn kind(&self) -> Kind {
        Kind::Knights
    }

    fn size(&self) -> Option<Size> {
        None
    }

    fn puzzle(&self, request: &Request) -> Result<Knights, RequestError> {
        refuse_order(request)?;
        Ok(Knights::new(knights::Board::CLASSIC))
    }

    fn reader(&self, format: &str) -> Option<BoxedReader<Knights>> {
        Some(match format {
            "scoi2005" => Box::<format::knights::Scoi2005>::default(),
            "knightsfen" => Box::<format::knights::Knightsfen>::default(),
            "plain" => Box::<format::knights::Plain>::default(),
            _ => return None,
        })
    }

    fn writer(&self, format: &str) -> Option<Box<dyn Writer<Knights>>> {
        write::knights(format)
    }

    fn solver(
        &self,
        request: &Request,
        _: &Format,
        query: Query,
    ) -> Result<KnightsSolver, RequestError> {
        let goal = match &request.goal {
            None => knights::Board::CLASSIC,
            Some(Goal::Text { name, text }) => goal_board(self, name, text)?,
            Some(Goal::Named(goal)) => {
                let problem = format!(
                    "knights has no goal `{}`; give a file with a board",
                    goal.name()
                );
                return Err(RequestError::NoSuchGoal(problem));
            }
        };
        Ok(KnightsSolver::new(goal, query)?)
    }
}

struct SlidingFamily<T> {
    size: Size,
    tiles: std::marker::PhantomData<fn() -> T>,
}

impl<T> Clone for SlidingFamily<T> {
    fn clone(&self) -> Self {
        Self {
            size: self.size,
            tiles: self.tiles,
        }
    }
}

impl<T: Tiles + 'static> SlidingFamily<T> {
    fn new(size: Size) -> Self {
        Self {
            size,
            tiles: std::marker::PhantomData,
        }
    }

    fn order(request: &Request) -> Result<Order, RequestError> {
        match &request.tie {
            Some(Tie::Order(word)) => {
                Order::parse(word).ok_or_else(|| RequestError::NoSuchTie(word.clone()))
            }
            _ => Ok(Order::default()),
        }
    }

    fn too_large(&self) -> RequestError {
        RequestError::Solver(SolverError::TooLarge(self.name()))
    }

    /// The board of a goal that has a name.
    fn named(&self, goal: NamedGoal) -> Option<sliding::Board<T>> {
        let cells = self.size.cells();
        let mut tiles = vec![0; cells];
        let path: Vec<usize> = match goal {
            NamedGoal::BlankLast => (0..cells).collect(),
            NamedGoal::BlankFirst => (1..cells).chain([0]).collect(),
            NamedGoal::Snail => spiral(self.size),
        };
        for (tile, cell) in (1..=u8::MAX).zip(path).take(cells - 1) {
            tiles[cell] = tile;
        }
        sliding::Board::new(&tiles)
    }
}

/// The cells of a spiral from the top left corner inwards, clockwise.
fn spiral(size: Size) -> Vec<usize> {
    let (mut top, mut left, mut bottom, mut right) = (0, 0, size.height(), size.width());
    let mut path = Vec::with_capacity(size.cells());
    let cell = |row: usize, column: usize| row * size.width() + column;
    while path.len() < size.cells() {
        path.extend((left..right).map(|column| cell(top, column)));
        path.extend((top + 1..bottom).map(|row| cell(row, right - 1)));
        if top + 1 < bottom {
            path.extend(
                (left..right - 1)
                    .rev()
                    .map(|column| cell(bottom - 1, column)),
            );
        }
        if left + 1 < right {
            path.extend((top + 1..bottom - 1).rev().map(|row| cell(row, left)));
        }
        (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
    }
    path
}

impl<T: Tiles + 'static> Family for SlidingFamily<T> {
    type Puzzle = Sliding<T>;
    type Solver = SlidingSolver<T>;

    fn name(&self) -> String {
        match (self.size.width(), self.size.height()) {
            (3, 3) => "eight".to_owned(),
            (4, 4) => "fifteen".to_owned(),
            (5, 5) => "twentyfour".to_owned(),
            (width, height) => format!("sliding:{width}x{height}"),
        }
    }

    fn title(&self) -> String {
        format!(
            "sliding tiles, {} x {}",
            self.size.width(),
            self.size.height()
        )
    }

    fn kind(&self) -> Kind {
        Kind::Sliding
    }

    fn size(&self) -> Option<Size> {
        Some(self.size)
    }

    fn puzzle(&self, request: &Request) -> Result<Sliding<T>, RequestError> {
        Sliding::new(self.size, 0, Self::order(request)?).ok_or_else(|| self.too_large())
    }

    fn reader(&self, format: &str) -> Option<BoxedReader<Sliding<T>>> {
        format::sliding::reader(format, self.size)
    }

    fn writer(&self, format: &str) -> Option<Box<dyn Writer<Sliding<T>>>> {
        write::sliding(format)
    }

    fn solver(
        &self,
        request: &Request,
        from: &Format,
        query: Query,
    ) -> Result<SlidingSolver<T>, RequestError> {
        let goal = match &request.goal {
            None => self.named(from.goal),
            Some(Goal::Named(goal)) => self.named(*goal),
            Some(Goal::Text { name, text }) => Some(goal_board(self, name, text)?),
        };
        let goal = goal.ok_or_else(|| self.too_large())?;
        Ok(SlidingSolver::new(
            self.size,
            Self::order(request)?,
            &goal,
            query,
        )?)
    }
}

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
    let formats = formats_for(family.kind(), family.size());
    // Formats that differ in their goals only read alike: any of them will do.
    let format = match guess(family.kind(), family.size(), text, true) {
        Guess::Certain(format) => Some(format.name),
        Guess::Ambiguous(names) => names.first().copied(),
        Guess::Unsure => formats.first().map(|format| format.name),
    };
    let mut input = text;
    let mut source = Source::new(name, &mut input);
    let Some(mut reader) = format.and_then(|format| family.reader(format)) else {
        return Err(RequestError::NoSuchGoal(format!("{name}: no board")));
    };
    let first = reader.next(&mut source).map_err(RequestError::BadGoal)?;
    source.skip_space().map_err(RequestError::BadGoal)?;
    let place = source.place();
    let problem = match first {
        None => "expected a board, the goal, found nothing",
        Some(case) => match reader.next(&mut source) {
            Ok(None) if reader.close(&mut source).is_ok() => return Ok(case.start),
            _ => "expected nothing behind the goal",
        },
    };
    Err(RequestError::BadGoal(source.error(place, None, problem)))
}

/// The face of a family.
struct FamilyFace<F>(F);

impl<F: Family> FamilyFace<F> {
    fn format(&self, name: &str) -> Result<&'static Format, RequestError> {
        let formats = formats_for(self.0.kind(), self.0.size());
        formats
            .iter()
            .find(|format| format.name == name)
            .copied()
            .ok_or_else(|| {
                let known: Vec<&str> = formats.iter().map(|format| format.name).collect();
                RequestError::UnknownFormat {
                    puzzle: self.0.name(),
                    format: name.chars().take(40).collect(),
                    known: known.join(", "),
                }
            })
    }
}

impl<F: Family> Face for FamilyFace<F> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn title(&self) -> String {
        self.0.title()
    }

    fn formats(&self) -> Vec<&'static Format> {
        formats_for(self.0.kind(), self.0.size())
    }

    fn session(&self, request: &Request) -> Result<Box<dyn Session>, RequestError> {
        let from = request
            .from
            .as_deref()
            .map(|name| self.format(name))
            .transpose()?;
        let to = match request.to.as_deref() {
            None => To::Input,
            Some("json") => To::Json,
            Some("text") => To::Text,
            Some(name) => To::Format(self.format(name).map_err(|error| match error {
                RequestError::UnknownFormat {
                    puzzle,
                    format,
                    known,
                } => RequestError::UnknownFormat {
                    puzzle,
                    format,
                    known: known + ", json, text",
                },
                error => error,
            })?),
        };
        let mut session = FamilySession {
            puzzle: self.0.puzzle(request)?,
            family: self.0.clone(),
            request: request.clone(),
            from,
            to,
            solver: None,
        };
        // What can't be solved as asked is told before any input is read.
        if let Some(format) = from.or_else(|| self.formats().first().copied()) {
            session.solver_for(format)?;
        }
        Ok(Box::new(session))
    }

    fn read(
        &self,
        format: &str,
        name: &str,
        input: &mut dyn Read,
        each: &mut dyn FnMut(Result<String, InputError>) -> ControlFlow<()>,
    ) -> Result<(), RequestError> {
        let format = self.format(format)?;
        let Some(mut reader) = self.0.reader(format.name) else {
            return Ok(());
        };
        let puzzle = self.0.puzzle(&Request::default())?;
        let mut source = Source::new(name, input);
        while let Some(result) = reader.next(&mut source).transpose() {
            let is_final = result.as_ref().is_err_and(|error| error.is_final);
            let line = result.map(|case| {
                let mut line = Vec::new();
                puzzle.compact(&case.start, &mut line);
                String::from_utf8_lossy(&line).into_owned()
            });
            if each(line).is_break() || is_final {
                return Ok(());
            }
        }
        if let Err(error) = reader.close(&mut source) {
            // Nothing is left to break off.
            let _ = each(Err(error));
        }
        Ok(())
    }
}

/// Where answers go.
#[derive(Clone, Copy)]
enum To {
    Input,
    Json,
    Text,
    Format(&'static Format),
}

struct FamilySession<F: Family> {
    family: F,
    puzzle: F::Puzzle,
    request: Request,
    from: Option<&'static Format>,
    to: To,
    /// The solver, and the input format that it is for.
    solver: Option<(&'static Format, F::Solver)>,
}

impl<F: Family> FamilySession<F> {
    /// The output's format, if it is one of a judge.
    fn output(&self, from: &'static Format) -> Option<&'static Format> {
        match self.to {
            To::Input if from.name == "korf" => None,
            To::Input => Some(from),
            To::Format(format) if format.name == "korf" => None,
            To::Format(format) => Some(format),
            To::Json | To::Text => None,
        }
    }

    fn solver_for(&mut self, from: &'static Format) -> Result<(), RequestError> {
        if self
            .solver
            .as_ref()
            .is_some_and(|(format, _)| *format == from)
        {
            return Ok(());
        }
        let output = self.output(from);
        let mut limits = self.request.limits;
        if let Some(limit) = output.and_then(|format| format.limit) {
            limits.moves = Some(limits.moves.map_or(limit, |most| most.min(limit)));
        }
        let query = Query {
            road: self.request.road,
            guide: self.request.guide,
            least: match &self.request.tie {
                None => output.is_none_or(|format| format.wants_least),
                Some(Tie::Any) => false,
                Some(Tie::Least | Tie::Order(_)) => true,
            },
            moves: output.is_none_or(|format| format.shows_moves),
            limits,
        };
        self.solver = Some((from, self.family.solver(&self.request, from, query)?));
        Ok(())
    }

    /// The input's format: the one that was named, or the one that its text shows.
    fn recognise(&self, name: &str, source: &mut Source<'_>) -> Result<&'static Format, RunError> {
        if let Some(format) = self.from {
            return Ok(format);
        }
        let (kind, size) = (self.family.kind(), self.family.size());
        let mut has_more = true;
        loop {
            match guess(kind, size, source.buffered(), !has_more) {
                Guess::Certain(format) => return Ok(format),
                Guess::Ambiguous(names) => {
                    // With the goal and the output named it makes no difference.
                    let is_settled = self.request.goal.is_some() && !matches!(self.to, To::Input);
                    let last = names.last().and_then(|name| format::find(kind, name));
                    if let (true, Some(format)) = (is_settled, last) {
                        return Ok(format);
                    }
                    let (input, formats) = (name.to_owned(), names.join(" or "));
                    return Err(RequestError::Ambiguous { input, formats }.into());
                }
                Guess::Unsure if has_more => has_more = source.fill()?,
                Guess::Unsure => {
                    let usual = formats_for(kind, size).into_iter().next();
                    return usual.ok_or(RunError::Cancelled);
                }
            }
        }
    }

    fn writer(&self, from: &'static Format) -> Result<Box<dyn Writer<F::Puzzle>>, RequestError> {
        let steps = self.request.steps;
        match self.output(from) {
            Some(format) if steps => Err(RequestError::NoSteps(format.name)),
            Some(format) => self
                .family
                .writer(format.name)
                .ok_or_else(|| RequestError::NoSuchTie(format.name.to_owned())),
            None if matches!(self.to, To::Text) => Ok(Box::new(write::Text { steps })),
            None => Ok(Box::new(write::Json { steps })),
        }
    }
}

impl<F: Family> Session for FamilySession<F> {
    fn run(
        &mut self,
        name: &str,
        input: &mut dyn Read,
        output: &mut dyn Write,
    ) -> Result<Summary, RunError> {
        let mut source = Source::new(name, input);
        let from = self.recognise(name, &mut source)?;
        self.solver_for(from)?;
        let writer = self.writer(from)?;
        let is_timed = self.output(from).is_none();
        let (Some(reader), Some((_, solver))) = (self.family.reader(from.name), &mut self.solver)
        else {
            return Ok(Summary::default());
        };
        let mut pipeline = Pipeline {
            puzzle: &self.puzzle,
            reader,
            solver,
            writer,
            keep_going: self.request.keep_going,
            is_timed,
            cancel: &self.request.cancel,
        };
        pipeline.run(&mut source, output)
    }
}

pub(super) fn rotation() -> Box<dyn Face> {
    Box::new(FamilyFace(RotationFamily))
}

pub(super) fn knights() -> Box<dyn Face> {
    Box::new(FamilyFace(KnightsFamily))
}

pub(super) fn sliding(size: Size) -> Box<dyn Face> {
    match size.cells() {
        0..=16 => Box::new(FamilyFace(SlidingFamily::<Nibbles>::new(size))),
        17..=32 => Box::new(FamilyFace(SlidingFamily::<Bytes<32>>::new(size))),
        _ => Box::new(FamilyFace(SlidingFamily::<Bytes<256>>::new(size))),
    }
}
