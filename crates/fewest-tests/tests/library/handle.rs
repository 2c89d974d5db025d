//! The handle: boards of other puzzles, and concurrent requests.

use std::time::Duration;

use fewest::compare::{Choice, Contest};
use fewest::model::{Case, Kind, Order, Size};
use fewest::search::Stop;
use fewest::solver::Method;
use fewest::space::structure::{Structure, Turn};
use fewest::{
    Algorithm, Answer, Board, Draw, ENTRIES, Goal, Limits, Listing, Model, Move, Options, Pool,
    Puzzle, PuzzleError, Unfinished, Verdict,
};

fn drawn(puzzle: &Puzzle, count: u64) -> Vec<Board> {
    let draw = Draw {
        pool: Pool::Solvable,
        count,
        seed: 5,
        distinct: true,
    };
    let samples = puzzle.sample(&draw, &Options::default()).unwrap();
    samples.into_iter().map(|sample| sample.board).collect()
}

/// A task that waited for its table once picked up another, which waited for the first's lock.
#[cfg(feature = "rayon")]
#[test]
fn tasks_of_a_pool_waited_for_themselves() {
    use rayon::prelude::*;

    for name in ["eight", "rotation", "sliding:2x5"] {
        let boards = drawn(&Puzzle::open(name).unwrap(), 100);
        let expected = Puzzle::open(name).unwrap();
        let expected = expected.solve_all(&boards, &Options::default()).unwrap();
        let puzzle = Puzzle::open(name).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let answers: Vec<Answer> = pool.unwrap().install(|| {
            let each = boards.par_iter();
            each.map(|board| puzzle.solve(board, &Options::default()).unwrap())
                .collect()
        });
        for (answer, expected) in answers.iter().zip(&expected) {
            assert_eq!(answer.verdict, expected.verdict);
            assert_eq!(answer.moves, expected.moves);
        }
        let halves: Vec<Vec<Answer>> = boards
            .par_chunks(50)
            .map(|half| puzzle.solve_all(half, &Options::default()).unwrap())
            .collect();
        assert_eq!(halves.iter().map(Vec::len).sum::<usize>(), boards.len());
    }
}

/// Boards that come one by one share the cost of the table with all earlier boards, also on several
/// threads that find at the same time that it pays.
#[test]
fn boards_asked_one_by_one_get_a_table_in_the_end() {
    let table = Some(Algorithm::Table);
    for threads in [1, 4] {
        let puzzle = Puzzle::open("skewb").unwrap();
        let boards = drawn(&puzzle, 1_000);
        let looked_up = Options {
            algorithm: table,
            ..Options::default()
        };
        let expected = Puzzle::open("skewb").unwrap();
        let expected = expected.solve_all(&boards, &looked_up).unwrap();
        let first = puzzle.solve(&boards[0], &Options::default()).unwrap();
        assert_ne!(first.method, Method::default(), "a table for one board");
        let size = boards.len().div_ceil(threads);
        std::thread::scope(|scope| {
            for (boards, expected) in boards.chunks(size).zip(expected.chunks(size)) {
                let puzzle = &puzzle;
                scope.spawn(move || {
                    for (board, expected) in boards.iter().zip(expected) {
                        let answer = puzzle.solve(board, &Options::default()).unwrap();
                        assert_eq!(answer.verdict, expected.verdict);
                        assert_eq!(answer.moves, expected.moves);
                    }
                });
            }
        });
        let last = puzzle.solve(&boards[0], &Options::default()).unwrap();
        assert_eq!(last.method, Method::default(), "{threads} threads");
    }
}

/// Each request with its own options once rebuilt the tables.
#[test]
fn equal_requests_share_what_was_built() {
    let puzzle = Puzzle::open("eight").unwrap();
    let boards = drawn(&puzzle, 3);
    let first = puzzle.solve(&boards[0], &Options::default()).unwrap();
    let counts: Vec<u64> = boards
        .iter()
        .map(|board| {
            let answer = puzzle.solve(board, &Options::default()).unwrap();
            answer.stored
        })
        .collect();
    assert!(counts.iter().all(|&stored| stored == first.stored));
    let clone = puzzle.clone();
    let progress = Options::default();
    clone.solve(&boards[1], &progress).unwrap();
    assert_eq!(progress.progress.stage().title, "", "nothing was built");
}

