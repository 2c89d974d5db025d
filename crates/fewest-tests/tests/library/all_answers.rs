//! All shortest answers, from tables and from every kind of search, compared with an enumeration of
//! move sequences that uses no distances.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fewest::search::{Algorithm, Stop};
use fewest::solver::HeuristicName;
use fewest::symmetry;
use fewest::{
    AllAnswers, AnswerCount, Board, Limits, ListedAnswer, Listing, Move, Options, Progress, Puzzle,
    Verdict,
};
use fewest_text::{Session, TextError, TextOptions};

const EVERY: Listing = Listing {
    limit: u64::MAX,
    every: true,
};
const CLASSES: Listing = Listing {
    every: false,
    ..EVERY
};

/// Lists all shortest answers in tie order: extends every sequence that reaches no board of a
/// shorter one, until some are solved.
fn enumerated(puzzle: &Puzzle, board: &Board) -> Vec<Vec<Move>> {
    let mut seen = BTreeSet::new();
    let mut ends = BTreeMap::from([(board.symbols().to_vec(), vec![Vec::new()])]);
    while !ends.is_empty() {
        let is_solved = |symbols: &[u8]| puzzle.model().solved_goal(symbols).is_some();
        let solved = ends.iter().filter(|(end, _)| is_solved(end));
        let mut answers: Vec<Vec<Move>> = solved.flat_map(|(_, ways)| ways.clone()).collect();
        if !answers.is_empty() {
            answers.sort_unstable();
            return answers;
        }
        seen.extend(ends.keys().cloned());
        let mut next: BTreeMap<Vec<u8>, Vec<Vec<Move>>> = BTreeMap::new();
        for (end, ways) in ends {
            let end = puzzle.board_of(&end).unwrap();
            for m in puzzle.legal_moves(&end) {
                let after = puzzle.after(&end, m).unwrap().symbols().to_vec();
                if !seen.contains(&after) {
                    let ways = ways.iter().map(|way| [&way[..], &[m]].concat());
                    next.entry(after).or_default().extend(ways);
                }
            }
        }
        ends = next;
    }
    Vec::new()
}

fn moves(all: &AllAnswers) -> Vec<Vec<Move>> {
    let listed = all.listed.iter();
    listed.map(|listed| listed.moves.clone()).collect()
}

fn by(algorithm: Option<Algorithm>) -> Options {
    Options {
        algorithm,
        ..Options::default()
    }
}

/// Options with too little memory for a table of all distances.
fn without_table(bytes: u64) -> Options {
    let limits = Limits {
        memory: Some(bytes),
        ..Limits::default()
    };
    Options {
        limits,
        ..Options::default()
    }
}

fn scrambled(puzzle: &Puzzle, moves: usize, rng: &mut fastrand::Rng) -> Board {
    let solved = puzzle.solved_board(&Options::default()).unwrap();
    (0..moves).fold(solved, |board, _| {
        let legal = puzzle.legal_moves(&board);
        puzzle
            .after(&board, legal[rng.usize(..legal.len())])
            .unwrap()
    })
}

/// Checks that all answers and all classes are those of the enumeration.
#[track_caller]
fn agrees(puzzle: &Puzzle, board: &Board, options: &Options) -> AllAnswers {
    let expected = enumerated(puzzle, board);
    let all = puzzle.all_answers(board, EVERY, options).unwrap();
    let text = puzzle.text(board);
    assert_eq!(
        all.count,
        AnswerCount::Exactly(expected.len() as u128),
        "{text}"
    );
    assert_eq!(moves(&all), expected, "{text}");
    assert!(all.listed.iter().all(|listed| listed.class == 1));
    assert_eq!((all.stopped, all.classes), (None, None));
    let classes = puzzle.all_answers(board, CLASSES, options).unwrap();
    assert_eq!(
        classes.listed,
        classified(puzzle, board, expected),
        "{text}"
    );
    let count = classes.listed.len() as u128;
    assert_eq!(classes.classes, Some(AnswerCount::Exactly(count)), "{text}");
    all
}

