//! The setup of a search: with its method and limits, it determines how many boards are generated.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::HeuristicName;
use crate::pruning::MovePruning;

/// The source of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableSource {
    /// Built in this run.
    Built,
    /// Read from the store.
    Stored,
    /// Some built, some read.
    Both,
}

impl TableSource {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Built, Self::Stored, Self::Both];

    /// The source's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Built => "built",
            Self::Stored => "stored",
            Self::Both => "built and stored",
        }
    }

    pub(crate) const fn of(is_stored: bool) -> Self {
        if is_stored { Self::Stored } else { Self::Built }
    }

    /// The source of several tables; `None` if there are none.
    pub(crate) fn of_all(sources: impl IntoIterator<Item = Self>) -> Option<Self> {
        let sources = sources.into_iter();
        sources.reduce(|one, other| if one == other { one } else { Self::Both })
    }
}

/// The redundant move sequences that `pruned-ida-star` skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrunedSequences {
    /// The number of sequences.
    pub count: u64,
    /// The number of moves of the longest.
    pub longest: u64,
}

impl From<&MovePruning> for PrunedSequences {
    fn from(pruning: &MovePruning) -> Self {
        Self {
            count: pruning.sequences() as u64,
            longest: pruning.longest() as u64,
        }
    }
}

/// The heuristics and tables of a search, or the table of an answer that was looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The heuristics, whose maximum was used; empty if the method uses none.
    pub heuristics: Vec<HeuristicName>,
    /// The groups of the pattern databases: tiles as for `--partition`, or symbols of a definition.
    pub partition: Option<Arc<str>>,
    /// The source of the tables, if there were any.
    pub tables: Option<TableSource>,
    /// The sequences that the search skipped, if any.
    pub pruned: Option<PrunedSequences>,
}

impl Setup {
    pub(crate) fn table(source: TableSource) -> Self {
        Self {
            tables: Some(source),
            ..Self::default()
        }
    }

    /// Returns the heuristics as for `--heuristic`; `None` if there are none.
    ///
    /// ```
    /// use fewest::search::Algorithm;
    /// use fewest::solver::HeuristicName;
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let options = Options {
    ///     algorithm: Some(Algorithm::AStar),
    ///     heuristics: vec![HeuristicName::Manhattan, HeuristicName::Misplaced],
    ///     ..Options::default()
    /// };
    /// let answer = eight.solve(&eight.board("1 2 3 4 5 6 x 7 8")?, &options)?;
    /// assert_eq!(answer.setup.heuristic().as_deref(), Some("manhattan,misplaced"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn heuristic(&self) -> Option<String> {
        let names: Vec<&str> = self
            .heuristics
            .iter()
            .map(|heuristic_name| heuristic_name.name())
            .collect();
        (!names.is_empty()).then(|| names.join(","))
    }
}
