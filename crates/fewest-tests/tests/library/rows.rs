//! Boards in rows, compared with a breadth-first search over symbols that uses only the moves.

use std::sync::atomic::Ordering;

use fewest::table::NO_DISTANCE;
use fewest::{
    Draw, Goal, Limits, Model, Move, Options, Pool, Puzzle, PuzzleError, Unfinished, Verdict,
};

use crate::naive;

/// Two equal discs among others, and a hole. Goals leave cells open, and moves depend on the hole.
const HOLE: &str = r#"
name = "hole"
cells = """
a b c
d e f
"""
pieces = "1 1 2 3 4 ."
blank = "."
goal = [{ board = "1 1 ? ? ? ?" }, { board = "? ? ? 2 ? ." }]
targets = "a-b b-c a-d b-e c-f d-e e-f"
"#;

const ONE_WAY: &str = r#"
name = "one-way"
cells = "a b c d"
pieces = "1 2 3 4"
goal = [{ board = "1 2 3 4" }]
move = [{ name = "on", cycles = "(a b c d)" }, { name = "l", cycles = "(a b c)" }]
"#;

/// Goals that are seen apart, and more moves than are cached; some have no inverse.
const NINE_MOVES: &str = r#"
name = "nine-moves"
cells = "a b c d e"
pieces = "1 2 3 4 5"
goal = [{ board = "1 2 ? ? ?" }, { board = "? ? ? 4 5" }, { board = "5 ? 3 ? 1" }]
move = [
    { name = "a", cycles = "(a b c d e)" },
    { name = "b", cycles = "(a b c)" },
    { name = "c", cycles = "(b c d)" },
    { name = "d", cycles = "(c d e)" },
    { name = "e", cycles = "(a c e)" },
    { name = "f", cycles = "(a b)(c d)" },
    { name = "g", cycles = "(a e)(b d)" },
    { name = "h", cycles = "(b e)(c d)" },
    { name = "i", cycles = "(a d)(b e)" },
]
"#;

/// The distance of each board, from the boards after its moves.
fn truth(model: &Model, boards: &[Vec<u8>]) -> Vec<u8> {
    let found = naive::distances_to(
        boards,
        |board| naive::turned(&model.structure, board),
        |board| naive::meets(&model.structure.goals, board),
    );
    let distance = |board| {
        found
            .get(board)
            .map(|&distance| u8::try_from(distance).unwrap())
    };
    boards
        .iter()
        .map(|board| distance(board).unwrap_or(NO_DISTANCE))
        .collect()
}

fn puzzles() -> Vec<(Puzzle, Options)> {
    let other = Goal::Board(vec![3, 1, 0, 2, 5, 4]);
    let other = Options {
        goal: Some(other),
        ..Options::default()
    };
    let default_options = Options::default;
    vec![
        (Puzzle::open("sliding:3x2").unwrap(), default_options()),
        (Puzzle::open("sliding:2x3").unwrap(), other),
        (Puzzle::from_toml(HOLE).unwrap(), default_options()),
        (Puzzle::from_toml(ONE_WAY).unwrap(), default_options()),
        (Puzzle::from_toml(NINE_MOVES).unwrap(), default_options()),
    ]
}

