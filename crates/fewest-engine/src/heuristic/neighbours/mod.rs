//! Neighbours that are apart: the gap heuristic of the pancake problem (M. Helmert, "Landmark
//! heuristics for the pancake problem", 2010), for any moves.

mod relation;

use std::ops::Range;

use super::{Away, Heuristic, Lookup};
use crate::kernel::Kernel;
use crate::space::structure::{MAX_CELLS, Structure, inverse};
use crate::space::{Move, Moves};
use crate::support::invariant::Invariant;
use relation::Relation;

/// The number of the goal's neighbours that are apart, divided by the most that a move joins and
/// rounded up.
///
/// A relation is a set of pairs of cells, called neighbours. The pieces of a goal on neighbours
/// belong together. Any relation gives a lower bound. For stacks of pancakes, each place and the
/// next are neighbours, and so are the last place and the plate: a flip joins at most one pair. The
/// relation is found from the moves of the puzzle; the plate is a cell that no move reaches.
///
/// Of several goals, the one with the fewest pairs apart counts. Identical pieces can replace each
/// other: a pair that a goal has twice is apart as often as the board has it less than twice.
///
/// ```
/// # use fewest_engine as fewest;
/// use fewest::Model;
/// use fewest::heuristic::{Bounds, Neighbours};
/// use fewest::kernel::general::{Cells, General};
/// use fewest::space::structure::Structured;
///
/// // Five pancakes: each move turns over those above a place.
/// let pancakes = Model::from_toml(r#"
/// name = "pancakes"
/// cells = 5
/// pieces = "1 2 3 4 5"
/// goal = [{ board = "1 2 3 4 5" }]
/// move = [
///     { name = "2", cycles = "(1 2)" }, { name = "3", cycles = "(1 3)" },
///     { name = "4", cycles = "(1 4)(2 3)" }, { name = "5", cycles = "(1 5)(2 4)" },
/// ]
/// "#)?;
/// let neighbours = Neighbours::new(&pancakes.structure).expect("moves that part few neighbours");
/// let pancakes = General::<Cells<32>>::of(pancakes.into())?;
/// // Symbols count from 0. Of 1-2, 2-3, 3-4, 4-5 and 5-plate, only 3-4 are together.
/// let board = pancakes.board(&[4, 1, 3, 2, 0]).expect("one of each");
/// assert_eq!(neighbours.bound_of(&pancakes, &board), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Neighbours {
    relation: Relation,
    goals: Vec<Required>,
    /// One entry for each cell of the blank (0 if there is no blank) and move.
    changes: Vec<Change>,
    /// The pairs of all changes.
    touched: Vec<[u16; 2]>,
    moves: usize,
    cells: usize,
    /// True if there is one goal, and one piece of each symbol that it names.
    is_simple: bool,
}

/// The pairs of symbols that a goal has on neighbouring cells.
#[derive(Clone, Debug)]
struct Required {
    /// For each pair of symbols: one more than its place in `counts`; 0 if the goal has none.
    places: Box<[u16]>,
    counts: Vec<u16>,
    /// For each symbol, the others that the goal has beside it, as bits of `words` words.
    beside: Box<[u64]>,
    words: usize,
}

/// The cells, before a move, of the pairs that it parts and of those that it joins.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    /// The first pair that it parts, the first that it joins, and the end of these.
    parted: usize,
    joined: usize,
    end: usize,
}

impl Neighbours {
    /// The heuristic for a puzzle. `None` if moves depend on several cells, if no pairs of cells are found of which moves part only
    /// some, or there are too many cells and moves to look for them within milliseconds.
    #[must_use]
    pub fn new(structure: &Structure) -> Option<Self> {
        if structure.has_conditions() {
            return None;
        }
        let relation = Relation::find(structure)?;
        let (cells, moves) = (structure.cells(), structure.moves());
        let mut changes = vec![Change::default(); structure.places() * moves];
        let mut touched = Vec::new();
        for (place, turn) in structure.placed_turns() {
            let pairs = &relation.pairs;
            let parted = touched.len();
            touched.extend(leaving(pairs, &inverse(&turn.from)?).map(|[here, _]| here));
            let joined = touched.len();
            touched.extend(leaving(pairs, &turn.from).map(|[_, source]| source));
            *changes.get_mut(place * moves + turn.by.index())? = Change {
                parted,
                joined,
                end: touched.len(),
            };
        }
        let goals = structure.goals.iter().map(|goal| {
            let symbol = |cell: usize| goal.get(cell).copied().flatten();
            Required::new(&relation.pairs, structure, symbol)
        });
        let is_single = |symbol: &u8| structure.pieces.get(usize::from(*symbol)) == Some(&1);
        Some(Self {
            changes,
            touched,
            moves,
            cells,
            goals: goals.collect(),
            is_simple: match &structure.goals[..] {
                [goal] => goal.iter().flatten().all(is_single),
                _ => false,
            },
            relation,
        })
    }

