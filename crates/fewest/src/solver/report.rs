//! Reports on definitions: what a puzzle is and how the solver will answer its boards.
//! [`Puzzle::describe`](crate::Puzzle::describe) creates one.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::costs::QUICK_TABLE;
use super::goal_solver::GoalSolver;
use super::registry::HeuristicKernel;
use super::solvable::backward;
use super::table_slot::reduced;
use super::views::Views;
use super::{Options, SolvePlan};
use crate::group::{BackwardReach, GroupMoves, PlacedBoard, ReachError, RealBoards};
use crate::kernel::{Kernel, View};
use crate::model::Model;
use crate::pruning::{Effort, MovePruning};
use crate::search::Limits;
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::symmetry;
use crate::table::build::build;
use crate::table::estimate;

const MAX_COMPARED: usize = 512;

/// A report on a puzzle. Numbers that may be large are serialized as strings of digits.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Each move's inverse, if it has one.
    pub inverses: Vec<Option<Move>>,
    /// The ways to fill the cells with the pieces.
    #[serde(serialize_with = "digits")]
    pub arrangements: BigUint,
    /// The number of arrangements from which any goal can be reached.
    #[serde(serialize_with = "digits_if_known")]
    pub solvable: Result<BigUint, ReachError>,
    /// The number of boards to which moves lead from the home board, if that is not the only goal and
    /// the number can be found.
    #[serde(serialize_with = "digits_if_any")]
    pub real: Option<BigUint>,
    /// The order of the group of the moves, if no move depends on a blank and it can be found.
    #[serde(serialize_with = "digits_if_any")]
    pub group: Option<BigUint>,
    /// The number of symmetries, and true if these are all.
    pub symmetries: (usize, bool),
    /// By goal.
    pub goals: Vec<GoalReport>,
    /// The views of the goals, each with its own table if there are tables.
    pub views: Vec<ViewReport>,
    /// Pairs of goals without open cells: no moves lead from the first of a pair to the second.
    pub apart: Vec<(usize, usize)>,
    /// The plan for single boards.
    pub plan: SolvePlan,
    /// The number of redundant sequences that a long search skips, and the longest one's moves.
    pub redundant: (usize, usize),
}

/// A goal in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GoalReport {
    /// The number of cells that it fixes.
    pub cells: usize,
    /// The index of its view. Goals that differ only in the names of symbols share one.
    pub view: usize,
}

/// A puzzle as goals see it.
#[derive(Clone, Debug, Serialize)]
pub struct ViewReport {
    /// The number of symbols: those that goals or moves name, and one for all others.
    pub symbols: usize,
    /// The number of ways to fill the cells with them.
    #[serde(serialize_with = "digits")]
    pub arrangements: BigUint,
    /// The number of arrangements from which a goal of the view can be reached.
    #[serde(serialize_with = "digits_if_known")]
    pub solvable: Result<BigUint, ReachError>,
    /// The number of boards in its table; `None` if they can't be numbered.
    pub boards: Option<u64>,
    /// The number of entries if symmetries reduce the table.
    pub reduced: Option<u64>,
    /// The estimated time to build the table on one core.
    pub time: Option<Duration>,
}

fn digits<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

#[expect(clippy::ref_option, reason = "serde calls it with the field")]
fn digits_if_any<S: Serializer>(
    number: &Option<BigUint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number = number.as_ref().map(ToString::to_string);
    number.serialize(serializer)
}

fn digits_if_known<S: Serializer>(
    number: &Result<BigUint, ReachError>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number = number.as_ref().ok().map(ToString::to_string);
    number.serialize(serializer)
}

impl Report {
    /// Describes a puzzle and its solver with this many bytes for tables. May take a few seconds.
    #[must_use]
    pub(crate) fn of<K: HeuristicKernel>(puzzle: &Arc<K>, memory: Option<u64>) -> Self {
        let model = puzzle.model();
        let views = Views::of(&**puzzle);
        let (plan, redundant) = planned(puzzle, memory);
        let symmetries = symmetry::find(&model.structure);
        let mut moves = GroupMoves::new(&model.structure);
        let goals = model.structure.goals.iter().enumerate();
        let goals = goals.map(|(place, goal)| GoalReport {
            cells: goal.iter().flatten().count(),
            view: views.of_goal(place),
        });
        let places = (0..=u8::MAX).take(model.moves.len());
        let reports: Vec<ViewReport> = (views.puzzles())
            .map(|view| ViewReport::of(view, &mut moves, memory))
            .collect();
        Self {
            inverses: places
                .map(|place| puzzle.inverse(Move::new(place)))
                .collect(),
            arrangements: model.structure.arrangements(),
            solvable: solvable(&**puzzle, &reports, &views, &mut moves),
            real: real(model),
            group: group_order(&**puzzle, &mut moves),
            symmetries: (symmetries.len(), symmetries.is_complete()),
            goals: goals.collect(),
            views: reports,
            apart: match &mut moves {
                Ok(moves) => apart(moves, &model.structure, puzzle.blank()),
                Err(_) => Vec::new(),
            },
            plan,
            redundant,
        }
    }
}

/// The order of the group of the moves, if no move depends on a blank.
fn group_order<K: Kernel>(
    puzzle: &K,
    moves: &mut Result<GroupMoves, ReachError>,
) -> Option<BigUint> {
    let moves = moves.as_mut().ok().filter(|_| puzzle.blank().is_none())?;
    moves.around(0).ok().map(|reach| reach.chain().order())
}

