//! Reproducible figures: answers and runs report the settings that determine their counts.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Run, fewest, fewest_on, run, solve, text};
use crate::rows::rows;

/// Runs with tables kept in a folder.
fn with(folder: &Path, arguments: &str, stdin: &str) -> Run {
    let mut command = fewest();
    command.env("FEWEST_TABLE_DIR", folder);
    command.args(arguments.split_whitespace());
    run(command, stdin)
}

/// The object on each line.
fn objects(run: &Run) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).expect("an object");
    run.stdout.lines().map(object).collect()
}

/// The settings that determine the counts of an answer.
fn setup(answer: &Value) -> Value {
    let fields = [
        "method",
        "heuristic",
        "partition",
        "tables",
        "tie",
        "tie_order",
    ];
    fields.map(|field| answer[field].clone()).into()
}

/// Korf's boards of these numbers.
fn korf(numbers: &[&str]) -> String {
    let text = text("corpus/korf100.txt");
    let selected = text
        .lines()
        .filter(|line| numbers.iter().any(|n| line.starts_with(&format!("{n} "))));
    selected.map(|line| line.to_owned() + "\n").collect()
}

/// Regression: counts of nodes depend on all of these, and the output did not show them.
#[test]
fn an_answer_says_how_it_was_found() {
    const EIGHT: &str = "2 3 4 1 5 x 7 6 8";
    let groups = "1,2,3,4/5,6,7,8";
    for (arguments, board, expected) in [
        (
            "eight",
            EIGHT,
            json!(["ida-star", "linear-conflict", null, null, "least", "dlru"]),
        ),
        (
            "eight --tie any",
            EIGHT,
            json!(["ida-star", "linear-conflict", null, null, "any", "dlru"]),
        ),
        (
            "eight --method ida-star --heuristic misplaced,manhattan --tie udlr",
            EIGHT,
            json!([
                "ida-star",
                "misplaced,manhattan",
                null,
                null,
                "least",
                "udlr"
            ]),
        ),
        (
            "eight --method a-star --partition 1,2,3,4/5,6,7,8",
            EIGHT,
            json!(["a-star", "pattern", groups, "built", "least", "dlru"]),
        ),
        (
            "eight --method breadth-first",
            EIGHT,
            json!(["breadth-first", null, null, null, "least", "dlru"]),
        ),
        (
            "eight",
            "1 2 3 4 5 6 8 7 x",
            json!(["parity", null, null, null, "least", "dlru"]),
        ),
        (
            "rotation --method a-star --heuristic blind",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
            json!(["a-star", "blind", null, null, "least", null]),
        ),
        (
            "knights --from plain",
            "111*1 01111 00111 00001 00000",
            json!(["half-way", "misplaced", null, null, "least", null]),
        ),
        (
            "../../puzzles/twiddle.toml --method ida-star --heuristic pattern,misplaced",
            "2 3 6 1 4 5 7 8 9",
            json!([
                "ida-star",
                "pattern,misplaced",
                "1,2,3,4,5,6,7,8,9",
                "built",
                "least",
                null
            ]),
        ),
    ] {
        let run = solve(&format!("{arguments} --to json"), board);
        assert_eq!((run.code, &*run.other_notes()), (0, ""), "{arguments}");
        assert_eq!(setup(&objects(&run)[0]), expected, "{arguments}");
    }
    let pruned = solve("eight --method pruned-ida-star --to json", EIGHT);
    let pruned = &objects(&pruned)[0];
    assert!(pruned["pruned_sequences"].as_u64() > Some(0), "{pruned}");
    assert!(pruned["pruned_longest"].as_u64() > Some(2), "{pruned}");
}

/// Regression: a command's counts differed after `table build`, without any explanation.
#[test]
fn stored_tables_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let groups = "1,2,3,4/5,6,7,8";
    let board = "8 6 7 2 5 4 3 x 1\n";
    let sources = || {
        let arguments = format!("eight --method ida-star --partition {groups} --to json");
        let answer = with(folder.path(), &format!("solve {arguments}"), board);
        let comparison = with(
            folder.path(),
            &format!("compare {arguments} --heuristic pattern"),
            board,
        );
        let (answer, comparison) = (&objects(&answer)[0], &objects(&comparison)[0]);
        let run = &comparison["boards"][0]["runs"][0];
        let prepared = &comparison["preparations"][0];
        assert_eq!(answer["partition"], groups);
        assert_eq!(
            (&run["partition"], &prepared["partition"]),
            (&json!(groups), &json!(groups))
        );
        [answer, run, prepared].map(|object| object["tables"].as_str().expect("a word").to_owned())
    };
    assert_eq!(sources(), ["built"; 3]);
    let build = format!("table build eight --partition {groups}");
    assert_eq!(with(folder.path(), &build, "").code, 0);
    assert_eq!(sources(), ["stored"; 3]);
    let one = fs::read_dir(folder.path()).expect("there").next();
    fs::remove_file(one.expect("a file").expect("readable").path()).expect("removed");
    assert_eq!(sources(), ["built and stored"; 3]);
}

/// Regression: `compare` built the table that its help promises to read.
#[test]
fn compare_reads_a_stored_table() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(with(folder.path(), "table build knights", "").code, 0);
    let compare = "compare knights --method table --from plain --to json";
    let run = with(folder.path(), compare, "111*1 01111 00111 00001 00000");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let object = &objects(&run)[0];
    assert_eq!(object["preparations"][0]["tables"], "stored");
    let run = &object["boards"][0]["runs"][0];
    assert_eq!(
        (&run["tables"], &run["at_most"]),
        (&json!("stored"), &json!(1))
    );
}

