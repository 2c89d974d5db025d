//! A search that has paused, to be resumed by the next call.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Answer, Call, Verdict};
use crate::search::ida_star::resume::Record;
use crate::search::{AnswerChoice, Stop};

/// The last search that has paused, with its board and terms.
pub(super) struct PausedSearch<B>(Mutex<Option<(B, Terms, Paused)>>);

/// The settings that a call and a paused search must share for the call to resume it.
type Terms = (AnswerChoice, Option<u32>, Option<u64>);

const fn terms(call: &Call<'_>) -> Terms {
    (call.choice, call.max_moves, call.max_nodes)
}

/// The progress of a search, and the time after which it pauses again.
#[derive(Default)]
pub(super) struct Paused {
    pub(super) record: RefCell<Record>,
    pub(super) time: Duration,
}

impl Paused {
    /// The number of boards that the search has generated so far.
    pub(super) fn generated(&self) -> u64 {
        self.record.borrow().generated()
    }
}

impl<B> Default for PausedSearch<B> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<B: Copy + PartialEq> PausedSearch<B> {
    /// Forgets the search: its record does not hold for another heuristic or other pruning.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes the paused search for a board. Without one, the search starts from the beginning
    /// and pauses after `time`.
    pub(super) fn take(&self, board: &B, call: &Call<'_>, time: Duration) -> Paused {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match last.take() {
            Some((known, known_terms, paused)) if known == *board && known_terms == terms(call) => {
                paused
            }
            _ => Paused {
                time,
                ..Paused::default()
            },
        }
    }

    /// Keeps a search that was stopped with this answer. `before` is what it had generated when it
    /// was resumed. The next pause comes later if the search lost more than it kept.
    pub(super) fn keep(
        &self,
        board: &B,
        call: &Call<'_>,
        mut paused: Paused,
        before: u64,
        answer: &Answer,
    ) {
        if !matches!(answer.verdict, Verdict::Stopped(Stop::Time, _)) {
            return;
        }
        let kept = paused.generated().saturating_sub(before);
        if kept < answer.generated.saturating_sub(before) / 2 {
            paused.time = paused.time.saturating_mul(2);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((*board, terms(call), paused));
    }
}
