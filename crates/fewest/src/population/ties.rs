//! How many boards of a tabulated puzzle have several goals at their distance.
//!
//! A goal is as near as the nearest if and only if it is so on a board that is one move nearer: so the goals of each board come from
//! those of the boards before it. Of a board with several, no more than that is kept.

use crate::link::index;
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::structure::Structured;
use crate::table::Table;
use crate::table::build::{Allowance, BuildError};

/// Boards between two looks at the cancel flag.
const PERIOD: usize = 1 << 16;
/// No goal.
const NONE: u32 = 0;
/// Several goals. Others are numbered from 1.
const SEVERAL: u32 = u32::MAX;

/// By distance: the boards that have several goals at that distance. Beside the table it takes four bytes a board, if there are several
/// goals at all.
///
/// # Errors
/// If that is more memory than allowed, or counting is cancelled.
pub(super) fn count<P: Ranked + Structured>(
    puzzle: &P,
    table: &Table,
    allowance: Allowance<'_>,
) -> Result<Vec<u64>, Unfinished<BuildError>> {
    let mut tying = vec![0; table.counts().len()];
    let goals = puzzle.structure().goals;
    if goals.len() < 2 {
        return Ok(tying);
    }
    let needed = (size_of::<u32>() as u64 + 1) * table.len() as u64;
    if let Some(allowed) = allowance.memory.filter(|allowed| needed > *allowed) {
        return Err(BuildError::Memory { needed, allowed }.into());
    }
    let mut nearest = vec![NONE; table.len()];
    let mut symbols = Vec::new();
    for (distance, tying) in (0..=u8::MAX).zip(&mut tying) {
        for (i, rank) in table.ranks_at(distance, 0..table.len()).enumerate() {
            if i % PERIOD == 0 {
                allowance.check()?;
            }
            let mut own = NONE;
            if let Some(before) = distance.checked_sub(1) {
                puzzle.successors(rank, |next| {
                    if table.distance(next) == Some(before) {
                        let goal = nearest.get(index(next)).copied();
                        own = either(own, goal.unwrap_or(NONE));
                    }
                });
            } else {
                symbols.clear();
                puzzle.symbols(&puzzle.unrank(rank), &mut symbols);
                let met = (1..).zip(&goals).filter(|(_, goal)| is_met(goal, &symbols));
                own = met.fold(NONE, |own, (number, _)| either(own, number));
            }
            *tying += u64::from(own == SEVERAL);
            if let Some(nearest) = nearest.get_mut(index(rank)) {
                *nearest = own;
            }
        }
    }
    Ok(tying)
}

/// The goals of two boards together.
const fn either(a: u32, b: u32) -> u32 {
    match (a, b) {
        (NONE, goal) | (goal, NONE) => goal,
        (a, b) if a == b => a,
        _ => SEVERAL,
    }
}

fn is_met(goal: &[Option<u8>], symbols: &[u8]) -> bool {
    let mut cells = goal.iter().zip(symbols);
    cells.all(|(wanted, symbol)| wanted.is_none_or(|wanted| wanted == *symbol))
}
