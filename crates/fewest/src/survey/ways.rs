//! Numbers of shortest answers.
//!
//! Answers are paths down through layers of boards (`descent`). The paths of different boards share
//! most layers, so each layer is listed once. Boards that look [alike](Population::alike) to the
//! goals have equally many answers. So do symmetric boards, if the symmetry [keeps
//! answers](crate::symmetry::Symmetries::keeping_answers). One board represents them all.
//!
//! If a table has the distances, layers are sets of ranks (`ranked_ways`): ranks are so fast that
//! nothing is gained by fewer of them.

use super::descent::{Layer, StepsDown};
use super::error::{SurveyError, allow};
use super::ranked_ways::{self, RankedBoard};
use crate::population::Population;
use crate::space::StateSpace;
use crate::support::budget::Budget;
use crate::support::invariant::Invariant;
use crate::support::progress::Unfinished;

/// Boards between two checks of the cancel flag.
const BOARDS_PER_TASK: usize = 1 << 12;

/// The number of shortest answers of each board, at most [`u128::MAX`]; 0 for unsolvable boards.
/// `like` returns a board with equally many answers: the same board for as many boards as it can.
/// It is not asked if the population's distances are [ranked](Population::ranked).
///
/// # Errors
/// If it takes more memory than allowed, or is cancelled.
///
/// ```
/// use fewest::support::budget::Budget;
/// use fewest::kernel::tiles::{TileBoard, Nibbles, Order, Size, Tiles};
/// use fewest::population::ByTable;
/// use fewest::survey::ways;
/// use fewest::table::build::build;
///
/// let size = Size::new(2, 2).expect("a size");
/// let puzzle = Tiles::<Nibbles>::rectangle(size, 3, Order::default()).expect("16 cells at most");
/// let table = build(&puzzle, Budget::default())?;
/// let boards = [[1, 2, 3, 0], [1, 2, 0, 3], [0, 3, 2, 1], [2, 1, 3, 0]];
/// let boards = boards.map(|tiles| TileBoard::new(&tiles).expect("each tile once"));
/// let ways = ways(&ByTable::new(puzzle, table), &boards, |board| *board, &Budget::default())?;
/// // Solved; a move away; half-way round the ring of boards; not to be solved.
/// assert_eq!(ways, [1, 1, 2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ways<P: StateSpace>(
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
    budget.begin("counting answers", "boards", None);
    if let Some(ranked) = population.ranked() {
        let solvable: Vec<RankedBoard> = boards
            .iter()
            .zip(&distances)
            .enumerate()
            .filter_map(|(place, (board, &distance))| {
                Some(RankedBoard {
                    place,
                    rank: population.rank(board)?,
                    distance: distance?,
                })
            })
            .collect();
        return ranked_ways::ways(ranked, &solvable, boards.len(), budget);
    }
    // The place of each board in the layer of its distance.
    let mut places = vec![0u32; boards.len()];
    let asked = |at: u8| {
        let asked = distances.iter().enumerate();
        asked.filter_map(move |(i, &distance)| (distance == Some(at)).then_some(i))
    };
    let mut layer = Layer::with_room(boards.len());
    // From the top down to the layer above the solved boards.
    let mut layers: Vec<StepsDown<()>> = Vec::new();
    let mut used = 0;
    for distance in (0..=top).rev() {
        for i in asked(distance) {
            places[i] = layer.place(&like(&population.representative(&boards[i])), |board| {
                *board
            });
        }
        if let Some(nearer) = distance.checked_sub(1) {
            let mut next = Layer::with_room(layer.boards.len());
            let boards = &layer.boards;
            let steps = descend(population, boards, nearer, &mut next, &mut like, budget)?;
            used += steps.bytes();
            allow(used + layer.bytes() + next.bytes(), budget)?;
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
            ways = steps.ways(&ways, |()| true);
        }
    }
    Ok(found)
}

/// The steps from these boards to distance `nearer`, whose boards are added to the `next` layer.
fn descend<P: StateSpace>(
    population: &dyn Population<Puzzle = P>,
    boards: &[P::Board],
    nearer: u8,
    next: &mut Layer<P::Board>,
    mut like: impl FnMut(&P::Board) -> P::Board,
    budget: &Budget<'_>,
) -> Result<StepsDown<()>, Unfinished<SurveyError>> {
    let mut steps = StepsDown::with_room(boards.len());
    for chunk in boards.chunks(BOARDS_PER_TASK) {
        budget.check()?;
        let puzzle = population.puzzle();
        for board in chunk {
            let before = steps.to.len();
            for m in puzzle.moves(board) {
                let after = puzzle.after(board, m);
                if population.distance(&after) == Some(nearer) {
                    let seen = like(&population.representative(&after));
                    steps.to.push(((), next.place(&seen, |board| *board)));
                }
            }
            steps.end(before);
        }
        budget.advance(chunk.len() as u64);
    }
    Ok(steps)
}
