//! The heuristics of the general kernel: pieces out of place, and pattern databases of some of the symbols.

use std::sync::Arc;

use super::registry::{Guest, Guided, Plan};
use super::{Budget, Guide, Query, Setup, SolverError, TableSource};
use crate::heuristic::merged::Merged;
use crate::heuristic::{Blind, Maximum, OutOfPlace};
use crate::kernel::Kernel;
use crate::kernel::general::{Board, General};
use crate::model::{Kind, Model};
use crate::progress::Unfinished;
use crate::pruning::Effort;

/// Boards of a table, and the boards that searches may generate before they pay: by how long building takes.
const LEVELS: [(u64, u64); 3] = [(1 << 20, 0), (1 << 23, 3_000_000), (1 << 26, 300_000_000)];

/// Databases, and whether they are larger than the first.
pub struct Grown<B: Board> {
    merged: Merged<General<B>>,
    level: usize,
}

impl<B: Board> Guided for General<B> {
    type Heuristics = OutOfPlace<B>;
    type Databases = Grown<B>;

    fn guides(model: &Model) -> &'static [Guide] {
        match model.kind {
            Kind::Rotation => &[Guide::Pattern, Guide::Centre, Guide::Blind],
            _ => &[Guide::Pattern, Guide::Misplaced, Guide::Blind],
        }
    }

    fn usual(model: &Model) -> Guide {
        match model.kind {
            Kind::Rotation => Guide::Centre,
            _ => Guide::Misplaced,
        }
    }

    fn heuristics(&self, _: &[Guide]) -> Result<OutOfPlace<B>, SolverError> {
        Ok(OutOfPlace::new(self))
    }

    fn pays(&self, level: usize, _: usize) -> Option<u64> {
        LEVELS.get(level).map(|(_, pays)| *pays)
    }

    fn databases(
        &self,
        level: usize,
        memory: Option<u64>,
        query: &Query,
        budget: Budget<'_>,
    ) -> Result<Option<Grown<B>>, Unfinished<SolverError>> {
        let Some((most, _)) = LEVELS.get(level) else {
            return Ok(None);
        };
        match Merged::build(self, *most, query.allowance(memory, budget)) {
            Ok(merged) if !merged.is_empty() => Ok(Some(Grown { merged, level })),
            Err(Unfinished::Cancelled) => Err(Unfinished::Cancelled),
            // They do not fit or take too long.
            _ => Ok(None),
        }
    }

    fn plans(&self, memory: Option<u64>) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        for (most, _) in LEVELS {
            let plan = Merged::plan(self, most);
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

    fn compared(&self) -> &'static [Guide] {
        match Kernel::model(self).kind {
            Kind::Rotation => &[Guide::Centre],
            Kind::Knights => &[Guide::Misplaced],
            _ => &[Guide::Misplaced, Guide::Pattern],
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

    fn with_heuristic<G: Guest<Self>>(
        &self,
        out_of_place: &OutOfPlace<B>,
        databases: Option<&Grown<B>>,
        guides: &[Guide],
        guest: G,
    ) -> G::Output {
        let databases = databases.filter(|_| guides.contains(&Guide::Pattern));
        match (databases, guides) {
            (None, [Guide::Blind]) => guest.receive(&Blind),
            (None, _) => guest.receive(out_of_place),
            (Some(databases), [_]) => guest.receive(&databases.merged),
            (Some(databases), _) => guest.receive(&Maximum(&databases.merged, out_of_place)),
        }
    }

    fn quickest(model: &Model) -> Guide {
        Self::usual(model)
    }

    fn with_quickest<G: Guest<Self>>(&self, out_of_place: &OutOfPlace<B>, guest: G) -> G::Output {
        guest.receive(out_of_place)
    }
}
