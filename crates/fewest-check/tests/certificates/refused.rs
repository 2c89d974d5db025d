//! Certificates that the solver wrote and the checker refused, or that it could not write.

use fastrand::Rng;
use fewest::support::number::grouped;
use fewest::{Answer, Certificate, Listing, Options, Puzzle, Verdict};

use fewest_check::Failure;

use crate::{check, hidden};

const RING: &str = r#"
name = "abab"
cells = 4
pieces = "a*2 b*2"
move = [{ name = "r", cycles = "(1 2 3 4)" }, { name = "f", cycles = "(1 4)(2 3)" }]
goal = [{ board = "a b a b" }]
"#;

/// The upper corners from the lower ones.
const SEPARATE: &str = "name = \"separate\"\nextends = \"cube2\"\nstickers = \"u*12 d*9\"\n";

/// The Mathieu group of 11 points: 7,920 of 11! boards.
const M11: &str = r#"
name = "m11"
metric = "axis"
cells = 11
pieces = "a b c d e f g h i j k"
move = [
  { name = "r", axis = "r", cycles = "(1 2 3 4 5 6 7 8 9 10 11)" },
  { name = "s", axis = "s", cycles = "(3 7 11 8)(4 10 5 6)" },
]
goal = [{ board = "a b c d e f g h i j k" }]
"#;

/// The projective special linear group of 13 elements, on 14 points: 1,092 of 14! boards.
const PSL: &str = r#"
name = "psl"
cells = 14
pieces = "a b c d e f g h i j k l m n"
move = [
  { name = "on", cycles = "(1 2 3 4 5 6 7 8 9 10 11 12 13)" },
  { name = "swap", cycles = "(1 14)(2 13)(3 7)(4 5)(8 12)(10 11)" },
]
goal = [{ board = "a b c d e f g h i j k l m n" }]
"#;

fn surveyed(text: &str) -> (Puzzle, Certificate, Vec<u64>) {
    let (puzzle, options) = (
        Puzzle::from_toml(text).expect("a definition"),
        Options::default(),
    );
    let survey = puzzle.survey(Listing::default(), &options);
    let counts = survey.expect("it is small").figures.counts;
    puzzle.check_survey_certificate(&options).expect("a proof");
    let certificate = puzzle.survey_certificate(&counts, "all", &options);
    (puzzle, certificate.expect("a proof"), counts)
}

/// The certificate of the solved board with exchanged cells, which can't be solved.
fn exchanged(puzzle: &Puzzle, pairs: &[[usize; 2]]) -> Certificate {
    let options = Options::default();
    let solved = puzzle.solved_board(&options).expect("one goal");
    let mut symbols = solved.symbols().to_vec();
    for [first, second] in pairs {
        symbols.swap(*first, *second);
    }
    let board = puzzle.board_of(&symbols).expect("the same pieces");
    let answer = Answer {
        verdict: Verdict::Unsolvable,
        ..Answer::default()
    };
    let certificate = puzzle.certificate_of(&board, &answer, None, "one", &options);
    certificate.unwrap_or_else(|error| panic!("{}: {error}", puzzle.name()))
}

const NO_MOVES: &str = "verified: no moves solve the board";

/// Pieces whose turns no board shows were one kind, whatever their symbols.
#[test]
fn kinds_that_hide_their_turns_in_one_orbit() {
    let (_, ring, _) = surveyed(RING);
    let verified = "verified: 2 boards, none more than 1 move from a goal";
    assert_eq!(check(&ring).as_deref(), Ok(verified));
    let (_, separate, counts) = surveyed(SEPARATE);
    assert_eq!(counts, [1, 6, 19, 9]);
    let verified = "verified: 35 boards, none more than 3 moves from a goal";
    assert_eq!(check(&separate).as_deref(), Ok(verified));
}

/// All stickers of some pieces are alike, and of others not.
#[test]
fn random_kinds_that_hide_their_turns() {
    let mut of_kinds = 0;
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let text = hidden::definition(&mut rng, 3);
        let Ok(puzzle) = Puzzle::from_toml(&text) else {
            continue;
        };
        let counts = hidden::counts(&puzzle);
        let survey = puzzle.survey_certificate(&counts, "all", &Options::default());
        let survey = survey.unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(
            check(&survey).is_ok(),
            "{:?}\n{}",
            check(&survey),
            survey.text
        );
        of_kinds += usize::from(["x", "y"].iter().all(|kind| text.contains(kind)));
    }
    assert!(of_kinds > 10, "{of_kinds}");
}

/// Stickers for shipped puzzles, several pieces of one colour each.
#[test]
fn random_stickers_of_shipped_puzzles() {
    // The first 12 cells of cube2 are the upper corners.
    for (seed, (name, first)) in
        (0..9).zip([("floppy", 1), ("ivy", 1), ("cube2", 12)].iter().cycle())
    {
        let mut rng = Rng::with_seed(seed);
        let cells = Puzzle::open(name)
            .expect("it is built in")
            .model()
            .structure
            .cells();
        let second = rng.usize(first + 1..cells);
        let stickers = format!("u*{first} m*{} d*{}", second - first, cells - second);
        let text = format!("name = \"s\"\nextends = \"{name}\"\nstickers = \"{stickers}\"\n");
        let (_, survey, _) = surveyed(&text);
        assert!(check(&survey).is_ok(), "{:?}\n{text}", check(&survey));
    }
}