    /// The neighbours: pairs of cells, the smaller first. The plate is the cell after the last.
    #[must_use]
    pub fn pairs(&self) -> &[[u16; 2]] {
        &self.relation.pairs
    }

    /// The most pairs that one move joins: it brings pieces to neighbours from cells that are not.
    #[must_use]
    pub const fn max_joined(&self) -> u32 {
        self.relation.max_joined
    }

    /// The mean bound over the boards that the moves reach, before it is rounded up; `None` if it
    /// is not known because there are several goals or identical pieces.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.is_simple.then_some(self.relation.mean)
    }

    /// The number of a goal's pairs that are apart.
    fn apart<K: Kernel>(&self, goal: &Required, puzzle: &K, board: &K::Board) -> u32 {
        let mut open = [0; MAX_PAIRS];
        let open = open.get_mut(..goal.counts.len()).debug_unwrap_or_default();
        open.copy_from_slice(&goal.counts);
        for pair in &self.relation.pairs {
            let [low, high] = pair.map(|cell| self.symbol(puzzle, board, cell));
            let place = goal.place(pair_of(low, high));
            if let Some(open) = place.and_then(|place| open.get_mut(place)) {
                *open = open.saturating_sub(1);
            }
        }
        open.iter().map(|count| u32::from(*count)).sum()
    }

    /// The pairs that are apart after a move, if these are before it and the only goal has one piece of
    /// each symbol; `symbol` has the symbols on cells.
    #[inline]
    fn change(&self, place: usize, symbol: impl Fn(u16) -> usize, apart: u32) -> u32 {
        let (Some(change), Some(goal)) = (self.changes.get(place), self.goals.first()) else {
            return apart;
        };
        let together = |range: Range<usize>| -> u32 {
            let pairs = self.touched.get(range).unwrap_or_default().iter();
            pairs
                .map(|[low, high]| goal.beside(symbol(*low), symbol(*high)))
                .sum()
        };
        let parted = together(change.parted..change.joined);
        (apart + parted).saturating_sub(together(change.joined..change.end))
    }

    /// The symbol on a cell; the plate's is the one after the last.
    #[inline]
    fn symbol<K: Kernel>(&self, puzzle: &K, board: &K::Board, cell: u16) -> usize {
        if usize::from(cell) < self.cells {
            usize::from(puzzle.symbol(board, cell.into()))
        } else {
            puzzle.model().structure.pieces.len()
        }
    }
}

/// The most pairs of a relation: two for each cell, and one with the plate.
const MAX_PAIRS: usize = 3 * MAX_CELLS;

/// The number of a pair of symbols, in either order.
#[inline]
const fn pair_of(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high + 1) / 2 + low
}

/// The pairs that a permutation of the cells takes to pairs that are not among them, and these.
fn leaving(pairs: &[[u16; 2]], images: &[u8]) -> impl Iterator<Item = [[u16; 2]; 2]> {
    let image = |cell: u16| {
        images
            .get(usize::from(cell))
            .map_or(cell, |to| (*to).into())
    };
    let both = pairs.iter().map(move |pair| [*pair, pair.map(image)]);
    both.filter(|[_, [a, b]]| !pairs.contains(&[*a.min(b), *a.max(b)]))
}

