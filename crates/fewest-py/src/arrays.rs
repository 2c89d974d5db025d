//! Conversion of boards and numbers between Python and slices of the library.

use std::borrow::Cow;

use fewest::{Model, Move};
use numpy::prelude::*;
use numpy::{Element, PyArray1, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyString};

use crate::job;

/// Boards given as an array, a sequence or a text.
pub struct Boards<'py> {
    bytes: PyReadonlyArrayDyn<'py, u8>,
    /// The shape of the array of boards; empty for a single board.
    pub shape: Vec<usize>,
    /// The shape of each board: its cells, or its rows and columns.
    pub form: Vec<usize>,
    pub count: usize,
}

impl<'py> Boards<'py> {
    /// Boards from an array of integers `[..., cells]`, or `[..., rows, columns]` for a rectangle,
    /// or from anything that NumPy converts to such an array; or the board in a text.
    pub fn of(puzzle: &fewest::Puzzle, boards: &Bound<'py, PyAny>) -> PyResult<Self> {
        let cells = puzzle.model().cells();
        if let Ok(text) = boards.cast::<PyString>() {
            let board = fewest_text::board(puzzle, &text.to_cow()?)
                .map_err(|error| job::not_a_board(&error))?;
            let bytes = PyArray1::from_slice(boards.py(), board.symbols())
                .to_dyn()
                .clone();
            return Ok(Self {
                bytes: bytes.readonly(),
                shape: Vec::new(),
                form: vec![cells],
                count: 1,
            });
        }
        let array = integers(boards, "boards")?;
        let rectangle = rectangle(puzzle.model());
        let (shape, form) = match (array.shape(), rectangle) {
            // An empty list: no boards.
            ([0], _) => (vec![0], vec![cells]),
            ([shape @ .., last], _) if *last == cells => (shape.to_vec(), vec![cells]),
            ([shape @ .., rows, columns], Some(sides)) if [*rows, *columns] == sides => {
                (shape.to_vec(), sides.to_vec())
            }
            _ => {
                let form = rectangle.map_or(String::new(), |[rows, columns]| {
                    format!(" or (..., {rows}, {columns})")
                });
                return Err(PyValueError::new_err(format!(
                    "boards must have shape (..., {cells}){form}, not {}",
                    array.getattr("shape")?
                )));
            }
        };
        // Bytes that are not symbols are found when boards are read.
        if !array.dtype().is_equiv_to(&numpy::dtype::<u8>(boards.py())) {
            let last = puzzle.model().symbols.len().saturating_sub(1);
            check_range(&array, last, |place, value| {
                let row = place / cells.max(1);
                format!("row {row}: {value} is not a symbol; symbols are 0 to {last}")
            })?;
        }
        Ok(Self {
            bytes: bytes(&array)?,
            count: shape.iter().product(),
            shape,
            form,
        })
    }

    /// All boards, one after another.
    pub fn slice(&self) -> &[u8] {
        self.bytes.as_slice().unwrap_or_default()
    }

    /// The shape of an array with items of this shape for each board.
    pub fn shape_of(&self, item: &[usize]) -> Vec<usize> {
        [&self.shape, item].concat()
    }
}

/// The rows and columns of a puzzle whose cells form a rectangle in reading order.
fn rectangle(model: &Model) -> Option<[usize; 2]> {
    let grid = &model.picture.grid;
    let &(row, column) = grid.last()?;
    let sides = [row + 1, column + 1];
    let mut places = (0..sides[0]).flat_map(|row| (0..sides[1]).map(move |column| (row, column)));
    let is_filled = row > 0 && grid.len() == sides[0] * sides[1];
    (is_filled && grid.iter().all(|place| Some(*place) == places.next())).then_some(sides)
}

/// An array of integers, or anything that NumPy converts to one.
fn integers<'py>(given: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy
        .call_method1("asarray", (given,))?
        .cast_into::<PyUntypedArray>()?;
    // NumPy converts an empty list to floats.
    if matches!(array.dtype().kind(), b'i' | b'u') || array.shape() == [0] {
        return Ok(array);
    }
    let (kind, dtype) = (given.get_type().name()?, array.dtype());
    Err(PyTypeError::new_err(format!(
        "{name} must be an array of integers, not {kind} of {dtype}"
    )))
}

/// The items of an array of integers as bytes, in C order. A contiguous array of bytes is not copied.
fn bytes<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<PyReadonlyArrayDyn<'py, u8>> {
    let numpy = array.py().import("numpy")?;
    let bytes = numpy
        .call_method1("ascontiguousarray", (array, "uint8"))?
        .cast_into::<PyArrayDyn<u8>>()?;
    let bytes = bytes.try_readonly();
    bytes.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Checks that the items of an array of integers are from 0 to `last`. For the first that is not,
