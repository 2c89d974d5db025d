//! Boards numbered as elements of the moves' group.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use thiserror::Error;

use super::coloured_pieces::{self, ColouredPieces};
use super::elements::Elements;
use super::rows::ByRows;
use super::{Chain, ChainError, Permutation};
use crate::space::ranked::{Link, Links, index};
use crate::space::structure::Structure;
use crate::support::invariant::Invariant;

/// The reason why the boards of a puzzle can't be numbered as elements of a group.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberingError {
    /// Moves depend on a blank, or are not permutations.
    #[error("some moves are not permutations, or not always legal")]
    Moves,
    /// A goal does not define all cells, or no moves lead from one goal to another.
    #[error("some goals are incomplete, or no moves lead from one to another")]
    Goals,
    /// Pieces that moves can exchange look the same.
    #[error("identical pieces hide the effect of some moves")]
    IdenticalPieces,
    /// The group is not known, or has too many elements.
    #[error(transparent)]
    Chain(#[from] ChainError),
}

/// The boards that moves make of the first goal, numbered as the group elements that make them.
#[derive(Clone, Debug)]
pub struct GroupNumbering {
    pieces: ColouredPieces,
    elements: Elements,
    /// Permutations of the cells: true if a move does it, and true if a move does its inverse.
    factors: BTreeMap<Permutation, (bool, bool)>,
}

impl GroupNumbering {
    /// Numbers the boards of a puzzle, at most `max_boards`.
    ///
    /// # Errors
    /// If the boards do not correspond to the elements of a group, one each, or are too many.
    pub fn new(structure: &Structure, max_boards: u64) -> Result<Self, NumberingError> {
        let cells = structure.cells();
        let full = |goal: &Vec<Option<u8>>| goal.iter().copied().collect::<Option<Vec<u8>>>();
        let goals: Option<Vec<Vec<u8>>> = structure.goals.iter().map(full).collect();
        let goals = goals.ok_or(NumberingError::Goals)?;
        let home = goals
            .first()
            .filter(|home| home.len() == cells)
            .ok_or(NumberingError::Goals)?;
        let mut generators = Vec::new();
        let mut factors: BTreeMap<Permutation, (bool, bool)> = BTreeMap::new();
        for turn in &structure.turns {
            let from = Permutation::new(&turn.from)
                .filter(|from| from.points() == cells)
                .filter(|_| turn.needs.is_empty())
                .ok_or(NumberingError::Moves)?;
            let carries = from.inverse();
            generators.push(carries.clone());
            factors.entry(carries).or_default().0 = true;
            factors.entry(from).or_default().1 = true;
        }
        let pieces =
            ColouredPieces::new(&generators, home).ok_or(NumberingError::IdenticalPieces)?;
        let chain = Chain::within(cells, &generators, pieces.leaders(), max_boards)?;
        let elements = Elements::new(chain, pieces.leaders());
        let numbering = Self {
            elements: elements.ok_or(ChainError::TooLarge(max_boards))?,
            pieces,
            factors,
        };
        let is_numbered = |goal: &Vec<u8>| numbering.number(goal).is_some();
        let are_numbered = goals.iter().all(is_numbered);
        are_numbered
            .then_some(numbering)
            .ok_or(NumberingError::Goals)
    }

    /// The number of boards.
    #[must_use]
    pub const fn boards(&self) -> u64 {
        self.elements.count()
    }

    /// The number of the board with these symbols; `None` if moves can't make it.
    #[inline]
    #[must_use]
    pub fn number(&self, symbols: &[u8]) -> Option<u64> {
        let mut images = [0; coloured_pieces::MAX_PIECES];
        self.pieces.find(symbols, &mut images)?;
        self.elements
            .number(images.get_mut(..self.pieces.leaders().len())?)
    }

    /// Writes the symbols of the board with a number; of any board if there is none.
    #[inline]
    pub fn symbols(&self, number: u64, symbols: &mut [u8]) {
        let mut images = [0; coloured_pieces::MAX_PIECES];
        if let Some(images) = images.get_mut(..self.pieces.leaders().len()) {
            self.elements.images(number, images);
            self.pieces.place(images, symbols);
        }
    }

    /// The effects of moves on whole blocks of numbers.
    #[must_use]
    pub fn links(&self) -> Links<'_> {
        let mut links = Vec::new();
        for (factor, &(is_move, is_undone)) in &self.factors {
            let blocks = self.elements.blocks(factor).debug_unwrap_or_default();
            for (from, (to, left)) in blocks.into_iter().enumerate() {
                let by = Box::new(ByRows {
                    elements: &self.elements,
                    left,
                    step: OnceLock::new(),
                    is_first: links.is_empty(),
                    is_move,
                    is_undone,
                });
                links.push(Link { from, to, by });
            }
        }
        Links {
            block: index(self.elements.block),
            links,
        }
    }
}
