//! Messages that were lost, repeated, or in several shapes.

use std::path::Path;
use std::process::Command;

use crate::common::{Run, fewest_on, run, solve};

/// Runs a script in which `fewest` is the program.
fn shell(folder: &Path, script: &str, stdin: &str) -> Run {
    let mut bash = Command::new("bash");
    let program = format!("fewest() {{ '{}' \"$@\"; }}", env!("CARGO_BIN_EXE_fewest"));
    bash.args(["-c", &format!("{program}\n{script}")]);
    bash.current_dir(folder).env("FEWEST_TABLE_DIR", "");
    run(bash, stdin)
}

#[test]
fn quiet_commands_wrote_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let twice = "Set A 3 2\nSolved\nA\n1 2 3\nEnd\nMove m\nA\n2 3 1\n1 0 0\nEnd\nMove n\nA\n2 3 1\n1 0 0\nEnd\n";
    for (arguments, input) in [
        ("solve fifteen", "5 1 2 3 4 0 6 7 8 9 10 11 12 13 14 15\n"),
        ("solve eight", "1 2 3 4 5 6 8 7 x\n"),
        ("validate eight", "1 2 3 4 5 6 7 x 8\n"),
        ("define import -", twice),
        ("survey sliding:3x2 --max-moves 2 --to csv", ""),
    ] {
        let loud = shell(folder.path(), &format!("fewest {arguments}"), input);
        assert!(loud.stderr.contains("note: "), "{arguments}: {loud:?}");
        let quiet = shell(folder.path(), &format!("fewest -q {arguments}"), input);
        assert_eq!((quiet.code, &*quiet.stderr), (0, ""), "{arguments}");
        assert_eq!(quiet.stdout, loud.stdout);
    }
    // Warnings are not notes.
    assert!(
        fewest_on("-q solve eight", "")
            .stderr
            .starts_with("warning: ")
    );
}

#[test]
fn an_empty_input_was_valid_in_a_guessed_format() {
    for command in ["solve", "validate"] {
        let run = fewest_on(&format!("{command} eight"), "");
        let warning = "warning: standard input: no boards\n";
        assert_eq!((run.code, &*run.stderr), (0, warning), "{command}");
    }
    // This judge's input ends with a 0.
    assert_eq!(fewest_on("validate rotation", "").code, 1);
}

#[cfg(unix)]
#[test]
fn answers_to_a_closed_output_were_lost_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = "1 2 3 4 5 6 7 x 8\n";
    for arguments in [
        "solve eight",
        "puzzles",
        "man",
        "--help",
        "define check eight",
    ] {
        shell(folder.path(), &format!("fewest {arguments} >&-"), board)
            .fails("", "can't write the output: standard output is closed");
    }
    let unread = shell(folder.path(), "fewest solve eight 1</dev/null", board);
    assert_eq!(unread.code, 2, "{unread:?}");
    // Their output is the exit code.
    std::fs::write(folder.path().join("in"), board).expect("a file");
    let testlib = shell(
        folder.path(),
        "fewest validate eight --from hdu1043 --testlib in >&-",
        "",
    );
    assert_eq!(testlib.code, 0, "{testlib:?}");
    shell(folder.path(), "fewest solve eight > /dev/null", board).gives("");
    shell(
        folder.path(),
        "fewest puzzles | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}",
        "",
    )
    .gives("0\n");
}

#[test]
fn negative_times_and_sizes_were_unexpected_arguments() {
    for (option, value, expected) in [
        (
            "--max-time",
            "-1s",
            "a whole number of ms, s, m or h, like 10s",
        ),
        (
            "--memory",
            "-1G",
            "a whole number of bytes, kB, MB, GB or TB, like 500M",
        ),
        ("--max-moves", "-1", "at least 0"),
    ] {
        let run = solve(&format!("eight {option} {value}"), "");
        let start = format!("error: `{option}` must be {expected}, not `{value}`\n");
        assert!(run.code == 2 && run.stderr.starts_with(&start), "{run:?}");
    }
}

#[test]
fn unwritable_files_had_three_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("file"), "").expect("a file");
    std::fs::write(folder.path().join("in"), "1 2 3 4 5 6 7 x 8\n").expect("a file");
    let missing = "can't write no/x: No such file or directory";
    let table = "can't write no/x.0: No such file or directory";
    for (arguments, problem) in [
        ("man --dir file", "can't write file: this is not a folder"),
        ("man --dir file/x", "can't write file/x: Not a directory"),
        #[cfg(feature = "page")]
        (
            "serve --export file",
            "can't write file: this is not a folder",
        ),
        ("solve eight in --certificate no/x", missing),
        ("solve eight in --checkpoint no/x", missing),
        ("survey sliding:2x2 --certificate no/x", table),
    ] {
        let run = shell(folder.path(), &format!("fewest --quiet {arguments}"), "");
        assert_eq!(run.stderr, format!("error: {problem}\n"), "{arguments}");
        assert_eq!(run.code, 2, "{arguments}");
    }
    let run = shell(
        folder.path(),
        "fewest table build eight --table-dir /proc/no",
        "",
    );
    assert!(
        run.stderr.starts_with("error: can't write /proc/no/"),
        "{run:?}"
    );
    assert!(!run.stderr.contains("os error"), "{run:?}");
}

#[test]
fn lists_ignored_the_width_of_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        "puzzles",
        "formats",
        "formats eight",
        "define check cube2",
        "survey cube2 --hardest 2",
    ] {
        for columns in [40, 80] {
            let run = shell(
                folder.path(),
                &format!("COLUMNS={columns} fewest {arguments}"),
                "",
            );
            // A board is one line, to be copied.
            let lines = run.stdout.lines().filter(|line| !line.starts_with("goal "));
            let widest = lines.max_by_key(|line| line.chars().count());
            let widest = widest.unwrap_or_default();
            assert!(widest.chars().count() <= columns, "{arguments}: {widest}");
        }
    }
}

/// `script` runs a command on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_dumb_terminal_got_escape_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.toml"), "name = 1\n").expect("a file");
    let program = env!("CARGO_BIN_EXE_fewest");
    for (term, has_codes) in [("dumb", false), ("xterm", true)] {
        for arguments in ["define check x.toml", "solve"] {
            let mut script = Command::new("script");
            script.args(["-qec", &format!("'{program}' {arguments}"), "/dev/null"]);
            script.current_dir(folder.path()).env("TERM", term);
            // Without these, colours depend only on the terminal.
            for variable in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"] {
                script.env_remove(variable);
            }
            let Ok(output) = script.output() else { return };
            assert_eq!(
                output.stdout.contains(&0x1b),
                has_codes,
                "{term} {arguments}"
            );
        }
    }
}

#[test]
fn a_definition_beside_this_one_was_no_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("loop.toml"), "").expect("a file");
    std::fs::write(
        folder.path().join("x.toml"),
        "name = \"x\"\nextends = \"loop\"\n",
    )
    .expect("a file");
    let run = shell(folder.path(), "fewest solve x.toml", "");
    run.fails(
        "",
        "x.toml:2:11: no puzzle is called `loop`; write `./loop.toml` for the file in this folder",
    );
}
