//! The work below the roots of an iteration. It orders the next one's subtrees, for any answer.

use std::cmp::Reverse;
use std::mem;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap as HashMap;

/// The work below a root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Effort {
    pub(crate) generated: u64,
    /// Boards expanded with few moves left.
    pub(crate) near_end: u64,
}

impl Effort {
    /// The boards near the end among 2^20 generated ones.
    pub(super) const fn share_near_end(&self) -> u64 {
        let generated = if self.generated == 0 {
            1
        } else {
            self.generated
        };
        self.near_end.saturating_mul(1 << 20) / generated
    }
}

/// Efforts by what identifies a root.
pub(crate) type Known = HashMap<Vec<u8>, Effort>;

/// The work of the present iteration, as far as it is known.
#[derive(Default)]
pub(crate) struct Efforts(Mutex<Known>);

impl Efforts {
    /// Adds work below each of these roots.
    pub(crate) fn add<'r>(&self, roots: impl Iterator<Item = &'r [u8]>, effort: Effort) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for root in roots {
            let sum = known.entry(root.to_vec()).or_default();
            sum.generated += effort.generated;
            sum.near_end += effort.near_end;
        }
    }

    /// Returns the work of the iteration that has ended, and begins another.
    pub(crate) fn take(&self) -> Known {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The places of subtrees with these hopes, if known, and slacks: the greatest hope first, in ties the
/// most slack.
pub(crate) fn most_promising_first(
    subtrees: impl Iterator<Item = (Option<u64>, u32)>,
) -> Vec<usize> {
    // Numbers are sorted, because sorting the subtrees would compile a sort for each puzzle and
    // heuristic.
    let keys = subtrees.map(|(hope, slack)| (Reverse(hope), Reverse(slack)));
    let mut order: Vec<_> = keys.zip(0..).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_hope_comes_first_then_most_slack() {
        let subtrees = [
            (None, 9),
            (Some(5), 1),
            (Some(7), 0),
            (Some(5), 3),
            (None, 9),
        ];
        assert_eq!(most_promising_first(subtrees.into_iter()), [2, 3, 1, 0, 4]);
    }

    #[test]
    fn work_is_added_up_and_taken_once() {
        let effort = |generated, near_end| Effort {
            generated,
            near_end,
        };
        let efforts = Efforts::default();
        efforts.add([&[][..], &[1]].into_iter(), effort(3, 2));
        efforts.add([&[][..], &[2]].into_iter(), effort(4, 0));
        let mut known: Vec<_> = efforts.take().into_iter().collect();
        known.sort_unstable();
        let sums = [
            (vec![], effort(7, 2)),
            (vec![1], effort(3, 2)),
            (vec![2], effort(4, 0)),
        ];
        assert_eq!(known, sums);
        assert!(efforts.take().is_empty());
    }
}
