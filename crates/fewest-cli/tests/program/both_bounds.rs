//! Boards that a limit leaves open: the moves proven necessary, and the best solution known.

use serde_json::Value;

use crate::common::{Run, fewest, run};

const SCRAMBLE: &str = "R U2 F' L D B2 U' R2 F D' L2 B R' U2 F L' D2";

#[track_caller]
fn cube(arguments: &str, scramble: &str) -> Run {
    let mut command = fewest();
    command.args(["solve", "cube3", "--scramble", scramble]);
    command.args(arguments.split_whitespace());
    run(command, "")
}

/// The bounds and the moves of an answer as JSON, after checking that the moves solve the board.
#[track_caller]
fn bounds(answer: &str) -> (u64, u64, bool) {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let number = |key: &str| answer[key].as_u64().expect(key);
    let moves = answer["moves"].as_str().expect("moves");
    let after = cube("--to json", &format!("{SCRAMBLE} {moves}"));
    assert!(
        after.stdout.contains("\"distance\":0,"),
        "{answer} {after:?}"
    );
    let (at_least, at_most) = (number("at_least"), number("at_most"));
    assert_eq!(moves.split(' ').count() as u64, at_most);
    assert!(at_least <= at_most, "{answer}");
    (at_least, at_most, answer["proven"] == true)
}

#[test]
fn a_limit_left_a_cuber_with_nothing() {
    for (limit, stopped) in [
        ("--max-nodes 100000", "node limit"),
        ("--max-time 1500ms --method ida-star", "time limit"),
    ] {
        let run = cube(&format!("{limit} --to json"), SCRAMBLE);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stdout.contains(stopped), "{run:?}");
        assert!(!bounds(&run.stdout).2, "{run:?}");
    }
    let limit = "--max-nodes 100000";
    let plain = cube(limit, SCRAMBLE).stdout;
    let words = "stopped by the node limit: at least 11 moves, at most ";
    let (at_most, moves) = plain
        .strip_prefix(words)
        .and_then(|rest| rest.split_once(": "))
        .expect(&plain);
    assert_eq!(moves.split_whitespace().count().to_string(), at_most);
    let text = cube(&format!("{limit} --to text"), SCRAMBLE).stdout;
    assert!(
        text.starts_with(&format!("board 1: {words}{at_most}\n")),
        "{text}"
    );
    assert!(
        text.contains(&format!("\nmoves, not proven shortest: {moves}")),
        "{text}"
    );
    let csv = cube(&format!("{limit} --to csv"), SCRAMBLE).stdout;
    assert!(csv.contains(&format!(",11,{at_most},node limit,")), "{csv}");
    assert!(csv.contains(moves.trim()), "{csv}");
}

#[test]
fn a_quick_answer_needs_no_proof() {
    let run = cube("--quick --to json", SCRAMBLE);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    assert!(!run.stdout.contains("stopped"), "{run:?}");
    let (at_least, at_most, is_proven) = bounds(&run.stdout);
    assert!(
        (11..=14).contains(&at_least) && at_most <= 24 && !is_proven,
        "{run:?}"
    );
    let plain = cube("--quick", SCRAMBLE).stdout;
    assert!(plain.starts_with("at least 11 moves, at most "), "{plain}");
    // A short search proves what is near.
    let near = cube("--quick --to json", "R U F2");
    assert!(near.stdout.contains("\"distance\":3,"), "{near:?}");
    assert!(near.stdout.contains("\"proven\":true"), "{near:?}");
}

#[test]
fn quick_answers_have_no_proofs_and_no_counts() {
    for (option, words) in [
        (
            "--all",
            "--all counts the shortest answers; --quick need not find any of them",
        ),
        (
            "--certificate x.cert",
            "--certificate proves a shortest answer; the solution of --quick need not be one",
        ),
        ("--max-moves 20", "cannot be used with"),
    ] {
        let run = cube(&format!("--quick {option}"), "R");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(words), "{run:?}");
    }
}

/// Two goals, of which the second has no name.
const TWO_GOALS: &str = r#"
name = "two"
cells = 6
pieces = "c x . 1*3"
blank = "."
[[move]]
name = "u"
steps = "6>2 2>5 4>6 5>2 1>4"
[[move]]
name = "d"
offset = [0, -2]
[[goal]]
name = "far away"
board = "1 ? . c 1 x"
[[goal]]
board = "1 ? . c ? x"
"#;

#[test]
fn a_solution_found_after_a_limit_had_no_goal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two.toml");
    std::fs::write(&file, TWO_GOALS).expect("a file");
    for limit in ["", "--max-nodes 2000 --tie any"] {
        let mut command = fewest();
        command.args(["solve", "--to", "json", "--method", "iterative-deepening"]);
        command.args(limit.split_whitespace()).arg(&file);
        let run = run(command, ". 1 c 1 1 x\n");
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(
            (&answer["distance"], &answer["goal"]),
            (&14.into(), &"far away".into()),
            "{limit}: {run:?}"
        );
    }
}
