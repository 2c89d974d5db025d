//! Messages in familiar words, without control characters.

use std::process::Command;

use crate::common::{Run, fewest, fewest_on, run, solve};

fn given(arguments: &[&str]) -> Run {
    let mut command = fewest();
    command.args(arguments);
    run(command, "")
}

/// A corner of the 2 x 2 x 2 cube, turned in its place.
const TWISTED: &str = "w w w g o o g r w r b b o g g r r b y y y\n";

#[test]
fn an_unsolvable_board_did_not_say_why() {
    let twisted =
        "note: board 1 can't be solved: one of the 7 pieces with three orientations is twisted\n";
    for to in ["plain", "json", "csv", "text"] {
        let run = solve(&format!("cube2 --to {to}"), TWISTED);
        assert_eq!((run.code, &*run.stderr), (0, twisted), "{to}");
    }
    let run = solve("cube2 --to json", TWISTED);
    let why = "\"why\":\"one of the 7 pieces with three orientations is twisted\"";
    assert!(run.stdout.contains(why), "{run:?}");
    let why = "one of the 7 pieces with three orientations is twisted";
    for to in ["text", "json", "csv"] {
        let run = solve(&format!("cube2 --all --to {to}"), TWISTED);
        assert!(run.stdout.contains(why), "--all, {to}: {run:?}");
    }
    let flipped = "w w w w w w w g w o o o g w g r r r b b b o o o g g g r r r b b b \
                   o o o g g g r r r b b b y y y y y y y y y";
    let run = solve("cube3 --from plain --memory 200K", flipped);
    let why =
        "note: board 1 can't be solved: one of the 12 pieces with two orientations is flipped\n";
    assert_eq!((&*run.stdout, &*run.stderr), ("unsolvable\n", why));
    let odd = "can't be solved: two pieces would have to be swapped (odd permutation)\n";
    let run = solve("eight --from hdu1043", "2 1 3 4 5 6 7 8 x\n");
    assert_eq!(run.stderr, format!("note: board 1 {odd}"));
    let run = solve("eight --from hdu3567", "1\n12345678X\n21345678X\n");
    assert_eq!(run.stderr, format!("note: board 1 {odd}"));
    // A judge's file has thousands of them.
    let run = solve("eight --from hdu1043", "2 1 3 4 5 6 7 8 x\n".repeat(3000));
    assert_eq!(run.stdout, "unsolvable\n".repeat(3000));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        (lines.len(), lines[9]),
        (11, format!("note: board 10 {odd}").trim_end())
    );
    assert_eq!(
        lines[10],
        "note: there are more boards that can't be solved"
    );
}

#[test]
fn what_others_call_a_puzzle_was_not_known() {
    for (name, usual) in [
        ("8-puzzle", "eight"),
        ("15-puzzle", "fifteen"),
        ("15puzzle", "fifteen"),
        ("24-puzzle", "twentyfour"),
        ("2x2", "cube2"),
        ("3x3", "cube3"),
        ("cube", "cube3"),
        ("rubik", "cube3"),
    ] {
        let board = |name: &str| fewest_on(&format!("generate {name} --random --seed 5"), "");
        board(name).gives(&board(usual).stdout);
    }
    let list = fewest_on("puzzles", "").stdout;
    assert!(
        list.contains("half-turn metric (HTM)") && list.contains("(QTM)"),
        "{list}"
    );
}

#[test]
fn files_of_other_programs_were_mistakes_at_their_first_line() {
    for (file, program) in [
        ("corners.tws", "twsearch"),
        ("pyraminx.def", "ksolve+"),
        ("squares.gap", "GAP"),
    ] {
        let file = format!("../../examples/{file}");
        let problem = format!(
            "{file}: this looks like a {program} file; convert it with `fewest define import {file} > my.toml`"
        );
        for command in ["solve", "define check", "survey"] {
            fewest_on(&format!("{command} {file}"), "").fails("", &problem);
        }
    }
}

