//! Knights.

use super::{BoxedPopulation, BoxedReader, Family, allowance, goal_board, refuse_order};
use crate::catalogue::request::{Goal, Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::format::notation::Notation;
use crate::format::write::{self, Writer};
use crate::format::{self, Format, Kind};
use crate::population::ByTable;
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::sliding::Size;
use crate::solver::{KnightsSolver, Query, SolverError};
use crate::table::build::build;

#[derive(Clone, Copy)]
pub(super) struct KnightsFamily;

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
        Ok(KnightsSolver::new(self.goal(request)?, query)?)
    }

    fn population(&self, request: &Request) -> Result<BoxedPopulation<Knights>, RequestError> {
        let puzzle = Knights::new(self.goal(request)?);
        let table = build(&puzzle, allowance(request)).map_err(SolverError::from)?;
        Ok(Box::new(ByTable::new(puzzle, table)))
    }

    fn table(&self, request: &Request) -> Result<Box<dyn TableFace>, RequestError> {
        let puzzle = Knights::new(self.goal(request)?);
        let notation = puzzle.clone();
        Ok(Box::new(Tabulated {
            puzzle,
            draw: move |board: &knights::Board, out: &mut Vec<u8>| notation.draw(board, out),
        }))
    }
}

impl KnightsFamily {
    fn goal(self, request: &Request) -> Result<knights::Board, RequestError> {
        match &request.goal {
            None => Ok(knights::Board::CLASSIC),
            Some(Goal::Text { name, text }) => goal_board(&self, name, text),
            Some(Goal::Named(goal)) => {
                let problem = format!(
                    "knights has no goal `{}`; give a file with a board",
                    goal.name()
                );
                Err(RequestError::NoSuchGoal(problem))
            }
        }
    }
}
