//! Limits: the time of a search, the size of a result, the memory of the machine.

use std::sync::OnceLock;
use std::time::Duration;

use fewest::{Limits, Options, Tie};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::whole;

/// The memory assumed if the machine does not report it, in bytes.
const SMALL_MACHINE: u64 = 4 << 30;

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
pub fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Option<Duration>> {
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

/// Checks that `rows` rows of `bytes` bytes fit into the memory that this process can still get: an
/// allocation that fails later ends the process.
pub fn check_room(rows: usize, bytes: usize) -> PyResult<()> {
    let (needed, memory) = (rows as u128 * bytes as u128, machine_memory());
    if needed > memory.into() {
        return Err(PyMemoryError::new_err(format!(
            "the result takes {needed} bytes; this machine has {memory} bytes of memory"
        )));
    }
    let reserved = Vec::<u8>::new().try_reserve_exact(rows.saturating_mul(bytes));
    reserved.map_err(|_| {
        PyMemoryError::new_err(format!(
            "the result takes {needed} bytes, which are not free"
        ))
    })
}

/// The memory of the machine, the container or the process in bytes, whichever is least, as Linux
/// reports it; read only once.
pub fn machine_memory() -> u64 {
    static MEMORY: OnceLock<u64> = OnceLock::new();
    *MEMORY.get_or_init(|| {
        let number = |word: &str| word.parse().ok();
        let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix("MemTotal:"));
        let word = line.and_then(|line| line.split_whitespace().next());
        let kibibytes: Option<u64> = word.and_then(number);
        let total = kibibytes.map_or(SMALL_MACHINE, |kibibytes| kibibytes.saturating_mul(1024));
        let allowed = ["memory.max", "memory/memory.limit_in_bytes"].map(|file| {
            let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{file}"));
            number(text.unwrap_or_default().trim())
        });
        // `ulimit -v`
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let mut lines = limits.lines();
        let own = lines.find_map(|line| line.strip_prefix("Max address space"));
        let own = own.and_then(|line| number(line.split_whitespace().next()?));
        let least = allowed.into_iter().chain([own]).flatten();
        least.fold(total, u64::min)
    })
}
