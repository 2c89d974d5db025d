//! Boards as pictures.

use pyo3::prelude::*;

/// An SVG picture, which notebooks display.
///
/// ``str(picture)`` is the SVG text.
///
/// >>> import fewest
/// >>> eight = fewest.Puzzle("eight")
/// >>> str(eight.svg("1 2 3 4 5 6 7 x 8"))[:4]
/// '<svg'
#[pyclass(frozen, eq, hash, module = "fewest")]
#[derive(PartialEq, Hash)]
pub struct Picture {
    svg: String,
}

#[pymethods]
impl Picture {
    #[new]
    pub const fn of(svg: String) -> Self {
        Self { svg }
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.svg,)
    }

    fn __str__(&self) -> &str {
        &self.svg
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }
}
