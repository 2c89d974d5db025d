//! Surveys compared with known figures and with plain recursion.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest::kernel::general::{Cells, General};
use fewest::population::{ByTable, Population, Random};
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Goals, Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::{Progress, Unfinished};
use fewest::survey::{Listing, Survey, SurveyError, survey, ways};
use fewest::table::build::build;
use fewest::{Goal, Options, PuzzleError};

use crate::common::small;
use crate::naive;

const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn population<P: Ranked>(puzzle: P) -> ByTable<P> {
    let table = build(&puzzle, Budget::default()).unwrap();
    ByTable::new(puzzle, table)
}

fn surveyed<P: Structured>(
    population: &dyn Population<Puzzle = P>,
    max_boards: u64,
    every: bool,
) -> Survey<P::Board> {
    survey(
        population,
        Listing {
            limit: max_boards,
            every,
        }
        .with_answers(),
        Budget::default(),
    )
    .unwrap()
}

/// Counts the sequences of `left` moves that end in a solved board, without using distances.
fn by_recursion<P: StateSpace>(puzzle: &P, board: &P::Board, left: u8) -> u128 {
    if left == 0 {
        return puzzle.is_solved(board).into();
    }
    let after = |m| by_recursion(puzzle, &puzzle.after(board, m), left - 1);
    puzzle.moves(board).map(after).sum()
}

fn at<P: StateSpace>(population: &dyn Population<Puzzle = P>, distance: u8) -> Vec<P::Board> {
    let mut boards = Vec::new();
    population.each_at(distance, &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    });
    boards
}

#[test]
fn boards_of_2_x_3_have_as_many_answers_as_there_are() {
    let population = population(small(3, 2, 5));
    let boards: Vec<_> = (0..=17).flat_map(|d| at(&population, d)).collect();
    assert_eq!(boards.len(), 323);
    let found = ways(&population, &boards, |board| *board, &Budget::default()).unwrap();
    for (board, found) in boards.iter().zip(found) {
        let distance = population.distance(board).unwrap();
        let expected = by_recursion(population.puzzle(), board, distance);
        assert_eq!(found, expected, "{board:?}");
        assert!(found > 0);
    }
}

#[test]
fn samples_of_eight_have_as_many_answers_as_there_are() {
    let population = population(small(3, 3, 8));
    let mut random = Random::new(6);
    let boards: Vec<_> = (0..=16)
        .flat_map(|distance| [distance; 2])
        .filter_map(|distance| population.draw(distance, &mut random))
        .collect();
    let found = ways(&population, &boards, |board| *board, &Budget::default()).unwrap();
    for (board, found) in boards.iter().zip(&found) {
        let distance = population.distance(board).unwrap();
        assert_eq!(*found, by_recursion(population.puzzle(), board, distance));
    }
    assert!(found.iter().any(|&found| found > 1), "{found:?}");
}

/// Every way back from a board is a way to it, and a search from the solved board adds these up.
#[test]
fn boards_of_pieces_have_as_many_answers_as_there_are() {
    let puzzle = fewest::Puzzle::open("skewb-layer").unwrap();
    let puzzle = General::<Cells<64>>::of(Arc::clone(puzzle.model())).unwrap();
    let mut boards = puzzle.solved();
    let mut expected = HashMap::from([(boards[0], (0, 1))]);
    for place in 0.. {
        let Some(board) = boards.get(place).copied() else {
            break;
        };
        let (distance, ways) = expected[&board];
        for m in puzzle.moves(&board) {
            let after = puzzle.after(&board, m);
            let known = expected.entry(after).or_insert_with(|| {
                boards.push(after);
                (distance + 1, 0)
            });
            if known.0 == distance + 1 {
                known.1 += ways;
            }
        }
    }
    assert_eq!(boards.len(), 5_832);
    let population = population(puzzle);
    let found = ways(&population, &boards, |board| *board, &Budget::default()).unwrap();
    for (board, found) in boards.iter().zip(found) {
        assert_eq!(found, expected[board].1, "{board:?}");
    }
}

/// A list of boards may repeat some, and leave out the hardest ones and the solved one.
#[test]
fn answers_of_some_boards_are_those_among_all() {
    let population = population(small(3, 2, 5));
    let all: Vec<_> = (0..=21).flat_map(|d| at(&population, d)).collect();
    let answers = |boards: &[_]| ways(&population, boards, |board| *board, &Budget::default());
    let of_all = answers(&all).unwrap();
    let some: Vec<usize> = (0..300).map(|place| 1 + place * 7 % 340).collect();
    let boards: Vec<_> = some.iter().map(|&place| all[place]).collect();
    let expected: Vec<u128> = some.iter().map(|&place| of_all[place]).collect();
    assert_eq!(answers(&boards).unwrap(), expected);
}

