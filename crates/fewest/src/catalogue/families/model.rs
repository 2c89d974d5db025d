//! Any model, in the boards of its kernel.

use std::sync::Arc;
use std::time::Duration;

use super::generate::{Lot, Urn};
use super::ground::Ground;
use super::{BoxedPopulation, Teller, allowance, goal_board, symbols, urns};
use crate::catalogue::request::{Goal, Request, RequestError, Tie};
use crate::catalogue::tables::{PatternFaces, TableFace, Tabulated};
use crate::codec::Format;
use crate::kernel::KernelError;
use crate::lab::Field;
use crate::model::{Kind, Model, NamedGoal};
use crate::model::{Order, Size};
use crate::progress::Unfinished;
use crate::solver::report::Report;
use crate::solver::{Guide, Guided, Query, Setup, Solvable, Solver, SolverError, view_of};

/// How long it is looked for what moves do at all before a comparison: nobody can interrupt that, and searches end without it, too.
const ASKED: Duration = Duration::from_secs(2);

/// A model and its kernel.
pub(super) struct ModelFamily<K> {
    own: Arc<K>,
}

impl<K> Clone for ModelFamily<K> {
    fn clone(&self) -> Self {
        Self {
            own: Arc::clone(&self.own),
        }
    }
}

/// What a puzzle needs for all that can be done with it.
pub(super) trait Complete: Guided<Board: 'static> + PatternFaces {}

impl<K: Guided<Board: 'static> + PatternFaces> Complete for K {}

impl<K: Complete> ModelFamily<K> {
    pub(super) fn new(model: Arc<Model>) -> Result<Self, KernelError> {
        let own = Arc::new(K::of(model)?);
        Ok(Self { own })
    }

    /// The puzzle with the tie order of a request.
    fn ordered(&self, request: &Request) -> Result<Arc<K>, RequestError> {
        let Some(Tie::Order(word)) = &request.tie else {
            return Ok(Arc::clone(&self.own));
        };
        let order = Order::parse(word).zip(self.own.model().size);
        let (order, size) = order.ok_or_else(|| RequestError::NoSuchTie(word.clone()))?;
        let puzzle = K::of(Arc::new(Model::sliding(size, order)));
        Ok(Arc::new(puzzle.map_err(SolverError::from)?))
    }

    /// The goal that a request asks for, or else the one of a name; `None` if that is the puzzle's own.
    fn goal_or(
        &self,
        request: &Request,
        usual: NamedGoal,
    ) -> Result<Option<K::Board>, RequestError> {
        let model = self.own.model();
        let named = |goal: NamedGoal| {
            let tiles = goal.tiles(model.size?);
            self.own.board(&tiles)
        };
        match &request.goal {
            None => Ok(named(usual)),
            Some(_) if model.kind == Kind::Rotation => Err(RequestError::NoSuchGoal(format!(
                "{} has its three goals and takes no other",
                model.name
            ))),
            Some(Goal::Text { name, text }) => goal_board(self, name, text).map(Some),
            Some(Goal::Named(goal)) => match named(*goal) {
                Some(board) => Ok(Some(board)),
                None => Err(RequestError::NoSuchGoal(format!(
                    "{} has no goal `{}`; give a file with a board",
                    model.name,
                    goal.name()
                ))),
            },
        }
    }

    /// The puzzle with the goal that a request asks for, and that goal.
    fn to_goal(
        &self,
        request: &Request,
        usual: NamedGoal,
    ) -> Result<(Option<K::Board>, Arc<K>), RequestError> {
        let goal = self.goal_or(request, usual)?;
        self.with_goal(request, goal)
    }

    fn with_goal(
        &self,
        request: &Request,
        goal: Option<K::Board>,
    ) -> Result<(Option<K::Board>, Arc<K>), RequestError> {
        let puzzle = self.ordered(request)?;
        let puzzle = match &goal {
            Some(goal) => Arc::new(puzzle.to_goal(goal).map_err(SolverError::from)?),
            None => puzzle,
        };
        Ok((goal, puzzle))
    }
}

