//! The move pruning of a puzzle, found on demand.

use super::{PrunedSequences, Setup, SolverOptions};
use crate::pruning::{Effort, MovePruning};
use crate::search::Algorithm;
use crate::space::structure::Structured;
use crate::support::budget::Budget;

#[derive(Default)]
pub(super) struct Pruned(Option<(Effort, MovePruning)>);

impl Pruned {
    /// Finds the pruning, with as much effort as memory and time allow, if the options use it and
    /// less effort was spent before.
    pub(super) fn prepare(
        &mut self,
        puzzle: &impl Structured,
        effort: Effort,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) {
        let is_used = matches!(options.algorithm, None | Some(Algorithm::PrunedIdaStar));
        let effort = effort.within(options.memory);
        if is_used && self.0.as_ref().is_none_or(|(spent, _)| *spent < effort) {
            let budget = options.budget(budget);
            let must_stop = || budget.is_over();
            let pruning = MovePruning::find_until(&puzzle.structure(), effort, &must_stop);
            self.0 = Some((effort, pruning));
        }
    }

    pub(super) fn get(&self) -> Option<&MovePruning> {
        self.0.as_ref().map(|(_, pruning)| pruning)
    }

    pub(super) fn in_setup(&self, setup: Setup) -> Setup {
        Setup {
            pruned: self.get().map(PrunedSequences::from),
            ..setup
        }
    }

    /// Describes a heuristic together with this pruning.
    pub(super) fn beside(&self, heuristic_name: String) -> String {
        match self.get() {
            Some(pruning) => format!(
                "{heuristic_name}, without {} sequences of moves, the longest {}",
                pruning.sequences(),
                pruning.longest()
            ),
            None => heuristic_name,
        }
    }
}
