//! How many shortest answers boards have.
//!
//! Every move of a shortest answer leads to a board that is one nearer, so the answers of a board
//! are the ways down through the layers of boards at distance `d`, `d - 1`, ..., 0. Whatever boards
//! are asked about, their ways share most of these layers: each layer is listed once, from the top
//! down, with the steps from each of its boards to the next layer, and the ways are added up from
//! the bottom. What is counted is sequences of moves, not the boards on their way: different moves
//! that lead to the same board are different answers. Boards that look [alike](Population::alike)
//! to the goals have as many answers, as have those that symmetries carry into each other which
//! [keep answers](crate::symmetry::Symmetries::keeping_answers): one stands for all of them.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::SurveyError;
use crate::population::Population;
use crate::space::StateSpace;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;

/// Boards whose steps are worked out together.
const CHUNK: usize = 1 << 12;

/// Different boards, in the order in which they were first met.
struct Layer<B> {
    places: FxHashMap<B, u32>,
    boards: Vec<B>,
}

impl<B: Copy + Eq + std::hash::Hash> Layer<B> {
    fn with_room(room: usize) -> Self {
        Self {
            places: FxHashMap::with_capacity_and_hasher(room, FxBuildHasher),
            boards: Vec::with_capacity(room),
        }
    }

    /// The board's place. There is room for four billion; more would take other limits much sooner.
    fn place(&mut self, board: B) -> u32 {
        *self.places.entry(board).or_insert_with(|| {
            self.boards.push(board);
            u32::try_from(self.boards.len() - 1).debug_unwrap_or(u32::MAX)
        })
    }
}

/// The steps from the boards of a layer to places of the next.
struct Steps {
    /// By board: how many.
    counts: Vec<u8>,
    /// Of the first board, then of the second, ...
    to: Vec<u32>,
}

impl Steps {
    fn bytes(&self) -> u64 {
        (self.counts.len() + self.to.len() * size_of::<u32>()) as u64
    }

    /// The ways down from each board of the layer, by those of the next.
    fn ways(&self, below: &[u128]) -> Vec<u128> {
        let mut to = self.to.iter();
        let through = |&place: &u32| below.get(place as usize).copied().debug_unwrap_or(0);
        let mut add = |&count: &u8| {
            let steps = to.by_ref().take(count.into());
            steps.map(through).fold(0u128, u128::saturating_add)
        };
        self.counts.iter().map(&mut add).collect()
    }
}

/// The number of shortest answers of each board, at most [`u128::MAX`]; 0 for those that nothing
/// solves.
///
/// # Errors
/// If it takes more memory than allowed, or is cancelled.
///
/// ```
/// use fewest::support::budget::Budget;
/// use fewest::kernel::tiles::{Board, Nibbles, Order, Size, Tiles};
/// use fewest::population::ByTable;
/// use fewest::survey::ways;
/// use fewest::table::build::build;
///
/// let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, Budget::default())?;
/// let boards = [[1, 2, 3, 0], [1, 2, 0, 3], [0, 3, 2, 1], [2, 1, 3, 0]];
/// let boards = boards.map(|tiles| Board::new(&tiles).expect("each tile once"));
/// let ways = ways(&ByTable::new(puzzle, table), &boards, &Budget::default())?;
/// // Solved; a move away; half-way round the ring of boards; not to be solved.
/// assert_eq!(ways, [1, 1, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ways<P: StateSpace>(
    population: &dyn Population<Puzzle = P>,
    boards: &[P::Board],
    budget: &Budget<'_>,
) -> Result<Vec<u128>, Unfinished<SurveyError>> {
    ways_by_class(population, boards, |board| *board, budget)
}

/// The same where `like` gives a board that has as many shortest answers.
pub(super) fn ways_by_class<P: StateSpace>(
    population: &dyn Population<Puzzle = P>,
    boards: &[P::Board],
    mut like: impl FnMut(&P::Board) -> P::Board,
    budget: &Budget<'_>,
) -> Result<Vec<u128>, Unfinished<SurveyError>> {
    let distance = |board| population.distance(board);
    let distances: Vec<Option<u8>> = boards.iter().map(distance).collect();
    let Some(top) = distances.iter().flatten().copied().max() else {
        return Ok(vec![0; boards.len()]);
    };
    if let Some(progress) = budget.progress {
        progress.begin("counting answers", "boards", None);
    }
    // By board: its place in the layer of its distance.
    let mut places = vec![0u32; boards.len()];
    let asked = |at: u8| {
        let asked = distances.iter().enumerate();
        asked.filter_map(move |(i, &distance)| (distance == Some(at)).then_some(i))
    };
    let mut layer = Layer::with_room(boards.len());
    // From the top down to the layer above the solved boards.
    let mut layers: Vec<Steps> = Vec::new();
    let mut used = 0;
    for distance in (0..=top).rev() {
        for i in asked(distance) {
            places[i] = layer.place(like(&population.alike(&boards[i])));
        }
        if let Some(nearer) = distance.checked_sub(1) {
            let (steps, next) = descend(population, &layer.boards, nearer, &mut like, budget)?;
            used += steps.bytes();
            allow(used + bytes(&layer) + bytes(&next), budget)?;
            layers.push(steps);
            layer = next;
        }
    }
    let mut found = vec![0; boards.len()];
    let mut ways = vec![1; layer.boards.len()];
    for distance in 0..=top {
        for i in asked(distance) {
            found[i] = ways.get(places[i] as usize).copied().debug_unwrap_or(0);
        }
        if let Some(steps) = layers.pop() {
            ways = steps.ways(&ways);
        }
    }
    Ok(found)
}

fn bytes<B>(layer: &Layer<B>) -> u64 {
    let entry = size_of::<(B, u32)>() + 1;
    (layer.places.capacity() * entry + layer.boards.capacity() * size_of::<B>()) as u64
}

fn allow(needed: u64, budget: &Budget<'_>) -> Result<(), SurveyError> {
    match budget.memory {
        Some(allowed) if needed > allowed => Err(SurveyError::Memory { needed, allowed }),
        _ => Ok(()),
    }
}

/// The steps from these boards to distance `nearer`, and the boards there.
fn descend<P: StateSpace>(
    population: &dyn Population<Puzzle = P>,
    boards: &[P::Board],
    nearer: u8,
    mut like: impl FnMut(&P::Board) -> P::Board,
    budget: &Budget<'_>,
) -> Result<(Steps, Layer<P::Board>), Unfinished<SurveyError>> {
    let mut next = Layer::with_room(boards.len());
    let mut steps = Steps {
        counts: Vec::with_capacity(boards.len()),
        to: Vec::with_capacity(boards.len()),
    };
    for chunk in boards.chunks(CHUNK) {
        budget.check()?;
        let puzzle = population.puzzle();
        for board in chunk {
            let before = steps.to.len();
            for m in puzzle.moves(board) {
                let after = puzzle.after(board, m);
                if population.distance(&after) == Some(nearer) {
                    steps.to.push(next.place(like(&population.alike(&after))));
                }
            }
            steps
                .counts
                .push(u8::try_from(steps.to.len() - before).debug_unwrap_or(0));
        }
        if let Some(progress) = budget.progress {
            progress.add(chunk.len() as u64);
        }
    }
    Ok((steps, next))
}
