//! Kinds of definitions with a defect that is known and not yet mended: what is said of them is not looked at.

use std::collections::BTreeSet;

use fewest::solver::Road;

use crate::world::World;

/// A known defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Answers are counted wrongly where two moves do the same to a board.
    Coinciding,
    /// `breadth-first-heuristic` does not end where nothing solves a board.
    Endless,
}

/// Those that are not mended.
pub const OPEN: &[Defect] = &[Defect::Coinciding, Defect::Endless];

/// Whether a check is left out for a puzzle.
pub fn is_open(check: &str, world: &World) -> bool {
    OPEN.iter().any(|defect| match (defect, check) {
        (Defect::Coinciding, "survey" | "hardest") => coincides(world),
        _ => false,
    })
}

/// Whether a road is left out.
pub fn is_endless(road: Road, world: &World) -> bool {
    let has_unsolvable = world.distance.contains(&None);
    OPEN.contains(&Defect::Endless) && road == Road::BreadthFirstHeuristic && has_unsolvable
}

/// Whether two moves do the same to a board.
fn coincides(world: &World) -> bool {
    world.next.iter().any(|next| {
        let ends: Vec<usize> = next.iter().flatten().copied().collect();
        let different: BTreeSet<usize> = ends.iter().copied().collect();
        different.len() < ends.len()
    })
}
