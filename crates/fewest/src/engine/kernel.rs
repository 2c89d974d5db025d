//! The one engine: a model in the boards of its kernel.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use super::arena::{Arena, Field, Prepared};
use super::by_rank::{ByRank, symbols};
use super::population;
use super::rows::{
    AllSolvable, Numbered, NumberedRows, RowSolver, Sampled, SampledRows, SolvableRows,
};
use super::sampler::{self, Sampler, Wanted};
use super::tables::{PatternTables, Projected, StoredTable};
use super::tabulated::Tabulated;
use super::{Engine, TellsSolvable};
use crate::error::PuzzleError;
use crate::kernel::KernelError;
use crate::levels::{self, AllBoards, LevelOptions, LevelProof, Levels, LevelsError, Plan};
use crate::model::Case;
use crate::model::Model;
use crate::population::{Fibres, Population};
use crate::projection::PieceSearch;
use crate::search::Limits;
use crate::solver::report::Report;
use crate::solver::{
    self, Answer, Batches, HeuristicKernel, HeuristicName, Measured, Options, Setup, Solvable,
    Solver, SolverError, TableSource, view_of,
};
use crate::space::set::BoardSet;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::{Listing, Survey, survey};

/// How long it is looked for what moves do at all before a comparison: nobody can interrupt that,
/// and searches end without it.
const ASKED: Duration = Duration::from_secs(2);

/// What a kernel needs for all that can be done with a model.
pub(super) trait Complete: HeuristicKernel<Board: 'static> + PatternTables {}

impl<K: HeuristicKernel<Board: 'static> + PatternTables> Complete for K {}

/// A model and its kernel.
pub(super) struct InKernel<K> {
    own: Arc<K>,
}

impl<K: Complete> InKernel<K> {
    pub(super) fn new(model: Arc<Model>) -> Result<Self, KernelError> {
        let own = Arc::new(K::of(model)?);
        Ok(Self { own })
    }

    /// The board with these symbols, and the puzzle whose goal it is.
    fn to_goal(&self, goal: Option<&[u8]>) -> Result<(Option<K::Board>, Arc<K>), SolverError> {
        let goal = self.board(goal);
        let puzzle = match &goal {
            Some(goal) => Arc::new(self.own.to_goal(goal)?),
            None => Arc::clone(&self.own),
        };
        Ok((goal, puzzle))
    }

    /// The board of a goal. Whoever gives symbols has seen to it that they are a board's.
    fn board(&self, symbols: Option<&[u8]>) -> Option<K::Board> {
        let board = symbols.and_then(|symbols| self.own.board(symbols));
        debug_assert!(board.is_some() || symbols.is_none(), "no board");
        board
    }
}

impl<K: Complete> Engine for InKernel<K> {
    fn model(&self) -> &Arc<Model> {
        self.own.model()
    }

    fn table_name(&self) -> String {
        self.own.table_name()
    }

    fn report(&self, memory: Option<u64>) -> Report {
        Report::of(&*self.own, memory)
    }

    fn measured(
        &self,
        memory: Option<u64>,
        budget: Budget<'_>,
    ) -> Result<Vec<Measured>, Unfinished<Infallible>> {
        solver::measured(&*self.own, memory, budget)
    }

