//! Interruptions: every one is reported as such, and nothing else is.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{fewest, fewest_on, wait};

/// Ctrl-C while a table of 2,217,093,120 boards is built, which takes many seconds. Regression: the
/// smaller table of knights was often finished before.
#[track_caller]
fn interrupted(arguments: &str, stdin: &str) -> (String, String) {
    let mut child = fewest()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(stdin.as_bytes()).expect("it listens");
    drop(input);
    thread::sleep(Duration::from_millis(300));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(wait(&mut child), 130);
    let output = child.wait_with_output().expect("it has ended");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

/// Regression: this printed "no table: stopped", with the exit code of bad usage.
#[test]
fn generate_interrupted_while_its_table_is_built() {
    let (stdout, stderr) = interrupted("generate domino --distance 12 --count 1", "");
    assert_eq!(stdout, "");
    assert_eq!(stderr, "note: interrupted before there were any boards\n");
}

/// So did this.
#[test]
fn compare_interrupted_while_its_boards_are_drawn() {
    let (stdout, stderr) = interrupted("compare domino --count 1 --distance 12", "");
    assert_eq!(
        (stdout.as_str(), stderr.as_str()),
        ("", "note: interrupted\n")
    );
}

#[test]
fn a_table_asked_for_by_name() {
    let (stdout, stderr) = interrupted("solve domino --method table --from moves", "R U F\n");
    assert_eq!(stdout, "");
    assert!(stderr.starts_with("note: interrupted"), "{stderr}");
}

/// Regression: before the first level, this was an error about a folder without a survey.
#[test]
fn levels_interrupted_before_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().join("tables");
    let build = format!("table build domino --table-dir {}", tables.display());
    for command in ["survey domino", &build] {
        let path = folder.path().join(&command[..5]);
        let (stdout, stderr) =
            interrupted(&format!("{command} --checkpoint {}", path.display()), "");
        assert_eq!(stdout, "");
        // On a fast machine, the first level may be done.
        assert!(
            stderr.starts_with("note: ") && !stderr.contains("error"),
            "{stderr}"
        );
        assert!(stderr.ends_with("note: interrupted\n"), "{stderr}");
    }
}

/// A goal of only the blank leaves nothing for a pattern database. Regression: the program reported
/// an interruption.
#[test]
fn compare_without_pattern_databases_is_not_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = folder.path().join("blank.toml");
    let text = r#"
        name = "blank"
        cells = "1 2 3 4"
        pieces = "a b c ."
        blank = "."
        [[move]]
        name = "r"
        steps = "1>2 2>3 3>4"
        [[move]]
        name = "l"
        steps = "2>1 3>2 4>3"
        [[goal]]
        board = "? ? ? ."
    "#;
    std::fs::write(&definition, text).expect("writable");
    let compare = |options: &str| {
        let arguments = format!("compare {} {options} --to csv", definition.display());
        fewest_on(&arguments, ". a b c\n")
    };
    let run = compare("");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(run.stdout.contains("ida-star"), "{run:?}");
    compare("--heuristic pattern").fails("", "blank has no pattern databases");
}
