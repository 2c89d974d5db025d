//! Runs the test of random definitions for a given time.

use anyhow::Result;
use xshell::{Shell, cmd};

/// Tests definitions from this seed for this many seconds.
pub fn run(sh: &Shell, seconds: u64, seed: u64) -> Result<()> {
    println!("== definitions from seed {seed}, {seconds} s");
    let test = cmd!(sh, "cargo test --package fewest-tests --test definitions");
    let test = test.args(["--", "--ignored", "--exact", "--nocapture"]);
    let test = test.arg("until_the_time_limit");
    let test = test.env("DEFINITIONS_SECONDS", seconds.to_string());
    Ok(test.env("DEFINITIONS_SEED", seed.to_string()).run()?)
}
