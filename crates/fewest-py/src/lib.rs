//! The Python package `fewest`: the library's [`Puzzle`](fewest::Puzzle) for Python, with boards as
//! NumPy arrays.
//!
//! All work on many boards is done by the library. This crate converts arrays to slices and back,
//! and runs long work without blocking Python. Docstrings are written for Python's users; they are
//! doctests, run by `tests/test_doctests.py`.

#![expect(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    reason = "docstrings are read by Python's tools"
)]
#![expect(
    clippy::too_many_arguments,
    reason = "all but one or two have names and defaults in Python"
)]

mod all;
mod answer;
mod arrays;
mod build;
mod certificate;
mod check;
mod control;
mod draw;
mod job;
mod limits;
mod load;
mod many;
mod one;
mod open;
mod picture;
mod puzzle;
mod steps;
mod survey;
mod table;
mod text;

use pyo3::prelude::*;

/// The compiled module that `import fewest` loads.
#[pymodule]
mod _fewest {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::check::{NotVerified, check};
    #[pymodule_export]
    use super::load::import_boards;
    #[pymodule_export]
    use super::picture::Picture;
    #[pymodule_export]
    use super::puzzle::{Puzzle, puzzles};
    #[pymodule_export]
    use super::survey::Survey;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::job::start();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
