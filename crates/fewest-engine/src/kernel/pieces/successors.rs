//! The effect of moves on single numbers of boards, without the boards.

use super::PieceNumbering;
use super::numbering::OrbitNumbers;
use crate::space::Move;
use crate::space::ranked::index;

impl PieceNumbering {
    /// The number of states of each orbit: a board's number has a digit for each, the most
    /// significant first.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u64> {
        self.changing().filter_map(OrbitNumbers::states)
    }

    /// Visits the numbers of the boards after each move, in the moves' order.
    #[inline]
    pub(crate) fn successors(&self, number: u64, visit: impl FnMut(u64)) {
        let mut images = [0; Move::LIMIT];
        let images = &mut images[..self.back.len()];
        let (mut digits, mut unit) = (index(number), 1);
        for orbit in self.orbit_links().iter().rev() {
            let state = digits % orbit.states();
            for (m, image) in images.iter_mut().enumerate() {
                *image += unit * orbit.image_of(m, state) as u64;
            }
            digits /= orbit.states();
            unit *= orbit.states() as u64;
        }
        images.iter().copied().for_each(visit);
    }
}
