//! `fewest survey`: charts, figures, boards.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Run, fewest, fewest_on, run, solve, wait};

fn survey(arguments: &str) -> Run {
    fewest_on(&format!("survey {arguments}"), "")
}

fn json(arguments: &str) -> Value {
    let run = survey(&format!("{arguments} --to json"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout.lines().count(), 1);
    serde_json::from_str(&run.stdout).expect("an object")
}

#[test]
fn text_is_a_chart_and_figures() {
    survey("sliding:3x2 --hardest 1").gives(
        "\
sliding:3x2: sliding tiles, 3 x 2
goal 1 2 3 4 5 0

moves  boards   share
    0       1   0.28%  █▎
    1       2   0.56%  ██▋
    2       3   0.83%  ███▉
    3       5   1.39%  ██████▌
    4       6   1.67%  ███████▊
    5       7   1.94%  █████████▏
    6      10   2.78%  █████████████
    7      12   3.33%  ███████████████▌
    8      12   3.33%  ███████████████▌
    9      16   4.44%  ████████████████████▊
   10      23   6.39%  █████████████████████████████▊
   11      25   6.94%  ████████████████████████████████▍
   12      28   7.78%  ████████████████████████████████████▎
   13      39  10.83%  ██████████████████████████████████████████████████▌
   14      44  12.22%  █████████████████████████████████████████████████████████
   15      40  11.11%  ███████████████████████████████████████████████████▉
   16      29   8.06%  █████████████████████████████████████▋
   17      21   5.83%  ███████████████████████████▎
   18      18   5.00%  ███████████████████████▍
   19      12   3.33%  ███████████████▌
   20       6   1.67%  ███████▊
   21       1   0.28%  █▎

boards                  360  and 360 that can't be solved
God's number             21  moves solve every board
mean                12.6222  moves
median                   13  moves
hardest boards            1
  up to symmetry          1  the puzzle has no symmetry
  shortest answers        4  each

The hardest board:

1. 21 moves, 4 shortest answers, symmetric to no other

    4 5 .
    1 2 3

    dllurdrulldrurdllurdr
",
    );
}

#[test]
fn text_fits_eighty_columns() {
    for arguments in [
        "eight --hardest 3",
        "rotation --hardest 6",
        "sliding:2x2 --hardest 12 --symmetric",
    ] {
        let run = survey(arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        for line in run.stdout.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.ends_with(' '), "{line:?}");
        }
        let longest = run.stdout.lines().map(|line| line.chars().count()).max();
        assert_eq!(longest, Some(80), "the longest bar goes to the edge");
    }
}

#[test]
fn json_has_every_figure() {
    let eight = json("eight");
    assert_eq!(eight["puzzle"], "eight");
    assert_eq!(eight["title"], "sliding tiles, 3 x 3");
    assert_eq!(eight["goal"], "1 2 3 4 5 6 7 8 0");
    assert_eq!(
        (&eight["boards"], &eight["unsolvable"]),
        (&181_440.into(), &181_440.into())
    );
    assert_eq!(
        (&eight["farthest"], &eight["median"]),
        (&31.into(), &22.into())
    );
    assert!((eight["mean"].as_f64().expect("a number") - 21.972_398).abs() < 1e-6);
    assert_eq!(
        (&eight["several_goals"], &eight["complete"]),
        (&0.into(), &true.into())
    );
    let symmetries = serde_json::json!({"count": 2, "cells": 2, "symbols": 1, "complete": true});
    assert_eq!(eight["symmetries"], symmetries);
    // Answers are counted only on request, because that takes as long as counting the boards.
    let hardest = serde_json::json!({"boards": 2, "classes": 1});
    assert_eq!(eight["hardest"], hardest);
    let hardest =
        serde_json::json!({"boards": 2, "classes": 1, "fewest_answers": 40, "most_answers": 40});
    for asked in ["eight --answers", "eight --hardest 1"] {
        assert_eq!(json(asked)["hardest"], hardest, "{asked}");
    }
    let run = survey("eight --answers --to csv");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("--answers: CSV has no place"),
        "{}",
        run.stderr
    );
    let distances = eight["counts"].as_array().expect("a list");
    assert_eq!(distances.len(), 32);
    assert_eq!(
        distances[24],
        serde_json::json!({"distance": 24, "boards": 24_047, "several_goals": 0})
    );
    assert!(eight.get("hardest_boards").is_none());
}

