//! Puzzles by their definitions.

use std::sync::Arc;
use std::time::Duration;

use super::generate::{Lot, Urn};
use super::ground::Ground;
use super::{
    BoxedPopulation, Family, Teller, allowance, defined_urns, drawing, goal_board, refuse_order,
    symbols,
};
use crate::catalogue::request::{Goal, Request, RequestError};
use crate::catalogue::tables::{TableFace, Tabulated};
use crate::codec::Format;
use crate::heuristic::merged::Merged;
use crate::heuristic::{Blind, Heuristic, OutOfPlace};
use crate::kernel::general::{Board, General};
use crate::kernel::{Kernel, KernelError};
use crate::lab::Setting;
use crate::model::Model;
use crate::progress::Unfinished;
use crate::random::Random;
use crate::solver::report::Report;
use crate::solver::{Guide, LookupSolver, Query, Setup, Solvable, TableSource, view_of};

/// How long it is looked for what moves do at all before a comparison: nobody can interrupt that, and searches end without it, too.
const ASKED: Duration = Duration::from_secs(2);

/// A defined puzzle of at most `N` cells.
#[derive(Clone)]
pub(super) struct DefinedFamily<B: Board> {
    puzzle: Arc<General<B>>,
}

impl<B: Board> DefinedFamily<B> {
    pub(super) fn new(model: Arc<Model>) -> Result<Self, KernelError> {
        let puzzle = Arc::new(General::of(model)?);
        Ok(Self { puzzle })
    }

    /// The board that a request has as its goal, if it has one.
    fn own_goal(&self, request: &Request) -> Result<Option<B>, RequestError> {
        match &request.goal {
            None => Ok(None),
            Some(Goal::Text { name, text }) => goal_board(self, name, text).map(Some),
            Some(Goal::Named(goal)) => Err(RequestError::NoSuchGoal(format!(
                "{} has no goal `{}`; give a file with a board",
                self.name(),
                goal.name()
            ))),
        }
    }

    /// The puzzle with the request's goal.
    fn with_goal(&self, request: &Request) -> Result<Arc<General<B>>, RequestError> {
        refuse_order(request)?;
        match self.own_goal(request)? {
            None => Ok(Arc::clone(&self.puzzle)),
            Some(goal) => self.to(&goal).map(Arc::new),
        }
    }

    /// The puzzle with this goal alone.
    fn to(&self, goal: &B) -> Result<General<B>, RequestError> {
        let model = self.puzzle.model().with_goal(&symbols(&*self.puzzle, goal));
        General::of(Arc::new(model)).map_err(|error| RequestError::NoSuchGoal(error.to_string()))
    }
}

impl<B: Board> Family for DefinedFamily<B> {
    type Puzzle = General<B>;
    type Solver = LookupSolver<General<B>>;

    fn own(&self) -> &Arc<Model> {
        self.puzzle.model()
    }

    fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError> {
        Ok(Arc::clone(self.with_goal(request)?.model()))
    }

    fn puzzle(&self, request: &Request) -> Result<General<B>, RequestError> {
        Ok((*self.with_goal(request)?).clone())
    }

    fn met(puzzle: &General<B>, end: &B) -> Option<usize> {
        Kernel::goal(puzzle, end)
    }

    fn solver(
        &self,
        request: &Request,
        _: &Format,
        query: Query,
    ) -> Result<LookupSolver<General<B>>, RequestError> {
        Ok(LookupSolver::new(self.with_goal(request)?, query)?)
    }

    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<General<B>>, Unfinished<RequestError>> {
        defined_urns::population(&self.with_goal(request)?, request)
    }

    fn urn(
        &self,
        request: &Request,
        _: &Format,
        farthest: u8,
    ) -> Result<Box<dyn Urn<B>>, Unfinished<RequestError>> {
        defined_urns::urn(&self.with_goal(request)?, farthest, request)
    }

    /// The table of what the goals can tell apart.
    fn table(&self, request: &Request, _: &Format) -> Result<Box<dyn TableFace>, RequestError> {
        let puzzle = view_of(&*self.with_goal(request)?)?;
        let draw = drawing(Arc::clone(puzzle.model()), puzzle.clone(), |board| *board);
        Ok(Box::new(Tabulated { puzzle, draw }))
    }

    fn goal(&self, request: &Request, _: &Format) -> Result<Option<B>, RequestError> {
        self.own_goal(request)
    }

    fn report(&self, memory: Option<u64>) -> Option<Report> {
        Some(Report::of(&*self.puzzle, memory))
    }

    fn usual_guides(&self) -> &'static [Guide] {
        &[Guide::Misplaced, Guide::Pattern]
    }

    fn ground(
        &self,
        request: &Request,
        guide: Guide,
        _: Option<B>,
    ) -> Result<Option<Ground<B>>, Unfinished<RequestError>> {
        let puzzle = self.puzzle(request)?;
        Ok(match guide {
            Guide::Blind => Some(ground(puzzle, Blind)),
            Guide::Misplaced => {
                let out_of_place = OutOfPlace::new(&puzzle);
                Some(ground(puzzle, out_of_place))
            }
            Guide::Pattern => {
                let merged = Merged::build(&puzzle, PATTERN_BOARDS, allowance(request));
                let merged = merged?;
                let bytes = merged.bytes();
                let setup = Setup {
                    partition: Some(Arc::clone(merged.groups())),
                    tables: Some(TableSource::Built),
                    ..Setup::default()
                };
                (!merged.is_empty()).then(|| ground(puzzle, merged).with_tables(bytes, setup))
            }
            _ => None,
        })
    }

    fn tells_solvable(&self, request: &Request) -> Result<Option<Teller<B>>, RequestError> {
        let puzzle = self.with_goal(request)?;
        let known = Solvable::by_moves(&puzzle, Some(ASKED)).ok();
        Ok(Some(Box::new(move |board| {
            if puzzle.parity_allows(board) && puzzle.group_allows(board) {
                known.as_ref()?.includes(board)
            } else {
                Some(false)
            }
        })))
    }

    fn all(
        &self,
        request: &Request,
        _: Option<B>,
        _: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<B>>, Unfinished<RequestError>> {
        let solvable = Solvable::of(&self.with_goal(request)?, allowance(request))?;
        let boards = if is_solvable {
            solvable.boards()
        } else {
            solvable.others()
        };
        let draw = move |random: &mut Random| {
            let board = solvable.draw(is_solvable, random)?;
            Some(((board, None), None))
        };
        Ok((boards > 0).then(|| Lot {
            boards,
            draw: Box::new(draw),
        }))
    }
}

/// Boards of a pattern database in a comparison.
const PATTERN_BOARDS: u64 = 1 << 23;

fn ground<B: Board, H: Heuristic<General<B>> + 'static>(
    puzzle: General<B>,
    heuristic: H,
) -> Ground<B> {
    Ground::new(Setting::new(puzzle, heuristic))
}
