//! Type checks and tests of the page's JavaScript, if node is installed.

use anyhow::Result;
use xshell::{Shell, cmd};

use super::tools::TYPESCRIPT;
use crate::shell;

const TESTS: &str = "crates/fewest-cli/page-tests";
const PAGE: &str = "crates/fewest-cli/page";

/// Checks types and runs the tests, or prints what is missing.
pub fn check(sh: &Shell) -> Result<()> {
    if !shell::has(sh, "node") {
        println!("NOT TESTED: node is not here.");
        return Ok(());
    }
    let tests = sh.read_dir(TESTS)?;
    cmd!(sh, "node --test --test-timeout=60000 {tests...}").run()?;
    let Some(folder) = TYPESCRIPT.fetch(sh)? else {
        println!("TYPES NOT CHECKED: npm is not here.");
        return Ok(());
    };
    let compiler = folder.join("node_modules/typescript/bin/tsc");
    // The strictest options.
    let check = cmd!(
        sh,
        "node {compiler} --checkJs --allowJs --strict --noEmit --target es2022"
    );
    let check = check.args(["--module", "es2022", "--moduleResolution", "bundler"]);
    let check = check.args(["--lib", "es2022,dom,dom.iterable"]);
    let scripts = [
        "app.js",
        "boot.js",
        "open.js",
        "page-worker.js",
        "offline.js",
    ];
    let scripts = scripts.map(|name| format!("{PAGE}/{name}"));
    Ok(check.args(scripts).run()?)
}
