//! `fewest compare`: the table, the files for other programs, the steps, limits.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::{fewest, fewest_on, solve, text};
use crate::limits::HARD;
use crate::rows::{Row, rows};

/// Two boards of the 8-puzzle, 2 and 19 moves from the goal.
const BOARDS: &str = "1 2 3 4 5 6 x 7 8\n2 3 4 1 5 x 7 6 8\n";

fn compare(arguments: &str, boards: &str) -> crate::common::Run {
    fewest_on(&format!("compare {arguments}"), boards)
}

/// The rows of a CSV.
fn csv(arguments: &str, boards: &str) -> Vec<Row> {
    let run = compare(&format!("{arguments} --to csv"), boards);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    rows(&run.stdout)
}

/// The output of `--to json`.
fn object(arguments: &str, boards: &str) -> Value {
    let run = compare(&format!("{arguments} --to json"), boards);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    serde_json::from_str(&run.stdout).expect("an object")
}

#[test]
fn a_table_within_eighty_columns() {
    let contenders = "--method breadth-first,weighted-a-star,a-star,table --heuristic all";
    let run = compare(&format!("eight --per-board {contenders}"), BOARDS);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    for line in run.stdout.lines() {
        assert!(
            line.chars().count() <= 80 && !line.ends_with(' '),
            "{line:?}"
        );
    }
    let heads = [
        "solved",
        "proven",
        "longer",
        "moves",
        "at least",
        "b*",
        "expanded",
        "generated",
    ];
    let more = [
        "reopened",
        "memory",
        "time",
        "nodes/s",
        "board 1:",
        "weighted-a-star 3/2",
        "table",
    ];
    for word in heads.iter().chain(&more) {
        assert!(run.stdout.contains(word), "no {word} in {}", run.stdout);
    }
}

/// Regression: the table had 38 lines, too many to read.
#[test]
fn a_handful_is_compared_if_none_is_named() {
    for (puzzle, boards, words) in [
        (
            "eight",
            BOARDS,
            ["breadth-first", "a-star, manhattan", "table"],
        ),
        (
            "fifteen --from plain",
            "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15\n",
            [
                "a-star, manhattan",
                "ida-star, pattern",
                "pruned-ida-star, pattern",
            ],
        ),
    ] {
        let object = object(puzzle, boards);
        let sums = object["contenders"].as_array().expect("sums");
        assert!(sums.len() <= 8, "{}", sums.len());
        let name = |sum: &Value| {
            let heuristic = sum["heuristic"].as_str().map(|name| format!(", {name}"));
            format!(
                "{}{}",
                sum["method"].as_str().unwrap(),
                heuristic.unwrap_or_default()
            )
        };
        let names: Vec<String> = sums.iter().map(name).collect();
        for word in words {
            assert!(
                names.iter().any(|name| name == word),
                "no {word} in {names:?}"
            );
        }
    }
}

/// All methods run with all heuristics. Proven answers agree, and the other methods keep their
/// bounds.
#[test]
fn all_methods_on_drawn_boards() {
    let object = object(
        "eight --count 3 --distance 14..18 --seed 5 --method all --heuristic all --weight 3/2,3",
        "",
    );
    let sums = object["contenders"].as_array().expect("sums");
    let heuristics = sums.iter().filter(|sum| sum["method"] == "a-star").count();
    // Six methods are blind, the table among them; of seven with a heuristic two have two weights.
    assert!(
        heuristics >= 5 && sums.len() == 6 + 9 * heuristics,
        "{}",
        sums.len()
    );
    let blind = sums.iter().find(|sum| sum["method"] == "breadth-first");
    let fewest = blind.expect("a sum")["at_most"].as_u64().expect("a number");
    for sum in sums {
        let number = |field: &str| sum[field].as_u64().expect("a number");
        assert_eq!(number("solved"), 3, "{sum}");
        let (moves, bound) = (number("at_most"), number("at_least"));
        assert!(bound <= fewest, "{sum}");
        match (sum["method"].as_str(), &sum["weight"]) {
            (Some("greedy" | "depth-first"), _) => {}
            (_, Value::Array(weight)) => {
                let [over, under] = [0, 1].map(|i| weight[i].as_u64().expect("a number"));
                assert!(moves * under <= over * bound, "{sum}");
            }
            _ => assert_eq!(
                (number("proven"), number("longer"), moves),
                (3, 0, fewest),
                "{sum}"
            ),
        }
        let is_table = sum["method"] == "table";
        assert_eq!(
            number("expanded") == 0 && number("generated") == 0,
            is_table,
            "{sum}"
        );
    }
}

