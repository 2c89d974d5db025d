//! Drawing boards at random, all that are wanted equally likely.

use std::sync::Arc;

use serde::Serialize;

use super::by_rank::symbols;
use super::kernel::Complete;
use super::pairs::{Pairs, all_pairs};
use super::population::{BoxedPopulation, OtherGoal, by_distance};
use crate::error::PuzzleError;
use crate::population::{Population, Random};
use crate::solver::{Options, Solvable};
use crate::space::StateSpace;
use crate::support::progress::Unfinished;

/// Boards to draw at random. Drawn with replacement, each is uniform among those that are wanted;
/// the same seed gives the same boards on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Draw {
    /// Among which boards.
    pub wanted: Wanted,
    /// How many.
    pub count: u64,
    /// Which random numbers decide.
    pub seed: u64,
    /// Whether no board may come twice: then every choice of that many boards in some order is
    /// equally likely.
    pub distinct: bool,
}

impl Draw {
    /// Checks that there are boards enough.
    pub(crate) fn check(&self, boards: u128) -> Result<(), PuzzleError> {
        if self.distinct && u128::from(self.count) > boards {
            return Err(PuzzleError::NoSuchBoards(format!(
                "{} distinct boards are wanted, there {} {boards}",
                self.count,
                if boards == 1 { "is" } else { "are" },
            )));
        }
        Ok(())
    }
}

/// Which boards are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Those whose fewest moves are in this range, both ends included.
    Moves(u32, u32),
    /// All that can be solved.
    Solvable,
    /// All that can't.
    Unsolvable,
}

/// A board that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Drawn {
    pub(crate) start: Vec<u8>,
    /// Its goal, where each board has one of its own.
    pub(crate) goal: Option<Vec<u8>>,
    /// Its distance, if that is known.
    pub(crate) distance: Option<u8>,
}

type Draws = Box<dyn FnMut(&mut Random) -> Option<Drawn>>;

/// Boards each of which is equally likely to be drawn.
pub(crate) struct Sampler {
    /// How many there are; the greatest number if they are more.
    pub(crate) boards: u128,
    /// Draws one; `None` if luck gave none that is wanted.
    pub(crate) draw: Draws,
}

/// A start, and its goal where each board has one.
pub(super) type Pair<B> = (B, Option<B>);

/// Boards by distance, to draw from.
pub(super) trait ByDistance<B>: Send + Sync {
    /// How many boards there are at each distance 0, 1, 2, ..., as far as it goes.
    fn counts(&self) -> &[u64];

    /// Whether no board is farther.
    fn is_whole(&self) -> bool {
        true
    }

    /// One of the boards at a distance, each of them equally likely.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<B>>;
}

/// A population by distance.
pub(super) struct Counted<P: StateSpace>(pub(super) BoxedPopulation<P>);

impl<P: StateSpace> ByDistance<P::Board> for Counted<P> {
    fn counts(&self) -> &[u64] {
        Population::counts(&*self.0)
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<P::Board>> {
        let board = self.0.draw(distance, random)?;
        Some((self.0.shown(&board), None))
    }
}

/// Boards in a range of distances.
fn within<K: Complete>(
    own: &Arc<K>,
    boards: Box<dyn ByDistance<K::Board>>,
    fewest: u32,
    most: u32,
) -> Result<Sampler, PuzzleError> {
    let distances = (0..=u8::MAX).zip(boards.counts().iter().copied());
    let wanted: Vec<(u8, u64)> = distances
        .filter(|&(distance, count)| (fewest..=most).contains(&distance.into()) && count > 0)
        .collect();
    let total: u64 = wanted.iter().map(|(_, count)| count).sum();
    if total == 0 {
        let asked = if fewest == most {
            fewest.to_string()
        } else {
            format!("{fewest}..{most}")
        };
        let farthest = boards.counts().len().saturating_sub(1);
        return Err(PuzzleError::NoSuchBoards(format!(
            "{} has no board at distance {asked}; there are boards at 0..{farthest}",
            own.model().name
        )));
    }
    let own = Arc::clone(own);
    let draw = move |random: &mut Random| {
        let mut place = random.below(total);
        let (distance, _) = *wanted.iter().find(|(_, count)| {
            let is_here = place < *count;
            place = place.saturating_sub(*count);
            is_here
        })?;
        Some(drawn(&*own, boards.draw(distance, random)?, Some(distance)))
    };
    Ok(Sampler {
        boards: total.into(),
        draw: Box::new(draw),
    })
}

pub(super) fn drawn<K: Complete>(own: &K, pair: Pair<K::Board>, distance: Option<u8>) -> Drawn {
    let (start, goal) = pair;
    Drawn {
        start: symbols(own, &start),
        goal: goal.map(|goal| symbols(own, &goal)),
        distance,
    }
}

/// Draws boards of a puzzle. `puzzle` has the goal, `own` has the names of the user's.
pub(super) fn boards<K: Complete>(
    own: &Arc<K>,
    goal: OtherGoal<K>,
    puzzle: &Arc<K>,
    wanted: Wanted,
    options: &Options,
) -> Result<Sampler, Unfinished<PuzzleError>> {
    if let Wanted::Moves(fewest, most) = wanted {
        let farthest = u8::try_from(most).unwrap_or(u8::MAX);
        let boards = by_distance(own, goal, puzzle, farthest, options)?;
        return Ok(within(own, boards, fewest, most)?);
    }
    let is_solvable = wanted == Wanted::Solvable;
    let solvable = Solvable::of(puzzle, options.whole())?;
    let boards = if is_solvable {
        solvable.boards()
    } else {
        solvable.others()
    };
    if boards == 0 {
        let problem = format!("every board of {} can be solved", own.model().name);
        return Err(PuzzleError::NoSuchBoards(problem).into());
    }
    let own = Arc::clone(own);
    let draw = move |random: &mut Random| {
        let board = solvable.draw(is_solvable, random)?;
        let board = goal.map_or(board, |goal| own.restored(&board, &goal));
        Some(drawn(&*own, (board, None), None))
    };
    Ok(Sampler {
        boards,
        draw: Box::new(draw),
    })
}

/// Draws pairs of a start and a goal.
pub(super) fn pairs<K: Complete>(
    own: &Arc<K>,
    wanted: Wanted,
    options: &Options,
) -> Result<Sampler, Unfinished<PuzzleError>> {
    match wanted {
        Wanted::Moves(fewest, most) => {
            let pairs = Box::new(Pairs::new(own, options)?);
            Ok(within(own, pairs, fewest, most)?)
        }
        wanted => Ok(all_pairs(own, wanted == Wanted::Solvable)?),
    }
}
