//! Endless files, and paths that are not files: definitions and checkpoints are read up to a stated
//! size, devices not at all.

use std::fs::File;
use std::process::{Command, Stdio};

use crate::common::{fewest_on, file, run, wait};

const BOARD: &str = "1 2 3 4 5 6 7 x 8\n";

/// These ate the machine's memory.
#[test]
fn a_device_as_a_definition() {
    for command in ["solve", "survey", "define check", "define import"] {
        fewest_on(&format!("{command} /dev/zero"), BOARD)
            .fails("", "/dev/zero: this is a device, not a definition");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display();
    fewest_on(&format!("solve {name}"), BOARD)
        .fails("", &format!("{name}: this is a folder, not a definition"));
}

#[test]
fn a_definition_of_ten_gigabytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.toml");
    let large = File::create(&path).expect("writable");
    large.set_len(10 << 30).expect("a sparse file");
    let name = path.display();
    for command in ["solve", "define check", "define import"] {
        fewest_on(&format!("{command} {name}"), BOARD).fails(
            "",
            &format!("{name}: too large for a definition: over 1,048,576 bytes"),
        );
    }
}

/// A pipe is read like a file, up to the same size.
#[test]
fn a_pipe_as_a_definition() {
    let program = env!("CARGO_BIN_EXE_fewest");
    let eight = file("puzzles/eight.toml");
    let command = |from: &str| {
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("{program} solve <({from})")]);
        run(bash, BOARD)
    };
    command(&format!("cat {}", eight.display())).gives("1 r\n");
    let endless = command("cat /dev/zero");
    assert!(
        endless.code == 2 && endless.stderr.contains("over 1,048,576 bytes"),
        "{endless:?}"
    );
}

/// A pipe without a writer blocks the program, and Ctrl-C ends that at once.
#[test]
fn a_pipe_that_nobody_writes_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut child = crate::common::fewest()
        .arg("solve")
        .arg(&path)
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    assert_eq!(wait(&mut child), 130);
}

#[test]
fn a_device_as_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large");
    let large = File::create(&path).expect("writable");
    large.set_len(10 << 30).expect("a sparse file");
    let (folder, path) = (folder.path().display(), path.display());
    for (name, problem) in [
        ("/dev/zero".to_owned(), "not a regular file"),
        (folder.to_string(), "not a regular file"),
        (path.to_string(), "too large for a checkpoint"),
    ] {
        fewest_on(&format!("solve eight --checkpoint {name}"), BOARD)
            .fails("", &format!("{name}: {problem}; it was left unchanged"));
    }
    large.set_len(1 << 27).expect("a sparse file");
    fewest_on(&format!("solve eight --checkpoint {path}"), BOARD).fails(
        "",
        &format!("{path}: not a checkpoint; it was left unchanged"),
    );
}

/// Help is output as well.
#[test]
fn help_on_a_full_disk() {
    let program = env!("CARGO_BIN_EXE_fewest");
    for arguments in ["--help", "solve --help", "--version"] {
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("{program} {arguments} >/dev/full")]);
        run(bash, "").fails("", "can't write the output: No space left on device");
    }
}