#[test]
fn escape_codes_of_arguments_reached_the_terminal() {
    let red = "a\u{1b}[31mb\u{7}";
    for arguments in [
        &["solve", red][..],
        &["solve", "eight", red],
        &["solve", "eight", "--to", red],
        &["solve", "eight", "--method", red],
        &["solve", "eight", "--goal", red],
        &["solve", "eight", "--table-dir", red, red],
        &["generate", "eight", "--random", "--seed", red],
        &["generate", "eight", "--random", "--count", red],
        &["define", "check", red],
        &[
            "survey",
            "eight",
            "--plot",
            &format!("/nonexistent/{red}.svg"),
        ],
        &["table", "build", red],
        &["puzzles", "--to", red],
        &[red],
        &["solve", "eight", &format!("--{red}")],
    ] {
        let run = given(arguments);
        assert_ne!(run.code, 0, "{arguments:?}");
        let wild = run.stderr.contains(|c: char| c.is_control() && c != '\n');
        assert!(!wild, "{arguments:?}: {run:?}");
    }
    let run = given(&["solve", red]);
    assert!(run.stderr.contains(r"a\x1b[31mb\x07"), "{run:?}");
    // The names of inputs are escaped as well.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(red);
    std::fs::write(&path, "1 2 3\n").expect("writable");
    let run = given(&["solve", "eight", &path.display().to_string()]);
    assert!(run.stderr.contains(r"a\x1b[31mb\x07:1:1: "), "{run:?}");
}

#[test]
fn texts_of_the_language_reached_the_user() {
    let ends = |arguments: &str, ending: &str| {
        let run = fewest_on(arguments, "");
        let first = run.stderr.lines().next().unwrap_or_default();
        assert!(first.ends_with(ending), "{arguments}: {run:?}");
        for text in [
            "os error",
            "digit found",
            "target type",
            ".tmp",
            "empty string",
        ] {
            assert!(!run.stderr.contains(text), "{arguments}: {run:?}");
        }
    };
    ends(
        "generate eight --random --seed abc",
        "`--seed` must be a whole number, not `abc`",
    );
    ends(
        "generate eight --random --seed=",
        "`--seed` needs a value: a whole number",
    );
    ends(
        "generate eight --random --count 99999999999999999999999",
        " must be at most 18,446,744,073,709,551,615, not `99999999999999999999999`",
    );
    ends(
        "solve eight nowhere.txt",
        "nowhere.txt: No such file or directory; nor is it a board of eight",
    );
    ends(
        "survey eight --plot /nonexistent/x.svg",
        ": No such file or directory",
    );
    ends(
        "solve ./nowhere.toml",
        "nowhere.toml: No such file or directory",
    );
}

/// The names of folders in lists, results and notes.
#[test]
fn folders_with_control_characters_changed_the_colours_of_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("plain\u{1b}[31m").display().to_string();
    let levels = folder.path().join("levels\u{1b}[31m").display().to_string();
    let dir = ["--table-dir", &tables];
    for arguments in [
        &["table", "list"][..],
        &["table", "build", "sliding:3x2"],
        &["table", "list"],
        &["table", "verify", "sliding:3x2"],
        &["table", "clear", "sliding:3x2"],
        &["table", "clear", "sliding:3x2"],
        &[
            "survey",
            "sliding:3x2",
            "--checkpoint",
            &levels,
            "--dry-run",
        ],
        &["survey", "sliding:3x2", "--checkpoint", &levels],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
        command.args(arguments).args(dir);
        let run = run(command, "");
        assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
        let text = run.stdout + &run.stderr;
        assert!(text.contains(r"\x1b[31m"), "{arguments:?}: {text:?}");
        assert!(!text.contains('\u{1b}'), "{arguments:?}: {text:?}");
    }
}

/// The limit is one of `ulimit -f`.
#[cfg(unix)]
#[test]
fn a_chart_that_grew_too_large_was_called_by_a_temporary_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let plot = folder.path().join("chart.svg");
    for arguments in ["survey eight", "compare sliding:3x2 --count 2"] {
        let program = env!("CARGO_BIN_EXE_fewest");
        let plot = plot.display();
        let script = format!("ulimit -f 1; exec {program} {arguments} --plot {plot}");
        let mut bash = Command::new("bash");
        bash.env("FEWEST_TABLE_DIR", "").args(["-c", &script]);
        run(bash, "").fails("", &format!("can't write {plot}: File too large"));
    }
    assert!(!plot.exists());
}
