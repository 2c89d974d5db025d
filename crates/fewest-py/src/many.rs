//! Many boards at once, as arrays.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

use fewest::puzzle::MoveSet;
use fewest::{Board, Options, PuzzleError, Unfinished, Verdict};
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{self, Rows, shaped};
use crate::job::{self, FEW};
use crate::puzzle::Puzzle;

type Array1<'py, T> = Bound<'py, PyArray1<T>>;
type Array2<'py, T> = Bound<'py, PyArray2<T>>;
type Array3<'py, T> = Bound<'py, PyArray3<T>>;
type Rowed<T> = Result<T, Unfinished<PuzzleError>>;

impl Puzzle {
    /// Does work on boards, at once where they are few and looked up.
    fn on_rows<T: Send>(
        &self,
        py: Python<'_>,
        rows: &Rows<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&[u8], &Options) -> Rowed<T> + Send,
    ) -> PyResult<T> {
        let (options, slice) = (self.options(), rows.slice());
        let is_prepared = self.handle.is_prepared(&options);
        let is_prepared = is_prepared.map_err(|error| job::refused(&error))?;
        let count = if is_prepared { rows.count } else { usize::MAX };
        job::by_count(py, count, &options, progress, |options| {
            work(slice, options)
        })
    }

    /// Does work on boards that needs no tables.
    fn on_moved<T: Send>(
        &self,
        py: Python<'_>,
        rows: &Rows<'_>,
        work: impl FnOnce(&[u8], &Options) -> Rowed<T> + Send,
    ) -> PyResult<T> {
        let slice = rows.slice();
        job::by_count(py, rows.count, &self.options(), None, |options| {
            work(slice, options)
        })
    }

    /// Draws boards from what is kept, or from what `draw` makes to be kept.
    fn drawn<S: Clone + Send>(
        &self,
        py: Python<'_>,
        n: usize,
        kept: &Mutex<Option<S>>,
        progress: Option<&Bound<'_, PyAny>>,
        draw: impl FnOnce(Option<S>, &Options) -> Rowed<(Vec<u8>, S)> + Send,
    ) -> PyResult<Vec<u8>> {
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, options) = (lock().clone(), self.options());
        let count = if known.is_some() { n } else { usize::MAX };
        let (rows, sampler) = job::by_count(py, count, &options, progress, |options| {
            draw(known, options)
        })?;
        *lock() = Some(sampler);
        Ok(rows)
    }

    /// The moves that solve each board, in rows that are filled up with -1, and their number.
    pub fn solved_rows(&self, rows: &[u8], options: &Options) -> Rowed<(Vec<i8>, Vec<u8>)> {
        let cells = self.width().max(1);
        let mut distances = Vec::with_capacity(rows.len() / cells);
        let (mut places, mut ends) = (Vec::new(), Vec::new());
        // All at once would take longer to put aside than Ctrl-C may.
        for part in rows.chunks(FEW * cells) {
            let first = distances.len();
            let bad = |row, problem| PuzzleError::BadRow {
                row: first + row,
                problem,
            };
            let boards = part.chunks(cells).enumerate().map(|(row, symbols)| {
                let why = || self.handle.model().miscount(symbols).unwrap_or_default();
                let board = self.handle.board_of(symbols);
                board.ok_or_else(|| bad(row, why()))
            });
            let boards = boards.collect::<Result<Vec<Board>, PuzzleError>>()?;
            for (row, answer) in self.handle.solve_all(&boards, options)?.iter().enumerate() {
                let distance = match answer.verdict {
                    Verdict::Unsolvable => Some(fewest::table::NO_DISTANCE),
                    Verdict::Solved(distance) => u8::try_from(distance).ok(),
                    _ => None,
                };
                let open = || bad(row, "a limit leaves its distance open".to_owned());
                distances.push(distance.ok_or_else(open)?);
                let answer = answer.moves.iter().map(|m| m.index());
                places.extend(answer.map(|m| i8::try_from(m).unwrap_or(i8::MAX)));
                ends.push(places.len());
            }
            let progress = &options.progress;
            progress.reach("answering", "boards", distances.len() as u64);
        }
        let starts = || std::iter::once(0).chain(ends.iter().copied());
        let longest = starts().zip(&ends).map(|(start, end)| end - start).max();
        let longest = longest.unwrap_or(0);
        let mut moves = vec![-1; ends.len() * longest];
        for ((start, &end), row) in (starts().zip(&ends)).zip(moves.chunks_mut(longest.max(1))) {
            let answer = places.get(start..end).unwrap_or_default();
            for (place, m) in row.iter_mut().zip(answer) {
                *place = *m;
            }
        }
        Ok((moves, distances))
    }

    fn rows<'py>(&self, boards: &Bound<'py, PyAny>) -> PyResult<Rows<'py>> {
        Rows::of(boards, self.width())
    }
}

/// For each board, whether each of the moves is in its set.
fn flags(sets: &[MoveSet], moves: usize) -> Vec<bool> {
    let bits = sets.iter().map(|set| set.bits());
    bits.flat_map(|bits| (0..moves).map(move |m| bits >> m & 1 == 1))
        .collect()
}

