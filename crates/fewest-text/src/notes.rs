//! Notes for the user about a run, in addition to its result.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest::model::Case;

type NoteListener = Arc<dyn Fn(&str) + Send + Sync>;

/// Sentences for the user about assumptions, and about output that a judge would reject. Clones
/// share them.
///
/// ```
/// use fewest_text::TextOptions;
/// use fewest::{Draw, Options, Puzzle, Pool};
///
/// let eight = Puzzle::open("eight")?;
/// let draw = Draw { pool: Pool::Solvable, count: 2, seed: 1, distinct: true };
/// let text = TextOptions { to: Some("poj1077".to_owned()), ..TextOptions::default() };
/// fewest_text::generate(&eight, &draw, &Options::default(), &text, &mut Vec::new())?;
/// // POJ 1077 wants one board.
/// assert_eq!(text.notes.take().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Notes {
    kept: Arc<Mutex<Vec<String>>>,
    listener: Option<NoteListener>,
    /// The last note about the way in which a board was read.
    reading: Arc<Mutex<Option<String>>>,
}

impl Notes {
    /// Notes that go to a listener immediately and are not kept.
    #[must_use]
    pub fn with_listener(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            listener: Some(Arc::new(listener)),
            ..Self::default()
        }
    }

    pub(super) fn add(&self, note: String) {
        match &self.listener {
            Some(listener) => listener(&note),
            None => self.kept().push(note),
        }
    }

    /// Notes how a board was read if that is not obvious, once for each way.
    pub(super) fn add_reading(&self, case: &Case) {
        let mut last = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(note) = case
            .note
            .as_ref()
            .filter(|note| last.as_ref() != Some(note))
        {
            self.add(format!("board {}: {note}", case.number));
            last.clone_from(&case.note);
        }
    }

    /// All sentences since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = None;
        std::mem::take(&mut self.kept())
    }

    fn kept(&self) -> MutexGuard<'_, Vec<String>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Notes").field(&self.kept).finish()
    }
}
