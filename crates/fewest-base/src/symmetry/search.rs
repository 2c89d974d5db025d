//! The search for symmetries. It singles out cells and symbols one by one until all differ, then
//! looks for other nodes that could have been singled out instead.
//!
//! After B. D. `McKay`, "Practical graph isomorphism", 1981. The first branch singles out the
//! *base* and is compared with others. It is processed from its end upwards: the symmetries that
//! fix the first nodes of the base are known, and each other image of the next node gives as many
//! again.

use std::collections::BTreeSet;

use super::graph::{NodeColours, SymmetryGraph};
use super::moving::Moving;
use super::{Effect, MAX_SYMMETRIES, Symmetries, Symmetry};
use crate::space::structure::Structure;
use crate::support::optimisation::Optimisation;

/// The largest number of cells, and of symbols.
const MAX_NODES: usize = 256;
/// The largest number of visits to nodes and edges. Each takes a few nanoseconds.
const WORK: usize = 200_000_000;

/// Finds the symmetries of a puzzle: all permutations of its cells, each with a permutation of
/// symbols, that map turns to turns (of any move) and goals to goals, and keep the number of pieces
/// of each symbol. A symbol without pieces does not change.
///
/// A cell that no move touches, and that holds the same symbol in all goals, holds it on every
/// solvable board. Of symmetries that differ only on such cells, one is returned.
///
/// The result is incomplete if there are more than [`MAX_SYMMETRIES`] of them or more than 256
/// cells or symbols, or if the search takes longer than a few seconds
/// ([`is_complete`](Symmetries::is_complete) is then false).
///
/// ```
/// # use fewest_base as fewest;
/// use fewest::Move;
/// use fewest::space::structure::{Structure, Turn};
/// use fewest::symmetry::find;
///
/// // Three pieces in a row. The moves swap the first two, or the last two.
/// let swap = |by, from: [u8; 3]| Turn { by: Move::new(by), needs: Vec::new(), from: from.to_vec() };
/// let row = Structure {
///     pieces: vec![1; 3],
///     turns: vec![swap(0, [1, 0, 2]), swap(1, [0, 2, 1])],
///     goals: vec![vec![Some(0), Some(1), Some(2)]],
/// };
/// let symmetries = find(&row);
/// // The identity, and the reflection from left to right.
/// assert_eq!((symmetries.len(), symmetries.is_complete()), (2, true));
/// // The board after the first two were swapped, and its mirror image.
/// assert_eq!(symmetries.orbit(&[1, 0, 2]), [[0, 2, 1], [1, 0, 2]]);
/// ```
#[must_use]
pub fn find(structure: &Structure) -> Symmetries {
    if Optimisation::Symmetry.is_on() {
        find_always(structure)
    } else {
        Symmetries::none(structure)
    }
}

/// Like [`find`], for a puzzle whose meaning depends on its symmetries.
#[must_use]
pub fn find_always(structure: &Structure) -> Symmetries {
    let mut symmetries = Symmetries::none(structure);
    if !is_sound(structure) {
        return symmetries;
    }
    let moving = Moving::of(structure);
    let mut elements = Symmetries::none(&moving.structure).elements;
    let mut search = SymmetrySearch::new(&moving);
    let found = search
        .first_branch()
        .and_then(|branch| search.collect(&branch, &mut elements));
    symmetries.is_complete = found.is_ok();
    symmetries.elements = elements
        .iter()
        .map(|symmetry| moving.whole(symmetry))
        .collect();
    symmetries
}

/// Returns true if a structure refers to its own cells and symbols only.
fn is_sound(structure: &Structure) -> bool {
    let symbols = structure.pieces.len();
    let has_symbol = |symbol: u8| usize::from(symbol) < symbols;
    if symbols > MAX_NODES || structure.cells() > MAX_NODES {
        return false;
    }
    let cells = structure.cells();
    let turns = structure.turns.iter().all(|turn| {
        let mut from = turn.from.clone();
        from.sort_unstable();
        let has_needs =
            |&(cell, symbol): &(u8, u8)| usize::from(cell) < cells && has_symbol(symbol);
        from.into_iter().map(usize::from).eq(0..cells) && turn.needs.iter().all(has_needs)
    });
    let has_wishes = |goal: &Vec<Option<u8>>| {
        goal.len() == cells && goal.iter().flatten().all(|&symbol| has_symbol(symbol))
    };
    turns && structure.goals.iter().all(has_wishes)
}

struct FirstBranch {
    /// The nodes that were singled out.
    base: Vec<usize>,
    /// The colours before each node, and at the end.
    colours: Vec<NodeColours>,
}

