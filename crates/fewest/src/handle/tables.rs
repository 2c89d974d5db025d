//! The tables of a puzzle.

use super::Puzzle;
use crate::engine::{StoredTable, TableError, Verified};
use crate::error::PuzzleError;
use crate::model::NamedGoal;
use crate::solver::Options;
use crate::support::progress::Unfinished;

impl Puzzle {
    /// Proves the puzzle's table of distances: the stored one if the options have a store with one,
    /// else one that is built for the proof.
    ///
    /// # Errors
    /// If the table is wrong, its file is damaged, none can be built, or it was stopped.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let verified = Puzzle::open("sliding:2x2")?.verify(&Options::default())?;
    /// // The boards lie on a ring of twelve.
    /// assert_eq!(verified.proof.counts, [1, 2, 2, 2, 2, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, options: &Options) -> Result<Verified, Unfinished<TableError>> {
        let goal = self.goal_or(options, NamedGoal::default())?;
        let table = self.engine.table(goal.as_deref());
        table.map_err(PuzzleError::from)?.verify(options)
    }

    /// Its table; with a partition, the pattern databases: one for each group of tiles.
    ///
    /// # Errors
    /// If it is too large for a table or has no pattern databases, or there is no such goal or
    /// partition.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let eight = Puzzle::open("eight")?;
    /// let whole = eight.tables(&Options::default())?;
    /// let partition = Some("1,2,3,4/5,6,7,8".to_owned());
    /// let options = Options { partition, ..Options::default() };
    /// let patterns = eight.tables(&options)?;
    /// assert_eq!((whole.len(), patterns.len()), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self, options: &Options) -> Result<Vec<Box<dyn StoredTable>>, PuzzleError> {
        let usual = self.formats().first().map(|format| format.goal);
        let goal = self.goal_or(options, usual.unwrap_or_default())?;
        match &options.partition {
            Some(partition) => self.engine.patterns(goal.as_deref(), partition),
            None => Ok(vec![self.engine.table(goal.as_deref())?]),
        }
    }

    /// The bytes that building the tables takes from which every board is answered; `None` if there
    /// are too many boards for tables. With that much memory, distances are lookups.
    ///
    /// # Errors
    /// If there is no such goal.
    ///
    /// ```
    /// use fewest::{Options, Puzzle};
    ///
    /// let bytes = |name| Puzzle::open(name)?.table_bytes(&Options::default());
    /// assert!(bytes("rotation")?.is_some_and(|bytes| bytes < 10_000_000));
    /// assert_eq!(bytes("twentyfour")?, None);
    /// # Ok::<(), fewest::PuzzleError>(())
    /// ```
    pub fn table_bytes(&self, options: &Options) -> Result<Option<u64>, PuzzleError> {
        let goal = self.goal_or(options, NamedGoal::default())?;
        Ok(self.engine.table_bytes(goal.as_deref())?)
    }

    /// What its tables are filed under, up to the first comma.
    #[must_use]
    pub fn table_name(&self) -> String {
        self.engine.table_name()
    }
}
