//! Pattern databases compared with a search over tiles and blank, on every board of small sizes and
//! on Korf's boards.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

use fewest::heuristic::Heuristic;
use fewest::heuristic::pattern::{
    Additive, MAX_GROUPS, MAX_TILES, Partition, PartitionError, Pattern, PatternError,
};
use fewest::kernel::tiles::{Bytes, Nibbles, Size, Storage, TileBoard, Tiles};
use fewest::search::{Control, Limits, Silent, ida_star};
use fewest::solver::HeuristicName;
use fewest::space::{Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::support::progress::Unfinished;
use fewest::table::build::{BuildError, build};

use crate::common::{self, Request};

type Additive8 = Additive<8>;

fn beside(size: Size, cell: usize) -> impl Iterator<Item = usize> {
    let (width, cells) = (size.width(), size.cells());
    (0..cells).filter(move |&other| {
        let rows = (cell / width).abs_diff(other / width);
        rows + (cell % width).abs_diff(other % width) == 1
    })
}

/// The fewest moves of these tiles for each placement, by a search over their cells and the
/// blank's. Moves of other tiles are free.
pub fn naive<T: Storage>(
    puzzle: &Tiles<T>,
    tiles: &[u8],
    beside: impl Fn(usize) -> Vec<usize>,
) -> HashMap<Vec<u8>, u8> {
    let cell = |cell: usize| u8::try_from(cell).unwrap();
    let homes: Vec<u8> = tiles.iter().map(|&tile| cell(puzzle.home(tile))).collect();
    let start = (homes, cell(puzzle.goal().blank()));
    let mut least = HashMap::from([(start.clone(), 0u8)]);
    let mut queue = VecDeque::from([start]);
    while let Some((places, blank)) = queue.pop_front() {
        let moves = least[&(places.clone(), blank)];
        for to in beside(blank.into()).into_iter().map(cell) {
            let mut next = (places.clone(), to);
            let tile = places.iter().position(|&at| at == to);
            let after = moves + u8::from(tile.is_some());
            if let Some(tile) = tile {
                next.0[tile] = blank;
            }
            if least.get(&next).is_none_or(|&known| after < known) {
                least.insert(next.clone(), after);
                if tile.is_some() {
                    queue.push_back(next);
                } else {
                    queue.push_front(next);
                }
            }
        }
    }
    let mut by_placement = HashMap::new();
    for ((places, _), moves) in least {
        let known = by_placement.entry(places).or_insert(moves);
        *known = moves.min(*known);
    }
    by_placement
}

fn agrees<T: Storage>(puzzle: &Tiles<T>, tiles: &[u8]) {
    let pattern = Pattern::build(puzzle, tiles, Budget::default()).unwrap();
    let size = puzzle.size().unwrap();
    let expected = naive(puzzle, tiles, |cell| beside(size, cell).collect());
    for (places, &moves) in &expected {
        assert_eq!(pattern.distance(places), moves, "{tiles:?} on {places:?}");
    }
    assert_eq!(pattern.deepest(), *expected.values().max().unwrap());
    assert_eq!(pattern.tiles(), tiles);
}

#[test]
fn tables_are_those_of_a_plain_search() {
    for blank in 0..9 {
        let puzzle = common::small(3, 3, blank);
        for tiles in [&[1, 2, 3][..], &[5, 6, 7, 8], &[3, 8], &[6]] {
            agrees(&puzzle, tiles);
        }
    }
    for (width, height, blank) in [(2, 4, 5), (4, 2, 3), (2, 2, 1), (3, 2, 5)] {
        let puzzle = common::small(width, height, blank);
        let all: Vec<u8> = (1..u8::try_from(width * height).unwrap()).collect();
        agrees(&puzzle, &all);
        agrees(&puzzle, &all[1..]);
        agrees(&puzzle, &all[..2]);
    }
    agrees(&common::small(4, 4, 0), &[1, 6, 11]);
    agrees(&common::small(4, 4, 10), &[4, 5, 12]);
    agrees(&common::puzzle::<Bytes<32>>(4, 5, 19), &[7, 18]);
    // Larger than tables addressed by packed cells.
    agrees(&common::small(3, 3, 4), &[1, 2, 3, 4, 6, 7, 8]);
}

/// The partitions of a small size, as even as possible, by the greatest number of tiles in a group.
fn partitions(puzzle: &Tiles<Nibbles>) -> impl Iterator<Item = Partition> {
    let sizes = [8, 4, 3, 1].into_iter();
    sizes.filter_map(move |max_tiles| Partition::even(puzzle, max_tiles).ok())
}

#[test]
fn never_too_large_on_any_board() {
    let mut reflected = 0;
    for (width, height) in [(3, 3), (2, 4), (4, 2), (2, 3)] {
        for blank in 0..width * height {
            let puzzle = common::small(width, height, blank);
            let table = build(&puzzle, Budget::default()).unwrap();
            for partition in partitions(&puzzle) {
                let is_whole = partition.groups().len() == 1;
                let plain = additive(&puzzle, &partition, false);
                let both = additive(&puzzle, &partition, true);
                let mut sharper = 0;
                for rank in 0..puzzle.boards() {
                    let board = puzzle.unrank(rank);
                    let distance = u32::from(table.distance(rank).unwrap());
                    let bounds = [
                        bound(&plain, &puzzle, &board),
                        bound(&both, &puzzle, &board),
                    ];
                    assert!(bounds[0] <= bounds[1] && bounds[1] <= distance, "{board:?}");
                    assert!(
                        !is_whole || bounds[0] == distance,
                        "all tiles: the distance itself"
                    );
                    sharper += u32::from(bounds[0] < bounds[1]);
                }
                assert!(both.is_reflected() || sharper == 0);
                reflected += u32::from(sharper > 0);
            }
        }
    }
    assert!(reflected >= 10, "mirrored boards are often the better look");
}

fn additive(puzzle: &Tiles<Nibbles>, partition: &Partition, reflected: bool) -> Additive8 {
    Additive::build(puzzle, partition, reflected, Budget::default()).unwrap()
}

fn bound<T: Storage, const GROUPS: usize>(
    additive: &Additive<GROUPS>,
    puzzle: &Tiles<T>,
    board: &TileBoard<T>,
) -> u32 {
    let memo = additive.start(puzzle, board);
    Heuristic::<Tiles<T>>::bound(additive, memo)
}

/// A move may change the sum by more than one, because each table assumes the best cell for the
/// blank, even beyond other tiles. So a search that never reopens boards would be wrong.
#[test]
fn it_is_not_consistent() {
    let steepest = |width, height, blank, max_tiles| {
        let puzzle = common::small(width, height, blank);
        let partition = Partition::even(&puzzle, max_tiles).unwrap();
        let additive = additive(&puzzle, &partition, false);
        let change = |rank| {
            let board = puzzle.unrank(rank);
            let here = bound(&additive, &puzzle, &board);
            let there = puzzle.moves(&board).map(|m| puzzle.after(&board, m));
            let changes = there.map(|next| bound(&additive, &puzzle, &next).abs_diff(here));
            changes.max().unwrap()
        };
        (0..puzzle.boards()).map(change).max()
    };
    assert_eq!(steepest(3, 3, 0, 4), Some(7));
    assert!(steepest(2, 4, 0, 4) > Some(1));
    assert_eq!(steepest(3, 3, 0, 8), Some(1), "the distance itself");
}

/// Walks at random, and compares updated values with fresh lookups, group by group.
fn carries_on<T: Storage, const GROUPS: usize>(puzzle: &Tiles<T>, partition: &Partition) {
    let additive = Additive::<GROUPS>::build(puzzle, partition, true, Budget::default()).unwrap();
    let mut rng = fastrand::Rng::with_seed(43);
    let mut board = puzzle.goal();
    let mut memo = additive.start(puzzle, &board);
    assert_eq!(bound(&additive, puzzle, &board), 0);
    for _ in 0..2000 {
        let m = rng.choice(puzzle.moves(&board)).unwrap();
        // A search makes no lookups ahead in tables as small as these.
        assert_eq!(Heuristic::<Tiles<T>>::lookups(&additive), 0);
        let lookups = (0..=usize::from(additive.is_reflected())).map(|i| {
            let lookup = additive.lookup(i, puzzle, &board, m, &memo);
            Heuristic::<Tiles<T>>::look_up(&additive, lookup)
        });
        let ahead = lookups.max();
        memo = additive.after(puzzle, &board, m, &puzzle.after(&board, m), memo);
        board = puzzle.after(&board, m);
        assert_eq!(memo, additive.start(puzzle, &board));
        assert_eq!(ahead, Some(Heuristic::<Tiles<T>>::bound(&additive, memo)));
        let bound = Heuristic::<Tiles<T>>::bound(&additive, memo);
        assert!(bound >= sum(puzzle, &additive, &board));
        if !additive.is_reflected() {
            assert_eq!(bound, sum(puzzle, &additive, &board));
        } else if puzzle
            .size()
            .is_some_and(|size| size.width() == size.height())
        {
            let mirrored = mirrored(puzzle, &board);
            let sums = [&board, &mirrored].map(|board| sum(puzzle, &additive, board));
            assert_eq!(Some(bound), sums.into_iter().max());
        }
    }
}

/// The sum over the tables, looked up for the cells of each group.
fn sum<T: Storage, const GROUPS: usize>(
    puzzle: &Tiles<T>,
    additive: &Additive<GROUPS>,
    board: &TileBoard<T>,
) -> u32 {
    let cells = common::cells(puzzle, board);
    let cell_of = |tile: &u8| {
        let cell = cells.iter().position(|other| other == tile).unwrap();
        u8::try_from(cell).unwrap()
    };
    let entry = |pattern: &Pattern| {
        let places: Vec<u8> = pattern.tiles().iter().map(cell_of).collect();
        u32::from(pattern.distance(&places))
    };
    additive.patterns().map(entry).sum()
}

/// The board reflected in a diagonal that contains the goal's blank.
fn mirrored<T: Storage>(puzzle: &Tiles<T>, board: &TileBoard<T>) -> TileBoard<T> {
    let side = puzzle.size().unwrap().width();
    let turned = |cell: usize| cell % side * side + cell / side;
    let goal = common::cells(puzzle, &puzzle.goal());
    let cells = common::cells(puzzle, board);
    let seen = |cell: usize| match cells[turned(cell)] {
        0 => 0,
        tile => goal[turned(puzzle.home(tile))],
    };
    let cells: Vec<u8> = (0..cells.len()).map(seen).collect();
    TileBoard::new(&cells).unwrap()
}

#[test]
fn move_by_move() {
    for (width, height, blank, max_tiles) in
        [(3, 3, 0, 4), (3, 3, 4, 3), (4, 4, 0, 4), (4, 4, 15, 5)]
    {
        let puzzle = common::small(width, height, blank);
        let partition = Partition::even(&puzzle, max_tiles).unwrap();
        carries_on::<Nibbles, 5>(&puzzle, &partition);
        carries_on::<Nibbles, 8>(&puzzle, &partition);
    }
    // The tables of the last three are addressed by rank.
    let wide = [(5, 5, 0, 4), (5, 5, 12, 3), (4, 5, 3, 3), (2, 16, 9, 4)];
    let ranked = [(3, 6, 1, 5), (6, 3, 4, 5), (5, 5, 24, 5)];
    for (width, height, blank, max_tiles) in wide.into_iter().chain(ranked) {
        let puzzle = common::puzzle::<Bytes<32>>(width, height, blank);
        let partition = Partition::even(&puzzle, max_tiles).unwrap();
        carries_on::<Bytes<32>, 8>(&puzzle, &partition);
    }
}

#[test]
fn korfs_boards() {
    let puzzle = common::small(4, 4, 0);
    let partition = Partition::named(puzzle.size().unwrap(), 0, "5-5-5").unwrap();
    let additive = additive(&puzzle, &partition, true);
    let text = include_str!("../../../../corpus/korf100.txt");
    let boards = common::columns(text).map(|line| {
        let numbers: Vec<u8> = line.iter().map(|word| word.parse().unwrap()).collect();
        (
            u32::from(numbers[1]),
            TileBoard::new(&numbers[2..]).unwrap(),
        )
    });
    let mut solved = 0;
    for (distance, board) in boards {
        assert!(bound(&additive, &puzzle, &board) <= distance);
        assert_eq!(bound(&additive, &puzzle, &board) % 2, distance % 2);
        if distance <= 47 {
            let mut silent = Silent;
            let mut control = Control::new(Limits::default(), &mut silent);
            let outcome = ida_star::search(&puzzle, &additive, &board, &mut control);
            assert_eq!(outcome.at_least, distance);
            solved += 1;
        }
    }
    assert_eq!(solved, 17);
}

/// The least answers of a session with all heuristics equal those with plain Manhattan distance.
#[test]
fn the_least_answer_all_the_same() {
    let text = include_str!("../../../../corpus/korf100.txt");
    let easy = |line: &Vec<&str>| matches!(line[1], "41" | "42" | "43" | "44");
    let lines: Vec<String> = common::columns(text)
        .filter(easy)
        .map(|line| line.join(" "))
        .collect();
    assert_eq!(lines.len(), 7);
    let answers = |heuristic_name, boards: &str| {
        let request = Request {
            heuristics: Vec::from_iter(heuristic_name),
            from: Some("korf".to_owned()),
            ..common::as_json()
        };
        let mut session = common::open("fifteen", &request);
        common::json(&mut session, boards)
    };
    let expected = answers(Some(HeuristicName::Manhattan), &lines.join("\n"));
    // Many boards justify pattern databases at once; few do only if they are hard.
    let many = vec![lines.join("\n"); 5].join("\n");
    for (heuristic_name, boards) in [
        (Some(HeuristicName::Pattern), &lines.join("\n")),
        (None, &many),
    ] {
        for (i, answer) in answers(heuristic_name, boards).iter().enumerate() {
            assert_eq!(answer["moves"], expected[i % 7]["moves"]);
        }
    }
    let hard = "17 66 15 14 0 4 11 1 6 13 7 5 8 9 3 2 10 12";
    assert_eq!(answers(None, hard)[0]["distance"], 66);
}

#[test]
fn shapes_for_every_goal() {
    for (side, names) in [
        (4, &["5-5-5", "6-6-3", "7-8"][..]),
        (5, &["5-5-5-5-4", "6-6-6-6"]),
    ] {
        let size = Size::new(side, side).unwrap();
        assert!(Partition::names(size).eq(names.iter().copied()));
        for name in names {
            for blank in 0..size.cells() {
                let partition = Partition::named(size, blank, name).unwrap();
                let groups: Vec<&[u8]> = partition.groups().iter().map(Vec::as_slice).collect();
                assert_eq!(
                    Partition::new(size.cells(), blank, &groups).as_ref(),
                    Ok(&partition)
                );
                let sizes: Vec<String> = groups.iter().map(|g| g.len().to_string()).collect();
                assert_eq!(sizes.join("-"), *name);
            }
            assert_eq!(Partition::named(size, side * side, name), None);
        }
    }
    let size = Size::new(4, 4).unwrap();
    assert_eq!(Partition::named(size, 0, "6-6-6-6"), None);
    let last = Partition::named(size, 15, "6-6-3").unwrap();
    assert_eq!(
        last.groups()[0],
        [7, 8, 11, 12, 14, 15],
        "turned with the goal"
    );
    let even = Partition::even(&common::small(5, 3, 0), 5).unwrap();
    assert_eq!(
        even.groups()[0],
        [1, 5, 6, 10, 11],
        "whole columns of the longer side"
    );
}

#[test]
fn invalid_partitions() {
    let new = |groups: &[&[u8]]| Partition::new(9, 0, groups).unwrap_err();
    assert_eq!(
        new(&[&[1, 2, 3, 4], &[5, 6, 7]]),
        PartitionError::Missing(8)
    );
    assert_eq!(
        new(&[&[1, 2, 3, 4], &[4, 5, 6, 7, 8]]),
        PartitionError::Twice(4)
    );
    assert_eq!(new(&[&[0, 1]]), PartitionError::NoSuchTile(0));
    assert_eq!(new(&[&[9]]), PartitionError::NoSuchTile(9));
    assert_eq!(new(&[&[1], &[]]), PartitionError::Empty);
    assert_eq!(
        new(&[&[1][..]; MAX_GROUPS + 1]),
        PartitionError::TooManyGroups
    );
    let tiles = MAX_TILES + 1;
    let max_tiles = MAX_TILES;
    assert_eq!(
        new(&[&[1; 9]]),
        PartitionError::TooManyTiles { tiles, max_tiles }
    );
    let large = common::puzzle::<Bytes<32>>(5, 5, 0);
    let (tiles, max_tiles) = (8, 6);
    assert_eq!(
        Partition::even(&large, 8),
        Err(PartitionError::TooManyTiles { tiles, max_tiles })
    );
    assert_eq!(
        Partition::new(9, 9, &[&[1]]),
        Err(PartitionError::NoSuchCell(9))
    );
    assert_eq!(
        Partition::even(&large, 0),
        Err(PartitionError::TooManyGroups)
    );
    let huge = common::puzzle::<Bytes<256>>(6, 6, 0);
    assert_eq!(Partition::even(&huge, 5), Err(PartitionError::TooManyCells));
}

#[test]
fn what_can_t_be_built() {
    let puzzle = common::small(4, 4, 0);
    let partition = Partition::named(puzzle.size().unwrap(), 0, "6-6-3").unwrap();
    let build = |puzzle: &Tiles<Nibbles>, budget| {
        Additive::<8>::build(puzzle, &partition, true, budget).unwrap_err()
    };
    let memory = Some(30_000_000);
    let little = Budget {
        memory,
        ..Budget::default()
    };
    let refused = build(&puzzle, little);
    assert!(
        matches!(
            refused,
            Unfinished::Failed(PatternError::Build(BuildError::Memory { .. }))
        ),
        "{refused}"
    );
    let cancel = AtomicBool::new(true);
    let cancelled = Budget {
        cancel: Some(&cancel),
        ..Budget::default()
    };
    assert_eq!(build(&puzzle, cancelled), Unfinished::Cancelled);
    let other = common::small(4, 4, 3);
    assert_eq!(
        build(&other, Budget::default()),
        Unfinished::Failed(PatternError::OtherPuzzle)
    );
    let large = common::puzzle::<Bytes<32>>(5, 5, 0);
    let partition = Partition::even(&large, 3).unwrap();
    let narrow = Additive::<7>::build(&large, &partition, true, Budget::default());
    assert_eq!(
        narrow.unwrap_err(),
        Unfinished::Failed(PatternError::TooManyGroups(7))
    );
    for tiles in [&[][..], &[1, 1], &[1; 9], &[200], &[0]] {
        let refused = Pattern::build(&puzzle, tiles, Budget::default()).unwrap_err();
        assert!(
            matches!(refused, Unfinished::Failed(PatternError::Partition(_))),
            "{refused}"
        );
    }
}
