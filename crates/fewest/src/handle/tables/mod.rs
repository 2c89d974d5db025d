//! The tables of a puzzle.

mod distances;
mod patterns;
mod projection;
mod stored;

use std::sync::Arc;

pub use stored::{BuildPlan, Built, StoredTable, TableError, Verified};

use super::{Puzzle, to_goal};
use crate::error::PuzzleError;
use crate::kernel::{AnyKernel, Kernel, ToGoal, with_kernel};
use crate::projection::PieceSearch;
use crate::solver::{self, HeuristicKernel, Options, SolverError, view_of};
use crate::support::progress::Unfinished;
use distances::Distances;
use patterns::pattern_databases;
use projection::Projection;

type Tables = Vec<Box<dyn StoredTable>>;

impl Puzzle {
    /// Verifies the puzzle's table of distances: the stored one, or else one built for this.
    ///
    /// # Errors
    /// If the table is wrong, its file is damaged, none can be built, or the run was stopped.
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
        let table = to_goal!(
            self,
            self.goal_of(options).map_err(Unfinished::failed)?,
            |to| table(&to)
        );
        table
            .map_err(PuzzleError::from)
            .map_err(Unfinished::failed)?
            .verify(options)
    }

    /// Returns the table of distances or, with a partition, a pattern database per group of tiles.
    ///
    /// # Errors
    /// If the puzzle is too large or has no pattern databases, or there is no such goal or
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
        let goal = self.goal_of(options)?;
        match &options.partition {
            Some(partition) => self.pattern_databases(goal.as_deref(), partition),
            None => Ok(vec![to_goal!(self, goal, |to| table(&to))?]),
        }
    }

    pub(crate) fn pattern_databases(
        &self,
        goal: Option<&[u8]>,
        partition: &str,
    ) -> Result<Tables, PuzzleError> {
        let patterns = match self.kernel() {
            AnyKernel::Tiles16(kernel) => pattern_databases(kernel, goal, partition),
            AnyKernel::Tiles32(kernel) => pattern_databases(kernel, goal, partition),
            #[cfg(feature = "wide-kernels")]
            AnyKernel::Tiles256(kernel) => pattern_databases(kernel, goal, partition),
            _ => return Err(PuzzleError::NoPatterns(self.name().to_owned())),
        };
        Ok(patterns?)
    }

    /// The bytes for building the tables that answer every board; `None` if there are too many
    /// boards. With that much memory, distances are lookups.
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
        let goal = self.goal_of(options)?;
        Ok(to_goal!(self, goal, |to| solver::table_bytes(&*to.puzzle)))
    }

    /// The name of its tables in the store, up to the first comma.
    #[must_use]
    pub fn table_name(&self) -> String {
        with_kernel!(self.kernel(), |kernel| kernel.table_name())
    }
}

fn table<K: HeuristicKernel>(to: &ToGoal<K>) -> Result<Box<dyn StoredTable>, SolverError> {
    match view_of(&*to.puzzle) {
        Ok(view) => Ok(Box::new(Distances::new(to, view))),
        Err(_) if PieceSearch::of(&to.puzzle.model().structure).is_some() => {
            Ok(Box::new(Projection {
                model: Arc::clone(to.puzzle.model()),
                name: to.puzzle.table_name(),
            }))
        }
        Err(error) => Err(error),
    }
}
