//! Puzzles of the library, with each kind of proof.

use fewest::search::Limits;
use fewest::support::number::grouped;
use fewest::{Board, Certificate, Listing, Options, Puzzle, Verdict};

use fewest_check::Failure;

use crate::{check, with_claim};

/// The certificate of a board, which must have a proof of this kind.
fn certified(puzzle: &Puzzle, board: &Board, kind: &str) -> Certificate {
    let options = Options::default();
    let certificate = puzzle
        .certificate(board, false, "name", &options)
        .expect("it is solved");
    assert!(
        certificate.text.contains(&format!("\nbound {kind}\n")),
        "{}",
        certificate.text
    );
    let verified = check(&certificate).unwrap_or_else(|e| panic!("{e:?}\n{}", certificate.text));
    let expected = match puzzle.distance(board, &options).expect("it is solved") {
        Verdict::Solved(0) => "verified: the board is solved".to_owned(),
        Verdict::Solved(1) => "verified: 1 move is enough, and 0 are not".to_owned(),
        Verdict::Solved(moves) => format!(
            "verified: {moves} moves are enough, and {} are not",
            moves - 1
        ),
        _ => "verified: no moves solve the board".to_owned(),
    };
    assert_eq!(verified, expected);
    certificate
}

/// No entry of a certificate's tables can be raised: each is the greatest lower bound.
fn refutes_raised(certificate: &Certificate) {
    for (number, (_, entries)) in certificate.tables.iter().enumerate() {
        for place in (0..entries.len()).step_by(entries.len() / 5 + 1) {
            let mut mutant = certificate.clone();
            let entry = &mut mutant.tables[number].1[place];
            if *entry < u8::MAX {
                *entry += 1;
                assert!(check(&mutant).is_err(), "entry {place} of table {number}");
            }
        }
    }
}

#[test]
fn a_table_of_sliding_tiles() {
    let eight = Puzzle::open("eight").expect("it is built in");
    let board = eight.board("8 6 7 2 5 4 3 x 1").expect("a board");
    let certificate = certified(&eight, &board, "tables");
    refutes_raised(&certificate);
    let board = eight.board("1 2 3 4 5 6 8 7 x").expect("a board");
    let parity = certified(&eight, &board, "parity");
    // The board of the first certificate can be solved, so the invariant does not exclude it.
    let solvable = with_claim(&parity, "board 8 6 7 2 5 4 3 0 1\nunsolvable");
    assert!(check(&solvable).is_err());
}

#[test]
fn sums_of_groups_of_tiles() {
    let puzzle = Puzzle::open("sliding:4x3").expect("a size");
    // 30 moves: a search would meet over 100,000 boards.
    let board = puzzle.board("5 0 4 9 2 1 7 3 10 6 8 11");
    let board = board.expect("a board");
    let certificate = certified(&puzzle, &board, "tables");
    assert!(
        certificate.text.contains("\nsums 0+1\n"),
        "{}",
        certificate.text
    );
    let refused = |from: &str, to: &str| {
        let text = certificate.text.replacen(from, to, 1);
        assert_ne!(text, certificate.text);
        let tables = certificate.tables.clone();
        assert!(check(&Certificate { text, tables }).is_err(), "{from} {to}");
    };
    // Moves of tiles of both tables, or of the blank, would count twice.
    refused("\ncharge 1 2", "\ncharge 0 1 2");
    refused("\nsums 0+1\n", "\nsums 0+0\n");
    refused("\ncharge 1 2 3 4 5 6\n", "\n");
}

#[test]
fn a_goal_of_any_symbol() {
    let rotation = Puzzle::open("rotation").expect("it is built in");
    let board = rotation
        .board("1 1 2 3 2 3 2 3 3 2 3 2 1 1 1 2 1 1 1 2 2 3 3 3")
        .expect("a board");
    let certificate = certified(&rotation, &board, "tables");
    assert_eq!(certificate.tables.len(), 3);
    let one_goal_less = certificate
        .text
        .replacen("bound tables\ngoals 2\nsums 2\n", "", 1);
    assert_ne!(one_goal_less, certificate.text);
    let tables = certificate.tables.clone();
    assert!(
        check(&Certificate {
            text: one_goal_less,
            tables
        })
        .is_err()
    );
}

