//! Certificates verified by `fewest-check`, which shares no code with the library.

use std::path::PathBuf;

use fewest_check::Failure;
use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::job;

create_exception!(
    fewest,
    NotVerified,
    PyValueError,
    "The claim of a certificate does not hold, or the certificate does not prove it.

Raised by :func:`fewest.check`."
);

/// Verifies a certificate that `certify`, the program or the page has saved.
///
/// The check is that of the program ``fewest-check``, which shares no code with the rest of the
/// package. Tables are read from the certificate's folder. Ctrl-C ends the wait.
///
/// Parameters
/// ----------
/// path : str or path-like
///     The file of the certificate.
///
/// Returns
/// -------
/// str
///     The puzzle's name and the verified claim.
///
/// Raises
/// ------
/// NotVerified
///     If the claim does not hold, or the certificate does not prove it.
/// ValueError
///     If the file is not a certificate.
/// OSError
///     If the file or a table can't be read.
///
/// Examples
/// --------
/// >>> import fewest, pathlib, tempfile
/// >>> path = pathlib.Path(tempfile.mkdtemp()) / "board.cert"
/// >>> fewest.Puzzle("eight").solve("1 2 3 4 5 6 x 7 8").certify(path)
/// >>> fewest.check(path)
/// 'verified for eight: 2 moves are enough, and 1 are not'
/// >>> wrong = path.write_text(path.read_text().replace("moves r r", "moves r u d r"))
/// >>> fewest.check(path)
/// Traceback (most recent call last):
///   ...
/// fewest.NotVerified: 2 moves are enough
#[pyfunction]
pub fn check(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    // An error with the number of the system's, such as `FileNotFoundError`.
    path.metadata()
        .map_err(|error| job::no_file(py, &path, error))?;
    let checked = job::apart(py, move || fewest_check::check_file(&path))?;
    checked.map_err(|failure| match failure {
        Failure::Refuted(problem) => NotVerified::new_err(problem),
        Failure::Malformed(problem) => PyValueError::new_err(problem),
        Failure::Unread(problem) => PyOSError::new_err(problem),
    })
}
