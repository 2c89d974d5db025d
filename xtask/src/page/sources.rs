//! The hash of the module's sources.

use std::hash::Hasher;

use anyhow::Result;
use siphasher::sip128::{Hasher128, SipHasher13};
use xshell::Shell;

use crate::shell;

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

pub fn hash(sh: &Shell) -> Result<String> {
    let root = sh.current_dir();
    let mut files = Vec::new();
    for source in SOURCES {
        files.extend(shell::files(sh, &root.join(source))?);
    }
    files.sort();
    let mut hasher = SipHasher13::new();
    for path in files {
        let name = path.strip_prefix(&root)?;
        // Tests are not compiled into the module.
        if shell::is_test(name) {
            continue;
        }
        let name = name.to_string_lossy().replace('\\', "/");
        for part in [name.as_bytes(), &sh.read_binary_file(&path)?] {
            hasher.write_u64(part.len() as u64);
            hasher.write(part);
        }
    }
    Ok(format!("{:032x}", hasher.finish128().as_u128()))
}
