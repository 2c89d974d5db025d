//! The distances of all boards as one array.

use std::path::{Path, PathBuf};

use fewest::Numbering;
use numpy::prelude::*;
use numpy::{PyArray1, PyArray2, PyArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::all::AllDistances;
use crate::arrays::{self, Rows};
use crate::job;
use crate::puzzle::Puzzle;

/// The distances of all boards of a puzzle by number: see :meth:`Puzzle.table`.
///
/// It is indexed like the array :attr:`distances`, which cannot be written to. A pickled table is its
/// puzzle and its folder: where it is loaded, its file is mapped again, or it is built again if there
/// is none.
///
/// >>> import fewest
/// >>> eight = fewest.Puzzle("eight")
/// >>> table = eight.table()
/// >>> ranks = table.rank(eight.read("1 2 3 4 5 6 7 x 8\n8 6 7 2 5 4 3 x 1"))
/// >>> table[ranks]
/// array([ 1, 31], dtype=uint8)
/// >>> eight.text(table.unrank(ranks)[1])
/// '8 6 7 2 5 4 3 0 1'
#[pyclass(frozen, module = "fewest")]
pub struct Table {
    puzzle: Py<Puzzle>,
    /// Where its file is, if it has one.
    folder: Option<PathBuf>,
    numbering: Numbering,
    cells: usize,
    distances: Py<PyArray1<u8>>,
}

#[pymethods]
impl Puzzle {
    /// The distances of all boards as one array, by number: 255 where nothing solves a board. Boards
    /// that differ only in what neither moves nor goals look at share a number.
    ///
    /// With a ``folder`` the array is a file there that is mapped into memory: written the first
    /// time, and shared by all processes that use it. It is a file of NumPy's, with a byte a board.
    ///
    /// Raises :exc:`ValueError` if the boards are too many to number or for the memory allowed, and
    /// :exc:`OSError` if the file can't be written or read. :meth:`distances` and :meth:`survey` need
    /// no such array.
    ///
    /// >>> import fewest, numpy
    /// >>> table = fewest.Puzzle("eight").table()
    /// >>> numpy.bincount(table)[:6]
    /// array([ 1,  2,  4,  8, 16, 20])
    #[pyo3(signature = (folder=None, *, progress=None))]
    fn table<'py>(
        slf: &Bound<'py, Self>,
        folder: Option<PathBuf>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Table> {
        let (py, own) = (slf.py(), slf.get());
        let folder = folder.map(std::path::absolute).transpose()?;
        let options = own.options();
        let numbering = own.handle.numbering(&options).map_err(|error| {
            PyValueError::new_err(format!("{error}; distances() searches for each board"))
        })?;
        // A puzzle with one goal is seen in one way only: then its tables are not quicker.
        let goals = own.handle.model().structure.goals.len();
        let bytes = own
            .table_bytes()?
            .filter(|_| goals > 1 && own.goal.is_none());
        let all = AllDistances {
            puzzle: own,
            numbering: &numbering,
            from_views: bytes.is_some_and(|bytes| bytes < numbering.boards()),
        };
        let distances = match &folder {
            None => PyArray1::from_vec(py, all.in_memory(py, progress)?),
            Some(folder) => {
                let path = folder.join(own.file_name());
                if !path.exists() {
                    let made = std::fs::create_dir_all(folder);
                    made.map_err(|error| job::no_file(py, folder, error))?;
                    all.save(py, &path, progress)?;
                }
                mapped(py, &path, numbering.boards())?
            }
        };
        distances.call_method1("setflags", (false,))?;
        Ok(Table {
            cells: own.width(),
            puzzle: slf.clone().unbind(),
            folder,
            numbering,
            distances: distances.unbind(),
        })
    }
}

impl Puzzle {
    /// The name of the file of its table: another for other moves, pieces or goals.
    fn file_name(&self) -> String {
        let model = self.handle.model();
        let mark = match &self.options().goal {
            Some(fewest::Goal::Board(goal)) => model.with_goal(goal).fingerprint(),
            _ => model.fingerprint(),
        };
        let name = model.name.chars().take(40);
        let name = name.map(|c| if c.is_alphanumeric() { c } else { '-' });
        let name: String = name.collect();
        format!("{name}-{mark:032x}-{}.npy", env!("CARGO_PKG_VERSION"))
    }
}

/// Maps the file of a table.
fn mapped<'py>(py: Python<'py>, path: &Path, boards: u64) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let words = PyDict::new(py);
    words.set_item("mmap_mode", "r")?;
    let array = py
        .import("numpy")?
        .call_method("load", (path,), Some(&words))?;
    let array = array.cast_into::<PyArray1<u8>>();
    let whole = array.ok().filter(|array| array.len() as u64 == boards);
    whole.ok_or_else(|| {
        let path = path.display();
        PyValueError::new_err(format!(
            "{path} is not the table of this puzzle: {boards} bytes were expected"
        ))
    })
}

#[pymethods]
impl Table {
    /// The distances by number: ``uint8[boards]``, read-only; 255 where nothing solves a board.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.distances.bind(py).clone()
    }

    /// The number of each of many boards: ``uint64[n]``.
    ///
    /// Raises as :meth:`Puzzle.distances`, and :exc:`ValueError` for a board that has no number,
    /// which nothing solves, with the row.
    fn rank<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let rows = Rows::of(boards, self.cells)?;
        let slice = rows.slice();
        let ranks = job::by_count(
            py,
            rows.count,
            &self.puzzle.get().options(),
            None,
            |options| self.numbering.ranks_of_rows(slice, options),
        )?;
        Ok(PyArray1::from_vec(py, ranks))
    }

    /// The boards with these numbers, the first of those that share one: ``uint8[n, cells]``.
    /// ``ranks`` is an array of integers ``[n]``.
    ///
    /// Raises :exc:`ValueError` for a number that no board has.
    fn unrank<'py>(
        &self,
        py: Python<'py>,
        ranks: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let array = py.import("numpy")?.call_method1("asarray", (ranks,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(&*kind, "i" | "u") {
            return Err(PyTypeError::new_err("ranks must be integers"));
        }
        let array = array.call_method1("astype", ("int64",))?;
        let array = array.cast_into::<PyArrayDyn<i64>>()?;
        if array.ndim() != 1 {
            return Err(PyValueError::new_err(format!(
                "ranks must have shape (n,), not {}",
                array.getattr("shape")?
            )));
        }
        let ranks: Vec<u64> = (array.readonly().as_array().iter())
            .map(|&rank| u64::try_from(rank).unwrap_or(u64::MAX))
            .collect();
        let rows = job::by_count(
            py,
            ranks.len(),
            &self.puzzle.get().options(),
            None,
            |options| self.numbering.rows(&ranks, options),
        )?;
        arrays::boards(py, rows, self.cells)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let folder = self.folder.as_ref().map(|folder| folder.as_os_str());
        let arguments = (&self.puzzle, folder).into_pyobject(py)?;
        Ok((py.get_type::<Puzzle>().getattr("table")?, arguments))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (name, boards) = (self.puzzle.get().handle.name(), self.__len__(py));
        format!("<table of {name}: the distances of {boards} boards>")
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.distances.bind(py).len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.distances.bind(py).get_item(index)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = self.distances.bind(py);
        match (dtype, copy) {
            (None, Some(true)) => array.call_method0("copy"),
            (None, _) => Ok(array.clone().into_any()),
            (Some(dtype), _) => array.call_method1("astype", (dtype,)),
        }
    }
}