impl Required {
    /// The pairs of a goal with these symbols, by cell.
    fn new(
        pairs: &[[u16; 2]],
        structure: &Structure,
        symbol: impl Fn(usize) -> Option<u8>,
    ) -> Self {
        let (cells, plate) = (structure.cells(), structure.pieces.len());
        let symbol = |cell: u16| match usize::from(cell) {
            cell if cell < cells => symbol(cell).map(usize::from),
            _ => Some(plate),
        };
        let (mut places, mut counts) = (vec![0; pair_of(plate, plate) + 1], Vec::new());
        let words = plate / 64 + 1;
        let mut beside = vec![0u64; (plate + 1) * words];
        for [low, high] in pairs {
            let symbols = symbol(*low).zip(symbol(*high));
            for (a, b) in symbols.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
                if let Some(word) = beside.get_mut(a * words + b / 64) {
                    *word |= 1 << (b % 64);
                }
            }
            let entry = symbols.and_then(|(low, high)| places.get_mut(pair_of(low, high)));
            let Some(entry) = entry else {
                continue;
            };
            if *entry == 0 {
                counts.push(0);
                *entry = u16::try_from(counts.len()).debug_unwrap_or_default();
            }
            if let Some(count) = counts.get_mut(usize::from(*entry).wrapping_sub(1)) {
                *count += 1;
            }
        }
        Self {
            places: places.into(),
            counts,
            beside: beside.into(),
            words,
        }
    }

    /// 1 if the goal has these symbols on neighbours, else 0.
    #[inline]
    fn beside(&self, a: usize, b: usize) -> u32 {
        let word = self.beside.get(a * self.words + b / 64);
        u32::from(word.is_some_and(|word| word >> (b % 64) & 1 == 1))
    }

    /// The place of a pair of symbols in `counts`, if the goal has it.
    #[inline]
    fn place(&self, symbols: usize) -> Option<usize> {
        let place = self.places.get(symbols)?;
        usize::from(*place).checked_sub(1)
    }
}

impl<K: Kernel> Heuristic<K> for Neighbours {
    /// The number of pairs that are apart.
    type Memo = u32;

    fn start(&self, puzzle: &K, board: &K::Board) -> u32 {
        let goals = self.goals.iter();
        let apart = goals.map(|goal| self.apart(goal, puzzle, board));
        apart.min().unwrap_or(0)
    }

    #[inline]
    fn after(&self, puzzle: &K, before: &K::Board, m: Move, after: &K::Board, memo: u32) -> u32 {
        if !self.is_simple {
            return self.start(puzzle, after);
        }
        let place = puzzle.blank_cell(before) * self.moves + m.index();
        self.change(place, |cell| self.symbol(puzzle, before, cell), memo)
    }

    #[inline]
    fn bound(&self, memo: u32) -> u32 {
        memo.div_ceil(self.relation.max_joined)
    }

    /// There is no table, but the bound after a move is known without the board after it.
    fn lookups(&self) -> usize {
        usize::from(self.is_simple)
    }

    fn within(
        &self,
        puzzle: &K,
        before: &K::Board,
        moves: K::Moves,
        apart: &u32,
        limit: u32,
    ) -> (K::Moves, u32) {
        if !self.is_simple {
            return (moves, u32::MAX);
        }
        // With one more for the plate.
        let mut symbols = [0u16; MAX_CELLS + 1];
        for (cell, symbol) in (0..).zip(&mut symbols).take(self.cells + 1) {
            *symbol = u16::try_from(self.symbol(puzzle, before, cell)).debug_unwrap_or_default();
        }
        let first = puzzle.blank_cell(before) * self.moves;
        let (mut kept, mut least) = (K::Moves::default(), u32::MAX);
        for m in moves {
            let symbol = |cell: u16| symbols.get(usize::from(cell)).map_or(0, |s| (*s).into());
            let after = self.change(first + m.index(), symbol, *apart);
            let bound = after.div_ceil(self.relation.max_joined);
            if bound < limit {
                kept = kept.with(m);
            } else {
                least = least.min(bound);
            }
        }
        (kept, least)
    }

    #[inline]
    fn lookup(&self, _: usize, puzzle: &K, before: &K::Board, m: Move, memo: &u32) -> Lookup {
        let place = puzzle.blank_cell(before) * self.moves + m.index();
        let apart = self.change(place, |cell| self.symbol(puzzle, before, cell), *memo);
        let bound = apart.div_ceil(self.relation.max_joined);
        Lookup {
            plus: u16::try_from(bound).unwrap_or(0),
            ..Lookup::default()
        }
    }

    #[inline]
    fn look_up(&self, lookup: Lookup) -> u32 {
        lookup.plus.into()
    }

    fn away<'h>(&'h self, puzzle: &'h K, start: &K::Board) -> Away<'h, K> {
        let symbol = |cell| Some(puzzle.symbol(start, cell));
        let goal = Required::new(&self.relation.pairs, &puzzle.model().structure, symbol);
        Box::new(move |board| {
            let apart = self.apart(&goal, puzzle, board);
            apart.div_ceil(self.relation.max_joined)
        })
    }
}