    fn compared(&self) -> &'static [HeuristicName] {
        self.own.compared()
    }

    fn check_heuristic(&self, heuristic_name: HeuristicName) -> Result<(), SolverError> {
        solver::check_heuristic(&*self.own, heuristic_name)
    }

    fn solver(
        &self,
        goal: Option<&[u8]>,
        options: Options,
    ) -> Result<Box<dyn RowSolver>, SolverError> {
        Ok(Box::new(BySymbols {
            own: Arc::clone(&self.own),
            solver: Solver::new(Arc::clone(&self.own), self.board(goal), options)?,
        }))
    }

    fn numbered(&self, goal: Option<&[u8]>) -> Result<Box<dyn NumberedRows>, SolverError> {
        let (goal, puzzle) = self.to_goal(goal)?;
        let fibres = Fibres::of(puzzle);
        if !fibres.view().has_table() || fibres.size().is_none() {
            return Err(SolverError::TooLarge(self.own.model().name.clone()));
        }
        let own = Arc::clone(&self.own);
        Ok(Box::new(Numbered { own, goal, fibres }))
    }

    fn all_solvable(
        &self,
        goal: Option<&[u8]>,
        options: &Options,
    ) -> Result<Box<dyn SolvableRows>, Unfinished<PuzzleError>> {
        let (goal, puzzle) = self.to_goal(goal)?;
        Ok(Box::new(AllSolvable {
            solvable: Solvable::of(&puzzle, options.whole())?,
            own: Arc::clone(&self.own),
            goal,
        }))
    }

    fn sampled(
        &self,
        goal: Option<&[u8]>,
        farthest: u8,
        options: &Options,
    ) -> Result<Box<dyn SampledRows>, Unfinished<PuzzleError>> {
        let (goal, puzzle) = self.to_goal(goal)?;
        let boards = population::by_distance(&self.own, goal, &puzzle, farthest, options)?;
        let own = Arc::clone(&self.own);
        Ok(Box::new(Sampled { own, boards }))
    }

    fn table_bytes(&self, goal: Option<&[u8]>) -> Result<Option<u64>, SolverError> {
        let (_, puzzle) = self.to_goal(goal)?;
        Ok(solver::table_bytes(&*puzzle))
    }

    fn survey(
        &self,
        goal: Option<&[u8]>,
        from: Option<&Arc<BoardSet>>,
        listing: Listing,
        options: &Options,
    ) -> Result<Survey<Vec<u8>>, Unfinished<PuzzleError>> {
        let (goal, puzzle) = self.to_goal(goal)?;
        if goal.is_none()
            && let Some(population) = population::by_pieces(&*puzzle, from, options)?
        {
            let survey = survey(&*population, listing, options.whole())?;
            return Ok(survey.map(|board| symbols(population.puzzle(), &board)));
        }
        let population = population::population(&self.own, goal, &puzzle, from, options)?;
        let population: &dyn Population<Puzzle = K> = &*population;
        let survey = survey(population, listing, options.whole())?;
        let puzzle = population.puzzle();
        Ok(survey.map(|board| symbols(puzzle, &population.shown(&board))))
    }

    fn level_plan(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Plan, LevelsError> {
        let (_, puzzle) = self.to_goal(goal).map_err(PuzzleError::from)?;
        levels::plan(&*puzzle, levels, options.limits.memory)
    }

    fn levels(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<Levels<Vec<u8>>, Unfinished<LevelsError>> {
        let (goal, puzzle) = self.to_goal(goal).map_err(PuzzleError::from)?;
        let counted = levels::count(&*puzzle, levels, options.whole())?;
        let shown = |board| match &goal {
            Some(goal) => self.own.restored(&board, goal),
            None => board,
        };
        Ok(counted.map(|board| symbols(&*self.own, &shown(board))))
    }

    fn all_boards(&self, goal: Option<&[u8]>) -> Result<Box<dyn AllBoards>, SolverError> {
        let (goal, puzzle) = self.to_goal(goal)?;
        if puzzle.boards() == 0 || !puzzle.has_table() {
            return Err(SolverError::TooLarge(puzzle.model().name.clone()));
        }
        let own = Arc::clone(&self.own);
        let shown = move |board: &K::Board| {
            symbols(
                &*own,
                &match &goal {
                    Some(goal) => own.restored(board, goal),
                    None => *board,
                },
            )
        };
        Ok(Box::new(ByRank { puzzle, shown }))
    }

    fn verify_levels(
        &self,
        goal: Option<&[u8]>,
        levels: &LevelOptions,
        options: &Options,
    ) -> Result<LevelProof, Unfinished<LevelsError>> {
        let (_, puzzle) = self.to_goal(goal).map_err(PuzzleError::from)?;
        levels::verify(&*puzzle, levels, options.whole())
    }

    fn sampler(
        &self,
        goal: Option<&[u8]>,
        wanted: Wanted,
        with_goals: bool,
        options: &Options,
    ) -> Result<Sampler, Unfinished<PuzzleError>> {
        if with_goals {
            return sampler::pairs(&self.own, wanted, options);
        }
        let (goal, puzzle) = self.to_goal(goal)?;
        sampler::boards(&self.own, goal, &puzzle, wanted, options)
    }

    fn arena(
        &self,
        goal: Option<&[u8]>,
        heuristic_name: HeuristicName,
        options: &Options,
    ) -> Result<Option<Prepared>, Unfinished<PuzzleError>> {
        let (goal, puzzle) = self.to_goal(goal)?;
        if !K::heuristic_names(puzzle.model()).contains(&heuristic_name) {
            return Ok(None);
        }
        let heuristics = puzzle.heuristics(&[heuristic_name])?;
        let mut databases = None;
        if heuristic_name == HeuristicName::Pattern {
            let options = Options {
                heuristics: vec![heuristic_name],
                is_compared: true,
                ..options.clone()
            };
            let budget: Budget<'_> = (&*options.cancel).into();
            let memory = options.limits.memory;
            databases = puzzle.databases(K::COMPARED, memory, &options, budget)?;
            if databases.is_none() {
                return Ok(None);
            }
        }
        let bytes = databases.as_ref().map_or(0, K::entries);
        let setup = databases.as_ref().map_or_else(Setup::default, K::setup);
        let own = Arc::clone(&self.own);
        let field = Field::new(
            own,
            (goal, (*puzzle).clone()),
            heuristic_name,
            heuristics,
            databases,
        );
        Ok(Some(Prepared {
            arena: Box::new(field) as Box<dyn Arena>,
            bytes,
            setup,
        }))
    }

    fn tells_solvable(&self, goal: Option<&[u8]>) -> Result<Option<TellsSolvable>, SolverError> {
        let (goal, puzzle) = self.to_goal(goal)?;
        if puzzle.is_parity_exact() {
            return Ok(None);
        }
        let known = Solvable::by_moves(&puzzle, Some(ASKED)).ok();
        let own = Arc::clone(&self.own);
        Ok(Some(Box::new(move |board| {
            let board = own.board(board)?;
            let board = goal.map_or(board, |goal| own.renamed(&board, &goal));
            if puzzle.parity_allows(&board) && puzzle.group_allows(&board) {
                known.as_ref()?.includes(&board)
            } else {
                Some(false)
            }
        })))
    }

    fn solvable(&self, goal: Option<&[u8]>) -> Result<TellsSolvable, SolverError> {
        if let Some(tells) = self.tells_solvable(goal)? {
            return Ok(tells);
        }
        let (goal, puzzle) = self.to_goal(goal)?;
        let own = Arc::clone(&self.own);
        Ok(Box::new(move |board| {
            let board = own.board(board)?;
            let board = goal.map_or(board, |goal| own.renamed(&board, &goal));
            Some(puzzle.parity_allows(&board))
        }))
    }

    fn table(&self, goal: Option<&[u8]>) -> Result<Box<dyn StoredTable>, SolverError> {
        let (goal, puzzle) = self.to_goal(goal)?;
        let goals = puzzle.model().structure.goals.len();
        let puzzle = match view_of(&*puzzle) {
            Ok(puzzle) => puzzle,
            Err(_) if PieceSearch::of(&puzzle.model().structure).is_some() => {
                let (model, name) = (Arc::clone(puzzle.model()), puzzle.table_name());
                return Ok(Box::new(Projected { model, name }));
            }
            Err(error) => return Err(error),
        };
        let (own, view) = (Arc::clone(&self.own), puzzle.clone());
        // Boards with other names for their pieces are shown by the user's, others as the goals see
        // them.
        let goal = goal.filter(|goal| own.goal_class(goal).is_some());
        let draw = move |board: &K::Board, out: &mut Vec<u8>| match &goal {
            Some(goal) => {
                let shown = symbols(&*own, &own.restored(board, goal));
                own.model().draw_board(&shown, out);
            }
            None => view.model().draw_board(&symbols(&view, board), out),
        };
        let is_of_one_goal = puzzle.model().structure.goals.len() < goals;
        Ok(Box::new(Tabulated {
            puzzle,
            is_of_one_goal,
            draw,
        }))
    }

    fn patterns(
        &self,
        goal: Option<&[u8]>,
        partition: &str,
    ) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError> {
        self.to_goal(goal)?.1.pattern_tables(partition)
    }
}

/// A solver whose boards come as symbols.
pub(super) struct BySymbols<K: HeuristicKernel> {
    pub(super) own: Arc<K>,
    pub(super) solver: Solver<K>,
}

impl<K: HeuristicKernel> BySymbols<K> {
    /// The board that is solved; `None` for symbols that are no board's.
    fn case(&self, case: &Case) -> Option<solver::Case<K::Board>> {
        let start = self.own.board(&case.start);
        debug_assert!(start.is_some(), "a case is no board");
        Some(solver::Case {
            number: case.number,
            start: start?,
            goal: case.goal.as_ref().and_then(|goal| self.own.board(goal)),
        })
    }
}

impl<K: HeuristicKernel> Batches<Case> for BySymbols<K> {
    fn options(&self) -> &Options {
        self.solver.options()
    }

    fn number(&self, case: &Case) -> u64 {
        case.number
    }

    fn prepare(
        &mut self,
        batch: &[Case],
        budget: Budget<'_>,
    ) -> Result<(), Unfinished<SolverError>> {
        if let Some(sharing) = self
            .options()
            .sharing
            .as_ref()
            .filter(|_| !batch.is_empty())
        {
            sharing.prepare(self.options());
        }
        let own = Arc::clone(&self.own);
        let goals = batch.iter().map(|case| own.board(case.goal.as_ref()?));
        self.solver.prepare_for(goals, budget)
    }

    fn look_up(&self, case: &Case, answer: &mut Answer) -> bool {
        let case = self.case(case);
        case.is_some_and(|case| self.solver.look_up(&case, answer))
    }

    fn solve(&self, case: &Case, budget: Budget<'_>, answer: &mut Answer) {
        if let Some(sharing) = &self.options().sharing {
            let symbols = case.goal.is_none().then_some(&*case.start);
            sharing.board(symbols);
        }
        if let Some(case) = self.case(case) {
            self.solver.solve(&case, budget, answer);
        }
    }

    fn solve_within(&self, case: &Case, limits: Limits, budget: Budget<'_>, answer: &mut Answer) {
        if let Some(case) = self.case(case) {
            self.solver.solve_within(&case, limits, budget, answer);
        }
    }

    fn escalate(&mut self, budget: Budget<'_>) -> Result<(), Unfinished<SolverError>> {
        self.solver.escalate(budget)
    }

    fn tables(&self) -> Vec<(TableSource, u64)> {
        self.solver.tables()
    }
}
