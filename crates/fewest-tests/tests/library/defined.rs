//! Puzzles by their definitions, compared with problem statements and with each other.

use std::collections::BTreeSet;

use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::kernel::tiles::{Nibbles, Order, Size, Tiles};
use fewest::model::Model;
use fewest::search::{Control, Limits, Silent, breadth_first, ida_star};
use fewest::space::structure::Structured;
use fewest::space::{Ranked, StateSpace};
use fewest::support::budget::Budget;
use fewest::table::build::build;

use crate::{common, naive};

const ROTATION: &str = include_str!("../../../../puzzles/rotation.toml");
const KNIGHTS: &str = include_str!("../../../../puzzles/knights.toml");
const EIGHT: &str = include_str!("../../../../puzzles/eight.toml");

pub fn read(text: &str) -> Model {
    Model::from_toml(text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Walks at random. On each board, a kernel has the moves of the statement in the same order, with
/// the same effects, and each has an inverse.
fn holds<K: Kernel>(
    puzzle: &K,
    characters: [u8; 3],
    steps: impl Fn(&[u8]) -> Vec<naive::Step<Vec<u8>>>,
    is_solved: impl Fn(&[u8]) -> bool,
) {
    let mut rng = fastrand::Rng::with_seed(4);
    let goals = puzzle.solved_boards().unwrap();
    let mut blanks = BTreeSet::new();
    for start in 0..20 {
        let mut board = goals[start * 61 % goals.len()];
        for step in 0..30 {
            let cells = |board: &K::Board| -> Vec<u8> {
                let symbols = common::symbols(puzzle, board).into_iter();
                symbols
                    .map(|symbol| characters[usize::from(symbol)])
                    .collect()
            };
            let moves: Vec<_> = puzzle.moves(&board).collect();
            let next = moves.iter().map(|&m| {
                let name = common::names(puzzle, &board, &[m]);
                (name, cells(&puzzle.after(&board, m)))
            });
            assert_eq!(next.collect::<Vec<_>>(), steps(&cells(&board)));
            for &m in &moves {
                let mut next = puzzle.after(&board, m);
                assert!(puzzle.arrivals(&next).any(|arrival| arrival == m));
                assert_eq!(puzzle.after(&next, puzzle.inverse(m).unwrap()), board);
                puzzle.undo(&mut next, m);
                assert_eq!(next, board);
            }
            assert_eq!(puzzle.is_solved(&board), is_solved(&cells(&board)));
            assert!(step > 0 || puzzle.is_solved(&board));
            blanks.insert(puzzle.blank_cell(&board));
            board = puzzle.after(&board, *rng.choice(&moves).unwrap());
        }
    }
    let cells = puzzle.model().cells();
    assert_eq!(blanks.len(), puzzle.blank().map_or(1, |_| cells));
}

#[test]
fn rotation_and_knights_are_those_of_their_statements() {
    let centres = |cells: &[u8]| !naive::centres(cells).is_empty();
    holds(&*common::ROTATION, [1, 2, 3], naive::shifts, centres);
    let classic = b"111110111100*110000100000";
    holds(&*common::KNIGHTS, *b"01*", naive::jumps, |cells| {
        cells == classic
    });
    let rotation = read(ROTATION);
    assert_eq!(rotation.goals, ["centre 1", "centre 2", "centre 3"]);
    assert_eq!(rotation.moves.concat(), "ABCDEFGH");
    assert_eq!(rotation.structure, Model::rotation().structure);
    assert_eq!(read(KNIGHTS).structure, Model::knights().structure);
}

#[test]
fn eight_has_the_kernels_distances_and_answers() {
    let definition = read(EIGHT);
    let defined = General::<Cells<32>>::new(definition.structure.clone()).unwrap();
    let kernel =
        Tiles::<Nibbles>::rectangle(Size::new(3, 3).unwrap(), 8, Order::default()).unwrap();
    let table = build(&defined, Budget::default()).unwrap();
    let of_kernel = build(&kernel, Budget::default()).unwrap();
    for rank in 0..kernel.boards() {
        let board = kernel.unrank(rank);
        let mut tiles = Vec::new();
        kernel.symbols(&board, &mut tiles);
        // The blank is the definition's last symbol and the kernel's first.
        let tiles: Vec<u8> = tiles.iter().map(|tile| (tile + 8) % 9).collect();
        let same = defined.board(&tiles).unwrap();
        let distance = of_kernel.distance(rank);
        assert_eq!(table.distance(defined.rank(&same)), distance);
        assert_eq!(defined.unpack(defined.pack(&same).unwrap()), Some(same));
        if rank % 4001 == 0 {
            let (silent, other) = (&mut Silent, &mut Silent);
            let mut control = Control::new(Limits::default(), silent);
            let answer = breadth_first(&defined, &same, &mut control);
            let mut control = Control::new(Limits::default(), other);
            let of_kernel = breadth_first(&kernel, &board, &mut control);
            assert_eq!(answer.moves, of_kernel.moves);
        }
    }
}

#[test]
fn pruned_pairs_lose_no_least_answer() {
    let rotation = General::<Cells<32>>::new(read(ROTATION).structure).unwrap();
    let mut board = rotation.solved_boards().unwrap()[7];
    for (i, m) in [0u8, 3, 1, 6, 2].into_iter().enumerate() {
        rotation.apply(&mut board, fewest::space::Move::new(m));
        let (silent, other) = (&mut Silent, &mut Silent);
        let mut control = Control::new(Limits::default(), silent);
        let breadth = breadth_first(&rotation, &board, &mut control);
        let mut control = Control::new(Limits::default(), other);
        let depth = ida_star::search(&rotation, &fewest::heuristic::Blind, &board, &mut control);
        assert_eq!(breadth.moves, depth.moves, "after {i} moves");
    }
}

/// The code blocks of the page that builds the rotation game, joined, are the shipped definition.
#[test]
fn the_page_builds_the_rotation_game() {
    let page = include_str!("../../../../docs/definitions.md");
    let blocks = page.split("```toml\n").skip(1);
    let blocks = blocks.filter_map(|block| block.split("```").next());
    assert_eq!(read(&blocks.collect::<String>()), read(ROTATION));
}

#[test]
fn mistakes_are_reported_with_their_places() {
    let problems = |text: &str| Model::from_toml(text).unwrap_err().to_string();
    let twice = ROTATION.replace("1 3 7 12 16 21 23", "1 3 7 12 16 21 21");
    assert_eq!(problems(&twice), "22:25: cell `21` is named twice");
    let unknown = ROTATION.replace("2 4 9 13", "2 4 9 1e");
    assert_eq!(problems(&unknown), "25:16: no cell is called `1e`");
    let few = ROTATION.replace("3*8", "3*7");
    assert_eq!(problems(&few), "17:10: 23 pieces do not fill 24 cells");
    let many = EIGHT.replace("4 5 6\n7 8 .", "4 5 6\n7 7 .");
    assert!(problems(&many).contains("no board meets this goal: it needs 2 of `7`"));
    let key = EIGHT.replace("blank =", "blanc =");
    assert!(
        problems(&key).contains("unknown field `blanc`"),
        "{}",
        problems(&key)
    );
}
