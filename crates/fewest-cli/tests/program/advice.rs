//! Slips and misunderstandings get helpful messages.

use std::process::{Command, Stdio};

use crate::common::{Run, fewest, fewest_on, solve};

const EIGHT: &str = "1 2 3 4 5 6 7 x 8\n";

/// Refused, with these words.
#[track_caller]
fn refused(run: &Run, words: &[&str]) {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    for word in words {
        assert!(run.stderr.contains(word), "no {word} in {}", run.stderr);
    }
}

/// Regression: nearly right names, and other programs' names, were refused with at most a list.
#[test]
fn misspelt_names() {
    for (arguments, word) in [
        ("solve eigth", "did you mean `eight`?"),
        ("survey fiveteen", "did you mean `fifteen`?"),
        ("compare rotatoin", "did you mean `rotation`?"),
        ("slove eight", "'solve'"),
        ("help slove", "'solve'"),
        ("solve eight --method bfs", "did you mean `breadth-first`?"),
        ("solve eight --method a*", "did you mean `a-star`?"),
        (
            "solve eight --method brute",
            "`--method` must be auto, table",
        ),
        ("solve eight --heuristic pdb", "did you mean `pattern`?"),
        ("compare eight --method dfs", "did you mean `depth-first`?"),
        ("compare eight --heuristic md", "did you mean `manhattan`?"),
    ] {
        refused(&fewest_on(arguments, ""), &[word]);
    }
}

/// Searches without proof belong to another command.
#[test]
fn greedy_search_is_in_compare() {
    for method in ["greedy", "depth-first", "weighted-a-star"] {
        let run = solve(&format!("eight --method {method}"), EIGHT);
        refused(&run, &["not proven shortest", "'fewest compare' runs it"]);
    }
}

/// Regression: options without effect were accepted silently.
#[test]
fn options_without_an_effect() {
    for (arguments, problem) in [
        (
            "solve eight --method table --heuristic manhattan",
            "--method table uses no heuristic: --heuristic would have no effect",
        ),
        (
            "solve eight --method breadth-first --partition 1,2,3,4/5,6,7,8",
            "--method breadth-first uses no heuristic: --partition would have no effect",
        ),
        (
            "compare eight --method table,uniform-cost --heuristic manhattan",
            "--method table,uniform-cost uses no heuristic: --heuristic would have no effect",
        ),
        (
            "compare eight --method a-star,nbs --weight 2",
            "--method a-star,nbs uses no weight: --weight would have no effect",
        ),
        (
            "compare eight --heuristic manhattan --partition 1,2,3,4/5,6,7,8",
            "--partition needs --heuristic pattern, which is not compared",
        ),
        (
            "solve eight --heuristic manhattan --partition 1,2,3,4/5,6,7,8",
            "--partition needs --heuristic pattern, which is not used",
        ),
        (
            "solve eight --all --most 3 --to csv",
            "--to csv lists no answers: --most would have no effect",
        ),
        (
            "compare eight --weight 2",
            "--weight needs a weighted --method, like weighted-a-star",
        ),
        (
            "compare eight --per-board --to csv",
            "--to csv and --to json report each board: --per-board would have no effect",
        ),
        (
            "define check cube2 --to canonical --measure",
            "--to canonical is not a report: --measure and --memory would have no effect",
        ),
        (
            "define check cube2 --to canonical --memory 1G",
            "--to canonical is not a report: --measure and --memory would have no effect",
        ),
        (
            "table build cube2 --from plain --table-dir x --dry-run",
            "all formats of cube2 have the same goal: --from would have no effect",
        ),
    ] {
        fewest_on(arguments, EIGHT).fails("", problem);
    }
    refused(&fewest_on("compare eight --seed 3", EIGHT), &["--count"]);
    // Whether the format is named or recognised.
    for arguments in [
        "solve eight --goal snail",
        "compare eight --goal snail --from hdu3567",
    ] {
        fewest_on(arguments, "1\n12X453786\n12345678X\n").fails(
            "",
            "files of hdu3567 contain their own goals: --goal needs another format",
        );
    }
    let noted = solve("eight --heuristic manhattan", EIGHT);
    assert_eq!((noted.code, noted.stdout.as_str()), (0, "r\n"));
    assert_eq!(
        noted.stderr,
        "warning: --heuristic had no effect: no board was searched (--method ida-star searches)\n"
    );
    solve("eight --method ida-star --heuristic manhattan", EIGHT).gives("r\n");
}

#[test]
fn generate_names_all_choices() {
    let run = fewest_on("generate eight", "");
    refused(&run, &["--distance <N..M>", "--random", "--unsolvable"]);
    let both = fewest_on("generate eight --distance 3 --random", "");
    refused(&both, &["cannot be used with"]);
}

#[test]
fn an_empty_input_has_no_boards() {
    for arguments in ["eight", "rotation --to json", "knights --from plain"] {
        let run = solve(arguments, "");
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
        assert_eq!(run.stderr, "warning: standard input: no boards\n");
    }
    let compared = fewest_on("compare eight", "");
    assert_eq!(compared.stderr, "warning: no boards to compare\n");
    assert!(!compared.stdout.contains("a-star"), "{compared:?}");
}

#[test]
fn limits_below_nothing() {
    for (arguments, problem) in [
        (
            "solve eight --max-moves -1",
            "`--max-moves` must be at least 0, not `-1`",
        ),
        (
            "solve eight --max-nodes -5",
            "`--max-nodes` must be at least 0, not `-5`",
        ),
        (
            "compare eight --max-moves -1",
            "`--max-moves` must be at least 0, not `-1`",
        ),
        (
            "compare eight --max-nodes 1.5",
            "`--max-nodes` must be a whole number, not `1.5`",
        ),
    ] {
        refused(&fewest_on(arguments, EIGHT), &[problem]);
    }
    let order = "`--tie` must be least, any, or an order of letters like udlr, not `YO`";
    refused(&solve("eight --tie YO", EIGHT), &[order]);
}

/// Whoever forgot the boards waited in front of a silent terminal.
#[test]
fn boards_from_a_terminal_are_asked_for() {
    let mut command = Command::new("script");
    command.args([
        "-qec",
        &format!("{} solve eight", fewest().get_program().display()),
        "/dev/null",
    ]);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    // Without `script`, there is no terminal to test with.
    let Ok(output) = command.output() else {
        return;
    };
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(
        stdout.contains("reading boards from the terminal"),
        "{stdout}"
    );
}
