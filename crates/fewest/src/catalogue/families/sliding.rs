//! Sliding tiles.

use std::sync::Arc;

use super::compare::FEW_CELLS;
use super::generate::{Counted, Lot, Urn};
use super::ground::Ground;
use super::sliding_grounds::ground;
use super::sliding_urns::{Near, Pairs, all_of};
use super::{BoxedPopulation, Family, drawing, goal_board, tabulate};
use crate::catalogue::request::{Goal, Request, RequestError, Tie};
use crate::catalogue::tables::{Group, TableFace, Tabulated};
use crate::codec::Format;
use crate::heuristic::pattern::Partition;
use crate::model::{Model, NamedGoal};
use crate::population::{ByTable, Relabelled};
use crate::progress::Unfinished;
use crate::puzzles::sliding::{self, Order, Relabelling, Size, Sliding, Tiles};
use crate::solver::{Guide, Query, SlidingSolver, SolverError};

pub(super) struct SlidingFamily<T> {
    size: Size,
    model: Arc<Model>,
    tiles: std::marker::PhantomData<fn() -> T>,
}

impl<T> Clone for SlidingFamily<T> {
    fn clone(&self) -> Self {
        Self {
            size: self.size,
            model: Arc::clone(&self.model),
            tiles: self.tiles,
        }
    }
}

impl<T: Tiles> SlidingFamily<T> {
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            model: Arc::new(Model::sliding(size, Order::default())),
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

    /// The goal that a request asks for, or else the one of a name.
    fn goal_or(
        &self,
        request: &Request,
        usual: NamedGoal,
    ) -> Result<sliding::Board<T>, RequestError> {
        let goal = match &request.goal {
            None => self.named(usual),
            Some(Goal::Named(goal)) => self.named(*goal),
            Some(Goal::Text { name, text }) => Some(goal_board(self, name, text)?),
        };
        goal.ok_or_else(|| self.too_large())
    }

    /// The board of a goal that has a name.
    fn named(&self, goal: NamedGoal) -> Option<sliding::Board<T>> {
        sliding::Board::new(&goal.tiles(self.size))
    }
}

impl<T: Tiles> Family for SlidingFamily<T> {
    type Puzzle = Sliding<T>;
    type Solver = SlidingSolver<T>;

    fn own(&self) -> &Arc<Model> {
        &self.model
    }

    fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError> {
        let order = Self::order(request)?;
        Ok(if order == Order::default() {
            Arc::clone(&self.model)
        } else {
            Arc::new(Model::sliding(self.size, order))
        })
    }

    fn puzzle(&self, request: &Request) -> Result<Sliding<T>, RequestError> {
        Sliding::rectangle(self.size, 0, Self::order(request)?).ok_or_else(|| self.too_large())
    }

    fn solver(
        &self,
        request: &Request,
        from: &Format,
        query: Query,
    ) -> Result<SlidingSolver<T>, RequestError> {
        let goal = self.goal_or(request, from.goal)?;
        Ok(SlidingSolver::new(
            self.size,
            Self::order(request)?,
            &goal,
            query,
        )?)
    }

    fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<Sliding<T>>, Unfinished<RequestError>> {
        let goal = self.goal_or(request, NamedGoal::default())?;
        let names = Relabelling::of(&goal, self.size);
        let puzzle = Sliding::rectangle(self.size, names.blank(), Self::order(request)?);
        let puzzle = puzzle
            .filter(Sliding::is_ranked)
            .ok_or_else(|| self.too_large())?;
        let table = tabulate(&puzzle, request)?;
        let canonical = ByTable::new(puzzle, table);
        Ok(Box::new(Relabelled::new(canonical, names)))
    }

    fn table(&self, request: &Request, from: &Format) -> Result<Box<dyn TableFace>, RequestError> {
        let goal = self.goal_or(request, from.goal)?;
        let names = Relabelling::of(&goal, self.size);
        let puzzle = Sliding::rectangle(self.size, names.blank(), Self::order(request)?);
        let puzzle = puzzle
            .filter(Sliding::is_ranked)
            .ok_or_else(|| self.too_large())?;
        let draw = drawing(
            Arc::clone(&self.model),
            puzzle.clone(),
            move |board: &sliding::Board<T>| names.restore(board),
        );
        Ok(Box::new(Tabulated { puzzle, draw }))
    }

    fn patterns(
        &self,
        request: &Request,
        from: &Format,
    ) -> Result<Vec<Box<dyn TableFace>>, RequestError> {
        let goal = self.goal_or(request, from.goal)?;
        let puzzle = Sliding::<T>::rectangle(self.size, goal.blank(), Self::order(request)?);
        let puzzle = puzzle.ok_or_else(|| self.too_large())?;
        let text = request.partition.as_deref().unwrap_or_default();
        let partition = Partition::parse(&puzzle, text).map_err(SolverError::from)?;
        let group = |tiles: &Vec<u8>| -> Box<dyn TableFace> {
            Box::new(Group {
                puzzle: puzzle.clone(),
                tiles: tiles.clone(),
            })
        };
        Ok(partition.groups().iter().map(group).collect())
    }

    fn goal(
        &self,
        request: &Request,
        from: &Format,
    ) -> Result<Option<sliding::Board<T>>, RequestError> {
        self.goal_or(request, from.goal).map(Some)
    }

    fn usual_guides(&self) -> &'static [Guide] {
        if self.size.cells() <= FEW_CELLS {
            &[Guide::Misplaced, Guide::Manhattan]
        } else {
            &[Guide::Manhattan, Guide::Pattern]
        }
    }

    fn ground(
        &self,
        request: &Request,
        guide: Guide,
        goal: Option<sliding::Board<T>>,
    ) -> Result<Option<Ground<sliding::Board<T>>>, Unfinished<RequestError>> {
        let goal = goal.map_or_else(|| self.goal_or(request, NamedGoal::default()), Ok)?;
        let names = Relabelling::of(&goal, self.size);
        let puzzle = Sliding::rectangle(self.size, names.blank(), Self::order(request)?);
        let puzzle = puzzle.ok_or_else(|| self.too_large())?;
        Ok(ground(puzzle, names, guide, request)?)
    }

    fn urn(
        &self,
        request: &Request,
        format: &Format,
        farthest: u8,
    ) -> Result<Box<dyn Urn<sliding::Board<T>>>, Unfinished<RequestError>> {
        if format.brings_goals {
            return Ok(Box::new(Pairs::new(self.size, request)?));
        }
        let names = Relabelling::of(&self.goal_or(request, format.goal)?, self.size);
        match Near::new(self.size, names, farthest, request)? {
            Some(near) => Ok(Box::new(near)),
            None => Ok(Box::new(Counted(self.population(request)?))),
        }
    }

    fn all(
        &self,
        _: &Request,
        goal: Option<sliding::Board<T>>,
        brings_goals: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<sliding::Board<T>>>, Unfinished<RequestError>> {
        let goal = goal.filter(|_| !brings_goals);
        Ok(all_of(self.size, goal, is_solvable))
    }
}