#[test]
fn pieces_that_turn() {
    for name in ["ivy", "pyraminx"] {
        let puzzle = Puzzle::open(name).expect("it is built in");
        let listing = Listing {
            limit: 1,
            every: false,
        };
        let survey = puzzle.survey(listing, &Options::default());
        let board = &survey.expect("it is small").hardest[0].board;
        let certificate = certified(&puzzle, board, "tables");
        // One piece turned in its place.
        let mut orbits = certificate.text.lines();
        let orbit = orbits.rfind(|line| line.starts_with("orbit 3 "));
        let place = orbit
            .and_then(|line| line.split(' ').nth(3))
            .expect("a place");
        let cells: Vec<usize> = place.split('.').filter_map(|c| c.parse().ok()).collect();
        let mut symbols = board.symbols().to_vec();
        symbols.swap(cells[0], cells[1]);
        symbols.swap(cells[1], cells[2]);
        let turned = puzzle.board_of(&symbols).expect("the same symbols");
        let claim = certificate
            .text
            .lines()
            .find(|line| line.starts_with("moves "));
        let claim = format!("board {}\n{}", joined(&symbols), claim.expect("moves"));
        assert!(check(&with_claim(&certificate, &claim)).is_err());
        let options = Options::default();
        let other = puzzle
            .certificate(&turned, false, "other", &options)
            .expect("it is solved");
        assert!(check(&other).is_ok(), "{:?}\n{}", check(&other), other.text);
    }
}

/// Regression: the other stickers of a piece were in no orbit if no move turns it in its place, so that
/// surveys could not be certified.
#[test]
fn stickers_that_travel_with_a_piece() {
    for (name, boards, farthest) in [("floppy", 192u32, 8), ("tower", 241_920, 14)] {
        let puzzle = Puzzle::open(name).expect("it is built in");
        let survey = puzzle.survey(Listing::default(), &Options::default());
        let counts = survey.expect("it is small").figures.counts;
        let survey = puzzle.survey_certificate(&counts, "all", &Options::default());
        let verified = format!(
            "verified: {} boards, none more than {farthest} moves from a goal",
            grouped(boards)
        );
        assert_eq!(check(&survey.expect("a table fits")), Ok(verified));
    }
}

/// With less memory than a table of all boards takes, a table of some pieces guides a search.
#[test]
fn a_search_guided_by_an_orbit() {
    let within = |memory| Options {
        limits: Limits {
            memory: Some(memory),
            ..Limits::default()
        },
        ..Options::default()
    };
    let puzzle = Puzzle::open("pyraminx").expect("it is built in");
    let survey = puzzle.survey(Listing::default(), &Options::default());
    for hardest in survey.expect("it is small").hardest.iter().take(3) {
        let answer = puzzle.solve(&hardest.board, &Options::default());
        let answer = answer.expect("it is solved");
        let certify =
            |memory| puzzle.certificate_of(&hardest.board, &answer, None, "name", &within(memory));
        let certificate = certify(50_000).expect("the table of the edges fits");
        let sizes = certificate.tables.iter().map(|(_, entries)| entries.len());
        // The edges' permutations, and the turns of all but the last.
        assert_eq!(sizes.collect::<Vec<usize>>(), [720 * 32]);
        let verified = "verified: 11 moves are enough, and 10 are not".to_owned();
        assert_eq!(check(&certificate), Ok(verified));
        refutes_raised(&certificate);
        let mut lines = certificate.text.lines();
        let moves = lines.find(|line| line.starts_with("moves "));
        let detour = format!(
            "board {}\n{} U U'",
            joined(hardest.board.symbols()),
            moves.expect("moves")
        );
        assert!(check(&with_claim(&certificate, &detour)).is_err());
        assert!(certify(10).is_err());
    }
}

