//! Arrays of boards: their distances and solutions.

use fewest::space::AnyMoves;
use fewest::table::NO_DISTANCE;
use fewest::{Answer, Board, Options, PuzzleError, Unfinished, Verdict};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{Boards, place, shaped};
use crate::control::Control;
use crate::job::{self, FEW};
use crate::limits::{self, BoardLimits, check_room};
use crate::puzzle::Puzzle;

/// The distance of a board that a limit leaves open.
const OPEN: u8 = NO_DISTANCE - 1;
const BATCH: usize = 1 << 10;
/// The bytes for a board's distance or flag, its mask and their copies.
const FLAG: usize = 4;
/// The bytes for a short solution in several forms.
const SOLUTION: usize = 128;

/// The boards of a call.
#[derive(Clone, Copy)]
pub struct Rows {
    pub count: usize,
    /// The bytes of the result for each, including temporary copies.
    pub bytes: usize,
    /// True if no tables are built first.
    pub is_ready: bool,
}

pub type Rowed<T> = Result<T, Unfinished<PuzzleError>>;

#[derive(Default)]
pub struct Solutions {
    places: Vec<i8>,
    /// The end of each board's moves in `places`.
    ends: Vec<usize>,
    distances: Vec<u8>,
}

impl Solutions {
    fn add(&mut self, answer: &Answer) {
        let moves = answer.moves.iter().map(|&m| place(m));
        let moves = moves.map(|m| i8::try_from(m).unwrap_or(i8::MAX));
        self.places.extend(moves);
        self.ends.push(self.places.len());
        self.distances.push(byte(answer.verdict));
    }

    pub fn moves(&self) -> impl Iterator<Item = &[i8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        spans.map(|(start, &end)| self.places.get(start..end).unwrap_or_default())
    }

    pub fn distances(&self) -> &[u8] {
        &self.distances
    }

    /// The moves of this many boards in rows padded with -1, and the distances. Boards that take
    /// more than `max_moves` have no moves.
    fn filled(mut self, count: usize, max_moves: Option<u32>) -> (Vec<i8>, Vec<u8>) {
        let max_moves = max_moves.map_or(usize::MAX, |max| max as usize);
        let within = || {
            self.moves()
                .map(|moves| if moves.len() > max_moves { &[] } else { moves })
        };
        let longest = within().map(<[i8]>::len).max().unwrap_or(0);
        let mut moves = vec![-1; count * longest];
        for (row, answer) in moves.chunks_mut(longest.max(1)).zip(within()) {
            for (place, m) in row.iter_mut().zip(answer) {
                *place = *m;
            }
        }
        self.distances.resize(count, OPEN);
        (moves, self.distances)
    }
}

fn byte(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Solved(distance) => u8::try_from(distance).unwrap_or(OPEN).min(OPEN),
        Verdict::Unsolvable => NO_DISTANCE,
        _ => OPEN,
    }
}

impl Puzzle {
    /// Runs work on rows, whose result must fit into memory: at once if they are few and tables are
    /// ready.
    pub fn on_boards<T: Send>(
        &self,
        py: Python<'_>,
        rows: Rows,
        control: Control<'_, '_>,
        work: impl FnOnce(&Options) -> Rowed<T> + Send,
    ) -> PyResult<T> {
        check_room(rows.count, rows.bytes)?;
        let options = self.options();
        if rows.is_ready && rows.count <= FEW {
            control.begin(py)?;
            job::quick(py, || work(&options))
        } else {
            job::long(py, &options, control, work)
        }
    }

    /// Runs work on boards, with this many bytes for each: at once if they are few and looked up.
    pub fn on_rows<T: Send>(
        &self,
        py: Python<'_>,
        boards: &Boards<'_>,
        bytes: usize,
        control: Control<'_, '_>,
        work: impl FnOnce(&[u8], &Options) -> Rowed<T> + Send,
    ) -> PyResult<T> {
        let is_prepared = self
            .handle
            .is_prepared(&self.options())
            .map_err(|error| job::refused(&error))?;
        let slice = boards.slice();
        let rows = Rows {
            count: boards.count,
            bytes,
            is_ready: is_prepared,
        };
        self.on_boards(py, rows, control, |options| work(slice, options))
    }

