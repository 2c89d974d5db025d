//! Moves that take the ranks of a block to ranks of another one by one.

use std::ops::Range;

use super::bits::Ranks;

/// A link whose every board has one board that it is carried to, and whose moves can be taken back
/// by those of the link the other way.
pub(crate) trait OneToOne: Sync {
    /// Visits each rank of a set in a part, with the rank that it is carried to.
    fn each(&self, set: Ranks<'_>, part: &Range<usize>, visit: impl FnMut(usize, usize));

    /// Carries a part in a way that is quicker than rank by rank, if there is one; else returns
    /// false.
    fn carry_runs(&self, _: Ranks<'_>, _: &Range<usize>, _: &mut [u64]) -> bool {
        false
    }

    /// Bytes of tables that it keeps.
    fn bytes(&self) -> usize;
}
