//! Sliding tiles to be searched with each of their heuristics.

use std::sync::Arc;

use super::ground::Ground;
use crate::catalogue::request::Request;
use crate::heuristic::{
    Blind, Gaschnig, Heuristic, LinearConflict, Manhattan, Misplaced, WalkingDistance,
};
use crate::lab::{Arena, Event, Setting, Step};
use crate::progress::Unfinished;
use crate::pruning::MovePruning;
use crate::puzzles::sliding::{Board, Relabelling, Sliding, Tiles};
use crate::search::{Algorithm, Control, Outcome};
use crate::solver::{Built, Guide, Patterns, Query, SolverError};

/// Boards with any goal, seen under the names that make it canonical.
struct Renamed<T, H> {
    names: Relabelling,
    setting: Setting<Sliding<T>, H>,
}

impl<T: Tiles, H: Heuristic<Sliding<T>>> Arena<Board<T>> for Renamed<T, H> {
    fn is_solvable(&self, board: &Board<T>) -> bool {
        self.setting.puzzle.is_solvable(&self.names.apply(board))
    }

    fn prepare(&self, search: Algorithm) {
        self.setting.prepare(search);
    }

    fn pruning(&self, search: Algorithm) -> Option<&MovePruning> {
        self.setting.pruning(search)
    }

    fn run(&self, search: Algorithm, start: &Board<T>, control: &mut Control<'_>) -> Outcome {
        self.setting.run(search, &self.names.apply(start), control)
    }

    fn step(
        &self,
        search: Algorithm,
        start: &Board<T>,
        control: &mut Control<'_>,
        tell: &mut dyn FnMut(Event<Board<T>>),
    ) -> Outcome {
        let mut restored = |event| {
            tell(match event {
                Event::Expanded(step) => Event::Expanded(Step {
                    board: self.names.restore(&step.board),
                    ..step
                }),
                threshold @ Event::Threshold(_) => threshold,
            });
        };
        (self.setting).step(search, &self.names.apply(start), control, &mut restored)
    }
}

/// The puzzle with a heuristic; none if it has no such heuristic.
pub(super) fn ground<T: Tiles>(
    puzzle: Sliding<T>,
    names: Relabelling,
    guide: Guide,
    request: &Request,
) -> Result<Option<Ground<Board<T>>>, Unfinished<SolverError>> {
    Ok(Some(match guide {
        Guide::Blind => with(puzzle, names, Blind),
        Guide::Misplaced => with(puzzle, names, Misplaced),
        Guide::Manhattan => {
            let manhattan = Manhattan::new(&puzzle);
            with(puzzle, names, manhattan)
        }
        Guide::Gaschnig => with(puzzle, names, Gaschnig),
        Guide::WalkingDistance => {
            let walking_distance = WalkingDistance::new(&puzzle)?;
            with(puzzle, names, walking_distance)
        }
        Guide::LinearConflict => {
            let Some(linear_conflict) = LinearConflict::new(&puzzle) else {
                return Ok(None);
            };
            with(puzzle, names, linear_conflict)
        }
        Guide::Pattern => {
            let mut patterns = Patterns::default();
            let query = Query {
                guide: Some(guide),
                partition: request.partition.clone(),
                store: request.store.clone(),
                progress: Some(Arc::clone(&request.progress)),
                ..Query::default()
            };
            let memory = request.limits.memory;
            let budget = (&*request.cancel).into();
            // What lies in the store does not decide which partition it is: node counts are the same everywhere.
            if request.partition.is_some() {
                patterns.fill(&puzzle, memory, &query, budget)?;
            } else {
                patterns.fill_usual(&puzzle, memory, &query, budget)?;
            }
            let Some((built, setup)) = patterns.into_built() else {
                return Ok(None);
            };
            let bytes = built.entries();
            let ground = match built {
                Built::Narrow(additive) => with(puzzle, names, additive),
                Built::Wide(additive) => with(puzzle, names, additive),
            };
            ground.with_tables(bytes, setup)
        }
        Guide::Centre => return Ok(None),
    }))
}

fn with<T: Tiles, H: Heuristic<Sliding<T>> + 'static>(
    puzzle: Sliding<T>,
    names: Relabelling,
    heuristic: H,
) -> Ground<Board<T>> {
    let setting = Setting::new(puzzle, heuristic);
    Ground::new(Renamed { names, setting })
}
