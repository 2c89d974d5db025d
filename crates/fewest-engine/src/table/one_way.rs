//! The proof of a table for moves without inverses.
//!
//! The [proof](super::verify) of other tables searches along the moves from the solved boards,
//! which finds distances *to* these boards only because moves have inverses. Here every board is
//! checked against the boards after its moves instead. It must be at 0 if and only if it is solved;
//! otherwise one further than the nearest of them, or unsolvable if they all are. By induction,
//! only the true distances satisfy this.

use super::Table;
use super::refuted::{Refuted, TableMistake};
use super::verify::{Proof, begin, check_each};
use crate::space::Ranked;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;

/// Proves a table for any moves, on all cores with the feature `rayon`. Ignores `budget.memory`.
///
/// # Errors
/// If anything is wrong, or the proof was cancelled.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::kernel::general::{Cells, General};
/// use fewest::table::{build::build, verify_one_way};
/// use fewest::{Budget, Model};
///
/// // Three cells in a row, and a blank that only goes left.
/// let model = Model::from_toml(r#"
/// name = "one-way"
/// cells = "a b c"
/// pieces = "1 2 ."
/// blank = "."
/// goal = [{ board = ". 1 2" }]
/// move = [{ name = "l", offset = [0, -1] }]
/// "#)?;
/// let puzzle = General::<Cells<32>>::of(model.into())?;
/// let table = build(&puzzle, Budget::default())?;
/// let proof = verify_one_way(&puzzle, &table, Budget::default())?;
/// // The tiles keep their order: a board at each distance 0, 1 and 2, and three without one.
/// assert_eq!((proof.counts, proof.unsolvable), (vec![1, 1, 1], 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_one_way<P: Ranked>(
    puzzle: &P,
    table: &Table,
    budget: Budget<'_>,
) -> Result<Proof, Unfinished<Refuted>> {
    let boards = begin(puzzle, table, budget)?;
    let all = |_| u64::MAX;
    let tally = check_each(boards, budget, all, |ranks, (), tally| {
        for &rank in ranks {
            if let Err(fault) = check(puzzle, table, rank, &mut tally.moves) {
                tally.note(rank, fault);
            }
        }
    })?;
    let mut counts = vec![0; usize::from(u8::MAX) + 1];
    for distance in (0..boards).filter_map(|rank| table.distance(rank)) {
        counts[usize::from(distance)] += 1;
    }
    let last = counts.iter().rposition(|count| *count > 0);
    counts.truncate(last.map_or(0, |last| last + 1));
    tally.proof(table, counts)
}

/// Checks a board against the boards after its moves.
fn check<P: Ranked>(
    puzzle: &P,
    table: &Table,
    rank: u64,
    moves: &mut u64,
) -> Result<(), TableMistake> {
    let board = puzzle.unrank(rank);
    let actual = puzzle.rank(&board);
    if actual != rank {
        return Err(TableMistake::Rank(actual));
    }
    let claimed = table.distance(rank).map(u32::from);
    if puzzle.is_solved(&board) != (claimed == Some(0)) {
        return Err(TableMistake::Solved);
    }
    let mut nearest = None;
    for m in puzzle.moves(&board) {
        *moves += 1;
        let next = puzzle.after(&board, m);
        let number = puzzle.rank(&next);
        // Boards outside the table are unsolvable.
        if number < puzzle.boards() && puzzle.unrank(number) != next {
            return Err(TableMistake::Number(m));
        }
        if let Some(distance) = table.distance(number).map(u32::from) {
            nearest = Some(nearest.map_or(distance, |nearest: u32| nearest.min(distance)));
        }
    }
    let expected = nearest.map(|nearest| nearest + 1);
    if claimed != Some(0) && claimed != expected {
        return Err(TableMistake::Nearest(expected));
    }
    Ok(())
}
