//! Goals by name and from files.

use std::path::Path;

use crate::common::{Run, fewest, run, solve};

/// Runs with a goal file that holds this.
#[track_caller]
fn with_goal(arguments: &str, goal: &str, stdin: &str) -> (Run, String) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), goal).expect("writes");
    let mut command = fewest();
    command
        .arg("solve")
        .args(arguments.split_whitespace())
        .arg("--goal")
        .arg(file.path());
    (run(command, stdin), name(file.path()))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn named_goals() {
    let board = "1 2 3 4 5 6 7 x 8\n";
    solve("eight --goal blank-last", board).gives("r\n");
    solve("eight --goal snail", "1 2 3 8 4 x 7 6 5\n").gives("l\n");
    solve("eight --goal blank-first", "1 x 2 3 4 5 6 7 8\n").gives("l\n");
    // A given goal overrides the format's.
    solve("eight --from p1379 --goal blank-last", "123456708").gives("1\n");
    solve(
        "fifteen --from korf --to plain --goal blank-last",
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
    )
    .gives("1 r\n");
    solve("sliding:3x2 --goal snail", "1,2,3,0,5,4\n").gives("0\n");
    solve("sliding:3x2 --goal snail", "1,2,3,5,0,4\n").gives("1 l\n");
    solve("sliding:2x4 --goal snail", "1,2,0,3,7,4,6,5\n").gives("0\n");
}

#[test]
fn goals_from_files_in_any_format() {
    let board = "8 1 3 x 2 4 7 6 5\n";
    for goal in [
        "123804765\n",
        "1 2 3 8 x 4 7 6 5",
        "1,2,3,8,0,4,7,6,5\r\n",
        "[[1,2,3],[8,0,4],[7,6,5]]",
        "3\n1 2 3\n8 0 4\n7 6 5\n",
        "# the goal\n3\n1 2 3 # top\n8 0 4\n7 6 5\n",
        "\u{feff}1 2 3\n8 0 4\n7 6 5",
    ] {
        let (run, _) = with_goal("eight --tie least", goal, board);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{goal:?}");
        assert_eq!(
            run.stdout.len(),
            with_goal("eight", "123804765", board).0.stdout.len()
        );
        assert_eq!(
            run.stdout,
            with_goal("eight --tie least", "123804765", board).0.stdout,
            "{goal:?}"
        );
    }
    for goal in [
        "111*1011110011100001".to_owned() + "00000",
        "111*1\n01111\n00111\n00001\n00000\n".to_owned(),
        "1\n111*1\n01111\n00111\n00001\n00000\n".to_owned(),
        "1\n111 1\n01111\n00111\n00001\n00000\n".to_owned(),
    ] {
        let (run, _) = with_goal("knights", &goal, "1\n11111\n01111\n00*11\n00001\n00000\n");
        run.gives("1\n");
    }
    let (run, _) = with_goal(
        "fifteen --to plain",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        "1 0 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15",
    );
    run.gives("1 l\n");
}

#[test]
fn bad_goals() {
    let (run, name) = with_goal("eight", "1 2 3 4 5 6 7 8 8\n", "");
    let problem = "has 8 more than once and lacks the blank; it must have 1 to 8 and a blank";
    run.fails("", &format!("the goal: {name}:1:1: board 1: {problem}"));
    let (run, name) = with_goal("eight", "", "");
    run.fails(
        "",
        &format!("the goal: {name}:1:1: expected a board, the goal, found nothing"),
    );
    let (run, name) = with_goal("eight", "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 7 x 8\n", "");
    run.fails(
        "",
        &format!("the goal: {name}:2:1: expected nothing after the goal, found `1`"),
    );
    let (run, _) = with_goal("rotation", "1", "");
    run.fails(
        "",
        "rotation always has its three goals; another goal is not possible",
    );
    solve("rotation --goal snail", "").fails(
        "",
        "rotation always has its three goals; another goal is not possible",
    );
    solve("knights --goal snail", "")
        .fails("", "knights has no goal `snail`; give a file with a board");
    solve("eight --goal nowhere.txt", "").fails(
        "",
        "--goal nowhere.txt: not blank-last, blank-first, snail or a readable file: nowhere.txt: No such \
         file or directory",
    );
    let (run, name) = with_goal("eight", &"1 ".repeat(1 << 20), "");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr
            .ends_with(&format!("{name}: too large for one board\n")),
        "{run:?}"
    );
}
