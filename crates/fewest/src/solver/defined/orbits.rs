//! The boards that can be solved, by what moves can do at all: nothing is listed but the solved boards.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::group::{Reach, ReachError};
use crate::puzzles::defined::{Board, Defined};
use crate::random::Random;
use crate::structure::Structured;

/// Solved boards that are looked at: each may be in an orbit of its own.
const MOST_SOLVED: usize = 512;

/// The boards that moves make of the solved ones.
pub(super) struct Orbits {
    orbits: Vec<Orbit>,
    boards: BigUint,
}

/// The boards that moves make of one.
struct Orbit {
    reach: Arc<Reach>,
    /// The one, by cell.
    symbols: Vec<u8>,
    boards: BigUint,
}

impl Orbits {
    /// The orbits of a puzzle's solved boards.
    ///
    /// # Errors
    /// If they can't be told, or not in time.
    pub(super) fn of<const N: usize>(puzzle: &Defined<N>) -> Result<Self, ReachError> {
        let all = puzzle.parts().arrangements();
        let solved = puzzle.solved_boards().ok_or(ReachError::TooLong)?;
        let mut reaches: BTreeMap<u8, Arc<Reach>> = BTreeMap::new();
        let mut own = Self {
            orbits: Vec::new(),
            boards: BigUint::ZERO,
        };
        for (i, board) in solved.iter().enumerate() {
            if own.boards == all {
                break;
            }
            if i == MOST_SOLVED {
                return Err(ReachError::TooLong);
            }
            if own.include(puzzle, board)? {
                continue;
            }
            let blank = blank(board);
            let reach = match reaches.get(&blank) {
                Some(reach) => Arc::clone(reach),
                None => Arc::new(Reach::new(puzzle.parts(), blank)?),
            };
            reaches.insert(blank, Arc::clone(&reach));
            let symbols = symbols(puzzle, board);
            let boards = reach.boards(&symbols)?;
            own.boards += &boards;
            own.orbits.push(Orbit {
                reach,
                symbols,
                boards,
            });
        }
        Ok(own)
    }

    /// How many boards they have.
    pub(super) const fn boards(&self) -> &BigUint {
        &self.boards
    }

    /// Whether a board is in one of them.
    ///
    /// # Errors
    /// If it takes too long to tell.
    pub(super) fn include<const N: usize>(
        &self,
        puzzle: &Defined<N>,
        board: &Board<N>,
    ) -> Result<bool, ReachError> {
        let own = symbols(puzzle, board);
        for orbit in &self.orbits {
            if orbit.reach.leads(&orbit.symbols, &own, blank(board))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of their boards by cell, each of them equally likely.
    pub(super) fn draw(&self, random: &mut Random) -> Option<Vec<u8>> {
        let mut place = match self.orbits.len() {
            1 => BigUint::ZERO,
            _ => below(&self.boards, random),
        };
        let orbit = self.orbits.iter().find(|orbit| {
            let is_here = place < orbit.boards;
            if !is_here {
                place -= &orbit.boards;
            }
            is_here
        })?;
        Some(orbit.reach.draw(&orbit.symbols, random))
    }
}

fn blank<const N: usize>(board: &Board<N>) -> u8 {
    u8::try_from(board.blank()).unwrap_or(0)
}

fn symbols<const N: usize>(puzzle: &Defined<N>, board: &Board<N>) -> Vec<u8> {
    let mut symbols = Vec::new();
    puzzle.symbols(board, &mut symbols);
    symbols
}

/// A number below a bound, each of them equally likely; 0 if the bound is 0.
fn below(bound: &BigUint, random: &mut Random) -> BigUint {
    let digits = bound.to_u32_digits();
    let Some((&highest, others)) = digits.split_last() else {
        return BigUint::ZERO;
    };
    loop {
        let mut drawn: Vec<u32> = Vec::with_capacity(digits.len());
        for most in others.iter().map(|_| u32::MAX).chain([highest]) {
            let digit = random.below(u64::from(most) + 1);
            drawn.push(u32::try_from(digit).unwrap_or(u32::MAX));
        }
        let drawn = BigUint::new(drawn);
        if drawn < *bound {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_drawn_fairly() {
        let bound = BigUint::from(3u8) << 40;
        let mut random = Random::new(5);
        let mut thirds = [0u32; 3];
        for _ in 0..30_000 {
            let drawn = below(&bound, &mut random);
            assert!(drawn < bound);
            let third = u64::try_from(drawn >> 40).unwrap();
            thirds[usize::try_from(third).unwrap()] += 1;
        }
        // Five standard deviations.
        assert!(
            thirds.iter().all(|n| n.abs_diff(10_000) < 410),
            "{thirds:?}"
        );
        assert_eq!(below(&BigUint::ZERO, &mut random), BigUint::ZERO);
        assert_eq!(below(&BigUint::from(1u8), &mut random), BigUint::ZERO);
    }
}
