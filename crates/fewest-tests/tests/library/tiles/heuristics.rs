//! Heuristics and pattern databases, compared with every board's distance.

use std::collections::HashMap;

use fewest::heuristic::pattern::{
    Additive, Partition, PartitionTextError, Pattern, PatternError, verify,
};
use fewest::heuristic::{
    Heuristic, LinearConflict, Manhattan, Misplaced, WalkingDistance, WalkingDistanceError,
};
use fewest::kernel::tiles::{Bytes, Nibbles, TileBoard, Tiles};
use fewest::space::{Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::Table;
use fewest::table::build::build;
use fewest::table::store::Store;

use super::{Plan, plans};
use crate::patterns::naive;

type Puzzled = Tiles<Nibbles>;

/// Returns the sum of the bounds of all solvable boards, and the greatest change by a move. Checks
/// that none is too large, and that updates equal fresh values.
fn conduct<H: Heuristic<Puzzled>>(puzzle: &Puzzled, table: &Table, heuristic: &H) -> (u64, u32)
where
    H::Memo: PartialEq + std::fmt::Debug,
{
    let (mut sum, mut steepest) = (0, 0);
    for rank in 0..puzzle.boards() {
        let Some(distance) = table.distance(rank) else {
            continue;
        };
        let board = puzzle.unrank(rank);
        let memo = heuristic.start(puzzle, &board);
        let here = heuristic.bound(memo);
        assert!(here <= distance.into(), "{board:?}: {here}, {distance}");
        assert!(distance > 0 || here == 0);
        sum += u64::from(here);
        for m in puzzle.moves(&board) {
            let after = heuristic.after(puzzle, &board, m, &puzzle.after(&board, m), memo);
            assert_eq!(after, heuristic.start(puzzle, &puzzle.after(&board, m)));
            steepest = steepest.max(heuristic.bound(after).abs_diff(here));
        }
    }
    (sum, steepest)
}

fn additive(puzzle: &Puzzled, partition: &Partition, reflected: bool) -> Additive<8> {
    Additive::build(puzzle, partition, reflected, Budget::default()).unwrap()
}

/// Returns whether linear conflicts beat Manhattan distance, and mirrored lookups single ones.
fn holds(plan: &Plan, goal_blank: usize) -> [bool; 2] {
    let puzzle: Puzzled = plan.both::<_, 32>(goal_blank, 51).0;
    let table = build(&puzzle, Budget::default()).unwrap();
    let (misplaced, least) = conduct(&puzzle, &table, &Misplaced);
    let (manhattan, step) = conduct(&puzzle, &table, &Manhattan::new(&puzzle));
    assert!(misplaced <= manhattan);
    assert!(
        [least, step].into_iter().all(|change| change <= 1),
        "{}",
        plan.name
    );
    let conflicts = LinearConflict::new(&puzzle).map(|conflicts| {
        let (sum, steepest) = conduct(&puzzle, &table, &conflicts);
        assert!(sum >= manhattan && steepest <= 1);
        sum
    });
    let is_ring = ["ring", "crossings"].contains(&plan.name);
    assert_eq!(conflicts.is_none(), is_ring, "{}", plan.name);
    let mut is_mirrored_sharper = false;
    for max_tiles in [3, 2] {
        let partition = Partition::even(&puzzle, max_tiles).unwrap();
        let single = conduct(&puzzle, &table, &additive(&puzzle, &partition, false));
        let both = additive(&puzzle, &partition, true);
        let with_mirror = conduct(&puzzle, &table, &both);
        assert!(manhattan <= single.0 && single.0 <= with_mirror.0);
        is_mirrored_sharper |= single.0 < with_mirror.0;
        for tiles in partition.groups() {
            let pattern = Pattern::build(&puzzle, tiles, Budget::default()).unwrap();
            let expected = naive(&puzzle, tiles, |cell| plan.beside(cell));
            for (places, &moves) in &expected {
                assert_eq!(pattern.distance(places), moves, "{} {places:?}", plan.name);
            }
            let proof = verify(&puzzle, &pattern, Budget::default()).unwrap();
            assert_eq!(proof.boards - proof.unsolvable, expected.len() as u64);
        }
    }
    [
        conflicts.is_some_and(|sum| sum > manhattan),
        is_mirrored_sharper,
    ]
}

#[test]
fn never_too_large_on_small_graphs() {
    let found: HashMap<&str, [bool; 2]> = plans()
        .iter()
        .map(|(plan, blank)| (plan.name, holds(plan, *blank)))
        .collect();
    // No tile passes another on a path, so boards with a conflict are unsolvable.
    assert!(found["2x4"][0] && found["a thick L"][0] && !found["a path"][0]);
}

#[test]
fn never_too_large_with_walls() {
    let rows = "... ... ...";
    let plan = Plan::drawn("walls", rows, &[(0, 3), (4, 5)], "dlru");
    assert_eq!(holds(&plan, 8), [true, false], "no mirror");
    let plan = Plan::drawn("walls", rows, &[(3, 4), (1, 4)], "dlru");
    assert_eq!(holds(&plan, 8), [true, true], "a mirror on the diagonal");
}

/// Walls lengthen paths and divide lines.
#[test]
fn walls_are_seen() {
    let walled: Puzzled = Plan::drawn("walls", ".... ....", &[(1, 2)], "dlru")
        .both::<_, 32>(0, 52)
        .0;
    // The goal is . 1 2 3 / 4 5 6 7, and there is a wall between tiles 1 and 2.
    let board = |tiles: [u8; 8]| TileBoard::new(&tiles).unwrap();
    let bound = |heuristic: &dyn Fn(&TileBoard<Nibbles>) -> u32, tiles| heuristic(&board(tiles));
    let manhattan = Manhattan::new(&walled);
    let manhattan = |board: &TileBoard<Nibbles>| {
        let memo = Heuristic::<Puzzled>::start(&manhattan, &walled, board);
        Heuristic::<Puzzled>::bound(&manhattan, memo)
    };
    let conflicts = LinearConflict::new(&walled).unwrap();
    let conflicts = |board: &TileBoard<Nibbles>| {
        let memo = conflicts.start(&walled, board);
        Heuristic::<Puzzled>::bound(&conflicts, memo)
    };
    let across = [0, 2, 1, 3, 4, 5, 6, 7];
    assert_eq!(
        (bound(&manhattan, across), bound(&conflicts, across)),
        (6, 6)
    );
    let beside = [0, 1, 3, 2, 4, 5, 6, 7];
    assert_eq!(
        (bound(&manhattan, beside), bound(&conflicts, beside)),
        (2, 4)
    );
    assert_eq!(
        WalkingDistance::new(&walled).unwrap_err(),
        WalkingDistanceError::NoRectangle
    );
}

/// Random walks: no bound exceeds the length of the walk.
#[test]
fn larger_boards() {
    let walls = [(0, 1), (5, 9), (6, 7), (10, 14), (4, 5)];
    let small = Plan::drawn("walls", ".... .... .... ....", &walls, "rdul");
    let small: Puzzled = small.both::<_, 32>(5, 53).0;
    let holed = Plan::drawn("holed", "..... ..... ..#.. ..... .....", &[(3, 4)], "dlru");
    let holed: Tiles<Bytes<32>> = holed.both::<_, 32>(0, 54).0;
    walk::<Nibbles, 8>(&small, 4);
    // With five tiles, addresses are ranks.
    walk::<Bytes<32>, 8>(&holed, 3);
    walk::<Bytes<32>, 8>(&holed, 5);
}

fn walk<S: fewest::kernel::tiles::Storage, const GROUPS: usize>(
    puzzle: &Tiles<S>,
    max_tiles: usize,
) {
    let partition = Partition::even(puzzle, max_tiles).unwrap();
    let additive: Additive<GROUPS> =
        Additive::build(puzzle, &partition, true, Budget::default()).unwrap();
    let (manhattan, conflicts) = (Manhattan::new(puzzle), LinearConflict::new(puzzle).unwrap());
    let mut rng = fastrand::Rng::with_seed(55);
    for _ in 0..20 {
        let mut board = puzzle.goal();
        let mut memos = (
            manhattan.start(puzzle, &board),
            conflicts.start(puzzle, &board),
            additive.start(puzzle, &board),
        );
        for moves in 1..120 {
            let m = rng.choice(puzzle.moves(&board)).unwrap();
            memos = (
                manhattan.after(puzzle, &board, m, &puzzle.after(&board, m), memos.0),
                conflicts.after(puzzle, &board, m, &puzzle.after(&board, m), memos.1),
                additive.after(puzzle, &board, m, &puzzle.after(&board, m), memos.2),
            );
            puzzle.apply(&mut board, m);
            assert_eq!(memos.0, manhattan.start(puzzle, &board));
            assert_eq!(memos.1, conflicts.start(puzzle, &board));
            assert_eq!(memos.2, additive.start(puzzle, &board));
            let bounds = [
                Heuristic::<Tiles<S>>::bound(&manhattan, memos.0),
                Heuristic::<Tiles<S>>::bound(&conflicts, memos.1),
                Heuristic::<Tiles<S>>::bound(&additive, memos.2),
            ];
            assert!(bounds[0] <= bounds[1].min(bounds[2]));
            assert!(
                bounds
                    .iter()
                    .all(|&bound| bound <= moves && bound % 2 == moves % 2)
            );
        }
    }
}

#[test]
fn partitions_of_other_cells() {
    let plan = Plan::drawn("walls", ".... .... .... ....", &[(0, 1)], "rdul");
    let puzzle: Puzzled = plan.both::<_, 32>(15, 56).0;
    let Err(PartitionTextError::Name { .. }) = Partition::parse(&puzzle, "6-6-3") else {
        panic!("names are those of whole rectangles");
    };
    let wrong = Partition::parse(&puzzle, "6-6-3").unwrap_err().to_string();
    let expected = "no partition `6-6-3`; these boards have groups like 1,2/3,4,5";
    assert_eq!(wrong, expected);
    let listed = Partition::parse(&puzzle, "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15").unwrap();
    let groups: Vec<&[u8]> = listed.groups().iter().map(Vec::as_slice).collect();
    assert_eq!(Partition::new(16, 15, &groups).as_ref(), Ok(&listed));
    let other: Puzzled = plan.both::<_, 32>(3, 56).0;
    let refused = Additive::<8>::build(&other, &listed, true, Budget::default());
    assert_eq!(
        refused.unwrap_err(),
        Unfinished::Failed(PatternError::OtherPuzzle)
    );
    // From one end of a path to the other.
    let path: Puzzled = Plan::drawn("a path", "......", &[], "lr")
        .both::<_, 32>(2, 57)
        .0;
    let mut ends = Partition::even(&path, 3).unwrap().groups().to_vec();
    ends.sort();
    assert_eq!(ends, [&[1, 2, 3][..], &[4, 5]]);
}

#[test]
fn pattern_databases_of_other_cells_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let with = |walls: &[(usize, usize)], order| -> Puzzled {
        Plan::drawn("walls", "... ... ...", walls, order)
            .both::<_, 32>(8, 58)
            .0
    };
    let puzzle = with(&[(0, 3)], "dlru");
    let built = Pattern::build(&puzzle, &[1, 2, 5], Budget::default()).unwrap();
    built.save(&puzzle, &store).unwrap();
    let load = |puzzle: &Puzzled| Pattern::load(puzzle, &[1, 2, 5], &store).unwrap();
    let loaded = load(&with(&[(0, 3)], "urld")).unwrap();
    assert_eq!(
        (loaded.counts(), loaded.is_stored()),
        (built.counts(), true)
    );
    assert!(verify(&puzzle, &loaded, Budget::default()).is_ok());
    assert!(load(&with(&[(3, 4)], "dlru")).is_none() && load(&with(&[], "dlru")).is_none());
    assert!(verify(&with(&[], "dlru"), &loaded, Budget::default()).is_err());
}
