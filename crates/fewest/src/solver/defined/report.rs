//! What a definition is, and how its boards will be answered: what the solver decides, told beforehand.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use num_bigint::BigUint;

use super::QUICK;
use super::patterns::Patterns;
use super::views::Views;
use crate::group::{Reach, ReachError};
pub use crate::heuristic::merged::Plan;
use crate::pruning::{Effort, MovePruning};
use crate::puzzle::{Move, Puzzle, Ranked};
use crate::puzzles::defined::Defined;
use crate::rank::multiset::Multiset;
use crate::structure::Structure;
use crate::symmetry;

/// Ways to fill what the goals of a view leave open, each of them looked at.
const MOST_FILLINGS: u64 = 512;
/// How long a rate is measured for one view.
const MEASURED: Duration = Duration::from_millis(15);
/// Boards between two looks at the clock.
const PERIOD: u64 = 64;

/// What a puzzle is.
#[derive(Clone, Debug)]
pub struct Report {
    /// By move: the move that takes it back, if there is one.
    pub inverses: Vec<Option<Move>>,
    /// The ways to fill the cells with the pieces.
    pub arrangements: BigUint,
    /// The number of elements of the group that the moves make, if no move depends on a blank and it can be found.
    pub group: Option<BigUint>,
    /// The number of symmetries, and whether these are all.
    pub symmetries: (usize, bool),
    /// By goal.
    pub goals: Vec<GoalReport>,
    /// What goals are seen through: each has a table of its own where there are tables.
    pub views: Vec<ViewReport>,
    /// Goals without open cells that no moves lead to from the first of each pair.
    pub apart: Vec<(usize, usize)>,
    /// How boards are answered.
    pub method: Method,
}

/// What a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalReport {
    /// How many cells it looks at.
    pub cells: usize,
    /// The number of its view. Goals that differ in the names of symbols only share one.
    pub view: usize,
}

/// A puzzle as goals see it.
#[derive(Clone, Debug)]
pub struct ViewReport {
    /// How many symbols it tells apart: those that goals or moves name, and one for all others.
    pub symbols: usize,
    /// The ways to fill the cells with them.
    pub arrangements: BigUint,
    /// Those of them from which a goal of the view can be reached.
    pub solvable: Result<BigUint, ReachError>,
    /// The boards of its table; `None` if they can't be numbered.
    pub boards: Option<u64>,
    /// How long the table takes at most on one core, as measured board by board.
    pub time: Option<Duration>,
}

/// How boards are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// By look-ups.
    Table {
        /// The bytes that building all tables takes.
        bytes: u64,
        /// Whether they are built for a single board; else for a batch, or for a board whose search takes long.
        is_quick: bool,
    },
    /// By IDA*.
    Search {
        /// The bytes that tables would take; `None` if boards can't be numbered.
        bytes: Option<u64>,
        /// The pattern databases that guide it: larger ones take the place of smaller ones as searches pay for them.
        patterns: Vec<Plan>,
        /// The sequences of moves that it never makes: how many, and the moves of the longest. It learns this many once a
        /// search takes long.
        redundant: (usize, usize),
    },
}

impl Report {
    /// What this puzzle is, and how it is answered with so many bytes for tables; any if none. It may take some seconds.
    #[must_use]
    pub fn of<const N: usize>(puzzle: &Defined<N>, memory: Option<u64>) -> Self {
        let structure = puzzle.parts();
        let views = Views::of(puzzle);
        let symmetries = symmetry::find(structure);
        let mut reaches = Reaches {
            structure,
            known: BTreeMap::new(),
        };
        let group = match puzzle.blank() {
            None => reaches.from(0).ok().map(|reach| reach.chain().order()),
            Some(_) => None,
        };
        let goals = structure.goals.iter().enumerate().map(|(place, goal)| {
            let cells = goal.iter().flatten().count();
            let view = views.of_goal(place);
            GoalReport { cells, view }
        });
        let moves = (0..).take(puzzle.definition().moves.len());
        Self {
            inverses: moves
                .map(|place| puzzle.inverse(Move::new(place)))
                .collect(),
            arrangements: structure.arrangements(),
            group,
            symmetries: (symmetries.len(), symmetries.is_complete()),
            goals: goals.collect(),
            apart: reaches.apart(puzzle.blank()),
            method: Method::of(puzzle, &views, memory),
            views: (views.puzzles())
                .map(|view| ViewReport::of(view, &mut reaches))
                .collect(),
        }
    }
}

impl Method {
    fn of<const N: usize>(puzzle: &Defined<N>, views: &Views<N>, memory: Option<u64>) -> Self {
        let name = &puzzle.definition().name;
        match views.bytes() {
            Some(bytes) if views.has_room(memory, name).is_ok() => Self::Table {
                bytes,
                is_quick: views.boards() <= QUICK,
            },
            bytes => {
                let pruning = MovePruning::find(puzzle.parts(), Effort::THOROUGH);
                Self::Search {
                    bytes,
                    patterns: Patterns::plan(puzzle, memory),
                    redundant: (pruning.sequences(), pruning.longest()),
                }
            }
        }
    }
}

