//! What a definition is, and how its boards will be answered: what the solver decides, reported
//! beforehand. [`Puzzle::describe`](crate::Puzzle::describe) makes one.

use std::time::Duration;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::costs::QUICK_TABLE;
use super::projected;
use super::registry::HeuristicKernel;
pub use super::registry::MergedPlan;
use super::solvable::backward;
use super::table_slot::reduced;
use super::views::Views;
use crate::group::{BackwardReach, GroupMoves, PlacedBoard, ReachError};
use crate::kernel::{Kernel, View};
use crate::projection::ProjectionPlan;
use crate::pruning::{Effort, MovePruning};
use crate::space::Move;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::symmetry;
use crate::table::build::build;
use crate::table::estimate;

/// Goals that are compared with each other.
const MOST_COMPARED: usize = 512;

/// What a puzzle is. Serialized, numbers that may be large are strings of digits.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// By move: the move that takes it back, if there is one.
    pub inverses: Vec<Option<Move>>,
    /// The ways to fill the cells with the pieces.
    #[serde(serialize_with = "digits")]
    pub arrangements: BigUint,
    /// Those of them from which any goal can be reached.
    #[serde(serialize_with = "digits_if_known")]
    pub solvable: Result<BigUint, ReachError>,
    /// The number of elements of the group that the moves make, if no move depends on a blank and
    /// it can be found.
    #[serde(serialize_with = "digits_if_any")]
    pub group: Option<BigUint>,
    /// The number of symmetries, and whether these are all.
    pub symmetries: (usize, bool),
    /// By goal.
    pub goals: Vec<GoalReport>,
    /// What goals are seen through: each has a table of its own where there are tables.
    pub views: Vec<ViewReport>,
    /// Goals without open cells that no moves lead to from the first of each pair.
    pub apart: Vec<(usize, usize)>,
    /// How boards are answered.
    pub method: PlannedMethod,
}

/// What a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GoalReport {
    /// How many cells it looks at.
    pub cells: usize,
    /// The number of its view. Goals that differ in the names of symbols only share one.
    pub view: usize,
}

/// A puzzle as goals see it.
#[derive(Clone, Debug, Serialize)]
pub struct ViewReport {
    /// How many symbols it tells apart: those that goals or moves name, and one for all others.
    pub symbols: usize,
    /// The ways to fill the cells with them.
    #[serde(serialize_with = "digits")]
    pub arrangements: BigUint,
    /// Those of them from which a goal of the view can be reached.
    #[serde(serialize_with = "digits_if_known")]
    pub solvable: Result<BigUint, ReachError>,
    /// The boards of its table; `None` if they can't be numbered.
    pub boards: Option<u64>,
    /// The entries of its table, where symmetries make them fewer.
    pub reduced: Option<u64>,
    /// About how long the table takes on one core.
    pub time: Option<Duration>,
}

/// How boards are answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannedMethod {
    /// By lookups.
    Table {
        /// The bytes that building all tables takes.
        bytes: u64,
        /// True if they are built before the first search, false if only once searches have cost
        /// enough.
        is_quick: bool,
    },
    /// By IDA*.
    Search {
        /// The bytes that tables would take; `None` if boards can't be numbered.
        bytes: Option<u64>,
        /// The pattern databases that guide it: larger ones take the place of smaller ones once
        /// searches take long enough.
        patterns: Vec<MergedPlan>,
        /// The projections that guide it instead, if the puzzle is one of pieces, smaller ones
        /// first.
        projections: Vec<ProjectionPlan>,
        /// The sequences of moves that it never makes: how many, and the moves of the longest. It
        /// learns this many once a search takes long.
        redundant: (usize, usize),
    },
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
    /// What this puzzle is, and how it is answered with this many bytes for tables, or any number
    /// if none. It may take a few seconds.
    #[must_use]
    pub(crate) fn of<K: HeuristicKernel>(puzzle: &K, memory: Option<u64>) -> Self {
        let model = puzzle.model();
        let views = Views::of(puzzle);
        let symmetries = symmetry::find(&model.structure);
        let mut moves = GroupMoves::new(&model.structure);
        let goals = model.structure.goals.iter().enumerate();
        let goals = goals.map(|(place, goal)| GoalReport {
            cells: goal.iter().flatten().count(),
            view: views.of_goal(place),
        });
        let places = (0..).take(model.moves.len());
        Self {
            inverses: places
                .map(|place| puzzle.inverse(Move::new(place)))
                .collect(),
            arrangements: model.structure.arrangements(),
            solvable: solvable(puzzle, &mut moves),
            group: group_order(puzzle, &mut moves),
            symmetries: (symmetries.len(), symmetries.is_complete()),
            goals: goals.collect(),
            views: (views.puzzles())
                .map(|view| ViewReport::of(view, &mut moves))
                .collect(),
            apart: match &mut moves {
                Ok(moves) => apart(moves, &model.structure, puzzle.blank()),
                Err(_) => Vec::new(),
            },
            method: PlannedMethod::of(puzzle, &views, memory),
        }
    }
}

