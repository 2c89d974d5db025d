//! What a step of answering may take.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::search::Limits;

/// How long a step of answering may go on.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use fewest::solver::Budget;
///
/// let cancel = AtomicBool::new(false);
/// assert!(Budget::from(&cancel).deadline.is_none());
/// assert!(Budget::within(&cancel, Some(Duration::from_secs(1))).deadline.is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Budget<'b> {
    /// Set by anyone to stop soon.
    pub cancel: &'b AtomicBool,
    /// When it must be done; for a board without one, the query's limit of time counts from its first step.
    pub deadline: Option<Instant>,
}

impl<'b> From<&'b AtomicBool> for Budget<'b> {
    fn from(cancel: &'b AtomicBool) -> Self {
        Self::within(cancel, None)
    }
}

impl<'b> Budget<'b> {
    /// So much time from now on, if it is limited.
    #[must_use]
    pub fn within(cancel: &'b AtomicBool, time: Option<Duration>) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Self { cancel, deadline }
    }

    /// The same, or so much time from now on if it has no deadline.
    pub(super) fn or(self, time: Option<Duration>) -> Self {
        match self.deadline {
            Some(_) => self,
            None => Self::within(self.cancel, time),
        }
    }

    /// The time that is left, if it is limited.
    pub(super) fn left(self) -> Option<Duration> {
        let left = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    /// These limits with the time that is left.
    pub(super) fn limits(self, limits: Limits) -> Limits {
        Limits {
            time: self.left(),
            ..limits
        }
    }
}