#[test]
fn answers_take_memory() {
    let population = population(small(3, 3, 8));
    let boards = at(&population, 31);
    let answers = |memory| {
        let budget = Budget {
            memory: Some(memory),
            ..Budget::default()
        };
        ways(&population, &boards, |board| *board, &budget)
    };
    // Two layers take three bits per board.
    let layers = 181_440 * 3 / 8;
    for memory in [0, layers - 1000, layers + 1000] {
        let error = answers(memory).unwrap_err();
        let Unfinished::Failed(SurveyError::Memory { needed, allowed }) = error else {
            panic!("{error:?}");
        };
        assert!(
            allowed == memory && needed > memory && needed >= layers,
            "{needed}"
        );
    }
    assert_eq!(answers(10_000_000).map(|found| found.len()), Ok(2));
}

#[test]
fn eight() {
    let survey = surveyed(&population(small(3, 3, 8)), 0, false);
    let figures = survey.figures;
    assert_eq!(figures.counts, EIGHT, "OEIS A089473");
    assert_eq!(
        (figures.boards, figures.unsolvable),
        (181_440, Some(181_440))
    );
    assert_eq!((figures.farthest, figures.median), (31, 22));
    assert!((figures.mean - 21.972_398).abs() < 1e-6, "{}", figures.mean);
    assert_eq!(figures.several_goals, [0; 32]);
    assert_eq!(figures.peak.boards, 2);
    assert!(survey.hardest.is_empty());
}

#[test]
fn the_hardest_boards_of_eight() {
    let population = population(small(3, 3, 8));
    let survey = surveyed(&population, 230, true);
    let distances: Vec<u8> = survey.hardest.iter().map(|hard| hard.distance).collect();
    assert_eq!(
        distances,
        [vec![31; 2], vec![30; 221], vec![29; 7]].concat()
    );
    let puzzle = population.puzzle();
    for hard in &survey.hardest {
        assert_eq!(population.distance(&hard.board), Some(hard.distance));
        assert_eq!(hard.answer.len(), usize::from(hard.distance));
        let mut board = hard.board;
        for &m in &hard.answer {
            let left = population.distance(&board).unwrap();
            let first = puzzle
                .moves(&board)
                .find(|&m| population.distance(&puzzle.after(&board, m)) == Some(left - 1));
            assert_eq!(Some(m), first, "the least");
            puzzle.apply(&mut board, m);
        }
        assert!(puzzle.is_solved(&board));
    }
    let peak = survey.figures.peak;
    let answers = |hard: &fewest::survey::HardBoard<_>| hard.answers;
    let of_peak = || survey.hardest[..2].iter().map(answers);
    assert_eq!(of_peak().min().zip(of_peak().max()), peak.answers);
}

#[test]
fn more_than_there_are() {
    let population = population(small(2, 2, 3));
    let survey = surveyed(&population, u64::MAX, true);
    assert_eq!(survey.hardest.len(), 12);
    assert_eq!(survey.hardest[11].distance, 0);
    assert_eq!(
        (survey.hardest[11].answers, survey.hardest[11].answer.len()),
        (1, 0)
    );
}

#[test]
fn limits_and_cancellation() {
    let population = population(small(3, 3, 8));
    let every = Listing {
        limit: u64::MAX,
        every: true,
    };
    let survey = |listing, budget| survey(&population, listing, budget).map(|_| ());
    for memory in [8, 100_000] {
        let budget = Budget {
            memory: Some(memory),
            ..Budget::default()
        };
        let error = survey(every, budget).unwrap_err();
        assert!(
            matches!(error, Unfinished::Failed(SurveyError::Memory { allowed, needed }) if allowed == memory && needed > memory)
        );
    }
    let (cancel, progress) = (AtomicBool::new(true), Progress::new());
    let budget = Budget {
        cancel: Some(&cancel),
        progress: Some(&progress),
        ..Budget::default()
    };
    assert_eq!(survey(every, budget), Err(Unfinished::Cancelled));
    let budget = Budget {
        progress: Some(&progress),
        ..Budget::default()
    };
    assert_eq!(survey(every, budget), Ok(()));
    assert_eq!(progress.stage().title, "counting answers");
    assert!(progress.done() > 0);
}

