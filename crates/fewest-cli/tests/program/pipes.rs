//! Pipes and Ctrl-C: answers arrive as boards do, and the program ends in time.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{fewest, fewest_on, run, wait};
use crate::limits::HARD;

/// A time longer than any answer here takes.
const SOON: Duration = Duration::from_secs(20);

/// A running program: its input stays open, its lines arrive in a channel.
struct Talk {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Talk {
    fn new(arguments: &str) -> Self {
        let mut child = fewest()
            .arg("solve")
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = child.stdout.take().expect("piped");
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            stdin,
            lines,
        }
    }

    fn say(&mut self, text: &str) {
        self.stdin.write_all(text.as_bytes()).expect("it listens");
        self.stdin.flush().expect("it listens");
    }

    #[track_caller]
    fn hear(&self, expected: &str) {
        let line = self.lines.recv_timeout(SOON);
        assert_eq!(line.as_deref(), Ok(expected));
    }

    fn interrupt(&self) {
        self.signal("-INT");
    }

    fn signal(&self, signal: &str) {
        let status = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(status.is_ok_and(|status| status.success()));
    }

    /// Its standard error and exit code.
    #[track_caller]
    fn end(mut self) -> (String, i32) {
        let code = wait(&mut self.child);
        let mut stderr = String::new();
        let mut from = self.child.stderr.take().expect("piped");
        from.read_to_string(&mut stderr).expect("readable");
        (stderr, code)
    }
}

/// Whoever sends a board and listens gets its answer before sending the next; the format needs no
/// naming.
#[test]
fn a_board_is_answered_before_the_next_is_sent() {
    for (arguments, board, answer) in [
        (
            "rotation",
            "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n",
            "AC",
        ),
        ("rotation --to poj2286", "111132323132231222312133\n", "AC"),
        ("eight", "1 2 3 4 5 6 7 x 8\n", "r"),
        ("eight", "1 2 3 4 5 6 7 0 8\n", "1 r"),
        ("eight", "1 2 3\n4 5 6\n7 0 8\n", "1 r"),
        ("eight", "1,2,3,4,5,6,7,0,8\n", "1 r"),
        ("eight", "123084765\n", "1"),
        ("eight", "[[1,2,3],[4,5,6],[7,0,8]]\n", "1"),
        ("sliding:3x2", "1 2 3 4 0 5\n", "1 r"),
        ("sliding:3x2", "[[1,2,3],[4,0,5]]\n", "1"),
        (
            "eight --from hackerrank --to p1379",
            "3\n1\n0\n2\n3\n4\n5\n6\n7\n8\n",
            "1",
        ),
        (
            "eight --from npuzzle42 --to p1379",
            "3\n1 2 3\n0 8 4\n7 6 5 # the last row\n",
            "1",
        ),
        (
            "fifteen --from korf --to plain",
            "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n",
            "1 l",
        ),
        (
            "fifteen --from korf --to plain",
            "7 1 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 # id, length\n",
            "1 l",
        ),
        ("fifteen", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15\n", "1 r"),
        (
            "knights --from plain",
            "111*101111001110000100000\n",
            "1 c3",
        ),
    ] {
        let mut talk = Talk::new(arguments);
        for _ in 0..3 {
            talk.say(board);
            talk.hear(answer);
            if answer == "AC" {
                talk.hear("2");
            }
        }
        drop(talk);
    }
}

/// The last board is answered although nobody closes the input behind it.
#[test]
fn counted_boards_and_the_zero() {
    let mut talk = Talk::new("rotation");
    talk.say("1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n0\n");
    talk.hear("AC");
    talk.hear("2");
    drop(talk);
    let mut talk = Talk::new("knights");
    talk.say("2\n111*1\n01111\n00111\n00001\n00000\n");
    talk.hear("1");
    talk.say("11111\n01111\n00*11\n00001\n00000\n");
    talk.hear("0");
    drop(talk);
    let mut talk = Talk::new("eight");
    talk.say("2\n12X453786\n12345678X\n");
    talk.hear("Case 1: 2");
    talk.hear("dd");
    drop(talk);
}

/// A bad board is also reported at once.
#[test]
fn errors_come_at_once() {
    let mut talk = Talk::new("eight --from hdu1043 --keep-going");
    talk.say("1 2 3 4 5 6 7 8 9\n");
    talk.hear(
        "error: standard input:1:17: board 1: expected 1 to 8 or x in cell 9 of 9, found `9`",
    );
    talk.say("1 2 3 4 5 6 7 x 8\n");
    talk.hear("r");
    drop(talk);
    let mut talk = Talk::new("sliding:3x2 --from leetcode773 --keep-going");
    talk.say("[[1,2,3],[4,0]]\n");
    talk.hear("error: standard input:1:14: board 1: expected a 3x2 board (width x height), found a row of 2");
    talk.say("[[1,2,3],[4,0,5]]\n");
    talk.hear("1");
    drop(talk);
}

/// `fewest ... | head -1` is not a failure.
#[test]
fn a_reader_may_close_the_pipe_early() {
    let program = env!("CARGO_BIN_EXE_fewest");
    let board = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3\n";
    for command in [
        format!("{program} solve rotation | head -1; echo ${{PIPESTATUS[0]}}"),
        format!(
            "{program} solve rotation --to json --steps | head -c 1 | wc -c; echo ${{PIPESTATUS[0]}}"
        ),
    ] {
        let mut bash = Command::new("bash");
        bash.args(["-c", &command]);
        let run = run(bash, board.repeat(50_000));
        assert_eq!(run.stderr, "");
        assert!(run.stdout.ends_with("\n0\n"), "{run:?}");
    }
    let mut bash = Command::new("bash");
    bash.args([
        "-c",
        &format!("{program} formats | true; echo ${{PIPESTATUS[0]}}"),
    ]);
    run(bash, "").gives("0\n");
}

#[test]
fn a_full_disk_is_an_error() {
    let mut bash = Command::new("bash");
    let program = env!("CARGO_BIN_EXE_fewest");
    bash.args(["-c", &format!("{program} solve eight > /dev/full")]);
    run(bash, "1 2 3 4 5 6 7 x 8\n").fails("", "can't write the answers: No space left on device");
}

/// A message that can't be written is lost, but answers and the exit code are not.
#[test]
fn messages_to_a_full_file_end_no_run() {
    let program = env!("CARGO_BIN_EXE_fewest");
    for (arguments, code, answer) in [
        ("solve nosuch", 2, None),
        ("define check nosuch.toml", 2, None),
        ("check --testlib nosuch nosuch nosuch", 3, None),
        ("solve eight --boards nosuch", 2, None),
        ("define export cube2q --to twsearch", 0, Some("Name ")),
    ] {
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("{program} {arguments} 2> /dev/full")]);
        let run = run(bash, "");
        assert_eq!(run.code, code, "{arguments}: {run:?}");
        assert_eq!(
            run.stdout.is_empty(),
            answer.is_none(),
            "{arguments}: {run:?}"
        );
        assert!(run.stdout.contains(answer.unwrap_or_default()));
    }
}

