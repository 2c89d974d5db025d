//! The boards that moves can make of a board, counted without listing them.
//!
//! If moves depend on the blank's cell, their effects do not form a group. But every closed path of
//! the blank permutes the other pieces, and these permutations do. A repeated path eventually
//! undoes itself, so moves have inverses within a *part*: cells that the blank can reach from each
//! other. One closed path per step of the blank generates the group: to the step along a tree, the
//! step, and home along the tree (O. Schreier's lemma, for groupoids; compare R. M. Wilson, "Graph
//! puzzles, homotopy, and the alternating group", 1974).
//!
//! [`BackwardReach`](super::BackwardReach) handles moves that leave a part and never return.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::colours::TooLong;
use super::{Chain, ChainError, Permutation};
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;

/// The reason why the reachable boards are not known.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReachError {
    /// The group is not known.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// Identical pieces make the search too long.
    #[error("the analysis of identical pieces takes too long")]
    TooLong,
    /// A turn is not a permutation of the cells.
    #[error("a turn is not a permutation of the cells")]
    Turn,
    /// Moves depend on more than the place of one piece.
    #[error("moves depend on several pieces")]
    Conditions,
    /// There are too many solved boards.
    #[error("there are more than {0} solved boards")]
    ManyTargets(usize),
    /// Moves without inverses lead to the goal from several sides, with an unknown overlap.
    #[error("moves without an inverse lead to the goal in too many overlapping ways to count")]
    Entangled,
}

impl From<TooLong> for ReachError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// A move's step: the cell that the blank must be on, if it matters, and each cell's image.
pub(super) type MoveStep = (Option<u8>, Permutation);

/// The effects of moves on boards, by the blank's cell.
#[derive(Clone, Debug)]
pub struct GroupMoves {
    pub(super) cells: usize,
    pub(super) steps: Vec<MoveStep>,
    /// The cells that the blank can reach from each cell. Empty if no move depends on a blank.
    reachable: Vec<Vec<bool>>,
    /// Time limit for finding a group.
    pub(super) time: Option<Duration>,
    /// Results by home cell, found on first use.
    known: BTreeMap<u8, Result<Arc<Reach>, ReachError>>,
}

impl GroupMoves {
    /// Reads the moves of a puzzle.
    ///
    /// # Errors
    /// If a turn is not a permutation of the cells, or depends on more than a blank.
    pub fn new(structure: &Structure) -> Result<Self, ReachError> {
        if structure.has_conditions() {
            return Err(ReachError::Conditions);
        }
        let cells = structure.cells();
        let mut steps: Vec<MoveStep> = Vec::new();
        for turn in &structure.turns {
            let from = Permutation::new(&turn.from).filter(|from| from.points() == cells);
            let carries = from.ok_or(ReachError::Turn)?.inverse();
            steps.push((turn.needs.first().map(|(cell, _)| *cell), carries));
        }
        Ok(Self::of(cells, steps, None))
    }

    fn of(cells: usize, steps: Vec<MoveStep>, time: Option<Duration>) -> Self {
        let has_blank = steps.iter().any(|(needs, _)| needs.is_some());
        let starts = (0..=u8::MAX).take(if has_blank { cells } else { 0 });
        Self {
            reachable: starts
                .map(|from| reachable_cells(from, cells, &steps))
                .collect(),
            cells,
            steps,
            time,
            known: BTreeMap::new(),
        }
    }

    /// The moves undone: from the boards after them to the boards before.
    #[must_use]
    pub(super) fn reversed(self) -> Self {
        let steps = self.steps.iter().map(|(needs, carries)| {
            let after = needs.map(|cell| carries.image(cell));
            (after, carries.inverse())
        });
        Self::of(self.cells, steps.collect(), self.time)
    }

    /// Returns true if the blank can return from every cell that it can reach from another one, so
    /// that every move can be undone by others.
    pub(super) fn are_one_part(&self) -> bool {
        let cells = || (0..=u8::MAX).take(self.reachable.len());
        cells().all(|from| {
            let mut reached = cells().filter(|to| self.can_reach(from, *to));
            reached.all(|to| self.can_reach(to, from))
        })
    }

    /// Limits the time for finding a group to about this.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// Returns true if the blank can go from one cell to the other, or if no move depends on it.
    pub(super) fn can_reach(&self, from: u8, to: u8) -> bool {
        let reachable = self.reachable.get(usize::from(from));
        reachable.is_none_or(|reachable| reachable.get(usize::from(to)) == Some(&true))
    }

    pub(super) fn is_one_part(&self, a: u8, b: u8) -> bool {
        self.can_reach(a, b) && self.can_reach(b, a)
    }

    /// The number of cells that the blank can be on, 1 without a blank.
    pub(super) fn blanks(&self) -> usize {
        self.reachable.len().max(1)
    }

