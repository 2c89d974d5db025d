//! Where the searches of a comparison run.

use crate::lab::Arena;
use crate::solver::Setup;

/// Where a family's boards are searched.
pub(super) struct Ground<B> {
    pub(super) arena: Box<dyn Arena<B>>,
    /// What the heuristic's tables take.
    pub(super) bytes: u64,
    /// What they are, if there are some.
    pub(super) setup: Setup,
}

impl<B> Ground<B> {
    /// One whose heuristic has no tables to speak of.
    pub(super) fn new(arena: impl Arena<B> + 'static) -> Self {
        Self {
            arena: Box::new(arena),
            bytes: 0,
            setup: Setup::default(),
        }
    }

    /// The same with a heuristic that has tables.
    pub(super) fn with_tables(self, bytes: u64, setup: Setup) -> Self {
        Self {
            bytes,
            setup,
            ..self
        }
    }
}
