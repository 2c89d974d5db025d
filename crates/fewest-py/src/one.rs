//! One board at a time.

use std::sync::PoisonError;

use fewest::{AllAnswers, Bounds, Listing, Options, Unfinished, Verdict};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::Answer;
use crate::arrays::{self, whole};
use crate::control::Control;
use crate::job;
use crate::limits::{self, BoardLimits};
use crate::picture::Picture;
use crate::puzzle::Puzzle;

const ANSWERS: u64 = 100;

impl Puzzle {
    fn board_of(&self, board: &Bound<'_, PyAny>) -> PyResult<fewest::Board> {
        arrays::one_board(&self.handle, board)
    }

    /// Runs work on one board, at once if boards are looked up.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        control: Control<'_, '_>,
        work: impl FnOnce(&Options) -> Result<T, Unfinished<fewest::PuzzleError>> + Send,
    ) -> PyResult<T> {
        let is_quick = self.handle.is_prepared(options);
        if is_quick.map_err(|error| job::refused(&error))? {
            control.begin(py)?;
            job::quick(py, || work(options))
        } else {
            job::long(py, options, control, work)
        }
    }

    /// The distance in a verdict; -1 if the board can't be solved.
    fn known(verdict: Verdict) -> PyResult<i64> {
        match verdict {
            Verdict::Solved(distance) => Ok(distance.into()),
            Verdict::Unsolvable => Ok(-1),
            _ => Err(PyValueError::new_err("a limit leaves the distance open")),
        }
    }

    fn solving(&self, limits: BoardLimits, tie: Option<&str>) -> PyResult<Options> {
        let mut options = limits.on(self.options());
        options.tie = tie.map(limits::tie).transpose()?.or(options.tie);
        Ok(options)
    }
}

#[pymethods]
impl Puzzle {
    /// The fewest moves from a board, with the proof's method and bound.
    ///
    /// ``max_moves`` only decides if that many moves are enough; ``max_time`` (seconds) and ``max_nodes``
    /// (boards generated) limit a search. If a limit ends it, ``proven`` is false. ``tie="any"``
    /// accepts any shortest answer, which may be faster than finding the first.
    ///
    /// ``quick=True`` answers at once with a solution that need not be shortest, unless a short search
    /// proves one. ``max_time`` is then used up to make it shorter.
    ///
    /// Raises :exc:`ValueError` if it is not a board of the puzzle.
    ///
    /// >>> import fewest
    /// >>> rotation = fewest.Puzzle("rotation")
    /// >>> rotation.solve("1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3")
    /// <rotation: 2 moves, "AC", by ida-star>
    /// >>> fewest.Puzzle("eight").solve("2 1 3 4 5 6 7 8 x").solvable
    /// False
    #[pyo3(signature = (board, *, quick=false, max_moves=None, max_time=None, max_nodes=None, tie=None, progress=None, cancel=None))]
    fn solve(
        slf: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        quick: bool,
        max_moves: Option<&Bound<'_, PyAny>>,
        max_time: Option<&Bound<'_, PyAny>>,
        max_nodes: Option<&Bound<'_, PyAny>>,
        tie: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let control = Control::of(progress, cancel);
        let puzzle = slf.get();
        let board = puzzle.board_of(board)?;
        if quick && (max_moves.is_some() || max_nodes.is_some() || tie.is_some()) {
            let problem = "a quick solution has no other limit than max_time, and no tie";
            return Err(PyValueError::new_err(problem));
        }
        let tie = if quick { Some("any") } else { tie };
        let options = puzzle.solving(BoardLimits::of(max_moves, max_time, max_nodes)?, tie)?;
        let [usual, quickly] = &puzzle.bounds;
        let (kept, new): (_, fn(&_, &_) -> Bounds) = if quick {
            (quickly, Bounds::quick)
        } else {
            (usual, Bounds::new)
        };
        let answer = puzzle.with(slf.py(), &options, control, |options| {
            let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
            let mut bounds = kept()
                .take()
                .unwrap_or_else(|| new(&puzzle.handle, options));
            let answer = bounds.answer(&board, options);
            *kept() = Some(bounds);
            answer
        })?;
        Ok(Answer::of(slf.clone().unbind(), board, answer))
    }

