//! `fewest survey --start SET --target SET`.

use std::fs;

use serde_json::Value;

use crate::common::{Run, fewest, run};

fn survey(arguments: &[&str]) -> Run {
    let mut command = fewest();
    command.arg("survey").args(arguments);
    run(command, "")
}

#[test]
fn from_a_pattern_to_the_goal() {
    survey(&["sliding:2x2", "--start", "x???", "--hardest", "2"]).gives(
        "\
sliding:2x2: sliding tiles, 2 x 2
goal 1 2 3 0
start x???

moves  boards   share
    0       0   0.00%
    1       0   0.00%
    2       2  66.67%  █████████████████████████████████████████████████████████
    3       0   0.00%
    4       0   0.00%
    5       0   0.00%
    6       1  33.33%  ████████████████████████████▌

boards                   3  and 3 of the set that can't be solved
most moves               6  for the hardest of them
mean                3.3333  moves
median                   2  moves
hardest boards           1
  up to symmetry         1  2 symmetries
  shortest answers       2  each

The 2 hardest boards up to symmetry:

1. 6 moves, 2 shortest answers, symmetric to no other

    . 3
    2 1

    druldr

2. 2 moves, 1 shortest answer, one of 2 symmetric boards

    . 1
    3 2

    rd
",
    );
}

/// Moves are counted from one set to the other, whatever the goal.
#[test]
fn from_set_to_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards.txt");
    fs::write(&path, "1 2 x 3\n1 2 3 x\n").expect("writes");
    let path = path.display().to_string();
    let sets = ["sliding:2x2", "--start", &path, "--target", "0???"];
    survey(&sets).gives(&format!(
        "\
sliding:2x2: sliding tiles, 2 x 2
start {path}
target 0???

moves  boards   share
    0       0   0.00%
    1       1  50.00%  █████████████████████████████████████████████████████████
    2       1  50.00%  █████████████████████████████████████████████████████████

boards                 2  all of the set can get there
most moves             2  for the hardest of them
mean              1.5000  moves
median                 1  moves
hardest boards         1
  up to symmetry       1  {}
",
        "12 symmetries: 2 of cells x 6 of symbols"
    ));
    survey(&[&sets[..], &["--to", "csv"]].concat())
        .gives("distance,boards,several_goals\n0,0,\n1,1,\n2,1,\n");
    let run = survey(&[&sets[..], &["--to", "json", "--hardest", "1"]].concat());
    let object: Value = serde_json::from_str(&run.stdout).expect("an object");
    assert_eq!(
        (&object["goal"], &object["target"]),
        (&Value::Null, &"0???".into())
    );
    assert_eq!(
        (&object["boards"], &object["farthest"]),
        (&2.into(), &2.into())
    );
    assert_eq!(object["hardest_boards"][0]["board"], "1 2 3 0");
    assert!(object.get("several_goals").is_none());
    let distance = serde_json::json!({"distance": 1, "boards": 1});
    assert_eq!(object["counts"][1], distance);
}

#[test]
fn to_a_goal_by_name() {
    let named = survey(&["eight", "--target", "snail", "--to", "csv"]);
    let goal = survey(&["eight", "--goal", "snail", "--to", "csv"]);
    // Ties are not counted towards a set.
    let counts = |run: &Run| -> Vec<String> {
        let lines = run.stdout.lines().skip(1);
        lines
            .filter_map(|line| Some(line.rsplit_once(',')?.0.to_owned()))
            .collect()
    };
    assert_eq!(counts(&named), counts(&goal), "{named:?}");
    // One has the other parity.
    survey(&[
        "sliding:2x2",
        "--start",
        "2 1 3 0",
        "--target",
        "blank-last",
    ])
    .gives(
        "\
sliding:2x2: sliding tiles, 2 x 2
start 2 1 3 0
target blank-last

moves  boards   share
    0       0   0.00%

boards  0  and 1 of the set that can't get there
",
    );
}

/// Counting level by level also counts the boards of a set.
#[test]
fn by_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels").display().to_string();
    let sets = ["sliding:3x2", "--start", "x?????", "--to", "csv"];
    let whole = survey(&sets);
    survey(&[&sets[..], &["--max-moves", "99"]].concat()).gives(&whole.stdout);
    let kept = [&sets[..], &["--checkpoint", &path]].concat();
    assert_eq!(survey(&[&kept[..], &["--max-moves", "9"]].concat()).code, 0);
    survey(&kept).gives(&whole.stdout);
    let run = survey(&["sliding:3x2", "--checkpoint", &path]);
    assert!(run.code == 2 && run.stderr.contains("another"), "{run:?}");
    survey(&[&sets[..], &["--max-moves", "9", "--hardest", "1"]].concat()).fails(
        "",
        "sliding:3x2: counting level by level can't list the boards of a set",
    );
}

#[test]
fn what_is_no_set() {
    let fails = |arguments: &[&str], problem: &str| survey(arguments).fails("", problem);
    fails(
        &["eight", "--target", "svg"],
        "--target svg: not a pattern of 9 symbols, a goal's name or a readable file",
    );
    fails(
        &["eight", "--start", "12y456783"],
        "--start 12y456783: not a pattern of 9 symbols, a goal's name or a readable file",
    );
    fails(
        &["eight", "--start", "1 1 ? ? ? ? ? ? ?"],
        "--start:1:1: board 1: names 2 of `1`, where the puzzle has 1",
    );
    fails(
        &["eight", "--start", "1 z ? ? ? ? ? ? ?"],
        "--start:1:3: board 1: expected ? or a symbol of 0 to 8 in cell 2 of 9, found `z`",
    );
    fails(
        &["eight", "--start", "1 2 ?"],
        "--start:1:1: board 1: expected 9 cells, found 3 before the end of the input",
    );
    for twice in [
        ["--goal", "snail", "--target", "????x????"],
        ["--target", "x????????", "--target", "????x????"],
        ["--to", "json", "--to", "csv"],
    ] {
        let run = survey(&[&["eight"][..], &twice].concat());
        assert!(
            run.code == 2 && run.stderr.contains("cannot be used"),
            "{run:?}"
        );
    }
}
