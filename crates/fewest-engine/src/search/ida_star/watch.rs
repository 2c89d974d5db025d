use super::resume::RecordKeeper;
use super::tally::Tally;
use crate::search::control::LimitCheck;
use crate::search::{Control, Statistics, Stop};

pub(crate) struct Watch<'w, 'c> {
    pub(super) control: &'w mut Control<'c>,
    pub(super) limit_check: LimitCheck,
    /// The boards of the finished iterations.
    pub(super) done: Tally,
    pub(super) statistics: Statistics,
    pub(super) stop: Option<Stop>,
    pub(super) keeper: Option<RecordKeeper<'w>>,
}

impl Watch<'_, '_> {
    /// Returns true if the search must stop, given the boards of this iteration.
    #[inline]
    pub(crate) fn must_stop(&mut self, tally: &Tally) -> bool {
        self.limit_check
            .is_due(self.done.generated + tally.generated)
            && self.check(tally)
    }

    #[cold]
    pub(super) fn check(&mut self, tally: &Tally) -> bool {
        self.statistics.expanded = self.done.expanded + tally.expanded;
        self.statistics.generated = self.done.generated + tally.generated;
        self.stop = self.limit_check.check(self.control, &self.statistics);
        self.stop.is_some()
    }

    /// Reports the progress if it is time; `known` adds what is not in the record yet.
    pub(super) fn report(&mut self, known: impl FnOnce(&mut RecordKeeper<'_>)) {
        if let Some(keeper) = self.keeper.as_mut().filter(|keeper| keeper.is_due()) {
            known(keeper);
            keeper.report();
        }
    }

    /// Returns true if a limit was reached other than the node limit, which the plain search must
    /// reach again at the same board.
    pub(super) fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop != Stop::Nodes)
    }
}
