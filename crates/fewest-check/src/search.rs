//! Plain searches: breadth first, and depth first with lower bounds.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::parse::{Bound, Certificate, Image};
use crate::puzzle::{Puzzle, Row, Turn};
use crate::table::{Entries, NEVER};
use crate::{Result, are_enough, ensure};

/// The bound of boards from which no moves lead to the goals.
pub(crate) const UNREACHABLE: usize = usize::MAX;
/// The most boards of a depth-first search. They take hours.
const MAX_NODES: u64 = 1 << 36;
/// The most turns of which all pairs are compared.
const MAX_COMPARED: usize = 128;

/// Visits a board: the number of moves, the board, the number of ways.
type Visit<'v> = dyn FnMut(usize, &[usize], u128) -> Result<()> + 'v;

/// Visits the boards that need 0, 1, 2, ... moves from some boards, each with the number of ways to get
/// there in that many moves. Ends after the last layer, or if there are no more boards. Leaves out
/// boards whose bound is more than the moves left to the last layer.
pub(crate) fn layers(
    case: &Case<'_>,
    boards: &[Row],
    last: usize,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let puzzle = case.puzzle;
    let mut known: HashSet<Row> = boards.iter().cloned().collect();
    let mut layer: HashMap<Row, u128> = known.iter().map(|board| (board.clone(), 1)).collect();
    let max_boards = case.words / (2 * puzzle.cells() + 28);
    for depth in 0..=last {
        for (board, ways) in &layer {
            visit(depth, board, *ways)?;
        }
        if depth == last || layer.is_empty() {
            break;
        }
        let mut next: HashMap<Row, u128> = HashMap::new();
        for (board, ways) in &layer {
            for turn in puzzle.legal(board) {
                let after = turn.apply(board);
                if !known.contains(&after) && case.of(&after) < last - depth {
                    let total = next.entry(after).or_default();
                    *total = total.saturating_add(*ways);
                }
            }
            let is_small = known.len() + next.len() < max_boards;
            ensure(is_small, || "a search meets too many boards")?;
        }
        known.extend(next.keys().cloned());
        layer = next;
    }
    Ok(())
}

/// A certificate whose tables are verified, and bounds that guide a search: the least of several, each
/// the greatest of sums of tables for a board and its images.
#[derive(Clone)]
pub(crate) struct Case<'s> {
    pub certificate: &'s Certificate,
    pub puzzle: &'s Puzzle,
    pub tables: &'s [Entries<'s>],
    /// The images, with their turns.
    pub images: &'s [(&'s Image, Row)],
    pub bounds: Vec<&'s Bound>,
    /// If given, no other boards are visited.
    pub within: Option<&'s HashSet<Row>>,
    /// The words of memory that are left.
    pub words: usize,
}

/// A table of a search, for boards or their images.
struct View<'s> {
    table: &'s Entries<'s>,
    /// For each turn: the turn of the image.
    turns: Row,
    /// The place of its first digit among the digits of all tables.
    first: usize,
}

impl<'s> Case<'s> {
    pub(crate) fn of(&self, board: &[usize]) -> usize {
        if self.within.is_some_and(|within| !within.contains(board)) {
            return UNREACHABLE;
        }
        let greatest = |bound: &&Bound| {
            let images = bound
                .images
                .iter()
                .map(|image| self.images[*image].0.of(board));
            let boards = std::iter::once(board.to_vec()).chain(images);
            let sum = |board: &[usize], sum: &Row| {
                let values = sum.iter().map(|table| self.tables[*table].value(board));
                let bounds = values.map(|value| bound_of(value.unwrap_or(0)));
                bounds.fold(0, usize::saturating_add)
            };
            let sums = |board: Row| bound.sums.iter().map(|tables| sum(&board, tables)).max();
            boards.filter_map(sums).max().unwrap_or(0)
        };
        self.bounds.iter().map(greatest).min().unwrap_or(0)
    }

    /// The tables of each sum of a bound, for a board and its images, and the digits of the board.
    fn views(&self, bound: &Bound, board: &[usize]) -> Option<(Vec<Vec<View<'s>>>, Row)> {
        let all = (0..self.puzzle.turns.len()).collect();
        let images = bound.images.iter().map(|image| &self.images[*image]);
        let images = images.map(|(image, turns)| (image.of(board), turns.clone()));
        let (mut views, mut numbers) = (vec![], vec![]);
        for (board, turns) in std::iter::once((board.to_vec(), all)).chain(images) {
            for sum in &bound.sums {
                let mut tables = vec![];
                for table in sum.iter().map(|table| &self.tables[*table]) {
                    let (first, turns) = (numbers.len(), turns.clone());
                    numbers.extend(table.numbers(&board)?);
                    tables.push(View {
                        table,
                        turns,
                        first,
                    });
                }
                views.push(tables);
            }
        }
        Some((views, numbers))
    }

