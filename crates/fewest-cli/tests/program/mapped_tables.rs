//! Tables that are mapped into memory while another program changes them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::common::{fewest, run, wait};

const BOARDS: &str = "10110\n01*11\n10111\n01001\n00000\n01011\n110*1\n01110\n01010\n00100\n";

/// Regression: a bus error ended the program without a word.
#[test]
fn a_table_that_another_program_shortens() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut build = fewest();
    build.env("FEWEST_TABLE_DIR", folder.path());
    build.args(["table", "build", "knights"]);
    assert_eq!(run(build, "").code, 0);
    let mut command = fewest();
    command.env("FEWEST_TABLE_DIR", folder.path());
    command.args(["solve", "knights", "--method", "table", "--from", "plain"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let mut boards = child.stdin.take().expect("piped");
    boards.write_all(BOARDS.as_bytes()).expect("it listens");
    let mut answers = BufReader::new(child.stdout.take().expect("piped"));
    let mut answer = String::new();
    answers.read_line(&mut answer).expect("an answer");
    for file in fs::read_dir(&folder).expect("the folder is there") {
        let file = file.expect("readable").path();
        let file = fs::OpenOptions::new().write(true).open(file);
        file.expect("a table").set_len(0).expect("writable");
    }
    boards.write_all(BOARDS.as_bytes()).expect("it listens");
    drop(boards);
    assert_eq!(wait(&mut child), 2);
    let mut problem = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut problem).expect("readable");
    let expected = "error: can't read a table that is mapped into memory: the disk failed, or another \
                    program changed the file\n";
    assert_eq!(problem, expected);
}
