//! Runs the commands in the README.

use std::env;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::blocks::{self, Shown};
use crate::shell;

const PAGES: [&str; 13] = [
    "README.md",
    "docs/commands.md",
    "docs/cubes.md",
    "docs/definitions.md",
    "docs/formats.md",
    "docs/import.md",
    "docs/install.md",
    "docs/methods.md",
    "docs/page.md",
    "docs/speed.md",
    "docs/troubleshooting.md",
    "docs/trust.md",
    "docs/whole-puzzles.md",
];

/// The exit code of `timeout` if it stopped the command.
const STOPPED: i32 = 124;

/// Runs the commands of the README and of all pages.
pub fn run_all(sh: &Shell) -> Result<()> {
    PAGES.iter().try_for_each(|page| run(sh, Path::new(page)))
}

/// Builds the program, then runs every command of a text and compares its output.
pub fn run(sh: &Shell, file: &Path) -> Result<()> {
    let name = file.display();
    let commands = blocks::commands(&sh.read_file(file)?);
    let commands = commands.with_context(|| format!("{name}: can't be understood"))?;
    let programs = shell::programs(sh)?;

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
        if let Some(wrong) = wrong(sh, &programs, shown)? {
            print!("FAILED   {place}: {short}\n{wrong}");
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
    let failed = failed.join(", ");
    ensure!(
        failed.is_empty(),
        "these commands do not do what {name} shows: {failed}"
    );
    Ok(())
}

/// Runs a command, and returns the problem if there is one.
fn wrong(sh: &Shell, programs: &Path, shown: &Shown) -> Result<Option<String>> {
    // Another build of the library would take minutes and print the same.
    let command = shown.command.replace("cargo run --release -- ", "fewest ");
    // One pipe keeps the order of both outputs.
    let script = format!("exec 2>&1\n{command}");
    let ran = cmd!(sh, "timeout --kill-after=10s 10m bash -c {script}")
        .env("PATH", path(programs)?)
        .env("CARGO_TERM_QUIET", "true")
        .env("CARGO_TERM_COLOR", "never")
        // Tests must not change the reader's tables.
        .env("FEWEST_TABLE_DIR", "")
        // These would change the output.
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .ignore_status()
        .output()?;
    let printed = String::from_utf8_lossy(&ran.stdout);
    let mut wrong = Vec::new();
    match ran.status.code() {
        Some(code) if code == shown.exit => {}
        Some(STOPPED) => wrong.push("stopped after ten minutes".to_owned()),
        Some(code) => wrong.push(format!("exit code {code} instead of {}", shown.exit)),
        None => wrong.push("ended by a signal".to_owned()),
    }
    if let Some(expected) = &shown.output
        && !blocks::agrees(expected, &lasting(&printed))
    {
        wrong.push("shown:".to_owned());
        wrong.extend(expected.iter().map(|line| format!("  {line}")));
    }
    if wrong.is_empty() {
        return Ok(None);
    }
    wrong.push("printed:".to_owned());
    wrong.extend(printed.lines().map(|line| format!("  {line}")));
    let indented = wrong.iter().map(|line| format!("         {line}\n"));
    Ok(Some(indented.collect()))
}

/// The output of a command without its progress lines, which depend on the machine's speed.
fn lasting(output: &str) -> String {
    let is_progress = |line: &str| {
        let note = line.trim_end().strip_prefix("note: ");
        let time = note.and_then(|note| note.rsplit_once(", ")?.1.strip_suffix(" s"));
        time.is_some_and(|seconds| seconds.parse::<u64>().is_ok())
    };
    let lines = output.split_inclusive('\n');
    lines.filter(|line| !is_progress(line)).collect()
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
        let sh = shell::open().unwrap();
        let manifest = sh.read_file("Cargo.toml").unwrap();
        let mut lines = manifest.lines();
        let members = lines.find(|line| line.starts_with("default-members"));
        let members = members.expect("default members").split('"').skip(1);
        let programs = members
            .step_by(2)
            .filter(|member| sh.path_exists(format!("{member}/src/main.rs")));
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
