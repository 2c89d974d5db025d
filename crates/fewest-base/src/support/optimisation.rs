//! Optimisations that tests switch off, because answers must not depend on them.

/// An optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimisation {
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
    /// False if the environment variable `FEWEST_WITHOUT` lists the optimisation and the feature
    /// `switches` is enabled, as in tests.
    #[cfg(feature = "switches")]
    pub fn is_on(self) -> bool {
        use std::sync::LazyLock;
        static OFF: LazyLock<Vec<Optimisation>> = LazyLock::new(off);
        !OFF.contains(&self)
    }

    /// True: no test can switch it off without the feature `switches`.
    #[cfg(not(feature = "switches"))]
    #[inline]
    #[must_use]
    pub const fn is_on(self) -> bool {
        let _ = self;
        true
    }
}

/// The optimisations that `FEWEST_WITHOUT` lists, separated by commas.
///
/// # Panics
/// If it lists another name: a test that switched nothing off would pass.
#[cfg(feature = "switches")]
fn off() -> Vec<Optimisation> {
    let list = std::env::var("FEWEST_WITHOUT").unwrap_or_default();
    let names = list.split(',').filter(|name| !name.is_empty());
    let optimisation = |name| match name {
        "symmetry" => Optimisation::Symmetry,
        "pruning" => Optimisation::Pruning,
        "inverses" => Optimisation::Inverses,
        "bulk" => Optimisation::Bulk,
        "parity" => Optimisation::Parity,
        "balls" => Optimisation::Balls,
        "mapped-files" => Optimisation::MappedFiles,
        _ => panic!("FEWEST_WITHOUT lists `{name}`, which is not an optimisation"),
    };
    names.map(optimisation).collect()
}
