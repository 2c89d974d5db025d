//! Random boards by distance: all boards by their table, or those near the goals without one.

use std::sync::Arc;

use super::beyond::beyond;
use super::board_sampler::{BoardSampler, Source};
use super::no_such;
use crate::error::PuzzleError;
use crate::handle::near::Near;
use crate::handle::population::{SeenBy, too_large};
use crate::handle::real::to_real;
use crate::kernel::{Kernel, ToGoal};
use crate::population::Layers;
use crate::solver::costs::{NEAR_GOALS_SHARE, QUICK_TABLE};
use crate::solver::{Options, SolverError};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::build::{BuildError, bytes};

/// The bytes for a list of all boards up to the distance, without a table.
const LISTED: u64 = 1 << 26;

/// The way in which boards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawPlan {
    /// Arrangements of the pieces, without their distances.
    Arrangements,
    /// From a table of all boards, with the bytes that it takes to build.
    Table(u64),
    /// Pairs of a start and a goal, from a table for each goal.
    GoalByGoal,
    /// From random arrangements of the pieces, which are solved: those at the distance are kept.
    Solved,
    /// From a list of all boards up to the distance if it fits into this many bytes, and otherwise from
    /// a table.
    NearOrTable {
        /// The bytes for the list.
        near: u64,
        /// The bytes for building the table.
        table: u64,
    },
    /// From such a list if it fits into this many bytes, and otherwise by random moves from boards of
    /// a shorter list. These boards are solved, and chosen so that all stay equally likely.
    NearOrBeyond(u64),
}

/// Creates a sampler of a puzzle's boards by distance, at least up to `farthest`.
pub(super) fn by_distance<K: Kernel>(
    to: &ToGoal<K>,
    farthest: u8,
    options: &Options,
) -> Result<BoardSampler, Unfinished<PuzzleError>> {
    let to = to_real(to)?;
    let (plan, seen) = planned(&to, options);
    if let DrawPlan::NearOrTable { near: share, .. } | DrawPlan::NearOrBeyond(share) = plan {
        match near(to.clone(), farthest, Some(share), options) {
            Err(Unfinished::Failed(_)) => {}
            near => return near,
        }
    }
    let Some(seen) = seen else {
        return beyond(to, farthest, options);
    };
    let all = match seen.population(&to.puzzle, None, options) {
        Err(Unfinished::Failed(PuzzleError::Solver(SolverError::NoTable(
            BuildError::Memory { .. },
        )))) => return beyond(to, farthest, options),
        all => all?,
    };
    Ok(BoardSampler {
        model: Arc::clone(to.puzzle.model()),
        counts: all.counts().to_vec(),
        is_whole: true,
        source: Source::At(Arc::new(move |distance, random, drawn| {
            to.show(&all.draw(distance, random)?, &mut drawn.case.start);
            Some(())
        })),
    })
}

/// Decides how boards by distance are drawn, and by which table if by one.
pub(super) fn planned<K: Kernel>(
    to: &ToGoal<K>,
    options: &Options,
) -> (DrawPlan, Option<SeenBy<K>>) {
    let memory = options.limits.memory.unwrap_or(u64::MAX);
    let beyond = DrawPlan::NearOrBeyond(memory.min(LISTED));
    let Ok(by_table) = SeenBy::of(&to.puzzle, None, options) else {
        return (beyond, None);
    };
    let seen = by_table.seen();
    let plan = match (bytes(seen), seen.boards()) {
        (table, _) if table > memory => return (beyond, None),
        (table, ..=QUICK_TABLE) => DrawPlan::Table(table),
        (table, _) => DrawPlan::NearOrTable {
            near: table / NEAR_GOALS_SHARE,
            table,
        },
    };
    (plan, Some(by_table))
}

pub(super) fn near<K: Kernel>(
    to: ToGoal<K>,
    farthest: u8,
    memory: Option<u64>,
    options: &Options,
) -> Result<BoardSampler, Unfinished<PuzzleError>> {
    let puzzle = &to.puzzle;
    let near = Near::of(puzzle, &[])?;
    let budget = Budget {
        memory,
        ..options.whole()
    };
    let layers = Layers::grow(near.ground(), farthest.into(), budget);
    let mut layers =
        layers.map_err(|unfinished| unfinished.map(|error| no_such(error.to_string())))?;
    let view = near.fibres.view();
    if view.boards() > 0 {
        // Sort, so that a seed gives the same boards with and without a table.
        let rank = |symbols: &[u8]| view.board(symbols).map_or(0, |board| view.rank(&board));
        layers.sort_by_key(rank);
    }
    let fibres = near.fibres;
    let counts = fibres.size().zip(fibres.counts(layers.counts()));
    let (each, counts) = counts.ok_or_else(|| too_large(puzzle.model()))?;
    let boards_at = counts.clone();
    Ok(BoardSampler {
        model: Arc::clone(puzzle.model()),
        counts,
        is_whole: false,
        source: Source::At(Arc::new(move |distance, random, drawn| {
            let place = random.below(*boards_at.get(usize::from(distance))?);
            let seen = fibres.view().board(&layers.nth(distance, place / each)?)?;
            let board = fibres.board(&seen, place % each)?;
            to.show(&board, &mut drawn.case.start);
            Some(())
        })),
    })
}
