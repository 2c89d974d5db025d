//! Malicious definitions (random bytes, broken files, extreme sizes) never cause a panic or a hang.

use std::fmt::Write;
use std::time::{Duration, Instant};

use fewest::Puzzle;
use fewest::model::{Dialect, Import, Model, Problems, import, import_row};
use proptest::prelude::*;

/// The time limit of any answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

const GOOD: [&str; 4] = [
    include_str!("../../../../puzzles/rotation.toml"),
    include_str!("../../../../puzzles/cube2.toml"),
    include_str!("../../../../puzzles/knights.toml"),
    include_str!("../../../../puzzles/pancakes.toml"),
];
const IMPORTS: [&str; 7] = [
    include_str!("../../../../examples/corners.tws"),
    include_str!("../../../../examples/pyraminx.def"),
    include_str!("../../../../examples/squares.json"),
    include_str!("../../../../examples/santa.csv"),
    include_str!("../../../../examples/squares.gap"),
    include_str!("../../../../examples/cube2.scr"),
    include_str!("../../../../examples/layers.json"),
];
/// The puzzle of the last two, which are boards.
const CUBE: &str = include_str!("../../../../examples/cube2.json");

/// Checks that each message is one line, and that there are not too many.
fn are_orderly(problems: &Problems) {
    assert!((1..=64).contains(&problems.0.len()));
    for problem in &problems.0 {
        let words = problem.help.iter().chain([&problem.message]);
        for word in words {
            assert!(!word.contains(char::is_control), "{word:?}");
            assert!(word.chars().count() <= 400, "{word}");
        }
    }
}

/// Reads a definition and uses the result.
fn define(text: &str) {
    match Model::from_toml(text) {
        Ok(definition) => {
            let lints = definition.lints(text);
            if !lints.0.is_empty() {
                are_orderly(&lints);
            }
            if let Err(problems) = Puzzle::from_toml(text) {
                are_orderly(&problems);
            }
        }
        Err(problems) => are_orderly(&problems),
    }
}

fn check_import(text: &str) {
    let row = import_row(text, Some("ring"), Some("A;A;B;B;C;C"));
    let others = Dialect::ALL.map(|dialect| import(text, dialect));
    let mut cube = Import::read(CUBE, Dialect::Kpuzzle).expect("a puzzle");
    if let Err(problems) = cube.boards(text) {
        are_orderly(&problems);
    }
    let with_goal = cube.set_goal(text).and_then(|()| cube.definition());
    for imported in others.into_iter().chain([row, with_goal]) {
        match imported {
            Ok(imported) => drop(Model::from_toml(&imported.definition).expect("a definition")),
            Err(problems) => are_orderly(&problems),
        }
    }
}