    /// Runs work on boards that needs no tables, with this many bytes for each.
    pub fn on_moved<T: Send>(
        &self,
        py: Python<'_>,
        boards: &Boards<'_>,
        bytes: usize,
        work: impl FnOnce(&[u8], &Options) -> Rowed<T> + Send,
    ) -> PyResult<T> {
        let slice = boards.slice();
        let rows = Rows {
            count: boards.count,
            bytes,
            is_ready: true,
        };
        self.on_boards(py, rows, Control::default(), |options| work(slice, options))
    }

    /// Solves boards, and keeps the results so far if it ends early.
    pub fn solve_rows(&self, rows: &[u8], options: &Options, found: &mut Solutions) -> Rowed<()> {
        let cells = self.width().max(1);
        // Smaller batches make Ctrl-C respond sooner.
        let is_quick = self.handle.prepare(rows.len() / cells, options)?;
        let size = if is_quick { FEW } else { BATCH };
        let mut answers = Vec::new();
        for part in rows.chunks(size * cells) {
            let first = found.distances.len();
            let boards = part.chunks(cells).enumerate().map(|(row, symbols)| {
                let board = self.handle.board_of(symbols);
                board.ok_or_else(|| PuzzleError::BadRow {
                    row: first + row,
                    problem: self.handle.model().miscount(symbols).unwrap_or_default(),
                })
            });
            let boards = boards.collect::<Result<Vec<Board>, PuzzleError>>()?;
            let done = self.handle.solve_into(&boards, options, &mut answers);
            for answer in &answers {
                found.add(answer);
            }
            done?;
            let progress = &options.progress;
            progress.reach("answering", "boards", found.distances.len() as u64);
        }
        Ok(())
    }

    /// The options for boards with limits; `None` if tables answer the boards.
    fn options_within(
        &self,
        limits: BoardLimits,
        boards: usize,
        options: &Options,
    ) -> Rowed<Options> {
        let options = options.clone();
        let is_free = limits.are_none() || self.handle.prepare(boards, &options)?;
        Ok(if is_free { options } else { limits.on(options) })
    }
}

/// For each board and each move, true if the move is in the board's set.
fn flags(sets: &[Option<AnyMoves>], moves: usize) -> Vec<bool> {
    let mut flags = vec![false; sets.len() * moves];
    for (row, set) in flags.chunks_exact_mut(moves.max(1)).zip(sets) {
        for m in set.unwrap_or_default() {
            if let Some(flag) = row.get_mut(m.index()) {
                *flag = true;
            }
        }
    }
    flags
}

/// A masked array. NumPy's usual fill value would read as a distance or a set of moves, so `filled()`
/// uses this one.
fn masked<'py>(
    array: Bound<'py, PyAny>,
    mask: Bound<'py, PyAny>,
    fill: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let words = PyDict::new(array.py());
    words.set_item("fill_value", fill)?;
    let numpy = array.py().import("numpy.ma")?;
    numpy.call_method("MaskedArray", (array, mask), Some(&words))
}

/// The array of distances, masked or not. Distances over `max_moves` count as open.
fn distances<'py>(
    py: Python<'py>,
    boards: &Boards<'_>,
    mut distances: Vec<u8>,
    is_masked: bool,
    max_moves: Option<u32>,
) -> PyResult<Bound<'py, PyAny>> {
    for distance in &mut distances {
        if *distance < OPEN && max_moves.is_some_and(|max| u32::from(*distance) > max) {
            *distance = OPEN;
        }
    }
    let mask = distances.iter().map(|distance| *distance >= OPEN).collect();
    // One value fills every hole: open, unless no board is.
    let is_open = distances.contains(&OPEN);
    let fill = if is_open { OPEN } else { NO_DISTANCE };
    let distances = shaped(py, distances, &boards.shape)?;
    if is_masked {
        masked(distances, shaped::<bool>(py, mask, &boards.shape)?, fill)
    } else {
        Ok(distances)
    }
}

/// The result, or the exception with the finished boards in its attribute `result`.
fn finished<'py>(
    py: Python<'py>,
    done: PyResult<()>,
    result: impl FnOnce(bool) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    match done {
        Ok(()) => result(true),
        // The partial result would not fit into memory either.
        Err(error) if error.is_instance_of::<PyMemoryError>(py) => Err(error),
        Err(error) => {
            // Not every exception accepts attributes.
            let kept = result(false).and_then(|kept| error.value(py).setattr("result", kept));
            drop(kept);
            Err(error)
        }
    }
}

