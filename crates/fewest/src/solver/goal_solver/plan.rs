//! The plan for a goal's boards: the tiers that [`prepare`](GoalSolver::prepare) and
//! [`escalate`](GoalSolver::escalate) would enter.

use super::GoalSolver;
use crate::search::Algorithm;
use crate::solver::costs::{BALL, BREADTH_FIRST, LARGER_BALL};
use crate::solver::ladder::{Ladder, Rung, Tier};
use crate::solver::plan::{PlannedTier, PlannedWay, SolvePlan};
use crate::solver::registry::{HeuristicKernel, chosen};
use crate::solver::{Call, SolverError};
use crate::table::ball::Ball;

impl<K: HeuristicKernel> GoalSolver<K> {
    /// Plans the answers of this many boards. Nothing is built.
    ///
    /// # Errors
    /// If a table or heuristic that was named can't be built.
    pub(in crate::solver) fn plan(
        &mut self,
        boards: usize,
        call: Call<'_>,
    ) -> Result<SolvePlan, SolverError> {
        let mut tiers = Vec::new();
        let near = self.may_be_near(boards, call).then(|| self.near());
        let mut near = near.flatten().map_or_else(Vec::new, Ladder::rungs);
        let rest = near.pop_if(|last| last.tier == Tier::Rest);
        self.extend(&mut tiers, near, call)?;
        let mut rungs = self.listed().rungs();
        if let (Some(rest), Some(first)) = (rest, rungs.first_mut()) {
            first.cost = rest.cost;
        }
        self.extend(&mut tiers, rungs, call)?;
        Ok(SolvePlan {
            algorithm: self.options.algorithm.or(self.usual()),
            tiers,
            table_bytes: self.views.bytes(),
        })
    }

    fn extend(
        &self,
        tiers: &mut Vec<PlannedTier>,
        rungs: Vec<Rung>,
        call: Call<'_>,
    ) -> Result<(), SolverError> {
        // No search spends what a table after a breadth-first one costs.
        for rung in rungs
            .into_iter()
            .take_while(|rung| rung.cost < BREADTH_FIRST)
        {
            let Some(way) = self.planned(rung.tier, tiers)? else {
                continue;
            };
            let is_settled = self.options.must_be_reproducible && rung.tier != Tier::Search;
            let is_last = way.is_table() || is_settled;
            let mut after = rung.cost;
            // A tier that costs nothing is entered at once.
            if after == 0 || rung.is_free(call.max_nodes) {
                after = tiers.pop().map_or(0, |skipped| skipped.after);
            }
            if tiers.last().is_none_or(|last| last.way != way) {
                tiers.push(PlannedTier { way, after });
            }
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// The way to answer boards at a tier; `None` if it would add nothing to the tiers before it.
    fn planned(
        &self,
        tier: Tier,
        before: &[PlannedTier],
    ) -> Result<Option<PlannedWay>, SolverError> {
        let last = before.last().map(|tier| &tier.way);
        let ball = |boards: usize| {
            let boards = self.in_memory(boards);
            PlannedWay::Ball {
                boards: boards as u64,
                bytes: (boards * Ball::<K::Board>::BOARD_BYTES) as u64,
            }
        };
        Ok(match tier {
            Tier::Search => {
                let is_useful = matches!(last, None | Some(PlannedWay::Ball { .. }));
                is_useful.then(|| PlannedWay::Search {
                    heuristics: self.unaided(),
                })
            }
            Tier::Rest => None,
            Tier::Ball => Some(ball(BALL)),
            // Larger tables take its place.
            Tier::LargerBall if matches!(last, Some(PlannedWay::Patterns(_))) => None,
            // A ball grows by a whole level or not at all.
            Tier::LargerBall => {
                let may_grow = self.in_memory(LARGER_BALL) >= 2 * self.in_memory(BALL);
                may_grow.then(|| ball(LARGER_BALL))
            }
            Tier::Projection(level) => {
                let present = match last {
                    Some(PlannedWay::Projection(plan)) => plan.bytes,
                    _ => 0,
                };
                let plan = self.projected.plan(level, present, self.options.memory);
                plan.map(PlannedWay::Projection)
            }
            Tier::Databases(_) if matches!(last, Some(PlannedWay::Projection(_))) => None,
            Tier::Databases(level) => match self.puzzle.plans(&self.options) {
                Ok(plans) => plans.get(level).copied().map(PlannedWay::Patterns),
                Err(error) if self.options.names_databases() => return Err(error),
                Err(_) => None,
            },
            Tier::Linear => self.commuting.as_ref().map(|systems| PlannedWay::Linear {
                solutions: systems.solutions(),
            }),
            Tier::Table => {
                let is_stored = self.views.are_filled();
                if !is_stored {
                    self.has_room()?;
                }
                let tables = self.views.puzzles().count();
                self.views.bytes().map(|bytes| PlannedWay::Table {
                    tables,
                    bytes,
                    is_stored,
                })
            }
        })
    }

    /// The heuristics of searches without tables.
    fn unaided(&self) -> Vec<crate::solver::HeuristicName> {
        let algorithm = self.options.algorithm.or(self.usual());
        if algorithm.is_some_and(Algorithm::is_blind) {
            return Vec::new();
        }
        chosen(&*self.puzzle, &self.heuristics, &self.options, false)
    }
}