/// The first answer of each class, found by mapping the boards along each answer.
fn classified(puzzle: &Puzzle, board: &Board, answers: Vec<Vec<Move>>) -> Vec<ListedAnswer> {
    let structure = &puzzle.model().structure;
    let boards = |start: &[u8], moves: &[Move]| -> Vec<Vec<u8>> {
        let mut board = start.to_vec();
        let after = moves.iter().map(|&m| {
            assert!(puzzle.model().apply(&mut board, m));
            board.clone()
        });
        after.collect()
    };
    let symmetries = symmetry::find(structure);
    let images = symmetries.iter().filter_map(|symmetry| {
        let image = |board: &[u8]| {
            let mut image = Vec::new();
            symmetry.image(board, &mut image);
            image
        };
        let images = symmetry.moves(structure)?;
        if image(board.symbols()) != board.symbols() {
            return None;
        }
        // The image of an answer leads over the images of its boards.
        for answer in &answers {
            let mapped: Vec<Move> = answer.iter().map(|m| images[m.index()]).collect();
            let along = boards(board.symbols(), answer);
            let along: Vec<Vec<u8>> = along.iter().map(|board| image(board)).collect();
            assert_eq!(boards(board.symbols(), &mapped), along);
        }
        Some(images)
    });
    let images: Vec<_> = images.collect();
    let mut left: BTreeSet<Vec<Move>> = answers.into_iter().collect();
    let mut classes = Vec::new();
    while let Some(first) = left.first().cloned() {
        let image =
            |images: &Vec<Move>| -> Vec<Move> { first.iter().map(|m| images[m.index()]).collect() };
        let class: BTreeSet<Vec<Move>> = images.iter().map(image).collect();
        assert!(class.iter().all(|answer| left.remove(answer)));
        classes.push(ListedAnswer {
            moves: first,
            class: class.len() as u64,
        });
    }
    classes
}

#[test]
fn of_small_puzzles_by_every_algorithm() {
    let mut rng = fastrand::Rng::with_seed(31);
    let named = Algorithm::PROVING.into_iter().map(Some);
    let algorithms: Vec<_> = named.chain([None]).collect();
    for (name, depth) in [
        ("eight", 12),
        ("sliding:2x2", 9),
        ("sliding:4x2", 12),
        ("rotation", 4),
        ("knights", 6),
        ("pancakes", 5),
        ("sixteen3", 4),
        ("twiddle", 5),
    ] {
        let Ok(puzzle) = Puzzle::open(name) else {
            panic!("{name}");
        };
        for &algorithm in &algorithms {
            // The table of knights takes seconds.
            if name == "knights" && algorithm == Some(Algorithm::Table) {
                continue;
            }
            let board = scrambled(&puzzle, rng.usize(..=depth), &mut rng);
            agrees(&puzzle, &board, &by(algorithm));
        }
    }
}

/// Moves with equal effects, moves without an inverse, equal pieces and several goals. Three moves
/// rotate four cells; `again` is another name for `left`.
#[test]
fn of_a_definition_with_every_pitfall() {
    let puzzle = Puzzle::from_toml(
        r#"
        name = "pitfalls"
        cells = "a b c d e f"
        pieces = "1 1 2 2 3 4"
        [[move]]
        name = "left"
        cycles = "(a b c)"
        [[move]]
        name = "again"
        cycles = "(a b c)"
        [[move]]
        name = "right"
        cycles = "(d e f)"
        [[move]]
        name = "across"
        cycles = "(a d)"
        [[goal]]
        board = "1 1 2 2 3 4"
        [[goal]]
        board = "? ? ? 4 3 2"
        "#,
    )
    .unwrap();
    let mut several = 0;
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..40 {
        let mut symbols = vec![0, 0, 1, 1, 2, 3];
        rng.shuffle(&mut symbols);
        let board = puzzle.board_of(&symbols).unwrap();
        let all = agrees(&puzzle, &board, &Options::default());
        for algorithm in [
            Algorithm::IdaStar,
            Algorithm::PrunedIdaStar,
            Algorithm::AStar,
        ] {
            agrees(&puzzle, &board, &by(Some(algorithm)));
        }
        several += u32::from(all.listed.len() > 20);
    }
    assert!(several > 5, "{several}");
}

