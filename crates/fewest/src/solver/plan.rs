//! Plans: the ways in which a solver will answer boards, found before it builds anything.

use serde::Serialize;

use super::HeuristicName;
use super::registry::MergedPlan;
use crate::projection::ProjectionPlan;
use crate::search::Algorithm;

/// The ways in which boards will be answered, one after another. A solver changes to the next one
/// when the searches by the present one have cost as much as preparing it.
///
/// ```
/// use fewest::solver::PlannedWay;
/// use fewest::{Limits, Options, Puzzle};
///
/// let eight = Puzzle::open("eight")?;
/// let plan = |memory| {
///     let limits = Limits { memory: Some(memory), ..Limits::default() };
///     eight.solve_plan(1_000, &Options { limits, ..Options::default() })
/// };
/// assert!(matches!(plan(1_000_000)?.tiers[..], [ref tier] if tier.way.is_table()));
/// let small = plan(10_000)?;
/// assert!(matches!(small.tiers[0].way, PlannedWay::Search { .. }));
/// assert!(small.table().is_none() && small.table_bytes > Some(181_440));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SolvePlan {
    /// The algorithm that was named, if one was.
    pub algorithm: Option<Algorithm>,
    /// The ways, the first one first.
    pub tiers: Vec<PlannedTier>,
    /// The bytes for building tables of all boards, planned or not; `None` if boards can't be
    /// numbered.
    pub table_bytes: Option<u64>,
}

/// A way to answer boards, and when it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedTier {
    /// The way.
    pub way: PlannedWay,
    /// The boards that searches by the way before it generate first.
    pub after: u64,
}

/// A way to answer boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannedWay {
    /// Searches without tables.
    Search {
        /// The heuristics; none for a blind search.
        heuristics: Vec<HeuristicName>,
    },
    /// Searches that meet boards listed around the goals.
    Ball {
        /// The most boards.
        boards: u64,
        /// The most bytes for them.
        bytes: u64,
    },
    /// Searches guided by a projection of a puzzle of pieces.
    Projection(ProjectionPlan),
    /// Searches guided by pattern databases.
    Patterns(MergedPlan),
    /// The shortest of a board's solutions, which a linear system gives because moves commute.
    Linear {
        /// The solutions to compare for each board.
        solutions: u64,
    },
    /// Lookups.
    Table {
        /// Their number: one, or one for each class of goals.
        tables: usize,
        /// The bytes for building all of them.
        bytes: u64,
        /// True if the table is stored.
        is_stored: bool,
    },
}

impl PlannedWay {
    /// Returns true if boards are looked up.
    #[must_use]
    pub const fn is_table(&self) -> bool {
        matches!(self, Self::Table { .. })
    }
}

impl SolvePlan {
    /// The bytes for building tables of all boards, if they are planned.
    #[must_use]
    pub fn table(&self) -> Option<u64> {
        self.ways().find_map(|way| match way {
            PlannedWay::Table { bytes, .. } => Some(*bytes),
            _ => None,
        })
    }

    /// The solutions of a linear system to compare for each board, if that is planned.
    #[must_use]
    pub fn solutions(&self) -> Option<u64> {
        self.ways().find_map(|way| match way {
            PlannedWay::Linear { solutions } => Some(*solutions),
            _ => None,
        })
    }

    /// The planned pattern databases; larger ones replace smaller ones in long searches.
    pub fn patterns(&self) -> impl Iterator<Item = &MergedPlan> {
        self.ways().filter_map(|way| match way {
            PlannedWay::Patterns(plan) => Some(plan),
            _ => None,
        })
    }

    /// The planned projections, smaller ones first.
    pub fn projections(&self) -> impl Iterator<Item = &ProjectionPlan> {
        self.ways().filter_map(|way| match way {
            PlannedWay::Projection(plan) => Some(plan),
            _ => None,
        })
    }

    /// The heuristic without tables that guides searches, if one does and no others beside it.
    #[must_use]
    pub fn heuristic(&self) -> Option<HeuristicName> {
        self.ways().find_map(|way| match way {
            PlannedWay::Search { heuristics } => match heuristics[..] {
                [heuristic] => Some(heuristic),
                _ => None,
            },
            _ => None,
        })
    }

    fn ways(&self) -> impl Iterator<Item = &PlannedWay> {
        self.tiers.iter().map(|tier| &tier.way)
    }
}
