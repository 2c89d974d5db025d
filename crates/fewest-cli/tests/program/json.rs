//! Answers as JSON lines.

use serde_json::{Map, Value, json};

use crate::common::{fewest, file, run, solve, text};

/// The objects of an output, without the two fields that differ between runs, and without the
/// fields about the method, which `research.rs` tests.
fn objects(stdout: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut object: Map<String, Value> = serde_json::from_str(line).expect("a JSON object");
        if !object.contains_key("error") {
            let seconds = object.remove("seconds").expect("seconds");
            assert!(
                seconds
                    .as_f64()
                    .is_some_and(|seconds| (0.0..60.0).contains(&seconds))
            );
            assert!(object.remove("nodes").expect("nodes").is_u64());
            for field in ["heuristic", "partition", "tables", "tie", "tie_order"] {
                let value = object.remove(field);
                assert!(value.is_none_or(|value| value.is_string()), "{field}");
            }
            object.remove("pruned_sequences");
            object.remove("pruned_longest");
        }
        Value::Object(object)
    };
    stdout.lines().map(object).collect()
}

#[track_caller]
fn gives(arguments: &str, stdin: &str, expected: &Value) {
    let run = solve(arguments, stdin);
    assert_eq!((run.code, &*run.other_notes()), (0, ""));
    assert_eq!(Value::Array(objects(&run.stdout)), *expected);
}

#[test]
fn rotation() {
    gives(
        "rotation --from poj2286 --to json",
        "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1\n0\n",
        &json!([
            {"number": 1, "format": "poj2286", "board": "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3", "distance": 2, "moves": "AC", "goal": "centre 2",
             "proven": true, "method": "table"},
            {"number": 2, "format": "poj2286", "board": "1 1 1 1 3 3 2 2 2 3 3 2 2 3 3 2 2 2 3 3 1 1 1 1", "distance": 0, "moves": "", "goal": "centre 2",
             "proven": true, "method": "table"},
        ]),
    );
}

#[test]
fn knights() {
    gives(
        "knights --to json --steps",
        "1\n111*1\n01111\n00111\n00001\n00000\n",
        &json!([
            {"number": 1, "format": "scoi2005", "board": "1 1 1 * 1 0 1 1 1 1 0 0 1 1 1 0 0 0 0 1 0 0 0 0 0", "distance": 1, "moves": "c3",
             "goal": "1 1 1 1 1 0 1 1 1 1 0 0 * 1 1 0 0 0 0 1 0 0 0 0 0", "proven": true, "method": "half-way",
             "steps": ["1 1 1 * 1 0 1 1 1 1 0 0 1 1 1 0 0 0 0 1 0 0 0 0 0", "1 1 1 1 1 0 1 1 1 1 0 0 * 1 1 0 0 0 0 1 0 0 0 0 0"]},
        ]),
    );
    // Without a judge's limit, boards beyond fifteen moves are answered.
    let run = solve("knights --to json", text("examples/knights.txt"));
    let distances: Vec<_> = objects(&run.stdout)
        .iter()
        .map(|object| object["distance"].clone())
        .collect();
    assert_eq!(json!(distances), json!([7, 18, 0, 10, 11, 15, 16, 1]));
}

#[test]
fn sliding() {
    gives(
        "eight --to json --steps",
        "1 2 3 4 5 6 x 7 8\n1 2 3 4 5 6 8 7 x\n",
        &json!([
            {"number": 1, "format": "hdu1043", "board": "1 2 3 4 5 6 0 7 8", "distance": 2, "moves": "rr", "goal": "1 2 3 4 5 6 7 8 0",
             "proven": true, "method": "table",
             "steps": ["1 2 3 4 5 6 0 7 8", "1 2 3 4 5 6 7 0 8", "1 2 3 4 5 6 7 8 0"]},
            {"number": 2, "format": "hdu1043", "board": "1 2 3 4 5 6 8 7 0",
             "goal": "1 2 3 4 5 6 7 8 0", "solvable": false, "proven": true,
             "why": "two pieces would have to be swapped (odd permutation)", "method": "parity"},
        ]),
    );
    gives(
        "eight --to json",
        "1\n12X453786\n12345678X\n",
        &json!([
            {"number": 1, "format": "hdu3567", "board": "1 2 0 4 5 3 7 8 6", "goal_board": "1 2 3 4 5 6 7 8 0", "distance": 2, "moves": "dd",
             "goal": "1 2 3 4 5 6 7 8 0", "proven": true, "method": "ida-star"},
        ]),
    );
    gives(
        "fifteen --from korf --method a-star",
        "12 33 1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15\n",
        &json!([
            {"number": 1, "id": 12, "format": "korf", "board": "1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15", "distance": 2, "moves": "ll",
             "goal": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "proven": true, "method": "a-star"},
        ]),
    );
}

#[test]
fn boards_that_limits_left_open() {
    let run = solve(
        "eight --to json --max-moves 3",
        "8 6 7 2 5 4 3 x 1\n1 2 3 4 5 6 7 x 8",
    );
    assert_eq!(run.code, 1);
    assert_eq!(
        json!(objects(&run.stdout)),
        json!([
            {"number": 1, "format": "hdu1043", "board": "8 6 7 2 5 4 3 0 1",
             "goal": "1 2 3 4 5 6 7 8 0", "at_least": 31, "proven": false, "stopped": "move limit", "method": "table"},
            {"number": 2, "format": "hdu1043", "board": "1 2 3 4 5 6 7 0 8", "distance": 1, "moves": "r", "goal": "1 2 3 4 5 6 7 8 0",
             "proven": true, "method": "table"},
        ])
    );
    let run = solve(
        "eight --to json --method ida-star --max-nodes 100",
        "8 6 7 2 5 4 3 x 1",
    );
    let objects = objects(&run.stdout);
    assert_eq!((run.code, objects.len()), (1, 1));
    assert_eq!(objects[0]["stopped"], "node limit");
    assert!(
        objects[0]["at_least"]
            .as_u64()
            .is_some_and(|bound| (1..=31).contains(&bound))
    );
    assert_eq!(objects[0]["distance"], Value::Null);
    assert_eq!(objects[0]["proven"], false);
}

#[test]
fn bad_boards() {
    let mut command = fewest();
    command
        .args(["solve", "eight", "--to=json", "--keep-going", "-"])
        .arg(file("examples/eight.txt"));
    let run = run(command, "1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 x 8\n");
    let objects = objects(&run.stdout);
    assert_eq!((run.code, objects.len()), (2, 8));
    assert_eq!(
        objects[0],
        json!({"number": 1, "error": "expected 1 to 8 or x in cell 9 of 9, found `9`", "input": "standard input",
               "line": 1, "column": 17})
    );
    assert_eq!(
        (&objects[1]["number"], &objects[1]["moves"]),
        (&json!(2), &json!("r"))
    );
    assert_eq!(
        (&objects[2]["number"], &objects[2]["distance"]),
        (&json!(1), &json!(19))
    );
}

/// Names of files and offending bytes that JSON must escape.
#[test]
fn strings_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a \"quoted\\ näme.txt");
    std::fs::write(&path, "1 2 \"\\\u{1}\u{e9}\n").expect("writes");
    let mut command = fewest();
    command
        .args(["solve", "rotation", "--to=json", "--keep-going"])
        .arg(&path);
    let run = run(command, "");
    assert_eq!(run.code, 2);
    assert_eq!(objects(&run.stdout)[0]["input"], json!(path.to_str()));
}