/// Boards whose searches use projections, prune move sequences, look up images and inverses, and
/// stop at the first answer.
#[test]
fn of_puzzles_of_pieces() {
    let mut rng = fastrand::Rng::with_seed(3);
    for (name, bytes, depth) in [
        ("cube2", 3_000_000, 5),
        ("pyraminx", 800_000, 5),
        ("skewb", 2_000_000, 5),
        ("tower", 200_000, 5),
        ("corners", 50_000_000, 4),
        ("cube3", 50_000_000, 3),
        ("cube3q", 50_000_000, 4),
    ] {
        let puzzle = Puzzle::open(name).unwrap();
        let mut guided = 0;
        for moves in [0, depth, depth] {
            let board = scrambled(&puzzle, moves, &mut rng);
            agrees(&puzzle, &board, &without_table(bytes));
            // A search guided by a projection gets few boards: bidirectional search solves near
            // boards without one.
            let mut options = without_table(bytes);
            options.limits.max_nodes = Some(1 << 16);
            let all = agrees(&puzzle, &board, &options);
            let used = &all.answer.setup.heuristics;
            guided += u32::from(*used == [HeuristicName::Pattern]);
        }
        assert!(guided > 0, "{name} is looked up");
    }
}

#[test]
fn tables_and_searches_give_equal_counts() {
    let mut rng = fastrand::Rng::with_seed(8);
    for (name, bytes, depth) in [("cube2", 3_000_000, 40), ("eight", 100_000, 60)] {
        let puzzle = Puzzle::open(name).unwrap();
        let searched = match name {
            "eight" => by(Some(Algorithm::IdaStar)),
            _ => without_table(bytes),
        };
        let tabled = by(Some(Algorithm::Table));
        for _ in 0..2 {
            let board = scrambled(&puzzle, depth, &mut rng);
            let by_table = puzzle.all_answers(&board, CLASSES, &tabled).unwrap();
            let by_search = puzzle.all_answers(&board, CLASSES, &searched).unwrap();
            assert_eq!(by_table.count, by_search.count, "{name}");
            assert_eq!(by_table.listed, by_search.listed, "{name}");
            assert!(by_search.answer.generated > 0 && by_table.answer.generated == 0);
        }
    }
}

#[test]
fn a_solved_board_has_the_empty_answer_and_an_unsolvable_one_has_none() {
    let eight = Puzzle::open("eight").unwrap();
    let all = |board: &str| {
        let board = eight.board(board).unwrap();
        eight
            .all_answers(&board, CLASSES, &Options::default())
            .unwrap()
    };
    let solved = all("1 2 3 4 5 6 7 8 x");
    assert_eq!(solved.count, AnswerCount::Exactly(1));
    assert_eq!(moves(&solved), [Vec::new()]);
    let hopeless = all("1 2 3 4 5 6 8 7 x");
    assert_eq!(hopeless.answer.verdict, Verdict::Unsolvable);
    assert_eq!(hopeless.count, AnswerCount::Exactly(0));
    assert_eq!(hopeless.listed, []);
}

/// A ring of 255 cells with 16 names for its turn: a board has 16 to the power of 127 answers.
#[test]
fn more_answers_than_a_number_holds() {
    let cells: Vec<String> = (1..=255).map(|cell| cell.to_string()).collect();
    let cells = cells.join(" ");
    let names = (0..16).map(|name| format!("[[move]]\nname = \"m{name}\"\nshift = \"{cells}\"\n"));
    let moves: String = names.collect();
    let text = format!(
        "name = \"ring\"\ncells = 255\npieces = \"{cells}\"\n{moves}[[goal]]\nboard = \"{cells}\"\n"
    );
    let ring = Puzzle::from_toml(&text).unwrap();
    let mut board = ring.solved_board(&Options::default()).unwrap();
    for _ in 0..128 {
        board = ring.after(&board, Move::new(0)).unwrap();
    }
    let few = Listing { limit: 2, ..EVERY };
    let all = ring.all_answers(&board, few, &Options::default()).unwrap();
    assert_eq!(all.answer.verdict, Verdict::Solved(127));
    assert_eq!(all.count, AnswerCount::AtLeast(u128::MAX));
    assert_eq!((all.listed.len(), all.stopped), (2, None));
}

