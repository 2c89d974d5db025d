//! A place for the move pruning of a puzzle.

use super::{Options, PrunedSequences, Setup};
use crate::pruning::{Effort, MovePruning};
use crate::search::Algorithm;
use crate::space::structure::Structured;
use crate::support::budget::Budget;

/// The move pruning of a puzzle, once it is wanted.
#[derive(Default)]
pub(super) struct Pruned(Option<(Effort, MovePruning)>);

impl Pruned {
    /// Finds it with as much effort as memory and time allow, if searches of the options use it and
    /// no more was spent on it before.
    pub(super) fn prepare(
        &mut self,
        puzzle: &impl Structured,
        effort: Effort,
        options: &Options,
        budget: Budget<'_>,
    ) {
        let is_used = matches!(options.algorithm, None | Some(Algorithm::PrunedIdaStar));
        let effort = effort.within(options.limits.memory);
        if is_used && self.0.as_ref().is_none_or(|(spent, _)| *spent < effort) {
            let budget = options.budget(options.limits.memory, budget);
            let must_stop = || budget.is_over();
            let pruning = MovePruning::find_until(&puzzle.structure(), effort, &must_stop);
            self.0 = Some((effort, pruning));
        }
    }

    /// What was found, if anything was looked for.
    pub(super) fn get(&self) -> Option<&MovePruning> {
        self.0.as_ref().map(|(_, pruning)| pruning)
    }

    /// The setup of a search that leaves these sequences out.
    pub(super) fn in_setup(&self, setup: Setup) -> Setup {
        Setup {
            pruned: self.get().map(PrunedSequences::from),
            ..setup
        }
    }

    /// The heuristic of a search in words, with what distinguishes this pruning from others.
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
