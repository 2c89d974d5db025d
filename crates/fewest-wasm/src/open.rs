//! The open puzzle, and what was prepared to answer questions about it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use fewest::search::Limits;
use fewest::{Algorithm, Board, Bounds, Goal, Options, Progress, Puzzle, QuickSolver, Sample};
use rustc_hash::FxHashMap;

use crate::failure::Failure;
use crate::figures::Figures;
use crate::request::Deal;

/// The memory for tables and searches, in bytes: half of what a page's module can address, because
/// a puzzle opened before may leave gaps.
pub const MEMORY: u64 = 1 << 30;
/// The memory for searches without a table, in bytes: more would let larger pattern databases be
/// built after a few boards, and the page would wait for them.
pub const SEARCH_MEMORY: u64 = 1 << 27;
/// The time after which a search pauses, so that the page can stop it and keep its tables.
const SEARCH_TIME: Duration = Duration::from_millis(250);

/// Boards that were drawn but not dealt yet.
pub type Stock = FxHashMap<Deal, VecDeque<Sample>>;

/// The puzzle that was opened last.
pub struct Open {
    pub puzzle: Puzzle,
    /// The options for every board.
    pub options: Options,
    /// True if distances are looked up in a table.
    pub is_tabulated: bool,
    /// Boards that were drawn but not dealt yet.
    pub stock: Stock,
    /// All boards by distance, once requested.
    pub figures: Option<Figures>,
    /// The stages asked about, by name, with the tables built for them.
    pub stages: FxHashMap<String, Puzzle>,
    /// The solver of solutions that need not be shortest, once requested.
    pub quick: Option<QuickSolver>,
    /// The answering of boards with both bounds, and with quick solutions, once requested.
    pub bounds: RefCell<[Option<Bounds>; 2]>,
}

impl Open {
    pub fn new(
        puzzle: Puzzle,
        goal: Option<Vec<u8>>,
        progress: &Arc<Progress>,
    ) -> Result<Self, Failure> {
        let mut options = Options {
            limits: Limits {
                memory: Some(MEMORY),
                ..Limits::default()
            },
            goal: goal.map(Goal::Board),
            progress: Arc::clone(progress),
            ..Options::default()
        };
        let bytes = puzzle.table_bytes(&options)?;
        let is_tabulated = bytes.is_some_and(|bytes| bytes <= MEMORY);
        if is_tabulated {
            options.algorithm = Some(Algorithm::Table);
        } else {
            options.limits.memory = Some(SEARCH_MEMORY);
            options.hooks.pause = Some(SEARCH_TIME);
        }
        Ok(Self {
            is_tabulated,
            ..Self::of(puzzle, options)
        })
    }

    /// A puzzle without a table.
    pub fn of(puzzle: Puzzle, options: Options) -> Self {
        Self {
            puzzle,
            options,
            is_tabulated: false,
            stock: Stock::default(),
            figures: None,
            stages: FxHashMap::default(),
            quick: None,
            bounds: RefCell::default(),
        }
    }

    /// The board with these symbols, or the reason there is none.
    pub fn board(&self, symbols: &[u8]) -> Result<Board, Failure> {
        let board = self.puzzle.board_of(symbols);
        let why = || self.puzzle.model().miscount(symbols).unwrap_or_default();
        board.ok_or_else(|| Failure::input(why()))
    }

    /// All boards by distance. They are counted only once.
    pub fn figures(&mut self) -> Result<&Figures, Failure> {
        if self.figures.is_none() {
            self.figures = Some(Figures::of(&self.puzzle, &self.options)?);
        }
        let figures = self.figures.as_ref();
        figures.ok_or_else(|| Failure::input("there are no figures"))
    }
}