/// The first answer takes about ten thousand boards, all answers a hundred thousand more.
#[test]
fn limits_leave_what_is_known() {
    let eight = Puzzle::open("eight").unwrap();
    let board = eight.board("8 6 7 2 5 4 3 x 1").unwrap();
    let limited_to = |limits: &Limits, listing: Listing| {
        let options = Options {
            limits: *limits,
            ..by(Some(Algorithm::IdaStar))
        };
        eight.all_answers(&board, listing, &options).unwrap()
    };
    let limited = |limits: Limits| limited_to(&limits, EVERY);
    let whole = limited(Limits::default());
    assert_eq!(whole.count, AnswerCount::Exactly(40));
    let stopped_at = Limits {
        max_nodes: Some(whole.answer.generated / 2),
        ..Limits::default()
    };
    let stopped = limited(stopped_at);
    assert_eq!(stopped.stopped, Some(Stop::Nodes));
    assert!(stopped.answer.generated < whole.answer.generated);
    assert!((2..=40).contains(&stopped.count.least()));
    assert_eq!(stopped.count.exact(), None);
    // The answers found so far are correct and in tie order.
    let found = moves(&stopped);
    let all = moves(&whole);
    assert!(found.len() > 1 && found.len() as u128 <= stopped.count.least());
    assert!(found.is_sorted() && found.iter().all(|answer| all.contains(answer)));
    for count in [0, 1, 2] {
        let listing = Listing {
            limit: count as u64,
            ..EVERY
        };
        let few = limited_to(&stopped_at, listing);
        assert_eq!(moves(&few), found[..count]);
    }
    let classes = limited_to(&stopped_at, CLASSES);
    let firsts = moves(&classes);
    assert!(firsts.len() <= found.len() && firsts.iter().all(|answer| found.contains(answer)));
    assert_eq!(
        classes.classes,
        Some(AnswerCount::AtLeast(firsts.len() as u128))
    );
    let late = limited(Limits {
        max_time: Some(Duration::ZERO),
        ..Limits::default()
    });
    assert!(late.listed.is_empty() && late.count == AnswerCount::AtLeast(0));
    let short = limited(Limits {
        max_moves: Some(2),
        ..Limits::default()
    });
    assert_eq!(short.answer.verdict, Verdict::Beyond(2));
    assert_eq!(short.count, AnswerCount::AtLeast(0));
    // Memory for about twenty boards.
    let narrow = limited(Limits {
        memory: Some(2500),
        ..Limits::default()
    });
    assert_eq!(narrow.stopped, Some(Stop::Memory));
    assert_eq!(moves(&narrow), moves(&whole)[..1]);
}

#[test]
fn an_interruption_leaves_what_is_known() {
    let cancel = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancel);
    let progress = Progress::with_listener(move |progress| {
        if progress.stage().title == "finding all shortest answers" {
            flag.store(true, Ordering::Relaxed);
        }
    });
    let options = Options {
        progress: Arc::new(progress),
        cancel: Arc::clone(&cancel),
        ..Options::default()
    };
    let eight = Puzzle::open("eight").unwrap();
    let board = eight.board("8 6 7 2 5 4 3 x 1").unwrap();
    let all = eight.all_answers(&board, EVERY, &options).unwrap();
    assert_eq!(all.answer.verdict, Verdict::Solved(31));
    assert_eq!(all.stopped, Some(Stop::Cancelled));
    assert!((1..=40).contains(&all.count.least()));
    // A session leaves the board open and reports what is known.
    cancel.store(false, Ordering::Relaxed);
    let text = TextOptions {
        all: Some(EVERY),
        ..TextOptions::default()
    };
    let mut session = Session::new(&eight, options, text).unwrap();
    let mut input = "8 6 7 2 5 4 3 x 1\n".as_bytes();
    let mut output = Vec::new();
    let stopped = session.run("a string", &mut input, &mut output);
    assert!(matches!(stopped, Err(TextError::Cancelled)));
    assert_eq!(output, b"");
    let left = String::from_utf8_lossy(session.left_open());
    assert!(
        left.starts_with("board 1: 31 moves; at least ")
            && left.contains(" nodes\n1. ")
            && left.ends_with("and perhaps more\n"),
        "{left}"
    );
}
