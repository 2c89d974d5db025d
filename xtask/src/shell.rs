//! The shell that all chores share, and facts for records.

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

/// A shell in the repository's root, with an absolute path of cargo's target folder.
pub fn open() -> Result<Shell> {
    let sh = Shell::new()?;
    let package = env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`")?;
    let root = Path::new(&package).parent();
    let root = root.context("xtask has no parent folder")?;
    let target = match env::var_os("CARGO_TARGET_DIR") {
        // Cargo resolves a relative path from the current folder.
        Some(folder) => sh.current_dir().join(folder),
        None => root.join("target"),
    };
    sh.set_var("CARGO_TARGET_DIR", target);
    sh.change_dir(root);
    Ok(sh)
}

/// The absolute path of cargo's target folder.
pub fn target(sh: &Shell) -> Result<PathBuf> {
    Ok(sh.var("CARGO_TARGET_DIR")?.into())
}

/// A fact of the compiler's version report, like its host.
pub fn compiler(sh: &Shell, name: &str) -> Result<String> {
    let version = cmd!(sh, "rustc -vV").quiet().read()?;
    let mut facts = version.lines().filter_map(|line| line.split_once(": "));
    let fact = facts.find(|(key, _)| *key == name);
    let (_, fact) = fact.with_context(|| format!("rustc -vV has no {name}"))?;
    Ok(fact.to_owned())
}

/// Returns true if the program is installed.
pub fn has(sh: &Shell, program: &str) -> bool {
    let version = cmd!(sh, "{program} --version").quiet();
    version.ignore_stdout().ignore_stderr().run().is_ok()
}

/// Builds the programs like the tests do, and returns their folder. Like the tests, this selects
/// the whole workspace and targets with development dependencies. Fewer of these would give some
/// packages fewer features, and then they and their dependents would be compiled again.
pub fn programs(sh: &Shell) -> Result<PathBuf> {
    cmd!(sh, "cargo build --workspace --bins --examples").run()?;
    Ok(target(sh)?.join("debug"))
}

/// All files in a folder and its subfolders; the path itself if it is a file.
pub fn files(sh: &Shell, path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found = Vec::new();
    for entry in sh.read_dir(path)? {
        found.extend(files(sh, &entry)?);
    }
    Ok(found)
}

/// Returns true for a source file that only tests compile.
pub fn is_test(file: &Path) -> bool {
    file.iter()
        .any(|part| part == "tests" || part == "tests.rs")
}

/// Today's date in the format of records.
pub fn today(sh: &Shell) -> Result<String> {
    Ok(cmd!(sh, "date +%F").read()?)
}

/// The machine's description for records.
pub fn machine() -> Result<String> {
    let facts = fs::read_to_string("/proc/cpuinfo").context("no facts of the processor")?;
    let model = facts
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("a processor", |(_, model)| model.trim());
    let cores = thread::available_parallelism()?;
    Ok(format!("{cores} cores of {model}"))
}
