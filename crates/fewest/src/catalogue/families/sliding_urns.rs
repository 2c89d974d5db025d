//! Boards of sliding tiles to draw from: near the goal where there is no table, and with a goal each.

use super::allowance;
use super::generate::{Lot, Pair, Urn};
use crate::catalogue::request::{Request, RequestError};
use crate::population::{ByTable, Population, Random, Shells, ShellsError};
use crate::progress::Unfinished;
use crate::puzzle::Ranked;
use crate::puzzles::sliding::{Board, Order, Relabelling, Size, Sliding, Tiles};
use crate::solver::SolverError;
use crate::table::build::{Allowance, build, bytes};

/// A table of at most so many boards is built without a second thought.
const QUICK: u64 = 2_000_000;
/// The share of a table's bytes that may be spent on boards near the goal, before the table is built instead.
const NEAR_SHARE: u64 = 8;
/// God's number of the 15-puzzle with the blank at home in a corner, and how many boards need so many moves (R. E. Korf, P. Schultze,
/// "Large-scale parallel breadth-first search", 2005).
const FIFTEEN_FARTHEST: u8 = 80;
const FIFTEEN_HARDEST: u64 = 17;

fn puzzle<T: Tiles>(size: Size, blank: usize) -> Result<Sliding<T>, RequestError> {
    Sliding::rectangle(size, blank, Order::default())
        .ok_or_else(|| SolverError::TooLarge(format!("{}x{}", size.width(), size.height())).into())
}

/// How rare boards at a distance are that can't be listed, as far as it is known.
fn rarity(size: Size, blank: usize, distance: u8, error: &ShellsError) -> Option<String> {
    let ShellsError::Memory { expected, .. } = error;
    let cells = size.cells() as u128;
    let boards = (3..=cells).try_fold(1, u128::checked_mul)?;
    let is_corner = [0, 3, 12, 15].contains(&blank);
    if (size.width(), size.height()) == (4, 4) && is_corner && distance >= FIFTEEN_FARTHEST {
        return Some(format!(
            "; of {boards} boards {FIFTEEN_HARDEST} need {FIFTEEN_FARTHEST} moves, and none needs more"
        ));
    }
    let one_in = boards / u128::from((*expected)?.max(1));
    Some(format!(
        "; about one board in {one_in} is at distance {distance}"
    ))
}

/// The boards near the goal.
pub(super) struct Near<T> {
    shells: Shells<Board<T>>,
    names: Relabelling,
}

impl<T: Tiles> Near<T> {
    /// The boards up to a distance from the goal of these names; `None` if a table is the better way.
    pub(super) fn new(
        size: Size,
        names: Relabelling,
        farthest: u8,
        request: &Request,
    ) -> Result<Option<Self>, Unfinished<RequestError>> {
        let puzzle = puzzle::<T>(size, names.blank())?;
        if puzzle.is_ranked() && puzzle.boards() <= QUICK {
            return Ok(None);
        }
        let memory = request.limits.memory;
        let allowed = if puzzle.is_ranked() {
            let share = bytes(&puzzle) / NEAR_SHARE;
            Some(memory.map_or(share, |memory| memory.min(share)))
        } else {
            memory
        };
        let allowance = Allowance {
            memory: allowed,
            ..allowance(request)
        };
        let mut shells = match Shells::grow(&puzzle, vec![puzzle.goal()], farthest, allowance) {
            Ok(shells) => shells,
            Err(Unfinished::Failed(ShellsError::Memory { .. })) if puzzle.is_ranked() => {
                return Ok(None);
            }
            Err(unfinished) => {
                return Err(unfinished.map(|error| {
                    let rare = rarity(size, names.blank(), farthest, &error);
                    RequestError::NoSuchBoards(format!("{error}{}", rare.unwrap_or_default()))
                }));
            }
        };
        if puzzle.is_ranked() {
            // A seed gives the same boards whichever way they are found.
            shells.sort_by_key(|board| puzzle.rank(board));
        }
        Ok(Some(Self { shells, names }))
    }
}

impl<T: Tiles> Urn<Board<T>> for Near<T> {
    fn counts(&self) -> &[u64] {
        self.shells.counts()
    }

    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<Board<T>>> {
        let board = self.shells.draw(distance, random)?;
        Some((self.names.restore(&board), None))
    }
}

