//! `--checkpoint`: nothing is searched twice, and the final output is the same.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Run, fewest, run, text};
use crate::limits::HARD;

/// Korf's boards of these numbers.
fn boards(numbers: &[&str]) -> String {
    let lines = text("corpus/korf100.txt");
    let is_listed = |line: &&str| {
        let number = line.split(' ').next();
        number.is_some_and(|number| numbers.contains(&number))
    };
    let listed = lines.lines().filter(is_listed);
    listed.map(|line| line.to_owned() + "\n").collect()
}

/// Solves boards of 4x4 from Korf's file, with the checkpoint in a file.
fn solve(file: &Path, arguments: &str, boards: &str) -> Run {
    let mut command = fewest();
    command
        .args(["solve", "fifteen", "--from", "korf", "--checkpoint"])
        .arg(file)
        .args(arguments.split(' '));
    run(command, boards)
}

/// The answers without their times.
fn untimed(stdout: &str) -> Vec<Value> {
    let object = |line: &str| {
        let mut object: Value = serde_json::from_str(line).expect("a JSON object");
        object["seconds"].take();
        object
    };
    stdout.lines().map(object).collect()
}

/// The limit stops each run at another board, and the next run resumes there.
#[test]
fn stopped_runs_resume_with_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let boards = boards(&["5", "9", "58", "79"]);
    for threads in ["--threads 1", "--threads 2"] {
        let file = folder.path().join(threads);
        let manhattan = format!("--heuristic manhattan {threads}");
        let mut command = fewest();
        command
            .args(["solve", "fifteen", "--from", "korf"])
            .args(manhattan.split(' '));
        let whole = run(command, boards.as_str());
        let mut runs = 0;
        let last = loop {
            runs += 1;
            let limit = runs * 2_500_000;
            let arguments = format!("{manhattan} --max-nodes {limit}");
            let run = solve(&file, &arguments, &boards);
            // The first line reports where it resumes, except in the first run.
            let resuming = format!("note: resuming from {}: ", file.display());
            let note = run.stderr.lines().next().unwrap_or_default();
            assert_eq!(note.starts_with(&resuming), runs > 1, "{run:?}");
            let is_quiet = run.stderr.lines().count() == usize::from(runs > 1);
            assert!(is_quiet || run.code == 1, "{run:?}");
            let open = run.stdout.matches("node limit").count();
            if run.code == 0 {
                assert_eq!(open, 0);
                break run;
            }
            assert!(run.code == 1 && open > 0 && runs < 20, "{run:?}");
        };
        assert!(runs > 3, "{runs}");
        assert_eq!(untimed(&last.stdout), untimed(&whole.stdout));
        // Answers are kept unchanged, times included; only the added board is searched.
        let again = solve(&file, &manhattan, &boards);
        assert_eq!((again.code, &again.stdout), (0, &last.stdout));
        let note = format!("note: resuming from {}: 4 answers\n", file.display());
        assert_eq!(again.stderr, note);
        let easy = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n";
        let more = solve(&file, &manhattan, &format!("{boards}{easy}"));
        let (before, new) = more.stdout.split_at(last.stdout.len());
        assert_eq!(before, last.stdout);
        assert!(new.contains("\"moves\":\"l\""), "{new}");
    }
}

/// An answer names the goal that it reaches, here the centre's symbol. Each run reports the same.
#[test]
fn the_goal_that_is_met() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = || {
        let mut command = fewest();
        command.env("FEWEST_TABLE_DIR", "");
        command
            .args("solve rotation --from poj2286 --checkpoint".split(' '))
            .arg(folder.path().join("kept"));
        run(command, text("examples/rotation.txt"))
    };
    let first = solve();
    assert!(first.stdout.contains("AC\n2\n"), "{first:?}");
    let second = solve();
    assert_eq!((second.code, second.stdout), (0, first.stdout));
}

/// The number of finished subtrees of the current iteration.
fn finished(record: &Value) -> Option<usize> {
    let subtrees = record["subtrees"].as_array()?;
    Some(subtrees.iter().filter(|tally| !tally.is_null()).count())
}

/// A killed run leaves nothing but its written output.
#[test]
fn after_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, file) = (folder.path().join("boards"), folder.path().join("kept"));
    fs::write(&input, HARD).expect("written");
    let arguments = "solve twentyfour --from plain --to json --heuristic manhattan --threads 2";
    let start = || {
        let mut command = fewest();
        command
            .args(arguments.split(' '))
            .arg(&input)
            .arg("--checkpoint")
            .arg(&file);
        command
    };
    let mut child = start()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begin = Instant::now();
    let kept = || {
        let file = fs::read_to_string(&file).ok()?;
        let file: Value = serde_json::from_str(&file).expect("a whole file");
        let boards = file["content"]["boards"].as_object()?.clone();
        let record = boards.into_iter().next()?.1["begun"][0].take();
        Some(record).filter(|record| finished(record) > Some(0))
    };
    let kept = loop {
        if let Some(kept) = kept() {
            break kept;
        }
        assert!(begin.elapsed() < Duration::from_mins(1));
        thread::sleep(Duration::from_millis(20));
    };
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    // The rest is at least that, and more than it may generate.
    let mut command = start();
    command.args(["--max-nodes", "1000"]);
    let run = run(command, "");
    assert!(run.code == 1 && run.stderr.contains("not solved within the limits"));
    let note = format!(
        "resuming from {}: 0 answers, 1 search under way, at ",
        file.display()
    );
    assert!(run.stderr.contains(&note), "{run:?}");
    let answer = &untimed(&run.stdout)[0];
    let number = |value: &Value| value.as_u64().expect("a number");
    assert!(number(&answer["at_least"]) >= number(&kept["threshold"]));
    let ended = kept["iterations"].as_array().expect("a list").iter();
    let generated: u64 = ended.map(|iteration| number(&iteration["generated"])).sum();
    assert!(generated > 100_000 && number(&answer["nodes"]) >= generated);
}

