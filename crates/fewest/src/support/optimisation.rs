//! Optimisations that tests switch off, because no answer may depend on them.

/// An optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Optimisation {
    /// Symmetries reduce tables and surveys, and give more bounds.
    Symmetry,
    /// Redundant sequences of moves are left out.
    Pruning,
    /// Projections also look up a board's inverse.
    Inverses,
    /// Large iterations are searched by subtrees, many boards at a time.
    Bulk,
    /// Parity proves that boards can't be solved, or that a distance is even.
    Parity,
    /// Boards near the goals are answered from a ball around them.
    Balls,
    /// Stored tables are mapped into memory instead of read.
    MappedFiles,
}

impl Optimisation {
    /// True unless a test with the feature `switches` names the optimisation in the environment
    /// variable `FEWEST_WITHOUT`, a list separated by commas.
    #[cfg(feature = "switches")]
    pub(crate) fn is_on(self) -> bool {
        use std::sync::LazyLock;
        static OFF: LazyLock<String> =
            LazyLock::new(|| std::env::var("FEWEST_WITHOUT").unwrap_or_default());
        let name = match self {
            Self::Symmetry => "symmetry",
            Self::Pruning => "pruning",
            Self::Inverses => "inverses",
            Self::Bulk => "bulk",
            Self::Parity => "parity",
            Self::Balls => "balls",
            Self::MappedFiles => "mapped-files",
        };
        OFF.split(',').all(|off| off != name)
    }

    #[cfg(not(feature = "switches"))]
    pub(crate) const fn is_on(self) -> bool {
        let _ = self;
        true
    }
}
