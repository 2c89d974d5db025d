//! Jobs of more than some seconds: they report progress and keep to their limits.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common::{Run, fewest, fewest_on, run};

/// A board that no search by distances of single tiles answers within seconds (R. E. Korf, 1985,
/// his 88th).
const HARD: &str = "88 15 2 12 11 14 13 9 5 1 3 8 7 0 10 6 4\n";

fn search(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command.args([
        "solve",
        "fifteen",
        "--from",
        "korf",
        "--threads",
        "1",
        "--max-time",
        "8s",
    ]);
    command.args(["--method", "ida-star", "--heuristic", "manhattan"]);
    command.args(arguments).env("FEWEST_TABLE_DIR", "");
    run(command, HARD)
}

#[test]
fn a_long_job_reports_progress_without_a_terminal() {
    let normal = search(&[]);
    let line = normal
        .stderr
        .lines()
        .find(|line| line.contains("searching"));
    let line = line.unwrap_or_else(|| panic!("no line in {normal:?}"));
    let bounds = ["threshold ", "at least "].map(|words| format!("note: searching: {words}"));
    assert!(bounds.iter().any(|words| line.starts_with(words)), "{line}");
    let quiet = search(&["--quiet"]);
    assert!(!quiet.stderr.contains("searching"), "{quiet:?}");
    assert_eq!((normal.code, quiet.code), (1, 1));
}

#[test]
fn boards_that_are_too_far_away_are_refused_at_once() {
    let begun = Instant::now();
    for (arguments, phrases) in [
        (
            "--distance 60 --memory 3G",
            [
                "boards 60 moves away can't be drawn",
                "more moves take too long to search",
            ],
        ),
        (
            "--distance 80 --memory 3G",
            [
                "boards 80 moves away can't be drawn",
                "17 need 80 moves, and none needs more",
            ],
        ),
        (
            "--distance 99 --memory 3G",
            ["the boards up to distance 2", "17 need 80 moves"],
        ),
    ] {
        let run = fewest_on(&format!("generate fifteen {arguments}"), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        for phrase in phrases {
            assert!(run.stderr.contains(phrase), "no {phrase} in {}", run.stderr);
        }
    }
    // Regression: with room for the 100,000 boards that decide, it took half a minute.
    assert!(begun.elapsed() < Duration::from_secs(30), "{begun:?}");
}

#[test]
fn generate_stops_when_its_time_is_up() {
    let run = fewest_on(
        "generate fifteen --to plain --distance 24 --memory 8G --max-time 50ms",
        "",
    );
    let note = "note: stopped by --max-time; the boards so far are complete\n";
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (1, "", note)
    );
    let run = fewest_on("generate eight --distance 24 --max-time 1h", "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
}

#[test]
fn survey_stores_the_table_that_it_builds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.toml");
    let two = "name = \"two\"\ncells = \"\"\"\n1 2 3 4 5 6\n7 8 9 A B C\nD E F G H I\nJ K L M N O\n\"\"\"\n\
        pieces = \"a*7 b*16 .\"\nblank = \".\"\n\
        [[move]]\nname = \"d\"\noffset = [1, 0]\n[[move]]\nname = \"l\"\noffset = [0, -1]\n\
        [[move]]\nname = \"r\"\noffset = [0, 1]\n[[move]]\nname = \"u\"\noffset = [-1, 0]\n\
        [[goal]]\nboard = \"a a a a a a a b b b b b b b b b b b b b b b b .\"\n";
    fs::write(&path, two).expect("a file");
    let tables = folder.path().join("tables");
    let survey = |with_store: bool| {
        let mut program = fewest();
        program.arg("survey").arg(&path);
        if with_store {
            program.arg("--table-dir").arg(&tables);
        }
        run(program, "")
    };
    let plain = survey(false);
    assert!(plain.stdout.contains("5,883,768"), "{plain:?}");
    assert!(!tables.exists());
    for _ in 0..2 {
        survey(true).gives(&plain.stdout);
        let kept = fs::read_dir(&tables).expect("a folder").count();
        assert_eq!(kept, 1);
    }
    let mut list = fewest();
    list.args(["table", "list", "--table-dir"]).arg(&tables);
    let list = run(list, "");
    assert!(
        list.stdout.contains("definition two") && list.stdout.contains("intact"),
        "{list:?}"
    );
}

/// Regression: this was 1 in 5.8e27, because unsolvable arrangements were counted as well.
#[test]
fn odds_are_among_boards_that_can_be_solved() {
    let run = fewest_on("generate cube3 --distance 14 --memory 30M", "");
    let odds = run.stderr.split("about one board in ").nth(1);
    let odds = odds.expect("odds").split(' ').next().expect("a number");
    // The cube has 43,252,003,274,489,856,000 boards, 6,989,320,578,825,358 of them at distance 14.
    assert!(
        odds.starts_with("6,") && odds.len() == "6,188".len(),
        "{run:?}"
    );
}