#[test]
fn json_holds_everything() {
    let arguments = "eight --method ida-star,greedy,table --heuristic manhattan,blind --to json";
    let run = compare(arguments, BOARDS);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&object["puzzle"], &object["asked"]),
        (&"eight".into(), &2.into())
    );
    let contenders = object["contenders"].as_array().unwrap();
    assert_eq!(contenders.len(), 5);
    for (i, contender) in contenders.iter().enumerate() {
        let runs = object["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(|board| &board["runs"][i]);
        let runs: Vec<_> = runs.collect();
        assert_eq!(runs.len(), 2);
        for run in &runs {
            assert_eq!(run["method"], contender["method"]);
            let moves = run["moves"].as_str().unwrap().len();
            assert_eq!(run["at_most"].as_u64().unwrap(), moves as u64);
        }
        for figure in ["at_most", "expanded", "generated", "reopened"] {
            let sum: u64 = runs.iter().map(|run| run[figure].as_u64().unwrap()).sum();
            assert_eq!(contender[figure].as_u64(), Some(sum), "{figure}");
        }
        if contender["method"] == "ida-star" {
            let iterations = runs[1]["iterations"].as_array().unwrap();
            let sum: u64 = iterations
                .iter()
                .map(|one| one["expanded"].as_u64().unwrap())
                .sum();
            assert_eq!(runs[1]["expanded"].as_u64(), Some(sum));
        }
    }
    assert_eq!(object["preparations"][0]["name"], "table");
}

/// `compare` had `nodes` for what is `node limit` in `solve`.
#[test]
fn a_limit_had_two_names() {
    let board = "8 6 7 2 5 4 3 x 1\n";
    let limited = "eight --method ida-star --heuristic manhattan --max-nodes 40 --to json";
    let compared: Value = serde_json::from_str(&compare(limited, board).stdout).expect("JSON");
    let solved: Value = serde_json::from_str(&solve(limited, board).stdout).expect("JSON");
    assert_eq!(solved["stopped"], "node limit");
    assert_eq!(compared["boards"][0]["runs"][0]["end"], solved["stopped"]);
}

#[test]
fn limits_are_reported() {
    let arguments = "eight --method ida-star,greedy --heuristic manhattan --max-nodes 40";
    let run = compare(arguments, "8 6 7 2 5 4 3 x 1\n");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{run:?}");
    for line in [
        "ida-star manhattan did not answer 1 board (node limit); at least 23 moves",
        "no method answered board 1: at least 23 moves",
    ] {
        assert!(run.stdout.contains(line), "no {line} in {}", run.stdout);
    }
    let open = compare(
        "eight --method depth-first,a-star --heuristic manhattan",
        BOARDS,
    );
    assert_eq!(open.code, 0);
    assert!(
        open.stdout.contains("depth-first searched 31 moves deep"),
        "{open:?}"
    );
    let unsolvable = compare("eight --method a-star", "2 1 3 4 5 6 7 8 x\n");
    assert_eq!(unsolvable.code, 0, "{unsolvable:?}");
    assert!(
        unsolvable
            .stdout
            .contains("no method ran on board 1: it is unsolvable")
    );
}

/// Unavailable contenders are skipped, unless they were requested by name.
#[test]
fn tables_that_do_not_fit() {
    let board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n";
    let run = compare(
        "fifteen --method all --heuristic manhattan --max-moves 2",
        board,
    );
    assert!(
        run.stdout
            .contains("table is skipped: fifteen has too many boards to tabulate or count"),
        "{run:?}"
    );
    let named = compare("fifteen --method table", board);
    assert_eq!((named.code, named.stdout.as_str()), (2, ""), "{named:?}");
}

/// Boards of an input with a goal for each, in several formats and files.
#[test]
fn every_board_has_its_goal() {
    let lines = csv(
        "eight --method a-star,table --heuristic manhattan",
        &text("examples/hdu3567.txt"),
    );
    let answers = fewest_on("solve eight --to plain", text("examples/hdu3567.txt"));
    for (number, answer) in (1..).zip(answers.stdout.lines()) {
        let moves = answer.split(' ').next().unwrap();
        let is_on_board = |row: &&Row| row["number"] == format!("{number}");
        for row in lines.iter().filter(is_on_board) {
            assert_eq!(
                (row["at_most"].as_str(), row["distance"].as_str()),
                (moves, moves)
            );
        }
        assert_eq!(lines.iter().filter(is_on_board).count(), 2);
    }
}

