//! An order in which pieces are placed.

use std::ops::ControlFlow;

use super::goal::{GoalDistances, GoalPieces};
use super::placing::{PlacementImage, Placing};
use super::walk::{Counting, Firsts, Listing, Placed, Walk};
use crate::support::budget::Budget;

/// An order in which pieces are placed, with the effect of each on the goals' numbers.
pub(super) struct Order<'g> {
    pub(super) placing: &'g Placing,
    pub(super) goals: &'g [GoalDistances],
    pub(super) steps: Vec<Step>,
    /// The goal whose pieces come first.
    first: usize,
}

/// A piece, and the goals that name it.
pub(super) struct Step {
    pub(super) piece: usize,
    /// These goals, with the piece's stride in each.
    pub(super) adds: Vec<(usize, usize)>,
    /// The goals whose pieces all have a place now.
    pub(super) ends: Vec<usize>,
}

/// An order of pieces that begins with the pieces of goal `first`. Each time, the pieces of a goal
/// that lacks the fewest come next.
pub(super) fn order<'g>(goals: impl Iterator<Item = &'g GoalPieces>, first: usize) -> Vec<usize> {
    let mut left: Vec<Vec<usize>> = goals.map(|goal| goal.numbers().collect()).collect();
    let mut order = Vec::new();
    let mut next = Some(first);
    while let Some(goal) = next {
        order.append(&mut left[goal]);
        for other in &mut left {
            other.retain(|piece| !order.contains(piece));
        }
        let lacking = (0..left.len()).filter(|&goal| !left[goal].is_empty());
        next = lacking.min_by_key(|&goal| left[goal].len());
    }
    order
}

impl<'g> Order<'g> {
    pub(super) fn new(placing: &'g Placing, goals: &'g [GoalDistances], first: usize) -> Self {
        let pieces = order(goals.iter().map(|goal| &goal.pieces), first);
        let stride = |goal: usize, piece: usize| goals[goal].stride(piece);
        let steps = pieces.iter().enumerate().map(|(at, &piece)| {
            let naming = (0..goals.len()).filter_map(|goal| Some((goal, stride(goal, piece)?)));
            let adds: Vec<(usize, usize)> = naming.collect();
            let later = &pieces[at + 1..];
            let is_last = |goal| later.iter().all(|&piece| stride(goal, piece).is_none());
            let ends = adds.iter().map(|(goal, _)| *goal);
            let ends = ends.filter(|&goal| is_last(goal));
            Step {
                piece,
                ends: ends.collect(),
                adds,
            }
        });
        Self {
            steps: steps.collect(),
            placing,
            goals,
            first,
        }
    }

    /// A placement of the first goal's pieces from each class that symmetries exchange, as spots in
    /// the order of steps, and the size of the class.
    pub(super) fn firsts(&self, images: &[PlacementImage]) -> Vec<(Vec<u8>, u64)> {
        let goal = &self.goals[self.first];
        let mut firsts = Vec::new();
        let pieces: Vec<usize> = goal.pieces.numbers().collect();
        let steps = &self.steps[..pieces.len()];
        let mut visit = |spots: &[u8]| {
            let own = goal.number(pieces.iter().map(|&piece| (piece, spots[piece])));
            let number = |image: &PlacementImage| {
                goal.number(pieces.iter().map(|&piece| image.of(piece, spots[piece])))
            };
            let mut numbers: Vec<usize> = images.iter().map(number).collect();
            numbers.push(own);
            numbers.sort_unstable();
            numbers.dedup();
            if numbers.first() == Some(&own) {
                let spots = steps.iter().map(|step| spots[step.piece]);
                firsts.push((spots.collect(), numbers.len() as u64));
            }
            ControlFlow::Continue(())
        };
        // The visitor never breaks off.
        let _ = Walk::new(self, steps.len()).place(Placed::none(()), &mut Firsts(&mut visit));
        firsts
    }

    /// Counts the placements that begin with one of the first goal's pieces.
    pub(super) fn count(&self, first: &[u8]) -> Counting {
        let mut counting = Counting::default();
        let mut walk = Walk::new(self, self.steps.len());
        let mut placed = Placed::none(Counting::NOT_NEAR);
        for &spot in first {
            let next = walk.put(placed, spot.into(), &counting);
            placed = next.unwrap_or(placed);
        }
        // The visitor never breaks off.
        let _ = walk.place(placed, &mut counting);
        counting
    }

    /// Visits the placements at a distance to which the first goal is the first of the nearest.
    pub(super) fn list(
        &self,
        distance: u8,
        budget: Budget<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut listing = Listing {
            first: self.first,
            distance,
            budget,
            visit,
        };
        Walk::new(self, self.steps.len()).place(Placed::none(()), &mut listing)
    }
}
