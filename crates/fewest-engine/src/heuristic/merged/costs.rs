//! Tables that count only some moves: breadth-first search in which the others are free.

use crate::kernel::{ALIKE, Kernel};
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::BuildError;

/// Boards between two checks of the cancel flag.
const BOARDS_PER_CHECK: u64 = 1 << 14;

/// The fewest moves of distinguished pieces, for every board of a view whose moves swap the blank
/// with one piece. Moves of pieces with the symbol [`ALIKE`] are free.
pub(super) fn build<K: Kernel>(
    view: &K,
    budget: Budget<'_>,
) -> Result<Table, Unfinished<BuildError>> {
    let symbols = &view.model().symbols;
    let merged_symbol = symbols
        .iter()
        .position(|written| written == ALIKE)
        .and_then(|symbol| u8::try_from(symbol).ok());
    let refuse = || BuildError::Memory {
        needed: view.boards(),
        allowed: u32::MAX.into(),
    };
    let boards = u32::try_from(view.boards()).map_err(|_| refuse())?;
    let mut costs = Table::unseen(boards as usize);
    let rank = |board: &K::Board| u32::try_from(view.rank(board)).unwrap_or(u32::MAX);
    let mut next: Vec<u32> = Vec::new();
    view.each_solved(0..boards.into(), &mut |rank| {
        next.extend(u32::try_from(rank));
        budget.flow()
    });
    budget.check()?;
    let mut found = 0u64;
    while !next.is_empty() {
        costs.next_distance().ok_or(BuildError::TooDeep)?;
        let mut open = std::mem::take(&mut next);
        while let Some(place) = open.pop() {
            if !costs.see(place.into()) {
                continue;
            }
            found += 1;
            if found.is_multiple_of(BOARDS_PER_CHECK) {
                budget.check()?;
                budget.advance(BOARDS_PER_CHECK);
            }
            let board = view.unrank(place.into());
            let arrivals = view.arrivals(&board);
            for before in arrivals.flat_map(|m| view.preimages(&board, m)) {
                let place = rank(&before);
                if costs.distance(place.into()).is_some() {
                    continue;
                }
                // The piece that the move carried is now where the blank was.
                if Some(view.symbol(&board, view.blank_cell(&before))) == merged_symbol {
                    open.push(place);
                } else {
                    next.push(place);
                }
            }
        }
    }
    Ok(costs)
}
