//! Decides when a solver prepares the next tier: the rule for all choices between search and
//! tables.
//!
//! There are several [tiers](Tier), ways to answer boards. Each needs less work per hard board than
//! the tiers before it, and longer preparation. The knights' tiers:
//!
//! ```text
//! tier                           ball -> larger ball -> table (67,603,900 boards)
//! cost in generated boards          0        150,000    16,900,975
//! ```
//!
//! Boards are answered at one tier until the searches there have together generated as many boards
//! as the next tier costs, or until an iteration of IDA* is expected to generate more than a board's share
//! of that. Then that tier is prepared, and the open boards move to it. An easy
//! board never waits for a table that only ten thousand boards are worth, and no run spends much
//! more on searches than the table would have cost. This is the ski-rental rule (Anna Karlin, Mark
//! Manasse, Larry Rudolph and Daniel Sleator, Competitive snoopy caching, 1988): rent skis until
//! the rents add up to the price, then buy. If boards come one by one, that is at most twice the
//! work of the best choice in hindsight. The boards of a batch get equal shares, so that their
//! answers do not depend on order or threads. That makes it three times: in the worst case, one
//! board needs everything and the others nothing.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::costs::{BREADTH_FIRST, NEAR, NEAR_WITHOUT_BALL};

/// A search restarts only with a share at least this many times as large, so all abandoned attempts
/// together cost no more than the last one.
const MORE: u64 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tier {
    /// Searches with the heuristics that are ready.
    Search,
    /// Searches that meet a small ball around the goals.
    Ball,
    /// Searches that meet a larger ball.
    LargerBall,
    /// Searches with the projection of this level, for puzzles of pieces.
    Projection(usize),
    /// Searches with the pattern databases of this level.
    Databases(usize),
    /// The solutions of a linear system, if moves commute.
    Linear,
    /// Lookups in tables of all distances.
    Table,
    /// Stands for the tiers that are listed only if a search near the goals does not answer the
    /// first board.
    Rest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rung {
    pub(super) tier: Tier,
    /// The cost of preparing it, in boards that a search could generate in that time.
    pub(super) cost: u64,
}

impl Rung {
    /// Sorts rungs, the cheapest first. Here, so that it is not compiled for each puzzle.
    pub(super) fn sort(rungs: &mut [Self]) {
        rungs.sort_by_key(|rung| rung.cost);
    }

    /// Returns true if this is the first projection, and a search that may generate only this many
    /// boards would never pay for it. Then it is free.
    pub(super) fn is_free(self, nodes: Option<u64>) -> bool {
        self.tier == Tier::Projection(0) && nodes.is_some_and(|nodes| nodes <= self.cost)
    }
}

#[derive(Debug, Default)]
pub(super) struct Ladder {
    /// The tier in use, and those after it.
    rungs: Vec<Rung>,
    /// The boards that searches at this tier have generated.
    spent: AtomicU64,
    /// The boards that one search may generate before its board is deferred.
    share: u64,
    /// Boards deferred since the batch, tier or share changed, and their smallest lower bound.
    deferred: AtomicU64,
    nearest: AtomicU32,
}

impl Ladder {
    /// Creates a ladder of these rungs, without rungs that cost more than a later one.
    pub(super) fn new(rungs: Vec<Rung>) -> Self {
        let mut kept: Vec<Rung> = Vec::new();
        for rung in rungs {
            while kept.last().is_some_and(|last| last.cost > rung.cost) {
                kept.pop();
            }
            kept.push(rung);
        }
        Self {
            rungs: kept,
            nearest: AtomicU32::new(u32::MAX),
            ..Self::default()
        }
    }

    /// A ladder for a board that may be near the goals, with a ball around them if they are few.
    pub(super) fn near(has_ball: bool) -> Self {
        let rung = |(tier, cost)| Rung { tier, cost };
        let rungs = if has_ball {
            vec![(Tier::Search, 0), (Tier::Ball, 0), (Tier::Rest, NEAR)]
        } else {
            vec![(Tier::Search, 0), (Tier::Rest, NEAR_WITHOUT_BALL)]
        };
        Self::new(rungs.into_iter().map(rung).collect())
    }

    /// A ladder for a board that is searched breadth-first, which takes less time than a table.
    pub(super) fn breadth_first() -> Self {
        let rungs = [(Tier::Search, 0), (Tier::Rest, BREADTH_FIRST)];
        Self::new(rungs.map(|(tier, cost)| Rung { tier, cost }).into())
    }

    /// The tier in use; `None` if the tiers are not listed yet.
    pub(super) fn tier(&self) -> Option<Tier> {
        self.rungs.first().map(|rung| rung.tier)
    }

    /// Returns true if these tiers search only near the goals, and the other tiers are not
    /// listed yet.
    pub(super) fn is_near(&self) -> bool {
        (self.rungs.last()).is_some_and(|rung| self.rungs.len() > 1 && rung.tier == Tier::Rest)
    }

    pub(super) fn next(&self) -> Option<Tier> {
        self.rungs.get(1).map(|rung| rung.tier)
    }

    /// Returns true if searches have spent the cost of the next tier.
    pub(super) fn is_due(&mut self) -> bool {
        let spent = *self.spent.get_mut();
        self.rungs.get(1).is_some_and(|next| spent >= next.cost)
    }

    pub(super) fn is_free(&self, nodes: Option<u64>) -> bool {
        self.rungs.get(1).is_some_and(|next| next.is_free(nodes))
    }

    pub(super) fn rungs(self) -> Vec<Rung> {
        self.rungs
    }

    /// Moves to the next tier, with nothing spent.
    pub(super) fn climb(&mut self) {
        if !self.rungs.is_empty() {
            self.rungs.remove(0);
        }
        *self.spent.get_mut() = 0;
        self.share = 0;
    }

    pub(super) fn skip_next(&mut self) {
        if self.rungs.len() > 1 {
            self.rungs.remove(1);
        }
    }

    pub(super) fn stay(&mut self) {
        self.rungs.truncate(1);
    }

    /// Each board's share of what is left of the next tier's cost.
    fn fair_share(&mut self, boards: u64) -> u64 {
        let spent = *self.spent.get_mut();
        let next = self.rungs.get(1);
        next.map_or(u64::MAX, |next| {
            next.cost.saturating_sub(spent) / boards.max(1)
        })
    }

    pub(super) fn begin(&mut self, boards: usize) {
        self.share = self.fair_share(boards as u64);
        *self.deferred.get_mut() = 0;
        *self.nearest.get_mut() = u32::MAX;
    }

    /// The boards that one search may generate before it is deferred; `None` without a next tier.
    pub(super) fn allowance(&self) -> Option<u64> {
        let next = self.rungs.get(1)?;
        let is_due = self.spent.load(Ordering::Relaxed) >= next.cost;
        Some(if is_due { 0 } else { self.share })
    }

    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// Counts a deferred board, with a lower bound of its distance.
    pub(super) fn defer(&self, distance: u32) {
        self.deferred.fetch_add(1, Ordering::Relaxed);
        self.nearest.fetch_min(distance, Ordering::Relaxed);
    }

    /// The smallest lower bound of the deferred boards' distances.
    pub(super) fn nearest(&mut self) -> Option<u32> {
        Some(*self.nearest.get_mut()).filter(|nearest| *nearest != u32::MAX)
    }

    /// Gives deferred boards larger shares at this tier. Returns false if too little is left, so
    /// that the next tier is due. If none is deferred, another thread has prepared something.
    pub(super) fn raise(&mut self) -> bool {
        let deferred = *self.deferred.get_mut();
        if deferred == 0 {
            return true;
        }
        let share = self.fair_share(deferred);
        if share < self.share.max(1).saturating_mul(MORE) {
            return false;
        }
        self.share = share;
        *self.deferred.get_mut() = 0;
        true
    }

    /// Gives shares to the boards deferred at the previous tier.
    pub(super) fn take_over(&mut self) {
        let deferred = std::mem::take(self.deferred.get_mut());
        self.share = self.fair_share(deferred);
        *self.nearest.get_mut() = u32::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladder(costs: &[u64]) -> Ladder {
        let tier = |(level, cost): (usize, &u64)| Rung {
            tier: Tier::Databases(level),
            cost: *cost,
        };
        let mut ladder = Ladder::new(costs.iter().enumerate().map(tier).collect());
        ladder.begin(1);
        ladder
    }

    /// The cost of all searches and tiers. A board costs the same at each tier, but 0 at the last.
    fn total(costs: &[u64], batches: &[&[u64]]) -> u64 {
        let mut ladder = ladder(costs);
        let mut total = 0;
        for batch in batches {
            while ladder.is_due() {
                total += ladder.rungs[1].cost;
                ladder.climb();
            }
            ladder.begin(batch.len());
            let mut open = batch.to_vec();
            loop {
                open.retain(|needed| {
                    let Some(allowed) = ladder.allowance() else {
                        return false;
                    };
                    let generated = allowed.min(*needed);
                    ladder.spend(generated);
                    total += generated;
                    let is_deferred = *needed > allowed;
                    if is_deferred {
                        ladder.defer(3);
                    }
                    is_deferred
                });
                if open.is_empty() {
                    break;
                }
                if !ladder.raise() {
                    total += ladder.rungs[1].cost;
                    ladder.climb();
                    ladder.take_over();
                }
            }
        }
        total
    }

    #[test]
    fn no_more_than_three_times_the_best_choice_is_spent() {
        let table = 1_000_000;
        let mut random = fastrand::Rng::with_seed(30);
        for _ in 0..200 {
            let batches: Vec<Vec<u64>> = (0..random.usize(1..20))
                .map(|_| {
                    let hardest = 1 << random.u32(1..22);
                    let boards = 0..random.usize(1..50);
                    boards.map(|_| random.u64(1..hardest)).collect()
                })
                .collect();
            let all: u64 = batches.iter().flatten().sum();
            let batches: Vec<&[u64]> = batches.iter().map(Vec::as_slice).collect();
            let spent = total(&[0, table], &batches);
            assert!(spent <= 3 * all.min(table), "{spent} for {all}");
        }
    }

    #[test]
    fn boards_share_the_cost_of_the_next_tier() {
        let mut ladder = ladder(&[0, 1_000]);
        ladder.begin(10);
        assert_eq!(ladder.allowance(), Some(100));
        for generated in [10, 10, 100] {
            ladder.spend(generated);
        }
        ladder.defer(7);
        assert_eq!(ladder.nearest(), Some(7));
        assert!(ladder.raise(), "little was spent");
        assert_eq!(ladder.allowance(), Some(880));
        ladder.spend(880);
        ladder.defer(8);
        assert!(ladder.is_due() && !ladder.raise());
        ladder.climb();
        ladder.take_over();
        assert_eq!((ladder.allowance(), ladder.next()), (None, None));
    }

    #[test]
    fn single_boards_reach_the_next_tier() {
        let mut ladder = ladder(&[0, 1_000, 5_000]);
        for _ in 0..10 {
            assert_eq!(ladder.allowance(), Some(1_000));
            ladder.spend(100);
        }
        assert_eq!(ladder.allowance(), Some(0));
        for _ in 0..2 {
            ladder.defer(1);
        }
        // Two threads find that the next tier is due: one of them climbs.
        assert!(!ladder.raise());
        ladder.climb();
        ladder.take_over();
        assert!(ladder.raise());
        assert_eq!(ladder.next(), Some(Tier::Databases(2)));
    }

    #[test]
    fn tiers_costlier_than_a_later_one_are_skipped() {
        let ladder = ladder(&[0, 50, 4_000, 60, 60, 70]);
        let costs: Vec<u64> = ladder.rungs.iter().map(|rung| rung.cost).collect();
        assert_eq!(costs, [0, 50, 60, 60, 70]);
    }
}
