//! Many boards in rows: one symbol per cell, board after board in one slice. They are answered on
//! all cores without an allocation per board.

use std::time::Duration;

use super::solve::apart;
use super::{Board, Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::{Kernel, ToGoal};
use crate::solver::{Options, Solvable, Verdict};
use crate::space::AnyMoves;
use crate::support::parallel;
use crate::support::progress::Unfinished;
use crate::table::NO_DISTANCE;

pub(super) const ROWS_PER_TASK: usize = 1 << 12;
const ROWS_PER_BATCH: usize = 1 << 10;
/// Rows per batch of searches that includes the rows one move away.
const FEW_ROWS: usize = 1 << 6;

/// Time limit for finding the group of the moves. It can't be interrupted, and callers have other
/// ways to find out.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);

/// Writes a result per row of a part. The error is the index of the first row that is not a board.
type Find<'f, T> = dyn Fn(&[u8], &mut [T]) -> Result<(), usize> + Sync + 'f;

impl Puzzle {
    /// Prepares what is worth it for this many boards. Returns true if every board is then looked
    /// up, which takes less than a microsecond each.
    ///
    /// # Errors
    /// If the options are impossible, or the run was cancelled.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let options = Options::default();
    /// assert!(Puzzle::open("eight")?.prepare(1_000, &options)?);
    /// assert!(!Puzzle::open("fifteen")?.prepare(1_000, &options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(
        &self,
        boards: usize,
        options: &Options,
    ) -> Result<bool, Unfinished<PuzzleError>> {
        let shared = self.shared(options)?;
        let call = options.call().or(options.limits.max_time);
        if !shared
            .read(call)
            .map_err(Unfinished::of_part)?
            .are_rows_prepared(boards, call)
        {
            apart(|| shared.write(call)?.prepare_rows(boards, call))
                .map_err(Unfinished::of_part)?;
        }
        Ok(shared
            .read(options.call())
            .map_err(Unfinished::of_part)?
            .has_tables())
    }

    /// Returns true if every board is already looked up: see [`prepare`](Self::prepare).
    ///
    /// # Errors
    /// If the options are impossible.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let (eight, options) = (Puzzle::open("eight")?, Options::default());
    /// assert!(!eight.is_prepared(&options)?);
    /// eight.prepare(1_000, &options)?;
    /// assert!(eight.is_prepared(&options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_prepared(&self, options: &Options) -> Result<bool, PuzzleError> {
        // A solver that is being changed is not prepared yet.
        let shared = self.shared(options)?;
        Ok(shared.try_read().is_some_and(|solver| solver.has_tables()))
    }

    /// Returns the distances of many boards in moves; 255 ([`NO_DISTANCE`]) if one can't be solved.
    /// Boards are looked up if tables of them all fit into memory; otherwise searched on all cores.
    ///
    /// # Errors
    /// If a row is not a board, a limit leaves its distance open or it is more than 254, the
    /// options are impossible, or the run was cancelled.
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
                let solver = shared.read(options.call()).map_err(Unfinished::of_part)?;
                let look_up = |rows: &[u8], out: &mut [u8]| solver.distances(rows, out);
                self.by_rows(rows, 0, options, &look_up)
            });
        }
        let mut verdicts = Vec::with_capacity(count);
        self.verdicts_of_rows(rows, options, &mut verdicts)?;
        let verdicts = verdicts.into_iter().enumerate();
        let distances = verdicts.map(|(row, verdict)| exact(row, verdict));
        Ok(distances.collect::<Result<_, _>>()?)
    }

    /// Searches for the distance of each of many boards within the limits, and appends the verdicts
    /// to `found`. After a cancellation, `found` has the verdicts known by then.
    ///
    /// # Errors
    /// If a row is not a board, the options are impossible, or the run was cancelled.
    ///
    /// ```
    /// use fewest::{Limits, Options, Puzzle, Verdict};
    ///
    /// let fifteen = Puzzle::open("fifteen")?;
    /// let near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14, 15];
    /// let far = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    /// let limits = Limits { max_moves: Some(10), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// let mut found = Vec::new();
    /// fifteen.verdicts_of_rows(&[near, far].concat(), &options, &mut found)?;
    /// assert_eq!(found, [Verdict::Solved(2), Verdict::Beyond(10)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdicts_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
        found: &mut Vec<Verdict>,
    ) -> Result<(), Unfinished<PuzzleError>> {
        self.check_rows(rows, options)?;
        let mut answers = Vec::new();
        for part in rows.chunks(ROWS_PER_BATCH * self.model().cells().max(1)) {
            let boards = self.boards_of_rows(found.len(), part)?;
            if let Some(verdicts) = self.looked_up(&boards, options)? {
                found.extend(verdicts);
            } else {
                let done = self.solve_into(&boards, options, &mut answers);
                found.extend(answers.iter().map(|answer| answer.verdict));
                done?;
            }
            reach(options, found.len());
        }
        Ok(())
    }

    /// Returns the moves of many boards that begin a shortest answer; none if solved or unsolvable.
    ///
    /// # Errors
    /// See [`distances_of_rows`](Self::distances_of_rows).
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
    ) -> Result<Vec<AnyMoves>, Unfinished<PuzzleError>> {
        let count = self.count_rows(rows)?;
        if self.prepare(count, options)? {
            let shared = self.shared(options)?;
            return apart(|| {
                let solver = shared.read(options.call()).map_err(Unfinished::of_part)?;
                let look_up = |rows: &[u8], out: &mut [AnyMoves]| solver.optimal_moves(rows, out);
                self.by_rows(rows, AnyMoves::EMPTY, options, &look_up)
            });
        }
        let mut found = Vec::with_capacity(count);
        self.searched_moves_of_rows(rows, options, &mut found)?;
        let open = |row| bad_row(row, "a limit leaves its optimal moves open");
        let found = found
            .into_iter()
            .enumerate()
            .map(|(row, moves)| moves.ok_or_else(|| open(row)));
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Searches for the optimal moves of many boards and appends them to `found`, `None` if a limit
    /// leaves them open. After a cancellation, `found` has the moves known by then.
    ///
    /// # Errors
    /// See [`verdicts_of_rows`](Self::verdicts_of_rows).
    ///
    /// ```
    /// use fewest::{Limits, Move, Options, Puzzle};
    ///
    /// let fifteen = Puzzle::open("fifteen")?;
    /// let near = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15];
    /// let far = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    /// let limits = Limits { max_moves: Some(10), ..Limits::default() };
    /// let options = Options { limits, ..Options::default() };
    /// let mut found = Vec::new();
    /// fifteen.searched_moves_of_rows(&[near, far].concat(), &options, &mut found)?;
    /// assert!(found[0].is_some_and(|moves| moves.eq([Move::new(2)])) && found[1].is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn searched_moves_of_rows(
        &self,
        rows: &[u8],
        options: &Options,
        found: &mut Vec<Option<AnyMoves>>,
    ) -> Result<(), Unfinished<PuzzleError>> {
        self.check_rows(rows, options)?;
        for part in rows.chunks(FEW_ROWS * self.model().cells().max(1)) {
            let (mut verdicts, mut nearer) = (Vec::new(), Vec::new());
            let mut searched = self.verdicts_of_rows(part, options, &mut verdicts);
            let first = found.len();
            found.extend(verdicts.iter().map(|verdict| match verdict {
                Verdict::Solved(_) | Verdict::Unsolvable => Some(AnyMoves::EMPTY),
                _ => None,
            }));
            let (mut steps, mut next) = (Vec::new(), Vec::new());
            let boards = self.boards_of_rows(0, part)?;
            for ((row, board), verdict) in (first..).zip(&boards).zip(verdicts) {
                let Verdict::Solved(distance @ 1..) = verdict else {
                    continue;
                };
                for m in self.legal_moves(board) {
                    steps.push((row, m, distance));
                    let after = self.after(board, m);
                    next.extend(after.iter().flat_map(Board::symbols));
                }
            }
            if searched.is_ok() {
                searched = self.verdicts_of_rows(&next, options, &mut nearer);
            }
            nearer.resize(steps.len(), Verdict::Deferred);
            for ((row, m, distance), verdict) in steps.into_iter().zip(nearer) {
                if let Some(moves) = found.get_mut(row) {
                    *moves = match is_nearer(verdict, distance) {
                        Some(true) => moves.map(|moves| moves.with(m)),
                        Some(false) => *moves,
                        None => None,
                    };
                }
            }
            searched?;
            reach(options, found.len());
        }
        Ok(())
    }

    /// Returns true for each of many boards that is solved.
    ///
    /// # Errors
    /// If a row is not a board, there is no such goal, or the run was cancelled.
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
        let is_solved = |row: &[u8]| {
            let is_board = model.is_board(row);
            is_board.then(|| model.solved_goal(row).is_some())
        };
        self.each_row(rows, false, options, is_solved)
    }

    /// Returns true for each solvable board, by tables if there are any, or by the moves' group.
    ///
    /// # Errors
    /// If a row is not a board or its solvability is not known, there is no such goal, or it was
    /// cancelled.
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
        if self.prepare(1, options)? {
            let distances = self.distances_of_rows(rows, options)?.into_iter();
            return Ok(distances.map(|distance| distance != NO_DISTANCE).collect());
        }
        let solvability = self.solvability(self.goal_of(options)?)?;
        let model = self.model();
        let is_solvable = |row: &[u8]| model.is_board(row).then(|| solvability(row));
        let found = self.each_row(rows, None, options, is_solvable)?;
        let known = found.into_iter().enumerate().map(|(row, found)| {
            let open = || bad_row(row, "it is not known whether it can be solved");
            found.ok_or_else(|| Unfinished::Failed(open()))
        });
        known.collect()
    }

    /// Creates a test for solvable boards that needs no tables.
    pub(crate) fn solvability(
        &self,
        goal: Option<Vec<u8>>,
    ) -> Result<Box<Solvability>, PuzzleError> {
        Ok(to_goal!(self, goal, |to| solvability(to)))
    }

    /// The number of rows; an error if the last is incomplete.
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

    pub(super) fn check_rows(
        &self,
        rows: &[u8],
        options: &Options,
    ) -> Result<(), Unfinished<PuzzleError>> {
        let is_board = |row: &[u8]| self.model().is_board(row).then_some(());
        self.each_row(rows, (), options, is_board).map(|_| ())
    }

    /// Computes a result per row, on all cores; `find` returns `None` if a row is not a board.
    fn each_row<T: Clone + Send>(
        &self,
        rows: &[u8],
        unknown: T,
        options: &Options,
        find: impl Fn(&[u8]) -> Option<T> + Sync,
    ) -> Result<Vec<T>, Unfinished<PuzzleError>> {
        self.by_rows(rows, unknown, options, &|rows, found| {
            self.model().each_row(rows, found, &find)
        })
    }

    /// Computes a result for each row, part by part on all cores.
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
        let parts = rows
            .chunks(ROWS_PER_TASK * cells)
            .zip(found.chunks_mut(ROWS_PER_TASK));
        let bad = parallel::map(parts.enumerate(), |(part, (rows, found))| {
            if watch.is_cancelled() {
                return None;
            }
            let result = find(rows, found);
            progress.add(found.len() as u64);
            result.err().map(|row| part * ROWS_PER_TASK + row)
        });
        watch.check::<PuzzleError>()?;
        match bad.into_iter().flatten().next() {
            Some(row) => Err(self.miscounted(rows, row).into()),
            None => Ok(found),
        }
    }
}

