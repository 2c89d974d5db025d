//! The cube: known counts, and sticker moves that do not use the library's boards.

use std::collections::HashMap;

use fastrand::Rng;

use fewest::kernel::pieces::{Flaw, Misfit};
use fewest::projection::PieceSearch;
use fewest::search::AnswerChoice;
use fewest::search::Control;
use fewest::search::ida_star::Cores;
use fewest::solver::Method;
use fewest::{Board, Budget, Options, Puzzle, Verdict};

use crate::naive;

/// Solves all boards within three moves, and some at four, as the program does, in both metrics.
#[test]
fn cubes_near_the_solved_one() {
    for (name, counts) in [
        ("cube3", [1, 18, 243, 3240, 43239]),
        ("cube3q", [1, 12, 114, 1068, 10011]),
    ] {
        let puzzle = Puzzle::open(name).expect("a puzzle");
        let distances = near(&puzzle, 4);
        let mut found = [0; 5];
        for &distance in distances.values() {
            found[distance as usize] += 1;
        }
        // Counts of J. Scherphuis, "Rubik's Cube 3x3x3", https://www.jaapsch.net/puzzles/cube3.htm.
        assert_eq!(found, counts, "{name}");
        let mut boards: Vec<(&Board, &u32)> = distances.iter().collect();
        boards.sort_by_key(|(board, distance)| (**distance, board.symbols().to_vec()));
        let search = boards
            .iter()
            .enumerate()
            .filter(|(place, (_, distance))| **distance < 4 || place % 40 == 0);
        let boards: Vec<Board> = search.map(|(_, (board, _))| (*board).clone()).collect();
        let answers = puzzle
            .solve_all(&boards, &Options::default())
            .expect("no limit");
        for (board, answer) in boards.iter().zip(&answers) {
            let distance = distances[board];
            assert_eq!(answer.verdict, Verdict::Solved(distance), "{name}");
            let end = answer
                .moves
                .iter()
                .try_fold(board.clone(), |board, &m| puzzle.after(&board, m));
            assert!(
                end.is_some_and(|end| puzzle.is_solved(&end))
                    && answer.moves.len() == distance as usize
            );
        }
    }
}

/// A twisted corner, a flipped edge and two swapped edges are recognised without a search.
#[test]
fn cubes_taken_apart_and_put_together_wrongly() {
    let cube = Puzzle::open("cube3").expect("a puzzle");
    let solved = cube.solved_board(&Options::default()).expect("one goal");
    // Cells in the order of the picture: U1 to U9, then rows of L, F, R and B.
    let cell = |name: &str| match name {
        "U6" => 5,
        "U8" => 7,
        "U9" => 8,
        "F2" => 13,
        "F3" => 14,
        "R1" => 15,
        "R2" => 16,
        other => panic!("{other}"),
    };
    let carried = |cycle: &[&str]| {
        let mut symbols = solved.symbols().to_vec();
        for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            symbols[cell(to)] = solved.symbols()[cell(from)];
        }
        cube.board_of(&symbols).expect("the same pieces")
    };
    let twisted = ["U9", "R1", "F3"];
    let turned = |pieces, ways| Flaw::Turned { pieces, ways };
    for (board, flaw) in [
        (carried(&twisted), turned(8, 3)),
        (carried(&["U8", "F2"]), turned(12, 2)),
        (carried(&["F2", "R2"]), Flaw::Swapped),
        // Two edges exchange stickers: no edge has these two.
        (
            carried(&["U8", "R2"]),
            Flaw::Misfit(Misfit::NoPiece(vec![5, 16])),
        ),
    ] {
        let answer = cube.solve(&board, &Options::default()).expect("no limit");
        // Only the short search near the goals comes before the proof.
        assert!(answer.generated < 20_000, "{answer:?}");
        assert_eq!(
            (answer.verdict, answer.method),
            (Verdict::Unsolvable, Method::Group)
        );
        assert_eq!(answer.flaw, Some(flaw));
    }
}

/// The stickers of a cube, and the cell that each cell's sticker comes from, for each move.
struct Stickers {
    cube: Puzzle,
    moves: Vec<Vec<u8>>,
    solved: Vec<u8>,
}

impl Stickers {
    fn of(name: &str) -> Self {
        let cube = Puzzle::open(name).expect("a puzzle");
        let turns = cube.model().structure.turns.iter();
        let moves = turns.map(|turn| turn.from.clone()).collect();
        let solved = cube.solved_board(&Options::default()).expect("one goal");
        let solved = solved.symbols().to_vec();
        Self {
            cube,
            moves,
            solved,
        }
    }