#[test]
fn rows_have_the_distances_of_an_enumeration() {
    for (puzzle, options) in puzzles() {
        let model = match &options.goal {
            Some(Goal::Board(goal)) => puzzle.model().with_goal(goal),
            _ => (**puzzle.model()).clone(),
        };
        let boards = naive::boards(&model.structure.pieces);
        let expected = truth(&model, &boards);
        let rows = boards.concat();
        assert_eq!(
            puzzle.distances_of_rows(&rows, &options).unwrap(),
            expected,
            "{}",
            model.name
        );
        let solvable = puzzle.are_rows_solvable(&rows, &options).unwrap();
        let solved = puzzle.are_rows_solved(&rows, &options).unwrap();
        for (place, &distance) in expected.iter().enumerate() {
            assert_eq!(solvable[place], distance != NO_DISTANCE);
            assert_eq!(solved[place], distance == 0);
        }

        let around = puzzle.neighbours_of_rows(&rows, &options).unwrap();
        let next = puzzle.distances_of_rows(&around.rows, &options).unwrap();
        let optimal = puzzle.optimal_moves_of_rows(&rows, &options).unwrap();
        let moves = model.moves.len();
        for (place, &distance) in expected.iter().enumerate() {
            let is_nearer = |m: &usize| {
                let at = place * moves + m;
                let is_near = distance != NO_DISTANCE && next[at] + 1 == distance;
                around.are_legal[at] && next[at] < distance && is_near
            };
            let nearer = (0..moves).filter(is_nearer);
            assert!(nearer.eq(optimal[place].map(Move::index)));
            for m in 0..moves {
                let mut after = boards[place].clone();
                let is_legal = model.apply(&mut after, Move::new(u8::try_from(m).unwrap()));
                let at = place * moves + m;
                assert_eq!(around.are_legal[at], is_legal);
                assert_eq!(around.rows[at * after.len()..][..after.len()], after);
            }
        }

        let numbering = puzzle.numbering(&options).unwrap();
        let table = numbering.distances(&options).unwrap();
        assert_eq!(table.len() as u64, numbering.boards());
        for (board, &distance) in boards.iter().zip(&expected) {
            match numbering.ranks_of_rows(board, &options) {
                Ok(rank) => {
                    assert_eq!(table[usize::try_from(rank[0]).unwrap()], distance);
                    let row = numbering.rows(&rank, &options).unwrap();
                    assert_eq!(numbering.ranks_of_rows(&row, &options).unwrap(), rank);
                    assert_eq!(
                        puzzle.distances_of_rows(&row, &options).unwrap(),
                        [distance]
                    );
                }
                Err(error) => {
                    assert_eq!(distance, NO_DISTANCE);
                    assert_eq!(
                        error.to_string(),
                        "row 0: it can't be solved, so it has no number"
                    );
                }
            }
        }
    }
}