/// Counts the boards to which moves lead from the home board.
fn real(model: &Model) -> Option<BigUint> {
    let real = RealBoards::of(&model.structure, model.home.as_ref()?, None).ok()?;
    Some(real.count().clone())
}

/// Counts the boards of a puzzle from which any goal can be reached, in the view of all goals, each
/// of whose boards represents the same number of boards. That view may be among the `known` ones.
fn solvable<K: Kernel>(
    puzzle: &K,
    known: &[ViewReport],
    views: &Views<K>,
    moves: &mut Result<GroupMoves, ReachError>,
) -> Result<BigUint, ReachError> {
    let view = puzzle
        .through(&View::of_all_goals(puzzle.model()))
        .map_err(|_| ReachError::Turn)?;
    let mut both = views.puzzles().zip(known);
    let same = both.find(|(other, _)| other.model().structure == view.model().structure);
    let seen = match same {
        Some((_, report)) => report.solvable.clone()?,
        None => solvable_in_view(&view, moves)?,
    };
    let all = puzzle.model().structure.arrangements();
    Ok(seen * all / view.model().structure.arrangements())
}

/// Plans the answers of single boards, and finds the redundant sequences that searches skip.
fn planned<K: HeuristicKernel>(
    puzzle: &Arc<K>,
    memory: Option<u64>,
) -> (SolvePlan, (usize, usize)) {
    let options = Options {
        limits: Limits {
            memory,
            ..Limits::default()
        },
        ..Options::default()
    };
    let solver = GoalSolver::new(Arc::clone(puzzle), options.of_solver());
    let plan = solver
        .and_then(|mut solver| solver.plan(1, options.call()))
        .unwrap_or_default();
    if plan.table().or(plan.solutions()).is_some() {
        return (plan, (0, 0));
    }
    let pruning = MovePruning::find(&puzzle.model().structure, Effort::THOROUGH);
    (plan, (pruning.sequences(), pruning.longest()))
}

impl ViewReport {
    fn of<K: Kernel>(
        view: &K,
        moves: &mut Result<GroupMoves, ReachError>,
        memory: Option<u64>,
    ) -> Self {
        let structure = &view.model().structure;
        let solvable = solvable_in_view(view, moves);
        let boards = view.has_table().then(|| view.boards());
        let reduced = boards
            .and_then(|_| reduced(view))
            .map(|boards| boards.entries() as u64);
        Self {
            symbols: structure.pieces.len(),
            arrangements: structure.arrangements(),
            time: boards.and_then(|boards| {
                let reached = solvable.as_ref().ok();
                let reached = reached.and_then(|reached| u64::try_from(reached).ok());
                let reached = share(reached, boards).min(1.0);
                let time = estimate::time(view, reached, memory)?;
                Some(time.mul_f64(share(reduced, boards)))
            }),
            solvable,
            boards,
            reduced,
        }
    }
}

/// The share of a part; 1 if the part is not known.
#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate of a time needs no more digits"
)]
fn share(part: Option<u64>, boards: u64) -> f64 {
    part.map_or(1.0, |part| part as f64 / boards.max(1) as f64)
}

/// Counts the boards that can reach a view's goals, by the moves' group or a quickly built table.
fn solvable_in_view<K: Kernel>(
    view: &K,
    moves: &mut Result<GroupMoves, ReachError>,
) -> Result<BigUint, ReachError> {
    let reach = match moves {
        Ok(moves) => backward(moves, view).map(|reach| reach.boards().clone()),
        Err(error) => Err(error.clone()),
    };
    reach.or_else(|error| {
        let is_quick = view.has_table() && view.boards() <= QUICK_TABLE;
        let table = is_quick
            .then(|| build(view, Budget::default()).ok())
            .flatten()
            .ok_or(error)?;
        Ok(table.reachable().into())
    })
}

/// Pairs the first goal without open cells with others that can't be reached from it or each other.
fn apart(moves: &mut GroupMoves, structure: &Structure, blank: Option<u8>) -> Vec<(usize, usize)> {
    let all = structure.arrangements();
    let boards = (structure.goals.iter().enumerate()).filter_map(|(place, goal)| {
        let board: Vec<u8> = goal.iter().copied().collect::<Option<_>>()?;
        Some((place, with_blank(board, blank)))
    });
    let mut apart: Vec<(usize, PlacedBoard)> = Vec::new();
    for (place, board) in boards.take(MAX_COMPARED) {
        if apart.is_empty() {
            apart.push((place, board));
            continue;
        }
        let leads_here = BackwardReach::new(moves, std::slice::from_ref(&board), &all);
        let is_new = |(_, known): &(usize, PlacedBoard)| {
            let leads_here = leads_here.as_ref().ok();
            leads_here.map(|reach| reach.includes(&known.0, known.1)) == Some(Ok(false))
        };
        if apart.iter().all(is_new) {
            apart.push((place, board));
        }
    }
    let mut places = apart.into_iter().map(|(place, _)| place);
    let first = places.next();
    first.map_or_else(Vec::new, |first| {
        places.map(|place| (first, place)).collect()
    })
}

/// A board's symbols, and the blank's cell (0 without a blank).
fn with_blank(board: Vec<u8>, blank: Option<u8>) -> (Vec<u8>, u8) {
    let mut cells = (0..=u8::MAX).zip(&board);
    let at = cells
        .find(|(_, symbol)| Some(**symbol) == blank)
        .map_or(0, |(cell, _)| cell);
    (board, at)
}
