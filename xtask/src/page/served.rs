//! The served files of the page: scripts and sheets in one file each, and the module's descriptions
//! of the puzzles. `xtask/page.mjs` builds them.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use super::tools::ESBUILD;

/// Writes the files.
pub fn write(sh: &Shell) -> Result<()> {
    let esbuild = ESBUILD.fetch(sh)?.context("node and npm are needed")?;
    Ok(cmd!(sh, "node xtask/page.mjs {esbuild}").run()?)
}

/// Checks that the files in the repository are made of the current sources, or prints what is
/// missing.
pub fn check(sh: &Shell) -> Result<()> {
    let Some(esbuild) = ESBUILD.fetch(sh)? else {
        println!("NOT COMPARED: the served files; node or npm is not here.");
        return Ok(());
    };
    Ok(cmd!(sh, "node xtask/page.mjs {esbuild} --check").run()?)
}
