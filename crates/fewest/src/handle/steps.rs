//! Moves of many boards in rows, without converting the boards.

use std::borrow::Cow;

use super::Puzzle;
use super::rows::{ROWS_PER_TASK, bad_row, room};
use crate::error::PuzzleError;
use crate::model::{MAX_CELLS, Model};
use crate::solver::Options;
use crate::space::structure::Turn;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::support::random::Random;

/// The effect of moves, by the cell of the blank.
struct MovesByBlank<'m> {
    cells: usize,
    moves: usize,
    blank: Option<u8>,
    /// For each cell of the blank (or 0) and each move: the cell that each cell's piece comes from.
    turns: Vec<Option<&'m [u8]>>,
    /// The turns, if they depend on other cells than the blank's.
    conditions: &'m [Turn],
}

impl<'m> MovesByBlank<'m> {
    fn of(model: &'m Model) -> Self {
        let (cells, moves) = (model.cells(), model.moves.len());
        let structure = &model.structure;
        let has_conditions = structure.has_conditions();
        let mut turns = vec![None; structure.places() * moves];
        for (place, turn) in structure.placed_turns() {
            let slot = turns.get_mut(place * moves + turn.by.index());
            if let (Some(slot), true) = (slot, turn.from.len() == cells) {
                *slot = Some(&*turn.from);
            }
        }
        Self {
            cells,
            moves,
            blank: structure.blank(),
            turns,
            conditions: if has_conditions {
                &structure.turns
            } else {
                &[]
            },
        }
    }

    /// The effect of each move on a row, if it is legal.
    fn on(&self, row: &[u8]) -> Cow<'_, [Option<&'m [u8]>]> {
        if !self.conditions.is_empty() {
            let mut legal = vec![None; self.moves];
            for turn in self.conditions.iter().filter(|turn| turn.is_legal(row)) {
                if let Some(slot) = legal.get_mut(turn.by.index()) {
                    *slot = Some(&turn.from[..]);
                }
            }
            return legal.into();
        }
        let place = self.blank.and_then(|blank| {
            let mut cells = row.iter();
            cells.position(|&symbol| symbol == blank)
        });
        let first = place.unwrap_or(0) * self.moves;
        let turns = self.turns.get(first..first + self.moves);
        turns.unwrap_or_default().into()
    }
}

fn make(turn: &[u8], row: &[u8], next: &mut [u8]) {
    // Any byte is in range of this array, so the loop needs no bounds checks.
    let mut before = [0; MAX_CELLS];
    if let Some(before) = before.get_mut(..row.len()) {
        before.copy_from_slice(row);
    }
    for (symbol, &from) in next.iter_mut().zip(turn) {
        *symbol = before[usize::from(from)];
    }
}

/// Boards one move away, in rows.
///
/// ```
/// use fewest::{Options, Puzzle};
///
/// let ring = Puzzle::open("sliding:2x2")?;
/// let around = ring.neighbours_of_rows(&[1, 2, 3, 0], &Options::default())?;
/// // Neither down nor right: the blank is in the corner.
/// assert_eq!(around.are_legal, [false, true, false, true]);
/// assert_eq!(around.rows, [1, 2, 3, 0, 1, 2, 0, 3, 1, 2, 3, 0, 1, 0, 3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// For each board and each move, the board after it; the same board if the move is not legal.
    pub rows: Vec<u8>,
    /// For each board and each move, true if it is legal.
    pub are_legal: Vec<bool>,
}

impl Puzzle {
    /// Returns the boards after each move from each of many boards.
    ///
    /// # Errors
    /// If a row is not a board, or the run was cancelled.
    pub fn neighbours_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Neighbours, Unfinished<PuzzleError>> {
        self.check_rows(rows, options)?;
        let steps = MovesByBlank::of(self.model());
        let (cells, moves) = (steps.cells.max(1), steps.moves.max(1));
        let count = rows.len() / cells;
        let mut around = Neighbours {
            rows: room(rows.len(), moves)?,
            are_legal: vec![false; count * moves],
        };
        let parts = rows
            .chunks(ROWS_PER_TASK * cells)
            .zip(around.rows.chunks_mut(ROWS_PER_TASK * cells * moves))
            .zip(around.are_legal.chunks_mut(ROWS_PER_TASK * moves));
        let watch = options.watch();
        parallel::map(parts, |((rows, next), legal)| {
            if watch.is_cancelled() {
                return;
            }
            let boards = rows.chunks(cells).zip(next.chunks_mut(cells * moves));
            for ((row, next), legal) in boards.zip(legal.chunks_mut(moves)) {
                let turns = steps.on(row);
                let turns = turns.iter().zip(next.chunks_mut(cells));
                for ((turn, next), legal) in turns.zip(legal) {
                    match turn {
                        Some(turn) => make(turn, row, next),
                        None => next.copy_from_slice(row),
                    }
                    *legal = turn.is_some();
                }
            }
        });
        watch.check::<PuzzleError>()?;
        Ok(around)
    }

