//! The hash of the module's sources.

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use siphasher::sip128::{Hasher128, SipHasher13};

/// The files and folders that determine the module.
const SOURCES: [&str; 15] = [
    "Cargo.lock",
    // It also contains the profile.
    "Cargo.toml",
    "crates/fewest/Cargo.toml",
    "crates/fewest-base/Cargo.toml",
    "crates/fewest-engine/Cargo.toml",
    "crates/fewest-model/Cargo.toml",
    "crates/fewest-text/Cargo.toml",
    "crates/fewest-wasm/Cargo.toml",
    "crates/fewest/src",
    "crates/fewest-base/src",
    "crates/fewest-engine/src",
    "crates/fewest-model/puzzles",
    "crates/fewest-model/src",
    "crates/fewest-text/src",
    "crates/fewest-wasm/src",
];

pub fn hash(root: &Path) -> Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut hasher = SipHasher13::new();
    for path in files {
        let text = fs::read(&path).with_context(|| format!("{} can't be read", path.display()))?;
        let name = path
            .strip_prefix(root)?
            .to_string_lossy()
            .replace('\\', "/");
        for part in [name.as_bytes(), &text] {
            hasher.write_u64(part.len() as u64);
            hasher.write(part);
        }
    }
    Ok(format!("{:032x}", hasher.finish128().as_u128()))
}

/// A file, or all files in a folder. Tests are not compiled into the module.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.ends_with("tests") || path.ends_with("tests.rs") {
        return Ok(());
    }
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}
