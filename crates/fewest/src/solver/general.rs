//! The heuristics of the general kernel: pieces out of place, neighbours apart, and pattern databases.

use std::sync::Arc;

use super::costs::{DATABASE_LEVELS, reach};
use super::registry::{HeuristicKernel, HeuristicVisitor, MergedPlan};
use super::{HeuristicName, Setup, SolverError, SolverOptions, TableSource};
use crate::heuristic::merged::Merged;
use crate::heuristic::{Maximum, Neighbours, OutOfPlace};
use crate::kernel::Kernel;
use crate::kernel::general::{CellBoard, General};
use crate::model::{Kind, Model};
use crate::pruning::Effort;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// The heuristics without databases; neighbours only on request.
pub struct WithoutTables<B: CellBoard> {
    out_of_place: OutOfPlace<B>,
    neighbours: Option<Neighbours>,
}

/// Pattern databases and their level.
pub struct Grown<B: CellBoard> {
    merged: Merged<General<B>>,
    level: usize,
}

impl<B: CellBoard> HeuristicKernel for General<B> {
    type Heuristics = WithoutTables<B>;
    type Databases = Grown<B>;

    fn heuristic_names(model: &Model) -> &'static [HeuristicName] {
        match model.kind {
            Kind::Rotation => &[
                HeuristicName::Pattern,
                HeuristicName::Neighbours,
                HeuristicName::Centre,
                HeuristicName::Blind,
            ],
            _ => &[
                HeuristicName::Pattern,
                HeuristicName::Neighbours,
                HeuristicName::Misplaced,
                HeuristicName::Blind,
            ],
        }
    }

    fn usual(model: &Model, heuristics: &WithoutTables<B>) -> HeuristicName {
        match heuristics.neighbours {
            Some(_) => HeuristicName::Neighbours,
            None => Self::quickest(model),
        }
    }

    fn heuristics(&self, asked: &[HeuristicName]) -> Result<WithoutTables<B>, SolverError> {
        let neighbours = asked
            .contains(&HeuristicName::Neighbours)
            .then(|| Neighbours::new(self.parts()).ok_or(SolverError::NoNeighbours))
            .transpose()?;
        Ok(WithoutTables {
            out_of_place: OutOfPlace::new(self),
            neighbours,
        })
    }

    fn sharpen(&self, heuristics: &mut WithoutTables<B>) {
        heuristics.neighbours = Neighbours::new(self.parts());
        if !self.beats(heuristics, DATABASE_LEVELS[0].0) {
            heuristics.neighbours = None;
        }
    }

    fn beats(&self, heuristics: &WithoutTables<B>, boards: u64) -> bool {
        let mean = heuristics.neighbours.as_ref().and_then(Neighbours::mean);
        mean.is_some_and(|mean| mean >= reach(boards, self.parts().moves()))
    }

    fn database_cost(&self, level: usize) -> Option<u64> {
        DATABASE_LEVELS.get(level).map(|(_, cost)| *cost)
    }

    fn databases(
        &self,
        level: usize,
        options: &SolverOptions,
        budget: Budget<'_>,
    ) -> Result<Option<Grown<B>>, Unfinished<SolverError>> {
        let Some((max_boards, _)) = DATABASE_LEVELS.get(level) else {
            return Ok(None);
        };
        match Merged::build(self, *max_boards, options.budget(budget)) {
            Ok(merged) if !merged.is_empty() => Ok(Some(Grown { merged, level })),
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            // They do not fit or take too long.
            _ => Ok(None),
        }
    }

    fn plans(&self, options: &SolverOptions) -> Result<Vec<MergedPlan>, SolverError> {
        let mut plans: Vec<MergedPlan> = Vec::new();
        for (max_boards, _) in DATABASE_LEVELS {
            let plan = Merged::plan(self, max_boards);
            let has_room = options.memory.is_none_or(|allowed| plan.needed <= allowed);
            let is_more = plans.last().is_none_or(|last| plan.bytes > last.bytes);
            if !has_room || !is_more {
                break;
            }
            plans.push(plan);
        }
        plans.retain(|plan| plan.tables > 0);
        Ok(plans)
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
        heuristics: &WithoutTables<B>,
        databases: Option<&Grown<B>>,
        heuristic_names: &[HeuristicName],
        visitor: G,
    ) -> G::Output {
        let WithoutTables {
            out_of_place,
            neighbours,
        } = heuristics;
        let is_named = |name: HeuristicName| heuristic_names.contains(&name);
        let databases = databases.filter(|_| is_named(HeuristicName::Pattern));
        let databases = databases.map(|databases| &databases.merged);
        let neighbours = (neighbours.as_ref()).filter(|_| is_named(HeuristicName::Neighbours));
        match (neighbours, databases, heuristic_names) {
            (Some(neighbours), _, [_]) => visitor.visit(neighbours),
            (Some(neighbours), _, _) => {
                let is_placed = is_named(Self::quickest(Kernel::model(self)));
                let out_of_place = is_placed.then_some(out_of_place);
                visitor.visit(&Maximum(neighbours, Maximum(databases, out_of_place)))
            }
            (None, None, [HeuristicName::Blind]) => visitor.visit(&OutOfPlace::blind()),
            (None, None, _) => visitor.visit(out_of_place),
            (None, Some(databases), [_]) => visitor.visit(databases),
            (None, Some(databases), _) => visitor.visit(&Maximum(databases, out_of_place)),
        }
    }

    fn quickest(model: &Model) -> HeuristicName {
        match model.kind {
            Kind::Rotation => HeuristicName::Centre,
            _ => HeuristicName::Misplaced,
        }
    }

    fn with_quickest<G: HeuristicVisitor<Self>>(
        &self,
        heuristics: &WithoutTables<B>,
        visitor: G,
    ) -> G::Output {
        visitor.visit(&heuristics.out_of_place)
    }
}
