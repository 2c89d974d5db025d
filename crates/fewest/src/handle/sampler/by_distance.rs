//! Random boards by distance: all boards by their table, or those near the goals without one.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::beyond::beyond;
use super::{CaseSampler, Drawn, no_such};
use crate::error::PuzzleError;
use crate::handle::near::Near;
use crate::handle::population::{SeenBy, too_large};
use crate::handle::real::to_real;
use crate::kernel::{Kernel, ToGoal};
use crate::model::Model;
use crate::population::{Layers, Random};
use crate::solver::costs::{NEAR_GOALS_SHARE, QUICK_TABLE};
use crate::solver::{Options, SolverError};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::build::{BuildError, bytes};

/// The bytes for a list of all boards up to the distance, without a table.
const LISTED: u64 = 1 << 26;
/// A reusable [`Puzzle::sample`](crate::Puzzle::sample) of boards by distance. Clones are cheap.
///
/// ```
/// use fewest::{Options, Puzzle};
///
/// let options = Options::default();
/// let eight = Puzzle::open("eight")?;
/// let sampler = eight.sampler(31, &options)?;
/// assert_eq!(&sampler.counts()[..4], [1, 2, 4, 8]);
/// let rows = sampler.draw_rows(20..=20, 100, 7, &options)?;
/// assert_eq!(eight.distances_of_rows(&rows, &options)?, [20; 100]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct BoardSampler {
    pub(super) model: Arc<Model>,
    pub(super) counts: Vec<u64>,
    pub(super) is_whole: bool,
    pub(super) source: Source,
}

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

/// The source of boards.
#[derive(Clone)]
pub(super) enum Source {
    /// All boards at each distance: draws one of them, with equal probabilities.
    At(Arc<DrawAt>),
    /// Boards up to this distance, of which only the nearest are listed, or none.
    Beyond { farthest: u8, within: Arc<Within> },
}

pub(super) type DrawAt = dyn Fn(u8, &mut Random, &mut Drawn) -> Option<()> + Send + Sync;
pub(super) type Within =
    dyn Fn(&RangeInclusive<u32>) -> Result<CaseSampler, PuzzleError> + Send + Sync;

impl std::fmt::Debug for BoardSampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (f.debug_tuple("BoardSampler").field(&self.model.name)).finish()
    }
}

impl BoardSampler {
    /// The number of boards at each distance 0, 1, 2, ..., up to the farthest known.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns true if boards up to this distance can be drawn.
    #[must_use]
    pub fn reaches(&self, distance: u8) -> bool {
        let is_known = self.is_whole || usize::from(distance) < self.counts.len();
        is_known || matches!(self.source, Source::Beyond { farthest, .. } if distance <= farthest)
    }

    /// Draws boards in a range of distances, in rows. Each draw is uniform over the boards of the
    /// range. [`Puzzle::sample`](crate::Puzzle::sample) draws the same boards with this seed.
    ///
    /// # Errors
    /// If no board is in that range, or the run was stopped.
    pub fn draw_rows(
        &self,
        distances: RangeInclusive<u8>,
        count: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (first, last) = distances.into_inner();
        let sampler = self.within(first.into()..=last.into())?;
        sampler.draw_rows(count, seed, options)
    }

    pub(super) fn within(&self, moves: RangeInclusive<u32>) -> Result<CaseSampler, PuzzleError> {
        let draw = match &self.source {
            Source::At(draw) => Arc::clone(draw),
            Source::Beyond { within, .. } => return within(&moves),
        };
        let by_distance = (0..).zip(&self.counts);
        let weights: Vec<u64> = by_distance
            .map(|(distance, &count)| {
                let is_in_range = moves.contains(&distance);
                if is_in_range { count } else { 0 }
            })
            .collect();
        let total: u64 = weights.iter().sum();
        if total == 0 {
            let none = none_at(&self.model, &moves);
            let farthest = self.counts.len().saturating_sub(1);
            return Err(no_such(format!(
                "{none}; there are boards at 0..{farthest}"
            )));
        }
        Ok(CaseSampler {
            boards: total.into(),
            cells: self.model.cells(),
            problem: None,
            draw: Arc::new(move |random, drawn, _| {
                let distance = u8::try_from(random.weighted(&weights)?).ok()?;
                drawn.distance = Some(distance);
                draw(distance, random, drawn)
            }),
        })
    }
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

/// The message for a range without boards.
pub(super) fn none_at(model: &Model, moves: &RangeInclusive<u32>) -> String {
    let (first, last) = (moves.start(), moves.end());
    let asked = if first == last {
        first.to_string()
    } else {
        format!("{first}..{last}")
    };
    format!("{} has no board at distance {asked}", model.name)
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
