//! Populations of defined puzzles that are tabulated as their goals see them, and the boards that can be solved, held against
//! tables of all their boards.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use fewest::population::{BySymbols, BySymbolsError, ByTable, ByView, Fibres, Population, Random};
use fewest::puzzle::{Move, Puzzle, Ranked};
use fewest::puzzles::defined::{Board, Defined, Merging};
use fewest::solver::Solvable;
use fewest::structure::{Structure, Turn};
use fewest::survey::{HardBoard, Listing, Survey, survey};
use fewest::table::Table;
use fewest::table::build::{Allowance, BuildError, build};

use crate::generate::is_fair;

type Puzzle9 = Defined<16>;

fn table<P: Ranked>(puzzle: &P) -> Table {
    build(puzzle, Allowance::default()).unwrap()
}

fn turn(by: u8, needs: Option<(u8, u8)>, from: Vec<u8>) -> Turn {
    let by = Move::new(by);
    Turn { by, needs, from }
}

/// A blank, symbol 0, that swaps with the tile beside it.
fn sliding(width: u8, height: u8, pieces: &[u32], goals: &[&[Option<u8>]]) -> Structure {
    let cells = width * height;
    let mut turns = Vec::new();
    for cell in 0..cells {
        let (x, y) = (cell % width, cell / width);
        let others = [
            (y + 1 < height).then_some(cell + width),
            (x > 0).then(|| cell - 1),
            (x + 1 < width).then_some(cell + 1),
            (y > 0).then(|| cell.wrapping_sub(width)),
        ];
        for (by, other) in (0..).zip(others) {
            if let Some(other) = other {
                let mut from: Vec<u8> = (0..cells).collect();
                from.swap(cell.into(), other.into());
                turns.push(turn(by, Some((cell, 0)), from));
            }
        }
    }
    Structure {
        pieces: pieces.to_vec(),
        turns,
        goals: goals.iter().map(|goal| goal.to_vec()).collect(),
    }
}

const ANY: Option<u8> = None;

const fn some<const N: usize>(symbols: [u8; N]) -> [Option<u8>; N] {
    let mut goal = [None; N];
    let mut cell = 0;
    while cell < N {
        goal[cell] = Some(symbols[cell]);
        cell += 1;
    }
    goal
}