/// R. E. Korf, "Depth-first iterative-deepening", 1985, has these numbers of nodes for boards 12,
/// 42, 55 and 79. He also counts the start.
#[test]
fn korfs_counts() {
    let published = [
        ("12", 546_344),
        ("42", 877_823),
        ("55", 927_212),
        ("79", 540_860),
    ];
    let boards = korf(&published.map(|(number, _)| number));
    let how = "--from korf --method ida-star --heuristic manhattan --tie ulrd";
    let compared = fewest_on(&format!("compare fifteen {how} --to csv"), boards.as_str());
    assert_eq!((compared.code, compared.stderr.as_str()), (0, ""));
    let answered = solve(&format!("fifteen {how}"), boards);
    let rows = rows(&compared.stdout);
    assert_eq!(rows.len(), published.len());
    for ((row, answer), (id, nodes)) in rows.iter().zip(objects(&answered)).zip(published) {
        assert_eq!(
            (row["id"].as_str(), row["tie_order"].as_str()),
            (id, "ulrd")
        );
        assert_eq!(row["generated"], (nodes - 1).to_string());
        assert_eq!(answer["nodes"], nodes - 1);
        assert_eq!(row["distance"], answer["distance"].to_string());
    }
    for (word, problem) in [
        ("least", "must be an order of letters"),
        ("uuuu", "is not a tie order"),
    ] {
        let run = fewest_on(&format!("compare eight --tie {word}"), "1 2 3 4 5 6 7 x 8");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(problem), "{run:?}");
    }
}

/// Regression: after resuming from a checkpoint, the nodes were of all runs and the seconds of the
/// last.
#[test]
fn seconds_are_those_of_all_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let seconds = |nodes: u64| {
        let mut command = fewest();
        command
            .args([
                "solve",
                "fifteen",
                "--from",
                "korf",
                "--heuristic",
                "manhattan",
            ])
            .args(["--max-nodes", &nodes.to_string(), "--checkpoint"])
            .arg(&file);
        let run = run(command, korf(&["1"]));
        assert_eq!(run.code, 1, "{run:?}");
        objects(&run)[0]["seconds"].as_f64().expect("a number")
    };
    let first = seconds(20_000_000);
    let second = seconds(20_100_000);
    assert!(second >= first, "{first} {second}");
}

/// Regression: an interruption while building tables left rows of zeros.
#[test]
fn an_interrupted_comparison_has_no_rows_of_zeros() {
    for to in ["text", "csv", "json"] {
        let arguments = "compare knights --method table,greedy --count 1 --to";
        let running = fewest()
            .args(arguments.split_whitespace())
            .arg(to)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        thread::sleep(Duration::from_millis(300));
        let killed = Command::new("kill")
            .args(["-INT", &running.id().to_string()])
            .status();
        assert!(killed.is_ok_and(|status| status.success()));
        let output = running.wait_with_output().expect("it ends");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(130), "{stdout}");
        match to {
            "text" => {
                assert!(
                    stdout.contains("all contenders ran on 0 of 1 board"),
                    "{stdout}"
                );
                assert!(!stdout.contains("solved"), "{stdout}");
            }
            "csv" => assert!(rows(&stdout).is_empty(), "{stdout}"),
            _ => {
                let object: Value = serde_json::from_str(&stdout).expect("an object");
                assert_eq!(
                    (&object["contenders"], &object["boards"]),
                    (&json!([]), &json!([]))
                );
            }
        }
    }
}

/// Regression: the goal of a built 7-8 was not reported, and boards of `korf` could not use it.
#[test]
fn pattern_databases_for_a_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let build = "table build eight --partition 1,2,3,4/5,6,7,8";
    let usual = with(folder.path(), build, "");
    assert_eq!(
        usual.stderr,
        "note: for the goal blank-last; boards of hackerrank, korf need blank-first; boards of p1379, npuzzle42 need \
         snail (choose the goal with --from or --goal)\n"
    );
    let for_korf = with(folder.path(), &format!("{build} --from korf"), "");
    assert_eq!((for_korf.code, for_korf.stderr.as_str()), (0, ""));
    assert!(
        for_korf.stdout.contains("goal's blank on cell 0"),
        "{for_korf:?}"
    );
    let solve = "solve eight --from korf --method ida-star --partition 1,2,3,4/5,6,7,8";
    let answer = with(folder.path(), solve, "3 1 2 4 7 5 6 8 0\n");
    assert_eq!(objects(&answer)[0]["tables"], "stored");
    for wrong in ["--from nonsense", "--from korf --goal snail"] {
        assert_eq!(with(folder.path(), &format!("{build} {wrong}"), "").code, 2);
    }
}

/// Regression: rows of a comparison had neither the boards' names nor the boards.
#[test]
fn rows_are_of_one_kind() {
    let run = fewest_on(
        "compare eight --from korf --method greedy,a-star --heuristic manhattan --to csv",
        "77 2 1 0 2 3 4 5 6 7 8\n78 5 0 2 1 3 4 5 6 7 8\n",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let rows = rows(&run.stdout);
    let column =
        |field: &str| -> Vec<&str> { rows.iter().map(|row| row[field].as_str()).collect() };
    assert_eq!(column("id"), ["77", "77", "78", "78"]);
    assert_eq!(column("board")[0], "1 0 2 3 4 5 6 7 8");
    assert_eq!(column("goal")[0], "0 1 2 3 4 5 6 7 8");
    assert_eq!(
        column("end"),
        ["solved", "solved", "unsolvable", "unsolvable"]
    );
    assert_eq!(column("distance"), ["1", "1", "", ""]);
    assert_eq!(column("tie_order"), ["dlru"; 4]);
}
