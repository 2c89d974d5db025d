//! Runs the commands in the README.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::blocks::{self, Shown};
use crate::shell::{self, End};

pub const PAGES: [&str; 15] = [
    "README.md",
    "docs/checking.md",
    "docs/commands.md",
    "docs/cubes.md",
    "docs/definitions.md",
    "docs/formats.md",
    "docs/import.md",
    "docs/methods.md",
    "docs/page.md",
    "docs/projections.md",
    "docs/proofs.md",
    "docs/setting-problems.md",
    "docs/speed.md",
    "docs/troubleshooting.md",
    "docs/whole-puzzles.md",
];

const LIMIT: Duration = Duration::from_mins(10);

/// Builds the program, then runs every command of a text and compares its output.
pub fn run(root: &Path, file: &Path) -> Result<()> {
    let name = file.display();
    let text = std::fs::read_to_string(root.join(file))
        .with_context(|| format!("{name} cannot be read"))?;
    let commands =
        blocks::commands(&text).with_context(|| format!("{name}: can't be understood"))?;
    let programs = shell::programs(root)?;

    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for shown in &commands {
        let place = format!("{name}:{}", shown.line);
        let short = shown.command.lines().next().unwrap_or_default();
        if let Some(why) = skip(&shown.command) {
            println!("skipped  {place}: {short} ({why})");
            skipped += 1;
            continue;
        }
        let start = Instant::now();
        if let Some(wrong) = wrong(root, &programs, shown)? {
            println!("FAILED   {place}: {short}\n{wrong}");
            failed.push(place);
        } else {
            let seconds = start.elapsed().as_secs_f64();
            println!("ok       {place}: {short} ({seconds:.1} s)");
            passed += 1;
        }
    }
    println!(
        "{name}: {passed} commands ran as shown, {skipped} skipped, {} failed",
        failed.len()
    );
    if !failed.is_empty() {
        bail!(
            "these commands do not do what {name} shows: {}",
            failed.join(", ")
        );
    }
    Ok(())
}

/// Runs a command, and returns the problem if there is one.
fn wrong(root: &Path, programs: &Path, shown: &Shown) -> Result<Option<String>> {
    // Another build of the library would take minutes and print the same.
    let command = shown.command.replace("cargo run --release -- ", "fewest ");
    let mut bash = Command::new("bash");
    bash.args(["-c", &command])
        .current_dir(root)
        .env("PATH", path(programs)?)
        .env("CARGO_TERM_QUIET", "true")
        .env("CARGO_TERM_COLOR", "never")
        // Tests must not change the reader's tables.
        .env("FEWEST_TABLE_DIR", "")
        // These would change the output.
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS");
    if env::var_os("CARGO_TARGET_DIR").is_some() {
        bash.env("CARGO_TARGET_DIR", shell::target(root)?);
    }
    let ran = shell::capture(bash, LIMIT)?;
    let mut wrong = Vec::new();
    match ran.end {
        End::Exit(code) if code == shown.exit => {}
        End::Exit(code) => wrong.push(format!("exit code {code} instead of {}", shown.exit)),
        End::Signal => wrong.push("ended by a signal".to_owned()),
        End::Late => wrong.push(format!("stopped after {} s", LIMIT.as_secs())),
    }
    let expected = shown
        .output
        .as_deref()
        .filter(|o| !blocks::agrees(o, &lasting(&ran.output)));
    if let Some(expected) = expected {
        wrong.push("shown:".to_owned());
        wrong.extend(expected.iter().map(|line| format!("  {line}")));
    }
    if wrong.is_empty() {
        return Ok(None);
    }
    wrong.push("printed:".to_owned());
    wrong.extend(ran.output.lines().map(|line| format!("  {line}")));
    let indented: Vec<_> = wrong
        .iter()
        .map(|line| format!("         {line}"))
        .collect();
    Ok(Some(indented.join("\n")))
}

/// The output of a command without its progress lines, which depend on the machine's speed.
fn lasting(output: &str) -> String {
    let is_progress = |line: &str| {
        let time = line
            .strip_prefix("note: ")
            .and_then(|line| line.rsplit_once(", "))
            .and_then(|(_, last)| last.strip_suffix(" s"));
        time.is_some_and(|seconds| seconds.parse::<u64>().is_ok())
    };
    output
        .split_inclusive('\n')
        .filter(|line| !is_progress(line.trim_end()))
        .collect()
}

/// The search path, starting with the folder of our programs.
fn path(programs: &Path) -> Result<std::ffi::OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [programs.into()].into_iter().chain(env::split_paths(&path));
    Ok(env::join_paths(folders.collect::<Vec<PathBuf>>())?)
}

/// The reason that a command is skipped, if it is.
fn skip(command: &str) -> Option<&'static str> {
    simple(command).find_map(|words| match words.as_slice() {
        ["cargo", "xtask", ..] => Some("a step of its own"),
        ["fewest", "serve", options @ ..] if !options.contains(&"--export") => {
            Some("it runs until Ctrl-C")
        }
        ["cargo", "install", ..] => Some("it would change the machine"),
        ["cargo", "build", ..] | ["git", "clone", ..] | ["cd", "fewest", ..] => {
            Some("done already")
        }
        _ => None,
    })
}

/// The words of each simple command, without leading variable assignments. Quotes are not parsed,
/// which is enough to recognise a few plain commands.
fn simple(command: &str) -> impl Iterator<Item = Vec<&str>> {
    command.split(['&', '|', ';', '\n']).map(|part| {
        part.split_whitespace()
            .skip_while(|word| word.contains('='))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_progress_are_left_out() {
        let output = "note: proving the table: 66% of 67,603,900 boards, 4 s\nproved: 6.84 s\nnote: no goal, 4 are\n";
        assert_eq!(lasting(output), "proved: 6.84 s\nnote: no goal, 4 are\n");
    }

    /// Pages are run with `fewest` in place of `cargo run`, which refused to choose between two programs.
    #[test]
    fn cargo_run_means_the_program() {
        let root = shell::root().unwrap();
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
        let mut lines = manifest.lines();
        let members = lines.find(|line| line.starts_with("default-members"));
        let members = members.expect("default members").split('"').skip(1);
        let programs = members
            .step_by(2)
            .filter(|member| root.join(member).join("src/main.rs").exists());
        assert_eq!(programs.collect::<Vec<_>>(), ["crates/fewest-cli"]);
    }

    #[test]
    fn some_commands_are_not_run() {
        assert!(skip("cargo xtask test").is_some());
        assert!(skip("echo && RUST_BACKTRACE=1 cargo xtask fuzz").is_some());
        assert!(skip("git clone https://example.org/fewest && cd fewest").is_some());
        assert!(skip("cd fewest").is_some());
        assert!(skip("cargo install --path crates/fewest-cli").is_some());
        assert!(skip("cargo build --release").is_some());
        assert!(skip("fewest solve eight < examples/eight.txt").is_none());
    }
}