/// The order of the group that the moves make, if no move depends on a blank.
fn group_order<K: Kernel>(
    puzzle: &K,
    moves: &mut Result<GroupMoves, ReachError>,
) -> Option<BigUint> {
    let moves = moves.as_mut().ok().filter(|_| puzzle.blank().is_none())?;
    moves.around(0).ok().map(|reach| reach.chain().order())
}

/// The boards of a puzzle from which any goal can be reached. They are counted in the view of all
/// goals, each of whose boards represents the same number of boards.
fn solvable<K: Kernel>(
    puzzle: &K,
    moves: &mut Result<GroupMoves, ReachError>,
) -> Result<BigUint, ReachError> {
    let view = puzzle.through(&View::of_all_goals(puzzle.model()));
    let view = view.map_err(|_| ReachError::Turn)?;
    let seen = solvable_in_view(&view, moves)?;
    let all = puzzle.model().structure.arrangements();
    Ok(seen * all / view.model().structure.arrangements())
}

impl PlannedMethod {
    fn of<K: HeuristicKernel>(puzzle: &K, views: &Views<K>, memory: Option<u64>) -> Self {
        let name = &puzzle.model().name;
        match views.bytes() {
            Some(bytes) if views.has_room(memory, name).is_ok() => Self::Table {
                bytes,
                is_quick: views.boards() <= QUICK_TABLE,
            },
            bytes => {
                let projections = projected::plans(&puzzle.model().structure, memory);
                let patterns = if projections.is_empty() {
                    puzzle.plans(memory)
                } else {
                    Vec::new()
                };
                let pruning = MovePruning::find(&puzzle.model().structure, Effort::THOROUGH);
                Self::Search {
                    bytes,
                    patterns,
                    projections,
                    redundant: (pruning.sequences(), pruning.longest()),
                }
            }
        }
    }
}

impl ViewReport {
    fn of<K: Kernel>(view: &K, moves: &mut Result<GroupMoves, ReachError>) -> Self {
        let structure = &view.model().structure;
        let solvable = solvable_in_view(view, moves);
        let boards = view.has_table().then(|| view.boards());
        let reduced = boards.and_then(|_| reduced(view));
        let reduced = reduced.map(|boards| boards.entries() as u64);
        Self {
            symbols: structure.pieces.len(),
            arrangements: structure.arrangements(),
            time: boards.and_then(|boards| {
                let reached = solvable.as_ref().ok();
                let reached = reached.and_then(|reached| u64::try_from(reached).ok());
                let time = estimate::time(view, share(reached, boards).min(1.0))?;
                Some(time.mul_f64(share(reduced, boards)))
            }),
            solvable,
            boards,
            reduced,
        }
    }
}

/// A part as a share of all boards; 1 if it is not known.
#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate of a time needs no more digits"
)]
fn share(part: Option<u64>, boards: u64) -> f64 {
    part.map_or(1.0, |part| part as f64 / boards.max(1) as f64)
}

/// The boards of a view from which its goals can be reached: known from what moves can do, or else
/// from a table that is quickly built.
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
        let table = is_quick.then(|| build(view, Budget::default()).ok());
        let table = table.flatten().ok_or(error)?;
        Ok(table.reachable().into())
    })
}

/// The goals without open cells to which no moves lead from the first of them, nor from one
/// another; each with that first.
fn apart(moves: &mut GroupMoves, structure: &Structure, blank: Option<u8>) -> Vec<(usize, usize)> {
    let all = structure.arrangements();
    let boards = (structure.goals.iter().enumerate()).filter_map(|(place, goal)| {
        let board: Vec<u8> = goal.iter().copied().collect::<Option<_>>()?;
        Some((place, with_blank(board, blank)))
    });
    let mut apart: Vec<(usize, PlacedBoard)> = Vec::new();
    for (place, board) in boards.take(MOST_COMPARED) {
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

/// A board's symbols, and the blank's cell: any if there is none.
fn with_blank(board: Vec<u8>, blank: Option<u8>) -> (Vec<u8>, u8) {
    let mut cells = (0..=u8::MAX).zip(&board);
    let at = cells.find(|(_, symbol)| Some(**symbol) == blank);
    let at = at.map_or(0, |(cell, _)| cell);
    (board, at)
}
