//! Korf and Felner's fifty boards of 5x5: read in the format `korf`, and bounded from below.

use fewest::heuristic::pattern::{Additive, Partition};
use fewest::heuristic::{Heuristic, LinearConflict, Manhattan};
use fewest::kernel::tiles::{Bytes, TileBoard, Tiles};
use fewest::support::budget::Budget;

use crate::common;
use crate::read::read;

const TEXT: &str = include_str!("../../../../corpus/korf_felner_50.txt");

type Puzzle = Tiles<Bytes<32>>;

fn boards() -> Vec<(u32, TileBoard<Bytes<32>>)> {
    let board = |line: Vec<&str>| {
        let numbers: Vec<u8> = line.iter().map(|word| word.parse().unwrap()).collect();
        (
            u32::from(numbers[1]),
            TileBoard::new(&numbers[2..]).unwrap(),
        )
    };
    common::columns(TEXT).map(board).collect()
}

#[test]
fn all_are_read() {
    let puzzle = fewest::Puzzle::open("twentyfour").unwrap();
    let lines = read(&puzzle, "korf", TEXT.as_bytes(), &[1 << 12]).into_iter();
    let lines: Vec<String> = lines.map(Result::unwrap).collect();
    let expected: Vec<String> = common::columns(TEXT)
        .map(|line| line[2..].join(" "))
        .collect();
    assert_eq!(lines.len(), 50);
    assert_eq!(lines, expected);
}

fn bound<H: Heuristic<Puzzle>>(
    heuristic: &H,
    puzzle: &Puzzle,
    board: &TileBoard<Bytes<32>>,
) -> u32 {
    heuristic.bound(heuristic.start(puzzle, board))
}

/// No bound exceeds the published distance, and all bounds have its parity, because each move
/// changes a bound by one.
#[test]
fn bounds_hold() {
    let puzzle: Puzzle = common::puzzle(5, 5, 0);
    let partition = Partition::named(puzzle.size().unwrap(), 0, "5-5-5-5-4").unwrap();
    let additive: Additive<8> =
        Additive::build(&puzzle, &partition, true, Budget::default()).unwrap();
    let (manhattan, linear) = (
        Manhattan::new(&puzzle),
        LinearConflict::new(&puzzle).unwrap(),
    );
    let mut sums = [0; 3];
    for (distance, board) in boards() {
        assert!(puzzle.is_solvable(&board));
        let bounds = [
            bound(&manhattan, &puzzle, &board),
            bound(&linear, &puzzle, &board),
            bound(&additive, &puzzle, &board),
        ];
        for (sum, bound) in sums.iter_mut().zip(bounds) {
            assert!(bound <= distance && bound % 2 == distance % 2, "{board:?}");
            *sum += bound;
        }
        assert!(bounds[0] <= bounds[1] && bounds[0] <= bounds[2]);
    }
    assert!(sums[2] > sums[1] && sums[1] > sums[0], "{sums:?}");
}
