//! Plain searches: breadth first, and depth first with lower bounds.

use std::collections::{HashMap, HashSet};

use crate::puzzle::{Puzzle, Row};
use crate::table::{Entries, NEVER};
use crate::{Result, ensure};

/// The bound of boards from which no moves lead to the goals.
pub(crate) const UNREACHABLE: usize = usize::MAX;
/// The most memory of a breadth-first search, in words of 8 bytes.
const MAX_WORDS: usize = 1 << 27;
/// The most boards of a depth-first search. They take hours.
const MAX_NODES: u64 = 1 << 34;

/// Visits a board: the number of moves, the board, the number of ways.
type Visit<'v> = dyn FnMut(usize, &[usize], u128) -> Result<()> + 'v;

/// Visits the boards that need 0, 1, 2, ... moves from a board, each with the number of ways to get
/// there in that many moves. Ends after the last layer, or if there are no more boards. Leaves out
/// boards whose bound is more than the moves left to the last layer.
pub(crate) fn layers(
    guide: &Guide<'_>,
    board: &[usize],
    last: usize,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let puzzle = guide.puzzle;
    let mut layer = HashMap::from([(board.to_vec(), 1u128)]);
    let mut known = HashSet::from([board.to_vec()]);
    let max_boards = MAX_WORDS / (2 * board.len() + 20);
    for depth in 0..=last {
        for (board, ways) in &layer {
            visit(depth, board, *ways)?;
        }
        if depth == last || layer.is_empty() {
            break;
        }
        let mut next: HashMap<Row, u128> = HashMap::new();
        for (board, ways) in &layer {
            let turns = puzzle.turns.iter();
            for turn in turns.filter(|turn| puzzle.is_legal(turn, board)) {
                let after = turn.apply(board);
                if !known.contains(&after) && guide.of(&after) < last - depth {
                    let total = next.entry(after).or_default();
                    *total = total.saturating_add(*ways);
                }
            }
            let is_small = known.len() + next.len() < max_boards;
            ensure(is_small, || "a search meets too many boards")?;
        }
        known.extend(next.keys().cloned());
        layer = next;
    }
    Ok(())
}

/// Lower bounds: the least of several, each the greatest of sums of tables.
pub(crate) struct Guide<'s> {
    pub puzzle: &'s Puzzle,
    pub tables: &'s [Entries<'s>],
    pub bounds: Vec<&'s [Row]>,
}

impl Guide<'_> {
    pub(crate) fn of(&self, board: &[usize]) -> usize {
        let value = |table: &usize| match self.tables[*table].value(board) {
            Some(NEVER) => UNREACHABLE,
            value => value.unwrap_or(0).into(),
        };
        let sum = |sum: &Row| sum.iter().map(value).fold(0, usize::saturating_add);
        let greatest = |sums: &&[Row]| sums.iter().map(sum).max().unwrap_or(0);
        self.bounds.iter().map(greatest).min().unwrap_or(0)
    }

    /// Verifies that fewer moves than `distance` do not lead from a board to any of these goals.
    pub(crate) fn exclude(&self, board: &[usize], goals: &[usize], distance: usize) -> Result<()> {
        let puzzle = self.puzzle;
        // The boards on the way, each with the turn that led there, and the next turn to try.
        let mut path = vec![(board.to_vec(), None::<usize>, 0)];
        let mut nodes = 0;
        if self.of(board) >= distance {
            return Ok(());
        }
        let is_solved = puzzle.meets_any(board, goals);
        ensure(!is_solved, || "the board is solved")?;
        loop {
            let moves = path.len();
            let Some((board, last, next)) = path.last_mut() else {
                return Ok(());
            };
            let Some(turn) = puzzle.turns.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            // In a shortest answer, no turn undoes the one before it.
            let is_undone = last.is_some_and(|last| puzzle.turns[last].to == turn.from);
            if is_undone || !puzzle.is_legal(turn, board) {
                continue;
            }
            nodes += 1;
            ensure(nodes < MAX_NODES, || "a search meets too many boards")?;
            let (after, by) = (turn.apply(board), Some(*next - 1));
            if self.of(&after) < distance - moves {
                let is_solved = puzzle.meets_any(&after, goals);
                ensure(!is_solved, || format!("{moves} moves are enough"))?;
                path.push((after, by, 0));
            }
        }
    }
}