    /// Verifies that fewer moves than `distance` do not lead from a board to any goal of a bound.
    pub(crate) fn exclude(&self, board: &[usize], bound: &Bound, distance: usize) -> Result<()> {
        let puzzle = self.puzzle;
        if self.of(board) >= distance {
            return Ok(());
        }
        let is_solved = puzzle.meets_any(board, &bound.goals);
        ensure(!is_solved, || "the board is solved")?;
        let views = self.views(bound, board);
        ensure(views.is_some(), || "a table has no entry for the board")?;
        let (views, numbers) = views.unwrap_or_default();
        let node = board.len() + numbers.len() + puzzle.turns.len() + 16;
        let is_short = distance.saturating_mul(node) < self.words;
        ensure(is_short, || "a search takes too much memory")?;
        let follows = follows(puzzle);
        let mut nodes = 0;
        // The turns from a board after which its bounds are less than some moves. The entries that
        // one table has for all turns are read together: the memory delivers many at once.
        let mut children = |board: &[usize], numbers: &[usize], last: Option<usize>, moves| {
            let turns = puzzle.turns.iter().enumerate();
            let is_tried = |by: usize| last.is_none_or(|last: usize| follows[last][by]);
            let legal = turns.filter(|(by, turn)| is_tried(*by) && puzzle.is_legal(turn, board));
            let mut children: Row = legal.map(|(by, _)| by).collect();
            nodes += children.len() as u64;
            ensure(nodes < MAX_NODES, || "a search meets too many boards")?;
            for sum in &views {
                let mut values = vec![0usize; children.len()];
                for view in sum {
                    let place = |by: &usize| {
                        let after = view.table.after(view.turns[*by], &numbers[view.first..]);
                        view.table.place(after)
                    };
                    let places: Row = children.iter().map(place).collect();
                    let entries = places.iter().map(|place| view.table.data[*place]);
                    for (value, entry) in values.iter_mut().zip(entries) {
                        *value = value.saturating_add(bound_of(entry));
                    }
                }
                let pairs = children.into_iter().zip(values);
                let near = pairs.filter(|(_, value)| *value < moves);
                children = near.map(|(by, _)| by).collect();
            }
            Ok(children)
        };
        // The boards on the way with their digits, and the turns that are left to try.
        let first = children(board, &numbers, None, distance - 1)?;
        let mut path = vec![(board.to_vec(), numbers, first)];
        loop {
            let moves = path.len();
            let Some((board, numbers, left)) = path.last_mut() else {
                return Ok(());
            };
            let Some(by) = left.pop() else {
                path.pop();
                continue;
            };
            let after = puzzle.turns[by].apply(board);
            let is_solved = puzzle.meets_any(&after, &bound.goals);
            ensure(!is_solved, || are_enough(moves))?;
            let view = |view: &View<'_>| {
                view.table
                    .after(view.turns[by], &numbers[view.first..])
                    .collect::<Row>()
            };
            let numbers: Row = views.iter().flatten().flat_map(view).collect();
            let next = match distance - moves - 1 {
                0 => vec![],
                left => children(&after, &numbers, Some(by), left)?,
            };
            path.push((after, numbers, next));
        }
    }
}

/// The bound of an entry.
fn bound_of(entry: u8) -> usize {
    if entry == NEVER {
        UNREACHABLE
    } else {
        entry.into()
    }
}

/// For each turn: the turns that are tried after it. Of shortest answers, the first in the order of
/// turns is found. So a turn is left out that undoes the one before it, and any turn after which
/// both have the effect of a single turn, or of an earlier pair.
fn follows(puzzle: &Puzzle) -> Vec<Vec<bool>> {
    let is_compared = puzzle.turns.len() <= MAX_COMPARED;
    let free = puzzle.turns.iter().filter(|turn| turn.is_free());
    let mut known: BTreeSet<Row> = free.map(|turn| turn.from.clone()).collect();
    let mut tries = |turn: &Turn, next: &Turn| {
        let is_free = turn.is_free() && next.is_free();
        let is_new = !is_free || !is_compared || known.insert(turn.sources(&next.from));
        turn.to != next.from && is_new
    };
    let turns = puzzle.turns.iter();
    let after = |turn| puzzle.turns.iter().map(|next| tries(turn, next)).collect();
    turns.map(after).collect()
}
