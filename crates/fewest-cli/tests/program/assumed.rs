//! Assumptions about an input are reported: its format, if that has a goal which the user may not
//! have meant.

use serde_json::Value;

use crate::common::{Run, fewest, file, run, solve};

const SNAIL: &str = "note: standard input: read as p1379, whose goal is snail (1 2 3 8 0 4 7 6 5); use --goal or --from for \
                     another\n";

#[track_caller]
fn notes(run: &Run, code: i32, stdout: &str, stderr: &str) {
    let others = run.other_notes();
    let found = (run.code, run.stdout.as_str(), others.as_str());
    assert_eq!(found, (code, stdout, stderr));
}

/// One move from 1 to 8, and unsolvable for the goal of the judge whose format it is.
const NEAR: &str = "123456708\n";

#[test]
fn an_assumed_goal_made_boards_unsolvable() {
    notes(&solve("eight", NEAR), 0, "-1\n", SNAIL);
    let text = "board 1: unsolvable (parity); read as p1379, goal snail\n1 2 3\n4 5 6\n7 . 8\n\n";
    notes(&solve("eight --to text", NEAR), 0, text, SNAIL);
    let json = solve("eight --to json", NEAR);
    assert_eq!((json.code, &*json.other_notes()), (0, SNAIL));
    let json: Value = serde_json::from_str(&json.stdout).expect("an object");
    let fields = ["format", "goal", "solvable"].map(|key| json[key].clone());
    let goal = Value::from("1 2 3 8 0 4 7 6 5");
    assert_eq!(fields, ["p1379".into(), goal, false.into()]);
    // A given format or goal is used as is.
    solve("eight --from p1379", NEAR).gives("-1\n");
    solve("eight --goal blank-last --to plain", NEAR).gives("1 r\n");
    solve("eight --goal snail", NEAR).gives("-1\n");
}

#[test]
fn other_formats_with_unusual_goals() {
    let ids = "7 2 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
    let run = solve("fifteen --to plain", ids);
    let note = "note: standard input: read as korf, whose goal is blank-first \
                (0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15); use --goal or --from for another\n";
    notes(&run, 0, "1 l\n", note);
    let school = "# by hand\n3\n1 2 3\n8 4 0\n7 6 5\n";
    let run = solve("eight --to plain", school);
    assert!(
        run.stderr
            .contains("read as npuzzle42, whose goal is snail"),
        "{run:?}"
    );
    // The usual goal, or a goal per board, needs no note.
    solve("eight", "1 2 3 4 5 6 7 x 8\n").gives("r\n");
    solve("eight", "1\n12X453786\n12345678X\n").gives("Case 1: 2\ndd\n");
}

/// The example as a newcomer types it.
#[test]
fn the_example_of_the_fifteen_needed_a_format() {
    let mut command = fewest();
    command
        .args(["solve", "fifteen"])
        .arg(file("examples/fifteen.txt"));
    let run = run(command, "");
    assert_eq!((run.code, run.stderr.lines().count()), (0, 1), "{run:?}");
    assert!(
        run.stderr
            .contains("read as korf, whose goal is blank-first"),
        "{run:?}"
    );
    let distances: Vec<Value> = (run.stdout.lines())
        .map(|line| serde_json::from_str::<Value>(line).expect("an object")["distance"].clone())
        .collect();
    assert_eq!(distances, [22, 24, 24, 28, 28]);
}
