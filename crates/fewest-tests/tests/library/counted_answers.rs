//! Numbers of shortest answers, compared with all move sequences, for moves that coincide.

use std::collections::BTreeMap;

use fewest::kernel::general::{self, General};
use fewest::population::{ByTable, Population};
use fewest::space::Move;
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::support::budget::Budget;
use fewest::survey::{Listing, Survey, survey};
use fewest::symmetry;
use fewest::table::build::build;
use fewest::{Options, Puzzle};

use crate::naive;

type Cells = Vec<u8>;

/// Distances and numbers of shortest answers by plain rules, layer by layer. Each sequence of moves
/// is an answer.
fn counted(structure: &Structure) -> BTreeMap<Cells, (u8, u128)> {
    let boards = naive::boards(&structure.pieces);
    let is_solved = |board: &Cells| naive::meets(&structure.goals, board);
    let solved = boards.iter().filter(|board| is_solved(board));
    let mut known: BTreeMap<Cells, (u8, u128)> =
        solved.map(|board| (board.clone(), (0, 1))).collect();
    for distance in 0.. {
        let further = boards.iter().filter(|board| !known.contains_key(*board));
        let count = |board: &Cells| -> u128 {
            let after = naive::turned(structure, board).into_iter();
            let nearer = after.filter_map(|next| known.get(&next).filter(|k| k.0 == distance));
            nearer.map(|&(_, answers)| answers).sum()
        };
        let layer: Vec<_> = further
            .map(|board| (board.clone(), (distance + 1, count(board))))
            .filter(|(_, (_, answers))| *answers > 0)
            .collect();
        if layer.is_empty() {
            break;
        }
        known.extend(layer);
    }
    known
}

/// Compares a survey of every board with the count. Returns false if the puzzle is invalid.
fn agree(structure: &Structure) -> bool {
    let Ok(puzzle) = General::<general::Cells<8>>::new(structure.clone()) else {
        return false;
    };
    let expected = counted(structure);
    let table = build(&puzzle, Budget::default()).unwrap();
    let population = ByTable::with_ties(puzzle, table, Budget::default()).unwrap();
    holds(structure, &population, &expected);
    true
}

/// For each distance, the number of boards with several goals at that distance.
fn tying(structure: &Structure, all: &BTreeMap<Cells, (u8, u128)>) -> Vec<u64> {
    let only = |goal: &Vec<Option<u8>>| Structure {
        goals: vec![goal.clone()],
        ..structure.clone()
    };
    let apart = structure.goals.iter().map(|goal| counted(&only(goal)));
    let apart: Vec<_> = apart.collect();
    let greatest = all.values().map(|known| known.0).max().unwrap_or(0);
    let mut tying = vec![0; usize::from(greatest) + 1];
    for (board, (distance, _)) in all {
        let nearest =
            |known: &&BTreeMap<_, (u8, _)>| known.get(board).is_some_and(|k| k.0 == *distance);
        tying[usize::from(*distance)] += u64::from(apart.iter().filter(nearest).count() > 1);
    }
    tying
}

fn holds(
    structure: &Structure,
    population: &dyn Population<Puzzle = General<general::Cells<8>>>,
    expected: &BTreeMap<Cells, (u8, u128)>,
) {
    let listing = Listing {
        limit: u64::MAX,
        every: true,
    };
    let found: Survey<_> = survey(population, listing.with_answers(), Budget::default()).unwrap();
    let puzzle = population.puzzle();
    let all = found.hardest.iter().map(|hard| {
        let mut symbols = Vec::new();
        puzzle.symbols(&hard.board, &mut symbols);
        (symbols, (hard.distance, hard.answers))
    });
    assert_eq!(all.collect::<BTreeMap<_, _>>(), *expected, "{structure:?}");
    assert_eq!(
        found.figures.several_goals,
        tying(structure, expected),
        "{structure:?}"
    );
    let greatest = found.figures.farthest;
    let peak = expected.values().filter(|(d, _)| *d == greatest);
    let answers: Vec<u128> = peak.map(|&(_, answers)| answers).collect();
    let (min, max) = (answers.iter().min(), answers.iter().max());
    let peak = found.figures.peak;
    assert_eq!(
        peak.answers,
        min.copied().zip(max.copied()),
        "{structure:?}"
    );
}

