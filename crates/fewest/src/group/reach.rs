//! The boards that moves can make of a board, counted without listing them.
//!
//! Where moves depend on where the blank is, what they do is no group, but every way that brings
//! the blank home is a permutation of the other pieces, and these are one: a way made often enough
//! takes itself back, so within a *part* of the blank's cells, where it can go from each to each,
//! whatever moves do can be undone. The group is made by one way for each step of the blank: to the
//! step along a tree, the step, and home along the tree (O. Schreier's lemma, for groupoids;
//! compare R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", 1974).
//!
//! Moves that leave a part for good are the business of [`BackwardReach`](super::BackwardReach).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::colours::TooLong;
use super::{Chain, ChainError, Permutation};
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;

/// Why it is not known what can be reached.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReachError {
    /// The group is not known.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// Identical pieces make it too hard.
    #[error("what identical pieces hide takes too long to find")]
    TooLong,
    /// A turn is no permutation of the cells.
    #[error("a turn is no permutation of the cells")]
    Turn,
    /// There are too many solved boards to look at.
    #[error("there are more than {0} solved boards")]
    ManyTargets(usize),
    /// Boards come together from several sides, and which of them come from both is not known.
    #[error(
        "moves that can't be taken back lead to the goal in ways that are too entangled to count"
    )]
    Entangled,
}

impl From<TooLong> for ReachError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// A move's step: the cell that the blank has to be on, if it matters, and where each piece goes.
pub(super) type MoveStep = (Option<u8>, Permutation);

/// What moves can do to boards, by the blank's cell.
#[derive(Clone, Debug)]
pub struct GroupMoves {
    pub(super) cells: usize,
    pub(super) steps: Vec<MoveStep>,
    /// By cell of the blank: the cells that it can come to. None if no move depends on a blank.
    goes: Vec<Vec<bool>>,
    /// The time that finding a group may take, if it is limited.
    pub(super) time: Option<Duration>,
    /// By home: found when first asked for.
    known: BTreeMap<u8, Result<Arc<Reach>, ReachError>>,
}

impl GroupMoves {
    /// The moves of a puzzle.
    ///
    /// # Errors
    /// If a turn is no permutation of the cells.
    pub fn new(structure: &Structure) -> Result<Self, ReachError> {
        let cells = structure.cells();
        let mut steps: Vec<MoveStep> = Vec::new();
        for turn in &structure.turns {
            let from = Permutation::new(&turn.from).filter(|from| from.points() == cells);
            let carries = from.ok_or(ReachError::Turn)?.inverse();
            steps.push((turn.needs.map(|(cell, _)| cell), carries));
        }
        let has_blank = steps.iter().any(|(needs, _)| needs.is_some());
        let goes = (0..=u8::MAX).take(if has_blank { cells } else { 0 });
        Ok(Self {
            goes: goes.map(|from| goes_to(from, cells, &steps)).collect(),
            cells,
            steps,
            time: None,
            known: BTreeMap::new(),
        })
    }

    /// The same moves, for groups that are found in about this much time.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// Whether the blank can go from one cell to the other. Where no move depends on a blank, it is
    /// everywhere at once.
    pub(super) fn goes(&self, from: u8, to: u8) -> bool {
        let goes = self.goes.get(usize::from(from));
        goes.is_none_or(|goes| goes.get(usize::from(to)) == Some(&true))
    }

    /// Whether the blank can go from one cell to the other and back.
    pub(super) fn is_one_part(&self, a: u8, b: u8) -> bool {
        self.goes(a, b) && self.goes(b, a)
    }

    /// On how many cells the blank can be, 1 if there is none.
    pub(super) fn blanks(&self) -> usize {
        self.goes.len().max(1)
    }

    /// To how many cells the blank can go from one.
    pub(super) fn reach_of(&self, from: u8) -> usize {
        let goes = self.goes.get(usize::from(from));
        goes.map_or(0, |goes| goes.iter().filter(|goes| **goes).count())
    }

    /// The steps that can be made with the blank on a cell, and where that is then.
    pub(super) fn steps_from(&self, blank: u8) -> impl Iterator<Item = (u8, &Permutation)> {
        let is_legal = move |step: &&MoveStep| step.0.is_none_or(|cell| cell == blank);
        let steps = self.steps.iter().filter(is_legal);
        steps.map(move |(_, carries)| (carries.image(blank), carries))
    }

    /// What they can do while the blank stays in the part of this cell, its home; any cell if no
    /// move depends on a blank.
    ///
    /// # Errors
    /// If it can't be found, or not in time.
    pub fn around(&mut self, home: u8) -> Result<Arc<Reach>, ReachError> {
        if let Some(known) = self.known.get(&home) {
            return known.clone();
        }
        let found = Reach::find(self, home).map(Arc::new);
        self.known.insert(home, found.clone());
        found
    }
}

/// By cell: whether the blank can come there from this one.
fn goes_to(from: u8, cells: usize, steps: &[MoveStep]) -> Vec<bool> {
    let mut goes = vec![false; cells];
    let mut open = vec![from];
    while let Some(blank) = open.pop() {
        let Some(known @ false) = goes.get_mut(usize::from(blank)) else {
            continue;
        };
        *known = true;
        let is_legal = |step: &&MoveStep| step.0.is_none_or(|cell| cell == blank);
        let steps = steps.iter().filter(is_legal);
        open.extend(steps.map(|(_, carries)| carries.image(blank)));
    }
    goes
}

/// What moves can do to boards with the blank on one cell, while it stays where it can come back
/// from.
#[derive(Clone, Debug)]
pub struct Reach {
    /// By cell: what brings the blank there from its home; `None` outside of the part. Where no
    /// move depends on a blank, nothing has to.
    ways: Vec<Option<Permutation>>,
    /// The ways that bring the blank home.
    chain: Arc<Chain>,
}

impl Reach {
    fn find(moves: &GroupMoves, home: u8) -> Result<Self, ReachError> {
        let cells = moves.cells;
        if moves.goes.is_empty() {
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
            for (to, step) in steps.filter(|(to, _)| moves.goes(*to, home)) {
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

    /// The group of what moves do to the pieces while the blank, if there is one, comes home.
    #[must_use]
    pub const fn chain(&self) -> &Arc<Chain> {
        &self.chain
    }

    /// What brings the blank from its home to each cell that it can come back from; nothing if no
    /// move depends on a blank.
    pub(super) fn ways(&self) -> impl Iterator<Item = &Permutation> {
        self.ways.iter().flatten()
    }

    /// What brings the blank from its home to a cell: `None` if it can't come back from there.
    pub(super) fn way(&self, blank: u8) -> Option<Permutation> {
        match self.ways.get(usize::from(blank)) {
            None => Some(Permutation::identity(self.chain.points())),
            Some(way) => way.clone(),
        }
    }

    /// The board that becomes this one, with the blank on a cell of the part, when the blank is
    /// brought there from its home.
    pub(super) fn at_home(&self, symbols: &[u8], blank: u8) -> Option<Vec<u8>> {
        Some(taken_back(&self.way(blank)?, symbols))
    }
}

/// The board that becomes this one when pieces are carried like this.
pub(super) fn taken_back(carries: &Permutation, symbols: &[u8]) -> Vec<u8> {
    let symbol = |cell: &u8| symbols.get(usize::from(*cell)).copied().debug_unwrap_or(0);
    carries.images().iter().map(symbol).collect()
}
