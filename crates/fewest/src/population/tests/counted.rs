//! Views for all goals in which one board replaces several.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{ANY, Small, all_are_drawn, all_at, check, random_structure, sliding, some, table};
use crate::kernel::general::Cells;
use crate::population::{ByTable, ByView, Fibres, Population, Random};
use crate::space::Ranked;
use crate::space::structure::Structure;
use crate::support::budget::Budget;
use crate::support::progress::Unfinished;
use crate::survey::{HardBoard, Listing, Survey, survey};
use crate::table::build::BuildError;

/// The 8-puzzle with goals that ignore two tiles, or the places of three tiles, two of them equal.
fn careless() -> [Structure; 2] {
    let mut goal = some([1, 2, 3, 4, 5, 6, 7, 8, 0]);
    goal[6..8].fill(ANY);
    let one = sliding(3, 3, &[1; 9], &[&goal]);
    goal[3..].fill(ANY);
    [one, sliding(3, 3, &[1, 1, 1, 1, 2, 2, 1], &[&goal])]
}

fn by_view(puzzle: &Arc<Small>) -> ByView<Small> {
    let fibres = Fibres::of(Arc::clone(puzzle));
    let view = fibres.view().clone();
    let table = table(&view);
    let seen = ByTable::with_ties(view, table, Budget::default()).unwrap();
    ByView::new(fibres, Box::new(seen), None).unwrap()
}

fn surveyed(population: &dyn Population<Puzzle = Small>, every: bool) -> Survey<Cells<32>> {
    let limit = if every { u64::MAX } else { 40 };
    survey(population, Listing { limit, every }, Budget::default()).unwrap()
}

#[test]
fn distinctions_irrelevant_to_the_goal_are_not_tabulated() {
    for structure in careless() {
        let puzzle = Arc::new(Small::new(structure).unwrap());
        let population = by_view(&puzzle);
        let view = Fibres::of(Arc::clone(&puzzle));
        let each = view.size().unwrap();
        assert!(each > 1);
        check(&puzzle, &population);
    }
}

/// Symmetries are the puzzle's, and answers are counted in the view. The results are the same.
#[test]
fn surveys_of_views_are_those_of_the_whole() {
    let [_, first] = careless();
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
        let puzzle = Arc::new(Small::new(structure).unwrap());
        let table = table(&*puzzle);
        let whole = ByTable::with_ties((*puzzle).clone(), table, Budget::default()).unwrap();
        let view = by_view(&puzzle);
        let all = [surveyed(&whole, true), surveyed(&view, true)];
        assert_eq!(all[0].figures, all[1].figures);
        let sorted = |survey: &Survey<Cells<32>>| {
            let mut boards: Vec<HardBoard<Cells<32>>> = survey.hardest.clone();
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
        let puzzle = Arc::new(Small::new(random_structure(&mut rng)).unwrap());
        let population = by_view(&puzzle);
        forgetful += u32::from(Fibres::of(Arc::clone(&puzzle)).size() > Some(1));
        check(&puzzle, &population);
        let table = table(&*puzzle);
        let whole = ByTable::with_ties((*puzzle).clone(), table, Budget::default()).unwrap();
        let all = [surveyed(&whole, true), surveyed(&population, true)];
        assert_eq!(all[0].figures, all[1].figures);
    }
    assert!((15..60).contains(&forgetful), "{forgetful}");
}

#[test]
fn every_board_of_a_view_is_as_likely_as_the_others() {
    let [structure, _] = careless();
    let population = by_view(&Arc::new(Small::new(structure).unwrap()));
    for distance in [0, 3, 6] {
        let boards = all_at(&population, distance).len();
        let mut random = Random::new(4);
        all_are_drawn(boards, 60, || population.draw(distance, &mut random));
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
    let puzzle = Small::new(two).unwrap();
    let within = |memory| {
        let tight = Budget {
            memory: Some(memory),
            ..Budget::default()
        };
        ByTable::with_ties(puzzle.clone(), table(&puzzle), tight).err()
    };
    let Some(Unfinished::Failed(BuildError::Memory { needed, allowed: 0 })) = within(0) else {
        panic!("{:?}", within(0));
    };
    assert!(needed > puzzle.boards());
    let allowed = needed - 1;
    let refused = BuildError::Memory { needed, allowed };
    assert_eq!(within(allowed), Some(refused.into()));
    assert_eq!(within(needed), None);
    let stopped = Budget {
        cancel: Some(&AtomicBool::new(true)),
        ..Budget::default()
    };
    let refused = ByTable::with_ties(puzzle.clone(), table(&puzzle), stopped);
    assert_eq!(refused.err(), Some(Unfinished::Cancelled));
}
