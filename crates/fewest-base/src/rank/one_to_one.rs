//! Moves that map the ranks of a block one-to-one to ranks of another.

use std::ops::Range;

use super::bits::Ranks;

/// A link that carries every board to one board, with an inverse link in the other direction. It may
/// also stand for several such links, among them the inverse of each.
pub trait OneToOne: Sync {
    /// Visits each rank of a set in a part, with each image.
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, visit: impl FnMut(usize, usize));

    /// Carries a part faster than rank by rank if possible; otherwise returns false.
    fn carry_runs(&self, _: Ranks<'_>, _: &Range<usize>, _: &mut [u64]) -> bool {
        false
    }

    /// The tables' size in bytes.
    fn bytes(&self) -> usize;
}
