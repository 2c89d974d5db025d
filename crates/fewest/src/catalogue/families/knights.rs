//! Knights.

use super::generate::Lot;
use super::ground::Ground;
use super::{BoxedPopulation, BoxedReader, Family, goal_board, refuse_order, tabulate};
use crate::catalogue::request::{Goal, Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::format::answers::{self, AnswerReader};
use crate::format::inputs::{self, InputWriter};
use crate::format::notation::Notation;
use crate::format::write::{self, Writer};
use crate::format::{self, Format, Kind};
use crate::heuristic::{Blind, Misplaced};
use crate::lab::Setting;
use crate::population::{ByTable, Random};
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::puzzles::knights::{self, Knights};
use crate::puzzles::sliding::Size;
use crate::solver::{Guide, KnightsSolver, Query};

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
        Ok(KnightsSolver::new(Self::goal_board(request)?, query)?)
    }

    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<Knights>, Unfinished<RequestError>> {
        let puzzle = Knights::new(Self::goal_board(request)?);
        let table = tabulate(&puzzle, request)?;
        Ok(Box::new(ByTable::new(puzzle, table)))
    }

    fn table(&self, request: &Request, _: &Format) -> Result<Box<dyn TableFace>, RequestError> {
        let puzzle = Knights::new(Self::goal_board(request)?);
        let notation = puzzle.clone();
        Ok(Box::new(Tabulated {
            puzzle,
            draw: move |board: &knights::Board, out: &mut Vec<u8>| notation.draw(board, out),
        }))
    }

    fn goal(&self, request: &Request, _: &Format) -> Result<Option<knights::Board>, RequestError> {
        Self::goal_board(request).map(Some)
    }

    fn answer_reader(&self, format: &str) -> Option<Box<dyn AnswerReader<Knights>>> {
        answers::knights(format)
    }

    fn input_writer(&self, format: &str) -> Option<Box<dyn InputWriter<Knights>>> {
        inputs::knights(format)
    }

    fn usual_guides(&self) -> &'static [Guide] {
        &[Guide::Misplaced]
    }

    fn ground(
        &self,
        _: &Request,
        guide: Guide,
        goal: Option<knights::Board>,
    ) -> Result<Option<Ground<knights::Board>>, Unfinished<RequestError>> {
        let puzzle = Knights::new(goal.unwrap_or(knights::Board::CLASSIC));
        Ok(match guide {
            Guide::Blind => {
                let heuristic = Blind;
                Some(Ground::new(Setting::new(puzzle, heuristic)))
            }
            Guide::Misplaced => {
                let heuristic = Misplaced;
                Some(Ground::new(Setting::new(puzzle, heuristic)))
            }
            _ => None,
        })
    }

    /// Every board can be solved, whatever the goal.
    fn all(
        &self,
        _: &Request,
        goal: Option<knights::Board>,
        _: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<knights::Board>>, Unfinished<RequestError>> {
        let puzzle = Knights::new(goal.unwrap_or(knights::Board::CLASSIC));
        Ok(is_solvable.then(|| Lot {
            boards: puzzle.boards().into(),
            draw: Box::new(move |random: &mut Random| {
                let board = puzzle.unrank(random.below(puzzle.boards()));
                Some(((board, None), None))
            }),
        }))
    }
}

impl KnightsFamily {
    fn goal_board(request: &Request) -> Result<knights::Board, RequestError> {
        match &request.goal {
            None => Ok(knights::Board::CLASSIC),
            Some(Goal::Text { name, text }) => goal_board(&KnightsFamily, name, text),
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