/// `problem` formats the message from its position and value.
fn check_range(
    array: &Bound<'_, PyUntypedArray>,
    last: usize,
    problem: impl Fn(usize, String) -> String,
) -> PyResult<()> {
    if array.is_empty() {
        return Ok(());
    }
    // As unsigned numbers, negative ones are the greatest.
    let dtype = array.dtype();
    let unsigned = format!("{}u{}", char::from(dtype.byteorder()), dtype.itemsize());
    let unsigned = array.call_method1("view", (unsigned,))?;
    if unsigned.call_method0("max")?.le(last)? {
        return Ok(());
    }
    let is_bad = unsigned.rich_compare(last, CompareOp::Gt)?;
    let place: usize = is_bad.call_method0("argmax")?.extract()?;
    let value = array.getattr("flat")?.get_item(place)?.str()?.to_string();
    Err(PyValueError::new_err(problem(place, value)))
}

/// One board: a text in any of the puzzle's formats, an array or a sequence.
pub fn one_board(puzzle: &fewest::Puzzle, board: &Bound<'_, PyAny>) -> PyResult<fewest::Board> {
    let boards = Boards::of(puzzle, board)?;
    if !boards.shape.is_empty() {
        let shape = boards.shape_of(&boards.form);
        let problem = format!("expected one board, not an array of shape {shape:?}");
        return Err(PyValueError::new_err(problem));
    }
    let why = || puzzle.model().miscount(boards.slice()).unwrap_or_default();
    let board = puzzle.board_of(boards.slice());
    board.ok_or_else(|| {
        let name = puzzle.name();
        PyValueError::new_err(format!("not a board of {name}: {}", why()))
    })
}

pub enum Moves<'a> {
    /// A move for each board, by its index in the tie order.
    Places(Vec<u8>),
    /// One text for all boards.
    Text(Cow<'a, str>),
    /// A text for each board.
    Texts(Vec<String>),
}

impl<'a> Moves<'a> {
    /// Moves for boards: a text for all, or integers or texts that NumPy broadcasts.
    pub fn of(
        puzzle: &fewest::Puzzle,
        moves: &'a Bound<'_, PyAny>,
        boards: &Boards<'_>,
    ) -> PyResult<Self> {
        if let Ok(text) = moves.cast::<PyString>() {
            return Ok(Self::Text(text.to_cow()?));
        }
        let numpy = moves.py().import("numpy")?;
        let array = numpy.call_method1("asarray", (moves,))?;
        let kind: char = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if kind != 'U' {
            integers(&array, "moves")?;
        }
        let shape = (&array, boards.shape.clone());
        let spread = numpy.call_method1("broadcast_to", shape).map_err(|_| {
            let shapes = (array.getattr("shape"), &boards.shape);
            let found = shapes.0.map_or(String::new(), |shape| shape.to_string());
            let problem = format!(
                "moves must have the boards' shape {:?}, not {found}",
                shapes.1
            );
            PyValueError::new_err(problem)
        })?;
        if kind == 'U' {
            let texts = spread.call_method0("ravel")?.call_method0("tolist")?;
            return Ok(Self::Texts(texts.extract()?));
        }
        let last = puzzle.model().moves.len().saturating_sub(1);
        let spread = spread.cast::<PyUntypedArray>()?;
        check_range(spread, last, |row, value| {
            format!("row {row}: {value} is not a move; moves are 0 to {last}")
        })?;
        Ok(Self::Places(bytes(spread)?.as_slice()?.to_vec()))
    }
}

/// A move's index in the tie order.
pub fn place(m: Move) -> u8 {
    u8::try_from(m.index()).unwrap_or(u8::MAX)
}

/// An array of this shape; a scalar if the shape is empty.
pub fn shaped<'py, T: Element>(
    py: Python<'py>,
    items: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let array = PyArray1::from_vec(py, items).reshape(shape)?;
    if shape.is_empty() {
        return array.get_item(pyo3::types::PyTuple::empty(py));
    }
    Ok(array.into_any())
}

pub fn boards(py: Python<'_>, rows: Vec<u8>, cells: usize) -> PyResult<Bound<'_, PyAny>> {
    let count = rows.len() / cells.max(1);
    shaped(py, rows, &[count, cells])
}

/// An integer argument from 0 to `max`. Floats with an integral value, like `1e9`, are accepted.
pub fn whole(name: &str, given: &Bound<'_, PyAny>, max: u64) -> PyResult<u64> {
    let is_whole = |float: &&Bound<'_, PyFloat>| float.value().fract() == 0.0;
    let number = match given.cast::<PyFloat>().ok().filter(is_whole) {
        Some(float) => float.call_method0("__int__")?,
        None => given.call_method0("__index__").map_err(|_| {
            let kind = given.get_type();
            let kind = kind.name().map_or(String::new(), |kind| kind.to_string());
            PyTypeError::new_err(format!(
                "{name} must be a whole number, not {given} ({kind})"
            ))
        })?,
    };
    let value = number.extract::<u64>().ok().filter(|value| *value <= max);
    value.ok_or_else(|| {
        PyValueError::new_err(format!("{name} must be from 0 to {max}, not {number}"))
    })
}
