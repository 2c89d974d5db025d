//! Every command takes the path of a definition.

use crate::common::{Run, fewest_on, file, solve};
use crate::rows::{Row, rows};

/// A board of twiddle, its answer, and a board that is 6 moves from it.
const BOARD: &str = "2 3 6 1 4 5 7 8 9\n";
const OTHER: &str = "2 1 3\n4 5 6\n7 8 9\n";
const DRAWN: &str = "2 3 6\n1 4 5\n7 8 9\n";

fn twiddle() -> String {
    file("puzzles/twiddle.toml").display().to_string()
}

/// A folder with the boards in files.
fn folder() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("board", BOARD), ("other", OTHER)] {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    let path = folder.path().display().to_string();
    (folder, path)
}

#[track_caller]
fn good(arguments: &str, input: &str) -> Run {
    let run = fewest_on(arguments, input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments}");
    run
}

#[test]
fn solve_in_every_format() {
    let twiddle = twiddle();
    let (_folder, path) = folder();
    for how in [
        "",
        "--from plain --to plain",
        "--to drawn",
        "--tie least",
        "--method ida-star --heuristic pattern",
    ] {
        solve(&format!("{twiddle} {how}"), BOARD).gives("7 abadABD\n");
    }
    solve(&format!("{twiddle} --from drawn"), DRAWN).gives("7 abadABD\n");
    solve(&format!("{twiddle} --goal {path}/other"), BOARD).gives("6 CDCdbc\n");
    let any = good(&format!("solve {twiddle} --tie any"), BOARD);
    assert!(any.stdout.starts_with("7 "), "{any:?}");
    let json = good(&format!("solve {twiddle} --to json"), BOARD).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["distance"], &json["moves"]),
        (&7.into(), &"abadABD".into())
    );
    let steps = good(&format!("solve {twiddle} --to text --steps"), BOARD).stdout;
    assert!(
        steps.starts_with("board 1: 7 moves\n2 3 6\n1 4 5\n7 8 9\n1. a\n"),
        "{steps}"
    );
    // The second run finds the first one's answer.
    let kept = format!("{twiddle} --method ida-star --checkpoint {path}/kept");
    solve(&kept, BOARD).gives("7 abadABD\n");
    let again = solve(&kept, BOARD);
    assert_eq!(again.stdout, "7 abadABD\n");
    let note = format!("note: resuming from {path}/kept: 1 answer\n");
    assert_eq!(again.stderr, note);
}

#[test]
fn whole_puzzles() {
    let twiddle = twiddle();
    let (_folder, path) = folder();
    let survey = good(&format!("survey {twiddle} --to csv"), "").stdout;
    assert!(survey.ends_with("10,1880,0\n11,20,0\n"), "{survey}");
    let json = good(
        &format!("survey {twiddle} --to json --goal {path}/other"),
        "",
    )
    .stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["farthest"], 11);
    good(&format!("survey {twiddle} --plot {path}/chart.svg"), "");
    assert!(
        std::fs::read_to_string(format!("{path}/chart.svg")).is_ok_and(|svg| svg.contains("<svg"))
    );
    let drawn = good(
        &format!("generate {twiddle} --distance 10 --count 3 --goal {path}/other"),
        "",
    )
    .stdout;
    let answers = solve(&format!("{twiddle} --goal {path}/other"), drawn.clone()).stdout;
    assert!(
        answers.lines().all(|answer| answer.starts_with("10 ")),
        "{answers}"
    );
    std::fs::write(format!("{path}/boards"), &drawn).expect("writable");
    std::fs::write(format!("{path}/answers"), &answers).expect("writable");
    let files = format!("{path}/boards {path}/answers");
    good(
        &format!("check {twiddle} --goal {path}/other --from plain {files}"),
        "",
    );
    good(
        &format!("validate {twiddle} --from plain {path}/boards"),
        "",
    );
    assert!(
        good(&format!("formats {twiddle}"), "")
            .stdout
            .contains("drawn")
    );
    for what in ["build", "verify", "clear"] {
        let table = format!("table {what} {twiddle} --table-dir {path}/tables");
        assert!(good(&table, "").stdout.contains("twiddle"), "{what}");
        good(&format!("table list --table-dir {path}/tables"), "");
    }
}

#[test]
fn compare() {
    let twiddle = twiddle();
    let (_folder, path) = folder();
    let contest = format!(
        "compare {twiddle} {path}/board --method a-star,ida-star,nbs,breadth-first --heuristic misplaced,pattern,blind"
    );
    let csv = good(&format!("{contest} --to csv"), "").stdout;
    let runs = rows(&csv);
    // Breadth-first search uses no heuristic.
    assert_eq!(runs.len(), 10, "{csv}");
    for run in runs {
        let fields = [
            "solved", "proven", "longer", "at_most", "at_least", "distance",
        ];
        let fields = fields.map(|field| run[field].as_str());
        assert_eq!(fields, ["1", "1", "0", "7", "7", "7"], "{run:?}");
    }
    let json = good(&format!("{contest} --to json"), "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["puzzle"], "twiddle");
    good(&format!("{contest} --plot {path}/plot.svg --per-board"), "");
    assert!(
        std::fs::read_to_string(format!("{path}/plot.svg")).is_ok_and(|svg| svg.contains("<svg"))
    );
    let drawn = good(
        &format!("compare {twiddle} --count 2 --seed 1 --method ida-star --to csv"),
        "",
    );
    let is_proven = |row: &Row| {
        row["method"] == "ida-star" && row["heuristic"] == "pattern" && row["proven"] == "1"
    };
    let proven = rows(&drawn.stdout)
        .iter()
        .filter(|row| is_proven(row))
        .count();
    assert_eq!(proven, 2, "{drawn:?}");
    let other =
        format!("compare {twiddle} {path}/board --goal {path}/other --method a-star --to csv");
    let other = rows(&good(&other, "").stdout);
    let by_pattern = other.iter().find(|row| row["heuristic"] == "pattern");
    assert_eq!(
        by_pattern.map(|row| row["distance"].as_str()),
        Some("6"),
        "{other:?}"
    );
    let step =
        format!("compare {twiddle} {path}/board --trace --method ida-star --heuristic pattern");
    let step = good(&step, "").stdout;
    assert!(
        step.starts_with("threshold 7\n     1  g  0  h  7  f  7  2 3 6 1 4 5 7 8 9\n"),
        "{step}"
    );
    assert!(
        step.contains("answer: 7 moves, proven fewest: abadABD\n"),
        "{step}"
    );
}

#[test]
fn define() {
    let twiddle = twiddle();
    let text = good(&format!("define check {twiddle}"), "").stdout;
    assert!(
        text.starts_with("twiddle       2 x 2 squares that turn, on 3 x 3\n\n"),
        "{text}"
    );
    let json = good(&format!("define check {twiddle} --to json"), "").stdout;
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    let pyraminx = file("examples/pyraminx.def").display().to_string();
    let imported = good(&format!("define import {pyraminx}"), "").stdout;
    let report = good("define check -", &imported).stdout;
    assert!(
        report.contains("\ngroup         933,120 elements\n"),
        "{report}"
    );
}
