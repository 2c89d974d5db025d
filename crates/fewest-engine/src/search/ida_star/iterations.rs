//! The iterations of a search: each in tie order or, if it is large, by subtrees.

use super::resume::Checkpoint;
use super::rooted::{Rooted, Split};
use super::tally::{Cores, End, Tally};
use super::watch::Watch;
use super::{parallel, turns};
use crate::search::control::LimitCheck;
use crate::search::{Control, Iteration, Outcome, Statistics, Stop};
use crate::space::Move;

pub(crate) fn search(
    tree: &dyn Rooted,
    control: &mut Control<'_>,
    cores: Cores,
    checkpoint: Option<&mut Checkpoint<'_>>,
) -> Outcome {
    let watch = Watch {
        limit_check: LimitCheck::new(&control.limits),
        control,
        done: Tally::NOTHING,
        statistics: Statistics::default(),
        stop: None,
        keeper: checkpoint.map(|checkpoint| checkpoint.keeper(tree.bound())),
    };
    Iterations { tree, cores, watch }.run()
}

struct Iterations<'t, 'w, 'c> {
    tree: &'t dyn Rooted,
    cores: Cores,
    watch: Watch<'w, 'c>,
}

/// The number of boards that the next iteration generates if the numbers grow as before; 0 if that is
/// not known.
fn expected(iterations: &[Iteration]) -> u64 {
    let [.., before, last] = iterations else {
        return 0;
    };
    let growth = u128::from(last.generated) * u128::from(last.generated);
    let expected = growth / u128::from(before.generated.max(1));
    u64::try_from(expected).unwrap_or(u64::MAX)
}

impl Iterations<'_, '_, '_> {
    fn run(mut self) -> Outcome {
        if self.tree.is_solved() {
            return self.outcome(Some(Vec::new()), Stop::Solved, 0);
        }
        let mut threshold = self.tree.bound();
        if let Some(keeper) = &self.watch.keeper
            && !keeper.record.iterations.is_empty()
        {
            threshold = keeper.record.threshold;
            self.watch.done = keeper.record.ended();
            self.watch
                .statistics
                .iterations
                .clone_from(&keeper.record.iterations);
        }
        loop {
            let limits = &self.watch.control.limits;
            if limits
                .max_moves
                .is_some_and(|max_moves| threshold > max_moves)
            {
                return self.outcome(None, Stop::Moves, threshold);
            }
            let is_too_large = |most| expected(&self.watch.statistics.iterations) > most;
            if self.watch.control.max_iteration.is_some_and(is_too_large) {
                return self.outcome(None, Stop::Nodes, threshold);
            }
            if let Some(keeper) = &mut self.watch.keeper {
                keeper.record.threshold = threshold;
            }
            self.watch.control.observer.threshold(threshold);
            let mut tally = Tally::NOTHING;
            let ended = &self.watch.statistics.iterations;
            let split = self.tree.split(threshold, ended);
            let moves = if split.before.len() > 1 {
                self.by_subtrees(&split, &mut tally)
            } else {
                self.at_once(&split, &mut tally)
            };
            let iteration = Iteration {
                threshold,
                expanded: tally.expanded,
                generated: tally.generated,
            };
            self.watch.done.add(&tally);
            self.watch.statistics.iterations.push(iteration);
            self.watch.control.observer.iteration(&iteration);
            if let Some(stop) = self.watch.stop {
                return self.outcome(None, stop, threshold);
            }
            if moves.is_some() {
                return self.outcome(moves, Stop::Solved, threshold);
            }
            if tally.excess >= 1 << 31 {
                return self.outcome(None, Stop::Exhausted, u32::MAX);
            }
            threshold = threshold.saturating_add(tally.excess + 1);
            if let Some(keeper) = &mut self.watch.keeper {
                keeper.end(iteration, threshold);
            }
        }
    }

    fn at_once(&mut self, split: &Split<'_>, tally: &mut Tally) -> Option<Vec<Move>> {
        for before in split.before.iter().chain([&split.rest]) {
            tally.add(before);
        }
        split.roots.in_order(0, tally, &mut self.watch)
    }

    /// Searches subtrees, most of them out of order.
    fn by_subtrees(&mut self, split: &Split<'_>, tally: &mut Tally) -> Option<Vec<Move>> {
        let count = split.before.len();
        let mut known = match &mut self.watch.keeper {
            Some(keeper) => keeper.known(count),
            None => Vec::new(),
        };
        known.resize(count, None);
        let share = match &mut self.watch.keeper {
            Some(keeper) => keeper.share(|| split.mark(keeper.record.threshold)),
            None => None,
        };
        if share.is_some() || turns::threads(self.cores) > 1 {
            known = parallel::search(split, share, known, self.cores, &mut self.watch);
        }
        if share.is_some_and(|share| !share.end()) {
            self.watch.stop = Some(Stop::Cancelled);
        }
        if let Some(keeper) = &mut self.watch.keeper {
            for (place, known) in known.iter().enumerate() {
                keeper.note(place, *known);
            }
        }
        if self.watch.is_over() {
            for (_, subtree_tally) in known.iter().flatten() {
                tally.add(subtree_tally);
            }
            return None;
        }
        self.watch.stop = None;
        let mut bulk = split.roots.bulk();
        for (place, (before, known)) in split.before.iter().zip(known).enumerate() {
            tally.add(before);
            self.watch.report(|_| {});
            let (end, subtree_tally) = known.unwrap_or_else(|| {
                let mut subtree_tally = Tally::NOTHING;
                let end = bulk(place, &mut subtree_tally, &mut |subtree_tally| {
                    self.watch.must_stop(&tally.plus(subtree_tally))
                });
                if let Some(keeper) = &mut self.watch.keeper {
                    keeper.note(place, Some((end, subtree_tally)));
                }
                (end, subtree_tally)
            });
            // Subtrees searched ahead may exceed the node limit.
            let is_clear = end == End::Clear && !self.watch.must_stop(&tally.plus(&subtree_tally));
            if is_clear || self.watch.is_over() {
                tally.add(&subtree_tally);
                if is_clear {
                    continue;
                }
                return None;
            }
            // The subtree has an answer or reaches the node limit: tie order shows which is first.
            self.watch.stop = None;
            let moves = split.roots.in_order(place, tally, &mut self.watch);
            if moves.is_some() || self.watch.stop.is_some() {
                return moves;
            }
        }
        tally.add(&split.rest);
        None
    }

    fn outcome(self, moves: Option<Vec<Move>>, stop: Stop, at_least: u32) -> Outcome {
        let Tally {
            expanded,
            generated,
            ..
        } = self.watch.done;
        Outcome {
            moves,
            stop,
            at_least,
            statistics: Statistics {
                expanded,
                generated,
                ..self.watch.statistics
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_expected_to_grow_as_before() {
        let iterations = |counts: &[u64]| -> Vec<Iteration> {
            let iteration = |generated: &u64| Iteration {
                threshold: 0,
                expanded: 0,
                generated: *generated,
            };
            counts.iter().map(iteration).collect()
        };
        for (counts, next) in [
            (&[][..], 0),
            (&[100], 0),
            (&[10, 130], 1_690),
            (&[3, 10, 130], 1_690),
            (&[0, 5], 25),
            (&[1, u64::MAX], u64::MAX),
        ] {
            assert_eq!(expected(&iterations(counts)), next, "{counts:?}");
        }
    }
}
