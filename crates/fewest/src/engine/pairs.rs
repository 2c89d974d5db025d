//! Pairs of a start and a goal.

use std::sync::Arc;

use super::kernel::Complete;
use super::sampler::{ByDistance, Pair, Sampler, drawn};
use crate::error::PuzzleError;
use crate::population::{ByTable, Population, Random};
use crate::solver::{Options, SolverError};
use crate::support::progress::Unfinished;
use crate::table::build::build;

/// Starts with a goal each: all pairs of boards by the distance between them.
pub(super) struct Pairs<K: Complete> {
    own: Arc<K>,
    /// By the class of the goal: one goal of it, and all boards by distance.
    populations: Vec<(K::Board, ByTable<K>)>,
    counts: Vec<u64>,
}

impl<K: Complete> Pairs<K> {
    /// The pairs of a puzzle whose pieces can have other names.
    pub(super) fn new(own: &Arc<K>, options: &Options) -> Result<Self, Unfinished<PuzzleError>> {
        let cells = own.model().cells();
        let mut populations = Vec::with_capacity(cells);
        let mut counts = Vec::new();
        // Whatever the names of its pieces, a goal has as many boards at each distance.
        let names: u64 = (1..cells as u64).product();
        for goal in goals(&**own) {
            let puzzle = own.to_goal(&goal).map_err(SolverError::from)?;
            let table = build(&puzzle, options.whole())?;
            counts.resize(counts.len().max(table.counts().len()), 0);
            for (count, boards) in counts.iter_mut().zip(table.counts()) {
                *count += boards * names;
            }
            populations.push((goal, ByTable::new(puzzle, table)));
        }
        Ok(Self {
            own: Arc::clone(own),
            populations,
            counts,
        })
    }
}

/// A goal of each class: the pieces in their order, with the blank on each cell.
fn goals<K: Complete>(own: &K) -> Vec<K::Board> {
    let Some((first, blank)) = own.first_board().zip(own.blank()) else {
        return Vec::new();
    };
    let mut pieces = Vec::new();
    own.symbols(&first, &mut pieces);
    pieces.retain(|&piece| piece != blank);
    let with_blank = |cell: usize| {
        let mut symbols = pieces.clone();
        symbols.insert(cell, blank);
        own.board(&symbols)
    };
    (0..=pieces.len()).filter_map(with_blank).collect()
}

/// The pieces of a board but for its blank at random, which stays on its cell.
fn shuffled<K: Complete>(own: &K, board: &K::Board, random: &mut Random) -> Option<K::Board> {
    let (mut symbols, cell) = (Vec::new(), own.blank_cell(board));
    own.symbols(board, &mut symbols);
    let blank = symbols.remove(cell);
    random.shuffle(&mut symbols);
    symbols.insert(cell, blank);
    own.board(&symbols)
}

impl<K: Complete> ByDistance<K::Board> for Pairs<K> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Draws the class of the goal by how many boards it has at this distance, the goal's names,
    /// and the start.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<K::Board>> {
        let count = |population: &ByTable<_>| {
            let counts = population.counts();
            counts.get(usize::from(distance)).copied().unwrap_or(0)
        };
        let counts = self
            .populations
            .iter()
            .map(|(_, population)| count(population));
        let mut place = random.below(counts.sum());
        let (goal, population) = self.populations.iter().find(|(_, population)| {
            let count = count(population);
            let is_here = place < count;
            place = place.saturating_sub(count);
            is_here
        })?;
        let goal = shuffled(&*self.own, goal, random)?;
        let start = population.draw(distance, random)?;
        Some((self.own.restored(&start, &goal), Some(goal)))
    }
}

/// All pairs of a start and a goal between which there is a way, or all between which there is
/// none, by parity.
pub(super) fn all_pairs<K: Complete>(
    own: &Arc<K>,
    is_solvable: bool,
) -> Result<Sampler, SolverError> {
    let own = Arc::clone(own);
    let puzzles = goals(&*own).into_iter().map(|goal| own.to_goal(&goal));
    let puzzles: Result<Vec<K>, _> = puzzles.collect();
    let puzzles = puzzles?;
    let all = (1..=own.model().cells() as u128).try_fold(1, u128::checked_mul);
    let boards = all.and_then(|all| (all / 2).checked_mul(all));
    let mut pieces = Vec::new();
    if let Some(first) = own.first_board() {
        own.symbols(&first, &mut pieces);
    }
    let draw = move |random: &mut Random| {
        let mut shuffled = || {
            let mut symbols = pieces.clone();
            random.shuffle(&mut symbols);
            own.board(&symbols)
        };
        let (goal, start) = (shuffled()?, shuffled()?);
        let puzzle = puzzles.get(own.blank_cell(&goal))?;
        let is_drawn = puzzle.parity_allows(&own.renamed(&start, &goal)) == is_solvable;
        is_drawn.then(|| drawn(&*own, (start, Some(goal)), None))
    };
    Ok(Sampler {
        boards: boards.unwrap_or(u128::MAX),
        draw: Box::new(draw),
    })
}