    /// All shortest answers of a board: their number, and a list of the first ``most`` in tie
    /// order. If ``every`` is false, the list has one answer from each class of symmetric answers.
    /// The number is ``None`` if a limit leaves it open; the list then has the answers found so
    /// far.
    ///
    /// Different moves with the same effect make different answers. The limits are as for
    /// :meth:`solve`, but for the whole call.
    ///
    /// >>> import fewest
    /// >>> count, answers = fewest.Puzzle("sliding:2x2").all_answers("0 3 2 1")
    /// >>> count, [answer.text for answer in answers]
    /// (2, ['druldr', 'rdlurd'])
    #[pyo3(signature = (board, *, most=None, every=true, max_moves=None, max_time=None, max_nodes=None, progress=None, cancel=None))]
    #[pyo3(
        text_signature = "($self, board, *, most=100, every=True, max_moves=None, max_time=None, max_nodes=None, progress=None, cancel=None)"
    )]
    fn all_answers(
        slf: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        most: Option<&Bound<'_, PyAny>>,
        every: bool,
        max_moves: Option<&Bound<'_, PyAny>>,
        max_time: Option<&Bound<'_, PyAny>>,
        max_nodes: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Option<u128>, Vec<Answer>)> {
        let control = Control::of(progress, cancel);
        let puzzle = slf.get();
        let board = puzzle.board_of(board)?;
        let most = most.map(|most| whole("most", most, u64::MAX)).transpose()?;
        let listing = Listing {
            limit: most.unwrap_or(ANSWERS),
            every,
        };
        let options = puzzle.solving(BoardLimits::of(max_moves, max_time, max_nodes)?, None)?;
        let found = job::long(slf.py(), &options, control, |options| {
            puzzle.handle.all_answers(&board, listing, options)
        })?;
        let AllAnswers {
            answer,
            count,
            listed,
            ..
        } = found;
        let answers = listed.into_iter().map(|listed| {
            let found = fewest::Answer {
                moves: listed.moves,
                ..answer.clone()
            };
            Answer::of(slf.clone().unbind(), board.clone(), found)
        });
        Ok((count.exact(), answers.collect()))
    }

    /// The fewest moves that solve a board; ``None`` if it can't be solved.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.distance([1, 2, 3, 4, 5, 6, 7, 0, 8]), eight.distance("2 1 3 4 5 6 7 8 x")
    /// (1, None)
    #[pyo3(signature = (board, *, max_time=None, progress=None, cancel=None))]
    fn distance(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<i64>> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let board = self.board_of(board)?;
        let verdict = self.with(py, &self.options(), control, |options| {
            self.handle.distance(&board, options)
        })?;
        Ok(Some(Self::known(verdict)?).filter(|&distance| distance >= 0))
    }

    /// Every legal move of a board, by name, with the distance of the board after it; ``None`` if
    /// that board can't be solved.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").moves_with_distances("1 2 3 4 5 6 7 x 8")
    /// {'l': 2, 'r': 0, 'u': 2}
    #[pyo3(signature = (board, *, max_time=None, progress=None, cancel=None))]
    fn moves_with_distances<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        max_time: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let board = self.board_of(board)?;
        let found = self.with(py, &self.options(), control, |options| {
            self.handle.moves_with_distances(&board, options)
        })?;
        let moves = PyDict::new(py);
        for (m, verdict) in found {
            let distance = Some(Self::known(verdict)?).filter(|&distance| distance >= 0);
            moves.set_item(self.move_name(&board, m), distance)?;
        }
        Ok(moves)
    }

    /// The names of the moves that begin a shortest solution; empty if the board is solved or can't
    /// be solved.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("sliding:2x2").optimal_moves("0 3 2 1")
    /// ['d', 'r']
    #[pyo3(signature = (board, *, max_time=None, progress=None, cancel=None))]
    fn optimal_moves(
        &self,
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let board = self.board_of(board)?;
        let found = self.with(py, &self.options(), control, |options| {
            self.handle.optimal_moves(&board, options)
        })?;
        Ok(found
            .into_iter()
            .map(|m| self.move_name(&board, m))
            .collect())
    }

    /// A board as a drawing in text, line by line.
    ///
    /// >>> import fewest
    /// >>> print(fewest.Puzzle("eight").draw([1, 2, 3, 4, 5, 6, 7, 0, 8]), end="")
    /// 1 2 3
    /// 4 5 6
    /// 7 . 8
    fn draw(&self, board: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.handle.drawing(&self.board_of(board)?))
    }

    /// A board as a picture, which notebooks display.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.svg(eight.solved)._repr_svg_().count("<rect ")
    /// 8
    fn svg(&self, board: &Bound<'_, PyAny>) -> PyResult<Picture> {
        Ok(Picture::of(self.handle.svg(&self.board_of(board)?)))
    }

    /// The board in a text, in any format of the puzzle that can be recognised: ``uint8[cells]``.
    ///
    /// Raises :exc:`ValueError` with the line and column of the mistake.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").board("1 2 3 4 5 6 7 x 8")
    /// array([1, 2, 3, 4, 5, 6, 7, 0, 8], dtype=uint8)
    fn board<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(PyArray1::from_slice(py, self.board_of(text)?.symbols()))
    }

    /// A board as text on one line.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").text([1, 2, 3, 4, 5, 6, 7, 0, 8])
    /// '1 2 3 4 5 6 7 0 8'
    fn text(&self, board: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.handle.text(&self.board_of(board)?))
    }
}
