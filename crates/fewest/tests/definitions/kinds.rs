//! Kinds of definitions with a defect that is known and not yet mended: what is said of them is not looked at.

use std::collections::BTreeSet;

use fewest::solver::Road;

use crate::world::World;

/// A known defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Two moves that do the same are refused.
    Identical,
    /// Answers are counted wrongly where two moves do the same to a board.
    Coinciding,
    /// A goal that is there twice with `same` is refused.
    SameTwice,
    /// A move that two moves take back in parts is said to have no inverse though one takes it back whole.
    Inverse,
    /// `breadth-first-heuristic` does not end where nothing solves a board.
    Endless,
}

/// Those that are not mended.
pub const OPEN: &[Defect] = &[
    Defect::Identical,
    Defect::Coinciding,
    Defect::SameTwice,
    Defect::Inverse,
    Defect::Endless,
];

/// Whether a check is left out for a puzzle.
pub fn is_open(check: &str, world: &World) -> bool {
    OPEN.iter().any(|defect| match (defect, check) {
        (Defect::Identical, "define") => has_identical(world),
        (Defect::SameTwice, "define") => world.model.repeats_goals,
        (Defect::Inverse, "report") => world.model.looks_at_blank(),
        (Defect::Coinciding, "survey" | "hardest") => coincides(world),
        _ => false,
    })
}

/// Whether a road is left out.
pub fn is_endless(road: Road, world: &World) -> bool {
    let has_unsolvable = world.distance.contains(&None);
    OPEN.contains(&Defect::Endless) && road == Road::BreadthFirstHeuristic && has_unsolvable
}

fn has_identical(world: &World) -> bool {
    let moves = &world.model.moves;
    let mut places = 0..moves.len();
    places.any(|place| {
        moves[..place]
            .iter()
            .any(|own| own.turns == moves[place].turns)
    })
}

/// Whether two moves do the same to a board.
fn coincides(world: &World) -> bool {
    world.next.iter().any(|next| {
        let ends: Vec<usize> = next.iter().flatten().copied().collect();
        let different: BTreeSet<usize> = ends.iter().copied().collect();
        different.len() < ends.len()
    })
}
