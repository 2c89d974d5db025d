//! All shortest answers: as text, JSON and CSV, and in formats with one answer only.

use serde_json::{Value, json};

use crate::common::{fewest_on, solve};
use crate::rows::rows;

/// Half-way round a ring of boards, one way or the other.
const RING: &str = "0 3 2 1\n";

#[test]
fn as_text() {
    let run = solve("sliding:2x2 --from plain --all", RING);
    run.gives(
        "board 1: 6 moves; 2 shortest answers\n. 3\n2 1\n1. druldr\n2. rdlurd\n\
         method: table, built; tie: least by dlru\n\n",
    );
    let run = solve("sliding:2x2 --from plain --all --most 1 --tie udlr", RING);
    run.gives(
        "board 1: 6 moves; 2 shortest answers\n. 3\n2 1\n1. druldr\nand 1 more\n\
         method: table, built; tie: least by udlr\n\n",
    );
    let run = solve("sliding:2x2 --from plain --all --classes", RING);
    run.gives(
        "board 1: 6 moves; 2 shortest answers in 1 class\n. 3\n2 1\n\
         1. druldr (one of 2 symmetric answers)\n\
         method: table, built; tie: least by dlru\n\n",
    );
    let run = solve("sliding:2x2 --from plain --all", "1 2 3 0\n2 1 3 0\n");
    run.gives(
        "board 1: 0 moves; 1 shortest answer\n1 2\n3 .\n\
         method: table, built; tie: least by dlru\n\n\
         board 2: unsolvable (parity)\n2 1\n3 .\n\n",
    );
}

#[test]
fn as_json_and_csv() {
    let number = |arguments: &str| -> Value {
        let run = solve(&format!("{arguments} --from plain --to json"), RING);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        serde_json::from_str(&run.stdout).expect("JSON")
    };
    let all = number("sliding:2x2 --all");
    assert_eq!(all["answers"], 2);
    assert_eq!(all["moves"], "druldr");
    let both = json!([{ "moves": "druldr" }, { "moves": "rdlurd" }]);
    assert_eq!(all["listed"], both);
    let counted = number("sliding:2x2 --all --most 0");
    assert_eq!(
        (&counted["answers"], &counted["listed"]),
        (&json!(2), &json!([]))
    );
    let classes = number("sliding:2x2 --all --classes");
    assert_eq!(
        (&classes["answers"], &classes["classes"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        classes["listed"],
        json!([{ "moves": "druldr", "class": 2 }])
    );
    let run = solve("sliding:2x2 --from plain --all --classes --to csv", RING);
    let row = rows(&run.stdout).remove(0);
    assert_eq!(
        (row["answers"].as_str(), row["classes"].as_str()),
        ("2", "1")
    );
}

/// Each answer leads to a different goal.
#[test]
fn goals_with_names() {
    let near = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
    let run = solve("rotation --all", near);
    assert!(run.stdout.contains("\n1. AC, centre 2\n"), "{run:?}");
}

#[test]
fn where_there_is_one_answer_only() {
    let far = "8 6 7 2 5 4 3 x 1\n";
    solve("eight --all --to hdu1043", far).fails(
        "",
        "the format `hdu1043` has one answer per board; --to text, --to json and --to csv have all",
    );
    for arguments in [
        "--all --steps",
        "--all --checkpoint x",
        "--most 3",
        "--classes",
    ] {
        let run = fewest_on(&format!("solve eight {arguments}"), far);
        assert_eq!(run.code, 2, "{run:?}");
    }
}

/// The first answer takes some ten thousand boards, all of them a hundred thousand more.
#[test]
fn within_limits() {
    let far = "8 6 7 2 5 4 3 x 1\n";
    let limited = "eight --all --method ida-star --max-nodes 100000";
    let run = solve(&format!("{limited} --to json"), far);
    let line: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((run.code, &line["distance"]), (1, &json!(31)));
    assert!(line["answers_at_least"].is_u64(), "{line}");
    assert_eq!(line["stopped"], "node limit");
    let run = solve(limited, far);
    assert!(run.stdout.contains("31 moves; at least "), "{run:?}");
    assert!(
        run.stdout.contains("(stopped by the node limit)\n"),
        "{run:?}"
    );
    assert!(run.stdout.contains("\nand perhaps more\n"), "{run:?}");
    assert_eq!(
        run.stderr,
        "note: the shortest answers of 1 board were not all counted within the limits of nodes, \
         time and memory\n"
    );
}
