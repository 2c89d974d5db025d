//! The boards near the goal, distance by distance, where the puzzle is too large for a table.

use thiserror::Error;

use crate::progress::Unfinished;
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::table::build::Allowance;

/// All boards at each distance 0, 1, 2, ... up to some farthest.
#[derive(Clone, Debug)]
pub struct Shells<B> {
    shells: Vec<Vec<B>>,
    counts: Vec<u64>,
}

/// Why shells were not worked out.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ShellsError {
    /// They would take more memory than allowed.
    #[error(
        "the boards up to distance {farthest} fit the memory allowed, those further away do not"
    )]
    Memory {
        /// The greatest distance whose boards fit.
        farthest: u8,
    },
}

impl<B: Copy + Ord + Send> Shells<B> {
    /// The boards at most `farthest` moves from the solved ones, each shell in ascending order.
    ///
    /// Every move must have one that takes it back: then a neighbour of a board is at most one nearer or one further,
    /// and the boards of the two shells before are all that a new shell must leave out.
    ///
    /// # Errors
    /// If they take more memory than allowed, or the work was cancelled.
    pub fn grow<P: Puzzle<Board = B>>(
        puzzle: &P,
        solved: Vec<B>,
        farthest: u8,
        allowance: Allowance<'_>,
    ) -> Result<Self, Unfinished<ShellsError>> {
        let allowed = allowance.memory.unwrap_or(u64::MAX) / size_of::<B>().max(1) as u64;
        if let Some(progress) = allowance.progress {
            progress.begin("walking from the goal", "boards", None);
        }
        let mut shells = vec![ascending(solved)];
        let mut kept = shells[0].len() as u64;
        for distance in 1..=farthest {
            let (inner, before) = match shells.as_slice() {
                [] => break,
                [only] => (&[][..], only.as_slice()),
                [.., inner, before] => (inner.as_slice(), before.as_slice()),
            };
            let full = Unfinished::Failed(ShellsError::Memory {
                farthest: distance - 1,
            });
            let arrivals = |board: &B| u64::from(puzzle.arrivals(board).len());
            let met: u64 = before.iter().map(arrivals).sum();
            if kept + met > allowed {
                return Err(full);
            }
            allowance.check()?;
            let mut shell = Vec::with_capacity(usize::try_from(met).unwrap_or(0));
            for board in before {
                for m in puzzle.arrivals(board) {
                    shell.extend(puzzle.preimages(board, m));
                }
                if kept + shell.len() as u64 > allowed {
                    return Err(full);
                }
            }
            let mut shell = ascending(shell);
            leave_out(&mut shell, inner);
            leave_out(&mut shell, before);
            if shell.is_empty() {
                break;
            }
            shell.shrink_to_fit();
            kept += shell.len() as u64;
            if let Some(progress) = allowance.progress {
                progress.add(shell.len() as u64);
            }
            shells.push(shell);
        }
        let counts = shells.iter().map(|shell| shell.len() as u64).collect();
        Ok(Self { shells, counts })
    }

    /// How many boards there are at each distance.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Puts the boards of each shell in the order of their keys, from which draws are made.
    pub fn sort_by_key(&mut self, mut key: impl FnMut(&B) -> u64) {
        for shell in &mut self.shells {
            shell.sort_by_cached_key(&mut key);
        }
    }

    /// The board at a place among those at a distance; `None` past the last.
    #[must_use]
    pub fn nth(&self, distance: u8, place: u64) -> Option<B> {
        let shell = self.shells.get(usize::from(distance))?;
        shell.get(usize::try_from(place).ok()?).copied()
    }

    /// One of the boards at a distance, each of them equally likely; `None` if there is none.
    pub fn draw(&self, distance: u8, random: &mut Random) -> Option<B> {
        let shell = self.shells.get(usize::from(distance))?;
        self.nth(distance, random.below(shell.len() as u64))
    }
}

/// The same boards in ascending order, each once.
fn ascending<B: Ord + Send>(mut boards: Vec<B>) -> Vec<B> {
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        boards.par_sort_unstable();
    }
    #[cfg(not(feature = "rayon"))]
    boards.sort_unstable();
    boards.dedup();
    boards
}

/// Takes out the boards of another list; both are in ascending order.
fn leave_out<B: Ord>(boards: &mut Vec<B>, others: &[B]) {
    let mut others = others.iter().peekable();
    boards.retain(|board| {
        while others.next_if(|other| *other < board).is_some() {}
        others.peek() != Some(&board)
    });
}