/// The known bounds of open boards: one line each, after the line about how the run ended.
#[track_caller]
fn left_open<'s>(stderr: &'s str, end: &str) -> std::str::Lines<'s> {
    let mut lines = stderr.lines();
    let first = lines.next();
    assert_eq!(first, Some(format!("note: interrupted{end}").as_str()));
    lines
}

/// Returns true if a line has a proven bound and its cost.
fn reports_board(line: &str, board: u32) -> bool {
    let rest = line.strip_prefix(&format!("board {board}: at least "));
    let parts = rest.and_then(|rest| rest.split_once(" nodes")?.0.split_once("; "));
    let (Some(bound), Some(nodes)) = (
        parts.and_then(|parts| parts.0.split_once(" moves")?.0.parse::<u32>().ok()),
        parts.map(|parts| parts.1.replace(',', "")),
    ) else {
        return false;
    };
    (80..=200).contains(&bound) && nodes.parse::<u64>().is_ok_and(|nodes| nodes > 1000)
}

/// The answers before the board that takes too long are there, what is proven of it, and the exit
/// code tells.
#[test]
fn an_interrupted_search() {
    for signal in ["-INT", "-TERM"] {
        let mut talk = Talk::new("twentyfour --from plain --goal blank-first");
        talk.say("1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n");
        talk.hear("1 l");
        talk.say(HARD);
        thread::sleep(Duration::from_millis(300));
        talk.signal(signal);
        let (stderr, code) = talk.end();
        let lines: Vec<&str> = left_open(&stderr, "; the answers so far are complete").collect();
        assert!(lines.len() == 1 && reports_board(lines[0], 2), "{stderr}");
        assert_eq!(code, 130);
    }
}