struct SymmetrySearch<'s> {
    structure: &'s Structure,
    graph: SymmetryGraph,
    turns: BTreeSet<Effect>,
    goals: BTreeSet<Vec<Option<u8>>>,
    /// The number of nodes that are symbols or cells.
    nodes: usize,
    work: usize,
}

/// The work limit or the largest number of symmetries was exceeded.
struct TooMuch;

impl<'s> SymmetrySearch<'s> {
    fn new(moving: &'s Moving) -> Self {
        let structure = &moving.structure;
        let turns = structure.turns.iter();
        Self {
            structure,
            graph: SymmetryGraph::new(structure, &moving.still),
            turns: turns
                .map(|turn| (turn.needs.clone(), turn.from.clone()))
                .collect(),
            goals: structure.goals.iter().cloned().collect(),
            nodes: structure.pieces.len() + structure.cells(),
            work: 0,
        }
    }

    fn refine(&mut self, mut colours: NodeColours) -> Result<NodeColours, TooMuch> {
        if self.work > WORK {
            return Err(TooMuch);
        }
        self.work += self.graph.refine(&mut colours) * self.graph.size();
        Ok(colours)
    }

    /// Singles out the first node that is like another, until there are none.
    fn first_branch(&mut self) -> Result<FirstBranch, TooMuch> {
        let mut base = Vec::new();
        let mut colours = vec![self.refine(self.graph.colours())?];
        while let Some(last) = colours.last()
            && let Some(node) = last.first_shared(self.nodes)
        {
            let next = self.refine(last.single_out(node))?;
            base.push(node);
            colours.push(next);
        }
        Ok(FirstBranch { base, colours })
    }

    /// Adds all symmetries, starting with those that fix most of the base. If there are too many,
    /// or they are too hard to find, the symmetries so far still form a group.
    fn collect(
        &mut self,
        branch: &FirstBranch,
        elements: &mut Vec<Symmetry>,
    ) -> Result<(), TooMuch> {
        for depth in (0..branch.base.len()).rev() {
            let (before, node) = (&branch.colours[depth], branch.base[depth]);
            let mut found = Vec::new();
            for image in before.like(before, node, self.nodes) {
                if image != node
                    && let Some(symmetry) = self.symmetry(branch, depth, before, image)?
                {
                    found.push(symmetry);
                    if elements.len() * (found.len() + 1) > MAX_SYMMETRIES {
                        return Err(TooMuch);
                    }
                }
            }
            let kept = elements.len();
            for symmetry in found {
                elements.extend_from_within(..kept);
                for element in elements.iter_mut().rev().take(kept) {
                    *element = symmetry.after(element);
                }
            }
        }
        Ok(())
    }

    /// A symmetry that maps the branch's colours at this depth to `colours`, and the base's next
    /// node to `image`.
    fn symmetry(
        &mut self,
        branch: &FirstBranch,
        depth: usize,
        colours: &NodeColours,
        image: usize,
    ) -> Result<Option<Symmetry>, TooMuch> {
        let colours = self.refine(colours.single_out(image))?;
        let expected = &branch.colours[depth + 1];
        if !colours.agrees(expected) {
            return Ok(None);
        }
        let Some(&next) = branch.base.get(depth + 1) else {
            return Ok(self.checked(expected, &colours));
        };
        for image in colours.like(expected, next, self.nodes) {
            let symmetry = self.symmetry(branch, depth + 1, &colours, image)?;
            if symmetry.is_some() {
                return Ok(symmetry);
            }
        }
        Ok(None)
    }

    /// The map of each node to the node of its colour, if it is a symmetry.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most 256 cells and symbols"
    )]
    fn checked(&self, from: &NodeColours, to: &NodeColours) -> Option<Symmetry> {
        let matching = from.matching(to, self.nodes)?;
        let (symbols, cells) = matching.split_at(self.structure.pieces.len());
        let symmetry = Symmetry {
            cells: cells
                .iter()
                .map(|node| (node - symbols.len()) as u8)
                .collect(),
            symbols: symbols.iter().map(|&node| node as u8).collect(),
        };
        let keeps_turn = |(needs, from): &Effect| self.turns.contains(&symmetry.turn(needs, from));
        let keeps_goal = |goal: &Vec<_>| self.goals.contains(&symmetry.goal(goal));
        let keeps = self.turns.iter().all(keeps_turn) && self.goals.iter().all(keeps_goal);
        keeps.then_some(symmetry)
    }
}
