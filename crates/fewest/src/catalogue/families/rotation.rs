//! The rotation game.

use std::sync::Arc;

use super::generate::Lot;
use super::ground::Ground;
use super::{BoxedPopulation, Family, allowance, refuse_order};
use crate::catalogue::request::{Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::codec::Format;
use crate::heuristic::{Blind, Centre};
use crate::lab::Setting;
use crate::model::Model;
use crate::population::{BySymbols, BySymbolsError, Random};
use crate::progress::Unfinished;
use crate::puzzles::rotation::{Board, CELLS, OneSymbol, Rotation};
use crate::solver::{Guide, Query, RotationSolver};
use crate::table::build::build;

/// 24! / (8! 8! 8!).
const BOARDS: u128 = 9_465_511_770;

#[derive(Clone)]
pub(super) struct RotationFamily {
    model: Arc<Model>,
}

impl RotationFamily {
    pub(super) fn new() -> Self {
        let model = Arc::new(Model {
            title: "the rotation game".to_owned(),
            ..Model::rotation()
        });
        Self { model }
    }
}

impl Family for RotationFamily {
    type Puzzle = Rotation;
    type Solver = RotationSolver;

    fn own(&self) -> &Arc<Model> {
        &self.model
    }

    fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError> {
        refuse_order(request)?;
        Ok(Arc::clone(&self.model))
    }

    fn puzzle(&self, request: &Request) -> Result<Rotation, RequestError> {
        refuse_order(request)?;
        Ok(Rotation)
    }

    fn met(_: &Rotation, end: &Board) -> Option<usize> {
        end.centre().map(|symbol| usize::from(symbol) - 1)
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
