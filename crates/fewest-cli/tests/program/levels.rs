//! `fewest survey` level by level: its output, and resuming after a kill.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Run, fewest, fewest_on, run, wait};

fn survey(arguments: &str) -> Run {
    fewest_on(&format!("survey {arguments}"), "")
}

/// The signal for a file that is too large ended the program without a word.
#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_is_an_error_with_the_files_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bash = Command::new("bash");
    let program = env!("CARGO_BIN_EXE_fewest");
    let path = folder.path().display();
    let script =
        format!("ulimit -f 1; exec {program} survey eight --max-moves 18 --checkpoint {path}");
    bash.args(["-c", &script]);
    let run = run(bash, "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    let named = format!("error: can't write {path}/");
    assert!(run.stderr.contains(&named), "{run:?}");
}

#[test]
fn levels_are_a_chart_and_figures() {
    let run = survey("sliding:3x2 --max-moves 6 --hardest 1");
    run.gives(
        "\
sliding:3x2: sliding tiles, 3 x 2
goal 1 2 3 4 5 0

moves  boards   share
    0       1   2.94%  █████▊
    1       2   5.88%  ███████████▍
    2       3   8.82%  █████████████████▏
    3       5  14.71%  ████████████████████████████▌
    4       6  17.65%  ██████████████████████████████████▎
    5       7  20.59%  ███████████████████████████████████████▉
    6      10  29.41%  █████████████████████████████████████████████████████████

boards               34  so far; others are farther
farthest              6  moves so far
mean             4.1765  moves
median                4  moves
farthest boards      10

The first of the farthest boards:

1. 6 moves, symmetric to no other

    1 . 5
    4 3 2
",
    );
}

#[test]
fn other_programs_read_them() {
    let run = survey("sliding:3x2 --max-moves 99 --hardest 5 --to json");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let object: Value = serde_json::from_str(&run.stdout).expect("an object");
    assert_eq!(object["puzzle"], "sliding:3x2");
    assert_eq!(
        (&object["boards"], &object["farthest"]),
        (&360.into(), &21.into())
    );
    assert_eq!(
        (&object["complete"], &object["median"]),
        (&true.into(), &13.into())
    );
    assert_eq!(
        object["hardest_boards"],
        serde_json::json!([
            { "board": "4 5 0 1 2 3", "distance": 21, "class": 1 },
            { "board": "3 2 1 0 5 4", "distance": 20, "class": 1 },
            { "board": "3 2 1 5 4 0", "distance": 20, "class": 1 },
            { "board": "4 0 5 1 2 3", "distance": 20, "class": 1 },
            { "board": "4 2 5 1 3 0", "distance": 20, "class": 1 },
        ])
    );
    assert_eq!(
        object["counts"][2],
        serde_json::json!({ "distance": 2, "boards": 3 })
    );
    survey("sliding:3x2 --max-moves 2 --to csv")
        .gives("distance,boards,several_goals\n0,1,\n1,2,\n2,3,\n");
    survey("sliding:3x2 --max-moves 1 --hardest 9 --to csv")
        .gives("board,distance,class,answers,moves\n1 2 0 4 5 3,1,1,,\n1 2 3 4 0 5,1,1,,\n1 2 3 4 5 0,0,1,,\n");
}

/// A table that does not fit is not a reason to refuse.
#[test]
fn a_table_too_large_gives_way_to_levels() {
    let whole = survey("sliding:5x2 --to csv");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
    command
        .env("FEWEST_TABLE_DIR", "")
        .args(["survey", "sliding:5x2", "--to", "csv", "--memory", "2300K"])
        .args(["--threads", "1"]);
    let counted = run(command, "");
    assert_eq!(counted.code, 0, "{counted:?}");
    assert!(
        counted.stderr.starts_with(
            "note: sliding:5x2: up to 1,814,400 boards; levels in memory, up to 340 kB; "
        ),
        "{counted:?}"
    );
    // Ties are not counted level by level.
    let figures = |run: &Run| -> Vec<String> {
        let lines = run.stdout.lines();
        lines
            .filter_map(|line| Some(line.rsplit_once(',')?.0.to_owned()))
            .collect()
    };
    assert_eq!(figures(&whole), figures(&counted), "{counted:?}");
    survey("sliding:7x2 --memory 3G").fails(
        "",
        "building the table takes 60 GB; the limit is 3.0 GB; to count boards level by level, use --memory 8700M or --checkpoint DIR",
    );
    survey("sliding:7x2 --memory 1M").fails(
        "",
        "building the table takes 60 GB; the limit is 1.0 MB; to count boards level by level, use --memory 8700M or \
         --checkpoint DIR and --memory 530M",
    );
}