/// A small table sees the orientations of pieces on each of three axes.
#[test]
fn a_search_guided_by_images() {
    let cube = include_str!("../../../../puzzles/cube2.toml");
    let text = format!("second_phase = \"U R2 F2\"\n{cube}");
    let puzzle = Puzzle::from_toml(&text).expect("a definition");
    let listing = Listing {
        limit: 1,
        every: false,
    };
    let survey = puzzle.survey(listing, &Options::default());
    let board = &survey.expect("it is small").hardest[0].board;
    let options = Options {
        limits: Limits {
            memory: Some(2_000),
            ..Limits::default()
        },
        ..Options::default()
    };
    let answer = puzzle.solve(board, &Options::default());
    let answer = answer.expect("it is solved");
    let certificate = puzzle.certificate_of(board, &answer, None, "name", &options);
    let certificate = certificate.expect("a small table fits");
    assert_eq!(certificate.tables[0].1.len(), 729);
    let verified = "verified: 11 moves are enough, and 10 are not".to_owned();
    assert_eq!(check(&certificate), Ok(verified.clone()));
    refutes_raised(&certificate);
    let with = |from: &str, to: &str| {
        let text = certificate.text.replacen(from, to, 1);
        assert_ne!(text, certificate.text);
        let tables = certificate.tables.clone();
        check(&Certificate { text, tables })
    };
    // The search takes longer without images.
    assert_eq!(with("\nimages 0 1\n", "\n"), Ok(verified));
    let refused = |problem: &str| Err(Failure::Refuted(problem.to_owned()));
    let image = certificate
        .text
        .lines()
        .find(|line| line.starts_with("image "));
    let cells: Vec<&str> = image.expect("an image").split(' ').collect();
    let mut others = cells.clone();
    others.swap(1, 2);
    let other = with(&cells.join(" "), &others.join(" "));
    assert_eq!(other, refused("an image has other moves"));
    // Without a change of symbols, the image of the solved board is another.
    let symbols = certificate
        .text
        .lines()
        .find(|line| line.starts_with("symbols "));
    let other = with(symbols.expect("symbols"), "symbols 0 1 2 3 4 5");
    assert_eq!(other, refused("a table is about other goals"));
}

/// Regression: sums of tables ignored the limit.
#[test]
fn sums_within_the_memory_limit() {
    let puzzle = Puzzle::open("fifteen").expect("it is built in");
    let board = "2 5 10 1 0 6 4 8 9 3 7 11 13 14 12 15";
    let board = puzzle.board(board).expect("a board");
    let answer = puzzle.solve(&board, &Options::default());
    let answer = answer.expect("it is solved");
    let certify = |memory| {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let options = Options {
            limits,
            ..Options::default()
        };
        puzzle.certificate_of(&board, &answer, None, "name", &options)
    };
    let certificate = certify(3 * 524_160).expect("three tables fit");
    assert_eq!(certificate.tables.len(), 3);
    assert!(certify(3 * 524_160 - 1).is_err());
}

/// A table of zeros is also a lower bound. It leaves everything to the depth-first search.
#[test]
fn a_search_without_guidance() {
    let puzzle = Puzzle::open("sliding:3x2").expect("a size");
    let options = Options::default();
    let survey = puzzle.survey(Listing::default(), &options);
    let counts = survey.expect("it is small").figures.counts;
    let survey = puzzle.survey_certificate(&counts, "all", &options);
    let mut survey = survey.expect("it is small");
    survey.tables[0].1.fill(0);
    let claim = "board 4 2 3 0 5 1\nmoves r r u l d l u r r d";
    let verified = "verified: 10 moves are enough, and 9 are not".to_owned();
    assert_eq!(check(&with_claim(&survey, claim)), Ok(verified));
    let detour = format!("{claim} l r");
    assert!(check(&with_claim(&survey, &detour)).is_err());
}

fn joined(symbols: &[u8]) -> String {
    let symbols: Vec<String> = symbols.iter().map(u8::to_string).collect();
    symbols.join(" ")
}