/// Answers without moves were once reused for requests with moves.
#[test]
fn moves_are_returned_if_requested() {
    let puzzle = Puzzle::open("eight").unwrap();
    let board = puzzle.board("8 6 7 2 5 4 3 0 1").unwrap();
    for moves in [false, true, false] {
        let options = Options {
            moves,
            ..Options::default()
        };
        let answer = puzzle.solve(&board, &options).unwrap();
        assert_eq!(answer.verdict, Verdict::Solved(31));
        assert_eq!(answer.moves.len(), if moves { 31 } else { 0 });
    }
}

/// After two refusals of an impossible table, the third request was once answered by a search.
#[test]
fn an_impossible_table_is_refused_every_time() {
    let puzzle = Puzzle::open("eight").unwrap();
    let board = puzzle.board("8 6 7 2 5 4 3 0 1").unwrap();
    let options = Options {
        algorithm: Some(Algorithm::Table),
        limits: Limits {
            memory: Some(1000),
            ..Limits::default()
        },
        ..Options::default()
    };
    for _ in 0..5 {
        let refused = puzzle.solve(&board, &options).unwrap_err();
        assert!(refused.to_string().starts_with("no table: "), "{refused}");
    }
}

#[test]
fn boards_of_other_puzzles_are_refused() {
    let eight = Puzzle::open("eight").unwrap();
    let options = Options::default();
    for other in ["fifteen", "rotation", "knights", "sliding:2x2"] {
        let board = &drawn(&Puzzle::open(other).unwrap(), 1)[0];
        let refused = PuzzleError::OtherBoard("eight".to_owned());
        assert_eq!(
            eight.solve(board, &options).err(),
            Some(Unfinished::Failed(refused.clone()))
        );
        assert_eq!(
            eight.solve_all(std::slice::from_ref(board), &options).err(),
            Some(Unfinished::Failed(refused))
        );
        assert_eq!(eight.text(board), "");
        assert_eq!(eight.drawing(board), "");
        assert!(eight.legal_moves(board).is_empty());
        assert!(!eight.is_solved(board));
    }
}

/// They were once reported as unsolvable.
#[test]
fn boards_of_other_puzzles_are_not_compared() {
    let eight = Puzzle::open("eight").unwrap();
    let other = drawn(&Puzzle::open("sliding:2x2").unwrap(), 1).remove(0);
    let found = eight.compare(&[other.into()], &Contest::default(), &Options::default());
    let refused = PuzzleError::OtherBoard("eight".to_owned());
    assert_eq!(found.err(), Some(Unfinished::Failed(refused)));
}

/// Moves were once checked against the puzzle's own goal, so this comparison ran nothing.
#[test]
fn boards_with_individual_goals_are_compared() {
    // Only the first two cells can be swapped.
    let swap = Puzzle::from_toml(
        r#"
        name = "swap"
        cells = "a b c"
        pieces = "1 2 3"
        move = [{ name = "s", cycles = "(a b)" }]
        goal = [{ board = "1 2 3" }]
        "#,
    );
    let swap = swap.unwrap();
    let to = |start: [u8; 3], goal: [u8; 3]| Case {
        goal: Some(goal.to_vec()),
        ..Case::new(1, start.to_vec())
    };
    let cases = [to([0, 2, 1], [2, 0, 1]), to([0, 1, 2], [2, 0, 1])];
    let found = swap.compare(&cases, &Contest::default(), &Options::default());
    let found = found.unwrap();
    assert_eq!(found.boards[0].distance(), Some(1));
    assert!(found.boards[1].is_unsolvable());
}

/// A model's own goal was once replaced by the goal of the built-in puzzle of its size.
#[test]
fn sliding_tiles_with_another_goal_keep_it() {
    let size = Size::new(3, 3).unwrap();
    let goal: Vec<u8> = (0..9).collect();
    let model = Model::sliding(size, Order::default()).with_goal(&goal);
    let puzzle = Puzzle::from_model(model).unwrap();
    let options = Options::default();
    let board = puzzle.board_of(&goal).unwrap();
    assert!(puzzle.is_solved(&board));
    assert_eq!(puzzle.distance(&board, &options), Ok(Verdict::Solved(0)));
    let far = puzzle.board("8 6 7 2 5 4 3 0 1").unwrap();
    let named = Options {
        goal: Some(Goal::Board(goal)),
        ..Options::default()
    };
    let eight = Puzzle::open("eight").unwrap();
    let expected = eight.solve(&eight.board("8 6 7 2 5 4 3 0 1").unwrap(), &named);
    let moves = |answer: Answer| (answer.verdict, answer.moves);
    assert_eq!(puzzle.solve(&far, &options).map(moves), expected.map(moves));
    let survey = puzzle.survey(Listing::default(), &options).unwrap();
    assert_eq!(
        (survey.figures.boards, survey.figures.farthest),
        (181_440, 31)
    );
}