/// The levels of cube3 were refused as a table, and the program panicked for large sliding tiles.
#[test]
fn boards_that_are_too_many_to_number() {
    survey("cube3 --checkpoint levels").fails(
        "",
        "cube3 has too many boards to count them, even level by level; \
         --max-moves N counts the boards up to N moves away",
    );
    survey("twentyfour --checkpoint levels --verify").fails(
        "",
        "twentyfour has too many boards to count them, even level by level",
    );
}

/// Counts of cube3: T. Rokicki and others, "The diameter of the Rubik's cube group is twenty", 2013;
/// of fifteen: OEIS A151944.
#[test]
fn boards_near_the_goal_of_any_puzzle_are_counted() {
    for (job, counts) in [
        ("cube3 --max-moves 5", "1 18 243 3240 43239 574908"),
        // In several parts.
        (
            "cube3 --max-moves 5 --memory 100k",
            "1 18 243 3240 43239 574908",
        ),
        ("cube3q --max-moves 5", "1 12 114 1068 10011 93840"),
        (
            "fifteen --max-moves 12",
            "1 2 4 10 24 54 107 212 446 946 1948 3938 7808",
        ),
        ("twentyfour --max-moves 2", "1 2 4"),
    ] {
        let run = survey(&format!("{job} --to csv"));
        assert_eq!(run.code, 0, "{run:?}");
        let rows = run.stdout.lines().skip(1);
        let found: Vec<&str> = rows.filter_map(|row| row.split(',').nth(1)).collect();
        assert_eq!(found.join(" "), counts, "{job}");
    }
    let run = survey("sliding:6x3 --max-moves 2 --dry-run --memory 1G");
    run.gives("sliding:6x3: outwards from the goal, in 1.0 GB at most\n");
    let run = survey("cube3 --max-moves 2 --hardest 9 --to csv");
    let rows: Vec<&str> = run.stdout.lines().skip(1).collect();
    let classes = rows.iter().map(|row| row.split(',').nth(2).unwrap());
    let boards: u32 = classes.map(|class| class.parse::<u32>().unwrap()).sum();
    assert_eq!((rows.len(), boards), (9, 243), "{run:?}");
    survey("cube3 --max-moves 9 --memory 300k")
        .fails("", "cube3: 300 kB of memory allows distances up to 4");
}

#[test]
fn a_dry_run_reports_the_resources_needed() {
    let run = survey("sliding:4x3 --dry-run --memory 200M --checkpoint there --threads 2");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let expected = "sliding:4x3: up to 239,500,800 boards; levels in there, up to 45 MB; ";
    assert!(run.stdout.starts_with(expected), "{run:?}");
    assert!(run.stdout.contains(" on 2 cores"), "{run:?}");
    assert!(!Path::new("there").exists());
    let run = survey("sliding:5x2 --dry-run");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout
            .starts_with("sliding:5x2: by a table in memory ("),
        "{run:?}"
    );
    let run = survey("sliding:7x2 --dry-run --memory 12G");
    assert!(run.stdout.contains("levels in memory"), "{run:?}");
}

#[test]
fn unsuitable_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    survey(&format!("--status {path}")).fails("", &format!("{path}: no survey in this folder"));
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let run = survey(&format!("eight --checkpoint {}", file.display()));
    assert!(
        run.code == 2 && run.stderr.contains("can't be read"),
        "{run:?}"
    );
    assert_eq!(survey(&format!("eight --checkpoint {path}")).code, 0);
    survey(&format!("knights --checkpoint {path}")).fails(
        "",
        &format!("{path}: the folder has a survey of eight, of another goal, or of several machines; choose another folder"),
    );
}

/// Killed again and again, at any moment.
#[test]
fn a_killed_run_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels");
    let command = || {
        let mut command = fewest();
        command.args(["survey", "sliding:5x2", "--to", "csv", "--checkpoint"]);
        command.arg(&path);
        command
    };
    let whole = survey("sliding:5x2 --max-moves 999 --to csv");
    let mut rng = fastrand::Rng::with_seed(50);
    for _ in 0..8 {
        let mut child = command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        thread::sleep(Duration::from_millis(rng.u64(..60)));
        child.kill().expect("it can be killed");
        wait(&mut child);
    }
    run(command(), "").gives(&whole.stdout);
    survey(&format!("--status {}", path.display()))
        .gives("sliding:5x2: done, 1,814,400 boards up to 55 moves away\n");
    run(command(), "").gives(&whole.stdout);
}

