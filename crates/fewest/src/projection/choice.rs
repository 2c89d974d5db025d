//! The plans of projections, and their mean bound on random boards.

use serde::Serialize;

use super::candidate::Candidate;
use super::colouring::Colouring;
use super::piece_search::PieceSearch;
use super::search::ListTree;
use crate::group::Permutation;
use crate::kernel::pieces::PieceOrbit;
use crate::support::random::Random;

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

    /// The mean of the greatest of all bounds of a board, on 4,000 boards drawn at random; `None`
    /// if there is no table yet.
    #[must_use]
    pub fn mean_bound(&self) -> Option<f64> {
        let tree = self.tree_of(self.projection.as_ref()?);
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
        Some(sum / f64::from(COMPARED_BOARDS))
    }
}
