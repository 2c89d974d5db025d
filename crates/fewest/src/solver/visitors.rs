//! The visitors of a kernel's heuristics.

use super::registry::HeuristicVisitor;
use super::task::Task;
use super::{Method, search};
use crate::heuristic::Heuristic;
use crate::kernel::Kernel;
use crate::search::{Outcome, half_way};
use crate::table::ball::Ball;

pub(super) struct Searching<'s, 't, K: Kernel> {
    pub(super) task: &'s Task<'t>,
    pub(super) puzzle: &'s K,
    pub(super) start: &'s K::Board,
}

impl<K: Kernel> HeuristicVisitor<K> for Searching<'_, '_, K> {
    type Output = (Method, Outcome);

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> (Method, Outcome) {
        search(self.task, self.puzzle, heuristic, self.start)
    }
}

pub(super) struct Meeting<'s, 't, K: Kernel> {
    pub(super) searching: Searching<'s, 't, K>,
    pub(super) ball: &'s Ball<K::Board>,
}

impl<K: Kernel> HeuristicVisitor<K> for Meeting<'_, '_, K> {
    type Output = (Method, Outcome);

    fn visit<H: Heuristic<K>>(self, heuristic: &H) -> (Method, Outcome) {
        let Searching {
            task,
            puzzle,
            start,
        } = self.searching;
        let observer = &mut task.reporter();
        let mut control = task.control(observer);
        let outcome = half_way(puzzle, heuristic, self.ball, start, &mut control);
        (Method::HalfWay, outcome)
    }
}
