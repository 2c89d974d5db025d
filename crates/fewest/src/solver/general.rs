//! The heuristics of the general kernel: pieces out of place, and pattern databases.

use std::sync::Arc;

use super::costs::DATABASE_LEVELS;
use super::registry::{HeuristicKernel, HeuristicVisitor, MergedPlan};
use super::{HeuristicName, Options, Setup, SolverError, TableSource};
use crate::heuristic::merged::Merged;
use crate::heuristic::{Maximum, OutOfPlace};
use crate::kernel::Kernel;
use crate::kernel::general::{CellBoard, General};
use crate::model::{Kind, Model};
use crate::pruning::Effort;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// Pattern databases and their level.
pub struct Grown<B: CellBoard> {
    merged: Merged<General<B>>,
    level: usize,
}

impl<B: CellBoard> HeuristicKernel for General<B> {
    type Heuristics = OutOfPlace<B>;
    type Databases = Grown<B>;

    fn heuristic_names(model: &Model) -> &'static [HeuristicName] {
        match model.kind {
            Kind::Rotation => &[
                HeuristicName::Pattern,
                HeuristicName::Centre,
                HeuristicName::Blind,
            ],
            _ => &[
                HeuristicName::Pattern,
                HeuristicName::Misplaced,
                HeuristicName::Blind,
            ],
        }
    }

    fn usual(model: &Model) -> HeuristicName {
        match model.kind {
            Kind::Rotation => HeuristicName::Centre,
            _ => HeuristicName::Misplaced,
        }
    }

    fn heuristics(&self, _: &[HeuristicName]) -> Result<OutOfPlace<B>, SolverError> {
        Ok(OutOfPlace::new(self))
    }

    fn database_cost(&self, level: usize) -> Option<u64> {
        DATABASE_LEVELS.get(level).map(|(_, cost)| *cost)
    }

    fn databases(
        &self,
        level: usize,
        memory: Option<u64>,
        options: &Options,
        budget: Budget<'_>,
    ) -> Result<Option<Grown<B>>, Unfinished<SolverError>> {
        let Some((max_boards, _)) = DATABASE_LEVELS.get(level) else {
            return Ok(None);
        };
        match Merged::build(self, *max_boards, options.budget(memory, budget)) {
            Ok(merged) if !merged.is_empty() => Ok(Some(Grown { merged, level })),
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            // They do not fit or take too long.
            _ => Ok(None),
        }
    }

    fn plans(&self, memory: Option<u64>) -> Vec<MergedPlan> {
        let mut plans: Vec<MergedPlan> = Vec::new();
        for (max_boards, _) in DATABASE_LEVELS {
            let plan = Merged::plan(self, max_boards);
            let has_room = memory.is_none_or(|allowed| plan.needed <= allowed);
            let is_more = plans.last().is_none_or(|last| plan.boards > last.boards);
            if !has_room || !is_more {
                break;
            }
            plans.push(plan);
        }
        plans.retain(|plan| plan.tables > 0);
        plans
    }

    fn compared(&self) -> &'static [HeuristicName] {
        match Kernel::model(self).kind {
            Kind::Rotation => &[HeuristicName::Centre],
            Kind::Knights => &[HeuristicName::Misplaced],
            _ => &[HeuristicName::Misplaced, HeuristicName::Pattern],
        }
    }

    const COMPARED: usize = 1;

    fn bytes(databases: &Grown<B>) -> u64 {
        databases.merged.bytes()
    }

    fn setup(databases: &Grown<B>) -> Setup {
        Setup {
            partition: Some(Arc::clone(databases.merged.groups())),
            tables: Some(TableSource::Built),
            ..Setup::default()
        }
    }

    fn words(databases: &Grown<B>) -> String {
        format!("pattern, {} bytes", databases.merged.bytes())
    }

    fn effort(databases: Option<&Grown<B>>) -> Effort {
        match databases {
            Some(Grown { level: 1.., .. }) => Effort::THOROUGH,
            _ => Effort::QUICK,
        }
    }

    fn with_heuristic<G: HeuristicVisitor<Self>>(
        &self,
        out_of_place: &OutOfPlace<B>,
        databases: Option<&Grown<B>>,
        heuristic_names: &[HeuristicName],
        visitor: G,
    ) -> G::Output {
        let databases = databases.filter(|_| heuristic_names.contains(&HeuristicName::Pattern));
        match (databases, heuristic_names) {
            (None, [HeuristicName::Blind]) => visitor.visit(&OutOfPlace::blind()),
            (None, _) => visitor.visit(out_of_place),
            (Some(databases), [_]) => visitor.visit(&databases.merged),
            (Some(databases), _) => visitor.visit(&Maximum(&databases.merged, out_of_place)),
        }
    }

    fn quickest(model: &Model) -> HeuristicName {
        Self::usual(model)
    }

    fn with_quickest<G: HeuristicVisitor<Self>>(
        &self,
        out_of_place: &OutOfPlace<B>,
        visitor: G,
    ) -> G::Output {
        visitor.visit(out_of_place)
    }
}
