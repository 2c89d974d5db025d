//! The library of shim.c, for commands whose file operations are to fail, and what a fault may leave.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

/// The exit code of a program that shim.c has ended.
pub const ENDED: i32 = 86;

/// The library, in a folder that lasts as long as the process.
static SHIM: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("shim.so");
    let source = folder.path().join("shim.c");
    fs::write(&source, include_str!("shim.c")).expect("a file");
    let mut compiler = Command::new("cc");
    compiler.args([
        "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o",
    ]);
    compiler.arg(&library).arg(source).arg("-ldl");
    let done = compiler.status().expect("a C compiler");
    assert!(done.success(), "shim.c does not compile");
    (folder, library)
});

#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub at: usize,
    /// As shim.c has it; `power` is `torn`, and files lose what was not synced.
    pub kind: &'static str,
    pub lasts: bool,
}

impl Fault {
    /// True if the program ends at the fault.
    pub fn ends(self) -> bool {
        ["cut", "torn", "power"].contains(&self.kind)
    }

    /// True if the message gives the reason why this operation failed.
    pub fn is_explained(self, operation: &str, message: &str) -> bool {
        let error = match self.kind {
            "5" => "Input/output error",
            "13" => "Permission denied",
            "28" => "No space left on device",
            _ => return true,
        };
        // Rust's library drops the error of some questions about files.
        message.contains(error) || name(operation) == "stat"
    }
}

/// The ways in which an operation may fail, and whether the fault lasts.
pub fn ways(operation: &str) -> &'static [(&'static str, bool)] {
    match name(operation) {
        "write" => &[
            ("5", false),
            ("28", false),
            ("28", true),
            ("short", false),
            ("torn", false),
            ("power", false),
        ],
        "fsync" | "rename" | "mkdir" => &[("5", false), ("28", true), ("power", false)],
        "open" => &[("5", false), ("13", false), ("28", false)],
        "read" => &[("5", false), ("short", false)],
        "unlink" => &[("5", false), ("cut", false)],
        _ => &[("5", false)],
    }
}

/// The name of a logged operation.
pub fn name(operation: &str) -> &str {
    operation.split(' ').next().unwrap_or_default()
}

/// Lets a fault happen to a command's operations in a folder.
pub fn set_up(command: &mut Command, folder: &Path, log: &Path, fault: Option<Fault>) {
    command
        .env("LD_PRELOAD", &SHIM.1)
        .env("FAULT_FOLDER", folder)
        .env("FAULT_LOG", log);
    if let Some(Fault { at, kind, lasts }) = fault {
        let kind = if kind == "power" { "torn" } else { kind };
        command
            .env("FAULT_AT", at.to_string())
            .env("FAULT_KIND", kind);
        if lasts {
            command.env("FAULT_ON", "yes");
        }
    }
}

/// The operations that a command has done, none if it did not begin.
pub fn logged(log: &Path) -> Vec<String> {
    let log = fs::read_to_string(log).unwrap_or_default();
    log.lines().map(str::to_owned).collect()
}

/// Cuts off half of each file that was written and not synced afterwards, as a power cut may.
pub fn lose_unsynced(done: &[String]) {
    let mut unsynced: BTreeSet<PathBuf> = BTreeSet::new();
    for operation in done {
        let (name, path) = operation.split_once(' ').expect("a name and a path");
        let path = PathBuf::from(path);
        match name {
            "write" => drop(unsynced.insert(path)),
            "fsync" => drop(unsynced.remove(&path)),
            "rename" => {
                // The file's temporary name begins with a dot and its later name.
                let hidden = format!(".{}.", path.file_name().expect("a name").display());
                let is_it = |old: &PathBuf| {
                    old.parent() == path.parent()
                        && old
                            .file_name()
                            .is_some_and(|name| name.to_string_lossy().starts_with(&hidden))
                };
                if let Some(old) = unsynced.iter().find(|old| is_it(old)).cloned() {
                    unsynced.remove(&old);
                    unsynced.insert(path);
                }
            }
            _ => {}
        }
    }
    for path in unsynced {
        // A file that has been removed or renamed since is not there.
        if let Ok(file) = OpenOptions::new().write(true).open(path) {
            let length = file.metadata().expect("a file").len();
            file.set_len(length / 2).expect("a shorter file");
        }
    }
}

/// The temporary files in a folder and the folders in it.
pub fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let left = paths.flat_map(|path| {
        if path.is_dir() {
            leftovers(&path)
        } else {
            vec![path]
        }
    });
    left.filter(|path| path.extension().is_some_and(|extension| extension == "tmp"))
        .collect()
}

/// The number of times that the manifest of a folder of levels was put into place.
pub fn manifests<S: AsRef<str>>(done: &[S]) -> usize {
    let is_manifest = |line: &&str| line.starts_with("rename ") && line.ends_with("/survey.json");
    let lines = done.iter().map(AsRef::as_ref);
    lines.filter(is_manifest).count()
}