    /// Applies one move to each of many boards. Moves are given by their place in tie order.
    ///
    /// # Errors
    /// If a row is not a board, its move is not legal or is missing, or the run was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let options = Options::default();
    /// assert_eq!(ring.rows_after(&[1, 2, 3, 0], &[1], &options)?, [1, 2, 0, 3]);
    /// let error = ring.rows_after(&[1, 2, 3, 0], &[0], &options).unwrap_err();
    /// assert_eq!(error.to_string(), "row 0: move `d` is not legal");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rows_after(
        &self,
        rows: &[u8],
        moves: &[u8],
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        self.check_rows(rows, options)?;
        let steps = MovesByBlank::of(self.model());
        let cells = steps.cells.max(1);
        let count = rows.len() / cells;
        if moves.len() != count {
            let row = moves.len().min(count);
            let problem = format!("{count} boards and {} moves", moves.len());
            return Err(bad_row(row, problem).into());
        }
        let mut after = vec![0; rows.len()];
        let parts = rows
            .chunks(ROWS_PER_TASK * cells)
            .zip(moves.chunks(ROWS_PER_TASK))
            .zip(after.chunks_mut(ROWS_PER_TASK * cells))
            .enumerate();
        let watch = options.watch();
        let illegal = parallel::map(parts, |(part, ((rows, moves), after))| {
            if watch.is_cancelled() {
                return None;
            }
            let mut boards = rows.chunks(cells).zip(moves).zip(after.chunks_mut(cells));
            let row = boards.position(|((row, &m), next)| {
                let turn = steps.on(row).get(usize::from(m)).copied().flatten();
                turn.inspect(|turn| make(turn, row, next)).is_none()
            });
            row.map(|row| part * ROWS_PER_TASK + row)
        });
        watch.check::<PuzzleError>()?;
        let Some(row) = illegal.into_iter().flatten().next() else {
            return Ok(after);
        };
        let m = moves.get(row).copied().unwrap_or_default();
        let problem = match self.model().moves.get(usize::from(m)) {
            Some(name) => format!("move `{name}` is not legal"),
            None => format!("{m} is not a move; moves are 0 to {}", steps.moves - 1),
        };
        Err(bad_row(row, problem).into())
    }

    /// Walks at random from each of many boards: `length` moves, uniform among the legal ones.
    /// Returns all boards of each walk, `length + 1` rows; a walk without a legal move stays where
    /// it is. The same seed gives the same walks on every machine.
    ///
    /// # Errors
    /// If a row is not a board, or the run was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let walks = ring.random_walks(&[1, 2, 3, 0, 0, 3, 2, 1], 2, 7, &Options::default())?;
    /// assert_eq!(walks.len(), 2 * 3 * 4);
    /// // After two moves, a board is home or two moves away.
    /// let last = &walks[8..12];
    /// let distance = ring.distances_of_rows(last, &Options::default())?[0];
    /// assert!(distance == 0 || distance == 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_walks(
        &self,
        starts: &[u8],
        length: usize,
        seed: u64,
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        /// Walks per stream of random numbers.
        const WALKS: usize = 1 << 8;
        self.check_rows(starts, options)?;
        let steps = MovesByBlank::of(self.model());
        let cells = steps.cells.max(1);
        let long = cells.saturating_mul(length.saturating_add(1));
        let mut walks = room(starts.len() / cells, long)?;
        let mut seeds = Random::new(seed);
        let parts: Vec<_> = starts
            .chunks(WALKS * cells)
            .zip(walks.chunks_mut(WALKS.saturating_mul(long)))
            .map(|part| (part, seeds.below(u64::MAX)))
            .collect();
        parallel::map(parts, |((starts, walks), seed)| {
            let mut random = Random::new(seed);
            for (start, walk) in starts.chunks(cells).zip(walks.chunks_mut(long)) {
                if options.watch().is_cancelled() {
                    return;
                }
                let mut boards = walk.chunks_mut(cells);
                let Some(mut board) = boards.next() else {
                    continue;
                };
                board.copy_from_slice(start);
                for next in boards {
                    let turns = steps.on(board);
                    let legal = turns.iter().flatten().count();
                    let place = random.place(legal);
                    match turns.iter().flatten().nth(place) {
                        Some(turn) => make(turn, board, next),
                        None => next.copy_from_slice(board),
                    }
                    board = next;
                }
            }
        });
        options.watch().check::<PuzzleError>()?;
        Ok(walks)
    }
}