/// A ring of four cells. `l` and `r` move the blank both ways; `x` goes left from some cells and
/// right from others. The ring rotated by one cell has the same turns, but other moves make them.
#[test]
fn coinciding_moves_give_separate_answers() {
    let swap = |by: u8, from: u8, to: u8| {
        let mut turn: Vec<u8> = (0..4).collect();
        turn.swap(from.into(), to.into());
        Turn {
            by: Move::new(by),
            needs: vec![(from, 0)],
            from: turn,
        }
    };
    let ring = |cell: u8| [(cell + 3) % 4, (cell + 1) % 4];
    let mut turns: Vec<Turn> = (0..4)
        .flat_map(|cell| [swap(0, cell, ring(cell)[0]), swap(1, cell, ring(cell)[1])])
        .collect();
    turns.extend([swap(2, 0, 1), swap(2, 1, 0)]);
    let structure = Structure {
        pieces: vec![1, 2, 1],
        turns,
        goals: (0..4)
            .map(|cell| (0..4).map(|c| (c == cell).then_some(2)).collect())
            .collect(),
    };
    assert!(symmetry::find(&structure).len() > 1);
    assert!(agree(&structure));
}

/// Small puzzles with coinciding moves, many with symmetries.
#[test]
fn of_random_puzzles_whose_moves_coincide() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut lost = 0;
    for _ in 0..600 {
        let cells = rng.u8(3..=5);
        let mut pieces = vec![1];
        while pieces.iter().sum::<u32>() < cells.into() {
            let left = u32::from(cells) - pieces.iter().sum::<u32>();
            pieces.push(rng.u32(1..=left));
        }
        let symbols = u8::try_from(pieces.len()).unwrap();
        let identity: Vec<u8> = (0..cells).collect();
        let cycle = |cells: &[u8]| {
            let mut from = identity.clone();
            for (i, &cell) in cells.iter().enumerate() {
                from[usize::from(cell)] = cells[(i + 1) % cells.len()];
            }
            from
        };
        let mut turns = Vec::new();
        let has_blank = rng.u8(..4) > 0;
        for by in 0..rng.u8(2..=4) {
            let by = Move::new(by);
            if !has_blank {
                // Few different turns, so that some moves coincide.
                let start = rng.u8(..cells);
                let (next, third) = ((start + 1) % cells, (start + 2) % cells);
                let from = match rng.u8(..3) {
                    0 => cycle(&[start, next]),
                    1 => cycle(&identity),
                    _ => cycle(&[start, next, third]),
                };
                turns.push(Turn {
                    by,
                    needs: Vec::new(),
                    from,
                });
                continue;
            }
            // Both ways round, so that the ring has its symmetries; then between neighbours.
            let start = rng.u8(..cells);
            for cell in 0..cells {
                let (left, right) = ((cell + cells - 1) % cells, (cell + 1) % cells);
                let from = match by.index() {
                    0 => cycle(&[cell, left]),
                    1 => cycle(&[cell, right]),
                    _ if cell == start => cycle(&[cell, right]),
                    _ if left == start => cycle(&[cell, left]),
                    _ => continue,
                };
                turns.push(Turn {
                    by,
                    needs: vec![(cell, 0)],
                    from,
                });
            }
        }
        let piece = rng.u8(..symbols);
        let everywhere = |symbol: u8| -> Vec<Vec<Option<u8>>> {
            let goal = |cell| (0..cells).map(|c| (c == cell).then_some(symbol)).collect();
            (0..cells).map(goal).collect()
        };
        let goals = match rng.u8(..3) {
            0 => everywhere(piece).split_off(usize::from(rng.u8(..cells))),
            1 => vec![(0..cells).map(|_| None).collect()],
            _ => {
                let boards = naive::boards(&pieces);
                let goal = |_| boards[rng.usize(..boards.len())].iter().copied();
                (0..2)
                    .map(goal)
                    .map(|goal| goal.map(Some).collect())
                    .collect()
            }
        };
        let structure = Structure {
            pieces,
            turns,
            goals,
        };
        let all = symmetry::find(&structure);
        let is_lost = all.keeping_answers(&structure).len() < all.len();
        lost += u32::from(agree(&structure) && is_lost);
    }
    assert!(lost > 50, "{lost}");
}

/// The handle counts the answers of one board by lookups; surveys add up ways through whole layers.
#[test]
fn the_handle_counts_as_surveys_do() {
    let options = Options::default();
    for name in ["eight", "sliding:4x2", "sixteen3", "pancakes"] {
        let puzzle = Puzzle::open(name).expect("a known name");
        let listing = Listing {
            limit: 3,
            every: true,
        };
        let survey = puzzle.survey(listing, &options).expect("a survey");
        for hard in survey.hardest {
            let number = Listing {
                limit: 0,
                every: true,
            };
            let all = puzzle.all_answers(&hard.board, number, &options);
            let count = all.expect("tables").count;
            assert_eq!(
                count.exact(),
                Some(hard.answers),
                "{name}: {:?}",
                hard.board
            );
        }
    }
}