#[test]
fn rotation_counts_all_its_boards() {
    let rotation = json("rotation --hardest 6");
    assert_eq!(rotation["boards"], 9_465_511_770_u64);
    assert_eq!(
        (&rotation["goal"], &rotation["unsolvable"]),
        (&Value::Null, &0.into())
    );
    assert_eq!(rotation["farthest"], 13);
    assert_eq!(rotation["several_goals"], 2_356_370_940_u64);
    assert_eq!(rotation["symmetries"]["count"], 48);
    assert_eq!(
        (
            &rotation["hardest"]["boards"],
            &rotation["hardest"]["classes"]
        ),
        (&192.into(), &5.into())
    );
    let boards = rotation["hardest_boards"].as_array().expect("a list");
    let moves: Vec<u64> = boards
        .iter()
        .filter_map(|board| board["distance"].as_u64())
        .collect();
    assert_eq!(moves, [13, 13, 13, 13, 13, 12]);
    let classes = boards[..5]
        .iter()
        .filter_map(|board| board["class"].as_u64());
    assert_eq!(classes.sum::<u64>(), 192);
    for board in boards {
        let text = board["board"].as_str().expect("a board");
        let answer = board["moves"].as_str().expect("moves");
        let centred = solve("rotation --to json", format!("{text}\n0\n")).stdout;
        assert!(
            centred.contains(&format!("\"moves\":\"{answer}\"")),
            "{centred}"
        );
    }
}

#[test]
fn csv() {
    survey("sliding:2x2 --to csv")
        .gives("distance,boards,several_goals\n0,1,0\n1,2,0\n2,2,0\n3,2,0\n4,2,0\n5,2,0\n6,1,0\n");
    survey("sliding:2x2 --to csv --hardest 3").gives(
        "board,distance,class,answers,moves\n\
         0 3 2 1,6,1,2,druldr\n\
         2 3 0 1,5,2,1,ruldr\n\
         2 3 1 0,4,2,1,uldr\n",
    );
    survey("sliding:2x2 --to csv --hardest 3 --symmetric").gives(
        "board,distance,class,answers,moves\n\
         0 3 2 1,6,1,2,druldr\n\
         2 3 0 1,5,2,1,ruldr\n\
         3 0 2 1,5,2,1,dlurd\n",
    );
}

/// One board of each class represents the boards that `--symmetric` lists.
#[test]
fn classes_cover_all_boards() {
    let boards = |arguments| {
        let mut found = json(arguments);
        let found = found["hardest_boards"].take();
        found.as_array().expect("a list").clone()
    };
    let every = boards("eight --goal snail --hardest 20000 --symmetric");
    let leaders = boards("eight --goal snail --hardest 20000");
    assert_eq!(every.len(), 20_000);
    let at = |list: &[Value], moves: u64| -> Vec<u64> {
        let at = list.iter().filter(|board| board["distance"] == moves);
        at.filter_map(|board| board["class"].as_u64()).collect()
    };
    for moves in [30, 29, 28] {
        let (all, classes) = (at(&every, moves), at(&leaders, moves));
        assert_eq!(classes.iter().sum::<u64>(), all.len() as u64);
        assert!(classes.len() < all.len());
    }
}

#[test]
fn the_plot_is_a_whole_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("eight.svg");
    fs::write(&path, "what was there").expect("writes");
    let mut command = fewest();
    command.args(["survey", "eight", "--plot"]).arg(&path);
    let result = run(command, "");
    assert_eq!((result.code, result.stderr.as_str()), (0, ""));
    let svg = fs::read_to_string(&path).expect("readable");
    for words in [
        "eight: sliding tiles, 3 x 3",
        "24,047",
        ">\nmoves\n<",
        ">\nboards\n<",
    ] {
        assert!(svg.contains(words), "no {words:?} in {svg}");
    }
    is_well_formed(&svg);
    assert_eq!(
        svg.matches("<rect").count(),
        1 + 32,
        "the page and the bars"
    );
    let entries = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(entries, 1, "nothing else is left");
}