/// The comparison once ran without contenders.
#[test]
fn algorithms_that_do_not_exist_are_not_compared() {
    let eight = Puzzle::open("eight").unwrap();
    let cases = [drawn(&eight, 1).remove(0).into()];
    let unknown = |name: &str, like| {
        let name = name.to_owned();
        PuzzleError::NoSuchAlgorithm { name, like }
    };
    for (name, refused) in [
        ("a-starr", unknown("a-starr", Some("a-star"))),
        ("quantum", unknown("quantum", None)),
        ("weighted-a-star", PuzzleError::NoWeight("weighted-a-star")),
    ] {
        let contest = Contest {
            algorithms: Choice::These(vec![name.to_owned()]),
            ..Contest::default()
        };
        let found = eight.compare(&cases, &contest, &Options::default());
        assert_eq!(found.err(), Some(Unfinished::Failed(refused)), "{name}");
    }
}

/// A change that makes a model invalid.
type Change = fn(&mut Model);

/// Models may come from any code: an invalid one is an error, not a panic.
#[test]
fn models_that_make_no_sense_are_refused() {
    let whole = || Structure {
        pieces: vec![1; 3],
        turns: vec![Turn {
            by: Move::new(0),
            needs: Vec::new(),
            from: vec![1, 2, 0],
        }],
        goals: vec![vec![Some(0), Some(1), Some(2)]],
    };
    assert!(Puzzle::from_model(Model::of(whole())).is_ok());
    let changes: [fn(&mut Structure); 8] = [
        |parts| parts.turns[0].from = vec![1, 0],
        |parts| parts.turns[0].from = vec![1, 2, 9],
        |parts| parts.turns[0].from = vec![1, 1, 1],
        |parts| parts.turns[0].needs = vec![(7, 0)],
        |parts| parts.turns[0].needs = vec![(0, 7)],
        |parts| parts.goals[0] = vec![Some(0)],
        |parts| parts.goals[0] = vec![Some(0), Some(1), Some(9)],
        |parts| parts.pieces = Vec::new(),
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut parts = whole();
        change(&mut parts);
        assert!(Puzzle::from_model(Model::of(parts)).is_err(), "change {i}");
    }
    // Also the parts of its text: too few names once caused a panic in debug builds.
    let names: [(Change, &str); 12] = [
        (|model| model.name = "two words".to_owned(), "name"),
        (|model| model.title = "two\nlines".to_owned(), "title"),
        (|model| model.symbols.truncate(2), "symbols"),
        (|model| model.symbols[0] = "1".to_owned(), "symbols"),
        (|model| model.blank = Some(9), "blank"),
        (|model| model.moves = vec![String::new()], "moves"),
        (|model| model.moves.clear(), "moves"),
        (|model| model.goals.clear(), "goals"),
        (|model| model.boards.order = vec![0, 1, 1], "boards' order"),
        (
            |model| model.boards.others = vec![("x".to_owned(), 9)],
            "boards' other symbols",
        ),
        (|model| model.kind = Kind::Rotation, "kind"),
        (|model| model.kind = Kind::Sliding, "kind"),
    ];
    for (change, field) in names {
        let mut model = Model::of(whole());
        change(&mut model);
        let error = Puzzle::from_model(model).err();
        let message = error.as_ref().map(ToString::to_string).unwrap_or_default();
        let expected = format!("the model's {field}: expected ");
        assert!(message.starts_with(&expected), "{field}: {error:?}");
    }
    // Every named puzzle is valid.
    for entry in ENTRIES {
        let puzzle = Puzzle::open(&entry.name.replace("WxH", "3x2")).unwrap();
        assert_eq!(puzzle.model().check(), Ok(()), "{}", entry.name);
    }
}

#[test]
fn moves_that_are_not_legal_are_not_named() {
    let eight = Puzzle::open("eight").unwrap();
    let board = eight.board("1 2 3 4 5 6 7 8 0").unwrap();
    let legal = eight.legal_moves(&board);
    assert_eq!(legal.len(), 2);
    let all = (0..4).map(Move::new);
    for m in all {
        let is_legal = legal.contains(&m);
        assert_eq!(eight.moves_text(&board, &[m]).is_empty(), !is_legal);
    }
    assert_eq!(eight.moves_text(&board, &[Move::new(31)]), "");
}

