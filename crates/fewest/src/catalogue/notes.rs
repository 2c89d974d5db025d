//! What a user should know of a run beside its result.

use std::sync::{Arc, Mutex, PoisonError};

/// Sentences for whoever asked: what was assumed, and what will not do elsewhere. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    /// Adds a sentence.
    pub(super) fn add(&self, note: String) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(note);
    }

    /// All sentences since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