impl<K: Complete> ModelFamily<K> {
    pub(super) fn name(&self) -> String {
        self.own().name.clone()
    }

    /// What its tables are filed under.
    pub(super) fn shelf(&self) -> String {
        self.own.shelf()
    }

    pub(super) fn size(&self) -> Option<Size> {
        self.own().size
    }

    /// The model, without anything that a request says.
    pub(super) fn own(&self) -> &Arc<Model> {
        self.own.model()
    }

    /// The model with the tie order of a request, and its goal if that is a board.
    pub(super) fn model(&self, request: &Request) -> Result<Arc<Model>, RequestError> {
        let puzzle = self.ordered(request)?;
        let goal = match &request.goal {
            Some(Goal::Text { .. }) => self.goal_or(request, NamedGoal::default())?,
            _ => None,
        };
        Ok(match goal {
            Some(goal) => Arc::new(puzzle.model().with_goal(&symbols(&*puzzle, &goal))),
            None => Arc::clone(puzzle.model()),
        })
    }

    /// The puzzle with the tie order of a request.
    pub(super) fn puzzle(&self, request: &Request) -> Result<K, RequestError> {
        Ok((*self.ordered(request)?).clone())
    }

    /// The solver for boards of an input's format.
    pub(super) fn solver(
        &self,
        request: &Request,
        from: &Format,
        query: Query,
    ) -> Result<Solver<K>, RequestError> {
        let goal = self.goal_or(request, from.goal)?;
        Ok(Solver::new(self.ordered(request)?, goal, query)?)
    }

    /// All boards by distance to the request's goal; the usual format's if it has none.
    pub(super) fn population(
        &self,
        request: &Request,
    ) -> Result<BoxedPopulation<K>, Unfinished<RequestError>> {
        let (goal, puzzle) = self.to_goal(request, NamedGoal::default())?;
        urns::population(&self.own, goal, &puzzle, request)
    }

    /// The table of what the goals can tell apart.
    pub(super) fn table(
        &self,
        request: &Request,
        from: &Format,
    ) -> Result<Box<dyn TableFace>, RequestError> {
        let (goal, puzzle) = self.to_goal(request, from.goal)?;
        let puzzle = view_of(&*puzzle)?;
        let (own, view) = (Arc::clone(&self.own), puzzle.clone());
        // Boards with other names for their pieces are shown by the user's, others as the goals see them.
        let goal = goal.filter(|goal| own.goal_class(goal).is_some());
        let draw = move |board: &K::Board, out: &mut Vec<u8>| match &goal {
            Some(goal) => {
                let shown = symbols(&*own, &own.restored(board, goal));
                own.model().draw_board(&shown, out);
            }
            None => view.model().draw_board(&symbols(&view, board), out),
        };
        Ok(Box::new(Tabulated { puzzle, draw }))
    }

    /// The pattern databases of the request's partition, where the puzzle has some.
    pub(super) fn patterns(
        &self,
        request: &Request,
        from: &Format,
    ) -> Result<Vec<Box<dyn TableFace>>, RequestError> {
        let (_, puzzle) = self.to_goal(request, from.goal)?;
        puzzle.pattern_faces(request.partition.as_deref().unwrap_or_default())
    }

    /// The goal of boards that bring none; `None` where the puzzle has its own.
    pub(super) fn goal(
        &self,
        request: &Request,
        from: &Format,
    ) -> Result<Option<K::Board>, RequestError> {
        let goal = self.goal_or(request, from.goal)?;
        // The one goal of knights is told of every board that is not brought to it.
        let is_known = self.own().kind == Kind::Knights;
        let own = || self.own.solved_boards()?.first().copied();
        Ok(goal.or_else(|| own().filter(|_| is_known)))
    }

    /// What it is, and how it is answered within so much memory.
    pub(super) fn report(&self, memory: Option<u64>) -> Report {
        Report::of(&*self.own, memory)
    }

