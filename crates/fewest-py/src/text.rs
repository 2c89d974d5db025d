//! Whole texts, in the formats of judges and tools.

use std::io::Cursor;

use fewest::Unfinished;
use fewest::model::Case;
use fewest_text::{Input, Session, TextError, TextOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{self, Boards};
use crate::control::Control;
use crate::job::{self, refused};
use crate::limits::check_room;
use crate::puzzle::Puzzle;

/// The bytes for a cell in a text, with its copies.
const TEXT: usize = 9;

#[pymethods]
impl Puzzle {
    /// The names of the puzzle's formats; the first is the usual one. ``fewest formats`` describes
    /// them.
    #[getter]
    fn formats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let formats = fewest_text::formats(&self.handle);
        PyTuple::new(py, formats.iter().map(|format| format.name))
    }

    /// All boards in a text: ``uint8[n, cells]``, at most 100,000. Without ``format``, the format
    /// is recognised.
    ///
    /// Raises :exc:`ValueError` with the line and column of the mistake.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("eight").read("1 2 3 4 5 6 7 x 8\n1 2 3 4 5 6 x 7 8\n")
    /// array([[1, 2, 3, 4, 5, 6, 7, 0, 8],
    ///        [1, 2, 3, 4, 5, 6, 0, 7, 8]], dtype=uint8)
    #[pyo3(signature = (text, format=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        text: String,
        format: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let cases = job::quick(py, || {
            let options = TextOptions {
                from: format,
                ..TextOptions::default()
            };
            let mut inputs: [Input; 1] = [("the text".to_owned(), Box::new(Cursor::new(text)))];
            fewest_text::read_all(&self.handle, &self.options(), &options, &mut inputs)
                .map_err(TextError::into_unfinished)
        })?;
        let rows = cases.into_iter().flat_map(|case| case.start).collect();
        arrays::boards(py, rows, self.width())
    }

    /// Boards as a text for :meth:`read`, or for the format's judge or tool. The format ``"moves"``
    /// solves each board, and gives it by the fewest moves that lead to it from the goal.
    ///
    /// Raises :exc:`ValueError` if the puzzle has no such format, a row is not a board, or the
    /// format can't express it.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> boards = eight.read("1 2 3 4 5 6 x 7 8")
    /// >>> eight.write(boards, "leetcode773"), eight.write(boards, "moves")
    /// ('[[1,2,3],[4,5,6],[0,7,8]]\n', 'll\n')
    #[pyo3(signature = (boards, format=None, *, max_time=None, progress=None, cancel=None))]
    fn write(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        format: Option<&str>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let cells = self.width();
        let boards = Boards::of(&self.handle, boards)?;
        check_room(boards.count, TEXT * cells)?;
        let format = fewest_text::format(&self.handle, format.unwrap_or("plain"))
            .map_err(|error| refused(&error))?;
        let solved = self.solved()?;
        let mut scrambles = if format.begins_at_goal() {
            self.scrambles(py, boards.slice(), control)?.into_iter()
        } else {
            Vec::new().into_iter()
        };
        let model = self.handle.model();
        let mut text = Vec::new();
        format.write_header(model, boards.count as u64, &mut text);
        for (number, symbols) in (0..).zip(boards.slice().chunks(cells.max(1))) {
            if !model.is_board(symbols) {
                let why = model.miscount(symbols).unwrap_or_default();
                return Err(PyValueError::new_err(format!("row {number}: {why}")));
            }
            let case = Case {
                goal: format.brings_goals.then(|| solved.symbols().to_vec()),
                moves: scrambles.next().unwrap_or_default(),
                ..Case::new(number + 1, symbols.to_vec())
            };
            (format.write_board)(model, &case, &mut text);
        }
        format.write_footer(model, &mut text);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The answers to all boards of a text, as ``fewest solve`` writes them: in the judge's format,
    /// or as ``"json"``, ``"csv"`` or ``"text"``.
    ///
    /// Raises :exc:`ValueError` if the text or a format's name is invalid.
    ///
    /// >>> import fewest
    /// >>> fewest.Puzzle("rotation").answer(
    /// ...     "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n", to="poj2286")
    /// 'AC\n2\n'
    #[pyo3(signature = (text, *, format=None, to=None, max_time=None, progress=None, cancel=None))]
    fn answer(
        &self,
        py: Python<'_>,
        text: &str,
        format: Option<String>,
        to: Option<String>,
        max_time: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        cancel: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let written = job::long(py, &self.options(), control, |options| {
            let text_options = TextOptions {
                from: format,
                to,
                ..TextOptions::default()
            };
            let mut written = Vec::new();
            let session = Session::new(&self.handle, options.clone(), text_options);
            session
                .and_then(|mut session| session.run("the text", &mut text.as_bytes(), &mut written))
                .map_err(TextError::into_unfinished)?;
            Ok::<_, Unfinished<TextError>>(written)
        })?;
        Ok(String::from_utf8_lossy(&written).into_owned())
    }
}
