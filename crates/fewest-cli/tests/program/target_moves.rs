//! Definitions with moves that lead to one board from several, and the reports about them.

use crate::common::{fewest_on, text};

const TARGETS: &str = "name = \"eight\"\ncells = \"\"\"\n1 2 3\n4 5 6\n7 8 9\n\"\"\"\npieces = \"1 2 3 4 5 6 7 8 .\"\n\
    blank = \".\"\ntargets = \"1-2 2-3 4-5 5-6 7-8 8-9 1-4 4-7 2-5 5-8 3-6 6-9\"\n\
    [[goal]]\nboard = \"12345678.\"\n";

/// A definition in a file.
fn definition_file(text: &str) -> (tempfile::NamedTempFile, String) {
    let file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
    std::fs::write(file.path(), text).expect("writable");
    let path = file.path().display().to_string();
    (file, path)
}

/// The 8-puzzle with one move per cell that the blank goes to, by all algorithms: the distances are
/// those with offsets, and each move ends at its cell.
#[test]
fn targets_solve_as_offsets_do() {
    let (_file, targets) = definition_file(TARGETS);
    let eight = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/eight.toml");
    let boards = fewest_on(&format!("generate {eight} --random --count 6 --seed 3"), "");
    let boards = format!("{}8 6 7 2 5 4 3 . 1\n2 1 3 4 5 6 7 8 .\n", boards.stdout);
    let lengths = |run: &str| -> Vec<String> {
        let lines = run.lines().map(|line| line.split(' ').next().unwrap_or(""));
        lines.map(str::to_owned).collect()
    };
    let by_offsets = fewest_on(&format!("solve {eight}"), boards.clone());
    let expected = lengths(&by_offsets.stdout);
    assert_eq!(expected[6..], ["31", "unsolvable"]);
    for how in [
        "",
        "--method a-star",
        "--method bidirectional",
        "--method nbs",
    ] {
        let run = fewest_on(&format!("solve {targets} {how}"), boards.clone());
        assert_eq!(lengths(&run.stdout), expected, "{how}: {run:?}");
        for (board, answer) in boards.lines().zip(run.stdout.lines()) {
            let mut cells: Vec<&str> = board.split(' ').collect();
            let Some((_, moves)) = answer.split_once(' ') else {
                continue;
            };
            for to in moves.bytes().map(|to| usize::from(to - b'1')) {
                let blank = cells.iter().position(|&piece| piece == ".").unwrap();
                let (rows, columns) = ((blank / 3).abs_diff(to / 3), (blank % 3).abs_diff(to % 3));
                assert_eq!(rows + columns, 1, "{answer}");
                cells.swap(blank, to);
            }
            assert_eq!(cells.concat(), "12345678.", "{board} {answer}");
        }
    }
    let survey = |puzzle: &str| fewest_on(&format!("survey {puzzle} --to csv"), "").stdout;
    let plain = survey(eight);
    assert!(plain.contains("31"), "{plain}");
    assert_eq!(survey(&targets), plain);
    let drawn = fewest_on(
        &format!("generate {targets} --distance 31 --count 2 --seed 1"),
        "",
    );
    assert_eq!(
        (drawn.code, drawn.stdout.lines().count()),
        (0, 2),
        "{drawn:?}"
    );
}

#[test]
fn tables_of_targets_are_stored_and_proved() {
    let (_file, targets) = definition_file(TARGETS);
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().display();
    let built = fewest_on(&format!("table build {targets} --table-dir {dir}"), "");
    assert!(
        built.stdout.contains("181,440 boards, God's number 31"),
        "{built:?}"
    );
    let proved = fewest_on(&format!("table verify {targets} --table-dir {dir}"), "");
    assert!(
        proved.stdout.contains("proved: 181,440 boards"),
        "{proved:?}"
    );
}

#[test]
fn a_report_lists_where_the_blank_goes() {
    let run = fewest_on("define check -", TARGETS);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    for line in [
        "\nmoves         1 (inverse: 2 or 4), 2 (inverse: 1 or 3 or 5),",
        "\nblank         1: 2>1 4>1\n              2: 1>2 3>2 5>2\n",
    ] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let eight = fewest_on("define check -", text("puzzles/eight.toml"));
    let line = "\nblank         d: 1>4 2>5 3>6 4>7 5>8 6>9\n";
    assert!(eight.stdout.contains(line), "{}", eight.stdout);
    let json = fewest_on("define check - --to json", TARGETS);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["moves"][0]["inverse"], serde_json::Value::Null);
    assert_eq!(json["moves"][0]["steps"], serde_json::json!(["2>1", "4>1"]));
}

#[test]
fn a_title_can_not_reach_the_terminal() {
    let wild = TARGETS.replacen('\n', "\ntitle = \"\\u001b[2J\\u0007\"\n", 1);
    let run = fewest_on("define check -", wild);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let expected = "error: a title is one line without control characters\n";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    let raw = TARGETS.replacen('\n', "\ntitle = \"\u{1b}[2J\"\n", 1);
    let (_file, path) = definition_file(&raw);
    for run in [
        fewest_on("define check -", raw),
        fewest_on(&format!("solve {path}"), ""),
    ] {
        assert_eq!(run.code, 2);
        assert!(
            !run.stderr.contains('\u{1b}'),
            "{}",
            run.stderr.escape_debug()
        );
    }
}
