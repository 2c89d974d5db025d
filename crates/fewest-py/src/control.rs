//! The arguments `progress=`, `cancel=` and `max_time=`, by which a caller follows and ends a long call.

use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTimeoutError, PyTypeError};
use pyo3::import_exception;
use pyo3::prelude::*;

use crate::limits::seconds;

import_exception!(concurrent.futures, CancelledError);

/// A call's own arguments. Nothing keeps them after the call.
#[derive(Clone, Copy, Default)]
pub struct Control<'a, 'py> {
    pub progress: Option<&'a Bound<'py, PyAny>>,
    cancel: Option<&'a Bound<'py, PyAny>>,
    /// The time of the whole call. Limits of searches, which leave bounds, are not meant.
    time: Option<Duration>,
}

impl<'a, 'py> Control<'a, 'py> {
    pub const fn of(
        progress: Option<&'a Bound<'py, PyAny>>,
        cancel: Option<&'a Bound<'py, PyAny>>,
    ) -> Self {
        Self {
            progress,
            cancel,
            time: None,
        }
    }

    /// Adds a limit of the whole call, in seconds.
    pub fn within(self, max_time: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let time = max_time.map(seconds).transpose()?.flatten();
        Ok(Self { time, ..self })
    }

    /// Begins the call, unless it is cancelled already.
    pub fn begin(self, py: Python<'_>) -> PyResult<Watch> {
        let watch = Watch {
            cancel: self.cancel.map(|event| event.clone().unbind()),
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
        };
        watch.check_event(py)?;
        Ok(watch)
    }
}

/// The ends of a call that has begun.
pub struct Watch {
    cancel: Option<Py<PyAny>>,
    deadline: Option<Instant>,
}

impl Watch {
    /// Checks that the call may continue.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.check_event(py)?;
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            let problem = "not done within the time allowed";
            return Err(PyTimeoutError::new_err(problem));
        }
        Ok(())
    }

    fn check_event(&self, py: Python<'_>) -> PyResult<()> {
        let Some(event) = &self.cancel else {
            return Ok(());
        };
        let event = event.bind(py);
        let is_set = event.getattr("is_set").map_err(|_| {
            let problem = "cancel must be an event, like threading.Event()";
            PyTypeError::new_err(format!("{problem}, not {event}"))
        })?;
        if is_set.call0()?.is_truthy()? {
            return Err(CancelledError::new_err("the event `cancel` was set"));
        }
        Ok(())
    }
}