/// Returns true if the board with these symbols can be solved; `None` if that is not known.
pub(crate) type Solvability = dyn Fn(&[u8]) -> Option<bool> + Send + Sync;

fn solvability<K: Kernel>(to: ToGoal<K>) -> Box<Solvability> {
    let is_exact = to.puzzle.is_parity_exact();
    let known = (!is_exact).then(|| Solvable::by_moves(&to.puzzle, Some(ANALYSIS_TIME)).ok());
    Box::new(move |symbols| {
        let board = to.board(symbols)?;
        if !to.puzzle.parity_allows(&board) || !to.puzzle.group_allows(&board) {
            return Some(false);
        }
        match &known {
            None => Some(true),
            Some(known) => known.as_ref()?.includes(&board),
        }
    })
}

/// Allocates zeroed memory. If there is too little, returns an error instead of aborting.
pub(super) fn room(rows: usize, bytes: usize) -> Result<Vec<u8>, PuzzleError> {
    let mut room = Vec::new();
    let total = rows.checked_mul(bytes);
    let reserved = total.filter(|&total| room.try_reserve_exact(total).is_ok());
    let total = reserved.ok_or_else(|| {
        let problem = format!("{rows} times {bytes} bytes do not fit into memory");
        PuzzleError::NoSuchBoards(problem)
    })?;
    room.resize(total, 0);
    Ok(room)
}

pub(super) fn bad_row(row: usize, problem: impl Into<String>) -> PuzzleError {
    PuzzleError::BadRow {
        row,
        problem: problem.into(),
    }
}

/// Returns true if a verdict is below a distance; `None` if that is open.
fn is_nearer(verdict: Verdict, distance: u32) -> Option<bool> {
    match verdict {
        Verdict::Solved(moves) => Some(moves < distance),
        open => (open.at_least() >= distance).then_some(false),
    }
}

/// Reports progress if the total number of rows was not announced.
fn reach(options: &Options, rows: usize) {
    let progress = &options.progress;
    progress.reach("answering", "boards", rows as u64);
}

fn exact(row: usize, verdict: Verdict) -> Result<u8, PuzzleError> {
    let at_least = verdict.at_least();
    match (verdict, u8::try_from(at_least)) {
        (Verdict::Unsolvable, _) => return Ok(NO_DISTANCE),
        (Verdict::Solved(_), Ok(distance)) if distance != NO_DISTANCE => return Ok(distance),
        _ => {}
    }
    let problem = format!("a limit leaves its distance open: it is at least {at_least}");
    Err(bad_row(row, problem))
}
