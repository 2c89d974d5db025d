//! Many boards at once, in rows: a symbol a cell, board after board in one slice, answered on all
//! cores without an allocation a board.

use super::solve::apart;
use super::{Board, Puzzle};
use crate::error::PuzzleError;
use crate::model::NamedGoal;
use crate::parallel;
use crate::progress::Unfinished;
use crate::puzzle::MoveSet;
use crate::solver::{Options, Verdict};
use crate::table::NO_DISTANCE;

/// Rows that one task takes.
pub(super) const CHUNK: usize = 1 << 12;
/// Rows that are searched for at a time.
const BATCH: usize = 1 << 10;

/// Writes what it finds for each row of a part; the number of the first that is no board otherwise.
type Find<'f, T> = dyn Fn(&[u8], &mut [T]) -> Result<(), usize> + Sync + 'f;

impl Puzzle {
    /// Prepares what is worth it for this many boards, and returns whether every board is looked up
    /// then, which takes less than a microsecond.
    ///
    /// # Errors
    /// If the options ask for the impossible, or it was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let options = Options::default();
    /// assert!(Puzzle::open("eight")?.prepare(1, &options)?);
    /// assert!(!Puzzle::open("fifteen")?.prepare(1, &options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(
        &self,
        boards: usize,
        options: &Options,
    ) -> Result<bool, Unfinished<PuzzleError>> {
        let shared = self.shared(options)?;
        if !shared.read().has_tables() {
            let budget = options.watch().or(options.limits.time);
            apart(|| shared.write().prepare_rows(boards, budget))?;
        }
        Ok(shared.read().has_tables())
    }

    /// Whether every board is looked up by now: see [`prepare`](Self::prepare).
    ///
    /// # Errors
    /// If the options ask for the impossible.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let (eight, options) = (Puzzle::open("eight")?, Options::default());
    /// assert!(!eight.is_prepared(&options)?);
    /// eight.prepare(1, &options)?;
    /// assert!(eight.is_prepared(&options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_prepared(&self, options: &Options) -> Result<bool, PuzzleError> {
        Ok(self.shared(options)?.read().has_tables())
    }

    /// The distance in moves of each of many boards; 255 ([`NO_DISTANCE`]) where nothing solves it.
    ///
    /// Where all boards of the puzzle fit into tables within the memory allowed, each is looked up;
    /// elsewhere each is searched for, one of a batch on each core.
    ///
    /// # Errors
    /// If a row is no board, a limit leaves its distance open or it is more than 254, the options
    /// ask for the impossible, or it was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let rows = [1, 2, 3, 4, 5, 6, 7, 0, 8, 8, 6, 7, 2, 5, 4, 3, 0, 1, 2, 1, 3, 4, 5, 6, 7, 8, 0];
    /// assert_eq!(eight.distances_of_rows(&rows, &Options::default())?, [1, 31, 255]);
    /// let error = eight.distances_of_rows(&[9; 9], &Options::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "row 0: expected 1 of `0`, found 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distances_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<u8>, Unfinished<PuzzleError>> {
        let count = self.count_rows(rows)?;
        if self.prepare(count, options)? {
            let shared = self.shared(options)?;
            return apart(|| {
                let solver = shared.read();
                let look_up = |rows: &[u8], out: &mut [u8]| solver.distances(rows, out);
                self.by_rows(rows, 0, options, &look_up)
            });
        }
        let mut distances = Vec::with_capacity(count);
        for part in rows.chunks(BATCH * self.model().cells().max(1)) {
            let first = distances.len();
            let verdicts = self.distances(&self.boards_of_rows(first, part)?, options)?;
            for (row, verdict) in (first..).zip(verdicts) {
                distances.push(exact(row, verdict)?);
            }
            reach(options, distances.len());
        }
        Ok(distances)
    }

    /// The moves of each of many boards that begin a shortest answer; none where it is solved or
    /// nothing solves it.
    ///
    /// # Errors
    /// As [`distances_of_rows`](Self::distances_of_rows).
    ///
    /// ```
    /// use fewest::{Move, Options, Puzzle};
    ///
    /// // Half-way round the ring of boards, both ways are shortest.
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let moves = ring.optimal_moves_of_rows(&[0, 3, 2, 1, 1, 2, 3, 0], &Options::default())?;
    /// assert!(moves[0].eq([Move::new(0), Move::new(2)]) && moves[1].is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn optimal_moves_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<MoveSet>, Unfinished<PuzzleError>> {
        let count = self.count_rows(rows)?;
        if self.prepare(count, options)? {
            let shared = self.shared(options)?;
            return apart(|| {
                if shared.read().is_worth_noting(count) {
                    shared.write().note(count, options.watch());
                }
                let solver = shared.read();
                let look_up = |rows: &[u8], out: &mut [MoveSet]| solver.optimal_moves(rows, out);
                self.by_rows(rows, MoveSet::EMPTY, options, &look_up)
            });
        }
        let mut found = Vec::with_capacity(count);
        for (row, board) in self.boards_of_rows(0, rows)?.iter().enumerate() {
            let verdict = self.distance(board, options)?;
            let distance = exact(row, verdict)?;
            let mut moves = MoveSet::EMPTY;
            if !matches!(distance, 0 | NO_DISTANCE) {
                let nearer = Verdict::Solved(u32::from(distance) - 1);
                for (m, verdict) in self.moves_with_distances(board, options)? {
                    exact(row, verdict)?;
                    if verdict == nearer {
                        moves = moves.with(m);
                    }
                }
            }
            found.push(moves);
            reach(options, found.len());
        }
        Ok(found)
    }

    /// Whether each of many boards is solved.
    ///
    /// # Errors
    /// If a row is no board, there is no such goal, or it was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let ring = Puzzle::open("sliding:2x2")?;
    /// let rows = [1, 2, 3, 0, 1, 2, 0, 3];
    /// assert_eq!(ring.are_rows_solved(&rows, &Options::default())?, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn are_rows_solved(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<bool>, Unfinished<PuzzleError>> {
        let model = self.model_for(options)?;
        let cells = model.cells().max(1);
        self.by_rows(rows, false, options, &|rows, solved| {
            for (number, (row, solved)) in rows.chunks_exact(cells).zip(solved).enumerate() {
                if !model.is_board(row) {
                    return Err(number);
                }
                *solved = model.solved_goal(row).is_some();
            }
            Ok(())
        })
    }

    /// Whether moves solve each of many boards: looked up where there are tables, else by what moves
    /// can do at all.
    ///
    /// # Errors
    /// If a row is no board, it is not known whether moves solve it, there is no such goal, or it
    /// was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let fifteen = Puzzle::open("fifteen")?;
    /// let mut rows: Vec<u8> = (1..16).chain([0]).chain(1..16).chain([0]).collect();
    /// rows.swap(0, 1);
    /// assert_eq!(fifteen.are_rows_solvable(&rows, &Options::default())?, [false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn are_rows_solvable(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<Vec<bool>, Unfinished<PuzzleError>> {
        let goal = self.goal_or(options, NamedGoal::default())?;
        let by_moves = if self.prepare(1, options)? {
            None
        } else {
            Some(self.engine().solvable(goal.as_deref())?)
        };
        let Some(is_solvable) = by_moves else {
            let distances = self.distances_of_rows(rows, options)?.into_iter();
            return Ok(distances.map(|distance| distance != NO_DISTANCE).collect());
        };
        let (model, cells) = (self.model(), self.model().cells().max(1));
        let found = self.by_rows(rows, None, options, &|rows, found| {
            for (number, (row, found)) in rows.chunks_exact(cells).zip(found).enumerate() {
                if !model.is_board(row) {
                    return Err(number);
                }
                *found = is_solvable(row);
            }
            Ok(())
        })?;
        let known = found.into_iter().enumerate().map(|(row, found)| {
            let open = || bad_row(row, "it is not known whether moves solve it");
            found.ok_or_else(|| Unfinished::Failed(open()))
        });
        known.collect()
    }

    /// How many rows there are, if the last is whole.
    pub(super) fn count_rows(&self, rows: &[u8]) -> Result<usize, PuzzleError> {
        let cells = self.model().cells().max(1);
        let count = rows.len() / cells;
        match rows.len() % cells {
            0 => Ok(count),
            rest => Err(bad_row(
                count,
                format!("a board has {cells} cells, this has {rest}"),
            )),
        }
    }

    /// Why a row is no board.
    pub(super) fn miscounted(&self, rows: &[u8], row: usize) -> PuzzleError {
        let cells = self.model().cells().max(1);
        let symbols = rows.chunks(cells).nth(row).unwrap_or_default();
        bad_row(row, self.model().miscount(symbols).unwrap_or_default())
    }

    fn boards_of_rows(&self, first: usize, rows: &[u8]) -> Result<Vec<Board>, PuzzleError> {
        let cells = self.model().cells().max(1);
        let boards = rows.chunks(cells).enumerate().map(|(row, symbols)| {
            let why = || self.model().miscount(symbols).unwrap_or_default();
            let board = self.board_of(symbols);
            board.ok_or_else(|| bad_row(first + row, why()))
        });
        boards.collect()
    }

    /// What is found for each row, part by part on all cores.
    pub(super) fn by_rows<T: Clone + Send>(
        &self,
        rows: &[u8],
        unknown: T,
        options: &Options,
        find: &Find<'_, T>,
    ) -> Result<Vec<T>, Unfinished<PuzzleError>> {
        let cells = self.model().cells().max(1);
        let mut found = vec![unknown; self.count_rows(rows)?];
        let (watch, progress) = (options.watch(), &options.progress);
        progress.begin("looking boards up", "boards", Some(found.len() as u64));
        let parts = rows.chunks(CHUNK * cells).zip(found.chunks_mut(CHUNK));
        let bad = parallel::map(parts.enumerate(), |(part, (rows, found))| {
            if watch.is_cancelled() {
                return None;
            }
            let result = find(rows, found);
            progress.add(found.len() as u64);
            result.err().map(|row| part * CHUNK + row)
        });
        watch.check::<PuzzleError>()?;
        match bad.into_iter().flatten().next() {
            Some(row) => Err(self.miscounted(rows, row).into()),
            None => Ok(found),
        }
    }
}

/// A row is not what it should be.
pub(super) fn bad_row(row: usize, problem: impl Into<String>) -> PuzzleError {
    PuzzleError::BadRow {
        row,
        problem: problem.into(),
    }
}

/// Shows how many rows are done where their number was not announced.
fn reach(options: &Options, rows: usize) {
    let progress = &options.progress;
    progress.reach("answering", "boards", rows as u64);
}

/// The distance that a verdict gives, as a byte.
fn exact(row: usize, verdict: Verdict) -> Result<u8, PuzzleError> {
    let at_least = match verdict {
        Verdict::Unsolvable => return Ok(NO_DISTANCE),
        Verdict::Solved(distance) => match u8::try_from(distance) {
            Ok(distance) if distance != NO_DISTANCE => return Ok(distance),
            _ => distance,
        },
        Verdict::Beyond(most) => most.saturating_add(1),
        Verdict::Stopped(_, at_least) => at_least,
        Verdict::Deferred => 0,
    };
    let problem = format!("a limit leaves its distance open: it is at least {at_least}");
    Err(bad_row(row, problem))
}
