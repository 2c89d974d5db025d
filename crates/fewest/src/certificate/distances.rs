//! The distances in a certificate's table.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::numbering::Numbering;
use crate::error::PuzzleError;
use crate::space::structure::{Turn, inverse};
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

/// The entry of boards from which no moves lead to the goals, and the greatest distance.
const NEVER: u8 = u8::MAX;
const MAX_DISTANCE: u8 = NEVER - 1;
/// Entries between two checks of the cancel flag.
const PART: u64 = 1 << 16;
/// The colour of cells that a table does not see.
pub(super) const UNSEEN: u8 = u8::MAX;

/// A turn with its inverse, and the cell that must hold the blank.
struct Back {
    to: Vec<u8>,
    need: Option<u8>,
}

/// The distance of every board of a numbering to coloured goals, breadth first from these.
/// `None` if a distance does not fit a byte.
pub(super) fn distances(
    numbering: &Numbering<'_>,
    turns: &[Turn],
    blank: Option<u8>,
    goals: &[Vec<Option<u8>>],
    budget: Budget<'_>,
) -> Result<Option<Vec<u8>>, Unfinished<PuzzleError>> {
    let entries: Vec<AtomicU8> = (0..numbering.size).map(|_| AtomicU8::new(NEVER)).collect();
    let back = turns.iter().filter_map(|turn| {
        let need = turn.needs.map(|(cell, _)| cell);
        Some(Back {
            to: inverse(&turn.from)?,
            need,
        })
    });
    let back: Vec<Back> = back.collect();
    let cells = goals.first().map_or(0, Vec::len);
    let parts = usize::try_from(numbering.size.div_ceil(PART)).unwrap_or(0);
    let each = |visit: &(dyn Fn(u64, &mut Vec<u8>) + Sync)| {
        parallel::each(parts, &|part| {
            if budget.is_over() {
                return;
            }
            let mut board = vec![UNSEEN; cells];
            let start = part as u64 * PART;
            (start..numbering.size.min(start + PART)).for_each(|number| visit(number, &mut board));
        });
        budget.check::<PuzzleError>()
    };
    let entry = |number: u64| entries.get(usize::try_from(number).ok()?);
    each(&|number, board| {
        numbering.unrank(number, board);
        let has = |(colour, goal): (&u8, &Option<u8>)| {
            *colour == UNSEEN || goal.is_none_or(|goal| goal == *colour)
        };
        let is_goal = goals.iter().any(|goal| board.iter().zip(goal).all(has));
        if let Some(entry) = entry(number).filter(|_| is_goal) {
            entry.store(0, Ordering::Relaxed);
        }
    })?;
    let is_found = AtomicBool::new(true);
    for distance in 0..=MAX_DISTANCE {
        if !is_found.swap(false, Ordering::Relaxed) {
            let entries = entries.into_iter().map(AtomicU8::into_inner);
            return Ok(Some(entries.collect()));
        }
        each(&|number, board| {
            if entry(number).is_none_or(|entry| entry.load(Ordering::Relaxed) != distance) {
                return;
            }
            numbering.unrank(number, board);
            let from = |cell: &u8| board.get(usize::from(*cell)).copied().unwrap_or(UNSEEN);
            let mut before = Vec::with_capacity(cells);
            for turn in &back {
                let needed = turn.need.and_then(|cell| turn.to.get(usize::from(cell)));
                let needed = needed.map(from);
                if needed.is_some_and(|colour| colour != UNSEEN && Some(colour) != blank) {
                    continue;
                }
                before.clear();
                before.extend(turn.to.iter().map(from));
                let entry = numbering.rank(&before).and_then(entry);
                let Some(entry) = entry.filter(|e| e.load(Ordering::Relaxed) == NEVER) else {
                    continue;
                };
                entry.store(distance.saturating_add(1), Ordering::Relaxed);
                is_found.store(true, Ordering::Relaxed);
            }
        })?;
    }
    Ok(None)
}