#[pymethods]
impl Puzzle {
    /// The distance of each board: ``uint8[...]``, 255 for boards that can't be solved; or a masked
    /// array if ``masked`` is true.
    ///
    /// ``boards`` is an array of integers ``[..., cells]``, contiguous or not, or ``[..., rows,
    /// columns]`` for rectangular puzzles; or a list of such rows. If tables of the puzzle fit into
    /// the memory allowed, boards are looked up on all cores, at least about a million per second.
    /// Otherwise each board is searched for, which may take long.
    ///
    /// ``max_moves`` and ``max_time`` limit these searches. The time is in seconds for each board, and
    /// includes its share of building the tables of the heuristic. With limits, the result is
    /// masked: 254 under the mask of boards that a limit leaves open, and 255 for boards that can't
    /// be solved. ``filled()`` gives 254, or 255 if no board is open. Ctrl-C raises
    /// :exc:`KeyboardInterrupt`, whose attribute ``result`` is the masked array of the finished
    /// boards.
    ///
    /// Raises :exc:`TypeError` if the items are not integers, and :exc:`ValueError`, with the
    /// position, for a wrong shape or a row that is not a board.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> boards = [[1, 2, 3, 4, 5, 6, 7, 0, 8], [2, 1, 3, 4, 5, 6, 7, 8, 0]]
    /// >>> eight.distances(boards)
    /// array([  1, 255], dtype=uint8)
    /// >>> float(eight.distances(boards, masked=True).mean())
    /// 1.0
    /// >>> int(eight.distances([[1, 2, 3], [4, 5, 6], [0, 7, 8]]))
    /// 2
    /// >>> fewest.Puzzle("fifteen").distances(fewest.Puzzle("fifteen").sample(2), max_moves=9).mask
    /// array([ True,  True])
    #[pyo3(signature = (boards, *, masked=false, max_moves=None, max_time=None, progress=None, cancel=None))]
    #[pyo3(name = "distances")]
    fn distances_of<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        masked: bool,
        max_moves: Option<&Bound<'py, PyAny>>,
        max_time: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let control = Control::of(progress, cancel);
        let boards = Boards::of(&self.handle, boards)?;
        let limits = BoardLimits::of(max_moves, max_time, None)?;
        let mut found = Vec::new();
        let done = self.on_rows(py, &boards, FLAG, control, |rows, options| {
            if self.handle.prepare(boards.count, options)? {
                found = self.handle.distances_of_rows(rows, options)?;
                return Ok(());
            }
            let options = self.options_within(limits, boards.count, options)?;
            let mut verdicts = Vec::new();
            let done = self.handle.verdicts_of_rows(rows, &options, &mut verdicts);
            found = verdicts.into_iter().map(byte).collect();
            done
        });
        finished(py, done, |is_done| {
            found.resize(boards.count, OPEN);
            let is_masked = masked || !is_done || !limits.are_none();
            distances(py, &boards, found, is_masked, limits.moves)
        })
    }

    /// For each board and each move, whether the move begins a shortest solution: ``bool[...,
    /// moves]``. No move does if the board is solved or can't be solved.
    ///
    /// ``max_moves`` and ``max_time`` (seconds) limit the searches for each board and for each of its
    /// neighbours. With limits, the result is a masked array, in which boards that a limit leaves
    /// open are masked. Ctrl-C and exceptions are as for :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> ring = fewest.Puzzle("sliding:2x2")
    /// >>> ring.moves
    /// ('d', 'l', 'r', 'u')
    /// >>> ring.optimal_actions([[0, 3], [2, 1]])
    /// array([ True, False,  True, False])
    #[pyo3(signature = (boards, *, max_moves=None, max_time=None, progress=None, cancel=None))]
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        max_moves: Option<&Bound<'py, PyAny>>,
        max_time: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let control = Control::of(progress, cancel);
        let boards = Boards::of(&self.handle, boards)?;
        let limits = BoardLimits::of(max_moves, max_time, None)?;
        let (mut found, moves) = (Vec::new(), self.handle.model().moves.len());
        let bytes = size_of::<Option<AnyMoves>>() + FLAG * moves;
        let done = self.on_rows(py, &boards, bytes, control, |rows, options| {
            if self.handle.prepare(boards.count, options)? {
                let sets = self.handle.optimal_moves_of_rows(rows, options)?;
                found = sets.into_iter().map(Some).collect();
                if let Some(max) = limits.moves {
                    let distances = self.handle.distances_of_rows(rows, options)?;
                    for (set, distance) in found.iter_mut().zip(distances) {
                        set.take_if(|_| distance < OPEN && u32::from(distance) > max);
                    }
                }
                return Ok(());
            }
            let options = self.options_within(limits, boards.count, options)?;
            (self.handle).searched_moves_of_rows(rows, &options, &mut found)
        });
        finished(py, done, |is_done| {
            found.resize(boards.count, None);
            let shape = boards.shape_of(&[moves]);
            let actions = shaped(py, flags(&found, moves), &shape)?;
            if is_done && limits.are_none() {
                return Ok(actions);
            }
            let are_open = found.iter().map(Option::is_none);
            let mask = are_open.flat_map(|is_open| std::iter::repeat_n(is_open, moves));
            masked(actions, shaped::<bool>(py, mask.collect(), &shape)?, false)
        })
    }

    /// True for boards that can be solved: ``bool[...]``. This is known for puzzles of any size,
    /// with few exceptions.
    ///
    /// Raises the same as :meth:`distances`.
    ///
    /// >>> import fewest, numpy
    /// >>> fifteen = fewest.Puzzle("fifteen")
    /// >>> swapped = fifteen.solved[[1, 0, *range(2, 16)]]
    /// >>> fifteen.is_solvable(numpy.array([fifteen.solved, swapped]))
    /// array([ True, False])
    fn is_solvable<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let boards = Boards::of(&self.handle, boards)?;
        let found = self.on_rows(py, &boards, FLAG, Control::default(), |rows, options| {
            self.handle.are_rows_solvable(rows, options)
        })?;
        shaped(py, found, &boards.shape)
    }

    /// True for solved boards: ``bool[...]``.
    ///
    /// Raises the same as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> bool(eight.is_solved(eight.solved))
    /// True
    fn is_solved<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let boards = Boards::of(&self.handle, boards)?;
        let found = self.on_moved(py, &boards, FLAG, |rows, options| {
            self.handle.are_rows_solved(rows, options)
        })?;
        shaped(py, found, &boards.shape)
    }

    /// The first shortest solution of each board and its length: ``int8[..., longest]``, indices of
    /// moves padded with -1, and ``uint8[...]``, 255 for boards that can't be solved.
    ///
    /// ``max_moves`` and ``max_time`` limit the searches as in :meth:`distances`; the distances are
    /// then masked like its result. ``tie="any"`` accepts any shortest solution, which may be
    /// faster. Ctrl-C and exceptions are as for :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> moves, distances = eight.solve_many(eight.read("1 2 3 4 5 6 x 7 8\n1 2 3 4 5 6 7 x 8"))
    /// >>> moves
    /// array([[ 2,  2],
    ///        [ 2, -1]], dtype=int8)
    #[pyo3(signature = (boards, *, max_moves=None, max_time=None, tie=None, progress=None, cancel=None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        max_moves: Option<&Bound<'py, PyAny>>,
        max_time: Option<&Bound<'py, PyAny>>,
        tie: Option<&str>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let control = Control::of(progress, cancel);
        let boards = Boards::of(&self.handle, boards)?;
        let limits = BoardLimits::of(max_moves, max_time, None)?;
        let mut options = self.options();
        options.tie = tie.map(limits::tie).transpose()?.or(options.tie);
        check_room(boards.count, SOLUTION)?;
        let (mut found, rows) = (Solutions::default(), boards.slice());
        let done = job::long(py, &options, control, |options| {
            let options = self.options_within(limits, boards.count, options)?;
            self.solve_rows(rows, &options, &mut found)
        });
        finished(py, done, |is_done| {
            let (moves, lengths) = found.filled(boards.count, limits.moves);
            let longest = moves.len() / boards.count.max(1);
            let moves = shaped(py, moves, &boards.shape_of(&[longest]))?;
            let is_masked = !is_done || !limits.are_none();
            let lengths = distances(py, &boards, lengths, is_masked, limits.moves)?;
            Ok((moves, lengths).into_pyobject(py)?.into_any())
        })
    }
}
