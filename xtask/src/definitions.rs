//! Runs the test of random definitions for a given time.

use std::path::Path;

use anyhow::Result;

use crate::shell;

/// Tests definitions from this seed for this many seconds.
pub fn run(root: &Path, seconds: u64, seed: u64) -> Result<()> {
    println!("== definitions from seed {seed}, {seconds} s");
    let mut cargo = shell::cargo(root)?;
    cargo
        .args(["test", "--package", "fewest-tests", "--test", "definitions"])
        .args(["--", "--ignored", "--exact", "--nocapture"])
        .arg("until_the_time_limit")
        .env("DEFINITIONS_SECONDS", seconds.to_string())
        .env("DEFINITIONS_SEED", seed.to_string());
    shell::run(&mut cargo)
}
