//! The heuristics by name.

use serde::{Deserialize, Serialize};

/// One variant per line, with its description and name.
macro_rules! heuristics {
    ($($(#[$about:meta])* $variant:ident $name:literal,)*) => {
        /// The name of a heuristic; each puzzle has some of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum HeuristicName {
            $($(#[$about])* $variant,)*
        }

        impl HeuristicName {
            /// Every heuristic.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The heuristic's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

heuristics! {
    /// 0 everywhere.
    Blind "blind",
    /// Rotation: eight minus the largest count in the centre.
    Centre "centre",
    /// Pieces out of place.
    Misplaced "misplaced",
    /// Definitions: pieces apart that are neighbours in the goal.
    Neighbours "neighbours",
    /// Sliding: sum of the rows and columns to go.
    Manhattan "manhattan",
    /// Sliding: Manhattan distance, plus tiles of a line in the wrong order.
    LinearConflict "linear-conflict",
    /// Sliding: rows and columns to go past other tiles.
    WalkingDistance "walking-distance",
    /// Sliding: additive pattern databases.
    Pattern "pattern",
}
