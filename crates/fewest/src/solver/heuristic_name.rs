//! The heuristics by name.

use serde::{Deserialize, Serialize};

/// A variant, its name and what it is in one line each.
macro_rules! heuristics {
    ($($(#[$about:meta])* $variant:ident $name:literal,)*) => {
        /// The heuristic asked for; each puzzle has some of them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum HeuristicName {
            $($(#[$about])* $variant,)*
        }

        impl HeuristicName {
            /// Every heuristic.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name.
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
    /// Rotation: eight less the largest count in the centre.
    Centre "centre",
    /// Pieces out of place.
    Misplaced "misplaced",
    /// Sliding: rows and columns to go.
    Manhattan "manhattan",
    /// Sliding: and tiles of a line in the wrong order.
    LinearConflict "linear-conflict",
    /// Sliding: jumps of tiles to the blank's cell.
    Gaschnig "gaschnig",
    /// Sliding: rows and columns to go past other tiles.
    WalkingDistance "walking-distance",
    /// Sliding: additive pattern databases.
    Pattern "pattern",
}
