//! Arrays of boards: to slices of the library, and back.

use std::borrow::Cow;

use numpy::prelude::*;
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayDyn, PyReadonlyArray2, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Boards that came as an array: its own memory where that is in one piece, else a copy.
pub struct Rows<'py> {
    array: PyReadonlyArray2<'py, u8>,
    copy: Option<Vec<u8>>,
    /// How many boards.
    pub count: usize,
}

impl<'py> Rows<'py> {
    /// The boards of an array `uint8[n, cells]`.
    pub fn of(boards: &Bound<'py, PyAny>, cells: usize) -> PyResult<Self> {
        let Ok(untyped) = boards.cast::<PyUntypedArray>() else {
            let kind = boards.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "boards must be a NumPy array of uint8 with shape (n, {cells}), not {kind}"
            )));
        };
        if !untyped
            .dtype()
            .is_equiv_to(&numpy::dtype::<u8>(boards.py()))
        {
            return Err(PyTypeError::new_err(format!(
                "boards must be uint8, not {}: boards.astype(numpy.uint8) converts them",
                untyped.dtype()
            )));
        }
        let shape = untyped.shape();
        if shape.len() != 2 || shape[1] != cells {
            return Err(PyValueError::new_err(format!(
                "boards must have shape (n, {cells}), not {}",
                untyped.getattr("shape")?
            )));
        }
        let count = shape[0];
        let array = boards.cast::<PyArray2<u8>>()?.try_readonly();
        let array = array.map_err(|error| PyValueError::new_err(error.to_string()))?;
        // Columns in one piece are a slice to the `numpy` crate as well.
        let is_whole = array.is_c_contiguous();
        let copy = (!is_whole).then(|| array.as_array().iter().copied().collect());
        Ok(Self { array, copy, count })
    }

    /// Board after board.
    pub fn slice(&self) -> &[u8] {
        match &self.copy {
            Some(copy) => copy,
            None => self.array.as_slice().unwrap_or_default(),
        }
    }
}

/// The symbols of one board: a text in any of the puzzle's formats, an array or a sequence.
pub fn one_board(puzzle: &fewest::Puzzle, board: &Bound<'_, PyAny>) -> PyResult<fewest::Board> {
    if let Ok(text) = board.cast::<PyString>() {
        let board = puzzle.board(&text.to_cow()?);
        return board.map_err(|error| crate::job::refused(&error));
    }
    let symbols: Vec<i64> = board.extract().map_err(|_| {
        PyTypeError::new_err("a board is a string, an array of uint8 or a sequence of integers")
    })?;
    let symbols: Vec<u8> = symbols
        .into_iter()
        .map(|symbol| u8::try_from(symbol).unwrap_or(u8::MAX))
        .collect();
    let why = || puzzle.model().miscount(&symbols).unwrap_or_default();
    let board = puzzle.board_of(&symbols);
    board.ok_or_else(|| {
        PyValueError::new_err(format!("this is no board of {}: {}", puzzle.name(), why()))
    })
}

/// Moves of `count` boards: an array of integers, or one move for all of them by number or name.
pub fn moves<'a>(
    puzzle: &fewest::Puzzle,
    moves: &'a Bound<'_, PyAny>,
    count: usize,
) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(name) = moves.cast::<PyString>() {
        let name = name.to_cow()?;
        let m = puzzle.model().find_move(&name).ok_or_else(|| {
            PyValueError::new_err(format!("{} has no move `{name}`", puzzle.name()))
        })?;
        #[expect(clippy::cast_possible_truncation, reason = "moves are fewer than 64")]
        return Ok(vec![m.index() as u8; count].into());
    }
    let byte = |m: i64| u8::try_from(m).unwrap_or(u8::MAX);
    if let Ok(m) = moves.extract::<i64>() {
        return Ok(vec![byte(m); count].into());
    }
    let array = moves.cast::<PyUntypedArray>();
    let is_whole = array.is_ok_and(|array| matches!(array.dtype().kind(), b'i' | b'u'));
    if !is_whole {
        return Err(PyTypeError::new_err(
            "moves must be an array of integers, a number or a name",
        ));
    }
    let array = moves.call_method1("astype", ("int64",))?;
    let array = array.cast_into::<PyArrayDyn<i64>>()?;
    if array.shape() != [count] {
        return Err(PyValueError::new_err(format!(
            "moves must have shape ({count},), not {}",
            array.getattr("shape")?
        )));
    }
    let moves: Vec<i64> = array.readonly().as_array().iter().copied().collect();
    Ok(moves.into_iter().map(byte).collect::<Vec<u8>>().into())
}

/// An array of boards, one a row.
pub fn boards(py: Python<'_>, rows: Vec<u8>, cells: usize) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let count = rows.len() / cells.max(1);
    PyArray1::from_vec(py, rows).reshape([count, cells])
}

/// An array of this shape.
pub fn shaped<T: Element, D: numpy::ndarray::IntoDimension>(
    py: Python<'_>,
    items: Vec<T>,
    shape: D,
) -> PyResult<Bound<'_, PyArray<T, D::Dim>>> {
    PyArray1::from_vec(py, items).reshape(shape)
}
