//! Draws of boards by distance, whatever the source of the boards.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{CaseSampler, Drawn, no_such};
use crate::error::PuzzleError;
use crate::model::Model;
use crate::population::Random;
use crate::solver::Options;
use crate::support::progress::Unfinished;

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
