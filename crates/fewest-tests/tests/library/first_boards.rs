//! A single board is first searched for near the goals, with the same answer as by a table.

use fewest::search::Algorithm;
use fewest::solver::Method;
use fewest::{Answer, Board, Draw, Limits, Options, Pool, Puzzle, Verdict};

/// Puzzles with more boards than a ball: turns, slides, one and several orbits, a blank, one-way
/// moves, symmetric goals. The last one has goals with open cells.
const NAMES: [&str; 10] = [
    "cross",
    "cube2-face",
    "topspin9",
    "pancakes",
    "sixteen3",
    "twiddle",
    "pyraminx",
    "ivy",
    "domino-cube",
    "rotation",
];

fn open(name: &str) -> Puzzle {
    Puzzle::open(name).unwrap()
}

/// Boards at the end of short walks, any boards that can be solved, and boards with two cells
/// exchanged.
fn boards(puzzle: &Puzzle, options: &Options) -> Vec<Board> {
    let mut rng = fastrand::Rng::with_seed(5);
    let solved = puzzle.solved_board(options).unwrap();
    let mut boards = vec![solved.clone()];
    for steps in 1..9 {
        let walked = (0..steps).fold(solved.clone(), |board, _| {
            let moves = puzzle.legal_moves(&board);
            puzzle
                .after(&board, moves[rng.usize(..moves.len())])
                .unwrap()
        });
        let mut exchanged = walked.symbols().to_vec();
        let cells = exchanged.len();
        exchanged.swap(rng.usize(..cells), rng.usize(..cells));
        boards.extend([walked, Board::new(exchanged)]);
    }
    let draw = Draw {
        pool: Pool::Solvable,
        count: 12,
        seed: 2,
        distinct: true,
    };
    let drawn = puzzle.sample(&draw, options).unwrap();
    boards.extend(drawn.into_iter().map(|sample| sample.board));
    boards
}

fn figures(answer: &Answer) -> (Verdict, &[fewest::space::Move], Option<usize>, bool) {
    (answer.verdict, &answer.moves, answer.goal, answer.is_unreal)
}

#[test]
fn boards_alone_have_the_answers_of_the_table() {
    let options = Options::default();
    for name in NAMES {
        let tabled = open(name);
        let by_table = Options {
            algorithm: Some(Algorithm::Table),
            ..Options::default()
        };
        // One puzzle for all boards, which climbs to its table, and one for each near board.
        let puzzle = open(name);
        for (place, board) in boards(&tabled, &options).iter().enumerate() {
            let expected = tabled.solve(board, &by_table).unwrap();
            let answer = puzzle.solve(board, &options).unwrap();
            assert_eq!(figures(&answer), figures(&expected), "{name}: {board:?}");
            if place < 4 {
                let fresh = open(name);
                let answer = fresh.solve(board, &options).unwrap();
                assert_eq!(figures(&answer), figures(&expected), "{name}: {board:?}");
            }
        }
    }
}

#[test]
fn a_near_board_waits_for_no_table_and_limits_no_later_call() {
    let options = Options::default();
    for name in ["cross", "pyraminx"] {
        let puzzle = open(name);
        let all = boards(&puzzle, &options);
        let near = puzzle.solve(&all[3], &options).unwrap();
        assert_eq!(
            (near.method, near.setup.tables),
            (Method::HalfWay, None),
            "{name}"
        );
        // A call that may search nothing has a table, as if it were the first.
        let unsearched = Options {
            limits: Limits {
                max_nodes: Some(1),
                ..Limits::default()
            },
            ..Options::default()
        };
        let last = all.last().unwrap();
        let [after, first] = [&puzzle, &open(name)].map(|puzzle| {
            let answer = puzzle.solve(last, &unsearched).unwrap();
            (answer.verdict, answer.moves)
        });
        assert_eq!(after, first, "{name}");
        assert!(matches!(after.0, Verdict::Solved(_)), "{name}");
    }
}

#[test]
fn a_board_near_goals_with_open_cells_waited_for_a_table() {
    let options = Options::default();
    let puzzle = open("rotation");
    let answer = puzzle
        .solve(&boards(&puzzle, &options)[3], &options)
        .unwrap();
    assert_eq!(
        (answer.method, answer.setup.tables),
        (Method::Algorithm(Algorithm::IdaStar), None)
    );
}

/// Boards without numbers once counted as none, so that a single one had to wait for the pieces' names.
#[test]
fn a_board_of_a_puzzle_too_large_for_tables_waits_for_no_projection() {
    let options = Options::default();
    let puzzle = open("cube3");
    let near = puzzle
        .solve(&boards(&puzzle, &options)[3], &options)
        .unwrap();
    assert_eq!(near.method, Method::HalfWay);
    assert!(near.stored > 0 && near.generated < 10_000, "{near:?}");
}