/// Starts with a goal each: all pairs of boards by the distance between them.
pub(super) struct Pairs<T: Tiles> {
    /// By the cell of the goal's blank.
    populations: Vec<ByTable<Sliding<T>>>,
    counts: Vec<u64>,
}

impl<T: Tiles> Pairs<T> {
    /// The pairs of one size.
    pub(super) fn new(size: Size, request: &Request) -> Result<Self, Unfinished<RequestError>> {
        let mut populations = Vec::with_capacity(size.cells());
        let mut counts = Vec::new();
        // Whatever the names of its tiles, a goal has as many boards at each distance.
        let names: u64 = (1..size.cells() as u64).product();
        for blank in 0..size.cells() {
            let puzzle = puzzle(size, blank)?;
            let table = build(&puzzle, allowance(request))?;
            counts.resize(counts.len().max(table.counts().len()), 0);
            for (count, boards) in counts.iter_mut().zip(table.counts()) {
                *count += boards * names;
            }
            populations.push(ByTable::new(puzzle, table));
        }
        Ok(Self {
            populations,
            counts,
        })
    }
}

impl<T: Tiles> Urn<Board<T>> for Pairs<T> {
    fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Draws the cell of the goal's blank by how many boards it has at this distance, the goal's other tiles, and the start.
    fn draw(&self, distance: u8, random: &mut Random) -> Option<Pair<Board<T>>> {
        let count = |population: &ByTable<_>| {
            let counts = population.counts();
            counts.get(usize::from(distance)).copied().unwrap_or(0)
        };
        let mut place = random.below(self.populations.iter().map(count).sum());
        let population = self.populations.iter().find(|population| {
            let count = count(population);
            let is_here = place < count;
            place = place.saturating_sub(count);
            is_here
        })?;
        let puzzle = population.puzzle();
        let mut tiles: Vec<u8> = (1..=u8::MAX).take(puzzle.cells() - 1).collect();
        random.shuffle(&mut tiles);
        tiles.insert(puzzle.goal().blank(), 0);
        let goal = Board::new(&tiles)?;
        let start = population.draw(distance, random)?;
        let names = Relabelling::of(&goal, puzzle.size()?);
        Some((names.restore(&start), Some(goal)))
    }
}

/// All boards of a size that can be solved, or all that can't; with a goal of its own each, also drawn, if none is given.
pub(super) fn all_of<T: Tiles>(
    size: Size,
    goal: Option<Board<T>>,
    is_solvable: bool,
) -> Option<Lot<Board<T>>> {
    let blanks = match goal {
        Some(goal) => goal.blank()..goal.blank() + 1,
        None => 0..size.cells(),
    };
    let puzzles: Vec<Sliding<T>> = blanks
        .map(|blank| Sliding::rectangle(size, blank, Order::default()))
        .collect::<Option<_>>()?;
    let factorial = (1..=size.cells() as u128).try_fold(1, u128::checked_mul);
    let goals = if goal.is_some() { Some(1) } else { factorial };
    let boards = factorial
        .zip(goals)
        .and_then(|(a, b)| (a / 2).checked_mul(b));
    let draw = move |random: &mut Random| {
        let mut shuffled = || {
            #[expect(clippy::cast_possible_truncation, reason = "at most 256 cells")]
            let mut tiles: Vec<u8> = (0..size.cells()).map(|tile| tile as u8).collect();
            random.shuffle(&mut tiles);
            tiles
        };
        let drawn = match goal {
            Some(_) => None,
            None => Some(Board::new(&shuffled())?),
        };
        let names = Relabelling::of(&drawn.or(goal)?, size);
        let puzzle = puzzles
            .iter()
            .find(|puzzle| puzzle.goal().blank() == names.blank())?;
        let mut tiles = shuffled();
        let mut board = Board::new(&tiles)?;
        if puzzle.is_solvable(&board) != is_solvable {
            // Exchanging two tiles pairs the boards that can be solved with those that can't.
            for tile in tiles.iter_mut().filter(|tile| matches!(**tile, 1 | 2)) {
                *tile = 3 - *tile;
            }
            board = Board::new(&tiles)?;
        }
        Some(((names.restore(&board), drawn), None))
    };
    Some(Lot {
        boards: boards.unwrap_or(u128::MAX),
        draw: Box::new(draw),
    })
}
