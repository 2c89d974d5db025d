//! Boards as pictures.

use pyo3::prelude::*;

/// A picture in SVG, shown by notebooks.
///
/// ``str(picture)`` is its text.
///
/// >>> import fewest
/// >>> eight = fewest.Puzzle("eight")
/// >>> str(eight.svg("1 2 3 4 5 6 7 x 8"))[:4]
/// '<svg'
#[pyclass(frozen, module = "fewest")]
pub struct Picture {
    svg: String,
}

impl Picture {
    pub const fn of(svg: String) -> Self {
        Self { svg }
    }
}

#[pymethods]
impl Picture {
    fn __str__(&self) -> &str {
        &self.svg
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }
}