    /// The heuristics that are compared if none is named.
    pub(super) fn usual_guides(&self) -> &'static [Guide] {
        self.own.compared()
    }

    /// Boards with a goal, to be searched with a heuristic; `None` if the puzzle does not have it.
    pub(super) fn ground(
        &self,
        request: &Request,
        guide: Guide,
        goal: Option<K::Board>,
    ) -> Result<Option<Ground<K::Board>>, Unfinished<RequestError>> {
        let (goal, puzzle) = match goal {
            Some(_) => self.with_goal(request, goal)?,
            None => self.to_goal(request, NamedGoal::default())?,
        };
        if !K::guides(puzzle.model()).contains(&guide) {
            return Ok(None);
        }
        let heuristics = puzzle.heuristics(&[guide])?;
        let mut databases = None;
        if guide == Guide::Pattern {
            let query = Query {
                guide: Some(guide),
                partition: request.partition.clone(),
                store: request.store.clone(),
                progress: Some(Arc::clone(&request.progress)),
                is_compared: true,
                ..Query::default()
            };
            let budget = (&*request.cancel).into();
            let memory = request.limits.memory;
            databases = puzzle.databases(K::COMPARED, memory, &query, budget)?;
            if databases.is_none() {
                return Ok(None);
            }
        }
        let tables = databases
            .as_ref()
            .map(|built| (K::entries(built), K::setup(built)));
        let own = self.ordered(request)?;
        let field = Field::new(own, (goal, (*puzzle).clone()), guide, heuristics, databases);
        let (bytes, setup) = tables.unwrap_or((0, Setup::default()));
        Ok(Some(Ground::new(field).with_tables(bytes, setup)))
    }

    /// Tells boards that moves solve from others by what moves do at all; `None` if the [grounds](Self::ground) tell them apart.
    pub(super) fn tells_solvable(
        &self,
        request: &Request,
    ) -> Result<Option<Teller<K::Board>>, RequestError> {
        let (goal, puzzle) = self.to_goal(request, NamedGoal::default())?;
        if puzzle.is_parity_exact() {
            return Ok(None);
        }
        let known = Solvable::by_moves(&puzzle, Some(ASKED)).ok();
        let own = Arc::clone(&self.own);
        Ok(Some(Box::new(move |board| {
            let board = goal.map_or(*board, |goal| own.renamed(board, &goal));
            if puzzle.parity_allows(&board) && puzzle.group_allows(&board) {
                known.as_ref()?.includes(&board)
            } else {
                Some(false)
            }
        })))
    }

    /// Boards by distance, at least up to the farthest asked for, to be written in a format.
    pub(super) fn urn(
        &self,
        request: &Request,
        format: &Format,
        farthest: u8,
    ) -> Result<Box<dyn Urn<K::Board>>, Unfinished<RequestError>> {
        if format.brings_goals {
            return Ok(Box::new(urns::Pairs::new(&self.own, request)?));
        }
        let (goal, puzzle) = self.to_goal(request, format.goal)?;
        urns::urn(&self.own, goal, &puzzle, farthest, request)
    }

    /// All boards that can be solved, or all that can't, each with a goal of its own if that is asked for; `None` if there are none.
    pub(super) fn all(
        &self,
        request: &Request,
        goal: Option<K::Board>,
        brings_goals: bool,
        is_solvable: bool,
    ) -> Result<Option<Lot<K::Board>>, Unfinished<RequestError>> {
        if brings_goals {
            return Ok(Some(urns::all_pairs(&self.own, is_solvable)?));
        }
        let (_, puzzle) = self.with_goal(request, goal)?;
        let solvable = Solvable::of(&puzzle, allowance(request))?;
        let boards = if is_solvable {
            solvable.boards()
        } else {
            solvable.others()
        };
        let own = Arc::clone(&self.own);
        let draw = move |random: &mut crate::random::Random| {
            let board = solvable.draw(is_solvable, random)?;
            let board = goal.map_or(board, |goal| own.restored(&board, &goal));
            Some(((board, None), None))
        };
        Ok((boards > 0).then(|| Lot {
            boards,
            draw: Box::new(draw),
        }))
    }
}
