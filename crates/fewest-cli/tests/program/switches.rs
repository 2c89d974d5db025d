//! Answers do not depend on optimisations: other tests pass with each of them off, and with all.
//!
//! The library is compiled with the feature `switches` for these tests, and turns off what the
//! environment variable `FEWEST_WITHOUT` lists.

use std::process::Command;

use serde_json::Value;

use crate::common::{fewest, run};

const SWITCHES: [&str; 7] = [
    "symmetry",
    "pruning",
    "inverses",
    "bulk",
    "parity",
    "balls",
    "mapped-files",
];

/// Tests whose answers come from enumerations, and some with stored tables.
const TESTS: [&str; 4] = [
    "corpus::",
    "random_definitions::",
    "kernels::",
    "tables::the_life",
];

/// Runs tests of this binary without some optimisations.
#[track_caller]
fn passes(tests: &[&str], without: &str) {
    let itself = std::env::current_exe().expect("it runs");
    let mut command = Command::new(itself);
    command.args(tests).env("FEWEST_WITHOUT", without);
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "without {without}: {text}");
    for test in tests {
        let name = format!("test {test}");
        assert!(text.contains(&name), "no test is called {test}: {text}");
    }
}

#[test]
fn tests_pass_without_all_optimisations() {
    passes(&TESTS, &SWITCHES.join(","));
}

#[test]
#[ignore = "takes a minute: nightly"]
fn tests_pass_without_each_optimisation() {
    for without in SWITCHES {
        passes(&TESTS, without);
    }
}

/// The answer to a board, as an object.
fn answer(arguments: &[&str], without: &str) -> Value {
    let mut command = fewest();
    command
        .args(["solve", "--to", "json", "--threads", "1"])
        .args(arguments)
        .env("FEWEST_WITHOUT", without);
    let run = run(command, "");
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(run.stdout.trim()).expect("an object")
}

/// A switch that turned nothing off would make the tests above worthless. Without these
/// optimisations, the same answer takes other work.
#[test]
fn switches_change_the_work_but_not_the_answer() {
    let half_turns = ["cube3", "--scramble", "U R F' L2 D B2 U' R2 F D2"];
    let near = ["cube3q", "--scramble", "U R F' L D"];
    let quarters = ["cube3q", "--scramble", "F R U R F U L B D L' U'"];
    for (arguments, switches) in [
        (half_turns, &["symmetry", "pruning", "inverses"][..]),
        (near, &["balls"]),
        (quarters, &["parity"]),
    ] {
        let with = answer(&arguments, "");
        for without in switches {
            let other = answer(&arguments, without);
            assert_eq!(with["moves"], other["moves"], "{without}");
            assert_ne!(with["nodes"], other["nodes"], "{without}: {other}");
        }
    }
}
