//! Moves without inverses: every search that remembers boards ends on every board, solvable or not.

use std::sync::Arc;
use std::time::Duration;

use fewest::heuristic::OutOfPlace;
use fewest::kernel::Kernel;
use fewest::kernel::general::{Cells, General};
use fewest::model::Model;
use fewest::search::{AnswerChoice, a_star};
use fewest::search::{Control, Limits, Outcome, Silent, Stop, breadth_first, uniform_cost};
use fewest::space::structure::Structured;
use fewest::{Draw, Options, Pool, Verdict};
use fewest_text::TextOptions;

use crate::naive;

/// The blank circles five cells in one direction only, or three of them in a shorter ring.
pub(crate) const ROUND: &str = r#"
name = "round"
cells = "1 2 3 4 5"
pieces = "a b b c ."
blank = "."
[[move]]
name = "r"
steps = "1>2 2>3 3>4 4>5 5>1"
[[move]]
name = "s"
steps = "2>3 3>5 5>2"
[[goal]]
board = "a b b c ."
"#;

/// Pieces circle without a blank, and no move is undone by another.
const SHIFT: &str = r#"
name = "shift"
cells = "1 2 3 4 5"
pieces = "a b c d e"
[[move]]
name = "r"
cycles = "(1 2 3)"
[[move]]
name = "s"
cycles = "(3 4 5)"
[[goal]]
board = "a b c d e"
"#;

/// Every order of these pieces.
fn orders(pieces: &str) -> Vec<String> {
    let orders = naive::arrangements(pieces.chars()).into_iter();
    orders.map(String::from_iter).collect()
}

/// The board after pieces move between cells.
fn carried(board: &str, pairs: &[(usize, usize)]) -> String {
    let pieces: Vec<char> = board.chars().collect();
    let mut after = pieces.clone();
    for &(from, to) in pairs {
        after[to] = pieces[from];
    }
    after.into_iter().collect()
}

fn checks(text: &str, pieces: &str, next: impl Fn(&str) -> Vec<String>, goal: &str) {
    let puzzle =
        Arc::new(General::<Cells<32>>::of(Arc::new(Model::from_toml(text).unwrap())).unwrap());
    let (puzzle, boards) = (&*puzzle, orders(pieces));
    let known = naive::distances_to(&boards, |board| next(board), |board| board == goal);
    let out_of_place = OutOfPlace::new(puzzle);
    for board in &boards {
        let symbol = |c: char| {
            let mut symbols = puzzle.model().symbols.iter();
            u8::try_from(symbols.position(|s| *s == c.to_string()).unwrap()).unwrap()
        };
        let symbols: Vec<u8> = board.chars().map(symbol).collect();
        let start = puzzle.board(&symbols).unwrap();
        let limits = Limits {
            max_time: Some(Duration::from_secs(20)),
            ..Limits::default()
        };
        let run = |search: &dyn Fn(&mut Control<'_>) -> Outcome| {
            search(&mut Control::new(limits, &mut Silent))
        };
        let outcomes = [
            run(&|c| breadth_first(puzzle, &start, c)),
            run(&|c| uniform_cost(puzzle, &start, AnswerChoice::Least, c)),
            run(&|c| a_star(puzzle, &out_of_place, &start, AnswerChoice::Least, c)),
        ];
        for outcome in outcomes {
            let length = outcome
                .moves
                .map(|moves| u32::try_from(moves.len()).unwrap());
            assert_eq!(length, known.get(board).copied(), "{board}");
            let stop = length.map_or(Stop::Exhausted, |_| Stop::Solved);
            assert_eq!(outcome.stop, stop, "{board}");
        }
    }
}

/// A search once never ended on the unsolvable boards.
#[test]
fn a_blank_that_goes_one_way_round() {
    let next = |board: &str| {
        let blank = board.find('.').unwrap();
        let ways = [[1, 2, 3, 4, 0], [9, 2, 4, 9, 1]];
        let ways = ways.iter().map(|way| way[blank]).filter(|&to| to < 9);
        ways.map(|to| carried(board, &[(blank, to), (to, blank)]))
            .collect()
    };
    checks(ROUND, "abbc.", next, "abbc.");
}

/// It also never ended on these: two cycles of three give only even permutations.
#[test]
fn cycles_without_their_inverses() {
    let next = |board: &str| {
        let cycles = [[(0, 1), (1, 2), (2, 0)], [(2, 3), (3, 4), (4, 2)]];
        cycles.iter().map(|cycle| carried(board, cycle)).collect()
    };
    checks(SHIFT, "abcde", next, "abcde");
}

/// Boards were not written as moves, though moves lead to them.
#[test]
fn scrambles_of_one_way_puzzles_were_refused() {
    for definition in [ROUND, SHIFT] {
        let puzzle = fewest::Puzzle::from_toml(definition).unwrap();
        for pool in [Pool::Solvable, Pool::Moves(3, 3)] {
            let draw = Draw {
                pool,
                count: 20,
                seed: 5,
                distinct: false,
            };
            let moves = TextOptions {
                to: Some("moves".to_owned()),
                ..TextOptions::default()
            };
            let mut text = Vec::new();
            fewest_text::generate(&puzzle, &draw, &Options::default(), &moves, &mut text).unwrap();
            let boards = crate::read::read(&puzzle, "moves", &text, &[1 << 12]);
            assert_eq!(boards.len(), 20);
            for board in boards {
                let board = puzzle.board(&board.unwrap()).unwrap();
                let distance = puzzle.distance(&board, &Options::default()).unwrap();
                let is_right = |distance| pool == Pool::Solvable || distance == 3;
                assert!(matches!(distance, Verdict::Solved(distance) if is_right(distance)));
            }
        }
    }
}
