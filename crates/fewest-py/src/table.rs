//! The numbering of a puzzle's boards, and the array of all their distances.

use std::path::{Path, PathBuf};

use fewest::Numbering;
use numpy::prelude::*;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::all::AllDistances;
use crate::arrays::{Boards, shaped};
use crate::control::Control;
use crate::job;
use crate::limits::check_room;
use crate::many::Rows;
use crate::puzzle::Puzzle;

#[pymethods]
impl Puzzle {
    /// The distances of all boards as one array, by number (:meth:`rank`): ``uint8[boards]``,
    /// read-only, 255 for boards that can't be solved. Boards that differ only in ways irrelevant
    /// to moves and goals share a number.
    ///
    /// With a ``folder``, the array is a memory-mapped file there, written by the first call and
    /// shared by all processes that make the same call. It is a NumPy file, with one byte per
    /// board.
    ///
    /// Raises :exc:`ValueError` if there are too many boards to number or for the memory allowed,
    /// and :exc:`OSError` if the file can't be written or read. :meth:`distances` and
    /// :meth:`survey` don't need such an array.
    ///
    /// >>> import fewest, numpy
    /// >>> table = fewest.Puzzle("eight").table()
    /// >>> table.shape, table.dtype, int((table == 31).sum())
    /// ((181440,), dtype('uint8'), 2)
    /// >>> numpy.bincount(table)[:6]
    /// array([ 1,  2,  4,  8, 16, 20])
    #[expect(clippy::needless_pass_by_value, reason = "arguments are owned")]
    #[pyo3(signature = (folder=None, *, max_time=None, progress=None, cancel=None))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        folder: Option<PathBuf>,
        max_time: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cancel: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let control = Control::of(progress, cancel).within(max_time)?;
        let numbering = self.numbering()?;
        // With one goal there is only one view, so its tables are not faster.
        let goals = self.handle.model().structure.goals.len();
        let bytes = self
            .table_bytes()?
            .filter(|_| goals > 1 && self.goal.is_none());
        let all = AllDistances {
            puzzle: self,
            numbering,
            from_views: bytes.is_some_and(|bytes| bytes < numbering.boards()),
        };
        let distances = match &folder {
            None => PyArray1::from_vec(py, all.in_memory(py, control)?),
            Some(folder) => {
                let path = std::path::absolute(folder)?.join(self.file_name());
                if !path.exists() {
                    let made = std::fs::create_dir_all(folder);
                    made.map_err(|error| job::no_file(py, folder, error))?;
                    all.save(py, &path, control)?;
                }
                mapped(py, &path, numbering.boards())?
            }
        };
        distances.call_method1("setflags", (false,))?;
        Ok(distances)
    }

    /// The number of each board, its index in :meth:`table`: ``uint64[...]``.
    ///
    /// Raises the same as :meth:`distances`, and :exc:`ValueError` if there are too many boards to
    /// number, or, with the row, for a board that has no number because it can't be solved.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> ranks = eight.rank(eight.read("1 2 3 4 5 6 7 x 8\n8 6 7 2 5 4 3 x 1"))
    /// >>> eight.table()[ranks]
    /// array([ 1, 31], dtype=uint8)
    fn rank<'py>(
        &self,
        py: Python<'py>,
        boards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let boards = Boards::of(&self.handle, boards)?;
        let numbering = self.numbering()?;
        let ranks = self.on_moved(py, &boards, 2 * size_of::<u64>(), |rows, options| {
            numbering.ranks_of_rows(rows, options)
        })?;
        shaped(py, ranks, &boards.shape)
    }

    /// The boards with these numbers: ``uint8[..., cells]``. If several boards share a number, the
    /// first one is returned. ``ranks`` is an array of integers.
    ///
    /// Raises :exc:`ValueError` if there are too many boards to number, and for a number without a
    /// board.
    ///
    /// >>> import fewest
    /// >>> eight = fewest.Puzzle("eight")
    /// >>> eight.text(eight.unrank(eight.rank("8 6 7 2 5 4 3 x 1")))
    /// '8 6 7 2 5 4 3 0 1'
    fn unrank<'py>(
        &self,
        py: Python<'py>,
        ranks: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = py.import("numpy")?.call_method1("asarray", (ranks,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if !matches!(&*kind, "i" | "u") {
            return Err(PyTypeError::new_err("ranks must be integers"));
        }
        let array = array
            .call_method1("astype", ("int64",))?
            .cast_into::<PyArrayDyn<i64>>()?;
        let (numbering, shape) = (self.numbering()?, array.shape().to_vec());
        let array = array.readonly();
        check_room(array.len(), size_of::<u64>())?;
        let ranks = array.as_array();
        if let Some((row, rank)) = ranks.iter().enumerate().find(|(_, rank)| **rank < 0) {
            let last = numbering.boards().saturating_sub(1);
            return Err(PyValueError::new_err(format!(
                "row {row}: no board has the number {rank}; boards are numbered 0 to {last}"
            )));
        }
        let ranks: Vec<u64> = ranks.iter().map(|rank| rank.unsigned_abs()).collect();
        let given = Rows {
            count: ranks.len(),
            bytes: 2 * self.width(),
            is_ready: true,
        };
        let rows = self.on_boards(py, given, Control::default(), |options| {
            numbering.rows(&ranks, options)
        })?;
        shaped(py, rows, &[&shape[..], &[self.width()]].concat())
    }
}

impl Puzzle {
    fn numbering(&self) -> PyResult<&Numbering> {
        if let Some(known) = self.numbering.get() {
            return Ok(known);
        }
        let numbering = self.handle.numbering(&self.options()).map_err(|error| {
            PyValueError::new_err(format!("{error}; distances() searches for each board"))
        })?;
        Ok(self.numbering.get_or_init(|| numbering))
    }

    /// The file name of its table, which depends on moves, pieces and goals.
    fn file_name(&self) -> String {
        let model = self.handle.model();
        let mark = match &self.options().goal {
            Some(fewest::Goal::Board(goal)) => model.with_goal(goal).fingerprint(),
            _ => model.fingerprint(),
        };
        let name: String = model
            .name
            .chars()
            .take(40)
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        format!("{name}-{mark:032x}-{}.npy", env!("CARGO_PKG_VERSION"))
    }
}

/// Maps the file of a table into memory.
fn mapped<'py>(py: Python<'py>, path: &Path, boards: u64) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let words = PyDict::new(py);
    words.set_item("mmap_mode", "r")?;
    let array = py
        .import("numpy")?
        .call_method("load", (path,), Some(&words))?
        .cast_into::<PyArray1<u8>>();
    let whole = array.ok().filter(|array| array.len() as u64 == boards);
    whole.ok_or_else(|| {
        let path = path.display();
        PyValueError::new_err(format!(
            "{path} is not the table of this puzzle: {boards} bytes were expected"
        ))
    })
}
