//! Limits given by the user: the time of a search, the size of a result.

use std::time::Duration;

use fewest::{Limits, Options, Tie};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::whole;
use crate::puzzle::machine_memory;

#[derive(Clone, Copy, Default, PartialEq)]
pub struct BoardLimits {
    pub moves: Option<u32>,
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl BoardLimits {
    pub fn of(
        max_moves: Option<&Bound<'_, PyAny>>,
        max_time: Option<&Bound<'_, PyAny>>,
        max_nodes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let moves = max_moves.map(|given| whole("max_moves", given, u32::MAX.into()));
        let moves = moves
            .transpose()?
            .and_then(|moves| u32::try_from(moves).ok());
        let nodes = max_nodes.map(|given| whole("max_nodes", given, u64::MAX));
        Ok(Self {
            moves,
            time: max_time.map(seconds).transpose()?.flatten(),
            nodes: nodes.transpose()?,
        })
    }

    /// The usual options with these limits.
    pub fn on(self, usual: Options) -> Options {
        Options {
            limits: Limits {
                max_moves: self.moves,
                max_time: self.time,
                max_nodes: self.nodes,
                ..usual.limits
            },
            ..usual
        }
    }

    pub fn are_none(self) -> bool {
        self == Self::default()
    }
}

/// A time in seconds; `None` if infinite.
fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
    let problem = || format!("max_time must be seconds, 0 or more, not {given}");
    let seconds: f64 = given
        .extract()
        .map_err(|_| PyTypeError::new_err(problem()))?;
    if seconds == f64::INFINITY {
        return Ok(None);
    }
    let time = Duration::try_from_secs_f64(seconds);
    Ok(Some(time.map_err(|_| PyValueError::new_err(problem()))?))
}

/// The choice among several shortest answers: `"least"` or `"any"`.
pub fn tie(name: &str) -> PyResult<Tie> {
    match name {
        "least" => Ok(Tie::Least),
        "any" => Ok(Tie::Any),
        _ => Err(PyValueError::new_err(format!(
            "tie must be 'least' or 'any', not '{name}'"
        ))),
    }
}

/// Checks that a result of `rows` rows of `bytes` bytes fits into the machine's memory.
pub fn check_room(rows: usize, bytes: usize) -> PyResult<()> {
    let (needed, memory) = (rows as u128 * bytes as u128, machine_memory());
    if needed > memory.into() {
        return Err(PyMemoryError::new_err(format!(
            "the result takes {needed} bytes; this machine has {memory} bytes of memory"
        )));
    }
    Ok(())
}
