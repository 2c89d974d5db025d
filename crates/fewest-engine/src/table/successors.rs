//! A check of moves on ranks against moves on boards.
//!
//! If each move changes each digit of a rank in its own way, one board for each value of each digit
//! shows the effect of all moves on all boards: the rank after a move is a sum of one term per
//! digit. The boards here differ from a solved one in one digit.

use std::ops::Range;

use super::refuted::Refuted;
use crate::space::Ranked;
use crate::support::budget::Budget;
use crate::support::parallel;
use crate::support::progress::Unfinished;

const BOARDS_PER_TASK: usize = 1 << 12;

/// Returns true if the puzzle's ranks have [digits](Ranked::digits), and it is proved that no two
/// boards share a rank, every move can be undone by its inverse,
/// [successors](Ranked::successors) are the boards after the moves, and only the puzzle's
/// [solved](Ranked::solved) boards are solved.
pub(super) fn are_proved<P: Ranked>(
    puzzle: &P,
    budget: Budget<'_>,
) -> Result<bool, Unfinished<Refuted>> {
    let boards = puzzle.boards();
    let solved = puzzle.solved();
    let solved: Vec<u64> = solved.iter().map(|board| puzzle.rank(board)).collect();
    let product = |digits: &Vec<u64>| {
        digits
            .iter()
            .try_fold(1u64, |all, &values| all.checked_mul(values))
    };
    let digits = puzzle
        .digits()
        .filter(|digits| product(digits) == Some(boards));
    let (Some(digits), Some(&greatest)) = (digits, solved.iter().max()) else {
        return Ok(false);
    };
    if greatest >= boards {
        return Ok(false);
    }
    let mut tasks = Vec::new();
    let mut unit = boards;
    for &values in &digits {
        unit /= values;
        for (goal, &rank) in solved.iter().enumerate() {
            let starts = (0..values).step_by(BOARDS_PER_TASK);
            tasks.extend(starts.map(|start| Line {
                first: rank - rank / unit % values * unit,
                unit,
                values: start..values.min(start + BOARDS_PER_TASK as u64),
                has_moves: goal == 0,
            }));
        }
    }
    let boards = tasks.iter().map(|line| line.values.end - line.values.start);
    budget.begin("checking the moves", "boards", Some(boards.sum()));
    let mut results = parallel::map(tasks, |line| -> Result<bool, Unfinished<Refuted>> {
        budget.check()?;
        let is_right = line.ranks().all(|rank| {
            is_right(puzzle, rank, solved.contains(&rank))
                && (!line.has_moves || moves_are_right(puzzle, rank))
        });
        budget.advance(line.values.end - line.values.start);
        Ok(is_right)
    })
    .into_iter();
    results.try_fold(true, |all, is_right| Ok(all && is_right?))
}

/// Boards that differ from a solved one in one digit.
struct Line {
    first: u64,
    unit: u64,
    values: Range<u64>,
    /// True if moves are checked: the goals share them.
    has_moves: bool,
}

impl Line {
    fn ranks(&self) -> impl Iterator<Item = u64> {
        let values = self.values.clone();
        values.map(|value| self.first + value * self.unit)
    }
}

fn is_right<P: Ranked>(puzzle: &P, rank: u64, is_solved: bool) -> bool {
    let board = puzzle.unrank(rank);
    puzzle.rank(&board) == rank && puzzle.is_solved(&board) == is_solved
}

fn moves_are_right<P: Ranked>(puzzle: &P, rank: u64) -> bool {
    let board = puzzle.unrank(rank);
    let mut moves = puzzle.moves(&board);
    let mut are_right = true;
    puzzle.successors(rank, |next| {
        are_right &= moves.next().is_some_and(|m| {
            let after = puzzle.after(&board, m);
            next < puzzle.boards()
                && puzzle.unrank(next) == after
                && puzzle.is_undone(&board, m, &after)
        });
    });
    are_right && moves.next().is_none()
}
