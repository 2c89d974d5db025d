//! Boards numbered as elements of a group.

use std::collections::BTreeSet;
use std::time::Instant;

use super::chains::{closure, some_groups};
use super::read;
use super::stickers::{cube, faces, pyraminx};
use fewest::group::{ChainError, GroupNumbering, NumberingError, Permutation};
use fewest::kernel::general::{Cells, General};
use fewest::space::ranked::Ranks;
use fewest::space::structure::{Structure, Structured, Turn};
use fewest::space::{Move, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;
use fewest::table::verify::verify;

const CUBE: &str = include_str!("../../../../../puzzles/cube2.toml");

/// The 2 x 2 x 2 cube: boards by distance in half turns, and in quarter turns.
const HALF: [u64; 12] = [
    1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644,
];
const QUARTER: [u64; 15] = [
    1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280,
    276,
];
const PYRAMINX: [u64; 12] = [
    1, 8, 48, 288, 1728, 9896, 51_808, 220_111, 480_467, 166_276, 2457, 32,
];
/// The corners of the 3 x 3 x 3 cube in half turns (R. E. Korf, "Finding optimal solutions to
/// Rubik's cube using pattern databases", 1997, has their number).
const CORNERS: [u64; 12] = [
    1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616,
    64_736,
];

/// A puzzle whose pieces are all different.
fn structure(moves: &[Permutation]) -> Structure {
    let cells = moves[0].points();
    let goal = (0..=u8::MAX).take(cells).map(Some);
    let turn = |(place, carries): (u8, &Permutation)| Turn {
        by: Move::new(place),
        needs: Vec::new(),
        from: carries.inverse().images().to_vec(),
    };
    Structure {
        pieces: vec![1; cells],
        turns: (0..).zip(moves).map(turn).collect(),
        goals: vec![goal.collect()],
    }
}

fn powers(moves: &[Permutation], all: bool) -> Vec<Permutation> {
    let mut powers = Vec::new();
    for generator in moves {
        let twice = generator.then(generator);
        powers.extend([generator.clone(), generator.inverse()]);
        if all {
            powers.push(twice);
        }
    }
    powers
}

fn puzzle(structure: Structure) -> General<Cells<32>> {
    let puzzle = General::new(structure).unwrap();
    let identity = puzzle.identity();
    assert!(identity.is_none_or(|identity| identity.ends_with(", elements 1")));
    puzzle
}

fn counts(structure: Structure) -> Vec<u64> {
    let table = build(&puzzle(structure), Budget::default()).unwrap();
    table.counts().to_vec()
}

#[test]
fn distances_are_the_published_ones() {
    assert_eq!(counts(read(CUBE).structure), HALF);
    assert_eq!(counts(structure(&powers(&pyraminx(), false))), PYRAMINX);
    let all = faces(&cube(&[3]));
    // Faces that do not turn hold one corner in place.
    let three = [all[0].clone(), all[2].clone(), all[4].clone()];
    assert_eq!(counts(structure(&powers(&three, false))), QUARTER);
}

#[test]
#[ignore = "seconds and 200 MB"]
fn distances_of_the_corners_are_the_published_ones() {
    let moves = powers(&faces(&cube(&[3])), true);
    assert_eq!(counts(structure(&moves)), CORNERS);
}

/// Checks every board of two faces of the cube, with its colours, by plain moves and ranks.
#[test]
fn tables_are_proven_without_the_group() {
    let mut two = read(CUBE).structure;
    // Without F, the last of three faces.
    two.turns.retain(|turn| turn.by.index() < 6);
    let puzzle = puzzle(two);
    let table = build(&puzzle, Budget::default()).unwrap();
    let proof = verify(&puzzle, &table, Budget::default()).unwrap();
    assert_eq!((proof.boards, proof.unsolvable), (29_160, 0));
}

/// A move has no inverse: links must not follow it backwards.
#[test]
fn moves_without_an_inverse() {
    let moves = pyraminx();
    let one_way = [moves[0].clone(), moves[1].clone(), moves[2].then(&moves[3])];
    let puzzle = puzzle(structure(&one_way));
    let table = build(&puzzle, Budget::default()).unwrap();
    assert_eq!(table.reachable(), puzzle.boards());
    for rank in (0..puzzle.boards()).step_by(997) {
        let board = puzzle.unrank(rank);
        assert_eq!(puzzle.rank(&board), rank);
        let nexts = puzzle
            .moves(&board)
            .map(|m| puzzle.rank(&puzzle.after(&board, m)));
        let nearest = nexts.filter_map(|next| table.distance(next)).min().unwrap();
        let expected = if puzzle.is_solved(&board) {
            0
        } else {
            nearest + 1
        };
        assert_eq!(table.distance(rank), Some(expected), "{rank}");
    }
}

#[test]
fn puzzles_without_a_numbering_are_rejected() {
    let refusal = |structure: &Structure| GroupNumbering::new(structure, 1 << 40).unwrap_err();
    let refused = |change: &dyn Fn(&mut Structure)| {
        let mut parts = read(CUBE).structure;
        change(&mut parts);
        refusal(&parts)
    };
    let rotation = read(include_str!("../../../../../puzzles/rotation.toml"));
    assert_eq!(refusal(&rotation.structure), NumberingError::Goals);
    let eight = read(include_str!("../../../../../puzzles/eight.toml"));
    assert_eq!(refusal(&eight.structure), NumberingError::Moves);
    let open = refused(&|parts| parts.goals[0][3] = None);
    assert_eq!(open, NumberingError::Goals);
    // No moves swap two stickers of a corner.
    let apart = refused(&|parts| {
        let mut other = parts.goals[0].clone();
        other.swap(3, 9);
        parts.goals.push(other);
    });
    assert_eq!(apart, NumberingError::Goals);
    let identical = refused(&|parts| {
        parts.pieces = vec![11, 10];
        parts.goals[0] = (0..21).map(|cell| Some(u8::from(cell > 10))).collect();
    });
    assert_eq!(identical, NumberingError::IdenticalPieces);
    let cube = read(CUBE).structure;
    assert_eq!(
        GroupNumbering::new(&cube, 3_674_160).unwrap().boards(),
        3_674_160
    );
    let large = GroupNumbering::new(&cube, 3_674_159).unwrap_err();
    assert_eq!(large, ChainError::TooLarge(3_674_159).into());
}

/// For varied small groups, with colours or without, every element has its own number, other boards
/// have none, and links carry sets as the moves do.
#[test]
fn numbers_and_links_are_those_of_listed_elements() {
    let mut source = fastrand::Rng::with_seed(9);
    let (mut coloured, mut others, mut refused) = (0, 0, 0);
    for (points, generators) in some_groups(&mut source) {
        let listed = closure(points.into(), &generators);
        if listed.len() > 2000 {
            continue;
        }
        let mut parts = structure(&generators);
        if source.bool() {
            parts.goals[0] = (0..points).map(|_| Some(source.u8(0..4))).collect();
            let count = |symbol: u8| {
                parts.goals[0]
                    .iter()
                    .filter(|s| **s == Some(symbol))
                    .count()
            };
            parts.pieces = (0..4)
                .map(|symbol| u32::try_from(count(symbol)).unwrap())
                .collect();
        }
        let home: Vec<u8> = parts.goals[0].iter().copied().flatten().collect();
        let board = |element: &Permutation| {
            let mut symbols = home.clone();
            for (&to, &symbol) in element.images().iter().zip(&home) {
                symbols[usize::from(to)] = symbol;
            }
            symbols
        };
        let boards: BTreeSet<Vec<u8>> = listed.iter().map(board).collect();
        let Ok(numbering) = GroupNumbering::new(&parts, 1 << 40) else {
            // Pieces look the same: usually some elements make the same board.
            refused += 1;
            continue;
        };
        assert_eq!(
            boards.len(),
            listed.len(),
            "each element makes a board of its own"
        );
        assert_eq!(numbering.boards(), listed.len() as u64);
        let numbers: BTreeSet<u64> = boards.iter().filter_map(|b| numbering.number(b)).collect();
        assert!(numbers.into_iter().eq(0..numbering.boards()));
        let mut symbols = home.clone();
        for number in 0..numbering.boards() {
            numbering.symbols(number, &mut symbols);
            assert_eq!(numbering.number(&symbols), Some(number));
        }
        for _ in 0..20 {
            source.shuffle(&mut symbols);
            assert_eq!(
                numbering.number(&symbols).is_some(),
                boards.contains(&symbols)
            );
            others += usize::from(!boards.contains(&symbols));
        }
        coloured += usize::from(parts.pieces.len() == 4);
        links_are_moves(&numbering, &parts, &mut source);
    }
    assert!(
        coloured > 5 && others > 100 && refused > 20,
        "{coloured} {others} {refused}"
    );
}

/// Pieces 0 to 2 change places in all ways, 3 and 4 stay.
#[test]
fn boards_that_moves_do_not_make_have_no_number() {
    let moves = [[1, 2, 0, 3, 4], [1, 0, 2, 3, 4]];
    let moves = moves.map(|images| Permutation::new(&images).unwrap());
    let numbering = GroupNumbering::new(&structure(&moves), 1 << 40).unwrap();
    assert_eq!(numbering.boards(), 6);
    assert!(numbering.number(&[2, 0, 1, 3, 4]).is_some());
    // The pieces that stay are exchanged, or one of the others is there twice.
    for board in [[2, 0, 1, 4, 3], [0, 0, 2, 3, 4], [1, 2, 2, 3, 4]] {
        assert_eq!(numbering.number(&board), None, "{board:?}");
    }
}

/// Ranks that links carry at a time at most: parts start at multiples of this.
const PART: usize = 1 << 16;

/// Predecessors of a set, found by carrying the set, and by seeking from all boards.
fn before(numbering: &GroupNumbering, set: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let links = numbering.links();
    let words = |block: usize| {
        let mut words = vec![0u64; links.block.div_ceil(64)];
        for i in (0..links.block).filter(|i| set[block * links.block + i]) {
            words[i / 64] |= 1 << (i % 64);
        }
        words
    };
    let (mut carried, mut sought) = (vec![false; set.len()], vec![false; set.len()]);
    let all = vec![u64::MAX; links.block.div_ceil(64)];
    for link in &links.links {
        let (mut found, mut asked) = (vec![0; all.len()], vec![0; all.len()]);
        let (marked, to) = (words(link.from), words(link.to));
        let mut listed = Vec::new();
        for start in (0..links.block).step_by(PART) {
            let part = start..links.block.min(start + PART);
            link.by
                .carry(Ranks::unlisted(&marked), part.clone(), &mut found);
            link.by
                .seek(Ranks::unlisted(&all), part.clone(), &to, &mut asked);
            // A list is made of a set that has only this part.
            let marked = Ranks {
                set: &marked[start / 64..part.end.div_ceil(64)],
                first: start,
                list: None,
            };
            link.by.list(marked, part, &mut listed);
        }
        let mut listed_words = vec![0; all.len()];
        for rank in listed {
            listed_words[rank / 64] |= 1u64 << (rank % 64);
        }
        assert!(listed_words == found, "lists have what sets have");
        for i in 0..links.block {
            carried[link.to * links.block + i] |= found[i / 64] >> (i % 64) & 1 == 1;
            sought[link.from * links.block + i] |= asked[i / 64] >> (i % 64) & 1 == 1;
        }
    }
    (carried, sought)
}

fn symbols(numbering: &GroupNumbering, parts: &Structure, number: usize) -> Vec<u8> {
    let mut symbols = vec![0; parts.cells()];
    numbering.symbols(number as u64, &mut symbols);
    symbols
}

/// Returns true if a move leads from the board with this number to one of a set.
fn leads(numbering: &GroupNumbering, parts: &Structure, number: usize, set: &[bool]) -> bool {
    let board = symbols(numbering, parts, number);
    parts.turns.iter().any(|turn| {
        let next = numbering.number(&turn.apply(&board));
        set[usize::try_from(next.unwrap()).unwrap()]
    })
}

/// Parts of a block start and end within rows here.
#[test]
fn links_carry_large_blocks_part_by_part() {
    let parts = read(CUBE).structure;
    let numbering = GroupNumbering::new(&parts, 1 << 40).unwrap();
    assert!(numbering.links().block > 2 * PART);
    let mut source = fastrand::Rng::with_seed(13);
    let mut set = vec![false; usize::try_from(numbering.boards()).unwrap()];
    for _ in 0..2000 {
        set[source.usize(0..3_674_160)] = true;
    }
    let (carried, sought) = before(&numbering, &set);
    assert!(carried == sought, "both ways find the same");
    let looked_at = (0..set.len()).filter(|&number| carried[number] || number % 97 == 0);
    for number in looked_at {
        let expected = leads(&numbering, &parts, number, &set);
        assert_eq!(carried[number], expected, "{number}");
    }
}

/// Links carry a random set as moves do, and find the same distances as the table of arrangements.
fn links_are_moves(numbering: &GroupNumbering, parts: &Structure, source: &mut fastrand::Rng) {
    let boards = usize::try_from(numbering.boards()).unwrap();
    let set: Vec<bool> = (0..boards).map(|_| source.u8(0..3) == 0).collect();
    let (carried, sought) = before(numbering, &set);
    let expected = (0..boards).map(|number| leads(numbering, parts, number, &set));
    let expected: Vec<bool> = expected.collect();
    assert_eq!(carried, expected);
    assert_eq!(sought, expected);

    let puzzle = General::<Cells<32>>::new(parts.clone()).unwrap();
    assert!(puzzle.boards() >= numbering.boards());
    let table = build(&puzzle, Budget::default()).unwrap();
    let goal: Vec<u8> = parts.goals[0].iter().copied().flatten().collect();
    let goal = numbering.number(&goal).unwrap();
    let mut known: Vec<bool> = (0..boards).map(|i| goal == i as u64).collect();
    let mut distance = 0;
    loop {
        let (next, _) = before(numbering, &known);
        let found: Vec<usize> = (0..boards).filter(|&i| next[i] && !known[i]).collect();
        if found.is_empty() {
            break;
        }
        distance += 1;
        for number in found {
            known[number] = true;
            let board = symbols(numbering, parts, number);
            let board = puzzle.board(&board).unwrap();
            assert_eq!(table.distance(puzzle.rank(&board)), Some(distance));
        }
    }
    assert_eq!(table.reachable(), boards as u64);
}

/// Definitions may come from anyone: a group that is too large or hard to find is soon rejected.
#[test]
fn hostile_groups_take_no_time() {
    let mut source = fastrand::Rng::with_seed(12);
    let mut wild = |points: u8, count: usize| -> Vec<Permutation> {
        let permutation = |_| {
            let mut images: Vec<u8> = (0..=points).collect();
            source.shuffle(&mut images);
            Permutation::new(&images).unwrap()
        };
        (0..count).map(permutation).collect()
    };
    // Disjoint cycles of adjacent points.
    let cycles = |points: u8, length: u8| -> Vec<Permutation> {
        let cycle = |first: u8| {
            let mut images: Vec<u8> = (0..=points).collect();
            images[first.into()..][..length.into()].rotate_left(1);
            Permutation::new(&images).unwrap()
        };
        let starts = (0..=points).step_by(length.into()).take(32);
        starts.map(cycle).collect()
    };
    for (moves, boards) in [
        (wild(255, 32), None),
        (wild(39, 3), None),
        (cycles(255, 8), None),
        (cycles(255, 128), Some(1 << 14)),
        (cycles(63, 2), Some(1 << 32)),
    ] {
        let start = Instant::now();
        let parts = structure(&moves);
        let numbering = GroupNumbering::new(&parts, 1 << 40);
        let elapsed = start.elapsed();
        assert!(elapsed.as_secs() < 30, "{elapsed:?} for {boards:?}");
        if let Some(boards) = boards {
            assert_eq!(numbering.unwrap().boards(), boards);
        }
        let start = Instant::now();
        let puzzle = General::<Cells<256>>::new(parts).unwrap();
        let elapsed = start.elapsed();
        assert!(elapsed.as_secs() < 30, "{elapsed:?} for {boards:?}");
        assert!(puzzle.boards() == 0 || boards.is_some_and(|boards| puzzle.boards() == boards));
    }
}
