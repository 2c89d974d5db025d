//! The rotation game.

use super::generate::Lot;
use super::ground::Ground;
use super::{BoxedPopulation, BoxedReader, Family, allowance, refuse_order};
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::format::answers::{self, AnswerReader};
use crate::format::inputs::{self, InputWriter};
use crate::format::write::{self, Writer};
use crate::format::{self, Format, Kind};
use crate::heuristic::{Blind, Centre};
use crate::lab::Setting;
use crate::population::{BySymbols, BySymbolsError, Random};
use crate::progress::Unfinished;
use crate::puzzles::rotation::{Board, CELLS, OneSymbol, Rotation};
use crate::puzzles::sliding::Size;
use crate::solver::{Guide, Query, RotationSolver};
use crate::table::build::build;

/// 24! / (8! 8! 8!).
const BOARDS: u128 = 9_465_511_770;

#[derive(Clone, Copy)]
pub(super) struct RotationFamily;

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
        refuse_goal(request)?;
        Ok(RotationSolver::new(query)?)
    }

    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<Rotation>, Unfinished<RequestError>> {
        refuse_goal(request)?;
        let view = OneSymbol::new();
        let table = build(&view, allowance(request))?;
        let boards = BySymbols::new(Rotation, &view, &table, allowance(request));
        let no_such = |error: BySymbolsError| RequestError::NoSuchBoards(error.to_string());
        Ok(Box::new(
            boards.map_err(|unfinished| unfinished.map(no_such))?,
        ))
    }

    /// The table of the view through one symbol: it serves all three goals.
    fn table(&self, request: &Request, _: &Format) -> Result<Box<dyn TableFace>, RequestError> {
        refuse_goal(request)?;
        Ok(Box::new(Tabulated {
            puzzle: OneSymbol::new(),
            draw: |places: &u32, out: &mut Vec<u8>| {
                let mark = |cell: usize| if places >> cell & 1 == 1 { b'x' } else { b'.' };
                out.extend((0..CELLS).map(mark));
                out.push(b'\n');
            },
        }))
    }

    fn goal(&self, request: &Request, _: &Format) -> Result<Option<Board>, RequestError> {
        refuse_goal(request)?;
        Ok(None)
    }

    fn answer_reader(&self, format: &str) -> Option<Box<dyn AnswerReader<Rotation>>> {
        answers::rotation(format)
    }

    fn input_writer(&self, format: &str) -> Option<Box<dyn InputWriter<Rotation>>> {
        inputs::rotation(format)
    }

    fn usual_guides(&self) -> &'static [Guide] {
        &[Guide::Centre]
    }

    fn ground(
        &self,
        _: &Request,
        guide: Guide,
        _: Option<Board>,
    ) -> Result<Option<Ground<Board>>, Unfinished<RequestError>> {
        Ok(match guide {
            Guide::Blind => Some(Ground::new(setting(Blind))),
            Guide::Centre => Some(Ground::new(setting(Centre))),
            _ => None,
        })
    }

    /// Every board can be solved.
    fn all(
        &self,
        _: &Request,
        _: Option<Board>,
        _: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<Board>>, Unfinished<RequestError>> {
        let draw = |random: &mut Random| {
            let mut symbols: [u8; CELLS] = std::array::from_fn(|cell| [1, 2, 3][cell % 3]);
            random.shuffle(&mut symbols);
            Some(((Board::new(&symbols)?, None), None))
        };
        Ok(is_solvable.then(|| Lot {
            boards: BOARDS,
            draw: Box::new(draw),
        }))
    }
}

const fn setting<H>(heuristic: H) -> Setting<Rotation, H> {
    Setting::new(Rotation, heuristic)
}

fn refuse_goal(request: &Request) -> Result<(), RequestError> {
    match request.goal {
        None => Ok(()),
        Some(_) => Err(RequestError::NoSuchGoal(
            "rotation has its three goals and takes no other".to_owned(),
        )),
    }
}