/// Symmetries reduce the tables of these puzzles. A whole table, in another order, has the same
/// distances.
#[test]
fn rows_have_the_distances_of_whole_tables() {
    for name in ["cube2", "cube2q"] {
        let (puzzle, options) = (Puzzle::open(name).unwrap(), Options::default());
        let numbering = puzzle.numbering(&options).unwrap();
        let table = numbering.distances(&options).unwrap();
        let look_up = |rows: &[u8]| -> Vec<u8> {
            let ranks = numbering.ranks_of_rows(rows, &options).unwrap();
            let ranks = ranks.into_iter().map(|rank| usize::try_from(rank).unwrap());
            ranks.map(|rank| table[rank]).collect()
        };
        let sampler = puzzle.solvable_sampler(&options).unwrap();
        let mut rows = sampler.draw_rows(2_000, 9, &options).unwrap();
        rows.extend(puzzle.solved_board(&options).unwrap().symbols());
        let distances = puzzle.distances_of_rows(&rows, &options).unwrap();
        assert_eq!(distances, look_up(&rows), "{name}");
        let around = puzzle.neighbours_of_rows(&rows, &options).unwrap();
        let next = look_up(&around.rows);
        let optimal = puzzle.optimal_moves_of_rows(&rows, &options).unwrap();
        let moves = puzzle.model().moves.len();
        for ((next, distance), optimal) in next.chunks(moves).zip(&distances).zip(optimal) {
            let nearer = (0..moves).filter(|&m| next[m] < *distance);
            assert!(nearer.eq(optimal.map(Move::index)), "{name}");
        }
        // Two stickers of each board exchange their places.
        let cells = puzzle.model().cells();
        for (number, row) in rows.chunks_mut(cells).enumerate() {
            row.swap(number % cells, number / cells % cells);
        }
        let distances = puzzle.distances_of_rows(&rows, &options).unwrap();
        let optimal = puzzle.optimal_moves_of_rows(&rows, &options).unwrap();
        for ((row, distance), optimal) in rows.chunks(cells).zip(distances).zip(optimal) {
            if numbering.ranks_of_rows(row, &options).is_ok() {
                assert_eq!([distance], *look_up(row), "{name}");
            } else {
                assert!(distance == NO_DISTANCE && optimal.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn rows_are_drawn_as_boards_are() {
    for (puzzle, options) in puzzles() {
        let draw = Draw {
            pool: Pool::Solvable,
            count: 50,
            seed: 7,
            distinct: false,
        };
        let drawn = puzzle.sample(&draw, &options).unwrap();
        let drawn: Vec<u8> = (drawn.iter())
            .flat_map(|s| s.board.symbols().to_vec())
            .collect();
        let sampler = puzzle.solvable_sampler(&options).unwrap();
        assert_eq!(sampler.draw_rows(50, 7, &options).unwrap(), drawn);
        let Ok(sampler) = puzzle.sampler(u8::MAX, &options) else {
            assert_eq!(puzzle.name(), "one-way");
            continue;
        };
        for (distance, &count) in (0..).zip(sampler.counts()).filter(|(_, count)| **count > 0) {
            let rows = sampler
                .draw_rows(distance..=distance, 50, 7, &options)
                .unwrap();
            let draw = Draw {
                pool: Pool::Moves(distance.into(), distance.into()),
                count: 50,
                seed: 7,
                distinct: false,
            };
            let drawn = puzzle.sample(&draw, &options).unwrap();
            let drawn: Vec<u8> = drawn
                .iter()
                .flat_map(|s| s.board.symbols().to_vec())
                .collect();
            assert_eq!(rows, drawn, "{} {distance} {count}", puzzle.name());
        }
        let past = u8::try_from(sampler.counts().len()).unwrap();
        let none = sampler.draw_rows(past..=past, 1, 7, &options).unwrap_err();
        assert!(none.to_string().contains("has no board at distance"));
    }
}

#[test]
fn boards_are_searched_for_where_there_is_no_table() {
    let fifteen = Puzzle::open("fifteen").unwrap();
    let options = Options::default();
    let solved = fifteen.solved_board(&options).unwrap();
    let walks = fifteen
        .random_walks(&solved.symbols().repeat(5), 10, 3, &options)
        .unwrap();
    let distances = fifteen.distances_of_rows(&walks, &options).unwrap();
    let optimal = fifteen.optimal_moves_of_rows(&walks, &options).unwrap();
    for ((row, distance), optimal) in walks.chunks(16).zip(distances).zip(optimal) {
        let board = fifteen.board_of(row).unwrap();
        assert_eq!(
            fifteen.distance(&board, &options).unwrap(),
            Verdict::Solved(distance.into())
        );
        let moves = fifteen.optimal_moves(&board, &options).unwrap();
        assert!(optimal.eq(moves));
    }
    let limits = Limits {
        max_nodes: Some(10),
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let hard = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
    let error = fifteen.distances_of_rows(&hard, &options).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("row 0: a limit leaves its distance open: it is at least")
    );
}

#[test]
fn the_first_bad_row_is_named() {
    let eight = Puzzle::open("eight").unwrap();
    let options = Options::default();
    let mut rows = [1, 2, 3, 4, 5, 6, 7, 8, 0].repeat(20_000);
    for row in [9_999, 15_000] {
        rows[9 * row] = 2;
    }
    let bad = |error: Unfinished<PuzzleError>| {
        let problem = "expected 1 of `1`, found 0".to_owned();
        assert_eq!(
            error,
            PuzzleError::BadRow {
                row: 9_999,
                problem
            }
            .into()
        );
    };
    bad(eight.distances_of_rows(&rows, &options).unwrap_err());
    bad(eight.optimal_moves_of_rows(&rows, &options).unwrap_err());
    bad(eight.are_rows_solved(&rows, &options).unwrap_err());
    bad(eight.neighbours_of_rows(&rows, &options).unwrap_err());
    bad(eight.random_walks(&rows, 1, 7, &options).unwrap_err());
    let short = eight.distances_of_rows(&rows[..22], &options).unwrap_err();
    assert_eq!(short.to_string(), "row 2: a board has 9 cells, this has 4");
    options.cancel.store(true, Ordering::Relaxed);
    assert_eq!(
        eight.neighbours_of_rows(&[], &options),
        Err(Unfinished::Cancelled)
    );
}
