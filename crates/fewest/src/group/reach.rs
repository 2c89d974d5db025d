//! The boards that moves can make of a board, counted without listing them.
//!
//! Where moves depend on where the blank is, what they do is no group, but every way that brings the blank home is a permutation
//! of the other pieces, and these are one. It is made by one way for each step of the blank: to the step along a tree, the
//! step, and home along the tree (O. Schreier's lemma, for groupoids; compare R. M. Wilson, "Graph puzzles, homotopy, and the
//! alternating group", 1974).

use std::sync::Arc;

use num_bigint::BigUint;
use thiserror::Error;

use super::colours::TooLong;
use super::{Chain, ChainError, Colours, Permutation};
use crate::random::Random;
use crate::structure::Structure;

/// Why it is not known what can be reached.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
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
    /// From where the blank can go it can't always come home.
    #[error("the blank can't come back from everywhere")]
    OneWay,
}

impl From<TooLong> for ReachError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// What moves can do to boards with the blank on one cell.
#[derive(Clone, Debug)]
pub struct Reach {
    /// By cell: what brings the blank there from its home. Where no move depends on a blank, nothing has to.
    ways: Vec<Option<Permutation>>,
    /// The ways that bring the blank home.
    chain: Arc<Chain>,
}

impl Reach {
    /// What the moves of a puzzle can do to boards with the blank on this cell; any cell if no move depends on a blank.
    ///
    /// # Errors
    /// If it can't be found, or not in time.
    pub fn new(structure: &Structure, home: u8) -> Result<Self, ReachError> {
        let cells = structure.cells();
        let mut steps: Vec<(Option<u8>, Permutation)> = Vec::new();
        for turn in &structure.turns {
            let from = Permutation::new(&turn.from).filter(|from| from.points() == cells);
            let carries = from.ok_or(ReachError::Turn)?.inverse();
            steps.push((turn.needs.map(|(cell, _)| cell), carries));
        }
        if steps.iter().all(|(needs, _)| needs.is_none()) {
            let generators: Vec<_> = steps.into_iter().map(|(_, carries)| carries).collect();
            return Ok(Self {
                ways: Vec::new(),
                chain: Arc::new(Chain::new(cells, &generators)?),
            });
        }
        let mut ways = vec![None; cells];
        let mut reached = vec![home];
        if let Some(way) = ways.get_mut(usize::from(home)) {
            *way = Some(Permutation::identity(cells));
        }
        let mut edges: Vec<(u8, u8)> = Vec::new();
        let mut loops: Vec<Permutation> = Vec::new();
        let mut next = 0;
        while let Some(&blank) = reached.get(next) {
            next += 1;
            for (needs, carries) in &steps {
                let Some(way) = ways.get(usize::from(blank)).and_then(Option::as_ref) else {
                    continue;
                };
                if needs.is_some_and(|cell| cell != blank) {
                    continue;
                }
                let (to, way) = (carries.image(blank), way.then(carries));
                edges.push((blank, to));
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
        if !all_come_home(&reached, &edges, home) {
            return Err(ReachError::OneWay);
        }
        loops.sort_unstable();
        loops.dedup();
        Ok(Self {
            ways,
            chain: Arc::new(Chain::new(cells, &loops)?),
        })
    }

    /// The group of what moves do to the pieces while the blank, if there is one, comes home.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// How many boards the moves make of a board with the blank at home.
    ///
    /// # Errors
    /// If it takes too long to tell.
    pub fn boards(&self, symbols: &[u8]) -> Result<BigUint, ReachError> {
        let blanks = self.ways.iter().flatten().count().max(1);
        let colours = Colours::new(&self.chain, symbols).ok_or(ReachError::Turn)?;
        Ok(self.chain.order() * blanks / colours.stabiliser()?)
    }

    /// Whether the moves make one board of another, with the blank at home in the first and on a given cell in the second.
    ///
    /// # Errors
    /// If it takes too long to tell.
    pub fn leads(&self, from: &[u8], to: &[u8], blank: u8) -> Result<bool, ReachError> {
        let way = self.ways.get(usize::from(blank));
        let home = match way {
            None => to.to_vec(),
            Some(None) => return Ok(false),
            // What brings the blank home again.
            Some(Some(way)) => {
                let symbol = |cell: &u8| to.get(usize::from(*cell)).copied().unwrap_or(0);
                way.images().iter().map(symbol).collect()
            }
        };
        let colours = Colours::new(&self.chain, from).ok_or(ReachError::Turn)?;
        Ok(colours.element(&home)?.is_some())
    }

    /// One of the boards that the moves make of a board with the blank at home, each of them equally likely.
    #[must_use]
    pub fn draw(&self, symbols: &[u8], random: &mut Random) -> Vec<u8> {
        let ways: Vec<&Permutation> = self.ways.iter().flatten().collect();
        let place = usize::try_from(random.below(ways.len() as u64)).unwrap_or(0);
        let way = ways.get(place).map(|way| (*way).clone());
        let way = way.unwrap_or_else(|| Permutation::identity(self.chain.points()));
        let way = self.chain.draw(way, random);
        let mut drawn = symbols.to_vec();
        for (&symbol, &to) in symbols.iter().zip(way.images()) {
            if let Some(drawn) = drawn.get_mut(usize::from(to)) {
                *drawn = symbol;
            }
        }
        drawn
    }
}

/// Whether the blank can go home from every cell reached.
fn all_come_home(reached: &[u8], edges: &[(u8, u8)], home: u8) -> bool {
    let mut coming = vec![home];
    let mut next = 0;
    while let Some(&cell) = coming.get(next) {
        next += 1;
        for &(from, to) in edges {
            if to == cell && !coming.contains(&from) {
                coming.push(from);
            }
        }
    }
    coming.len() == reached.len()
}