    pub(super) fn reach_of(&self, from: u8) -> usize {
        let reachable = self.reachable.get(usize::from(from));
        reachable.map_or(0, |cells| {
            cells.iter().filter(|is_reachable| **is_reachable).count()
        })
    }

    /// The steps that are legal with the blank on a cell, each with the blank's next cell.
    pub(super) fn steps_from(&self, blank: u8) -> impl Iterator<Item = (u8, &Permutation)> {
        let is_legal = move |step: &&MoveStep| step.0.is_none_or(|cell| cell == blank);
        let steps = self.steps.iter().filter(is_legal);
        steps.map(move |(_, carries)| (carries.image(blank), carries))
    }

    /// The effects of moves while the blank stays in the part of this cell, its home. The cell is
    /// arbitrary if no move depends on a blank.
    ///
    /// # Errors
    /// If the group can't be found, or not in time.
    pub fn around(&mut self, home: u8) -> Result<Arc<Reach>, ReachError> {
        if let Some(known) = self.known.get(&home) {
            return known.clone();
        }
        let found = Reach::find(self, home).map(Arc::new);
        self.known.insert(home, found.clone());
        found
    }
}

/// Marks the cells that the blank can reach from this one.
fn reachable_cells(from: u8, cells: usize, steps: &[MoveStep]) -> Vec<bool> {
    let mut reachable = vec![false; cells];
    let mut open = vec![from];
    while let Some(blank) = open.pop() {
        let Some(known @ false) = reachable.get_mut(usize::from(blank)) else {
            continue;
        };
        *known = true;
        let is_legal = |step: &&MoveStep| step.0.is_none_or(|cell| cell == blank);
        let steps = steps.iter().filter(is_legal);
        open.extend(steps.map(|(_, carries)| carries.image(blank)));
    }
    reachable
}

/// The effects of moves on boards while the blank stays in one part of its cells.
#[derive(Clone, Debug)]
pub struct Reach {
    /// For each cell, the effect of a path that brings the blank there from its home; `None`
    /// outside of the part. Empty if no move depends on a blank.
    ways: Vec<Option<Permutation>>,
    /// The group of the closed paths from home.
    chain: Arc<Chain>,
}

impl Reach {
    fn find(moves: &GroupMoves, home: u8) -> Result<Self, ReachError> {
        let cells = moves.cells;
        if moves.reachable.is_empty() {
            let generators: Vec<_> = moves.steps.iter().map(|(_, step)| step.clone()).collect();
            return Ok(Self {
                ways: Vec::new(),
                chain: Arc::new(Chain::in_time(cells, &generators, moves.time)?),
            });
        }
        let mut ways = vec![None; cells];
        let mut reached = vec![home];
        if let Some(way) = ways.get_mut(usize::from(home)) {
            *way = Some(Permutation::identity(cells));
        }
        let mut loops: Vec<Permutation> = Vec::new();
        let mut next = 0;
        while let Some(&blank) = reached.get(next) {
            next += 1;
            let Some(way) = ways.get(usize::from(blank)).cloned().flatten() else {
                continue;
            };
            let steps = moves.steps_from(blank);
            for (to, step) in steps.filter(|(to, _)| moves.can_reach(*to, home)) {
                let way = way.then(step);
                match ways.get_mut(usize::from(to)) {
                    Some(Some(known)) => loops.push(way.then(&known.inverse())),
                    Some(unknown) => {
                        *unknown = Some(way);
                        reached.push(to);
                    }
                    None => {}
                }
            }
        }
        loops.sort_unstable();
        loops.dedup();
        Ok(Self {
            ways,
            chain: Arc::new(Chain::in_time(cells, &loops, moves.time)?),
        })
    }

    /// The group of the moves' effects on the pieces while the blank, if any, returns home.
    #[must_use]
    pub const fn chain(&self) -> &Arc<Chain> {
        &self.chain
    }

    /// The effects of the paths of the blank.
    pub fn ways(&self) -> impl Iterator<Item = &Permutation> {
        self.ways.iter().flatten()
    }

    /// The effect of a path from the blank's home to a cell; `None` outside of its part.
    pub(super) fn way(&self, blank: u8) -> Option<Permutation> {
        match self.ways.get(usize::from(blank)) {
            None => Some(Permutation::identity(self.chain.points())),
            Some(way) => way.clone(),
        }
    }

    /// The board at home that becomes this one on the way to `blank`; `None` outside of the part.
    pub(super) fn at_home(&self, symbols: &[u8], blank: u8) -> Option<Vec<u8>> {
        Some(taken_back(&self.way(blank)?, symbols))
    }
}

/// The preimage of a board under a permutation of its pieces.
pub(super) fn taken_back(carries: &Permutation, symbols: &[u8]) -> Vec<u8> {
    let symbol = |cell: &u8| symbols.get(usize::from(*cell)).copied().debug_unwrap_or(0);
    carries.images().iter().map(symbol).collect()
}