#[test]
fn surveys_write_boards_by_the_users_names() {
    let options = Options {
        goal: Some(Goal::Named(fewest::model::NamedGoal::Snail)),
        ..Options::default()
    };
    let listing = Listing {
        limit: 3,
        every: true,
    };
    let eight = fewest::Puzzle::open("eight").unwrap();
    let found = eight.survey(listing, &options).unwrap();
    assert_eq!(
        (eight.name(), eight.title()),
        ("eight", "sliding tiles, 3 x 3")
    );
    let goal = found.goal.map(|goal| eight.text(&goal));
    assert_eq!(goal.as_deref(), Some("1 2 3 8 0 4 7 6 5"));
    assert_eq!(found.hardest.len(), 3);
    // A solver, which does not use surveys, agrees.
    let mut session = crate::common::session("eight", goal.as_deref(), &crate::common::as_json());
    for hard in &found.hardest {
        let answers = crate::common::json(&mut session, &eight.text(&hard.board));
        assert_eq!(answers[0]["distance"], hard.distance);
        assert_eq!(
            answers[0]["moves"],
            eight.moves_text(&hard.board, &hard.answer)
        );
        assert_eq!(eight.drawing(&hard.board).lines().count(), 3);
    }
    options
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(
        eight.survey(listing, &options),
        Err(Unfinished::Cancelled)
    ));
    let fifteen = fewest::Puzzle::open("fifteen").unwrap();
    assert!(matches!(
        fifteen.survey(listing, &Options::default()),
        Err(Unfinished::Failed(PuzzleError::Solver(_)))
    ));
}

/// The hardest of each class, compared with all of them, and classes compared with single images.
#[test]
fn classes_of_the_hardest_boards() {
    let population = population(small(3, 3, 4));
    let puzzle = population.puzzle();
    let counts = population.counts();
    let deepest = counts[counts.len() - 3..].iter().sum();
    let every = surveyed(&population, deepest, true).hardest;
    let symmetries = fewest::symmetry::find(&puzzle.structure());
    let symbols = |board| {
        let mut symbols = Vec::new();
        puzzle.symbols(board, &mut symbols);
        symbols
    };
    let mut expected = Vec::new();
    for hard in &every {
        let orbit = symmetries.orbit(&symbols(&hard.board));
        assert_eq!(hard.class, orbit.len() as u64);
        if orbit[0] == symbols(&hard.board) {
            expected.push(hard.clone());
        }
        for image in orbit {
            let image = puzzle.board(&image).unwrap();
            let other = every.iter().find(|other| other.board == image);
            assert_eq!(other.map(|other| other.answers), Some(hard.answers));
        }
    }
    let classes = expected.iter().map(|hard| hard.class);
    assert_eq!(classes.sum::<u64>(), deepest);
    assert!(expected.len() < every.len() / 6);
    let survey = surveyed(&population, expected.len() as u64, false);
    assert_eq!(survey.hardest, expected);
    let greatest = survey.figures.farthest;
    let classes = expected.iter().filter(|hard| hard.distance == greatest);
    assert_eq!(survey.figures.peak.classes, classes.count() as u64);
}

/// Eight books are sorted by exchanging neighbouring blocks, in 84 ways.
#[test]
fn books_have_more_than_64_moves() {
    let books: Vec<u8> = (0..8).collect();
    let mut exchanged = Vec::new();
    for first in 0..8 {
        for second in first + 1..8 {
            for end in second + 1..=8 {
                let mut from = books.clone();
                from[first..end].rotate_left(second - first);
                exchanged.push(from);
            }
        }
    }
    let turns = (0..).zip(&exchanged).map(|(by, from)| Turn {
        by: Move::new(by),
        needs: Vec::new(),
        from: from.clone(),
    });
    let structure = Structure {
        pieces: vec![1; 8],
        turns: turns.collect(),
        goals: vec![books.iter().copied().map(Some).collect()],
    };
    let puzzle = General::<Cells<256, 4>>::new(structure).unwrap();
    assert_eq!(puzzle.moves(&puzzle.goals()[0]).len(), 84);
    let table = build(&puzzle, Budget::default()).unwrap();
    let after = |board: &Vec<u8>| -> Vec<Vec<u8>> {
        let carried = |from: &Vec<u8>| from.iter().map(|&cell| board[usize::from(cell)]).collect();
        exchanged.iter().map(carried).collect()
    };
    assert_eq!(table.counts(), naive::counts(books, after, u32::MAX));
}