impl ViewReport {
    fn of<const N: usize>(view: &Defined<N>, reaches: &mut Reaches<'_>) -> Self {
        let structure = view.parts();
        let has_table = view.has_table();
        Self {
            symbols: structure.pieces.len(),
            arrangements: structure.arrangements(),
            solvable: reaches.solvable(structure, view.blank()),
            boards: has_table.then(|| view.boards()),
            time: has_table.then(|| time(view)).flatten(),
        }
    }
}

/// What can be reached from boards with the blank on each cell, found once. It is the same for every view.
struct Reaches<'s> {
    structure: &'s Structure,
    known: BTreeMap<u8, Result<Reach, ReachError>>,
}

impl Reaches<'_> {
    fn from(&mut self, blank: u8) -> Result<&Reach, ReachError> {
        let reach = self.known.entry(blank);
        let reach = reach.or_insert_with(|| Reach::new(self.structure, blank));
        reach.as_ref().map_err(Clone::clone)
    }

    /// Whether moves lead from one board to another, with the blank on these cells.
    fn leads(&mut self, from: &(Vec<u8>, u8), to: &(Vec<u8>, u8)) -> Result<bool, ReachError> {
        self.from(from.1)?.leads(&from.0, &to.0, to.1)
    }

    /// The goals without open cells that can't be reached from the first of them, nor from one another; each with that first.
    fn apart(&mut self, blank: Option<u8>) -> Vec<(usize, usize)> {
        let structure = self.structure;
        let boards = structure
            .goals
            .iter()
            .enumerate()
            .filter_map(|(place, goal)| {
                let board: Vec<u8> = goal.iter().copied().collect::<Option<_>>()?;
                Some((place, with_blank(board, blank)))
            });
        let mut apart: Vec<(usize, (Vec<u8>, u8))> = Vec::new();
        for (place, board) in boards.take(usize::try_from(MOST_FILLINGS).unwrap_or(usize::MAX)) {
            let is_new =
                |(_, known): &(usize, (Vec<u8>, u8))| self.leads(known, &board) == Ok(false);
            if apart.iter().all(is_new) {
                apart.push((place, board));
            }
        }
        let mut places = apart.into_iter().map(|(place, _)| place);
        let first = places.next();
        first.map_or_else(Vec::new, |first| {
            places.map(|place| (first, place)).collect()
        })
    }

    /// The boards from which a goal of a view can be reached.
    fn solvable(&mut self, view: &Structure, blank: Option<u8>) -> Result<BigUint, ReachError> {
        let mut sum = BigUint::ZERO;
        let mut apart: Vec<(Vec<u8>, u8)> = Vec::new();
        let mut filled = 0;
        for goal in &view.goals {
            let mut left = view.pieces.clone();
            for &symbol in goal.iter().flatten() {
                if let Some(left) = left.get_mut(usize::from(symbol)) {
                    *left = left.saturating_sub(1);
                }
            }
            let fillings = Multiset::new(&left).ok_or(ReachError::TooLong)?;
            filled = fillings.count().saturating_add(filled);
            if filled > MOST_FILLINGS {
                return Err(ReachError::TooLong);
            }
            for filling in (0..fillings.count()).filter_map(|rank| fillings.unrank(rank)) {
                let mut filling = filling.into_iter();
                let fill = |own: &Option<u8>| own.or_else(|| filling.next()).unwrap_or(0);
                let board = with_blank(goal.iter().map(fill).collect(), blank);
                let mut is_known = false;
                for known in &apart {
                    is_known = is_known || self.leads(known, &board)?;
                }
                if !is_known {
                    sum += self.from(board.1)?.boards(&board.0)?;
                    apart.push(board);
                }
            }
        }
        Ok(sum)
    }
}

/// A board's symbols, and the blank's cell: any if there is none.
fn with_blank(board: Vec<u8>, blank: Option<u8>) -> (Vec<u8>, u8) {
    let mut cells = (0..=u8::MAX).zip(&board);
    let at = cells.find(|(_, symbol)| Some(**symbol) == blank);
    let at = at.map_or(0, |(cell, _)| cell);
    (board, at)
}

/// How long it takes to take back every move on every board, and to rank what comes of it: a table takes no longer.
#[expect(
    clippy::cast_precision_loss,
    reason = "an estimate of a time needs no more digits"
)]
fn time<P: Ranked>(puzzle: &P) -> Option<Duration> {
    let boards = puzzle.boards();
    let start = Instant::now();
    let mut done = 0u64;
    let mut sum = 0;
    // Far apart, as a search meets them.
    let step = (boards / 5 * 3) | 1;
    let mut rank = 0;
    while boards > 0 && start.elapsed() < MEASURED {
        for _ in 0..PERIOD {
            let board = puzzle.unrank(rank);
            for m in puzzle.arrivals(&board) {
                let mut before = board;
                puzzle.undo(&mut before, m);
                sum ^= puzzle.rank(&before);
            }
            rank = rank.wrapping_add(step) % boards;
        }
        done += PERIOD;
    }
    std::hint::black_box(sum);
    let seconds = start.elapsed().as_secs_f64() * boards as f64 / done.max(1) as f64;
    Duration::try_from_secs_f64(seconds).ok()
}
