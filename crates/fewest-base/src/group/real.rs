//! The boards that legal moves make of a puzzle's home board.

use std::time::Duration;

use num_bigint::BigUint;

use super::backward::BackwardReach;
use super::reach::{GroupMoves, ReachError};
use crate::space::structure::Structure;
use crate::support::random::Random;

/// The *real* boards of a puzzle: those to which legal moves lead from its home board. Only these
/// can be met by playing; a typed board may be another.
#[derive(Clone, Debug)]
pub struct RealBoards {
    /// The boards from which the moves, reversed, lead home.
    reach: BackwardReach,
    blank: Option<u8>,
    are_closed: bool,
}

impl RealBoards {
    /// Finds the real boards of a puzzle with this home board, in about this much time.
    ///
    /// # Errors
    /// If the group of the moves can't be found, or not in time.
    pub fn of(
        structure: &Structure,
        home: &[u8],
        time: Option<Duration>,
    ) -> Result<Self, ReachError> {
        let moves = GroupMoves::new(structure)?.within(time);
        let blank = structure.blank();
        let home = (home.to_vec(), cell_of(blank, home));
        let are_closed = moves.are_one_part();
        let mut moves = moves.reversed();
        Ok(Self {
            reach: BackwardReach::new(&mut moves, &[home], &structure.arrangements())?,
            blank,
            are_closed,
        })
    }

    /// Returns true if moves lead to this board from home.
    ///
    /// # Errors
    /// If the analysis of identical pieces takes too long.
    pub fn includes(&self, symbols: &[u8]) -> Result<bool, ReachError> {
        self.reach.includes(symbols, cell_of(self.blank, symbols))
    }

    /// Returns true if every board from which moves lead to a real board is also real.
    #[must_use]
    pub const fn are_closed(&self) -> bool {
        self.are_closed
    }

    /// The number of boards.
    #[must_use]
    pub const fn count(&self) -> &BigUint {
        self.reach.boards()
    }

    /// Draws one of the boards, each equally likely.
    pub fn draw(&self, random: &mut Random) -> Option<Vec<u8>> {
        self.reach.draw(random)
    }
}

/// The blank's cell; 0 without a blank.
fn cell_of(blank: Option<u8>, symbols: &[u8]) -> u8 {
    let mut cells = (0..=u8::MAX).zip(symbols);
    let found = cells.find(|(_, symbol)| Some(**symbol) == blank);
    found.map_or(0, |(cell, _)| cell)
}
