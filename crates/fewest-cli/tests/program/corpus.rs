//! The reference answers, text for text, in the formats of the judges.

use std::collections::BTreeMap;
use std::io::Write;

use tempfile::NamedTempFile;

use crate::common::{corpus, fewest, run, solve};

const CLASSIC: &str = "111110111100*110000100000";

#[test]
fn rotation() {
    let lines = corpus("rotation.txt");
    assert!(lines.len() > 300);
    let mut boards = String::new();
    let mut expected = String::new();
    for line in &lines {
        let cells: Vec<String> = line[0].chars().map(String::from).collect();
        boards.extend([&cells.join(" "), "\n"]);
        let moves = if line[2] == "-" {
            "No moves needed"
        } else {
            &line[2]
        };
        expected.extend([moves, "\n", &line[3], "\n"]);
    }
    solve("rotation", format!("{boards}0\n")).gives(&expected);
    solve("rotation", format!("{}0", boards.replace('\n', " "))).gives(&expected);
}

#[test]
fn knights() {
    let lines: Vec<_> = corpus("knights.txt")
        .into_iter()
        .filter(|line| line[1] == CLASSIC)
        .collect();
    assert!(lines.len() > 100);
    let distance = |line: &Vec<String>| line[2].parse::<u32>().expect("a number");
    let rows = |line: &Vec<String>| {
        let row = |i: usize| format!("{}\n", &line[0][5 * i..5 * i + 5]);
        (0..5).map(row).collect::<String>()
    };
    let boards: String = lines.iter().map(rows).collect();
    let boards = format!("{}\n{boards}", lines.len());

    let counts = lines.iter().map(|line| match distance(line) {
        near @ ..=15 => format!("{near}\n"),
        _ => "-1\n".to_owned(),
    });
    solve("knights", &*boards).gives(&counts.collect::<String>());
    let sentences = lines.iter().map(|line| match distance(line) {
        near @ ..=10 => format!("Solvable in {near} move(s).\n"),
        _ => "Unsolvable in less than 11 move(s).\n".to_owned(),
    });
    solve("knights", boards.replace('*', " ")).gives(&sentences.collect::<String>());
    let all = lines.iter().map(|line| match line[3].as_str() {
        "-" => "0\n".to_owned(),
        moves => format!("{} {}\n", line[2], moves.replace(',', " ")),
    });
    solve("knights --to plain", boards).gives(&all.collect::<String>());
}

/// One run for each goal, with boards near enough not to need a whole table.
#[test]
fn knights_with_other_goals() {
    let lines = corpus("knights.txt");
    let others = lines.iter().filter(|line| {
        line[1] != CLASSIC && line[2].parse::<u32>().is_ok_and(|distance| distance <= 14)
    });
    for line in others {
        let mut goal = NamedTempFile::new().expect("a file");
        writeln!(goal, "{}", line[1]).expect("writes");
        let mut command = fewest();
        command
            .args(["solve", "knights", "--goal"])
            .arg(goal.path());
        let expected = format!("{} {}", line[2], line[3].replace(',', " "));
        run(command, &*line[0]).gives(&(expected.trim_end_matches(" -").to_owned() + "\n"));
    }
}

/// One run for each size and goal, with the least answers.
#[test]
fn sliding() {
    let mut groups: BTreeMap<(String, String), Vec<Vec<String>>> = BTreeMap::new();
    for line in corpus("sliding.txt") {
        let key = (line[0].clone(), line[2].clone());
        groups.entry(key).or_default().push(line);
    }
    for ((size, tiles), lines) in groups {
        let mut goal = NamedTempFile::new().expect("a file");
        writeln!(goal, "{tiles}").expect("writes");
        let mut command = fewest();
        command.args([
            "solve",
            &format!("sliding:{size}"),
            "--from=plain",
            "--tie=least",
            "--goal",
        ]);
        command.arg(goal.path());
        let boards: String = lines.iter().map(|line| line[1].clone() + "\n").collect();
        let expected = lines
            .iter()
            .map(|line| match (line[3].as_str(), line[4].as_str()) {
                ("unsolvable", _) => "unsolvable\n".to_owned(),
                (distance, "-") => format!("{distance}\n"),
                (distance, moves) => format!("{distance} {moves}\n"),
            });
        run(command, boards).gives(&expected.collect::<String>());
    }
}
