//! The served files of the page: scripts and sheets in one file each, the module's descriptions of
//! the puzzles, and for each a picture and a page that links show. `xtask/page.mjs` and
//! `xtask/previews.mjs` build them.

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use super::tools::{CANVAS, ESBUILD, FONTS};

/// Writes the files.
pub fn write(sh: &Shell) -> Result<()> {
    run(sh, None)?.context("node and npm are needed")
}

/// Checks that the files in the repository are made of the current sources, or prints what is
/// missing.
pub fn check(sh: &Shell) -> Result<()> {
    if run(sh, Some("--check"))?.is_none() {
        println!("NOT COMPARED: the served files; node or npm is not here.");
    }
    Ok(())
}

/// Runs the scripts that build the files; `None` if node or npm is missing.
fn run(sh: &Shell, check: Option<&str>) -> Result<Option<()>> {
    let (Some(esbuild), Some(canvas), Some(fonts)) =
        (ESBUILD.fetch(sh)?, CANVAS.fetch(sh)?, FONTS.fetch(sh)?)
    else {
        return Ok(None);
    };
    cmd!(sh, "node xtask/page.mjs {esbuild} {check...}").run()?;
    cmd!(
        sh,
        "node xtask/previews.mjs {esbuild} {canvas} {fonts} {check...}"
    )
    .run()?;
    Ok(Some(()))
}