    fn after(&self, board: &[u8], m: usize) -> Vec<u8> {
        let from = self.moves[m].iter();
        from.map(|&cell| board[usize::from(cell)]).collect()
    }

    /// The distances of all boards within `moves` moves of a board.
    fn around(&self, board: &[u8], moves: u32) -> HashMap<Vec<u8>, u32> {
        let turns = 0..self.moves.len();
        let next = |board: &Vec<u8>| {
            turns
                .clone()
                .map(|m| self.after(board, m))
                .collect::<Vec<_>>()
        };
        naive::distances([board.to_vec()], next, moves)
    }

    fn scrambled(&self, rng: &mut Rng, moves: usize) -> Vec<u8> {
        (0..moves).fold(self.solved.clone(), |board, _| {
            self.after(&board, rng.usize(0..self.moves.len()))
        })
    }
}

/// Solutions of a thousand scrambles of up to seven moves are as short as two breadth-first
/// searches that meet show, in both metrics.
#[test]
fn short_scrambles_against_breadth_first_search() {
    let mut rng = Rng::with_seed(5);
    for (name, forth, back) in [("cube3", 4, 3), ("cube3q", 5, 2)] {
        let stickers = Stickers::of(name);
        let ball = stickers.around(&stickers.solved, forth);
        let scrambles: Vec<Vec<u8>> = (0..500)
            .map(|place| stickers.scrambled(&mut rng, place % 8))
            .collect();
        let boards: Vec<Board> = scrambles
            .iter()
            .map(|symbols| stickers.cube.board_of(symbols).expect("its pieces"))
            .collect();
        let answers = stickers
            .cube
            .solve_all(&boards, &Options::default())
            .expect("no limit");
        for (symbols, answer) in scrambles.iter().zip(&answers) {
            let distance = ball.get(symbols).copied().unwrap_or_else(|| {
                let around = stickers.around(symbols, back);
                let lengths = around
                    .iter()
                    .filter_map(|(board, way)| Some(way + ball.get(board)?));
                lengths.min().expect("at most seven moves")
            });
            assert_eq!(answer.verdict, Verdict::Solved(distance), "{symbols:?}");
            let end = answer.moves.iter().fold(symbols.clone(), |board, m| {
                stickers.after(&board, m.index())
            });
            assert_eq!(
                (end, answer.moves.len()),
                (stickers.solved.clone(), distance as usize)
            );
        }
    }
}

/// A small table and a much larger one, with other colourings, prove the same lengths and find the
/// same answers.
#[test]
fn two_tables_find_the_same_answers() {
    let mut rng = Rng::with_seed(6);
    let stickers = Stickers::of("cube3");
    let tables = [100_000, 6_000_000].map(|bytes| {
        let mut search = PieceSearch::of(&stickers.cube.model().structure).expect("pieces");
        assert!(search.build(bytes, Budget::default()).expect("no limit"));
        search
    });
    let [small, large] = &tables;
    assert!(large.bytes() > 8 * small.bytes() && small.words() != large.words());
    let mut longest = 0;
    for moves in [9, 10, 10, 11, 11] {
        let symbols = stickers.scrambled(&mut rng, moves);
        let [a, b] = [small, large].map(|search| {
            let leads = search.read(&symbols).expect("its pieces");
            search.run(
                &leads,
                AnswerChoice::Least,
                &mut Control::default(),
                Cores::All,
                None,
            )
        });
        assert_eq!((&a.moves, a.at_least), (&b.moves, b.at_least));
        // For any answer, boards with low bounds come first, on one core and on all.
        let leads = small.read(&symbols).expect("its pieces");
        let [any, other] = [Cores::One, Cores::All].map(|cores| {
            small.run(
                &leads,
                AnswerChoice::Any,
                &mut Control::default(),
                cores,
                None,
            )
        });
        assert_eq!(any, other);
        let moves = any.moves.expect("an answer");
        let end = moves.iter().fold(symbols.clone(), |board, m| {
            stickers.after(&board, m.index())
        });
        assert_eq!(
            (end, moves.len()),
            (stickers.solved.clone(), a.at_least as usize)
        );
        longest = longest.max(a.at_least);
    }
    assert!(longest >= 9, "{longest}");
}

/// The distances of all boards within `moves` moves of the solved one.
fn near(puzzle: &Puzzle, moves: u32) -> HashMap<Board, u32> {
    let solved = puzzle.solved_board(&Options::default()).expect("one goal");
    let next = |board: &Board| {
        let moves = puzzle.legal_moves(board).into_iter();
        let after = moves.map(|m| puzzle.after(board, m).expect("a legal move"));
        after.collect::<Vec<_>>()
    };
    naive::distances([solved], next, moves)
}