/// Elements nest, and attributes are quoted.
#[track_caller]
pub fn is_well_formed(xml: &str) {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("tags are closed");
        assert!(!text.contains('>') && !text.contains('&'), "{text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(xml.starts_with("<svg "));
}

#[test]
fn plots_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    let run = survey(&format!("eight --plot {name}"));
    run.fails("", &format!("can't write {name}: this is a folder"));
    let run = survey(&format!("eight --plot {name}/no/such.svg"));
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let start = format!("error: can't write {name}/no/such.svg: No such file or directory");
    assert!(run.stderr.starts_with(&start), "{run:?}");
    // A target that is not a regular file is written, not replaced.
    let run = survey("sliding:2x2 --plot /dev/stdout --to csv");
    assert!(
        run.stdout.starts_with("<svg ") && run.stdout.ends_with("6,1,0\n"),
        "{run:?}"
    );
}

#[test]
fn bad_usage() {
    for arguments in [
        "",
        "eight --hardest 0",
        "eight --hardest 1000001",
        "eight --symmetric",
        "eight --plot",
    ] {
        let run = survey(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(
            run.stderr.starts_with("error: ") && run.stderr.contains("--help"),
            "{run:?}"
        );
    }
    survey("rotation --goal snail").fails(
        "",
        "rotation always has its three goals; another goal is not possible",
    );
    let run = survey("nine");
    assert!(
        run.code == 2 && run.stderr.starts_with("error: unknown puzzle `nine`"),
        "{run:?}"
    );
}

#[test]
fn too_many_boards() {
    for puzzle in ["fifteen", "twentyfour", "sliding:16x16"] {
        let run = survey(puzzle);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr
                .contains("has too many boards to tabulate or count"),
            "{run:?}"
        );
    }
    let run = survey("sliding:3x4 --memory 1M");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let problem = "error: building the table takes 329 MB; the limit is 1.0 MB; to count boards level by level, use --memory ";
    assert!(run.stderr.starts_with(problem), "{run:?}");
}

#[test]
fn goals() {
    let snail = json("eight --goal snail");
    assert_eq!(
        (&snail["goal"], &snail["farthest"]),
        (&"1 2 3 8 0 4 7 6 5".into(), &30.into())
    );
    assert_eq!(snail["symmetries"]["count"], 8);
}

/// `fewest survey ... | head -1` is not a failure.
#[test]
fn a_closed_pipe() {
    let program = env!("CARGO_BIN_EXE_fewest");
    let mut bash = Command::new("bash");
    let command = format!(
        "{program} --quiet survey eight --hardest 20000 | head -1; echo ${{PIPESTATUS[0]}}"
    );
    bash.args(["-c", &command]);
    run(bash, "").gives("eight: sliding tiles, 3 x 3\n0\n");
}

#[test]
fn an_interruption() {
    let mut child = fewest()
        .args(["survey", "knights", "--hardest", "1000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    thread::sleep(Duration::from_millis(500));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(wait(&mut child), 130);
    let mut stderr = String::new();
    let mut from = child.stderr.take().expect("piped");
    from.read_to_string(&mut stderr).expect("readable");
    assert_eq!(stderr, "note: interrupted\n");
}

/// The report was printed, and then no certificate was written.
#[test]
fn a_certificate_is_refused_before_the_survey() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof");
    survey(&format!("rotation --certificate {}", proof.display())).fails(
        "",
        "no certificate for rotation: its table would have over 134,217,728 entries, and a search \
         does not replace it: a goal leaves cells open",
    );
    let named = folder.path().join("a:b");
    let problem = "the name must be one word of ASCII characters, without `:` and `\\`";
    let problem = format!("can't write {}: {problem}", named.display());
    survey(&format!("eight --certificate {}", named.display())).fails("", &problem);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
