//! The definitions in puzzles/: each is read. Those with few boards have the counts of a plain
//! search in Python, with moves written by hand.

use fewest::heuristic::Blind;
use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::search::{Control, Limits, Silent, breadth_first, ida_star};
use fewest::space::structure::Structured;
use fewest::space::{MoveSet, Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::survey::Listing;
use fewest::table::build::build;
use fewest::table::{Seen, walk};
use fewest::{Options, Puzzle};

use crate::common::wander;

const SHIPPED: [(&str, &str); 26] = [
    (
        "rotation",
        include_str!("../../../../puzzles/rotation.toml"),
    ),
    ("knights", include_str!("../../../../puzzles/knights.toml")),
    ("eight", include_str!("../../../../puzzles/eight.toml")),
    ("fifteen", include_str!("../../../../puzzles/fifteen.toml")),
    (
        "sixteen3",
        include_str!("../../../../puzzles/sixteen3.toml"),
    ),
    ("sixteen", include_str!("../../../../puzzles/sixteen.toml")),
    ("twiddle", include_str!("../../../../puzzles/twiddle.toml")),
    (
        "pancakes",
        include_str!("../../../../puzzles/pancakes.toml"),
    ),
    (
        "topspin9",
        include_str!("../../../../puzzles/topspin9.toml"),
    ),
    ("topspin", include_str!("../../../../puzzles/topspin.toml")),
    (
        "pyraminx",
        include_str!("../../../../puzzles/pyraminx.toml"),
    ),
    ("rings", include_str!("../../../../puzzles/rings.toml")),
    ("rings8", include_str!("../../../../puzzles/rings8.toml")),
    (
        "lamps5x5",
        include_str!("../../../../puzzles/lamps5x5.toml"),
    ),
    ("floppy", include_str!("../../../../puzzles/floppy.toml")),
    (
        "domino-cube",
        include_str!("../../../../puzzles/domino-cube.toml"),
    ),
    ("ivy", include_str!("../../../../puzzles/ivy.toml")),
    ("cube2", include_str!("../../../../puzzles/cube2.toml")),
    ("cube2q", include_str!("../../../../puzzles/cube2q.toml")),
    ("corners", include_str!("../../../../puzzles/corners.toml")),
    ("cube3", include_str!("../../../../puzzles/cube3.toml")),
    ("cube3q", include_str!("../../../../puzzles/cube3q.toml")),
    ("tower", include_str!("../../../../puzzles/tower.toml")),
    ("skewb", include_str!("../../../../puzzles/skewb.toml")),
    ("dino", include_str!("../../../../puzzles/dino.toml")),
    (
        "megaminx3",
        include_str!("../../../../puzzles/megaminx3.toml"),
    ),
];

fn definition(name: &str) -> Model {
    let text = SHIPPED
        .into_iter()
        .find(|(file, _)| *file == name)
        .unwrap()
        .1;
    Model::from_toml(text).unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

#[test]
fn all_are_read_and_called_like_their_files() {
    for (name, _) in SHIPPED {
        let definition = definition(name);
        assert_eq!(definition.name, name);
        let puzzle = General::<Cells<64>>::new(definition.structure.clone()).unwrap();
        let solved = puzzle.solved_boards().unwrap();
        assert!(!solved.is_empty(), "{name}");
        // Every move of these puzzles has an inverse.
        for m in MoveSet::<1>::first(definition.moves.len()) {
            assert!(
                puzzle.inverse(m).is_some(),
                "{name}: {}",
                definition.moves[m.index()]
            );
        }
        for m in puzzle.moves(&solved[0]) {
            let mut board = puzzle.after(&solved[0], m);
            puzzle.undo(&mut board, m);
            assert_eq!(board, solved[0], "{name}");
        }
    }
}

fn levels(name: &str) -> Vec<u64> {
    let puzzle = General::<Cells<64>>::new(definition(name).structure).unwrap();
    let table = build(&puzzle, Budget::default()).unwrap();
    let mut levels = Vec::new();
    for rank in 0..puzzle.boards() {
        if let Some(distance) = table.distance(rank).map(usize::from) {
            if levels.len() <= distance {
                levels.resize(distance + 1, 0);
            }
            levels[distance] += 1;
        }
    }
    levels
}

#[test]
fn sixteen_on_3x3() {
    let counted = [1, 12, 96, 736, 5208, 28_674, 89_497, 54_741, 2475];
    assert_eq!(levels("sixteen3"), counted);
}

/// Published for `floppy` (J. Scherphuis) and `ivy`; see their files.
#[test]
fn floppy_ivy_and_small_rings() {
    let counted: [(&str, &[u64]); 3] = [
        ("floppy", &[1, 4, 10, 24, 53, 64, 31, 4, 1]),
        ("ivy", &[1, 8, 48, 288, 1640, 7582, 15_262, 4221, 110]),
        (
            "rings8",
            &[
                1, 4, 12, 36, 106, 304, 868, 2482, 6940, 19_174, 51_826, 135_802, 332_572, 711_152,
                1_165_183, 1_177_567, 531_357, 67_728, 1086,
            ],
        ),
    ];
    for (name, counted) in counted {
        let puzzle = Puzzle::open(name).unwrap();
        let hardest = Listing {
            limit: 1,
            every: false,
        };
        let survey = puzzle.survey(hardest, &Options::default()).unwrap();
        assert_eq!(survey.figures.counts, counted, "{name}");
    }
}

#[test]
fn twiddle() {
    let counted = [
        1, 8, 52, 328, 1996, 11_336, 51_582, 130_042, 125_929, 39_706, 1880, 20,
    ];
    assert_eq!(levels("twiddle"), counted);
}

/// The maximum is ten flips: OEIS A058986.
#[test]
fn pancakes() {
    let counted = [
        1, 8, 56, 391, 2278, 10_666, 38_015, 93_585, 132_697, 79_379, 5804,
    ];
    assert_eq!(levels("pancakes"), counted);
}

#[test]
fn top_spin_with_nine_discs() {
    let counted = [
        1, 3, 6, 12, 24, 46, 88, 168, 322, 613, 1137, 2095, 3745, 6385, 10_697, 17_134, 24_461,
        30_412, 32_269, 27_633, 17_101, 5884, 1112, 92,
    ];
    assert_eq!(levels("topspin9"), counted);
}

/// From J. Scherphuis' puzzle page.
#[test]
fn pyraminx() {
    let counted = [
        1, 8, 48, 288, 1728, 9896, 51_808, 220_111, 480_467, 166_276, 2457, 32,
    ];
    assert_eq!(levels("pyraminx"), counted);
}

/// Counts from a search in Python with rotations in space. The maximum is 14 moves, as published.
#[test]
fn tower() {
    let counted = [
        1, 8, 35, 157, 678, 2527, 7442, 17_088, 31_568, 44_704, 47_216, 49_792, 29_024, 11_104, 576,
    ];
    assert_eq!(levels("tower"), counted);
}

#[test]
fn skewb() {
    let counted = [
        1, 8, 48, 288, 1728, 10_248, 59_304, 315_198, 1_225_483, 1_455_856, 81_028, 90,
    ];
    assert_eq!(levels("skewb"), counted);
}

/// Counts of the first survey, to detect changes. R. E. Korf, "Finding optimal solutions to Rubik's
/// cube using pattern databases" (1997), tabulates the same 88,179,840 boards.
#[test]
#[ignore = "seconds and 200 MB"]
fn corners() {
    let counted = [
        1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616,
        15_139_616, 64_736,
    ];
    assert_eq!(levels("corners"), counted);
}

/// Answers from a table numbered by the group, compared with plain searches.
#[test]
fn answers_of_groups_are_the_least_ones() {
    let mut source = fastrand::Rng::with_seed(11);
    for name in ["cube2", "pyraminx"] {
        let puzzle = General::<Cells<64>>::new(definition(name).structure).unwrap();
        let table = build(&puzzle, Budget::default()).unwrap();
        let solved = puzzle.solved_boards().unwrap()[0];
        for round in 0..40 {
            let board = wander(&puzzle, &solved, round % 7, &mut source);
            let mut views = [Seen::new(&table, None, board)];
            let mut moves = Vec::new();
            let distance = walk(&puzzle, &mut views, &mut moves);
            assert_eq!(distance.map(usize::from), Some(moves.len()));
            let (mut silent, mut other) = (Silent, Silent);
            let mut control = Control::new(Limits::default(), &mut silent);
            let breadth = breadth_first(&puzzle, &board, &mut control);
            assert_eq!(breadth.moves.as_ref(), Some(&moves), "{name}");
            if moves.len() < 5 {
                let mut control = Control::new(Limits::default(), &mut other);
                let depth = ida_star::search(&puzzle, &Blind, &board, &mut control);
                assert_eq!(depth.moves.as_ref(), Some(&moves), "{name}");
            }
        }
        // Two swapped stickers, which no moves can produce.
        let mut symbols = Vec::new();
        puzzle.symbols(&solved, &mut symbols);
        let other = symbols
            .iter()
            .rposition(|symbol| *symbol != symbols[0])
            .unwrap();
        symbols.swap(0, other);
        let board = puzzle.board(&symbols).unwrap();
        assert!(
            !puzzle.parity_allows(&board) || !puzzle.group_allows(&board),
            "{name}"
        );
        assert_eq!(table.distance(puzzle.rank(&board)), None, "{name}");
    }
}

/// Symbols of at most two bits are counted eight at a time, others singly.
#[test]
fn symbols_are_a_board_if_there_are_as_many_of_each_as_pieces() {
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut boards, mut others) = (0, 0);
    for name in ["rotation", "knights", "rings", "eight", "cube2"] {
        let puzzle = Puzzle::open(name).unwrap();
        let model = puzzle.model();
        for _ in 0..2000 {
            let mut symbols = model.solved_board();
            rng.shuffle(&mut symbols);
            for _ in 0..rng.usize(..3) {
                let cell = rng.usize(..symbols.len());
                symbols[cell] = if rng.bool() { rng.u8(..6) } else { rng.u8(..) };
            }
            symbols.truncate(symbols.len() - usize::from(rng.u8(..20) == 0));
            let mut counts = [0; 256];
            for symbol in &symbols {
                counts[usize::from(*symbol)] += 1;
            }
            let pieces = &model.structure.pieces;
            let is_board = counts[..pieces.len()] == pieces[..]
                && counts[pieces.len()..].iter().all(|count| *count == 0);
            assert_eq!(model.is_board(&symbols), is_board, "{name}: {symbols:?}");
            *(if is_board { &mut boards } else { &mut others }) += 1;
        }
    }
    assert!(boards > 1000 && others > 1000, "{boards} {others}");
}
