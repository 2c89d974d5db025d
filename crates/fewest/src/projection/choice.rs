//! What projections show, and the best of a few: the one that tells most of random boards.

use std::convert::Infallible;
use std::time::Duration;

use serde::Serialize;

use super::Projection;
use super::build::build;
use super::candidate::Candidate;
use super::colouring::Colouring;
use super::coordinates::Coordinates;
use super::piece_search::{LEAST_SHARE, PieceSearch};
use super::search::ListTree;
use crate::group::Permutation;
use crate::kernel::pieces::PieceOrbit;
use crate::support::budget::Budget;
use crate::support::clock::Instant;
use crate::support::progress::Unfinished;
use crate::support::random::Random;

/// The most projections that are tried.
const MOST_TRIED: usize = 4;
/// Another is tried as long as those before took less than this.
const PATIENCE: Duration = Duration::from_mins(1);
/// Random boards that bounds are compared on, and the seed that draws them.
const COMPARED_BOARDS: u32 = 4_000;
const SEED: u64 = 1;

/// What a projection shows of a board, and what its table takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectionPlan {
    /// What it shows of each orbit of pieces.
    pub orbits: Vec<OrbitPlan>,
    /// How many symmetries make the table smaller.
    pub symmetries: usize,
    /// How many bounds are looked up for a board.
    pub bounds: usize,
    /// About how many bytes the table takes.
    pub bytes: u64,
}

/// What a projection shows of an orbit of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrbitPlan {
    /// How many pieces there are.
    pub pieces: usize,
    /// In how many ways each sits in a place.
    pub turns: usize,
    /// In how many ways the pieces may lie, as far as it tells them apart.
    pub patterns: u64,
    /// Whether it tells how pieces are turned.
    pub tells_turns: bool,
}

/// A projection that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProjectionTrial {
    /// What it shows.
    pub plan: ProjectionPlan,
    /// The mean of the greatest of all bounds of a board, on 4,000 boards drawn at random.
    pub mean_bound: f64,
}

impl PieceSearch {
    /// What the most promising table of at most so many bytes shows; `None` if there is none.
    #[must_use]
    pub fn plan(&self, most_bytes: u64) -> Option<ProjectionPlan> {
        let first = self.candidates(most_bytes).into_iter().next();
        first.map(|candidate| self.plan_of(&candidate))
    }

    fn plan_of(&self, candidate: &Candidate) -> ProjectionPlan {
        let orbits = self.pieces.orbits().iter().zip(&candidate.colourings);
        let orbit = |(orbit, colouring): (&PieceOrbit, &Colouring)| OrbitPlan {
            pieces: orbit.places,
            turns: orbit.turns,
            patterns: colouring.patterns(),
            tells_turns: colouring.turned.is_some(),
        };
        ProjectionPlan {
            orbits: orbits.map(orbit).collect(),
            symmetries: candidate.kept.len(),
            bounds: candidate.images.len() * if self.pieces.are_alike() { 1 } else { 2 },
            bytes: candidate.bytes,
        }
    }

    /// Builds tables of at most so many bytes, one after the other, and takes the one that tells
    /// most of random boards; the first of the trials tells of it. Up to four are tried, the most
    /// promising first, as long as that takes less than a minute; none if there is no larger table
    /// than the one there is.
    ///
    /// # Errors
    /// If it was cancelled or the time is up.
    ///
    /// ```
    /// use fewest::projection::PieceSearch;
    /// use fewest::{Budget, Puzzle};
    ///
    /// let corners = Puzzle::open("corners")?;
    /// let mut search = PieceSearch::of(&corners.model().structure).expect("a puzzle of pieces");
    /// let trials = search.build_best(100_000, Budget::default())?;
    /// assert!(trials.iter().all(|other| other.mean_bound <= trials[0].mean_bound));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build_best(
        &mut self,
        most_bytes: u64,
        budget: Budget<'_>,
    ) -> Result<Vec<ProjectionTrial>, Unfinished<Infallible>> {
        let most = budget
            .memory
            .map_or(most_bytes, |memory| memory.min(most_bytes));
        let must_stop = || budget.is_over();
        let table = |coordinates: &Coordinates| build(coordinates, &must_stop);
        let begun = Instant::now();
        let mut best: Option<(Candidate, Option<Projection>)> = None;
        let mut trials: Vec<ProjectionTrial> = Vec::new();
        for candidate in self.candidates(most) {
            if trials.len() == MOST_TRIED || !trials.is_empty() && begun.elapsed() > PATIENCE {
                break;
            }
            // Much less of the memory tells much less of a board.
            let first = trials.first().map_or(0, |first| first.plan.bytes);
            if candidate.bytes < first / LEAST_SHARE {
                continue;
            }
            if let Some((_, held)) = &mut best {
                // Where two have no room, the best is built anew in the end.
                let memory = budget.memory.unwrap_or(u64::MAX);
                held.take_if(|held| held.bytes() + candidate.bytes > memory);
            }
            let plan = self.plan_of(&candidate);
            let built = self.projection(candidate.clone(), most, &table);
            budget.check()?;
            let Some(built) = built.filter(|built| built.bytes() > self.bytes()) else {
                continue;
            };
            let mean_bound = self.mean_bound_of(&built);
            let trial = ProjectionTrial { plan, mean_bound };
            match trials.first() {
                Some(first) if first.mean_bound >= trial.mean_bound => trials.push(trial),
                _ => {
                    trials.insert(0, trial);
                    best = Some((candidate, Some(built)));
                }
            }
        }
        if let Some((candidate, held)) = best {
            let best = held.or_else(|| self.projection(candidate, most, &table));
            budget.check()?;
            self.take(best);
        }
        Ok(trials)
    }

    /// The mean of the greatest of all bounds of a board, on 4,000 boards drawn at random; `None`
    /// if there is no table yet.
    #[must_use]
    pub fn mean_bound(&self) -> Option<f64> {
        self.projection.as_ref().map(|own| self.mean_bound_of(own))
    }

    fn mean_bound_of(&self, projection: &Projection) -> f64 {
        let tree = self.tree_of(projection);
        let mut random = Random::new(SEED);
        let bound = |_| {
            let rest = Permutation::identity(self.chain.points());
            let element = self.chain.draw(rest, &mut random);
            let leads = self.pieces.solved().iter().map(|&spot| element.image(spot));
            let root = tree.root(&leads.collect::<Vec<u8>>());
            root.map_or(0, |root| u64::from(ListTree::bound(&root)))
        };
        let sum: u64 = (0..COMPARED_BOARDS).map(bound).sum();
        #[expect(clippy::cast_precision_loss, reason = "less than 2^52")]
        let sum = sum as f64;
        sum / f64::from(COMPARED_BOARDS)
    }
}