/// A text with parts moved, removed or repeated.
fn mutated(good: &str, random: &mut fastrand::Rng) -> String {
    let mut text = good.to_owned();
    for _ in 0..random.usize(1..4) {
        let mut cut = || {
            let mut at = random.usize(0..=text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (a, b) = (cut(), cut());
        let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 40));
        let b = (b..=text.len())
            .find(|&b| text.is_char_boundary(b))
            .unwrap_or(b);
        let part = text[a..b].to_owned();
        match random.usize(0..5) {
            0 => text.replace_range(a..b, ""),
            1 => text.insert_str(a, &part),
            2 => text.replace_range(
                a..b,
                ["\"", "\\u001b", "9", "?", "\n", "é", "*"][random.usize(0..7)],
            ),
            3 => {
                text.replace_range(a..b, "");
                text.push_str(&part);
            }
            _ => text.truncate(b),
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broken_files_are_reported(seed in any::<u64>()) {
        let mut random = fastrand::Rng::with_seed(seed);
        for good in GOOD {
            define(&mutated(good, &mut random));
        }
        for good in IMPORTS {
            check_import(&mutated(good, &mut random));
        }
    }

    #[test]
    fn any_text_is_handled(text in "(\\PC|[\\[\\]\"= \n*?0-9a-z])*") {
        define(&text);
        check_import(&text);
    }
}

/// A definition with these cells, pieces and moves, and a goal that leaves cells open.
fn definition(cells: &str, pieces: &str, more: &str) -> String {
    format!(
        "name = \"x\"\ncells = {cells}\npieces = \"{pieces}\"\n{more}\n[[goal]]\nboard = \"1 2\"\n"
    )
}

fn repeated(part: &str, times: usize) -> String {
    part.repeat(times)
}

#[test]
fn sizes_beyond_all_bounds_are_refused_at_once() {
    let two = |more: &str| definition("2", "1 2", more);
    let of_move = |what: &str| two(&format!("[[move]]\nname = \"a\"\n{what}"));
    let cells = repeated("1 ", 250_000);
    let mut sequences = String::from("[[move]]\nname = \"0\"\nshift = \"1 2\"\n");
    for i in 1..32 {
        let before = i - 1;
        let all = repeated(&format!("{before} "), 1000);
        let _ = write!(
            sequences,
            "[[move]]\nname = \"{i}\"\nsequence = \"{all}\"\n"
        );
    }
    let numbered = (0..300_000).fold(String::new(), |text, i| text + &format!("{i:x} "));
    let goals = repeated("[[goal]]\nboard = \"1 ?\"\n", 30_000);
    let texts = [
        definition("2", "x*4000000000", ""),
        definition("2", "x*99999999999999999999", ""),
        definition("2", &repeated("x*2 ", 200_000), ""),
        definition("2", &numbered[..900_000], ""),
        definition("1000000", "1 2", ""),
        definition("-1", "1 2", ""),
        definition(&format!("\"{cells}\""), "1 2", ""),
        definition(&format!("\"{}\"", &numbered[..900_000]), "1 2", ""),
        definition(&format!("\"{0} {0}b\"", repeated("a", 400_000)), "1 2", ""),
        two(&sequences),
        two(&goals),
        two(&repeated(
            "[[move]]\nname = \"a\"\nshift = \"1 2\"\n",
            20_000,
        )),
        of_move(&format!("shift = \"{cells}\"")),
        of_move(&format!("cycles = \"{}\"", repeated("(1 2)", 150_000))),
        of_move(&format!("cycles = \"{}\"", repeated("(", 900_000))),
        of_move(&format!("sequence = \"{}\"", &numbered[..900_000])),
        of_move(&format!("inverse = \"{}\"", repeated("b", 900_000))),
        of_move(&format!("steps = \"{}\"", repeated("1>2 ", 200_000))),
        two(&format!("targets = \"{}\"", repeated("1-2 ", 200_000))),
        two(&format!("blank = \"{}\"", repeated("b", 900_000))),
        two(&format!("x = {}", repeated("[", 900_000))),
        two(&format!("\"{}\" = 1", repeated("é\\n", 100_000))),
        repeated("a = 1\n", 300_000),
    ];
    for text in texts {
        let start = Instant::now();
        let problems = Model::from_toml(&text).expect_err("not a puzzle");
        are_orderly(&problems);
        let took = start.elapsed();
        assert!(took < PATIENCE, "{took:?}: {}", &text[..text.len().min(80)]);
    }
}

#[test]
fn imports_beyond_all_bounds_are_refused_at_once() {
    let moves = repeated("Move a\nA\n2 3 1\nEnd\n", 200_000);
    let ring = "Set A 3 1\nSolved\nA\n1 2 3\nEnd\n";
    let long: String = (1..=256).fold(String::new(), |text, i| text + &format!("{} ", i % 256 + 1));
    for text in [
        format!("{ring}{moves}"),
        repeated("Set A 1 1\n", 200_000),
        format!("Set A 256 1\nSolved\nEnd\nMove a\nA\n{long}\nEnd\n"),
        "Set A 256 26\n".to_owned(),
        "Set A 18446744073709551615 1\n".to_owned(),
        repeated("# ", 1_000_000),
        format!("Set A 256 1\nSolved\nA\n{}", repeated("1 ", 1_000_000)),
    ] {
        let start = Instant::now();
        are_orderly(&import(&text, Dialect::Twsearch).expect_err("not a puzzle"));
        let took = start.elapsed();
        assert!(took < PATIENCE, "{took:?}: {}", &text[..text.len().min(80)]);
    }
}

#[test]
fn json_and_tables_beyond_all_bounds_are_refused_at_once() {
    let places = (0..256).map(|place: usize| place.to_string());
    let places = places.collect::<Vec<_>>().join(",");
    let orbit = |count: usize| {
        format!(
            "{{\"orbits\":[{{\"orbitName\":\"A\",\"numPieces\":{count},\"numOrientations\":1}}],\"defaultPattern\":{{}},"
        )
    };
    let swap = "{\"A\":{\"permutation\":[1,0]}}";
    let algs: String = (0..256).fold(String::new(), |text, i| {
        text + &format!("\"D{i}\":\"(D{} s)512\",", i + 1)
    });
    let header = "puzzle_type,allowed_moves\n";
    for text in [
        repeated("[", 1_000_000),
        repeated("{\"a\":", 150_000),
        format!("{{\"orbits\":[{}", repeated("1,", 500_000)),
        format!(
            "{}\"moves\":{{{}}}}}",
            orbit(2),
            repeated(&format!("\"m\":{swap},"), 30_000)
        ),
        format!(
            "{}\"moves\":{{\"m\":{{\"A\":{{\"permutation\":[{places}]}}}}}}}}",
            orbit(256)
        ),
        format!(
            "{}\"moves\":{{\"s\":{swap}}},\"derivedMoves\":{{{algs}\"s2\":\"s\"}}}}",
            orbit(2)
        ),
        format!(
            "{}\"moves\":{{\"s\":{swap}}},\"derivedMoves\":{{\"t\":\"{}\"}}}}",
            orbit(2),
            repeated("(", 900_000)
        ),
        format!("{header}{}", repeated("a,", 8_000_000)),
        format!("{header}{}", repeated("a,{}\n", 3_000_000)),
        format!("{header}a,\"{}\"", repeated("[", 9_000_000)),
        format!("{header}a,\"{{{}\"", repeated("'a': [0,1],", 1_000_000)),
        format!("{header}a,\"{{'m': [{}0]}}\"", repeated("0,", 4_000_000)),
    ] {
        for dialect in [Dialect::Kpuzzle, Dialect::Santa] {
            let start = Instant::now();
            are_orderly(&import(&text, dialect).expect_err("not a puzzle"));
            let took = start.elapsed();
            assert!(took < PATIENCE, "{took:?}: {}", &text[..text.len().min(80)]);
        }
    }
}

#[test]
fn generators_and_boards_beyond_all_bounds_are_refused_at_once() {
    let start = Instant::now();
    for text in [
        repeated("a:=(1,2);\n", 100_000),
        repeated("a:=(", 250_000),
        format!("a:=({})", repeated("1,", 500_000)),
        format!("ip:=[{}];", repeated("[],", 300_000)),
        repeated("#", 2_000_000),
    ] {
        are_orderly(&import(&text, Dialect::Gap).expect_err("not a puzzle"));
    }
    let cube = Import::read(CUBE, Dialect::Kpuzzle).expect("a puzzle");
    for text in [
        repeated("StartState a\nEnd\n", 60_000),
        format!("ScrambleAlg a\n{}", repeated("U2 ", 300_000)),
        repeated("{\"a\":", 150_000),
        format!("{{{}\"b\":{{}}}}", repeated("\"a\":{},", 130_000)),
    ] {
        are_orderly(&cube.boards(&text).expect_err("no boards"));
    }
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

/// Any definition of 256 cells and 255 moves gets a report.
#[test]
fn the_largest_puzzles_are_reported_soon() {
    let mut random = fastrand::Rng::with_seed(5);
    for kind in 0..4 {
        let mut moves = String::new();
        for i in 0..255 {
            let mut cells: Vec<usize> = (1..=256).collect();
            match kind {
                // All cells; some cells; the same for all moves.
                0 => random.shuffle(&mut cells),
                1 => {
                    random.shuffle(&mut cells);
                    cells.truncate(3);
                }
                2 => {
                    cells.rotate_left(8 * i % 256);
                    cells.truncate(8);
                }
                _ => {
                    cells.rotate_left(i);
                    cells.truncate(200);
                }
            }
            let line: Vec<String> = cells.iter().map(ToString::to_string).collect();
            let _ = write!(
                moves,
                "[[move]]\nname = \"m{i}\"\nshift = \"{}\"\n",
                line.join(" ")
            );
        }
        let symbols = if kind % 2 == 0 { 256 } else { 2 };
        let goal: Vec<String> = (0..256)
            .map(|i| (i % symbols.min(255)).to_string())
            .collect();
        let goal = goal.join(" ");
        let text = format!(
            "name = \"x\"\ncells = 256\npieces = \"{goal}\"\n{moves}[[goal]]\nboard = \"{goal}\"\n"
        );
        let start = Instant::now();
        let puzzle = Puzzle::from_toml(&text).unwrap_or_else(|problems| panic!("{problems}"));
        let report = puzzle.describe(Some(1 << 30));
        let took = start.elapsed();
        assert_eq!(report.goals.len(), 1);
        assert!(took < 2 * PATIENCE, "{kind}: {took:?}");
    }
}
