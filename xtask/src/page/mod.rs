//! The library as the page's WebAssembly module. The module is in the repository, so that the
//! program can be built without a compiler for it, together with the hash of its sources. The same
//! goes for the files that are built of the page's scripts.

#[cfg(feature = "page")]
mod build;
pub mod scripts;
pub mod served;
mod sources;
pub mod target_std;
mod tools;

use anyhow::Result;
use xshell::Shell;

const FOLDER: &str = "crates/fewest-cli/page/module";
const SOURCES: &str = "sources";

/// Compiles the module, puts it into the page's folder, and builds what is served. With `is_quick`,
/// compiles it in a fraction of the time and only compares its answers with the library's, and what
/// is served with its sources. The code for this takes minutes to compile, so it is built only when
/// needed.
pub fn run(sh: &Shell, is_quick: bool) -> Result<()> {
    #[cfg(feature = "page")]
    {
        build::run(sh, is_quick)?;
        if is_quick {
            served::check(sh)
        } else {
            served::write(sh)
        }
    }
    #[cfg(not(feature = "page"))]
    {
        let quick = is_quick.then_some("--quick");
        let page = xshell::cmd!(sh, "cargo run --quiet --package xtask --features page");
        Ok(page.args(["--", "page"]).args(quick).run()?)
    }
}

/// Checks that the module was compiled from the current sources, and that what is served was built
/// from its own. If the module was not, it is compiled again and compared with the library. The
/// tests always compare its answers.
pub fn check(sh: &Shell) -> Result<()> {
    let noted = sh.read_file(format!("{FOLDER}/{SOURCES}"))?;
    if noted.trim() == sources::hash(sh)? {
        println!("{FOLDER}: compiled from the current sources");
        return served::check(sh);
    }
    println!("{FOLDER}: compiled from other sources; `cargo xtask page` rebuilds it");
    run(sh, true)
}