#[test]
fn step_by_step() {
    compare(
        "eight --trace --method ida-star --heuristic manhattan",
        "1 2 3 4 5 6 x 7 8\n",
    )
    .gives(
        "threshold 2\n     1  g  0  h  2  f  2  1 2 3 4 5 6 0 7 8\n     \
         2  g  1  h  1  f  2  1 2 3 4 5 6 7 0 8\n\
         answer: 2 moves, proven fewest: rr\nexpanded 2, generated 2, reopened 0\n",
    );
    compare(
        "eight --trace=picture --method a-star --heuristic blind",
        "1 2 3 4 5 6 7 x 8\n",
    )
    .gives(
        "     1  g  0  h  0  f  0\n        1 2 3\n        4 5 6\n        7 . 8\n     \
         2  g  1  h  0  f  1\n        1 2 3\n        4 . 6\n        7 5 8\n\
         answer: 1 move, proven fewest: r\nexpanded 2, generated 6, reopened 0\n",
    );
    // With the goal's names for pieces, for any goal.
    let run = compare(
        "eight --trace --method greedy --heuristic misplaced --goal snail",
        "1 2 3 8 x 4 7 6 5\n",
    );
    assert!(
        run.stdout.contains("answer: 0 moves") && run.code == 0,
        "{run:?}"
    );
    for method in ["nbs --heuristic manhattan", "bidirectional"] {
        let run = compare(
            &format!("eight --trace --method {method}"),
            "2 3 4 1 5 x 7 6 8\n",
        );
        let lines = run
            .stdout
            .lines()
            .filter(|line| line.contains("  g "))
            .count();
        assert!(
            run.stdout.contains(&format!("\nexpanded {lines}, ")),
            "{run:?}"
        );
        assert!(run.stdout.contains("from a goal"), "{run:?}");
    }
    compare(
        "eight --trace --method a-star,greedy --heuristic manhattan",
        BOARDS,
    )
    .fails("", "a trace needs exactly one method and one heuristic");
    compare(
        "eight --trace --method a-star --heuristic manhattan",
        BOARDS,
    )
    .fails("", "a trace needs exactly one board");
}

#[test]
fn bad_usage() {
    for (arguments, word) in [
        (
            "eight --method dijkstra",
            "not `dijkstra`\n\n  tip: did you mean `uniform-cost`?",
        ),
        (
            "eight --weight 1/2",
            "`--weight` must be 1 or more, a whole number or a fraction like 3/2, not `1/2`",
        ),
        ("eight --distance 3", "--count"),
        (
            "eight --count 2 --distance 99",
            "has no board at distance 99",
        ),
        (
            "eight --heuristic centre",
            "eight has no heuristic `centre`",
        ),
        ("nine", "unknown puzzle `nine`"),
        ("eight nowhere.txt", "nowhere.txt: No such file"),
    ] {
        let run = compare(arguments, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(word), "no {word} in {}", run.stderr);
    }
    let bad = compare("eight", "1 2 3 4 5 6 7 9 x\n");
    assert_eq!((bad.code, bad.stdout.as_str()), (2, ""), "{bad:?}");
}

/// The boards that all contenders finished are reported.
#[test]
fn an_interruption() {
    let boards = tempfile::NamedTempFile::new().expect("a file");
    let easy = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n";
    std::fs::write(boards.path(), format!("{easy}{HARD}")).expect("writable");
    let arguments = "compare twentyfour --from plain --goal blank-first --method ida-star \
                     --heuristic manhattan --to csv";
    let running = fewest()
        .args(arguments.split_whitespace())
        .arg(boards.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let killed = Command::new("kill")
        .args(["-INT", &running.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = running.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(stderr, "note: interrupted; 1 of 2 boards done\n");
    let rows = rows(&stdout);
    let ends = rows.iter().map(|row| (&*row["number"], &*row["end"]));
    let ends: Vec<_> = ends.collect();
    assert_eq!(ends, [("1", "solved"), ("2", "interrupted")], "{stdout}");
    // Bounds proven until then are kept.
    let bound: u32 = rows[1]["at_least"].parse().expect("a number");
    let generated: u64 = rows[1]["generated"].parse().expect("a number");
    assert!(
        bound > 1 && generated > 0 && rows[1]["distance"].is_empty(),
        "{stdout}"
    );
}

/// Pattern databases of the given groups, built once and then read.
#[test]
fn a_partition() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().display();
    let how = format!("eight --method ida-star --heuristic pattern --table-dir {dir} --partition");
    let generated = |partition: &str| {
        let rows = csv(&format!("{how} {partition}"), BOARDS);
        assert_eq!(rows[0]["partition"], partition);
        rows[1]["generated"].parse::<u64>().expect("a number")
    };
    let (weak, strong) = (generated("1,2/3,4/5,6/7,8"), generated("1,2,3,4/5,6,7,8"));
    assert!(strong < weak, "{strong} {weak}");
    compare(&format!("{how} 1,2"), BOARDS)
        .fails("", "the partition at character 5: tile 3 is in no group");
    compare("rotation --partition 7-8", "").fails("", "rotation has no pattern databases");
}

/// Regression: endless boards were kept until memory was full.
#[test]
fn too_many_boards() {
    let problem = "at most 100,000 boards can be compared";
    let boards = "1 2 3 4 5 6 x 7 8\n".repeat(100_001);
    compare("eight --method breadth-first", &boards).fails("", problem);
    compare("eight --count 100001", "").fails("", problem);
}
