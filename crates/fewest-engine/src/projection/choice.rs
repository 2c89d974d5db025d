//! The plans of projections, and their mean bound on random boards.

use serde::Serialize;

use super::candidate::Candidate;
use super::colouring::Colouring;
use super::frame;
use super::piece_search::PieceSearch;
use super::table::BoundTable;
use super::tree::ListTree;
use crate::group::Permutation;
use crate::kernel::pieces::PieceOrbit;
use crate::support::random::Random;

/// The number of random boards for mean bounds, and the seed that draws them.
const COMPARED_BOARDS: u32 = 4_000;
const SEED: u64 = 1;

/// A projection's view of a board, and the size of its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProjectionPlan {
    /// The view of each orbit of pieces.
    pub orbits: Vec<OrbitPlan>,
    /// The number of symmetries that reduce the table.
    pub symmetries: usize,
    /// The number of patterns that share an entry of the table, the least of their distances; 1 if
    /// each has its own.
    pub patterns_per_entry: u64,
    /// The number of bounds looked up per board.
    pub bounds: usize,
    /// The size of the table in bytes.
    pub bytes: u64,
}

/// A projection's view of an orbit of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrbitPlan {
    /// The number of pieces.
    pub pieces: usize,
    /// The number of orientations of a piece in a place.
    pub turns: usize,
    /// The number of distinguishable ways to place the pieces.
    pub patterns: u64,
    /// True if orientations are distinguished.
    pub tells_turns: bool,
}

impl PieceSearch {
    /// The plan of the table that [`build`](Self::build) would build beside one of `present` bytes.
    #[must_use]
    pub fn plan(&self, max_bytes: u64, present: u64) -> Option<ProjectionPlan> {
        let size = |candidate: Candidate| {
            let (coordinates, _) = frame(&self.pieces, self.symmetries(), &candidate, max_bytes)?;
            Some((BoundTable::bytes_of(&coordinates), candidate))
        };
        let candidates = self.larger_than(present, max_bytes);
        let mut sized = candidates.filter_map(size);
        let (bytes, candidate) = sized.find(|(bytes, _)| *bytes > present)?;
        Some(self.plan_of(&candidate, bytes))
    }

    fn plan_of(&self, candidate: &Candidate, bytes: u64) -> ProjectionPlan {
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
            patterns_per_entry: candidate.per_entry,
            bounds: candidate.images.len() * if self.pieces.has_identical() { 1 } else { 2 },
            bytes,
        }
    }

    /// The mean of a board's largest bound over 4,000 random boards; `None` without a table.
    #[must_use]
    pub fn mean_bound(&self) -> Option<f64> {
        let tree = self.tree_of(self.projection.as_ref()?);
        let mut random = Random::new(SEED);
        let bound = |_| {
            let rest = Permutation::identity(self.chain.points());
            let element = self.chain.draw(rest, &mut random);
            let leads = self.pieces.solved().iter().map(|&spot| element.image(spot));
            let root = tree.root(&leads.collect::<Vec<u8>>(), u64::MAX);
            root.map_or(0, |root| u64::from(ListTree::bound(&root)))
        };
        let sum: u64 = (0..COMPARED_BOARDS).map(bound).sum();
        #[expect(clippy::cast_precision_loss, reason = "less than 2^52")]
        let sum = sum as f64;
        Some(sum / f64::from(COMPARED_BOARDS))
    }
}