#[test]
fn levels_are_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels").display().to_string();
    let verify = || survey(&format!("sliding:3x2 --checkpoint {path} --verify"));
    assert_eq!(survey(&format!("sliding:3x2 --checkpoint {path}")).code, 0);
    // Regression: this ended with 0, as a proof does.
    let run = verify();
    assert_eq!((run.code, run.stderr.as_str()), (3, ""), "{run:?}");
    assert_eq!(
        run.stdout,
        "\
sliding:3x2: levels 20 to 21, 7 boards
checked against their neighbours: 1, 15 moves
the total is the number of solvable boards
not proved: level 20 and the levels before it, which were not kept (see --keep-all)
"
    );
    fs::remove_dir_all(&path).expect("it goes");
    assert_eq!(
        survey(&format!("sliding:3x2 --checkpoint {path} --keep-all")).code,
        0
    );
    verify().gives(
        "\
sliding:3x2: levels 0 to 21, 360 boards
checked against their neighbours: all, 840 moves
the total is the number of solvable boards
proved: all distances, at most 21 moves
",
    );
    let entries = fs::read_dir(&path).expect("a folder").flatten();
    let is_last = |name: &str| name.starts_with("level-021");
    let mut files = entries.map(|entry| entry.path());
    let file = files
        .find(|path| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(is_last)
        })
        .expect("the hardest board");
    let bytes = fs::read(&file).expect("the hardest board");
    let mut flipped = bytes.clone();
    flipped[14] ^= 1;
    // Regression: appended bytes were not read.
    for damaged in [flipped, [&bytes[..], b"\0\0\0\0\0\0"].concat()] {
        fs::write(&file, damaged).expect("writes");
        let run = verify();
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.stderr.contains("is damaged"), "{run:?}");
    }
    survey(&format!("eight --checkpoint {path}/none --verify"))
        .fails("", &format!("{path}/none: no survey in this folder"));
    let run = survey("eight --verify");
    assert!(
        run.code == 2 && run.stderr.contains("--checkpoint"),
        "{run:?}"
    );
}

/// Regression: with `--keep-all`, a folder that keeps only the last levels was used without a word,
/// and `--max-moves` had no effect on a folder with more levels.
#[test]
fn a_finished_folder_does_not_ignore_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels").display().to_string();
    let whole = survey(&format!("sliding:3x2 --checkpoint {path} --to csv"));
    assert_eq!(whole.code, 0, "{whole:?}");
    for dry_run in ["", " --dry-run"] {
        survey(&format!("sliding:3x2 --checkpoint {path} --keep-all{dry_run}")).fails(
            "",
            &format!(
                "{path}: the folder keeps only the last levels, and all are needed; choose another folder"
            ),
        );
        survey(&format!("eight --checkpoint {path}{dry_run}")).fails(
            "",
            &format!(
                "{path}: the folder has a survey of sliding:3x2, of another goal, or of several machines; choose another folder"
            ),
        );
    }
    let near = survey(&format!(
        "sliding:3x2 --checkpoint {path} --max-moves 2 --to csv"
    ));
    near.gives("distance,boards,several_goals\n0,1,\n1,2,\n2,3,\n");
    assert_eq!(
        survey(&format!("sliding:3x2 --checkpoint {path} --to csv")).stdout,
        whole.stdout
    );
}

/// Regression: the dry run approved what the run refused, and the advice to use whole gigabytes led
/// to another method.
#[test]
fn a_dry_run_refuses_what_the_run_refuses() {
    for (job, advised) in [
        ("dino --memory 100M", "190M"),
        ("sliding:4x3 --memory 10M", "50M"),
        ("sliding:4x3 --memory 30M", "50M"),
        ("knights --memory 10M", "17M"),
        ("knights --memory 14M", "17M"),
    ] {
        let run = survey(job);
        let dry_run = survey(&format!("{job} --dry-run"));
        assert_eq!((run.code, &run.stderr), (2, &dry_run.stderr), "{job}");
        assert_eq!((dry_run.code, dry_run.stdout.as_str()), (2, ""), "{job}");
        assert!(
            run.stderr.contains(&format!("use --memory {advised} or")),
            "{run:?}"
        );
        let (puzzle, _) = job.split_once(' ').expect("a puzzle");
        let advised = survey(&format!("{puzzle} --memory {advised} --dry-run"));
        assert!(advised.stdout.contains("levels in memory"), "{advised:?}");
    }
}

/// With the memory that a refusal names, the same command succeeds.
#[test]
fn advice_on_memory_is_enough() {
    for puzzle in ["skewb", "sliding:5x2", "cube2", "eight"] {
        let refused = survey(&format!("{puzzle} --memory 150k"));
        assert_eq!(refused.code, 2, "{refused:?}");
        let (_, advised) = refused.stderr.split_once("use --memory ").expect("advice");
        let advised = advised.split_whitespace().next().expect("a size");
        let run = survey(&format!("{puzzle} --memory {advised}"));
        assert_eq!(run.code, 0, "{puzzle} {advised}: {run:?}");
    }
}
