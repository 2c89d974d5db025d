//! Folders, and running of programs.

use std::env;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

pub fn root() -> Result<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`")?;
    let root = Path::new(&package)
        .parent()
        .context("xtask has no parent folder")?;
    Ok(root.to_path_buf())
}

/// The absolute path of cargo's target folder.
pub fn target(root: &Path) -> Result<PathBuf> {
    match env::var_os("CARGO_TARGET_DIR") {
        // Cargo resolves a relative path from the current folder.
        Some(folder) => Ok(env::current_dir()?.join(folder)),
        None => Ok(root.join("target")),
    }
}

/// The target folder of `fuzz/`, which is a separate workspace.
pub fn fuzz_target(root: &Path) -> Result<PathBuf> {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(_) => Ok(target(root)?.join("fuzz")),
        None => Ok(root.join("fuzz").join("target")),
    }
}

/// A command for the cargo that runs this program, in the repository's root.
pub fn cargo(root: &Path) -> Result<Command> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    if env::var_os("CARGO_TARGET_DIR").is_some() {
        cargo.env("CARGO_TARGET_DIR", target(root)?);
    }
    Ok(cargo)
}

/// Builds the programs like the tests do, and returns their folder. Like the tests, this selects
/// the whole workspace and targets with development dependencies. Fewer of these would give some
/// packages fewer features, and then they and their dependents would be compiled again.
pub fn programs(root: &Path) -> Result<PathBuf> {
    run(cargo(root)?.args(["build", "--workspace", "--bins", "--examples"]))?;
    Ok(target(root)?.join("debug"))
}

pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str());
    let words = [program].into_iter().chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Runs a command that inherits standard output and error; an error if it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    let status = command
        .status()
        .with_context(|| format!("`{shown}` cannot be started"))?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Runs a command and returns its output without surrounding white space; an error if it fails.
pub fn printed(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output();
    let output = output.with_context(|| format!("`{shown}` cannot be started"))?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Today's date in the format of records.
pub fn today() -> Result<String> {
    printed(Command::new("date").arg("+%F"))
}

/// The machine's description for records.
pub fn machine() -> Result<String> {
    let facts = std::fs::read_to_string("/proc/cpuinfo").context("no facts of the processor")?;
    let model = facts
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("a processor", |(_, model)| model.trim());
    let cores = thread::available_parallelism()?;
    Ok(format!("{cores} cores of {model}"))
}

pub struct Ran {
    /// Standard output and standard error, in the order in which they were written.
    pub output: String,
    pub end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by a signal.
    Signal,
    /// It was stopped because it took too long.
    Late,
}

/// Captures the output of a command without input. Kills its process group after `limit`.
pub fn capture(mut command: Command, limit: Duration) -> Result<Ran> {
    let (mut output, input) = io::pipe()?;
    command
        .stdin(Stdio::null())
        .stdout(input.try_clone()?)
        .stderr(input);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command
        .spawn()
        .with_context(|| format!("`{}` cannot be started", shown(&command)))?;
    // The command holds the pipe's write end, so the output would never end.
    drop(command);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = output.read_to_end(&mut bytes).map(|_| bytes);
        // The receiver is gone only if the whole program is about to end.
        let _ = sender.send(read);
    });
    let (bytes, late) = if let Ok(bytes) = receiver.recv_timeout(limit) {
        (bytes, false)
    } else {
        // The shell's built-in `kill` works even if the program is missing.
        run(Command::new("bash").args(["-c", &format!("kill -KILL -- -{}", child.id())]))?;
        (receiver.recv()?, true)
    };
    let status = child.wait()?;
    Ok(Ran {
        output: String::from_utf8_lossy(&bytes?).into_owned(),
        end: match status.code() {
            _ if late => End::Late,
            Some(code) => End::Exit(code),
            None => End::Signal,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bash(script: &str, limit: Duration) -> Ran {
        let mut bash = Command::new("bash");
        bash.args(["-c", script]);
        capture(bash, limit).unwrap()
    }

    #[test]
    fn both_outputs_are_kept_in_order_with_the_exit_code() {
        let ran = bash("echo a; echo b >&2; echo c; exit 3", Duration::from_mins(1));
        assert_eq!(ran.output, "a\nb\nc\n");
        assert_eq!(ran.end, End::Exit(3));
    }

    #[test]
    fn commands_that_take_too_long_are_stopped() {
        let ran = bash("echo a; sleep 100 | cat", Duration::from_millis(300));
        assert_eq!(ran.output, "a\n");
        assert_eq!(ran.end, End::Late);
    }
}
