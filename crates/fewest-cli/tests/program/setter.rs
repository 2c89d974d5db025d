//! `generate`, `check` and `validate`: what a problem setter runs.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::{fewest, fewest_on, file, run};

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Runs in a folder: the exit code, and what is on standard output and standard error.
fn within(folder: &TempDir, arguments: &str) -> (i32, String, String) {
    let mut command = fewest();
    command
        .current_dir(folder.path())
        .args(arguments.split_whitespace());
    let run = run(command, "");
    (run.code, run.stdout, run.stderr)
}

const BOARDS: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n\
    1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n0\n";

#[test]
fn a_seed_gives_the_same_boards_forever() {
    fewest_on("generate rotation --random --seed 7 --count 2", "").gives(ROTATION);
    fewest_on(
        "generate eight --distance 31 --seed 3 --to hdu1043 --count 2",
        "",
    )
    .gives(EIGHT);
    fewest_on("generate eight --distance 20 --to hdu3567 --count 2", "").gives(PAIRS);
    fewest_on("generate fifteen --distance 10..12 --to korf --count 2", "").gives(KORF);
    fewest_on("generate knights --random --to knightsfen", "").gives(KNIGHTS);
    fewest_on("generate eight --unsolvable --to json --goal snail", "").gives(UNSOLVABLE);
}

const ROTATION: &str = "3 2 1 2 3 3 1 2 2 3 2 3 1 1 3 1 2 1 1 2 3 2 3 1\n3 3 2 1 2 2 3 1 1 1 3 2 2 1 2 3 2 3 1 3 3 2 1 1\n0\n";
const EIGHT: &str = "6 4 7 8 5 x 3 2 1\n6 4 7 8 5 x 3 2 1\n";
const PAIRS: &str = "2\n612538X74\nX38164725\n4X1367258\n85647X321\n";
const KORF: &str =
    "1 1 2 3 7 4 5 11 15 8 9 6 0 12 13 10 14\n2 1 2 6 3 8 4 5 7 12 9 11 15 13 14 10 0\n";
const KNIGHTS: &str = "1\n011 1\n00111\n10110\n01001\n00100\n";
const UNSOLVABLE: &str = "{\"number\":1,\"board\":\"5 6 7 2 4 1 8 0 3\",\"solvable\":false}\n";

#[test]
fn requests_that_can_not_be_met() {
    let fails = |arguments: &str, message: &str| fewest_on(arguments, "").fails("", message);
    fails(
        "generate eight --distance 32",
        "eight has no board at distance 32; there are boards at 0..31",
    );
    fails(
        "generate rotation --unsolvable",
        "every board of rotation can be solved",
    );
    fails(
        "generate eight --distance 31 --count 3 --distinct",
        "can't draw 3 distinct boards: there are only 2",
    );
    fails(
        "generate rotation --random --to text",
        "rotation has no format `text`; it has poj2286, plain, json",
    );
    fails(
        "generate eight --random --to hdu3567 --goal snail",
        "files of hdu3567 contain their own goals: --goal needs another format",
    );
    for arguments in [
        "generate eight",
        "generate eight --random --distance 3",
        "generate eight --distance 5..3",
        "generate eight --random --unsolvable",
        "check rotation a b",
        "check rotation --from poj2286 a",
        "check rotation --from poj2286 a b answer",
    ] {
        let run = fewest_on(arguments, "");
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (2, ""),
            "{arguments}: {run:?}"
        );
    }
    fails(
        "check rotation --from poj2286 - -",
        "INPUT and OUTPUT can't both be standard input",
    );
    fails(
        "check rotation --from nonsense Cargo.toml Cargo.toml",
        "rotation has no format `nonsense`; it has poj2286, plain",
    );
}

#[test]
fn one_board_was_many() {
    fewest_on("generate eight --distance 0 --count 2 --distinct", "")
        .fails("", "can't draw 2 distinct boards: there is only 1");
}

#[test]
fn verdicts() {
    let folder = folder(&[
        ("in", BOARDS),
        ("right", "AC\n2\nNo moves needed\n2\n"),
        ("long", "AC\n2\nAF\n2\n"),
        ("short", "AC\n2\n"),
        ("more", "AC\n2\nNo moves needed\n2\nAC\n"),
        ("unclear", "A-C\n2\nNo moves needed\n2\n"),
        ("bad", "1 2 3\n"),
    ]);
    let check = |arguments: &str| {
        within(
            &folder,
            &format!("check rotation --from poj2286 {arguments}"),
        )
    };
    let cases = [
        ("right", 0, 0, "right: 2 boards"),
        (
            "long",
            1,
            1,
            "wrong: long:3: board 2: 2 moves, but the board is already solved",
        ),
        (
            "short",
            1,
            2,
            "wrong: short:3: the output ends after 1 of 2 boards",
        ),
        ("more", 1, 4, "wrong: more:5: more output than boards"),
        (
            "unclear",
            1,
            2,
            "wrong: unclear:1: board 1: `-` is not a move",
        ),
    ];
    for (output, code, testlib, verdict) in cases {
        let verdict = format!("{verdict}\n");
        assert_eq!(
            check(&format!("in {output}")),
            (code, verdict.clone(), String::new())
        );
        // Judges call checkers like this, with an answer and a report.
        let as_judges = format!("--testlib in {output} answer report");
        assert_eq!(check(&as_judges), (testlib, String::new(), verdict));
    }
    assert_eq!(check("--policy valid in long").1, "right: 2 boards\n");
    let bad = "bad:1:1: board 1: expected 24 cells, found 3 before the end of the input\n";
    let expected = format!("error: {bad}");
    assert_eq!(check("bad right"), (2, String::new(), expected));
    let expected = format!("FAIL {bad}");
    assert_eq!(check("--testlib bad right"), (3, String::new(), expected));
    let (code, _, stderr) = check("--testlib in missing");
    assert_eq!(code, 3);
    assert!(stderr.starts_with("FAIL missing: "), "{stderr}");
    assert_eq!(check("in missing").0, 2);
}