/// Also in one batch with hard boards. Boards that were not begun have no line.
#[test]
fn an_interrupted_batch() {
    let mut talk = Talk::new("twentyfour --from plain --goal blank-first --threads 2");
    let easy = "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24\n";
    talk.say(&format!("{easy}{HARD}{HARD}{HARD}"));
    thread::sleep(Duration::from_millis(500));
    talk.interrupt();
    talk.hear("1 l");
    let (stderr, code) = talk.end();
    let is_report = |line: &str| (2..5).any(|board| reports_board(line, board));
    let lines: Vec<&str> = left_open(&stderr, "; the answers so far are complete").collect();
    assert!(
        (1..=3).contains(&lines.len()) && lines.iter().all(|line| is_report(line)),
        "{stderr}"
    );
    assert_eq!(code, 130);
}

/// As JSON where the answers are.
#[test]
fn an_interrupted_search_as_json() {
    let mut talk = Talk::new("twentyfour --from plain --to json");
    talk.say(HARD);
    thread::sleep(Duration::from_millis(300));
    talk.interrupt();
    let (stderr, code) = talk.end();
    let objects: Vec<Value> = left_open(&stderr, " before there were any answers")
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect();
    assert_eq!((objects.len(), code), (1, 130));
    assert_eq!(objects[0]["stopped"], "interrupted");
    assert!(objects[0]["at_least"].as_u64() > Some(80));
}

#[test]
fn an_interruption_while_waiting() {
    for text in ["", "1 2 3 4 5 6 7 x 8\n", "1 2 3 4"] {
        let mut talk = Talk::new("eight --from hdu1043");
        talk.say(text);
        if text.ends_with('\n') {
            talk.hear("r");
        }
        thread::sleep(Duration::from_millis(200));
        talk.interrupt();
        assert_eq!(talk.end(), (String::new(), 130));
    }
}

/// An endless input can also be interrupted.
#[test]
fn an_interruption_while_reading() {
    let mut child = fewest()
        .args([
            "solve",
            "eight",
            "--from=p1379",
            "--keep-going",
            "/dev/zero",
        ])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    thread::sleep(Duration::from_millis(300));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(wait(&mut child), 130);
}

/// Boards of a file are read while others are answered; a pipe's are not.
#[test]
fn a_file_is_answered_as_a_pipe_is() {
    let drawn = "generate rotation --random --count 30000 --seed 5 --to poj2286 --quiet";
    let boards = fewest_on(drawn, "").stdout;
    let mut lines: Vec<&str> = boards.lines().collect();
    let bad = [7, 8, 2047, 2048, 12_345, 29_999];
    for place in bad {
        lines[place] = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 4 3";
    }
    let flawed = lines.join("\n") + "\n";
    let folder = tempfile::tempdir().expect("a folder");
    let [file, output] = ["boards.txt", "answers.txt"].map(|name| folder.path().join(name));
    let named = |path: &std::path::Path| path.to_str().expect("a name").to_owned();
    let [file_name, output_name] = [&file, &output].map(|path| named(path));
    let both = |arguments: &str, text: &str| {
        std::fs::write(&file, text).expect("a file");
        let piped = fewest_on(&arguments.replace("INPUT", "-"), text);
        let read = fewest_on(&arguments.replace("INPUT", &file_name), "");
        let stdout = read.stdout.replace(&file_name, "standard input");
        let stderr = read.stderr.replace(&file_name, "standard input");
        assert!(
            (stdout == piped.stdout) && (&stderr, read.code) == (&piped.stderr, piped.code),
            "{arguments}: {stderr}"
        );
        piped
    };
    for options in [
        "",
        "--keep-going",
        "--to json --keep-going",
        "--max-moves 3",
    ] {
        both(
            &format!("solve rotation --threads 2 {options} INPUT"),
            &flawed,
        );
    }
    let right = both("solve rotation --threads 2 INPUT", &boards).stdout;
    let mut wrong: Vec<&str> = right.lines().collect();
    wrong[2 * 20_000] = "AAAAAAAAAAAAAAAAAAAA";
    let flawed_answers = wrong.join("\n") + "\n";
    for (answers, boards) in [
        (&right, &boards),
        (&flawed_answers, &boards),
        (&right, &flawed),
        (&flawed_answers, &flawed),
        (&right, &right),
    ] {
        std::fs::write(&output, answers).expect("a file");
        both(
            &format!("check rotation --threads 2 INPUT {output_name}"),
            boards,
        );
    }
}
