//! The library as the page's WebAssembly module. The module is in the repository, so that the
//! program can be built without a compiler for it, together with the hash of its sources.

#[cfg(feature = "page")]
mod build;
pub mod scripts;
mod sources;
#[cfg(feature = "page")]
mod target_std;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

#[cfg(not(feature = "page"))]
use crate::shell;

const FOLDER: &str = "crates/fewest-cli/page/module";
const SOURCES: &str = "sources";

/// Compiles the module and puts it into the page's folder. With `is_quick`, compiles it in a
/// fraction of the time and only compares its answers with the library's. The code for this takes
/// minutes to compile, so it is built only when needed.
pub fn run(root: &Path, is_quick: bool) -> Result<()> {
    #[cfg(feature = "page")]
    return build::run(root, is_quick);
    #[cfg(not(feature = "page"))]
    {
        let mut cargo = shell::cargo(root)?;
        cargo.args([
            "run",
            "--quiet",
            "--package",
            "xtask",
            "--features",
            "page",
            "--",
            "page",
        ]);
        if is_quick {
            cargo.arg("--quick");
        }
        shell::run(&mut cargo)
    }
}

/// Checks that the module was compiled from the current sources. If not, it is compiled again and
/// compared with the library. The tests always compare its answers.
pub fn check(root: &Path) -> Result<()> {
    let path = Path::new(FOLDER).join(SOURCES);
    let noted = fs::read_to_string(root.join(&path))
        .context("the page has no module: run `cargo xtask page`")?;
    if noted.trim() == sources::hash(root)? {
        println!("{FOLDER}: compiled from the current sources");
        return Ok(());
    }
    println!("{FOLDER}: compiled from other sources; `cargo xtask page` rebuilds it");
    run(root, true)
}