#[test]
fn solved_boards_have_empty_lines() {
    let eight = "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n";
    let folder = folder(&[("in", eight), ("right", "\nr\n"), ("wrong", "r\n")]);
    let check = |output| within(&folder, &format!("check eight --from hdu1043 in {output}"));
    assert_eq!(check("right").1, "right: 2 boards\n");
    assert_eq!(
        check("wrong").1,
        "wrong: wrong:1: board 1: move 1, `r`, is not legal there\n"
    );
}

#[test]
fn inputs_within_and_beyond_the_judges_limits() {
    let unended = BOARDS.trim_end_matches("0\n");
    let many = unended.repeat(16) + "0\n";
    let folder = folder(&[
        ("good", BOARDS),
        ("unended", unended),
        ("many", &many),
        ("pairs", "2\n12345678X\n1234567X8\n12345678X\n12345687X\n"),
        (
            "eleven",
            &format!("11\n{}", "11111\n01111\n00*11\n00001\n00000\n".repeat(11)),
        ),
        ("promised", "3\n11111\n01111\n00*11\n00001\n00000\n"),
        ("two", "123804765\n123804765\n"),
        ("none", ""),
    ]);
    let validate = |arguments: &str| within(&folder, &format!("validate {arguments}"));
    let rotation = "rotation --from poj2286";
    assert_eq!(
        validate(&format!("{rotation} good")),
        (0, "valid: 2 boards\n".into(), String::new())
    );
    assert_eq!(
        validate(&format!("{rotation} good good")).1,
        "valid: good: 2 boards\nvalid: good: 2 boards\n"
    );
    for (arguments, verdict) in [
        (
            "rotation --from poj2286 unended",
            "unended:3:1: expected a 0 that ends the boards, found the end of the input",
        ),
        (
            "rotation --from poj2286 many",
            "many:31:1: board 31: expected at most 30 boards, found more",
        ),
        (
            "eight --from hdu3567 pairs",
            "pairs:5:1: board 2: this board can't be solved, but the judge promises solvable boards",
        ),
        (
            "knights --from scoi2005 eleven",
            "eleven:52:1: board 11: expected at most 10 boards, found more",
        ),
        (
            "knights --from scoi2005 promised",
            "promised:7:1: board 2: expected 3 boards, found 1 before the end of the input",
        ),
        (
            "eight --from p1379 two",
            "two:2:1: board 2: expected at most one board, found more",
        ),
        (
            "eight --from poj1077 none",
            "none:1:1: expected one board, found none",
        ),
        (
            "eight --from leetcode773 none",
            "none:1:1: leetcode773 is meant for 3x2 boards, not 3x3",
        ),
    ] {
        let verdict = format!("invalid: {verdict}\n");
        assert_eq!(validate(arguments), (1, verdict.clone(), String::new()));
        assert_eq!(
            validate(&format!("{arguments} --testlib")),
            (3, String::new(), verdict)
        );
    }
    assert_eq!(validate(&format!("{rotation} missing")).0, 2);
}

/// The examples are valid inputs of their judges.
#[test]
fn examples_are_legal() {
    let example = |name: &str| -> PathBuf { file("examples").join(name) };
    for (puzzle, format, name) in [
        ("rotation", "poj2286", "rotation.txt"),
        ("knights", "scoi2005", "knights.txt"),
        ("knights", "knightsfen", "knightsfen.txt"),
        ("eight", "hdu1043", "eight.txt"),
        ("eight", "hdu3567", "hdu3567.txt"),
        ("eight", "princeton", "princeton.txt"),
        ("eight", "npuzzle42", "npuzzle42.txt"),
        ("eight", "hackerrank", "hackerrank.txt"),
        ("sliding:3x2", "leetcode773", "leetcode773.txt"),
    ] {
        let mut command = fewest();
        command
            .args(["validate", puzzle, "--from", format])
            .arg(example(name));
        let run = run(command, "");
        assert_eq!(run.code, 0, "{name}: {run:?}");
    }
}