/// Solves a scrambled cube, guided by a small projection, with the checkpoint in a file.
fn cube(file: &Path, memory: &str, more: &str) -> Command {
    let mut command = fewest();
    command.env("FEWEST_TABLE_DIR", "");
    command.args(["solve", "cube3", "--to", "json", "--memory", memory]);
    command.args(["--scramble", "R U R' F2 D L2 B' U2 R2 F' D2 L B2"]);
    command.arg("--checkpoint").arg(file);
    command.args(more.split_whitespace());
    command
}

/// Searches with projections are killed at several moments, on one core and on more, and end as if
/// nobody had.
#[test]
fn projections() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let whole = run(cube(&folder.path().join("whole"), "50K", ""), "");
    assert_eq!((whole.code, whole.stderr.as_str()), (0, ""));
    let progress = || {
        let file = fs::read_to_string(&file).ok()?;
        let file: Value = serde_json::from_str(&file).expect("a whole file");
        let (_, board) = file["content"]["boards"].as_object()?.iter().next()?;
        // An answered board has none.
        let record = board.pointer("/begun/0")?;
        Some((record["threshold"].as_u64()?, finished(record)?))
    };
    let mut kills = 0;
    let mut kept = Vec::new();
    for threads in ["--threads 1", "--threads 2", "--threads 3"] {
        let before = progress();
        let mut child = cube(&file, "50K", threads)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let has_ended = loop {
            if child.try_wait().expect("it runs").is_some() {
                break true;
            }
            if progress() > before {
                break false;
            }
            thread::sleep(Duration::from_millis(20));
        };
        if has_ended {
            // The file that the last kill left is there again.
            fs::write(&file, &kept).expect("writable");
            break;
        }
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        kept = fs::read(&file).expect("readable");
        kills += 1;
    }
    assert!(kills > 0);
    // Another table has other subtrees.
    let other = run(cube(&file, "1M", ""), "");
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    let problem = "the saved searches used the heuristic `projection ";
    assert!(other.stderr.contains(problem), "{other:?}");
    assert_eq!(fs::read(&file).expect("readable"), kept);
    let last = run(cube(&file, "50K", ""), "");
    assert!(last.stderr.contains("resuming from "), "{last:?}");
    assert_eq!(untimed(&last.stdout), untimed(&whole.stdout));
}

/// Every run reports the same mistake of a board.
#[test]
fn flaws() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let solve = || {
        let mut command = fewest();
        command.env("FEWEST_TABLE_DIR", "");
        command.args("solve cube3 --from plain --to json --memory 200K --checkpoint".split(' '));
        command.arg(&file);
        let board = "w w w w w w w g w o o o g w g r r r b b b o o o g g g r r r b b b \
                     o o o g g g r r r b b b y y y y y y y y y";
        run(command, board)
    };
    let first = solve();
    assert!(first.stdout.contains("\"why\":"), "{first:?}");
    assert_eq!(untimed(&solve().stdout), untimed(&first.stdout));
}

/// Files of other jobs, damaged files and files that are not checkpoints are refused and left
/// unchanged.
#[test]
fn refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let boards = boards(&["79"]);
    let manhattan = "--heuristic manhattan";
    assert_eq!(solve(&file, manhattan, &boards).code, 0);
    let good = fs::read(&file).expect("readable");
    let name = file.display();
    for (arguments, what) in [
        (
            "--heuristic misplaced",
            "heuristic is \"manhattan\", not \"misplaced\"",
        ),
        (
            "--heuristic manhattan --method a-star",
            "method is \"auto\", not \"a-star\"",
        ),
        (
            "--heuristic manhattan --max-moves 9",
            "limit of moves is none, not 9",
        ),
        (
            "--heuristic manhattan --tie udlr",
            "tie order is none, not \"udlr\"",
        ),
        (
            "--heuristic manhattan --goal blank-last",
            "goal is \"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\", not \"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0\"",
        ),
    ] {
        let message = format!("{name}: a checkpoint of another job: its {what}");
        solve(&file, arguments, &boards).fails("", &message);
        assert_eq!(fs::read(&file).expect("readable"), good);
    }
    let text = String::from_utf8(good).expect("UTF-8");
    let damaged = text.replace("\"solved\":42", "\"solved\":40");
    assert!(damaged != text);
    for (bad, problem) in [
        (damaged.as_str(), "the checkpoint is damaged"),
        (&text[..text.len() / 2], "not a checkpoint"),
        ("", "not a checkpoint"),
        ("[1, 2]", "not a checkpoint"),
        (
            "{\"fewest_checkpoint\": 2}",
            "a checkpoint in another version of the format",
        ),
        ("{\"fewest_checkpoint\": 3}", "the checkpoint is damaged"),
    ] {
        fs::write(&file, bad).expect("written");
        let message = format!("{name}: {problem}; it was left unchanged");
        solve(&file, manhattan, &boards).fails("", &message);
        assert_eq!(fs::read_to_string(&file).expect("readable"), bad);
    }
    let nowhere = folder.path().join("no such folder").join("kept");
    let run = solve(&nowhere, manhattan, &boards);
    assert!(run.code == 2 && run.stderr.contains(": No such file"));
}