/// The 8-puzzle without a care for two of its tiles, or for the places of three, two of which are alike.
fn careless() -> [Structure; 2] {
    let mut goal = some([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    goal[6..8].fill(ANY);
    let one = sliding(3, 3, &[1; 9], &[&goal]);
    goal[3..].fill(ANY);
    [one, sliding(3, 3, &[1, 1, 1, 1, 2, 2, 1], &[&goal])]
}

fn random_permutation(cells: u8, rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut cycle: Vec<u8> = (0..cells).collect();
    rng.shuffle(&mut cycle);
    cycle.truncate(rng.usize(2..=4));
    let mut from: Vec<u8> = (0..cells).collect();
    for i in 0..cycle.len() {
        from[usize::from(cycle[i])] = cycle[(i + 1) % cycle.len()];
    }
    from
}

fn inverse(from: &[u8]) -> Vec<u8> {
    let mut back = from.to_vec();
    for (to, &from) in (0..).zip(from) {
        back[usize::from(from)] = to;
    }
    back
}

/// Some pieces, moves and goals, several of them, that leave something open.
fn random_structure(rng: &mut fastrand::Rng) -> Structure {
    let cells = rng.u8(5..=7);
    let mut pieces = vec![0; rng.usize(3..=6)];
    let mut row = Vec::new();
    for cell in 0..cells {
        let symbol = if usize::from(cell) < pieces.len() {
            cell
        } else {
            rng.u8(0..u8::try_from(pieces.len()).unwrap())
        };
        pieces[usize::from(symbol)] += 1;
        row.push(symbol);
    }
    let mut turns = Vec::new();
    for by in 0..rng.u8(1..=3) {
        let from = random_permutation(cells, rng);
        turns.push(turn(2 * by + 1, None, inverse(&from)));
        turns.push(turn(2 * by, None, from));
    }
    let named = rng.u8(1..u8::try_from(pieces.len()).unwrap());
    let goals = (0..rng.usize(1..=3)).map(|_| {
        rng.shuffle(&mut row);
        let keep = |symbol: &u8| (*symbol <= named).then_some(*symbol);
        row.iter().map(keep).collect()
    });
    let goals = goals.collect();
    Structure {
        pieces,
        turns,
        goals,
    }
}

/// By rank: the distance, and whether several goals are at it.
fn expected(puzzle: &Puzzle9) -> Vec<Option<(u8, bool)>> {
    let goals = &puzzle.parts().goals;
    let tables = goals.iter().map(|goal| {
        let one = Structure {
            goals: vec![goal.clone()],
            ..puzzle.parts().clone()
        };
        table(&Puzzle9::new(one).unwrap())
    });
    let tables: Vec<Table> = tables.collect();
    let look_up = |rank| {
        let all = || tables.iter().filter_map(|table| table.distance(rank));
        let least = all().min()?;
        Some((least, all().filter(|own| *own == least).count() > 1))
    };
    (0..puzzle.boards()).map(look_up).collect()
}

fn all_at<P: Puzzle>(population: &dyn Population<Puzzle = P>, distance: u8) -> Vec<P::Board> {
    let mut all = Vec::new();
    population.each_at(distance, &mut |board| {
        all.push(board);
        ControlFlow::Continue(())
    });
    all
}

/// Everything that a population tells, against the whole table.
fn check(puzzle: &Puzzle9, population: &dyn Population<Puzzle = Puzzle9>) {
    let expected = expected(puzzle);
    let distances = population.counts().len();
    let mut counts = vec![[0; 2]; distances];
    for (rank, expected) in (0..).zip(&expected) {
        let found = population.distance(&puzzle.unrank(rank));
        assert_eq!(found, expected.map(|(distance, _)| distance));
        if let Some((distance, ties)) = expected {
            counts[usize::from(*distance)][0] += 1;
            counts[usize::from(*distance)][1] += u64::from(*ties);
        }
    }
    let [all, tying] =
        [0, 1].map(|which| counts.iter().map(|own| own[which]).collect::<Vec<u64>>());
    assert_eq!(
        (population.counts(), population.tying()),
        (&all[..], &tying[..])
    );
    for (distance, count) in (0..).zip(all) {
        let listed = all_at(population, distance);
        assert_eq!(listed, all_at(population, distance), "in a fixed order");
        let ranks: BTreeSet<u64> = listed.iter().map(|board| puzzle.rank(board)).collect();
        assert_eq!((listed.len() as u64, ranks.len() as u64), (count, count));
        let is_here = |rank: &u64| expected[usize::try_from(*rank).unwrap()].unwrap().0 == distance;
        assert!(ranks.iter().all(is_here));
        let (mut one, mut other) = (Random::new(3), Random::new(3));
        for _ in 0..10 {
            let drawn = population.draw(distance, &mut one);
            assert_eq!(drawn, population.draw(distance, &mut other));
            assert!(drawn.is_some_and(|board| ranks.contains(&puzzle.rank(&board))));
        }
        let first = listed.first().copied();
        let mut seen = None;
        population.each_at(distance, &mut |board| {
            seen = Some(board);
            ControlFlow::Break(())
        });
        assert_eq!(seen, first, "listing breaks off");
    }
    let none = u8::try_from(distances).unwrap();
    assert_eq!(population.draw(none, &mut Random::new(1)), None);
}

fn by_view(puzzle: &Arc<Puzzle9>) -> ByView<16> {
    let fibres = Fibres::of(Arc::clone(puzzle));
    let view = fibres.view().clone();
    let table = table(&view);
    let seen = ByTable::with_ties(view, table, Allowance::default()).unwrap();
    ByView::new(fibres, seen).unwrap()
}

fn surveyed(population: &dyn Population<Puzzle = Puzzle9>, every: bool) -> Survey<Board<16>> {
    let most = if every { u64::MAX } else { 40 };
    survey(population, Listing { most, every }, Allowance::default()).unwrap()
}

#[test]
fn what_a_goal_does_not_care_for_is_not_tabulated() {
    for structure in careless() {
        let puzzle = Arc::new(Puzzle9::new(structure).unwrap());
        let population = by_view(&puzzle);
        let view = Fibres::of(Arc::clone(&puzzle));
        let each = view.size().unwrap();
        assert!(each > 1);
        assert_eq!(view.view().boards() * each, puzzle.boards());
        check(&puzzle, &population);
    }
}

/// Symmetries are the puzzle's own and answers are counted in the view: it makes no difference.
#[test]
fn surveys_of_views_are_those_of_the_whole() {
    let [first, _] = careless();
    let two = sliding(
        3,
        2,
        &[1; 6],
        &[
            &[Some(1), Some(2), ANY, ANY, ANY, Some(0)],
            &[Some(0), Some(2), Some(1), ANY, ANY, ANY],
        ],
    );
    for structure in [first, two] {
        let puzzle = Arc::new(Puzzle9::new(structure).unwrap());
        let table = table(&*puzzle);
        let whole = ByTable::with_ties((*puzzle).clone(), table, Allowance::default()).unwrap();
        let view = by_view(&puzzle);
        let all = [surveyed(&whole, true), surveyed(&view, true)];
        assert_eq!(all[0].figures, all[1].figures);
        let sorted = |survey: &Survey<Board<16>>| {
            let mut boards: Vec<HardBoard<Board<16>>> = survey.hardest.clone();
            boards.sort_by_key(|hard| (hard.distance, hard.board));
            boards
        };
        assert_eq!(sorted(&all[0]), sorted(&all[1]));
        assert!(all[0].figures.peak.classes < all[0].figures.peak.boards);
        let classes = surveyed(&view, false);
        for hard in &classes.hardest {
            assert!(all[0].hardest.contains(hard), "{hard:?}");
        }
        let listed = classes.hardest.iter().map(|hard| hard.class);
        assert!(listed.sum::<u64>() > classes.hardest.len() as u64);
    }
}

#[test]
fn random_puzzles_seen_through_all_their_goals() {
    let mut rng = fastrand::Rng::with_seed(21);
    let mut forgetful = 0;
    for _ in 0..60 {
        let puzzle = Arc::new(Puzzle9::new(random_structure(&mut rng)).unwrap());
        let population = by_view(&puzzle);
        forgetful += u32::from(Fibres::of(Arc::clone(&puzzle)).size() > Some(1));
        check(&puzzle, &population);
    }
    assert!((15..60).contains(&forgetful), "{forgetful}");
}

#[test]
fn every_board_of_a_view_is_as_likely_as_the_others() {
    let [structure, _] = careless();
    let population = by_view(&Arc::new(Puzzle9::new(structure).unwrap()));
    for distance in [0, 3, 6] {
        let boards = population.counts()[usize::from(distance)];
        let mut random = Random::new(4);
        let mut seen: HashMap<Board<16>, u64> = HashMap::new();
        for _ in 0..boards * 60 {
            *seen
                .entry(population.draw(distance, &mut random).unwrap())
                .or_default() += 1;
        }
        assert_eq!(seen.len() as u64, boards);
        is_fair(seen.into_values());
    }
}

#[test]
fn counting_ties_has_its_limits() {
    let two = sliding(
        3,
        2,
        &[1; 6],
        &[&some([0, 1, 2, 3, 4, 5]), &some([5, 1, 2, 3, 4, 0])],
    );
    let puzzle = Puzzle9::new(two).unwrap();
    let tight = Allowance {
        memory: Some(3599),
        ..Allowance::default()
    };
    let refused = ByTable::with_ties(puzzle.clone(), table(&puzzle), tight);
    let error = BuildError::Memory {
        needed: 3600,
        allowed: 3599,
    };
    assert_eq!(refused.err(), Some(error));
    let stopped = Allowance {
        cancel: Some(&std::sync::atomic::AtomicBool::new(true)),
        ..Allowance::default()
    };
    let refused = ByTable::with_ties(puzzle.clone(), table(&puzzle), stopped);
    assert_eq!(refused.err(), Some(BuildError::Cancelled));
}

/// Three symbols that each want the same cells.
fn three_symbols(size: u8, moves: u8, rng: &mut fastrand::Rng) -> Structure {
    let cells = 3 * size;
    let mut turns = Vec::new();
    for by in 0..moves {
        let from = random_permutation(cells, rng);
        turns.push(turn(2 * by + 1, None, inverse(&from)));
        turns.push(turn(2 * by, None, from));
    }
    let wanted: Vec<bool> = (0..cells).map(|cell| cell < rng.u8(1..=size)).collect();
    let goal = |symbol| {
        let cell = |is_wanted: &bool| is_wanted.then_some(symbol);
        wanted.iter().map(cell).collect()
    };
    Structure {
        pieces: vec![size.into(); 3],
        turns,
        goals: (0..3).map(goal).collect(),
    }
}

/// Some of them do not reach all boards.
#[test]
fn three_symbols_counted_from_one() {
    let mut rng = fastrand::Rng::with_seed(22);
    let mut unsolvable = 0;
    for size in 1..=4 {
        for moves in [1, 2, 3, 4, 5] {
            let puzzle = Puzzle9::new(three_symbols(size, moves, &mut rng)).unwrap();
            let view = Merging::exact(&puzzle, &[1]).view(&puzzle).unwrap();
            let one = table(&view);
            let population =
                BySymbols::new(puzzle.clone(), &view, &one, Allowance::default()).unwrap();
            check(&puzzle, &population);
            unsolvable += u32::from(population.counts().iter().sum::<u64>() < puzzle.boards());
        }
    }
    assert!(unsolvable > 3, "{unsolvable}");
}

#[test]
fn draws_by_symbols_are_fair() {
    let mut rng = fastrand::Rng::with_seed(23);
    let puzzle = Puzzle9::new(three_symbols(3, 4, &mut rng)).unwrap();
    let view = Merging::exact(&puzzle, &[0]).view(&puzzle).unwrap();
    let one = table(&view);
    let population = BySymbols::new(puzzle, &view, &one, Allowance::default()).unwrap();
    for (distance, &boards) in (0..).zip(population.counts()) {
        let mut random = Random::new(5);
        let mut seen: HashMap<Board<16>, u64> = HashMap::new();
        for _ in 0..boards * 40 {
            *seen
                .entry(population.draw(distance, &mut random).unwrap())
                .or_default() += 1;
        }
        assert_eq!(seen.len() as u64, boards);
        if boards > 1 {
            is_fair(seen.into_values());
        }
    }
}

#[test]
fn what_is_no_view_of_a_third() {
    for pieces in [vec![3, 3], vec![1, 3], vec![2, 2, 2], vec![6]] {
        let cells = pieces.iter().sum::<u32>() as usize;
        let structure = Structure {
            pieces,
            turns: Vec::new(),
            goals: vec![vec![None; cells]],
        };
        let puzzle = Puzzle9::new(structure).unwrap();
        let refused = BySymbols::new(
            puzzle.clone(),
            &puzzle,
            &table(&puzzle),
            Allowance::default(),
        );
        assert_eq!(refused.err(), Some(BySymbolsError::Pieces));
    }
}

/// By rank: whether moves solve the board.
fn reached(puzzle: &Puzzle9) -> Vec<bool> {
    let table = table(puzzle);
    let ranks = 0..puzzle.boards();
    ranks.map(|rank| table.distance(rank).is_some()).collect()
}

/// Whether a board can be solved is told without its table, and draws are fair among those that can and those that can't.
#[track_caller]
fn check_solvable(puzzle: &Arc<Puzzle9>, is_drawn: bool) {
    let reached = reached(puzzle);
    let none = Allowance {
        memory: Some(0),
        ..Allowance::default()
    };
    let solvable = Solvable::of(puzzle, none).unwrap();
    for (rank, expected) in (0..).zip(&reached) {
        assert_eq!(solvable.includes(&puzzle.unrank(rank)), Some(*expected));
    }
    for wanted in [true, false] {
        let boards = reached.iter().filter(|own| **own == wanted).count();
        let told = if wanted {
            solvable.boards()
        } else {
            solvable.others()
        };
        assert_eq!(told, boards as u128);
        if boards == 0 || !is_drawn {
            continue;
        }
        let mut random = Random::new(6);
        let mut seen: HashMap<u64, u64> = HashMap::new();
        let mut drawn = 0;
        while drawn < 40 * boards {
            if let Some(board) = solvable.draw(wanted, &mut random) {
                *seen.entry(puzzle.rank(&board)).or_default() += 1;
                drawn += 1;
            }
        }
        assert_eq!(seen.len(), boards);
        if boards > 1 {
            is_fair(seen.into_values());
        }
    }
}

#[test]
fn what_moves_can_do_tells_boards_that_can_be_solved() {
    let mut rng = fastrand::Rng::with_seed(24);
    for i in 0..60 {
        let puzzle = Arc::new(Puzzle9::new(random_structure(&mut rng)).unwrap());
        check_solvable(&puzzle, i % 4 == 0);
    }
    // With a blank: all, one parity, both parities and the blank anywhere, a graph that keeps all in their order.
    let corner = |goal: &[Option<u8>]| sliding(3, 2, &[1; 6], &[goal]);
    let full = some([1, 2, 3, 4, 5, 0]);
    let anywhere = [Some(1), Some(2), ANY, ANY, ANY, ANY];
    for structure in [
        corner(&full),
        corner(&anywhere),
        sliding(
            3,
            2,
            &[1, 2, 1, 1, 1],
            &[&[Some(1), Some(1), Some(2), Some(3), Some(4), Some(0)]],
        ),
        sliding(3, 2, &[1; 6], &[&full, &some([2, 1, 3, 4, 5, 0])]),
        sliding(6, 1, &[1; 6], &[&full, &some([2, 1, 3, 0, 4, 5])]),
        sliding(2, 2, &[1; 4], &[&some([1, 2, 3, 0])]),
    ] {
        check_solvable(&Arc::new(Puzzle9::new(structure).unwrap()), true);
    }
}
