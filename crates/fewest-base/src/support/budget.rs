//! Limits of memory and time for a long job, its cancellation and its progress.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::clock::Instant;
use crate::support::progress::{Progress, Unfinished};

/// The limits of a long job, its cancellation and its progress. The default has no limits.
///
/// ```
/// # use fewest_base as fewest;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use fewest::support::budget::Budget;
///
/// let cancel = AtomicBool::new(false);
/// assert!(Budget::from(&cancel).deadline.is_none());
/// assert!(Budget::within(&cancel, Some(Duration::from_secs(1))).deadline.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// The memory limit, in bytes.
    pub memory: Option<u64>,
    /// Set it to stop the job soon.
    pub cancel: Option<&'a AtomicBool>,
    /// Shows the job's progress.
    pub progress: Option<&'a Progress>,
    /// The time limit.
    pub deadline: Option<Instant>,
}

impl<'a> From<&'a AtomicBool> for Budget<'a> {
    fn from(cancel: &'a AtomicBool) -> Self {
        Self::within(cancel, None)
    }
}

impl<'a> Budget<'a> {
    /// Creates a budget of this much time from now, if limited.
    ///
    /// ```
    /// # use fewest_base as fewest;
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    ///
    /// use fewest::{Budget, Unfinished};
    ///
    /// let cancel = AtomicBool::new(false);
    /// let budget = Budget::within(&cancel, Some(Duration::ZERO));
    /// assert_eq!(budget.check::<String>(), Err(Unfinished::Time));
    /// ```
    #[must_use]
    pub fn within(cancel: &'a AtomicBool, time: Option<Duration>) -> Self {
        Self {
            cancel: Some(cancel),
            ..Self::default()
        }
        .or(time)
    }

    /// Sets a deadline this much time from now, unless there is one.
    #[must_use]
    pub fn or(self, time: Option<Duration>) -> Self {
        let deadline = || time.and_then(|time| Instant::now().checked_add(time));
        Self {
            deadline: self.deadline.or_else(deadline),
            ..self
        }
    }

    /// Begins a stage of `total` units if progress is shown; `None` if the total is unknown.
    pub fn begin(&self, title: &'static str, unit: &'static str, total: Option<u64>) {
        if let Some(progress) = self.progress {
            progress.begin(title, unit, total);
        }
    }

    /// Counts finished units if progress is shown, thousands at a time.
    pub fn advance(&self, units: u64) {
        if let Some(progress) = self.progress {
            progress.add(units);
        }
    }

    /// Returns true if the job was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// The time that is left, if it is limited.
    #[must_use]
    pub fn left(self) -> Option<Duration> {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// Returns true if the job was cancelled or the time is up. Once true, it stays true.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.check::<()>().is_err()
    }

    /// Breaks if the job must stop.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Checks that the job may continue.
    ///
    /// # Errors
    /// If the job was cancelled or the time is up.
    pub fn check<E>(&self) -> Result<(), Unfinished<E>> {
        let is_late = |deadline| Instant::now() >= deadline;
        if self.is_cancelled() {
            Err(Unfinished::Cancelled)
        } else if self.deadline.is_some_and(is_late) {
            Err(Unfinished::Time)
        } else {
            Ok(())
        }
    }
}
