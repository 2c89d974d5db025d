//! All checks that must pass.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{atlas, bench, chart, gallery, links, npm, page, python, readme, shell, tutorial};

type Step<'a> = (&'a str, Box<dyn FnOnce() -> Result<()> + 'a>);

/// Runs the steps in order, up to the first that fails.
pub fn run(root: &Path) -> Result<()> {
    // Even the lints of its crate need it.
    python::check_interpreter()?;
    let steps = steps(root)?;
    let count = steps.len();
    let start = Instant::now();
    let mut summary = Vec::new();
    for (i, (title, step)) in steps.into_iter().enumerate() {
        println!("\n== {} of {count}: {title}", i + 1);
        let start = Instant::now();
        step().with_context(|| format!("step {} of {count} failed: {title}", i + 1))?;
        summary.push((title, start.elapsed()));
    }
    println!("\n== all {count} steps passed");
    for (title, time) in summary {
        println!("{:>6.1} s  {title}", time.as_secs_f64());
    }
    println!("{:>6.1} s  together", start.elapsed().as_secs_f64());
    if !starts("chromedriver") {
        println!("\nskipped: the page's tests in a browser; no chromedriver");
    } else if !starts("npm") {
        println!("\nskipped: axe-core's checks of the page; no npm to fetch it");
    }
    if !starts("g++") {
        println!("\nskipped: the textbook programs; no g++");
    }
    Ok(())
}

fn cargo(root: &Path, parts: &[&[&str]]) -> Result<Command> {
    let mut cargo = shell::cargo(root)?;
    cargo.args(parts.concat());
    Ok(cargo)
}

/// Checks of the sources, which run none of them.
fn lints(root: &Path) -> Result<Vec<(&'static str, Command)>> {
    let lints = ["--all-targets", "--", "-D", "warnings"];
    let cargo = |parts: &[&[&str]]| cargo(root, parts);
    let format = |manifest| cargo(&[&["fmt", "--check", "--manifest-path", manifest]]);
    let fuzz = ["clippy", "--manifest-path", "fuzz/Cargo.toml"];
    let mut fuzz = cargo(&[&fuzz, &lints])?;
    fuzz.env("CARGO_TARGET_DIR", shell::fuzz_target(root)?);
    let mut documentation = cargo(&[&["doc", "--workspace", "--no-deps", "--quiet"]])?;
    documentation.env("RUSTDOCFLAGS", "-D rustdoc::broken_intra_doc_links");
    let bare = |package| ["clippy", "--package", package, "--no-default-features"];
    Ok(vec![
        ("format", cargo(&[&["fmt", "--all", "--check"]])?),
        ("format of the fuzz targets", format("fuzz/Cargo.toml")?),
        (
            "format of the peers",
            format("xtask/peers/crates/Cargo.toml")?,
        ),
        ("lints", cargo(&[&["clippy", "--workspace"], &lints])?),
        // Tests need all features. Those of the library run at night without them.
        (
            "lints of the library without features",
            cargo(&[&bare("fewest"), &lints[1..]])?,
        ),
        (
            "lints of the program without features",
            cargo(&[&bare("fewest-cli"), &lints[1..]])?,
        ),
        ("fuzz targets compile, lints", fuzz),
        ("links of the interface's documentation", documentation),
    ])
}

fn steps(root: &Path) -> Result<Vec<Step<'_>>> {
    // Commands select the whole workspace if possible: fewer packages would give some dependencies
    // fewer features, and then they and their dependents would be compiled again. Benches are
    // skipped, but linted.
    let every = [
        "--workspace",
        "--lib",
        "--bins",
        "--examples",
        "--test",
        "*",
    ];
    let runner: &[_] = if has_nextest(root)? {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    let cargo = |parts: &[&[&str]]| cargo(root, parts);
    let is_nextest = runner.len() > 1;
    // Tests in a browser are ignored by default, because not every machine has one.
    let mut in_browser = cargo(&[runner, &["--workspace", "--test", "page"]])?;
    in_browser.args(if is_nextest {
        ["--run-ignored", "only", "-E", "not test(measure)"]
    } else {
        ["--", "--ignored", "--skip", "measure"]
    });
    let tests = [
        ("tests", cargo(&[runner, &every])?),
        (
            "examples in the documentation",
            cargo(&[&["test", "--workspace", "--doc"]])?,
        ),
    ];
    let mut steps: Vec<Step<'_>> = Vec::new();
    for (title, mut command) in lints(root)?.into_iter().chain(tests) {
        let step = move || {
            println!("{}", shell::shown(&command));
            shell::run(&mut command)
        };
        steps.push((title, Box::new(step)));
    }
    let shown = || (readme::PAGES.iter()).try_for_each(|page| readme::run(root, Path::new(page)));
    steps.push(("what the README and the pages show", Box::new(shown)));
    let links = || links::run(root).and_then(|()| gallery::run(root, true));
    steps.push(("links and pages of the documentation", Box::new(links)));
    let bench = |peers| move || bench::run(root, &bench::Options::quick(peers));
    steps.push(("the benchmark's jobs, once", Box::new(bench(false))));
    steps.push(("textbook programs answer alike", Box::new(bench(true))));
    let browse = move || {
        if !starts("chromedriver") && std::env::var_os("FEWEST_BROWSER").is_none() {
            println!("skipped: chromedriver is not installed");
            return Ok(());
        }
        println!("{}", shell::shown(&in_browser));
        shell::run(&mut in_browser)
    };
    steps.push(("the page in a browser", Box::new(browse)));
    steps.push((
        "the page's scripts",
        Box::new(|| page::scripts::check(root)),
    ));
    steps.push(("the npm package", Box::new(|| npm::run(root))));
    let module = || page::check(root);
    steps.push(("the page's module is of these sources", Box::new(module)));
    let atlas = || atlas::run(root, &[], true);
    steps.push(("the atlas", Box::new(atlas)));
    steps.push(("the chart of times", Box::new(|| chart::run(root, true))));
    let python = || python::check(root);
    steps.push(("the Python package", Box::new(python)));
    let tutorial = || tutorial::run(root, true);
    steps.push(("the numbers of the tutorial", Box::new(tutorial)));
    Ok(steps)
}

/// Returns true if the program exists.
fn starts(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null());
    command.stderr(Stdio::null()).status().is_ok()
}

fn has_nextest(root: &Path) -> Result<bool> {
    let status = shell::cargo(root)?
        .args(["nextest", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .context("cargo cannot be started")?;
    Ok(status.success())
}
