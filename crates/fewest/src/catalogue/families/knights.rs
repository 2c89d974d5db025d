//! Knights.

use std::sync::Arc;

use super::generate::Lot;
use super::ground::Ground;
use super::{BoxedPopulation, Family, drawing, goal_board, refuse_order, tabulate};
use crate::catalogue::request::{Goal, Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::codec::Format;
use crate::heuristic::{Blind, Misplaced};
use crate::lab::Setting;
use crate::model::Model;
use crate::population::{ByTable, Random};
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::puzzles::knights::{self, Knights};
use crate::solver::{Guide, KnightsSolver, Query};

#[derive(Clone)]
pub(super) struct KnightsFamily {
    model: Arc<Model>,
}

impl Family for KnightsFamily {
    type Puzzle = Knights;
    type Solver = KnightsSolver;

    fn own(&self) -> &Arc<Model> {
        &self.model
    }

    fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError> {
        refuse_order(request)?;
        Ok(Arc::clone(&self.model))
    }

    fn puzzle(&self, request: &Request) -> Result<Knights, RequestError> {
        refuse_order(request)?;
        Ok(Knights::new(knights::Board::CLASSIC))
    }

    fn solver(
        &self,
        request: &Request,
        _: &Format,
        query: Query,
    ) -> Result<KnightsSolver, RequestError> {
        Ok(KnightsSolver::new(self.goal_board(request)?, query)?)
    }

    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<Knights>, Unfinished<RequestError>> {
        let puzzle = Knights::new(self.goal_board(request)?);
        let table = tabulate(&puzzle, request)?;
        Ok(Box::new(ByTable::new(puzzle, table)))
    }

    fn table(&self, request: &Request, _: &Format) -> Result<Box<dyn TableFace>, RequestError> {
        let puzzle = Knights::new(self.goal_board(request)?);
        let draw = drawing(Arc::clone(&self.model), puzzle.clone(), |board| *board);
        Ok(Box::new(Tabulated { puzzle, draw }))
    }

    fn goal(&self, request: &Request, _: &Format) -> Result<Option<knights::Board>, RequestError> {
        self.goal_board(request).map(Some)
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
    pub(super) fn new() -> Self {
        let model = Arc::new(Model {
            title: "knights on 5 x 5".to_owned(),
            ..Model::knights()
        });
        Self { model }
    }

    fn goal_board(&self, request: &Request) -> Result<knights::Board, RequestError> {
        match &request.goal {
            None => Ok(knights::Board::CLASSIC),
            Some(Goal::Text { name, text }) => goal_board(self, name, text),
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