/// The tables would have n! entries, although few boards can be reached.
#[test]
fn groups_with_few_boards() {
    for (text, boards) in [(M11, 7_920), (PSL, 1_092)] {
        let (puzzle, survey, counts) = surveyed(text);
        assert_eq!(counts.iter().sum::<u64>(), boards);
        let farthest = counts.len() - 1;
        let verified = format!(
            "verified: {} boards, none more than {farthest} moves from a goal",
            grouped(boards)
        );
        assert_eq!(check(&survey), Ok(verified));
        // An even permutation. Others are excluded by their parity.
        let certificate = exchanged(&puzzle, &[[0, 1], [2, 3]]);
        assert!(certificate.text.ends_with("\nbound search\ngoals 0\n"));
        assert_eq!(check(&certificate).as_deref(), Ok(NO_MOVES));
    }
}

/// Only cells that some move changes were compared with the goal.
#[test]
fn cells_that_no_move_changes() {
    for name in [
        "floppy",
        "xcross",
        "block222",
        "cube3",
        "f2l",
        "block223",
        "first-layer",
        "domino",
    ] {
        let puzzle = Puzzle::open(name).expect("it is built in");
        let structure = &puzzle.model().structure;
        let solved = puzzle.solved_board(&Options::default()).expect("one goal");
        let symbol = |cell: usize| solved.symbols()[cell];
        let is_fixed = |cell: &usize| {
            let mut turns = structure.turns.iter();
            turns.all(|turn| usize::from(turn.from[*cell]) == *cell)
        };
        let fixed: Vec<usize> = (0..structure.cells()).filter(is_fixed).collect();
        let other = fixed.iter().find(|cell| symbol(**cell) != symbol(fixed[0]));
        let certificate = exchanged(&puzzle, &[[fixed[0], *other.expect("another colour")]]);
        assert!(certificate.text.contains("\nbound pieces\n"), "{name}");
        assert_eq!(check(&certificate).as_deref(), Ok(NO_MOVES), "{name}");
    }
}

/// One goal is excluded by a cell that no move changes, the other by a search.
#[test]
fn goals_that_are_excluded_in_different_ways() {
    let text = r#"
name = "both"
cells = 5
pieces = "a b c d e"
move = [{ name = "on", cycles = "(1 2 3)" }]
goal = [{ board = "? ? ? e d" }, { board = "a b c d e" }]
"#;
    let puzzle = Puzzle::from_toml(text).expect("a definition");
    let board = puzzle.board("b a c d e").expect("a board");
    let certificate = puzzle.certificate(&board, false, "one", &Options::default());
    let certificate = certificate.expect("a proof");
    assert_eq!(
        check(&certificate).as_deref(),
        Ok(NO_MOVES),
        "{}",
        certificate.text
    );
}

/// Names are escaped: a text in other letters can look different from what is checked.
#[test]
fn names_in_other_letters() {
    let text = RING.replace("abab", "кольцо").replace("\"r\"", "\"ход\"");
    let (puzzle, survey, _) = surveyed(&text);
    assert!(survey.text.is_ascii(), "{}", survey.text);
    assert!(check(&survey).is_ok());
    let counts = hidden::counts(&puzzle);
    for name in ["", "two words", "a:b", "a\\b", "../a", "кольцо"] {
        let refused = puzzle.survey_certificate(&counts, name, &Options::default());
        assert!(refused.is_err(), "{name}");
    }
}

/// A survey that counts other boards than the checker.
#[test]
fn counts_of_some_boards() {
    let (puzzle, survey, counts) = surveyed(PSL);
    let mut other = survey.clone();
    other.text = survey.text.replacen("counts 1 ", "counts 2 ", 1);
    assert!(check(&other).is_err());
    for counts in [&counts[1..], &[1, 1], &[]] {
        let refused = puzzle.survey_certificate(counts, "all", &Options::default());
        let problem = refused.expect_err("other boards").to_string();
        assert!(problem.ends_with("and 1,092 can be solved"), "{problem}");
    }
}

/// Small ones of each kind, with the checker's verdict in the last line.
#[test]
fn stored_certificates() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates/stored");
    let files = std::fs::read_dir(folder).expect("a folder");
    let names = files.map(|file| file.expect("a file").path());
    let certificates = names.filter(|path| path.extension().is_some_and(|end| end == "cert"));
    let mut found = 0;
    for path in certificates {
        let text = std::fs::read_to_string(&path).expect("a text");
        let claim = text.lines().last().and_then(|line| line.strip_prefix("# "));
        let verified = fewest_check::check(text.as_bytes(), &mut |name, _| {
            std::fs::read(path.with_file_name(name)).map_err(|error| error.to_string())
        });
        let verdict = verified.unwrap_or_else(|failure| match failure {
            Failure::Refuted(problem) => format!("not verified: {problem}"),
            failure => panic!("{}: {failure:?}", path.display()),
        });
        assert_eq!(Some(verdict.as_str()), claim, "{}", path.display());
        found += 1;
    }
    assert!(found > 3, "{found}");
}
