//! All checks that must pass.

use std::env;
use std::time::Instant;

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::bench::{self, Options};
use crate::generated::keep;
use crate::shell::has;
use crate::{atlas, chart, gallery, links, npm, page, python, readme, shell, tutorial};

/// The titles and the commands of the first steps. Commands select the whole workspace if possible:
/// fewer packages would give some dependencies fewer features, and then they and their dependents
/// would be compiled again. Tests need all features; the library's tests run without them at night.
/// Benches are linted, but not run.
const COMMANDS: &str = "\
format: fmt --all --check
format of the fuzz targets: fmt --check --manifest-path fuzz/Cargo.toml
format of the peers: fmt --check --manifest-path xtask/peers/crates/Cargo.toml
lints: clippy --workspace --all-targets -- -D warnings
lints of the library without features: clippy --package fewest --no-default-features -- -D warnings
lints of the program without features: clippy --package fewest-cli --no-default-features -- -D warnings
fuzz targets compile, lints: clippy --manifest-path fuzz/Cargo.toml --target-dir FUZZ --all-targets -- -D warnings
links of the interface's documentation: doc --workspace --no-deps --quiet
tests: RUNNER --workspace --lib --bins --examples --test *
examples in the documentation: test --workspace --doc
";

type Step = fn(&Shell) -> Result<()>;

/// The titles of the other steps, and what they do.
const STEPS: &[(&str, Step)] = &[
    ("what the README and the pages show", readme::run_all),
    ("links and pages of the documentation", |sh| {
        links::run(sh)?;
        keep(sh, "gallery", &gallery::files(sh)?, true)
    }),
    ("the benchmark's jobs, once", |sh| {
        bench::run(sh, &Options::quick(false))
    }),
    ("textbook programs answer alike", |sh| {
        bench::run(sh, &Options::quick(true))
    }),
    ("the page in a browser", in_browser),
    ("the page's scripts", page::scripts::check),
    ("the npm packages", npm::run),
    ("the page's module is of these sources", page::check),
    ("the atlas", |sh| {
        keep(sh, "atlas", &atlas::files(sh)?, true)
    }),
    ("the chart of times", |sh| {
        keep(sh, "chart", &chart::files(sh)?, true)
    }),
    ("the Python package", python::check),
    ("the numbers of the tutorial", |sh| {
        keep(sh, "tutorial", &tutorial::files(sh)?, true)
    }),
];

/// Runs the steps in order from the one with this number, up to the first that fails.
pub fn run(sh: &Shell, from: usize) -> Result<()> {
    // Even the lints of its crate need it.
    python::check_interpreter(sh)?;
    let count = COMMANDS.lines().count() + STEPS.len();
    let start = Instant::now();
    let mut summary = Vec::new();
    let mut number = 0;
    let mut run_step = |title, step: &dyn Fn() -> Result<()>| {
        number += 1;
        if number < from {
            return anyhow::Ok(());
        }
        let place = format!("{number} of {count}");
        println!("\n== {place}: {title}");
        let start = Instant::now();
        step().with_context(|| format!("step {place} failed: {title}"))?;
        summary.push((title, start.elapsed()));
        Ok(())
    };
    for (title, words) in COMMANDS.lines().filter_map(|line| line.split_once(": ")) {
        run_step(title, &|| cargo(sh, words))?;
    }
    for (title, step) in STEPS {
        run_step(title, &|| step(sh))?;
    }
    println!("\n== all steps from {from} to {count} passed");
    for (title, time) in summary {
        println!("{:>6.1} s  {title}", time.as_secs_f64());
    }
    println!("{:>6.1} s  together", start.elapsed().as_secs_f64());
    if !has(sh, "chromedriver") {
        println!("\nskipped: the page's tests in a browser; no chromedriver");
    } else if !has(sh, "npm") {
        println!("\nskipped: axe-core's checks of the page; no npm to fetch it");
    }
    if !has(sh, "g++") {
        println!("\nskipped: the textbook programs; no g++");
    }
    Ok(())
}

/// Runs one of the commands.
fn cargo(sh: &Shell, words: &str) -> Result<()> {
    let fuzz = shell::target(sh)?.join("fuzz").display().to_string();
    let runner = if has_nextest(sh) {
        "nextest run"
    } else {
        "test"
    };
    let words = words.replace("RUNNER", runner);
    let words = words.split_whitespace();
    let words = words.map(|word| if word == "FUZZ" { &fuzz } else { word });
    let cargo = cmd!(sh, "cargo {words...}");
    // Only the documentation's step heeds them.
    let flags = "-D rustdoc::broken_intra_doc_links";
    Ok(cargo.env("RUSTDOCFLAGS", flags).run()?)
}

fn has_nextest(sh: &Shell) -> bool {
    let nextest = cmd!(sh, "cargo nextest --version").quiet();
    nextest.ignore_stdout().ignore_stderr().run().is_ok()
}

/// Runs the tests in a browser, which are ignored by default, because not every machine has one.
fn in_browser(sh: &Shell) -> Result<()> {
    if !has(sh, "chromedriver") && env::var_os("FEWEST_BROWSER").is_none() {
        println!("skipped: chromedriver is not installed");
        return Ok(());
    }
    let ignored = if has_nextest(sh) {
        "--run-ignored only -E !test(measure)"
    } else {
        "-- --ignored --skip measure"
    };
    cargo(sh, &format!("RUNNER --workspace --test page {ignored}"))
}
