//! The effect of moves on single numbers of boards, without the boards.

use super::PieceNumbering;
use super::orbit_numbers::OrbitNumbers;
use crate::space::ranked::index;

/// Moves whose numbers are added up together.
const AT_A_TIME: usize = 64;

impl PieceNumbering {
    /// The number of states of each orbit: a board's number has a digit for each, the most
    /// significant first.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u64> {
        self.changing().filter_map(OrbitNumbers::states)
    }

    /// Visits the numbers of the boards after each move, in the moves' order.
    #[inline]
    pub(crate) fn successors(&self, number: u64, mut visit: impl FnMut(u64)) {
        let moves = self.back.len();
        for first in (0..moves).step_by(AT_A_TIME) {
            let mut images = [0; AT_A_TIME];
            let images = &mut images[..AT_A_TIME.min(moves - first)];
            let (mut digits, mut unit) = (index(number), 1);
            for orbit in self.orbit_links().iter().rev() {
                let state = digits % orbit.states();
                for (m, image) in (first..).zip(images.iter_mut()) {
                    *image += unit * orbit.image_of(m, state) as u64;
                }
                digits /= orbit.states();
                unit *= orbit.states() as u64;
            }
            images.iter().copied().for_each(&mut visit);
        }
    }
}
