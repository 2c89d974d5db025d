//! The library as the page's WebAssembly module, which lies in the repository so that the program can be
//! built without a compiler for it. Beside it stands which sources it was compiled from.

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

/// Compiles the module and puts it into the page's folder; with `is_quick` one that is compiled in a
/// fraction of the time, only to ask it what the library is asked. What compiles it takes minutes to
/// compile itself, so it is no part of this program unless it is needed.
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

/// Sees that the module is compiled from the sources as they are. Where it is not, it is compiled anew and
/// compared with the library. Its answers are compared by the tests in any case.
pub fn check(root: &Path) -> Result<()> {
    let path = Path::new(FOLDER).join(SOURCES);
    let noted = fs::read_to_string(root.join(&path))
        .context("the page has no module: run `cargo xtask page`")?;
    if noted.trim() == sources::hash(root)? {
        println!("{FOLDER}: compiled from the sources as they are");
        return Ok(());
    }
    println!("{FOLDER}: compiled from other sources; `cargo xtask page` makes it anew");
    run(root, true)
}