/// The seed of a user, or one that nobody knows.
fn seed_or(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| RandomState::new().hash_one(0))
}

#[pymethods]
impl Puzzle {
    /// The distance of each of many boards: ``uint8[n]``; 255 where nothing solves it, or a masked
    /// array if ``masked`` is true.
    ///
    /// ``boards`` is ``uint8[n, cells]``, in one piece of memory or not. Where tables of the puzzle
    /// fit into the memory allowed, all cores look up tens of millions of boards a second; elsewhere
    /// each board is searched for, which may take long.
    ///
    /// Raises :exc:`TypeError` for another type of numbers, and :exc:`ValueError` for another shape
    /// or a row that is no board, with its place.
    ///
    /// >>> import fewest, numpy
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> boards = numpy.array([[1, 2, 3, 4, 5, 6, 7, 0, 8], [2, 1, 3, 4, 5, 6, 7, 8, 0]], "uint8")
    /// >>> eight.distances(boards)
    /// array([  1, 255], dtype=uint8)
    /// >>> float(eight.distances(boards, masked=True).mean())
    /// 1.0
    #[pyo3(signature = (boards, *, masked=false, progress=None))]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        masked: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.rows(boards)?;
        let distances = self.on_rows(py, &rows, progress, |rows, options| {
            self.handle.distances_of_rows(rows, options)
        })?;
        let distances = PyArray1::from_vec(py, distances);
        if masked {
            let masked = py.import("numpy.ma")?;
            masked.call_method1("masked_equal", (distances, fewest::table::NO_DISTANCE))
        } else {
            Ok(distances.into_any())
        }
    }

    /// For each of many boards and each move, whether it begins a shortest solution:
    /// ``bool[n, moves]``. None does where the board is solved or nothing solves it.
    ///
    /// Raises as :meth:`distances`.
    ///
    /// >>> import fewest, numpy
    /// >>> ring = fewest.Puzzle("sliding:2x2")
    /// >>> ring.moves
    /// ('d', 'l', 'r', 'u')
    /// >>> ring.optimal_actions(numpy.array([[0, 3, 2, 1]], "uint8"))
    /// array([[ True, False,  True, False]])
    #[pyo3(signature = (boards, *, progress=None))]
    fn optimal_actions<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array2<'py, bool>> {
        let rows = self.rows(boards)?;
        let (count, moves) = (rows.count, self.handle.model().moves.len());
        let actions = self.on_rows(py, &rows, progress, |rows, options| {
            let found = self.handle.optimal_moves_of_rows(rows, options)?;
            Ok(flags(&found, moves))
        })?;
        shaped(py, actions, [count, moves])
    }

    /// The boards that each of many boards becomes by each move, and which moves are legal:
    /// ``uint8[n, moves, cells]`` and ``bool[n, moves]``. A move that is not legal leaves the board
    /// as it is.
    ///
    /// Raises as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> ring = fewest.Puzzle("sliding:2x2")
    /// >>> boards, legal = ring.neighbours(ring.solved[None])
    /// >>> boards[legal]
    /// array([[1, 2, 0, 3],
    ///        [1, 0, 3, 2]], dtype=uint8)
    fn neighbours<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<(Array3<'py, u8>, Array2<'py, bool>)> {
        let rows = self.rows(boards)?;
        let (count, moves) = (rows.count, self.handle.model().moves.len());
        let around = self.on_moved(py, &rows, |rows, options| {
            self.handle.neighbours_of_rows(rows, options)
        })?;
        let boards = shaped(py, around.rows, [count, moves, self.width()])?;
        Ok((boards, shaped(py, around.are_legal, [count, moves])?))
    }

    /// The board that each of many boards becomes by a move: ``uint8[n, cells]``. ``moves`` is an
    /// array of integers, one for each board; or a number or a name for all of them.
    ///
    /// Raises as :meth:`distances`, and :exc:`ValueError` where a move is not legal, with the row.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.apply(eight.solved[None], "u")
    /// array([[1, 2, 3, 4, 5, 0, 7, 8, 6]], dtype=uint8)
    fn apply<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Array2<'py, u8>> {
        let rows = self.rows(boards)?;
        let moves = arrays::moves(&self.handle, moves, rows.count)?;
        let after = self.on_moved(py, &rows, |rows, options| {
            self.handle.rows_after(rows, &moves, options)
        })?;
        arrays::boards(py, after, self.width())
    }

    /// Whether moves solve each of many boards: ``bool[n]``. This is known of puzzles of any size,
    /// but for a few.
    ///
    /// Raises as :meth:`distances`.
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
    ) -> PyResult<Array1<'py, bool>> {
        let rows = self.rows(boards)?;
        let found = self.on_rows(py, &rows, None, |rows, options| {
            self.handle.are_rows_solvable(rows, options)
        })?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Whether each of many boards is solved: ``bool[n]``.
    ///
    /// Raises as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.is_solved(eight.solved[None])
    /// array([ True])
    fn is_solved<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Array1<'py, bool>> {
        let rows = self.rows(boards)?;
        let found = self.on_moved(py, &rows, |rows, options| {
            self.handle.are_rows_solved(rows, options)
        })?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// The first shortest solution of each of many boards and its length: ``int8[n, longest]``, places
    /// of moves and -1 after the last, and ``uint8[n]``, 255 where nothing solves the board.
    ///
    /// Raises as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> moves, distances = eight.solve_many(eight.read("1 2 3 4 5 6 x 7 8\n1 2 3 4 5 6 7 x 8"))
    /// >>> moves
    /// array([[ 2,  2],
    ///        [ 2, -1]], dtype=int8)
    #[pyo3(signature = (boards, *, progress=None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Array2<'py, i8>, Array1<'py, u8>)> {
        let rows = self.rows(boards)?;
        let (count, slice) = (rows.count, rows.slice());
        let (moves, distances) = job::long(py, &self.options(), progress, |options| {
            self.solved_rows(slice, options)
        })?;
        let longest = moves.len() / count.max(1);
        let moves = shaped(py, moves, [count, longest])?;
        Ok((moves, PyArray1::from_vec(py, distances)))
    }

    /// Boards drawn at random: ``uint8[n, cells]``, each time one of those that are wanted, all of
    /// them equally likely.
    ///
    /// ``distance`` wants the boards at that distance, or between two distances (a pair, both
    /// included); without it, all boards that can be solved are wanted. The same ``seed`` gives the
    /// same boards on every machine.
    ///
    /// Raises :exc:`ValueError` if there is no such board, or there are too many to work with in the
    /// memory allowed.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> boards = eight.sample(1000, distance=20, seed=7)
    /// >>> boards.shape, set(eight.distances(boards).tolist())
    /// ((1000, 9), {20})
    #[pyo3(signature = (n, *, distance=None, seed=None, progress=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        distance: Option<&Bound<'py, PyAny>>,
        seed: Option<u64>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array2<'py, u8>> {
        let seed = seed_or(seed);
        let Some(distance) = distance else {
            let rows = self.drawn(py, n, &self.solvable, progress, |known, options| {
                let sampler = match known {
                    Some(sampler) => sampler,
                    None => self.handle.solvable_sampler(options)?,
                };
                let rows = sampler.draw_rows(n, seed, options)?;
                Ok((rows, sampler))
            })?;
            return arrays::boards(py, rows, self.width());
        };
        let byte = |distance: u64| u8::try_from(distance).unwrap_or(u8::MAX);
        let distances = if let Ok(distance) = distance.extract::<u64>() {
            byte(distance)..=byte(distance)
        } else {
            let pair = distance.extract::<(u64, u64)>();
            let (first, last) = pair.map_err(|_| {
                PyTypeError::new_err("distance is a number, or a pair of numbers, 0 or more")
            })?;
            byte(first)..=byte(last)
        };
        let farthest = *distances.end();
        let mut kept = self.sampler.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_some_and(|kept| !kept.reaches(farthest)) {
            *kept = None;
        }
        drop(kept);
        let rows = self.drawn(py, n, &self.sampler, progress, |known, options| {
            // Another thread may have kept another one since.
            let sampler = match known.filter(|known| known.reaches(farthest)) {
                Some(sampler) => sampler,
                None => self.handle.sampler(farthest, options)?,
            };
            let rows = sampler.draw_rows(distances, n, seed, options)?;
            Ok((rows, sampler))
        })?;
        arrays::boards(py, rows, self.width())
    }

    /// Random walks of ``length`` moves, each legal move equally likely at each step: all boards of
    /// each walk, ``uint8[n, length + 1, cells]``.
    ///
    /// ``start`` has the boards that they begin at, ``uint8[n, cells]``; without it all begin at
    /// :attr:`solved`. The same ``seed`` gives the same walks on every machine.
    ///
    /// Raises as :meth:`distances`.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> walks = eight.random_walks(100, 50, seed=7)
    /// >>> walks.shape, bool(eight.distances(walks[:, 30]).max() <= 30)
    /// ((100, 51, 9), True)
    #[pyo3(signature = (n, length, *, start=None, seed=None))]
    fn random_walks<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        length: usize,
        start: Option<&Bound<'py, PyAny>>,
        seed: Option<u64>,
    ) -> PyResult<Array3<'py, u8>> {
        let seed = seed_or(seed);
        let given = start.map(|start| self.rows(start)).transpose()?;
        let solved = match &given {
            Some(rows) if rows.count != n => {
                let problem = format!("start has {} boards, not {n}", rows.count);
                return Err(PyValueError::new_err(problem));
            }
            Some(_) => Vec::new(),
            None => self.solved()?.symbols().repeat(n),
        };
        let starts = given.as_ref().map_or(&solved[..], Rows::slice);
        let walks = job::long(py, &self.options(), None, |options| {
            self.handle.random_walks(starts, length, seed, options)
        })?;
        shaped(py, walks, [n, length + 1, self.width()])
    }
}
