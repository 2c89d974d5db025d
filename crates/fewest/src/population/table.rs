//! The population of a puzzle with a table of all boards.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::{Population, RankedDistances, ties};
use crate::space::Ranked;
use crate::space::structure::Structured;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::table::Table;
use crate::table::build::BuildError;

/// Entries counted together.
const ENTRIES_PER_TASK: usize = 4096;

/// A ranked puzzle and the table of all its distances.
///
/// ```
/// # use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::population::{ByTable, Population, Random};
/// use fewest::table::build::build;
///
/// # let size = Size::new(3, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 5, Order::default()).expect("16 cells at most");
/// let hardest = TileBoard::new(&[4, 5, 0, 1, 2, 3]).expect("each tile once");
/// let table = build(&puzzle, fewest::Budget::default())?;
/// let population = ByTable::new(puzzle, table);
/// assert_eq!(population.counts().iter().sum::<u64>(), 360);
/// let board = population.draw(20, &mut Random::new(7)).expect("there are some");
/// assert_eq!(population.distance(&board), Some(20));
/// // The hardest board stands alone.
/// assert_eq!((population.nth(21, 0), population.nth(21, 1)), (Some(hardest), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ByTable<P: Ranked> {
    puzzle: P,
    table: Table,
    tying: Vec<u64>,
    /// For each distance, the number of boards there before each chunk of the table, filled when a
    /// board is first drawn.
    before: Vec<OnceLock<Vec<u64>>>,
}

impl<P: Ranked> ByTable<P> {
    /// The population of a puzzle with its table. All goals count as one.
    #[must_use]
    pub fn new(puzzle: P, table: Table) -> Self {
        let distances = table.counts().len();
        Self {
            puzzle,
            tying: vec![0; distances],
            before: (0..distances).map(|_| OnceLock::new()).collect(),
            table,
        }
    }

    /// The population of a puzzle whose goals are distinguished, with its table. If there are
    /// several goals, counting ties needs five bits per board besides the table, and up to one more
    /// byte if memory allows.
    ///
    /// # Errors
    /// If that exceeds the memory allowed, or counting is cancelled.
    ///
    /// ```
    /// use fewest::kernel::general::{Cells, General};
    /// use fewest::population::{ByTable, Population};
    /// use fewest::table::build::build;
    /// use fewest::{Budget, Model};
    ///
    /// // Swaps of neighbours: the six boards are a ring, the goals two steps apart on it.
    /// let model = Model::from_toml(r#"
    /// name = "row"
    /// cells = "a b c"
    /// pieces = "1 2 3"
    /// goal = [{ name = "one", board = "1 2 3" }, { name = "two", board = "2 3 1" }]
    /// move = [{ name = "l", cycles = "(a b)" }, { name = "r", cycles = "(b c)" }]
    /// "#)?;
    /// let puzzle = General::<Cells<32>>::of(model.into())?;
    /// let table = build(&puzzle, Budget::default())?;
    /// let population = ByTable::with_ties(puzzle, table, Budget::default())?;
    /// // The board between the goals is as near to both, and so is the one on the far side.
    /// assert_eq!((population.counts(), population.tying()), (&[2, 3, 1][..], vec![0, 1, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_ties(
        puzzle: P,
        table: Table,
        budget: Budget<'_>,
    ) -> Result<Self, Unfinished<BuildError>>
    where
        P: Structured,
    {
        let tying = ties::count(&puzzle, &table, budget)?;
        Ok(Self {
            tying,
            ..Self::new(puzzle, table)
        })
    }

    /// The rank at a place among the boards at a distance; `None` past the last.
    fn rank_of(&self, distance: u8, place: u64) -> Option<u64> {
        let before = self.before.get(usize::from(distance))?.get_or_init(|| {
            let mut total = 0;
            let mut before = Vec::with_capacity(self.table.len() / ENTRIES_PER_TASK + 1);
            for start in (0..self.table.len()).step_by(ENTRIES_PER_TASK) {
                before.push(total);
                let end = self.table.len().min(start + ENTRIES_PER_TASK);
                total += self.table.ranks_at(distance, start..end).count() as u64;
            }
            before
        });
        let chunk = before
            .partition_point(|&before| before <= place)
            .checked_sub(1)?;
        let start = chunk * ENTRIES_PER_TASK;
        let within = usize::try_from(place - before[chunk]).ok()?;
        let end = self.table.len().min(start + ENTRIES_PER_TASK);
        self.table.ranks_at(distance, start..end).nth(within)
    }
}

impl<P: Ranked> RankedDistances for ByTable<P> {
    fn ranks(&self) -> u64 {
        self.table.len() as u64
    }

    fn nearer(&self, rank: u64, nearer: u8, visit: &mut dyn FnMut(u64)) {
        self.puzzle.successors(rank, |next| {
            if self.table.distance(next) == Some(nearer) {
                visit(next);
            }
        });
    }
}

impl<P: Ranked + Send> Population for ByTable<P> {
    type Puzzle = P;

    fn puzzle(&self) -> &P {
        &self.puzzle
    }

    fn counts(&self) -> &[u64] {
        self.table.counts()
    }

    fn tying(&self) -> Vec<u64> {
        self.tying.clone()
    }

    fn distance(&self, board: &P::Board) -> Option<u8> {
        let has_unique_rank = !self.puzzle.shares_rank(board);
        let distance = self.table.distance(self.puzzle.rank(board));
        distance.filter(|_| has_unique_rank)
    }

    /// In the order of the ranks.
    fn each_at(&self, distance: u8, visit: &mut dyn FnMut(P::Board) -> ControlFlow<()>) {
        for rank in self.table.ranks_at(distance, 0..self.table.len()) {
            if visit(self.puzzle.unrank(rank)).is_break() {
                return;
            }
        }
    }

    /// In the order of the ranks.
    fn nth(&self, distance: u8, place: u64) -> Option<P::Board> {
        let rank = self.rank_of(distance, place)?;
        Some(self.puzzle.unrank(rank))
    }

    fn ranked(&self) -> Option<&dyn RankedDistances> {
        Some(self)
    }

    fn rank(&self, board: &P::Board) -> Option<u64> {
        Some(self.puzzle.rank(board))
    }
}