#[test]
fn requests_are_cancelled() {
    let fifteen = Puzzle::open("fifteen").unwrap();
    let options = Options::default();
    let boards = drawn(&Puzzle::open("fifteen").unwrap(), 2);
    options
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(
        fifteen.solve_all(&boards, &options).err(),
        Some(Unfinished::Cancelled)
    );
    let alone = fifteen.solve(&boards[0], &options);
    let is_open = |answer: &Answer| matches!(answer.verdict, Verdict::Stopped(..));
    assert!(alone.is_err() || alone.is_ok_and(|answer| is_open(&answer)));
}

/// A board that needed more than two levels of tables was once reported as cancelled.
#[test]
fn one_hard_board_was_called_interrupted() {
    let draw = Draw {
        pool: Pool::Solvable,
        count: 1,
        seed: 3,
        distinct: false,
    };
    let limits = Limits {
        max_time: Some(Duration::from_millis(500)),
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    for entry in ENTRIES {
        let puzzle = Puzzle::open(&entry.name.replace("WxH", "3x2")).unwrap();
        let samples = puzzle.sample(&draw, &options).unwrap();
        let [sample] = &samples[..] else {
            panic!("{}: one board", entry.name);
        };
        let answer = puzzle.solve(&sample.board, &options);
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        match answer.verdict {
            Verdict::Solved(distance) => {
                assert_eq!(answer.moves.len(), distance as usize, "{}", entry.name);
            }
            Verdict::Stopped(Stop::Time, bound) => assert!(bound > 0, "{}", entry.name),
            verdict => panic!("{}: {verdict:?}", entry.name),
        }
    }
}

/// The library's own reader agrees with the format `plain` on boards of every named puzzle.
#[test]
fn boards_are_read_as_they_are_written() {
    let names = ENTRIES.iter().map(|entry| entry.name);
    let names = names.filter(|name| !name.contains(':'));
    for name in names.chain(["sliding:2x2", "sliding:7x2"]) {
        let puzzle = Puzzle::open(name).unwrap();
        let draw = Draw {
            pool: Pool::Solvable,
            count: 20,
            seed: 3,
            distinct: false,
        };
        let Ok(samples) = puzzle.sample(&draw, &Options::default()) else {
            continue;
        };
        let boards = samples.into_iter().map(|sample| sample.board);
        for board in boards.chain([puzzle.solved_board(&Options::default()).unwrap()]) {
            let text = puzzle.text(&board);
            assert_eq!(puzzle.board(&text).unwrap(), board, "{text}");
            assert_eq!(fewest_text::board(&puzzle, &text).unwrap(), board, "{text}");
            let others = [text.replace(' ', "\n"), format!(" {text}\t")];
            for other in others {
                assert_eq!(puzzle.board(&other).unwrap(), board, "{other}");
            }
        }
    }
}

#[test]
fn mistakes_in_boards_are_reported_with_their_places() {
    let eight = Puzzle::open("eight").unwrap();
    let error = |text: &str| eight.board(text).unwrap_err().to_string();
    for (text, expected) in [
        ("", "1:1: a board has 9 cells, this has 0"),
        ("\n 1 2 3", "2:2: a board has 9 cells, this has 3"),
        ("1234567801", "1:1: a board has 9 cells, this has 10"),
        ("112345678", "1:1: expected 1 of `0`, found 0"),
        (
            "1 2\n3 y 5 6 7 8 0",
            "2:3: no piece of eight is written `y`",
        ),
        ("12y45678 0", "1:3: no piece of eight is written `y`"),
        ("1\u{e9}", "1:2: no piece of eight is written `\u{e9}`"),
    ] {
        assert_eq!(error(text), format!("the board:{expected}"), "{text}");
    }
    // If tiles have two digits, each one is a word.
    let fifteen = Puzzle::open("fifteen").unwrap();
    let error = fifteen.board("123").unwrap_err().to_string();
    assert_eq!(error, "the board:1:1: no piece of fifteen is written `123`");
    // Symbols with a comma, and cells in a different order.
    let definition = "name = \"own\"\ncells = 3\npieces = \"a, b c\"\n[boards]\norder = \"3 1 2\"\n\
        [[move]]\nname = \"x\"\ncycles = \"(1 2 3)\"\n[[goal]]\nboard = \"a, b c\"\n";
    let puzzle = Puzzle::from_toml(definition).unwrap();
    let board = puzzle.board("c a, b").unwrap();
    assert!(puzzle.is_solved(&board));
    assert_eq!(puzzle.text(&board), "c a, b");
}
